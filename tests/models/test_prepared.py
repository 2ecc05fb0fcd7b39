"""Statements made once stand aside wherever Django's own would say something else."""

from __future__ import annotations

import pytest
from django.db import connections, models
from django.db.models import F
from django.db.models.functions import Lower

from traders.domain.calendar import clock
from traders.models import EvidenceLink, Game, Press, Seat

pytestmark = pytest.mark.django_db
SECOND = "second"


@pytest.fixture
def game() -> Game:
    return Game.objects.create(slug="g", title="g", system="toll", secret=b"x")


@pytest.fixture
def second(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of another database, which is not there: who writes to it is heard of."""
    monkeypatch.setitem(
        connections.databases,
        SECOND,
        connections.databases["default"] | {"HOST": "127.0.0.1", "PORT": "1", "NAME": "none"},
    )
    return SECOND


def press(game: Game, **more: object) -> Press:
    return Press(game=game, seat="red", words="x", number=1, at=clock.now(), **more)


def test_rows_of_another_database_are_written_there(game: Game, second: str) -> None:
    link = EvidenceLink(game_id=game.pk, number=1, entry=1, throws=0, rows="{}")
    seat = Seat.objects.create(game=game, colour="red", place=1)
    seat._state.db = second
    for write in (
        lambda: EvidenceLink.objects.using(second).bulk_create([link]),
        lambda: seat.save(update_fields=["bank"]),
    ):
        with pytest.raises(AssertionError, match="not allowed"):
            write()
    assert not EvidenceLink.objects.filter(rows="{}").exists()


def test_an_expression_is_left_to_django(game: Game) -> None:
    seat = Seat.objects.create(game=game, colour="red", place=1, bank=40)
    seat.bank = F("bank") + 2
    seat.save(update_fields=["bank"])
    assert Seat.objects.get(pk=seat.pk).bank == 42
    Press.objects.bulk_create([press(game, to=Lower(models.Value("BLUE")))])
    assert Press.objects.get().to == "blue"


@pytest.mark.parametrize("names", [[], None, ["bank"]])
def test_a_save_of_few_fields_writes_no_others(game: Game, names: list[str] | None) -> None:
    seat = Seat.objects.create(game=game, colour="red", place=1)
    seat.bank = 7
    seat.save(update_fields=names)
    assert Seat.objects.get(pk=seat.pk).bank == (0 if names == [] else 7)
