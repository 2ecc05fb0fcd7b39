"""Dropping out (ST-DROP)."""

from __future__ import annotations

from traders.engines.agenda import Step, Told, put
from traders.engines.contract import Event, Refusal, Seat
from traders.engines.ended import over
from traders.engines.star_traders import hold
from traders.engines.star_traders.procedures import PROCEDURES
from traders.engines.star_traders.state import Position
from traders.engines.star_traders.steps import CalamityInterval, EndTurn, Misfortune, Resolved
from traders.engines.star_traders.trade_steps import Replace
from traders.engines.words import named, told_to_all


def leave(state: Position, seat: Seat) -> list[Event]:
    """The seat drops out for good: what it had goes, its turn passes on, the last one left wins (ST-DROP-01 to 09)."""
    told: Told = []
    trader = state.traders[seat]
    if trader.out:
        raise Refusal(f"{named(seat)} has dropped out already.", "ST-DROP-02")
    told.append(told_to_all(f"{named(seat)} drops out.", "ST-DROP-02", kind="drops out", seat=seat))
    _strip(state, seat, told)
    left = state.playing()
    if len(left) == 1:
        put(state, over(state, left, f"{named(left[0])} is the last Trader left and wins by default.", "ST-DROP-08", "default", told))
    elif state.turn.seat == seat and state.turn.stage != "setup":
        _end_turn(state)
    else:
        _forget(state, seat)
    PROCEDURES.run(state, told)
    return told


def _strip(state: Position, seat: Seat, told: Told) -> None:
    trader = state.traders[seat]
    trader.out, trader.at, trader.engines, trader.stellors = True, 0, 0, 0  # (ST-DROP-01, ST-DROP-02)
    state.luck_discard += trader.hand  # (ST-DROP-03)
    state.luck_discard += trader.lying()
    state.luck_discard += ["Quarantine" for q in state.quarantines if q.by == seat]
    state.contract_discard += [trader.mission] if trader.mission else []
    trader.hand, trader.envoy, trader.stressed, trader.mission, trader.skip = [], "", False, "", 0
    trader.stressed_by = ""
    state.quarantines = [q for q in state.quarantines if q.by != seat]
    state.stations = {world: station for world, station in state.stations.items() if station.owner != seat}  # (ST-DROP-04)
    trader.hold.clear()
    trader.permits.clear()
    trader.permits_at.clear()
    trader.barred_at.clear()
    for completed in state.completed:
        completed.rights = [owner for owner in completed.rights if owner != seat]
    hold.sweep(state, told)
    state.shrink += 1  # (ST-DROP-05)


def _end_turn(state: Position) -> None:
    """What the seat on turn had under way is off, but for what concerns the table: cards resolved, contracts replaced (ST-DROP-09)."""
    state.luck_discard += [step.play.card for step in state.agenda if isinstance(step, Misfortune)]
    left = [step for step in reversed(state.agenda) if isinstance(step, (Resolved, Replace))]
    state.agenda.clear()
    state.jump = state.die = None
    put(state, [*left, EndTurn()])


def _forget(state: Position, seat: Seat) -> None:
    """Calamities of the seat's or against it are void, and so are its choices (ST-DROP-03)."""
    state.luck_discard += [step.play.card for step in state.agenda if isinstance(step, Misfortune) and _concerns(step, seat)]
    state.agenda = [step for step in state.agenda if not _concerns(step, seat)]


def _concerns(step: Step, seat: Seat) -> bool:
    if isinstance(step, (CalamityInterval, Misfortune)):
        return seat in (step.play.on, step.play.by)
    return getattr(step, "seat", None) == seat
