"""The shapes of what the API reads and answers."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from ninja import Schema
from pydantic import ConfigDict, Field, StringConstraints

from traders.engines.kernel.contract.bot_level import Level

Line = Annotated[str, StringConstraints(min_length=1, max_length=4_000)]


class Told(Schema):
    """What is posted: what is not known here is refused."""

    model_config = ConfigDict(extra="forbid")


class Problem(Schema):
    """A refusal (RFC 9457). `rules`: the rules that refuse, by id; `instead`: what is possible, the
    nearest first.
    """

    type: str
    title: str
    status: int
    detail: str
    rules: list[str] = []
    instead: list[str] = []


# --- games ----------------------------------------------------------------------------------------


class SeatOut(Schema):
    """A seat, by its colour. `free`: somebody may take it now."""

    colour: str
    name: str
    bot: bool
    free: bool


class GameLineOut(Schema):
    """A game in a list. `asks_me`: it asks the seat of who calls something; `due`: until when."""

    slug: str
    title: str
    system: str
    club: str
    phase: Literal["gathering", "playing", "over"]
    seats: list[SeatOut]
    waits: str
    asks_me: bool
    due: datetime | None


class ChangesOut(Schema):
    """My games of which something changed since the cursor that was sent, the newest first. `next`:
    the cursor to send as `after` the next time; `more`: more have changed, so ask at once.
    """

    games: list[GameLineOut]
    next: str
    more: bool


class GamesOut(Schema):
    """A page of games, the newest first. `next`: what `after` is for the next page; "" on the
    last.
    """

    games: list[GameLineOut]
    next: str


class PendingOut(Schema):
    """What play waits for. `name`: the stage of a turn, or the name of a reaction window; for a
    choice the question, as `things` the answers to choose from, told to the seat that is asked
    alone.
    """

    kind: Literal["turn", "window", "question", "choice", "over", "nothing"]
    seats: list[str]
    name: str
    things: list[str] = []


class ResultOut(Schema):
    """How a game ended."""

    winners: list[str]
    ending: str
    words: str


class GameOut(GameLineOut):
    """A game as the seat of who asks may see it; without a seat as the gallery sees it.

    `number`: of the last entry of the history. `moment`: for its seats the name of what play waits
    for: an order that is sent with it (`If-Match`) counts for that and nothing later. `due`: until
    when play waits, saved and extra time left out; `ends`: where that is over, until when they run
    for the seat, in a round at the earliest. `view`: the position, as the system of the game tells
    it. `sealed`: what the seat said that is not public yet. `take_backs`: one person alone took it
    back, so that the game counts in no rating, ladder or season.
    """

    options: dict[str, object]
    seat: str | None
    number: int
    moment: str
    pending: PendingOut
    ends: datetime | None
    held_until: datetime | None
    sealed: list[str]
    proposals: list[str]
    take_backs: bool
    result: ResultOut | None
    view: dict[str, object]
    board: str


# --- offers and orders ----------------------------------------------------------------------------


class BlankOut(Schema):
    """A free part of an offered order, `{name}` in it: a number from `low` to `high`, or one of
    `things`, or any words.
    """

    name: str
    low: int | None
    high: int | None
    things: list[str]


class OfferOut(Schema):
    """One thing that the seat may do now, as the order that does it. `reaction`: it is kept unseen
    until the open window closes.
    """

    order: str
    words: str
    rule: str
    reaction: bool
    blanks: list[BlankOut]


class SuggestionOut(Schema):
    """A good turn, in orders to be sent in that sequence, with its odds in words."""

    orders: list[str]
    words: str


class OffersOut(Schema):
    """All that the seat may do now. `suggestion`: none for players who want no hints."""

    moment: str
    asks_me: bool
    offers: list[OfferOut]
    suggestion: SuggestionOut | None


class OrdersIn(Told):
    """Orders, one a line, as a letter has them."""

    orders: Annotated[list[Line], Field(min_length=1, max_length=100)]


class LineOut(Schema):
    """What became of one line. `kind`, `rules`, `instead`: of a refusal."""

    text: str
    answer: str
    words: str
    kind: str
    rules: list[str]
    instead: list[str]


class ReceiptOut(Schema):
    """The receipt: each line with what became of it, then what came of them all. `number`: of the
    last entry of the history now.
    """

    lines: list[LineOut]
    came: list[str]
    number: int


class PressIn(Told):
    """Words to all, or to one seat by its colour."""

    words: Annotated[str, StringConstraints(min_length=1, max_length=2_000)]
    to: Annotated[str, StringConstraints(max_length=40)] = ""


class PressOut(Schema):
    """Words that were said at the table. `to`: empty for all. `seat`: empty behind a mask that is
    not opened; `mask`: its number, 0 without one. `to_mask`: the mask that it answers, likewise;
    `to` is empty too while that is not opened.
    """

    seat: str
    mask: int
    to: str
    to_mask: int
    words: str
    at: datetime


class PressListOut(Schema):
    """What the seat was told, the newest first."""

    press: list[PressOut]


class EntryOut(Schema):
    """One entry of the history, as the seat was told it. `undone`: play backed out of it."""

    number: int
    kind: str
    seat: str
    order: str
    source: str
    at: datetime
    told: list[str]
    rules: list[str]
    undone: bool


# --- making games ---------------------------------------------------------------------------------


class GameIn(Told):
    """A game to be made. Who makes it has the first seat, or none with `watches` ("I do not play");
    `bots` sit on the last ones. `sit`: an older word; `false` is `watches`. `club`: by its name in
    addresses. `options` of the system that are left out are those that suit play by post,
    `settings` of the postal rules the club's, or their defaults. A setting may be a text, as it is
    typed on the page: `22:00 to 08:00`.
    """

    system: Annotated[str, StringConstraints(max_length=40)]
    title: Annotated[str, StringConstraints(max_length=80)] = ""
    seats: Annotated[int, Field(ge=1, le=8)] = 4
    bots: Annotated[int, Field(ge=0, le=7)] = 0
    level: Level = Level.PLAYER
    watches: bool = False
    sit: Annotated[bool, Field(json_schema_extra={"deprecated": True})] = True
    club: Annotated[str, StringConstraints(max_length=80, pattern=r"^[-a-zA-Z0-9_]*$")] = ""
    options: dict[str, bool | int | str | list[str]] = {}
    settings: dict[str, bool | int | str | list[str] | dict[str, str]] = {}


class MadeOut(Schema):
    """The game that was made, or sat down at."""

    slug: str
    phase: Literal["gathering", "playing", "over"]


# --- systems and rules ----------------------------------------------------------------------------


class SystemLineOut(Schema):
    """A system that can be played here."""

    name: str
    title: str
    revision: int


class SystemsOut(Schema):
    """All systems."""

    systems: list[SystemLineOut]


class OptionOut(Schema):
    """An option of a system. `among`: what it may be; `low`, `high`: its bounds."""

    name: str
    default: object
    words: str
    rule: str
    among: list[object]
    low: int | None
    high: int | None


class OrderOut(Schema):
    """What a line can begin with. `game`: a system, or "every game"; `grave`: it counts once its
    seat has confirmed it.
    """

    game: str
    prefix: str
    forms: list[str]
    who: str
    when: str
    help: str
    example: str
    rule: str
    grave: bool


class SystemOut(SystemLineOut):
    """A system with its options, and every order that can be given in it."""

    options: list[OptionOut]
    orders: list[OrderOut]


class RuleOut(Schema):
    """A rule of a book. `status`: stated in the source, inferred from it, or reconstructed."""

    id: str
    title: str
    text: str
    status: str
    note: str


class RulesOut(Schema):
    """Rules of a book."""

    book: str
    title: str
    rules: list[RuleOut]


class BookOut(Schema):
    """A rulebook, by the name that addresses use."""

    name: str
    title: str
    rules: int


class BooksOut(Schema):
    """All rulebooks."""

    books: list[BookOut]
