"""What seats lose and get back, in words: after a battle, and where a negation has changed more
than the deed that it undid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Told
from traders.engines.kernel.words import count, named
from traders.engines.stratastar.empire import cards_and_payment
from traders.engines.stratastar.events import tell
from traders.engines.stratastar.position import galaxy
from traders.engines.stratastar.position.display_names import cards
from traders.engines.stratastar.position.state import Empire, Position
from traders.engines.stratastar.tables import CARDS, ability

PLURAL = {"colony": "colonies"}
IN_BATTLE = ("fleet", "warfleet", "colony", "stargate")
NEGATED = ("stargate", "colony", "fleet", "warfleet")


def chits(empire: Empire) -> dict[str, Counter[str]]:
    """How many chits of each kind an empire has in which space."""
    return {
        "fleet": Counter(galaxy.stacks(empire, war=False)),
        "warfleet": Counter(galaxy.stacks(empire, war=True)),
        "colony": Counter(empire.colonies),
        "stargate": Counter(empire.stargates),
    }


def in_battle(empire: Empire, space: str) -> list[tuple[str, int]]:
    """What an empire loses in a space where it is beaten: 1 fleet, 1 colony, 1 stargate
    (SS-BAT-13).
    """
    here = {kind: at[space] for kind, at in chits(empire).items()}
    return [(kind, here[kind]) for kind in IN_BATTLE if here[kind]]


def told(before: Position, after: Position) -> Told:
    """Each seat is told what a negation took from it and gave back, and all others the same, but of
    cards the number alone (SS-PBM-04, PR-RECEIPT-06).
    """
    found: Told = []
    for seat in before.seats:
        for own, kind, old, new in (
            ("negated-own", "negated", before, after),
            ("returned-own", "returned", after, before),
        ):
            things = [*_chits(old, new, seat), *_bonds(old, new, seat)]
            held = Counter(cards_and_payment.held(old, seat)) - Counter(
                cards_and_payment.held(new, seat)
            )
            hand = [cards({name: held[name] for name in CARDS if held[name]})] if held else []
            sizes = [count(held.total(), "card")] if held else []
            if not things and not held:
                continue
            mine, theirs = [*things, *hand], [*things, *sizes]
            found.append(tell.alone(seat, own, "SS-PBM-04", things=mine))
            found.append(tell.others(seat, kind, "SS-PBM-04", things=theirs))
    return found


def _chits(old: Position, new: Position, seat: Seat) -> Iterable[str]:
    """`stargate at c3`, `2 fleets at d4`: what is there in one position, and not in the other."""
    had, has = chits(old.empires[seat]), chits(new.empires[seat])
    for kind in NEGATED:
        gone = had[kind] - has[kind]
        for space in sorted(gone, key=galaxy.place_of):
            n = gone[space]
            what = kind if n == 1 else count(n, kind, PLURAL.get(kind, ""))
            yield f"{what} at {space}"


def _bonds(old: Position, new: Position, seat: Seat) -> Iterable[str]:
    """Abilities and Treaties."""
    for code in old.empires[seat].abilities:
        if code not in new.empires[seat].abilities:
            yield f"the ability {ability(code).name}"
    for other in old.seats:
        if galaxy.allied(old, seat, other) and not galaxy.allied(new, seat, other):
            yield f"the Treaty with {named(other)}"
