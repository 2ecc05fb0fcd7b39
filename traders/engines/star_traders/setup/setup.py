"""Set-up, in the order that the rules give (ST-SETUP-27)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from traders.engines.kernel.contract.agreed_options import chosen
from traders.engines.kernel.contract.contract import Chance
from traders.engines.kernel.contract.option_declaration import declared
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, StepHandler, Steps, Told
from traders.engines.star_traders.edition import CAPITAL, edition
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.personalities import personality_rules
from traders.engines.star_traders.position.agenda_steps import (
    AllotStar,
    BeginTurn,
    DealContracts,
    DealHands,
    Jubilee,
    PickFirst,
    PlaceFirst,
    Shuffle,
)
from traders.engines.star_traders.position.display_names import place
from traders.engines.star_traders.position.personality_steps import AllotStars, PlaceFurther
from traders.engines.star_traders.position.state import (
    JUBILEE,
    Options,
    Position,
    Station,
    Trader,
    TurnNow,
)
from traders.engines.star_traders.setup import personality_choice

OPTIONS = declared(__name__)
"""Options by name; what is not among these is refused."""


def opening() -> list[Step]:
    """The steps of set-up (ST-SETUP-27); colours and resources come before play is asked for
    anything.
    """
    return [
        # who takes the first turn; then Personalities, first stations and those of free choice
        PickFirst(),
        Shuffle("luck"),
        DealHands(),
        Shuffle("contract"),
        DealContracts(),
    ]


def must_seat(seats: Sequence[Seat]) -> None:
    """Two to six players (ST-SETUP-02), each of another colour (ST-SETUP-04)."""
    if len(set(seats)) != len(seats):
        raise Refusal("No two players have the same colour.", "ST-SETUP-04")
    if not 2 <= len(seats) <= 6:
        raise Refusal(f"The game is for two to six players, not {len(seats)}.", "ST-SETUP-02")


def table(seats: Sequence[Seat], options: Mapping[str, Any], digest: str = "") -> Position:
    """The table with its pieces, before set-up: colours and resources (ST-SETUP-04 to 07)."""
    must_seat(seats)
    agreed = chosen(options, OPTIONS, Options)
    book = edition(digest)
    position = Position(
        edition=book.digest,
        options=agreed,
        seats=list(seats),
        traders={},
        turn=TurnNow(seats[0]),
        first=seats[0],
    )
    for seat in seats:
        trader = Trader(seat, 0, 0, book.start["prestige"], 0)
        trader.stellors = personality_rules.first_stellors(position, trader)
        trader.engines = personality_rules.first_engines(position, trader)
        position.traders[seat] = trader
    position.luck_deck = list(book.deck)
    position.contract_deck = list(book.contracts)
    return position


def first_chance(state: Position, step: PickFirst) -> Chance:
    """(ST-SETUP-09)"""
    return Chance("pick", len(state.seats), "the first player", "ST-SETUP-09")


def first_picked(state: Position, step: PickFirst, outcome: int, told: Told) -> Steps:
    """The first player; turns pass round the table from there (ST-SETUP-10); then Personalities
    (ST-SETUP-11).
    """
    state.first = state.seats[outcome - 1]
    state.turn.seat = state.first
    told.append(tell("first-turn", "ST-SETUP-09", reveals=True, seat=state.first))
    return personality_choice.choosing(state)


def allot_stars(state: Position, step: AllotStars, told: Told) -> Steps:
    """Who has a world of its own by Personality is there; in a game of six without one the last
    starts on Capital (ST-SETUP-14); the others have an arm each (ST-SETUP-13). Stations of free
    choice come after all the first ones (ST-SETUP-18).
    """
    own = {
        seat: personality_rules.first_world(state, state.traders[seat])
        for seat in state.round_from(state.first)
    }
    order = [seat for seat in own if not own[seat]]
    arms = [star for star in state.chart.stars if star != CAPITAL]
    at_capital = order[len(arms) :]
    settled = [PlaceFirst(seat, world) for seat, world in own.items() if world] + [
        PlaceFirst(seat, CAPITAL) for seat in at_capital
    ]
    free = [(seat, personality_rules.further_stations(state, state.traders[seat])) for seat in own]
    return [
        AllotStar(order[: len(arms)], arms),
        *settled,
        *(PlaceFurther(seat, count) for seat, count in free if count),
    ]


def star_chance(state: Position, step: AllotStar) -> Chance | None:
    """Chance decides which arm is a seat's (ST-SETUP-16); one left is no throw."""
    if len(step.left) == 1 or not step.seats:
        return None
    return Chance("pick", len(step.left), f"{step.seats[0]}'s arm", "ST-SETUP-16")


