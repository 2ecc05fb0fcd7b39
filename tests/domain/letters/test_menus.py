"""Possible orders in a letter: what is free in one is named while that is short, else counted."""

from __future__ import annotations

from random import Random

import pytest
from django.template.loader import render_to_string

from tests.domain.letters.real import made, table
from tests.domain.letters.table import NOON
from tests.domain.letters.test_reading import text_of
from tests.engines.table import thrown
from traders.domain.letters.letter_facts import AwaitedAnswer, Facts
from traders.domain.letters.letter_recipient import Reader
from traders.domain.letters.menus import MOST_OF_GROUP, MOST_THINGS, menu, shorter
from traders.domain.letters.plain_text_layout import zone_of
from traders.domain.play import door
from traders.domain.play.commands import registry
from traders.engines.kernel.contract.contract import Blank, Chance, Interval, Offer
from traders.engines.registry import engine


def shown(worlds: int) -> tuple[str, str]:
    """The order in a letter, and what else its free part may be."""
    things = tuple(f"world{number}" for number in range(1, worlds + 1))
    offer = Offer(
        "play quarantine at {world}", "none leaves", "", blanks=(Blank("world", things=things),)
    )
    asked = AwaitedAnswer("interval", "quarantine", "Blue declares a jump to Endor")
    facts = Facts(at=NOON, number=6, asked=asked, offers=(offer,))
    reader = Reader("Ann", zone_of("UTC"), "every", "red", "First voyage", "first-voyage")
    told = menu(facts, reader, "A jump", ["pass"], window=True)
    items = [*told.few, *(item for group in told.groups for item in group.items)]
    [found] = [(item.order, "; ".join(item.blanks)) for item in items if item.form == offer.order]
    return found


def test_a_free_part_is_filled_in_for_instance_and_few_others_are_named() -> None:
    order, others = shown(3)
    assert order == "play quarantine at world1"
    assert others == "world1 may also be world2, world3"
    assert shown(MOST_THINGS + 1)[1].endswith("world7, world8")
    assert shown(45)[1] == "world1 may also be any of 44 more"


@pytest.mark.parametrize(
    ("low", "high", "told"),
    [
        (1, 5, ("keep food until 3", "3 may be 1 to 5")),
        (2, None, ("keep food until 2", "2 may be 2 or more")),
        (None, 4, ("keep food until 2", "2 may be 0 to 4")),
    ],
)
def test_a_free_number_is_one_that_may_be_typed(
    low: int | None, high: int | None, told: tuple[str, str]
) -> None:
    offer = Offer("keep food until {n}", "roll the rest", "", blanks=(Blank("n", low, high),))
    reader = Reader("Ann", zone_of("UTC"), "every", "red", "First market", "first-market")
    facts = Facts(at=NOON, number=6, offers=(offer,))
    [item] = menu(facts, reader, "Orders", window=False).few
    assert (item.order, *item.blanks) == told


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
    assert group.text.startswith("`round: fly ash; fly ash`, `round: fly ash; fly birch`, ")
    told, one = group.text.split("\n")
    assert told.endswith("`round: fly birch; fly birch; end`: both")
    assert one.startswith("`round: {first}; {second}`: both; {first} may be fly ash, ")
    assert group.text.count("round: {first}; {second}") == 1


def test_how_many_more_there_are_stands_apart_from_what_the_last_does() -> None:
    orders = [f"round: fly world{number}" for number in range(MOST_OF_GROUP + 2)]
    facts = Facts(at=NOON, number=6, offers=tuple(Offer(one, "as far", "") for one in orders))
    reader = Reader("Ann", zone_of("UTC"), "every", "red", "First lanes", "first-lanes")
    [group] = menu(facts, reader, "Orders", window=False).groups
    told, more = group.text.split("\n")
    assert told.endswith(": as far")
    assert more.startswith("And ") and more.endswith(" more.")


def test_what_is_free_in_an_order_is_told_where_the_order_is() -> None:
    offers = [Offer(f"fly world{number}", "", "") for number in range(MOST_OF_GROUP)]
    offers.append(Offer("fly {world}", "", "", blanks=(Blank("world", things=("a", "b")),)))
    facts = Facts(at=NOON, number=6, offers=tuple(offers))
    reader = Reader("Ann", zone_of("UTC"), "every", "red", "First lanes", "first-lanes")
    [group] = menu(facts, reader, "Orders", window=False).groups
    assert group.text.endswith("world11, and 1 more")


