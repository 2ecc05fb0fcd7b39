"""Appeals: one for each ruling, to another referee. Meanwhile the ruling stands (PR-APPEAL-01)."""

from __future__ import annotations

from datetime import datetime

from arbitration.claims.making import latest_open
from arbitration.models import Appeal, Claim, ClaimStatus, Ruling
from arbitration.referees import conflict_of_interest
from arbitration.remedies import pausing, ruling_and_pause_deadlines
from traders.domain.calendar import clock
from traders.domain.deadlines import heartbeat_and_outages
from traders.domain.people import club_roles
from traders.domain.play.game_session import GameSession, open_session
from traders.domain.settings import game_settings
from traders.domain.timeline import timeline
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import named, within_quotes
from traders.models import Game, Phase, Player

MOST_WORDS = 4_000


def _appealable(session: GameSession, number: int | None) -> Claim:
    """The claim whose ruling can be appealed against. Raises `Refusal` where there is none."""
    if (
        number is None
        and not Claim.objects.filter(game=session.game, status=ClaimStatus.RULED).exists()
    ):
        raise Refusal(
            "No claim of this game has been ruled on; there is nothing to appeal against.",
            "PR-APPEAL-01",
            kind="stale",
        )
    claim = latest_open(session.game.pk, number, (ClaimStatus.RULED,))
    ruling = Ruling.objects.filter(claim=claim).order_by("pk").first()
    if ruling is None:
        raise Refusal(
            f"Claim {claim.number} has not been ruled on yet.", "PR-APPEAL-01", kind="stale"
        )
    if Appeal.objects.filter(claim=claim).exists():
        raise Refusal(
            "That ruling has been appealed against once; there is no second appeal.", "PR-APPEAL-01"
        )
    over = taken_until(ruling, session.game, session.now)
    if session.now > over:
        raise Refusal(
            f"The time for an appeal was over at {over:%H:%M:%S UTC on %-d %B}.", "PR-APPEAL-01"
        )
    return claim


def appeal(session: GameSession, seat: Seat, number: int | None, words: str) -> Appeal:
    """Appeal against a ruling, for any seat, once and within the appeal time; the ruling on appeal
    is final. Raises `Refusal`.
    """
    claim = _appealable(session, number)
    if not words:
        raise Refusal(f"Say why: appeal {claim.number}: <words>", kind="unreadable")
    settings = game_settings.of(session.game)
    new = Appeal.objects.create(
        claim=claim,
        seat=seat,
        words=words[:MOST_WORDS],
        made=session.now,
        answers_due=session.now + settings.answering_time,
        ruling_due=session.now + settings.ruling_time,
    )
    claim.game = session.game
    ruling_and_pause_deadlines.open_for(claim, new)
    session.change_set.notices.append(
        f"{named(seat)} appeals against the ruling on claim {claim.number}: "
        f'"{within_quotes(new.words)}". '
        "The game stays as ruled meanwhile. Who has something to say to it writes "
        f"`answer {claim.number}: your words` until {new.answers_due:%H:%M UTC on %-d %B}."
    )
    session.change_set.at_once = True
    ruling_and_pause_deadlines.suspend(session, new)
    return new


def taken_until(ruling: Ruling, game: Game, now: datetime) -> datetime:
    """Until when an appeal against the ruling is taken, as the ruling's letter said; where that
    hour has passed, moved by outages, as every deadline is (PR-MAIL-03).
    """
    settings = game_settings.then(game, ruling.at)
    over = ruling.at + settings.appeal_time
    return (
        over
        if now <= over
        else heartbeat_and_outages.moved(ruling.at, over, settings.interval_time)
    )


def freeze(claim_id: int, organizer: Player) -> None:
    """Pause the game until the appeal is ruled on, for the club's organizer. Raises `Refusal` for
    anybody else, and for an organizer with a seat in the game.
    """
    claim = Claim.objects.select_related("game__club").get(pk=claim_id)
    if not club_roles.organizes(organizer, claim.game):
        raise Refusal("The club's organizer alone pauses a game for an appeal.", "PR-APPEAL-01")
    conflict_of_interest.may_organize(organizer, claim.game)
    at = clock.exact()
    with (
        timeline.in_order(claim.game_id, at),
        open_session(claim.game_id, clock.whole(at)) as session,
    ):
        appealed = Appeal.objects.filter(claim=claim).first()
        if appealed is None or claim.rulings.filter(on_appeal=True).exists():
            raise Refusal("No appeal waits there for a ruling.", "PR-APPEAL-01", kind="stale")
        if session.game.phase != Phase.PLAYING:
            raise Refusal("The game is not being played.", "PR-APPEAL-01", kind="stale")
        if appealed.frozen_from is not None:
            raise Refusal(
                "The game was paused for that appeal already.", "PR-APPEAL-01", kind="stale"
            )
        pausing.freeze_for_appeal(session, appealed)
        session.change_set.at_once = True
        session.change_set.notices.append(
            "The organizer has paused the game until the appeal against the ruling on claim "
            f"{claim.number} is ruled on (PR-APPEAL-01). "
            "Orders sent meanwhile wait."
        )
