"""Before a game begins: a player gives the seat back, and whoever made the game cancels it."""

from __future__ import annotations

from traders.domain.calendar import clock
from traders.domain.letters import officials
from traders.domain.people import seating
from traders.domain.play.session import open_session
from traders.engines.kernel.refusal import Refusal
from traders.models import Game, Phase, Player

CANCELLED = "cancelled"
"""The ending of a game that was cancelled before it began."""


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
    maker.
    """
    with open_session(game_id, clock.whole(clock.now())) as session:
        game = session.game
        _has_not_begun(game)
        if game.maker_id != player.pk:
            raise Refusal("Only the player who made this game can cancel it.", "PR-SEAT-01")
        game.phase, game.ending, game.ended = Phase.OVER, CANCELLED, session.now
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
                    CANCELLED,
                    f"{game.title} is cancelled",
                    [told],
                    at=session.now,
                )


def _has_not_begun(game: Game) -> None:
    if game.phase != Phase.GATHERING:
        raise Refusal("This game has begun, or is over.", "PR-SEAT-02", kind="stale")
