"""Bots play games by what is offered; these are whole at every turn and come to their ends."""

from __future__ import annotations

from random import Random
from statistics import median

import pytest

from tests.bots.star_traders.games_of_bots import SEATS, bots_play, fuzzed, spoken
from tests.engines.star_traders.wholeness import is_whole
from tests.engines.table import BareTable, thrown
from tests.examples import drawn
from traders.bots.registry import bots
from traders.domain.table import game_progression
from traders.domain.table.table import Table
from traders.engines.star_traders import ENGINE

BOTS = bots(ENGINE.name)


@pytest.mark.examples("games-of-bots")
@pytest.mark.parametrize("players", drawn("games-of-bots", [2, 3, 4, 6]))
def test_bots_play_to_an_imperial_trader(players):
    rounds = []
    for seed in range(2):
        table = BareTable(ENGINE, ENGINE.setup(SEATS[:players], {}), seed)
        for _ in bots_play(table):
            is_whole(table.state)
        assert table.pending.ending == "mission"
        assert len(table.pending.winners) == 1
        view = ENGINE.view(table.state, None)
        assert view["over"]
        assert view["result"]["winners"] == list(table.pending.winners)
        assert ENGINE.board_text(view).startswith("GAME OVER. ")
        assert "at the end of the game" in ENGINE.board_svg(view)
        rounds.append(table.state.round)
    assert 4 < median(rounds) < 45


def test_the_last_trader_left_wins_by_default():
    """(ST-DROP-08)"""
    table = BareTable(ENGINE, ENGINE.setup(SEATS[:3], {}), 5)
    for played in bots_play(table):
        is_whole(table.state)
        if (
            played.state.round in (3, 5)
            and len(played.state.playing()) == {3: 3, 5: 2}[played.state.round]
        ):
            ENGINE.leave(played.state, played.state.playing()[-1])
            is_whole(table.state)
    assert table.pending.ending == "default"


def test_a_bot_s_answer_depends_on_its_view_its_offers_and_the_seed_alone():
    table = BareTable(ENGINE, ENGINE.setup(SEATS[:4], {}), 8)
    for place, _ in enumerate(bots_play(table)):
        seat = table.pending.seats[0]
        view, offers = ENGINE.view(table.state, seat), ENGINE.offers(table.state, seat)
        assert BOTS.bot(view, table.pending, offers, 4) == BOTS.bot(view, table.pending, offers, 4)
        if place > 60:
            break


@pytest.mark.examples("tables-of-bots")
@pytest.mark.parametrize("timing", drawn("tables-of-bots", ["stops", "table", "sealed"]))
def test_what_bots_say_is_taken_as_letters_take_it(timing):
    """Moves, standing orders, stops and reactions are made at a table; none is refused, and the
    game ends.
    """
    box = Random(21)
    table = Table(
        ENGINE,
        ENGINE.setup(SEATS[:4], {}),
        chance=lambda chance: thrown(chance, box),
        timing=timing,
    )
    game_progression.go_on(table)
    reacted = spoken(table, box)
    assert reacted or timing == "sealed"
    is_whole(table.state)


@pytest.mark.sampled
@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_fuzzer_is_refused_nothing_that_was_offered(players):
    """Anything offered, filled anyhow, in any order, between the moves of bots that carry the game
    on: no refusal, no dead end, every card and contract in its place, and the same deeds lead to
    the same position.
    """
    kinds = set()
    for seed in range(5):
        table = BareTable(
            ENGINE,
            ENGINE.setup(SEATS[:players], {}),
            seed,
            seldom=frozenset({"end", "draw", "halt", "permit", "forbid"}),
        )
        fuzzed(table, 900)
        kinds |= {what.split(" ")[0] for deed, _, what in table.deeds if deed == "order"}
        assert ENGINE.encode(table.replayed()) == ENGINE.encode(table.state)
    assert {"jump", "load", "build", "play", "reroll", "permit", "draw", "end"} <= kinds
