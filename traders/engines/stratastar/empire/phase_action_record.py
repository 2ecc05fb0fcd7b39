"""What is done in a phase, kept as far as Sabotage may undo it (SS-SAB-03), and when its window
opens (SS-PBM-04).
"""

from __future__ import annotations

from traders.engines.kernel.engine.optional_contract import Terms
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step
from traders.engines.stratastar.empire.abilities_in_play import has
from traders.engines.stratastar.position.agenda_steps import Phase, SabotageInterval
from traders.engines.stratastar.position.state import STORING, Deed, Position


def saboteurs(state: Position, seat: Seat) -> tuple[Seat, ...]:
    """Who could sabotage what a seat does: its opponents who have the ability."""
    return tuple(
        other
        for other in state.playing
        if other != seat and seat in state.playing and has(state, other, "sabotage")
    )


def note(state: Position, seat: Seat, order: str, *, can_be_undone: bool) -> None:
    """Keep what is done in a phase from its first action on, with the position before that; and
    what others answer at once, each with the position before it.
    """
    in_phase = isinstance(state.agenda[-1], Phase)
    later = can_be_undone and state.options.revised and not in_phase
    action = (can_be_undone and in_phase) or (later and seat == state.turn.seat)
    answered = later and seat != state.turn.seat and bool(saboteurs(state, seat))
    watched = bool(saboteurs(state, state.turn.seat))
    if not (watched or answered or state.turn.deeds) or not (action or answered or _begun(state)):
        return
    before = b"" if _begun(state) and not answered else _packed(state)
    state.turn.deeds.append(Deed(seat, order, before, action))


def _begun(state: Position) -> bool:
    return bool(state.turn.deeds)


def _packed(state: Position) -> bytes:
    """The position without what was done in the phase."""
    done, state.turn.deeds = state.turn.deeds, []
    packed = STORING.packed(state)
    state.turn.deeds = done
    return packed


def note_deal(state: Position, terms: Terms) -> None:
    """Keep a deal that is made after the first deed of a phase: it is none of the active seat's
    actions, and stands (SS-SAB-03).
    """
    if state.turn.deeds:
        state.turn.deeds.append(Deed(terms.taker, "", b"", action=False, terms=terms))


def note_departure(state: Position, seat: Seat) -> None:
    """Keep that a seat has left after the first deed of a phase: it is gone when the phase is
    played again (SS-TTD-02).
    """
    if state.turn.deeds:
        state.turn.deeds.append(Deed(seat, "", b"", action=False))


def actions(state: Position) -> list[Deed]:
    """The active seat's actions of the phase (SS-SAB-03)."""
    return [deed for deed in state.turn.deeds if deed.action]


def standing(state: Position) -> list[Deed]:
    """Those of them that can still be cancelled."""
    return [deed for deed in actions(state) if _stands(deed)]


def _stands(deed: Deed) -> bool:
    return not deed.cancelled and not deed.failed


def reported(state: Position, step: SabotageInterval) -> list[Deed]:
    """What a window is about: the actions of the phase, or the one deed that is answered at
    once.
    """
    return [state.turn.deeds[step.deed - 1]] if step.deed else actions(state)


def left(state: Position, step: SabotageInterval) -> list[Deed]:
    """What of it can still be cancelled."""
    return [deed for deed in reported(state, step) if _stands(deed)]


def at_once(state: Position, seat: Seat, mover: Seat, at: str) -> list[Step]:
    """The window of a retreat, a block or a defence, which opens as soon as it has been made as
    `mover`'s fleet came to a space (SS-SAB-03); none where a phase is played again.
    """
    if not state.options.revised or state.turn.again is not None or not saboteurs(state, seat):
        return []
    place = len(state.turn.deeds)
    return [SabotageInterval("movement", deed=place, mover=mover, at=at)] if place else []


def before_victory(state: Position, seat: Seat, phase: str) -> list[Step]:
    """The window of a deed that would win (SS-VIC-05)."""
    if not state.options.revised or not saboteurs(state, seat):
        return []
    return [SabotageInterval(phase, wins=seat)]
