"""The organizer's desk: a line a game, sorted by trouble; a page for each game with the orders that
an organizer may give; what is told to all, and time for all after an outage.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.html import strip_tags
from django.views.decorators.http import require_POST, require_safe

from traders.club.desk import (
    duplicate_account_hints,
    game_facts_query,
    game_list_by_trouble,
    outage_time_grants,
)
from traders.club.desk.game_facts import SeatFacts
from traders.club.desk.game_troubles import Trouble
from traders.club.desk.organizer_lines import speak
from traders.club.desk.organizer_orders import ENDINGS, ORDERS, DeskOrder, by_page
from traders.club.seasons import organizer_checklist
from traders.domain.calendar import clock
from traders.domain.people import club_roles
from traders.domain.table.change_set import Line
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.kernel.words import named
from traders.engines.registry import ENGINES
from traders.models import Club, Game, Membership, Phase, Player, Role, Standing
from traders.web import game_systems
from traders.web.slug_lookup import club_called, signed_in
from traders.web.template_tags import when

NOTHING_GIVEN: Mapping[str, str] = MappingProxyType({})
SLUGS = {order.prefix.replace(" ", "-"): order for order in ORDERS}


def _desk_of(request: HttpRequest, slug: str) -> tuple[Club, Player, Membership]:
    """The club whose desk the reader may see: 403 for who does not run it, 404 for who may not know
    of it.
    """
    reader = signed_in(request)
    own = Membership.objects.filter(player=reader, standing=Standing.MEMBER, club__slug=slug)
    mine = own.select_related("club").first()
    club = mine.club if mine else club_called(slug, reader)
    if mine is None or mine.role != Role.ORGANIZER:
        raise PermissionDenied(f"The desk of {club} is its organizers'.")
    return club, reader, mine


@login_required
@require_safe
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """All games of the club that are not over; `?system=` and `?trouble=` show some of them."""
    club, reader, member = _desk_of(request, slug)
    now = clock.now()
    whole = game_list_by_trouble.lines(game_facts_query.games_of(club, reader, now), now)
    system, trouble = request.GET.get("system", ""), request.GET.get("trouble", "")
    shown = [
        line
        for line in whole
        if (system not in ENGINES or line.game.system == system)
        and (
            trouble not in Trouble.__members__
            or Trouble[trouble] in {found.trouble for found in line.found}
        )
    ]
    there = {found.trouble for line in whole for found in line.found}
    context = {
        "club": club,
        "lines": shown,
        "alike": _alike(shown, now),
        "seasons": organizer_checklist.coming(club),
        "any": bool(whole),
        "alone": not whole and club_roles.members(club).count() == 1,
        "troubled": sum(bool(line.found) for line in whole),
        "needing": sum(line.needs_you for line in whole),
        "games": len(whole),
        "systems": game_systems.titled(),
        "system": system if system in ENGINES else "",
        "troubles": [(one.name, one.value) for one in Trouble if one in there],
        "trouble": trouble,
        "member": member,
        "outage": outage_time_grants.to_make_good(
            club, [line.game.slug for line in whole if not line.game.own], now
        ),
    }
    return render(request, "web/clubs/desk.html", context)


@login_required
@require_safe
def desk_game(request: HttpRequest, slug: str, game: str) -> HttpResponse:
    """One game of the club, with all that is known of it and a form for each order."""
    club, reader, _ = _desk_of(request, slug)
    now = clock.now()
    found = game_list_by_trouble.lines(game_facts_query.games_of(club, reader, now, game), now)
    if not found:
        raise Http404("The club has no such game that is not over.")
    context = _of_game(club, found[0]) | {"alike": _alike(found, now)}
    return render(request, "web/clubs/desk_game.html", context)


def _alike(lines: list[game_list_by_trouble.DeskLine], now: datetime) -> dict[str, list[str]]:
    """What may show that one person has two seats, by game; nothing of games in which the reader
    sits or sat.
    """
    return duplicate_account_hints.hints([line.game for line in lines if not line.game.own], now)


def _of_game(
    club: Club, line: game_list_by_trouble.DeskLine, given: Mapping[str, str] = NOTHING_GIVEN
) -> dict[str, object]:
    """The template's data of one game. `given`: what was typed into the form of an order that was
    refused, which stands there still.
    """
    waited = line.game.asked
    seats = [seat for seat in line.game.seats if not seat.dropped]
    seats.sort(key=lambda seat: (not seat.timeouts, seat.colour not in waited))
    free = [(seat.colour, _who(seat)) for seat in seats if seat.free or seat.offered]
    colours = [(seat.colour, _who(seat)) for seat in seats]
    members = [(row.player.display_name, away) for row, away in club_roles.seatable(club)]
    choices: dict[str, list[tuple[str, str]]] = {
        "seat": colours,
        "seat bot for": free,
        "seat seat": free,
        "seat or all": [("all", "all who are waited for"), *colours],
        "level": [(level, level) for level in Level],
        "member": [
            (name, f"{name}, away until {strip_tags(when(away))}" if away else name)
            for name, away in members
        ],
        "ending": [(name, ENDING_WORDS[name]) for name in ENDINGS],
    }
    forms = [
        {
            "slug": slug,
            "order": order,
            "refused": slug == given.get("order"),
            "why": given.get("why", "") if slug == given.get("order") else "",
            "fields": [
                (
                    name,
                    choices.get(f"{name} {order.prefix}", choices.get(name, [])),
                    given.get(name, "")
                    if slug == given.get("order")
                    else PROPOSED.get(order.prefix, ""),
                )
                for name in order.fields
            ],
        }
        for slug, order in SLUGS.items()
        if order.of_a_game
        and (free or order.prefix not in ("bot for", "seat"))
        and (line.game.stands or order.prefix != "go on")
    ]
    return {"club": club, "line": line, "forms": forms, "free": free}


def _who(seat: SeatFacts) -> str:
    """`Red, Ann`: a seat as people know it."""
    return ", ".join(filter(None, (named(seat.colour), "" if seat.free else seat.called)))


ENDING_WORDS = {
    "void": "void: it counts for nobody",
    "as it stands": "as it stands: those who lead have won",
}
"""What the page calls the endings."""
PROPOSED = {"more time": "24h", "pause": "14d", "bot for": Level.PLAYER}
"""What the page proposes as a length, or as a level."""


@login_required
@require_POST
def order(request: HttpRequest, slug: str) -> HttpResponse:
    """Give an order: for a game (`game`), to an `audience`, or for all; a grave one is asked back
    first.
    """
    club, reader, _ = _desk_of(request, slug)
    wanted = SLUGS.get(request.POST.get("order", ""))
    if wanted is None:
        raise Http404("There is no such order.")
    game = request.POST.get("game", "")
    named = game or request.POST.get("audience", "")
    line = by_page(wanted, named, {name: request.POST.get(name, "") for name in request.POST})
    if wanted.grave and request.POST.get("sure") != "yes":
        given = [
            (name, request.POST[name]) for name in request.POST if name != "csrfmiddlewaretoken"
        ]
        title = Game.objects.filter(club=club, slug=game).values_list("title", flat=True).first()
        context = {"club": club, "order": wanted, "line": line, "given": given, "title": title}
        return render(request, "web/clubs/desk_sure.html", context)
    told = speak(club, reader, line, game)
    if told.answer == "refused":
        return _refused(request, club, wanted, told, game)
    messages.success(request, told.words)
    there = Game.objects.filter(club=club, slug=game).exclude(phase=Phase.OVER).exists()
    return redirect("desk-game", slug=slug, game=game) if there else redirect("desk", slug=slug)


def _refused(
    request: HttpRequest, club: Club, order: DeskOrder, told: Line, game: str
) -> HttpResponse:
    """Why nothing was done: beside the form, with all that was typed; where no form is left, on a
    page of its own.
    """
    reader, now = signed_in(request), clock.now()
    lines = (
        game_list_by_trouble.lines(game_facts_query.games_of(club, reader, now, game), now)
        if game
        else []
    )
    if order.of_a_game and lines and not lines[0].game.own:
        context = _of_game(club, lines[0], request.POST.dict()) | {"told": told}
        return render(request, "web/clubs/desk_game.html", context, status=409)
    context = {"club": club, "order": order, "told": told, "game": game if lines else ""}
    return render(request, "web/clubs/desk_refused.html", context, status=409)


@login_required
@require_POST
def desk_letter(request: HttpRequest, slug: str) -> HttpResponse:
    """Get the desk as a letter each morning, or do not."""
    club, reader, _ = _desk_of(request, slug)
    wanted = request.POST.get("wanted") == "yes"
    Membership.objects.filter(club=club, player=reader).update(desk_letter=wanted)
    messages.success(
        request,
        "The desk comes as a letter each morning on which something is to be told."
        if wanted
        else "No letter brings the desk any more.",
    )
    return redirect("desk", slug=slug)
