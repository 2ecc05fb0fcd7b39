"""Dropping out (ST-DROP): what was the leaver's goes, what others have begun goes on."""

from __future__ import annotations

from traders.engines.kernel.contract.contract import Event
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, Told, put
from traders.engines.kernel.words import named
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.holdings import cargo_hold, deal_card_choice
from traders.engines.star_traders.play.step_handlers import PROCEDURES
from traders.engines.star_traders.position import game_end
from traders.engines.star_traders.position.agenda_steps import (
    CalamityInterval,
    CheckDeparture,
    DieInterval,
    EndTurn,
    EnterClosing,
    EnterHyperspace,
    LeaveHyperspace,
    LostInterval,
    Misfortune,
    MoveLost,
    MoveShip,
    QuarantineInterval,
    ReadDigit,
    SeatsTurn,
    Shuffle,
    ZapInterval,
)
from traders.engines.star_traders.position.delivery_and_petition_steps import (
    CardByLot,
    GiveCard,
    PetitionInterval,
)
from traders.engines.star_traders.position.personality_steps import (
    EngineDestroyed,
    RaidInterval,
    RaidRolled,
    StationAuction,
)
from traders.engines.star_traders.position.state import Position
from traders.engines.star_traders.turn import personality_transfer

OF_THE_TURN = (
    CheckDeparture, DieInterval, EnterClosing, EnterHyperspace, LeaveHyperspace, LostInterval,
    MoveLost, MoveShip, PetitionInterval, QuarantineInterval, ReadDigit, ZapInterval,
)  # fmt: skip
"""Steps that name no seat: they are the seat's on turn."""


def leave(state: Position, seat: Seat) -> list[Event]:
    """The seat drops out for good: what it had goes, its turn passes on, the last one left wins
    (ST-DROP-01 to 09).
    """
    told: Told = []
    trader = state.traders[seat]
    if trader.out:
        raise Refusal(f"{named(seat)} has dropped out already.", "ST-DROP-02")
    told.append(tell("drops-out", "ST-DROP-02", seat=seat))
    promised = deal_card_choice.left_behind(state, seat)
    personality_transfer.seller_leaves(state, seat, told)
    _strip(state, seat, told)
    _forget(state, seat, promised)
    left = state.playing()
    if len(left) == 1:
        event = tell("last-trader", "ST-DROP-08", seat=left[0])
        put(state, game_end.over(state, left[0], event, "default", told))
    PROCEDURES.run(state, told)
    return told


def _strip(state: Position, seat: Seat, told: Told) -> None:
    trader = state.traders[seat]
    # (ST-DROP-01, ST-DROP-02)
    trader.out, trader.at, trader.engines, trader.stellors = True, 0, 0, 0
    state.luck_discard += trader.hand  # (ST-DROP-03)
    state.luck_discard += trader.lying()
    state.luck_discard += ["Quarantine" for q in state.quarantines if q.by == seat]
    if trader.mission:
        cargo_hold.discard(state, trader.mission)
    trader.hand, trader.envoy, trader.stressed, trader.mission, trader.skip = [], "", False, "", 0
    trader.stressed_by, trader.drawn = "", []
    state.quarantines = [q for q in state.quarantines if q.by != seat]
    state.stations = {
        world: station for world, station in state.stations.items() if station.owner != seat
    }  # (ST-DROP-04)
    trader.hold.clear()
    trader.permits.clear()
    trader.permits_at.clear()
    trader.barred_at.clear()
    for other in state.traders.values():
        other.hold = [cargo for cargo in other.hold if cargo.owner != seat]  # (ST-DROP-13)
    for completed in state.completed:
        completed.rights = [owner for owner in completed.rights if owner != seat]
    cargo_hold.sweep(state, told)
    state.shrink += 1  # (ST-DROP-05)


def _forget(state: Position, seat: Seat, promised: CardByLot | None) -> None:
    """What the leaver had under way is off, and cards of it or on it are void; the rest goes on,
    and then, if the turn was the leaver's, the next one begins (ST-DROP-09 to 12). A shuffle shares
    the fate of what it is for; a lot takes the place of the leaver's own choice (ST-TRADE-13).
    """
    kept: list[Step] = []
    struck = False
    for step in state.agenda:
        struck = struck if isinstance(step, Shuffle) else _is_of(state, step, seat)
        if isinstance(step, SeatsTurn) and struck:
            kept.append(EndTurn())
        elif isinstance(step, GiveCard) and struck and promised is not None:
            kept.append(promised)
            promised = None
        elif struck:
            state.luck_discard += game_end.cards([step])
        else:
            _leave_out(step, seat)
            kept.append(step)
    state.agenda = kept  # type: ignore[assignment]
    if state.jump is not None and state.jump.seat == seat:
        state.jump = None
    if state.die is not None and state.die.seat == seat:
        state.die = None


def _is_of(state: Position, step: Step, seat: Seat) -> bool:
    """Whether a step is nothing without this seat."""
    match step:
        case CalamityInterval(play=play) | Misfortune(play=play):
            return seat in (play.by, play.on)
        case RaidRolled(by=by) | RaidInterval(by=by):
            return seat == by
        case EngineDestroyed():
            return seat == state.turn.seat
        case StationAuction(petitioner=petitioner):
            return seat == petitioner
    if isinstance(step, OF_THE_TURN):
        return seat == state.turn.seat
    return getattr(step, "seat", None) == seat


def _leave_out(step: Step, seat: Seat) -> None:
    """A step that concerns several seats goes on without this one."""
    seats = getattr(step, "seats", [])
    if seat in seats:
        seats.remove(seat)
