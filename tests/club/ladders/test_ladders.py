"""A ladder: join, challenge, answer by page and by letter, results, declining, idleness."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest

from tests.club.ladders.conftest import NAMES
from tests.club.seasons.league import called, olga, taken
from tests.domain.playing import bots_play
from traders.club.competition import ladder_rules as rungs
from traders.club.ladders import ladder_maintenance, player_actions
from traders.club.ladders.ladder_standings import after, rules_of, standing_of
from traders.club.ladders.locked_ladder import step
from traders.domain.accounts import data_export
from traders.domain.calendar import clock
from traders.domain.deadlines import heartbeat_and_outages
from traders.domain.letters.letter_facts import decode
from traders.domain.letters.letter_recipient import reader_of
from traders.domain.letters.render import render
from traders.domain.timeline import timeline
from traders.engines.kernel.refusal import Refusal
from traders.models import Game, Ladder, Letter, StepKind

pytestmark = pytest.mark.django_db


def order(ladder: Ladder) -> str:
    """The first letters of who stands on it, the highest first."""
    return "".join(name[0] for name in standing_of(ladder).names)


def text(letter: Letter) -> str:
    """What a letter says."""
    return " ".join(render(letter.kind, decode(letter.facts), reader_of(letter)).text.split())


def latest(name: str) -> Letter:
    """Somebody's latest letter about no game."""
    return Letter.objects.filter(player=called(name), game=None).latest("pk")


def answered(letter: Letter, line: str) -> str:
    """Answer a letter by mail, and read what comes back."""
    timeline.read(taken(letter, line))
    assert letter.player is not None
    return text(latest(letter.player.display_name))


def later(**length: float) -> None:
    """Time goes by."""
    clock.set_to(clock.now() + timedelta(**length))


def test_a_challenge_by_letter_is_played_and_settles_the_rungs(ladder: Ladder) -> None:
    assert order(ladder) == "ABCDE"
    welcome = text(latest("Dan"))
    assert (
        "rung 4 of 4" in welcome and "challenge Cat" in welcome and "challenge Ann" not in welcome
    )
    assert "has 7 days to answer" in answered(latest("Dan"), "challenge bob")
    asked = text(latest("Bob"))
    assert "Dan, on rung 4, challenges you for rung 2" in asked and "you go down 1 rung" in asked
    answered(latest("Bob"), "accept")
    game = Game.objects.get()
    assert [seat.player.display_name for seat in game.seats.order_by("place")] == ["Dan", "Bob"]
    ladder_maintenance.sweep()
    assert order(ladder) == "ABCDE"
    game = bots_play(game)
    winners = {game.seats.get(colour=colour).player for colour in game.winners}
    ladder_maintenance.sweep()
    ladder_maintenance.sweep()
    assert order(ladder) == ("ADCBE" if winners == {called("Dan")} else "ABCDE")
    assert "You stand on rung" in text(latest("Dan"))
    assert ladder.challenges.get().state == "played"


@pytest.mark.parametrize(("word", "state"), [("Yes, with pleasure", "playing"), ("no", "declined")])
def test_a_challenge_is_answered_by_yes_and_no(ladder: Ladder, word: str, state: str) -> None:
    Ladder.objects.update(answer_days=1)
    assert "has 1 day to answer" in answered(latest("Dan"), "challenge bob")
    answered(latest("Bob"), word)
    assert ladder.challenges.get().state == state


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("winners", "places"), [(["red"], "ADCBE"), (["blue"], "ABCDE"), (["red", "blue"], "ABCDE")]
)
def test_the_lower_takes_the_rung_of_the_higher_by_winning_alone(
    ladder: Ladder, winners: list[str], places: str
) -> None:
    player_actions.challenge(ladder.pk, called("Dan"), called("Bob"))
    game = player_actions.accept(ladder.pk, called("Bob")).game
    assert game is not None
    Game.objects.filter(pk=game.pk).update(phase="over", number=9, winners=winners)
    ladder_maintenance.sweep()
    assert order(ladder) == places


def test_what_cannot_be_challenged_is_refused_and_says_who_can(ladder: Ladder) -> None:
    for one, other, said in (
        ("Eve", "Ann", "can challenge Dan, Cat"),
        ("Ann", "Bob", "only those above"),
        ("Ann", "Ann", "Nobody can challenge themselves."),
        ("Bob", "Olga", "Olga is not on the ladder"),
    ):
        with pytest.raises(Refusal, match=said):
            player_actions.challenge(ladder.pk, called(one), called(other))
    assert "Nobody on the ladder is called “zoe”" in answered(latest("Eve"), "challenge Zoe")
    player_actions.challenge(ladder.pk, called("Dan"), called("Cat"))
    with pytest.raises(Refusal, match="Cat is challenged already"):
        player_actions.challenge(ladder.pk, called("Eve"), called("Cat"))
    with pytest.raises(Refusal, match="one at a time"):
        player_actions.challenge(ladder.pk, called("Dan"), called("Bob"))
    with pytest.raises(Refusal, match="No challenge waits"):
        player_actions.accept(ladder.pk, called("Dan"))
    player_actions.take_back(ladder.pk, called("Dan"))
    assert "taken the challenge back" in text(latest("Cat"))
    with pytest.raises(Refusal, match="stand on this ladder already"):
        player_actions.join(ladder.pk, called("Ann"))
    ladder_maintenance.close(ladder.pk, olga(ladder.club), closed=True)
    with pytest.raises(Refusal, match="is closed"):
        player_actions.challenge(ladder.pk, called("Dan"), called("Cat"))