def star_alone(state: Position, step: AllotStar, told: Told) -> Steps:
    """The last arm left needs no chance."""
    return [PlaceFirst(step.seats[0], step.left[0])] if step.seats else []


def star_picked(state: Position, step: AllotStar, outcome: int, told: Told) -> Steps:
    """No two begin on the same world (ST-SETUP-15)."""
    left = [*step.left[: outcome - 1], *step.left[outcome:]]
    following = [AllotStar(step.seats[1:], left)] if len(step.seats) > 1 else []
    return [PlaceFirst(step.seats[0], step.left[outcome - 1]), *following]


def place_first(state: Position, step: PlaceFirst, told: Told) -> None:
    """Ship and first station, free, without Prestige (ST-SETUP-13, ST-SETUP-17, ST-STATION-02)."""
    state.traders[step.seat].at = step.world
    state.stations[step.world] = Station(step.seat)
    world = place(state, step.world)
    told.append(tell("starts", "ST-SETUP-17", reveals=True, seat=step.seat, world=world))


def deal_hands(state: Position, step: DealHands, told: Told) -> Steps:
    """Two cards each, in turn order; they are looked at straight away on Jubilee's account
    (ST-SETUP-19, ST-SETUP-20, ST-CARD-17).
    """
    jubilees: list[Step] = []
    count = state.book.start["luck_cards"]
    for seat in state.round_from(state.first):
        cards, state.luck_deck = state.luck_deck[:count], state.luck_deck[count:]
        state.traders[seat].hand = [card for card in cards if card != JUBILEE]
        jubilees += [Jubilee(seat)] * cards.count(JUBILEE)
        told.append(tell.alone(seat, "is-dealt", "ST-SETUP-19", reveals=True, cards=list(cards)))
        told.append(tell.others(seat, "is-dealt-unseen", "ST-SETUP-19", reveals=True, n=len(cards)))
    return jubilees


def deal_contracts(state: Position, step: DealContracts, told: Told) -> Steps:
    """One fewer than players, never fewer than two (ST-SETUP-21, ST-SETUP-22); in the advanced
    game, the one difference in its set-up, as many as players (ST-ADV-02, ST-ADV-03); they may be
    served at once (ST-SETUP-23), and none is Completed yet (ST-SETUP-24).
    """
    row = state.book.players(len(state.seats))
    count = row.contracts_advanced if state.options.game == "advanced" else row.contracts_basic
    state.contracts, state.contract_deck = state.contract_deck[:count], state.contract_deck[count:]
    for space, contract in enumerate(state.contracts, 1):
        title = state.book.title(contract)
        told.append(tell("lies", "ST-SETUP-21", reveals=True, space=space, contract=title))
    return [BeginTurn(state.round_from(state.first)[0])]


STEPS = (
    StepHandler(PlaceFirst, does=place_first),
    StepHandler(DealHands, does=deal_hands),
    StepHandler(DealContracts, does=deal_contracts),
    StepHandler(AllotStars, does=allot_stars),
    StepHandler(PickFirst, waits=first_chance, takes=first_picked),
    StepHandler(AllotStar, waits=star_chance, closes=star_alone, takes=star_picked),
)
