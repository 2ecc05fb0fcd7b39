"""The position in the words of scenarios: read from a scenario's `start`, and written, whole,
for its `then`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from traders.engines.kernel.contract.waits import in_scenario_words
from traders.engines.kernel.positions.scenario_start import must_be_known
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import put
from traders.engines.star_traders.edition import CAPITAL
from traders.engines.star_traders.holdings.cargo_hold import IMPERIAL
from traders.engines.star_traders.jump import jump
from traders.engines.star_traders.play.step_handlers import PROCEDURES
from traders.engines.star_traders.position.agenda_steps import SeatsTurn, ShedCards, ShedCargo
from traders.engines.star_traders.position.delivery_and_petition_steps import Deliveries
from traders.engines.star_traders.position.state import (
    Cargo,
    Completed,
    Position,
    Quarantine,
    Station,
    Trader,
)
from traders.engines.star_traders.setup import setup

IN_SETUP = frozenset({"luck_deck", "contract_deck", "lines", "shipyards", "stars"})
WHOLE = IN_SETUP | {
    "luck_discard",
    "contract_discard",
    "turn",
    "stage",
    "round",
    "contracts",
    "completed",
    "quarantines",
}
PLAIN = ("stellors", "prestige", "engines", "skip", "stressed")
OF_A_SEAT = frozenset(
    {
        "at",
        "hand",
        "cargo",
        "stations",
        "imperial",
        "personality",
        "envoy",
        "mission",
        "jumps_left",
        "action",
        "rights",
        "markers",
        "permits",
        *PLAIN,
    }
)
KINDS: Mapping[str, type] = {
    **dict.fromkeys(("stellors", "prestige", "engines", "skip", "jumps_left"), int),
    **dict.fromkeys(
        ("hand", "cargo", "stations", "imperial", "rights", "markers", "permits"), list
    ),
    "stressed": bool,
    "mission": dict,
}
"""What is said of a seat by its kind; words where none is given."""


def opening(
    seats: Sequence[Seat],
    options: Mapping[str, object],
    start: Mapping[str, object],
    digest: str = "",
) -> Position:
    """A game before its set-up, with `start`'s decks and chart; play waits for the first chance."""
    state = setup.table(seats, options, digest)
    must_be_known(start, IN_SETUP, "set-up")
    _chart(state, start)
    _decks(state, start)
    put(state, setup.opening())
    PROCEDURES.run(state, [])
    return state


def standard(
    seats: Sequence[Seat], options: Mapping[str, Any], start: Mapping[str, Any], digest: str = ""
) -> Position:
    """The position after set-up, in the first seat's turn, with what `start` says in place of it.
    `ValueError` for what it cannot mean.
    """
    state = setup.table(seats, options, digest)
    must_be_known(start, WHOLE | set(seats), "start")
    for seat in seats:
        _fits(start.get(seat, {}), f"start.{seat}")
    _chart(state, start)
    state.turn.seat = str(start.get("turn", seats[0]))
    state.turn.stage = start.get("stage", "movement")
    state.turn.number = 1
    state.round = start.get("round", 1)
    state.contracts = [
        _contract(state, title) if title else "" for title in start.get("contracts", [])
    ]
    state.completed = [
        Completed(_contract(state, title), []) for title in start.get("completed", [])
    ]
    _stations(state, seats, start)
    for seat in seats:
        _trader(state, state.traders[seat], start.get(seat, {}))
    for lying in start.get("quarantines", []):
        _exactly(lying, {"world", "by"}, "start.quarantines")
        if lying["by"] not in seats:
            raise ValueError(f"start.quarantines: {lying['by']} is no seat")
        state.counted += 1
        state.quarantines.append(
            Quarantine(state.counted, _world(state, lying["world"]), lying["by"])
        )
    _decks(state, start)
    now = start.get(state.turn.seat, {})
    state.turn.action = now.get("action", "unused") == "used"
    if "jumps_left" in now:
        state.turn.attempts = jump.attempts_left(state) - now["jumps_left"]
    over = [step(seat) for seat in seats for step in (ShedCargo, ShedCards)]
    put(state, [Deliveries(state.turn.seat), *over, SeatsTurn(state.turn.seat)])
    PROCEDURES.run(state, [])
    return state


