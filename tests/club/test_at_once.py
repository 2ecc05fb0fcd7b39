"""Two organizers act at the same instant, at the desk and in a season: what can be done once is
done once, and the second is told so.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest
from django.db import close_old_connections, connections, transaction
from django.test import Client
from django.urls import reverse

from tests import seated
from tests.club.seasons.league import LUCK, called, club_of, drawn_by_hand, olga, registered
from tests.services.waiting import FAR, until_somebody_waits
from traders.club.desk import organizer_lines
from traders.club.seasons import round_start, setting_up
from traders.domain.calendar import clock
from traders.domain.history import audit
from traders.domain.people import club_roles
from traders.domain.play import door
from traders.engines.kernel.refusal import Refusal
from traders.engines.registry import ENGINES
from traders.models import Announcement, Club, Entry, Game, Kind, Player, Role, Season, Seat

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _toll(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENGINES, "toll", "tests.toll")


def both(act: Callable[[Player], str], *who: Player) -> list[str]:
    """What each is told who does it at the same instant."""
    together = Barrier(len(who))

    def one(player: Player) -> str:
        close_old_connections()
        try:
            together.wait()
            return act(player)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(who)) as threads:
        return sorted(threads.map(one, who))


@pytest.fixture
def club() -> Club:
    """Olga and Otto run it."""
    found = club_of(["Ann", "Bob", "Otto"])
    club_roles.admit(found, called("Otto"), Role.ORGANIZER)
    return found


@pytest.fixture
def game(club: Club) -> Game:
    made = door.create("toll", ["red", "blue"], title="First voyage", club=club)
    for seat, name in zip(made.seats.all(), ("Ann", "Bob"), strict=True):
        Seat.objects.filter(pk=seat.pk).update(player=called(name))
    seated.begin(made.pk)
    made.refresh_from_db()
    return made


@pytest.mark.parametrize(
    ("line", "deed"),
    [
        ("end {} void", ""),
        ("offer {} blue", "offer"),
        ("pause {} for 2d", "pause"),
        ("more time {} all 24h", "time"),
    ],
)
def test_of_two_organizers_each_order_is_whole(
    club: Club, game: Game, line: str, deed: str
) -> None:
    head = line.format(game.slug)
    told = both(
        lambda who: organizer_lines.speak(club, who, f"{head}: {who.display_name} says so").answer,
        olga(club),
        called("Otto"),
    )
    game.refresh_from_db()
    assert audit.audit(game) is None
    once = deed in ("", "offer")
    assert told == (["done", "refused"] if once else ["done", "done"])
    kept = Entry.objects.filter(game=game, kind=Kind.DECISION if deed else Kind.END)
    assert kept.count() == (1 if once else 2)


def test_a_grave_order_is_carried_out_by_one_of_two_confirmations(club: Club, game: Game) -> None:
    who = olga(club)
    asked = organizer_lines.speak(club, who, f"end {game.slug} void: enough", sure=False)
    assert asked.answer == "asked"
    told = both(lambda one: organizer_lines.speak(club, one, "yes", sure=False).answer, who, who)
    assert told == ["done", "refused"]
    assert Entry.objects.filter(game=game, kind=Kind.END).count() == 1
    game.refresh_from_db()
    assert audit.audit(game) is None


def test_words_to_all_by_two_at_once_count_one_anothers(club: Club, settings: object) -> None:
    settings.QUOTA_ANNOUNCEMENTS = 1  # type: ignore[attr-defined]
    told = both(
        lambda who: organizer_lines.speak(club, who, "tell club: hello").answer,
        olga(club),
        olga(club),
    )
    assert told == ["done", "refused"]
    assert Announcement.objects.count() == 1


def test_the_same_words_twice_in_a_second_are_written_once_and_told_so(club: Club) -> None:
    with clock.at(clock.now()):
        first, again = (
            organizer_lines.speak(club, olga(club), "tell club: hello") for _ in range(2)
        )
    assert first.words.endswith("people read it.")
    assert again.words == "These words went out just now, and nobody is written to twice."
    assert Announcement.objects.count() == 1


@pytest.mark.postgres
def test_an_operator_who_was_second_reads_that_the_name_is_taken(client: Client) -> None:
    client.force_login(Player.objects.create_superuser("op@example.org", display_name="Op"))
    page = client.get(reverse("admin:traders_club_add")).context["adminform"].form
    given = {name: page.get_initial_for_field(field, name) for name, field in page.fields.items()}
    given = {name: value for name, value in given.items() if value is not None}
    given |= {"name": "Spiral", "slug": "spiral", "public": "on"}
    made = Event()

    def first() -> None:
        with transaction.atomic():
            Club.objects.create(name="Spiral", slug="other")
            made.set()
            until_somebody_waits()  # the operator's row does
        connections.close_all()

    with ThreadPoolExecutor(1) as threads:
        done = threads.submit(first)
        assert made.wait(FAR)
        answer = client.post(reverse("admin:traders_club_add"), given)
        done.result()
    assert answer.status_code == 200
    assert answer.context["adminform"].form.errors == {"name": ["Another club has this name."]}
    assert Club.objects.filter(name="Spiral").count() == 1


@pytest.mark.postgres
def test_two_seasons_of_one_name_made_at_once_both_stand(club: Club) -> None:
    plan = setting_up.SeasonPlan(name="Spring", games=[LUCK], rounds=1, table_size=2, divisions=[2])
    made = Event()

    def first() -> None:
        with transaction.atomic():
            setting_up.make(club, olga(club), plan)
            made.set()
            until_somebody_waits()  # the second season does
        connections.close_all()

    with ThreadPoolExecutor(1) as threads:
        done = threads.submit(first)
        assert made.wait(FAR)
        assert setting_up.make(club, called("Otto"), plan).slug == "spring-2"
        done.result()


def test_a_round_is_begun_once_by_two_at_once() -> None:
    season = registered(["Ann", "Bob", "Cat", "Dan"], 4, rounds=1, table_size=2)
    otto = Player.objects.create_user("otto@example.org", display_name="Otto")
    club_roles.admit(season.club, otto, Role.ORGANIZER)
    drawn_by_hand(season, d1=[[["Ann", "Bob"], ["Cat", "Dan"]]])

    def begin(who: Player) -> str:
        try:
            round_start.begin(season.pk, who)
        except Refusal as refusal:
            return refusal.text
        return "begun"

    told = both(begin, olga(season.club), otto)
    assert told == ["All rounds that were drawn have begun.", "begun"]
    assert Game.objects.filter(season_table__round__season=season).count() == 2
    assert Season.objects.get().phase == "running"


def test_two_who_begin_the_same_round_at_once_do_not_begin_the_next() -> None:
    season = registered(["Ann", "Bob", "Cat", "Dan"], 4, rounds=2, table_size=2)
    otto = Player.objects.create_user("otto@example.org", display_name="Otto")
    club_roles.admit(season.club, otto, Role.ORGANIZER)
    drawn_by_hand(season, d1=[[["Ann", "Bob"], ["Cat", "Dan"]], [["Ann", "Cat"], ["Bob", "Dan"]]])

    def begin(who: Player) -> str:
        try:
            return f"begun {round_start.begin(season.pk, who, 1).number}"
        except Refusal as refusal:
            return refusal.text

    told = both(begin, olga(season.club), otto)
    assert told == ["Round 1 of Spring is not the next to begin.", "begun 1"]
    assert [one.begun is None for one in season.drawn_rounds.all()] == [False, True]
