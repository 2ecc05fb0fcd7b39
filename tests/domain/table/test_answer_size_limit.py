"""What one letter is answered stays within its bound, and says what it leaves out."""

from __future__ import annotations

import random
from binascii import b2a_qp
from html import escape

import pytest

from traders.domain.table.answer_size_limit import ABOVE, MOST_OCTETS, REST, bounded, cut, weight
from traders.domain.table.change_set import Line

SIGNS = "abc  \n\n.:'\"<>&=ä中🚀`"


def words(lots: random.Random, most: int) -> str:
    return "".join(lots.choices(SIGNS, k=lots.randint(0, most)))


def in_a_letter(text: str) -> int:
    """Octets of the text as a letter has it: plain, and as HTML, with the ends of its lines."""
    parts = (b2a_qp(one.encode(), istext=True) for one in (text, escape(text)))
    return sum(len(part) + part.count(b"\n") for part in parts)


def of_all(lines: list[Line]) -> int:
    return sum(weight(part) for line in lines for part in (line.text, line.words, *line.instead))


@pytest.mark.examples("answer-bounds")
def test_whatever_lines_are_answered_they_are_within_the_bound(examples, lots):
    for _ in range(examples):
        most = lots.choice((20, 300, 30_000))
        lines = [
            Line(
                words(lots, lots.choice((10, most))),
                lots.choice(("told", "done", "refused")),
                words(lots, most),
                instead=tuple(words(lots, 50) for _ in range(lots.randint(0, 2))),
            )
            for _ in range(lots.randint(0, 12))
        ]
        found = bounded(lines)
        assert len(found) == len(lines)
        assert of_all(found) <= MOST_OCTETS
        if of_all(lines) <= MOST_OCTETS:
            assert [one for one in found if one.words != ABOVE] == [
                line for line, one in zip(lines, found, strict=True) if one.words != ABOVE
            ]


@pytest.mark.examples("answer-bounds")
def test_no_text_is_larger_in_a_letter_than_its_weight(examples, lots):
    for _ in range(examples):
        text = words(lots, 2_000)
        assert in_a_letter(text) <= weight(text) + 8
        assert weight(cut(text, 500, REST)) <= 500


def test_short_answers_stay_whole_beside_a_long_one():
    long, short = "\n".join(["a move of long ago"] * 20_000), "Done: jump to Oz."
    lines = bounded([Line("history", "told", long), Line("jump to Oz", "done", short)])
    assert lines[1].words == short
    assert lines[0].words.endswith(REST)
    assert long.startswith(lines[0].words.removesuffix(REST).rstrip())


def test_the_same_answer_is_given_once():
    board = "Oz\nMink"
    lines = bounded([Line("status", "told", board), Line("status", "told", board)])
    assert [line.words for line in lines] == [board, ABOVE]
    done = [Line("roll", "done", "Done."), Line("roll", "done", "Done.")]
    assert bounded(done) == done
