"""Press between seats, and proposals that the table votes on."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from traders.models.evidence_chain import Evident
from traders.models.games import Game


class Press(Evident):
    """A message of a seat to all (`to` empty) or to one seat."""

    evident = ("seat", "to", "words", "at", "number")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="press")
    seat = models.CharField(max_length=10)
    to = models.CharField(max_length=10, blank=True)
    words = models.TextField()
    at = models.DateTimeField()
    number = models.PositiveIntegerField(help_text="the last entry when it was said")
    masked = models.BooleanField(
        default=False, help_text="told under the seat's mask until the game is over (PR-SEAT-08)"
    )
    to_mask = models.PositiveSmallIntegerField(
        default=0, help_text="the mask that it answers: its writer does not learn whose that is"
    )

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]


class Mute(models.Model):
    """A seat reads nothing that somebody writes, a seat or a mask (PR-SEAT-08). Nobody else's
    business: it is no part of the game, and what a predecessor muted counts no more.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="mutes")
    seat = models.CharField(max_length=10)
    who = models.CharField(max_length=10)
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["who"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "seat", "who"], name="one_mute_a_seat_and_who")
        ]


class Complaint(models.Model):
    """What a seat reported of somebody's messages, to the organizer, a referee or the operator
    (PR-SEAT-08).
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="complaints")
    seat = models.CharField(max_length=10)
    who = models.CharField(max_length=10)
    words = models.TextField()
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]


class Proposal(Evident):
    """A proposal to which all seats still in the game must agree (PR-SEAT-03, PR-BACKUP-05)."""

    evident = ("number", "seat", "kind", "data", "made", "settled", "outcome")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="proposals")
    number = models.PositiveSmallIntegerField(help_text="from 1, within the game")
    seat = models.CharField(max_length=10)
    kind = models.CharField(max_length=12)
    data = models.JSONField(default=dict)
    made = models.DateTimeField()
    settled = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=10, blank=True, help_text="passed, or lapsed")

    class Meta:
        ordering: ClassVar[list[str]] = ["game_id", "number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "number"], name="one_proposal_a_number")
        ]


class Ballot(Evident):
    """One seat's vote; secret until the proposal has passed (PR-SEAT-03)."""

    evident = ("seat", "yes")
    game_path = "proposal__game_id"

    proposal = models.ForeignKey(Proposal, on_delete=models.CASCADE, related_name="ballots")
    seat = models.CharField(max_length=10)
    yes = models.BooleanField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["proposal", "seat"], name="one_ballot_a_seat")
        ]
