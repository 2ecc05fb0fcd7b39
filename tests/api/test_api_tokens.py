"""Tokens: made and shown once, with scopes, on a page of the account; what was taken back, expired
or is of a closed account opens nothing.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from tests.api.program import Program
from tests.services.redis import Redis
from traders.domain.accounts import account_erasure, api_tokens, data_export
from traders.domain.calendar import clock
from traders.engines.kernel.refusal import Refusal
from traders.models import ApiToken, Game, Player, Scope

PAGE = "/account/tokens"


@pytest.fixture
def signed_in(client: Client, red: Player) -> Client:
    client.force_login(red)
    return client


def made(client: Client, **fields: Any) -> Any:
    wish = {"name": "my bot", "scopes": ["read", "play"], "days": "90"} | fields
    return client.post(PAGE, wish)


def test_a_token_is_made_shown_once_and_taken_back(signed_in: Client, game: Game) -> None:
    assert "You have none." in signed_in.get(PAGE).content.decode()
    answer = made(signed_in)
    assert answer.status_code == 201
    assert "no-store" in answer.headers["Cache-Control"]
    secret = re.search(r"tbp_[\w-]{43}", answer.content.decode())[0]
    assert secret not in signed_in.get(PAGE).content.decode()
    assert not [one for one in ApiToken.objects.values() if secret in str(one)]
    asked = {"headers": {"Authorization": f"Bearer {secret}"}}
    program = Client()
    assert [one["slug"] for one in program.get("/api/games", **asked).json()["games"]] == [
        game.slug
    ]
    token = ApiToken.objects.get()
    assert token.used is not None
    signed_in.post(PAGE, {"take_back": token.pk})
    refused = program.get("/api/games", **asked)
    assert refused.status_code == 401
    assert "taken back" in refused.json()["detail"]
    assert "my bot" not in signed_in.get(PAGE).content.decode()


@pytest.mark.parametrize(
    "fields",
    [
        {"name": " "}, {"name": "a\u202eb"}, {"name": "x" * 61}, {"scopes": []},
        {"scopes": ["everything"]}, {"days": "7"}, {"days": "-1"}, {"days": "x"},
    ],
)  # fmt: skip
def test_what_is_no_token_is_said_and_made_by_nobody(
    signed_in: Client, fields: dict[str, Any]
) -> None:
    assert made(signed_in, **fields).status_code == 400
    assert not ApiToken.objects.exists()


def test_another_takes_no_token_back(signed_in: Client, blues: Program) -> None:
    for odd in (str(blues.token.pk), "x", "9" * 30, "²"):
        signed_in.post(PAGE, {"take_back": odd})
    assert blues.get("games").status_code == 200


def test_nobody_has_tokens_without_end(red: Player) -> None:
    for number in range(api_tokens.MOST):
        api_tokens.make(red, f"number {number}", ["read"], 0)
    with pytest.raises(Refusal):
        api_tokens.make(red, "one more", ["read"], 0)


@pytest.mark.parametrize("scope", Scope.values)
def test_a_token_does_what_its_scopes_say_and_nothing_else(
    red: Player, game: Game, scope: str
) -> None:
    program = Program(red, [scope])
    path = f"games/{game.slug}"
    may = {
        "read": program.get(path),
        "play": program.post(f"{path}/orders", {"orders": ["end"]}),
        "organize": program.post("games", {"system": "toll", "seats": 2}),
    }
    for needed, answer in may.items():
        assert (answer.status_code < 400) == (needed == scope), (needed, answer.content)
        if needed != scope:
            assert answer.status_code == 403
            assert f"`{needed}`" in answer.json()["detail"]


def test_an_expired_token_and_one_of_a_closed_account_open_nothing(reds: Program) -> None:
    now = clock.now()
    with clock.at(now + timedelta(days=29)):
        assert reds.get("games").status_code == 200
    with clock.at(now + timedelta(days=30, seconds=1)):
        assert "expired" in reds.get("games").json()["detail"]
    Player.objects.update(is_active=False)
    assert reds.get("games").status_code == 401


@pytest.mark.parametrize("said", ["Bearer", "Bearer tbp_x", "Basic cmVkOnJlZA==", "tbp_x", "é"])
def test_what_is_no_token_is_401_even_where_none_is_needed(
    client: Client, db: None, said: str
) -> None:
    answer = client.get("/api/systems", headers={"Authorization": said})
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_tokens_are_in_the_export_and_go_with_the_account(reds: Program) -> None:
    (told,) = data_export.export(reds.player)["tokens"]
    assert (told["name"], set(told["scopes"])) == ("a program", set(Scope.values))
    account_erasure.erase(reds.player)
    assert reds.get("games").status_code == 401
    assert not ApiToken.objects.exists()


def test_all_web_processes_count_together_and_each_alone_while_redis_is_away(
    reds: Program, settings: Any, redis_server: Redis
) -> None:
    settings.QUOTA_API, settings.REDIS_URL = 3, redis_server.url
    with clock.at(clock.now().replace(second=20)):
        for left in (2, 1, 0):
            cache.clear()  # as another process, whose memory is its own
            answer = reds.get("games")
            assert answer.headers["RateLimit"] == f'"token";r={left};t=40'
        cache.clear()
        assert reds.get("games").status_code == 429
        settings.REDIS_URL = "redis://127.0.0.1:1/0"
        assert reds.get("games").headers["RateLimit"] == '"token";r=2;t=40'


def test_the_requests_of_a_minute_are_counted_by_token(
    reds: Program, blues: Program, settings: Any
) -> None:
    settings.QUOTA_API = 3
    with clock.at(clock.now().replace(second=20)):
        for left in (2, 1, 0):
            answer = reds.get("games")
            assert answer.status_code == 200
            assert answer.headers["RateLimit"] == f'"token";r={left};t=40'
        assert answer.headers["RateLimit-Policy"] == '"token";q=3;w=60'
        refused = reds.get("games")
        assert (refused.status_code, refused.headers["Retry-After"]) == (429, "40")
        assert blues.get("games").status_code == 200
        later = clock.now() + timedelta(seconds=40)
    with clock.at(later):
        assert reds.get("games").status_code == 200


@pytest.mark.parametrize("scopes", [["read"], ["play"], ["organize"], ["read", "organize"]])
def test_a_token_of_any_scope_tells_what_it_may_do_and_until_when(
    red: Player, scopes: list[str]
) -> None:
    program = Program(red, scopes)
    Program(red)  # of which it says nothing
    told = program.get("token").json()
    made, expires = (datetime.fromisoformat(told.pop(name)) for name in ("made", "expires"))
    assert told == {"name": "a program", "scopes": scopes}
    assert expires - made == timedelta(days=30)
    assert program.secret not in program.get("token").content.decode()
    assert Client().get("/api/token").status_code == 401
