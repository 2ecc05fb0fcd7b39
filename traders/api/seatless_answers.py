"""Answers of who has no seat: lines to a letter, or about a club, a season, a ladder; carried out
as a letter's are.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from ninja import Schema

from traders.api.idempotency import Answer, Keep, once
from traders.api.order_line_execution import line_out, one_line, refusal_of_all
from traders.api.schemas import LineOut, OrdersIn
from traders.api.token_authentication import Refused, access_of, demand
from traders.domain.people import visibility
from traders.domain.play.commands import registry
from traders.domain.table.change_set import Line
from traders.domain.timeline.seatless_api_answers import Question, answer
from traders.models import Club


class AnsweredOut(Schema):
    """Each line with what became of it. They stand alone: one that is refused stops no other."""

    lines: list[LineOut]


def speak(request: HttpRequest, question: Question, sent: OrdersIn) -> HttpResponse:
    """Carry lines out for who asks, once; a refusal where no line counts. The topic tells which
    scope the token must have.
    """
    token = access_of(request).holder()
    demand(token, question.topic.scope)
    lines = [one_line(line) for line in sent.orders]

    def told(became: list[Line]) -> Answer:
        return refusal_of_all(became) or Answer(200, {"lines": [line_out(one) for one in became]})

    def act(keep: Keep) -> None:
        answer(question, token.player, lines, lambda became: keep(told(became)))

    return once(request, act)


def forms_of(topic: str) -> list[str]:
    """All that may be said about a topic, by its forms."""
    return [form for row in registry.answers_to(topic) for form in row.forms]


def about(topic: str, **thing: int) -> Question:
    """What may be said of something by who was asked by no letter."""
    found = registry.topic_called(topic)
    assert found is not None  # declared at the start
    return Question(found, None, dict(thing))


def club_of(request: HttpRequest, slug: str) -> Club:
    """The club, as who asks may see it; 404 where there is none for them."""
    found = visibility.clubs_seen(access_of(request).player).filter(slug=slug).first()
    if found is None:
        raise Refused(404, "There is no such club.")
    return found
