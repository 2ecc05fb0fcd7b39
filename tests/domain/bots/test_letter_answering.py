"""Bots play inside the server: nothing of them is mailed, each letter is answered once, and none
while play is held.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection

from tests import seated
from tests.domain.letters.real import START
from tests.domain.post.incoming.readers import in_anothers_hands, killed
from traders.bots.registry import bots
from traders.club import demonstration_club
from traders.domain.bots import letter_answering
from traders.domain.calendar import clock
from traders.domain.letters import answer_notes_and_resent_letters
from traders.domain.play import claim_pause, door
from traders.domain.play.commands import leaving_and_taking_seats, proposals
from traders.domain.play.game_session import GameSession, open_session
from traders.domain.post import delivery
from traders.domain.post.mail_transport import Outbox
from traders.domain.table.change_set import Line
from traders.models import (
    Arrival,
    ArrivalStatus,
    Entry,
    Game,
    Letter,
    LetterStatus,
    Phase,
    Picture,
    Player,
    Proposal,
    Report,
    Seat,
    Source,
)
from traders.models.players import BOTS
from worker.tasks import bots as bots_task

pytestmark = pytest.mark.django_db
SEATS = ("red", "blue", "green")


@pytest.fixture(autouse=True)
def _at_once(settings) -> None:
    """Bots answer at once, and whoever opens a connection to a mail server fails."""
    settings.BOT_PACE = 0
    settings.EMAIL_BACKEND = "no.such.Backend"


def game_of_bots(system: str = "star-traders", *, people: tuple[str, ...] = (), **more) -> Game:
    """A game that has begun, with bots on all seats but those of these people."""
    game = door.create(system, SEATS, title="Bots", **more)
    for colour in people:
        player = Player.objects.create_user(
            f"{colour}@example.org", display_name=f"Player of {colour}"
        )
        Seat.objects.filter(game=game, colour=colour).update(player=player)
    leaving_and_taking_seats.give_to_bots(
        game, [colour for colour in SEATS if colour not in people]
    )
    seated.begin(game.pk)
    return Game.objects.get(pk=game.pk)


def sweep(times: int = 1) -> int:
    """What the bots' task does, so many times; how many letters were answered."""
    return sum(letter_answering.answer(pk) for _ in range(times) for pk in letter_answering.due())


@pytest.mark.sampled
@pytest.mark.parametrize(
    "system", ["star-traders", "traders-luck", "imperial-trader", "stratastar"]
)
def test_bots_play_without_any_mail(system):
    game = game_of_bots(system)
    sweep(25)
    entries = Entry.objects.filter(game=game)
    assert entries.filter(seat__in=SEATS, source=Source.BOT).count() > 5
    assert entries.count() == Game.objects.get(pk=game.pk).number
    assert delivery.sweep() == 0
    assert not Letter.objects.exclude(
        status=LetterStatus.INSIDE, raw=None, picture=None, recipient=""
    ).exists()
    assert not Arrival.objects.exists()
    assert not Picture.objects.exists()


def test_a_letter_is_answered_once():
    game = game_of_bots()
    (asked,) = letter_answering.due()
    assert letter_answering.answer(asked)
    moved = Game.objects.get(pk=game.pk).number
    assert not letter_answering.answer(asked)
    assert Game.objects.get(pk=game.pk).number == moved
    assert asked not in letter_answering.due()


@pytest.mark.django_db(transaction=True)
def test_a_letter_is_answered_once_by_workers_at_the_same_time():
    game = game_of_bots()
    (asked,) = letter_answering.due()

    def answer(_: int) -> bool:
        try:
            return letter_answering.answer(asked)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as workers:
        assert sorted(workers.map(answer, range(8))) == [False] * 7 + [True]
    told = Letter.objects.filter(game=game, seat=Letter.objects.get(pk=asked).seat).exclude(
        pk=asked
    )
    assert told.count() == 1


def test_an_answer_that_dies_is_given_again_and_counts_once(monkeypatch):
    game = game_of_bots()
    (asked,) = letter_answering.due()
    before = Game.objects.get(pk=game.pk).number
    orders = door.orders

    def dies(*args, **more):
        orders(*args, **more)
        raise RuntimeError("the worker dies before the commit")

    with monkeypatch.context() as dying:
        dying.setattr(door, "orders", dies)
        assert not letter_answering.answer(asked)
    assert Game.objects.get(pk=game.pk).number == before
    with clock.at(clock.now() + letter_answering.AFTER_A_FAULT):
        assert letter_answering.due() == [asked]
        assert letter_answering.answer(asked)
    assert Game.objects.get(pk=game.pk).number > before


def test_a_bot_that_cannot_answer_stops_no_other_game(monkeypatch):
    broken, whole = game_of_bots("star-traders"), game_of_bots("stratastar")

    def fails(*args):
        raise RuntimeError("a fault")

    monkeypatch.setattr(bots("star-traders"), "bot", fails)
    before = Letter.objects.filter(game=broken).count()
    now = clock.now()
    for minutes in range(20):
        with clock.at(now + timedelta(minutes=minutes)):
            sweep()
    assert Letter.objects.filter(game=broken).count() == before
    assert not Letter.objects.filter(game=broken, next_try__isnull=False).exists(), (
        "play is left to the deadline"
    )
    assert Game.objects.get(pk=whole.pk).number > 5


def test_while_a_claim_holds_play_bots_write_nothing_and_go_on_after():
    demonstration_club.make()
    game = Game.objects.get(title="A disputed jump")
    assert game.frozen
    before = Letter.objects.filter(game=game).count()
    sweep(5)
    with clock.at(clock.now() + timedelta(hours=1)):
        assert not Letter.objects.filter(pk__in=letter_answering.due(), game=game).exists()
    for pk in Letter.objects.filter(game=game).values_list("pk", flat=True):
        assert not letter_answering.answer(pk)
    assert Letter.objects.filter(game=game).count() == before


