"""The server's own answers to letters that contain no orders it can carry out."""

from __future__ import annotations

from collections.abc import Sequence

from traders.domain.letters import seatless_questions, server_letters
from traders.domain.table.change_set import Line
from traders.models import Arrival


def answer(
    arrival: Arrival,
    message_id: str,
    text: str,
    event: str,
    ways: Sequence[tuple[str, str]] = (),
) -> None:
    """Write an answer to the seat's player, or to who was asked, alone; `event`: of its subject;
    `ways`: what may be answered, each with what it does.
    Its name derives from the letter that it answers, never from that one's number, which counts
    everybody's letters (PR-INTERVAL-05).
    """
    seat = arrival.seat
    lines = [Line("", "told", text), *(Line(order, "told", words) for order, words in ways)]
    if seat is not None and seat.player is not None:
        name = name_of(arrival)
        arrival.answered_by_id = server_letters.note(
            seat, lines, event=event, in_reply_to=message_id, name=name
        )
    elif arrival.asked_by is not None:
        tell(arrival, message_id, lines, event)


def tell(arrival: Arrival, message_id: str, lines: Sequence[Line], event: str = "") -> None:
    """Write to who was asked without a seat what became of their answer's lines."""
    assert arrival.asked_by is not None
    name = name_of(arrival) + (".c" if arrival.counts_from else "")  # told before that it was held
    arrival.answered_by_id = seatless_questions.answered(
        arrival.asked_by, lines, name=name, event=event, in_reply_to=message_id
    )


def name_of(arrival: Arrival) -> str:
    """The name of the letter that answers an arrival."""
    return f"a{arrival.taken:%y%m%d%H%M%S}.{arrival.sha256[:16]}"
