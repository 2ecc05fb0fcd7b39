"""Possible orders in a letter: what is free in one is named while that is short, else counted."""

from __future__ import annotations

from tests.domain.letters.table import NOON
from traders.domain.letters.facts import AwaitedAnswer, Facts
from traders.domain.letters.menus import MOST_OF_GROUP, MOST_THINGS, menu
from traders.domain.letters.reader import Reader
from traders.domain.letters.words import zone_of
from traders.engines.kernel.contract import Blank, Offer


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
