"""While an appeal is open no other claim about the same moment is ruled on, by nobody and not by
itself; its ruling time begins when the appeal is over (PR-APPEAL-01).
"""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from arbitration.models import Claim, ClaimStatus
from arbitration.pages.case_presenter import Case
from arbitration.referees import ruling_requests
from arbitration.rulings import giving
from tests.arbitration import disputed
from traders.domain.calendar import clock
from traders.domain.play import door
from traders.domain.timeline import timeline
from traders.engines.kernel.refusal import Refusal
from traders.models import Deadline, Game, Letter, Player

pytestmark = pytest.mark.django_db

GIVEN = giving.RulingRequest("stand", "So.", "So.")
LINE = "claim missed about quarantine: play quarantine at kluge"


@pytest.fixture
def second(judge: Player) -> Player:
    return disputed.referee("second")


@pytest.fixture
def both(second: Player, judge: Player, game: Game) -> tuple[Claim, Claim]:
    """Two seats' claims about one moment, both to be ruled on."""
    first = disputed.claimed(game)
    at = disputed.CLAIMED + timedelta(minutes=5)
    door.orders(game.pk, "green", "claim priority about quarantine: not so", at=at)
    other = Claim.objects.exclude(pk=first.pk).get()
    assert other.moment["key"] == first.moment["key"]
    return first, other


def again(claim: Claim) -> Claim:
    return Claim.objects.select_related("finding", "game__club").get(pk=claim.pk)


def due(claim: Claim) -> list[datetime]:
    rows = Deadline.objects.filter(game=claim.game, kind="court", done_at=None)
    return list(rows.filter(key=str(claim.number)).values_list("due", flat=True))


def test_a_claim_made_before_the_appeal_waits_too_and_all_are_told(
    both: tuple[Claim, Claim], judge: Player, second: Player
) -> None:
    first, other = both
    at = disputed.HEARD + timedelta(hours=1)
    giving.give(first.pk, judge, GIVEN, at)
    assert due(other)
    door.orders(first.game_id, "blue", "appeal 1: no", at=at + timedelta(hours=1))
    told = Letter.objects.filter(game=first.game, seat="red", facts__contains="is ruled on when")
    assert told.exists() and not due(other)
    later = at + timedelta(hours=3)
    for referee in (judge, second):
        with pytest.raises(Refusal) as refused:
            giving.give(other.pk, referee, GIVEN, later)
        assert refused.value.rules == ("PR-APPEAL-01",)
    assert "claim 1" in Case(again(other), second).waits_for
    assert again(other).pk not in [claim.pk for claim, _ in ruling_requests.unasked()]
    over = at + timedelta(hours=30)
    clock.set_to(over)
    timeline.catch_up(first.game_id, over)
    giving.give(first.pk, second, giving.RulingRequest("uphold", "So.", "So."), over)
    assert due(other) == [again(other).ruling_due] == [over + timedelta(hours=72)]
    assert ruling_requests.last_asked(again(other), on_appeal=False) is not None
    giving.give(other.pk, judge, GIVEN, over + timedelta(hours=1))
    assert again(other).status == ClaimStatus.RULED


def test_the_time_for_a_claim_and_for_an_appeal_is_the_one_that_was_given(
    game: Game, judge: Player, second: Player
) -> None:
    """What is changed after the notice, or after the ruling, shortens neither."""
    short = {"claim_time": "1h", "appeal_time": "1h"}
    long = {"claim_time": "48h", "appeal_time": "48h"}
    door.change_settings(game.pk, short, "quicker", at=disputed.CLAIMED - timedelta(minutes=5))
    claim = disputed.claimed(game)
    door.change_settings(game.pk, long, "slower", at=disputed.HEARD)
    at = disputed.HEARD + timedelta(hours=1)
    giving.give(claim.pk, judge, GIVEN, at)
    door.change_settings(game.pk, short, "quicker", at=at + timedelta(hours=1))
    last = at + timedelta(hours=48)
    for late, answer in ((1, "refused"), (0, "done")):
        [line] = door.orders(game.pk, "green", "appeal: no", at=last + late * clock.SECOND).lines
        assert line.answer == answer, line.words
