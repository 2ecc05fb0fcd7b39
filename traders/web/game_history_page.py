"""A game's whole history: to read, move by move, and as JSON for who wants to check it
(PR-RECORD-03, PR-CHANCE-01).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection
from pathlib import Path

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from traders.domain.history import seed_encryption, watching_delay
from traders.domain.history.dice import MIXED
from traders.domain.history.player_dice_mixture import folded, quoted, unread
from traders.domain.letters.letter_facts import FINGERPRINTS_EVERY
from traders.domain.people import mutes
from traders.engines.kernel.words import named
from traders.models import Entry, EvidenceLink, Game, Kind, Phase, Seat
from traders.web.game_page import number_in
from traders.web.game_page_context import GamePage
from traders.web.history_by_turns import Chronicle
from traders.web.seat_statistics_curves import curves
from traders.web.slug_lookup import game_called, reader_of

FORMAT = "traders-by-post/history/1"


def chronicle(request: HttpRequest, slug: str) -> HttpResponse:
    """All turns, the newest first, as the reader's seat was told them, with the board beside: now,
    or after `?at=`. `?only=step` is that board alone, for the script that steps.
    """
    reader = reader_of(request)
    game = game_called(slug, reader)
    at = number_in(request.GET.get("at"))
    table = GamePage(game, reader, at)
    asked = number_in(request.GET.get("page")) or 0
    told = Chronicle(game, table.seat, table.engine.telling(), table.at or 0, asked, table.last)
    context = {
        "game": game,
        "table": table,
        "told": told,
        "until": min(number_in(request.GET.get("until")) or table.last, table.last),
    }
    if request.GET.get("only") == "step":
        return render(request, "web/_step.html", context)
    context["curves"] = curves(told.turns, table.players)
    return render(request, "web/history.html", context)


def history_json(request: HttpRequest, slug: str) -> HttpResponse:
    """What anybody may have of the history: each entry's public part and the seal of its secret
    one; after the end the seed too.
    """
    reader = reader_of(request)
    game = game_called(slug, reader)
    last = watching_delay.last_for(game, reader)
    return JsonResponse(
        public_history(game, last), json_dumps_params={"ensure_ascii": False, "indent": 1}
    )


def public_history(game: Game, last: int | None = None) -> dict[str, object]:
    """The public history of a game, up to an entry. While it is played no seed and no secret part
    is in it.
    """
    upto = game.number if last is None else last
    over = game.phase == Phase.OVER
    told: dict[str, object] = {
        "format": FORMAT,
        "game": game.slug,
        "title": game.title,
        "system": game.system,
        "scheme": game.scheme,
        "promise": game.secret_digest,
        "over": over,
        "entries": [
            _entry(entry, over)
            for entry in Entry.objects.filter(game=game, number__lte=upto)
            .order_by("number")
            .iterator(chunk_size=500)
        ],
    }
    if over:
        told["seed"] = seed_encryption.unlock(game.secret).hex()
    return told


def _entry(entry: Entry, over: bool) -> dict[str, object]:
    """An entry; when the game is over, chance that was nobody's to see is opened, since the seed
    tells it anyway.
    """
    sealed = (
        hashlib.sha256(f"{entry.salt}{entry.secret}".encode()).hexdigest() if entry.secret else ""
    )
    told: dict[str, object] = {
        "number": entry.number,
        "digest": entry.digest,
        "public": entry.public,
        "sealed": sealed,
    }
    if over and entry.kind == Kind.CHANCE and entry.secret:
        told |= {"salt": entry.salt, "secret": entry.secret}
    return told


def proof(request: HttpRequest, slug: str) -> HttpResponse:
    """What is promised, what can be checked by whom, and what it does not prove."""
    reader = reader_of(request)
    game = game_called(slug, reader)
    seed = seed_encryption.unlock(game.secret).hex() if game.phase == Phase.OVER else ""
    last = watching_delay.last_for(game, reader)
    head = Entry.objects.filter(game=game, number=last).values_list("digest", flat=True).first()
    # the link made with that entry: a later one would tell when something unseen is said
    links = EvidenceLink.objects.filter(game=game, entry=last).order_by("number")
    evidence = links.values_list("digest", flat=True).first()
    context = {"game": game, "seed": seed, "last": last, "head": head, "evidence": evidence}
    if game.scheme == MIXED:
        own = list(Seat.objects.filter(game=game, player=reader)) if reader else []
        muted = {one for of_seat in mutes.muted(own).values() for one in of_seat}
        context |= {"mixes": True, **_mixed_in(game, last, muted)}
    return render(request, "web/proof.html", context | {"every": FINGERPRINTS_EVERY})


def _mixed_in(game: Game, last: int, muted: Collection[str]) -> dict[str, object]:
    """What the rolls up to an entry name as mixed in, the latest first (PR-CHANCE-03), as it is
    told to who has muted these seats.
    """
    rolls = Entry.objects.filter(
        game=game, kind=Kind.CHANCE, number__lte=last, public__contains='"mixed":'
    ).order_by("number")
    digest, mixed = "", list[dict[str, object]]()
    for public in map(json.loads, rolls.values_list("public", flat=True)):
        came = public.get("mixed", ())
        digest = folded(digest, came)
        mixed += [
            {"seat": named(seat), "what": quoted(what), "roll": public["throw"]}
            for seat, what in unread(came, muted)
        ]
    return {"mixture": digest, "mixed": mixed[::-1]}


def checker(request: HttpRequest) -> HttpResponse:
    """The page of Python with which a player checks a history and throws every die again."""
    text = (Path(__file__).parent / "history_verifier.py").read_text(encoding="utf-8")
    answer = HttpResponse(text, content_type="text/x-python; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="verify.py"'
    return answer
