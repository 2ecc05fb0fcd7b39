"""Sending what is queued: claimed, posted outside every transaction, and then settled. A web hook
that fails for a day is switched off, and its owner told by letter; a browser that is gone is
removed quietly.
"""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import connection, transaction
from django.db.models import Q

from traders.domain.calendar import clock
from traders.domain.letters.addresses import machine_headers
from traders.domain.post.stale import stale
from traders.domain.post.telling.message import message, plain, shaped, signed
from traders.domain.post.telling.posting import Answer, post
from traders.domain.post.telling.push import pushed
from traders.models import Letter, Seat, Telling, WebHook

log = logging.getLogger(__name__)

PORTION = 40
"""Messages of one sweep."""
AT_ONCE = 8
"""Messages under way at the same time: who is slow does not hold up the others."""
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
    if not claimed:
        return 0
    going = [telling for telling in claimed if _still_true(telling)]
    with ThreadPoolExecutor(AT_ONCE) as threads:
        answers = list(threads.map(_post, going, [now] * len(going)))
    for telling, answer in zip(going, answers, strict=True):
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
        "hook__player", "browser__player", "letter__game", "letter__player"
    )
    return list(found.defer("letter__raw", "letter__facts", "letter__game__position"))


def _still_true(telling: Telling) -> bool:
    """Whether it is still to be told. What is not is forgotten: whoever lost the seat, or was asked
    something later, is told nothing of the earlier question.
    """
    letter, owner = telling.letter, (telling.hook or telling.browser)
    if letter is not None:
        seat = Seat.objects.filter(game=letter.game_id, colour=letter.seat).first()
        later = Letter.objects.filter(
            game=letter.game_id, seat=letter.seat, asks=True, pk__gt=letter.pk
        )
        if stale(letter, seat) or (telling.attempts and later.exists()):
            telling.delete()
            return False
    if owner is None or not owner.player.is_active:
        telling.delete()
        return False
    return True


def _post(telling: Telling, now: datetime) -> Answer:
    """Post one message; nothing here asks the database."""
    hook, browser = telling.hook, telling.browser
    try:
        if hook is not None:
            told = message(telling.letter, hook.secret)
            body = shaped(told, hook.shape)
            return post(hook.url, body, signed(hook, body, told, now))
        assert browser is not None, "it is told in one way"
        told = message(telling.letter, browser.auth)
        return pushed(browser, plain(told), told, now)
    except Exception as fault:  # whatever is wrong with one, the others are told
        log.exception("telling %s cannot be made", telling.pk)
        return Answer(0, f"It could not be made ({type(fault).__name__}).")


def _settle(telling: Telling, answer: Answer, now: datetime) -> None:
    """What an answer means for the message and for the way it took."""
    hook, browser = telling.hook, telling.browser
    if answer.taken:
        telling.delete()
        if hook is not None:
            WebHook.objects.filter(pk=hook.pk, url=hook.url).update(
                told=now, failing_since=None, problem=""
            )
    elif browser is not None and answer.status in GONE:
        browser.delete()
    elif _failed(hook, answer, now) if hook is not None else now - telling.made >= GIVEN_UP:
        telling.delete()
    else:
        pause = min(timedelta(minutes=2**telling.attempts), LONGEST_PAUSE)
        Telling.objects.filter(pk=telling.pk).update(
            attempts=min(telling.attempts + 1, 30), next_try=now + pause
        )


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
    if not _owner_told(current, answer):
        return False  # the next attempt says so again
    with transaction.atomic():
        if same.update(off=now):
            current.tellings.all().delete()
    return True


def _owner_told(hook: WebHook, answer: Answer) -> bool:
    """Tell the owner by letter that the web hook is switched off; whether the mail server took
    it.
    """
    why = "says that it is gone" if answer.status == 410 else "has failed for a day"
    text = (
        f"Hello {hook.player.display_name}.\n\nYour web hook {why}, so I switched it off. "
        f"{answer.words}\n\nLetters come as before. To switch it on again, save it on your "
        f"account's page:\n{settings.SITE_URL}/account\n"
    )
    letter = EmailMessage(
        "Your web hook is switched off", text, to=[hook.player.email], headers=machine_headers()
    )
    try:
        letter.send()
    except OSError:  # Django's mail errors are subclasses
        log.warning("the owner of web hook %s could not be told that it is off", hook.pk)
        return False
    return True


__all__ = ["sweep"]
