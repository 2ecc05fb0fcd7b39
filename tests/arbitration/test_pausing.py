"""When a claim freezes its game, and when it is heard while play goes on (PR-CLAIM-03,
PR-CLAIM-05).
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from arbitration.models import Claim, ClaimStatus
from arbitration.remedies import right_to_pause
from arbitration.rulings import giving
from tests.arbitration import disputed
from tests.domain.letters.real import made
from tests.domain.letters.test_reading import text_of
from traders.domain.calendar import clock
from traders.domain.deadlines import deadline_changes
from traders.domain.letters.letter_facts import decode
from traders.domain.people import club_roles
from traders.domain.play import claim_pause, door
from traders.domain.timeline import due_work_sweep
from traders.engines.registry import engine
from traders.models import DeadlineKind, Game, Letter, Player, Seat
from traders.proof.scenarios.position_changes import position_with

pytestmark = pytest.mark.django_db
MISSED = "claim missed about quarantine: play quarantine at kluge"
HOUR = timedelta(hours=1)


def said(game: Game, seat: str, text: str, hours: int) -> None:
    line = door.orders(game.pk, seat, text, at=disputed.BEGUN + hours * HOUR).lines[0]
    assert line.answer == "done", line.words
    game.refresh_from_db()


def told(game: Game, seat: str) -> str:
    """What the seat's letters tell."""
    letters = Letter.objects.filter(game=game, seat=seat)
    return " ".join(str(decode(letter.facts)) for letter in letters)


def last(game: Game) -> Claim:
    claim = Claim.objects.filter(game=game).order_by("number").last()
    assert claim is not None
    return claim


def test_a_rule_claim_that_the_replay_refutes_freezes_nothing(game: Game) -> None:  # PR-CLAIM-03
    said(game, "blue", "claim rule: the die cannot have been so", 1)
    assert (last(game).finding.remedy, last(game).status, last(game).frozen_from) == (
        "stand",
        ClaimStatus.OPEN,
        None,
    )
    assert game.frozen is False
    said(game, "red", "halt", 2)
    said(game, "green", "answer: it was so", 3)


def test_the_referee_who_looks_at_it_stops_the_game(bench: Client, game: Game) -> None:
    """PR-CLAIM-03"""
    said(game, "blue", "claim rule: the die cannot have been so", 1)
    page = f"/admin/arbitration/claim/{last(game).pk}/change/"
    clock.set_to(disputed.BEGUN + 2 * HOUR)
    assert "Stop the game" in bench.get(page).content.decode()
    bench.post(page, {"do": "stop"})
    game.refresh_from_db()
    assert last(game).freezes
    assert "Stop the game" not in bench.get(page).content.decode()
    clock.set_to(disputed.BEGUN + 30 * HOUR)
    judge = Player.objects.get(email="judge@example.org")
    giving.give(last(game).pk, judge, giving.RulingRequest("stand", "So it was."))
    game.refresh_from_db()
    assert game.frozen is False
    # the referee's wish is not the seat's
    assert Seat.objects.get(game=game, colour="blue").freeze_used == 0


def test_nobody_but_a_referee_stops_it(client: Client, game: Game) -> None:
    said(game, "blue", "claim rule: that is not so", 1)
    client.force_login(Player.objects.get(email="red@example.org"))
    assert client.post(
        f"/admin/arbitration/claim/{last(game).pk}/change/", {"do": "stop"}
    ).status_code in (302, 403)
    game.refresh_from_db()
    assert game.frozen is False


@pytest.mark.parametrize(
    "again", [MISSED, "claim missed about quarantine : play quarantine at kluge"]
)
def test_who_withdrew_a_claim_freezes_the_same_moment_no_more(game: Game, again: str) -> None:
    """PR-CLAIM-03"""
    said(game, "blue", MISSED, 1)
    assert game.frozen is True
    said(game, "blue", "withdraw claim", 2)
    for hours in (3, 5):
        said(game, "blue", again, hours)
        assert (game.frozen, last(game).status) == (False, ClaimStatus.OPEN)
        said(game, "blue", "withdraw claim", hours + 1)
    assert Seat.objects.get(game=game, colour="blue").freeze_used == 3600