def paused(session: GameSession) -> None:
    """The table has voted to pause, or to go on."""
    number = Proposal.objects.filter(game=session.game).count() + 1
    vote = Proposal.objects.create(
        game=session.game, number=number, seat="green", kind="pause", made=session.now,
        settled=session.now, outcome="passed",
    )  # fmt: skip
    proposals._pause(session, vote)


@pytest.mark.parametrize("held", ["claim", "vote"])
def test_bots_go_on_when_play_does(held):
    game = game_of_bots(people=("green",), start=START)  # red's turn, a bot's
    stop, go_on = (claim_pause.hold, claim_pause.release) if held == "claim" else (paused, paused)
    with open_session(game.pk) as session:
        stop(session)
    assert Game.objects.get(pk=game.pk).frozen
    at = Game.objects.get(pk=game.pk).number
    assert sweep(5) == 0
    with open_session(game.pk) as session:
        go_on(session)
    assert not Game.objects.get(pk=game.pk).frozen
    assert sweep(5) > 0
    assert Game.objects.get(pk=game.pk).number > at


def test_a_bot_whose_orders_are_refused_again_and_again_leaves_play_to_the_deadline(monkeypatch):
    game = game_of_bots()
    monkeypatch.setattr(letter_answering, "orders_for", lambda *args, **more: ["no order"])
    assert sweep(3 * letter_answering.MOST_ANSWERS) <= letter_answering.MOST_ANSWERS
    assert letter_answering.due() == []
    monkeypatch.undo()
    assert Game.objects.get(pk=game.pk).phase == Phase.PLAYING


@pytest.mark.parametrize("hand", [["Zap"], ["Gotcha"]])
def test_when_a_bot_answers_tells_nothing_of_its_hand(settings, hand):
    """Its answer is due at the same time whatever it holds, and whether it reacts or passes."""
    settings.BOT_PACE = 7
    start = {**START, "blue": {"at": "Niven", "hand": hand}}
    game = game_of_bots(people=("red", "green"), start=start, settings={"timing": "table"})
    at = clock.now() + timedelta(minutes=5)
    with clock.at(at):
        door.orders(game.pk, "red", "jump niven")
    asked = Letter.objects.filter(game=game, seat="blue", asks=True).latest("pk")
    assert asked.next_try == at + timedelta(seconds=7)
    with clock.at(at + timedelta(seconds=6)):
        assert asked.pk not in letter_answering.due()
    with clock.at(at + timedelta(seconds=7)):
        assert asked.pk in letter_answering.due()


@pytest.mark.parametrize(("people", "pace"), [((), 7), (("green",), 0), (("red", "green"), 7)])
def test_nobody_who_plays_with_bots_alone_waits_for_their_pace(settings, people, pace):
    settings.BOT_PACE = 7
    game_of_bots("traders-luck", people=people)
    asked = Letter.objects.filter(status=LetterStatus.INSIDE, asks=True)
    assert [one.next_try - one.written for one in asked] == [timedelta(seconds=pace)] * len(asked)


def test_what_comes_of_an_answer_is_answered_in_the_same_sweep():
    """A newcomer's bots make their turns before the newcomer looks again."""
    game = game_of_bots("traders-luck", people=("green",), start={"turn": "red"})
    bots_task.sweep()
    asked = Letter.objects.filter(game=game, seat="green", asks=True)
    assert asked.exists()
    assert Game.objects.get(pk=game.pk).number > game.number
    assert letter_answering.due() == []


def test_no_letter_to_a_bot_comes_to_a_mail_server():
    """Whatever wrote it: a note, a letter once more, or a row that was made ready under another
    address.
    """
    game = game_of_bots(people=("green",))
    seat = Seat.objects.select_related("player", "game").get(game=game, colour="red")
    note = Letter.objects.get(
        pk=answer_notes_and_resent_letters.note(seat, [Line("", "told", "A note.")], name="x")
    )
    first = Letter.objects.filter(game=game, seat="red").order_by("pk").first()
    again = Letter.objects.get(pk=answer_notes_and_resent_letters.again(first))
    delivery.prepare([note.pk, again.pk])
    for letter in (note, again):
        letter.refresh_from_db()
        assert (letter.status, letter.raw) == (LetterStatus.INSIDE, None)
    letter = Letter(recipient=f"oak@{BOTS.upper()}", raw=b"x", subject="x")
    outbox = Outbox.__new__(Outbox)  # without a connection: none is asked for
    assert outbox.send(letter).kind == "stale"
    assert not Report.objects.exists()


def test_bots_have_names_of_their_own():
    Player.objects.create_user("person@example.org", display_name="oak")
    one, other = game_of_bots(), game_of_bots("stratastar")
    names = [
        list(game.seats.order_by("place").values_list("player__display_name", flat=True))
        for game in (one, other)
    ]
    assert names == [["Elm", "Ash", "Yew"]] * 2
    assert Player.objects.filter(email__endswith=f"@{BOTS}").count() == 3


def test_a_bot_waits_for_a_letter_that_was_taken_before_it_writes():  # PR-RECEIPT-02
    game = game_of_bots()
    taken = clock.now() - timedelta(seconds=1)
    letter = Arrival.objects.create(game=game, raw=b"x", size=1, taken=taken)
    due = letter_answering.due()[0]
    with in_anothers_hands(letter):
        assert not letter_answering.answer(due)
        assert Letter.objects.get(pk=due).next_try is not None
    killed(letter)
    assert letter_answering.answer(due)
    assert Arrival.objects.get(pk=letter.pk).status == ArrivalStatus.READ
