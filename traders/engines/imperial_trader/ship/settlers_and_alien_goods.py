"""A licence holder's loads without a card: settlers and alien goods (IT-SHF-11, IT-SHF-12)."""

from __future__ import annotations

from traders.engines.imperial_trader.events import tell
from traders.engines.imperial_trader.position.agenda_steps import Shuffle
from traders.engines.imperial_trader.position.state import ALIEN_GOODS, SETTLERS, Captain, Position
from traders.engines.imperial_trader.sub_sector import sub_sector_state
from traders.engines.imperial_trader.sub_sector.chart_routes import lanes_between
from traders.engines.imperial_trader.tables import tables
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.steps.agenda import Step, Told

LOADS = (SETTLERS, ALIEN_GOODS)


def is_load(cargo: str) -> bool:
    """Whether it is a load without a card."""
    return cargo == SETTLERS or cargo.startswith(ALIEN_GOODS)


def _rule(cargo: str) -> str:
    return "IT-SHF-11" if cargo == SETTLERS else "IT-SHF-12"


def _must_be_licensed(state: Position, captain: Captain, cargo: str) -> None:
    if not state.options.shifting_imperium:
        raise Refusal(
            f"There are no {cargo.casefold()} without the option Shifting Imperium.",
            _rule(cargo),
            "IT-SHF-01",
        )
    if not captain.licence:
        raise Refusal(
            f"{cargo} are for holders of a Rogue Trader's licence.", _rule(cargo), "IT-SHF-10"
        )


def full_name(captain: Captain, cargo: str) -> str:
    """Alien goods bear the name of the world where they are loaded."""
    return f"{ALIEN_GOODS} from {captain.at.planet}" if cargo.startswith(ALIEN_GOODS) else cargo


def aboard(captain: Captain, cargo: str) -> str:
    """The cargo meant: a load without a card is one of those aboard; "" if there is none."""
    if not is_load(cargo):
        return cargo
    alien = (load for load in captain.loads if cargo == ALIEN_GOODS and load.startswith(cargo))
    return cargo if cargo in captain.loads else next(alien, "")


def check_load(state: Position, captain: Captain, cargo: str) -> None:
    """Settlers at any port (IT-SHF-11); alien goods at an alien-held world, in spite of its being
    closed (IT-SHF-12). Each counts as one order against the limit (IT-DEA-04).
    """
    _must_be_licensed(state, captain, cargo)
    rule = _rule(cargo)
    if cargo == SETTLERS:
        planet = sub_sector_state.must_trade(state, captain, "Loading settlers", rule)
        if not sub_sector_state.port(state, planet):
            raise Refusal("Settlers come aboard at a port.", rule)
    else:
        held = [one.at for one in state.fallen if one.to == "aliens"]
        if (
            captain.at.to
            or captain.at.planet not in held
            or cargo not in (ALIEN_GOODS, full_name(captain, cargo))
        ):
            raise Refusal("Alien goods are loaded at a fallen world that aliens hold.", rule)
    if full_name(captain, cargo) in captain.cargo:
        raise Refusal(f"{cargo} are aboard already.", rule)
    if captain.held >= state.options.order_limit:
        raise Refusal(
            f"{cargo} count as an order, and you hold as many as you may: {captain.held}.",
            rule,
            "IT-DEA-04",
        )


def check_offload(state: Position, captain: Captain, cargo: str) -> None:
    """Settlers at an unsettled frontier world (IT-SHF-11), alien goods at any open port
    (IT-SHF-12).
    """
    _must_be_licensed(state, captain, cargo)
    rule = _rule(cargo)
    if not aboard(captain, cargo):
        raise Refusal(f"There are no {cargo.casefold()} aboard.", rule, "IT-WRK-03")
    if cargo == SETTLERS:
        if captain.at.to or not sub_sector_state.unsettled(state, captain.at.planet):
            raise Refusal("Settlers go to a frontier world that nobody has settled.", rule)
        return
    planet = sub_sector_state.must_trade(state, captain, "Offloading alien goods", rule)
    if not sub_sector_state.port(state, planet):
        raise Refusal("Alien goods are sold at ports.", rule)


def fails_on(cargo: str) -> tuple[int, ...]:
    """The faces that are a dock accident (IT-WRK-04, IT-SHF-12)."""
    return (
        tables().imperium.alien_fails_on
        if cargo.startswith(ALIEN_GOODS)
        else tables().game.accident_on
    )


def worth(state: Position, captain: Captain, cargo: str) -> int:
    """40 credits for settlers; 10 a lane and 10 more for alien goods (IT-SHF-11, IT-SHF-12)."""
    if cargo == SETTLERS:
        return tables().imperium.colonise_pay
    origin = cargo.removeprefix(f"{ALIEN_GOODS} from ")
    return (
        lanes_between(sub_sector_state.ways(state), origin, captain.at.planet)
        * tables().game.pay_per_lane
        + tables().imperium.alien_bonus
    )


def delivered(state: Position, captain: Captain, cargo: str, told: Told) -> tuple[int, list[Step]]:
    """The pay, and what follows: a settled world is an open Imperial World, and its two orders
    enter the deck (IT-SHF-11).
    """
    earned = worth(state, captain, cargo)
    if cargo != SETTLERS:
        return earned, []
    here = captain.at.planet
    next(one for one in state.frontier if one.at == here).settled = True
    state.deck += next(one.orders for one in tables().frontier if one.name == here)
    told.append(tell("settled", "IT-SHF-11", planet=here))
    return earned, [Shuffle()]