def test_a_challenge_declined_or_not_answered_costs_a_rung(ladder: Ladder) -> None:
    player_actions.challenge(ladder.pk, called("Cat"), called("Bob"))
    answered(latest("Bob"), "decline")
    assert order(ladder) == "ACBDE"
    assert "Your challenge of Bob was declined" in text(latest("Cat"))
    player_actions.challenge(ladder.pk, called("Bob"), called("Ann"))
    later(days=6.9)
    ladder_maintenance.sweep()
    assert order(ladder) == "ACBDE"
    later(days=0.2)
    ladder_maintenance.sweep()
    ladder_maintenance.sweep()
    assert order(ladder) == "CABDE"
    assert "was not answered in time" in text(latest("Ann"))


def test_an_answer_counts_from_when_it_was_taken_whenever_it_is_read(ladder: Ladder) -> None:
    # PR-RECEIPT-01, -02, -07; PR-MAIL-03
    due = player_actions.challenge(ladder.pk, called("Cat"), called("Bob")).due
    clock.set_to(due)
    taken(latest("Bob"), "accept")  # on the stroke
    later(hours=1)
    ladder_maintenance.sweep()
    assert (ladder.challenges.get().state, order(ladder)) == ("playing", "ABCDE")
    due = player_actions.challenge(ladder.pk, called("Eve"), called("Dan")).due
    asked = latest("Dan")
    heartbeat_and_outages.missed(due - timedelta(hours=3), timedelta(hours=2))
    clock.set_to(due + timedelta(hours=2))
    ladder_maintenance.sweep()
    assert ladder.challenges.latest("pk").state == "open"  # until the outage's hours are over too
    clock.set_to(due + timedelta(hours=2, seconds=1))
    said = "could be answered until"
    assert said in answered(asked, "accept")  # before anybody has noticed, and after
    with pytest.raises(Refusal, match=said):
        player_actions.take_back(ladder.pk, called("Eve"))
    later(hours=1)
    ladder_maintenance.sweep()
    assert order(ladder) == "ABCED"
    assert said in answered(asked, "I accept")


def test_who_has_left_joins_again_by_letter(ladder: Ladder) -> None:
    assert "`join ladder` lets you join again" in answered(latest("Ann"), "leave ladder")
    assert order(ladder) == "BCDE"
    answered(latest("Ann"), "join ladder")
    assert order(ladder) == "BCDEA"


def test_who_is_idle_sinks_and_the_lowest_leaves(ladder: Ladder) -> None:
    later(days=30)
    step(ladder, StepKind.LEVEL, called("Bob"), called("Dan"))
    player_actions.challenge(ladder.pk, called("Cat"), called("Ann"))
    player_actions.accept(ladder.pk, called("Ann"))
    later(days=31)
    ladder_maintenance.sweep()
    # Bob and Dan played, Ann and Cat play; Eve was idle on the lowest rung
    assert order(ladder) == "ABCD"
    assert "you have left it" in text(latest("Eve"))
    ladder_maintenance.sweep()
    assert order(ladder) == "ABCD"
    later(days=31)
    ladder_maintenance.sweep()
    assert order(ladder) == "ACB"
    assert "you go down 1 rung" in text(latest("Bob"))


def test_days_in_which_nobody_could_play_or_knew_of_the_limit_are_not_idle(ladder: Ladder) -> None:
    by, plan = olga(ladder.club), ladder_maintenance.LadderPlan
    later(days=50)
    ladder_maintenance.change(ladder.pk, by, plan(idle_days=10))
    ladder_maintenance.sweep()
    assert order(ladder) == "ABCDE"
    ladder_maintenance.close(ladder.pk, by, closed=True)
    later(days=50)
    ladder_maintenance.close(ladder.pk, by, closed=False)
    later(days=9)
    ladder_maintenance.change(ladder.pk, by, plan(idle_days=10, reach=2))
    ladder_maintenance.sweep()
    assert order(ladder) == "ABCDE"
    later(days=1)
    ladder_maintenance.sweep()
    assert order(ladder) != "ABCDE"


def test_what_is_open_already_is_not_opened_again_and_days_count_on(ladder: Ladder) -> None:
    by, plan = olga(ladder.club), ladder_maintenance.LadderPlan
    ladder_maintenance.change(ladder.pk, by, plan(idle_days=10))
    for _ in range(2):
        later(days=5)
        ladder_maintenance.close(ladder.pk, by, closed=False)
        assert Ladder.objects.get().closed is None
    ladder_maintenance.sweep()
    assert order(ladder) != "ABCDE"