def test_a_pause_ends_when_the_seats_pausing_time_is_used_up(game: Game, judge: Player) -> None:
    """PR-CLAIM-03: beyond it its claims are heard while play goes on; given back where upheld."""

    def used() -> int:
        return Seat.objects.get(game=game, colour="blue").freeze_used

    def frozen() -> bool:
        return Game.objects.get(pk=game.pk).frozen

    spent, left = 90 * 3600, 6 * HOUR  # of 96 hours
    Claim.objects.create(
        game=game,
        number=1,
        seat="blue",
        kind="missed",
        made=disputed.BEGUN,
        answers_due=disputed.BEGUN,
        ruling_due=disputed.BEGUN,
        entry=0,
        status=ClaimStatus.WITHDRAWN,
        frozen_from=disputed.BEGUN - timedelta(seconds=spent),
        frozen_to=disputed.BEGUN,
        moment={"kind": "interval", "key": "another"},
    )
    Seat.objects.filter(game=game, colour="blue").update(freeze_used=spent)
    said(game, "blue", MISSED, 1)
    ends = disputed.BEGUN + HOUR + left
    assert frozen() and claim_pause.ends_by(game) == ends
    assert f"Until {ends:%H:%M UTC on %-d %B} at the latest the game is paused" in told(game, "red")
    assert door.orders(game.pk, "red", "end", at=disputed.BEGUN + 2 * HOUR).lines[0].answer == (
        "waits"
    )
    clock.set_to(ends + timedelta(seconds=2))
    due_work_sweep.sweep(now=ends + timedelta(seconds=2))
    claim = last(game)
    assert (frozen(), claim.status, claim.frozen_to) == (False, ClaimStatus.OPEN, ends)
    assert used() == 96 * 3600
    assert "Blue has used up its pausing time" in told(game, "red")
    said(game, "blue", "withdraw claim", 8)
    slip(game)
    said(game, "blue", "claim rule: red has too much", 9)
    assert not frozen(), "nothing is left"
    at = last(game).answers_due + HOUR
    giving.give(last(game).pk, judge, giving.RulingRequest("put-right", "So it is."), at=at)
    assert used() == 96 * 3600


def test_pausing_time_is_given_back_where_the_claim_is_upheld_later(
    game: Game, judge: Player
) -> None:
    """PR-CLAIM-03: after the ruling time, or on appeal."""

    def used() -> int:
        return Seat.objects.get(game=game, colour="blue").freeze_used

    said(game, "blue", MISSED, 1)
    claim = last(game)
    at = claim.answers_due + timedelta(seconds=1)
    giving.give(claim.pk, judge, giving.RulingRequest("stand", "So it was.", departs="So."), at=at)
    assert used() == round((at - claim.made).total_seconds())
    clock.set_to(at + HOUR)
    door.orders(game.pk, "blue", "appeal 1: I had told the table", at=at + HOUR)
    second = disputed.referee("second")
    claim.refresh_from_db()
    heard = claim.appeal.answers_due + timedelta(seconds=1)
    giving.give(claim.pk, second, giving.RulingRequest("admit", "It had.", departs="So."), at=heard)
    assert used() == 0


def test_withdrawing_takes_back_ones_own_claim_though_another_came_since(game: Game) -> None:
    said(game, "blue", "claim rule: that is not so", 1)
    said(game, "green", "claim rule: nor that", 2)
    said(game, "blue", "withdraw claim", 3)
    assert list(Claim.objects.filter(game=game).values_list("status", flat=True)) == [
        ClaimStatus.WITHDRAWN,
        ClaimStatus.OPEN,
    ]


def unfounded(game: Game, judge: Player, times: int) -> None:
    """Blue's claims, found unfounded one after the other."""
    for n in range(times):
        said(game, "blue", "claim rule: that is not so", 30 * n)
        giving.give(
            last(game).pk,
            judge,
            giving.RulingRequest("stand", "So.", unfounded=True),
            at=last(game).answers_due + HOUR,
        )


def slip(game: Game) -> None:
    """By a fault the stored position says that red has 77 Stellors."""
    rules = engine(game.system)
    state = rules.decode(bytes(game.position or b""))
    wrong = position_with(
        rules,
        state,
        list(disputed.COLOURS),
        game.options,
        game.start or {},
        {"red": {"stellors": 77}},
    )
    Game.objects.filter(pk=game.pk).update(position=rules.encode(wrong))