def jumps(*orders: str) -> str:
    """Jumps, in a letter of Star Traders, each with words of its own."""
    offers = tuple(Offer(order, f"what {order} does", "") for order in orders)
    facts = Facts(at=NOON, number=6, offers=offers, view={"system": "star-traders"})
    reader = Reader("Ann", zone_of("UTC"), "every", "red", "First voyage", "first-voyage")
    told = menu(facts, reader, "Orders", window=False)
    return "\n".join(group.text for group in told.groups)


def test_a_group_explains_the_words_in_its_orders_and_no_others() -> None:
    worlds = [f"jump {world}" for world in ("oz", "endor", "hench", "mink", "niven", "telzey")]
    told = jumps(*worlds, "jump oz regular", "jump random")
    assert told.endswith("oz regular, random (regular: with a roll; random: two dice show where)")
    assert jumps(*worlds, "jump hospital", "jump random").endswith(
        "random (random: two dice show where)"
    )


def test_a_group_whose_orders_say_the_same_says_it_once() -> None:
    offers = tuple(Offer(f"retool 1 {kind}", "throw it away", "") for kind in ("move", "build"))
    facts = Facts(at=NOON, number=6, offers=offers)
    reader = Reader("Ann", zone_of("UTC"), "every", "red", "First galaxy", "first-galaxy")
    [group] = menu(facts, reader, "Orders", window=False).groups
    assert group.text == "Retool: 1 move, 1 build (throw it away)"


def test_a_group_of_two_kinds_explains_both_whichever_comes_first() -> None:
    """`spy on blue` shows a hand, `spy on deck` cards of the deck (SS-SPY-01, SS-SPY-02)."""
    seats = [f"spy on {seat}" for seat in ("blue", "green", "yellow", "purple")]
    paid = [f"spy on {what} with 1 attack" for what in ("deck", "blue", "green")]
    for orders in (("spy on deck", *seats, *paid), (*seats, *paid, "spy on deck")):
        offers = tuple(Offer(order, f"what {order} shows", "") for order in orders)
        facts = Facts(at=NOON, number=6, offers=offers, view={"system": "stratastar"})
        reader = Reader("Ann", zone_of("UTC"), "every", "red", "First galaxy", "first-galaxy")
        [group] = menu(facts, reader, "Orders", window=False).groups
        assert group.text.endswith("(it shows a hand, or the next 5 cards of the deck)")


def test_a_menu_that_was_shortened_says_how_many_orders_it_leaves_out() -> None:
    orders = ("travel small", "travel medium", "travel big", "follow red", "finish")
    offers = tuple(Offer(order, f"what {order} does", "") for order in orders)
    facts = Facts(at=NOON, number=6, offers=offers, view={"system": "traders-luck"})
    reader = Reader("Ann", zone_of("UTC"), "every", "red", "First market", "first-market")
    whole = menu(facts, reader, "Orders", ("travel big",), window=False)
    assert whole.left == 0
    short = shorter(shorter(shorter(whole)))
    assert [one.order for one in short.few] == ["travel small"]
    assert short.left == 3


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


@pytest.mark.parametrize("form", ["txt", "html"])
def test_what_is_asked_of_several_begins_like_a_sentence(form: str) -> None:
    facts = {"question": "you are asked to answer: Forces face each other at A6.", "asked": {}}
    told = render_to_string(f"letters/interval/head.{form}", facts)
    assert "You are asked to answer" in told


def test_a_turn_may_be_ended_at_once_also_where_its_end_is_suggested() -> None:
    asked = AwaitedAnswer("turn", "actions", silence="end")
    offers = (Offer("deal", "", ""), Offer("end", "", ""))
    facts = Facts(at=NOON, number=6, asked=asked, offers=offers)
    reader = Reader("Ann", zone_of("UTC"), "every", "red", "First voyage", "first-voyage")
    told = menu(facts, reader, "A turn", ["deal", "end"], window=False)
    assert [item.order for item in told.few] == ["end"]
    assert not menu(facts, reader, "A turn", ["end"], window=False).few[1:]
