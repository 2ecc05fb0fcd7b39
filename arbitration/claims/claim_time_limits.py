"""Until when a claim is taken, and how far back it may look (PR-CLAIM-02)."""

from __future__ import annotations

from datetime import datetime, timedelta

from traders.domain.deadlines import heartbeat_and_outages
from traders.domain.settings import game_settings
from traders.engines.kernel.refusal import Refusal
from traders.models import Game

AFTER_THE_END = timedelta(days=1)
"""How long after the end of a game claims are accepted (PR-CLAIM-02)."""
LOOKED_BACK = timedelta(days=3)
"""How much further back than the claim time to look for moments: an interval may have waited long
before it passed.
"""


def looked_at_from(game: Game, now: datetime) -> datetime:
    """From when on a claim looks for its moment, also where the time for claims was longer then."""
    since = now - game_settings.of(game).claim_time - LOOKED_BACK
    return min(since, now - game_settings.then(game, since).claim_time - LOOKED_BACK)


def until(game: Game, since: datetime, length: timedelta | None = None) -> datetime:
    """The end of the time for claims that began then, by the settings of then where it is not told;
    outages move it as every deadline (PR-MAIL-03).
    """
    rules = game_settings.then(game, since)
    return heartbeat_and_outages.moved(
        since, since + (length or rules.claim_time), rules.interval_time
    )


def too_late(since: datetime, limit: datetime) -> Refusal:
    """The refusal of a claim whose time began and was over then."""
    return Refusal(
        f"The time for a claim ran from {since:%H:%M UTC on %-d %B}, and was over at "
        f"{limit:%H:%M:%S UTC on %-d %B}.",
        "PR-CLAIM-02",
    )
