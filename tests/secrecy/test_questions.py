"""What a seat asks in its own words is answered alike in two games that differ in what only the
keeper may know (PR-RECEIPT-09).
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from django.db import transaction

from tests.examples import drawn
from tests.secrecy.differing import may_speak
from tests.secrecy.pairs import OTHERS, PAIRS
from tests.secrecy.table import KEEPER, SEATS, Letters, Pair, Played
from traders.domain.calendar import clock
from traders.domain.history.moment_labels import MomentLabel
from traders.domain.play.game_session import GameSession
from traders.domain.play.manners import questions_of_standing
from traders.engines.registry import engine

pytestmark = pytest.mark.django_db

ASKED = (
    "What does Blue hold?", "How many cards has Blue?", "What is in Blue's hand?",
    "How much money has Blue?", "Does Blue have {thing}?", "Who has {thing}?", "Where is {thing}?",
    "Has Blue passed?", "Did Blue send anything?", "What did Blue order?", "What will Blue do?",
    "Has Blue a standing order or a plan?", "Did Blue resign?", "Who has answered?",
    "What would happen if I {order}?", "May I {order}?", "What are the odds of {order}?",
    "What does {order} cost?", "How do I {order}?", "What is the next card?", "What would I draw?",
    "What is in the deck?", "Who is ahead?", "How do I win?", "How far is Blue from winning?",
    "What should I do?", "Why?", "What did I miss?", "How long have I got?", "Whose turn is next?",
    "What does Blue offer?", "Has Blue made Green an offer?", "Can Blue react to that?",
    "Would Blue be asked if I {order}?", "Did Blue mute me?", "How many orders did Blue send?",
)  # fmt: skip


@pytest.mark.examples("secrecy-questions")
@pytest.mark.parametrize(
    "pair", drawn("secrecy-questions", [*PAIRS, *OTHERS]), ids=lambda pair: pair.what
)
def test_no_answer_tells_a_secret(pair: Pair, lots: Random) -> None:
    seed = lots.random()
    one = _answered(pair, pair.one, pair.said_one, Random(seed))
    assert _answered(pair, pair.other, pair.said_other, Random(seed)) == one


def test_a_leak_in_an_answer_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks who is ahead is told what the keeper alone sees."""

    def score(session: GameSession, seat: str) -> str:
        return session.engine.brief(session.engine.view(session.table.state, KEEPER))

    monkeypatch.setattr(questions_of_standing, "score", score)
    [pair] = [one for one in PAIRS if one.what == "money"]
    asked = ("Who is ahead?",)
    one = _answered(pair, pair.one, (), Random(1), asked)
    assert _answered(pair, pair.other, (), Random(1), asked) != one


def _answered(
    pair: Pair, start: Any, said: Sequence[str], random: Random, asked: Sequence[str] = ASKED
) -> list[Any]:
    """What those who may not know are told of a dozen questions each, after the keeper's letter."""
    try:
        with transaction.atomic():
            played = Played(pair, start)
            pending = played.waits()
            moment = MomentLabel.of(pending).moment
            if said and may_speak(pair, pending):
                played.takes(Letters(1, KEEPER, said[0], moment))
            for place, seat in enumerate(SEATS, 2):
                if seat not in (KEEPER, *pair.told):
                    played.takes(
                        Letters(place, seat, _questions(pair, played, seat, random, asked), moment)
                    )
            transaction.set_rollback(True)
    finally:
        clock.set_to(None)
    return [row for shown in played.shown.values() for row in shown.rows]


def _questions(pair: Pair, played: Played, seat: str, random: Random, asked: Sequence[str]) -> str:
    """A dozen, of what the game has and the seat may do."""
    rules = engine(pair.system)
    things = sorted(rules.thing_names())
    orders = [one.order for one in rules.offers(played.state, seat) if not one.blanks] or ["end"]
    return "\n".join(
        one.format(thing=random.choice(things), order=random.choice(orders))
        for one in random.sample(asked, min(12, len(asked)))
    )
