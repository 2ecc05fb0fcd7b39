"""The page of an invitation: what it is to, and accepting it; the page on which somebody says that
they want no more of them; and inviting to a game that waits for its players, on its page.
"""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from traders.club.membership import invitations, seat_invitations
from traders.domain.letters.welcome import waits_for_reactions
from traders.domain.people.seating import is_vacant
from traders.domain.settings import game_settings as settings
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import named, whole_number
from traders.engines.registry import engine
from traders.models import Game, Invitation, Phase, Player
from traders.web import action_after_sign_in
from traders.web.button_press_outcome import pressed
from traders.web.form_fields import LettersAddress
from traders.web.slug_lookup import game_called, reader_of, signed_in


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """Show an invitation, and accept it. Whoever is signed out is sent to sign in or to join, comes
    back here and is a member, or seated; who signs in by another page comes back here too.
    """
    reader = reader_of(request)
    try:
        found = invitations.found(secret)
        if reader is None and request.method == "POST":
            return action_after_sign_in.sign_in_first(request)
        if not action_after_sign_in.is_asked(request) or reader is None:
            return _answer(request, _shown(found))
        return _accepted(request, found, secret, reader)
    except Refusal as refusal:
        there = invitations.already(secret, reader)
        if there is None:
            return _answer(request, {"refusal": refusal}, 409)
    if isinstance(there, Game):
        return redirect("game", slug=there.slug)
    messages.info(request, f"You are a member of {there} already.")
    return redirect("club", slug=there.slug)


def _shown(found: Invitation) -> dict[str, object]:
    """What the page of an invitation tells."""
    if found.game is None:
        return {"invitation": found}
    return {
        "invitation": found,
        "title": engine(found.game.system).title,
        **_how_it_is_played(found.game),
        **_who_sits(found.game),
    }


def _how_it_is_played(game: Game) -> dict[str, object]:
    """The times that a player has, and when play waits for reactions."""
    held = settings.whole(game)
    options = [name for name, chosen in game.options.items() if chosen]
    waits = waits_for_reactions(game.system, {"options": options}, held["timing"])
    told = ["turn_time", "grace", "out_of_time"]
    if waits and held["timing"] != "sealed":
        told.append("interval_time")
    times = [(settings.label(one), settings.in_words(one, held[one])) for one in told]
    return {"times": times, "waits": waits}


def _who_sits(game: Game) -> dict[str, object]:
    """The seats that are taken, unless players wear masks, and how many are free."""
    seats = list(game.seats.select_related("player"))
    taken = [seat for seat in seats if not is_vacant(seat)]
    masked = settings.whole(game)["press"] == "anonymous"
    return {"seated": [] if masked else taken, "free": len(seats) - len(taken), "all": len(seats)}


def _accepted(request: HttpRequest, found: Invitation, secret: str, reader: Player) -> HttpResponse:
    """Accept it, and lead to what it was to."""
    if found.game is not None:
        seat = seat_invitations.accept(secret, reader)
        messages.success(request, f"Welcome: you play {named(seat.colour)}.")
        return redirect("game", slug=found.game.slug)
    member = invitations.accept(secret, reader)
    messages.success(request, f"Welcome: you are a {member.role} of {member.club} now.")
    return redirect("club", slug=member.club.slug)


def _answer(request: HttpRequest, context: dict[str, object], status: int = 200) -> HttpResponse:
    return render(request, "web/clubs/invitation.html", context, status=status)


# a mail program may post here, without a page of ours before; the signed token says for whom
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def none_wanted(request: HttpRequest, token: str) -> HttpResponse:
    """GET shows buttons; POST keeps that this mailbox wants no invitations, with `one` none of who
    sent the letter, and with `again` that it wants them again.
    """
    address, by = invitations.refused_in(token)
    if not address:
        raise Http404("This address is no invitation's.")
    done = ""
    if request.method == "POST" and "again" in request.POST:
        invitations.want_again(address, by)
        done = "You get invitations again."
    elif request.method == "POST":
        one = by if "one" in request.POST else None
        invitations.refuse(address, one)
        done = (
            f"{one} sends you no invitation any more."
            if one
            else "Nobody here sends you an invitation any more."
        )
    refused, none = (invitations.is_refused(address, whose) for whose in (by, None))
    context = {"by": by, "done": done, "refused": refused, "none": none}
    return render(request, "web/clubs/no_more.html", context)


@login_required
@require_POST
def invite_to_game(request: HttpRequest, slug: str) -> HttpResponse:
    """Mail an invitation to a seat, or take one back; only to who may invite."""
    reader = signed_in(request)
    game = game_called(slug, reader)
    if game.phase == Phase.GATHERING and not seat_invitations.may_invite(game, reader):
        raise PermissionDenied("Only who made the game, or runs its club, invites to it.")
    page = redirect(f"{reverse('game', args=[slug])}#h-invite")
    return pressed(request, page, lambda: _done(request, game, reader))


def _done(request: HttpRequest, game: Game, by: Player) -> str:
    """Carry out what the button says; returns what became of it."""
    if "take-back" in request.POST:
        seat_invitations.take_back(game.pk, by, whole_number(request.POST["take-back"]))
        return "Taken back: nobody takes a seat by it any more."
    try:
        address = LettersAddress().clean(request.POST.get("address", ""))
    except ValidationError as fault:
        raise Refusal(" ".join(fault.messages), kind="unreadable")
    seat_invitations.invite(game.pk, by, address)
    return "The invitation is on its way, unless its reader wants none."
