"""What a bot makes of a view: distances, forces, who leads, what its cards are worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache

from traders.bots.default_bot import lot
from traders.engines.kernel.contract.contract import View
from traders.engines.stratastar.position.galaxy import HAZARDS, beside
from traders.engines.stratastar.position.view_types import EmpireSeen
from traders.engines.stratastar.tables import tables

LIKELY = 0.35
"""How much of an unknown hand is thought to be of use in a battle."""
PATIENCE, IMPATIENT = 20, 60
"""From this round on a bot dares more and more, until so many rounds later it fears foes half as
much: no game drags on for ever.
"""


class Mind:
    """One seat's view, thought over."""

    def __init__(self, view: View, seed: int) -> None:
        self.view = view
        self.seed = seed
        self.seat: str = view["seat"]
        self.map: dict[str, str] = view["map"]
        self.hand: dict[str, int] = view["hand"]
        self.me: EmpireSeen = next(
            empire for empire in view["seats"] if empire["seat"] == self.seat
        )
        self.others: list[EmpireSeen] = [
            one for one in view["seats"] if one["seat"] != self.seat and not one["out"]
        ]
        self._lots: dict[str, float] = {}
        self._far: dict[frozenset[str], Mapping[str, int]] = {}
        self.foes = [one for one in self.others if one["seat"] not in self.me["treaties"]]

    def lot(self, what: str) -> float:
        """A number from 0 to 1 that follows from the seed and the thing alone."""
        if what not in self._lots:
            self._lots[what] = lot(self.seed, what)
        return self._lots[what]

    def has(self, code: str) -> bool:
        """Whether an ability is the seat's."""
        return code in self.view["in_play"] or code in self.me["abilities"]

    # --- cards ------------------------------------------------------------------------------------

    def worth(self, kind: str, *, research: bool = True) -> int:
        """How much of a kind the hand pays for."""
        starred = tables().power_cards["worth"] * self.hand.get(f"{kind}*", 0)
        return self.hand.get(kind, 0) + starred + (self.hand.get("research", 0) if research else 0)

    # --- the board --------------------------------------------------------------------------------

    @cached_property
    def colonised(self) -> set[str]:
        """Worlds with anybody's colony."""
        return {space for empire in self.view["seats"] for space in empire["colonies"]}

    @cached_property
    def free(self) -> list[str]:
        """Worlds that nobody has colonised, and what may be one."""
        return [
            space
            for space, kind in self.map.items()
            if kind in ("world", "unknown") and space not in self.colonised
        ]

    def stacks(self, empire: EmpireSeen) -> list[str]:
        """Spaces with ships of an empire."""
        return list(dict.fromkeys([*empire["fleets"], *empire["warfleets"]]))

    def force(self, empire: EmpireSeen, space: str) -> int:
        """What lies open of an empire's force in a space."""
        worth = tables().force
        ships = (
            empire["fleets"].get(space, 0) * worth["fleet"]
            + empire["warfleets"].get(space, 0) * worth["warfleet"]
        )
        return int(
            ships
            + empire["colonies"].get(space, 0)
            + (worth["homeworld"] if empire["homeworld"] == space else 0)
        )

    @cached_property
    def feared(self) -> dict[str, float]:
        """The force with which the strongest foe is likely to fight, in each space with any of
        theirs; less as the game goes on.
        """
        late: int = max(0, self.view["round"] - PATIENCE)
        boldness = 1 - 0.5 * min(1, late / IMPATIENT)
        found: dict[str, float] = {}
        for foe in self.foes:
            cards = LIKELY * int(foe["cards"])
            for space in {foe["homeworld"], *foe["colonies"], *self.stacks(foe)}:
                if force := self.force(foe, space):
                    bold = max(force, (force + cards) * boldness)  # never less than lies open
                    found[space] = max(found.get(space, 0), bold)
        return found

    def held_by_foe(self, space: str) -> float:
        """The strongest foe that is to be feared in a space; 0 where there is none."""
        return self.feared.get(space, 0)

    @cached_property
    def leader(self) -> EmpireSeen | None:
        """The foe with most Worlds."""
        return max(
            self.foes,
            key=lambda foe: (foe["worlds"], foe["cards"], self.lot(foe["seat"])),
            default=None,
        )

    @cached_property
    def barred(self) -> frozenset[str]:
        """Hazards, but for those that an own ability opens."""
        opened = {"nebula"} if self.has("nebulous_navigation") and self.worth("move") > 1 else set()
        return frozenset(
            space for space, kind in self.map.items() if kind in HAZARDS and kind not in opened
        )

    def near(self, goals: Iterable[str]) -> Mapping[str, int]:
        """How many moves each space is from the nearest of these, by own Stargates too."""
        wanted = frozenset(goals)
        found = self._far.get(wanted)
        if found is None:
            found = _near(wanted, self.barred, tuple(self.me["stargates"]))
            self._far[wanted] = found
        return found


@lru_cache(maxsize=1_024)
def _near(
    goals: frozenset[str], barred: frozenset[str], gates: tuple[str, ...]
) -> Mapping[str, int]:
    """The same on the same board: it changes seldom, and the same goals come again and again."""
    edge = [space for space in goals if space not in barred]
    found = dict.fromkeys(edge, 0)
    while edge:
        after = []
        for space in edge:
            for other in (*beside(space), *(gates if space in gates else ())):
                if other not in found and other not in barred:
                    found[other] = found[space] + 1
                    after.append(other)
        edge = after
    return found
