"""Bots play whole games over all options; the fuzzer plays anything that is offered; what must hold
holds all the time.
"""

from __future__ import annotations

from random import Random
from statistics import median

import pytest

from tests.engines.table import BareTable, filled, thrown
from tests.examples import drawn
from tools.simulation import delays
from tools.simulation.game import Simulation
from traders.bots.default_bot import lot
from traders.bots.registry import bots
from traders.bots.traders_luck.situation import Mind
from traders.domain.play.commands.interpreter import Speech
from traders.domain.table import game_progression
from traders.domain.table.table import Table
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.kernel.contract.contract import Interval, Over, Turn
from traders.engines.registry import engine as engine_named
from traders.engines.traders_luck.position.state import Position

ENGINE = engine_named("traders-luck")
BOTS = bots(ENGINE.name)
SEATS = ("red", "blue", "green", "yellow", "purple", "orange", "white", "black")
MOST = 6_000
OPTIONS = [
    {},
    {"days": 25, "cargo_bay": True},
    {"free_trading": True, "cargo_bay": True, "follow_self": True},
    {"bounty_hunters": True},
    {"bounty_hunters": True, "free_trading": True, "cargo_bay": True, "private_cash": True},
    {
        "bounty_hunters": True,
        "days": 25,
        "police_stops_pvp": False,
        "police_present_catches": True,
        "clear_piracy_on_detention": True,
    },
]


def is_whole(state: Position) -> None:
    """What no order and no chance may change (TL-PRC-06, TL-END-02, TL-CAR-01, TL-CAR-02,
    BH-RAT-01).
    """
    for trader in state.traders.values():
        assert trader.credits >= 0
        assert 0 <= trader.days <= state.options.days
        assert trader.aboard <= trader.bay
        assert state.options.free_trading or len(trader.kinds()) <= 1
        assert all(lot.n > 0 and lot.paid > 0 for lot in trader.cargo)
    for hunter in state.hunters.values():
        assert (
            min(hunter.missiles, hunter.shields, hunter.piracy, hunter.bounty, hunter.detained) >= 0
        )
    if state.turn.planet is not None:
        assert (
            len(state.turn.planet.goods)
            <= {"small": 3, "medium": 4, "big": 5}[state.turn.planet.size]
        )


def test_of_several_kinds_aboard_a_master_sells_all_that_gain():
    """Where nobody is met too, with and without their dice there."""
    cargo = [{"good": good, "n": 1, "paid": 2} for good in ("robots", "ore")]
    start = {"stage": "trade", "planet": {"size": "small", "dice": ["robots", "ore", "food"]}}
    free = {"free_trading": True}
    for also, order in ((start, "sell"), ({"red": {}}, "travel")):
        also = {**also, "red": {"credits": 9, "cargo": cargo}}
        state = ENGINE.position(SEATS[:2], free, also)
        view, offers = ENGINE.view(state, "red"), ENGINE.offers(state, "red")
        said = BOTS.bot(view, ENGINE.pending(state), offers, 1, Level.MASTER)
        assert said.split()[0] == order


def test_of_one_mind_a_player_orders_a_turn_or_stumbles_and_a_master_looks_at_the_dice():
    state = ENGINE.position(SEATS[:2], {}, {"red": {"credits": 30}})
    view, offers = ENGINE.view(state, "red"), ENGINE.offers(state, "red")
    seeds = sorted(range(99), key=lambda seed: lot(seed, "stumble"))
    said = {
        (level, seed): BOTS.bot(view, ENGINE.pending(state), offers, seed, level).split("\n")
        for level in (Level.PLAYER, Level.MASTER)
        for seed in (seeds[0], seeds[-1])
    }
    assert len(said[Level.PLAYER, seeds[0]]) == 1, "it stumbles"
    turn = said.pop((Level.PLAYER, seeds[-1]))
    assert turn[-1] == "end"
    for seed in (seeds[0], seeds[-1]):
        assert said[Level.MASTER, seed] == turn[:1]


@pytest.mark.sampled
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "+".join(options) or "plain")
@pytest.mark.parametrize("players", [1, 2, 4, 8])
def test_bots_play_to_the_end_as_letters_take_it(options, players):
    """None of what bots say is refused; most credits win."""
    box = Random(players)
    table = Table(
        ENGINE,
        ENGINE.setup(SEATS[:players], options),
        chance=lambda chance: thrown(chance, box),
        timing="stops",
    )
    game_progression.go_on(table)
    for _ in range(MOST):
        pending = table.pending()
        if isinstance(pending, Over):
            break
        for seat in table.waiting():
            view, offers = ENGINE.view(table.state, seat), ENGINE.offers(table.state, seat)
            said = BOTS.bot(view, pending, offers, box.randrange(1 << 30))
            lines = Speech(table, seat).speak(said)
            assert not [line for line in lines if line.answer == "refused"], (pending, lines)
            is_whole(table.state)
            if table.pending() != pending:
                break
    pending = table.pending()
    assert isinstance(pending, Over)
    assert pending.ending == "money"
    best = max(trader.credits for trader in table.state.traders.values())
    assert all(table.state.traders[seat].credits == best for seat in pending.winners)
    assert ENGINE.board_text(ENGINE.view(table.state, None)).startswith("GAME OVER. ")
    if players > 2:
        assert best > 10, "some bot ends with more than it began with"


