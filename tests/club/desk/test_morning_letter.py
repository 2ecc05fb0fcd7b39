"""The desk as a letter: when it is written, what it says in whose zone, and what an answer does."""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime, timedelta

import pytest

from tests.club.desk.silent import silent
from tests.club.seasons.league import taken
from tests.domain.deadlines.table import START, Table
from traders.club.desk.morning_letter import desk_letters
from traders.domain.calendar import clock
from traders.domain.history.audit import audit
from traders.domain.letters.addresses import answer_address
from traders.domain.letters.letter_facts import decode
from traders.domain.letters.letter_recipient import reader_of
from traders.domain.letters.render import render
from traders.domain.people import club_roles, seating
from traders.domain.play import door
from traders.domain.play.organizer import confirmation
from traders.domain.post.incoming import intake
from traders.domain.timeline import timeline
from traders.domain.timeline.due_work_sweep import sweep
from traders.models import (
    Arrival,
    Deadline,
    Entry,
    Game,
    Heartbeat,
    Ladder,
    Letter,
    Membership,
    Player,
    Role,
    Seat,
    SittingCause,
    Standing,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("skiff")]


def text(letter: Letter) -> str:
    reader = reader_of(letter)
    return render(letter.kind, decode(letter.facts), reader).text


def test_without_a_game_it_begins_with_a_sentence(otto):
    clock.set_to(datetime(2026, 11, 24, 12, 30, tzinfo=UTC))  # half past seven in New York
    club = otto.memberships.get().club
    Ladder.objects.create(club=club, system="skiff", made=clock.now())
    asks = Player.objects.create_user("ann@example.org", display_name="Ann")
    Membership.objects.create(
        club=club, player=asks, role=Role.PLAYER, standing=Standing.ASKED, since=clock.now()
    )
    [letter] = desk_letters()
    said = text(Letter.objects.get(pk=letter))
    assert said.splitlines()[0].startswith("Hello Otto. No game is on.")


def test_it_comes_once_a_morning_where_something_needs_the_organizer(table, otto):
    silent(table)
    found = desk_letters()
    assert len(found) == 1 and desk_letters() == []
    letter = Letter.objects.get(pk=found[0])
    said = " ".join(text(letter).split())
    assert "1. Skiff: Red has been silent for 2 turns." in said
    assert "Play waits for Red (Player of red) until Thu 04:00" in said, (
        said
    )  # New York, five hours behind
    assert "offer 1 red: no answer" in said
    assert "/clubs/spiral/desk/" in said and letter.player == otto
    assert ">NEEDS YOU</h2>" in render(letter.kind, decode(letter.facts), reader_of(letter)).html
    clock.set_to(clock.now() + timedelta(hours=12))
    assert desk_letters() == []  # evening there
    clock.set_to(clock.now() + timedelta(hours=12))
    Seat.objects.filter(game=table.id, colour="red").update(offered=clock.now())
    [later] = desk_letters()
    said = " ".join(text(Letter.objects.get(pk=later)).split())
    assert (
        "bot for 1 red player: no" in said
        and "levels: learner, player, master" in said
        and "offer 1" not in said
    )


def test_none_is_written_where_all_is_well_or_it_is_not_wanted(table, otto):
    table.at("3h15m")
    assert len(desk_letters()) == 1  # a game began
    table.at("23h")
    table.says("red", "end")
    table.at("27h15m")
    assert desk_letters() == []
    silent(table)
    Membership.objects.filter(player=otto).update(desk_letter=False)
    assert desk_letters() == []
    Membership.objects.filter(player=otto).update(desk_letter=True, role=Role.REFEREE)
    assert desk_letters() == []


def test_an_organizer_who_sits_gets_no_more_than_the_gallery_knows(table, otto):
    silent(table)
    red = Player.objects.get(seats__game=table.id, seats__colour="blue")
    club_roles.admit(table.game.club, red, Role.ORGANIZER)
    Player.objects.filter(pk=red.pk).update(zone="America/New_York")
    for pk in desk_letters():
        letter = Letter.objects.get(pk=pk)
        assert ("silent" in text(letter)) == (letter.player == otto)
        assert ("offer 1" in text(letter)) == (letter.player == otto)


