"""The organizer's desk: who may see it, what it tells in how few statements, and what its forms
do.
"""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from traders.club.desk.organizer_lines import ANSWERS, speak
from traders.club.desk.organizer_orders import ORDERS
from traders.domain.calendar import clock
from traders.domain.deadlines import heartbeat_and_outages
from traders.domain.history import audit
from traders.domain.people import club_roles, seating
from traders.domain.play import door
from traders.models import (
    Absence,
    Club,
    Deadline,
    Entry,
    Game,
    Heartbeat,
    Letter,
    Membership,
    Phase,
    Player,
    Role,
    Seat,
    SittingCause,
)

MOST = 13
"""Statements of the page, however many games there are."""


def person(name: str, **more: object) -> Player:
    return Player.objects.create_user(f"{name}@example.org", display_name=name.title(), **more)


@pytest.fixture
def otto(db: None) -> Player:
    return person("otto", zone="Asia/Tokyo")


@pytest.fixture
def club(otto: Player) -> Club:
    return club_roles.found("Lantern", "lantern", otto)


@pytest.fixture
def theirs(game: Game, club: Club, red: Player, blue: Player) -> Game:
    """A game of the club that has begun; it is red's turn."""
    Game.objects.filter(pk=game.pk).update(club=club)
    for place in Seat.objects.filter(game=game).select_related("player"):
        seating.sit(place, place.player, clock.now(), SittingCause.GATHERED)
    game.refresh_from_db()
    return game


@pytest.fixture
def desk(client: Client, otto: Player) -> Client:
    client.force_login(otto)
    return client


def many(club: Club, number: int) -> None:
    """So many games of three that run, with a clock, and a letter to the seat on turn."""
    now = clock.now()
    first = Game.objects.count()
    games = Game.objects.bulk_create(
        Game(
            slug=f"g{first + n}", title=f"Game {n}", system="toll", club=club, secret=b"",
            secret_digest="", phase=Phase.PLAYING, number=3, started=now, moved=now,
        )
        for n in range(number)
    )  # fmt: skip
    player = person(f"player{first}")
    for game in games:
        Seat.objects.bulk_create(
            Seat(game=game, colour=colour, place=place, player=player)
            for place, colour in enumerate(("red", "blue", "green"))
        )
    Deadline.objects.bulk_create(
        Deadline(
            game=game, kind="turn", key="1", seat="red", due=now, set_at=now,
            data={"opened": now.isoformat(), "step": "turn"},
        )
        for game in games
    )  # fmt: skip
    Letter.objects.bulk_create(
        Letter(
            game=game, seat="red", player=player, kind="turn", key="e3", asks=True, facts="{}",
            written=now, message_id=f"<{game.slug}@x>",
        )
        for game in games
    )  # fmt: skip


def test_two_hundred_games_take_as_few_statements_as_one(desk, club):
    page = reverse("desk", args=["lantern"])
    told = {}
    for number in (1, 199):
        many(club, number)
        with CaptureQueriesContext(
            connection,
        ) as asked:
            answer = desk.get(page)
        assert answer.status_code == 200
        told[number] = len(asked)
    assert told[1] == told[199] <= MOST, [query["sql"][:150] for query in asked]
    assert answer.content.decode().count("Do something") == 200


def test_who_may_not_is_told_why_or_sees_nothing(client, club, otto):
    page = reverse("desk", args=["lantern"])
    assert client.get(page).status_code == 302
    eve, pat = person("eve"), person("pat")
    club_roles.admit(club, pat, Role.REFEREE)
    for who, public, private in ((eve, 403, 404), (pat, 403, 403), (otto, 200, 200)):
        client.force_login(who)
        for is_public, status in ((True, public), (False, private)):
            Club.objects.update(public=is_public)
            assert client.get(page).status_code == status
            sent = client.post(reverse("desk-order", args=["lantern"]), {"order": "tell"})
            assert sent.status_code == (409 if status == 200 else status)
    assert not Letter.objects.exists()


def test_an_empty_desk_says_how_to_begin(desk, club):
    said = desk.get(reverse("desk", args=["lantern"])).content.decode()
    assert "No games yet" in said and f"?club={club.pk}" in said