def _fits(said: Mapping[str, Any], where: str) -> None:
    """What is said of a seat has keys that are known, each of its kind."""
    must_be_known(said, OF_A_SEAT, where)
    for key, value in said.items():
        kind = KINDS.get(key, str)
        if (
            key != "personality"
            and type(value) is not kind
            and not (key == "mission" and value == "")
        ):
            raise ValueError(f"{where}.{key}: {value!r} is not of the kind that it must be")
        if kind is int and value < 0:
            raise ValueError(f"{where}.{key}: {value} is below zero")
    if said.get("action", "used") not in ("used", "unused"):
        raise ValueError(f"{where}.action: {said['action']!r} is neither used nor unused")
    if said.get("mission"):
        _exactly(said["mission"], {"from", "to"}, f"{where}.mission")


def _exactly(said: Mapping[str, Any], keys: set[str], where: str) -> None:
    if set(said) != keys:
        raise ValueError(
            f"{where}: has {', '.join(sorted(said))} in place of {', '.join(sorted(keys))}"
        )


def _world(state: Position, name: str) -> int:
    found = state.book.world_named.get(str(name).casefold())
    if found is None:
        raise ValueError(f"there is no world {name}")
    return found.number


def _contract(state: Position, title: str) -> str:
    try:
        return state.book.contract_titled(title)
    except KeyError:
        raise ValueError(f"there is no contract {title}") from None


def _chart(state: Position, start: Mapping[str, Any]) -> None:
    if "lines" in start:
        state.lines = tuple(
            (_world(state, a), _world(state, b), _colour(state, colour))
            for a, b, colour in start["lines"]
        )
    if "shipyards" in start:
        state.shipyards = tuple(_world(state, name) for name in start["shipyards"])
    if "stars" in start:
        state.stars = tuple(_world(state, name) for name in start["stars"])


def _colour(state: Position, colour: str) -> str:
    if colour not in state.book.colours:
        raise ValueError(f"there is no {colour} line")
    return colour


def _stations(state: Position, seats: Sequence[Seat], start: Mapping[str, Any]) -> None:
    """Where set-up puts ships and first stations: the arms in the order of seats, the sixth on
    Capital.
    """
    stars = [star for star in state.chart.stars if star != CAPITAL] + [CAPITAL]
    for seat in seats:
        for name in start.get(seat, {}).get("stations", []):
            world = _world(state, name)
            if world in state.stations:
                raise ValueError(f"two stations on {name}")
            state.stations[world] = Station(seat)
        for name in start.get(seat, {}).get("imperial", []):
            state.stations[_world(state, name)].imperial = True
    for seat, star in zip(seats, stars, strict=False):
        said = start.get(seat, {})
        state.traders[seat].at = star
        if "at" in said:
            state.traders[seat].at = _world(state, said["at"]) if said["at"] else 0
        if "stations" not in said and star not in state.stations and state.traders[seat].at:
            state.stations[star] = Station(seat)


def _trader(state: Position, trader: Trader, said: Mapping[str, Any]) -> None:
    trader.out = not trader.at
    for name in PLAIN:
        if name in said:
            setattr(trader, name, said[name])
    trader.hand = [_card(state, name) for name in said.get("hand", [])]
    trader.permits = list(said.get("permits", []))
    personality = said.get("personality", "")
    trader.personalities = (
        [personality] if isinstance(personality, str) and personality else list(personality)
    )
    for name in trader.personalities:
        if name not in state.book.personalities:
            raise ValueError(f"there is no Personality {name}")
    if said.get("envoy"):
        trader.envoy = next(
            card.name
            for card in state.book.printed.cards
            if card.destination == _world(state, said["envoy"])
        )
    if said.get("mission"):
        ends = (_world(state, said["mission"]["from"]), _world(state, said["mission"]["to"]))
        trader.mission = next(
            (c.id for c in state.book.printed.contracts if (c.pick_up, c.deliver) == ends), ""
        )
        if not trader.mission:
            raise ValueError(f"no contract goes from {ends[0]} to {ends[1]}")
    markers = list(said.get("markers", []))
    for place, name in enumerate(said.get("cargo", [])):
        marked = _contract(state, markers[place]) if place < len(markers) and markers[place] else ""
        trader.hold.append(_cargo(state, name, marked))
    for cargo in said.get("rights", []):
        _token(state, trader.seat, cargo)


def _card(state: Position, name: str) -> str:
    if name not in state.book.cards:
        raise ValueError(f"there is no card {name}")
    return name


def _cargo(state: Position, name: str, marked: str) -> Cargo:
    """A cargo aboard, marked on the first space that calls for it, else on the first Completed
    Contract that does.
    """
    if name.startswith(IMPERIAL):
        return Cargo(name, owner=name.removeprefix(IMPERIAL).strip(" ()"))
    if name not in state.book.exported_from:
        raise ValueError(f"there is no cargo {name}")
    calling = [*state.contracts, *(completed.contract for completed in state.completed)]
    first = next(
        (
            contract
            for contract in calling
            if contract and state.book.contracts[contract].cargo == name
        ),
        "",
    )
    return Cargo(name, marked or first)


