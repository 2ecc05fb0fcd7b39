"""Ladders of a club: who stands where, who challenges whom, and the orders of who climbs."""

from __future__ import annotations

from datetime import datetime

from django.http import HttpRequest, HttpResponse
from ninja import Router, Schema

from traders.api import seatless_answers
from traders.api.games import OPEN_TO_ALL
from traders.api.orders_and_press import Key
from traders.api.schemas import OrdersIn
from traders.api.token_authentication import ANYBODY, PLAY, Refused, access_of
from traders.club.ladders.ladder_letters import TOPIC, title_of
from traders.club.ladders.ladder_standings import Standing, games_seen, rules_of, standing_of
from traders.club.ladders.locked_ladder import is_closed
from traders.models import Challenge, Ladder, LadderStep, Player

router = Router(tags=["ladders"], auth=ANYBODY)
MOST_CHALLENGES, MOST_STEPS = 30, 60
"""The newest of each that are told."""


class LadderLineOut(Schema):
    """A ladder in a list, by the system that is played on it. `people`: how many stand on it."""

    system: str
    title: str
    closed: bool
    people: int


class LaddersOut(Schema):
    """Ladders of a club."""

    ladders: list[LadderLineOut]


class RungOut(Schema):
    """A rung, 1 the highest. `player`: as they are challenged; `since`: when they played, joined or
    sank last.
    """

    rung: int
    player: str
    since: datetime


class ChallengeOut(Schema):
    """A challenge and what became of it: `open` until it is answered, `playing`, then `played`,
    `void`, `declined`, `lapsed` or `withdrawn`. `game`: by its name in addresses, where who asks
    may see it.
    """

    challenger: str
    challenged: str
    state: str
    made: datetime
    due: datetime
    game: str


class StepOut(Schema):
    """Why somebody moved: `joined`, `left`, `off` (an organizer took them off), `won` or `level`
    against `other`, `declined`, `idle`. `costs`: rungs that were lost by it.
    """

    at: datetime
    kind: str
    player: str
    other: str
    costs: int


class LadderOut(LadderLineOut):
    """A ladder now. `reach`: rungs above one's own that can be challenged; `rung`: mine, 0 for who
    stands on none; `within_reach`: whom I can challenge, the nearest first; `orders`: the forms of
    all that may be said.
    """

    reach: int
    answer_days: int
    decline_costs: int
    idle_days: int
    rungs: list[RungOut]
    rung: int
    within_reach: list[str]
    challenges: list[ChallengeOut]
    steps: list[StepOut]
    orders: list[str]


@router.get("/clubs/{slug:club}/ladders", response=LaddersOut, openapi_extra=OPEN_TO_ALL)
def ladders(request: HttpRequest, club: str) -> LaddersOut:
    """Ladders of a club."""
    found = seatless_answers.club_of(request, club).ladders.select_related("club")
    return LaddersOut(ladders=[_line(one, standing_of(one)) for one in found])


@router.get(
    "/clubs/{slug:club}/ladders/{slug:system}", response=LadderOut, openapi_extra=OPEN_TO_ALL
)
def ladder(request: HttpRequest, club: str, system: str) -> LadderOut:
    """A ladder: its rungs, the newest challenges and steps first, and what I can do on it."""
    found, reader = _called(request, club, system), access_of(request).player
    now, rules = standing_of(found), rules_of(found)
    challenges = found.challenges.select_related("challenger", "challenged")
    steps = found.steps.select_related("player", "other").order_by("-pk")[:MOST_STEPS]
    return LadderOut(
        **_line(found, now).model_dump(),
        reach=found.reach,
        answer_days=found.answer_days,
        decline_costs=found.decline_costs,
        idle_days=found.idle_days,
        rungs=[
            RungOut(rung=rung, player=name, since=now.active[one.pk])
            for rung, (one, name) in enumerate(zip(now.people, now.names, strict=True), 1)
        ],
        rung=now.rung(reader),
        within_reach=[now.name(one) for one in now.within_reach(rules, reader)],
        challenges=_challenges(list(challenges[:MOST_CHALLENGES]), reader),
        steps=[_step(one) for one in steps],
        orders=seatless_answers.forms_of(TOPIC),
    )


@router.post(
    "/clubs/{slug:club}/ladders/{slug:system}/orders",
    auth=PLAY,
    response=seatless_answers.AnsweredOut,
)
def climb(
    request: HttpRequest, club: str, system: str, sent: OrdersIn, key: Key = None
) -> HttpResponse:
    """Join the ladder, challenge, answer a challenge, take one back, leave. An answer that is to
    count for one challenge and no other goes to its question.
    """
    found = _called(request, club, system)
    return seatless_answers.speak(request, seatless_answers.about(TOPIC, ladder=found.pk), sent)


def _called(request: HttpRequest, club: str, system: str) -> Ladder:
    rows = seatless_answers.club_of(request, club).ladders.select_related("club")
    found = rows.filter(system=system).first()
    if found is None:
        raise Refused(404, "There is no such ladder.")
    return found


def _line(ladder: Ladder, now: Standing) -> LadderLineOut:
    return LadderLineOut(
        system=ladder.system,
        title=title_of(ladder),
        closed=is_closed(ladder),
        people=len(now.people),
    )


def _challenges(rows: list[Challenge], reader: Player | None) -> list[ChallengeOut]:
    seen = games_seen(rows, reader)
    return [
        ChallengeOut(
            challenger=one.challenger.display_name,
            challenged=one.challenged.display_name,
            state=one.state,
            made=one.made,
            due=one.due,
            game=game.slug if (game := seen.get(one.game_id or 0)) else "",
        )
        for one in rows
    ]


def _step(step: LadderStep) -> StepOut:
    return StepOut(
        at=step.at,
        kind=step.kind,
        player=step.player.display_name,
        other=step.other.display_name if step.other else "",
        costs=step.costs,
    )
