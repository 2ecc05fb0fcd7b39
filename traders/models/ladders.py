"""Ladders of clubs: their rules, challenges, and the steps by which people moved.

Who stands where is not kept: it follows from the steps (traders/club/ladders/ladder_standings.py).
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from traders.models.clubs import Club
from traders.models.games import Game
from traders.models.players import Player


class Ladder(models.Model):
    """A club's ladder at one game: people on rungs, of whom the lower challenge the higher."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="ladders")
    system = models.CharField(max_length=40)
    reach = models.PositiveSmallIntegerField(
        default=3, help_text="rungs above one's own that can be challenged"
    )
    answer_days = models.PositiveSmallIntegerField(
        default=7, help_text="days to answer a challenge; then it counts as declined"
    )
    decline_costs = models.PositiveSmallIntegerField(
        default=1, help_text="rungs that are lost by declining"
    )
    idle_days = models.PositiveSmallIntegerField(
        default=60, help_text="days without a game after which somebody sinks; 0: never"
    )
    made = models.DateTimeField()
    counted_from = models.DateTimeField(
        null=True,
        blank=True,
        help_text="days without a game before it count for nobody: how many there may be was "
        "changed then, or the ladder was opened again",
    )
    closed = models.DateTimeField(
        null=True, blank=True, help_text="since then nobody joins it or challenges"
    )

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["club", "system"], name="one_ladder_a_game")
        ]

    def __str__(self) -> str:
        return f"{self.system}, {self.club}"


class ChallengeState(models.TextChoices):
    """What became of a challenge."""

    OPEN = "open", "waits for an answer"
    PLAYING = "playing", "is being played"
    PLAYED = "played", "was played"
    VOID = "void", "came to no result"
    DECLINED = "declined", "was declined"
    LAPSED = "lapsed", "was not answered in time"
    WITHDRAWN = "withdrawn", "was taken back"


class Challenge(models.Model):
    """Somebody wants to play for the rung of somebody above."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="challenges")
    challenger = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    challenged = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    made = models.DateTimeField()
    due = models.DateTimeField(help_text="when it counts as declined")
    state = models.CharField(
        max_length=9, choices=ChallengeState.choices, default=ChallengeState.OPEN
    )
    game = models.OneToOneField(
        Game, null=True, blank=True, on_delete=models.SET_NULL, related_name="challenge"
    )

    class Meta:
        ordering: ClassVar[list[str]] = ["-pk"]

    def __str__(self) -> str:
        return f"{self.challenger.display_name} challenges {self.challenged.display_name}"


class StepKind(models.TextChoices):
    """Why somebody moved on a ladder, or could have."""

    JOINED = "joined", "joined, on the lowest rung"
    LEFT = "left", "left the ladder"
    TAKEN_OFF = "off", "was taken off"
    WON = "won", "won against"
    LEVEL = "level", "shared the first place with"
    DECLINED = "declined", "did not take up the challenge of"
    IDLE = "idle", "had not played for long"


class LadderStep(models.Model):
    """One step of a ladder's history. Rows are only added."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="steps")
    at = models.DateTimeField()
    kind = models.CharField(max_length=8, choices=StepKind.choices)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ladder_steps")
    other = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    costs = models.PositiveSmallIntegerField(default=0, help_text="rungs that were lost by it")

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
