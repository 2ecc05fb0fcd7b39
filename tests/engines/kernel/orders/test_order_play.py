"""Play by a game's orders: what is offered is what is not refused, an order has its place, what a
kept reaction costs is spoken for.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from traders.engines.kernel.contract.contract import Blank, Choice, Interval, Offer, Turn
from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.orders.order_handler import Order, OrderHandler, Shape, stays
from traders.engines.kernel.orders.order_language import OrderLanguage
from traders.engines.kernel.orders.order_play import OrderPlay
from traders.engines.kernel.positions.storing import Storing
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.steps.agenda import Procedures, Step, StepHandler, Waiting
from traders.engines.kernel.steps.ended import OVER, Ended
from traders.engines.registry import ENGINES, engine


class Market(Step, tag=True):
    first = "First the market."
    rules = ("XX-A-01",)


class Window(Waiting, tag=True):
    first = "First the window."


class Question(Waiting, tag=True):
    pass


class Table(msgspec.Struct):
    stage: str = "market"
    purse: int = 3
    hand: list[str] = []
    done: list[str] = []
    keys: int = 0
    agenda: list[Market | Window | Question | Ended] = []


class Buy(Order, frozen=True):
    n: int


class Hint(Order, frozen=True):
    pass


class React(Order, frozen=True):
    card: str


def affordable(table: Table, seat: str, order: Buy) -> None:
    if order.n > table.purse:
        raise Refusal("Too dear.", "XX-B-02")


def held(table: Table, seat: str, order: React) -> None:
    if order.card not in table.hand:
        raise Refusal("Not in hand.", "XX-C-01")


def paid(table: Table, seat: str, order: React) -> None:
    if not table.purse:
        raise Refusal("Not paid.", "XX-C-02")


def bought(table: Table, seat: str, order: Buy, step: Market, told: list[Any]) -> list[Step]:
    table.purse -= order.n
    return [step]


SHAPE = Shape("buy {n}", (Blank("n", 1, 9),), (Buy(1), Buy(9)))
BUY = OrderHandler(
    Buy,
    forms=("buy <n:some>",),
    help="Buys so many.",
    example="buy 1",
    rule="XX-B-01",
    at=(Market,),
    untimely=("XX-B-03",),
    check=affordable,
    menu=lambda table, seat: [Buy(2), (Buy(9), "a lot"), SHAPE, (Buy(3), ("all of it", "XX-B-09"))],
    deed=bought,
)
HINT: OrderHandler[Table] = OrderHandler(
    Hint,
    forms=("hint",),
    help="Says something.",
    rule="XX-D-01",
    sealed="something",
    at=(Market,),
    stages=("fair",),
    needs="hints",
    deed=lambda table, seat, order, step, told: [step],
)
REACT = OrderHandler(
    React,
    forms=("react <card:push|pull>",),
    when=When.WINDOW,
    help="Reacts.",
    example="react push",
    rule="XX-C-01",
    at=(Window,),
    check=held,
    price=paid,
    affordable=lambda table, seat: table.purse > 0,
    menu=lambda table, seat: map(React, ("push", "pull")),
    spends=lambda table, seat, order: table.hand.remove(order.card),
    deed=lambda table, seat, order, step, told: [step],
)
ORDERS: OrderLanguage[Table] = OrderLanguage((BUY, HINT, REACT))
PLAY = OrderPlay(
    ORDERS,
    Procedures(
        StepHandler(Market, waits=lambda table, step: Turn(("red",), table.stage, "XX-A-01")),
        StepHandler(
            Window, waits=lambda table, step: Interval(step.key, "w", "", ("red",), "XX-A-02")
        ),
        OVER,
    ),
    Storing(Table),
    lambda table, seat: seat in ("red", "blue"),
    "XX-A-09",
)


def at(step: Market | Window, **fields: Any) -> Table:
    return Table(agenda=[step], **fields)


def refused(table: Table, seat: str, order: Order, *sent: Order) -> Refusal:
    with pytest.raises(Refusal) as found:
        PLAY.check(table, seat, order, sent)
    return found.value


def test_of_a_menu_what_is_refused_is_left_out_and_a_shape_with_either_end() -> None:
    rows = [(offer.order, offer.words, offer.rule) for offer in PLAY.offers(at(Market()), "red")]
    assert rows == [("buy 2", "buys so many", "XX-B-01"), ("buy 3", "all of it", "XX-B-09")]
    rich = PLAY.offers(at(Market(), purse=9), "red")
    assert rich[2] == Offer("buy {n}", "buys so many", "XX-B-01", blanks=(Blank("n", 1, 9),))


def test_an_order_is_offered_in_its_stages_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PLAY, "in_play", lambda table, seat: frozenset({"hints"}))
    for stage, last in (("fair", "hint"), ("market", "buy 3")):
        assert PLAY.offers(at(Market(), stage=stage), "red")[-1].order == last


def test_what_is_not_in_play_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    assert PLAY.offers(at(Market(), stage="fair"), "red")[-1].order != "hint"
    monkeypatch.setattr(PLAY, "in_play", lambda table, seat: frozenset({"hints"}))
    assert [o.order for o in PLAY.offers(at(Market(), stage="fair"), "red")][-1] == "hint"


def test_what_cannot_be_paid_is_refused_last_and_not_offered() -> None:
    table = at(Window(key=1), hand=["push", "pull"], purse=0)
    assert refused(table, "red", React("push")).rules == ("XX-C-02",)
    table.hand = []
    assert refused(table, "red", React("push")).rules == ("XX-C-01",)
    assert PLAY.offers(table, "red") == ()


def test_nothing_is_offered_to_who_is_not_asked() -> None:
    assert PLAY.offers(at(Market()), "blue") == ()


def test_an_order_has_its_place() -> None:
    found = refused(at(Window(key=1), hand=["push"]), "red", Buy(1))
    assert found.text == "`buy` is said in your turn."
    table = at(Market())
    PLAY.play(table, "red", Buy(2))
    assert (table.purse, len(table.agenda)) == (1, 1)
    with pytest.raises(Refusal, match="First the window"):
        BUY.must_be_possible(at(Window(key=1)), "red", Buy(1))


def test_the_rules_of_an_order_out_of_its_place_are_its_own_first() -> None:
    with pytest.raises(Refusal) as found:
        BUY.must_be_possible(at(Window(key=1)), "red", Buy(1))
    assert found.value.rules == ("XX-B-03",)


def test_a_refusal_out_of_its_place_cites_the_order_where_nothing_else_is_cited() -> None:
    with pytest.raises(Refusal) as found:
        HINT.must_be_possible(at(Window(key=1)), "red", Hint())
    assert found.value.rules == ("XX-D-01",)


class Wave(Order, frozen=True):
    pass


WAVE: OrderHandler[Table] = OrderHandler(
    Wave,
    forms=("wave",),
    when=When.ANY,
    help="Waves.",
    rule="XX-E-01",
    at_once=True,
    deed=stays(lambda table, seat, order, told: table.done.append(seat)),
)
WAVING = OrderPlay(
    OrderLanguage((WAVE,)),
    Procedures(
        StepHandler(
            Question, waits=lambda table, step: Choice(1, "red", "?", ("yes",), "yes", "XX-A-03")
        )
    ),
    Storing(Table),
    lambda table, seat: True,
    "XX-A-09",
)


@pytest.mark.parametrize("seat", ["red", "blue"])
def test_what_any_seat_may_say_is_offered_and_taken_beside_a_choice(seat: str) -> None:
    table = Table(agenda=[Question()])
    assert [offer.order for offer in WAVING.offers(table, seat)] == ["wave"]
    WAVING.play(table, seat, Wave())
    assert (table.done, table.agenda) == ([seat], [Question(key=1)])


def test_a_kept_reaction_is_spoken_for() -> None:
    table = at(Window(key=1), hand=["push"])
    PLAY.check(table, "red", React("push"))
    assert refused(table, "red", React("push"), React("push")).rules == ("XX-C-01",)
    assert table.hand == ["push"]
    assert [(offer.order, offer.reaction) for offer in PLAY.offers(table, "red")] == [
        ("react push", True)
    ]


def test_who_is_not_in_the_game_is_told_so() -> None:
    assert refused(at(Market()), "green", Buy(1)).rules == ("XX-A-09",)


def test_a_sealed_order_is_not_told() -> None:
    assert (ORDERS.public(Hint()), ORDERS.public(Buy(1))) == ("something", "buy 1")


def test_what_is_told_of_an_order_stands_at_it() -> None:
    assert [(row.prefix, row.forms, row.example) for row in ORDERS.rows()] == [
        ("buy", ("buy <some>",), "buy 1"),
        ("hint", ("hint",), "hint"),
        ("react", ("react push|pull",), "react push"),
    ]


@pytest.mark.parametrize("system", sorted({*ENGINES} - {"stratastar"}))
def test_what_an_order_does_is_told_without_the_figures_of_a_table(system: str) -> None:
    """A club may play by its own; the menu has them."""
    assert [row.help for row in engine(system).orders() if re.search(r"\d", row.help)] == []


COUNTED = {
    "beyond what is shown, and what can be paid": (
        "traders-luck",
        {
            "stage": "trade",
            "red": {"credits": 10},
            "planet": {"size": "small", "dice": ["robots", "robots", "ore"]},
        },
        "buy 3 robots",
        "buy 1 robot",
    ),
    "beyond the hold": (
        "traders-luck",
        {
            "stage": "trade",
            "red": {"credits": 90, "cargo": [{"good": "ore", "n": 4, "paid": 6}]},
            "planet": {"size": "small", "dice": ["ore", "ore", "food"]},
        },
        "buy 2 ore",
        "buy 1 ore",
    ),
    "more than is aboard": (
        "traders-luck",
        {
            "stage": "trade",
            "red": {"cargo": [{"good": "ore", "n": 2, "paid": 6}]},
            "planet": {"size": "small", "dice": ["ore", "ore", "food"]},
        },
        "sell 9999999 ore",
        "sell 2 ore",
    ),
    "more than can be paid": (
        "imperial-trader",
        {"turn": "red", "red": {"at": "Ferrum Vale", "credits": 12, "damage": 1}},
        "repair 5",
        "repair 2",
    ),
    "more than the hold takes": (
        "star-traders",
        {"red": {"at": "Jaxin", "prestige": 6}, "contracts": ["Cybertanks to Telzey"]},
        "load cybertanks x9",
        "load cybertanks x2",
    ),
    "more than are there": (
        "stratastar",
        {"stage": "movement", "map": {"a2": "blank"}, "red": {"fleets": {"a1": 2}}},
        "move 5 from a1 to a2",
        "move 2 from a1 to a2",
    ),
    "more cards than are held": (
        "stratastar",
        {"stage": "trade", "red": {"hand": {"attack": 2, "trade": 1}}},
        "exchange 4 attack",
        "exchange 2 attack",
    ),
}


@pytest.mark.parametrize("case", COUNTED, ids=str)
def test_the_refusal_of_a_quantity_names_the_most_that_can_be_done_now(case: str) -> None:
    """All bounds at once: the line that it names is not refused by the next one."""
    system, start, line, most = COUNTED[case]
    game = engine(system)
    state = game.position(("red", "blue"), {}, start)
    with pytest.raises(Refusal, match=f"At most now: `{most}`") as refused:
        game.check(state, "red", game.read(state, "red", line))
    assert refused.value.instead == (most,)
    game.check(state, "red", game.read(state, "red", most))
