"""What a bot makes of a view: what is not seen and how likely it is, whom it could beat where,
and what its ships could do this turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from math import comb
from typing import NamedTuple

from traders.bots.stratastar.situation import Mind
from traders.engines.stratastar.position.view_types import EmpireSeen
from traders.engines.stratastar.tables import tables

CONQUEST, COLONY, SHIP, CARD = 100, 9, 5, 0.4
"""What is worth how much: a Homeworld, a colony, a unit of force in ships, a card."""
SURE = 0.55
"""A battle is looked for that is won at least so probably."""


class Assault(NamedTuple):
    """A stack that could fight in a space this turn: how far, and what is hoped of it."""

    worth: float
    frm: str
    to: str
    steps: int
    foe: str
    chance: float


@lru_cache(maxsize=4_096)
def drawn(hand: int, good: int, unseen: int) -> tuple[float, ...]:
    """How probably a hand of so many unseen cards holds 0, 1, 2 … of the good ones."""
    hand, good = min(hand, unseen), min(good, unseen)
    ways = comb(unseen, hand)
    return tuple(comb(good, k) * comb(unseen - good, hand - k) / ways for k in range(hand + 1))


class Prospect(Mind):
    """One seat's view, reckoned through."""

    # --- hidden hands -----------------------------------------------------------------------------

    @cached_property
    def unseen(self) -> dict[str, int]:
        """Cards by kind that lie in the deck or in hands that are not known."""
        seen = [*self.view["discard"]]
        for held in (self.hand, *self.view.get("spied", {}).values()):
            seen += [name for name, n in held.items() for _ in range(n)]
        left = dict(tables().deck)
        for name in seen:
            left[name.rstrip("*")] -= 1
        return {kind: max(0, n) for kind, n in left.items()}

    def held(self, foe: EmpireSeen, kind: str) -> tuple[float, ...]:
        """How probably a foe can play 0, 1, 2 … cards as a kind; a spied hand is certain."""
        known = self.view.get("spied", {}).get(foe["seat"])
        if known is not None:
            n = known.get(kind, 0) + 2 * known.get(f"{kind}*", 0) + known.get("research", 0)
            return (*(0,) * n, 1)
        good = self.unseen[kind] + self.unseen["research"]
        return drawn(int(foe["cards"]), good, max(1, sum(self.unseen.values())))

    def spied(self, seat: str) -> bool:
        """Whether a hand is known."""
        return seat in self.view.get("spied", {})

    def outcome(self, space: str, force: float) -> tuple[float, float]:
        """How probably so much force wins in a space, and how probably all there are destroyed."""
        wins, holds = 1.0, 1.0
        for foe in self.foes:
            if lying := self.force(foe, space):
                odds = self.held(foe, "attack")
                over = int(force) - lying
                wins *= sum(odds[: max(0, over)])
                holds *= sum(odds[: max(0, over + 1)])
        return wins, holds - wins

    # --- what is to be won ------------------------------------------------------------------------

    @cached_property
    def targets(self) -> list[tuple[str, EmpireSeen]]:
        """Spaces with something of a foe, and whose it is."""
        found = []
        for foe in self.foes:
            home = [foe["homeworld"]] if foe["homeworld"] else []
            spaces = dict.fromkeys([*home, *foe["colonies"], *self.stacks(foe)])
            found += [(space, foe) for space in spaces]
        return found

    def prize(self, space: str) -> float:
        """What a won battle brings; more, the nearer its loser is to winning."""
        total, need = 0, self.view["worlds_to_win"] or 12
        for foe in self.foes:
            if not self.force(foe, space):
                continue
            ships = self.force({**foe, "colonies": {}, "homeworld": ""}, space)
            near = 2 if foe["worlds"] >= need - 2 else 1
            total += SHIP * ships + near * COLONY * bool(foe["colonies"].get(space))
            total += CONQUEST * (foe["homeworld"] == space)
        return total

    def stake(self, space: str, ships: float) -> float:
        """What a lost battle costs: the ships, and the colony there."""
        return SHIP * ships + COLONY * bool(self.me["colonies"].get(space))

    def hope(self, space: str, force: float, ships: float) -> float:
        """What a battle with so much force is worth."""
        wins, both = self.outcome(space, force)
        tie = 0 if any(foe["homeworld"] == space for foe in self.foes) else self.prize(space)
        return (
            wins * self.prize(space)
            + both * (tie - self.stake(space, ships))
            - (1 - wins - both) * self.stake(space, ships)
        )

    # --- what could be done this turn -------------------------------------------------------------

    @cached_property
    def moves(self) -> int:
        """Steps that the hand pays for, the free one among them."""
        return int(self.view["free_moves"]) + self.worth("move")

    def cards_after(self, steps: int) -> int:
        """Force of the cards that are left for a battle after so many steps."""
        research = self.hand.get("research", 0)
        short = max(0, steps - self.view["free_moves"] - self.worth("move", research=False))
        return int(self.worth("attack", research=False) + max(0, research - short))

    def ships_at(self, space: str) -> int:
        """Force of the own ships in a space."""
        return self.force({**self.me, "colonies": {}, "homeworld": ""}, space)

    def stacks_free(self) -> Iterator[tuple[str, int]]:
        """Own stacks with the force of their ships, but for those that guard the Homeworld."""
        for stack in self.stacks(self.me):
            ships = self.ships_at(stack) - (self.guard if stack == self.home else 0)
            if ships > 0:
                yield stack, ships

    @cached_property
    def assaults(self) -> list[Assault]:
        """Battles that own stacks could reach this turn and would look for, the best first."""
        return sorted(self._assaults(self.moves, 0), key=lambda one: (-one.worth, one.to, one.frm))

    def within(self, steps: int, more: int) -> bool:
        """Whether with so many more cards and steps there would be a battle worth it."""
        return any(True for _ in self._assaults(self.moves + steps, more))

    def _assaults(self, moves: int, more: int) -> Iterator[Assault]:
        for space, foe in self.targets:
            far = self.near([space])
            for stack, ships in self.stacks_free():
                steps = far.get(stack, 99)
                if steps > moves:
                    continue
                here = self.force(self.me, space) if steps else self.me["colonies"].get(space, 0)
                force = ships + here + self.cards_after(steps) + more
                wins, _ = self.outcome(space, force)
                worth = self.hope(space, force, ships)
                if wins >= SURE and worth > 0:
                    yield Assault(worth - steps, stack, space, steps, foe["seat"], wins)

    # --- the Homeworld ----------------------------------------------------------------------------

    @property
    def home(self) -> str:
        """The own Homeworld; "" where there is none."""
        return str(self.me["homeworld"])

    @cached_property
    def danger(self) -> float:
        """The force that a foe's ships could bring to the Homeworld in their next turn."""
        if not self.home:
            return 0
        near = self.near([self.home])
        found: list[float] = [0]
        for foe in self.foes:
            usual = 0.28 * int(foe["hand_limit"])
            for stack in self.stacks(foe):
                if near.get(stack, 99) <= REACH:
                    force = self.force({**foe, "colonies": {}, "homeworld": ""}, stack)
                    found.append(force + usual + 1)
        return max(found)

    @cached_property
    def guard(self) -> int:
        """Ships that stay at the Homeworld."""
        cards = 0.28 * int(self.me["hand_limit"])
        return max(0, round(self.danger - tables().force["homeworld"] - cards))


REACH = 4
"""Steps in which a foe's fleet is feared."""
