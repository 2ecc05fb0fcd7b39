"""The order language of Stratastar, and orders that pass the phases before their own, with any
text.
"""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.engines.bad_input import read_or_refused
from tests.engines.stratastar.fuzzed import ALL, FLEETS, SEATS, close
from traders.engines.kernel.contract.contract import Turn
from traders.engines.kernel.refusal import Refusal
from traders.engines.stratastar import ENGINE
from traders.engines.stratastar.abilities.special_abilities import Strike
from traders.engines.stratastar.battle.battle_commitments import Commit
from traders.engines.stratastar.battle.battle_phase import BattleOrder
from traders.engines.stratastar.movement.movement_phase import Hyperjump, Move
from traders.engines.stratastar.movement.movement_reactions import Defend
from traders.engines.stratastar.movement.retreat_and_pursuit import Pursue, Retreat
from traders.engines.stratastar.phases.trade_phase import Exchange
from traders.engines.stratastar.phases.turn_and_phases import Support
from traders.engines.stratastar.position.galaxy import NO_SHIPS, spaces
from traders.engines.stratastar.sabotage.sabotage import Sabotage
from traders.engines.stratastar.tables import CARDS

STATES = [
    ENGINE.position(SEATS, ALL, close(stage, power=True))
    for stage in ("draw", "trade", "support", "build", "movement")
]
PIECES = [
    *sorted(ENGINE.grammars()[0].literals()),
    "d4",
    "d3",
    "e5",
    "a10",
    "k1",
    "1",
    "two",
    "0",
    "99999999",
    ",",
    "and",
    "1 attack",
    "2 starred move",
    "nothing",
]
PIECES += [
    "red",
    "blue",
    "1 warfleet",
    "2 fleets",
    "1 from d4",
    "fleet at d4",
    "with 1 research",
    "fleet",
    "colony",
    "piracy",
    "research",
]


@given(
    st.sampled_from(STATES),
    st.text(max_size=200)
    | st.lists(st.sampled_from(PIECES), min_size=1, max_size=12).map(" ".join),
)
@example(STATES[0], "battles ,")
@example(STATES[2], "build fleet")
def test_no_text_does_anything_but_be_read_or_refused(state, text):
    """And no order that can be read does anything but pass phases, be right, or be refused
    (SS-PBM-08).
    """
    order = read_or_refused(ENGINE, state, "red", text)
    if order is None:
        return
    before = ENGINE.encode(state)
    for seat in SEATS:
        with suppress(Refusal):
            line = ENGINE.passing(state, seat, order)
            ENGINE.check(state, seat, ENGINE.read(state, seat, line) if line else order)
    assert ENGINE.encode(state) == before


@pytest.mark.parametrize(
    "line",
    [
        "build fleet",
        "colonize d4",
        "move 1 from d4 to d5",
        "raid blue",
        "treaty with blue",
        "support with 1 build",
    ],
)
def test_an_order_passes_phases_until_it_is_made_or_refused(line):
    """From each phase before its own (SS-PBM-08)."""
    for state in map(ENGINE.copy, STATES):
        passed: list[str] = []
        with suppress(Refusal):
            while isinstance(ENGINE.pending(state), Turn) and (
                end := ENGINE.passing(state, "red", ENGINE.read(state, "red", line))
            ):
                passed.append(end)
                ENGINE.play(state, "red", ENGINE.read(state, "red", end))
                assert ENGINE.flaws(state) == []
        assert len(passed) < 6


SPACES = st.sampled_from(sorted(spaces()))
CARD_LISTS = st.dictionaries(st.sampled_from(CARDS), st.integers(1, 9), min_size=1).map(
    lambda held: tuple((name, held[name]) for name in CARDS if name in held)
)
SHIPS = st.tuples(st.integers(0, 9), st.integers(0, 9)).filter(any)
ORDERS = st.one_of(
    st.builds(Move, SHIPS, SPACES, SPACES, st.just("") | SPACES, using=st.just(()) | CARD_LISTS),
    st.builds(
        Retreat,
        SPACES,
        SPACES,
        st.just(NO_SHIPS) | SHIPS,
        using=st.just(()) | CARD_LISTS,
    ),
    st.builds(
        Pursue,
        st.just(NO_SHIPS) | SHIPS,
        st.sampled_from(["", *FLEETS]),
        st.just("") | SPACES,
        using=st.just(()) | CARD_LISTS,
    ),
    st.builds(Hyperjump, SHIPS, SPACES, SPACES, using=st.just(()) | CARD_LISTS),
    st.builds(
        Defend,
        st.lists(st.tuples(SHIPS, SPACES), max_size=4).map(tuple),
        using=st.just(()) | CARD_LISTS,
    ),
    st.builds(Commit, st.just(()) | CARD_LISTS, st.just("") | SPACES),
    st.builds(Exchange, st.just(()) | CARD_LISTS, using=st.just(()) | CARD_LISTS),
    st.builds(Support, CARD_LISTS),
    st.builds(BattleOrder, st.lists(SPACES, min_size=1, max_size=9).map(tuple)),
    st.builds(Sabotage, st.integers(0, 9), using=st.just(()) | CARD_LISTS),
    st.builds(
        Strike,
        st.sampled_from(["fleet", "colony", "stargate"]),
        SPACES,
        st.sampled_from(["", *FLEETS]),
    ),
)


@given(ORDERS)
@example(Move((1, 1), "a1", "a2", using=(("move", 1),)))
def test_every_order_reads_back(order):
    assert ENGINE.read(STATES[0], "red", ENGINE.write(order)) == order
