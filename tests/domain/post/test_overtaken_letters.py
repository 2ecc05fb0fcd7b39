"""What is overtaken is not asked (PR-RECEIPT-10): after a blocked way out each player has one true
letter, which tells what all the others were to tell.
"""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test.utils import override_settings

from tests.domain.letters.real import ASKED, begun
from tests.domain.letters.table import NOON
from traders.domain.calendar import clock
from traders.domain.deadlines.game_clocks import DeadlineState
from traders.domain.letters.letter_facts import decode
from traders.domain.letters.stored_reminders import remind
from traders.domain.play import door
from traders.domain.post import delivery
from traders.domain.post.notifications.sending import _still_true
from traders.domain.post.overtaken_letters import still_asks
from traders.engines.kernel.refusal import Refusal
from traders.models import (
    Deadline,
    DeadlineKind,
    Game,
    Letter,
    LetterKind,
    LetterStatus,
    Telling,
    WebHook,
)

pytestmark = pytest.mark.django_db


class NoWayOut(EmailBackend):
    """A mail server that is away."""

    def open(self) -> bool:
        raise ConnectionRefusedError("nobody is there")


BOTH: dict[str, Any] = ASKED | {
    "blue": {"at": "Niven", "hand": ["Quarantine", "Superzap"]},
}
"""Both are asked about a jump, and about its zap, too (PR-INTERVAL-10)."""
OPENS = NOON + timedelta(hours=9)
"""When letters leave again."""


@pytest.fixture
def game(db) -> Game:
    """Its welcomes have left, and then the way out is blocked."""
    game = begun(BOTH)
    sent_at(NOON)
    mail.outbox.clear()
    return game


def sent_at(now: datetime) -> list[Letter]:
    """The letters that leave then, in their order."""
    with clock.at(now):
        while delivery.sweep():
            pass
    names = [
        message_from_bytes(one.message().as_bytes(), policy=policy.default)["Message-ID"]
        for one in mail.outbox
    ]
    found = {letter.message_id: letter for letter in Letter.objects.select_related("game")}
    return [found[name] for name in names]


def says(game: Game, seat: str, text: str, minutes: float, source: str = "page") -> None:
    at, on_page = NOON + timedelta(minutes=minutes), source == "page"
    door.orders(game.pk, seat, text, source=source, at=at, on_the_spot=on_page)
    with clock.at(at), override_settings(EMAIL_BACKEND=f"{__name__}.NoWayOut"):
        while delivery.sweep():
            pass


def told_in(letter: Letter) -> list[str]:
    facts = decode(letter.facts)
    events = [*(event for one in facts.earlier for event in one.events), *facts.events]
    return [event.text for event in events]


def all_pass(game: Game, minutes: float, rounds: int) -> None:
    for n in range(rounds):
        for seat in ("blue", "green"):
            says(game, seat, "pass", minutes + n)


@pytest.mark.sampled
@pytest.mark.parametrize("rounds", [0, 1, 2, 3])
def test_each_player_has_one_true_letter_that_tells_all(game, rounds):
    """However far play went: no window, one that closed, one after another, the turn itself
    (PR-RECEIPT-10).
    """
    says(game, "red", "jump niven regular", 10)
    heard: dict[str, list[str]] = {}
    all_pass(game, 20, rounds)
    for letter in Letter.objects.exclude(kind=LetterKind.WELCOME).order_by("pk"):
        for text in [event.text for event in decode(letter.facts).events]:
            heard.setdefault(letter.seat, []).append(text)
    letters = sent_at(OPENS)
    for letter in letters:
        assert still_asks(letter) or not letter.asks
        assert letter.kind != LetterKind.INTERVAL or letter.asks
    assert set(Counter(letter.seat for letter in letters).values()) <= {1}
    if rounds == 0:
        assert {letter.seat for letter in letters} == {"blue", "green"}
    for letter in letters:
        assert told_in(letter) == heard[letter.seat]


