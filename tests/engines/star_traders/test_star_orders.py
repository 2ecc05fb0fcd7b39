"""The order language of Star Traders: every line of the table, round trips, what cannot be read
against what is not allowed.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from traders.engines.kernel.refusal import Refusal
from traders.engines.star_traders import order_types as o
from traders.engines.star_traders.edition import standard
from traders.engines.star_traders.order_language import grammar, public, read, write
from traders.engines.star_traders.state import Options, Position, Trader, TurnNow
from traders.engines.star_traders.steps import Die

SEATS = ["red", "blue", "green"]


def position() -> Position:
    traders = {seat: Trader(seat, 13, 40, 1, 3) for seat in SEATS}
    return Position("", Options(), list(SEATS), traders, TurnNow("red", "movement"))


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("jump niven", o.Jump(13)),
        ("Jump 13 regular.", o.Jump(13, "regular")),
        ("jump niv station", o.Jump(13, "station")),
        ("jump random", o.Jump(0, "random")),
        ("halt", o.Halt()),
        ("load fur", o.Load("Fur")),
        ("load scholarly expeditions x2", o.Load("Scholarly Expeditions", 2)),
        ("load imperial cargo", o.Load("Imperial Cargo (red)")),
        ("load fungus", o.Load("Fungus")),
        ("deliver fuzzie wuzzies ×2", o.Deliver("Fuzzie-Wuzzies", 2)),
        ("deliver imperial", o.Deliver("Imperial Cargo (red)")),
        ("abandon imperial cargo (blue)", o.Abandon("Imperial Cargo (blue)")),
        ("assign hyperdrives to 2", o.Assign("Hyperdrives", space=2)),
        ("assign hyperdrives to space 2", o.Assign("Hyperdrives", space=2)),
        ("assign hyperdrives to completed 1", o.Assign("Hyperdrives", completed=1)),
        ("build", o.Build()),
        ("engine", o.BuyEngine()),
        ("petition", o.Petition()),
        ("petition oz", o.Petition(62)),
        ("add 0", o.Add(0)),
        ("add two", o.Add(2)),
        ("pay", o.Pay()),
        ("refuse", o.Refuse()),
        ("play zap up", o.Play("Zap", way="up")),
        ("play quarantine at niven", o.Play("Quarantine", at=13)),
        ("play disgrace at court on blue", o.Play("Disgrace at Court", "blue")),
        ("play piracy on blue taking fur", o.Play("Piracy", "blue", taking="Fur")),
        ("play piracy on blue as gotcha", o.Play("Piracy", "blue", stands_for="Gotcha")),
        ("play imperial envoy (telzey) on me", o.Play("Imperial Envoy (Telzey)", "red")),
        ("play superjump at hospital", o.Play("Superjump", at=46)),
        ("play zap down (throw 12)", o.Play("Zap", way="down", throw=12)),
        ("avoid", o.Avoid()),
        ("avoid with avoid", o.Avoid("Avoid Calamity")),
        ("reroll with gotcha", o.Reroll("Gotcha")),
        ("re-roll with gotcha", o.Reroll("Gotcha")),
        ("reroll", o.Reroll()),
        ("repair", o.Repair()),
        ("draw", o.Draw()),
        ("draw discarding zap and court scandal", o.Draw(("Zap", "Court Scandal"))),
        ("discard gotcha", o.Discard(("Gotcha",))),
        ("permit blue at oz", o.Permit("blue", 62)),
        ("forbid green", o.Forbid("green")),
        ("take wells", o.Take(51)),
        ("choose engine", o.Choose("engine")),
        ("choose oz", o.Choose("Oz")),
        ("choose 62", o.Choose("Oz")),
        ("choose robots", o.Choose("Robots")),
        ("End.", o.End()),
    ],
)
def test_every_order_of_the_table_is_read_and_written_back(line: str, order: o.Order) -> None:
    assert read(position(), "red", line) == order
    assert read(position(), "red", write(order)) == order


def test_the_history_keeps_small_letters_and_names() -> None:
    assert write(o.Jump(13, "regular")) == "jump niven regular"
    assert write(o.Play("Imperial Envoy (Helix)", "blue")) == "play imperial envoy (helix) on blue"
    assert write(o.Load("Fur", 2)) == "load fur x2"


def test_a_zap_is_meant_for_the_throw_that_lies_there() -> None:
    """(PR-PRIORITY-03)"""
    state = position()
    state.die = Die("jump", "red", 2, 2, throw=7)
    order = read(state, "blue", "play zap down")
    assert order == o.Play("Zap", way="down", throw=7)
    assert write(order) == "play zap down (throw 7)"
    assert public(order) == "play zap down"
    state.die = Die("jump", "red", 5, 5, throw=8)
    assert read(state, "blue", write(order)) == order
    assert read(state, "blue", "play gotcha on red") == o.Play("Gotcha", "red")


@pytest.mark.parametrize(
    ("line", "kind", "instead"),
    [
        ("jump he", "ambiguous", "Heinlein"),
        ("jump nivenn", "unreadable", "Niven"),
        ("jmup niven", "unreadable", "jump niven"),
        ("load gold", "unreadable", None),
        ("play super", "ambiguous", "Superjump"),
        ("play imperial envoy on blue", "ambiguous", "Imperial Envoy (Helix)"),
        ("play zap sideways", "unreadable", None),
        ("permit black", "unreadable", None),
        ("load fur x0", "unreadable", None),
        ("load 0 fur", "unreadable", None),
        ("assign fur to 0", "unreadable", None),
        ("assign fur to completed 0", "unreadable", None),
        ("deliver -1 fur", "unreadable", None),
        ("build niven", "unreadable", "build"),
        ("do something", "unreadable", None),
    ],
)
def test_what_cannot_be_read_cites_no_rule(line: str, kind: str, instead: str | None) -> None:
    with pytest.raises(Refusal) as refused:
        read(position(), "red", line)
    assert (refused.value.kind, refused.value.rules) == (kind, ())
    assert instead is None or instead in refused.value.instead


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("jump awesome", "ST-NEWPERSON-02"),
        ("raid blue", "ST-NEWPERSON-15"),
        ("bid 5", "ST-IMPERIAL-22"),
    ],
)
def test_orders_of_what_is_not_in_this_game_are_illegal(line: str, rule: str) -> None:
    with pytest.raises(Refusal) as refused:
        read(position(), "red", line)
    assert (refused.value.kind, refused.value.rules) == ("illegal", (rule,))


BOOK = standard()
WORLD = st.sampled_from(sorted(BOOK.worlds))
CARD = st.sampled_from(sorted(BOOK.cards))
CARGO = st.sampled_from([*sorted(BOOK.exported_from), "Imperial Cargo (red)"])
SEAT = st.sampled_from(SEATS)
ORDERS = st.one_of(
    st.builds(o.Jump, to=WORLD, kind=st.sampled_from(["", "regular", "station"])),
    st.builds(o.Load, cargo=CARGO, count=st.integers(1, 99)),
    st.builds(o.Deliver, cargo=CARGO, count=st.integers(1, 99)),
    st.builds(o.Abandon, cargo=CARGO),
    st.builds(o.Assign, cargo=CARGO, space=st.integers(1, 6))
    | st.builds(o.Assign, cargo=CARGO, completed=st.integers(1, 20)),
    st.builds(o.Petition, at=st.just(0) | WORLD),
    st.builds(o.Add, bonus=st.integers(0, 5)),
    st.builds(
        o.Play,
        card=CARD.filter(lambda card: card != "Avoid Calamity"),  # playing it is `avoid`
        on=st.just("") | SEAT,
        at=st.just(0) | WORLD,
        way=st.sampled_from(["", "up", "down"]),
        taking=st.just("") | CARGO,
        stands_for=st.just("") | CARD,
        throw=st.integers(0, 999),
    ),
    st.builds(o.Reroll, card=st.just("") | CARD),
    st.builds(o.Draw, discarding=st.lists(CARD, max_size=3).map(tuple)),
    st.builds(o.Discard, cards=st.lists(CARD, min_size=1, max_size=3).map(tuple)),
    st.builds(o.Permit, seat=SEAT, at=st.just(0) | WORLD),
    st.builds(o.Take, world=WORLD),
    st.builds(o.Choose, thing=CARGO | st.sampled_from(["payoff", "engine", "nothing"])),
)


@given(ORDERS)
def test_whatever_is_written_is_read_again(order: o.Order) -> None:
    assert read(position(), "red", write(order)) == order


SCRAPS = [
    "play", "zap", "on", "at", "red", "oz", "up", "taking", "fur", "as", "and", "jump", "x2",
    "draw",
]  # fmt: skip


@given(st.text(max_size=120) | st.lists(st.sampled_from(SCRAPS), max_size=25).map(" ".join))
def test_reading_raises_nothing_but_refusals(text: str) -> None:
    try:
        order = read(position(), "red", text)
    except Refusal:
        return
    assert read(position(), "red", write(order)) == order


def test_no_name_hides_another() -> None:
    """Every world, card and cargo is read by its whole name, which comes before any part of
    another's.
    """
    kinds = grammar("", tuple(SEATS), "red").kinds
    for world in BOOK.worlds.values():
        assert kinds["world"].read(world.name) == world.number
    for card in BOOK.cards:
        assert kinds["card"].read(card) == card
    for cargo in BOOK.exported_from:
        assert kinds["cargo"].read(cargo) == cargo