def answered(letter: Letter, line: str, at: datetime) -> Arrival:
    """What the organizer's answer came to."""
    clock.set_to(at)
    arrival = taken(letter, line)
    timeline.read(arrival)
    return Arrival.objects.get(pk=arrival)


def test_an_answer_is_carried_out_and_told(table, otto):
    silent(table)
    letter = Letter.objects.get(pk=desk_letters()[0])
    at = clock.now().astimezone(UTC) + timedelta(minutes=5)
    answered(letter, "more time first-voyage red 24h: Red is at sea", at)
    entry = Entry.objects.get(game=table.id, kind="decision")
    assert "Red is at sea" in entry.public
    assert table.deadline == "96h3s"  # it had until 72h3s
    receipt = Letter.objects.filter(player=otto, kind="asked").order_by("-pk")[0]
    assert "Red: 1 day more." in text(receipt)
    Membership.objects.filter(player=otto).update(role=Role.PLAYER)
    answered(letter, "end 1 void: enough", at + timedelta(minutes=5))
    assert Entry.objects.filter(game=table.id, source="organizer").count() == 1


def test_an_order_counts_from_when_it_was_taken_whenever_it_is_read(table, otto):
    # PR-RECEIPT-01, PR-RECEIPT-02, PR-SEAT-06
    silent(table)
    letter = Letter.objects.get(pk=desk_letters()[0])
    due = START + timedelta(hours=72, seconds=3)  # red's third turn runs out
    clock.set_to(due)
    taken(letter, "more time first-voyage red 24h: Red is at sea")
    clock.set_to(due + timedelta(hours=3))
    sweep()
    assert (table.waits, table.deadline) == ("red", "96h3s")
    clock.set_to(due + timedelta(hours=4))
    taken(letter, "pause first-voyage for 24h: a storm")
    clock.set_to(due + timedelta(hours=25))  # red's turn ran out meanwhile, but for the pause
    sweep()
    assert (table.waits, table.game.frozen) == ("red", True)
    pause = Deadline.objects.get(game=table.id, kind="pause")
    assert pause.due == due + timedelta(hours=28)
    asked = answered(letter, "end 1 void: enough", due + timedelta(hours=30)).taken
    last = asked + timedelta(hours=24)
    clock.set_to(last)
    said = taken(letter, "yes")
    clock.set_to(last + timedelta(hours=9))
    door.change_settings(table.id, {"vacation_days": 9}, "as agreed")  # in time all the same
    assert table.game.phase == "playing"
    timeline.read(said)
    assert (table.game.phase, table.game.ended) == ("over", clock.now())


def test_a_held_order_counts_from_its_confirmation_whatever_fell_due_before(table, otto):
    silent(table)  # PR-RECEIPT-03
    letter = Letter.objects.get(pk=desk_letters()[0])
    due = START + timedelta(hours=72, seconds=3)
    clock.set_to(due - timedelta(hours=1))
    to = answer_address(letter.tag)
    raw = f"From: otto@else.test\r\nTo: {to}\r\nSubject: Re\r\n\r\npause 1 for 24h: a storm"
    held = intake.take(raw.encode(), envelope_to=to, envelope_from="x@y.test", channel="smtp")
    assert timeline.read(held.pk) == "unconfirmed"
    confirmed = due + timedelta(hours=1)
    answered(letter, "confirm 1", confirmed)
    clock.set_to(due + timedelta(hours=9))
    assert timeline.read(held.pk) == "confirmed"
    assert (table.waits, table.game.frozen) == ("blue", True)
    assert Deadline.objects.get(game=table.id, kind="pause").due == confirmed + timedelta(hours=24)


