"""Tokens for a player's programs: made and shown once, known again by their digest, taken back."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet

from traders.domain.calendar import clock
from traders.domain.people import seating
from traders.engines.kernel.refusal import Refusal
from traders.models import ApiToken, Player, Scope

PREFIX = "tbp_"
"""What every token begins with, so that searches for lost secrets find it."""
MOST = 20
"""Tokens that a player may have at a time."""
MOST_NAME = 60
LIFETIMES = {30: "30 days", 90: "90 days", 365: "a year", 0: "until I take it back"}
"""How long a token may be made to hold, in days."""
MINUTE = timedelta(minutes=1)


class NoToken(Exception):
    """Why a token does not open anything, in a sentence."""


def make(player: Player, name: str, scopes: Collection[str], days: int) -> tuple[ApiToken, str]:
    """A new token and its secret, which is kept nowhere. Refuses one without a name or a scope, and
    one too many.
    """
    name = " ".join(name.split())
    if not name:
        raise Refusal("Give the token a name, so that you know it again.")
    if len(name) > MOST_NAME or not name.isprintable():
        raise Refusal(f"A name is one line of at most {MOST_NAME} signs.")
    chosen = [scope for scope in Scope.values if scope in scopes]
    if not chosen:
        raise Refusal("Choose at least one thing that the token may do.")
    if days not in LIFETIMES:
        raise Refusal("Choose one of the times for which it holds.")
    secret = PREFIX + secrets.token_urlsafe(32)
    now = clock.now()
    with transaction.atomic():
        seating.held(player)  # two at once count one another
        if held_by(player).count() >= MOST:
            raise Refusal(f"You have {MOST} tokens, which is the most. Take one back first.")
        token = ApiToken.objects.create(
            player=player,
            name=name,
            digest=_digest(secret),
            scopes=chosen,
            made=now,
            expires=now + timedelta(days=days) if days else None,
        )
    return token, secret


def held_by(player: Player) -> QuerySet[ApiToken]:
    """The player's tokens that are neither taken back nor expired."""
    return player.api_tokens.filter(_lasting(clock.now()), taken_back=None)


def take_back(player: Player, number: int) -> bool:
    """Take one of the player's tokens back: from now on it opens nothing. False where there is no
    such token.
    """
    mine = ApiToken.objects.filter(player=player, pk=number, taken_back=None)
    return bool(mine.update(taken_back=clock.now()))


def known(secret: str) -> ApiToken:
    """The token with that secret, its player with it; `NoToken` says why there is none. That it was
    used is kept, to the minute.
    """
    token = (
        ApiToken.objects.select_related("player").filter(digest=_digest(secret)).first()
        if secret.startswith(PREFIX)
        else None
    )
    if token is None:
        raise NoToken("There is no such token.")
    now = clock.now()
    if token.taken_back is not None:
        raise NoToken(f"This token was taken back on {token.taken_back:%-d %B %Y at %H:%M UTC}.")
    if token.expires is not None and token.expires <= now:
        raise NoToken(f"This token expired on {token.expires:%-d %B %Y at %H:%M UTC}.")
    if not token.player.is_active:
        raise NoToken("The operator has closed this account.")
    if token.used is None or now - token.used >= MINUTE:
        ApiToken.objects.filter(pk=token.pk).update(used=now)
    return token


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def _lasting(now: datetime) -> Q:
    return Q(expires=None) | Q(expires__gt=now)
