"""The settings of one game: read by all, changed by the club's organizer and by the operator, who
have and had no seat in it (PR-RULING-02).
"""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from traders.domain.calendar import clock
from traders.domain.people import club_roles, seating
from traders.domain.play import door
from traders.domain.settings import game_settings as settings
from traders.domain.timeline import timeline
from traders.engines.kernel.refusal import Refusal
from traders.models import Game, Phase, Player
from traders.web.postal_settings_form import ChangeForm
from traders.web.slug_lookup import game_called, reader_of


def game_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """The settings that hold; for who may change them, the form."""
    reader = reader_of(request)
    game = game_called(slug, reader)
    held = settings.whole(game)
    form = ChangeForm(held, request.POST or None) if may_change(game, reader) else None
    if request.method == "POST":
        if form is None:
            raise PermissionDenied(
                "The settings of a game are changed by its club's organizer, who never had a "
                "seat in it."
            )
        if form.is_valid():
            try:
                with timeline.in_order(game.pk, clock.exact()):
                    door.change_settings(game.pk, form.differing(held), form.cleaned_data["why"])
            except Refusal as refusal:
                form.add_error(None, refusal.with_rules)
            else:
                running = settings.running_clocks(form.differing(held)) if game.number else ""
                messages.success(request, f"Changed. {running}".strip())
                return redirect("game-settings", slug=slug)
    shown = [
        (settings.label(name), settings.help_of(name), settings.in_words(name, held[name]))
        for name in settings.names()
        if name != "zones"
    ]
    return render(request, "web/game_settings.html", {"game": game, "form": form, "shown": shown})


def may_change(game: Game, reader: Player | None) -> bool:
    """Whether the reader is the organizer of the game's club, or the operator, and has and had no
    seat in the game, with any account; and it is not over.
    """
    if reader is None or game.phase == Phase.OVER or seating.ever_sat(reader, game):
        return False
    return reader.is_superuser or club_roles.organizes(reader, game)
