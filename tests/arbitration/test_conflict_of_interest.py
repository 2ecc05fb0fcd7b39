"""Referees with an interest in a game without a seat in it (PR-RULING-02), and whom a club asks
first (PR-RULING-03).
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db.models import Q
from django.test import Client

from arbitration.models import Asking, Claim
from arbitration.referees import conflict_of_interest, ruling_requests
from arbitration.referees.appointing import appoint
from arbitration.rulings import giving
from tests.arbitration import disputed
from traders.domain.people import club_roles
from traders.engines.kernel.refusal import Refusal
from traders.models import Club, Game, Player, Role, Standing

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(game: Game, organizer: Player) -> Club:
    assert game.club is not None
    return game.club


def ruled(claim: Claim, by: Player) -> tuple[str, ...]:
    """The rules that keep this player from ruling."""
    with pytest.raises(Refusal) as found:
        giving.give(claim.pk, by, giving.RulingRequest("stand", "So.", "So."))
    return found.value.rules


def test_the_clubs_own_referee_is_asked_first_though_busier(
    game: Game, club: Club, judge: Player
) -> None:
    own = disputed.referee("own")
    club_roles.admit(club, own, Role.REFEREE)
    # a member with that role whom the operator has not appointed rules on nothing
    club_roles.admit(club, disputed.player("hopeful"), Role.REFEREE)
    claim = disputed.claimed(game)
    assert [row.referee for row in claim.askings.all()] == [own]
    assert list(ruling_requests.may_be_asked(claim)) == [own, judge]


Become = Callable[[Club, Player], object]


@pytest.mark.parametrize(
    ("become", "interested"),
    [
        (lambda club, player: club_roles.admit(club, player, Role.ORGANIZER), True),
        (lambda club, player: [club_roles.admit(club, player, role)
                               for role in (Role.ORGANIZER, Role.REFEREE)], True),
        (lambda club, player: [club_roles.admit(club, player, Role.ORGANIZER),
                               club_roles.stand(club, player, Standing.LEFT)], True),
        (lambda club, player: club_roles.admit(club, player, Role.REFEREE), False),
        (lambda club, player: club_roles.found("Other", "other", player), False),
    ],
    ids=["organizer", "became referee", "left", "referee", "of another club"],
)  # fmt: skip
def test_who_runs_the_club_or_ran_it_rules_on_none_of_its_games(
    claim: Claim, club: Club, judge: Player, become: Become, interested: bool
) -> None:
    Game.objects.update(created=claim.made)  # by the clock that the tests set
    become(club, judge)
    claim = Claim.objects.get(pk=claim.pk)
    assert (judge in ruling_requests.may_be_asked(claim)) is not interested
    if interested:
        assert ruled(claim, judge) == ("PR-RULING-02",)
    else:
        giving.give(claim.pk, judge, giving.RulingRequest("stand", "So.", "So."))


def test_a_rival_whom_an_upper_layer_knows_rules_on_nothing_here(
    claim: Claim, judge: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    rival = conflict_of_interest.Interest(lambda game: Q(pk=judge.pk), "You play in this division.")
    monkeypatch.setattr(
        conflict_of_interest, "INTERESTED", [*conflict_of_interest.INTERESTED, rival]
    )
    assert judge not in ruling_requests.may_be_asked(claim)
    assert ruled(claim, judge) == ("PR-RULING-02",)


def test_an_organizer_who_sat_does_not_act(claim: Claim, club: Club, client: Client) -> None:
    red = Player.objects.get(email="red@example.org")
    club_roles.admit(club, red, Role.ORGANIZER)
    judge = appoint_new("late")
    client.force_login(red)
    form = {"do": "assign", "number": "1", "referee": str(judge.pk)}
    assert client.post(f"/games/{claim.game.slug}/claims", form).status_code == 403


def appoint_new(name: str) -> Player:
    made = disputed.player(name)
    appoint(made)
    return made


def test_whom_the_court_asks_sees_the_pages_of_a_private_game(
    claim: Claim, club: Club, client: Client, judge: Player
) -> None:
    Club.objects.update(public=False)
    client.force_login(judge)
    page = f"/games/{claim.game.slug}/"
    Asking.objects.all().delete()
    assert client.get(page).status_code == 404
    Asking.objects.create(claim=claim, referee=judge, at=claim.made)
    assert client.get(page).status_code == 200
