"""The right to pause a game by claims: lost by unfounded claims, restored by the organizer's leave
(PR-CLAIM-05).
"""

from __future__ import annotations

from arbitration.models import Leave, Ruling
from arbitration.referees import conflict_of_interest
from traders.domain.calendar import clock
from traders.domain.people import club_roles
from traders.domain.play.game_session import open_session
from traders.domain.settings import game_settings
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import named
from traders.models import Game, Player


def unfounded(game: Game, seat: Seat) -> int:
    """The number of the seat's claims that count as unfounded. A ruling on appeal replaces the
    first one's verdict unless it upholds it.
    """
    rows = Ruling.objects.filter(
        claim__game=game, claim__seat=seat, claim__opened_by=None
    ).order_by("pk")
    last = {row.claim_id: row.unfounded for row in rows if not row.data.get("upholds")}
    return sum(last.values()) - sum(
        Leave.objects.filter(game=game, seat=seat).values_list("forgiven", flat=True)
    )


def has_lost(game: Game, seat: Seat) -> bool:
    """Whether the seat's claims no longer pause the game (PR-CLAIM-05)."""
    return unfounded(game, seat) >= game_settings.of(game).groundless_claims


def give(game: Game, organizer: Player, seat: Seat) -> Leave:
    """Restore the seat's right to pause the game. Raises `Refusal` for anybody but the club's
    organizer, and for an organizer with a seat in the game.
    """
    if not club_roles.organizes(organizer, game):
        raise Refusal("The club's organizer alone gives leave.", "PR-CLAIM-05")
    conflict_of_interest.may_organize(organizer, game)
    if not game.seats.filter(colour=seat).exists():
        raise Refusal("There is no such seat in this game.", "PR-CLAIM-05", kind="stale")
    with open_session(game.pk) as session:  # under the game's lock: one leave at a time
        if not has_lost(game, seat):
            raise Refusal(f"{seat.capitalize()} has that right.", "PR-CLAIM-05", kind="stale")
        leave = Leave.objects.create(
            game=game, seat=seat, given=clock.whole(clock.now()), forgiven=unfounded(game, seat)
        )
        session.change_set.notices.append(
            f"The organizer has given {named(seat)} the right back to pause the game by a claim "
            "(PR-CLAIM-05)."
        )
    return leave
