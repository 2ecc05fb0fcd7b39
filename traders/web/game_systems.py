"""The systems that can be played, as pages name them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from traders.engines.kernel.book.game_introduction import FirstSteps, first_steps_of
from traders.engines.registry import ENGINES, engine


def titled() -> list[tuple[str, str]]:
    """Every system, as addresses have it, with its title."""
    return [(name, engine(name).title) for name in ENGINES]


def cards() -> list[tuple[str, str, FirstSteps]]:
    """Every system that has first steps, as its card shows it: its name, title and steps."""
    found = [
        (name, engine(name).title, first_steps_of(package)) for name, package in ENGINES.items()
    ]
    return [(name, title, steps) for name, title, steps in found if steps is not None]


def unknown(request: HttpRequest, asked: str) -> HttpResponse:
    """404: there is no system of that name; the page says which there are."""
    return render(request, "web/no_system.html", {"asked": asked, "systems": titled()}, status=404)
