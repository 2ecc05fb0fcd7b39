"""The ruling time: who is asked, who is reminded, and to whom a claim is passed on; the organizer's
freeze on appeal (PR-RULING-03).
"""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.test import Client

from arbitration.claims import appeals
from arbitration.models import Asking, Claim, ClaimStatus, Ruling
from arbitration.referees import ruling_requests
from arbitration.rulings import giving
from tests.arbitration import disputed
from traders.domain.calendar import clock
from traders.domain.letters.letter_facts import decode
from traders.domain.play import door
from traders.domain.post import delivery
from traders.domain.timeline import due_work_sweep
from traders.engines.kernel.refusal import Refusal
from traders.models import (
    Deadline,
    DeadlineKind,
    Game,
    Letter,
    LetterKind,
    LetterStatus,
    Player,
    Seat,
)

pytestmark = pytest.mark.django_db
RULING_TIME = timedelta(hours=72)


@pytest.fixture
def benches(db: None) -> list[Player]:
    return [disputed.referee(name) for name in ("first", "second", "third")]


def go_to(moment: datetime) -> None:
    """The clock is moved, and what fell due on the way is swept."""
    clock.set_to(moment)
    due_work_sweep.sweep(now=moment)


def told(player: Player) -> list[str]:
    """What the court wrote to somebody, by subject."""
    return [
        decode(one.facts).extra["subject"]
        for one in Letter.objects.filter(player=player, kind=LetterKind.RULING)
    ]


def test_a_referee_is_asked_by_letter_when_a_claim_waits(game: Game, benches: list[Player]) -> None:
    claim = disputed.claimed(game)
    assert [(one.referee, one.on_appeal) for one in Asking.objects.all()] == [(benches[0], False)]
    letter = Letter.objects.get(player=benches[0])
    delivery.prepare_and_send([letter.pk])
    letter.refresh_from_db()
    raw = bytes(letter.raw).decode()
    body = decode(letter.facts).extra["told"][0]
    assert letter.status == LetterStatus.SENT
    assert f"/admin/arbitration/claim/{claim.pk}/change/" in raw
    assert letter.subject.startswith("Please rule on claim 1")
    assert f"by Blue in {game.title} (there was no chance to react) waits for your ruling" in body
    assert "play quarantine at kluge" not in raw
    assert not told(benches[1])


def test_the_least_busy_is_asked_and_nobody_who_sits_in_the_game(
    game: Game, benches: list[Player]
) -> None:
    Seat.objects.filter(game=game, colour="green").update(player=benches[0])
    benches[1].is_active = False
    benches[1].save()
    disputed.claimed(game)
    assert Asking.objects.get().referee == benches[2]


def test_at_half_of_the_ruling_time_referee_and_organizer_are_reminded(
    game: Game, organizer: Player, benches: list[Player]
) -> None:
    claim = disputed.claimed(game)
    go_to(claim.made + RULING_TIME / 2)
    assert len(told(benches[0])) == 1
    go_to(claim.made + RULING_TIME / 2 + timedelta(seconds=3))
    assert told(benches[0])[1:] == ["Half your time left: claim 1"]
    assert told(organizer) == told(benches[0])[1:]
    assert not told(benches[1])


def test_at_the_limit_it_is_passed_to_another_referee_and_the_organizer_is_told(
    game: Game, organizer: Player, benches: list[Player]
) -> None:
    claim = disputed.claimed(game)
    for round_, referee in enumerate(benches[1:], 1):
        limit = claim.made + round_ * RULING_TIME
        go_to(limit)
        assert not told(referee)
        go_to(limit + timedelta(seconds=3))
        assert told(referee)[0].startswith("Please rule on claim 1")
        assert told(benches[round_ - 1])[-1].startswith("Passed on: claim 1")
        claim.refresh_from_db()
        assert (claim.status, claim.passed_on, claim.ruling_due) == (
            ClaimStatus.OPEN,
            True,
            limit + RULING_TIME,
        )
    go_to(claim.made + 3 * RULING_TIME + timedelta(seconds=3))
    last = decode(Letter.objects.filter(player=organizer).latest("pk").facts).extra["told"]
    assert ruling_requests.NOBODY in last
    assert not Deadline.objects.filter(game=game, kind=DeadlineKind.COURT, done_at=None).exists()
    assert (
        giving.give(
            claim.pk,
            benches[2],
            giving.RulingRequest("stand", "Late, but so.", "It is left to me."),
        ).remedy
        == "stand"
    )


def test_sweeping_twice_asks_once(game: Game, benches: list[Player]) -> None:
    claim = disputed.claimed(game)
    for _ in range(3):
        go_to(claim.made + RULING_TIME + timedelta(seconds=3))
    assert Asking.objects.count() == 2


def test_what_is_ruled_or_withdrawn_in_time_reminds_nobody(
    game: Game, organizer: Player, benches: list[Player]
) -> None:
    claim = disputed.claimed(game)
    door.orders(game.pk, "blue", "withdraw claim 1", at=disputed.CLAIMED + timedelta(hours=1))
    go_to(claim.made + 2 * RULING_TIME)
    assert (len(told(benches[0])), told(organizer)) == (1, [])


def test_an_organizer_at_the_table_is_told_no_more_than_the_table(
    game: Game, organizer: Player, benches: list[Player]
) -> None:
    Seat.objects.filter(game=game, colour="green").update(player=organizer)
    claim = disputed.claimed(game)
    go_to(claim.made + RULING_TIME + timedelta(seconds=3))
    assert told(organizer) == []


