"""Where a Trader stands, in a few lines for a letter."""

from __future__ import annotations

from typing import Any

from traders.engines.star_traders.board.brief import brief


def view(**own: Any) -> dict[str, Any]:
    """A view of Red, who is nowhere, with this of its own."""
    red = {"seat": "red", "out": False, "at": "", "prestige": 1, "engines": 3, "mission": None}
    red |= {"personality": [], "talents": []}
    mine = {"stellors": 40, "hand": []}
    return {"seat": "red", "seats": [red | {"cargo": []} | own], "own": mine, "round": 2}


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


def test_a_personality_is_told_at_first_with_what_it_does() -> None:
    seen = view(personality=["The Engineer"], talents=["Sixth engine, repairs for 5."])
    assert brief(seen).endswith("3 engines. The Engineer.")
    first = brief(seen | {"round": 1})
    assert first.endswith("3 engines. The Engineer: Sixth engine, repairs for 5.")
