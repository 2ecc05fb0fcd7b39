"""What is said at the table, and what is before it to be voted on, as one seat may read it."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from traders.domain.play.commands.proposals import in_words
from traders.models import Game, Press, Proposal

MOST_SAID = 30
"""Pieces of press that the page of a game shows."""


def with_talk(games: QuerySet[Game]) -> QuerySet[Game]:
    """Games with `talked` and `proposed`: whether there is anything to look up."""
    return games.annotate(
        talked=Exists(Press.objects.filter(game=OuterRef("pk"))),
        proposed=Exists(Proposal.objects.filter(game=OuterRef("pk"), settled=None)),
    )


def press_for(game: Game, seat: str | None, until: datetime | None = None) -> list[Press]:
    """Press to all, and what the seat wrote or was written; newest first. The gallery reads what
    goes to all, where it is behind (`until`) of what was said till then.
    """
    if not getattr(game, "talked", True):
        return []
    read = Q(to="") | Q(to=seat) | Q(seat=seat) if seat else Q(to="")
    said = Press.objects.filter(read, game=game)
    if until is not None:
        said = said.filter(at__lte=until)
    return list(said.order_by("-pk")[:MOST_SAID])


def proposals_for(game: Game, seat: str | None) -> list[tuple[Proposal, str]]:
    """Proposals that are open, in words, for those who may vote. How the votes stand is secret
    until one passes (PR-SEAT-03).
    """
    if seat is None or not getattr(game, "proposed", True):
        return []
    return [
        (proposal, in_words(proposal))
        for proposal in Proposal.objects.filter(game=game, settled=None).order_by("number")
    ]
