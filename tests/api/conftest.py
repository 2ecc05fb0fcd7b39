"""The API is tried on Toll, as pages are, wherever no rule of a real system matters."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import pytest
from django.test import Client

from tests.web.conftest import _no_attempts, _toll, blue, game, gathering, red
from traders.domain.accounts import tokens
from traders.models import Player, Scope

__all__ = ["_no_attempts", "_toll", "blue", "game", "gathering", "red"]

Asking = Callable[..., "Program"]


class Program:
    """A program with a token: what it asks is answered as the server answers."""

    def __init__(self, player: Player, scopes: Collection[str] = Scope.values) -> None:
        self.player = player
        self.token, secret = tokens.make(player, "a program", scopes, 30)
        self.headers = {"Authorization": f"Bearer {secret}"}
        self.client = Client(raise_request_exception=False)

    def get(self, path: str, **headers: str) -> Any:
        """The answer to GET below /api/."""
        return self.client.get(f"/api/{path}", headers=self.headers | _named(headers))

    def post(self, path: str, body: Any, **headers: str) -> Any:
        """The answer to POST below /api/."""
        return self.client.post(
            f"/api/{path}",
            body,
            content_type="application/json",
            headers=self.headers | _named(headers),
        )


def _named(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


@pytest.fixture
def reds(red: Player) -> Program:
    return Program(red)


@pytest.fixture
def blues(blue: Player) -> Program:
    return Program(blue)
