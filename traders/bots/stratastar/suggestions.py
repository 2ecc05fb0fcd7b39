"""What an empire is advised to order: what the bot would do, through the phases that follow in the
same turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from traders.bots.default_bot import first_offered, in_words
from traders.bots.stratastar import bot, build_phase, movement_phase
from traders.bots.stratastar.answer_reasons import (
    BATTLE,
    each_use,
    exchange,
    nearest_worlds,
    next_world,
)
from traders.bots.stratastar.draw_trade_support_phases import draw, left_after, trades_ahead
from traders.bots.stratastar.unseen_cards_and_assaults import Prospect
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.kernel.contract.contract import (
    Blank,
    Choice,
    Interval,
    Offer,
    Pending,
    Turn,
    View,
)
from traders.engines.kernel.contract.suggestion import SEED, Suggestion, percent, reason, with_own
from traders.engines.kernel.words import count, seats_listed
from traders.engines.stratastar.empire.abilities_in_play import price_of
from traders.engines.stratastar.position.display_names import cards
from traders.engines.stratastar.position.galaxy import HAZARDS, UNKNOWN, beside
from traders.engines.stratastar.position.turn_stages import PHASES
from traders.engines.stratastar.tables import tables

NEXT = "next"
STEP = re.compile(r"move (?P<n>\d+) from (?P<frm>\w+) to (?P<to>\w+)")
CERTAIN = 1 - 1e-9
"""A battle is told as won that is lost less often."""
MOST = 10
"""Orders of a turn that are thought out ahead."""
SOFT = " if possible"
"""Behind an order that cards not seen yet may have to pay for."""
HOPED = 2
"""Cards of a kind that a turn thought out before its draw hopes for."""
HOPED_ORDERS = 5
"""Orders below the draw, for the letter's length."""


def suggestion(view: View, pending: Pending, offers: Sequence[Offer]) -> Suggestion | None:
    """The bot's order; where that ends a phase or builds, with what follows in Build and
    Movement.
    """
    lines = bot(view, pending, offers, SEED, Level.MASTER)
    if lines.startswith("exchange "):
        ahead = Ahead(view)
        ahead.plan(lines)
        return Suggestion(tuple(ahead.orders), reason(exchange(lines), *ahead.words))
    if isinstance(pending, Interval) and lines.startswith(("fight ", "peace ")):
        return Suggestion(tuple(lines.split("\n")), BATTLE)
    first = first_offered(lines, offers)
    if first is not None and isinstance(pending, Choice):
        return Suggestion(first.orders, each_use(lines))
    if first is None or not isinstance(pending, Turn):
        return first
    order = first.orders[0]
    if order.startswith("homeworld "):
        return Suggestion(first.orders, nearest_worlds(view, order.split()[-1]))
    ahead = Ahead(view)
    ahead.plan(order)
    words = ahead.words
    if not any(words) or (view["stage"] == "trade" and order != NEXT):
        words = [in_words(order, offers), *words]
    return Suggestion(_in_few(ahead), reason(*words))


def _in_few(ahead: Ahead) -> tuple[str, ...]:
    """The orders without each `next` that what comes below it passes (SS-PBM-08); that which draws
    cards stays.
    """
    orders = ahead.orders
    kept = orders.index(NEXT) + 1 if ahead.draws and NEXT in orders else 0
    last = max((n for n, order in enumerate(orders) if order != NEXT), default=-1)
    return tuple(order for n, order in enumerate(orders) if order != NEXT or n < kept or n > last)


def _softly(order: str) -> str:
    """The order if it can be made then."""
    return order if order in (NEXT, "end") or order.endswith(SOFT) else f"{order}{SOFT}"


