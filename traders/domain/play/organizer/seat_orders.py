"""The organizer's orders about seats: one is offered, given to a bot, or taken by a member."""

from __future__ import annotations

from traders.domain.people import club_roles, seating
from traders.domain.play import silent_seats
from traders.domain.play.commands import leaving_and_taking_seats
from traders.domain.play.game_session import GameSession
from traders.domain.play.organizer.decision import deciding, enter, playing, reason
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import named
from traders.models import Player, Seat


def offer(game_id: int, organizer: Player, colour: str, why: str) -> str:
    """Offer the seat to substitutes; its player keeps it until one sits down, or by a word
    (PR-SEAT-05).
    """
    with deciding(game_id, organizer) as session:
        place = playing(session, colour)
        if place.bot:
            raise Refusal(f"A bot plays {named(colour)}.", "PR-SEAT-05")
        if leaving_and_taking_seats.is_free(place):
            raise Refusal(f"{named(colour)} is offered already.", "PR-SEAT-05", kind="stale")
        told = f"{named(colour)} is offered to substitutes. The organizer orders it"
        enter(session, "offer", told, reason(why), whom=colour)
        silent_seats.offer(session, place, "")
    return f"{named(colour)} is offered."


def to_bot(game_id: int, organizer: Player, colour: str, level: Level, why: str) -> str:
    """A bot plays the seat from now on."""
    with deciding(game_id, organizer) as session:
        place = _free(session, colour)
        told = f"A bot plays {named(colour)} from now on. The organizer orders it"
        enter(session, "bot", told, reason(why), whom=colour, level=level)
        before = place.player
        leaving_and_taking_seats.give_to_bot(session, place, level)
        said = [
            f"A bot plays {named(colour)}.",
            *leaving_and_taking_seats.of_who_went(session, before),
        ]
    return " ".join(said)


def seat(game_id: int, organizer: Player, colour: str, player: Player, why: str) -> str:
    """A member of the club takes the seat as it is (PR-SEAT-01)."""
    with deciding(game_id, organizer) as session:
        club, place = session.game.club, _free(session, colour)
        if club is None or not club_roles.members(club).filter(player=player).exists():
            raise Refusal(f"{player.display_name} is no member of the club.", "PR-SEAT-01")
        try:
            player = seating.held(player)
            leaving_and_taking_seats.may_take(session.game, place, player)
        except Refusal as refusal:
            raise Refusal(
                f"{player.display_name} may not sit there, and would read: “{refusal.text}”",
                *refusal.rules,
            ) from None
        told = f"{player.display_name} plays {named(colour)} from now on. The organizer orders it"
        enter(session, "seat", told, reason(why), whom=colour)
        before = place.player
        leaving_and_taking_seats.seat_in(session, place, player)
        said = [f"{player.display_name} plays {named(colour)}."]
        said += leaving_and_taking_seats.of_who_went(session, before)
    return " ".join(said)


def _free(session: GameSession, colour: str) -> Seat:
    """The seat, if somebody else may have it: nobody loses a seat that was not offered."""
    place = playing(session, colour)
    if not leaving_and_taking_seats.is_free(place):
        raise Refusal(
            f"{named(colour)} is played. Offer the seat first: until somebody has it, a word of "
            "its player keeps it.",
            "PR-SEAT-05",
        )
    return place
