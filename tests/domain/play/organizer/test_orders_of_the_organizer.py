"""What an organizer orders in a game: an entry, a letter to every seat, clocks moved rightly, and a
history that is whole after.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.domain.deadlines.table import START, Table
from tests.domain.playing import SEATS
from tests.seated import begin
from traders.domain.calendar import clock
from traders.domain.deadlines import deadline_changes, heartbeat_and_outages
from traders.domain.deadlines.deadline_changes import EVERYBODY
from traders.domain.history import audit, declared_end
from traders.domain.history.entries_in_words import tell, told_in_order
from traders.domain.letters import seatless_letters
from traders.domain.letters.letter_facts import decode
from traders.domain.letters.letter_recipient import Reader
from traders.domain.letters.letter_sections import by_when
from traders.domain.people import club_roles, seating
from traders.domain.play import door
from traders.domain.play.organizer import ending_and_announcing, seat_orders, time_orders
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.kernel.refusal import Refusal
from traders.models import (
    Deadline,
    DeadlineKind,
    Entry,
    Game,
    Heartbeat,
    Letter,
    Phase,
    Player,
    Proposal,
    Role,
    Seat,
    SittingCause,
)

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
WHY = "the ferry is late"
READER = Reader("Ann", ZoneInfo("UTC"), "every", "red", "Skiff", "skiff")


def told(table: Table, seat: str) -> str:
    """All that the seat was written."""
    letters = Letter.objects.filter(game=table.id, seat=seat).order_by("pk")
    return "\n".join(letters.values_list("facts", flat=True))


def whole(table: Table, *deeds: str) -> None:
    """The history holds these decisions, its replay agrees, and every seat was told each reason."""
    found = audit.audit(table.game)
    assert found is None, found
    kept = [
        json.loads(public)
        for public in Entry.objects.filter(game=table.id, source="organizer")
        .order_by("number")
        .values_list("public", flat=True)
    ]
    assert [entry.get("deed", entry["kind"]) for entry in kept] == list(deeds)
    for seat in ("red", "blue", "green"):
        if not Seat.objects.get(game=table.id, colour=seat).bot:
            assert all(WHY in told(table, seat) for _ in kept)


def test_more_time_for_one_moves_the_turn_that_runs_and_nothing_else(table, otto):
    table.at("10h")
    assert table.deadline == "24h"
    said = time_orders.more_time(table.id, otto, "red", timedelta(hours=36), WHY)
    assert said == "Red: 1 day 12 hours more."
    assert table.deadline == "60h"
    time_orders.more_time(table.id, otto, "blue", DAY, WHY)  # not on turn: into the time in hand
    assert (table.deadline, table.seat("blue").bank, table.seat("red").bank) == ("60h", 86_400, 0)
    whole(table, "time", "time")


def test_more_time_for_all_moves_each_open_clock_once(table, otto):
    table.says("red", "jump")
    before = {row.pk: row.due for row in Deadline.objects.filter(game=table.id, done_at=None)}
    time_orders.more_time(table.id, otto, EVERYBODY, DAY, WHY)
    after = {
        row.pk: (row.kind, row.due) for row in Deadline.objects.filter(game=table.id, done_at=None)
    }
    moved = {kind: due - before[pk] for pk, (kind, due) in after.items() if due and before[pk]}
    assert moved[DeadlineKind.INTERVAL] == DAY, moved
    whole(table, "time")


def test_a_paused_game_stands_still_and_goes_on_by_itself(table, otto):
    table.at("10h")
    time_orders.pause(table.id, otto, timedelta(days=3), WHY)
    assert table.deadline == "stopped"
    assert '"paused":true' in Letter.objects.filter(game=table.id, seat="red").last().facts
    table.at("81h")
    assert (table.deadline, table.waits) == ("stopped", "red")
    assert "The organizer has paused" in table.line("blue", "propose pause").words
    table.at("83h")  # 10 hours of the turn had gone
    assert table.deadline == "96h"
    table.at("97h")
    assert table.waits == "blue"
    whole(table, "pause")


def test_a_proposal_that_cannot_be_carried_out_stays_before_the_table(table, otto):  # PR-BACKUP-05
    table.line("red", "propose pause\nyes")
    time_orders.pause(table.id, otto, DAY, WHY)
    votes = [table.line(seat, "vote yes 1") for seat in ("blue", "green")]
    assert votes[-1].rules == ("PR-SEAT-03",)
    assert Proposal.objects.get(game=table.id).outcome == ""


def test_letters_of_a_pause_say_that_orders_count(table, otto):  # PR-SEAT-03
    time_orders.pause(table.id, otto, DAY, WHY)
    facts = decode(Letter.objects.filter(game=table.id, seat="red").last().facts)
    assert (facts.paused, facts.held) == (True, False)
    assert by_when(facts, READER, "").endswith(
        "your clock stands still, and what you order counts. It goes on by itself on Tue 09:00 (in "
        "24 hours), or sooner if the organizer says so."
    )


def test_a_pause_is_prolonged_and_ended_before_its_time(table, otto):
    table.at("10h")
    time_orders.pause(table.id, otto, DAY, WHY)
    table.at("20h")
    time_orders.pause(table.id, otto, DAY, WHY)
    table.at("40h")
    assert deadline_changes.paused_until(table.game) == START + timedelta(hours=44)
    time_orders.go_on(table.id, otto, WHY)
    assert (table.deadline, table.game.frozen) == ("54h", False)
    with pytest.raises(Refusal, match="not paused"):
        time_orders.go_on(table.id, otto, WHY)
    table.at("45h")
    assert not Deadline.objects.filter(game=table.id, kind="pause", done_at=None).exists()
    whole(table, "pause", "pause", "go on")


def test_each_seat_reads_in_its_own_zone_until_when_a_pause_lasts(table, otto):
    Player.objects.filter(display_name="Player of blue").update(zone="Asia/Tokyo")
    time_orders.pause(table.id, otto, DAY, WHY)
    until = START + DAY
    letters = Letter.objects.filter(game=table.id)
    for seat, zone in (("red", "UTC"), ("blue", "Asia/Tokyo")):
        told = " ".join(decode(letters.filter(seat=seat).last().facts).notices)
        assert f"{until.astimezone(ZoneInfo(zone)):%a %H:%M}" in told
        assert "UTC" not in told


def test_an_organizer_does_not_end_a_game_that_a_claim_holds(table, otto):  # PR-SEAT-10
    Game.objects.filter(pk=table.id).update(stayed=True)
    for ending in declared_end.Ending:
        if ending in (declared_end.Ending.VOID, declared_end.Ending.AS_IT_STOOD):
            with pytest.raises(Refusal, match="settled first") as refused:
                ending_and_announcing.end(table.id, otto, ending, WHY)
            assert refused.value.rules == ("PR-SEAT-10",)
            assert any("tell" in line for line in refused.value.instead)
    assert table.game.phase == "playing"
    Game.objects.filter(pk=table.id).update(stayed=False)
    ending_and_announcing.end(table.id, otto, declared_end.Ending.VOID, WHY)
    assert table.game.phase == "over"


def test_an_organizer_who_had_a_seat_gets_no_letters_of_organizers(table, otto):  # PR-RULING-02
    olga = Player.objects.create_user("olga@example.org", display_name="Olga")
    club_roles.admit(otto.memberships.get().club, olga, Role.ORGANIZER)
    assert set(seatless_letters.organizers_of(table.game)) == {otto, olga}
    place = Seat.objects.get(game=table.id, colour="red")
    seating.sit(place, olga, clock.now(), SittingCause.SUBSTITUTE)
    assert seatless_letters.organizers_of(table.game) == [otto]
    tom = Player.objects.create_user("tom@example.org", display_name="Tom")
    place.refresh_from_db()
    table.at("2h")
    seating.sit(place, tom, clock.now(), SittingCause.SUBSTITUTE)
    assert seatless_letters.organizers_of(table.game) == [otto]


def test_the_table_s_own_pause_is_lifted_too(table, otto):
    table.says("red", "propose pause")
    table.says("red", "yes")
    for seat in ("blue", "green"):
        table.says(seat, "vote yes 1")
    assert table.game.frozen
    facts = decode(Letter.objects.filter(game=table.id, seat="red").last().facts)
    assert "goes on when all agree once more, by `propose pause`" in by_when(facts, READER, "")
    assert any("by `propose pause`, or the organizer says so" in one for one in facts.notices)
    with pytest.raises(Refusal, match="table has paused"):
        time_orders.pause(table.id, otto, DAY, WHY)
    table.at("1h")
    time_orders.go_on(table.id, otto, WHY)
    assert not table.game.frozen
    time_orders.pause(table.id, otto, DAY, WHY)
    assert table.game.frozen
    whole(table, "go on", "pause")


def test_a_seat_is_offered_kept_by_a_word_and_else_taken_by_whom_the_organizer_seats(table, otto):
    sam = Player.objects.create_user("sam@example.org", display_name="Sam")
    with pytest.raises(Refusal, match="Offer the seat first"):
        seat_orders.seat(table.id, otto, "blue", sam, WHY)
    seat_orders.offer(table.id, otto, "blue", WHY)
    with pytest.raises(Refusal, match="offered already"):
        seat_orders.offer(table.id, otto, "blue", WHY)
    table.says("blue", "status")
    assert table.seat("blue").offered is None
    seat_orders.offer(table.id, otto, "blue", WHY)
    with pytest.raises(Refusal, match="no member"):
        seat_orders.seat(table.id, otto, "blue", sam, WHY)
    club_roles.admit(table.game.club, sam, Role.GUEST)
    red = table.seat("red").player
    club_roles.admit(table.game.club, red)
    with pytest.raises(Refusal, match="Player of red may not sit there"):
        seat_orders.seat(table.id, otto, "blue", red, WHY)
    seat_orders.seat(table.id, otto, "blue", sam, WHY)
    assert table.seat("blue").player == sam
    thanks = Letter.objects.get(seat="", player__display_name="Player of blue")
    assert "Sam has taken Blue" in thanks.facts
    whole(table, "offer", "offer", "seat")


def test_a_bot_takes_an_offered_seat_and_is_asked(table, otto):
    seat_orders.offer(table.id, otto, "red", WHY)
    seat_orders.to_bot(table.id, otto, "red", Level.LEARNER, WHY)
    red = table.seat("red")
    assert (red.bot, red.level, red.offered) == (True, "learner", None)
    inside = Letter.objects.filter(game=table.id, seat="red", status="inside").last()
    assert inside.asks and inside.next_try is not None
    with pytest.raises(Refusal, match="A bot plays Red"):
        seat_orders.offer(table.id, otto, "red", WHY)
    whole(table, "offer", "bot")


def test_a_game_is_ended_and_does_not_count(table, otto):
    with pytest.raises(Refusal, match="End it `void`"):  # Skiff counts nothing
        ending_and_announcing.end(table.id, otto, declared_end.Ending.AS_IT_STOOD, WHY)
    ending_and_announcing.end(table.id, otto, declared_end.Ending.VOID, WHY)
    game = table.game
    assert (game.phase, game.ending, game.winners) == (Phase.OVER, declared_end.Ending.VOID, [])
    assert not Deadline.objects.filter(game=game, done_at=None).exists()
    assert "does not count" in told(table, "green")
    whole(table, "end")
    with pytest.raises(Refusal, match="The game is over"):
        ending_and_announcing.announce(table.id, otto, WHY)


def test_a_game_is_ended_as_it_stood_and_who_leads_has_won(otto):
    club = otto.memberships.get().club
    start = {seat: {"credits": 30 if seat == "blue" else 10} for seat in SEATS}
    game = door.create("traders-luck", SEATS, {"days": 12}, club=club, start=start)
    begin(game.pk, stops=False)
    ending_and_announcing.end(game.pk, otto, declared_end.Ending.AS_IT_STOOD, WHY)
    game.refresh_from_db()
    assert game.winners == ["blue"]
    assert (game.phase, audit.audit(game)) == (Phase.OVER, None)


def test_words_to_a_table_are_an_entry(table, otto):
    ending_and_announcing.announce(table.id, otto, f"Patience, {WHY}!")
    whole(table, "words")


def test_an_outage_is_made_good_once_whoever_presses_how_often(table, otto):
    ida = Player.objects.create_user("ida@example.org", display_name="Ida")
    club_roles.admit(table.game.club, ida, Role.ORGANIZER)
    table.at("10h")
    Heartbeat.objects.create(since=START, until=START)
    outage = heartbeat_and_outages.missed(START + timedelta(hours=8), timedelta(hours=1))
    assert time_orders.grant(table.id, otto, outage, DAY)
    assert not time_orders.grant(table.id, ida, outage, DAY)
    assert table.deadline == "48h"
    found = audit.audit(table.game)
    assert found is None and "was down" in told(table, "blue")
    later = heartbeat_and_outages.missed(
        START + timedelta(hours=9, minutes=30), timedelta(minutes=10)
    )
    assert time_orders.grant(table.id, ida, later, DAY)
    assert table.deadline == "72h"


DEEDS: dict[str, Callable[[int, Player], object]] = {
    "time": lambda game, who: time_orders.more_time(game, who, "red", DAY, WHY),
    "pause": lambda game, who: time_orders.pause(game, who, DAY, WHY),
    "go on": lambda game, who: time_orders.go_on(game, who, WHY),
    "offer": lambda game, who: seat_orders.offer(game, who, "red", WHY),
    "bot": lambda game, who: seat_orders.to_bot(game, who, "red", Level.PLAYER, WHY),
    "seat": lambda game, who: seat_orders.seat(game, who, "red", who, WHY),
    "end": lambda game, who: ending_and_announcing.end(game, who, declared_end.Ending.VOID, WHY),
    "words": lambda game, who: ending_and_announcing.announce(game, who, WHY),
}


def test_who_sits_or_sat_or_runs_another_club_orders_nothing(table, otto):
    """PR-RULING-02, for each order alike; nothing is entered."""
    sits, once, stranger = (
        table.seat("green").player,
        table.seat("blue").player,
        Player.objects.create_user("eve@example.org", display_name="Eve"),
    )
    club_roles.found("Other", "other", stranger)
    for organizer in (sits, once):
        club_roles.admit(table.game.club, organizer, Role.ORGANIZER)
    table.at("1h")
    ben = Player.objects.create_user("ben@example.org", display_name="Ben")
    club_roles.admit(table.game.club, ben)
    seat_orders.offer(table.id, otto, "blue", WHY)
    seat_orders.seat(table.id, otto, "blue", ben, WHY)
    number = table.game.number
    for who in (sits, once, stranger, ben):
        for deed in DEEDS.values():
            with pytest.raises(Refusal) as refused:
                deed(table.id, who)
            assert refused.value.rules == ("PR-RULING-02",)
    assert table.game.number == number


@pytest.mark.parametrize(
    ("deed", "words"),
    [
        (lambda game, who: time_orders.more_time(game, who, "red", DAY, " "), "Say why"),
        (lambda game, who: time_orders.more_time(game, who, "red", timedelta(0), WHY), "672"),
        (lambda game, who: time_orders.more_time(game, who, "pink", DAY, WHY), "not in this game"),
        (lambda game, who: time_orders.pause(game, who, timedelta(days=29), WHY), "28 days"),
        (lambda game, who: seat_orders.offer(game, who, "red", ""), "Say why"),
        (
            lambda game, who: ending_and_announcing.end(game, who, declared_end.Ending.VOID, ""),
            "Say why",
        ),
    ],
)
def test_what_is_not_right_is_refused_and_changes_nothing(table, otto, deed, words):
    before = (table.game.number, table.deadline, Letter.objects.count())
    with pytest.raises(Refusal, match=words):
        deed(table.id, otto)
    assert (table.game.number, table.deadline, Letter.objects.count()) == before


def test_before_it_begins_and_in_a_game_of_no_club_nothing_is_ordered(table, otto):
    Game.objects.filter(pk=table.id).update(club=None)
    with pytest.raises(Refusal, match="organizer of the game's club"):
        ending_and_announcing.announce(table.id, otto, WHY)


def test_a_decision_holds_where_play_backs_up_over_it(table, otto):
    table.at("1h")
    table.says("red", "jump")
    time_orders.pause(table.id, otto, 2 * DAY, WHY)
    door.back_up(table.id, 1, "to be tried")
    number = table.game.number
    for told in (
        tell(Entry.objects.filter(game=table.id).order_by("-number"), None),
        told_in_order(table.game, None, 1, number, number),
    ):
        assert {one.kind: one.backed_out for one in told} == {
            "start": False, "order": True, "decision": False, "back-up": False,
        }  # fmt: skip
    assert table.game.frozen and audit.audit(table.game) is None
    time_orders.go_on(table.id, otto, WHY)
    assert table.line("red", "jump").answer == "done"
    whole(table, "pause", "go on")
