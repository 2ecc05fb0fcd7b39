"""The client against the server itself, and against a server that breaks off, is busy, or leads
elsewhere.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest

from tests.web.conftest import _toll, blue, game, gathering, red
from traders.api import idempotency
from traders.domain.accounts import api_tokens
from traders.domain.play import door
from traders.models import Game, Player, Scope

__all__ = ["_toll", "blue", "game", "gathering", "red"]


@pytest.fixture
def client() -> Any:
    found = importlib.import_module("traders_client.transport")
    return SimpleNamespace(**vars(importlib.import_module("traders_client.house")) | vars(found))


@pytest.mark.django_db(transaction=True)
def test_it_reads_and_plays(client: Any, live_server: Any, game: Game, red: Player) -> None:
    token, secret = api_tokens.make(red, "a client", Scope.values, 30)
    house = client.House(live_server.url, secret)
    (mine,) = house.games("mine")
    assert (mine["slug"], mine["asks_me"]) == (game.slug, True)
    offers = house.offers(game.slug)
    assert house.test(game.slug, ["end"])["lines"][0]["answer"] == "tested"
    receipt = house.order(game.slug, ["end"], moment=offers["moment"], key="k")
    assert receipt["number"] == house.game(game.slug)["number"] == 2
    assert house.order(game.slug, ["end"], moment=offers["moment"], key="k") == receipt
    with pytest.raises(client.Refused) as refused:
        house.order(game.slug, ["end"])
    assert (refused.value.status, bool(refused.value.rules)) == (409, True)
    house.say(game.slug, "hello, blue", "blue")
    assert house.press(game.slug)[0]["words"] == "hello, blue"
    assert [entry["number"] for entry in house.history(game.slug)] == [1, 2]
    assert next(house.watch(game.slug))["seat"] == "red"
    assert house.claim(game.slug, "conduct", words="too slow")["claim"]["number"] == 1
    made = house.make_game("toll", seats=2)
    with pytest.raises(client.Refused):
        house.take_seat(made["slug"], "red")
    assert {one["slug"] for one in house.games("free")} == {made["slug"]}
    api_tokens.take_back(red, token.pk)
    with pytest.raises(client.Refused, match="taken back"):
        house.game(game.slug)


class Odd(BaseHTTPRequestHandler):
    """Answers by turns as `script` says; None breaks the connection off."""

    script: list[tuple[int, dict[str, str]] | None]
    heard: list[dict[str, str]]

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.heard.append({name.lower(): value for name, value in self.headers.items()})
        act = self.script.pop(0)
        if act is None:
            self.close_connection = True
            return
        status, headers = act
        self.send_response(status)
        for name, value in ({"Content-Length": "2"} | headers).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(json.dumps({}).encode())

    do_GET = do_POST  # noqa: N815

    def log_message(self, *args: Any) -> None:
        """Nothing."""


@pytest.fixture
def odd() -> Iterator[ThreadingHTTPServer]:
    Odd.heard = []
    with ThreadingHTTPServer(("127.0.0.1", 0), Odd) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def test_what_broke_off_or_was_put_off_is_sent_again_as_the_same(
    client: Any, odd: ThreadingHTTPServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []
    monkeypatch.setattr(client.time, "sleep", slept.append)
    Odd.script = [
        None,
        (503, {"Retry-After": "5"}),
        (425, {"Retry-After": "2"}),
        (502, {}),
        (504, {}),
        (429, {"Retry-After": "60"}),
        (503, {}),
        (200, {}),
    ]
    client.House(f"http://127.0.0.1:{odd.server_port}", "tbp_x").order("game", ["end"])
    assert slept == [1.0, 5.0, 2.0, 8.0, 16.0, 60.0, 30.0]
    assert len({heard["idempotency-key"] for heard in Odd.heard}) == 1


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 412, 422, 500])
def test_what_a_rule_refuses_is_not_sent_again(
    client: Any, odd: ThreadingHTTPServer, status: int
) -> None:
    Odd.script = [(status, {})]
    with pytest.raises(client.Refused) as refused:
        client.House(f"http://127.0.0.1:{odd.server_port}", "tbp_x").order("game", ["end"])
    assert (refused.value.status, len(Odd.heard)) == (status, 1)


def test_it_waits_no_longer_than_its_patience_and_says_when_to_come_again(
    client: Any, odd: ThreadingHTTPServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr(client.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(client.time, "sleep", lambda pause: now.append(now.pop() + pause))
    house = client.House(f"http://127.0.0.1:{odd.server_port}", "tbp_x")
    Odd.script = [(429, {"Retry-After": "3599"})]
    with pytest.raises(client.Refused) as refused:
        house.order("game", ["end"])
    assert (refused.value.retry_after, now) == (3599.0, [0.0])
    Odd.script = [(502, {})] * 99
    with pytest.raises(client.Refused, match="502"):
        house.order("game", ["end"])
    assert client.PATIENCE - 30 <= now[0] <= client.PATIENCE
    assert 10 * idempotency.LOST_UNLOCKED.total_seconds() < client.PATIENCE
    Odd.script, now[0] = [None] * 99, 0.0
    with pytest.raises(OSError):
        house.game("game")
    assert client.PATIENCE - 30 <= now[0] <= client.PATIENCE


def test_it_says_who_it_is_and_in_which_version(client: Any, odd: ThreadingHTTPServer) -> None:
    Odd.script = [(200, {})]
    client.House(f"http://127.0.0.1:{odd.server_port}").game("game")
    version = importlib.import_module("traders_client").__version__
    assert Odd.heard[0]["user-agent"].startswith(f"traders-client/{version} Python/3.")


@pytest.mark.django_db(transaction=True)
def test_one_loop_sees_every_game_that_changes(
    client: Any, live_server: Any, game: Game, red: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = client.House(live_server.url, api_tokens.make(red, "it", Scope.values, 30)[1])
    steps = [
        lambda: house.order(game.slug, ["end"]),
        lambda: None,  # nothing is new
        lambda: door.orders(game.pk, "blue", "to red: a word"),
        lambda: house.make_game("toll", seats=2, title="Another"),
        lambda: house.make_game("toll", seats=2, title="Of others", watches=True),
    ]
    told: list[list[str]] = [[]]

    class Enough(Exception):
        """No step is left."""

    def sleep(seconds: float) -> None:
        told.append([])
        if not steps:
            raise Enough
        steps.pop(0)()

    monkeypatch.setattr(client.time, "sleep", sleep)
    with suppress(Enough):
        for changed in house.changes():
            told[-1].append(changed["title"])
    mine = game.title
    assert told[:-1] == [[mine], [mine], [], [mine], ["Another"], []]


@pytest.mark.django_db(transaction=True)
def test_a_cursor_that_the_server_knows_no_more_begins_anew(
    client: Any, live_server: Any, game: Game, red: Player
) -> None:
    """As after the server got another key."""
    house = client.House(live_server.url, api_tokens.make(red, "it", ["read"], 30)[1])
    assert next(house.changes(since="of-another-key"))["slug"] == game.slug
    api_tokens.take_back(red, red.api_tokens.get().pk)
    with pytest.raises(client.Refused, match="401"):
        next(house.changes(since="of-another-key"))


@pytest.mark.django_db(transaction=True)
def test_it_reads_rules_systems_rulings_and_its_own_token(
    client: Any, live_server: Any, game: Game, red: Player
) -> None:
    house = client.House(live_server.url, api_tokens.make(red, "it", ["read"], 30)[1])
    assert house.token()["scopes"] == ["read"]
    assert "toll" in {one["name"] for one in house.systems()}
    assert house.system("toll")["orders"]
    book = next(one for one in house.rulebooks() if one["name"] == "postal")
    assert len(house.rules("postal")) == book["rules"]
    assert [one["id"] for one in house.rules("postal", "PR-MAIL-01")] == ["PR-MAIL-01"]
    assert house.casebook(rule="PR-MAIL-01") == house.claims(game.slug) == []
    with pytest.raises(client.Refused):
        house.ruling(1)


def test_the_token_goes_nowhere_else(client: Any, odd: ThreadingHTTPServer) -> None:
    elsewhere = f"http://localhost:{odd.server_port}/api/games/x"
    Odd.script = [(302, {"Location": elsewhere}), (200, {})]
    with pytest.raises(client.Refused):
        client.House(f"http://127.0.0.1:{odd.server_port}", "tbp_x").game("x")
    assert len(Odd.heard) == 1
    for address in ("file:///etc", "ftp://example.org", "example.org"):
        with pytest.raises(ValueError, match="no address"):
            client.House(address)
