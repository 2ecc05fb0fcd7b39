"""The order language of Star Traders: every line of the table, round trips, what cannot be read
against what is not allowed.
"""

from __future__ import annotations

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from traders.engines.kernel.contract.agreed_options import chosen
from traders.engines.kernel.orders.order_handler import Order
from traders.engines.kernel.refusal import Refusal
from traders.engines.star_traders import ENGINE, edition
from traders.engines.star_traders.cards.avoid_calamity import Avoid
from traders.engines.star_traders.cards.card import Play
from traders.engines.star_traders.court.petition import Pay, Petition, Refuse
from traders.engines.star_traders.delivery.delivery import Deliver
from traders.engines.star_traders.edition import standard
from traders.engines.star_traders.holdings.cargo_abandonment import Abandon
from traders.engines.star_traders.holdings.cargo_orders import Assign, Load
from traders.engines.star_traders.holdings.luck_cards import Discard, Draw
from traders.engines.star_traders.holdings.ship_engines import BuyEngine, Repair
from traders.engines.star_traders.holdings.stations import Build, Forbid, Permit
from traders.engines.star_traders.jump.dice import Add, Reroll
from traders.engines.star_traders.jump.jump import Jump, RandomJump
from traders.engines.star_traders.jump.personality_jumps import Take
from traders.engines.star_traders.play import named_things
from traders.engines.star_traders.play.order_language import ORDERS
from traders.engines.star_traders.position.agenda_steps import Die
from traders.engines.star_traders.position.choice_and_answer import Choose
from traders.engines.star_traders.position.state import Options, Position, Trader, TurnNow
from traders.engines.star_traders.setup.setup import OPTIONS
from traders.engines.star_traders.turn.turn import End, Halt

SEATS = ["red", "blue", "green"]
read, write, public = ORDERS.read, ORDERS.write, ORDERS.public


def position() -> Position:
    traders = {seat: Trader(seat, 13, 40, 1, 3) for seat in SEATS}
    return Position(
        "", chosen({}, OPTIONS, Options), list(SEATS), traders, TurnNow("red", "movement")
    )


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("jump niven", Jump(13)),
        ("Jump 13 regular.", Jump(13, "regular")),
        ("jump niv station", Jump(13, "station")),
        ("jump random", RandomJump()),
        ("halt", Halt()),
        ("load fur", Load("Fur")),
        ("load scholarly expeditions x2", Load("Scholarly Expeditions", 2)),
        ("load imperial cargo", Load("Imperial Cargo (red)")),
        ("load fungus", Load("Fungus")),
        ("deliver fuzzie wuzzies ×2", Deliver("Fuzzie-Wuzzies", 2)),
        ("deliver imperial", Deliver("Imperial Cargo (red)")),
        ("abandon imperial cargo (blue)", Abandon("Imperial Cargo (blue)")),
        ("assign hyperdrives to 2", Assign("Hyperdrives", space=2)),
        ("assign hyperdrives to space 2", Assign("Hyperdrives", space=2)),
        ("assign hyperdrives to completed 1", Assign("Hyperdrives", completed=1)),
        ("build", Build()),
        ("engine", BuyEngine()),
        ("petition", Petition()),
        ("petition oz", Petition(62)),
        ("add 0", Add(0)),
        ("add two", Add(2)),
        ("pay", Pay()),
        ("refuse", Refuse()),
        ("play zap up", Play("Zap", way="up")),
        ("play quarantine at niven", Play("Quarantine", at=13)),
        ("play disgrace at court on blue", Play("Disgrace at Court", "blue")),
        ("play piracy on blue taking fur", Play("Piracy", "blue", taking="Fur")),
        ("play piracy on blue as gotcha", Play("Piracy", "blue", stands_for="Gotcha")),
        ("play imperial envoy (telzey) on me", Play("Imperial Envoy (Telzey)", "red")),
        ("play superjump at hospital", Play("Superjump", at=46)),
        ("play zap down (throw 12)", Play("Zap", way="down", throw=12)),
        ("avoid", Avoid()),
        ("avoid with avoid", Avoid("Avoid Calamity")),
        ("reroll with gotcha", Reroll("Gotcha")),
        ("re-roll with gotcha", Reroll("Gotcha")),
        ("reroll", Reroll()),
        ("repair", Repair()),
        ("draw", Draw()),
        ("draw discarding zap and court scandal", Draw(("Zap", "Court Scandal"))),
        ("discard gotcha", Discard(("Gotcha",))),
        ("permit blue at oz", Permit("blue", 62)),
        ("forbid green", Forbid("green")),
        ("take wells", Take(51)),
        ("choose engine", Choose("engine")),
        ("choose oz", Choose("Oz")),
        ("choose 62", Choose("Oz")),
        ("choose robots", Choose("Robots")),
        ("End.", End()),
    ],
)
def test_every_order_of_the_table_is_read_and_written_back(line: str, order: Order) -> None:
    assert read(position(), "red", line) == order
    assert read(position(), "red", write(order)) == order


