"""URLs of arbitration: a game's claims, the casebook, and the referee's sign-in of the embedded
set-up.
"""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.views.decorators.http import require_POST

from arbitration import demonstration_case
from arbitration.pages import casebook_page, game_claims_page


@require_POST
def begin_as_referee(request: HttpRequest) -> HttpResponse:
    """Sign in as the demonstration's referee, who sits in no game. 404 outside the embedded
    set-up.
    """
    if not settings.EMBEDDED:
        raise Http404("Referees are appointed by the operator.")
    login(
        request, demonstration_case.referee(), backend="django.contrib.auth.backends.ModelBackend"
    )
    return redirect("admin:arbitration_claim_changelist")


urlpatterns = [
    path("begin/referee", begin_as_referee, name="begin-referee"),
    path("games/<slug:slug>/claims", game_claims_page.claims, name="claims"),
    path("casebook/", casebook_page.shelf, name="casebook"),
    path("casebook/<int:number>", casebook_page.one, name="casebook-ruling"),
]
