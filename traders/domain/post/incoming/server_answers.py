"""The server's own answers to letters that contain no orders it can carry out."""

from __future__ import annotations

from collections.abc import Sequence

from traders.domain.calendar import clock
from traders.domain.deadlines import interval_answer_status
from traders.domain.history import recording_and_replay
from traders.domain.letters import answer_notes_and_resent_letters, seatless_questions
from traders.domain.letters.letter_facts import Facts, asked_of
from traders.domain.letters.letter_sections import reply_lines
from traders.domain.table.advice import suggested
from traders.domain.table.change_set import Line
from traders.engines.registry import engine as engine_of
from traders.models import Arrival, Phase, Seat


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
        arrival.answered_by_id = answer_notes_and_resent_letters.note(
            seat, lines, event=event, in_reply_to=message_id, name=name
        )
    elif arrival.asked_by is not None:
        tell(arrival, message_id, lines, event)


def answer_now(seat: Seat | None) -> str:
    """An order with which the seat may answer what it is asked now; "" where nothing is."""
    if seat is None or seat.game.phase != Phase.PLAYING or seat.game.frozen:
        return ""
    game, engine = seat.game, engine_of(seat.game.system)
    state = recording_and_replay.position_now(game)
    pending = engine.pending(state)
    asked = asked_of(seat.colour, pending)
    if asked is None or interval_answer_status.said(game, seat.colour, getattr(pending, "key", 0)):
        return ""
    view, offers = engine.view(state, seat.colour), engine.offers(state, seat.colour)
    hints = seat.player is not None and seat.player.hints
    suggestion = suggested(engine, view, pending, offers) if hints else None
    facts = Facts(clock.now(), game.number, asked=asked, offers=offers, suggestion=suggestion)
    return next(iter(reply_lines(facts)), "")


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
