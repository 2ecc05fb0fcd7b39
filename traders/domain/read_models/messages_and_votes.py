"""What is said at the table, and what is before it to be voted on, as one reader may read it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.db.models import Exists, OuterRef, QuerySet

from traders.domain.people import mutes
from traders.domain.play import messages_for_reader
from traders.domain.play.messages_for_reader import ReadMessage
from traders.domain.play.proposal_words_and_lapse import in_words
from traders.domain.settings import game_settings
from traders.models import Ballot, Game, Press, Proposal, Seat

MOST_SAID = 30
"""Pieces of press that the page of a game shows."""


def with_talk(games: QuerySet[Game]) -> QuerySet[Game]:
    """Games with `talked` and `proposed`: whether there is anything to look up."""
    return games.annotate(
        talked=Exists(Press.objects.filter(game=OuterRef("pk"))),
        proposed=Exists(Proposal.objects.filter(game=OuterRef("pk"), settled=None)),
    )


@dataclass(frozen=True)
class Talk:
    """The talk of one game for a seat's player, or for somebody without a seat (None)."""

    game: Game
    seat: Seat | None

    @cached_property
    def press(self) -> list[ReadMessage]:
        """What the reader may read, the newest first."""
        return self.said(MOST_SAID)

    def said(self, most: int) -> list[ReadMessage]:
        """At most so many of these."""
        if not getattr(self.game, "talked", True):
            return []
        return messages_for_reader.read_by(self.game, self.seat, most)

    @cached_property
    def muted(self) -> list[str]:
        """Whose messages the reader does not read."""
        if self.seat is None or not getattr(self.game, "talked", True):
            return []
        return sorted(mutes.muted([self.seat]).get(self.seat.colour, ()))

    @property
    def house_rules(self) -> str:
        """What the table has agreed on, in its own words."""
        return game_settings.of(self.game).house_rules

    @cached_property
    def proposals(self) -> list[tuple[Proposal, str]]:
        """Proposals that are open, in words, for those who may vote; each has its reader's vote as
        `own`. How the others voted is secret until one passes (PR-SEAT-03).
        """
        if self.seat is None or not getattr(self.game, "proposed", True):
            return []
        own = Ballot.objects.filter(proposal=OuterRef("pk"), seat=self.seat.colour)
        found = Proposal.objects.filter(game=self.game, settled=None).order_by("number")
        return [
            (proposal, in_words(proposal)) for proposal in found.annotate(own=own.values("yes")[:1])
        ]
