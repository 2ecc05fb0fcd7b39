"""Making a game, and sitting down at one."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.http import HttpRequest, HttpResponse

from traders.api import schemas
from traders.api.games import router
from traders.api.idempotency import Answer, Keep, once
from traders.api.orders_and_press import Key
from traders.api.token_authentication import ORGANIZE, PLAY, Access, Refused, access_of, seen_by
from traders.domain.people import club_roles
from traders.domain.settings import game_settings
from traders.domain.timeline.game_making_and_seat_taking import make_game, sit_down
from traders.engines.kernel.contract.agreed_options import suiting
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import UNSEEN_NAME, hides
from traders.engines.registry import ENGINES
from traders.engines.registry import engine as engine_of
from traders.models import Club, Game, Player


@router.post("/games", auth=ORGANIZE, response={201: schemas.MadeOut})
def make(request: HttpRequest, sent: schemas.GameIn, key: Key = None) -> HttpResponse:
    """Make a game. Seats that nobody has are free; when the last one is taken it begins."""
    maker = _player(access_of(request))

    def act(keep: Keep) -> None:
        with transaction.atomic():
            keep(_answer(_made(sent, maker), 201))

    return once(request, act)


@router.post("/games/{slug:slug}/seats/{slug:colour}", auth=PLAY, response=schemas.MadeOut)
def take(request: HttpRequest, slug: str, colour: str, key: Key = None) -> HttpResponse:
    """Take a free seat. A game whose last seat is taken begins."""
    table = seen_by(request, slug)
    if colour not in {seat.colour for seat in table.seats}:
        raise Refused(404, "There is no such seat.")

    def act(keep: Keep) -> None:
        sit_down(table.game, colour, _player(access_of(request)))
        keep(_answer(table.game, 200))

    return once(request, act)


def _made(sent: schemas.GameIn, maker: Player) -> Game:
    if sent.system not in ENGINES:
        raise Refusal(f"There is no system {sent.system}.", instead=tuple(ENGINES))
    if sent.bots >= sent.seats:
        raise Refusal("At least one seat is for a person.")
    if hides(" ".join(sent.title.split())):
        raise Refusal(UNSEEN_NAME)
    return make_game(
        sent.system,
        sent.seats,
        suiting(sent.options, engine_of(sent.system).options, sent.seats),
        _as_kept(sent.settings),
        maker=maker,
        title=sent.title,
        club=_club(sent.club, maker) if sent.club else None,
        bots=sent.bots,
        level=sent.level,
        sits=sent.sit and not sent.watches,
    )


def _as_kept(settings: Mapping[str, object]) -> dict[str, object]:
    """Settings of which some are texts as they are typed on the page: `22:00 to 08:00`."""
    return {
        name: game_settings.from_typed(name, value)
        if isinstance(value, str) and name in game_settings.DEFAULTS
        else value
        for name, value in settings.items()
    }


def _club(slug: str, maker: Player) -> Club:
    found = club_roles.to_make_games_in(maker).filter(slug=slug).first()
    if found is None:
        raise Refusal("There is no such club in which you may make games.")
    return found


def _answer(game: Game, status: int) -> Answer:
    game.refresh_from_db(fields=["phase"])
    return Answer(status, {"slug": game.slug, "phase": game.phase})


def _player(access: Access) -> Player:
    return access.holder().player
