"""A process killed with SIGKILL at every step of receive, read, play, close, prepare and send loses
nothing and doubles nothing.
"""

from __future__ import annotations

import smtplib
from functools import partial

import pytest

from tests.faults.voyage import Voyage
from tests.services.processes import House
from tests.services.smtp import Sink

pytestmark = pytest.mark.faults

RECEIVE = (
    "traders.domain.post.incoming.intake:take",
    "traders.domain.post.incoming.intake:take:after",
)
BY_LETTER = {
    "read": (
        "traders.domain.post.incoming.reading:_claim:after",
        "traders.domain.post.incoming.reading:_read_claimed",
        "traders.domain.post.incoming.outcomes:outcome_of:after",
    ),
    "play": (
        "traders.domain.play.door:orders",
        "traders.domain.play.session:GameSession.save",
        "traders.domain.play.session:GameSession.save:after",
    ),
    "prepare": (
        "traders.domain.post.delivery:prepare",
        "traders.domain.post.preparing:_frozen:after",
        "traders.domain.post.delivery:prepare:after",
    ),
    "send": (
        "traders.domain.post.delivery:_claim:after",
        "traders.domain.post.transport:Outbox.send",
        "traders.domain.post.delivery:_account",
    ),
}
TAKEN = (
    "traders.domain.post.transport:Outbox.send:after",
    "traders.domain.post.delivery:_complete",
)
"""The mail server has the letter, and nobody was told: it is sent once more, the same bytes under
the same Message-ID.
"""


def test_read_play_prepare_send(harbour: House, smtp_sink: Sink):
    """One letter a step; each time the next seat's turn comes by one order and one letter."""
    steps = tuple(step for group in BY_LETTER.values() for step in group) + TAKEN
    voyage = Voyage(harbour, smtp_sink, steps)
    on_turn = ["red", "blue", "green"]
    for turn, step in enumerate(steps):
        seat = on_turn[turn % 3]
        voyage.arm(step)
        voyage.says(seat, "end")
        voyage.fallen()
        voyage.settled()
        assert voyage.waits_for.startswith(on_turn[(turn + 1) % 3]), step
        assert sum(voyage.orders().values()) == turn + 1, step
    voyage.is_whole(again=len(TAKEN))


def test_receive(harbour: House, smtp_sink: Sink):
    """The mail server falls before and after it has stored a letter: its sender, who was told
    nothing, sends it again.
    """
    voyage = Voyage(harbour, smtp_sink, RECEIVE)
    for turn, (seat, step) in enumerate(zip(("red", "blue"), RECEIVE, strict=True), 1):
        voyage.arm(step)
        letter = voyage.letter(seat, "end")
        with pytest.raises((OSError, smtplib.SMTPException)):
            voyage.hand_in(letter, seconds=0)
        voyage.fallen()
        harbour.kill("mail")
        harbour.start("mail")
        voyage.hand_in(letter)
        voyage.settled()
        assert sum(voyage.orders().values()) == turn, step
    voyage.is_whole()


CLOSE = (
    "traders.domain.timeline.reached:_carry_out",
    "traders.domain.play.door:fall_due",
    "traders.domain.play.door:fall_due:after",
    "traders.domain.timeline.reached:_fall:after",
)


def _more_than(voyage: Voyage, counted: str, before: int) -> bool:
    return bool(voyage.rows(counted)[0][0] > before)


def test_close(harbour: House, smtp_sink: Sink):
    """The worker falls at every step of closing an interval at its deadline; each closes once."""
    voyage = Voyage(harbour, smtp_sink, CLOSE)
    closed = "SELECT count(*) FROM traders_entry WHERE kind = 'close'"
    jumped: set[str] = set()
    for step in CLOSE:
        voyage.settled()
        while not voyage.waits_for.startswith("reactions"):
            seat = voyage.waits_for.split(":")[0]
            voyage.says(seat, "end" if seat in jumped else "jump niven")
            jumped.add(seat)
            voyage.settled()
        before = voyage.rows(closed)[0][0]
        voyage.arm(step)
        voyage.deadline_comes()
        voyage.fallen()
        voyage.until(partial(_more_than, voyage, closed, before))
        assert voyage.rows(closed)[0][0] == before + 1, step
    voyage.settled()
    voyage.is_whole()
