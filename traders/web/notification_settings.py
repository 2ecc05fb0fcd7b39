"""Being told beside mail, on the account's page: a web hook, and browsers that show messages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from traders.domain.post.notifications import subscriptions
from traders.domain.post.notifications.public_address_check import NotAllowed
from traders.models import Club, HookShape, Player
from traders.web import recent_code_guard
from traders.web.slug_lookup import signed_in

Owner = TypeVar("Owner", Player, Club)
"""Whose web hook it is."""
_BROWSERS = ("Edg", "Firefox", "Opera", "Chrome", "Safari")
_SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac", "Linux")
_SEEN = (Path(__file__).parent / "static" / "service-worker.js").read_text("utf-8")


@login_required
@require_POST
def web_hook(request: HttpRequest) -> HttpResponse:
    """Save the reader's web hook, or remove it."""
    reader = signed_in(request)
    if _is_kept(request) and not recent_code_guard.is_fresh(request):
        return recent_code_guard.ask_for(request, "account")
    keep_web_hook(request, reader, subscriptions.save_hook)
    return redirect("account")


def _is_kept(request: HttpRequest) -> bool:
    """Whether the form gives a web hook, and does not take it away."""
    return "remove" not in request.POST and bool(request.POST.get("url", "").strip())


def keep_web_hook(
    request: HttpRequest, owner: Owner, save: Callable[[Owner, str, str], object]
) -> None:
    """Save the web hook as the form says, or remove it; the next page tells what became of it."""
    if not _is_kept(request):
        if subscriptions.remove_hook(owner):
            messages.success(request, "The web hook is removed.")
        return
    shape = request.POST.get("shape", "")
    shape = shape if shape in HookShape.values else HookShape.JSON
    try:
        save(owner, request.POST["url"].strip(), shape)
    except NotAllowed as fault:
        messages.error(request, f"The web hook was not saved. {fault}")
    else:
        messages.success(request, "Saved. A trial message is on its way to the web hook.")


@login_required
@require_POST
def browsers(request: HttpRequest) -> HttpResponse:
    """Add this browser to those that show the reader messages, or remove one."""
    reader, posted = signed_in(request), request.POST
    if "remove" in posted:
        for browser in reader.browsers.all():
            if str(browser.pk) == posted["remove"]:
                browser.delete()
        messages.success(request, "Removed: that browser shows no more messages.")
        return redirect("account")
    if not recent_code_guard.is_fresh(request):
        return recent_code_guard.ask_for(request, "account")
    try:
        subscriptions.save_browser(
            reader,
            posted.get("endpoint", ""),
            posted.get("p256dh", ""),
            posted.get("auth", ""),
            _name(request.headers.get("User-Agent", "")),
        )
    except NotAllowed as fault:
        messages.error(request, f"This browser was not added. {fault}")
    else:
        messages.success(request, "Added. A trial message is on its way to this browser.")
    return redirect("account")


def service_worker(request: HttpRequest) -> HttpResponse:
    """The script that shows messages in a browser; at the root, since it acts below its address."""
    return HttpResponse(_SEEN, content_type="text/javascript; charset=utf-8")


def _name(agent: str) -> str:
    """A browser in words, by what it says of itself: Firefox, Android."""
    said = [next((one for one in known if one in agent), "") for known in (_BROWSERS, _SYSTEMS)]
    return ", ".join(filter(None, said)).replace("Edg", "Edge")
