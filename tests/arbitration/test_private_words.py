"""What is said to the referee alone is shown to the referee who is asked now and may rule. Each
look is on record, told when the game is over, and bars from a seat (PR-CLAIM-04, PR-RULING-02).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db.models import Q
from django.test import Client

from arbitration.claims import case_opened_by_officials
from arbitration.models import CaseLook, Claim
from arbitration.pages.case_presenter import Case
from arbitration.referees import (
    conflict_of_interest,
    opening_hidden_hands,
    private_statements,
    reassignment,
    ruling_requests,
)
from arbitration.rulings import giving
from tests.arbitration import disputed
from traders.domain.calendar import clock
from traders.domain.people import club_roles
from traders.domain.play import door
from traders.domain.play.commands import leaving_and_taking_seats
from traders.domain.play.game_session import open_session
from traders.engines.kernel.refusal import Refusal
from traders.models import (
    Division,
    Entrant,
    Game,
    Letter,
    Player,
    Role,
    Round,
    Season,
    SeasonTable,
    SittingCause,
)

pytestmark = pytest.mark.django_db

SECRET = "hand like a foot"
ORDER = "play quarantine at kluge"
GIVEN = giving.RulingRequest("stand", "So.", "So.")


@pytest.fixture
def second(judge: Player) -> Player:
    return disputed.referee("second")


@pytest.fixture
def case(judge: Player, second: Player, game: Game) -> Claim:
    """A claim with a private answer by letter; the first referee is asked."""
    made = disputed.claimed(game)
    at = disputed.CLAIMED + timedelta(hours=1)
    disputed.by_letter(game, "green", f"answer privately 1: {SECRET}", at)
    clock.set_to(disputed.HEARD)
    assert ruling_requests.asked_now(made) == judge
    return made


def page(client: Client, player: Player, claim: Claim) -> str:
    client.force_login(player)
    shown = client.get(f"/admin/arbitration/claim/{claim.pk}/change/")
    return shown.content.decode() if shown.status_code == 200 else ""


def queue(client: Client, player: Player, due: str = "all") -> str:
    client.force_login(player)
    return client.get("/admin/arbitration/claim/", {"due": due}).content.decode()


def test_the_referee_who_is_asked_reads_them_and_that_is_on_record(
    client: Client, case: Claim, judge: Player
) -> None:
    clock.set_to(disputed.CLAIMED + timedelta(hours=2))
    for _ in range(2):
        shown = page(client, judge, case)
        assert SECRET in shown and ORDER in shown
    assert [(look.player, look.claim) for look in CaseLook.objects.all()] == [(judge, case)]
    at = disputed.CLAIMED + timedelta(hours=3)
    disputed.by_letter(case.game, "red", "answer privately 1: and mine", at)
    assert "and mine" in page(client, judge, case)
    assert CaseLook.objects.count() == 2


def _asks_another(claim: Claim, judge: Player, second: Player) -> None:
    reassignment.assign(claim.pk, second.pk, judge)


def _gives_back(claim: Claim, judge: Player, second: Player) -> None:
    reassignment.recuse(claim.pk, judge, "x")


def _time_is_over(claim: Claim, judge: Player, second: Player) -> None:
    ruling_requests.pass_on(claim, clock.now(), on_appeal=False)


def _runs_the_club(claim: Claim, judge: Player, second: Player) -> None:
    Game.objects.update(club=club_roles.found("Club", "club", judge))


def _plays_in_the_division(claim: Claim, judge: Player, second: Player) -> None:
    club = club_roles.found("Club", "club", disputed.player("organizer"))
    season = Season.objects.create(club=club, name="Spring", slug="spring", made=disputed.BEGUN)
    division = Division.objects.create(season=season, name="A", order=1, size=8)
    Entrant.objects.create(
        season=season, division=division, player=judge, registered=disputed.BEGUN
    )
    SeasonTable.objects.create(
        division=division,
        game=claim.game,
        round=Round.objects.create(season=season, number=1, drawn=disputed.BEGUN),
        number=1,
    )


def _rules(claim: Claim, judge: Player, second: Player) -> None:
    giving.give(claim.pk, judge, GIVEN, disputed.HEARD)


def _rules_and_is_appealed(claim: Claim, judge: Player, second: Player) -> None:
    _rules(claim, judge, second)
    door.orders(claim.game_id, "blue", "appeal 1: no", at=disputed.HEARD + timedelta(hours=1))


def _loses_the_office(claim: Claim, judge: Player, second: Player) -> None:
    judge.user_permissions.remove(*judge.user_permissions.filter(codename="add_ruling"))


@pytest.mark.sampled
@pytest.mark.parametrize(
    "happens",
    [
        _asks_another,
        _gives_back,
        _time_is_over,
        _runs_the_club,
        _plays_in_the_division,
        _rules,
        _rules_and_is_appealed,
        _loses_the_office,
    ],
)
def test_who_is_asked_no_more_or_may_not_rule_reads_nothing_private(
    client: Client,
    case: Claim,
    judge: Player,
    second: Player,
    happens: Callable[[Claim, Player, Player], None],
) -> None:
    happens(case, judge, second)
    judge = Player.objects.get(pk=judge.pk)
    claim = Claim.objects.select_related("game__club", "finding").get(pk=case.pk)
    for shown in (page(client, judge, case), queue(client, judge)):
        assert SECRET not in shown and ORDER not in shown
    with pytest.raises(Refusal):
        private_statements.may_read(judge, claim)
    assert not Case(claim, judge).reads
    assert not CaseLook.objects.filter(player=judge).exists()
    looks = opening_hidden_hands.is_open(claim, judge)
    assert not looks


def test_who_is_not_asked_reads_what_is_public(client: Client, case: Claim, second: Player) -> None:
    shown = page(client, second, case)
    assert "1 answer to the referee alone" in shown
    assert SECRET not in shown and ORDER not in shown and "alone knows" not in shown
    assert "Move 2:" in shown and "The rules do not settle it" in shown
    with pytest.raises(Refusal) as refused:
        opening_hidden_hands.open_hidden(case, second, "to look")
    assert refused.value.rules == ("PR-RULING-02",)
    with pytest.raises(Refusal):
        reassignment.assign(case.pk, second.pk, second)


def test_another_cases_referee_does_not_read_them_in_the_letters_of_its_claimant(
    client: Client, case: Claim, judge: Player, second: Player
) -> None:
    at = disputed.CLAIMED + timedelta(hours=2)
    disputed.by_letter(case.game, "green", "claim conduct: no", at)
    other = Claim.objects.exclude(pk=case.pk).get()
    reassignment.assign(other.pk, second.pk, ruling_requests.asked_now(other))
    shown = page(client, second, other)
    assert "answer privately 1" in shown and SECRET not in shown


@pytest.mark.sampled
def test_who_takes_the_seat_over_does_not_read_what_its_player_said_before(
    client: Client, case: Claim
) -> None:
    green = case.game.seats.get(colour="green")
    shown = f"/games/{case.game.slug}/claims"
    client.force_login(green.player)
    assert SECRET in client.get(shown).content.decode()
    kim = disputed.player("kim")
    clock.set_to(disputed.CLAIMED + timedelta(hours=2))
    with open_session(case.game_id, clock.now()) as session:
        leaving_and_taking_seats.leave(session, session.place("green"), SittingCause.LEFT)
    clock.set_to(disputed.CLAIMED + timedelta(hours=3))
    leaving_and_taking_seats.take(case.game_id, "green", kim)
    client.force_login(kim)
    answer = client.get(shown)
    assert answer.status_code == 200
    assert SECRET not in answer.content.decode()


@pytest.mark.parametrize("happens", [None, _asks_another, _gives_back, _time_is_over])
def test_who_was_asked_looked_or_gave_it_back_takes_no_seat(
    case: Claim,
    judge: Player,
    second: Player,
    happens: Callable[[Claim, Player, Player], None] | None,
) -> None:
    conflict_of_interest.may_sit(case.game, second)
    if happens is not None:
        happens(case, judge, second)
    with pytest.raises(Refusal) as refused:
        conflict_of_interest.may_sit(case.game, judge)
    assert "PR-SEAT-04" in refused.value.rules


def test_a_look_alone_bars_from_a_seat(case: Claim, second: Player) -> None:
    CaseLook.objects.create(claim=case, player=second, at=disputed.HEARD)
    with pytest.raises(Refusal, match="read what was said to the referee alone"):
        conflict_of_interest.may_sit(case.game, second)


def test_all_seats_are_told_of_a_look_when_the_game_is_over(
    client: Client, case: Claim, judge: Player
) -> None:
    page(client, judge, case)
    told = Letter.objects.filter(game=case.game, facts__contains="to the referee alone in claim 1")
    assert not told.exists()
    giving.give(case.pk, judge, GIVEN, disputed.HEARD)
    at = disputed.HEARD + timedelta(hours=1)
    for colour in ("red", "blue", "green"):
        text = "propose end\nyes" if colour == "red" else "vote yes"
        door.orders(case.game_id, colour, text, at=at)
    assert set(told.values_list("seat", flat=True)) == {"red", "blue", "green"}


@pytest.mark.parametrize("interest", [_runs_the_club, _plays_in_the_division])
def test_an_interest_neither_opens_a_case_nor_stops_the_game(
    client: Client,
    case: Claim,
    judge: Player,
    interest: Callable[[Claim, Player, Player], None],
) -> None:
    interest(case, judge, judge)
    request = case_opened_by_officials.CaseRequest(kind="conduct", words="x", freeze=True)
    with pytest.raises(Refusal) as refused:
        case_opened_by_officials.open_case(case.game_id, judge, request)
    assert refused.value.rules == ("PR-CLAIM-06", "PR-RULING-02")
    assert "1 by Blue" not in queue(client, judge)
    client.force_login(judge)
    where = f"/admin/arbitration/claim/{case.pk}/change/"
    assert client.post(where, {"do": "stop"}).status_code == 403
    assert client.post(where, {"do": "recuse"}).status_code == 403


@pytest.mark.sampled
@pytest.mark.parametrize("become", ["organizer", "left", "referee"])
def test_the_queue_counts_what_one_may_not_rule_on(
    client: Client, case: Claim, judge: Player, become: str
) -> None:
    """`may_rule`, and the filter of the queue, agree."""
    club = club_roles.found("Club", "club", disputed.player("organizer"))
    Game.objects.update(club=club, created=case.made)
    club_roles.admit(club, judge, Role.REFEREE if become == "referee" else Role.ORGANIZER)
    if become == "left":
        club_roles.admit(club, judge, Role.PLAYER)
    barred = Claim.objects.filter(conflict_of_interest.barred(judge)).exists()
    assert barred == (become != "referee")
    assert ("1 by Blue" in queue(client, judge)) is not barred
    assert ("1 other case waits" in queue(client, judge)) is barred


def test_an_organizer_opens_a_case_but_not_on_the_game_of_a_rival(
    case: Claim, judge: Player
) -> None:
    organizer = disputed.player("organizer")
    Game.objects.update(club=club_roles.found("Club", "club", organizer))
    game = Game.objects.select_related("club").get(pk=case.game_id)
    case_opened_by_officials.may_open(organizer, game)
    rival = conflict_of_interest.Interest(
        lambda game: Q(pk=organizer.pk), "You play in this division."
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(conflict_of_interest, "INTERESTED", [*conflict_of_interest.INTERESTED, rival])
        with pytest.raises(Refusal, match="this division"):
            case_opened_by_officials.may_open(organizer, game)
        assert Claim.objects.filter(conflict_of_interest.barred(organizer)).exists()