@pytest.mark.examples("masters-of-luck")
@pytest.mark.parametrize(
    "options",
    drawn("masters-of-luck", list(OPTIONS)),
    ids=lambda options: "+".join(options) or "plain",
)
def test_nothing_that_masters_say_is_refused(options):
    box = Random(5)
    table = Table(
        ENGINE,
        ENGINE.setup(SEATS[:2], options),
        chance=lambda chance: thrown(chance, box),
        timing="stops",
    )
    game_progression.go_on(table)
    while not isinstance(pending := table.pending(), Over):
        seat = table.waiting()[0]
        view, offers = ENGINE.view(table.state, seat), ENGINE.offers(table.state, seat)
        said = BOTS.bot(view, pending, offers, box.randrange(1 << 30), Level.MASTER)
        lines = Speech(table, seat).speak(said)
        assert not [line for line in lines if line.answer == "refused"], (pending, lines)
        is_whole(table.state)


def bots_play(table: BareTable, box: Random, most: int = MOST) -> None:
    """Bots play on, each asked in turn; questions close when all had their say."""
    for _ in range(most):
        pending = table.pending
        if table.over:
            return
        if not isinstance(pending, Interval | Turn):
            table.go_on()
            continue
        for seat in pending.seats:
            said = BOTS.bot(
                ENGINE.view(table.state, seat),
                pending,
                ENGINE.offers(table.state, seat),
                box.randrange(1 << 30),
            )
            if said != "pass" or isinstance(pending, Turn):
                table.order(seat, said)
            if table.pending != pending:
                break
        else:
            if isinstance(pending, Interval):
                table.close()


def test_in_games_of_hunters_pirates_and_traders_are_met():
    """In some of twelve games, played until all are."""
    wanted = {"robbed", "shield", "trader-destroyed", "trader-takes", "trader-attacked"}
    wanted |= {"sale", "follow", "purchase"}
    for seed in range(12):
        table = BareTable(ENGINE, ENGINE.setup(SEATS[:4], {"bounty_hunters": True}), seed)
        bots_play(table, Random(seed))
        assert table.over
        wanted -= {event.kind for event in table.events}
        if not wanted:
            break
    assert not wanted


def test_bots_come_to_attack_fight_and_take_their_choice_of_the_spoils():
    """A rival level on days, and a fat hold on a pirate's ship or an honest one's; in some of forty
    turns, played until all is seen.
    """
    wanted = {"intercepts", "committed", "strike", "bounty", "takes-cargo", "detained", "ratings"}
    cargo = [{"good": "luxury", "n": 4, "paid": 12}]
    for seed in range(40):
        start = {
            "red": {"days": 20, "cargo": cargo, "piracy": seed % 2, "shields": 1},
            "blue": {"days": 20, "missiles": 3, "shields": 1},
        }
        table = BareTable(
            ENGINE,
            ENGINE.position(SEATS[:2], {"bounty_hunters": True, "attack_slack": 1}, start),
            seed,
        )
        bots_play(table, Random(seed), 40)
        is_whole(table.state)
        wanted -= {event.kind for event in table.events}
        if not wanted:
            break
    assert not wanted


def test_goods_come_to_a_bots_mind_in_the_order_of_the_hold():
    """So that every process decides alike."""
    goods = ("luxury", "ore", "food", "robots", "medicine")
    cargo = [{"good": good, "n": 1, "paid": 1} for good in (*goods, "ore")]
    start = {"red": {"cargo": cargo, "bay": 6}}
    state = ENGINE.position(SEATS[:2], {"free_trading": True, "cargo_bay": True}, start)
    assert Mind(ENGINE.view(state, "red"), 1).kinds == goods


@pytest.mark.sampled
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "+".join(options) or "plain")
def test_the_fuzzer_is_refused_nothing_that_was_offered(options):
    """Anything offered, filled anyhow: no refusal, no dead end, the same deeds lead to the same
    position.
    """
    for seed in range(6):
        table = BareTable(
            ENGINE, ENGINE.setup(SEATS[: 2 + seed], options), seed, frozenset({"finish"})
        )
        for seat in table.state.hunters:
            table.state.hunters[seat].missiles = 4
            table.state.hunters[seat].shields = 2
        table.first = ENGINE.encode(table.state)
        for _ in range(500):
            if table.over:
                break
            table.at_random(react=0.7)
            is_whole(table.state)
        assert table.replayed() == table.state


def test_the_last_one_left_wins_by_default():
    for seed in range(4):
        table = BareTable(
            ENGINE, ENGINE.setup(SEATS[:3], {"bounty_hunters": True}), seed, frozenset({"finish"})
        )
        for _ in range(60):
            table.at_random()
        for seat in ENGINE.seats_in_order(table.state)[:2]:
            if not table.over:
                ENGINE.leave(table.state, seat)
                is_whole(table.state)
        assert table.over
        assert table.pending.ending in ("default", "money")


def test_a_bot_s_answer_depends_on_its_view_and_the_seed_alone():
    table = BareTable(
        ENGINE, ENGINE.setup(SEATS[:3], {"bounty_hunters": True}), 8, frozenset({"finish"})
    )
    for _ in range(80):
        table.go_on()
        if table.over:
            break
        seat = table.pending.seats[0]
        view, offers = ENGINE.view(table.state, seat), ENGINE.offers(table.state, seat)
        if offers:
            assert BOTS.bot(view, table.pending, offers, 4) == BOTS.bot(
                view, table.pending, offers, 4
            )
            assert filled(offers[0], Random(1))
        table.at_random()


def test_masters_end_rich() -> None:
    """Three of them, 50 days: 70 credits or more at the median."""
    seats = ("red", "blue", "green")
    masters = dict.fromkeys(seats, Level.MASTER)
    delay = delays.read("median 6h, p90 30h")
    game = Simulation(ENGINE, seats, {}, "stops", delay, 1, levels=masters)
    game.play()
    assert median(trader.credits for trader in game.table.state.traders.values()) >= 70
