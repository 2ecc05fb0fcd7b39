"""A player's calendar holds what waits for the player, moves with it, and tells nothing more."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from icalendar import Calendar, Component

from tests.domain.deadlines.table import START, Table
from traders.domain.calendar import clock
from traders.domain.deadlines import deadline_changes, delivery_report_effects
from traders.domain.feeds import calendar_file
from traders.domain.feeds.calendar_entry import entries_of
from traders.domain.people import seating
from traders.models import Game, Player, Seat, SittingCause

pytestmark = pytest.mark.django_db

ONCE = ("UID", "DTSTAMP", "DTSTART", "SEQUENCE", "LAST-MODIFIED", "STATUS", "SUMMARY", "URL")
"""What each entry has exactly once (RFC 5545, 3.6.1 and 3.8.7)."""


def seated(table: Table, **players: Player) -> dict[str, Player]:
    """The table's players, by colour; those given sit here too."""
    found = {}
    for seat in Seat.objects.filter(game_id=table.id).select_related("game"):
        player = players.get(seat.colour) or Player.objects.create_user(
            f"{seat.colour}@example.org", display_name=f"Captain {seat.colour}"
        )
        seating.sit(seat, player, START, SittingCause.GATHERED)
        found[seat.colour] = player
    return found


def file_of(player: Player) -> bytes:
    return calendar_file.written(entries_of(player, clock.now()))


def read(raw: bytes) -> dict[str, Component]:
    """The entries by their UID, of a file that keeps to RFC 5545: lines of at most 75 octets with
    CRLF, whole characters on each, and in each entry what it must have.
    """
    assert raw.endswith(b"END:VCALENDAR\r\n")
    lines = raw.split(b"\r\n")[:-1]
    assert not any(b"\n" in line or b"\r" in line or len(line) > 75 for line in lines)
    assert all(line.decode() for line in lines)
    unfolded = re.sub(rb"\r\n[ \t]", b"", raw).decode().splitlines()
    assert unfolded[:2] == ["BEGIN:VCALENDAR", "VERSION:2.0"]
    assert unfolded.count("PRODID:-//Traders by Post//Calendar//EN") == 1
    found = {}
    for body in "\n".join(unfolded).split("BEGIN:VEVENT\n")[1:]:
        names = [re.split("[:;]", line, maxsplit=1)[0] for line in body.splitlines()]
        assert [name for name in ONCE if names.count(name) != 1] == []
    for event in Calendar.from_ical(raw).walk("VEVENT"):
        assert not event.errors
        assert event["uid"] not in found
        for name in ("dtstamp", "last-modified"):
            assert event.decoded(name).tzinfo is not None
            assert event.decoded(name) <= clock.now() + timedelta(days=1)
        found[str(event["uid"])] = event
    return found


def live(player: Player) -> list[tuple[str, object]]:
    """What stands in the player's calendar: each title with its time."""
    return [
        (str(event["summary"]), event.decoded("dtstart"))
        for event in read(file_of(player)).values()
        if event["status"] == "CONFIRMED"
        and (
            not isinstance(event.decoded("dtstart"), datetime)
            or event.decoded("dtstart") >= clock.now()
        )
    ]


def test_what_waits_for_a_player_stands_in_that_players_calendar_alone() -> None:
    table = Table("red", "blue", "green")
    players = seated(table)
    title = table.game.title
    assert live(players["red"]) == [(f"Your turn · {title}", START + timedelta(hours=72))]
    assert live(players["blue"]) == []
    table.at("9h").says("red", "jump")
    asked = (f"You may react · {title}", START + timedelta(hours=21))
    assert live(players["green"]) == live(players["blue"]) == [asked]
    assert live(players["red"]) == []
    table.at("10h").says("blue", "pass")
    assert live(players["green"]) == [asked]
    assert live(players["blue"]) == []


def test_a_deadline_that_moves_is_the_same_entry_at_another_time() -> None:
    table = Table("red", "blue", "green")
    blue = seated(table)["blue"]
    table.at("9h").says("red", "jump")
    ((uid, before),) = read(file_of(blue)).items()
    table.at("12h").says("blue", "hold")
    ((same, after),) = read(file_of(blue)).items()
    assert same == uid
    assert after.decoded("dtstart") == before.decoded("dtstart") + timedelta(hours=12)
    assert after["sequence"] > before["sequence"]
    assert after.decoded("last-modified") == START + timedelta(hours=12)
    table.at("12h").says("blue", "pass")
    gone = read(file_of(blue))[uid]
    assert gone["status"] == "CANCELLED"
    assert gone["sequence"] > after["sequence"]


STEPS = [
    ("9h", "red", "jump"), ("10h", "blue", "pass"), ("11h", "blue", "undo"),
    ("12h", "blue", "hold"),
    ("13h", "green", "away from 2026-03-03 to 2026-03-05"), ("14h", "", "freeze"),
    ("20h", "", "thaw"), ("21h", "green", "pass"), ("22h", "blue", "pass"), ("23h", "red", "pass"),
    ("30h", "green", "back"), ("70h", "red", "pass"), ("71h", "blue", "pass"),
    ("72h", "green", "pass"), ("80h", "red", "end"), ("90h", "", "freeze"), ("95h", "", "thaw"),
    ("170h", "blue", "end"), ("400h", "green", "end"),
]  # fmt: skip


