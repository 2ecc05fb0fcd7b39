"""A web hook is told what a letter asks, signed and no more; one that fails for a day is switched
off, and its owner is told by letter.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import smtplib
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from hypothesis import given
from hypothesis import strategies as st

from tests.services.listener import Listener
from tests.services.waiting import FAR
from traders.domain.calendar import clock
from traders.domain.post import delivery
from traders.domain.post.notifications import http_post, sending
from traders.domain.post.notifications.message import Message, shaped
from traders.domain.post.notifications.public_address_check import NotAllowed
from traders.domain.post.notifications.queue import queue_trial
from traders.domain.post.notifications.subscriptions import (
    MOST_BROWSERS,
    MOST_TRIALS,
    save_browser,
    save_hook,
)
from traders.domain.post.notifications.web_push import application_key, to_text
from traders.models import (
    Entry,
    Game,
    HookShape,
    Kind,
    Letter,
    LetterKind,
    Phase,
    Player,
    Sealed,
    SealedKind,
    Seat,
    Source,
    Telling,
    WebHook,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def hook(listener: Listener, blue: Player) -> WebHook:
    """Blue's web hook; its trial is done."""
    made = save_hook(blue, f"{listener.origin}/hook", HookShape.JSON)
    sending.sweep()
    listener.posted.clear()
    return made


def told(letters: list[Letter]) -> None:
    delivery.prepare([letter.pk for letter in letters])
    sending.sweep()


def is_off(hook: WebHook) -> bool:
    hook.refresh_from_db()
    return hook.off is not None


def later(hook: WebHook, **hours: float) -> None:
    """As if so much time had gone since the first failure."""
    ago = timedelta(**hours)
    WebHook.objects.filter(pk=hook.pk).update(failing_since=clock.now() - ago)
    Telling.objects.update(made=clock.now() - ago, next_try=clock.now())


def test_a_new_hook_is_tried(listener: Listener, blue: Player) -> None:
    save_hook(blue, f"{listener.origin}/hook", HookShape.SLACK)
    assert sending.sweep() == 1
    assert "trial" in json.loads(listener.posted[0].body)["text"]
    assert WebHook.objects.get().told is not None
    assert not Telling.objects.exists()


def test_who_is_asked_is_told_the_subject_the_page_and_the_hour(
    hook: WebHook, listener: Listener, asked: list[Letter]
) -> None:
    told(asked)
    (posted,) = listener.posted
    letter = Letter.objects.get(player=hook.player_id)
    said = json.loads(posted.body)
    assert said["subject"] == letter.subject != ""
    assert said["url"].endswith(f"/games/{letter.game.slug}/")
    assert said["due"] == letter.due.isoformat()
    assert set(said) == {"id", "about", "text", "subject", "url", "due", "username"}
    assert letter.message_id not in posted.body.decode()
    assert sending.sweep() == 0  # told once


def test_anyone_with_the_secret_can_tell_that_it_is_ours(
    hook: WebHook, listener: Listener, asked: list[Letter]
) -> None:
    told(asked)
    (posted,) = listener.posted
    at = posted.headers["X-Traders-Timestamp"]
    assert abs(int(at) - clock.now().timestamp()) < 600
    seal = hmac.new(hook.secret.encode(), f"{at}.".encode() + posted.body, hashlib.sha256)
    assert posted.headers["X-Traders-Signature"] == f"sha256={seal.hexdigest()}"


def test_only_what_asks_is_told(hook: WebHook, listener: Listener, asked: list[Letter]) -> None:
    Letter.objects.update(kind=LetterKind.RECEIPT)
    told(asked)
    assert not listener.posted
    assert not Telling.objects.exists()


def test_what_is_made_ready_again_is_not_told_again(
    hook: WebHook, listener: Listener, asked: list[Letter]
) -> None:
    told(asked)
    told(asked)
    assert len(listener.posted) == 1


@pytest.mark.parametrize("status", [500, 302])
def test_a_hook_that_fails_is_tried_again_with_growing_pauses(
    hook: WebHook, listener: Listener, asked: list[Letter], status: int
) -> None:
    listener.status = status
    told(asked)
    assert sending.sweep() == 0
    pauses = []
    for _ in range(3):
        telling = Telling.objects.get()
        pauses.append(telling.next_try - clock.now())
        Telling.objects.update(next_try=clock.now())
        assert sending.sweep() == 1
    assert pauses == sorted(pauses)
    assert not is_off(hook)
    assert str(status) in hook.problem
    names = {posted.headers["X-Traders-Id"] for posted in listener.posted}
    assert (len(listener.posted), len(names)) == (4, 1)
    listener.status = 200
    Telling.objects.update(next_try=clock.now())
    sending.sweep()
    hook.refresh_from_db()
    assert (hook.failing_since, hook.problem) == (None, "")
    assert not Telling.objects.exists()


