"""Whatever is wrong with a request below `/api/`, its answer is JSON (RFC 9457)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from arbitration.claims import claims_by_page_and_api
from arbitration.models import Claim
from tests.api.program import program_of
from tests.arbitration import disputed
from traders.api.api_service import REFUSALS
from traders.api.problem_details import MEDIA_TYPE
from traders.domain.calendar import clock
from traders.models import Game


@pytest.fixture
def game(db: None) -> Iterator[Game]:
    yield disputed.jumped()
    clock.set_to(None)


@pytest.fixture
def blue(game: Game) -> Client:
    clock.set_to(disputed.CLAIMED)
    return program_of("blue").client


def told(answer: Any, status: int) -> dict[str, object]:
    assert (answer.status_code, answer.headers["Content-Type"]) == (status, MEDIA_TYPE), (
        answer.content[:200]
    )
    problem = answer.json()
    assert problem["status"] == status
    assert problem["title"]
    assert str(problem["detail"]).endswith(".")
    assert not str(problem["detail"]).endswith("..")
    return problem


def send(client: Client, game: Game, body: bytes) -> Any:
    return client.post(f"/api/games/{game.slug}/claims", body, content_type="application/json")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 422), (b"{", 400), (b"[]", 422), (b"\x00", 400), (b'{"kind": "\xff"}', 400),
        (b'{"kind": "\\ud800"}', 422), (b"[" * 15_000, 400),
    ],
    ids=["nothing", "half", "list", "NUL", "no UTF-8", "half a pair", "deep"],
)  # fmt: skip
def test_no_json(blue: Client, game: Game, body: bytes, status: int) -> None:
    told(send(blue, game, body), status)


def test_a_fault_is_named_by_the_place_that_who_sent_it_knows(blue: Client, game: Game) -> None:
    problem = told(send(blue, game, b"{}"), 422)
    assert [one["at"] for one in problem["errors"]] == ["body.kind"]  # type: ignore[attr-defined]


def test_what_nobody_sees_is_taken_out_of_words(blue: Client, game: Game) -> None:
    """A NUL, which no database holds, and a mark that turns the direction."""
    body = b'{"kind": "conduct", "words": "a\\u0000b\\u202ec"}'
    assert send(blue, game, body).status_code == 201
    assert Claim.objects.get(game=game).words == "abc"


@pytest.mark.parametrize(
    "most", [50, 40 * 2**20], ids=["longer than a request may be", "longer than a claim may be"]
)
def test_too_large(blue: Client, game: Game, settings, most: int) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = most
    told(send(blue, game, b" " * 100_001), 413)
    if most == 50:
        told(send(blue, game, b" " * 51), 413)


def test_nothing_there(client: Client) -> None:
    told(client.get("/api/nothing"), 404)
    told(client.get("/api/games/a b/claims"), 404)


def test_another_method(blue: Client, game: Game) -> None:
    answer = blue.delete(f"/api/games/{game.slug}/claims")
    told(answer, 405)
    assert answer.headers["Allow"] == "GET, HEAD, POST"
    assert answer.headers["Content-Length"] == str(len(answer.content))


def test_a_session_is_no_token(game: Game) -> None:
    """So that no page of another's can act through a visitor's cookie."""
    client = Client()
    client.force_login(game.seats.get(colour="blue").player)
    told(send(client, game, b'{"kind": "conduct"}'), 401)


@pytest.mark.parametrize(("error", "status"), [(ZeroDivisionError, 500), (OperationalError, 503)])
def test_a_fault_of_ours(
    blue: Client, game: Game, monkeypatch: pytest.MonkeyPatch, error: type[Exception], status: int
) -> None:
    def fail(*args: object) -> None:
        raise error

    monkeypatch.setattr(claims_by_page_and_api, "claim", fail)
    told(send(blue, game, b'{"kind": "conduct"}'), status)


def test_a_database_that_is_away_before_any_view(
    blue: Client, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*args: object) -> None:
        raise OperationalError

    monkeypatch.setattr("traders.web.reader_time_zone.reader_zone", away)
    blue.raise_request_exception = False
    told(send(blue, game, b'{"kind": "conduct"}'), 503)


def test_a_page_is_answered_with_a_page(client: Client, db: None) -> None:
    assert client.get("/games/nothing/").headers["Content-Type"].startswith("text/html")


def test_every_refusal_is_in_the_document_and_on_the_page_and_says_when_to_come_again() -> None:
    document = Client().get("/api/openapi.json").json()
    page = Path("docs/api.md").read_text()
    rows = re.findall(r"^\| ([\d, ]+) \|", page, re.M)
    on_the_page = {int(one) for row in rows for one in row.split(",")}
    assert on_the_page == set(REFUSALS) - {400}
    for path in document["paths"].values():
        for operation in path.values():
            refusals = {
                int(status): answer
                for status, answer in operation["responses"].items()
                if status >= "4"
            }
            assert set(refusals) == set(REFUSALS)
            assert {status for status, one in refusals.items() if "Retry-After" in str(one)} == {
                425, 429, 503,
            }  # fmt: skip