# --- appeals --------------------------------------------------------------------------------------


@pytest.fixture
def appealed(game: Game, organizer: Player, benches: list[Player]) -> Claim:
    claim = disputed.claimed(game)
    clock.set_to(disputed.HEARD)
    giving.give(
        claim.pk,
        benches[0],
        giving.RulingRequest("stand", "The die had fallen.", "It is left to me."),
    )
    door.orders(game.pk, "blue", "appeal 1: I had told the table")
    claim.refresh_from_db()
    return claim


def heard(claim: Claim) -> datetime:
    return claim.appeal.answers_due + timedelta(seconds=1)


def test_another_referee_is_asked_to_hear_the_appeal_and_reminded(
    appealed: Claim, benches: list[Player], organizer: Player
) -> None:
    assert told(benches[1])[0].startswith("Please rule on the appeal")
    go_to(disputed.HEARD + RULING_TIME / 2 + timedelta(seconds=3))
    assert told(benches[1])[1].startswith("Half your time left: the appeal")
    go_to(disputed.HEARD + RULING_TIME + timedelta(seconds=3))
    assert told(benches[2])[0].startswith("Please rule on the appeal")
    assert len(told(organizer)) == 2
    # the first referee gave the ruling
    assert ruling_requests.pass_on(appealed, clock.now(), on_appeal=True) is None


def test_the_organizer_freezes_the_game_until_the_appeal_is_ruled_on(
    client: Client, appealed: Claim, organizer: Player, benches: list[Player]
) -> None:
    game = appealed.game
    client.force_login(organizer)
    where = f"/games/{game.slug}/claims"
    assert "Pause the game until the appeal is ruled on" in client.get(where).content.decode()
    assert client.post(where, {"do": "freeze", "number": "1"}).status_code == 302
    game.refresh_from_db()
    assert game.frozen
    assert door.orders(game.pk, "red", "end").lines[0].answer == "waits"
    assert client.post(where, {"do": "freeze", "number": "1"}).status_code == 409
    clock.set_to(heard(appealed))
    giving.give(appealed.pk, benches[1], giving.RulingRequest(giving.UPHELD, "Rightly so."))
    game.refresh_from_db()
    appealed.appeal.refresh_from_db()
    assert (game.frozen, game.stayed, appealed.appeal.frozen_to) == (False, False, heard(appealed))
    # of the claim alone
    assert Seat.objects.get(game=game, colour="blue").freeze_used == 24 * 3600 + 1


def test_a_freeze_on_appeal_ends_with_the_ruling_time(appealed: Claim, organizer: Player) -> None:
    appeals.freeze(appealed.pk, organizer)
    go_to(disputed.HEARD + RULING_TIME + timedelta(seconds=3))
    appealed.game.refresh_from_db()
    assert not appealed.game.frozen


def test_nobody_else_freezes_a_game_for_an_appeal(
    client: Client, appealed: Claim, organizer: Player, benches: list[Player]
) -> None:
    for player in (benches[1], Player.objects.get(email="red@example.org")):
        with pytest.raises(Refusal, match="organizer alone"):
            appeals.freeze(appealed.pk, player)
    Seat.objects.filter(game=appealed.game, colour="green").update(player=organizer)
    with pytest.raises(Refusal) as refused:
        appeals.freeze(appealed.pk, organizer)
    assert refused.value.rules == ("PR-RULING-02",)
    appealed.game.refresh_from_db()
    assert not appealed.game.frozen


def test_there_is_nothing_to_freeze_without_an_appeal(game: Game, organizer: Player) -> None:
    claim = disputed.claimed(game)
    with pytest.raises(Refusal, match="No appeal waits"):
        appeals.freeze(claim.pk, organizer)


def test_a_ruling_that_upholds_leaves_the_game_as_it_was_ruled(
    game: Game, benches: list[Player]
) -> None:
    claim = disputed.claimed(game)
    clock.set_to(disputed.HEARD)
    giving.give(
        claim.pk,
        benches[0],
        giving.RulingRequest("admit", "Blue had told the table.", "It is left to me."),
    )
    door.orders(game.pk, "red", "appeal 1: the die had fallen")
    before, number = disputed.board(game), game.number
    clock.set_to(heard(claim))
    second = giving.give(claim.pk, benches[1], giving.RulingRequest(giving.UPHELD, "Rightly so."))
    assert (second.remedy, second.on_appeal, second.data["upholds"], second.departs) == (
        "admit",
        True,
        True,
        "",  # the rules settled nothing
    )
    assert (disputed.board(game), game.number) == (before, number)
    assert (
        Letter.objects.filter(game=game, facts__icontains="upheld: back up and admit").count() >= 3
    )
    with pytest.raises(Refusal, match="that is final"):
        giving.give(claim.pk, benches[2], giving.RulingRequest(giving.UPHELD, "Once more."))
    assert door.orders(game.pk, "red", "appeal 1: again").lines[0].rules == ("PR-APPEAL-01",)
    assert Ruling.objects.filter(claim=claim).count() == 2


def test_nothing_is_upheld_before_there_is_a_ruling(game: Game, benches: list[Player]) -> None:
    claim = disputed.claimed(game)
    clock.set_to(disputed.HEARD)
    with pytest.raises(Refusal, match="choose a decision"):
        giving.give(claim.pk, benches[0], giving.RulingRequest(giving.UPHELD, "So.", "So."))
