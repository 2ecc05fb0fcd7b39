"""A player's program with a token, as it asks the API."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.test import Client

from traders.domain.accounts import api_tokens
from traders.models import Player, Scope


class Program:
    """What it asks is answered as the server answers, with a fault as 500."""

    def __init__(self, player: Player, scopes: Collection[str] = Scope.values) -> None:
        self.player = player
        self.token, self.secret = api_tokens.make(player, "a program", scopes, 30)
        self.client = Client(
            raise_request_exception=False, headers={"Authorization": f"Bearer {self.secret}"}
        )

    def get(self, path: str, **headers: str) -> Any:
        """The answer to GET below /api/."""
        return self.client.get(f"/api/{path}", headers=_named(headers))

    def post(self, path: str, body: Any, **headers: str) -> Any:
        """The answer to POST below /api/."""
        return self.client.post(
            f"/api/{path}", body, content_type="application/json", headers=_named(headers)
        )


def program_of(colour: str) -> Program:
    """A program of the player whose address begins with that colour."""
    return Program(Player.objects.get(email=f"{colour}@example.org"))


def _named(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}
