"""An order of the game's own that takes its seat out for good is said twice too (PR-SEAT-06)."""

from __future__ import annotations

import pytest

from tests import seated
from traders.domain.play import door
from traders.domain.play.commands import registry
from traders.domain.table.change_set import Line
from traders.engines.registry import engine
from traders.models import Game, Letter, Source

pytestmark = pytest.mark.django_db
TURN = {"turn": "red", "stage": "travel", "red": {"days": 8}, "blue": {"days": 9}}


class Market:
    """A game of Star Trader's Luck in which Red begins its turn."""

    def __init__(self) -> None:
        self.id = door.create("traders-luck", ["red", "blue"], start=TURN).pk
        seated.begin(self.id)

    def line(self, seat: str, text: str) -> Line:
        """What became of the last line said."""
        return door.orders(self.id, seat, text).lines[-1]

    @property
    def finished(self) -> bool:
        """Whether Red takes no more turns."""
        position = bytes(Game.objects.get(pk=self.id).position or b"")
        return bool(engine("traders-luck").decode(position).finished("red"))

    def told_to_others(self) -> list[str]:
        """The facts of all letters to the other seat."""
        letters = Letter.objects.filter(game=self.id).exclude(seat="red")
        return list(letters.order_by("pk").values_list("facts", flat=True))


@pytest.mark.parametrize("said", ["finish", "sell\notherwise finish", "finish if possible"])
def test_it_is_asked_back_and_counts_from_the_yes(said):  # PR-SEAT-06
    market = Market()
    number, told = Game.objects.get(pk=market.id).number, market.told_to_others()
    line = market.line("red", said)
    assert (line.answer, "take no more turns" in line.words) == ("asked", True)
    assert (Game.objects.get(pk=market.id).number, market.told_to_others()) == (number, told)
    assert not market.finished
    assert market.line("red", "yes").answer == "done"
    assert market.finished


def test_what_is_not_meant_is_not_done():  # PR-SEAT-06
    market = Market()
    market.line("red", "finish\nno")
    assert market.line("red", "yes").rules == ("PR-SEAT-06",)
    assert not market.finished


def test_one_letter_may_say_both():  # PR-SEAT-06
    market = Market()
    market.line("red", "finish\nyes")
    assert market.finished


def test_a_bot_means_what_it_writes():  # PR-SEAT-06
    market = Market()
    door.orders(market.id, "red", "finish", source=Source.BOT)
    assert market.finished


def test_what_cannot_be_done_is_refused_and_not_asked_back():  # TL-END-03
    market = Market()
    assert market.line("blue", "finish").answer == "refused"
    assert market.line("blue", "yes").rules == ("PR-SEAT-06",)


def test_no_plan_holds_it():  # PR-SEAT-06
    market = Market()
    lines = door.orders(market.id, "blue", "plan\nfinish\nend plan").lines
    assert [line.rules for line in lines if line.answer == "refused"] == [("PR-SEAT-06",)]


def test_meant_when_its_turn_is_over_it_is_refused():  # PR-SEAT-06
    market = Market()
    market.line("red", "finish")
    door.orders(market.id, "red", "travel big\nsettle\nend")
    yes = market.line("red", "yes")
    assert (yes.answer, market.finished) == ("refused", False)


def test_commands_that_are_asked_back_are_marked_so():  # PR-SEAT-06
    grave = {row.prefix for row in registry.declared() if row.grave}
    assert grave == {row.prefix for row in registry.declared() if row.confirmed} != set()
