"""What is told beside mail: the letter's subject, with the link and the hour, or a club's news. One
function says it for web hooks and browsers; nothing in it is secret beyond the subject.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.urls import reverse

from traders.models import HookShape, Telling, WebHook


@dataclass(frozen=True)
class Message:
    """One message: its name, the same for every attempt; its words, the page, the deadline."""

    name: str
    words: str
    url: str
    due: datetime | None = None
    about: str = ""
    """The game and seat: a later message about them replaces this one."""


def message(telling: Telling, secret: str) -> Message:
    """What is told: what a letter asks, a club's news, or that this is a trial. `secret`: the
    receiver's, under which its name is made.
    """
    letter = telling.letter
    if telling.words:
        name = _name(secret, f"news/{telling.pk}")
        return Message(name, telling.words, settings.SITE_URL + telling.page, about=name)
    if letter is None:
        return Message("trial", "This is a trial: messages arrive here.", settings.SITE_URL + "/")
    game = letter.game
    page = reverse("game", args=[game.slug]) if game is not None else "/"
    return Message(
        _name(secret, letter.message_id),
        letter.subject,
        settings.SITE_URL + page,
        letter.due,
        _name(secret, f"{letter.game_id}/{letter.seat}"),
    )


def plain(told: Message) -> dict[str, str]:
    """The message as data, for browsers and plain JSON."""
    return {
        "id": told.name,
        "about": told.about,
        "text": f"{told.words}\n{told.url}",
        "subject": told.words,
        "url": told.url,
        "due": told.due.isoformat() if told.due else "",
        "username": "Traders by Post",
    }


def shaped(told: Message, shape: str) -> bytes:
    """The message as JSON in the shape that a web hook takes. Words are shown as they are: nobody
    is called by them, nothing is a link but the page.
    """
    data: dict[str, object]
    match shape:
        case HookShape.DISCORD:
            words = "".join(f"\\{sign}" if sign in _MARKUP else sign for sign in told.words)
            data = {"content": f"{words}\n<{told.url}>", "allowed_mentions": {"parse": []}}
        case HookShape.SLACK:
            words = told.words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
            data = {"text": f"{words}\n<{told.url}>"}
        case _:
            data = dict(plain(told))
    return json.dumps(data, ensure_ascii=False).encode()


_MARKUP = frozenset("\\*_~`|<>[]()#@:")


def signed(hook: WebHook, body: bytes, told: Message, at: datetime) -> dict[str, str]:
    """The headers of a message to a web hook: HMAC-SHA256 under the hook's secret, over the time in
    seconds, a full stop and the body.
    """
    moment = str(int(at.timestamp()))
    seal = hmac.digest(hook.secret.encode(), f"{moment}.".encode() + body, "sha256").hex()
    return {
        "Content-Type": "application/json; charset=utf-8",
        "X-Traders-Id": told.name,
        "X-Traders-Timestamp": moment,
        "X-Traders-Signature": f"sha256={seal}",
    }


def _name(secret: str, text: str) -> str:
    return hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()[:24]
