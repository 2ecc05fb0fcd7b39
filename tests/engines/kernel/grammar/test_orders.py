"""Reading and writing orders, over a small language of its own."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.proportion import times_as_long, usual
from traders.engines.kernel.grammar.boolean_conditions import Conditions
from traders.engines.kernel.grammar.order_parts import (
    LONGEST,
    Names,
    Several,
    as_typed,
    normal,
    words_of,
)
from traders.engines.kernel.grammar.orders import Form, Grammar
from traders.engines.kernel.refusal import Refusal
from traders.engines.registry import ENGINES, engine


class Jump(msgspec.Struct, frozen=True):
    to: int = 0
    kind: str = ""


class Play(msgspec.Struct, frozen=True):
    card: str
    on: str = ""
    at: int = 0
    way: str = ""


class Load(msgspec.Struct, frozen=True):
    cargo: str
    count: int = 1


class Bid(msgspec.Struct, frozen=True):
    n: int


class Drop(msgspec.Struct, frozen=True):
    cards: tuple[str, ...]


class Says(msgspec.Struct, frozen=True):
    seat: str
    n: int = 0
    worse: bool = False


WORLDS = Names(
    "world",
    {
        "Niven": 13,
        "13": 13,
        "Mink": 14,
        "14": 14,
        "Heinlein": 16,
        "16": 16,
        "Helix": 54,
        "Fort Wells": 51,
        "Courtney": 61,
    },
)
CARDS = Names(
    "card",
    {
        c: c
        for c in (
            "Zap",
            "Superzap",
            "Disgrace at Court",
            "Lose a Cargo",
            "Imperial Envoy (Telzey)",
            "Imperial Envoy (Helix)",
        )
    },
)
KINDS = {
    "world": WORLDS,
    "card": CARDS,
    "seat": Names("seat", {"red": "red", "blue": "blue"}),
    "cargo": Names("cargo", {"Fur": "Fur", "Fuzzie-Wuzzies": "Fuzzie-Wuzzies"}),
}
GRAMMAR = Grammar(
    [
        Form(Jump, "jump random", kind="random"),
        Form(Jump, "jump <to:world> [<kind:regular|station>]"),
        Form(Play, "play <card> [on <on:seat>] [at <at:world>] [<way:up|down>]"),
        Form(Load, "load <cargo> [<count:times>]"),
        Form(Load, "load <count:n> <cargo>"),
        Form(Bid, "bid <n>"),
        Form(Drop, "discard <cards>"),
    ],
    KINDS | {"cards": Several(CARDS)},
)
ATOMS = Conditions(
    Grammar(
        [
            Form(Says, "<seat> jumps"),
            Form(Says, "<seat> rolls <n> or better"),
            Form(Says, "<seat> rolls <n> or worse", worse=True),
        ],
        KINDS,
    )
)


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("jump niven", Jump(13)),
        ("  JUMP   Niven . ", Jump(13)),
        ("Jump\u00a0niven\u2026", Jump(13)),
        ("jump “niven”", Jump(13)),
        ("• jump niven", Jump(13)),
        ("1. jump niven", Jump(13)),
        ("12) Jump niven.", Jump(13)),
        ("jump 13", Jump(13)),
        ("jump niv station!", Jump(13, "station")),
        ("jump fort", Jump(51)),
        ("jump fortwells regular", Jump(51, "regular")),
        ("jump random", Jump(0, "random")),
        ("play zap down", Play("Zap", way="down")),
        ("play superzap down", Play("Superzap", way="down")),
        ("play zap down on blue", Play("Zap", "blue", way="down")),
        ("play disgrace at court on red", Play("Disgrace at Court", "red")),
        ("play disgrace at court on red at courtney", Play("Disgrace at Court", "red", 61)),
        ("play imperial envoy (telzey) on blue", Play("Imperial Envoy (Telzey)", "blue")),
        ("play telzey on blue", Play("Imperial Envoy (Telzey)", "blue")),
        ("play lose cargo on blue", Play("Lose a Cargo", "blue")),
        ("load fuzzie–wuzzies ×2", Load("Fuzzie-Wuzzies", 2)),
        ("load 2 fur", Load("Fur", 2)),
        ("load fur x 2", Load("Fur", 2)),
        ("discard zap and superzap", Drop(("Zap", "Superzap"))),
        ("discard zap, superzap, and zap", Drop(("Zap", "Superzap", "Zap"))),
        ("bid seven", Bid(7)),
        ("bid 0", Bid(0)),
    ],
)
def test_a_line_is_read(line: str, order: Any) -> None:
    assert GRAMMAR.read(line) == order
    assert GRAMMAR.read(GRAMMAR.write(order)) == order


@pytest.mark.parametrize(
    ("line", "kind", "instead"),
    [
        ("", "unreadable", None),
        ("...", "unreadable", None),
        ("junp niven", "unreadable", "jump niven"),
        ("junp nowhere", "unreadable", "jump <world>"),
        ("jump nivan", "unreadable", "Niven"),
        ("jump he", "ambiguous", "Heinlein"),
        ("jump", "unreadable", "jump random"),
        ("jump niven?", "unreadable", None),
        ("jump niven quickly", "unreadable", None),
        ("play zapp down", "unreadable", "Zap"),
        ("play envoy on blue", "ambiguous", "Imperial Envoy (Helix)"),
        ("play zap up down", "unreadable", None),
        ("bid -5", "unreadable", None),
        ("bid - 5", "unreadable", None),
        ("bid 2.5", "unreadable", None),
        ("bid ٤", "unreadable", None),
        ("jump 1", "unreadable", None),
        ("discard zap and", "unreadable", None),
        ("x" * (LONGEST + 1), "unreadable", None),
        ("jump " * 200, "unreadable", None),
    ],
)
def test_what_cannot_be_read_is_refused_with_what_is_near(
    line: str, kind: str, instead: str | None
) -> None:
    with pytest.raises(Refusal) as refused:
        GRAMMAR.read(line)
    assert refused.value.kind == kind
    assert refused.value.rules == ()
    if instead is not None:
        assert instead in refused.value.instead


def test_an_exact_name_comes_before_parts() -> None:
    assert CARDS.read("zap") == "Zap"  # although it is a part of Superzap
    assert CARDS.read("superz") == "Superzap"


MOST = 400
"""Times as long as a plain order: a million letters that are read, or words that are tried in all
ways, take some ten thousand times."""


def test_a_long_line_is_refused_at_once() -> None:
    def refused(line: str) -> None:
        with pytest.raises(Refusal):
            GRAMMAR.read(line)

    plain = usual(lambda: refused("play zap on Helix and up"))
    for line in (
        "a" * 1_000_000,
        "play " + "on red at up down " * 50,
        "discard " + "zap and " * 40,
        "play " + "on at " * 58,
    ):
        assert times_as_long(partial(refused, line), plain, MOST) <= MOST


@given(
    st.text(max_size=200)
    | st.lists(
        st.sampled_from(
            sorted(
                {
                    *" ".join(f.usage for f in GRAMMAR.forms).split(),
                    "niven",
                    "zap",
                    "red",
                    "2",
                    "and",
                    ",",
                    "(",
                }
            )
        )
    ).map(" ".join)
)
@example("ǰump niven")
@example("play \ud800")
@example("load fur x²")
def test_reading_never_raises_anything_but_a_refusal(text: str) -> None:
    try:
        order = GRAMMAR.read(text)
    except Refusal:
        return
    assert GRAMMAR.read(GRAMMAR.write(order)) == order


@given(st.text(max_size=300))
def test_normal_is_stable(text: str) -> None:
    once = normal(text)
    assert words_of(once) == words_of(text)
    assert once == once.strip()


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("RED jumps", "red jumps"),
        ("not red jumps", "not red jumps"),
        ("not not red jumps", "red jumps"),
        ("red rolls 5 or better", "red rolls 5 or better"),
        (
            "red rolls 5 or better or blue jumps and not red jumps.",
            "red rolls 5 or better or blue jumps and not red jumps",
        ),
    ],
)
def test_conditions_are_written_back(text: str, canonical: str) -> None:
    assert ATOMS.write(ATOMS.read(text)) == canonical


@pytest.mark.parametrize("text", [
    "", "red", "red jumps and", "or red jumps", "not", "not (red jumps or blue jumps)",
    "(red jumps)", "red jumps blue jumps",
])  # fmt: skip
def test_conditions_that_cannot_be_read(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        ATOMS.read(text)
    assert refused.value.kind == "unreadable"


def test_and_binds_closer_than_or() -> None:
    condition = ATOMS.read("red jumps or blue jumps and red rolls 2 or better")
    assert condition.occasion(lambda atom: "jump" if atom == Says("red") else "") == "jump"
    assert condition.occasion(lambda atom: "jump" if atom == Says("blue") else "") == ""
    assert (
        condition.occasion(lambda atom: "a" if atom == Says("blue") else "b" if atom.n else "")
        == "a + b"
    )
    assert ATOMS.read("not red jumps").occasion(lambda atom: "") == "always"


@given(
    st.text(max_size=200)
    | st.lists(
        st.sampled_from(
            ["red", "blue", "jumps", "rolls", "5", "or", "better", "worse", "and", "not", "("]
        ),
        max_size=30,
    ).map(" ".join)
)
def test_conditions_never_raise_anything_but_a_refusal(text: str) -> None:
    try:
        condition = ATOMS.read(text)
    except Refusal:
        return
    assert ATOMS.read(ATOMS.write(condition)) == condition


def test_what_stands_across_two_words_of_a_name_is_no_part_of_it():
    cargo = Names("cargo", {"Imperial Cargo (red)": "red", "Dragon Eggs": "eggs"})
    with pytest.raises(Refusal):
        cargo.read("ore")  # carg-o re-d
    assert cargo.read("goneggs") == cargo.read("dragoneg") == cargo.read("agon") == "eggs"


@pytest.mark.parametrize(
    ("piece", "line", "typed"),
    [
        ("2", "jump ²", "²"),
        ("12", "Jump １２", "１２"),
        ("fire oz", "jump to ﬁre  Oz.", "ﬁre Oz"),
        ("strasse", "STRAßE", "STRAßE"),
        ("omalley", "zap O’Malley", "O’Malley"),
        ("ab cd", "to Ab-Cd now", "Ab-Cd"),
        ("a1 (hmm, not yet", "homeworld a1 (hmm, not yet)", "a1 (hmm, not yet)"),
        ("strange", "nothing of the kind", "strange"),
        ("a", "½" * LONGEST, "a"),
    ],
)
def test_a_piece_of_a_line_is_shown_as_it_was_typed(piece, line, typed):
    assert (
        as_typed(f'There is no world "{piece}". Did you mean oz?', line)
        == f'There is no world "{typed}". Did you mean oz?'
    )


@given(st.text(max_size=2 * LONGEST), st.text(max_size=200))
def test_whatever_was_typed_is_shown_or_left(line, piece):
    assert as_typed(f'There is no world "{piece}".', line).startswith("There is no world ")


@pytest.mark.parametrize("system", sorted(ENGINES))
def test_what_is_remembered_of_a_line_nobody_can_change(system):
    forms = [form for grammar in engine(system).grammars() for form in grammar.forms]
    assert forms
    assert all(form.struct.__struct_config__.frozen for form in forms)


def test_a_line_read_again_is_refused_alike_with_a_refusal_of_its_own():
    refused = []
    for _ in range(2):
        with pytest.raises(Refusal) as caught:
            GRAMMAR.read("xyzzy")
        refused.append(caught.value)
    first, second = refused
    assert vars(first) == vars(second)
    assert first is not second


def test_a_word_is_not_taken_for_a_number_where_it_may_be_a_misspelt_name() -> None:
    with pytest.raises(Refusal) as refused:
        GRAMMAR.read("load fuzie wuzies")
    assert refused.value.text.endswith("Did you mean Fuzzie-Wuzzies?")


def test_only_names_that_come_near_the_nearest_are_guessed() -> None:
    with pytest.raises(Refusal) as refused:
        GRAMMAR.read("play superzp down")
    assert refused.value.instead == ("Superzap",)


@pytest.mark.parametrize("system", ENGINES)
def test_what_is_no_condition_is_told_so_with_some_that_are(system):
    rules = engine(system)
    state = rules.position(("red", "blue", "green"), {}, {})
    with pytest.raises(Refusal, match=r'^"red builds" is no condition\. One is, for instance: .*<'):
        rules.condition(state, "red builds")


def test_a_number_of_at_least_one_is_told_as_a_number():
    with pytest.raises(Refusal, match=r"It is written: bid <n>$"):
        Grammar([Form(Bid, "bid <n:some>")], {}).read("bid my ship")