@pytest.mark.parametrize("line", ["tell club:", "tell first-voyage: "])
def test_who_tells_others_nothing_is_asked_what(table, otto, line):
    silent(table)
    letter = Letter.objects.get(pk=desk_letters()[0])
    answered(letter, line, clock.now().astimezone(UTC) + timedelta(minutes=5))
    receipt = Letter.objects.filter(player=otto, kind="asked").order_by("-pk")[0]
    assert "Say what: your words stand behind the colon." in " ".join(text(receipt).split())
    assert not Entry.objects.filter(game=table.id, source="organizer").exists()


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("said", "hours", "over", "told"),
    [
        ("yes", 1, True, "It does not count"),
        ("no", 1, False, "Taken back"),
        ("yes", 25, False, "The time to confirm it is over"),
        ("yes other-voyage", 1, False, "Nothing of yours waits for a `yes`"),
    ],
)
def test_a_grave_order_by_letter_counts_when_it_is_confirmed(table, otto, said, hours, over, told):
    silent(table)
    letter = Letter.objects.get(pk=desk_letters()[0])
    at = clock.now().astimezone(UTC) + timedelta(minutes=5)
    answered(letter, "end 1 void: enough", at)
    assert not Entry.objects.filter(game=table.id, kind="end").exists()
    asked_back = Letter.objects.filter(player=otto, kind="asked").order_by("-pk")[0]
    question = " ".join(text(asked_back).split())
    assert "`yes` within 1 day carries out `end first-voyage void: enough`." in question
    answered(asked_back, said, at + timedelta(hours=hours))
    assert Entry.objects.filter(game=table.id, kind="end").exists() is over
    receipt = Letter.objects.filter(player=otto, kind="asked").order_by("-pk")[0]
    assert told in " ".join(text(receipt).split())
    if over:
        answered(letter, "yes", at + timedelta(hours=2))
        receipt = Letter.objects.filter(player=otto, kind="asked").order_by("-pk")[0]
        assert "Nothing of yours waits" in " ".join(text(receipt).split())


@pytest.mark.parametrize("number", ["²", "١"])
def test_a_game_is_called_by_digits_of_one_kind(table, otto, number):
    silent(table)
    letter = Letter.objects.get(pk=desk_letters()[0])
    at = clock.now().astimezone(UTC) + timedelta(minutes=5)
    answered(letter, f"more time {number} red 24h: Red is at sea", at)
    receipt = Letter.objects.filter(player=otto, kind="asked").order_by("-pk")[0]
    assert "No game of the club" in " ".join(text(receipt).split())


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("end 1 void:", "Say why"),
        ("end 1 somehow: enough", "Say how"),
        ("bot for 1 blue: no substitute", "Blue is played. Offer the seat first"),
        ("bot for 1 purple: no substitute", "purple"),
        ("seat 1 red nobody: no substitute", "No member of the club"),
    ],
)
def test_a_grave_order_that_cannot_be_is_refused_at_once(table, otto, line, told):
    silent(table)
    letter = Letter.objects.get(pk=desk_letters()[0])
    answered(letter, line, clock.now().astimezone(UTC) + timedelta(minutes=5))
    receipt = Letter.objects.filter(player=otto, kind="asked").order_by("-pk")[0]
    assert told in " ".join(text(receipt).split())
    assert "`yes`" not in text(receipt)
    assert not Entry.objects.filter(game=table.id, source="organizer").exists()


def test_an_order_that_is_asked_back_has_changed_nothing(table, otto):
    silent(table)
    letter = Letter.objects.get(pk=desk_letters()[0])
    before = table.game.number, Letter.objects.exclude(player=otto).count()
    answered(letter, "end 1 void: enough", clock.now().astimezone(UTC) + timedelta(minutes=5))
    assert (table.game.number, Letter.objects.exclude(player=otto).count()) == before
    assert audit(table.game) is None


def test_a_yes_means_the_order_that_can_still_be_carried_out(table, otto):
    silent(table)
    letter = Letter.objects.get(pk=desk_letters()[0])
    at = clock.now().astimezone(UTC) + timedelta(minutes=5)
    answered(letter, "end 1 void: enough", at)
    other = Table(title="Another", turn_time="24h")
    Game.objects.filter(pk=other.id).update(club=table.game.club, slug="over-by-then")
    clock.set_to(at)
    confirmation.ask(other.id, otto, "end over-by-then void: enough")
    Game.objects.filter(pk=other.id).update(phase="over")
    assert confirmation.answered(table.game.club, otto, "", "yes") == (
        "end first-voyage void: enough"
    )


