"""Games by the API: lists in pages, the game as its seat may see it, its history, the document."""

from __future__ import annotations

import json
import re
from datetime import time
from typing import Any

import pytest
from django.test import Client

from tests.api.program import Program
from traders.domain.play import door
from traders.domain.read_models.game_for_reader import GameSeen, game_of
from traders.domain.settings import game_settings
from traders.domain.settings.game_settings import DEFAULTS
from traders.models import Game, Look, Phase, Player, ProgramLook, Seat

READ = ("", "/offers", "/press", "/history", "/claims")


def test_lists_come_in_pages_and_miss_nothing(reds: Program, game: Game, red: Player) -> None:
    for number in range(6):
        made = door.create("toll", ["red", "blue"], title=f"Game {number}")
        Seat.objects.filter(game=made, colour="red").update(player=red if number % 2 else None)
    for which, wanted in (
        ("mine", Game.objects.filter(seats__player=red)),
        ("free", Game.objects.filter(phase=Phase.GATHERING)),
        ("watched", Game.objects.exclude(seats__player=red)),
    ):
        found: list[str] = []
        after = ""
        while True:
            page = reds.get(f"games?which={which}&most=2&after={after}").json()
            found += [one["slug"] for one in page["games"]]
            after = page["next"]
            if not after:
                break
        newest_first = wanted.order_by("-created", "-pk").values_list("slug", flat=True)
        assert found == list(newest_first), which
    assert Client().get("/api/games").json() == {"games": [], "next": ""}
    assert reds.get("games?after=nothing").status_code == 404


def test_a_game_is_told_as_its_page_tells_it(reds: Program, blues: Program, game: Game) -> None:
    seen = GameSeen(game_of(game.slug, None), reds.player)
    told = reds.get(f"games/{game.slug}").json()
    assert told["view"] == seen.view
    assert (told["seat"], told["asks_me"], told["moment"]) == ("red", True, seen.moment)
    assert told["due"]
    offers = reds.get(f"games/{game.slug}/offers").json()
    assert [one["order"] for one in offers["offers"]] == [one.order for one in seen.menu]
    assert offers["suggestion"]["orders"]
    blue = blues.get(f"games/{game.slug}").json()
    assert (blue["asks_me"], blue["view"]["hand"]) == (False, ["Shove", "Shove"])
    gallery = Client().get(f"/api/games/{game.slug}").json()
    assert gallery["seat"] is None
    assert not gallery["view"]["hand"]
    assert gallery["moment"] == ""


def test_that_a_program_read_a_game_is_kept_and_is_no_visit(reds: Program, game: Game) -> None:
    Client().get(f"/api/games/{game.slug}")
    assert not ProgramLook.objects.exists()
    for _ in range(2):
        reds.get(f"games/{game.slug}")
    assert [(read.seat.colour, read.entry) for read in ProgramLook.objects.all()] == [
        ("red", game.number)
    ]
    assert not Look.objects.exists()


