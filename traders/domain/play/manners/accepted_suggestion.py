"""`as you suggest`: the lines that were suggested, where they still are what is suggested
(PR-RECEIPT-09).
"""

from __future__ import annotations

from traders.domain.history.moment_labels import MomentLabel
from traders.domain.letters.letter_facts import decode
from traders.domain.play.game_session import GameSession
from traders.domain.play.seat_views import menu_of, view_of
from traders.domain.table import advice
from traders.domain.table.table import Table
from traders.engines.kernel.contract.contract import Over
from traders.engines.kernel.contract.suggestion import Suggestion
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.models import Letter, SealedKind, Source
from traders.models import Seat as SeatRow

RULE = "PR-RECEIPT-09"


def suggested_now(table: Table, seat: Seat) -> Suggestion | None:
    """What is suggested to a seat as the table stands."""
    offered = list(table.open(SealedKind.OFFER))
    view, menu = view_of(table, offered, seat), menu_of(table, offered, seat)
    return advice.suggested(table.engine, view, table.pending(), menu)


def lines_suggested(
    session: GameSession, place: SeatRow, moment: str, source: Source
) -> tuple[str, ...]:
    """The suggested lines. `moment`: the label of what the seat answers. Refused where nothing is
    suggested, where a letter answers something else than what is asked now, and where the newest
    letter about that suggested other lines: what its reader saw is not what they would send.
    """
    table, seat = session.table, place.colour
    pending, label = table.pending(), MomentLabel.read(moment)
    hints = place.player is not None and place.player.hints
    found = suggested_now(table, seat) if hints else None
    if isinstance(pending, Over):
        raise Refusal("The game is over.", "PR-SEAT-07", kind="stale")
    if found is None:
        raise Refusal("I suggest nothing here. Write your orders, one a line.", RULE, kind="stale")
    answered = label.moment or MomentLabel.of(pending).moment
    if answered != MomentLabel.of(pending).moment or (
        source == Source.LETTER and _last_suggested(place, answered) != found.orders
    ):
        words = "Play has gone on since I suggested something. Write the lines that you mean."
        raise Refusal(words, RULE, kind="stale")
    return found.orders


def _last_suggested(place: SeatRow, moment: str) -> tuple[str, ...]:
    """What the newest letter to the seat's player about the moment suggests; () for nothing."""
    sent = Letter.objects.filter(
        game=place.game_id, seat=place.colour, player=place.player_id, moment=moment
    )
    with_one = sent.filter(facts__contains='"suggestion":').order_by("-pk")
    facts = with_one.values_list("facts", flat=True).first()
    suggestion = decode(facts).suggestion if facts else None
    return suggestion.orders if suggestion else ()