def test_the_history_keeps_small_letters_and_names() -> None:
    assert write(Jump(13, "regular")) == "jump niven regular"
    assert write(Play("Imperial Envoy (Helix)", "blue")) == "play imperial envoy (helix) on blue"
    assert write(Load("Fur", 2)) == "load fur x2"


def test_a_zap_is_meant_for_the_throw_that_lies_there() -> None:
    """(PR-PRIORITY-03)"""
    state = position()
    state.die = Die("jump", "red", 2, 2, throw=7)
    order = read(state, "blue", "play zap down")
    assert order == Play("Zap", way="down", throw=7)
    assert write(order) == "play zap down (throw 7)"
    assert public(order) == "play zap down"
    state.die = Die("jump", "red", 5, 5, throw=8)
    assert read(state, "blue", write(order)) == order
    assert read(state, "blue", "play gotcha on red") == Play("Gotcha", "red")


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
ANY_ORDER = st.one_of(
    st.builds(Jump, to=WORLD, kind=st.sampled_from(["", "regular", "station"])),
    st.builds(Load, cargo=CARGO, count=st.integers(1, 99)),
    st.builds(Deliver, cargo=CARGO, count=st.integers(1, 99)),
    st.builds(Abandon, cargo=CARGO),
    st.builds(Assign, cargo=CARGO, space=st.integers(1, 6))
    | st.builds(Assign, cargo=CARGO, completed=st.integers(1, 20)),
    st.builds(Petition, at=st.just(0) | WORLD),
    st.builds(Add, bonus=st.integers(0, 5)),
    st.builds(
        Play,
        card=CARD.filter(lambda card: card != "Avoid Calamity"),  # playing it is `avoid`
        on=st.just("") | SEAT,
        at=st.just(0) | WORLD,
        way=st.sampled_from(["", "up", "down"]),
        taking=st.just("") | CARGO,
        stands_for=st.just("") | CARD,
        throw=st.integers(0, 999),
    ),
    st.builds(Reroll, card=st.just("") | CARD),
    st.builds(Draw, discarding=st.lists(CARD, max_size=3).map(tuple)),
    st.builds(Discard, cards=st.lists(CARD, min_size=1, max_size=3).map(tuple)),
    st.builds(Permit, seat=SEAT, at=st.just(0) | WORLD),
    st.builds(Take, world=WORLD),
    st.builds(Choose, thing=CARGO | st.sampled_from(["payoff", "engine", "nothing"])),
)


@given(ANY_ORDER)
def test_whatever_is_written_is_read_again(order: Order) -> None:
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
    kinds = ORDERS.grammar(position(), "red").kinds
    for world in BOOK.worlds.values():
        assert kinds["world"].read(world.name) == world.number
    for card in BOOK.cards:
        assert kinds["card"].read(card) == card
    for cargo in BOOK.exported_from:
        assert kinds["cargo"].read(cargo) == cargo


def test_a_menu_calls_worlds_as_its_edition_does_and_the_history_as_all_do(monkeypatch) -> None:
    """Also where a line was written before the edition came to hand."""
    assert write(Jump(13)) == "jump niven"
    monkeypatch.setattr(edition, "EDITIONS", dict(edition.EDITIONS))
    monkeypatch.setattr(named_things, "EDITIONS", edition.EDITIONS)
    data = copy.deepcopy(edition.printed_data())
    next(world for world in data["worlds"] if world["number"] == 13)["name"] = "Blivet"
    state = ENGINE.setup(SEATS, {}, edition.enter(data))
    assert write(Jump(13)) == "jump 13"
    offered = ORDERS.offering(state)
    assert offered(Jump(13), "", "", False).order == "jump blivet"
    assert read(state, "red", "jump blivet") == read(state, "red", "jump 13") == Jump(13)