def test_what_is_not_new_is_not_sent_again(reds: Program, game: Game) -> None:
    path = f"games/{game.slug}"
    first = reds.get(path)
    again = reds.get(path, If_None_Match=first.headers["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    reds.post(f"{path}/orders", {"orders": ["end"]})
    assert reds.get(path, If_None_Match=first.headers["ETag"]).status_code == 200
    head = reds.client.head(f"/api/{path}")
    assert (head.status_code, head.content) == (200, b"")


def test_the_history_is_told_line_by_line_with_what_was_undone(reds: Program, game: Game) -> None:
    for line in ("roll", "end"):
        reds.post(f"games/{game.slug}/orders", {"orders": [line]})
    game.refresh_from_db()
    last = game.number
    door.back_up(game.pk, 1, "a trial")
    answer = reds.get(f"games/{game.slug}/history")
    lines = [json.loads(line) for line in answer.getvalue().splitlines()]
    assert answer.headers["Content-Type"] == "application/jsonl"
    game.refresh_from_db()
    assert [one["number"] for one in lines] == list(range(1, game.number + 1))
    assert {one["number"] for one in lines if one["undone"]} == set(range(2, last + 1))
    part = reds.get(f"games/{game.slug}/history?first=2&last=3").getvalue().splitlines()
    assert [json.loads(line)["number"] for line in part] == [2, 3]
    assert reds.get(f"games/{game.slug}/history?first=0").status_code == 422
    assert reds.get(f"games/{game.slug}/history?first=9&last=2").getvalue() == b""


def test_press_to_another_is_nobody_elses(reds: Program, blues: Program, game: Game) -> None:
    path = f"games/{game.slug}/press"
    assert reds.post(path, {"words": "to you\nalone", "to": "blue"}).status_code == 200
    blues.post(path, {"words": "hello, all"})
    for reader, count in ((reds, 2), (blues, 2)):
        assert len(reader.get(path).json()["press"]) == count
    assert [one["words"] for one in Client().get(f"/api/{path}").json()["press"]] == ["hello, all"]
    assert reds.post(path, {"words": "x", "to": "mauve"}).status_code == 409
    assert reds.post(path, {"words": "x", "to": "blue: y\nend"}).status_code == 409


def test_a_game_is_made_and_its_seats_are_taken(reds: Program, blues: Program) -> None:
    made = reds.post("games", {"system": "toll", "seats": 2, "title": "By program"})
    assert (made.status_code, made.json()["phase"]) == (201, "gathering")
    slug = made.json()["slug"]
    assert blues.post(f"games/{slug}/seats/green", None).status_code == 404
    assert blues.post(f"games/{slug}/seats/red", None).status_code == 409
    assert blues.post(f"games/{slug}/seats/blue", None).json() == {"slug": slug, "phase": "playing"}
    assert reds.get("games").json()["games"][0]["asks_me"]


def test_each_setting_that_a_page_takes_a_program_gives_too(reds: Program) -> None:
    settings = {**DEFAULTS, "zones": {"blue": "Asia/Kathmandu"}}  # PR-TURN-07
    made = reds.post("games", {"system": "toll", "seats": 2, "settings": settings})
    assert made.status_code == 201
    assert game_settings.of(Game.objects.get()).zones == settings["zones"]
    zone = {"settings": {"zones": {"blue": "Elsewhere"}}}
    assert reds.post("games", {"system": "toll", "seats": 2} | zone).status_code == 409


def test_a_setting_may_be_typed_as_on_the_page_and_as_its_refusal_says(reds: Program) -> None:
    wish = {"system": "toll", "seats": 2}
    night = reds.post("games", wish | {"settings": {"night": "22"}})
    assert (night.status_code, "like 22:00 to 08:00" in night.json()["detail"]) == (409, True)
    typed = {"night": "22:00 to 08:00", "zones": "blue = Asia/Kathmandu", "weekends": "no"}
    assert reds.post("games", wish | {"settings": typed}).status_code == 201
    held = game_settings.of(Game.objects.get())
    assert held.night == (time(22), time(8))
    assert (held.zones, held.weekends) == ({"blue": "Asia/Kathmandu"}, False)


@pytest.mark.parametrize(
    "wish",
    [
        {"system": "chess"}, {"bots": 4}, {"options": {"worlds": 0}}, {"options": {"worlds": "x"}},
        {"options": {"nothing": 1}}, {"settings": {"turn_time": "soon"}}, {"settings": {"x": 1}},
        {"options": {"worlds": ["1"]}}, {"title": "a\u202eb"}, {"seats": 8}, {"options": 1},
        {"settings": {"turn_time": 10**30}}, {"options": {"worlds": None}},
    ],
)  # fmt: skip
def test_a_game_that_cannot_be_is_refused_in_words(reds: Program, wish: dict[str, Any]) -> None:
    answer = reds.post("games", {"system": "stratastar", "seats": 4} | wish)
    assert answer.status_code in (409, 422)
    assert answer.json()["detail"].endswith(".")
    assert not Game.objects.exists()


def test_the_document_lists_everything_and_the_page_loads_nothing_from_elsewhere(
    client: Client, db: None
) -> None:
    document = client.get("/api/openapi.json").json()
    paths = document["paths"]
    assert {f"/api/games/{{slug}}{part}" for part in READ} <= set(paths)
    assert {"/api/casebook", "/api/systems/{name}", "/api/rules/{name}"} <= set(paths)
    for path in paths.values():
        for method, operation in path.items():
            assert operation["description"]
            assert {"Bearer": []} in operation["security"]
            assert method == "get" or {} not in operation["security"]
    page = client.get("/api/docs").content.decode()
    assert "http" not in page.replace('http-equiv="', "")
    assert "<script>" not in page
    assert re.findall(r"<h1[^>]*>([^<]+)</h1>", page) == ["Traders by Post: the API"]


def test_a_game_that_was_cancelled_before_it_began_offers_nothing(
    reds: Program, red: Player
) -> None:
    made = door.create("toll", ["red", "blue"])
    Seat.objects.filter(game=made, colour="red").update(player=red)
    Game.objects.filter(pk=made.pk).update(phase=Phase.OVER)
    offers = reds.get(f"games/{made.slug}/offers")
    assert offers.status_code == 200
    assert (offers.json()["offers"], offers.json()["asks_me"]) == ([], False)


@pytest.mark.parametrize("wish", [{"watches": True}, {"sit": False}])
def test_who_does_not_play_makes_a_game_without_a_seat(
    reds: Program, red: Player, wish: dict[str, bool]
) -> None:
    """An organizer makes games for others: every seat but the bots' is free."""
    made = reds.post("games", {"system": "toll", "seats": 3, "bots": 1, **wish})
    assert made.status_code == 201
    game = Game.objects.get(slug=made.json()["slug"])
    assert (game.phase, game.maker) == (Phase.GATHERING, red)
    assert not Seat.objects.filter(game=game, player=red).exists()
    seats = reds.get(f"games/{game.slug}").json()["seats"]
    assert [(one["free"], one["bot"]) for one in seats] == [
        (True, False), (True, False), (False, True),
    ]  # fmt: skip
    seated = reds.post("games", {"system": "toll", "seats": 2, "watches": False}).json()["slug"]
    assert Seat.objects.filter(game__slug=seated, player=red).exists()
