"""Sub-sectors that clubs design (IT-MAP, IT-ORD): every kind of fault is told, nothing of a faulty
one is kept, and games pin theirs.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from tests import seated
from tests.engines.imperial_trader import march
from traders.domain.history import audit, recording_and_replay
from traders.domain.play import door
from traders.domain.settings import club_editions
from traders.engines.imperial_trader.sub_sector import club_edition
from traders.engines.kernel.refusal import Refusal
from traders.models import Edition, Game, Player
from traders.web.new_game import GameForm

FILE = b"""
title = "The Quiet March"
planets = [
  { name = "Ash", class = "forge", export = "Slag" },
  { name = "Birch", class = "agri", export = "Timber" },
  { name = "Cliff", class = "shrine", export = "Relics" },
]
lanes = [{ between = ["Ash", "Birch"], spaces = 2 }, { between = ["Birch", "Cliff"], spaces = 3 }]
orders = ["Slag to Cliff", "Timber to Ash", "Relics to Birch", "Slag to Birch"]
"""
MARCH: dict[str, Any] = {"title": "The Quiet March", **march.MARCH}
Change = Callable[[dict[str, Any]], Any]
FAULTS: list[tuple[Change, str]] = [
    (
        lambda d: d["lanes"][0].update(between=["Ash", "Nowhere"]),
        "A lane joins two planets of the chart, not Ash and Nowhere. (IT-MAP-05)",
    ),
    (
        lambda d: d["lanes"][0].update(between=["Ash", "Ash"]),
        "A lane joins two planets of the chart, not Ash and Ash. (IT-MAP-05)",
    ),
    (
        lambda d: d["lanes"].append({"between": ["Birch", "Ash"], "spaces": 4}),
        "Birch and Ash are joined twice. (IT-MAP-05)",
    ),
    (lambda d: d["lanes"].pop(), "No lanes lead from Ash to Cliff. (IT-MAP-05)"),
    (lambda d: d["lanes"][0].update(spaces=0), "that of Ash and Birch has 0. (IT-MAP-06)"),
    (lambda d: d["lanes"][0].update(spaces=5), "that of Ash and Birch has 5. (IT-MAP-06)"),
    (lambda d: d["lanes"][0].update(spaces="two"), "The chart cannot be read"),
    (lambda d: d["lanes"][0].update(between=["Ash"]), "The chart cannot be read"),
    (
        lambda d: d["planets"][0].update({"class": "mining"}),
        "At least one planet must be a Civilized, Forge or Hive World. (IT-MAP-03)",
    ),
    (lambda d: d["planets"][1].update({"class": "<b>"}), "'<b>' is no name"),
    (lambda d: d["planets"][1].update({"class": ""}), "'' is no name"),
    (lambda d: d["planets"][1].update({"class": 3}), "The chart cannot be read"),
    (lambda d: d["planets"][1].pop("class"), "The chart cannot be read"),
    (
        lambda d: d["planets"][1].update(name="ash"),
        "Two planets bear the same name, ash. (IT-MAP-01)",
    ),
    (lambda d: d["planets"][1].update(export="SLAG"), "Two planets have the same export, slag"),
    (
        lambda d: d["planets"].pop(),
        "A chart has at least 3 planets, and at most 40; this one has 2. (IT-MAP-01)",
    ),
    (lambda d: d.update(planets=[]), "this one has 0"),
    (lambda d: d.update(planets=d["planets"] * 1_000), "this one has 3000, 2 lanes, 4 orders."),
    (lambda d: d.update(lanes=d["lanes"] * 1_000), "this one has 3, 2000 lanes, 4 orders."),
    (lambda d: d.update(orders=d["orders"] * 1_000), "this one has 3, 2 lanes, 4000 orders."),
    (lambda d: d["planets"][0].update(name="\u3164"), "is no name"),
    (lambda d: d["orders"].append("Moonbeams to Ash"), "'Moonbeams to Ash' is no buy order"),
    (lambda d: d["orders"].append("Slag to Nowhere"), "'Slag to Nowhere' is no buy order"),
    (lambda d: d["orders"].append("Slag to Ash"), "'Slag to Ash' is no buy order"),
    (
        lambda d: d["orders"].append("slag to cliff"),
        "Each buy order is in the chart once only; slag to cliff",
    ),
    (
        lambda d: d["orders"].pop(),
        "has 3 orders; players times limit and two more are at least 4 (IT-ORD-03)",
    ),
    (lambda d: d.pop("orders"), "has 0 orders"),
    (lambda d: d.update(orders="all"), "The chart cannot be read"),
    (lambda d: d.update(plantes=[]), "The chart cannot be read"),
    (lambda d: d.pop("lanes"), "The chart cannot be read"),
]


def test_a_sound_sub_sector_has_no_fault() -> None:
    assert club_edition.faults(MARCH) == []


@pytest.mark.parametrize(
    ("change", "told"), FAULTS, ids=[f"{n}-{told[:40]}" for n, (_, told) in enumerate(FAULTS)]
)
def test_each_fault_is_told(change: Change, told: str) -> None:
    data = copy.deepcopy(MARCH)
    change(data)
    assert any(told in fault for fault in club_edition.faults(data)), club_edition.faults(data)


def test_all_faults_are_told_at_once() -> None:
    data = copy.deepcopy(MARCH)
    data["lanes"][1]["spaces"] = 9
    data["planets"][0]["class"] = "mining"
    data["orders"][0] = "Moonbeams to Ash"
    assert len(club_edition.faults(data)) == 3


@pytest.mark.django_db
def test_a_club_plays_on_its_own_sub_sector_and_the_game_pins_it() -> None:
    kept, new = club_editions.add("imperial-trader", FILE)
    assert new
    game = door.create("imperial-trader", ["red", "blue"], edition=kept.digest)
    seated.begin(game.pk)
    door.orders(game.pk, "red", "start at birch")
    club_edition.kept.cache_clear()  # as after a start of the service
    game = Game.objects.get(pk=game.pk)
    state = recording_and_replay.position_at(game, game.number)
    assert state.chart.name == "The Quiet March"
    assert [one.name for one in state.chart.planets] == ["Ash", "Birch", "Cliff"]
    assert audit.audit(game) is None


@pytest.mark.django_db
def test_too_few_orders_for_players_and_limit_are_refused_at_the_making() -> None:  # IT-ORD-03
    kept, _ = club_editions.add("imperial-trader", FILE)
    for seats, options in ((["red", "blue", "green"], {}), (["red", "blue"], {"order_limit": 2})):
        with pytest.raises(Refusal) as refused:
            door.create("imperial-trader", seats, options, edition=kept.digest)
        assert refused.value.rules == ("IT-ORD-03",)


@pytest.mark.django_db
def test_an_unknown_sub_sector_is_refused() -> None:
    with pytest.raises(Refusal):
        door.create("imperial-trader", ["red", "blue"], edition="0123456789abcdef")


@pytest.mark.django_db
def test_the_command_names_the_faults_and_keeps_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "march.toml"
    file.write_bytes(FILE.replace(b"spaces = 2", b"spaces = 0"))
    with pytest.raises(CommandError, match="1 fault; nothing was kept"):
        call_command("edition", "add", str(file), system="imperial-trader")
    assert "has 0. (IT-MAP-06)" in capsys.readouterr().out
    assert not Edition.objects.exists()
    file.write_bytes(FILE)
    call_command("edition", "add", str(file), system="imperial-trader")
    assert Edition.objects.get().title == "The Quiet March"


@pytest.mark.django_db
def test_the_making_of_a_game_offers_it_by_name(client: Client) -> None:
    kept, _ = club_editions.add("imperial-trader", FILE)
    client.force_login(
        Player.objects.create(email="red@example.org", display_name="Red", password="!")
    )
    page = client.get("/games/new?system=imperial-trader").content.decode()
    assert "The Quiet March" in page
    assert "option.chart" not in page
    asked = {
        "system": "imperial-trader",
        "title": "Ours",
        "seats": "2",
        "bots": "0",
        "edition": kept.digest,
    }
    asked |= {
        name: field.initial
        for name, field in GameForm("imperial-trader").fields.items()
        if name.startswith(("option.", "setting."))
    }
    client.post("/games/new", {name: value for name, value in asked.items() if value})
    assert Game.objects.get().edition == kept.digest
