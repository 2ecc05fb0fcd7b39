"""Who asks: the token of `Authorization: Bearer …`, what it may do, and whose seat that is.

A browser's session opens nothing here: so no page of another's can act through a visitor's cookie,
and no request needs a CSRF token.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest
from ninja.security import HttpBearer

from traders.api import rate_limits
from traders.domain.accounts import api_tokens
from traders.domain.read_models.game_for_reader import GameSeen, game_of
from traders.models import ApiToken, Player, Scope, Seat

MOST_OCTETS = 100_000
"""Octets of a request's body; a longer one is no order."""
_HOW = "Give a token: `Authorization: Bearer tbp_…`. You make one on the page /account/tokens."
_MAY = {
    Scope.READ: "may not read; it has not the scope `read`",
    Scope.PLAY: "may not play; it has not the scope `play`",
    Scope.ORGANIZE: "may not organize; it has not the scope `organize`",
}


class Refused(Exception):
    """An answer that is a refusal: status, a sentence, further members, headers."""

    def __init__(
        self, status: int, detail: str, *, headers: dict[str, str] | None = None, **members: object
    ) -> None:
        super().__init__(detail)
        self.status, self.detail = status, detail
        self.headers, self.members = headers or {}, members


@dataclass(frozen=True)
class Access:
    """Who asks; without a token that is anybody, who sees what the gallery sees."""

    token: ApiToken | None = None

    @property
    def player(self) -> Player | None:
        return self.token.player if self.token else None

    def holder(self) -> ApiToken:
        """The token, where there must be one."""
        assert self.token is not None
        return self.token


class Bearer(HttpBearer):
    """Lets in who has a token with one of these scopes; with `optional` also who has none."""

    def __init__(self, *scopes: Scope, optional: bool = False) -> None:
        super().__init__()
        self.scopes, self.optional = scopes, optional

    def __call__(self, request: HttpRequest) -> Access:
        if _octets(request) > MOST_OCTETS:
            raise Refused(413, f"A request has at most {MOST_OCTETS} octets.")
        said = request.headers.get("Authorization", "").strip()
        if not said and self.optional:
            return Access()
        scheme, _, secret = said.partition(" ")
        if scheme.lower() != "bearer":
            raise _unknown(_HOW)
        return self.authenticate(request, secret.strip())

    def authenticate(self, request: HttpRequest, token: str) -> Access:
        """The holder of the token with that secret."""
        try:
            found = api_tokens.known(token)
        except api_tokens.NoToken as why:
            raise _unknown(str(why), 'Bearer error="invalid_token"')
        if not rate_limits.count(request, found):
            again = rate_limits.again_in(request)
            raise Refused(
                429,
                f"This token has made its requests of this minute. Go on in {again} seconds.",
                headers={"Retry-After": str(again)},
            )
        demand(found, *self.scopes)
        return Access(found)


def demand(token: ApiToken, *scopes: Scope) -> None:
    """Refuse a token that has none of these scopes; the first is the one that it is told."""
    if not set(scopes) & set(token.scopes):
        challenge = f'Bearer error="insufficient_scope", scope="{scopes[0]}"'
        raise Refused(
            403, f"This token {_MAY[scopes[0]]}.", headers={"WWW-Authenticate": challenge}
        )


def _unknown(why: str, challenge: str = "Bearer") -> Refused:
    return Refused(401, why, headers={"WWW-Authenticate": challenge})


def _octets(request: HttpRequest) -> int:
    told = request.headers.get("Content-Length") or "0"
    return int(told) if told.isdecimal() else 0


ANYBODY = Bearer(Scope.READ, optional=True)
READ, PLAY, ORGANIZE = Bearer(Scope.READ), Bearer(Scope.PLAY), Bearer(Scope.ORGANIZE)
ANY_TOKEN = Bearer(*Scope)
SPEAK = Bearer(Scope.PLAY, Scope.ORGANIZE)
"""For answers, of which their topic tells the scope."""


def access_of(request: HttpRequest) -> Access:
    """Who asks, as `Bearer` found it."""
    access: Access = request.auth  # type: ignore[attr-defined]  # set by ninja
    return access


# --- games ----------------------------------------------------------------------------------------


def seen_by(request: HttpRequest, slug: str) -> GameSeen:
    """The game as who asks may see it; 404 where there is none for them."""
    game = game_of(slug, access_of(request).player)
    if game is None:
        raise Refused(404, "There is no such game.")
    return GameSeen(game, access_of(request).player)


def seat_in(table: GameSeen) -> Seat:
    """The seat of who asks; 403 where there is none."""
    if table.mine is None:
        raise Refused(403, "You have no seat in this game.")
    return table.mine
