"""Queueing what is to be told beside mail: when a letter that asks something is ready to go, when a
club has news, or as a trial.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from traders.domain.calendar import clock
from traders.domain.letters.letter_facts import ASKING
from traders.models import Browser, Letter, Prepared, Telling, WebHook, together

_HOOKS = Prepared(
    WebHook, lambda players=list: WebHook.objects.filter(player__among=players, off=None)
)
_BROWSERS = Prepared(Browser, lambda players=list: Browser.objects.filter(player__among=players))
"""Ways of players to be told beside mail."""


def queue(letters: Iterable[Letter]) -> None:
    """Queue a message to each way of their readers, for letters that ask something. It goes with
    the letter: in its transaction, at its time.
    """
    asking: dict[int, list[Letter]] = {}
    for letter in letters:
        if letter.asks and letter.kind in ASKING:
            asking.setdefault(letter.player_id, []).append(letter)
    if not asking:
        return
    hooks, browsers = together((_HOOKS, list(asking)), (_BROWSERS, list(asking)))
    if not hooks and not browsers:
        return
    at = clock.now()
    times = {"made": at, "next_try": at}
    Telling.objects.bulk_create(
        [
            *(
                Telling(letter=letter, hook=hook, **times)
                for hook in hooks
                for letter in asking[hook.player_id]
            ),
            *(
                Telling(letter=letter, browser=browser, **times)
                for browser in browsers
                for letter in asking[browser.player_id]
            ),
        ]
    )


def queue_trial(way: WebHook | Browser, at: datetime) -> None:
    """Queue a trial message there, in place of one that still waits."""
    way.tellings.filter(letter=None, words="").delete()
    way.tellings.create(made=at, next_try=at)


def queue_news(hook: WebHook, words: str, page: str, at: datetime) -> None:
    """Queue a club's news; `page`: the path where it is seen."""
    hook.tellings.create(words=words, page=page, made=at, next_try=at)
