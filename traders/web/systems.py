"""The systems that can be played, as pages name them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from traders.engines.registry import ENGINES, engine


def titled() -> list[tuple[str, str]]:
    """Every system, as addresses have it, with its title."""
    return [(name, engine(name).title) for name in ENGINES]


def unknown(request: HttpRequest, asked: str) -> HttpResponse:
    """404: there is no system of that name; the page says which there are."""
    return render(request, "web/no_system.html", {"asked": asked, "systems": titled()}, status=404)