def test_time_in_which_the_server_was_down_is_added_to_that_of_a_yes(table, otto):  # PR-MAIL-03
    silent(table)
    letter = Letter.objects.get(pk=desk_letters()[0])
    at = clock.now().astimezone(UTC) + timedelta(minutes=5)
    Heartbeat.objects.create(since=at - timedelta(days=3), until=at + timedelta(hours=20))
    up = at + timedelta(hours=30)
    answered(letter, "end 1 void: enough", at)
    Heartbeat.objects.create(since=up, until=up, before=at + timedelta(hours=20))
    answered(letter, "yes", up)
    assert Entry.objects.filter(game=table.id, kind="end").exists()


def test_ten_megabytes_around_an_order_are_read_in_time(table, otto):
    silent(table)
    letter = Letter.objects.get(pk=desk_letters()[0])
    quoted = "> What the desk said that morning, once more.\r\n" * 220_000
    assert len(quoted) > 10_000_000
    begun = time.process_time()
    at = clock.now().astimezone(UTC) + timedelta(minutes=5)
    answered(letter, f"more time first-voyage red 24h: Red is at sea\r\n\r\n{quoted}", at)
    assert time.process_time() - begun < 30
    entry = Entry.objects.get(game=table.id, kind="decision")
    assert "Red is at sea" in entry.public


def test_the_number_that_a_letter_gives_a_game_ends_that_game_and_no_other(table, otto):
    """From the letter's own words to what the players read."""
    second = Table(title="Second", turn_time="24h", grace="0h", bank_limit="0h")
    Game.objects.filter(pk=table.id).update(title="Zulu")
    club = otto.memberships.get().club
    Game.objects.filter(pk=second.id).update(club=club, slug="second-voyage", title="Alpha")
    for place in Seat.objects.filter(game=second.id):
        player = Player.objects.get(seats__game=table.id, seats__colour=place.colour)
        seating.sit(place, player, clock.now(), SittingCause.GATHERED)
    for hours in ("24h1s", "48h3s"):
        table.at(hours)
        for one in (table, second):
            one.says("blue", "end")
            one.says("green", "end")
    table.at("51h15m")
    said = text(Letter.objects.get(pk=desk_letters()[0]))
    numbers = dict(re.findall(r"^(\d)\. (Alpha|Zulu): Red has been silent", said, re.MULTILINE))
    assert sorted(numbers.values()) == ["Alpha", "Zulu"]
    letter = Letter.objects.filter(player=otto, key__startswith="desk.").latest("pk")
    zulu = next(number for number, title in numbers.items() if title == "Zulu")
    at = clock.now().astimezone(UTC) + timedelta(minutes=5)
    answered(letter, f"end {zulu} void: nobody plays", at)
    question = Letter.objects.filter(player=otto, kind="asked").latest("pk")
    assert "end first-voyage void: nobody plays" in " ".join(text(question).split())
    answered(question, "yes", at + timedelta(minutes=5))
    ended = Game.objects.get(pk=table.id)
    assert (ended.phase, ended.ending) == ("over", "void")
    assert Game.objects.get(pk=second.id).phase == "playing"
    told = list(Letter.objects.filter(game=table.id, kind="over"))
    assert {letter.seat for letter in told} == {"red", "blue", "green"}
    assert all("nobody plays" in " ".join(text(letter).split()) for letter in told)


def test_the_line_that_a_letter_suggests_does_what_stands_below_it(table, otto):
    silent(table)
    letter = Letter.objects.get(pk=desk_letters()[0])
    line, does = re.search(r"^  (offer \d .+)\n    (.+)$", text(letter), re.MULTILINE).groups()
    assert does == "asks for a substitute for Red"
    answered(letter, line, clock.now().astimezone(UTC) + timedelta(minutes=5))
    assert Seat.objects.get(game=table.id, colour="red").offered is not None


def test_the_answer_to_help_has_each_form_and_below_it_what_it_does(table, otto):
    silent(table)
    letter = Letter.objects.get(pk=desk_letters()[0])
    answered(letter, "help", clock.now().astimezone(UTC) + timedelta(minutes=5))
    told = text(Letter.objects.filter(player=otto, kind="asked").latest("pk"))
    body = told.partition("\n-- \n")[0].splitlines()
    assert "  undo time <game>: <why>" in body
    place = body.index("  undo time <game>: <why>")
    assert body[place + 1] == "    Take back the more time that you gave"
    assert max(map(len, body)) <= 44
    listed = body[body.index("You may answer:") + 1 :]
    assert all(line.startswith("  ") for line in listed if line)
