"""A process killed before each statement that it sends to receive a letter, to read and play it, to
close a turn, to prepare and send: nothing is lost, nothing doubled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage
from functools import partial
from itertools import count

import pytest

from tests.domain.killed_at_statement import killed_before
from tests.examples import COUNTED
from tests.services.smtp import Sink
from tests.services.waiting import until
from traders.domain.calendar import clock
from traders.domain.history import evidence_chain_check
from traders.domain.history.moment_labels import MomentLabel
from traders.domain.letters.addresses import reply_address
from traders.domain.play import door
from traders.domain.post import delivery
from traders.domain.post.incoming import intake
from traders.domain.timeline import due_work_sweep, timeline
from traders.engines.registry import engine
from traders.models import Arrival, Entry, Game, Letter, LetterStatus, Player, Seat, Source

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.faults,
    pytest.mark.postgres,
    pytest.mark.long,
]
SEATS = ("red", "blue", "green")
Recording = Callable[[str, object], None]


@pytest.fixture
def voyage() -> Game:
    """A game in which each turn may be ended at once."""
    settings = {"turn_time": "2h", "grace": "0h"}
    at = {"at": "Mink"}
    game = door.create("star-traders", SEATS, {}, settings, start=dict.fromkeys(SEATS, at))
    for seat in Seat.objects.filter(game=game):
        seat.player = Player.objects.create_user(
            f"{seat.colour}@example.org", display_name=f"Player of {seat.colour}"
        )
        seat.save()
    door.begin(game.pk, stops=False)
    return game


def on_turn(game: Game) -> tuple[Seat, str]:
    """Whose turn it is, and its moment."""
    game.refresh_from_db()
    pending = engine(game.system).pending(engine(game.system).decode(bytes(game.position or b"")))
    seat = Seat.objects.select_related("player").get(game=game, colour=game.turn)
    return seat, MomentLabel.of(pending).moment


def answer(game: Game) -> tuple[bytes, str]:
    """The letter that ends the turn, and where it goes."""
    seat, moment = on_turn(game)
    assert seat.player is not None
    letter = EmailMessage()
    letter["From"], letter["To"] = seat.player.email, reply_address(seat.pk, moment)
    letter["Message-ID"] = f"<{game.number}@example.org>"
    letter.set_content("end\n")
    return letter.as_bytes(), str(letter["To"])


def orders(game: Game) -> int:
    return Entry.objects.filter(game=game, kind="order", source=Source.LETTER).count()


def is_whole(game: Game) -> None:
    assert evidence_chain_check.faults(game) == []
    told = Letter.objects.filter(game=game).values_list("seat", "entry", "kind", "key")
    assert max(Counter(told).values()) == 1, "a letter is written once"


def test_receive(voyage: Game, record_property: Recording) -> None:
    """Who was told nothing sends the letter again. Long: a process is started for each statement,
    as for the others here.
    """
    for n in count(1):
        raw, to = answer(voyage)
        dies = killed_before(n, "receive", raw, to)
        if dies:
            intake.take(raw, envelope_to=to, channel="smtp")
        before = orders(voyage)
        for pk in Arrival.objects.exclude(status="read").values_list("pk", flat=True):
            timeline.read(pk)
        assert orders(voyage) == before + 1, n
        if not dies:
            break
    record_property(COUNTED, n - 1)
    is_whole(voyage)


def test_read_and_play(voyage: Game, record_property: Recording) -> None:
    """Another takes the letter over at once. Long."""
    for n in count(1):
        raw, to = answer(voyage)
        pk, before = intake.take(raw, envelope_to=to, channel="smtp").pk, orders(voyage)
        dies = killed_before(n, "read", pk)
        until(partial(_is_read, pk), "unread")
        assert Arrival.objects.get(pk=pk).outcome == "orders", n
        assert orders(voyage) == before + 1, n
        if not dies:
            break
    assert n > 15, "so many statements at least take a letter"
    record_property(COUNTED, n - 1)
    is_whole(voyage)


def _is_read(pk: int) -> str:
    return timeline.read(pk) or Arrival.objects.get(pk=pk).outcome


def test_close(voyage: Game, record_property: Recording) -> None:
    """The turn that runs out ends once. Long."""
    for n in count(1):
        on_turn(voyage)
        ended = Entry.objects.filter(game=voyage, source=Source.DEADLINE)
        turn, before = voyage.turn, ended.count()
        _runs_out(voyage)
        dies = killed_before(n, "close")
        until(partial(_has_ended, voyage, turn), f"open: {n}", 60)
        assert ended.count() == before + 1, n
        door.orders(voyage.pk, turn, "status")  # who is heard of is not silent twice in a row
        if not dies:
            break
    assert n > 15
    record_property(COUNTED, n - 1)
    is_whole(voyage)


def _has_ended(game: Game, colour: str) -> bool:
    due_work_sweep.sweep()
    return on_turn(game)[0].colour != colour


def _runs_out(game: Game) -> None:
    """The turn's time is over by now, and none was saved."""
    Seat.objects.filter(game=game).update(bank=0)
    row = game.deadlines.get(kind="turn", done_at=None)
    row.due = clock.whole(clock.now()) - timedelta(seconds=30)
    row.save()


def test_prepare_and_send(voyage: Game, smtp_sink: Sink, record_property: Recording) -> None:
    """Each letter goes, and one that the server may have had already at most once more. Long."""
    while delivery.sweep():
        pass
    for n in count(1):
        seat, moment = on_turn(voyage)
        smtp_sink.taken.clear()
        door.orders(voyage.pk, seat.colour, "end", moment=moment)
        ids = list(Letter.objects.filter(status=LetterStatus.WRITTEN).values_list("pk", flat=True))
        assert ids
        dies = killed_before(n, "send", ids, port=smtp_sink.port)
        now = clock.now()
        until(lambda: delivery.sweep() == 0 and not _with_the_dead(), "nobody takes over")
        for minutes in (1, 16, 17):
            with clock.at(now + timedelta(minutes=minutes)):
                delivery.sweep()
        assert not _in_hand(), n
        came = Counter(taken.message["Message-ID"] for taken in smtp_sink.taken)
        sent = Letter.objects.filter(pk__in=ids).values_list("message_id", flat=True)
        assert set(came) == set(sent), n
        assert sum(came.values()) <= len(came) + 1, n
        if not dies:
            break
    assert n > 8
    record_property(COUNTED, n - 1)
    is_whole(voyage)


def _with_the_dead() -> bool:
    """Whether a letter is still with the process that was killed: the database misses that soon,
    on a busy machine not at once. What may have left is `unknown` then, and waits.
    """
    return _in_hand() > 1 or Letter.objects.filter(status=LetterStatus.SENDING).exists()


def _in_hand() -> int:
    waits = (LetterStatus.WRITTEN, LetterStatus.PREPARED, LetterStatus.SENDING)
    return Letter.objects.filter(status__in=(*waits, LetterStatus.UNKNOWN)).count()
