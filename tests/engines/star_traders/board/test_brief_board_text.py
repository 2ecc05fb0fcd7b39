"""Where a Trader stands, in a few lines for a letter."""

from __future__ import annotations

from typing import Any

from traders.engines.star_traders.board.brief_board_text import brief


def view(**own: Any) -> dict[str, Any]:
    """A view of Red, who is nowhere, with this of its own."""
    red = {"seat": "red", "out": False, "at": "", "prestige": 1, "engines": 3, "mission": None}
    red |= {"personality": []}
    mine = {"stellors": 40, "hand": []}
    return {"seat": "red", "seats": [red | {"cargo": []} | own], "own": mine}


def cargo(name: str, marked: str = "", owner: str = "") -> dict[str, str]:
    return {"cargo": name, "owner": owner, "marked": marked}


def test_a_cargo_is_told_with_the_contract_that_it_is_carried_for() -> None:
    told = brief(view(cargo=[cargo("Fur", "Fur to Frygia"), cargo("Gremlins")]))
    assert told.endswith("Aboard: Fur to Frygia, Gremlins.")


def test_a_mission_is_told_until_its_cargo_is_aboard() -> None:
    mission = {"from": "Niven", "to": "Oz"}
    assert brief(view(mission=mission)).endswith("Mission: from Niven to Oz.")
    told = brief(view(mission=mission, cargo=[cargo("Imperial Cargo", owner="red")]))
    assert told.endswith("Aboard: Imperial Cargo to Oz.")


def test_a_personality_is_told_by_its_name() -> None:
    assert brief(view(personality=["The Engineer"])).endswith("3 engines. The Engineer.")
    both = brief(view(personality=["The Engineer", "Awesome Andi"]))
    assert both.endswith("3 engines. The Engineer and Awesome Andi.")
