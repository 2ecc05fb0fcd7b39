"""What a seat may know, as JSON, built by adding: what lies on the table for everybody,
then the seat's own hand and money.

Secret are hands, money (ST-MONEY-03, ST-LUCK-02) and the order of the decks; nothing here reads
another seat's. Worlds are written by name, contracts as everywhere: `Fur to Frygia`. The view is
whole in itself: texts, pictures and bots need nothing besides.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from traders.engines.kernel.contract.contract import Over, Pending, View
from traders.engines.kernel.positions.position_cache import Lately
from traders.engines.kernel.seats import Seat
from traders.engines.star_traders.edition import Line, edition
from traders.engines.star_traders.jump import dice
from traders.engines.star_traders.personalities import personality_rules
from traders.engines.star_traders.play.step_handlers import PROCEDURES
from traders.engines.star_traders.position.agenda_steps import CalamityInterval
from traders.engines.star_traders.position.personality_steps import RaidInterval
from traders.engines.star_traders.position.routes import contract_way, routes
from traders.engines.star_traders.position.state import Position, Station, Trader
from traders.engines.star_traders.position.view_types import (
    CalamitySeen,
    CardSeen,
    CompletedSeen,
    ContractSeen,
    Ends,
    JumpSeen,
    LastJumpSeen,
    OwnSeen,
    PrintedContract,
    TraderSeen,
)
from traders.engines.star_traders.view import personalities


def view(state: Position, seat: Seat | None, pending: Pending) -> View:
    """What `seat` knows (None: the gallery) of a position that waits as `pending` says."""
    seen = dict(_table(state))
    seen["seat"] = seat or ""
    if seat is not None:
        seen["own"] = _own(state, state.traders[seat])
    if seat is not None and not isinstance(pending, Over):
        ways = routes(seen, seat)
        seen["contracts"] = [
            contract and {**contract, "way": contract_way(seen, contract, ways)}
            for contract in seen["contracts"]
        ]
    return seen


# --- what lies on the table -----------------------------------------------------------------------


def _laid(state: Position) -> View:
    book = state.book
    turn = state.turn
    stations = sorted(state.stations.items())
    return {
        "turn": "" if isinstance(PROCEDURES.pending(state), Over) else turn.seat,
        "stage": turn.stage,
        "round": state.round,
        "action": "used" if turn.action else "unused",
        "code_broken": turn.codebreaker,
        "game": state.options.game,
        "seats": [_trader(state, state.traders[seat], stations) for seat in state.seats],
        "contracts": [_space(state, space) for space in range(1, len(state.contracts) + 1)],
        "completed": [_completed(state, place) for place in range(len(state.completed))],
        "quarantines": [
            {"world": book.worlds[one.world].name, "by": one.by, "number": one.number}
            for one in state.quarantines
        ],
        "discard": list(state.luck_discard),
        "decks": {
            "luck": len(state.luck_deck),
            "contracts": len(state.contract_deck),
            "contract_discard": len(state.contract_discard),
        },
        "contract_discard": [book.title(contract) for contract in state.contract_discard],
        "jump": _jump(state),
        "last_jump": _last_jump(state),
        "calamity": _calamity(state),
        "die": None
        if state.die is None
        else {
            "use": state.die.use,
            "seat": state.die.seat,
            "face": state.die.face,
            "value": state.die.value,
        },
        "chart": chart(state.edition, state.lines, state.shipyards, state.stars),
        **personalities.table(state),
    }


def _trader(state: Position, trader: Trader, all_stations: list[tuple[int, Station]]) -> TraderSeen:
    """What everybody knows of a Trader: the tracks lie open (ST-SETUP-08); of the hand only its
    size (PR-INTERVAL-04).
    """
    book = state.book
    worlds = book.worlds
    stations = [
        (number, station) for number, station in all_stations if station.owner == trader.seat
    ]
    zone = book.zone(trader.prestige)
    return {
        "seat": trader.seat,
        "out": trader.out,
        "at": worlds[trader.at].name if trader.at else "",
        "prestige": trader.prestige,
        "bonus": zone.bonus,
        "petition": state.options.game == "basic" and zone.mission_petition,
        "engines": trader.engines,
        "jumps_left": _jumps_left(state, trader),
        "hand_size": len(trader.hand),
        "cargo": [
            {
                "cargo": cargo.name,
                "owner": cargo.owner,
                "marked": book.title(cargo.mark) if cargo.mark else "",
            }
            for cargo in trader.hold
        ],
        "stations": [worlds[number].name for number, _ in stations],
        "imperial": [worlds[number].name for number, station in stations if station.imperial],
        "envoy": worlds[book.cards[trader.envoy].destination].name if trader.envoy else "",
        "stressed": trader.stressed,
        "mission": _mission(state, trader),
        "skip": trader.skip,
        "answered": list(trader.answered),
        "permits": list(trader.permits),
        "permits_at": _by_world(state, trader.permits_at),
        "barred_at": _by_world(state, trader.barred_at),
        **personalities.trader(state, trader, [number for number, _ in stations]),
    }


def _mission(state: Position, trader: Trader) -> Ends | None:
    if not trader.mission:
        return None
    card, worlds = state.book.contracts[trader.mission], state.book.worlds
    return {"from": worlds[card.pick_up].name, "to": worlds[card.deliver].name}


def _by_world(state: Position, seats: dict[int, list[Seat]]) -> dict[str, list[Seat]]:
    if not seats:
        return {}
    worlds = state.book.worlds
    return {worlds[number].name: list(held) for number, held in sorted(seats.items()) if held}


def _jumps_left(state: Position, trader: Trader) -> int:
    """Attempts that the seat on turn could still make: none once Movement is over (ST-ENGINE-12,
    ST-CARD-57).
    """
    turn = state.turn
    if trader.seat != turn.seat or turn.stage != "movement":
        return 0
    allowed = min(1, trader.engines) if trader.stressed else trader.engines
    return max(0, allowed - turn.attempts)


def _space(state: Position, space: int) -> ContractSeen | None:
    """A Current Contract with the markers on it; None for an empty space."""
    contract = state.contracts[space - 1]
    if not contract:
        return None
    book = state.book
    found: ContractSeen = {
        **_printed(state.edition, contract),
        "space": space,
        "doubled": space == 1
        and book.players(len(state.seats)).space1_doubles
        and len(state.playing()) > 2,
        "markers": _markers(state, contract),
    }
    return found


def _completed(state: Position, place: int) -> CompletedSeen:
    """A Completed Contract in its place apart (ST-SETUP-24): who has cargoes marked on it, and who
    has the right to deliver.
    """
    completed = state.completed[place]
    book = state.book
    card = book.contracts[completed.contract]
    return {
        "number": place + 1,
        "contract": book.title(completed.contract),
        "cargo": card.cargo,
        "from": book.worlds[card.pick_up].name,
        "to": book.worlds[card.deliver].name,
        "markers": _markers(state, completed.contract),
        "rights": list(completed.rights),
    }


def _markers(state: Position, contract: str) -> list[Seat]:
    """Whose cargoes are marked on a contract, one entry a marker (ST-CARGO-07)."""
    return [
        seat for seat in state.seats for cargo in state.traders[seat].hold if cargo.mark == contract
    ]


def _jump(state: Position) -> JumpSeen | None:
    """The jump under way (ST-TIMING-01)."""
    jump = state.jump
    if jump is None:
        return None
    worlds = state.book.worlds
    return {
        "seat": jump.seat,
        "kind": jump.kind,
        "from": worlds[jump.origin].name if jump.origin else "",
        "to": worlds[jump.to].name if jump.to else "",
        "needs": jump.needs,
        "hyperspace": jump.hyperspace,
        "moved": jump.moved,
        "lost": jump.lost,
        "digits": list(jump.digits),
        "bonus": dice.added(state),
    }


def _last_jump(state: Position) -> LastJumpSeen | None:
    """The jump made since the seat on turn last gave an order, when it is over; `failed` if the
    ship stayed.
    """
    last = next(
        (event for event in reversed(state.lately) if event.what in ("arrives", "fails")), None
    )
    if last is None or state.jump is not None or not last.world:
        return None
    return {
        "seat": last.seat,
        "from": last.thing,
        "to": state.book.worlds[last.world].name,
        "failed": last.what == "fails",
    }


def _calamity(state: Position) -> CalamitySeen | None:
    """The Calamity that may be avoided now (ST-CALAMITY-03)."""
    step = state.agenda[-1] if state.agenda else None
    if isinstance(step, RaidInterval):
        return {"card": "raid", "by": step.by, "on": step.on, "at": ""}
    if not isinstance(step, CalamityInterval):
        return None
    played = step.play
    at = state.book.worlds[played.at].name if played.at else ""
    return {"card": played.printed or played.card, "by": played.by, "on": played.on, "at": at}


_table: Lately[Position, View] = Lately(_laid)
"""What everybody knows, made once for all seats: not to be changed."""


@lru_cache(maxsize=64)
def chart(
    digest: str,
    lines: tuple[Line, ...] | None,
    shipyards: tuple[int, ...] | None,
    stars: tuple[int, ...] | None,
) -> dict[str, Any]:
    """The galaxy: worlds with what they export, lines as [world, world, colour], rolls by colour.
    One object for every view: not to be changed.
    """
    book = edition(digest)
    drawn = book.chart(lines, shipyards, stars)
    return {
        "edition": book.digest,
        "worlds": [
            {
                "number": world.number,
                "name": world.name,
                "arm": world.arm,
                "x": world.x,
                "y": world.y,
                "exports": world.exports,
                "shipyard": world.number in drawn.shipyards,
                "star": world.number in drawn.stars,
            }
            for world in book.printed.worlds
        ],
        "lines": [[one, other, colour] for one, other, colour in drawn.lines],
        "rolls": {
            colour.colour: {"regular": colour.min_roll, "station": colour.station_min_roll}
            for colour in book.printed.line_colours
        },
    }


# --- what the seat alone may know -----------------------------------------------------------------


def _own(state: Position, trader: Trader) -> OwnSeen:
    """The seat's own hand, with what each card does, and its money: nobody else's to know
    (ST-MONEY-03, ST-LUCK-02).
    """
    book = state.book
    buys = trader.engines < personality_rules.engine_limit(state, trader)
    return {
        "stellors": trader.stellors,
        "hand": [_card(state.edition, name) for name in trader.hand],
        "engine_price": _engine_price(state.edition, trader.engines + 1) if buys else 0,
        "station_price": book.prices["station"],
        **personalities.own(state, trader),
    }


@lru_cache(maxsize=64)
def _engine_price(digest: str, engine: int) -> int:
    """What an engine costs by its number, 0 where there is no such."""
    prices = edition(digest).printed.engine_prices
    return next((row.stellors for row in prices if row.engine == engine), 0)


@lru_cache(maxsize=512)
def _card(digest: str, name: str) -> CardSeen:
    """A card in a hand, one object for every view."""
    book = edition(digest)
    card = book.cards[name]
    return {
        "name": name,
        "effect": card.effect,
        "figure": book.figure_of(name),
        "calamity": card.calamity,
        "when": card.when,
        "reconstructed": card.reconstructed,
    }


@lru_cache(maxsize=512)
def _printed(digest: str, contract: str) -> PrintedContract:
    """What is printed on a contract."""
    book = edition(digest)
    card = book.contracts[contract]
    return {
        "contract": book.title(contract),
        "cargo": card.cargo,
        "from": book.worlds[card.pick_up].name,
        "to": book.worlds[card.deliver].name,
        "stellors": card.stellors,
        "prestige": card.prestige,
        "station": card.station,
        "special": book.specials[card.special].effect if card.special else "",
        "special_at": card.special,
        "average": card.average,
    }
