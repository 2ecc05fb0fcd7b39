"""Two letters for one window that come within the same instant, while bots deal: each is read once,
and each answer is true (PR-RECEIPT-02, PR-RECEIPT-04, PR-INTERVAL-03).
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event
from time import sleep

import pytest
from django.db import connections, transaction

from tests import seated
from tests.services.waiting import FAR, until, until_somebody_waits
from traders.domain.calendar import clock
from traders.domain.history import audit
from traders.domain.history.moment_labels import label_of
from traders.domain.letters.addresses import reply_address
from traders.domain.letters.letter_facts import decode
from traders.domain.people import seating
from traders.domain.play import door, locked_game
from traders.domain.play.commands import leaving_and_taking_seats
from traders.domain.post.incoming import intake, reading
from traders.domain.timeline import timeline
from traders.models import (
    Arrival,
    ArrivalStatus,
    Game,
    Letter,
    Player,
    Sealed,
    Seat,
    SittingCause,
    Source,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

APART = 0.03
"""Seconds between the two letters."""
QUARANTINE = "play quarantine at verne"
HAND = {"at": "Oz", "stations": [], "hand": ["Quarantine"]}
START = {
    "lines": [["Kluge", "Verne", "red"]],
    "red": {"at": "Kluge", "stations": [], "hand": ["Zap"]},
    "yellow": {"at": "Oz", "stations": [], "hand": ["Zap"]},
    "blue": HAND,
    "green": HAND,
}


@pytest.fixture
def game() -> Game:
    """Red and Yellow are bots; Red has jumped, and all are asked."""
    made = door.create(
        "star-traders", ("red", "blue", "green", "yellow"), {}, {"timing": "table"}, start=START
    )
    leaving_and_taking_seats.give_to_bots(made, ["red", "yellow"])
    for place in Seat.objects.filter(game=made, bot=False):
        player = Player.objects.create_user(f"{place.colour}@example.org")
        seating.sit(place, player, clock.whole(clock.now()), SittingCause.GATHERED)
    seated.begin(made.pk, stops=False)
    door.orders(made.pk, "red", "jump verne regular", source=Source.BOT)
    return made


def bots_deal(game: Game) -> None:
    """They deal, and pass."""
    for seat, text in (
        ("red", "offer yellow: card zap for card zap"),
        ("yellow", "accept 1"),
        ("red", "pass"),
        ("yellow", "pass"),
    ):
        timeline.orders(game.pk, seat, text, source=Source.BOT)


def writes(game: Game, seat: str, text: str) -> int:
    """A letter comes and is read, as a worker does; its row."""
    pk = comes(game, seat, text)
    timeline.read(pk)
    return pk


def comes(game: Game, seat: str, text: str) -> int:
    """A letter comes; its row."""
    place = Seat.objects.select_related("player").get(game=game, colour=seat)
    asked = Letter.objects.filter(game=game, seat=seat, asks=True).latest("pk")
    to, by = reply_address(place.pk, label_of(asked)), place.player.email
    head = f"Authentication-Results: mx.post.test; dmarc=pass\r\nFrom: {by}\r\nTo: {to}\r\n"
    raw = f"{head}Message-ID: <{seat}@example.org>\r\n\r\n{text}\r\n".encode()
    return intake.take(raw, envelope_to=to, envelope_from=by, channel="smtp").pk


@pytest.mark.parametrize(("blue", "green"), [("pass", QUARANTINE), (QUARANTINE, QUARANTINE)])
def test_each_of_two_letters_in_one_instant_gets_a_true_answer(game, blue, green):
    together = Barrier(3)

    def at_once(deed, *args, after: float = 0.0):
        try:
            together.wait()
            sleep(after)
            return deed(game, *args)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(3) as pool:
        deals = pool.submit(at_once, bots_deal)
        letters = [
            pool.submit(at_once, writes, "blue", blue),
            pool.submit(at_once, writes, "green", green, after=APART),
        ]
        deals.result()
        rows = [one.result() for one in letters]
    assert reading.waiting_ids() == []  # none was given back by each to the other
    for pk, seat, text in zip(rows, ("blue", "green"), (blue, green), strict=True):
        arrival = Arrival.objects.get(pk=pk)
        assert (arrival.outcome, arrival.attempts) == ("orders", 1)
        [line] = decode(arrival.answered_by.facts).lines
        said = Sealed.objects.filter(game=game, seat=seat).order_by("serial")
        kinds = list(said.values_list("kind", flat=True))
        if text == "pass":
            assert (line.answer, line.words) == ("noted", "You pass this window.")
            assert kinds == ["pass"]
        else:
            assert line.answer in ("kept", "opened")
            assert kinds == ["reaction", "pass"]
            assert said[0].text == QUARANTINE
    game.refresh_from_db()
    assert list(audit.faults(game)) == []


def test_a_letter_that_is_given_back_to_a_reader_who_has_gone_is_read_at_once(game: Game) -> None:
    """Green's was taken in hand before Blue's, which counts first, was stored. Who reads Blue's
    finds Green's in hand still, and goes; the other gives it back only then. No sweep is waited
    for.
    """
    held, go = Event(), Event()

    def blue() -> int:
        """Blue's letter is stored late, by who holds the game."""
        with transaction.atomic():
            locked_game.locked(game.pk)
            held.set()
            assert go.wait(FAR)
            with clock.at(Arrival.objects.get(pk=greens).taken - clock.SECOND):
                return comes(game, "blue", "pass")

    def on_its_own(deed, *args):
        try:
            return deed(*args)
        finally:
            connections.close_all()

    greens = comes(game, "green", "pass")
    with ThreadPoolExecutor(3) as pool:
        try:
            late = pool.submit(on_its_own, blue)
            assert held.wait(FAR)
            second = pool.submit(on_its_own, timeline.read, greens)
            until(lambda: Arrival.objects.get(pk=greens).status == ArrivalStatus.READING, "unread")
            with transaction.atomic():
                Arrival.objects.select_for_update().get(pk=greens)  # it is given back late
                go.set()
                first = late.result(FAR)
                until_somebody_waits()
                assert pool.submit(on_its_own, timeline.read, first).result(FAR) == "orders"
                assert not second.done()
        finally:
            go.set()
        assert second.result(FAR) == "orders"
    assert reading.waiting_ids() == []
