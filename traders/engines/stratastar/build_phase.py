"""The Build phase: Fleets, colonies, Stargates, terraforming, and what abilities build (SS-BLD,
SS-CHT-02, SS-EXP, SS-WAR, SS-AMR).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from typing import TypeVar

from traders.engines.kernel.agenda import Step, Told
from traders.engines.kernel.contract import Event, Offer
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.stratastar import galaxy, hands, victory
from traders.engines.stratastar.display_names import place
from traders.engines.stratastar.events import tell
from traders.engines.stratastar.order_handler import OrderHandler, can_pay, fits, has, price_of
from traders.engines.stratastar.order_types import (
    Ally,
    BuildFleet,
    Colonize,
    Paid,
    Stargate,
    Terraform,
    Warfleet,
)
from traders.engines.stratastar.state import Empire, Position, Ship
from traders.engines.stratastar.steps import Phase
from traders.engines.stratastar.tables import ability, tables

Built = TypeVar("Built", bound=Paid)


def must_have_chit(state: Position, empire: Empire, kind: str) -> None:
    """Ten Fleets, Warfleets among them, ten Stargates, twenty colonies (SS-CHT-01, SS-CHT-02,
    SS-WAR-02).
    """
    used = {
        "fleet": len(empire.ships),
        "stargate": len(empire.stargates),
        "colony": galaxy.colonies(empire),
    }[kind]
    if used >= tables().player_chits[kind]:
        raise Refusal(f"All your {used} {kind} chits are on the board.", "SS-CHT-02", "SS-CHT-01")


def _must_be_world(state: Position, space: str, *rules: str) -> None:
    if galaxy.chit(state, space) != "world":
        raise Refusal(f"There is no World at {place(space)}.", *rules)


def _built(state: Position, seat: Seat, step: Phase, event: Event, told: Told) -> Sequence[Step]:
    """It serves at once, and any number of things is built in a phase (SS-BLD-08)."""
    told.append(event)
    galaxy.meet(state)
    return victory.after_colony(state, seat, step, told)


# --- Fleets ---------------------------------------------------------------------------------------


def _check_fleet(state: Position, seat: Seat, order: BuildFleet) -> None:
    """At the Homeworld (SS-BLD-01), by Expansion at a colony (SS-EXP-01)."""
    empire = state.empires[seat]
    if order.at in ("", empire.homeworld):
        price, rule = ("build", tables().price("fleet")), "SS-BLD-01"
    else:
        if not has(state, seat, "expansion"):
            raise Refusal(
                "Fleets are built at your Homeworld: Expansion is not yours.",
                "SS-OPT-02",
                "SS-BLD-01",
            )
        if order.at not in empire.colonies:
            raise Refusal(f"You have no colony at {place(order.at)}.", "SS-EXP-01")
        price, rule = price_of("expansion"), "SS-EXP-01"
    must_have_chit(state, empire, "fleet")
    hands.payment(state, seat, *price, order.using, rule)


def _fleet(
    state: Position, seat: Seat, order: BuildFleet, step: Phase, told: Told
) -> Sequence[Step]:
    empire = state.empires[seat]
    at = order.at or empire.homeworld
    home = at == empire.homeworld
    price = ("build", tables().price("fleet")) if home else price_of("expansion")
    rule = "SS-BLD-01" if home else "SS-EXP-01"
    hands.pay(state, seat, *price, order.using, told, rule)
    empire.ships.append(Ship(at))
    return _built(state, seat, step, tell("builds-fleet", rule, seat=seat, space=place(at)), told)


def _offer_fleet(state: Position, seat: Seat) -> Iterable[Offer]:
    if fits(_check_fleet, state, seat, BuildFleet()):
        yield Offer("build fleet", "a Fleet at your Homeworld for 1 build", "SS-BLD-01")
    empire, expands = state.empires[seat], has(state, seat, "expansion")
    for at in empire.colonies:
        if (expands or at == empire.homeworld) and fits(_check_fleet, state, seat, BuildFleet(at)):
            yield Offer(f"build fleet at {at}", f"a Fleet at {place(at)} for 2 build", "SS-EXP-01")


def _check_warfleet(state: Position, seat: Seat, order: Warfleet) -> None:
    must_have_chit(state, state.empires[seat], "fleet")
    hands.payment(state, seat, *price_of("warfleet"), order.using, "SS-WAR-01")


def _warfleet(
    state: Position, seat: Seat, order: Warfleet, step: Phase, told: Told
) -> Sequence[Step]:
    empire = state.empires[seat]
    hands.pay(state, seat, *price_of("warfleet"), order.using, told, "SS-WAR-01")
    empire.ships.append(Ship(empire.homeworld, war=True))
    return _built(
        state,
        seat,
        step,
        tell("builds-warfleet", "SS-WAR-01", seat=seat, space=place(empire.homeworld)),
        told,
    )


def _offer_warfleet(state: Position, seat: Seat) -> Iterable[Offer]:
    if fits(_check_warfleet, state, seat, Warfleet()):
        yield Offer("warfleet", "a Warfleet at your Homeworld for 3 build", "SS-WAR-01")


# --- at Worlds ------------------------------------------------------------------------------------


def _check_colonize(state: Position, seat: Seat, order: Colonize) -> None:
    """A World (SS-BLD-03) with an own Fleet and nobody's colony (SS-BLD-02); a Warfleet does not do
    (SS-WAR-02).
    """
    empire = state.empires[seat]
    _must_be_world(state, order.at, "SS-BLD-03")
    if not galaxy.fleets(empire, order.at):
        war = ("SS-WAR-02",) if galaxy.warfleets(empire, order.at) else ()
        raise Refusal(f"You have no Fleet at {place(order.at)}.", "SS-BLD-02", *war)
    if any(order.at in other.colonies for other in state.empires.values()):
        raise Refusal(f"There is a colony at {place(order.at)} already.", "SS-BLD-02")
    must_have_chit(state, empire, "colony")
    hands.payment(state, seat, "build", tables().price("colony"), order.using, "SS-BLD-02")


def _colonize(
    state: Position, seat: Seat, order: Colonize, step: Phase, told: Told
) -> Sequence[Step]:
    """The Fleet stays (SS-BLD-02)."""
    hands.pay(state, seat, "build", tables().price("colony"), order.using, told, "SS-BLD-02")
    state.empires[seat].colonies[order.at] = 1
    return _built(
        state,
        seat,
        step,
        tell("builds-colony", "SS-BLD-02", seat=seat, space=place(order.at)),
        told,
    )


def _check_stargate(state: Position, seat: Seat, order: Stargate) -> None:
    """At an own colony (SS-BLD-04), one to a space (SS-BLD-05); with low technology only by ability
    (SS-LOW-01).
    """
    empire = state.empires[seat]
    if state.options.low_technology and "stargates" not in empire.abilities:
        raise Refusal("There are no Stargates with low technology.", "SS-LOW-01")
    if order.at in empire.stargates:
        raise Refusal(f"You have a Stargate at {place(order.at)} already.", "SS-BLD-05")
    if order.at not in empire.colonies:
        raise Refusal(f"You have no colony at {place(order.at)}.", "SS-BLD-04")
    must_have_chit(state, empire, "stargate")
    hands.payment(state, seat, "build", tables().price("stargate"), order.using, "SS-BLD-04")


def _stargate(
    state: Position, seat: Seat, order: Stargate, step: Phase, told: Told
) -> Sequence[Step]:
    hands.pay(state, seat, "build", tables().price("stargate"), order.using, told, "SS-BLD-04")
    state.empires[seat].stargates.append(order.at)
    return _built(
        state,
        seat,
        step,
        tell("builds-stargate", "SS-BLD-04", seat=seat, space=place(order.at)),
        told,
    )


def _check_terraform(state: Position, seat: Seat, order: Terraform) -> None:
    """A World with an own colony (SS-BLD-06), once (SS-BLD-07)."""
    empire = state.empires[seat]
    if order.at not in empire.colonies:
        raise Refusal(f"You have no colony at {place(order.at)}.", "SS-BLD-06")
    if sum(other.colonies.get(order.at, 0) for other in state.empires.values()) > 1:
        raise Refusal(f"The World at {place(order.at)} is terraformed already.", "SS-BLD-07")
    must_have_chit(state, empire, "colony")
    hands.payment(state, seat, "build", tables().price("terraform"), order.using, "SS-BLD-06")


def _terraform(
    state: Position, seat: Seat, order: Terraform, step: Phase, told: Told
) -> Sequence[Step]:
    hands.pay(state, seat, "build", tables().price("terraform"), order.using, told, "SS-BLD-06")
    state.empires[seat].colonies[order.at] += 1
    return _built(
        state,
        seat,
        step,
        tell("builds-second-colony", "SS-BLD-06", seat=seat, space=place(order.at)),
        told,
    )


def _check_ally(state: Position, seat: Seat, order: Ally) -> None:
    """An empty World no more than two spaces from a unit, hazards or not (SS-AMR-01, SS-AMR-02)."""
    empire = state.empires[seat]
    _must_be_world(state, order.at, "SS-AMR-01", "SS-AMR-02")
    if any(galaxy.units(other, order.at) for other in state.empires.values()):
        raise Refusal(f"The World at {place(order.at)} is not empty.", "SS-AMR-02")
    mine = {ship.at for ship in empire.ships} | set(empire.colonies)
    if all(galaxy.apart(order.at, space) > ability("allied_minor_race").range for space in mine):
        raise Refusal(
            f"{place(order.at)} is more than two spaces from your units.", "SS-AMR-02", "SS-AMR-01"
        )
    must_have_chit(state, empire, "colony")
    hands.payment(state, seat, *price_of("allied_minor_race"), order.using, "SS-AMR-01")


def _ally(state: Position, seat: Seat, order: Ally, step: Phase, told: Told) -> Sequence[Step]:
    hands.pay(state, seat, *price_of("allied_minor_race"), order.using, told, "SS-AMR-01")
    state.empires[seat].colonies[order.at] = 1
    return _built(
        state,
        seat,
        step,
        tell("builds-allied-colony", "SS-AMR-01", seat=seat, space=place(order.at)),
        told,
    )


def _offered(
    check: Callable[[Position, Seat, Built], None],
    kind: Callable[[str], Built],
    verb: str,
    words: str,
    rule: str,
    where: Callable[[Empire], Collection[str]],
    price: Callable[[], tuple[str, int]],
) -> Callable[[Position, Seat], Iterable[Offer]]:
    """Offers of what is built at a World, one for each where it can be, of the spaces `where`."""

    def offers(state: Position, seat: Seat) -> Iterable[Offer]:
        if not can_pay(state, seat, *price()):
            return
        for at in sorted(where(state.empires[seat]), key=galaxy.place_of):
            if galaxy.chit(state, at) == "world" and fits(check, state, seat, kind(at)):
                yield Offer(f"{verb} {at}", words, rule)

    return offers


def _builds(what: str) -> tuple[str, int]:
    return "build", tables().price(what)


def _at_ships(empire: Empire) -> set[str]:
    return {ship.at for ship in empire.ships}


def _at_colonies(empire: Empire) -> Collection[str]:
    return empire.colonies


OFFER_COLONIZE = _offered(
    _check_colonize,
    Colonize,
    "colonize",
    "a colony for 1 build",
    "SS-BLD-02",
    _at_ships,
    partial(_builds, "colony"),
)
OFFER_STARGATE = _offered(
    _check_stargate,
    Stargate,
    "stargate",
    "a Stargate for 3 build",
    "SS-BLD-04",
    _at_colonies,
    partial(_builds, "stargate"),
)
OFFER_TERRAFORM = _offered(
    _check_terraform,
    Terraform,
    "terraform",
    "a second colony for 5 build",
    "SS-BLD-06",
    _at_colonies,
    partial(_builds, "terraform"),
)
OFFER_ALLY = _offered(
    _check_ally,
    Ally,
    "ally at",
    "a minor race's colony for 4 trade",
    "SS-AMR-01",
    lambda empire: galaxy.spaces(),
    partial(price_of, "allied_minor_race"),
)

BUILD = ("build",)
FLEET = OrderHandler("turn", _check_fleet, _fleet, _offer_fleet, BUILD, action=True)
WARFLEET = OrderHandler(
    "turn", _check_warfleet, _warfleet, _offer_warfleet, BUILD, "warfleet", action=True
)
COLONIZE = OrderHandler("turn", _check_colonize, _colonize, OFFER_COLONIZE, BUILD, action=True)
STARGATE = OrderHandler("turn", _check_stargate, _stargate, OFFER_STARGATE, BUILD, action=True)
TERRAFORM = OrderHandler("turn", _check_terraform, _terraform, OFFER_TERRAFORM, BUILD, action=True)
ALLY = OrderHandler("turn", _check_ally, _ally, OFFER_ALLY, BUILD, "allied_minor_race", action=True)
