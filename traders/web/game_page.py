"""The page of one game: the board, what play waits for, the order box, the history."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from traders.domain.history import watching_delay
from traders.domain.people import club_roles, page_view_evidence, visibility
from traders.domain.post.incoming.mime_parsing import OpenedLetter
from traders.domain.post.incoming.order_recognition import (
    recognition,
    recognition_with_manners,
)
from traders.domain.post.incoming.quote_detection import own_letters
from traders.domain.post.incoming.reply_line_sorting import SortedReply, sorted_reply
from traders.domain.post.incoming.unread_part_remarks import remarks
from traders.domain.read_models.page_receipt import came_of_each, plan_stopped, receipt
from traders.domain.table.change_set import Line, refused_line
from traders.domain.timeline import timeline
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import is_number
from traders.models import Game, Phase, Seat, Source
from traders.web.action_after_sign_in import unsent
from traders.web.game_page_context import GamePage
from traders.web.gathering_players import Gathering
from traders.web.order_menu import filled
from traders.web.slug_lookup import game_called, reader_of
from traders.web.template_backend import unbroken
from traders.web.touch_targets import Touch

MOST_TYPED = 20_000
"""Characters of orders that the page takes; longer ones are a letter gone astray."""
MOST_LINES, MOST_LINE = 30, 200
"""Lines whose odds are asked for, and characters of each."""


def number_in(text: str | None) -> int | None:
    """A move's number out of an address; None where none is asked for."""
    if not text:
        return None
    if not (is_number(text) and len(text) < 9):
        raise Http404("The history has no such move.")
    return int(text)


