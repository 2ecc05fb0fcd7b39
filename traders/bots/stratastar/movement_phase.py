"""A bot's Movement phase: battles that are won first, then the shortest ways to free Worlds, then
all other ships together towards the front.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from traders.bots.stratastar.unseen_cards_and_assaults import Assault, Prospect
from traders.engines.kernel.contract.contract import Offer

Move = tuple[str, str, int, str]
"""A step that is offered: from where, to where, how many ships at most, and the order."""


class Way(NamedTuple):
    """A Fleet that goes to a free World: from where, to where, how far."""

    steps: int
    frm: str
    to: str


def move(mind: Prospect, offers: Sequence[Offer]) -> str:
    """The next order of the phase, "" where there is nothing to do."""
    orders, found = [offer.order for offer in offers], list(_steps_offered(offers))
    return (
        _fight(mind, orders, found)
        or _raids(mind, orders)
        or _settle(mind, found)
        or _scout(mind, orders)
        or _advance(mind, found)
    )


# --- battles --------------------------------------------------------------------------------------


def _fight(mind: Prospect, orders: Sequence[str], found: Sequence[Move]) -> str:
    """The best battle; a spy goes before it where what is seen may change the mind."""
    for assault in mind.assaults:
        if spy := _spy(mind, orders, assault):
            return spy
        if not assault.steps:
            return ""  # it stands there: nothing else is risked for the same cards
        if step := _step(mind, found, assault):
            return step
    return _look(mind, orders)


def _spy(mind: Prospect, orders: Sequence[str], assault: Assault) -> str:
    """Worth a card where a battle that is not certain would then be fought only if it is won."""
    order = f"spy on {assault.foe}"
    if order not in orders or mind.spied(assault.foe) or assault.chance > CERTAIN:
        return ""
    foe = next(one for one in mind.foes if one["seat"] == assault.foe)
    ships = mind.ships_at(assault.frm)
    force = ships + mind.cards_after(assault.steps)
    over = max(0, force - 1 - mind.force(foe, assault.to))
    known = sum(mind.held(foe, "attack")[:over]) * mind.prize(assault.to)
    return order if known + LOOK > mind.hope(assault.to, force, ships) else ""


def _look(mind: Prospect, orders: Sequence[str]) -> str:
    """A look at the hand behind what could be taken if it is weak."""
    best: tuple[float, str] = (0, "")
    for space, foe in mind.targets:
        order = f"spy on {foe['seat']}"
        if order not in orders or mind.spied(foe["seat"]):
            continue
        far = mind.near([space])
        for stack, ships in mind.stacks_free():
            if 0 < far.get(stack, 99) <= mind.moves:
                chance, _ = mind.outcome(space, ships + mind.cards_after(far[stack]) - 1)
                if chance > WORTH_A_LOOK:
                    best = max(best, (chance * mind.prize(space), order))
    return best[1]


def _step(mind: Prospect, found: Sequence[Move], assault: Assault) -> str:
    far = mind.near([assault.to])
    ways = [
        (far.get(to, 99), bool(mind.held_by_foe(to)), order, n)
        for frm, to, n, order in found
        if frm == assault.frm and far.get(to, 99) < far.get(frm, 99)
    ]
    if not ways:
        return ""
    _, _, order, n = min(ways)
    stays = mind.guard if assault.frm == mind.home else 0
    return order.replace("{n}", str(n - stays)) if stays else _whole(mind, assault.frm, order, n)


CERTAIN, WORTH_A_LOOK = 0.97, 0.12
LOOK = 1.5
"""What a look is worth beside the battle: it tells as well how many cards are enough."""

# --- settling -------------------------------------------------------------------------------------


def free_ships(mind: Prospect) -> dict[str, int]:
    """Fleets that may go, by space: not a guard, not one that waits to colonise, none in a battle
    that is wanted.
    """
    stays = {one.frm for one in mind.assaults if not one.steps}
    found = {}
    for space, n in mind.me["fleets"].items():
        kept = mind.guard if space == mind.home else 0
        kept += space in mind.free and mind.map.get(space) == "world"
        if space not in stays and n > kept:
            found[space] = n - kept
    return found


def ways(mind: Prospect) -> list[Way]:
    """A World for each Fleet that is free to go, the nearest pairs first."""
    ships = free_ships(mind)
    goals = [
        space for space in mind.free if not mind.me["fleets"].get(space) and _safe(mind, space)
    ]
    pairs = sorted(
        Way(far[frm], frm, space)
        for space in goals
        for far in (mind.near([space]),)
        for frm in ships
        if frm in far
    )
    found: list[Way] = []
    taken: set[str] = set()
    for way in pairs:
        if ships[way.frm] and way.to not in taken:
            ships[way.frm] -= 1
            taken.add(way.to)
            found.append(way)
    return found


def _safe(mind: Prospect, space: str) -> bool:
    """No foe's ships are there to destroy what comes."""
    return not any(mind.force(foe, space) for foe in mind.foes)


