"""Statements made once stand aside wherever Django's own would say something else."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.db import connections, models
from django.db.models import F
from django.db.models.functions import Lower

from traders.domain.calendar import clock
from traders.models import Change, EvidenceLink, Game, Prepared, Press, Seat, together

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


def test_a_change_takes_other_values_each_time_and_comes_before_what_is_read_with_it(
    game: Game,
) -> None:
    other = Game.objects.create(slug="h", title="h", system="toll", secret=b"x")
    change = Change(
        Game,
        lambda ids=list, title=str: (
            Game.objects.filter(pk__among=ids),
            {"title": title, "links": F("links") + 10},
        ),
    )
    read = Prepared(Game, lambda ids=list: Game.objects.filter(pk__among=ids).order_by("pk"))
    every = [game.pk, other.pk]
    for ids, title in ((every, "both"), (every[:1], "one"), ([], "none")):
        changed, found = together((change, ids, title), (read, every))
        assert not changed
    assert [(row.title, row.links) for row in found] == [("one", 20), ("both", 10)]


def test_a_time_that_is_worked_out_of_another_would_be_the_same_for_ever(game: Game) -> None:
    later = Prepared(
        Press,
        lambda at=datetime: Press.objects.filter(at__gt=at, at__lt=at + timedelta(days=1)),
    )
    with pytest.raises(ValueError, match="works out a time"):
        later.rows(clock.now())


def test_a_number_is_asked_for_in_whatever_way_it_is_compared(game: Game) -> None:
    """A database may have a kind of its own for a column's numbers."""
    said = Prepared(
        Press, lambda game, upto: Press.objects.filter(game=game, number__lte=upto).order_by("pk")
    )
    Press.objects.bulk_create([press(game), press(game)])
    assert len(said.rows(game.pk, 1)) == 2
    assert said.rows(game.pk, 0) == []
