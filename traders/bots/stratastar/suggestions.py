"""What an empire is advised to order: what the bot would do, through the phases that follow in the
same turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from traders.bots.defaults import first_offered, holds
from traders.bots.stratastar import bot
from traders.bots.stratastar.master import building, marches
from traders.bots.stratastar.master.draw_and_trade import draw
from traders.bots.stratastar.master.situation import Prospect
from traders.engines.kernel.contract import Blank, Interval, Offer, Pending, Turn, View
from traders.engines.kernel.level import Level
from traders.engines.kernel.suggestion import SEED, Suggestion, percent
from traders.engines.kernel.words import count, listed, seats_listed
from traders.engines.stratastar.abilities_in_play import price_of
from traders.engines.stratastar.display_names import cards
from traders.engines.stratastar.galaxy import HAZARDS, UNKNOWN, beside
from traders.engines.stratastar.paid_orders import as_written
from traders.engines.stratastar.tables import tables
from traders.engines.stratastar.turn_stages import PHASES

NEXT = "next"
STEP = re.compile(r"move (?P<n>\d+) from (?P<frm>\w+) to (?P<to>\w+)")
CERTAIN = 1 - 1e-9
"""A battle is told as won that is lost less often."""
BATTLE = (
    "A battle takes both lines: whether you want it, and your cards for it. Committed cards are "
    "used up if there is a battle. `pass` ends your answer."
)
MOST = 10
"""Orders of a turn that are thought out ahead."""


def suggestion(view: View, pending: Pending, offers: Sequence[Offer]) -> Suggestion | None:
    """The bot's order; where that ends a phase or builds, with what follows in Build and
    Movement.
    """
    lines = bot(view, pending, offers, SEED, Level.MASTER)
    if lines.startswith("exchange "):
        return _exchange(lines)
    if isinstance(pending, Interval) and lines.startswith(("fight ", "peace ")):
        return Suggestion(tuple(lines.split("\n")), BATTLE)
    first = first_offered(lines, offers)
    if first is None or not isinstance(pending, Turn):
        return first
    order = first.orders[0]
    ahead = Ahead(view)
    ahead.plan(order)
    words = " ".join(filter(None, ahead.words))
    if not words:
        told = next(offer.words for offer in offers if holds(offer, order))
        words = f"{told[:1].upper()}{told[1:]}."
    return Suggestion(_without_passing(ahead.orders), _phases_ended(view, ahead.orders) + words)


def _without_passing(orders: Sequence[str]) -> tuple[str, ...]:
    """The orders without each `next` that the order of a later phase below it makes (SS-PBM-08)."""
    last = max((n for n, order in enumerate(orders) if order != NEXT), default=-1)
    return tuple(order for n, order in enumerate(orders) if order != NEXT or n > last)


def _phases_ended(view: View, orders: Sequence[str]) -> str:
    """Which phases the first order of a later one ends, in a sentence; "" where it ends none."""
    ends = next((n for n, order in enumerate(orders) if order != NEXT), 0)
    if not ends:
        return ""
    at = PHASES.index(str(view["stage"]))
    ended = [phase.capitalize() for phase in PHASES[at : at + ends]]
    return f"This ends your {listed(ended)} {'phase' if ends == 1 else 'phases'}. "


def _exchange(order: str) -> Suggestion:
    """Cards of several kinds, of which each alone is offered (SS-TRD-05)."""
    n = sum(int(word) for word in order.split() if word.isdecimal())
    price = as_written(*tables().price("internal_trade"))
    words = f"For {count(n, 'card')} and {price} you draw {count(n + 1, 'card')}."
    return Suggestion((order,), words)


class Ahead:
    """A turn as it goes if all is carried out as planned."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.orders: list[str] = []
        self.words: list[str] = []
        mind = self.mind
        draws = view["stage"] == "draw" and mind.me["cards"] < mind.me["hand_limit"]
        self.whole = not draws and not mind.assaults
        """Whether the turn can be thought out to its end: no card is drawn, and nothing fought."""

    @property
    def mind(self) -> Prospect:
        """What is seen then."""
        return Prospect(self.view, SEED)

    def plan(self, first: str) -> None:
        """The order, and the phases behind it up to the last in which something is done."""
        stage = str(self.view["stage"])
        if first.startswith("move "):
            if self._march(first):
                self._move(1)
            return
        if first.startswith("retool "):
            self._retool()
            return
        known = self._do(first)
        if first == NEXT and stage in PHASES:
            stage = PHASES[min(PHASES.index(stage) + 1, len(PHASES) - 1)]
        elif stage != "build" or not known or self._won():
            return
        sure = len(self.orders)
        mind = self.mind
        if self._unsupported(mind):
            return
        while stage in ("trade", "support"):
            self.orders.append(NEXT)
            stage = PHASES[PHASES.index(stage) + 1]
        if stage == "build":
            sure = self._build(sure)
            if self._won():
                return
            self.orders.append(NEXT)
            stage = "movement"
        if stage == "movement":
            sure = self._move(sure)
        del self.orders[sure:]

    def _won(self) -> bool:
        need = self.view["worlds_to_win"]
        return bool(need) and self.mind.me["worlds"] >= need

    def _unsupported(self, mind: Prospect) -> bool:
        """Whether Fleets must go first (SS-SUP-03)."""
        n = sum(mind.me["fleets"].values()) + sum(mind.me["warfleets"].values())
        return bool(n > mind.me["support"])

    def _retool(self) -> None:
        """All that may still be thrown away and is, and the draw (SS-DRW-01)."""
        gone: dict[str, int] = {}
        for _ in range(self.view["retools_left"]):
            held = dict(self.view["hand"])
            order = draw(self.mind, [f"retool 1 {kind}" for kind in held])
            if order == NEXT:
                break
            kind = order.split()[-1]
            gone[kind] = gone.get(kind, 0) + 1
            self.orders.append(order)
            self._see({name: n - (name == kind) for name, n in held.items() if n > (name == kind)})
        self.orders.append(NEXT)
        self.words.append(
            f"You throw away {cards(gone)}, and fill up to {self.mind.me['hand_limit']} cards."
        )

    # --- building ---------------------------------------------------------------------------------

    def _build(self, sure: int) -> int:
        """What the bot would colonize and build; how many of the orders are worth sending."""
        while len(self.orders) < MOST and not self._won():
            order = building.build(self.mind, list(self._buildings(self.mind)))
            if order == NEXT:
                break
            self._do(order)
            sure = len(self.orders)
        return sure

    def _buildings(self, mind: Prospect) -> Iterator[str]:
        """Colonies and Fleets that plain cards pay for (SS-BLD-01, SS-BLD-02), while chits are left
        (SS-CHT-01).
        """
        cards, colonies = mind.hand.get("build", 0), sum(mind.me["colonies"].values())
        if cards >= _price("colony") and colonies < tables().player_chits["colony"]:
            for space in mind.free:
                if mind.me["fleets"].get(space) and mind.map[space] == "world":
                    yield f"colonize {space}"
        ships = sum(mind.me["fleets"].values()) + sum(mind.me["warfleets"].values())
        if cards >= _price("fleet") and ships < tables().player_chits["fleet"]:
            yield "build fleet"

    def _do(self, order: str) -> bool:
        """Send an order, see the table as it is then, and say what is gained; False where that is
        not known.
        """
        self.orders.append(order)
        verb, *rest = order.split()
        me, hand = self.mind.me, dict(self.view["hand"])
        if verb == "colonize":
            hand["build"] = hand.get("build", 0) - _price("colony")
            self._see(hand, colonies={**me["colonies"], rest[0]: 1}, worlds=me["worlds"] + 1)
            self.words.append(self._world(rest[0]))
        elif rest[:1] == ["fleet"]:
            at = rest[-1] if "at" in rest else me["homeworld"]
            paid = _price("fleet") if at == me["homeworld"] else price_of("expansion")[1]
            hand["build"] = hand.get("build", 0) - paid
            fleets = {**me["fleets"], at: me["fleets"].get(at, 0) + 1}
            self._see(hand, fleets=fleets)
            ships = sum(fleets.values()) + sum(me["warfleets"].values())
            self.words.append(
                f"Then you have {ships} of the {me['support']} Fleets that you support."
                if ships <= me["support"]
                else "Your Homeworld is in danger; what is not supported goes in your next turn."
            )
        else:
            return False
        return True

    def _see(self, hand: dict[str, int], **changed: Any) -> None:
        mine = self.view["seat"]
        seats = [
            {**empire, **changed} if empire["seat"] == mine else empire
            for empire in self.view["seats"]
        ]
        self.view = {**self.view, "seats": seats, "hand": hand}

    def _world(self, space: str) -> str:
        """What a new colony means for the end (SS-VIC-01)."""
        n, need = self.mind.me["worlds"], self.view["worlds_to_win"]
        if need and n >= need:
            return f"{space.upper()} would be World {n} of {need}: you win."
        of = f" of {need}" if need else ""
        return f"{space.upper()} would be World {n}{of}."

    # --- moving -----------------------------------------------------------------------------------

    def _move(self, sure: int) -> int:
        """The first step, which is free (SS-MOV-01); where the turn can be thought out to its end,
        those that cards pay for, and the end.
        """
        goes_on = self.whole or not self.orders[-1].startswith("move ")
        while goes_on and len(self.orders) < MOST:
            order = marches.move(self.mind, list(self._steps(self.mind)))
            if not order:
                break
            if self.view["free_moves"]:
                self.words.append("The first step is free.")
            goes_on = self._march(order) and self.whole
            sure = len(self.orders)
        if goes_on and self.whole and self.orders[sure - 1].startswith("move "):
            self.orders[sure:] = ["end"]
            self.words.append("Then your turn ends.")
            sure += 1
        return sure

    def _march(self, order: str) -> bool:
        """Send a step, and see the table as it is then; False where that is not certain, or it
        costs more than a step (SS-NEB-01).
        """
        self.orders.append(order)
        if (self.view["stage"] == "movement" and len(self.orders) == 1) or self.view["free_moves"]:
            self.words.append(self.battle(order) or self.distance(order))
        known = STEP.fullmatch(order)
        if known is None or self.mind.map.get(known["to"]) in (UNKNOWN, *HAZARDS):
            return False
        n, frm, to = int(known["n"]), known["frm"], known["to"]
        mind, hand = self.mind, dict(self.view["hand"])
        fleets = dict(mind.me["fleets"])
        fleets[to] = fleets.get(to, 0) + n
        fleets[frm] = fleets.get(frm, 0) - n
        if not self.view["free_moves"]:
            paid = "move" if hand.get("move") else "research"
            hand[paid] = max(0, hand.get(paid, 0) - 1)
        self.view = {**self.view, "free_moves": 0}
        self._see(hand, fleets={space: m for space, m in fleets.items() if m})
        return True

    def battle(self, order: str) -> str:
        """The odds of the battle to which a step of Fleets leads: all own cards are counted, and
        all that its foes may hold, each as likely as the next (SS-BAT-04, SS-BAT-07).
        """
        known, mind = STEP.fullmatch(order), self.mind
        if known is None or not self.view["free_moves"]:
            return ""
        n, to = int(known["n"]), known["to"]
        foes = [foe["seat"] for foe in mind.foes if mind.force(foe, to)]
        if not foes:
            return ""
        force = n * tables().force["fleet"] + mind.force(mind.me, to) + mind.cards_after(1)
        wins, _ = mind.outcome(to, force)
        odds = "whatever they play" if wins > CERTAIN else f"in {percent(wins)} of the hands"
        return (
            f"At {to.upper()} you fight {seats_listed(foes)}, with force {force}: you win {odds}"
            f"{'' if wins > CERTAIN else ' that may be held against you'}."
        )

    def distance(self, order: str) -> str:
        """How far from the end of a step the next World is that nobody has."""
        mind, words = self.mind, order.split()
        to = words[words.index("to") + 1]
        goals = [one for one in mind.free if mind.map[one] == "world"]
        left = mind.near([space for space in goals if not mind.me["fleets"].get(space)]).get(to)
        if left is None:
            return ""
        if not left:
            return f"{to.upper()} is a World without a colony."
        return f"From {to.upper()} the next World without a colony is {count(left, 'step')} away."

    def _steps(self, mind: Prospect) -> Iterator[Offer]:
        """Steps of Fleets to spaces where no foe and no hazard is (SS-MOV-01, SS-MOV-04)."""
        if not self.view["free_moves"] and not mind.hand.get("move"):
            return
        theirs = {
            space
            for one in mind.others
            for space in (*mind.stacks(one), *one["colonies"], one["homeworld"])
        }
        for space, n in mind.me["fleets"].items():
            for to in beside(space):
                if mind.map.get(to) not in HAZARDS and to not in theirs and n:
                    blanks = (Blank("n", 1, n),)
                    yield Offer(f"move {{n}} from {space} to {to}", "", "", blanks=blanks)


def _price(code: str) -> int:
    """What a building costs in build cards."""
    return tables().price(code)[1]