def test_a_question_that_was_answered_on_the_page_is_not_sent_and_its_news_comes_next(game):
    """(PR-RECEIPT-10)"""
    says(game, "red", "jump niven regular", 10)
    says(game, "blue", "pass", 20)  # green has not
    assert [letter.seat for letter in sent_at(OPENS)] == ["green"]
    waiting = Letter.objects.get(seat="blue", status=LetterStatus.HELD)
    assert (waiting.asks, waiting.moment, waiting.kind) == (False, "", LetterKind.HAPPENED)
    mail.outbox.clear()
    says(game, "green", "pass", 9 * 60 + 5)
    (to_blue,) = [one for one in sent_at(OPENS + timedelta(hours=1)) if one.seat == "blue"]
    assert any("Red declares" in text for text in told_in(to_blue))


def test_a_question_that_is_still_open_is_sent_however_late(game):
    says(game, "red", "jump niven regular", 10)
    letters = sent_at(OPENS)
    assert sorted(letter.seat for letter in letters) == ["blue", "green"]
    assert all(letter.asks and letter.kind == LetterKind.INTERVAL for letter in letters)


def test_a_question_that_left_late_tells_until_when_its_reader_has_time(db):
    """A turn's clock counts from when its letter was accepted (PR-TURN-01)."""
    game = begun(ASKED)
    with clock.at(NOON), override_settings(EMAIL_BACKEND=f"{__name__}.NoWayOut"):
        while delivery.sweep():
            pass
    (before,) = Deadline.objects.filter(game=game, kind=DeadlineKind.TURN)
    (welcome,) = [one for one in sent_at(OPENS) if one.asks]
    (after,) = Deadline.objects.filter(game=game, kind=DeadlineKind.TURN)
    assert before.due and after.due and after.due - before.due == OPENS - NOON
    assert welcome.due == decode(welcome.facts).due == after.due
    ends = decode(welcome.facts).ends
    assert ends and ends > after.due
    there = after.due.astimezone(ZoneInfo(welcome.player.zone))
    assert f"{there:%a %H:%M}" in welcome.subject


def test_where_the_letter_that_tries_the_way_is_overtaken_another_tries_it(game):
    """The others would wait for hours, each by its own pause, though the way is open."""
    says(game, "red", "jump niven regular", 10)
    for minute in (11, 12, 18, 19):
        away = override_settings(EMAIL_BACKEND=f"{__name__}.NoWayOut")
        with clock.at(NOON + timedelta(minutes=minute)), away:
            while delivery.sweep():
                pass
    calls, waits = Letter.objects.filter(blocked=True).order_by("next_try")
    assert waits.next_try - calls.next_try > timedelta(minutes=10)
    on_page = {"source": "page", "at": NOON + timedelta(minutes=19), "on_the_spot": True}
    door.orders(game.pk, calls.seat, "pass", **on_page)
    sent_at(NOON + timedelta(minutes=20, seconds=1))
    (left,) = sent_at(NOON + timedelta(minutes=20, seconds=6))
    assert left.pk == waits.pk


def test_one_that_may_have_left_goes_again_as_it_was(db):
    """The same bytes under the same Message-ID: a mail program may show it once."""
    begun(ASKED)
    with clock.at(NOON), override_settings(EMAIL_BACKEND=f"{__name__}.NoWayOut"):
        while delivery.sweep():
            pass
    (welcome,) = Letter.objects.filter(asks=True)
    unknown = {"status": LetterStatus.SENDING, "worker": "dead", "next_try": NOON}
    Letter.objects.filter(pk=welcome.pk).update(**unknown)
    sent_at(NOON + timedelta(minutes=1))
    (again,) = [one for one in sent_at(OPENS) if one.asks]
    assert again.pk == welcome.pk
    assert bytes(again.raw or b"") == bytes(welcome.raw or b"")


