"""The page to keep of a game that is over: who came where, its curves, what turned it, thanks, and
a rematch.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from traders.domain.history.entries_in_words import tell
from traders.domain.history.played_turns import turns
from traders.domain.play import rematch
from traders.domain.timeline import timeline
from traders.domain.timeline.game_making_and_seat_taking import sit_down
from traders.engines.kernel.contract.seat_statistics import standing
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import capital, listed
from traders.models import Entry, Game, Phase, Player, Source
from traders.web.game_page_context import GamePage
from traders.web.history_by_turns import headline
from traders.web.seat_statistics_curves import curves
from traders.web.slug_lookup import game_called, reader_of, seat_had, signed_in
from traders.web.taking_and_leaving_seats import refused
from traders.web.turning_points import TurningPoint, turning_points

THANKS = "Thank you for the game."
"""What stands in the field for words to all, at first."""


def end_page(request: HttpRequest, slug: str) -> HttpResponse:
    """How a game ended; the game's own page while it is played, or where it never began."""
    game = game_called(slug, reader_of(request))
    if not _has_ended(game):
        return redirect("game", slug=slug)
    table = GamePage(game, reader_of(request))
    played = turns(game)
    figures = played[-1].figures
    colours = [seat.colour for seat in table.seats]
    out = [seat.colour for seat in table.seats if seat.dropped]
    context = {
        "game": game,
        "table": table,
        "again": game.rematch,
        "headline": _headline(table, game.winners),
        "people": [seat.called for seat in table.seats if seat.called and not seat.bot],
        "places": standing(figures, colours, game.winners or colours, out),
        "counts": [name for name in figures if figures[name]],
        "curves": curves(played, table.players),
        "points": _told(table, turning_points(played)),
        "said": [one for one in table.talk.press if one.number >= game.number],
        "thanks": THANKS,
    }
    return render(request, "web/end.html", context)


def _has_ended(game: Game) -> bool:
    """Whether it was played, and is over."""
    return game.phase == Phase.OVER and bool(game.number)


def _headline(table: GamePage, winners: Sequence[str]) -> str:
    """Who won, in a few words: `Elm, a bot, won`; `Ann and Elm (a bot) won`."""
    names = [table.players[seat] for seat in winners]
    if len(names) > 1:
        names = [name.replace(", a bot", " (a bot)") for name in names]
    told = listed(names, "Nobody")
    comma = "," if len(names) == 1 and "," in told else ""
    return f"{capital(told)}{comma} won"


def _told(table: GamePage, points: list[TurningPoint]) -> list[tuple[TurningPoint, str, int]]:
    """Each turning point with what happened in its turn, as the reader was told it, and the step to
    look at.
    """
    if not points:
        return []
    within = (Q(number__gte=one.turn.first, number__lte=one.turn.last) for one in points)
    rows = Entry.objects.filter(reduce(or_, within), game=table.game).order_by("-number")
    steps = tell(rows, table.seat)[::-1]
    told = []
    for one in points:
        own = [step for step in steps if one.turn.first <= step.number <= one.turn.last]
        told.append((one, headline(own, table.engine.telling()), one.turn.last))
    return told


@login_required
@require_POST
def thank(request: HttpRequest, slug: str) -> HttpResponse:
    """Write words to all players, and come back to the page (PR-SEAT-08)."""
    seat = seat_had(request, slug)
    if not _has_ended(seat.game):
        return redirect("game", slug=slug)
    words = " ".join(request.POST.get("words", "").split())
    order = f"say: {words}"
    said = timeline.orders(
        seat.game_id, seat.colour, order, source=Source.PAGE, on_the_spot=True, player=seat.player
    )
    for line in said.lines:
        tell_user = messages.error if line.answer == "refused" else messages.success
        tell_user(request, line.words)
    return redirect("end", slug=slug)


@login_required
@require_POST
def make_rematch(request: HttpRequest, slug: str) -> HttpResponse:
    """Make the game's rematch and ask the others by letter, or go to the one that there is."""
    reader = signed_in(request)
    game = game_called(slug, reader)
    try:
        new, made, others = _made(game, reader)
    except Refusal as refusal:
        return refused(request, game, refusal)
    if made:
        asked = "The others are asked by letter. " if others else ""
        messages.success(request, f"{asked}You have your seat.")
    return redirect("game", slug=new.slug)


@transaction.atomic
def _made(game: Game, reader: Player) -> tuple[Game, bool, int]:
    """The rematch, whether it is new, and how many others are asked; nothing is made where a
    `Refusal` is raised.
    """
    new, made = rematch.make(game.pk, reader)
    others = 0
    if made:
        own = rematch.seat_in(game, reader)
        assert own is not None
        sit_down(new, own.colour, reader)
        others = rematch.invite(game, new, reader)
    return new, made, others
