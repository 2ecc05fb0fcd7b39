"""*What if*: a page on which a player tries lines on a copy of the game. Its address holds all of
it; nothing is kept.
"""

from __future__ import annotations

from secrets import randbelow
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from traders.domain.operators import per_minute_counter
from traders.domain.play.what_if import tried
from traders.domain.table.waits_in_words import waits_in_words
from traders.engines.kernel.contract.contract import Over
from traders.engines.kernel.contract.waits import awaited
from traders.engines.kernel.refusal import Refusal
from traders.models import Seat
from traders.web.game_page import number_in
from traders.web.inline_board import inline_board
from traders.web.slug_lookup import seat_had

MOST_LINES = 20
"""Letters of lines that are tried one after another."""
LONGEST = 600
"""Characters of what is tried at once."""
LOTS = 1_000_000


@login_required
@require_safe
def what_if(request: HttpRequest, slug: str) -> HttpResponse:
    """The copy after what `line` … say, dealt by `lot`, of the game after its entry `at`; `more`:
    what to try beside. Without a lot one is drawn.
    """
    seat = seat_had(request, slug)
    game = seat.game
    lot, lines = number_in(request.GET.get("lot")), _lines(request)
    gone_on = "at" in request.GET and number_in(request.GET.get("at")) != game.number
    if not lot or gone_on or "more" in request.GET:
        said = urlencode(
            [("lot", lot or 1 + randbelow(LOTS)), ("at", game.number)]
            + [("line", line) for line in lines if not gone_on]
        )
        return redirect(f"{request.path}?{said}")
    context = {"game": game, "seat": seat, "lines": lines, "lot": lot, "most": MOST_LINES}
    try:
        _count(seat)
    except Refusal as refusal:
        return render(request, "web/what_if.html", context | {"refusal": refusal}, status=429)
    try:
        trial = tried(game, seat.colour, lot, lines)
    except Refusal as refusal:
        return render(request, "web/what_if.html", context | {"refusal": refusal})
    view = trial.engine.view(trial.table.state, seat.colour)
    pending = trial.pending
    context |= {
        "trial": trial,
        "board": inline_board(trial.engine.board_svg(view)),
        "waits": waits_in_words(pending, seat.colour, game.system),
        "offers": trial.table.menu(seat.colour) if seat.colour in awaited(pending) else (),
        "over": isinstance(pending, Over),
        "last": urlencode([("lot", lot), ("at", game.number)] + [("line", x) for x in lines[:-1]]),
    }
    return render(request, "web/what_if.html", context)


def _count(seat: Seat) -> None:
    """Refuse a trial beyond those of a minute of the seat's player."""
    times, seconds = per_minute_counter.count(f"trial.{seat.player_id}")
    if times > settings.QUOTA_TRIALS:
        raise Refusal(
            f"You have tried lines {settings.QUOTA_TRIALS} times within a minute, which is the "
            f"most. The next counts in {seconds} seconds."
        )


def _lines(request: HttpRequest) -> list[str]:
    """The orders tried so far, one letter after another, and those to try now."""
    said = [*request.GET.getlist("line"), request.GET.get("more", "")]
    plain = ["\n".join(text.replace("\x00", "").split("\r\n")).strip()[:LONGEST] for text in said]
    return [text for text in plain if text][:MOST_LINES]
