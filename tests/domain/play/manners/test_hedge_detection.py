"""What a clause beside an order is made of decides whether the order is asked back
(PR-RECEIPT-09).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.domain.play.manners.readers import reader
from traders.domain.play.manners.clause_splitting import plain
from traders.domain.play.manners.courtesy_and_doubt_detection import casts_doubt, turns
from traders.domain.play.manners.hedge_detection import hedges

HERE = Path(__file__).parent


@pytest.mark.parametrize(("file", "asks_back"), [("hedged", True), ("unhedged", False)])
def test_a_sentence_beside_an_order_keeps_it_from_being_done_if_it_hedges(file, asks_back):
    """`hedged.txt` denies, delays or compares; `unhedged.txt` is chat, or a comment on an order."""
    lines = (HERE / f"{file}.txt").read_text(encoding="utf-8").splitlines()
    kept = {line: casts_doubt(line) or turns(plain(line).text) for line in lines}
    assert [line for line, keeps in kept.items() if keeps is not asks_back] == []


@pytest.mark.parametrize(
    "text",
    ["Jumping now would be daft.", "I'd rather not jump.", "No jump for me today."],
)
def test_a_clause_that_shares_the_verb_of_the_order_speaks_of_it(text):
    assert hedges(plain(text).text, "jump niven")


def test_a_clause_that_shares_no_verb_with_the_order_may_be_chat():
    assert not hedges("jumping now would be daft", "build")


@pytest.mark.parametrize("letter", ["jump niven\nno", "jump niven\n😂 no", "jump niven\n👎"])
def test_no_below_an_order_is_said_of_the_order(letter):
    said = reader("star-traders").hear(letter.split("\n"))
    assert "line" not in {one.how for one in said}


@pytest.mark.parametrize(
    ("letter", "doubt"),
    [
        ("jump niven\nI'd rather not", "I'd rather not"),
        ("I'd rather not\njump niven", "I'd rather not"),
        ("jump niven (not sure)", "(not sure)"),
    ],
)
def test_an_order_that_is_doubted_is_asked_back_with_the_words_wherever_they_stand(letter, doubt):
    [asked] = [one for one in reader("star-traders").hear(letter.split("\n")) if one.words]
    assert asked.how == "unclear"
    assert asked.instead == ("jump niven",)
    assert asked.words == (
        f"Not done: your letter also says “{doubt}”, which I cannot read. "
        "If you mean it, write `jump niven` alone."
    )


@pytest.mark.parametrize("letter", ["[ ] end", "☐ end", "A: end"])
def test_one_thing_that_may_be_chosen_is_asked_about_as_one(letter):
    [asked] = reader("star-traders").hear([letter])
    assert asked.how == "unclear"
    assert asked.words == "Do you want this done? If so, write it alone: `end`."


def test_one_of_several_that_may_be_chosen_is_asked_about_as_such():
    for line in ("[ ] end", "jump niven"):
        asked = reader("star-traders").hear(["[ ] jump random", line])[0]
        assert asked.words.startswith("Which one do you mean? ")


@pytest.mark.parametrize("head", ["Orders (not final):", "Orders (not final)", "Move (a draft):"])
@pytest.mark.parametrize("between", [[], [""]])
def test_a_heading_that_hedges_keeps_what_stands_below_from_being_done(head, between):
    said = reader("star-traders").hear([head, *between, "jump niven"])
    assert (said[0].how, said[0].line) in (("unclear", "jump niven"), ("line", head))


@pytest.mark.parametrize(
    "letter", ["Testing 1 2 3\n\nend", "end\nTesting 1 2 3", "testing one two"]
)
def test_who_only_tries_out_how_it_works_plays_nothing(letter):
    """PR-RECEIPT-08."""
    assert "test" in [one.line for one in reader("star-traders").hear(letter.split("\n"))]


@pytest.mark.parametrize(
    ("doubt", "words"),
    [
        ("(not sure)", "Not done: your letter also says “(not sure)”, which I cannot read. "),
        (", hmm not sure", '"hmm not sure" is no order. Nothing of the line was done.'),
    ],
)
@pytest.mark.parametrize("order", ["fly greenholt", "round: fly greenholt; fly cinderfall"])
def test_a_round_that_is_doubted_is_asked_back_as_one_order_is(order, doubt, words):
    [asked] = reader("imperial-trader").hear([f"{order}{' ' * (doubt[0] == '(')}{doubt}"])
    assert (asked.how, asked.words.startswith(words)) == ("unclear", True)
    assert asked.instead == ((order,) if doubt[0] == "(" else ())


@pytest.mark.parametrize(
    ("letter", "lines"),
    [
        ("yes\nno", ["yes", "no"]),
        ("no\njump niven", ["no", "jump niven"]),
        ("jump niven\n\nno", ["jump niven", "no"]),
        ("jump niven\nscratch that\nno", ["no"]),
        ("??", ["??"]),
    ],
)
def test_any_other_no_is_an_answer(letter, lines):
    assert [one.line for one in reader("star-traders").hear(letter.split("\n"))] == lines


@pytest.mark.parametrize("line", ["~jump niven~", "~~jump niven~~"])
def test_what_is_struck_through_is_not_said(line):
    assert reader("star-traders").hear([line]) == []


@pytest.mark.parametrize(
    "letter",
    [
        "Plan A\njump niven\nPlan B\njump helix",
        "Version 2:\njump niven",
        "A) jump niven\nB) jump helix",
        "[ ] jump niven",
        "☐ jump niven",
        "Dad says I should write\n\njump niven",
        "jump niven\n\nPlan B",
        "jump niven\n\nhmm",
        "jump niven\n\n??",
    ],
)
def test_one_of_several_what_others_say_and_what_one_wavers_over_is_not_done(letter):
    said = reader("star-traders").hear(letter.split("\n"))
    assert "line" not in {one.how for one in said if one.line.startswith("jump")}


@pytest.mark.parametrize(
    ("letter", "lines"),
    [
        ("a) jump niven\nb) end", ["a) jump niven", "b) end"]),
        ("hmm\n\njump niven", ["jump niven"]),
        ("jump niven - no idea if that is wise but here goes", ["jump niven"]),
        ("jump niven\nhmm, jump helix", ["jump niven", "jump helix"]),
    ],
)
def test_steps_and_what_goes_ahead_are_done(letter, lines):
    said = reader("star-traders").hear(letter.split("\n"))
    assert [one.line for one in said if one.how == "line"] == lines