def _settle(mind: Prospect, found: Sequence[Move]) -> str:
    """The shortest way goes on; who has the same way goes along."""
    going = ways(mind)
    for way in going:
        far = mind.near([way.to])
        here = [
            (far.get(to, 99), bool(mind.held_by_foe(to)), to, order)
            for frm, to, _, order in found
            if frm == way.frm and "warfleet" not in order and far.get(to, 99) < way.steps
        ]
        if here:
            _, _, to, order = min(here)
            along = sum(
                other.frm == way.frm and mind.near([other.to]).get(to, 99) < other.steps
                for other in going
            )
            return order.replace("{n}", str(along))
    return ""


# --- the others -----------------------------------------------------------------------------------


def _advance(mind: Prospect, found: Sequence[Move]) -> str:
    """Ships with no World to go to gather, and the largest stack goes where it could win soon."""
    army = {space: n + mind.me["warfleets"].get(space, 0) for space, n in free_ships(mind).items()}
    for way in ways(mind):
        army[way.frm] -= 1
    army = {space: n for space, n in army.items() if n > 0}
    if not army:
        return ""
    front = mind.near(foe["homeworld"] for foe in mind.foes if foe["homeworld"])
    head = max(army, key=lambda space: (mind.ships_at(space), -front.get(space, 99), space))
    goal = _campaign(mind, mind.ships_at(head), head)
    for stack in sorted(army, key=lambda space: (space == head, space)):
        to = goal if stack == head else head
        if order := _nearer(mind, found, stack, to, army[stack]):
            return order
    return ""


def _campaign(mind: Prospect, ships: int, head: str) -> str:
    """The space of a foe that so many ships could take with usual cards, by what it is worth and
    how far it is; "" for none.
    """
    usual = USUAL * int(mind.me["hand_limit"])
    best: tuple[float, str] = (0, "")
    for space, foe in mind.targets:
        steps = mind.near([space]).get(head, 99)
        theirs = mind.force(foe, space) + USUAL * int(foe["hand_limit"])
        if steps < 99 and ships + usual > theirs:
            best = max(best, (mind.prize(space) / (2 + steps), space))
    return best[1]


USUAL = 0.3
"""How many of a hand's cards serve in a battle."""


def _nearer(mind: Prospect, found: Sequence[Move], stack: str, goal: str, n: int) -> str:
    if not goal or stack == goal:
        return ""
    far = mind.near([goal])
    ahead = [
        (far.get(to, 99), to, order)
        for frm, to, _, order in found
        if frm == stack and far.get(to, 99) < far.get(frm, 99) and _harmless(mind, to, n)
    ]
    if not ahead:
        return ""
    _, _, order = min(ahead)
    here = mind.me["fleets"].get(stack, 0)
    return order.replace("{n}", str(max(1, min(n, here) if "warfleet" not in order else 1)))


def _harmless(mind: Prospect, space: str, ships: int) -> bool:
    """Nobody is met there who would win."""
    if not any(mind.force(foe, space) for foe in mind.foes):
        return True
    return mind.outcome(space, ships + mind.worth("attack"))[0] > 0.5


# --- orders -----------------------------------------------------------------------------------


def _steps_offered(offers: Sequence[Offer]) -> Iterator[Move]:
    """What is offered of steps: from where, to where, how many at most, and the order."""
    for offer in offers:
        words = offer.order.split()
        if words[0] in ("move", "gate") and " out at " not in offer.order:
            at = words.index("from")
            yield words[at + 1], words[at + 3], int(offer.blanks[0].high or 1), offer.order


def _scout(mind: Prospect, orders: Sequence[str]) -> str:
    found = [order for order in orders if order.startswith("explore")]
    return min(found, key=mind.lot, default="") if mind.worth("trade", research=False) else ""


def _raids(mind: Prospect, orders: Sequence[str]) -> str:
    """A border raid where attack cards are plenty."""
    if mind.worth("attack", research=False) < 4:
        return ""
    return min(
        (order for order in orders if order.startswith("border raid")), key=mind.lot, default=""
    )


def _whole(mind: Prospect, frm: str, order: str, n: int) -> str:
    """All ships of a space: `n and m warfleet`."""
    fleets, war = mind.me["fleets"].get(frm, 0), mind.me["warfleets"].get(frm, 0)
    ships = (
        f"{fleets} and {war} warfleet" if fleets and war else f"{war} warfleet" if war else f"{n}"
    )
    return order.replace("{n} warfleet", ships).replace("{n}", ships)
