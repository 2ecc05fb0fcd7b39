"""The rulebooks to read: every rule under its id, searched by word."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from traders.domain.read_models.rulebook_names import POSTAL, book_of_rule, books
from traders.engines.kernel.book.authorship import credits_of
from traders.engines.kernel.book.game_introduction import FirstSteps, first_steps_of
from traders.engines.kernel.book.rulebook import Rule, Rulebook
from traders.engines.registry import ENGINES, engine
from traders.web.game_introduction import to_begin_with

MOST_FOUND = 60
"""Rules that a search shows of one book."""


def shelf(request: HttpRequest) -> HttpResponse:
    """All books; with `?q=` the rules of all of them that fit."""
    asked = request.GET.get("q", "").strip()[:200]
    exact = book_of_rule(asked.upper())
    if exact:
        return redirect(f"{reverse('rulebook', args=[exact])}#{asked.upper()}")
    found = (
        [(name, book, book.look_up(asked, MOST_FOUND)) for name, book in books().items()]
        if asked
        else []
    )
    return render(
        request,
        "web/rules.html",
        {
            "books": [(name, book, _first_steps(name)) for name, book in books().items()],
            "asked": asked,
            "found": [one for one in found if one[2]],
            "postal": POSTAL,
        },
    )


def _first_steps(name: str) -> FirstSteps | None:
    return first_steps_of(ENGINES[name]) if name in ENGINES else None


def rulebook_page(request: HttpRequest, name: str) -> HttpResponse:
    """One book, section by section; with `?q=` only what fits."""
    book = books().get(name)
    if book is None:
        raise Http404("There is no such rulebook.")
    asked = request.GET.get("q", "").strip()[:200]
    found = book.look_up(asked, MOST_FOUND) if asked else list(book)
    first = [] if asked else to_begin_with(name, book)
    return render(
        request,
        "web/rulebook.html",
        {
            "name": name,
            "postal": POSTAL,
            "book": book,
            "asked": asked,
            "first": _by_section(book, first),
            "sections": _by_section(book, [rule for rule in found if rule not in first]),
            "nearest": book.nearest(asked) if asked and not found else (),
            "reconstructed": sum(rule.reconstructed for rule in book),
        },
    )


def credits_page(request: HttpRequest) -> HttpResponse:
    """Who made each system, as far as its sources say."""
    systems = [
        (system, engine(system).title, credits_of(package).work)
        for system, package in ENGINES.items()
    ]
    return render(request, "web/credits.html", {"systems": systems})


def _by_section(book: Rulebook, rules: list[Rule]) -> list[tuple[str, str, list[Rule]]]:
    """Short name, heading and rules of each section that has any."""
    return [
        (short, heading, some)
        for short, heading in book.sections.items()
        if (some := [rule for rule in rules if book.place(rule) == short])
    ]
