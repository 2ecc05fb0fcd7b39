"""Pausing a game for a claim or an appeal, and resuming it (PR-CLAIM-03). Clocks and kept orders
are `play.claim_pause`'s; whether and how long is decided here.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import QuerySet

from arbitration.models import Appeal, Claim, ClaimStatus, Remedy
from arbitration.referees import conflict_of_interest
from arbitration.remedies import right_to_pause
from traders.domain.calendar import clock
from traders.domain.deadlines.deadline_changes import due_then
from traders.domain.play import claim_pause
from traders.domain.play.game_session import GameSession, open_session
from traders.domain.settings import game_settings
from traders.domain.timeline import timeline
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import named
from traders.models import DeadlineKind, Phase, Player, Seat, at_once


def freeze(session: GameSession, claim: Claim) -> bool:
    """Pause the game for a seat's claim, and return True; if its seat may not pause it, announce
    why, and play goes on. The pause ends at the latest when the seat's pausing time is used up.
    """
    why_not = _why_not(session, claim)
    if why_not:
        session.change_set.notices.append(f"{why_not}: the claim is heard while play goes on.")
        return False
    ends = session.now + _left(session, claim.seat)
    _freeze_for(session, claim)
    if ends < claim.ruling_due:
        due_then(session.game, DeadlineKind.COURT, claim.pause_key, ends, session.now)
    return True


def bound(session: GameSession, claim: Claim) -> None:
    """Have the pause of a claim that waits for an appeal, whose ruling time does not run, end with
    its seat's pausing time, or when the ruling would be due by now.
    """
    if claim.frozen_from is None or not claim.freezes:
        return
    own = claim.frozen_by_id is None
    ends = claim.frozen_from + _left(session, claim.seat) if own else claim.ruling_due
    ends = max(session.now, min(ends, claim.ruling_due))
    due_then(session.game, DeadlineKind.COURT, claim.pause_key, ends, session.now)


def _why_not(session: GameSession, claim: Claim) -> str:
    """Why a seat's claim cannot pause the game; "" if it can."""
    seat = claim.seat
    if right_to_pause.has_lost(session.game, seat):
        lost = "has lost the right to pause the game by unfounded claims (PR-CLAIM-05)"
        return f"{named(seat)} {lost}"
    withdrawn = Claim.objects.filter(
        game=session.game, seat=seat, opened_by=None, status=ClaimStatus.WITHDRAWN
    ).exclude(frozen_from=None)
    if any(_subject(before) == _subject(claim) for before in withdrawn):
        return f"{named(seat)} has paused this moment once and withdrawn that claim (PR-CLAIM-03)"
    if not _left(session, seat):
        return f"{named(seat)} has used up its pausing time (PR-CLAIM-03)"
    return ""


def _subject(claim: Claim) -> tuple[object, object]:
    """The subject of a claim, for comparison. Claims without a particular subject are all alike."""
    return claim.moment.get("kind"), claim.moment.get("key")


def stop(session: GameSession, claim: Claim, player: Player) -> None:
    """Pause the game for a claim or case by a referee's or the organizer's decision (PR-CLAIM-03,
    PR-CLAIM-06). It counts against nobody's pausing time.
    """
    claim.frozen_by = player
    _freeze_for(session, claim)


def stop_for(claim_id: int, referee: Player) -> None:
    """Pause the game until a claim is ruled on, by the referee's decision (PR-CLAIM-03). Raises
    `Refusal` if it was paused for this claim before.
    """
    game_id = Claim.objects.values_list("game_id", flat=True).get(pk=claim_id)
    at = clock.exact()
    with timeline.in_order(game_id, at), open_session(game_id, clock.whole(at)) as session:
        claim = Claim.objects.get(pk=claim_id)  # locked by the session
        claim.game = session.game
        conflict_of_interest.may_rule(referee, claim)
        if claim.status != ClaimStatus.OPEN:
            raise Refusal("It has been ruled on or withdrawn.", "PR-CLAIM-03", kind="stale")
        if session.game.phase != Phase.PLAYING:
            raise Refusal("The game is not being played.", "PR-CLAIM-03", kind="stale")
        if claim.frozen_from is not None:
            raise Refusal("The game has been paused for it once.", "PR-CLAIM-03", kind="stale")
        stop(session, claim, referee)
        session.change_set.at_once = True
        session.change_set.notices.append(
            f"A referee has stopped the game until {claim.name} is ruled on (PR-CLAIM-03). "
            "Orders sent meanwhile wait."
        )