@pytest.mark.parametrize("hours", [1, 20, 40])
def test_so_does_the_question_of_a_window(game, hours):
    """From half of the interval on it has waited for its notices (PR-MAIL-01)."""
    says(game, "red", "jump niven regular", 10)
    letters = sent_at(NOON + timedelta(hours=hours))
    row = Deadline.objects.get(game=game, kind=DeadlineKind.INTERVAL, done_at=None)
    assert DeadlineState.read(row.data).held_up == {}
    assert sorted(letter.seat for letter in letters) == ["blue", "green"]
    for letter in letters:
        assert letter.due == decode(letter.facts).due == row.due


def test_what_answers_a_letter_goes_by_itself_and_asks_nothing_that_is_over(game):
    """(PR-RECEIPT-06)"""
    says(game, "red", "jump niven regular", 10)
    says(game, "blue", "say: well met", 15, source="letter")
    all_pass(game, 20, 1)
    receipts = [one for one in sent_at(OPENS) if decode(one.facts).lines]
    assert [letter.seat for letter in receipts] == ["blue"]
    assert not receipts[0].asks


def test_who_is_asked_only_now_is_not_reminded_beside(game):
    says(game, "red", "jump niven regular", 10)
    asked = Letter.objects.get(seat="blue", kind=LetterKind.INTERVAL)
    with clock.at(NOON + timedelta(hours=6)):
        remind(game, ["blue"], asked.moment, asked.due, clock.now())
    assert [one.kind for one in sent_at(OPENS) if one.seat == "blue"] == [LetterKind.INTERVAL]


def test_a_welcome_goes_without_a_question_that_is_over(db):
    game = begun(BOTH)
    says(game, "red", "end", 10)
    letters = sent_at(OPENS)
    welcomes = {one.seat: one for one in letters if one.kind == LetterKind.WELCOME}
    assert set(welcomes) == {"red", "blue", "green"}
    assert not welcomes["red"].asks
    assert [one.seat for one in letters if one.asks] == ["blue"]


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("passing", "told"),
    [((), True), (("green",), True), (("blue",), False), (("green", "blue"), False)],
)
def test_neither_hooks_nor_browsers_are_told_of_what_is_over(game, passing, told):
    says(game, "red", "jump niven regular", 10)
    asked = Letter.objects.get(seat="blue", kind=LetterKind.INTERVAL)
    for seat in passing:
        says(game, seat, "pass", 20)
    telling = Telling(
        letter=Letter.objects.select_related("game").get(pk=asked.pk),
        hook=WebHook(player=asked.player, url="https://x.test"),
    )
    assert _still_true(telling, NOON + timedelta(minutes=30)) is told


@pytest.mark.examples("overtaken-letters")
def test_whatever_is_played_while_no_letter_leaves_none_asks_what_is_over(game, examples, lots):
    """By pages and by letters, with a look at the way out now and then."""
    minutes = 0.0
    orders = ("pass", "end", "jump niven regular", "jump jaxin", "say: hello", "halt", "status")
    for _ in range(examples):
        minutes += lots.choice((1, 5, 40))
        try:
            says(game, lots.choice(("red", "blue", "green")), lots.choice(orders), minutes,
                 lots.choice(("page", "page", "letter")))  # fmt: skip
        except Refusal:
            continue
        if lots.random() < 0.2:
            minutes += 30
            mail.outbox.clear()
            letters = sent_at(NOON + timedelta(minutes=minutes))
            game.refresh_from_db()
            asking = [one for one in letters if one.asks]
            assert all(still_asks(one) for one in asking)
            # what answers a letter, and what another player writes, goes by itself and says again
            # what the reader is asked
            facts = {one: decode(one.facts) for one in asking}
            alone = [one for one in asking if not facts[one].lines and not facts[one].press]
            assert max(Counter(one.seat for one in alone).values(), default=0) <= 1
    assert not Letter.objects.filter(status=LetterStatus.FAILED).exists()