def test_the_desk_tells_a_game_in_the_reader_s_zone_and_filters(desk, theirs):
    theirs.seats.filter(colour="blue").update(timeouts=2)
    page = reverse("desk", args=["lantern"])
    said = desk.get(page).content.decode()
    assert "Blue has been silent for 2 turns" in said and "1 needs you" in said
    due = Deadline.objects.get(game=theirs, kind="turn", done_at=None).due
    assert f"{(due + timedelta(hours=9)):%H:%M}" in said  # Tokyo
    assert theirs.title in desk.get(page, {"trouble": "SILENT", "system": "toll"}).content.decode()
    none = desk.get(page, {"trouble": "EMPTY"}).content.decode()
    assert "No game is like that" in none and theirs.title not in none
    assert theirs.title in desk.get(page, {"trouble": "x", "system": "y"}).content.decode()


def test_the_page_of_a_game_leads_to_the_desk(desk, theirs, red):
    line = reverse("desk-game", args=["lantern", theirs.slug])
    page = reverse("game", args=[theirs.slug])
    assert line in desk.get(page).content.decode()
    desk.force_login(red)
    assert line not in desk.get(page).content.decode()


def test_an_organizer_who_sits_sees_and_does_what_a_player_may(client, theirs, club, red):
    club_roles.admit(club, red, Role.ORGANIZER)
    client.force_login(red)
    theirs.seats.filter(colour="blue").update(timeouts=2)
    Player.objects.filter(seats__game=theirs, seats__colour="blue").update(
        mailbox_dead_since=clock.now()
    )
    for page in (
        reverse("desk", args=["lantern"]), reverse("desk-game", args=["lantern", theirs.slug]),
    ):  # fmt: skip
        said = client.get(page).content.decode()
        assert theirs.title in said and "you see" in said
        assert "silent" not in said and "bounces" not in said and "Last letter" not in said
        assert "Give more time" not in said
    number = theirs.number
    for order in ORDERS[:-1]:
        line = order.example.replace("first-voyage", theirs.slug)
        told = speak(club, red, line.replace("club", theirs.slug))
        assert (told.answer, told.rules) == ("refused", ("PR-RULING-02",)), told
    theirs.refresh_from_db()
    assert theirs.number == number


def test_who_had_a_seat_runs_nothing_of_the_game_by_its_other_pages(client, theirs, club, red):
    sam = person("sam")
    for player, role in ((red, Role.ORGANIZER), (sam, Role.PLAYER)):
        club_roles.admit(club, player, role)
    theirs.seats.filter(colour="blue").update(offered=clock.now())
    client.force_login(red)
    member = Membership.objects.get(club=club, player=sam)
    for stands in ("sits", "sat"):
        if stands == "sat":
            later = clock.now() + timedelta(hours=1)
            seating.sit(theirs.seats.get(colour="red"), person("kit"), later, SittingCause.REPLACED)
        seated = client.post(
            reverse("give-seat", args=[theirs.slug, "blue"]), {"member": member.pk}
        )
        assert seated.status_code == 409 and "The game has begun" in seated.content.decode()
        settings = reverse("game-settings", args=[theirs.slug])
        assert 'name="why"' not in client.get(settings).content.decode()
        assert client.post(settings, {"why": "x"}).status_code == 403
    assert theirs.seats.get(colour="blue").player != sam


def given(desk: Client, order: str, game: Game, **more: str) -> tuple[int, str]:
    sent = {"order": order, "game": game.slug, "why": "the ferry is late", **more}
    answer = desk.post(reverse("desk-order", args=["lantern"]), sent, follow=True)
    game.refresh_from_db()
    return answer.status_code, answer.content.decode()


def test_a_refused_form_keeps_what_was_typed_and_says_why(desk, theirs):
    status, page = given(desk, "more-time", theirs, **{"seat or all": "blue", "length": "1 h?"})
    form = page.partition('id="h-more-time"')[2].partition("</form>")[0]
    kept = ("Nothing was done.", '"blue" selected', '"1 h?"', '"the ferry is late"')
    assert status == 409 and all(one in form for one in kept) and "first-voyage" not in page


