"""Games: lists of them, one as its seat may see it, what it may do, what was said, the history."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from django.db.models import Q, QuerySet
from django.http import HttpRequest
from ninja import Query, Router
from ninja.streaming import JSONL

from traders.api import schemas
from traders.api.token_authentication import ANYBODY, READ, Refused, access_of, seat_in, seen_by
from traders.domain.history.entries_in_words import StoryEntry, told_in_order
from traders.domain.people import page_view_evidence, visibility
from traders.domain.play.commands import leaving_and_taking_seats
from traders.domain.read_models.game_for_reader import GameSeen
from traders.domain.read_models.game_list_lines import GameLine, line_of, listed, own_lines
from traders.engines.kernel.contract.contract import Choice, Interval, Over, Turn
from traders.models import Game, Phase, Player, Seat
from traders.models.game_queries import FREE

router = Router(tags=["games"])
"""All addresses below /games but the court's; an address's methods must be in one router."""
PAGE, MOST_PAGE = 25, 100
MOST_SAID = 500
NAME = r"^[-a-zA-Z0-9_]*$"
OPEN_TO_ALL: dict[str, object] = {"security": [{}]}
"""For the document: a token is welcome and not needed."""

Which = Literal["mine", "free", "watched"]
Bounded = Annotated[int, Query(ge=1, le=MOST_PAGE)]
MOST_NUMBER = 2**31 - 1


# --- lists ----------------------------------------------------------------------------------------


@router.get("/games", auth=ANYBODY, response=schemas.GamesOut, openapi_extra=OPEN_TO_ALL)
def games(
    request: HttpRequest,
    which: Which = "mine",
    system: Annotated[str, Query(max_length=40, pattern=NAME)] = "",
    after: Annotated[str, Query(max_length=40, pattern=NAME)] = "",
    most: Bounded = PAGE,
) -> schemas.GamesOut:
    """Games by pages, the newest first: my own, those with a free seat, or all others, to watch.
    `after`: the last page's `next`.
    """
    player = access_of(request).player
    found = _games_of(which, player)
    if system:
        found = found.filter(system=system)
    if after:
        last = visibility.games_seen(Game.objects.filter(slug=after), player).first()
        if last is None:
            raise Refused(404, "There is no such game to go on after.")
        found = found.filter(Q(created__lt=last.created) | Q(created=last.created, pk__lt=last.pk))
    page = found.order_by("-created", "-pk")[: most + 1]
    wanted = [game.pk for game in page][:most]
    more = len(page) > most
    chosen = Game.objects.filter(pk__in=wanted)
    lines = (
        own_lines(chosen, player)
        if player is not None and which == "mine"
        else [line_of(game, None) for game in listed(chosen)]
    )
    lines.sort(key=lambda line: wanted.index(line.game.pk))
    last_slug = lines[-1].game.slug if more and lines else ""
    return schemas.GamesOut(games=[line_out(line) for line in lines], next=last_slug)


def _games_of(which: Which, player: Player | None) -> QuerySet[Game]:
    mine = Q(pk__in=Seat.objects.filter(player=player, left=None).values("game"))
    if player is None:
        mine = Q(pk__in=[])
    if which == "mine":
        return Game.objects.filter(mine)
    if which == "free":
        seats = Seat.objects.filter(FREE)
        found = Game.objects.filter(pk__in=seats.values("game")).exclude(phase=Phase.OVER)
    else:
        found = Game.objects.exclude(mine).exclude(phase=Phase.OVER, number=0)
    return visibility.games_listed(found, player)


def line_out(line: GameLine) -> schemas.GameLineOut:
    """A game's line as data."""
    return schemas.GameLineOut(**_listed(line))


def _listed(seen: GameLine | GameSeen) -> dict[str, Any]:
    """What lists tell of a game, and the game itself tells too."""
    game = seen.game
    return {
        "slug": game.slug,
        "title": game.title,
        "system": game.system,
        "club": game.club.name if game.club else "",
        "phase": game.phase,
        "seats": _seats(game, seen.seats),
        "waits": seen.waits,
        "asks_me": seen.asks_me,
        "due": seen.due,
    }


def _seats(game: Game, seats: list[Seat]) -> list[schemas.SeatOut]:
    over = game.phase == Phase.OVER
    return [
        schemas.SeatOut(
            colour=seat.colour,
            name=seat.called,
            bot=seat.bot,
            free=not over and leaving_and_taking_seats.is_free(seat),
        )
        for seat in seats
    ]


# --- one game -------------------------------------------------------------------------------------


