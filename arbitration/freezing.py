"""Freezing a game for a claim, and letting it go on (PR-CLAIM-03). What is held is the domain's; why, and how long, is decided here."""

from __future__ import annotations

from datetime import datetime, timedelta

from arbitration.models import Claim, ClaimStatus
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


def still_frozen(game_id: int) -> bool:
    """Whether a claim freezes the game."""
    rows = Claim.objects.filter(game_id=game_id, status=ClaimStatus.OPEN, frozen_to=None)
    return rows.exclude(frozen_from=None).exists()


def frozen_since(claim: Claim) -> datetime | None:
    """Since when the claim freezes its game; None where it does not."""
    return claim.frozen_from if claim.frozen_to is None else None


def _use_up(desk: Desk, seat: str, length: timedelta) -> None:
    place = next(place for place in desk.seats if place.colour == seat)
    place.freeze_used += round(length.total_seconds())
    Seat.objects.filter(pk=place.pk).update(freeze_used=place.freeze_used)