def test_the_forms_of_a_game_give_its_orders(desk, theirs, club):
    sam = person("sam")
    club_roles.admit(club, sam)
    page = desk.get(reverse("desk-game", args=["lantern", theirs.slug])).content.decode()
    assert "Give more time" in page and "Seat a member" not in page
    status, said = given(desk, "more-time", theirs, **{"seat or all": "red", "length": "24h"})
    assert status == 200 and "Red: 1 day more." in said
    assert "ferry" in Letter.objects.filter(game=theirs, seat="blue").last().facts
    status, said = given(desk, "more-time", theirs, **{"seat or all": "red", "length": "soon"})
    assert status == 409 and "“soon” is no length of time" in said
    assert given(desk, "pause", theirs, length="3d")[0] == 200 and theirs.frozen
    assert given(desk, "go-on", theirs)[0] == 200 and not theirs.frozen
    assert given(desk, "go-on", theirs)[0] == 409
    assert given(desk, "offer", theirs, seat="blue")[0] == 200
    number = theirs.number
    status, said = given(desk, "seat", theirs, seat="blue", member="Sam")
    assert (status, theirs.number) == (200, number) and "Are you sure?" in said
    status, said = given(desk, "seat", theirs, seat="blue", member="Sam", sure="yes")
    assert status == 200 and theirs.seats.get(colour="blue").player == sam
    assert given(desk, "offer", theirs, seat="red")[0] == 200
    page = desk.get(reverse("desk-game", args=["lantern", theirs.slug])).text
    assert '<option value="player" selected>' in page  # as in the letter that proposes it
    assert given(desk, "bot-for", theirs, seat="red", level="learner", sure="yes")[0] == 200
    assert theirs.seats.get(colour="red").bot
    assert given(desk, "tell", theirs)[0] == 200
    assert given(desk, "end", theirs, ending="void")[0] == 200 and theirs.phase == Phase.PLAYING
    assert given(desk, "end", theirs, ending="void", sure="yes")[0] == 200
    assert (theirs.phase, theirs.ending) == (Phase.OVER, "void")
    assert audit.audit(theirs) is None
    history = desk.get(reverse("history", args=[theirs.slug])).content.decode()
    assert (
        "Red gets 1 day more. The organizer orders it. Why: " in history
        and "by the organizer" in history
    )


def test_who_is_away_from_the_club_s_games_is_marked_where_a_seat_is_given(desk, theirs, club, red):
    club_roles.admit(club, red)
    club_roles.admit(club, person("sam"))
    given(desk, "offer", theirs, seat="blue")
    now = clock.now()
    Absence.objects.create(
        seat=theirs.seats.get(colour="red"), begins=now, ends=now + timedelta(days=9), announced=now
    )
    waits = door.create("toll", ("red", "blue"), title="Old road", club=club)
    for page in (
        reverse("desk-game", args=["lantern", theirs.slug]),
        reverse("game", args=[waits.slug]),
    ):
        shown = desk.get(page).content.decode()
        assert f">{red.display_name}, away until " in shown and ">Sam</option>" in shown, page


def test_no_title_takes_the_place_of_another_game(desk, theirs, club, otto):
    mal, slug = person("mal"), theirs.slug
    club_roles.admit(club, mal)
    titles = (slug, f"{slug} 7d", f"{slug} all 24h", f"{slug} on", "Club")
    made = [door.create("toll", ["red", "blue"], title=one, club=club) for one in titles]
    assert given(desk, "more-time", theirs, **{"seat or all": "all", "length": "24h"})[0] == 200
    assert given(desk, "pause", theirs, length="7d")[0] == 200 and theirs.frozen
    assert speak(club, otto, f"go on {slug}: all are back").answer == "done"
    assert speak(club, otto, f"tell {slug} on: all are back").answer == "refused"
    assert given(desk, "tell", theirs)[0] == 200
    entries = Entry.objects.filter(kind="decision")
    assert set(entries.values_list("game", flat=True)) == {theirs.pk}
    given(desk, "tell", made[-1])  # its address is `club`
    assert not Letter.objects.filter(key__startswith="news.").exists()
    sent = {"order": "tell", "audience": "club", "why": "hello"}
    assert desk.post(reverse("desk-order", args=["lantern"]), sent).status_code == 302
    assert Letter.objects.filter(key__startswith="news.").count() == 2


def test_a_reason_turns_nothing_around(desk, theirs):
    desk.post(
        reverse("desk-order", args=["lantern"]),
        {"order": "tell", "game": theirs.slug, "why": "\u202elate\u2028is \x1bthe\u200b ferry"},
    )
    told = json.loads(Entry.objects.filter(game=theirs).last().public)["told"]
    assert told[0][0] == "The organizer writes: “late is the ferry”."


def test_an_announcement_goes_to_every_member_so_often_a_day(desk, club, otto, settings):
    settings.QUOTA_ANNOUNCEMENTS = 2
    for name in ("ann", "ben"):
        club_roles.admit(club, person(name))
    gone = person("gone")
    club_roles.admit(club, gone)
    Membership.objects.filter(player=gone).update(standing="left")
    start = clock.whole(clock.now())
    for n in range(3):
        clock.set_to(start + timedelta(seconds=n))
        told = speak(club, otto, f"tell club: the season begins, {n}")
        assert told.answer == ("done" if n < 2 else "refused"), told
    clock.set_to(None)
    assert Letter.objects.filter(game=None).count() == 6
    assert not Letter.objects.filter(player=gone).exists()
    assert "the season begins" in Letter.objects.filter(player__display_name="Ann").first().facts


