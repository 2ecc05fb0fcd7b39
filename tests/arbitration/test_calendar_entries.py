"""What the court asks stands in the calendars of those whom it asks, and in no other."""

from __future__ import annotations

import pytest

from arbitration.rulings import giving
from tests.arbitration import disputed
from traders.domain.calendar import clock
from traders.domain.feeds.calendar_entry import entries_of
from traders.models import Game, Player, Seat

pytestmark = pytest.mark.django_db


def of_the_court(player: Player) -> dict[str, bool]:
    """Titles of the court's entries, and whether each still stands."""
    found = [one for one in entries_of(player, clock.now()) if "laim" in one.title]
    return {one.title.partition(" ·")[0]: not one.gone for one in found}


def test_who_may_answer_a_claim_and_who_is_to_rule_have_it_until_it_is_done(
    judge: Player, game: Game
) -> None:
    claim = disputed.claimed(game)
    title = f"Answer to claim {claim.number}"
    seats = Seat.objects.filter(game=game).exclude(player=None).select_related("player")
    players = {seat.colour: seat.player for seat in seats if seat.player}
    others = set(players) - {claim.seat}
    assert others
    assert of_the_court(players[claim.seat]) == {}
    assert all(of_the_court(players[one]) == {title: True} for one in others)
    assert of_the_court(judge) == {"Your ruling": True}
    clock.set_to(disputed.HEARD)
    giving.give(claim.pk, judge, giving.RulingRequest("stand", "So.", "So."))
    assert of_the_court(judge) == {"Your ruling": False}
    assert all(of_the_court(players[one]) == {title: False} for one in others)