class Ahead:
    """A turn as it goes if all is carried out as planned."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.orders: list[str] = []
        self.words: list[str] = []
        mind = self.mind
        self.draws = view["stage"] == "draw" and mind.me["cards"] < mind.me["hand_limit"]
        self.most = MOST
        self.met = 0
        """How many orders lead to the first space of a foe; what comes behind depends on it."""

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
        if first.startswith("retool ") or (stage == "draw" and self.draws):
            gone = self._retool()
            self._hope()
            fill = f"fill up to {count(self.mind.me['hand_limit'], 'card')}."
            thrown = f"You throw away {cards(gone)}, and {fill}" if gone else f"You {fill}"
            self.words.append(thrown)
            return
        if stage == "trade" and first != NEXT:
            self.orders.append(first)
            self._see(left_after(self.view["hand"], first))
            self._hope()
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

    def _retool(self) -> dict[str, int]:
        """All that may still be thrown away and is, and the draw (SS-DRW-01)."""
        self.draws = True
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
        return gone

    # --- before the draw --------------------------------------------------------------------------

    def _hope(self) -> None:
        """The rest of the turn with cards that are not seen yet, each order if it can be made then
        (SS-PBM-08); nothing where Fleets must go first, and no step, nor the end, where what is
        drawn may decide a battle.
        """
        mind, sure = self.mind, len(self.orders)
        if self._unsupported(mind):
            return
        self.words, self.most = [], min(MOST, sure + HOPED_ORDERS)
        self.orders += trades_ahead(mind, draws=self.view["stage"] == "draw")
        self._build(sure)
        gains = self.words[:1]
        self.orders += self._hoped_for()
        free = len(self.orders)
        ends = not mind.within(HOPED, HOPED)
        if ends:
            hand = dict(self.view["hand"])
            self._see(hand | {"move": hand.get("move", 0) + HOPED})
            self.view = {**self.view, "stage": "movement"}
            self._move(len(self.orders))
        self.words = [*gains, *self._led_to(self.orders[free:])]
        rest = [
            order if n == free else _softly(order)  # the first step costs no card
            for n, order in enumerate(self.orders)
            if n >= sure and order not in (NEXT, "end")
        ]
        self.orders[sure:] = [*rest, *(["end"] if ends else [])]

    def _led_to(self, orders: Sequence[str]) -> list[str]:
        """What the steps are for of those Fleets that move first: how near they come to the next
        World.
        """
        known = [STEP.fullmatch(order.removesuffix(SOFT)) for order in orders]
        last = ""
        for step in filter(None, known):
            if last in ("", step["frm"]):
                last = step["to"]
        return [next_world(self.mind, last)] if last else []

    def _hoped_for(self) -> list[str]:
        """What a Build card that is drawn is good for: a colony, else a Fleet. The ships that wait
        for it stay.
        """
        hand = dict(self.view["hand"])
        self._see(hand | {"build": hand.get("build", 0) + HOPED})
        order = build_phase.build(self.mind, list(self._buildings(self.mind)))
        self._see(hand)
        return [] if order == NEXT else [order]

    # --- building ---------------------------------------------------------------------------------

    def _build(self, sure: int) -> int:
        """What the bot would colonize and build; how many of the orders are worth sending."""
        while len(self.orders) < self.most and not self._won():
            order = build_phase.build(self.mind, list(self._buildings(self.mind)))
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
                f"Then you have {ships} of the {count(me['support'], 'Fleet')} that you support."
                if ships <= me["support"]
                else "Your Homeworld is in danger; what is not supported goes in your next turn."
            )
        else:
            return False
        return True

    def _see(self, hand: dict[str, int], **changed: object) -> None:
        self.view = {**with_own(self.view, **changed), "hand": hand}

    def _world(self, space: str) -> str:
        """What a new colony means for the end (SS-VIC-01)."""
        n, need = self.mind.me["worlds"], self.view["worlds_to_win"]
        if need and n >= need:
            return f"{space.upper()} would be World {n} of {need}: you win."
        of = f" of {need}" if need else ""
        return f"{space.upper()} would be World {n}{of}."

    # --- moving -----------------------------------------------------------------------------------

    def _move(self, sure: int) -> int:
        """The steps of the phase, the first of which is free (SS-MOV-01), and the end; up to one
        that is not certain.
        """
        goes_on = True
        while goes_on and len(self.orders) < self.most:
            order = movement_phase.move(self.mind, list(self._steps(self.mind)))
            if not order:
                break
            if self.view["free_moves"]:
                self.words.append("The first step is free.")
            goes_on = self._march(order)
            sure = len(self.orders)
        if goes_on and self.orders[sure - 1].startswith("move "):
            self.orders[sure:] = ["end"]
            self.words.append("Then your turn ends.")
            sure += 1
        if self.met:
            behind = [
                line if line == "end" else f"{line}{SOFT}" for line in self.orders[self.met :]
            ]
            self.orders[self.met :] = behind
        return sure

    def _march(self, order: str) -> bool:
        """Send a step, and see the table as it is then; False where that is not certain, or it
        costs more than a step (SS-NEB-01).
        """
        self.orders.append(order)
        if (self.view["stage"] == "movement" and len(self.orders) == 1) or self.view["free_moves"]:
            to = order.partition(" to ")[2].partition(" ")[0]
            self.words.append(self.battle(order) or next_world(self.mind, to))
        known = STEP.fullmatch(order)
        if known is None or self.mind.map.get(known["to"]) in (UNKNOWN, *HAZARDS):
            return False
        n, frm, to = int(known["n"]), known["frm"], known["to"]
        if not self.met and self.mind.held_by_foe(to):
            self.met = len(self.orders)
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

    def _steps(self, mind: Prospect) -> Iterator[Offer]:
        """Steps of Fleets to spaces where no hazard is, and no foe but one who is attacked
        (SS-MOV-01, SS-MOV-04).
        """
        if not self.view["free_moves"] and not mind.hand.get("move"):
            return
        theirs = {
            space
            for one in mind.others
            for space in (*mind.stacks(one), *one["colonies"], one["homeworld"])
        } - {assault.to for assault in mind.assaults}
        for space, n in mind.me["fleets"].items():
            for to in beside(space):
                if mind.map.get(to) not in HAZARDS and to not in theirs and n:
                    blanks = (Blank("n", 1, n),)
                    yield Offer(f"move {{n}} from {space} to {to}", "", "", blanks=blanks)


def _price(code: str) -> int:
    """What a building costs in build cards."""
    return tables().price(code)[1]