def test_after_an_outage_two_organizers_give_it_once(desk, client, theirs, club, otto):
    ida = person("ida")
    club_roles.admit(club, ida, Role.ORGANIZER)
    assert speak(club, otto, "make good 24h").answer == "refused"
    now = clock.whole(clock.now())

    def offered() -> bool:
        return "The server was down" in desk.get(reverse("desk", args=["lantern"])).text

    Heartbeat.objects.create(since=now - timedelta(days=3), until=now - timedelta(days=3))
    Heartbeat.objects.create(since=now - timedelta(hours=9), until=now)
    assert heartbeat_and_outages.outages(now) and not offered()  # no game had begun then
    Game.objects.filter(pk=theirs.pk).update(started=now - timedelta(days=2))
    assert offered()
    before = Deadline.objects.get(game=theirs, kind="turn", done_at=None).due
    assert given(desk, "make-good", theirs, length="24h")[0] == 200
    after = Deadline.objects.get(game=theirs, kind="turn", done_at=None).due
    assert not offered()
    assert after - before >= timedelta(hours=24)
    assert "1 game had it already" in speak(club, ida, "make good 24h").words
    assert Deadline.objects.get(game=theirs, kind="turn", done_at=None).due == after
    assert Entry.objects.filter(game=theirs, kind="decision").count() == 1


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("more time nowhere red 24h: why", "No game of the club"),
        ("more time the-old-road 24h: why", "a seat or `all`"),
        ("more time the-old-road red ٢٤h: why", "no length of time"),
        ("more time the-old-road pink 24h: why", "no seat “pink”"),
        ("seat the-old-road red Nobody: why", "No member"),
        ("end the-old-road tomorrow: why", "Say how"),
        ("pause the-old-road for ever: why", "no length"),
        ("offer the-old-road red", "Say why"),
        ("dance", "cannot read"),
        ("tell club:  ", "Say what"),
        (f"more time the-old-road {'a ' * 20_000}: why", "at most 2,000 characters"),
    ],
)
def test_what_cannot_be_read_is_said_and_changes_nothing(theirs, club, otto, line, words):
    told = speak(club, otto, line)
    theirs.refresh_from_db()
    assert told.answer == "refused" and words in told.words, told
    assert not Entry.objects.filter(game=theirs, source="organizer").exists()


def test_what_waits_for_a_word_is_nobody_elses_business(theirs, club, otto, desk):
    line = f"end {theirs.slug} void: a secret reason"
    assert speak(club, otto, line, sure=False).answer == "asked"
    page = reverse("game", args=[theirs.slug])
    assert "a secret reason" not in desk.get(page).content.decode()
    assert speak(club, otto, f"end {theirs.slug} void: the hall is closed").answer == "done"
    theirs.refresh_from_db()
    assert theirs.phase == Phase.OVER
    assert audit.audit(theirs) is None
    for name in ("game", "history", "history-json", "end"):
        told = desk.get(reverse(name, args=[theirs.slug]))
        assert told.status_code == 200
        assert "a secret reason" not in b"".join(told).decode()
    stale = speak(club, otto, "yes", sure=False)
    assert (stale.answer, stale.words) == ("refused", "The game is over.")


def test_titles_and_players_names_are_understood_too(theirs, club, otto):
    told = speak(club, otto, "More time The Old Road second 2 days: Second is ill.")
    assert (told.answer, told.words) == ("done", "Blue: 2 days more."), told


def test_each_order_is_declared_and_its_example_reads(theirs, club, otto):
    assert [row.prefix for row in ANSWERS] == [*(row.prefix for row in ORDERS), "yes", "no"]
    assert [row.grave for row in ANSWERS[:-2]] == [row.grave for row in ORDERS]
    for row in ORDERS:
        told = speak(club, otto, row.example.replace("first-voyage", theirs.slug))
        assert told.kind != "unreadable" or "No member" in told.words, told


def test_the_letter_is_switched_off_and_on(desk, club, otto):
    for wanted in ("no", "yes"):
        answer = desk.post(reverse("desk-letter", args=["lantern"]), {"wanted": wanted})
        assert answer.status_code == 302
        assert Membership.objects.get(club=club, player=otto).desk_letter is (wanted == "yes")