def test_after_groundless_claims_a_seat_is_heard_and_freezes_nothing(
    game: Game, judge: Player
) -> None:  # PR-CLAIM-05
    game.club = club_roles.found("Club", "club", disputed.player("organizer"))
    game.save()
    unfounded(game, judge, 2)
    assert right_to_pause.has_lost(game, "blue") and not right_to_pause.has_lost(game, "red")
    said(game, "blue", "claim conduct: red boasts", 57)
    said(game, "red", "halt", 60)
    slip(game)
    said(game, "blue", "claim rule: red has too much", 62)
    assert (last(game).finding.remedy, last(game).status, game.frozen) == (
        "put-right",
        ClaimStatus.OPEN,
        False,
    )
    said(game, "blue", "withdraw claim", 63)
    clock.set_to(disputed.BEGUN + 64 * HOUR)
    right_to_pause.give(
        game, club_roles.organizers(game.club).get(), "blue"
    )  # the right is given again
    assert not right_to_pause.has_lost(game, "blue")
    slip(game)
    said(game, "blue", "claim rule: red has too much", 65)
    assert game.frozen is True


def test_an_appeal_takes_the_word_unfounded_back(game: Game, judge: Player) -> None:
    unfounded(game, judge, 2)
    said(game, "blue", "appeal 2: there was ground", 56)
    assert right_to_pause.has_lost(game, "blue")
    given = giving.RulingRequest("stand", "It stands, but was not without ground.")
    giving.give(last(game).pk, disputed.referee("second"), given, at=disputed.BEGUN + 90 * HOUR)
    assert not right_to_pause.has_lost(game, "blue")


def test_the_page_of_a_frozen_game_says_when_play_goes_on_at_the_latest(
    client: Client, game: Game
) -> None:  # PR-CLAIM-03
    def page() -> str:
        return client.get(f"/games/{game.slug}/").content.decode()

    said(game, "blue", MISSED, 1)
    first = last(game)
    clock.set_to(disputed.BEGUN + 2 * HOUR)
    assert claim_pause.ends_by(game) == first.ruling_due
    assert "A claim is heard; play goes on when it is ruled on, at the latest" in page()
    assert first.ruling_due.isoformat() in page()
    said(game, "blue", "claim conduct: he shouts", 3)
    assert claim_pause.ends_by(game) == first.ruling_due, (
        "a claim that freezes nothing lets nothing go"
    )
    said(game, "blue", f"withdraw claim {first.number}", 4)
    assert claim_pause.ends_by(game) is None
    assert "The game is paused." not in page()


def test_the_page_of_a_game_that_its_players_pause_names_no_claim(
    client: Client, game: Game
) -> None:
    Game.objects.filter(pk=game.pk).update(frozen=True)
    html = client.get(f"/games/{game.slug}/").content.decode()
    assert "The players have agreed to pause" in html
    assert "a claim is heard" not in html.lower()


def test_the_page_of_a_game_that_an_organizer_pauses_says_until_when(
    client: Client, game: Game
) -> None:  # PR-SEAT-03
    until = disputed.BEGUN + 50 * HOUR
    Game.objects.filter(pk=game.pk).update(frozen=True)
    deadline_changes.due_then(
        game, DeadlineKind.PAUSE, deadline_changes.PAUSE, until, disputed.BEGUN + HOUR
    )
    html = client.get(f"/games/{game.slug}/").content.decode()
    assert "An organizer has paused the game, until" in html and until.isoformat() in html
    assert "What you order meanwhile counts" in html and "have agreed to pause" not in html


def test_nobody_is_told_what_silence_brings_while_the_clocks_stand(
    client: Client, game: Game
) -> None:  # PR-CLAIM-03
    said(game, "blue", MISSED, 1)
    asked = [one for one in made(game=game, asks=True) if decode(one.facts).paused]
    assert asked
    for letter in asked:
        text = " ".join(text_of(letter).split())
        assert "at the latest the game is paused, and your orders are kept." in text
        of_the_claim = "If you do nothing, whoever is appointed decides without your side."
        assert "If you do nothing" not in text.replace(of_the_claim, "")
    client.force_login(Seat.objects.get(game=game, colour="red").player)
    clock.set_to(disputed.BEGUN + 2 * HOUR)
    assert "If you do nothing" not in client.get(f"/games/{game.slug}/").content.decode()