def test_no_entry_ever_changes_without_a_higher_sequence() -> None:
    table = Table("red", "blue", "green")
    players = seated(table)
    before: dict[tuple[str, str], Component] = {}
    moved = 0
    for hour, seat, text in STEPS:
        table.at(hour)
        if seat:
            table.says(seat, text)
        else:
            game = table.game
            Game.objects.filter(pk=game.pk).update(frozen=text == "freeze")
            getattr(deadline_changes, text)(table.game, clock.now())
        for colour, player in players.items():
            for uid, event in read(file_of(player)).items():
                known = before.get((colour, uid))
                before[colour, uid] = event
                if known is None:
                    continue
                assert event["sequence"] >= known["sequence"]
                assert event.decoded("last-modified") >= known.decoded("last-modified")
                same = all(known[name] == event[name] for name in ("dtstart", "status"))
                assert same or event["sequence"] > known["sequence"], (hour, colour, event)
                moved += not same
    assert moved > 12


def test_a_notice_that_is_held_up_for_another_changes_nothing() -> None:
    """(PR-INTERVAL-05)"""
    table = Table("red", "blue", "green")
    players = seated(table)
    table.at("9h").says("red", "jump")
    moment = f"i{table.pending.key}"
    before = [file_of(players[colour]) for colour in ("red", "green")]
    for change in (delivery_report_effects.held_up, delivery_report_effects.delivered):
        change(table.id, "blue", moment, clock.now())
        assert [file_of(players[colour]) for colour in ("red", "green")] == before


def test_while_extra_time_runs_its_end_is_an_entry_of_its_own() -> None:
    """(PR-TURN-04)"""
    table = Table("red", "blue")
    players = seated(table)
    extra = f"Extra time ends · {table.game.title}"
    table.at("71h")
    assert extra not in dict(live(players["red"]))
    table.at("73h")
    ((title, ends),) = live(players["red"])
    assert (title, ends) == (extra, table.game.deadlines.get(done_at=None).due)
    assert live(players["blue"]) == []
    table.at("74h").says("red", "end")
    assert live(players["red"]) == []


@pytest.mark.parametrize(
    ("first", "last"), [("2026-03-28", "2026-03-30"), ("2026-10-24", "2026-10-26")]
)
def test_when_the_clocks_are_changed_hours_stay_hours_and_days_stay_days(
    first: str, last: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    day = date.fromisoformat(first)
    eve = datetime(day.year, day.month, day.day, tzinfo=ZoneInfo("Europe/Berlin"))
    monkeypatch.setattr("tests.domain.deadlines.table.START", eve - timedelta(hours=12))
    table = Table("red", "blue", zones={"red": "Europe/Berlin", "blue": "America/New_York"})
    red = seated(table)["red"]
    table.says("red", f"away from {first} to {last}")
    (_, when), (away, began) = sorted(live(red), reverse=True)
    assert (away, began) == (f"Away · {table.game.title}", day)
    # 12 hours until midnight, three days of which one has another length, and the 60 that are left
    after = date.fromisoformat(last) + timedelta(days=1)
    midnight = datetime(after.year, after.month, after.day, tzinfo=ZoneInfo("Europe/Berlin"))
    assert when == midnight.astimezone(UTC) + timedelta(hours=60)
    events = {str(event["summary"])[:4]: event for event in read(file_of(red)).values()}
    assert events["Away"].decoded("dtend") == after
    assert events["Away"]["dtstart"].params["value"] == "DATE"
    assert events["Your"]["dtstart"].to_ical().endswith(b"Z")


def test_a_game_that_ends_takes_its_entries_away_and_after_a_week_forgets_them() -> None:
    table = Table("red", "blue")
    players = seated(table)
    table.says("blue", "away from 2026-03-04 to 2026-03-05")
    table.at("1h").says("blue", "back")
    table.says("red", "propose end")
    table.says("red", "yes")
    table.at("2h").says("blue", "vote yes")
    assert table.game.phase == "over"
    for player in players.values():
        events = read(file_of(player)).values()
        assert events
        assert {str(event["status"]) for event in events} == {"CANCELLED"}
    clock.set_to(START + timedelta(days=12))
    assert read(file_of(players["red"])) == {}


def test_two_seats_are_two_entries_and_names_say_nothing() -> None:
    first = Table("red", "blue")
    red = seated(first)["red"]
    second = Table("red", "blue")
    seated(second, red=red, blue=red)
    found = read(file_of(red))
    assert len(found) == 2
    for uid in found:
        assert re.fullmatch(r"[a-z2-7]{20}@[a-z.]+", uid)


def test_titles_of_any_script_and_length_are_folded_between_whole_characters() -> None:
    table = Table("red", "blue")
    red = seated(table)["red"]
    title = "Grüße, Ωmega; 日本語の長い長い題名です 🚀🚀🚀🚀 \\ a, b; and c: 星間貿易"
    Game.objects.filter(pk=table.id).update(title=title)
    assert live(red)[0][0] == f"Your turn · {title}"
