"""What a referee is shown of a remedy tells nothing that a seat keeps to itself (PR-STANDING-05,
PR-INTERVAL-05).
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction

from arbitration.demonstration_case import CLAIM as DISPUTED
from arbitration.demonstration_case import START
from arbitration.evidence import evidence_file
from arbitration.models import Claim
from arbitration.rulings import remedy_previews
from arbitration.rulings.remedy_previews import Preview
from tests import seated
from tests.arbitration import disputed
from traders.domain.calendar import clock
from traders.domain.play import door
from traders.domain.play.game_session import open_session
from traders.models import Game

pytestmark = pytest.mark.django_db


def shown(claim: Claim) -> list[Preview]:
    return remedy_previews.of(claim, evidence_file.at_of(claim))


def seen(game: Game, words: str, timing: str) -> list[Preview]:
    """The previews on the disputed jump, where green has said that in between; the database is then
    as before.
    """
    with transaction.atomic():
        Game.objects.filter(pk=game.pk).update(settings={"timing": timing})
        for line in filter(None, words.split("; ")):
            change_set = door.orders(game.pk, "green", line, at=disputed.BEGUN + timedelta(hours=1))
            assert change_set.lines[0].answer != "refused", change_set.lines
        disputed.by_letter(game, "blue", DISPUTED, disputed.CLAIMED)
        clock.set_to(disputed.HEARD)
        found = shown(Claim.objects.get(game=game))
        transaction.set_rollback(True)
    return found


@pytest.mark.sampled
@pytest.mark.parametrize("timing", ["stops", "sealed", "table"])
def test_what_another_seat_has_ordered_for_later_changes_no_preview(
    game: Game, timing: str
) -> None:
    without = seen(game, "", timing)
    for words in (
        "stop at quarantine",
        "when red rolls 5 or better: play zap down; stop at zap",
        "pass until my turn",
    ):
        there = seen(game, words, timing)
        assert [(p.board, p.waits, p.refused) for p in there] == [
            (p.board, p.waits, p.refused) for p in without
        ], words


def test_a_preview_ends_where_others_are_asked(db: None) -> None:
    game = door.create("star-traders", disputed.COLOURS, {}, {"timing": "table"}, start=START)
    seated.begin(game.pk, stops=False, at=disputed.BEGUN)
    door.orders(game.pk, "red", "jump verne regular", at=disputed.BEGUN)
    door.orders(game.pk, "green", "claim rule: it was otherwise", at=disputed.BEGUN)
    stand = shown(Claim.objects.get(game=game))[0]
    assert "may react in the Quarantine window." in stand.waits
    assert stand.waits.endswith("is not shown.")


def test_what_waits_for_an_occasion_speaks_when_it_is_ruled(game: Game) -> None:
    """The preview is silent of it, and the ruling is not: the copy alone is hushed."""
    disputed.by_letter(game, "blue", DISPUTED, disputed.CLAIMED)
    claim = Claim.objects.get(game=game)
    shown(claim)
    with open_session(game.pk) as session:
        assert not any(session.table.hushed(said) for said in session.table.said)
        assert session.table.timing == "stops"
