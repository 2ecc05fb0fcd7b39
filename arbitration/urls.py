"""The door to the referees' pages in the embedded set-up."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.views.decorators.http import require_POST

from arbitration import demonstration


@require_POST
def begin_as_referee(request: HttpRequest) -> HttpResponse:
    """Sign in as the demonstration's referee, who sits in no game; only where no address is proven."""
    if not settings.EMBEDDED:
        raise Http404("Referees are appointed by the operator.")
    login(request, demonstration.referee(), backend="django.contrib.auth.backends.ModelBackend")
    return redirect("admin:arbitration_claim_changelist")


urlpatterns = [path("referee", begin_as_referee, name="begin-referee")]