def test_who_leaves_the_ladder_the_club_or_the_house_stands_on_no_rung(ladder: Ladder) -> None:
    player_actions.challenge(ladder.pk, called("Cat"), called("Bob"))
    answered(latest("Bob"), "leave ladder")
    assert order(ladder) == "ACDE"
    assert "The challenge is void" in text(latest("Cat"))
    ladder.club.memberships.filter(player=called("Cat")).update(standing="left")
    assert order(ladder) == "ADE"
    player_actions.take_off(ladder.pk, called("Dan"), olga(ladder.club))
    assert order(ladder) == "AE"
    assert data_export.export(called("Dan"))["ladders"][0]["what"].startswith("joined")
    player_actions.join(ladder.pk, called("Bob"))
    assert order(ladder) == "AEB"
    with pytest.raises(Refusal, match="Only an organizer"):
        player_actions.take_off(ladder.pk, called("Ann"), called("Eve"))


def test_who_was_taken_off_joins_again_after_a_month_on_the_lowest_rung(ladder: Ladder) -> None:
    player_actions.challenge(ladder.pk, called("Cat"), called("Bob"))
    player_actions.take_off(ladder.pk, called("Bob"), olga(ladder.club))
    assert order(ladder) == "ACDE"
    assert "took you off" in text(latest("Bob")) and "The challenge is void" in text(latest("Cat"))
    with pytest.raises(Refusal, match="You can join again from") as refused:
        player_actions.join(ladder.pk, called("Bob"))
    assert refused.value.rules == ("PR-SEAT-09",)
    later(days=29.9)
    with pytest.raises(Refusal, match="took you off"):
        player_actions.join(ladder.pk, called("Bob"))
    later(days=0.2)
    player_actions.join(ladder.pk, called("Bob"))
    assert order(ladder) == "ACDEB"


def test_two_who_met_or_did_not_meet_again_after_a_while(ladder: Ladder) -> None:
    player_actions.challenge(ladder.pk, called("Dan"), called("Bob"))
    player_actions.decline(ladder.pk, called("Bob"))
    assert order(ladder) == "ACBDE"
    with pytest.raises(Refusal, match="You and Bob had a challenge of late") as refused:
        player_actions.challenge(ladder.pk, called("Dan"), called("Bob"))
    assert refused.value.rules == ("PR-SEAT-09",)
    player_actions.challenge(ladder.pk, called("Dan"), called("Cat"))  # somebody else at once
    game = player_actions.accept(ladder.pk, called("Cat")).game
    assert game is not None
    Game.objects.filter(pk=game.pk).update(phase="over", number=9, winners=["red"])
    ladder_maintenance.sweep()
    assert order(ladder) == "ADBCE"
    with pytest.raises(Refusal, match="You and Dan had"):
        player_actions.challenge(ladder.pk, called("Cat"), called("Dan"))
    later(days=7.1)
    player_actions.challenge(ladder.pk, called("Cat"), called("Dan"))


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(5))
def test_any_steps_leave_everybody_on_one_rung(ladder: Ladder, seed: int) -> None:
    """Steps at random: nobody stands twice, nobody is lost, and a winner stands above the loser."""
    lot, people = random.Random(seed), [called(name) for name in NAMES]
    there = set(people)
    for _ in range(60):
        kind = lot.choice(list(StepKind))
        one, other = lot.sample(people, 2)
        before = after(ladder.steps.all())
        step(ladder, kind, one, other, costs=lot.randint(0, 3))
        if kind in (StepKind.LEFT, StepKind.TAKEN_OFF):
            there.discard(one)
        if kind == StepKind.JOINED:
            there.add(one)
        now = after(ladder.steps.all())
        assert sorted(now) == sorted(str(player.pk) for player in there)
        if kind == StepKind.WON and {one, other} <= there:
            assert now.index(str(one.pk)) < now.index(str(other.pk))
        if kind == StepKind.LEVEL:
            assert now == before
        assert rungs.left(now, str(one.pk)) == tuple(x for x in now if x != str(one.pk))


def test_who_would_be_refused_is_not_named_as_somebody_to_challenge(ladder: Ladder) -> None:
    # PR-SEAT-09
    player_actions.challenge(ladder.pk, called("Dan"), called("Bob"))
    player_actions.decline(ladder.pk, called("Bob"))
    assert order(ladder) == "ACBDE"
    said = " ".join(text(latest("Dan")).split())
    assert "You can challenge Bob again from" in said
    assert "challenge Cat a game of two" in said and "challenge Bob a game of two" not in said
    now, rules = standing_of(ladder), rules_of(ladder)
    assert now.within_reach(rules, called("Dan")) == [called("Cat")]
    assert [one for one, _ in now.later(rules, called("Dan"))] == [called("Bob")]
    later(days=7)
    now = standing_of(ladder)
    assert now.within_reach(rules, called("Dan")) == [called("Bob"), called("Cat")]
    assert now.later(rules, called("Dan")) == []
