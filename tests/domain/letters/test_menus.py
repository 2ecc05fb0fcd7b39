"""Possible orders in a letter: what is free in one is named while that is short, else counted."""

from __future__ import annotations

from random import Random

import pytest

from tests.domain.letters.real import made, table
from tests.domain.letters.table import NOON
from tests.domain.letters.test_reading import text_of
from tests.engines.table import thrown
from traders.domain.letters.facts import AwaitedAnswer, Facts
from traders.domain.letters.menus import MOST_OF_GROUP, MOST_THINGS, menu
from traders.domain.letters.plain_text import zone_of
from traders.domain.letters.reader import Reader
from traders.domain.play import door
from traders.domain.play.commands import registry
from traders.engines.kernel.contract import Blank, Chance, Interval, Offer
from traders.engines.registry import engine


def shown(worlds: int) -> str:
    things = tuple(f"world{number}" for number in range(1, worlds + 1))
    offer = Offer(
        "play quarantine at {world}", "none leaves", "", blanks=(Blank("world", things=things),)
    )
    asked = AwaitedAnswer("interval", "quarantine", "Blue declares a jump to Endor")
    facts = Facts(at=NOON, number=6, asked=asked, offers=(offer,))
    reader = Reader("Ann", zone_of("UTC"), "every", "red", "First voyage", "first-voyage")
    found = menu(facts, reader, "A jump", ["pass"], window=True)
    items = [*found.few, *(item for group in found.groups for item in group.items)]
    return next("; ".join(item.blanks) for item in items if item.order == offer.order)


def test_few_things_are_named_and_many_are_counted() -> None:
    assert shown(3) == "{world}: world1, world2, world3"
    assert shown(MOST_THINGS + 1).endswith("world7, world8")
    assert shown(45) == "{world}: one of 45, such as world1"


def test_orders_behind_a_colon_are_told_as_they_are_typed() -> None:
    things = ("fly ash", "fly birch")
    blanks = (Blank("first", things=things), Blank("second", things=things))
    ways = [f"round: {one}; {two}" for one in things for two in things]
    offers = [Offer(order, "both", "") for order in (*ways, *(f"{way}; end" for way in ways))]
    offers += [Offer("round: {first}; {second}", "both", "", blanks=blanks)]
    facts = Facts(at=NOON, number=6, offers=tuple(offers))
    reader = Reader("Ann", zone_of("UTC"), "every", "red", "First lanes", "first-lanes")
    [group] = menu(facts, reader, "Orders", window=False).groups
    assert group.title == "Round"
    assert group.text.startswith("Round: `round: fly ash; fly ash`, `round: fly ash; fly birch`, ")
    assert group.text.count("round: {first}; {second}") == 1


def test_what_is_free_in_an_order_is_told_where_the_order_is() -> None:
    offers = [Offer(f"fly world{number}", "", "") for number in range(MOST_OF_GROUP)]
    offers.append(Offer("fly {world}", "", "", blanks=(Blank("world", things=("a", "b")),)))
    facts = Facts(at=NOON, number=6, offers=tuple(offers))
    reader = Reader("Ann", zone_of("UTC"), "every", "red", "First lanes", "first-lanes")
    [group] = menu(facts, reader, "Orders", window=False).groups
    assert group.text.endswith("world11 …")


@pytest.mark.django_db
def test_what_is_seldom_wanted_is_left_to_the_list_of_all_orders() -> None:
    game = table()
    door.begin(game.pk, at=NOON)
    assert "permit" not in text_of(made(game=game, seat="red")[0])
    told = door.orders(game.pk, "red", "orders", at=NOON).lines[0].words
    assert "permit blue" in told
    assert "permit green" in told


def test_a_pass_is_offered_to_a_question_for_what_it_does() -> None:
    lanes = engine("imperial-trader")
    state = lanes.setup(("red", "blue"), {})
    while isinstance(pending := lanes.pending(state), Chance):
        lanes.happen(state, thrown(pending, Random(1)))
    assert isinstance(pending, Interval)
    starts = lanes.offers(state, "red")
    *answers, offer = registry.with_passes(pending, "red", starts)
    assert answers == list(starts)  # the answers to a question come first
    assert offer == Offer("pass", "let chance choose a port for you", "IT-SET-02")
    bids = Interval(9, "auction", "A bid.", ("red",), "ST-OPTION-06", "no bid", question=True)
    assert registry.with_passes(bids, "red", ()) == []  # the game has an order for it