@pytest.mark.parametrize(
    ("status", "problem"),
    [
        (500, "It answered 500."),
        (302, "It answered 302, a redirect. None is followed: give the final address."),
    ],
)
def test_one_that_fails_for_a_day_is_switched_off_and_its_owner_told(
    hook: WebHook, listener: Listener, asked: list[Letter], status: int, problem: str
) -> None:
    listener.status = status
    told(asked)
    later(hook, hours=23.9)
    sending.sweep()
    assert not is_off(hook)
    later(hook, hours=24.1)
    sending.sweep()
    assert is_off(hook)
    assert not Telling.objects.exists()
    (letter,) = mail.outbox
    assert letter.to == [hook.player.email]
    assert problem in " ".join(letter.body.split())
    Letter.objects.update(status="written")
    told(asked)
    assert not Telling.objects.exists()  # until it is saved again
    listener.status = 200
    save_hook(hook.player, hook.url, hook.shape)
    assert sending.sweep() == 1
    assert not is_off(hook)


def test_one_that_is_gone_is_switched_off_at_once(
    hook: WebHook, listener: Listener, asked: list[Letter]
) -> None:
    listener.status = 410
    told(asked)
    assert is_off(hook)
    assert "it is gone" in mail.outbox[0].body


def test_while_its_owner_cannot_be_told_it_stays_on(
    hook: WebHook, listener: Listener, asked: list[Letter], monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(letter: EmailMessage) -> int:
        raise smtplib.SMTPServerDisconnected("away")

    listener.status = 410
    with monkeypatch.context() as patched:
        patched.setattr(EmailMessage, "send", away)
        told(asked)
        assert not is_off(hook)
    Telling.objects.update(next_try=clock.now())
    sending.sweep()
    assert is_off(hook)
    assert len(mail.outbox) == 1


def test_whoever_lost_the_seat_is_not_told(
    hook: WebHook, listener: Listener, asked: list[Letter]
) -> None:
    delivery.prepare([letter.pk for letter in asked])
    Seat.objects.filter(player=hook.player).update(player=None)
    sending.sweep()
    assert not listener.posted
    assert not Telling.objects.exists()


def test_of_two_questions_a_late_attempt_tells_the_later(
    hook: WebHook, listener: Listener, asked: list[Letter]
) -> None:
    listener.status = 500
    told(asked)
    letter = Letter.objects.get(player=hook.player)
    later_one = Letter.objects.get(pk=letter.pk)
    later_one.pk, later_one.key, later_one.message_id = None, "e99", "<later@post.test>"
    later_one.status = "written"
    later_one.save(force_insert=True)
    listener.status = 200
    Telling.objects.update(next_try=clock.now())
    told([later_one])
    assert len(listener.posted) == 2
    assert not Telling.objects.exists()


def _entry_of(seat: str, letter: Letter) -> None:
    Entry.objects.create(
        game=Game.objects.get(), number=letter.entry + 1, parent=letter.entry, kind=Kind.ORDER,
        seat=seat, source=Source.PAGE, at=clock.now(), public="{}", digest="0" * 64,
    )  # fmt: skip


def _sealed_by(seat: str, letter: Letter, seconds: int) -> None:
    Sealed.objects.create(
        game=Game.objects.get(), seat=seat, kind=SealedKind.PASS, serial=1, made=letter.entry,
        at=letter.written + timedelta(seconds=seconds),
    )  # fmt: skip


def _overdue(letter: Letter) -> None:
    due = clock.now() - timedelta(seconds=2)
    Letter.objects.filter(pk=letter.pk).update(due=due)


def _over(letter: Letter) -> None:
    Game.objects.update(phase=Phase.OVER)


HAPPENED: dict[str, tuple[Callable[[Letter], object], bool]] = {
    "nothing": (lambda letter: None, True),
    "another seat orders": (lambda letter: _entry_of("green", letter), True),
    "another seat answers": (lambda letter: _sealed_by("green", letter, 9), True),
    "it said something before": (lambda letter: _sealed_by("blue", letter, -9), True),
    "it orders": (lambda letter: _entry_of("blue", letter), False),
    "it answers": (lambda letter: _sealed_by("blue", letter, 9), False),
    "its time is over": (_overdue, False),
    "the game is over": (_over, False),
}


@pytest.mark.parametrize("happened", HAPPENED)
def test_who_need_not_answer_any_more_is_not_told(
    hook: WebHook, listener: Listener, asked: list[Letter], happened: str
) -> None:
    happens, still_told = HAPPENED[happened]
    delivery.prepare([letter.pk for letter in asked])
    happens(Letter.objects.get(player=hook.player))
    sending.sweep()
    assert bool(listener.posted) is still_told
    assert not Telling.objects.exists()


@pytest.mark.parametrize("another_waits", [False, True])
def test_what_is_forgotten_is_no_failure_of_a_day(
    hook: WebHook, listener: Listener, asked: list[Letter], another_waits: bool
) -> None:
    listener.status = 500
    told(asked)
    _entry_of("blue", Letter.objects.get(player=hook.player))
    if another_waits:
        queue_trial(hook, clock.now() + timedelta(hours=1))
    Telling.objects.exclude(letter=None).update(next_try=clock.now())
    sending.sweep()
    hook.refresh_from_db()
    assert (hook.failing_since is not None, hook.problem != "") == (another_waits, another_waits)
    later_on = clock.now() + timedelta(days=9)
    queue_trial(hook, later_on)
    with clock.at(later_on):
        sending.sweep()
    assert is_off(hook) is another_waits


def test_slow_ones_however_many_hold_up_neither_the_others_nor_the_sweep(
    listener: Listener,
    seats: list[Seat],
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(http_post, "PATIENCE", FAR)
    monkeypatch.setattr(sending, "LONGEST", 3.0)
    slow, began, settled, settle = Listener(), time.monotonic(), [], sending._settle

    def noted(telling: Telling, *rest: Any) -> None:
        settled.append((telling.hook is not None, time.monotonic() - began))
        settle(telling, *rest)

    monkeypatch.setattr(sending, "_settle", noted)
    slow.drips = True
    settings.TRUSTED_HOOKS = [listener.origin, slow.origin]
    blue, green = (seat.player for seat in seats[1:])
    assert blue is not None
    assert green is not None
    try:
        for number in range(MOST_BROWSERS):
            save_browser(blue, f"{slow.origin}/{number}", application_key(), to_text(bytes(16)))
        save_hook(green, f"{listener.origin}/hook", HookShape.JSON)
        began = time.monotonic()
        assert sending.sweep() == MOST_BROWSERS + 1
    finally:
        slow.stop()
    assert len(listener.posted) == 1
    (first, at), *rest = settled
    assert first  # told last, settled first: the others are not waited for
    assert at < 3 <= min(at for _, at in rest)
    assert max(at for _, at in rest) < FAR / 2
    assert set(Telling.objects.values_list("attempts", flat=True)) == {1}
    assert sending.sweep() == 0  # they are tried again later


@given(words=st.text(st.characters(exclude_categories=["Cs"]), max_size=60))
@pytest.mark.parametrize("shape", HookShape.values)
def test_no_title_calls_anybody_or_leads_elsewhere(shape: str, words: str) -> None:
    said = json.loads(shaped(Message("1", words, "https://post.test/games/x/"), shape))
    if shape == HookShape.DISCORD:
        assert said["allowed_mentions"] == {"parse": []}
        bare = said["content"].replace("\\\\", "")
        assert not any(
            sign in "*_~`|<>[]()#@:" and bare[place - 1] != "\\"
            for place, sign in enumerate(bare[: bare.rindex("\n")])
        )
    elif shape == HookShape.SLACK:
        assert "<" not in said["text"].rpartition("\n")[0]
    else:
        assert said["subject"] == words


def test_an_owner_has_so_many_trials_in_a_minute(blue: Player) -> None:
    """Each is a post to whatever address is given: nobody hammers it through this server."""
    green = Player.objects.create_user("g@example.org", display_name="Other")
    with clock.at(clock.now().replace(second=20)):
        for number in range(MOST_TRIALS):
            save_hook(blue, f"https://93.184.215.14/{number}", HookShape.JSON)
        with pytest.raises(NotAllowed, match="Wait 40 seconds"):
            save_hook(blue, "https://93.184.215.14/", HookShape.JSON)
        save_hook(green, "https://93.184.215.14/", HookShape.JSON)
