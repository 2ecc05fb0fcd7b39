"""Sending what is queued: claimed, posted outside every transaction, and then settled. A web hook
that fails for a day is switched off, and a browser that is gone is removed; their owners are told
by letter.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from datetime import datetime, timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import connection, transaction
from django.db.models import Q
from django.urls import reverse

from traders.domain.calendar import clock
from traders.domain.letters.addresses import machine_headers
from traders.domain.letters.plain_text_layout import cut
from traders.domain.letters.subjects import MOST
from traders.domain.people import club_roles
from traders.domain.post import overtaken_letters
from traders.domain.post.notifications.http_post import LATE, PATIENCE, Answer, post
from traders.domain.post.notifications.message import message, plain, shaped, signed
from traders.domain.post.notifications.web_push import pushed
from traders.domain.post.unsendable_letter_check import stale
from traders.models import Browser, Entry, Letter, Phase, Player, Sealed, Seat, Telling, WebHook

log = logging.getLogger(__name__)

PORTION = 40
"""Messages of one sweep."""
LONGEST = PATIENCE + 0.5
"""Seconds for which a sweep waits for answers, those to its look-ups included."""
CLAIM = timedelta(minutes=3)
"""After this a message is somebody else's to send: its worker died."""
GIVEN_UP = timedelta(days=1)
"""How long a web hook may fail before it is switched off, and how long a message is tried."""
LONGEST_PAUSE = timedelta(hours=2)
GONE = {404, 410}
"""What a push service answers where the browser is no longer subscribed (RFC 8030, section 7.3)."""


def sweep() -> int:
    """Send a portion of what is due; returns how many were looked at."""
    now = clock.now()
    claimed = _claim(now)
    going = []
    for telling in claimed:
        if _still_true(telling, now):
            going.append(telling)
        else:
            _forget(telling)
    failed = []
    for telling, answer in _answers(going, now):
        if answer.taken:
            _settle(telling, answer, clock.now())
        else:
            failed.append((telling, answer))
    for telling, answer in failed:  # last, since an owner may be told by letter
        _settle(telling, answer, clock.now())
    return len(claimed)


def _claim(now: datetime) -> list[Telling]:
    """What is due, for this sweep alone, with all that its messages need."""
    due = Telling.objects.filter(next_try__lte=now).order_by("next_try", "pk")
    if connection.features.has_select_for_update_skip_locked:
        due = due.select_for_update(skip_locked=True)
    with transaction.atomic():
        ids = [telling.pk for telling in due[:PORTION]]
        Telling.objects.filter(pk__in=ids).update(next_try=now + CLAIM)
    found = Telling.objects.filter(pk__in=ids).select_related(
        "hook__player", "hook__club", "browser__player", "letter__game", "letter__player"
    )
    return list(found.defer("letter__raw", "letter__facts", "letter__game__position"))


def _still_true(telling: Telling, now: datetime) -> bool:
    """Whether it is still to be told: not to whoever lost the seat, was asked something later, or
    has answered; nor once play went past the question (PR-RECEIPT-10).
    """
    letter, way = telling.letter, (telling.hook or telling.browser)
    if way is None or (way.player is not None and not way.player.is_active):
        return False
    if letter is None:
        return True
    if letter.game is None or letter.game.phase != Phase.PLAYING:
        return False
    if letter.due is not None and letter.due < now:
        return False
    if not letter.asks or letter.status in overtaken_letters.GONE:
        return False
    of_seat = {"game": letter.game, "seat": letter.seat}
    later = Letter.objects.filter(**of_seat, asks=True, pk__gt=letter.pk)
    return not (
        stale(letter, Seat.objects.filter(game=letter.game, colour=letter.seat).first())
        or (telling.attempts and later.exists())
        or Entry.objects.filter(**of_seat, number__gt=letter.entry).exists()
        or Sealed.objects.filter(**of_seat, at__gt=letter.written).exists()
        or not overtaken_letters.still_asks(letter)
    )


def _forget(telling: Telling) -> None:
    """It is told to nobody any more. A web hook for which nothing else waits fails no longer: when
    it fails again, its day begins anew.
    """
    telling.delete()
    if telling.hook is not None:
        WebHook.objects.filter(pk=telling.hook.pk, off=None, tellings=None).update(
            failing_since=None, problem=""
        )


def _answers(going: Sequence[Telling], now: datetime) -> Iterator[tuple[Telling, Answer]]:
    """Post these messages, all at once; each with its answer, as it comes. Who is slow holds up
    neither the others nor the sweep: a thread that still looks up a name is not waited for, and
    posts nothing any more.
    """
    if not going:
        return
    threads = ThreadPoolExecutor(len(going))
    posted = {threads.submit(_post, telling, now): telling for telling in going}
    threads.shutdown(wait=False)
    try:
        for answered in as_completed(list(posted), LONGEST):
            yield posted.pop(answered), answered.result()
    except TimeoutError:
        for late, telling in posted.items():
            yield telling, late.result() if late.done() else Answer(0, LATE)


