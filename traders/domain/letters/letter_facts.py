"""A letter's facts: its content as data, made when it is written from the seat's events, view and
own lines, and from nothing else.

Facts are stored with the letter as JSON. All that is shown later derives from them, the reader's
zone and address, and the site's settings: the same facts give the same letter.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any, Literal

import msgspec

from traders.domain.history.moment_labels import MomentLabel
from traders.domain.history.player_dice_mixture import Mixed
from traders.domain.letters.plain_text_layout import plain
from traders.domain.table.change_set import Line, NumberedEvent
from traders.engines.kernel.contract.contract import Choice, Event, Interval, Offer, Pending, Turn
from traders.engines.kernel.contract.suggestion import Suggestion
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.telling.past_tense_telling import Happened
from traders.models import LetterKind

OF_PLAY = (LetterKind.WELCOME, LetterKind.TURN, LetterKind.INTERVAL, LetterKind.CHOICE)
"""Kinds that tell how play stands, and may ask something of it."""
ASKING = frozenset((*OF_PLAY, LetterKind.REMINDER))
"""Kinds that tell what the reader may order."""

FINGERPRINTS_EVERY = 10
"""One letter in so many tells its seat the fingerprints of the game's record (PR-RECORD-03)."""


class Happening(msgspec.Struct, frozen=True, omit_defaults=True):
    """One sentence about what happened, with the number of its entry."""

    number: int
    text: str
    rule: str = ""
    kind: str = ""
    """The row of the game's `events.toml`, with the data that it tells; without them the text
    stands.
    """
    data: dict[str, Any] = {}

    def __hash__(self) -> int:
        return hash((self.number, self.text))

    @classmethod
    def of(cls, number: int, event: Event) -> Happening:
        """What an event of that entry told."""
        return cls(number, event.text, event.rule, event.kind, event.data)

    @property
    def happened(self) -> Happened:
        """It without its entry, to be told."""
        return Happened(plain(self.text), self.kind, self.data)


def happenings(told: Iterable[NumberedEvent]) -> list[tuple[Event, Happening]]:
    """What a session's events told, beside these."""
    return [(one.event, Happening.of(one.number, one.event)) for one in told]


AwaitedKind = Literal["turn", "interval", "choice"]


class AwaitedAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The decision that play waits for from the reader."""

    kind: AwaitedKind
    name: str = ""
    """The turn's stage, the interval's name, the choice's question."""
    cause: str = ""
    about: Happening | None = None
    """What an interval is about by its kind and data, where it has them."""
    rule: str = ""
    silence: str = ""
    question: bool = False
    stakes: str = ""
    wins: str = ""
    """The seat that wins the game at once if nothing stops what the interval is about."""
    attacked: bool = False
    things: tuple[str, ...] = ()
    first: bool = True
    """Whether the turn, interval or choice is new to the reader with this letter."""
    again: bool = False
    """Whether the interval in which the reader passed was opened once more (PR-PRIORITY-04)."""
    sent: bool = False
    """Whether reactions of the reader are kept until the interval closes."""
    in_turn: bool = False
    """Whether an interval is a round's turn, which all order at once."""
    then: tuple[str, ...] = ()
    """Names of the intervals that may follow this one in the same deed."""

    @property
    def under_way(self) -> Happened:
        """What an interval is about."""
        return (
            Happened(self.cause, self.about.kind, self.about.data)
            if self.about
            else Happened(self.cause)
        )

    @property
    def is_turn(self) -> bool:
        """Whether the reader's turn is ordered: alone, or in a round with all."""
        return self.kind == "turn" or self.in_turn

    def pending(self, seat: str, moment: str) -> Pending:
        """What play waits for, as far as a letter with this moment shows it to that seat."""
        key = MomentLabel.read(moment).key
        if self.kind == "choice":
            return Choice(key, seat, self.name, self.things, self.silence, self.rule)
        if self.kind == "interval":
            return Interval(
                key,
                self.name,
                self.cause,
                (seat,),
                self.rule,
                self.silence,
                self.question,
                self.stakes,
                (seat,) if self.attacked else (),
                in_turn=self.in_turn,
                wins=self.wins,
                then=self.then,
            )
        return Turn((seat,), self.name, self.rule, key, self.silence)


