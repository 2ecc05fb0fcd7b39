"""What a letter may tell, as data: taken at the writing from what the seat heard, its view and its
own lines, and from nothing else.

Facts are stored with the letter as JSON. Everything that is shown later is made of them, the
reader's zone and address, and the site's settings: the same facts give the same letter.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from traders.domain.table.change_set import Line
from traders.engines.kernel.contract import Offer


class Happening(msgspec.Struct, frozen=True, omit_defaults=True):
    """One sentence of what happened, with the number of its entry."""

    number: int
    text: str
    rule: str = ""


class AwaitedAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What play waits for from the reader."""

    kind: str
    """turn, interval or choice."""
    name: str = ""
    """The turn's stage, the interval's name, the choice's question."""
    cause: str = ""
    rule: str = ""
    silence: str = ""
    question: bool = False
    critical: bool = False
    attacked: bool = False
    things: tuple[str, ...] = ()
    first: bool = True
    """The turn, interval or choice is new to the reader with this letter."""


class Chair(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits where."""

    seat: str
    player: str
    bot: bool = False


class Message(msgspec.Struct, frozen=True, omit_defaults=True):
    """Press: what another seat said to all, or to the reader alone."""

    seat: str
    words: str
    privately: bool = False


class Before(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an earlier letter would have told that was not sent by itself."""

    at: datetime
    events: tuple[Happening, ...]
    notices: tuple[str, ...] = ()
    press: tuple[Message, ...] = ()


class Facts(msgspec.Struct, omit_defaults=True):
    """All that one letter may tell."""

    at: datetime
    """The second of the session: the letter's own date."""
    number: int
    """Of the last entry."""
    moment: str = ""
    due: datetime | None = None
    asked: AwaitedAnswer | None = None
    waits: str = ""
    """What play waits for, in words that all may read."""
    events: tuple[Happening, ...] = ()
    notices: tuple[str, ...] = ()
    """What every seat is told beyond the moves: a proposal, a vote that passed."""
    press: tuple[Message, ...] = ()
    earlier: tuple[Before, ...] = ()
    lines: tuple[Line, ...] = ()
    remarks: tuple[str, ...] = ()
    """What is said of lines of the reader's letter that did not go to the door."""
    home: tuple[str, ...] = ()
    plans: tuple[str, ...] = ()
    offers: tuple[Offer, ...] = ()
    view: dict[str, Any] = {}
    started: bool = False
    ended: str = ""
    """How the game ended, in a sentence; empty while it goes on."""
    winners: tuple[str, ...] = ()
    table: tuple[Chair, ...] = ()
    """Only in the first and last letter."""
    history: str = ""
    """Digest of the history's last entry when the letter was made ready, and `evidence`, that of
    the last link of evidence (PR-RECORD-03).
    """
    evidence: str = ""
    extra: dict[str, Any] = {}
    """What a kind of letter of its own tells besides (a ruling's text, a dead mailbox)."""


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Facts)


def encode(facts: Facts) -> str:
    """Facts as the row keeps them."""
    return _encoder.encode(facts).decode("utf-8")


def decode(text: str) -> Facts:
    """Facts out of a row."""
    return _decoder.decode(text)
