"""Pages that undo a change of address that still waits: from the account's page, and from the old
mailbox.
"""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from traders.domain.accounts import address_changes
from traders.models import AddressChange, Player


@login_required
@require_POST
def keep_own_address(request: HttpRequest) -> HttpResponse:
    """The player changes nothing after all. Sessions end, this one too: whoever asked for the
    change may be somebody else.
    """
    player = request.user
    assert isinstance(player, Player)
    if address_changes.undo(player):
        messages.success(request, f"Kept: your address is {player.email}.")
    update_session_auth_hash(request, player)
    return redirect("account_email")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def keep_address(request: HttpRequest, token: str) -> HttpResponse:
    """GET shows a button, since programs look at links too; POST undoes the change of address that
    waits, for whoever has the old mailbox.
    """
    player = address_changes.owner(token)
    if player is None:
        raise Http404("This address is no letter's.")
    done = request.method == "POST" and address_changes.undo(player)
    waits = AddressChange.objects.filter(player=player).exists()
    context = {"done": done, "waits": waits, "address": player.email}
    return render(request, "web/keep_address.html", context)
