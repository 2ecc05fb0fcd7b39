"""What a seat is shown: all ledgers, the planet and its market; nothing that is sealed; credits
where the table keeps them private.
"""

from __future__ import annotations

import re

import msgspec
import pytest

from tests.engines.traders_luck.game import NOTHING, Game, lot
from traders.domain.play.commands.interpreter import Speech
from traders.domain.table import game_progression
from traders.domain.table.table import Table
from traders.engines.kernel.contract.contract import Chance, Interval
from traders.engines.kernel.seats import Seat
from traders.engines.traders_luck import ENGINE

SEATS = ("red", "blue", "green", "white")
ON = {"bounty_hunters": True}


def shown(state, seat: Seat | None) -> str:
    """Everything that a seat is shown, as one text."""
    view = ENGINE.view(state, seat)
    offers = "" if seat is None else str(ENGINE.offers(state, seat))
    return "\n".join(
        [
            msgspec.json.encode(view).decode(),
            ENGINE.board_text(view),
            ENGINE.board_svg(view),
            offers,
        ]
    )


def landed(slack: int = 1, **start) -> Table:
    """Red has come to a Small planet with nobody about."""
    faces = ["food", "ore", "luxury", *NOTHING]

    def chance(awaited: Chance) -> int:
        return awaited.faces.index(faces.pop(0)) + 1

    table = Table(
        ENGINE,
        ENGINE.position(SEATS, {**ON, "attack_slack": slack}, start),
        chance=chance,
        timing="stops",
    )
    game_progression.go_on(table)
    says(table, "red", "travel small\nsettle")
    return table


def says(table: Table, seat: Seat, text: str) -> None:
    assert not [line for line in Speech(table, seat).speak(text) if line.answer == "refused"]


def test_ledgers_lie_open():
    """TL-REC-03, TL-SET-05"""
    state = ENGINE.position(
        SEATS,
        ON,
        {"red": {"credits": 83, "cargo": [lot("medicine", 2, 11)], "missiles": 4, "piracy": 2}},
    )
    for seat in (*SEATS, None):
        view = ENGINE.view(state, seat)
        text = ENGINE.board_text(view)
        assert "83 credits" in text
        assert "2 Medicine at 11" in text
        assert "missiles 4" in text
        assert "Piracy 2" in text
        assert ">83 cr.<" in ENGINE.board_svg(view)


def test_who_plays_next_is_said():
    """TL-ORD-02: time spent decides whose turn it is, and the letters say so."""
    start = {
        "turn": "green",
        "red": {"days": 3},
        "white": {"days": 3},
        "green": {"days": 3},
        "blue": {"days": 1, "finished": True},
    }
    text = " ".join(
        ENGINE.board_text(ENGINE.view(ENGINE.position(SEATS, {}, start), "red")).split()
    )
    assert (
        "whoever has spent the fewest days; of equals, to the first going left from Green" in text
    )
    assert "White 3, Red 3, Green 3." in text


def test_why_it_is_a_seat_s_turn_is_told():
    """TL-ORD-02, TL-ORD-03, TL-ORD-05"""
    faces = ["food", "ore", "luxury"]
    trip = ("travel small", "settle", "end")
    told = (
        Game(*faces, red={"days": 2}, blue={"days": 3}, green={"days": 3}).order("red", *trip).told
    )
    assert (
        "It is Blue's turn: Blue, Green and Red have spent 3 days, the fewest, and Blue comes "
        "first to the left of Red." in told
    )
    told = (
        Game(*faces, red={"days": 1}, blue={"days": 3}, green={"days": 3}).order("red", *trip).told
    )
    assert "It is Red's turn, who has spent the fewest days, 2." in told
    told = Game(*faces, blue={"finished": True}, green={"finished": True}).order("red", *trip).told
    assert "It is Red's turn." in told


def test_the_picture_keeps_hold_and_equipment_apart():
    """A hold that has grown does not run into what is said of missiles and ratings."""
    red = {"bay": 14, "cargo": [lot("food", 14, 1)], "missiles": 12, "shields": 10}
    view = ENGINE.view(ENGINE.position(SEATS, {**ON, "cargo_bay": True}, {"red": red}), "red")
    boxes = re.findall(r'<rect x="(\d+)" y="\d+" width="(\d+)" height="22"', ENGINE.board_svg(view))
    assert "missiles 12 · shields 10" in ENGINE.board_svg(view)
    words_begin = 14 + 329 - 12 - 160  # of the card on the left, at the width that these words have
    assert 140 < max(int(x) + int(width) for x, width in boxes if int(x) < 340) < words_begin


def test_one_of_a_kind_is_told_as_one():
    """TL-REC-01: what is bought is told in words that fit the number, and an order offered can be
    sent as it stands.
    """
    game = Game("robots", "food", "food", red={"credits": 13}).order(
        "red", "travel small", "settle"
    )
    assert "buy 1 robot" in game.offered("red")
    assert game.refused("red", "buy 2 robots") == ("TL-BUY-03",)
    laden = Game(
        "robots", "food", "food", red={"cargo": [lot("ore", 2, 3), lot("ore", 1, 7)]}
    ).order("red", "travel small", "settle")
    offered = {offer.order: offer.words for offer in ENGINE.offers(laden.state, "red")}
    assert (
        offered["buy 2 food discarding cargo"] == "8 credits and 1 day; your 3 ore go for nothing"
    )
    assert "Red buys 1 robot at 13: 13 credits." in game.order("red", "buy 1 robot").told


def test_credits_are_private_where_that_was_agreed():
    """TL-REC-03"""
    state = ENGINE.position(SEATS, {"private_cash": True}, {"red": {"credits": 8264}})
    assert "8264" in shown(state, "red")
    for seat in ("blue", None):
        assert "8264" not in shown(state, seat)


def test_a_sealed_commitment_is_nobody_s_to_see():
    """BH-CMB-01: two games that differ in what red has sealed look the same to all the others,
    until both are opened.
    """
    start = {"red": {"missiles": 3, "shields": 2}, "blue": {"missiles": 3}}
    seen = []
    for sealed in ("3 missiles and 2 shields", "0 missiles and 1 shields"):
        table = landed(**start)
        says(table, "blue", "intercept")
        before = len(table.moves)
        says(table, "red", f"commit {sealed}")
        assert len(table.moves) == before, "what is sealed is no entry yet"
        assert table.waiting() == ("blue",)
        seen.append([shown(table.state, seat) for seat in ("blue", "green", None)])
    assert seen[0] == seen[1]
    says(table, "blue", "commit 1 missiles and 0 shields")
    told = " ".join(event.text for move in table.moves for event in move.events)
    assert "Red has committed 0 missiles and 1 shield." in told


@pytest.mark.parametrize("also", [False, True])
def test_who_was_willing_but_not_first_stays_secret(also):
    """BH-PBM-02, BH-PVP-02, BH-PVP-03"""
    table = landed(
        slack=2, red={"days": 4}, blue={"days": 5, "missiles": 1}, green={"days": 4, "missiles": 1}
    )
    assert isinstance(table.pending(), Interval)
    assert set(table.waiting()) == {"blue", "green"}
    says(table, "blue", "intercept" if also else "pass")
    says(table, "green", "intercept")
    assert table.state.turn.attacker == "green"
    public = [
        (move.kind, move.seat, move.public, [event.text for event in move.events])
        for move in table.moves
    ]
    assert not any(
        "lue" in str(entry) for entry in public if entry[0] == "order" and entry[1] != "red"
    )
    assert table.state.traders["blue"].days == 5
    assert bool(table.home.get("blue")) is also
