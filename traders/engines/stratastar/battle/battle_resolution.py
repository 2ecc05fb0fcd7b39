"""A battle: who stands with whom, which force wins, what falls (SS-BAT)."""

from __future__ import annotations

from collections.abc import Mapping

from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, Told
from traders.engines.stratastar.empire import cards_and_payment, losses_in_words, victory
from traders.engines.stratastar.events import tell
from traders.engines.stratastar.position import galaxy
from traders.engines.stratastar.position.display_names import counted, place
from traders.engines.stratastar.position.state import Position


def _sides(state: Position, here: list[Seat]) -> list[list[Seat]]:
    """Each is his own side (SS-BAT-17), partners under Treaty together (SS-TRY-03): the oldest
    Treaty first, where one seat is bound to two that are foes of each other.
    """
    sides = [[seat] for seat in here]
    for treaty in state.treaties:
        one, other = (next((side for side in sides if seat in side), []) for seat in treaty.left)
        if (
            one
            and other
            and one is not other
            and all(galaxy.allied(state, a, b) for a in one for b in other)
        ):
            one += other
            sides.remove(other)
    return sides


def _attack(used: Mapping[str, int]) -> int:
    """The force of cards (SS-BAT-07, SS-RES-01, SS-POW-01)."""
    return sum(cards_and_payment.value(name, "attack") * n for name, n in used.items())


def fought(
    state: Position, space: str, here: list[Seat], sealed: Mapping[Seat, dict[str, int]], told: Told
) -> list[Step] | None:
    """A battle of the parties `here`. All units take part (SS-BAT-03); cards used are discarded
    whatever the outcome (SS-BAT-11); the single highest total wins unharmed (SS-BAT-04, SS-BAT-12),
    all others are destroyed (SS-BAT-13, SS-BAT-14, SS-BAT-17).
    """
    totals: dict[Seat, int] = {}
    at = place(space)
    for seat in here:
        used = sealed.get(seat, {})
        totals[seat] = galaxy.force(state.empires[seat], space) + _attack(used)
        cards_and_payment.discard(state, seat, used)
        told.append(
            tell(
                "fights",
                "SS-BAT-08",
                reveals=True,
                seat=seat,
                space=at,
                cards=counted(used),
                force=totals[seat],
            )
        )
    sides = _sides(state, here)
    forces = [sum(totals[seat] for seat in side) for side in sides]
    best = [side for side, total in zip(sides, forces, strict=True) if total == max(forces)]
    won = best[0] if len(best) == 1 else []
    lost: Told = []
    for seat in here:
        if seat not in won:
            if pieces := losses_in_words.in_battle(state.empires[seat], space):
                lost.append(tell("losses", "SS-BAT-13", seat=seat, pieces=pieces))
            galaxy.clear(state.empires[seat], space)
    if len(won) > 1:
        told.append(tell("win-battle", "SS-BAT-04", winners=won, space=at))
    elif won:
        told.append(tell("wins-battle", "SS-BAT-04", seat=won[0], space=at))
    else:
        told.append(tell("all-destroyed", "SS-BAT-14", space=at))
    told += lost
    owner = next((seat for seat in here if state.empires[seat].homeworld == space), "")
    if won and owner and owner not in won:  # a tie captures nothing (SS-BAT-16)
        return victory.captured(state, owner, space, won, told)
    return None