@router.get("/games/{slug:slug}", auth=ANYBODY, response=schemas.GameOut, openapi_extra=OPEN_TO_ALL)
def game(request: HttpRequest, slug: str) -> schemas.GameOut:
    """One game now, as my seat sees it. That a program of the seat's read it is kept, as read by
    API; for no claim does it count as the player's knowledge.
    """
    table = seen_by(request, slug)
    if table.mine is not None and table.begun:
        page_view_evidence.note_program(table.mine, table.game.number)
    return game_out(table)


def game_out(table: GameSeen) -> schemas.GameOut:
    """A game as its reader sees it, as data."""
    result = table.result
    return schemas.GameOut(
        **_listed(table),
        options=table.game.options,
        seat=table.seat,
        number=table.shown,
        moment=table.moment if table.may_order else "",
        pending=_pending(table),
        ends=table.ends if table.late else None,
        held_until=table.held_until,
        sealed=[said.text for said in table.sealed],
        proposals=[words for _, words in table.talk.proposals],
        take_backs=table.game.take_backs,
        result=schemas.ResultOut(
            winners=list(result.winners), ending=result.ending, words=result.text
        )
        if result
        else None,
        view=table.view if table.begun else {},
        board=table.board_text if table.begun else "",
    )


def _pending(table: GameSeen) -> schemas.PendingOut:
    match table.pending:
        case Turn(seats=seats, stage=stage):
            return schemas.PendingOut(kind="turn", seats=list(seats), name=stage)
        case Interval(seats=seats, name=name, question=question):
            kind: Literal["question", "window"] = "question" if question else "window"
            return schemas.PendingOut(kind=kind, seats=list(seats), name=name)
        case Choice(seat=seat, question=asked, things=things):
            mine = seat == table.seat
            return schemas.PendingOut(
                kind="choice",
                seats=[seat],
                name=asked if mine else "",
                things=list(things) if mine else [],
            )
        case Over():
            return schemas.PendingOut(kind="over", seats=[], name="")
    return schemas.PendingOut(kind="nothing", seats=[], name="")


@router.get("/games/{slug:slug}/offers", auth=READ, response=schemas.OffersOut)
def offers(request: HttpRequest, slug: str) -> schemas.OffersOut:
    """All that my seat may do now, as orders that can be sent; and what is suggested."""
    table = seen_by(request, slug)
    seat_in(table)
    advice = table.suggestion
    return schemas.OffersOut(
        moment=table.moment,
        asks_me=table.asks_me,
        offers=[schemas.OfferOut.from_orm(offer) for offer in (*table.menu, *table.wishes)],
        suggestion=schemas.SuggestionOut.from_orm(advice) if advice else None,
    )


# --- what was said and done -----------------------------------------------------------------------


@router.get(
    "/games/{slug:slug}/press",
    auth=ANYBODY,
    response=schemas.PressListOut,
    openapi_extra=OPEN_TO_ALL,
)
def press(
    request: HttpRequest, slug: str, most: Annotated[int, Query(ge=1, le=MOST_SAID)] = 30
) -> schemas.PressListOut:
    """What was said at the table, to all or to my seat, the newest first."""
    table = seen_by(request, slug)
    return schemas.PressListOut(press=said_out(table, most))


def said_out(table: GameSeen, most: int) -> list[schemas.PressOut]:
    """At most so many messages that the reader may read, as data, the newest first."""
    return [schemas.PressOut.from_orm(said) for said in table.talk.said(most)]


@router.get(
    "/games/{slug:slug}/history",
    auth=ANYBODY,
    response=JSONL[schemas.EntryOut],
    openapi_extra=OPEN_TO_ALL,
)
def history(
    request: HttpRequest,
    slug: str,
    # each its own: ninja keeps a default in what annotates it
    first: Annotated[int, Query(ge=1, le=MOST_NUMBER)] = 1,
    last: Annotated[int, Query(ge=1, le=MOST_NUMBER)] = MOST_NUMBER,
) -> Iterator[schemas.EntryOut]:
    """The history from one number to another, oldest first, as my seat was told it: a line of JSON
    for each entry, streamed.
    """
    table = seen_by(request, slug)  # now, so that a refusal is no stream
    told = told_in_order(table.game, table.seat, first, last, table.shown)
    return (_entry(entry) for entry in told)


def _entry(entry: StoryEntry) -> schemas.EntryOut:
    told = [text for text, _ in entry.sentences] or [entry.rest] * bool(entry.rest)
    return schemas.EntryOut(
        number=entry.number,
        kind=entry.kind,
        seat=entry.seat,
        order=entry.order,
        source=entry.source,
        at=entry.at,
        told=told,
        rules=list(dict.fromkeys(rule for _, rule in entry.sentences if rule)),
        undone=entry.backed_out,
    )
