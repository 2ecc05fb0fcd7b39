"""The position: plain typed data. Worlds are two-digit numbers, contracts ids of the edition, cards
and cargoes their names.

Hidden from all but their owner: hands, money. Hidden from all: the order of the decks. Everything
else lies on the table.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from traders.engines.kernel.positions.hidden import Hidden
from traders.engines.kernel.seats import Seat
from traders.engines.star_traders.edition import Chart, Edition, Line, edition
from traders.engines.star_traders.position.agenda_steps import AnyStep, Die, Stage
from traders.engines.star_traders.position.delivery_and_petition_steps import AnyTradeStep
from traders.engines.star_traders.position.personality_steps import AnyTalentStep

JumpKind = Literal["regular", "station", "random", "superjump", "awesome", "psychic"]


class Options(msgspec.Struct, frozen=True):
    """What the players agreed on."""

    game: Literal["basic", "advanced"]
    personalities: Literal["none", "original", "all"]
    personality_choice: Literal["random", "auction", "agreed"]
    personality_trade: bool
    revision: int = 1
    """Of the rules (contract.Engine.revision)."""


class Cargo(msgspec.Struct):
    """A cargo aboard: `mark` is the contract on which its marker lies ("" for Imperial Cargo),
    `owner` the seat of its mission.
    """

    name: str
    mark: str = ""
    owner: Seat = ""


class Quarantine(msgspec.Struct):
    """A Quarantine lying in front of its player; `number` tells two on one world apart."""

    number: int
    world: int
    by: Seat


class Station(msgspec.Struct):
    """A station marker: of one owner, on one world, where no other is (ST-STATION-01,
    ST-STATION-04).
    """

    owner: Seat
    imperial: bool = False


class Completed(msgspec.Struct):
    """A Completed Contract with the right tokens beside it, one entry a token (ST-COMPLETED-07)."""

    contract: str
    rights: list[Seat]


JUBILEE = "Emperor Proclaims Jubilee"
"""The card that is played as it is drawn, so that no hand holds it (ST-CARD-14)."""
_IN_HAND = Hidden("another's hand", owner="seat", stock="luck", never=frozenset({JUBILEE}))


class Trader(msgspec.Struct):
    """A seat's ship and possessions. `at` is the world that the token stands on, 0 when the seat
    has dropped out.
    """

    seat: Seat
    at: int
    stellors: Annotated[int, Hidden("another's money", owner="seat")]
    """Whole ones (ST-MONEY-01)."""
    prestige: int
    engines: int
    hand: Annotated[list[str], _IN_HAND] = []
    drawn: Annotated[list[str], Hidden("another's hand", owner="seat")] = []
    """Those of the hand that were drawn this turn, be it by another (ST-CARD-41)."""
    hold: list[Cargo] = []
    personalities: list[str] = []
    envoy: str = ""
    """The Envoy card lying before the Trader, by its name."""
    stressed: bool = False
    """Stressed Engines lies before the Trader."""
    stressed_by: str = ""
    """The card that lies there in its place, where another stood in for it."""
    mission: str = ""
    skip: int = 0
    """Turns still to be lost."""
    answered: list[int] = []
    """Quarantines answered by Avoid Calamity, until a jump succeeds (ST-CARD-35)."""
    permits: list[Seat] = []
    """Who may use all this Trader's stations."""
    permits_at: dict[int, list[Seat]] = {}
    """Who may use the station on one world besides."""
    barred_at: dict[int, list[Seat]] = {}
    """Who may not, although in `permits`."""
    out: bool = False

    def lying(self) -> list[str]:
        """The cards that lie before the Trader (ST-LUCK-12)."""
        return [
            card
            for card in (
                self.envoy,
                (self.stressed_by or "Stressed Engines") if self.stressed else "",
            )
            if card
        ]


class TurnNow(msgspec.Struct):
    """The turn under way."""

    seat: Seat
    stage: Stage = "setup"
    number: int = 0
    """Which turn of the game it is."""
    attempts: int = 0
    """Jump attempts used."""
    action: bool = False
    """The Action has been used."""
    codebreaker: bool = False
    barred: bool = False
    """There was no petition, for want of Prestige before the roll (ST-PETITION-07)."""
    ways: list[JumpKind] = []
    """Kinds of jump made that only some Traders make."""


