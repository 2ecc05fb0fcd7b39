"""A ladder where people mean no good, or are gone: who was shut out, answers that come late, names
that are another's, challenges as a nuisance, seats given to somebody else, all at one instant.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import close_old_connections, connections

from tests.club.ladders.conftest import NAMES
from tests.club.ladders.test_ladders import answered, later, latest, order, text
from tests.club.seasons.league import called, club_of, olga, person
from traders.club.ladders import ladder_maintenance, player_actions
from traders.club.ladders.ladder_standings import rules_of, standing_of
from traders.club.membership import joining_and_leaving, member_management
from traders.domain.accounts import account_erasure
from traders.domain.calendar import clock
from traders.domain.letters.letter_facts import decode
from traders.domain.people import club_roles, seating
from traders.engines.kernel.refusal import Refusal
from traders.engines.registry import ENGINES
from traders.models import (
    Challenge,
    Club,
    Game,
    Ladder,
    LadderStep,
    Letter,
    Player,
    Role,
    Seat,
    SittingCause,
)

pytestmark = pytest.mark.django_db


def challenged(ladder: Ladder, one: str, other: str) -> Challenge:
    """One challenges the other."""
    return player_actions.challenge(ladder.pk, called(one), called(other))


def _banned(club: Club, player: Player) -> None:
    row = club.memberships.get(player=player)
    member_management.remove(club.pk, olga(club), row.pk, "No more.", ban=True)


def _left(club: Club, player: Player) -> None:
    joining_and_leaving.leave(club.pk, player)


def _guest(club: Club, player: Player) -> None:
    member_management.appoint(
        club.pk, olga(club), club.memberships.get(player=player).pk, str(Role.GUEST)
    )


def _erased(club: Club, player: Player) -> None:
    account_erasure.erase(player)


def _club_closed(club: Club, player: Player) -> None:
    Club.objects.filter(pk=club.pk).update(closed=clock.now())


def _ladder_closed(club: Club, player: Player) -> None:
    ladder_maintenance.close(club.ladders.get().pk, olga(club), closed=True)


@pytest.mark.sampled
@pytest.mark.parametrize("who", ["Cat", "Bob"])
@pytest.mark.parametrize("gone", [_banned, _left, _guest, _erased, _club_closed, _ladder_closed])
def test_a_challenge_of_or_by_who_is_gone_is_void_and_costs_nobody_a_rung(
    ladder: Ladder, who: str, gone: Callable[[Club, Player], None]
) -> None:
    """Nobody sits in a game of a club that shut them out, or goes down for what could not be."""
    found = challenged(ladder, "Cat", "Bob")
    asked = latest("Bob")
    gone(ladder.club, called(who))
    if gone is not _erased or who == "Cat":
        answered(asked, "accept")
        answered(asked, "decline")
    assert not Game.objects.exists()
    later(days=8)
    ladder_maintenance.sweep()
    ladder_maintenance.sweep()
    found.refresh_from_db()
    assert found.state == "void"
    assert not LadderStep.objects.exclude(kind="joined").exists()
    for player in standing_of(ladder).people:
        if player in (found.challenger, found.challenged):
            assert "The challenge is void: nobody moves." in text(latest(player.display_name))


def test_who_is_gone_stands_on_no_rung_and_keeps_nobody_from_being_challenged(
    ladder: Ladder,
) -> None:
    challenged(ladder, "Cat", "Bob")
    _guest(ladder.club, called("Cat"))
    assert order(ladder) == "ABDE"
    ladder_maintenance.sweep()
    challenged(ladder, "Dan", "Bob")


def test_an_answer_to_an_old_challenge_takes_up_no_other(ladder: Ladder) -> None:
    challenged(ladder, "Cat", "Bob")
    old = latest("Bob")
    player_actions.take_back(ladder.pk, called("Cat"))
    new = challenged(ladder, "Dan", "Bob")
    for line in ("accept", "decline"):
        assert "That challenge waits no more. Now Dan challenges you" in answered(old, line)
    new.refresh_from_db()
    assert new.state == "open"
    assert "You play Dan" in answered(Letter.objects.get(key=f"ladder{ladder.pk}.ask.{new.pk}"),
                                      "accept")  # fmt: skip


def test_nobody_is_challenged_and_let_go_over_and_over(ladder: Ladder) -> None:
    """Each challenge is a letter to its reader."""

    def let_go() -> None:
        player_actions.take_back(ladder.pk, called("Cat"))

    def leave_and_come_back() -> None:
        player_actions.leave(ladder.pk, called("Cat"))
        player_actions.join(ladder.pk, called("Cat"))

    challenged(ladder, "Cat", "Bob")
    let_go()
    with pytest.raises(Refusal, match="a challenge of late"):
        challenged(ladder, "Cat", "Bob")
    challenged(ladder, "Cat", "Ann")
    let_go()
    later(days=1.1)
    challenged(ladder, "Cat", "Bob")
    leave_and_come_back()
    ladder.reach = 5
    ladder.save()
    with pytest.raises(Refusal, match="a challenge of late"):
        challenged(ladder, "Cat", "Bob")


def test_nobody_joins_and_leaves_without_end(ladder: Ladder) -> None:
    """Each step is read whenever somebody looks at the ladder."""
    for time in range(3):
        player_actions.leave(ladder.pk, called("Eve"))
        if time < 2:
            player_actions.join(ladder.pk, called("Eve"))
    with pytest.raises(Refusal, match="Join it tomorrow"):
        player_actions.join(ladder.pk, called("Eve"))
    later(days=1.1)
    player_actions.join(ladder.pk, called("Eve"))


@pytest.mark.parametrize(("gives_up", "places"), [("Dan", "ABCDE"), ("Bob", "ADCBE")])
def test_who_gives_the_seat_to_somebody_else_wins_no_rung_by_them(
    ladder: Ladder, gives_up: str, places: str
) -> None:
    """The seat that was given up wins; on the ladder its first player loses."""
    challenged(ladder, "Dan", "Bob")
    game = player_actions.accept(ladder.pk, called("Bob")).game
    assert game is not None
    seat = game.seats.get(player=called(gives_up))
    seating.sit(seat, called("Eve"), clock.whole(clock.now()), SittingCause.SUBSTITUTE)
    Game.objects.filter(pk=game.pk).update(phase="over", number=9, winners=[seat.colour])
    ladder_maintenance.sweep()
    assert order(ladder) == places


def test_a_game_that_both_gave_up_moves_nobody(ladder: Ladder) -> None:
    challenged(ladder, "Dan", "Bob")
    game = player_actions.accept(ladder.pk, called("Bob")).game
    assert game is not None
    Seat.objects.filter(game=game).update(left=clock.now())
    Game.objects.filter(pk=game.pk).update(phase="over", number=9, winners=["red"])
    ladder_maintenance.sweep()
    assert order(ladder) == "ABCDE" and ladder.challenges.get().state == "void"


@pytest.mark.parametrize("system", [*sorted(ENGINES)])
def test_every_game_that_can_have_a_ladder_begins_for_two(system: str) -> None:
    club = club_of(("Ann", "Bob"))
    found = ladder_maintenance.make(club, olga(club), system, ladder_maintenance.LadderPlan())
    for name in ("Ann", "Bob"):
        player_actions.join(found.pk, called(name))
    challenged(found, "Bob", "Ann")
    player_actions.accept(found.pk, called("Ann"))
    assert Game.objects.get().phase == "playing"


# --- names ----------------------------------------------------------------------------------------


def _crowd(*names: str) -> Ladder:
    """A ladder on which these stand, by names of their choice."""
    club = club_of(())
    found = ladder_maintenance.make(
        club, olga(club), "toll", ladder_maintenance.LadderPlan(reach=1)
    )
    for number, name in enumerate(names):
        player = Player.objects.create_user(f"p{number}@example.org", display_name=name)
        club_roles.admit(club, player)
        player_actions.join(found.pk, player)
    return found


def test_who_takes_the_name_of_another_does_not_stand_where_they_stand() -> None:
    """The second Ann would be called by her number: somebody above has that name already."""
    ladder = _crowd("Zoe", "?", "Ann", "Kim", "Ann")
    last = standing_of(ladder).people[-1]
    Player.objects.filter(display_name="?").update(display_name=f"Ann {last.pk}")
    now = standing_of(ladder)
    assert len(set(now.names)) == 5 and now.within_reach(rules_of(ladder), last) == [called("Kim")]
    with pytest.raises(Refusal, match="rungs above"):
        player_actions.challenge(ladder.pk, last, called("Zoe"))
    player_actions.challenge(ladder.pk, last, called("Kim"))


@pytest.mark.sampled
@pytest.mark.parametrize(
    "above",
    [
        "Ann!", "Dr. Who.", "  Ann  Lee ", "<b>Ann</b>", "{{ secret }}", "{% now 'Y' %}", "accept",
        "Ann; accept", "leave ladder", "שלום", "Ann\u202ennA", "…", "Åsa, the 3rd", "take back",
        "# Ann", "> Ann", "ANN", "İnci", "Straße", "a\u0301nn", "=1+1", "to red: hello",
    ],
)  # fmt: skip
def test_whoever_is_called_anything_can_be_challenged_by_the_order_that_the_letter_names(
    above: str,
) -> None:
    ladder = _crowd(above, "Kim")
    asked = latest("Kim")
    (line, _), *more = decode(asked.facts).extra["answers"]
    assert not more
    answered(asked, line)
    assert Challenge.objects.get().challenged == standing_of(ladder).people[0]


def test_two_of_one_name_are_challenged_each_by_their_own() -> None:
    ladder = _crowd("Ann", "ann.", "Kim")
    ladder.reach = 2
    ladder.save()
    player_actions.leave(ladder.pk, called("Kim"))
    later(seconds=1)
    player_actions.join(ladder.pk, called("Kim"))
    orders = [line for line, _ in decode(latest("Kim").facts).extra["answers"]]
    assert len(set(orders)) == 2
    answered(latest("Kim"), orders[0])
    assert Challenge.objects.get().challenged == standing_of(ladder).people[1]


# --- at the same instant --------------------------------------------------------------------------


def _at_once(*acts: Callable[[], object]) -> Sequence[str]:
    """What each is told, done at the same instant; "" where it is done."""
    together = Barrier(len(acts))

    def one(act: Callable[[], object]) -> str:
        close_old_connections()
        try:
            together.wait()
            act()
            return ""
        except Refusal as refusal:
            return refusal.text
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(one, acts))


@pytest.mark.sampled
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("again", range(3))
def test_what_two_do_at_the_same_instant_is_done_once(ladder: Ladder, again: int) -> None:
    pk, bob, cat, dan = ladder.pk, *map(called, NAMES[1:4])
    told = _at_once(
        lambda: player_actions.challenge(pk, cat, bob),
        lambda: player_actions.challenge(pk, dan, bob),
    )
    assert sorted(map(bool, told)) == [False, True]
    mine = ladder.challenges.get().challenger
    told = _at_once(
        lambda: player_actions.accept(pk, bob),
        lambda: player_actions.take_back(pk, mine),
        lambda: player_actions.accept(pk, bob),
        lambda: player_actions.decline(pk, bob),
        lambda: player_actions.leave(pk, mine),
    )
    state = ladder.challenges.get().state
    assert Game.objects.count() == (state == "playing")
    assert sum(not one for one in told[:4]) == (state != "void")
    fay = person("Fay")
    club_roles.admit(ladder.club, fay)
    join = [lambda: player_actions.join(pk, fay)] * 2
    assert sorted(
        map(bool, _at_once(*join, ladder_maintenance.sweep, ladder_maintenance.sweep))
    ) == [
        0,
        0,
        0,
        1,
    ]
    assert order(ladder).count("F") == 1
