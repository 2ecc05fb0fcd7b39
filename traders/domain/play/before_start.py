"""Before a game begins: a player gives the seat back, and whoever made the game cancels it."""

from __future__ import annotations

import secrets

from traders.domain.calendar import clock
from traders.domain.history.declared_end import Ending
from traders.domain.letters import officials
from traders.domain.people import club_roles, seating
from traders.domain.play.session import open_session
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import named
from traders.models import Game, Phase, Player, Seat


def leave(game_id: int, player: Player) -> None:
    """Give back the player's seat in a game that has not begun. Refused once it has: then `resign`
    leaves it (PR-SEAT-02).
    """
    with open_session(game_id, clock.whole(clock.now())) as session:
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
                officials.write(
                    place.player,
                    game,
                    "cancelled",
                    f"{game.title} is cancelled",
                    [told],
                    at=session.now,
                )


def seated(place: Seat, by: Player) -> None:
    """Tell a player whom an organizer has given a seat in a game that waits for others."""
    assert place.player is not None
    told = (
        f"{by.display_name} has given you {named(place.colour)} in {place.game.title}, a game of "
        f"{place.game.club}. It begins when its last seat is taken. Until then you can give the "
        "seat back, on its page:"
    )
    key = f"seated.{place.colour}.{secrets.token_hex(8)}"
    subject = f"You have a seat in {place.game.title}"
    officials.write(place.player, place.game, key, subject, [told], at=clock.now())


def free(game_id: int, colour: str, by: Player) -> None:
    """Free a seat of a game that has not begun, for its club's organizer; its player is told."""
    with open_session(game_id, clock.whole(clock.now())) as session:
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
            subject = f"No seat in {session.game.title}"
            officials.write(player, session.game, key, subject, [told], at=session.now)


def _has_not_begun(game: Game) -> None:
    if game.phase != Phase.GATHERING:
        raise Refusal("This game has begun, or is over.", "PR-SEAT-02", kind="stale")
