"""Answers of the house itself to a letter that brought nothing to the door."""

from __future__ import annotations

from traders.domain.letters import office
from traders.models import Arrival


def answer(arrival: Arrival, message_id: str, told: str) -> None:
    """An answer to the seat's player and nobody else. It is named by the letter that it answers,
    never by that one's number, which counts the letters of all (PR-INTERVAL-05).
    """
    place = arrival.seat
    if place is not None and place.player is not None:
        name = f"a{arrival.taken:%y%m%d%H%M%S}.{arrival.sha256[:16]}"
        arrival.answered_by_id = office.note(place, told, in_reply_to=message_id, name=name)
