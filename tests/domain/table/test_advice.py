"""What is advised where an offer waits for an answer beside a turn."""

from __future__ import annotations

from traders.domain.play.commands.interpreter import Speech
from traders.domain.play.manners.accepted_suggestion import suggested_now
from traders.domain.play.seat_views_and_menus import menu_of, view_of
from traders.domain.table.advice import suggested
from traders.domain.table.table import Table
from traders.engines.stratastar import ENGINE
from traders.models import SealedKind

START = {
    "stage": "trade",
    "map": {"c3": "world", "h8": "world"},
    "red": {"fleets": {"a1": 1, "c3": 1}, "hand": {"attack": 3, "build": 2, "trade": 2}},
    "blue": {"fleets": {"c3": 1}, "hand": {"attack": 3, "build": 3}},
}


def at_offers(*offers: str) -> Table:
    """Red's Trade phase, in which blue has offered that."""
    table = Table(ENGINE, ENGINE.position(("red", "blue"), {}, START), chance=lambda chance: 1)
    for offer in offers:
        [line] = Speech(table, "blue").speak(f"offer red: {offer}")
        assert line.answer == "noted", line
    return table


def advised(table: Table) -> tuple[str, ...]:
    found = suggested_now(table, "red")
    assert found is not None
    offered = list(table.open(SealedKind.OFFER))
    menu = menu_of(table, offered, "red")
    assert suggested(ENGINE, view_of(table, offered, "red"), table.pending(), menu) == found
    return found.orders


def test_below_an_offer_to_be_declined_stands_the_turn_that_is_advised_without_it():
    turn = advised(at_offers())
    assert turn[-1] == "end"
    table = at_offers("1 attack for 2 build", "1 attack for 1 build")
    assert advised(table) == ("decline 1", "decline 2", *turn)
    told = suggested_now(table, "red")
    assert told is not None
    assert told.words.startswith("Offer 1 gives you less than it takes. Offer 2 gives")
    said = Speech(table, "red").speak("\n".join(told.orders))
    assert not [line for line in said if line.answer in ("refused", "returned")]


def test_what_follows_an_offer_to_be_accepted_is_the_games_own():
    table = at_offers("2 build for 1 attack")
    assert advised(table)[0] == "accept 1"
    said = Speech(table, "red").speak("\n".join(advised(table)))
    assert not [line for line in said if line.answer in ("refused", "returned")]
