"""A process killed with SIGKILL at every step of receive, read, play, close, prepare and send loses
nothing and doubles nothing.
"""

from __future__ import annotations

import os
import smtplib
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from tests.examples import COUNTED
from tests.faults.voyage import BEGUN, SEATS, Voyage
from tests.services.redis import Redis
from tests.services.smtp import Sink

pytestmark = [pytest.mark.faults, pytest.mark.long]

Recording = Callable[[str, object], None]
RECEIVE = (
    "traders.domain.post.incoming.intake:take",
    "traders.domain.post.incoming.intake:take:after",
)
LETTER = (
    "traders.domain.post.incoming.reading:_claim:after",
    "traders.domain.post.incoming.reading:_read_claimed",
    "traders.domain.post.incoming.outcome_decision:outcome_of:after",
    "traders.domain.play.door:orders",
    "traders.domain.play.game_session:GameSession.save",
    "traders.domain.play.game_session:GameSession.save:after",
    "traders.domain.post.delivery:prepare",
    "traders.domain.post.preparing:_frozen:after",
    "traders.domain.post.delivery:prepare:after",
    "traders.domain.post.delivery:_claim:after",
    "traders.domain.post.mail_transport:Outbox.send",
    "traders.domain.post.delivery:_account",
)
"""Reading a letter, playing its orders, preparing and sending the answers."""
TAKEN = (
    "traders.domain.post.mail_transport:Outbox.send:after",
    "traders.domain.post.delivery:_complete",
)
"""The mail server has the letter, and nobody was told: it is sent once more, the same bytes under
the same Message-ID.
"""
CLOSE = (
    "traders.domain.timeline.deadline_reached:_carry_out",
    "traders.domain.play.door:fall_due",
    "traders.domain.play.door:fall_due:after",
    "traders.domain.timeline.deadline_reached:_fall:after",
)


@pytest.fixture(scope="module")
def voyage(redis_server: Redis) -> Iterator[Voyage]:
    """One game in one house, of which each test plays a part; it is audited after the last."""
    redis_server.client().flushall()
    sink = Sink().start()
    try:
        with BEGUN.house(
            redis_url=redis_server.url, smtp_port=sink.port, server=os.environ["DATABASE_URL"]
        ) as house:
            voyage = Voyage(house, sink, (*LETTER, *TAKEN, *RECEIVE, *CLOSE))
            yield voyage
            voyage.is_whole()
    finally:
        sink.stop()


def test_read_play_prepare_send(voyage: Voyage, record_property: Recording):
    """One letter a step; each time the next seat's turn comes by one order and one letter.

    Long: a process is killed and started again fourteen times.
    """
    record_property(COUNTED, len(LETTER) + len(TAKEN))
    before, first = sum(voyage.orders().values()), SEATS.index(voyage.seat)
    for turn, step in enumerate((*LETTER, *TAKEN), 1):
        voyage.arm(step)
        voyage.says(voyage.seat, "end")
        voyage.fallen()
        voyage.settled()
        assert voyage.seat == SEATS[(first + turn) % 3], step
        assert sum(voyage.orders().values()) == before + turn, step
    voyage.is_in_order(again=len(TAKEN))


def test_receive(voyage: Voyage, record_property: Recording):
    """The mail server falls before and after it has stored a letter: its sender, who was told
    nothing, sends it again. Long: two processes are killed.
    """
    record_property(COUNTED, len(RECEIVE))
    before = sum(voyage.orders().values())
    for turn, step in enumerate(RECEIVE, 1):
        voyage.arm(step)
        letter = voyage.letter(voyage.seat, "end")
        with pytest.raises((OSError, smtplib.SMTPException)):
            voyage.hand_in(letter, seconds=0)
        voyage.fallen()
        voyage.house.kill("mail")
        voyage.house.start("mail")
        voyage.hand_in(letter)
        voyage.settled()
        assert sum(voyage.orders().values()) == before + turn, step
    voyage.is_in_order()


def _more_than(voyage: Voyage, counted: str, before: int) -> bool:
    return bool(voyage.rows(counted)[0][0] > before)


def test_close(voyage: Voyage, record_property: Recording):
    """The worker falls at every step of closing an interval at its deadline; each closes once.

    Long: it is killed at each.
    """
    record_property(COUNTED, len(CLOSE))
    closed = "SELECT count(*) FROM traders_entry WHERE kind = 'close'"
    jumped: set[str] = set()
    for step in CLOSE:
        voyage.settled()
        while "may react" not in voyage.waits_for:
            seat = voyage.seat
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
    voyage.is_in_order()
