"""The members of a club, for its organizers: who asks, who has which role, who is shut out, and
invitations.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from traders.club.membership import invitation_letter, invitations, member_management
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import whole_number
from traders.models import Club, Player, Role, Standing
from traders.web.button_press_outcome import pressed, refused
from traders.web.form_fields import LettersAddress, WholeNumber
from traders.web.slug_lookup import club_run

LINK = "link of an invitation"
"""In the session: a link that was just made, until it was shown once."""


class LinkForm(forms.Form):
    """An invitation for whoever has its link."""

    role = forms.ChoiceField(choices=[(one, one.capitalize()) for one in invitations.ROLES])
    uses = WholeNumber(
        min_value=1, max_value=invitations.MOST_USES, initial=10, label="For how many people"
    )
    days = WholeNumber(
        min_value=1, max_value=invitations.MOST_DAYS, initial=14, label="For how many days"
    )


class LetterForm(forms.Form):
    """An invitation to one address."""

    address = LettersAddress(
        label="Address", help_text="A letter with a link goes there. It can be accepted once."
    )
    role = forms.ChoiceField(choices=[(one, one.capitalize()) for one in invitations.ROLES])


@login_required
def club_members(request: HttpRequest, slug: str) -> HttpResponse:
    """The list, and what an organizer does with one member."""
    club, reader = club_run(request, slug)
    if request.method != "POST":
        return _page(request, club)
    then = redirect("club-members", slug=slug)
    return pressed(request, then, lambda: _done(club, reader, request.POST))


def _done(club: Club, by: Player, form: QueryDict) -> str:
    """Carry out what the button says; returns what became of it."""
    member, deed = whole_number(form.get("member", "")), form.get("do", "")
    if deed == "role":
        row = member_management.appoint(club.pk, by, member, form.get("role", ""))
        return f"{row.player} is {'an' if row.role == Role.ORGANIZER else 'a'} {row.role} now."
    if deed in ("remove", "ban"):
        kept = member_management.remove(club.pk, by, member, form.get("why", ""), ban=deed == "ban")
        seats = "1 seat" if kept == 1 else f"{kept} seats"
        keeps = f" They keep {seats} in games of the club, and play on there." if kept else ""
        return f"Done; they are told.{keeps}"
    if deed in _PLAIN:
        act, words = _PLAIN[deed]
        return f"{act(club.pk, by, member).player} {words}."
    raise Refusal("There is no such button.", kind="unreadable")


_PLAIN: dict[str, tuple[Callable[[int, Player, int], Any], str]] = {
    "let-in": (member_management.let_in, "is a member now"),
    "turn-down": (member_management.turn_down, "is not let in"),
    "allow": (member_management.allow_again, "may join again"),
}


def _page(
    request: HttpRequest,
    club: Club,
    *,
    link: object = None,
    letter: object = None,
    status: int = 200,
) -> HttpResponse:
    rows = list(club.memberships.select_related("player"))
    context = {
        "club": club,
        "asked": [row for row in rows if row.standing == Standing.ASKED],
        "members": [row for row in rows if row.standing == Standing.MEMBER],
        "banned": [row for row in rows if row.standing == Standing.BANNED],
        "roles": Role.values,
        "link_form": link or LinkForm(prefix="link"),
        "letter_form": letter or LetterForm(prefix="letter"),
        "invitations": [
            (one, invitations.over(one))
            for one in invitations.sent(club=club).select_related("by", "game")
        ],
        "new_link": request.session.pop(f"{LINK} {club.pk}", ""),
    }
    return render(request, "web/clubs/members.html", context, status=status)


@login_required
@require_POST
def invite(request: HttpRequest, slug: str) -> HttpResponse:
    """Make an invitation, or take one back."""
    club, reader = club_run(request, slug)
    link = LinkForm(request.POST, prefix="link") if "link" in request.POST else None
    letter = LetterForm(request.POST, prefix="letter") if "letter" in request.POST else None
    try:
        if link is not None and link.is_valid():
            secret = invitations.by_link(club.pk, reader, **link.cleaned_data)
            request.session[f"{LINK} {club.pk}"] = invitations.address_of(secret)
        elif letter is not None and letter.is_valid():
            invitation_letter.invite(club, reader, **letter.cleaned_data)
            messages.success(request, "The invitation is on its way, unless its reader wants none.")
        elif link is not None or letter is not None:
            return _page(request, club, link=link, letter=letter, status=400)
        else:
            invitations.take_back(club.pk, reader, whole_number(request.POST.get("take-back", "")))
            messages.success(request, "Taken back: nobody joins by it any more.")
    except Refusal as refusal:
        refused(request, refusal)
    return redirect("club-members", slug=slug)
