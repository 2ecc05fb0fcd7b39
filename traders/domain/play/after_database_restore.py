"""A copy of the database was brought back: letters of the hours that are lost open no seat any
more, and their names do not come again (PR-RECORD-02, PR-RECEIPT-03).

Reply addresses name a seat and what play waited for. After a copy was brought back play comes to
the same point once more, otherwise: an answer to a letter of the lost hours would be carried out in
a position that its writer never saw. An entry in each game that goes on ends all that was asked
before it, as after a back-up, and everybody who is asked something gets a new letter. What was
drawn in the lost hours is known to whoever drew it: decks and piles are shuffled (PR-BACKUP-04).
"""

from __future__ import annotations

import secrets

from traders.domain.calendar import clock
from traders.domain.deadlines import heartbeat_and_outages
from traders.domain.play.game_session import open_session
from traders.models import Game, Phase, Source, write_fields

WHY = "a copy of the server's records was brought back"
TOLD = (
    "All was brought back from a copy: the records are those of {made:%H:%M UTC on %-d %B}. "
    "What was played since then is lost, and letters of those hours do not count. Please answer "
    "the newest."
)


def restored() -> list[str]:
    """End all that was asked before, in every game that goes on; the games' names in addresses."""
    token = secrets.token_hex(8)
    last = heartbeat_and_outages.latest()
    told = TOLD.format(made=last.until if last else clock.now())
    playing = Game.objects.filter(phase=Phase.PLAYING).order_by("pk")
    found = list(playing.values_list("pk", "slug"))
    for pk, _ in found:
        with open_session(pk) as session:
            session.game.restored = token
            write_fields([session.game], ["restored"])
            session.back_up(session.game.head, WHY, Source.ORGANIZER, afresh=False, lost=True)
            session.change_set.anew |= {seat.colour for seat in session.seats}
            session.change_set.notices.append(told)
            session.change_set.at_once = True
    return [slug for _, slug in found]
