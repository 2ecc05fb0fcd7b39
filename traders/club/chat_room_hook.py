"""A club's chat room: its web hook is told what happens in the club, as far as every member may see
it. All news of a minute is one message.

News is reckoned, and not kept: the web hook remembers up to when it was looked for, and the keys of
its last minutes, since what is written in one transaction is seen only after its hour.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.urls import reverse

from traders.club.fault_isolation import by_itself
from traders.club.news import News, lasting, line, of_free_seats
from traders.domain.calendar import clock
from traders.domain.people import visibility
from traders.domain.post.notifications import subscriptions
from traders.domain.post.notifications.queue import queue_news
from traders.models import Club, WebHook

BACK = timedelta(minutes=10)
"""How far back news is looked for that was not there at its own time."""
MOST = 200
"""News of one look."""
LINES, LONGEST = 8, 110
"""Lines of a message and characters of a line: twice as many still fit a room."""


def save(club: Club, url: str, shape: str) -> WebHook:
    """Keep or change the club's web hook: told is what happens from now on. Raises `NotAllowed`."""
    with transaction.atomic():
        hook = subscriptions.save_hook(club, url, shape)
        _heard(hook, clock.now())
    return hook


def sweep() -> int:
    """Queue what is new for each club's web hook; returns how many messages."""
    hooks = WebHook.objects.filter(off=None).exclude(club=None).values_list("pk", flat=True)
    return sum(bool(by_itself(f"the room of hook {pk}", partial(_look, pk))) for pk in list(hooks))


@transaction.atomic
def _look(pk: int) -> bool:
    """Whether there was news for this web hook."""
    rows = WebHook.objects.select_for_update(skip_locked=True, of=("self",))
    hook = rows.select_related("club").filter(pk=pk, off=None).first()
    return hook is not None and _tell(hook, clock.now())


def _tell(hook: WebHook, now: datetime) -> bool:
    known = set(hook.heard)
    new = [news for news in _news(hook, now) if _key(news) not in known]
    _heard(hook, now)
    if not new:
        return False
    assert hook.club is not None
    page = new[0].page if len(new) == 1 else reverse("club", args=[hook.club.slug])
    queue_news(hook, in_words(new), page, now)
    return True


def _news(hook: WebHook, now: datetime) -> list[News]:
    """The news since a little before it was last looked for, what concerns most people first."""
    assert hook.club is not None
    since = (hook.heard_until or now) - BACK
    games = visibility.games_of_members(hook.club)
    found = [news for news in lasting(hook.club, games, MOST, since)[::-1] if news.at <= now]
    found += [news for news in of_free_seats(games, now) if news.at > since]
    return sorted(found, key=lambda news: (news.game is not None, news.at))


def _heard(hook: WebHook, now: datetime) -> None:
    """Nothing up to now is told again."""
    hook.heard_until = now
    hook.heard = [_key(news) for news in _news(hook, now)]
    hook.save(update_fields=["heard_until", "heard"])


def _key(news: News) -> str:
    return f"{news.game.pk}/{news.key}" if news.game is not None else news.key


def in_words(news: list[News]) -> str:
    """A message: a line each, no more than a room shows."""
    lines = [line(one) for one in news]
    shown = [one if len(one) <= LONGEST else f"{one[: LONGEST - 1]}…" for one in lines[:LINES]]
    more = len(lines) - len(shown)
    return "\n".join([*shown, *([f"… and {more} more"] if more else [])])
