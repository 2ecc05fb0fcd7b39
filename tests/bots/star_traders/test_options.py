"""Bots play the advanced game and with Personalities: they use them, games are whole at every turn
and come to their ends.
"""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from tests.bots.star_traders.games_of_bots import SEATS, bots_play, fuzzed, spoken
from tests.engines.star_traders.game import Game
from tests.engines.star_traders.wholeness import is_whole
from tests.engines.table import BareTable, thrown
from tests.examples import drawn
from traders.bots.registry import bots
from traders.domain.table import game_progression
from traders.domain.table.table import Table
from traders.engines.star_traders import ENGINE

BOTS = bots(ENGINE.name)

ADVANCED = {"game": "advanced", "personalities": "all"}
AUCTION = ADVANCED | {"personality_choice": "auction"}


@pytest.mark.examples("advanced-games")
@pytest.mark.parametrize(
    ("options", "players"),
    drawn("advanced-games", list(product([{"game": "advanced"}, AUCTION], [2, 4, 6]))),
)
def test_bots_play_to_a_chain(players, options):
    """(ST-ADV-05, ST-ADV-11)"""
    table = BareTable(ENGINE, ENGINE.setup(SEATS[:players], options), players)
    for _ in bots_play(table):
        is_whole(table.state)
    assert table.pending.ending == "chain"
    assert table.state.round < 90


def test_bots_use_their_personalities():
    """(ST-NEWPERSON-02, ST-NEWPERSON-06, ST-OPTION-06)"""
    kinds = set()
    for seed in range(4):
        table = BareTable(ENGINE, ENGINE.setup(SEATS, AUCTION), seed)
        for _ in bots_play(table):
            pass
        kinds |= {" ".join(what.split(" ")[:2]) for deed, _, what in table.deeds if deed == "order"}
        if {"jump awesome", "jump psychic"} <= kinds:
            break
    assert {"jump awesome", "jump psychic"} <= kinds
    assert {"bid", "take", "pay", "petition"} <= {kind.split(" ")[0] for kind in kinds}


def test_a_bot_with_one_engine_and_much_money_buys_another():
    """(ST-NEWPERSON-11)"""
    red = {
        "at": "Capital",
        "stations": [],
        "personality": "The Banker",
        "engines": 1,
        "stellors": 150,
    }
    game = Game(options={"personalities": "all"}, red=red, stage="action")
    said = BOTS.bot(
        ENGINE.view(game.state, "red"), game.pending, ENGINE.offers(game.state, "red"), 3
    )
    assert said == "engine"


def test_a_bot_fends_a_raid_off():
    """(ST-NEWPERSON-16)"""
    game = Game(
        6,
        options={"personalities": "all"},
        red={"at": "Oz", "stations": [], "personality": "Pirate Pete", "prestige": 9},
        blue={"at": "Oz", "stations": [], "hand": ["Piracy"]},
    )
    game.order("red", "raid blue").close("die")
    assert (
        BOTS.bot(
            ENGINE.view(game.state, "blue"), game.pending, ENGINE.offers(game.state, "blue"), 3
        )
        == "avoid with piracy"
    )


@pytest.mark.examples("advanced-tables")
@pytest.mark.parametrize("timing", drawn("advanced-tables", ["stops", "table"]))
def test_what_bots_say_is_taken_as_letters_take_it(timing):
    """Set-up by auction, then the advanced game, at a table; nothing is refused."""
    box = Random(8)
    table = Table(
        ENGINE,
        ENGINE.setup(SEATS[:3], AUCTION),
        chance=lambda chance: thrown(chance, box),
        timing=timing,
    )
    game_progression.go_on(table)
    spoken(table, box)
    assert table.pending().ending == "chain"


@pytest.mark.sampled
@pytest.mark.parametrize("players", [2, 5])
def test_the_fuzzer_is_refused_nothing_that_was_offered(players):
    """Anything offered, filled anyhow, between the moves of bots: no refusal, no dead end, every
    card in its place.
    """
    for seed in range(3):
        table = BareTable(
            ENGINE,
            ENGINE.setup(SEATS[:players], AUCTION),
            seed,
            seldom=frozenset({"end", "draw", "halt", "permit", "forbid"}),
        )
        fuzzed(table, 700)
        assert ENGINE.encode(table.replayed()) == ENGINE.encode(table.state)
