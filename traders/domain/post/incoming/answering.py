"""The server's own answers to letters that contain no orders it can carry out."""

from __future__ import annotations

from traders.domain.letters import office
from traders.models import Arrival


def answer(arrival: Arrival, message_id: str, text: str) -> None:
    """Write an answer to the seat's player alone. Its name derives from the letter that it answers,
    never from that one's number, which counts everybody's letters (PR-INTERVAL-05).
    """
    seat = arrival.seat
    if seat is not None and seat.player is not None:
        name = f"a{arrival.taken:%y%m%d%H%M%S}.{arrival.sha256[:16]}"
        arrival.answered_by_id = office.note(seat, text, in_reply_to=message_id, name=name)
