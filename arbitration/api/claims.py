"""A seat's own claims by the API, and making one."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from ninja import Router, Schema
from pydantic import StringConstraints

from arbitration.claims import claims_by_page_and_api
from arbitration.models import Claim
from traders.api.idempotency import Answer
from traders.api.order_line_execution import refusal_of_all, speak
from traders.api.orders_and_press import Key
from traders.api.schemas import Told
from traders.api.token_authentication import PLAY, READ, seat_in, seen_by
from traders.domain.table.change_set import ChangeSet
from traders.models import Game

router = Router(tags=["claims"])


class ClaimIn(Told):
    """A claim: `about` is `zap`, `end` or `move 12`, as in a letter."""

    kind: Annotated[str, StringConstraints(min_length=1, max_length=40)]
    about: Annotated[str, StringConstraints(max_length=200)] = ""
    words: Annotated[str, StringConstraints(max_length=claims_by_page_and_api.MOST_WORDS)] = ""


class FindingOut(Schema):
    """What the machine found, for the referee to look at."""

    remedy: str
    rules: list[str]


class RulingOut(Schema):
    """A referee's ruling on a claim."""

    remedy: str
    beside: list[object]
    on_appeal: bool
    reasons: str
    at: datetime


class ClaimOut(Schema):
    """A claim with what became of it. `freezes`: it holds play."""

    number: int
    kind: str
    about: str
    words: str
    made: datetime
    status: str
    answers_until: datetime
    ruling_due: datetime
    freezes: bool
    finding: FindingOut
    rulings: list[RulingOut]

    @staticmethod
    def resolve_about(claim: Claim) -> str:
        return str(claim.moment.get("name", ""))

    @staticmethod
    def resolve_answers_until(claim: Claim) -> datetime:
        return claim.answers_due


class ClaimsOut(Schema):
    """The seat's own claims, the newest first."""

    seat: str
    claims: list[ClaimOut]


class ClaimMadeOut(Schema):
    """The claim that was made, and the court's answer."""

    answer: str
    claim: ClaimOut


@router.get("/games/{slug:slug}/claims", auth=READ, response=ClaimsOut)
def claims(request: HttpRequest, slug: str) -> ClaimsOut:
    """My seat's own claims, the newest first."""
    table = seen_by(request, slug)
    colour = seat_in(table).colour
    return ClaimsOut.model_validate({"seat": colour, "claims": [*_own(table.game, colour)]})


@router.post("/games/{slug:slug}/claims", auth=PLAY, response={201: ClaimMadeOut})
def claim(request: HttpRequest, slug: str, sent: ClaimIn, key: Key = None) -> HttpResponse:
    """Make a claim, as a letter does."""
    game = seen_by(request, slug).game

    def answer(changes: ChangeSet, colour: str) -> Answer:
        refusal = refusal_of_all(changes.lines)
        if refusal is not None:
            return refusal
        said = changes.lines[0].words
        made = ClaimMadeOut.model_validate({"answer": said, "claim": _own(game, colour)[0]})
        return Answer(201, made.model_dump())

    return speak(
        request, slug, claims_by_page_and_api.claim(sent.kind, sent.about, sent.words), answer
    )


def _own(game: Game, colour: str) -> QuerySet[Claim]:
    return (
        Claim.objects.filter(game=game, seat=colour, opened_by=None)
        .select_related("finding")
        .prefetch_related("rulings")
        .order_by("-number")
    )
