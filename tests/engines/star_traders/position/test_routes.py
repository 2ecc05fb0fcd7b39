"""Ways over the chart: attempts to expect, station jumps, permissions."""

from __future__ import annotations

from typing import Any

import pytest

from traders.engines.star_traders.edition.die_faces import attempts
from traders.engines.star_traders.position.routes import UNREACHABLE, contract_way, routes, usable

WORLDS = ["Mink", "Niven", "Oz", "Endor", "Terra"]


def view(*lines: tuple[str, str, str], **seats: dict[str, Any]) -> dict[str, Any]:
    number = {name: 10 + place for place, name in enumerate(WORLDS)}
    traders = [
        {"seat": seat, "stations": [], "permits": [], "permits_at": {}, "barred_at": {}, **known}
        for seat, known in ({"red": {}, "blue": {}} | seats).items()
    ]
    rolls = {"orange": (2, 0), "red": (3, 0), "violet": (4, 0), "blue": (5, 0), "green": (6, 3)}
    return {
        "turn": "red",
        "code_broken": False,
        "seats": traders,
        "chart": {
            "edition": "test",
            "worlds": [{"name": name, "number": at} for name, at in number.items()],
            "lines": [[number[one], number[other], colour] for one, other, colour in lines],
            "rolls": {
                colour: {"regular": regular, "station": station}
                for colour, (regular, station) in rolls.items()
            },
        },
    }


@pytest.mark.parametrize(
    ("needs", "expected"), [(0, 1.0), (2, 1.2), (3, 1.5), (4, 2.0), (5, 3.0), (6, 6.0)]
)
def test_attempts_to_expect_are_six_over_the_faces_that_serve(needs, expected):
    """ST-JUMP-06"""
    assert attempts(needs) == pytest.approx(expected)


def test_the_cheapest_way_is_taken_not_the_shortest():
    ways = routes(
        view(("Mink", "Niven", "green"), ("Mink", "Oz", "orange"), ("Oz", "Niven", "orange")), "red"
    )
    assert ways.cost("Mink", "Niven") == pytest.approx(2.4)
    assert ways.next("Mink", "Niven").to == "Oz"
    assert ways.jumps("Mink", "Niven") == 2


def test_a_way_is_told_with_the_odds_to_get_so_far():
    seen = view(("Mink", "Niven", "orange"), ("Niven", "Oz", "orange"), ("Oz", "Endor", "red"))
    ways = routes(seen, "red")
    assert ways.in_words("Mink", "Endor") == "Niven 83 %, Oz 69 %, Endor 46 %"
    assert ways.in_words("Mink", "Mink") == ways.in_words("Mink", "Terra") == ""


@pytest.mark.parametrize(
    ("at", "cargo", "told"),
    [
        ("Mink", [], "Niven 83 %; then Oz 83 %"),
        ("Mink", [{"cargo": "Fur", "owner": ""}], "Niven 83 %, Oz 69 %"),
        ("Niven", [], "Oz 83 %"),
        ("", [], ""),
    ],
)
def test_the_way_to_a_contract_leads_by_its_cargo(at, cargo, told):
    lines = (("Mink", "Niven", "orange"), ("Niven", "Oz", "orange"))
    seen = view(*lines, red={"at": at, "cargo": cargo}) | {"seat": "red"}
    contract = {"cargo": "Fur", "from": "Niven", "to": "Oz"}
    assert contract_way(seen, contract, routes(seen, "red")) == told


def test_a_line_serves_both_ways_and_no_line_is_no_way():
    """ST-JUMP-17"""
    ways = routes(view(("Mink", "Niven", "red")), "red")
    assert ways.cost("Niven", "Mink") == ways.cost("Mink", "Niven") == pytest.approx(1.5)
    assert ways.cost("Mink", "Terra") == UNREACHABLE
    assert ways.next("Mink", "Terra") is None
    assert ways.cost("Mink", "Mink") == 0


def test_an_own_station_is_reached_without_a_roll_and_over_green_with_a_three():
    """ST-JUMP-07, ST-JUMP-08"""
    known = view(
        ("Mink", "Niven", "violet"), ("Mink", "Oz", "green"), red={"stations": ["Niven", "Oz"]}
    )
    legs = {leg.to: leg for leg in routes(known, "red").legs("Mink")}
    assert legs["Niven"].station
    assert legs["Niven"].attempts == 1.0
    assert legs["Oz"].needs == 3
    assert not {leg.to: leg for leg in routes(known, "blue").legs("Mink")}["Niven"].station


def test_permission_opens_stations_for_all_one_or_all_but_one():
    """ST-STATION-12"""
    owner = {"stations": ["Niven", "Oz"], "permits": ["red"], "barred_at": {"Oz": ["red"]}}
    assert usable(view(blue=owner), "red") == {"Niven"}
    assert usable(
        view(blue={"stations": ["Niven", "Oz"], "permits_at": {"Oz": ["red"]}}), "red"
    ) == {"Oz"}
    assert usable(view(blue={"stations": ["Niven"]}), "red") == frozenset()


def test_codebreaker_opens_every_station_to_the_seat_on_turn_alone():
    """ST-CARD-61"""
    known = view(blue={"stations": ["Niven"]}, red={"stations": ["Oz"]})
    known["code_broken"] = True
    assert usable(known, "red") == {"Niven", "Oz"}
    assert usable(known, "blue") == {"Niven"}