def _post(telling: Telling, now: datetime) -> Answer:
    """Post one message; nothing here asks the database."""
    hook, browser = telling.hook, telling.browser
    try:
        if hook is not None:
            told = message(telling, hook.secret)
            body = shaped(told, hook.shape)
            return post(hook.url, body, signed(hook, body, told, now))
        assert browser is not None, "it is told in one way"
        told = message(telling, browser.auth)
        return pushed(browser, plain(told), told, now)
    except Exception as fault:  # whatever is wrong with one, the others are told
        log.exception("telling %s cannot be made", telling.pk)
        return Answer(0, f"It could not be made ({type(fault).__name__}).")


def _settle(telling: Telling, answer: Answer, now: datetime) -> None:
    """What an answer means for the message and for the way it took."""
    hook = telling.hook
    if answer.taken:
        telling.delete()
        if hook is not None:
            WebHook.objects.filter(pk=hook.pk, url=hook.url).update(
                told=now, failing_since=None, problem=""
            )
    elif _is_over(telling, answer, now):
        telling.delete()
    else:
        pause = min(timedelta(minutes=2**telling.attempts), LONGEST_PAUSE)
        Telling.objects.filter(pk=telling.pk).update(
            attempts=min(telling.attempts + 1, 30), next_try=now + pause
        )


def _is_over(telling: Telling, answer: Answer, now: datetime) -> bool:
    """Whether a message that was not taken is tried no more."""
    if telling.hook is not None:
        return _failed(telling.hook, answer, now)
    assert telling.browser is not None, "it is told in one way"
    gone = answer.status in GONE and _removed(telling.browser)
    return gone or now - telling.made >= GIVEN_UP


def _failed(hook: WebHook, answer: Answer, now: datetime) -> bool:
    """Note a web hook's failure; whether it is switched off by it. One that was changed meanwhile
    is another one.
    """
    same = WebHook.objects.filter(Q(off=None), pk=hook.pk, url=hook.url)
    same.filter(failing_since=None).update(failing_since=now)
    same.update(problem=answer.words[:200])
    current = same.first()
    if current is None or current.failing_since is None:
        return current is None
    if answer.status != 410 and now - current.failing_since < GIVEN_UP:
        return False
    if not _owners_told(current, answer):
        return False  # the next attempt says so again
    with transaction.atomic():
        if same.update(off=now):
            current.tellings.all().delete()
    return True


def _owners_told(hook: WebHook, answer: Answer) -> bool:
    """Tell its player, or its club's organizers, by letter that the web hook is switched off;
    whether the mail server took each.
    """
    why = "says that it is gone" if answer.status == 410 else "has failed for a day"
    if hook.club is not None:
        owners = list(club_roles.organizers(hook.club))
        whose, rest = f"The web hook of {hook.club}", "The club's feed tells its news as before."
        page = reverse("club-settings", args=[hook.club.slug])
        place = "on the page of the club's settings"
    else:
        owners = [hook.player] if hook.player is not None else []
        whose, rest = "Your web hook", "Letters come as before."
        page, place = reverse("account"), "on your account's page"
    told = f"{whose} {why}, so I switched it off. {answer.words}"
    again = f"{rest} To switch it on again, save it {place}:\n{settings.SITE_URL}{page}"
    return _written(owners, f"{whose} is switched off", told, again)


def _removed(browser: Browser) -> bool:
    """Remove a browser that is gone, and tell its player once by letter; whether it is removed."""
    if not Browser.objects.filter(pk=browser.pk).exists():
        return True  # another message to it was answered so
    called = browser.name or "A browser of yours"
    told = (
        f"{called} shows you no more messages: it no longer takes them, so I removed it from your "
        "account. That happens when messages are forbidden in it, or its data is deleted."
    )
    page = f"{settings.SITE_URL}{reverse('account')}"
    again = f"Letters come as before. To have messages again, open this in that browser:\n{page}"
    written = _written([browser.player], cut(f"{called} is removed", MOST), told, again)
    if written:
        browser.delete()
    return written


def _written(owners: Iterable[Player], subject: str, told: str, again: str) -> bool:
    """Write to these players; whether the mail server took each letter."""
    letters = [
        EmailMessage(
            subject,
            f"Hello {owner.display_name}.\n\n{told}\n\n{again}\n",
            to=[owner.email],
            headers=machine_headers(),
        )
        for owner in owners
    ]
    try:
        for letter in letters:
            letter.send()
    except OSError:  # Django's mail errors are subclasses
        log.warning("a letter could not be sent: %s", subject)
        return False
    return True
