"""Standing in: a member of a club says that free seats of its games may be offered to them."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from traders.models import Membership, Standing
from traders.web.slug_lookup import reader_of


@login_required
@require_POST
def standing_in(request: HttpRequest, slug: str) -> HttpResponse:
    """Stand in at a club of one's own from now on, or no more; `next` is the page that asked."""
    mine = Membership.objects.filter(
        club__slug=slug, player=reader_of(request), standing=Standing.MEMBER
    )
    member = mine.select_related("club").first()
    if member is None:
        raise Http404("You are no member of such a club.")
    member.stands_in = request.POST.get("stand") == "yes"
    member.save(update_fields=["stands_in"])
    told = (
        f"You stand in at {member.club}. When a seat is free, a letter asks you."
        if member.stands_in
        else f"You stand in at {member.club} no more."
    )
    messages.success(request, told)
    page = request.POST.get("next", "")
    fits = url_has_allowed_host_and_scheme(page, {request.get_host()}, request.is_secure())
    return redirect(page if fits and page.startswith("/") else "account")
