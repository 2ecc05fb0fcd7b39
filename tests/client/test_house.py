"""The client against the server itself, and against a server that breaks off, is busy, or leads
elsewhere.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

from tests.web.conftest import _toll, blue, game, gathering, red
from traders.domain.accounts import api_tokens
from traders.models import Game, Player, Scope

__all__ = ["_toll", "blue", "game", "gathering", "red"]


@pytest.fixture
def client() -> Any:
    return importlib.import_module("traders_client.house")


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
    Odd.script = [None, (503, {"Retry-After": "5"}), (429, {"Retry-After": "9999"}), (200, {})]
    client.House(f"http://127.0.0.1:{odd.server_port}", "tbp_x").order("game", ["end"])
    assert slept == [2.0, 5.0, client.LONGEST]
    assert len({heard["idempotency-key"] for heard in Odd.heard}) == 1


def test_the_token_goes_nowhere_else(client: Any, odd: ThreadingHTTPServer) -> None:
    elsewhere = f"http://localhost:{odd.server_port}/api/games/x"
    Odd.script = [(302, {"Location": elsewhere}), (200, {})]
    with pytest.raises(client.Refused):
        client.House(f"http://127.0.0.1:{odd.server_port}", "tbp_x").game("x")
    assert len(Odd.heard) == 1
    for address in ("file:///etc", "ftp://example.org", "example.org"):
        with pytest.raises(ValueError, match="no address"):
            client.House(address)