class JumpNow(msgspec.Struct):
    """The jump under way (ST-TIMING-01). `to` is 0 until a random jump's dice have fallen; `digits`
    are those read so far.
    """

    seat: Seat
    kind: JumpKind
    origin: int
    to: int = 0
    needs: int = 0
    """The minimum roll, 0 where none is needed."""
    hyperspace: bool = False
    """From step 3 to step 7 (ST-TRADE-15)."""
    moved: bool = False
    """Step 5 is done."""
    lost: bool = False
    """You Are Lost has moved the ship."""
    digits: list[int] = []
    stations: list[int] = []
    """Where a Psychic Jump may use the station: as it stood at the end of step 2
    (ST-NEWPERSON-07).
    """
    declined: bool = False
    """What could be added to the roll is not."""
    number: int = 0
    """Never given again: tells one jump from another."""


class Happened(msgspec.Struct):
    """What happened since the seat on turn last gave an order, for the conditions of standing
    orders; `number` never comes again.
    """

    what: Literal["arrives", "fails", "plays", "delivers"]
    seat: Seat
    number: int
    world: int = 0
    thing: str = ""
    """The card or cargo; of a jump the world that was left."""
    on: Seat = ""


class Passing(msgspec.Struct):
    """A Personality that goes to another seat when the turn is over (ST-OPTION-03)."""

    name: str
    to: Seat


class Position(msgspec.Struct):
    """Everything there is. `agenda`: the steps to come, the next one last."""

    edition: str
    options: Options
    seats: list[Seat]
    """In the order of the table."""
    traders: dict[Seat, Trader]
    turn: TurnNow
    first: Seat = ""
    round: int = 1
    stations: dict[int, Station] = {}
    quarantines: list[Quarantine] = []
    contracts: list[str] = []
    """By space, "" for an empty one."""
    completed: list[Completed] = []
    unfilled: list[int] = []
    """Spaces for which there was no contract left, the longest empty first (ST-DELIVER-09)."""
    shrink: int = 0
    """Contracts that will not be replaced (ST-DROP-05)."""
    passing: list[Passing] = []
    """Personalities that change hands when the turn is over."""
    luck_deck: Annotated[list[str], Hidden("the Trader's Luck deck", stock="luck")] = []
    """From the top."""
    luck_discard: list[str] = []
    """Oldest first."""
    contract_deck: Annotated[list[str], Hidden("the Contract deck")] = []
    contract_discard: list[str] = []
    jump: JumpNow | None = None
    die: Die | None = None
    throws: int = 0
    """Dice thrown so far."""
    counted: int = 0
    """The last number given to a Quarantine, a jump or something that happened."""
    lately: list[Happened] = []
    keys: int = 0
    agenda: list[AnyStep | AnyTradeStep | AnyTalentStep] = []
    lines: tuple[Line, ...] | None = None
    """In place of the edition's chart, as are shipyards and stars."""
    shipyards: tuple[int, ...] | None = None
    stars: tuple[int, ...] | None = None

    @property
    def book(self) -> Edition:
        """The edition that the game is played with."""
        return edition(self.edition)

    @property
    def chart(self) -> Chart:
        return edition(self.edition).chart(self.lines, self.shipyards, self.stars)

    def trader(self, seat: Seat) -> Trader:
        return self.traders[seat]

    @property
    def active(self) -> Trader:
        """The Trader whose turn it is."""
        return self.traders[self.turn.seat]

    def note(
        self,
        what: Literal["arrives", "fails", "plays", "delivers"],
        seat: Seat,
        world: int = 0,
        thing: str = "",
        on: Seat = "",
    ) -> None:
        """Note what happened, for conditions."""
        self.counted += 1
        self.lately.append(Happened(what, seat, self.counted, world, thing, on))

    def playing(self) -> list[Seat]:
        """Seats still in the game, in the order of the table."""
        return [seat for seat in self.seats if not self.traders[seat].out]

    def plays(self, seat: Seat) -> bool:
        """Whether a seat is in the game, and still."""
        return seat in self.traders and not self.traders[seat].out

    def in_order(self) -> list[Seat]:
        """The seat on turn first, the rest in turn order (ST-TURN-15)."""
        return self.round_from(self.turn.seat)

    def round_from(self, seat: Seat) -> list[Seat]:
        """Seats still in the game, round the table from this one."""
        place = self.seats.index(seat)
        return [
            other
            for other in self.seats[place:] + self.seats[:place]
            if not self.traders[other].out
        ]
