"""What changed in a player's games since a cursor: one question instead of one for each game.

A game has changed when what the player may read of it by the API is other than before: the game as
its seat sees it, what the seat may do, what was said to it. The cursor holds a digest of that for
each game, so the feed tells nothing, and no time, that asking for each game would not tell.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from datetime import timedelta
from typing import Annotated

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db.models import Q
from django.http import HttpRequest
from ninja import Query

from traders.api import schemas
from traders.api.games import PAGE, Bounded, game_out, line_out, router, said_out
from traders.api.token_authentication import READ, Refused, access_of
from traders.domain.calendar import clock
from traders.domain.read_models.announced_due_times import with_deadline
from traders.domain.read_models.game_for_reader import GameSeen
from traders.domain.read_models.game_list_lines import own_lines, with_another
from traders.domain.read_models.messages_and_votes import MOST_SAID, with_talk
from traders.models import Game, Phase, Player, Seat

MOST = 200
"""Games that are looked at, the newest; the cursor of so many fits in an address."""
AFTER_THE_END = timedelta(days=7)
"""How long a game that is over is still looked at."""
_OCTETS = 4
"""Of the digest of a game's name, and of what is read of it, in a cursor."""
_NO_CURSOR = "This cursor is none of yours. Begin without `after`: you get all your games."


@router.get("/changes", auth=READ, response=schemas.ChangesOut)
def changes(
    request: HttpRequest,
    after: Annotated[str, Query(max_length=3500)] = "",
    most: Bounded = PAGE,
) -> schemas.ChangesOut:
    """My games of which something changed that I may see, since the answer whose `next` is sent as
    `after`; without it all my games that are not over. A game that ended is told once more, within
    a week. That a program asks here is no reading of the games.
    """
    player = access_of(request).holder().player
    known = _read(after, player) if after else {}
    found = {_name(player, game): (game, _seen(player, game)) for game in _looked_at(player)}
    new = [
        name
        for name, (game, seen) in found.items()
        if known.get(name) != seen and (name in known or after or game.phase != Phase.OVER)
    ]
    told = set(new[:most])
    # of a game that is not told yet the cursor keeps what it knew
    kept = {
        name: known[name] if name in new and name not in told else seen
        for name, (_, seen) in found.items()
        if name not in new or name in told or name in known
    }
    wanted = [found[name][0].pk for name in new[:most]]
    lines = own_lines(Game.objects.filter(pk__in=wanted), player)
    lines.sort(key=lambda line: wanted.index(line.game.pk))
    return schemas.ChangesOut(
        games=[line_out(line) for line in lines],
        next=_written(kept, player),
        more=len(new) > most,
    )


def _looked_at(player: Player) -> list[Game]:
    """The player's games that are not over, or have been for a short time, the newest first."""
    mine = Q(pk__in=Seat.objects.filter(player=player, left=None).values("game"))
    lately = ~Q(phase=Phase.OVER) | Q(ended__gt=clock.now() - AFTER_THE_END)
    games = with_another(with_talk(with_deadline(Game.objects.select_related("club"))), player)
    return list(games.filter(mine, lately).order_by("-created", "-pk")[:MOST])


def _seen(player: Player, game: Game) -> bytes:
    """A digest of all that the player may read of the game."""
    table = GameSeen(game, player)
    read = {
        "game": game_out(table).model_dump(mode="json"),
        "offers": [offer.order for offer in (*table.menu, *table.wishes)],
        "said": [one.model_dump(mode="json") for one in said_out(table, MOST_SAID)],
    }
    return _digest(player, json.dumps(read, sort_keys=True))


def _name(player: Player, game: Game) -> bytes:
    return _digest(player, game.slug)


def _digest(player: Player, text: str) -> bytes:
    """Keyed: whoever has a cursor tries out nothing on it."""
    key = f"traders.api.changes {player.pk} {settings.SECRET_KEY}".encode()
    return hmac.digest(key, text.encode(), hashlib.sha256)[:_OCTETS]


def _written(kept: Mapping[bytes, bytes], player: Player) -> str:
    octets = b"".join(name + seen for name, seen in sorted(kept.items()))
    return _signer(player).sign(urlsafe_b64encode(octets).decode())


def _read(cursor: str, player: Player) -> dict[bytes, bytes]:
    try:
        octets = urlsafe_b64decode(_signer(player).unsign(cursor))
    except BadSignature:
        raise Refused(422, _NO_CURSOR) from None
    pairs = [octets[at : at + 2 * _OCTETS] for at in range(0, len(octets), 2 * _OCTETS)]
    return {pair[:_OCTETS]: pair[_OCTETS:] for pair in pairs}


def _signer(player: Player) -> Signer:
    return Signer(salt=f"traders.api.changes.{player.pk}", sep=".")
