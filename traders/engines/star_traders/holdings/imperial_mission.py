"""The Imperial Mission: drawing it, its Imperial Cargo, winning with it."""

from __future__ import annotations

from traders.engines.kernel.contract.contract import Event
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import StepHandler, Steps, Told
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.holdings import cargo_hold
from traders.engines.star_traders.position import game_end
from traders.engines.star_traders.position.agenda_steps import Shuffle
from traders.engines.star_traders.position.delivery_and_petition_steps import TurnUpMission
from traders.engines.star_traders.position.display_names import place
from traders.engines.star_traders.position.state import Cargo, Position


def turn_up(state: Position, step: TurnUpMission, told: Told) -> Steps:
    """Contracts are turned up from the deck until one qualifies; that one is the mission, kept
    beside the Trader (ST-MISSION-01, ST-MISSION-03). A deck that runs out is made anew from the
    discards (ST-MISSION-19).
    """
    if not there_is_one(state):
        told.append(tell("no-mission", "ST-MISSION-03"))
        return []
    while state.contract_deck:
        contract = state.contract_deck.pop(0)
        title = state.book.title(contract)
        if qualifies(state, contract):
            state.traders[step.seat].mission = contract
            told.append(_granted(state, step.seat))
            return []
        state.contract_discard.append(contract)
        told.append(tell("too-easy", "ST-MISSION-03", reveals=True, contract=title))
    return [Shuffle("contract"), step]


def there_is_one(state: Position) -> bool:
    """Whether deck or discards hold a contract that fits (ST-MISSION-03)."""
    return any(
        qualifies(state, contract) for contract in state.contract_deck + state.contract_discard
    )


def qualifies(state: Position, contract: str) -> bool:
    """A payoff of 15 Stellors or more, on average where a die decides (ST-MISSION-02,
    ST-MISSION-04).
    """
    return state.book.contracts[contract].average >= state.book.limits["mission_min_payoff"]


def _granted(state: Position, seat: Seat) -> Event:
    """The mission. The cargo on the card is not its cargo (ST-MISSION-05)."""
    card = state.book.contracts[state.traders[seat].mission]
    start, goal = place(state, card.pick_up), place(state, card.deliver)
    return tell("mission", "ST-MISSION-01", reveals=True, seat=seat, start=start, goal=goal)


# --- Imperial Cargo -------------------------------------------------------------------------------


def aboard(state: Position, seat: Seat) -> bool:
    """Whether the Trader's own Imperial Cargo is in its hold."""
    return cargo_hold.imperial(seat) in cargo_hold.kinds(state.traders[seat])


def check_load(state: Position, seat: Seat, cargo: str, count: int) -> None:
    """One's own, on the pick-up world, one at a time; a lost one can be fetched again
    (ST-MISSION-06, ST-MISSION-08, ST-MISSION-17, ST-MISSION-18).
    """
    trader = state.traders[seat]
    if cargo != cargo_hold.imperial(seat):
        raise Refusal(
            "Only the Trader whose mission it is may load Imperial Cargo.", "ST-MISSION-06"
        )
    if not trader.mission:
        raise Refusal("You have no Imperial Mission.", "ST-MISSION-06", "ST-MISSION-17")
    if aboard(state, seat) or count > 1:
        raise Refusal("A hold never has two identical Imperial Cargoes.", "ST-MISSION-08")
    origin = starts_from(state, seat)
    if trader.at != origin:
        raise Refusal(
            f"Your Imperial Cargo is picked up on {place(state, origin)}.",
            "ST-MISSION-17",
            instead=[f"jump towards {place(state, origin)}"],
        )


def load(state: Position, seat: Seat, told: Told) -> None:
    """It takes one place in the hold (ST-MISSION-17)."""
    trader = state.traders[seat]
    trader.hold.append(Cargo(cargo_hold.imperial(seat), owner=seat))
    world = place(state, trader.at)
    told.append(
        tell(
            "loads",
            "ST-MISSION-17",
            seat=seat,
            cargo=cargo_hold.IMPERIAL,
            count=None,
            world=world,
        )
    )


def starts_from(state: Position, seat: Seat) -> int:
    """Where the Imperial Cargo of a Trader's mission is picked up; -1 without a mission."""
    mission = state.traders[seat].mission
    return state.book.contracts[mission].pick_up if mission else -1


def check_deliver(state: Position, seat: Seat, cargo: str) -> None:
    """Imperial Cargo is delivered without an order where its Trader's turn finds it at its goal;
    any order to deliver it is refused (ST-MISSION-06, ST-MISSION-07, ST-MISSION-13).
    """
    if cargo != cargo_hold.imperial(seat):
        raise Refusal(
            "Only the Trader it was made for can deliver Imperial Cargo.",
            "ST-MISSION-07",
            "ST-MISSION-06",
        )
    goal = (
        state.book.contracts[state.traders[seat].mission].deliver
        if state.traders[seat].mission
        else 0
    )
    where = f"on {place(state, goal)}" if goal else "with an Imperial Mission"
    raise Refusal(f"Imperial Cargo is delivered {where}.", "ST-MISSION-13")


# --- winning --------------------------------------------------------------------------------------


def win(state: Position, seat: Seat, told: Told) -> Steps:
    """The Trader is Imperial Trader; no race, no special payoff, no die (ST-MISSION-13,
    ST-MISSION-16, ST-MISSION-20, ST-RACE-07).
    """
    trader = state.traders[seat]
    cargo_hold.take_out(trader, cargo_hold.imperial(seat))
    event = tell("mission-done", "ST-MISSION-13", seat=seat, world=place(state, trader.at))
    return game_end.over(state, seat, event, "mission", told)


STEPS = (StepHandler(TurnUpMission, does=turn_up),)