def _freeze_for(session: GameSession, claim: Claim) -> None:
    claim.frozen_from = session.now
    claim.save()
    claim_pause.hold(session)


def thaw(session: GameSession, claim: Claim) -> None:
    """End a claim's pause; clocks run on unless something else pauses the game."""
    if not claim.freezes:
        return
    claim.frozen_to = session.now
    claim.save()
    account(session, claim)
    if not still_frozen(session.game.pk):
        claim_pause.release(session)


def freeze_for_appeal(session: GameSession, appeal: Appeal) -> None:
    """Pause the game until the appeal is ruled on, by the organizer's decision (PR-APPEAL-01). It
    counts against nobody's pausing time.
    """
    appeal.frozen_from, appeal.frozen_to = session.now, None
    appeal.save()
    claim_pause.hold(session)


def thaw_appeal(session: GameSession, appeal: Appeal) -> bool:
    """End an appeal's pause; clocks run on unless something else pauses the game. Returns whether
    there was a pause.
    """
    if appeal.frozen_from is None or appeal.frozen_to is not None:
        return False
    appeal.frozen_to = session.now
    appeal.save()
    if not still_frozen(session.game.pk):
        claim_pause.release(session)
    return True


def still_frozen(game_id: int) -> bool:
    """Whether a claim or an appeal pauses the game."""
    return any(freezing.exists() for freezing in _rows_that_freeze(game_id))


def pauses_beside(claim: Claim) -> bool:
    """Whether something else than this claim and its appeal pauses the game."""
    claims, appeals = _rows_that_freeze(claim.game_id)
    return any(at_once(claims.exclude(pk=claim.pk), appeals.exclude(claim=claim)))


def ends_by(game_id: int) -> datetime | None:
    """The end of the last ruling time among all that pauses the game; None if nothing does."""
    claims, appeals = _rows_that_freeze(game_id)
    ends = [claim.paused_until for claim in claims]
    return max([*ends, *appeals.values_list("ruling_due", flat=True)], default=None)


def _rows_that_freeze(game_id: int) -> tuple[QuerySet[Claim], QuerySet[Appeal]]:
    claims = Claim.objects.filter(game_id=game_id, status=ClaimStatus.OPEN, frozen_to=None).exclude(
        frozen_from=None
    )
    appeals = Appeal.objects.filter(claim__game_id=game_id, frozen_to=None).exclude(
        frozen_from=None
    )
    return claims, appeals


def account(session: GameSession, claim: Claim) -> None:
    """State what of its pausing time a claim's seat has used: that of its claims that were not
    upheld, by the last ruling on each (PR-CLAIM-03).
    """
    if not claim.claimant:
        return
    claims = Claim.objects.filter(
        game=session.game, seat=claim.seat, opened_by=None, frozen_by=None
    ).exclude(frozen_to=None)
    lengths = [
        one.frozen_to - one.frozen_from
        for one in claims.prefetch_related("rulings")
        if one.frozen_from and one.frozen_to and not _upheld(one)
    ]
    place = session.place(claim.seat)
    place.freeze_used = round(sum(lengths, timedelta()).total_seconds())
    Seat.objects.filter(pk=place.pk).update(freeze_used=place.freeze_used)


def _upheld(claim: Claim) -> bool:
    """A ruling on appeal replaces the first one unless it upholds it."""
    rulings = sorted(claim.rulings.all(), key=lambda ruling: ruling.pk)
    own = [ruling.remedy for ruling in rulings if not ruling.data.get("upholds")]
    return bool(own) and own[-1] not in (Remedy.STAND, Remedy.CONDUCT)


def _left(session: GameSession, seat: str) -> timedelta:
    """The pausing time that the seat has left."""
    used = timedelta(seconds=session.place(seat).freeze_used)
    return max(timedelta(), game_settings.of(session.game).freeze_time - used)
