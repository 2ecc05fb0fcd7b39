"""Who may do what by the API, for every operation of its document: generated, so that one that is
added is asked about here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from arbitration.models import CasebookEntry
from tests.api.program import Program
from tests.club.seasons.league import club_of, olga, season_of
from tests.web.test_permissions import state
from traders.club.ladders import ladder_maintenance
from traders.domain.play import door
from traders.models import Game, Player, Scope

OF_A_SEAT = {"offers", "claims", "orders", "test", "say", "claim"}
"""What only who has a seat in the game may do; `take` and `make` anybody with a token."""
OF_A_PERSON = {"questions", "question", "clubs", "account", "token", "changes"}
"""What only who has a token may read: it is their own."""
WITHOUT_A_SEAT = {"organize", "take_part", "climb", "join"}
"""What anybody with a token may ask, and a rule refuses here."""
BODIES: dict[str, Any] = {
    "orders": {"orders": ["status"]},
    "test": {"orders": ["end"]},
    "say": {"words": "hello"},
    "claim": {"kind": "conduct"},
    "make": {"system": "toll", "seats": 2},
    "answer": {"orders": ["confirm"]},
    "organize": {"orders": ["make good 24h"]},
    "take_part": {"orders": ["confirm"]},
    "climb": {"orders": ["join ladder"]},
    "join": {"invitation": "none"},
    "change_account": {"hints": False},
}
VISITORS = ("nobody", "a stranger", "a seat", "a seat's reader")


def operations(game: Game) -> list[tuple[str, str, str]]:
    """Name, method and address of each operation of the document."""
    there = {
        "slug": game.slug,
        "colour": "blue",
        "number": "999999",
        "club": "star",
        "season": "spring",
        "system": "toll",
        "question": "none",
    }
    document = Client().get("/api/openapi.json").json()["paths"]
    return [
        (operation["operationId"], method, path.format(**there | {"name": _name(path)}))
        for path, methods in document.items()
        for method, operation in methods.items()
    ]


def _name(path: str) -> str:
    return "postal" if "rules" in path else "toll"


def expected(who: str, name: str, method: str) -> set[int]:
    """The statuses that this visitor may get."""
    if who == "nobody" and (method == "post" or name in OF_A_SEAT | OF_A_PERSON):
        return {401}
    if who == "a seat's reader" and method == "post":
        return {403}
    if name in ("ruling", "question", "answer"):
        return {404}  # there is none
    if name in WITHOUT_A_SEAT:
        return {409}
    if who == "a stranger" and name in OF_A_SEAT:
        return {403}
    return {409} if name == "take" else {200, 201}


@pytest.mark.sampled
@pytest.mark.parametrize("who", VISITORS)
def test_each_may_do_what_they_may_and_nothing_else(who: str, game: Game, red: Player) -> None:
    door.orders(game.pk, "blue", "to red: a word")
    club = season_of(club_of(["Ann"]), [4]).club
    ladder_maintenance.make(club, olga(club), "toll", ladder_maintenance.LadderPlan())
    assert not CasebookEntry.objects.exists()
    ask: dict[str, Callable[[], Client]] = {
        "nobody": Client,
        "a stranger": lambda: Program(Player.objects.create_user("kim@example.org")).client,
        "a seat": lambda: Program(red).client,
        "a seat's reader": lambda: Program(red, ["read"]).client,
    }
    client = ask[who]()
    found = operations(game)
    assert len(found) > 30
    before = _state()
    wrong = []
    changing = 0
    # what may change something comes last
    for name, method, path in sorted(found, key=lambda one: _changes(who, *one[:2])):
        changes = _changes(who, name, method)
        if changes and not changing:
            assert _state() == before
        changing += changes
        body = BODIES.get(name)
        answer = client.get(path) if method == "get" else client.post(path, body, JSON)
        answer.getvalue()
        if answer.status_code not in expected(who, name, method):
            wrong.append((name, answer.status_code))
    assert wrong == []
    assert changing or _state() == before


def _scopes_of(name: str, method: str) -> set[str]:
    """The scopes of which a token must have one."""
    match name:
        case "token":
            return set(Scope.values)
        case "make" | "organize":
            return {Scope.ORGANIZE}
        case "answer":
            return {Scope.PLAY, Scope.ORGANIZE}
    return {Scope.READ if method == "get" else Scope.PLAY}


@pytest.mark.sampled
@pytest.mark.parametrize("scope", Scope.values)
def test_a_token_opens_what_its_scope_is_for_and_nothing_else(scope: str, red: Player) -> None:
    """Whether there is such a thing is told to nobody whose token may not ask."""
    client = Program(red, [scope]).client
    opened = set()
    for name, method, path in operations(Game(slug="none")):
        ask = client.get if method == "get" else client.post
        answer = ask(path, *([] if method == "get" else [BODIES.get(name), JSON]))
        refused = 'error="insufficient_scope"' in answer.headers.get("WWW-Authenticate", "")
        assert (answer.status_code == 403) == refused, name
        opened |= set() if refused else {name}
    assert opened == {
        name
        for name, method, _ in operations(Game(slug="none"))
        if scope in _scopes_of(name, method)
    }


JSON = "application/json"


def _changes(who: str, name: str, method: str) -> bool:
    return method == "post" and not expected(who, name, method) & {401, 403}


def _state() -> dict[str, str]:
    """All rows, but when a token was used last, and what its programs read."""
    unasked = ("traders.ApiToken", "traders.ProgramLook")
    return {name: rows for name, rows in state().items() if name not in unasked}
