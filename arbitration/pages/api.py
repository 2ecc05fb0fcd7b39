"""The JSON API of arbitration: a seat's own claims, making a claim, and the casebook, which anybody
may read.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import msgspec
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_http_methods, require_safe

from arbitration.casebook import search
from arbitration.casebook.search import CasebookQuery
from arbitration.models import CasebookEntry, Claim
from arbitration.pages import claim_lines
from arbitration.pages.docket import Docket
from traders.api.problems import problem
from traders.domain.people import visibility
from traders.models import Game, Source
from traders.web.game import reader_of

MOST_OCTETS = 20_000
View = Callable[..., HttpResponse]


class ClaimIn(msgspec.Struct, forbid_unknown_fields=True):
    """A claim as posted: `about` is `zap`, `end` or `move 12`, as in a letter."""

    kind: str
    about: str = ""
    words: str = ""


def _signed_in(view: View) -> View:
    """Decorator for views of one game: answers 401 without sign-in, 404 without the game, 403
    without a seat; else passes the docket to the view.
    """

    @wraps(view)
    def checked(request: HttpRequest, slug: str) -> HttpResponse:
        reader = reader_of(request)
        if reader is None:
            return problem(401, "Sign in first.")
        games = Game.objects.select_related("club").filter(slug=slug)
        game = visibility.games_seen(games, reader).first()
        if game is None:
            return problem(404, "There is no such game.")
        docket = Docket(game, reader)
        return (
            view(request, docket)
            if docket.seat is not None
            else problem(403, "You have no seat in this game.")
        )

    return checked


@require_http_methods(["GET", "HEAD", "POST"])
@_signed_in
def claims(request: HttpRequest, docket: Docket) -> HttpResponse:
    """GET: the seat's own claims, newest first. POST: make one; 201 with the claim, or a problem
    with reason and rules.
    """
    assert docket.seat is not None
    colour = docket.seat.colour
    own = (
        Claim.objects.filter(game=docket.game, seat=colour, opened_by=None)
        .select_related("finding")
        .prefetch_related("rulings")
        .order_by("-number")
    )
    if request.method != "POST":
        return JsonResponse({"seat": colour, "claims": [_claim(claim) for claim in own]})
    if _is_too_long(request):
        return problem(413, f"That is too long for a claim: at most {MOST_OCTETS} octets.")
    try:
        sent = msgspec.json.decode(request.body, type=ClaimIn)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return problem(400, f"That is no claim: {error}.")
    line = claim_lines.send(
        docket.game, colour, claim_lines.claim(sent.kind, sent.about, sent.words), Source.API
    )
    if line.answer == "refused":
        status = 409 if line.kind in ("stale", "late") else 400
        return problem(status, line.words, rules=list(line.rules), instead=list(line.instead))
    return JsonResponse({"answer": line.words, "claim": _claim(own[0])}, status=201)


def _is_too_long(request: HttpRequest) -> bool:
    try:
        return len(request.body) > MOST_OCTETS
    except RequestDataTooBig:  # over the limit for all requests
        return True


def _claim(claim: Claim) -> dict[str, Any]:
    return {
        "number": claim.number,
        "kind": claim.kind,
        "about": claim.moment.get("name", ""),
        "words": claim.words,
        "made": claim.made.isoformat(),
        "status": claim.status,
        "answers_until": claim.answers_due.isoformat(),
        "ruling_due": claim.ruling_due.isoformat(),
        "freezes": claim.freezes,
        "finding": {"remedy": claim.finding.remedy, "rules": claim.finding.rules},
        "rulings": [
            {
                "remedy": ruling.remedy,
                "beside": ruling.beside,
                "on_appeal": ruling.on_appeal,
                "reasons": ruling.reasons,
                "at": ruling.at.isoformat(),
            }
            for ruling in claim.rulings.all()
        ],
    }


@require_safe
def rulings(request: HttpRequest) -> HttpResponse:
    """Published rulings that match `rule`, `card`, `kind`, `game`, `club`, `words`; newest
    first.
    """
    found = search.search(CasebookQuery.of(request.GET), reader_of(request))
    return JsonResponse({"rulings": [_entry(entry) for entry in found]})


@require_safe
def ruling(request: HttpRequest, number: int) -> HttpResponse:
    """One published ruling."""
    entry = search.read_by(reader_of(request)).filter(pk=number).first()
    return (
        problem(404, "There is no such ruling.") if entry is None else JsonResponse(_entry(entry))
    )


def _entry(entry: CasebookEntry) -> dict[str, Any]:
    return {
        "number": entry.pk,
        "title": entry.title,
        "club": entry.club.name if entry.club else "",
        "game": entry.system,
        "kind": entry.kind,
        "rules": entry.rules,
        "remedy": entry.remedy,
        "beside": entry.beside,
        "on_appeal": entry.ruling is not None and entry.ruling.on_appeal,
        "things": entry.things,
        "text": entry.text,
        "published": entry.published.isoformat(),
    }