def asked_of(
    seat: Seat, pending: Pending | None, answered: Collection[Seat] = ()
) -> AwaitedAnswer | None:
    """The decision that play waits for from that seat; None if it waits for others, or if the seat
    has answered.
    """
    if seat in answered:
        return None
    match pending:
        case Turn() if seat in pending.seats:
            return AwaitedAnswer(
                "turn", name=pending.stage, rule=pending.rule, silence=pending.silence
            )
        case Interval() if seat in pending.seats:
            return AwaitedAnswer(
                "interval",
                name=pending.name,
                cause=pending.cause.rstrip("."),
                rule=pending.rule,
                silence=pending.silence,
                question=pending.question,
                stakes=pending.stakes,
                wins=pending.wins,
                attacked=seat in pending.attacked,
                in_turn=pending.in_turn,
                then=pending.then,
                about=Happening.of(0, pending.about) if pending.about else None,
            )
        case Choice() if seat == pending.seat:
            return AwaitedAnswer(
                "choice",
                name=pending.question,
                rule=pending.rule,
                silence=pending.silence,
                things=pending.things,
            )
        case _:
            return None


class SeatedPlayer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat and its player."""

    seat: str
    player: str
    bot: bool = False


class Message(msgspec.Struct, frozen=True, omit_defaults=True):
    """Press: a message from another seat, to everyone or to the reader alone."""

    seat: str
    words: str
    privately: bool = False
    bot: bool = False


class EarlierLetter(msgspec.Struct, frozen=True, omit_defaults=True):
    """The news of an earlier letter that was held and not sent by itself."""

    at: datetime
    events: tuple[Happening, ...]
    notices: tuple[str, ...] = ()
    press: tuple[Message, ...] = ()
    mixed: tuple[Mixed, ...] = ()
    mixture: str = ""


class Facts(msgspec.Struct, omit_defaults=True):
    """The content of one letter."""

    at: datetime
    """The second of the session: the letter's own date."""
    number: int
    """The number of the last entry."""
    moment: str = ""
    due: datetime | None = None
    ends: datetime | None = None
    """When the clock ends the reader's turn, saved and extra time counted, or at the earliest
    carries out a round without the reader's orders; None where it does not, or where the turn ends
    with its own time.
    """
    asked: AwaitedAnswer | None = None
    waits: str = ""
    """The decision that play waits for, in words to the reader."""
    events: tuple[Happening, ...] = ()
    notices: tuple[str, ...] = ()
    """News for every seat besides moves: a proposal, a vote that passed."""
    press: tuple[Message, ...] = ()
    earlier: tuple[EarlierLetter, ...] = ()
    lines: tuple[Line, ...] = ()
    remarks: tuple[str, ...] = ()
    """Remarks on lines of the reader's letter that were not carried out."""
    home: tuple[str, ...] = ()
    plans: tuple[str, ...] = ()
    offers: tuple[Offer, ...] = ()
    suggestion: Suggestion | None = None
    """What the reader is advised to order, made when the letter is made ready."""
    view: dict[str, Any] = {}
    started: bool = False
    ended: str = ""
    """How the game ended, in a sentence; empty while it goes on."""
    winners: tuple[str, ...] = ()
    table: tuple[SeatedPlayer, ...] = ()
    """The players by seat; only in the first and last letter."""
    history: str = ""
    """Digest of the history's last entry when the letter was prepared; `evidence` is that of the
    last link of evidence (PR-RECORD-03).
    """
    evidence: str = ""
    mixed: tuple[Mixed, ...] = ()
    """What its throws name as mixed into the dice (PR-CHANCE-03)."""
    mixture: str = ""
    """The digest with which the last of them was made; "" where they name nothing."""
    extra: dict[str, Any] = {}
    """Data of special kinds of letters (a ruling's text, a dead mailbox)."""
    paused: bool = False
    """Clocks are stopped: nothing falls due."""
    held: bool = False
    """A claim stops them: orders are kept until play goes on (PR-CLAIM-03)."""
    paused_until: datetime | None = None
    """When the organizer's pause is over; None in a pause of the table's own."""


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Facts)


def encode(facts: Facts) -> str:
    """Facts as JSON for the row."""
    return _encoder.encode(facts).decode("utf-8")


def decode(text: str) -> Facts:
    """Facts from a row's JSON."""
    return _decoder.decode(text)