def game_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The game now, or with `?at=` after an earlier move; as the reader's seat sees it, or the
    gallery. That a seat looked is kept, and what others did since it looked before is offered.
    """
    table = _table(request, slug)
    since = 0
    if table.mine is not None and table.at is None and table.begun:
        since = page_view_evidence.note(table.mine, table.game.number)
    return _page(request, table, missed=table.missed(since))


def _table(request: HttpRequest, slug: str) -> GamePage:
    reader = reader_of(request)
    game = game_called(slug, reader)
    at = number_in(request.GET.get("at"))
    return GamePage(game, reader, at)


def _page(
    request: HttpRequest, table: GamePage, *, answered: bool = True, **more: object
) -> HttpResponse:
    game = table.game
    context: dict[str, Any] = {
        **more,
        "table": table,
        "game": game,
        "address": f"{settings.SITE_URL}{reverse('game', args=[game.slug])}",
    }
    if table.reader is not None and table.mine is None and game.phase == Phase.PLAYING:
        context["on_desk"] = club_roles.organizes(table.reader, game)
    if game.phase == Phase.GATHERING:
        context["gathering"] = Gathering(game, table.reader, table.seats)
    kept = _kept(request, game) if answered else {}
    if not table.may_order:  # the answer to an order that gave the seat up
        context["left"] = kept.get("receipt")
    else:
        typed = "" if kept else unsent(request, table.mine.colour if table.mine else "")
        context |= kept or {"typed": typed, "unsent": bool(typed)}
        context |= _touched(request, table, context.get("typed", ""))
        context["touch"] = Touch(table, context["typed"])
    return render(request, "web/game.html", context)


def _touched(request: HttpRequest, table: GamePage, typed: str) -> dict[str, Any]:
    """The lines that the address asks to have in the box (`?order=`, of the board of `moment`), and
    whether play has gone on since that board. Changes nothing.
    """
    lines = [" ".join(line.split()) for line in request.GET.getlist("order")]
    text = "\n".join(filter(None, (typed, *lines)))[:MOST_TYPED]
    moment = request.GET.get("moment", table.moment)
    return {"typed": text, "gone_on": bool(lines) and moment != table.moment}


def live(request: HttpRequest, slug: str) -> HttpResponse:
    """Asked by the page every few seconds: nothing new is 204, else the page to take the new parts
    from. Nobody need be looking; the answer to what was sent is left to the window that sent it.
    """
    after = number_in(request.GET.get("after"))
    asked = Game.objects.filter(slug=slug).only("number", "phase", "settings")
    game = visibility.games_seen(asked, reader_of(request)).first()
    if game is not None and after == watching_delay.last_for(game, reader_of(request)):
        # 286 is htmx's word for: ask no more
        return HttpResponse(status=286 if game.phase == Phase.OVER else 204)
    return _page(request, _table(request, slug), answered=False)


def _with_order_box(request: HttpRequest, slug: str) -> GamePage:
    """The game now, for a seat that may order in it; 403 for others."""
    reader = reader_of(request)
    table = GamePage(game_called(slug, reader), reader)
    if not table.may_order:
        raise PermissionDenied("You have no seat in this game.")
    return table


@login_required
@require_GET
def more(request: HttpRequest, slug: str) -> HttpResponse:
    """Forms for all else that the reader's seat may say now: a page of its own, whose forms the
    game's page takes when the fold is opened.
    """
    table = _with_order_box(request, slug)
    kept = request.session.get(f"answer.{table.game.pk}", {})
    context = {"game": table.game, "more": table.more, "typed": kept.get("typed", "")}
    return render(request, "web/more.html", context)


@login_required
@require_GET
def odds(request: HttpRequest, slug: str) -> HttpResponse:
    """The odds of the lines in the box (`?order=`), as its seat can see them: one sentence, or
    nothing. The page asks for them while lines are gathered.
    """
    table = _with_order_box(request, slug)
    lines = [line[:MOST_LINE] for line in request.GET.getlist("order")[:MOST_LINES]]
    return HttpResponse(unbroken(table.odds(lines)), content_type="text/plain; charset=utf-8")


# --- ordering -------------------------------------------------------------------------------------


@login_required
@require_POST
def orders(request: HttpRequest, slug: str) -> HttpResponse:
    """Carry out, or try, what the seat typed; or write one offered order into the box, or show the
    forms for more. Answers on the game's page.
    """
    reader = reader_of(request)
    game = game_called(slug, reader)
    table = GamePage(game, reader)
    if table.mine is None:
        raise PermissionDenied("You have no seat in this game.")
    typed = request.POST.get("orders", "")[:MOST_TYPED]
    at = "board" if _from_board(request) else "order-box"
    page = redirect(f"{reverse('game', args=[slug])}#{at}")
    if "insert" in request.POST or "suggested" in request.POST:
        more_lines = _written_in(request.POST)
        _keep(request, game, typed="\n".join(filter(None, (typed.rstrip(), more_lines))))
        return page
    if "more" in request.POST:
        _keep(request, game, typed=typed.rstrip())
        return redirect("more", slug=slug)
    moment = request.POST.get("moment", "")[:24]
    found = _read(game, table.mine, typed, moment)
    text = "\n".join((*found.above, *found.orders, *found.after)).strip()
    if not any(line.strip() and not line.startswith("#") for line in text.splitlines()):
        nothing = "There is no order in this." if typed.strip() else "Nothing was written."
        refused = Line(
            "", "refused", f"{nothing} Type an order, or take one of those offered.", "unreadable"
        )
        _keep(request, game, typed=typed.strip(), lines=[refused], notes=list(remarks(found)))
        return page
    trying = "test" in request.POST
    lines, came, stopped = _spoken(table, f"test\n{text}" if trying else text, moment)
    undone = "\n".join(line.text for line in lines if line.answer in ("refused", "returned"))
    if list(found.orders) == request.POST.get("good", "").splitlines():
        undone = ""  # a suggestion that no longer fits: a new one stands there
    _keep(
        request,
        game,
        lines=lines,
        came=came,
        typed=typed if trying else undone,
        notes=[*remarks(found, with_prose=False), *stopped],
    )
    return page


def _from_board(request: HttpRequest) -> bool:
    """Whether the lines were sent from the bar under the board, where the answer is looked for."""
    return "board" in (request.POST.get("send"), request.GET.get("at"))


def _written_in(fields: QueryDict) -> str:
    """What a button writes into the box: the lines that are suggested, or an offered order with its
    free parts filled in.
    """
    if "suggested" in fields:
        return str(fields["suggested"])[:MOST_TYPED].strip()
    row, _, order = str(fields["insert"]).partition("|")
    prefix = f"fill.{row}."
    return filled(
        order,
        {
            name.removeprefix(prefix): str(value)
            for name, value in fields.items()
            if name.startswith(prefix)
        },
    )


def _read(game: Game, mine: Seat, typed: str, moment: str) -> SortedReply:
    """What was typed, read as a letter is: without greeting, signature and quoted letter
    (PR-RECEIPT-06).

    Prose above and below the orders goes to the door with them and is refused there: whoever typed
    it looks on, and can mend it.
    """
    assert mine.player is not None
    mine.game = game
    reads = recognition(mine)
    return sorted_reply(
        typed,
        reads,
        own_letters(mine, OpenedLetter(), moment),
        mine.player.display_name,
        hears=recognition_with_manners(mine, reads),
    )


def _spoken(
    table: GamePage, text: str, moment: str
) -> tuple[list[Line], list[list[str]], list[str]]:
    """What became of the lines, what came of each, and why a plan of the seat stopped."""
    assert table.mine is not None
    game, seat = table.game, table.mine.colour
    try:
        changes = timeline.orders(
            game.pk,
            seat,
            text,
            source=Source.PAGE,
            moment=moment,
            on_the_spot=True,
            player=table.mine.player,
        )
    except Refusal as refusal:  # of the whole letter: the game has not begun
        return [refused_line(text.strip(), refusal)], [], []
    return (
        changes.lines,
        came_of_each(changes, game.system, seat),
        plan_stopped(changes, game.system, seat),
    )


def _keep(
    request: HttpRequest,
    game: Game,
    *,
    typed: str = "",
    lines: Sequence[Line] = (),
    came: Sequence[Sequence[str]] = (),
    notes: Sequence[str] = (),
) -> None:
    """Keep the answer for the page that the browser is sent to; under the board where it was sent
    from there.
    """
    request.session[f"answer.{game.pk}"] = {
        "typed": typed,
        "receipt": receipt(lines, came),
        "remarks": list(notes),
        "on_board": _from_board(request),
    }


def _kept(request: HttpRequest, game: Game) -> dict[str, Any]:
    kept: dict[str, Any] = request.session.pop(f"answer.{game.pk}", None) or {}
    return kept
