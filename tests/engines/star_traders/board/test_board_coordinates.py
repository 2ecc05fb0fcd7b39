"""What a world of the picture tells when it is touched."""

from __future__ import annotations

from traders.engines.star_traders import ENGINE


def test_a_world_tells_its_shipyard_quarantine_ships_stations_and_contracts() -> None:
    start = {
        "red": {"at": "Oz", "stations": ["Kluge"]},
        "blue": {"at": "Kluge", "stations": []},
        "contracts": ["Fur to Frygia"],
        "shipyards": ["Kluge"],
    }
    view = ENGINE.view(ENGINE.position(("red", "blue"), {}, start), "red")
    told = {place.names[0]: place.tells for place in ENGINE.places(view)}
    assert told["Oz"].endswith(": Red's ship")
    assert told["Kluge"].endswith(": shipyard; Red's station; Blue's ship")
    assert "picks up Fur for Frygia" in told["Endor"]
    assert "wants Fur (" in told["Frygia"]
