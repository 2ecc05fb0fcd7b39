"""The Build phase: Fleets, colonies, Stargates, terraforming, and what abilities build (SS-BLD,
SS-CHT-02, SS-EXP, SS-WAR, SS-AMR).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from traders.engines.kernel.contract.contract import Event
from traders.engines.kernel.orders.order_handler import Menu, OrderHandler
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Steps, Told
from traders.engines.stratastar.empire import victory
from traders.engines.stratastar.empire.abilities_in_play import has, price_of
from traders.engines.stratastar.empire.paid_orders import Paid, Price, as_written, paid
from traders.engines.stratastar.events import tell
from traders.engines.stratastar.position import galaxy
from traders.engines.stratastar.position.agenda_steps import Phase
from traders.engines.stratastar.position.display_names import place
from traders.engines.stratastar.position.state import Empire, Position, Ship
from traders.engines.stratastar.tables import ability, tables

At = TypeVar("At", bound=Paid)


def must_have_chit(state: Position, empire: Empire, kind: str) -> None:
    """Ten Fleets, Warfleets among them, ten Stargates, twenty colonies (SS-CHT-01, SS-CHT-02,
    SS-WAR-02).
    """
    used = galaxy.chits_used(empire)[kind]
    if used >= tables().player_chits[kind]:
        raise Refusal(f"All your {used} {kind} chits are on the board.", "SS-CHT-02", "SS-CHT-01")


def _must_be_world(state: Position, space: str, *rules: str) -> None:
    if galaxy.chit(state, space) != "world":
        raise Refusal(f"There is no World at {place(space)}.", *rules)


def built(state: Position, seat: Seat, step: Phase, event: Event, told: Told) -> Steps:
    """It serves at once, and any number of things is built in a phase (SS-BLD-08)."""
    told.append(event)
    galaxy.meet(state)
    return victory.after_colony(state, seat, step, told)


class Building(Paid, frozen=True):
    """An order that builds."""

    action = True
    at: str


class HomeBuilding(Building, frozen=True):
    """At the Homeworld, where no space is said."""

    at: str = ""


def _building(
    fields: type[Building],
    *,
    chit: str,
    lay: Callable[[Empire, str], None],
    event: str,
    check: Callable[[Position, Seat, Any], None] | None = None,
    price: tuple[str, int] | None = None,
    prices: Callable[[Position, Seat, Any], Price] | None = None,
    **more: Any,
) -> OrderHandler[Position]:
    """An order that lays a `chit`; told as this kind of event, by the rule of its price."""

    def may_be_laid(state: Position, seat: Seat, order: Building) -> None:
        if check is not None:
            check(state, seat, order)
        must_have_chit(state, state.empires[seat], chit)

    def deed(state: Position, seat: Seat, order: Building, step: Phase, told: Told) -> Steps:
        empire = state.empires[seat]
        at = order.at or empire.homeworld
        rule = prices(state, seat, order).rule if prices else more["rule"]
        lay(empire, at)
        return built(state, seat, step, tell(event, rule, seat=seat, space=place(at)), told)

    order = OrderHandler(fields, check=may_be_laid, deed=deed, stages=("build",), **more)
    return paid(order, price, prices)


def _first_colony(empire: Empire, at: str) -> None:
    empire.colonies[at] = 1


# --- Fleets ---------------------------------------------------------------------------------------


class BuildFleet(HomeBuilding, frozen=True):
    """`build fleet [at d4]`"""


def _at_home(state: Position, seat: Seat, order: BuildFleet) -> bool:
    return order.at in ("", state.empires[seat].homeworld)


def _price_of_fleet(state: Position, seat: Seat, order: BuildFleet) -> Price:
    """At the Homeworld (SS-BLD-01), by Expansion at a colony (SS-EXP-01)."""
    if _at_home(state, seat, order):
        return Price(*tables().price("fleet"), "SS-BLD-01")
    return Price(*price_of("expansion"), "SS-EXP-01")


def _check_fleet(state: Position, seat: Seat, order: BuildFleet) -> None:
    if _at_home(state, seat, order):
        return
    if not has(state, seat, "expansion"):
        raise Refusal(
            "Fleets are built at your Homeworld: Expansion is not yours.", "SS-OPT-02", "SS-BLD-01"
        )
    if order.at not in state.empires[seat].colonies:
        raise Refusal(f"You have no colony at {place(order.at)}.", "SS-EXP-01")


def _where_fleets_are_built(state: Position, seat: Seat) -> Menu:
    at_home = as_written(*tables().price("fleet"))
    elsewhere = as_written(*price_of("expansion"))
    yield BuildFleet(), f"a Fleet at your Homeworld for {at_home}"
    for at in state.empires[seat].colonies if has(state, seat, "expansion") else ():
        yield BuildFleet(at), (f"a Fleet at {place(at)} for {elsewhere}", "SS-EXP-01")


FLEET = _building(
    BuildFleet,
    chit="fleet",
    lay=lambda empire, at: empire.ships.append(Ship(at)),
    event="builds-fleet",
    forms=("build fleet [at <at:space>]",),
    prefix="build fleet",
    said=("make fleet", "new fleet"),
    help="Build a Fleet at your Homeworld, or with Expansion at a colony of yours.",
    example="build fleet",
    rule="SS-BLD-01",
    check=_check_fleet,
    prices=_price_of_fleet,
    menu=_where_fleets_are_built,
)


class Warfleet(HomeBuilding, frozen=True):
    """`warfleet`"""


WARFLEET = _building(
    Warfleet,
    chit="fleet",
    lay=lambda empire, at: empire.ships.append(Ship(at, war=True)),
    event="builds-warfleet",
    forms=("warfleet", "build warfleet"),
    help="Pay {price} and build a Warfleet at your Homeworld.",
    example="warfleet",
    rule="SS-WAR-01",
    needs="warfleet",
    means="a Warfleet at your Homeworld for {price}",
)


# --- at Worlds ------------------------------------------------------------------------------------


def _at_each(
    kind: Callable[[str], At], spaces: Callable[[Empire], Iterable[str]]
) -> Callable[[Position, Seat], Iterable[At]]:
    """The menu of what is built at a World."""

    def menu(state: Position, seat: Seat) -> Iterable[At]:
        return map(kind, sorted(set(spaces(state.empires[seat])), key=galaxy.place_of))

    return menu


class Colonize(Building, frozen=True):
    """`colonize d4`"""


def _check_colonize(state: Position, seat: Seat, order: Colonize) -> None:
    """A World (SS-BLD-03) with an own Fleet and nobody's colony (SS-BLD-02); a Warfleet does not do
    (SS-WAR-02). The Fleet stays (SS-BLD-02).
    """
    empire = state.empires[seat]
    _must_be_world(state, order.at, "SS-BLD-03")
    if not galaxy.fleets(empire, order.at):
        war = ("SS-WAR-02",) if galaxy.warfleets(empire, order.at) else ()
        raise Refusal(f"You have no Fleet at {place(order.at)}.", "SS-BLD-02", *war)
    if any(order.at in other.colonies for other in state.empires.values()):
        raise Refusal(f"There is a colony at {place(order.at)} already.", "SS-BLD-02")


COLONIZE = _building(
    Colonize,
    chit="colony",
    lay=_first_colony,
    event="builds-colony",
    forms=("colonize <at:space>",),
    said=("colonise", "settle", "found colony"),
    help="Pay {price} and found a colony on a World where you have a Fleet.",
    example="colonize d4",
    rule="SS-BLD-02",
    check=_check_colonize,
    price=tables().price("colony"),
    menu=_at_each(Colonize, lambda empire: (ship.at for ship in empire.ships)),
    means="a colony for {price}",
)


class Stargate(Building, frozen=True):
    """`stargate c3`"""


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


STARGATE = _building(
    Stargate,
    chit="stargate",
    lay=lambda empire, at: empire.stargates.append(at),
    event="builds-stargate",
    forms=("stargate <at:space>",),
    help="Pay {price} and set up a Stargate beside a colony of yours.",
    example="stargate c3",
    rule="SS-BLD-04",
    check=_check_stargate,
    price=tables().price("stargate"),
    menu=_at_each(Stargate, lambda empire: empire.colonies),
    means="a Stargate for {price}",
)


class Terraform(Building, frozen=True):
    """`terraform d4`"""


def _check_terraform(state: Position, seat: Seat, order: Terraform) -> None:
    """A World with an own colony (SS-BLD-06), once (SS-BLD-07)."""
    if order.at not in state.empires[seat].colonies:
        raise Refusal(f"You have no colony at {place(order.at)}.", "SS-BLD-06")
    if sum(other.colonies.get(order.at, 0) for other in state.empires.values()) > 1:
        raise Refusal(f"The World at {place(order.at)} is terraformed already.", "SS-BLD-07")


def _second_colony(empire: Empire, at: str) -> None:
    empire.colonies[at] += 1


TERRAFORM = _building(
    Terraform,
    chit="colony",
    lay=_second_colony,
    event="builds-second-colony",
    forms=("terraform <at:space>",),
    help="Pay {price} and add a colony on a World that you have colonized.",
    example="terraform d4",
    rule="SS-BLD-06",
    check=_check_terraform,
    price=tables().price("terraform"),
    menu=_at_each(Terraform, lambda empire: empire.colonies),
    means="a second colony for {price}",
)


class Ally(Building, frozen=True):
    """`ally at e5`"""


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


def _worlds(state: Position, seat: Seat) -> Iterable[Ally]:
    worlds = [at for at, kind in state.map.items() if kind == "world"]
    return map(Ally, sorted(worlds, key=galaxy.place_of))


ALLY = _building(
    Ally,
    chit="colony",
    lay=_first_colony,
    event="builds-allied-colony",
    forms=("ally at <at:space>",),
    help="Pay {price} and found a colony on an empty World near a unit of yours.",
    example="ally at e5",
    rule="SS-AMR-01",
    needs="allied_minor_race",
    check=_check_ally,
    menu=_worlds,
    means="a minor race's colony for {price}",
)
