"""The page of a game's claims: claims and rulings, and a form for each kind of claim with the
earlier rulings on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from arbitration.casebook import search
from arbitration.claims import appeals, case_opened_by_officials, claims_by_page_and_api
from arbitration.findings.claim_kind_guide import KINDS
from arbitration.models import Claim
from arbitration.pages.game_claims_presenter import Docket
from arbitration.pages.ruling_and_case_forms import CaseForm
from arbitration.referees import reassignment
from arbitration.remedies import right_to_pause
from traders.domain.read_models.rulebook_names import books
from traders.domain.table.change_set import Line
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import whole_number
from traders.models import Game, Source
from traders.web.slug_lookup import game_called, signed_in


@login_required
def claims(request: HttpRequest, slug: str) -> HttpResponse:
    """The claims of a game, for its seats and its organizer. A POST carries out a seat's line, or
    an action of the organizer.
    """
    reader = signed_in(request)
    docket = Docket(game_called(slug, reader), reader)
    if not docket.may_look:
        raise PermissionDenied(
            "Claims are seen by a game's seats and its club's organizer; a referee's cases are in "
            "the admin."
        )
    if request.method != "POST":
        return _page(request, docket, {"kind": request.GET.get("kind", "")})
    if request.POST.get("do") in ("freeze", "leave", "case", "assign"):
        return _organizers_order(request, docket)
    if docket.seat is None:
        raise PermissionDenied("You have no seat in this game.")
    line = claims_by_page_and_api.send(docket.seat, _typed(request), Source.PAGE)
    if line.answer == "refused":
        stale = line.kind in ("stale", "late")
        return _page(
            request,
            Docket(game_called(slug, reader), reader),
            request.POST.dict(),
            refused=line,
            status=409 if stale else 400,
        )
    messages.success(request, line.words)
    return redirect("claims", slug)


def _typed(request: HttpRequest) -> str:
    """The posted form as the line that a letter would have."""
    form = request.POST
    words, number = form.get("words", ""), form.get("number", "")
    on = whole_number(number) if len(number) < 5 else 0
    match form.get("do"):
        case "answer":
            return claims_by_page_and_api.answer(on, words, private="private" in form)
        case "appeal":
            return claims_by_page_and_api.appeal(on, words)
        case "withdraw":
            return claims_by_page_and_api.withdrawal(on)
    return claims_by_page_and_api.claim(form.get("kind", ""), form.get("about", ""), words)


def _organizers_order(request: HttpRequest, docket: Docket) -> HttpResponse:
    """Carry out an organizer's action, and redirect; on a refusal the page again, with its
    reason.
    """
    try:
        messages.success(request, _carry_out(request, docket))
    except Refusal as refusal:
        line = Line("", "refused", refusal.text, refusal.kind, tuple(refusal.rules))
        status = {"stale": 409, "unreadable": 400}.get(refusal.kind, 403)
        return _page(request, docket, request.POST.dict(), refused=line, status=status)
    return redirect("claims", docket.game.slug)


def _carry_out(request: HttpRequest, docket: Docket) -> str:
    """Carry out an organizer's action: pause for an appeal, restore the right to pause, assign a
    referee, or open a case. Returns the message for the page.
    """
    form = request.POST
    match form["do"]:
        case "freeze":
            appeals.freeze(
                _claim_numbered(docket, form.get("number", ""), "PR-APPEAL-01").pk, docket.reader
            )
            return "The game stands still until the appeal is ruled on. All seats are told."
        case "assign":
            claim = _claim_numbered(docket, form.get("number", ""), "PR-RULING-03")
            chosen = whole_number(form.get("referee", ""))
            return f"{reassignment.assign(claim.pk, chosen, docket.reader)} is asked to rule."
        case "case":
            return _open_case(request, docket)
    seat = form.get("seat", "")
    right_to_pause.give(docket.game, docket.reader, seat)
    return f"Claims of {seat.capitalize()} can pause the game again."


def _open_case(request: HttpRequest, docket: Docket) -> str:
    """Open the posted case. Returns the message for the page."""
    sent = CaseForm(Game.objects.filter(pk=docket.game.pk), request.POST)
    if not sent.is_valid():
        name, errors = next(iter(sent.errors.items()))
        raise Refusal(f"{name}: {errors[0]}", case_opened_by_officials.RULE, kind="unreadable")
    claim = case_opened_by_officials.open_case(docket.game.pk, docket.reader, sent.request())
    return f"{claim.name.capitalize()} is open. All seats are told, and may answer."


def _claim_numbered(docket: Docket, number: str, rule: str) -> Claim:
    """The claim with that number. Raises `Refusal` if there is none."""
    claim = next((one.claim for one in docket.claims if str(one.claim.number) == number), None)
    if claim is None:
        raise Refusal("There is no such claim in this game.", rule, kind="stale")
    return claim


def _shown(docket: Docket, typed: Mapping[str, object]) -> bool:
    """Whether the form in which that was typed is on the page still."""
    on = next((one for one in docket.claims if str(one.claim.number) == typed.get("number")), None)
    match typed.get("do"):
        case "answer":
            return on is not None and on.may_answer
        case "appeal":
            return on is not None and on.may_appeal
        case "case":
            return docket.may_open_a_case
    return typed.get("kind") in KINDS and docket.may_claim


def _page(
    request: HttpRequest,
    docket: Docket,
    typed: dict[str, Any],
    *,
    refused: Line | None = None,
    status: int = 200,
) -> HttpResponse:
    kind = KINDS.get(typed.get("kind", ""))
    context = {
        "game": docket.game,
        "docket": docket,
        "kinds": KINDS.values(),
        "kind": kind,
        "typed": typed,
        "refused": refused,
        "typed_on": whole_number(typed.get("number", "")),
        "unplaced": typed.get("words", "") if refused and not _shown(docket, typed) else "",
        "earlier": search.for_claimant(docket.game, kind.name) if kind else [],
        "kind_rules": [books()["postal"][rule] for rule in kind.rules] if kind else [],
    }
    return render(request, "arbitration/claims.html", context, status=status)