def _token(state: Position, seat: Seat, cargo: str) -> None:
    """A right token beside the first Completed Contract for the cargo."""
    for completed in state.completed:
        if state.book.contracts[completed.contract].cargo == cargo:
            completed.rights.append(seat)
            return
    raise ValueError(f"no Completed Contract is for {cargo}")


def _decks(state: Position, start: Mapping[str, Any]) -> None:
    """A deck not named holds, in the edition's order, every card that is nowhere else; a deck named
    is the whole deck.
    """
    state.luck_discard = [_card(state, name) for name in start.get("luck_discard", [])]
    state.contract_discard = [
        _contract(state, title) for title in start.get("contract_discard", [])
    ]
    if "luck_deck" in start:
        state.luck_deck = [_card(state, name) for name in start["luck_deck"]]
    else:
        state.luck_deck = _without(state.book.deck, _luck_elsewhere(state))
    if "contract_deck" in start:
        state.contract_deck = [_contract(state, title) for title in start["contract_deck"]]
    else:
        elsewhere = [
            *state.contracts,
            *state.contract_discard,
            *(completed.contract for completed in state.completed),
        ]
        elsewhere += [trader.mission for trader in state.traders.values()]
        state.contract_deck = _without(tuple(state.book.contracts), elsewhere)


def _luck_elsewhere(state: Position) -> list[str]:
    cards = [*state.luck_discard, *("Quarantine" for _ in state.quarantines)]
    for trader in state.traders.values():
        cards += trader.hand
        cards += trader.lying()
    return cards


def _without(cards: Sequence[str], elsewhere: Sequence[str]) -> list[str]:
    left = list(cards)
    for card in elsewhere:
        if card in left:
            left.remove(card)
    return left


# --- written --------------------------------------------------------------------------------------


def written(state: Position) -> dict[str, Any]:
    """Everything, hidden or not."""
    waits = PROCEDURES.pending(state)
    found: dict[str, Any] = {
        "turn": "" if state.turn.stage == "setup" else state.turn.seat,
        "stage": state.turn.stage,
        "round": state.round,
        **in_scenario_words(waits),
        "contracts": _titles(state, state.contracts),
        "completed": _titles(state, [completed.contract for completed in state.completed]),
        "contract_deck": _titles(state, state.contract_deck),
        "contract_discard": _titles(state, state.contract_discard),
        "luck_deck": list(state.luck_deck),
        "luck_discard": list(state.luck_discard),
        "quarantines": [{"world": _name(state, q.world), "by": q.by} for q in state.quarantines],
        "die": state.die.value if state.die is not None else None,
    }
    return found | {seat: _written(state, trader) for seat, trader in state.traders.items()}


def _name(state: Position, world: int) -> str:
    return state.book.worlds[world].name if world else ""


def _titles(state: Position, contracts: Sequence[str]) -> list[str]:
    titles = [state.book.title(contract) if contract else "" for contract in contracts]
    while titles and not titles[-1]:
        titles.pop()
    return titles


def _written(state: Position, trader: Trader) -> dict[str, Any]:
    seat, book = trader.seat, state.book
    on_turn = state.turn.seat == seat and state.turn.stage != "setup"
    mission = book.contracts.get(trader.mission)
    owned = {
        world: station for world, station in sorted(state.stations.items()) if station.owner == seat
    }
    return {
        "at": _name(state, trader.at),
        "stellors": trader.stellors,
        "prestige": trader.prestige,
        "engines": trader.engines,
        "hand": list(trader.hand),
        "cargo": [cargo.name for cargo in trader.hold],
        "markers": [book.title(cargo.mark) for cargo in trader.hold if cargo.mark],
        "rights": [
            book.contracts[done.contract].cargo
            for done in state.completed
            for owner in done.rights
            if owner == seat
        ],
        "stations": [_name(state, world) for world in owned],
        "imperial": [_name(state, world) for world, station in owned.items() if station.imperial],
        "personality": trader.personalities[0]
        if len(trader.personalities) == 1
        else list(trader.personalities) or "",
        "envoy": _name(state, book.cards[trader.envoy].destination) if trader.envoy else "",
        "mission": {"from": _name(state, mission.pick_up), "to": _name(state, mission.deliver)}
        if mission
        else "",
        "stressed": trader.stressed,
        "skip": trader.skip,
        "permits": list(trader.permits),
        "jumps_left": jump.attempts_left(state) if on_turn else 0,
        "action": "used" if on_turn and state.turn.action else "unused",
    }
