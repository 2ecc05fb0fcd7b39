"""Links of evidence that an earlier release made hold less of the game's own row: they stay whole,
and what is linked from then on holds all of it (PR-RECORD-03).
"""

from __future__ import annotations

import pytest

from arbitration.models import Ruling
from tests.domain.playing import bots_play, game_of_bots
from traders.domain.history import evidence_chain_check as checking
from traders.models import Club, Game, evidence_chain

pytestmark = pytest.mark.django_db


def moved(game: Game) -> None:
    """Behind the house's back, into another club."""
    club = Club.objects.create(name="Elsewhere", slug="elsewhere")
    Game.objects.filter(pk=game.pk).update(club=club)


def test_a_column_renamed_since_is_sealed_by_the_name_that_earlier_links_hold():
    held = {"found": "stand", "groundless": True}
    renamed = {"found": "stand", "unfounded": True}
    assert evidence_chain.sealed_row(renamed) == evidence_chain.sealed_row(held)
    fields = {field.name for field in Ruling._meta.concrete_fields}
    assert set(evidence_chain.SEALED_AS) <= fields
    assert fields.isdisjoint(evidence_chain.SEALED_AS.values())


def test_a_game_of_an_earlier_release_is_whole_and_its_next_link_holds_its_club(monkeypatch):
    with monkeypatch.context() as earlier:
        earlier.setattr(evidence_chain, "GAME", evidence_chain.FIRST_GAME)
        evidence_chain._stored_games.cache_clear()
        game = bots_play(game_of_bots(), entries=12)
    evidence_chain._stored_games.cache_clear()
    assert checking.faults(game) == []
    game = bots_play(game, entries=game.number + 4)
    assert checking.faults(game) == []
    moved(game)
    (fault,) = checking.faults(game)
    assert "club" in fault.text
