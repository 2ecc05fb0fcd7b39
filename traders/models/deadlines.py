"""Deadlines, and the heartbeat that shows outages."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from traders.models.evidence_chain import Evident, seal
from traders.models.games import Game


class DeadlineKind(models.TextChoices):
    """The kind of a deadline."""

    TURN = "turn", "the turn clock, time in hand and grace included step by step"
    INTERVAL = "interval", "a reaction window closes"
    CHOICE = "choice", "a choice falls silent"
    REMINDER = "reminder", "half time: who has not answered is reminded"
    SEAT = "seat", "the substitution time of a seat"
    FLOOR = "floor", "the shortest time of a reaction window is over"
    PASS = "pass", "the server passes for a seat that a reaction window does not ask"
    COURT = (
        "court",
        "answering, ruling and freezing times of a claim; they run on while play is frozen",
    )
    PAUSE = "pause", "the organizer's pause is over; it runs on while play is frozen"
    VOTE = "vote", "half-way a vote is reminded of, then it lapses; it runs on while play is frozen"


OF_PLAY = (DeadlineKind.TURN, DeadlineKind.INTERVAL, DeadlineKind.CHOICE)
"""What play waits for: a turn, a reaction window, a choice."""
RUN_ON = (DeadlineKind.COURT, DeadlineKind.PAUSE, DeadlineKind.VOTE)
"""Kinds that no clock of play has: they run on while it stands still."""


class Deadline(Evident):
    """One time at which something falls due, as one row. Rows are found by due time; those done
    stay, marked.

    `key` names the subject (the interval's or choice's key, the turn's number, the seat), which has
    one open deadline. While its clock is stopped, `due` is empty and `data` has the time left. Only
    `domain.deadlines` and `domain.timeline` write rows.
    """

    evident = ("kind", "key", "seat", "due", "data", "moves", "set_at", "done_at")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="deadlines")
    kind = models.CharField(max_length=10, choices=DeadlineKind.choices)
    key = models.CharField(max_length=40)
    seat = models.CharField(max_length=10, blank=True)
    due = models.DateTimeField(
        null=True, blank=True, help_text="empty while the clock stands still"
    )
    data = models.JSONField(default=dict, blank=True)
    moves = models.JSONField(
        default=list,
        blank=True,
        help_text="when it was set or moved, and to which due time: evidence, only added to",
    )
    set_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveSmallIntegerField(
        default=0,
        help_text="times that it could not be carried out; it is set back an hour each time",
    )

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["game", "kind", "key", "seat"],
                condition=models.Q(done_at=None),
                name="one_open_deadline_a_thing",
            )
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["due"], condition=models.Q(done_at=None), name="deadlines_open_by_due"
            ),
            models.Index(
                fields=["game", "due"],
                condition=models.Q(done_at=None),
                name="deadlines_open_of_a_game",
            ),
            models.Index(
                fields=["due"],
                condition=models.Q(done_at=None, failures__gt=0),
                name="deadlines_that_fail",
            ),
        ]


class Heartbeat(models.Model):
    """A span in which the server lived: each beat moves `until`. A gap between spans is an outage
    (PR-MAIL-03).
    """

    since = models.DateTimeField()
    until = models.DateTimeField()
    before = models.DateTimeField(
        null=True, blank=True, help_text="until when the server had lived before"
    )
    moved_to = models.BigIntegerField(
        null=True,
        blank=True,
        help_text="up to which game the deadlines have moved by the outage before it; empty once "
        "all have",
    )
    seal = models.CharField(
        max_length=64, blank=True, help_text="on all three, so that a change by hand is missed"
    )

    def sealed(self) -> str:
        """The seal on the span, which is evidence of outages (PR-EVIDENCE-02)."""
        return seal(f"{self.before}\n{self.since}\n{self.until}")
