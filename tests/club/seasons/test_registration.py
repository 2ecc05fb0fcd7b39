"""Who takes part: one who registers twice, the waiting list, members who go."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail

from tests.club.seasons.league import LUCK, called, club_of, olga, season_of, taken
from traders.club.seasons import registration, setting_up
from traders.club.seasons.participants_and_waiting_list import entries
from traders.domain.calendar import clock
from traders.domain.people import club_roles
from traders.domain.post import delivery
from traders.domain.timeline import timeline
from traders.engines.kernel.refusal import Refusal
from traders.models import Entrant, Letter, LetterKind, Membership, Player, Role, Season, Standing

pytestmark = pytest.mark.django_db
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")


@pytest.fixture
def season(db: None) -> Season:
    return season_of(club_of(NAMES), [2, 2])


def names(entrants: list[Entrant]) -> list[str]:
    return [entrant.name for entrant in entrants]


def all_register(season: Season, some: tuple[str, ...] = NAMES) -> None:
    for name in some:
        registration.register(season.pk, called(name))


def test_who_comes_when_all_places_are_taken_waits_and_moves_up_by_itself(season: Season) -> None:
    """(PR-SEASON-02)"""
    all_register(season)
    found = entries(season)
    assert names(found.taking_part) == ["Ann", "Bob", "Cat", "Dan"]
    assert names(found.waiting) == ["Eve", "Fay"]
    assert found.place_of(found.waiting[1]) == 2
    registration.withdraw(season.pk, called("Bob"))
    found = entries(season)
    assert names(found.taking_part) == ["Ann", "Cat", "Dan", "Eve"]
    letter = Letter.objects.get(player=called("Eve"), game=None)
    assert "You have a place in Spring" in letter.facts
    registration.register(season.pk, called("Bob"))  # back, behind all others
    assert names(entries(season).waiting) == ["Fay", "Bob"]


def test_nobody_registers_twice_or_without_being_a_member(season: Season) -> None:
    """(PR-SEASON-02)"""
    registration.register(season.pk, called("Ann"))
    with pytest.raises(Refusal, match="Ann is registered already"):
        registration.register(season.pk, called("Ann"))
    stranger = Player.objects.create_user("x@example.org", display_name="Stranger")
    with pytest.raises(Refusal, match="Join the club first"):
        registration.register(season.pk, stranger)
    club_roles.admit(season.club, stranger, Role.GUEST)
    with pytest.raises(Refusal, match="Only members"):
        registration.register(season.pk, stranger)
    registration.enter(season.pk, stranger, olga(season.club))
    assert names(entries(season).taking_part) == ["Ann", "Stranger"]


def test_a_member_who_is_removed_takes_part_no_more(season: Season) -> None:
    all_register(season)
    Membership.objects.filter(player=called("Ann")).update(standing=Standing.BANNED)
    assert names(entries(season).taking_part) == ["Bob", "Cat", "Dan", "Eve"]


def test_who_has_not_confirmed_is_asked_once_a_day_and_can_be_left_out(season: Season) -> None:
    """(PR-SEASON-02)"""
    all_register(season)
    by = olga(season.club)
    registration.confirm(season.pk, called("Ann"))
    assert [registration.ask_to_confirm(season.pk, by) for _ in range(2)] == [3, 0]
    asked = Letter.objects.get(player=called("Bob"), kind=LetterKind.ASKED)
    taken(asked, "confirm")  # and nobody has read it
    assert registration.leave_out_unconfirmed(season.pk, by) == 2
    assert names(entries(season).taking_part) == ["Ann", "Bob", "Eve", "Fay"]
    told = Letter.objects.filter(key__contains=".out.").values_list("player__display_name")
    assert [name for (name,) in told.order_by("pk")] == ["Cat", "Dan"]


def test_before_registration_closes_each_is_asked_once_and_after_it_nobody_registers(
    season: Season,
) -> None:
    all_register(season, NAMES[:2])
    closes = clock.now() + timedelta(days=10)
    Season.objects.update(closes=closes)
    asked = []
    for days in (4, 2, 1):
        with clock.at(closes - timedelta(days=days)):
            asked.append(registration.remind())
    assert asked == [0, 2, 0]
    letter = Letter.objects.filter(kind=LetterKind.ASKED, player=called("Bob")).latest("pk")
    said = []
    for word, late in (("withdraw", -1), ("register", 0), ("Withdraw", 1), ("Register", 2)):
        with clock.at(closes + timedelta(seconds=late)):  # on the stroke counts (PR-RECEIPT-02)
            said.append(taken(letter, word))
    with clock.at(closes + timedelta(hours=1)):  # whenever it is read (PR-RECEIPT-01)
        timeline.read_all(said[:2])
        assert names(entries(season).taking_part) == ["Ann", "Bob"]
        timeline.read_all(said[2:])
        assert names(entries(season).taking_part) == ["Ann"]
        with pytest.raises(Refusal, match="Registration is closed"):
            registration.register(season.pk, called("Bob"))
        registration.enter(season.pk, called("Bob"), olga(season.club))


def test_the_hour_at_which_registration_closes_is_told_in_each_one_s_zone(season: Season) -> None:
    all_register(season, NAMES[:2])
    Player.objects.filter(display_name="Bob").update(zone="Asia/Tokyo")
    Season.objects.update(closes=datetime(2026, 12, 5, 22, 59, 59, tzinfo=UTC))
    with clock.at(datetime(2026, 12, 1, tzinfo=UTC)):
        registration.ask_to_confirm(season.pk, olga(season.club))
        delivery.prepare_and_send(list(Letter.objects.values_list("pk", flat=True)))
    to_ann, to_bob = (" ".join(str(letter.body).split()) for letter in mail.outbox)
    assert (
        "Hello Ann. Spring, a season of Star Club, begins soon: Star Trader's Luck, 1 round"
        in to_ann
    )
    assert "Answer by Sat 22:59 (in 5 days): write `confirm`" in to_ann
    assert "Answer by Sun 07:59 (in 5 days): write `confirm`" in to_bob


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("plays", "does_not"), [("confirm", "withdraw"), ("Yes, I play!", "No"), ("yes", "no.")]
)
def test_the_question_whether_one_plays_is_answered_by_letter(
    season: Season, plays: str, does_not: str
) -> None:
    all_register(season, NAMES[:5])
    registration.ask_to_confirm(season.pk, olga(season.club))
    for name, word in (("Ann", plays), ("Bob", does_not), ("Cat", does_not), ("Cat", "register")):
        asked = Letter.objects.filter(player=called(name), kind=LetterKind.ASKED)
        timeline.read(taken(asked.latest("pk"), word))
    found = entries(season)
    assert names(found.taking_part) == ["Ann", "Dan", "Eve", "Cat"]
    assert "Ann" not in names(found.unconfirmed)


def test_nobody_is_asked_about_a_season_that_is_being_prepared(season: Season) -> None:
    all_register(season, NAMES[:2])
    by = olga(season.club)
    registration.close_again(season.pk, by)
    with pytest.raises(Refusal, match="being prepared"):
        registration.ask_to_confirm(season.pk, by)
    assert registration.leave_out_unconfirmed(season.pk, by) == 2
    assert not Letter.objects.filter(game=None).exists()


def test_only_organizers_run_a_season(season: Season) -> None:
    """(PR-SEASON-01)"""
    ann = called("Ann")
    for deed in (
        registration.ask_to_confirm,
        registration.leave_out_unconfirmed,
        registration.close_again,
    ):
        with pytest.raises(Refusal, match="Only an organizer"):
            deed(season.pk, ann)


def test_only_organizers_make_a_season_and_none_in_a_closed_club(season: Season) -> None:
    """(PR-CLUB-01, PR-CLUB-04)"""
    club = season.club
    plan = setting_up.SeasonPlan(name="Autumn", games=[LUCK], rounds=1, table_size=4, divisions=[4])
    with pytest.raises(Refusal, match="Only an organizer") as refused:
        setting_up.make(club, called("Ann"), plan)
    assert refused.value.rules == ("PR-CLUB-01",)
    club.closed = clock.now()
    with pytest.raises(Refusal, match="no season begins there") as refused:
        setting_up.make(club, olga(club), plan)
    assert refused.value.rules == ("PR-CLUB-04",)
    assert Season.objects.get() == season


def test_an_impossible_season_is_refused_with_all_that_is_wrong(season: Season) -> None:
    """(PR-SEASON-01)"""
    plan = setting_up.SeasonPlan(
        name="", games=[{"system": "chess"}], rounds=0, table_size=9, divisions=[1]
    )
    with pytest.raises(Refusal) as refused:
        setting_up.make(season.club, olga(season.club), plan)
    for words in ("has a name", "1 to 30 rounds", "2 to 6 people", "room for 2", "no game chess"):
        assert words in refused.value.text
    assert Season.objects.count() == 1
