"""Before a game begins, and its beginning: a player gives the seat back, whoever made the game
cancels it; once nobody is missing any more it begins.

Each of these looks at the seats and acts on them under one lock, that of the game's row.
"""

from __future__ import annotations

import secrets
from contextlib import AbstractContextManager

from django.db import transaction

from traders.domain.calendar import clock
from traders.domain.history import dice, recording_and_replay
from traders.domain.history.declared_end import Ending
from traders.domain.letters import seatless_letters
from traders.domain.people import club_roles, quotas, seating
from traders.domain.play.commands import (
    leaving_and_taking_seats,
    player_name_rules,
    standing_orders_stops_plans,
)
from traders.domain.play.game_session import GameSession, open_session
from traders.domain.play.locked_game import locked
from traders.domain.play.new_game_checks import try_settings
from traders.domain.settings import game_settings
from traders.domain.table import game_progression
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import named, seats_listed
from traders.models import Game, Kind, Letter, Phase, Player, Seat, Source, write_fields


def begin(session: GameSession, *, stops: bool = True) -> None:
    """The first entry, set-up, the first letters. Refused where a seat has neither a player nor a
    bot (PR-SEAT-13). `stops`: each seat has the stops with which it begins (PR-INTERVAL-06).
    """
    game, table = session.game, session.table
    if game.phase != Phase.GATHERING:
        raise Refusal("This game has begun already.", kind="stale")
    club_roles.not_closed(game.club)
    if missing := [place.colour for place in session.seats if seating.is_vacant(place)]:
        has, each = ("has", "a seat") if len(missing) == 1 else ("have", "seats")
        raise Refusal(
            f"{seats_listed(missing)} {has} no player yet. The game begins when nobody is missing: "
            f"wait for players, or give {each} without one to bots.",
            "PR-SEAT-13",
            kind="stale",
        )
    for place in session.seats:
        place.name = player_name_rules.kept(game.system, place, session.seats)
        place.save(update_fields=["name"])
    game.settings = game_settings.whole(game)
    try_settings(game.settings)
    if session.mixes and game.scheme == dice.SCHEME:
        game.scheme = dice.MIXED
    write_fields([game], ["settings", "scheme"])
    parts = recording_and_replay.start_parts(game, [seat.colour for seat in session.seats])
    # as a replay will read them, down to the order of names
    public, secret = (recording_and_replay.as_kept(part) for part in parts)
    session.writer.add(Kind.START, Source.BOX, public, secret)
    table.number = game.number
    table.state = recording_and_replay.beginning(game, public, secret)
    game.phase, game.started = Phase.PLAYING, session.now
    session.change_set.started = True
    if stops:
        for seat in session.seats:
            standing_orders_stops_plans.default_stops(table, seat.colour)
    game_progression.go_on(table)


def begin_once_full(session: GameSession) -> bool:
    """Begin a game that waits for its players and in which nobody is missing any more; whether it
    begins.
    """
    waits = session.game.phase == Phase.GATHERING
    if not waits or any(map(seating.is_vacant, session.seats)):
        return False
    begin(session)
    return True


def fill(game_id: int, level: Level) -> None:
    """Bots of the level take all seats that are free, and the game begins. Refused where no person
    has a seat yet.
    """
    now = clock.whole(clock.now())
    with transaction.atomic():
        game = locked(game_id)
        _has_not_begun(game)
        if not Seat.objects.filter(game=game, bot=False, player__isnull=False).exists():
            raise Refusal("Give at least one seat to a person first.", "PR-SEAT-13")
        free = Seat.objects.filter(game=game, player=None).values_list("colour", flat=True)
        leaving_and_taking_seats.give_to_bots(game, list(free), now, level)
        with open_session(game_id, now) as session:
            begin(session)


def leave(game_id: int, player: Player) -> None:
    """Give back the player's seat in a game that has not begun. Refused once it has: then `resign`
    leaves it (PR-SEAT-02).
    """
    with open_session(game_id, clock.whole(clock.now())) as session:
        if session.game.phase == Phase.PLAYING:
            raise Refusal(
                "This game has begun. To give up your seat now, write `resign` in it.",
                "PR-SEAT-02",
                kind="stale",
            )
        _has_not_begun(session.game)
        place = next((place for place in session.seats if place.player_id == player.pk), None)
        if place is None:
            raise Refusal("You have no seat in this game.", "PR-SEAT-01", kind="stale")
        seating.give_back(place, session.now)


def cancel(game_id: int, player: Player) -> None:
    """Cancel a game that has not begun; the others who have seats are told. Refused to all but its
    maker and the organizers of its club.
    """
    with open_session(game_id, clock.whole(clock.now())) as session:
        game = session.game
        _has_not_begun(game)
        if game.maker_id != player.pk and not club_roles.organizes(player, game):
            raise Refusal(
                "Only the player who made this game, or its club's organizer, can cancel it.",
                "PR-SEAT-01",
            )
        game.phase, game.ending, game.ended = Phase.OVER, Ending.CANCELLED, session.now
        game.save(update_fields=["phase", "ending", "ended"])
        for place in session.seats:
            if place.player is not None and not place.bot and place.player_id != player.pk:
                told = (
                    f"{player.display_name} has cancelled {game.title} before it began. There "
                    "is nothing that you need to do."
                )
                seatless_letters.write(
                    place.player,
                    game,
                    "cancelled",
                    "The game is cancelled",
                    [told],
                    at=session.now,
                )


def seated(place: Seat, by: Player) -> None:
    """Tell a player whom an organizer has given a seat in a game that waits for others."""
    assert place.player is not None
    told = (
        f"{by.display_name} has given you {named(place.colour)} in {place.game.title}, a game of "
        f"{place.game.club}. It begins when its last seat is taken. Until then you can leave the "
        "seat, on its page:"
    )
    key = f"seated.{place.colour}.{secrets.token_hex(8)}"
    seatless_letters.write(place.player, place.game, key, "You have a seat", [told], at=clock.now())


def free(game_id: int, colour: str, by: Player) -> None:
    """Free a seat of a game that has not begun, for its club's organizer; its player is told."""
    with open_session(game_id, clock.whole(clock.now())) as session, deciding(session):
        _has_not_begun(session.game)
        place = session.place(colour)
        player = place.player
        if player is None or place.bot:
            raise Refusal("Nobody has this seat.", "PR-SEAT-01", kind="stale")
        seating.give_back(place, session.now)
        if player.pk != by.pk:
            told = (
                f"{by.display_name} has freed your seat in {session.game.title} before it began. "
                "There is nothing that you need to do."
            )
            key = f"freed.{colour}.{secrets.token_hex(8)}"
            subject = "Your seat was freed"
            seatless_letters.write(player, session.game, key, subject, [told], at=session.now)


def deciding(session: GameSession) -> AbstractContextManager[None]:
    """What an organizer does with people of a game that waits: within the quota of decisions."""
    return quotas.deciding(Letter.objects.filter(game=session.game, seat=""), session.now)


def _has_not_begun(game: Game) -> None:
    if game.phase != Phase.GATHERING:
        raise Refusal("This game has begun, or is over.", "PR-SEAT-02", kind="stale")
