"""Freezing a game for a claim, and letting it go on (PR-CLAIM-03). What is held is the domain's; why, and how long, is decided here."""

from __future__ import annotations

from datetime import datetime, timedelta

from arbitration.models import Appeal, Claim, ClaimStatus
from traders.domain import settings as game_settings
from traders.domain import staying
from traders.domain.desk import Desk
from traders.models import Seat


def freeze(desk: Desk, claim: Claim) -> bool:
    """Freeze the game for a claim; not where the seat's freezing time is used up: then it is heard while play goes on."""
    place = next(place for place in desk.seats if place.colour == claim.seat)
    if timedelta(seconds=place.freeze_used) >= game_settings.of(desk.game).freeze_time:
        desk.passage.notices.append(f"{claim.seat} has used up its freezing time: the claim is heard while play goes on.")
        return False
    claim.frozen_from = desk.now
    claim.save()
    staying.hold(desk)
    return True


def thaw(desk: Desk, claim: Claim, *, upheld: bool) -> None:
    """The claim freezes the game no more; clocks run on if no other does. The time counts against its seat unless it was upheld."""
    if claim.frozen_from is None or claim.frozen_to is not None:
        return
    claim.frozen_to = desk.now
    claim.save()
    if not upheld:
        _use_up(desk, claim.seat, claim.frozen_to - claim.frozen_from)
    if not still_frozen(desk.game.pk):
        staying.release(desk)


def freeze_for_appeal(desk: Desk, appeal: Appeal) -> None:
    """The organizer has the game stand still until the appeal is ruled on (PR-APPEAL-01); it counts against nobody's freezing time."""
    appeal.frozen_from, appeal.frozen_to = desk.now, None
    appeal.save()
    staying.hold(desk)


def thaw_appeal(desk: Desk, appeal: Appeal) -> bool:
    """The appeal freezes the game no more; clocks run on if nothing else does. Whether it did freeze it."""
    if appeal.frozen_from is None or appeal.frozen_to is not None:
        return False
    appeal.frozen_to = desk.now
    appeal.save()
    if not still_frozen(desk.game.pk):
        staying.release(desk)
    return True


def still_frozen(game_id: int) -> bool:
    """Whether a claim or an appeal freezes the game."""
    claims = Claim.objects.filter(game_id=game_id, status=ClaimStatus.OPEN, frozen_to=None).exclude(frozen_from=None)
    appeals = Appeal.objects.filter(claim__game_id=game_id, frozen_to=None).exclude(frozen_from=None)
    return claims.exists() or appeals.exists()


def frozen_since(claim: Claim) -> datetime | None:
    """Since when the claim freezes its game; None where it does not."""
    return claim.frozen_from if claim.frozen_to is None else None


def _use_up(desk: Desk, seat: str, length: timedelta) -> None:
    place = next(place for place in desk.seats if place.colour == seat)
    place.freeze_used += round(length.total_seconds())
    Seat.objects.filter(pk=place.pk).update(freeze_used=place.freeze_used)
