"""Days away in all of a player's games at once, from the account's page (PR-TURN-06): the same
order as a letter's, said in one of them.
"""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from traders.domain.timeline import timeline
from traders.engines.kernel.refusal import Refusal
from traders.models import Phase, Player, Seat, Source
from traders.web.slug_lookup import signed_in


class DaysAwayForm(forms.Form):
    """The days, the last one included."""

    first = forms.DateField(
        label="From", widget=forms.DateInput({"type": "date", "id": "away-first"})
    )
    last = forms.DateField(
        label="To the end of", widget=forms.DateInput({"type": "date", "id": "away-last"})
    )
    play_on = forms.BooleanField(required=False, label="Play goes on without me")

    @property
    def order(self) -> str:
        """The days as a letter says them."""
        said = self.cleaned_data
        on = " play on" if said["play_on"] else ""
        return f"away everywhere from {said['first']:%Y-%m-%d} to {said['last']:%Y-%m-%d}{on}"


def speaks(seat: Seat) -> bool:
    """Whether a seat that somebody has can say it for all: it plays in a game that is on."""
    return not seat.dropped and seat.game.phase == Phase.PLAYING


@login_required
@require_POST
def days_away(request: HttpRequest) -> HttpResponse:
    """Announce days away in all games, or (`back`) be back in all."""
    reader = signed_in(request)
    form = DaysAwayForm(request.POST)
    if "back" in request.POST:
        _say(request, reader, "back everywhere")
    elif form.is_valid():
        _say(request, reader, form.order)
    else:
        messages.error(request, "Say from which day to which day you are away.")
    return redirect("account")


def _say(request: HttpRequest, reader: Player, order: str) -> None:
    """Say it, and tell what came of it."""
    seats = Seat.objects.filter(player=reader, left=None).select_related("game").order_by("game")
    seat = next(filter(speaks, seats), None)
    if seat is None:
        messages.error(request, "You play in no game now: there are no clocks to stop.")
        return
    try:
        changes = timeline.orders(
            seat.game_id, seat.colour, order, source=Source.PAGE, player=reader
        )
    except Refusal as refusal:
        messages.error(request, refusal.with_rules)
        return
    for line in changes.lines:
        tell = messages.error if line.answer == "refused" else messages.success
        tell(request, line.words)
