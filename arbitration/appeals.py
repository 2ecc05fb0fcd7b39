"""One appeal against a ruling, to a referee who did not give it; the game stays as ruled meanwhile (PR-APPEAL-01)."""

from __future__ import annotations

from arbitration.claims import latest_open
from arbitration.models import Appeal, ClaimStatus, Ruling
from traders.domain import settings as game_settings
from traders.domain.desk import Desk
from traders.engines.contract import Refusal, Seat

MOST_WORDS = 4_000


def appeal(desk: Desk, seat: Seat, number: int | None, words: str) -> Appeal:
    """Any seat may appeal a ruling once, within the appeal time; the ruling on appeal is final."""
    claim = latest_open(desk.game.pk, number, (ClaimStatus.RULED,))
    ruling = Ruling.objects.filter(claim=claim).order_by("pk").first()
    if ruling is None:
        raise Refusal(f"Claim {claim.number} has not been ruled on yet.", "PR-APPEAL-01", kind="stale")
    if Appeal.objects.filter(claim=claim).exists():
        raise Refusal("That ruling has been appealed against once; there is no second appeal.", "PR-APPEAL-01")
    settings = game_settings.of(desk.game)
    if desk.now > ruling.at + settings.appeal_time:
        over = ruling.at + settings.appeal_time
        raise Refusal(f"The time for an appeal was over at {over:%H:%M:%S UTC on %-d %B}.", "PR-APPEAL-01")
    if not words:
        raise Refusal(f"Say why: appeal {claim.number}: <words>", kind="unreadable")
    made = Appeal.objects.create(
        claim=claim, seat=seat, words=words[:MOST_WORDS], made=desk.now, answers_due=desk.now + settings.answering_time
    )
    desk.passage.notices.append(
        f'{seat} appeals against the ruling on claim {claim.number}: "{made.words}". The game stays as ruled meanwhile.'
    )
    return made
