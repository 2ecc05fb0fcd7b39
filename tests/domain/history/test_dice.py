"""Chance is promised, can be thrown again by anybody with the seed, never goes back, and is fair
(PR-CHANCE-01, PR-CHANCE-02).
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter

import pytest

from tests import seated
from tests.domain.playing import bots_play, game_of_bots
from traders.domain.history import seed_encryption
from traders.domain.history.dice import (
    ChanceRanOut,
    ScriptedDice,
    SeededDice,
    outcome,
    scripted,
    scripted_dice,
)
from traders.domain.play import door
from traders.engines.kernel.contract.contract import Chance
from traders.models import Entry, Game

SEED = bytes(range(32))


def thrown_again(seed: bytes, count: int, kind: str, sides: int, purpose: str) -> int | list[int]:
    """The published scheme `hmac-sha256/1`, written from its description alone."""
    drawn: list[int] = []
    taken = 0

    def below(bound: int) -> int:
        nonlocal taken
        while True:
            if taken == len(drawn):
                block = hmac.new(
                    seed, b"%d:%d:%s" % (count, taken // 4, purpose.encode()), hashlib.sha256
                ).digest()
                drawn.extend(int(block[at : at + 8].hex(), 16) for at in (0, 8, 16, 24))
            number = drawn[taken]
            taken += 1
            if number < (2**64 // bound) * bound:
                return number % bound + 1

    if kind != "shuffle":
        return below(sides)
    order = [n + 1 for n in range(sides)]
    last = sides - 1
    while last > 0:
        other = below(last + 1) - 1
        order[last], order[other] = order[other], order[last]
        last -= 1
    return order


@pytest.mark.parametrize("sides", [2, 3, 6, 7, 12, 100])
@pytest.mark.parametrize("kind", ["die", "shuffle"])
def test_the_scheme_as_described_gives_the_same_outcomes(kind, sides):  # PR-CHANCE-01
    for count in range(1, 40):
        assert outcome(SEED, count, kind, sides, "jump") == thrown_again(
            SEED, count, kind, sides, "jump"
        )


def test_count_purpose_and_seed_each_make_another_throw():
    def throws(seed, first, purpose):
        return [outcome(seed, n, "die", 100, purpose) for n in range(first, first + 12)]

    every = [
        throws(SEED, 1, "jump"),
        throws(SEED, 2, "jump"),
        throws(SEED, 1, "petition"),
        throws(bytes(32), 1, "jump"),
    ]
    assert len({tuple(one) for one in every}) == 4


@pytest.mark.parametrize("sides", [6, 10])
def test_sides_fall_alike_often(sides):
    throws = 6_000
    fell = Counter(outcome(SEED, n, "die", sides, "jump") for n in range(1, throws + 1))
    assert set(fell) == set(range(1, sides + 1))
    expected = throws / sides
    chi = sum((n - expected) ** 2 / expected for n in fell.values())
    assert chi < {6: 20.5, 10: 27.9}[sides]  # less than one fair seed in a thousand lies beyond


def test_every_thing_of_a_shuffle_comes_first_alike_often():
    first = Counter(outcome(SEED, n, "shuffle", 5, "deck")[0] for n in range(1, 5_001))
    assert all(880 < first[n] < 1_120 for n in range(1, 6))


def test_a_shuffle_keeps_every_thing_once():
    for sides in (1, 2, 60):
        assert sorted(outcome(SEED, 1, "shuffle", sides, "deck")) == list(range(1, sides + 1))


def test_a_box_goes_on_counting_from_where_it_was():
    die = Chance("die", 6, "jump", "ST-JUMP-04")
    whole = SeededDice(SEED)
    thrown = [whole.throw(die) for _ in range(10)]
    assert [SeededDice(SEED, 6).throw(die), whole.throws] == [thrown[6], 10]


def test_told_chance_falls_as_told_and_runs_out():
    die = Chance("die", 6, "jump", "ST-JUMP-04")
    box = ScriptedDice([4])
    assert (box.throw(die), box.throw(Chance("shuffle", 3, "deck", "x")), box.throws) == (
        4,
        [1, 2, 3],
        2,
    )
    with pytest.raises(ChanceRanOut, match="jump"):
        box.throw(die)


def test_shuffles_are_told_one_by_one_each_of_its_own_pile():
    deck, pile = (Chance("shuffle", sides, "deck", "x") for sides in (3, 2))
    box = ScriptedDice([], shuffles=[[3, 1, 2], [2, 1]])
    assert (box.left, box.throw(deck), box.throw(pile), box.left) == (2, [3, 1, 2], [2, 1], 0)
    with pytest.raises(ChanceRanOut, match="no shuffle of 2"):
        box.throw(pile)
    with pytest.raises(ChanceRanOut, match="no shuffle of 2"):
        ScriptedDice([], shuffles=[[3, 1, 2]]).throw(pile)


def test_chance_is_told_within_a_scenario_only():
    with scripted(ScriptedDice([])) as box:
        assert scripted_dice() is box
    with pytest.raises(ChanceRanOut):
        scripted_dice()


# --- in a game ------------------------------------------------------------------------------------


def throws_of(game: Game) -> list[dict]:
    """The parts of every entry in which chance fell, backed out or not."""
    entries = Entry.objects.filter(game=game, kind="chance").order_by("number")
    return [
        json.loads(entry.public) | (json.loads(entry.secret) if entry.secret else {})
        for entry in entries
    ]


@pytest.mark.django_db
def test_every_throw_of_a_game_can_be_done_again_from_its_seed():  # PR-CHANCE-01
    game = bots_play(game_of_bots(), entries=60)
    seed = seed_encryption.unlock(game.secret)
    thrown = throws_of(game)
    assert len(thrown) > 5
    for one in thrown:
        assert one["outcome"] == thrown_again(
            seed, one["throw"], one["of"][0], one["of"][1], one["text"]
        )
    assert [one["throw"] for one in thrown] == list(range(1, len(thrown) + 1))


@pytest.mark.django_db
def test_the_promise_is_in_the_first_entry_and_keeps():  # PR-CHANCE-01
    game = bots_play(game_of_bots(), entries=3)
    first = json.loads(Entry.objects.get(game=game, number=1).public)
    assert first["promise"] == hashlib.sha256(seed_encryption.unlock(game.secret)).hexdigest()


@pytest.mark.django_db
def test_counts_never_go_back_after_play_backs_up(monkeypatch):  # PR-CHANCE-02
    from traders.engines import registry

    monkeypatch.setitem(registry.ENGINES, "toll", "tests.toll")
    game = door.create("toll", ("red", "blue"), {"goal": 99})
    seated.begin(game.pk)
    for _ in range(3):
        for seat in ("red", "blue"):
            door.orders(game.pk, seat, "roll")
        door.back_up(game.pk, 1, "again")
    thrown = throws_of(game)
    assert [one["throw"] for one in thrown] == [1, 2, 3, 4, 5, 6]
    seed = seed_encryption.unlock(game.secret)
    assert [one["outcome"] for one in thrown] == [
        thrown_again(seed, n, "die", 6, "toll") for n in range(1, 7)
    ]
    game.refresh_from_db()
    assert game.throws == 6
