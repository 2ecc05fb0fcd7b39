"""A game that waits for its players: what its maker and its club's organizers can do about it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from traders.club.membership import seat_invitations
from traders.domain.deadlines import player_reliability
from traders.domain.deadlines.player_reliability import Reliability
from traders.domain.people import club_roles, seating
from traders.models import Game, Invitation, Membership, Player, Seat


@dataclass
class Gathering:
    """A game that has not begun, for one reader."""

    game: Game
    reader: Player | None
    seats: list[Seat]

    @cached_property
    def organizes(self) -> bool:
        """Whether the reader runs the game's club, and so gives out its seats."""
        return club_roles.organizes(self.reader, self.game)

    @cached_property
    def seatable(self) -> list[tuple[Membership, datetime | None]]:
        """The members who have no seat in it, and until when they are away."""
        assert self.game.club is not None
        seated = [seat.player_id for seat in self.seats if seat.player_id and not seat.left]
        return [
            one for one in club_roles.seatable(self.game.club) if one[0].player_id not in seated
        ]

    @cached_property
    def reliable(self) -> dict[str, Reliability]:
        """How reliable the people are who have sat down, by seat; organizers alone are told."""
        return player_reliability.seated(self.seats) if self.organizes else {}

    @cached_property
    def may_invite(self) -> bool:
        """Whether the reader invites people by letter."""
        return seat_invitations.may_invite(self.game, self.reader)

    @cached_property
    def made(self) -> bool:
        """Whether the reader made the game."""
        return self.reader is not None and self.game.maker_id == self.reader.pk

    @property
    def invites(self) -> bool:
        """Whether the reader is shown how others can be invited."""
        seated = seating.had_by(self.reader, self.seats) is not None
        return self.may_invite or self.made or seated

    @property
    def vacant(self) -> list[Seat]:
        """The seats that are free."""
        return list(filter(seating.is_vacant, self.seats))

    @cached_property
    def invitations(self) -> list[Invitation]:
        """The reader's own invitations by letter: nobody else is shown an address."""
        if self.reader is None or not self.may_invite:
            return []
        return list(seat_invitations.sent(self.game, self.reader))

    @property
    def may_fill(self) -> bool:
        """Whether bots may take the free seats: beside a person (PR-SEAT-13)."""
        return self.organizes and any(seat.player_id and not seat.bot for seat in self.seats)

    @property
    def may_cancel(self) -> bool:
        return self.made or self.organizes
