"""A sensible bot: weighs what is offered against its ledger and the price table, from its view
alone. The seed decides between equals; it should be another each time. At the beginning of a turn
that can be foreseen it orders the whole, one line after another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from traders.bots.traders_luck import combat, habits, hunter, master, trade
from traders.bots.traders_luck.situation import Mind, foreseen
from traders.bots.traders_luck.whole_turn import letter
from traders.engines.kernel.contract import Interval, Offer, Pending, View
from traders.engines.kernel.level import Level

UNWISE = ("finish",)
"""Orders that a learner does not stumble into: they end the game for good."""
RESERVE = 4
"""Days that a whole trade takes at least: a trip, a purchase, a trip, a sale."""


def bot(view: View, pending: Pending, offers: Sequence[Offer], seed: int, level: Level) -> str:
    """The next order of the view's seat."""
    mind = Mind(view, seed)
    if isinstance(pending, Interval):
        return combat.answer(mind, pending, offers)
    orders = [offer.order for offer in offers]
    if not orders:
        return "end"
    for fits, chosen in _choices(mind, level):
        if any(order.startswith(fits) for order in orders):
            return chosen(mind, orders)
    return orders[0]


def bot_words(view: View, seed: int, level: Level) -> tuple[str, ...]:
    """A bot answers each letter as it comes: it leaves no standing orders, and stops are not needed
    where all intervals are questions.
    """
    return ()


def trip(mind: Mind, orders: Sequence[str]) -> str:
    """Big planets as a rule, smaller ones as days run out, with the rest of the turn where it can
    be foreseen; after another where the own cargo sells well; finished when no trade fits.
    """
    if mind.left < (2 if mind.cargo else RESERVE):
        return "finish"
    if (
        "follow" in orders
        and mind.cargo
        and mind.left > mind.view["follow_days"]
        and mind.worth_here > 1.2 * mind.cost
    ):
        return "follow"
    spare = 1 if mind.cargo else 3
    sizes = [
        size
        for size in mind.view["sizes"]
        if size["days"] + spare <= mind.left and f"travel {size['size']}" in orders
    ]
    if not sizes:
        return "travel small"
    weights = {"big": 12.0, "medium": 2.0, "small": 9.0 if combat.wants_missiles(mind) else 0.8}
    best = max(sizes, key=lambda size: mind.lot(size["size"]) ** (1 / weights[size["size"]]))
    if not foreseen(mind):
        return f"travel {best['size']}"
    return letter(habits.turn(mind, best["size"]))


def roll(mind: Mind, orders: Sequence[str]) -> str:
    """With cargo it wants one die that shows its kind, and no pirate that it cannot turn away;
    without, many of one dear kind.
    """
    faces = Counter(die["face"] for die in mind.view["planet"]["dice"])
    goods = {face: n for face, n in faces.items() if face in mind.market}
    if mind.cargo:
        safe = bool(faces["police"]) or faces["pirate"] <= mind.me.get("shields", 0)
        own = sum(faces[kind] for kind in mind.kinds)
        if safe and (
            own == 1 or mind.worth_here >= 1.6 * mind.cost or (not own and mind.lot("stay") < 0.2)
        ):
            return "settle"
        wished = (
            "police"
            if not safe and faces["police"]
            else next((kind for kind in mind.kinds if faces[kind]), "")
        )
    else:
        wished, n = max(
            goods.items(), key=lambda row: (mind.resale(row[0]) * row[1] ** 0.5, row[0])
        )
        if n >= 3 or (n == 2 and mind.lot("content") < 0.4):
            return "settle"
    keeps = [order for order in orders if order.startswith("keep")]
    if not keeps:
        return "settle"
    return min(keeps, key=lambda order: _liking(mind, order, wished))


def _choices(
    mind: Mind, level: Level
) -> Sequence[tuple[str, Callable[[Mind, Sequence[str]], str]]]:
    """A master's, where what is aboard is of one kind, else a player's."""
    if level != Level.MASTER or len(mind.kinds) > 1:
        return CHOICES
    return HUNTERS if "bounty_hunters" in mind.view["options"] else MASTERS


def _liking(mind: Mind, order: str, wished: str) -> tuple[bool, bool, float, float]:
    """The wished face first, pirates last; with cargo few dice kept, without many."""
    words = order.split()
    count = sum(int(word) if word.isdigit() else 0 for word in words)
    named = f" {wished}" in order.replace("no police", "") if wished else True
    return not named, "pirate" in words, count if mind.cargo else -count, mind.lot(order)


CHOICES: Sequence[tuple[str, Callable[[Mind, Sequence[str]], str]]] = (
    ("travel", trip),
    ("finish", trade.trade),
    ("settle", roll),
    ("shield", combat.shield),
    ("trader takes", combat.trader_takes),
    ("attack", combat.attack),
)
"""What is decided, by the beginning of an order that is offered."""
MASTERS: Sequence[tuple[str, Callable[[Mind, Sequence[str]], str]]] = (
    ("travel", master.trip),
    ("finish", master.trade),
    ("settle", master.roll),
)
"""A master's where nobody is met."""
HUNTERS: Sequence[tuple[str, Callable[[Mind, Sequence[str]], str]]] = (
    ("travel", master.trip),
    ("finish", master.trade),
    ("settle", hunter.roll),
    ("shield", combat.shield),
    ("trader takes", hunter.trader_takes),
    ("attack", hunter.attack),
)
"""A master's where ships are met."""
