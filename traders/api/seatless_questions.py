"""What letters asked somebody without a seat, and the answers: to a season's question, a challenge,
the offer of a seat.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import datetime

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from ninja import Router, Schema

from traders.api import seatless_answers
from traders.api.orders_and_press import Key
from traders.api.schemas import OrdersIn
from traders.api.token_authentication import READ, SPEAK, Refused, access_of
from traders.domain.letters.letter_facts import decode
from traders.domain.timeline.seatless_api_answers import Question, question_of
from traders.models import Letter, LetterKind, Player

router = Router(tags=["questions"])
MOST = 100
"""The newest letters among which questions are looked for."""


class SuggestedOut(Schema):
    """An answer that the letter names, and what it does."""

    order: str
    words: str


class QuestionOut(Schema):
    """A letter that can be answered. `told`: its sentences; `answers`: those that it names;
    `orders`: the forms of all that may be said; `waits`: it has still to be answered; `due`: by
    when; `game`: by its name in addresses, empty where it is about none.
    """

    name: str
    topic: str
    subject: str
    told: list[str]
    answers: list[SuggestedOut]
    orders: list[str]
    waits: bool
    game: str
    page: str
    written: datetime
    due: datetime | None


class QuestionsOut(Schema):
    """Questions, the newest first."""

    questions: list[QuestionOut]


@router.get("/questions", auth=READ, response=QuestionsOut)
def questions(request: HttpRequest) -> QuestionsOut:
    """What waits for my answer, each thing once, by the newest letter that asks it."""
    letters = _letters(access_of(request).holder().player).filter(asks=True).order_by("-pk")
    return QuestionsOut(questions=[_question(one) for one in _open(letters[:MOST])])


@router.get("/questions/{slug:question}", auth=READ, response=QuestionOut)
def question(request: HttpRequest, question: str) -> QuestionOut:
    """One letter that can be answered."""
    return _question(_called(request, question))


@router.post("/questions/{slug:question}/orders", auth=SPEAK, response=seatless_answers.AnsweredOut)
def answer(request: HttpRequest, question: str, sent: OrdersIn, key: Key = None) -> HttpResponse:
    """Answer a letter, line by line, as by mail; no letter tells what came of it. An organizer's
    orders need the scope `organize`.
    """
    return seatless_answers.speak(request, _asked(_called(request, question)), sent)


def _letters(player: Player) -> QuerySet[Letter]:
    rows = Letter.objects.filter(player=player, seat="", kind=LetterKind.ASKED)
    return rows.select_related("player", "game__club").defer(
        "raw", "game__position", "game__course", "game__secret", "game__start"
    )


def _called(request: HttpRequest, name: str) -> Letter:
    rows = _letters(access_of(request).holder().player)
    found = rows.filter(message_id__startswith=f"<{name}@").first()
    if found is None or question_of(found) is None:
        raise Refused(404, "There is no such question.")
    return found


def _asked(letter: Letter) -> Question:
    found = question_of(letter)
    assert found is not None
    return found


def _open(letters: Iterable[Letter]) -> Iterator[Letter]:
    """Letters that wait for their reader's answer; of several about one thing the first."""
    seen = set()
    for letter in letters:
        asked = question_of(letter)
        if asked is None:
            continue
        thing = (asked.topic.name, letter.game_id, json.dumps(asked.about, sort_keys=True))
        if thing not in seen and asked.waits(letter.player):
            yield letter
        seen.add(thing)


def _question(letter: Letter) -> QuestionOut:
    facts, asked = decode(letter.facts), _asked(letter)
    extra = facts.extra
    return QuestionOut(
        name=letter.tag,
        topic=asked.topic.name,
        subject=str(extra.get("subject", "")),
        told=list(extra.get("told", ())),
        answers=[SuggestedOut(order=one, words=words) for one, words in extra.get("answers", ())],
        orders=seatless_answers.forms_of(asked.topic.name),
        waits=asked.waits(letter.player),
        game=letter.game.slug if letter.game else "",
        page=str(extra.get("page", "")),
        written=letter.written,
        due=facts.due,
    )
