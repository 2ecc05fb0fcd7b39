"""*Learn by playing*: a small game against bots, made by one button, whose letters explain what is
new in them.
"""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from traders.domain.people.visibility import LEARNING
from traders.domain.play import door
from traders.domain.play.commands import leaving_and_taking_seats
from traders.domain.timeline.game_making_and_seat_taking import sit_down
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.kernel.engine.guided_letter_lessons import guide_of
from traders.engines.kernel.refusal import Refusal
from traders.engines.registry import ENGINES
from traders.engines.registry import engine as engine_of
from traders.models import Game, Phase, Player
from traders.web import action_after_sign_in, game_systems, reader_time_zone
from traders.web.one_click_signup import newcomer
from traders.web.slug_lookup import reader_of


def learn(request: HttpRequest, name: str) -> HttpResponse:
    """Make the game and show it; the one that goes on already, where there is one. A visitor joins
    or signs in first, and then has the game; in the embedded set-up an account is made. Any other
    GET makes nothing.
    """
    if name not in ENGINES:
        return game_systems.unknown(request, name)
    if not action_after_sign_in.is_asked(request):
        return redirect("start", name=name)
    reader = reader_of(request)
    if reader is None:
        if not settings.EMBEDDED:
            return action_after_sign_in.sign_in_first(request, to="account_signup")
        reader = newcomer(reader_time_zone.browser_zone(request))
        login(request, reader, backend="django.contrib.auth.backends.ModelBackend")
    game = _going_on(name, reader)
    if game is None:
        try:
            game = _made(name, reader)
        except Refusal as refusal:
            messages.error(request, refusal.text)
            return redirect("start", name=name)
    if settings.EMBEDDED:  # letters are read there
        return redirect("mailbox")
    messages.success(request, "Your first letter is on its way: it explains what is new in it.")
    return redirect("game", slug=game.slug)


def _going_on(system: str, reader: Player) -> Game | None:
    """The learner's game of that system that is not over."""
    return (
        Game.objects.filter(system=system, maker=reader, title__endswith=LEARNING)
        .exclude(phase=Phase.OVER)
        .filter(seats__player=reader, seats__left=None)
        .order_by("-pk")
        .first()
    )


@transaction.atomic
def _made(system: str, reader: Player) -> Game:
    """A new one: bots on all seats but the first, which is the learner's."""
    guide = guide_of(ENGINES[system])
    first, *others = guide.colours
    title = f"{engine_of(system).title}{LEARNING}"
    wanted = {"bots_say": "words"}
    game = door.create(system, guide.colours, guide.options, wanted, title=title, maker=reader)
    leaving_and_taking_seats.give_to_bots(game, others, level=Level.LEARNER)
    sit_down(game, first, reader)
    return game
