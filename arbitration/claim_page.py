"""The page of a game's claims: what was claimed and ruled, and a form for each kind of claim with the earlier rulings on it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from arbitration import appeals, casebook, leaves, spoken
from arbitration.docket import Docket
from arbitration.kinds import KINDS
from traders.domain.passage import Line
from traders.engines.contract import Refusal
from traders.models import Source
from traders.web.books import books
from traders.web.game import reader_of
from traders.web.table import game_called


@login_required
def claims(request: HttpRequest, slug: str) -> HttpResponse:
    """The claims of a game, for its seats and its organizer; what is sent from it is said through the door, or ordered by the organizer."""
    reader = reader_of(request)
    assert reader is not None
    docket = Docket(game_called(slug), reader)
    if not docket.may_look:
        raise PermissionDenied("You have no seat in this game.")
    if request.method != "POST":
        return _page(request, docket, {"kind": request.GET.get("kind", "")})
    if request.POST.get("do") in ("freeze", "leave"):
        return _ordered(request, docket)
    if docket.seat is None:
        raise PermissionDenied("You have no seat in this game.")
    line = spoken.said(docket.game, docket.seat.colour, _typed(request), Source.PAGE)
    if line.answer == "refused":
        stale = line.kind in ("stale", "late")
        return _page(request, Docket(game_called(slug), reader), request.POST.dict(), refused=line, status=409 if stale else 400)
    messages.success(request, line.words)
    return redirect("claims", slug)


def _typed(request: HttpRequest) -> str:
    """The line that a letter would have had."""
    form = request.POST
    words, number = form.get("words", ""), form.get("number", "")
    on = int(number) if number.isascii() and number.isdigit() and len(number) < 5 else 0
    match form.get("do"):
        case "answer":
            return spoken.answer(on, words, private="private" in form)
        case "appeal":
            return spoken.appeal(on, words)
        case "withdraw":
            return spoken.withdrawal(on)
    return spoken.claim(form.get("kind", ""), form.get("about", ""), words)


def _ordered(request: HttpRequest, docket: Docket) -> HttpResponse:
    """What the organizer orders: a freeze for an appeal, leave for one claim more."""
    try:
        if request.POST["do"] == "freeze":
            claim = next((one.claim for one in docket.claims if str(one.claim.number) == request.POST.get("number")), None)
            if claim is None:
                raise Refusal("There is no such claim in this game.", "PR-APPEAL-01", kind="stale")
            appeals.freeze(claim.pk, docket.reader)
            messages.success(request, "The game stands still until the appeal is ruled on. All seats are told.")
        else:
            seat = request.POST.get("seat", "")
            leaves.give(docket.game, docket.reader, seat)
            messages.success(request, f"{seat.capitalize()} may make one claim more.")
    except Refusal as refusal:
        line = Line("", "refused", refusal.text, refusal.kind, tuple(refusal.rules))
        return _page(request, docket, {}, refused=line, status=409 if refusal.kind == "stale" else 403)
    return redirect("claims", docket.game.slug)


def _page(request: HttpRequest, docket: Docket, typed: dict[str, Any], *, refused: Line | None = None, status: int = 200) -> HttpResponse:
    kind = KINDS.get(typed.get("kind", ""))
    context = {
        "game": docket.game,
        "docket": docket,
        "kinds": KINDS.values(),
        "kind": kind,
        "typed": typed,
        "refused": refused,
        "earlier": casebook.for_claimant(docket.game, kind.name) if kind else [],
        "kind_rules": [books()["postal"][rule] for rule in kind.rules] if kind else [],
    }
    return render(request, "arbitration/claims.html", context, status=status)
