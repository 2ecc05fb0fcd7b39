"""Answers of other seats to a claim, and the withdrawal of a claim (PR-CLAIM-04)."""

from __future__ import annotations

from datetime import datetime

from arbitration.claims.making import latest_open
from arbitration.models import Appeal, Claim, ClaimStatus, Statement
from arbitration.remedies import pausing, ruling_and_pause_deadlines
from traders.domain.deadlines import heartbeat_and_outages
from traders.domain.people import quotas
from traders.domain.play import claim_pause
from traders.domain.play.game_session import GameSession
from traders.domain.settings import game_settings
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import named, within_quotes

MOST_WORDS = 4_000


def answer(
    session: GameSession, seat: Seat, number: int | None, words: str, *, private: bool
) -> Claim:
    """Store a seat's answer to a claim or appeal: for all, or for the referee alone. Raises
    `Refusal`.
    """
    appealed = Appeal.objects.filter(
        claim__game=session.game, claim__rulings__on_appeal=True
    ).values_list("claim__number", flat=True)
    open_appeals = (
        Appeal.objects.filter(claim__game=session.game)
        .exclude(claim__number__in=list(appealed))
        .order_by("-pk")
    )
    appeal = open_appeals.filter(claim__number=number).first() if number else open_appeals.first()
    is_open = Claim.objects.filter(game=session.game, status=ClaimStatus.OPEN).exists()
    if appeal is not None and not number and is_open:
        appeal = None  # without a number, the claim that waits for a ruling
    claim = appeal.claim if appeal else latest_open(session.game.pk, number)
    due = heard_until(claim, appeal, session.now)
    if appeal is None and claim.status != ClaimStatus.OPEN:
        raise Refusal(
            f"{claim.name.capitalize()} has been ruled on or withdrawn.",
            "PR-CLAIM-04",
            kind="stale",
        )
    if session.now > due:
        raise Refusal(
            f"Answers to {claim.name} were taken until {due:%H:%M:%S UTC on %-d %B}.",
            "PR-CLAIM-04",
            kind="late",
        )
    if not words:
        raise Refusal(f"Write: answer {claim.number}: <words>", kind="unreadable")
    own = Statement.objects.filter(claim__game=session.game, seat=seat)
    given = "You have given {} answers to claims"
    quotas.told_others(session.place(seat), own, session.now, given)
    Statement.objects.create(
        claim=claim, seat=seat, words=words[:MOST_WORDS], private=private, at=session.now
    )
    quoted = "to the referee alone" if private else f'"{within_quotes(words[:MOST_WORDS])}"'
    _tell_others(
        session,
        seat,
        f"{named(seat)} has answered {claim.name}" + ("." if private else f": {quoted}"),
    )
    return claim


def _tell_others(session: GameSession, seat: Seat, words: str) -> None:
    """Tell all but the seat, whose receipt says it."""
    for place in session.seats:
        if place.colour != seat:
            session.change_set.own_notices.setdefault(place.colour, []).append(words)


def heard_until(claim: Claim, appeal: Appeal | None, now: datetime) -> datetime:
    """Until when the others are heard; where that hour has passed, moved by outages, as every
    deadline is (PR-MAIL-03).
    """
    about = appeal or claim
    if now <= about.answers_due:
        return about.answers_due
    interval_time = game_settings.of(claim.game).interval_time
    return heartbeat_and_outages.moved(about.made, about.answers_due, interval_time)


def all_have_answered(claim: Claim, appeal: Appeal | None) -> bool:
    """Whether every other seat still in the game has answered; bots need not."""
    since = appeal.made if appeal else claim.made
    party = appeal.seat if appeal else claim.claimant
    answered = set(
        Statement.objects.filter(claim=claim, at__gte=since).values_list("seat", flat=True)
    )
    to_be_heard = {
        place.colour
        for place in claim.game.seats.all()
        if not place.bot and not place.dropped and place.colour != party
    }
    return to_be_heard <= answered


def withdraw(session: GameSession, seat: Seat, number: int | None) -> Claim:
    """Withdraw a seat's own claim. A pause for it ends, and its time counts against the seat.
    Raises `Refusal`.
    """
    own = (
        Claim.objects.filter(game=session.game, seat=seat, opened_by=None, status=ClaimStatus.OPEN)
        .order_by("number")
        .last()
    )
    claim = latest_open(session.game.pk, number or (own.number if own else None))
    if claim.claimant != seat:
        raise Refusal(f"Claim {claim.number} is not yours.", "PR-CLAIM-01")
    if claim.status != ClaimStatus.OPEN:
        raise Refusal(
            f"Claim {claim.number} has been ruled on or withdrawn.", "PR-CLAIM-01", kind="stale"
        )
    claim.game = session.game
    claim.status = ClaimStatus.WITHDRAWN
    pausing.thaw(session, claim)
    claim.save()
    ruling_and_pause_deadlines.close_for(claim, session.now)
    if not session.game.stayed:
        session.change_set.afterwards.append(
            lambda: claim_pause.make_what_waited(session.game.pk, session.now)
        )
    _tell_others(session, seat, f"{named(seat)} has withdrawn claim {claim.number}.")
    return claim
