"""Freezing a game for a claim, and letting it go on (PR-CLAIM-03). What is held is the domain's;
why, and how long, is decided here.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet

from arbitration.models import Appeal, Claim, ClaimStatus
from arbitration.referees import conflict
from arbitration.remedies import leaves
from traders.domain.calendar import clock
from traders.domain.play import holding
from traders.domain.play.session import GameSession, open_session
from traders.domain.settings import game_settings
from traders.domain.timeline import timeline
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import named
from traders.models import Phase, Player, Seat


def freeze(session: GameSession, claim: Claim) -> bool:
    """A seat's claim freezes the game, unless its seat may not: then it is heard while play goes
    on.
    """
    barred = _barred(session, claim)
    if barred:
        session.change_set.notices.append(f"{barred}: the claim is heard while play goes on.")
        return False
    _hold(session, claim)
    return True


def _barred(session: GameSession, claim: Claim) -> str:
    """Why a seat's claim cannot freeze the game; "" where it can."""
    seat = claim.seat
    if leaves.has_lost(session.game, seat):
        lost = "has lost the right to freeze the game by groundless claims (PR-CLAIM-05)"
        return f"{named(seat)} {lost}"
    withdrawn = Claim.objects.filter(
        game=session.game, seat=seat, opened_by=None, status=ClaimStatus.WITHDRAWN
    ).exclude(frozen_from=None)
    if any(_moment(before) == _moment(claim) for before in withdrawn):
        return f"{named(seat)} has frozen this moment once and withdrawn that claim (PR-CLAIM-03)"
    if (
        timedelta(seconds=session.place(seat).freeze_used)
        >= game_settings.of(session.game).freeze_time
    ):
        return f"{named(seat)} has used up its freezing time (PR-CLAIM-03)"
    return ""


def _moment(claim: Claim) -> tuple[Any, Any]:
    """What a claim is about; all claims about nothing in particular are about the same."""
    return claim.moment.get("kind"), claim.moment.get("key")


def stop(session: GameSession, claim: Claim, player: Player) -> None:
    """Who looks at a claim, or opens a case, stops the game for it (PR-CLAIM-03, PR-CLAIM-06); it
    counts against nobody's freezing time.
    """
    claim.frozen_by = player
    _hold(session, claim)


def stop_for(claim_id: int, referee: Player) -> None:
    """The referee, looking at a claim, stops the game until it is ruled on (PR-CLAIM-03); refused
    where it has been frozen for it before.
    """
    game_id = Claim.objects.values_list("game_id", flat=True).get(pk=claim_id)
    at = clock.exact()
    with timeline.in_order(game_id, at), open_session(game_id, clock.whole(at)) as session:
        claim = Claim.objects.get(pk=claim_id)  # the session has the one lock
        claim.game = session.game
        conflict.may_rule(referee, claim)
        if claim.status != ClaimStatus.OPEN:
            raise Refusal("It has been ruled on or withdrawn.", "PR-CLAIM-03", kind="stale")
        if session.game.phase != Phase.PLAYING:
            raise Refusal("The game is not being played.", "PR-CLAIM-03", kind="stale")
        if claim.frozen_from is not None:
            raise Refusal("The game has been frozen for it once.", "PR-CLAIM-03", kind="stale")
        stop(session, claim, referee)
        session.change_set.at_once = True
        session.change_set.notices.append(
            f"A referee has stopped the game until {claim.name} is ruled on (PR-CLAIM-03). "
            "Orders sent meanwhile wait."
        )


def _hold(session: GameSession, claim: Claim) -> None:
    claim.frozen_from = session.now
    claim.save()
    holding.hold(session)


def thaw(session: GameSession, claim: Claim, *, upheld: bool) -> None:
    """The claim freezes the game no more; clocks run on if no other does. The time counts against
    its seat unless it was upheld.
    """
    if not claim.freezes:
        return
    assert claim.frozen_from is not None
    claim.frozen_to = session.now
    claim.save()
    if not upheld and claim.frozen_by is None:
        _use_up(session, claim.seat, claim.frozen_to - claim.frozen_from)
    if not still_frozen(session.game.pk):
        holding.release(session)


def freeze_for_appeal(session: GameSession, appeal: Appeal) -> None:
    """The organizer has the game stand still until the appeal is ruled on (PR-APPEAL-01); it counts
    against nobody's freezing time.
    """
    appeal.frozen_from, appeal.frozen_to = session.now, None
    appeal.save()
    holding.hold(session)


def thaw_appeal(session: GameSession, appeal: Appeal) -> bool:
    """The appeal freezes the game no more; clocks run on if nothing else does. Whether it did
    freeze it.
    """
    if appeal.frozen_from is None or appeal.frozen_to is not None:
        return False
    appeal.frozen_to = session.now
    appeal.save()
    if not still_frozen(session.game.pk):
        holding.release(session)
    return True


def still_frozen(game_id: int) -> bool:
    """Whether a claim or an appeal freezes the game."""
    return any(freezing.exists() for freezing in _freezing(game_id))


def ends_by(game_id: int) -> datetime | None:
    """When the ruling time is over of all that freezes the game; None where nothing does."""
    return max(
        (
            due
            for freezing in _freezing(game_id)
            for due in freezing.values_list("ruling_due", flat=True)
        ),
        default=None,
    )


def _freezing(game_id: int) -> tuple[QuerySet[Claim], QuerySet[Appeal]]:
    claims = Claim.objects.filter(game_id=game_id, status=ClaimStatus.OPEN, frozen_to=None).exclude(
        frozen_from=None
    )
    appeals = Appeal.objects.filter(claim__game_id=game_id, frozen_to=None).exclude(
        frozen_from=None
    )
    return claims, appeals


def _use_up(session: GameSession, seat: str, length: timedelta) -> None:
    place = session.place(seat)
    place.freeze_used += round(length.total_seconds())
    Seat.objects.filter(pk=place.pk).update(freeze_used=place.freeze_used)
