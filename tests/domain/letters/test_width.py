"""What somebody asks is answered in the width of a letter: sentences, lists and orders; rows of a
table or a picture may be wider. How one stands is told once.
"""

from __future__ import annotations

import re
from email import message_from_bytes, policy

import pytest

from tests.domain.letters import real
from tests.domain.letters.table import NOON
from traders.domain.letters.letter_facts import decode
from traders.domain.letters.plain_text_layout import WIDTH, unstuffed
from traders.domain.play import door
from traders.engines.registry import ENGINES, engine

pytestmark = pytest.mark.django_db
ASKED = """status
history
help
orders
rules
rules PR-TURN-01
rules draw
What can I do now?
What should I do?
Who is winning?
How long do I have, and who plays next?
Can I end my turn?
How do I go on holiday?
What happened last?
What is the aim? And who is Blue?
When red ends, say hello?
to blue: well met
claim late: my letter came in time, and what I wrote in it was an order that could be carried out"""
POSITIONS = {
    "star-traders": real.START,
    "traders-luck": {"red": {"credits": 12}},
    "imperial-trader": {"red": {"at": "Harrowgate"}},
    "stratastar": {"red": {"hand": {"attack": 2, "trade": 1}}},
}
OWN = "What are my cards, my money and my ship?"
ROW = re.compile(r"\S {2,}\S")
"""Two things of one line, in columns."""


@pytest.mark.parametrize("system", ENGINES)
def test_an_answer_is_no_wider_than_a_letter(system: str) -> None:
    game = real.table(POSITIONS.get(system, {"setup": True}), system=system)
    door.begin(game.pk, stops=False, at=NOON)
    real.say(game, "red", ASKED, "", 5)
    real.say(game, "red", OWN, "", 6)
    letters = real.made(game=game, seat="red", kind="receipt")
    text = "\n".join(_text(bytes(letter.raw)) for letter in letters)
    for question in ("What is the aim?", "And who is Blue?"):
        assert text.count(f"\n{question}\n") == 1, "each question is answered below its words"
    wide = [line for line in text.split("\n") if len(line.rstrip()) > WIDTH]
    assert [line for line in wide if " " in line.strip() and not ROW.search(line.strip())] == []
    brief = engine(system).brief(decode(letters[-1].facts).view)
    assert _text(bytes(letters[1].raw)).count(_as_told(brief)) == 1, "how one stands is told once"


def _as_told(brief: str) -> str:
    """Its first row, or what of its first sentence stands in one line of a letter."""
    first = brief.split("\n")[0]
    return first if ROW.search(first.strip()) else first[:30]


def _text(raw: bytes) -> str:
    """What a program shows that does not join a paragraph's lines."""
    part = message_from_bytes(raw, policy=policy.default).get_body(("plain",))
    assert part is not None
    return unstuffed(str(part.get_content()).replace("\r", ""))
