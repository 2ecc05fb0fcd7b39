"""Models of claims: statements on them, appeals, requests to referees, and openings of hidden
hands.
"""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from django.db import models

from traders.domain.people import club_roles
from traders.engines.kernel.words import named
from traders.models import Arrival, Deadline, DeadlineKind, Evident, Game, Player

PAUSE = "pause"
"""Suffix of a deadline's key, after the claim's number: `3:pause`."""


class ClaimKind(models.TextChoices):
    """The subject of a claim (ORDERS.md)."""

    LATE = "late", "a letter was in time"
    MISSED = "missed", "play ran past a seat that wished to act"
    PRIORITY = "priority", "reactions or letters were carried out in the wrong order"
    MAIL = "mail", "a notice came late or never"
    RULE = "rule", "a rule was carried out wrongly"
    CONDUCT = "conduct", "how somebody behaves"


SAYS = {
    ClaimKind.LATE: "a letter was in time",
    ClaimKind.MISSED: "there was no chance to react",
    ClaimKind.PRIORITY: "orders were carried out in the wrong order",
    ClaimKind.MAIL: "a letter came late or never",
    ClaimKind.RULE: "a rule was applied wrongly",
    ClaimKind.CONDUCT: "someone behaved badly",
}
"""What a claim of each kind says, for all seats."""


class ClaimStatus(models.TextChoices):
    """The state of a claim."""

    OPEN = "open", "to be ruled on"
    WITHDRAWN = "withdrawn", "taken back by its seat"
    RULED = "ruled", "ruled on, or carried out by itself"


class Claim(Evident):
    """A claim: a seat holds that play went on wrongly (PR-CLAIM-01). Also a case, opened by a
    referee or the organizer (PR-CLAIM-06).
    """

    evident = (
        "number", "seat", "kind", "words", "order", "moment", "letter", "made", "entry", "status",
        "answers_due", "ruling_due", "frozen_from", "frozen_to", "frozen_by", "opened_by",
        "passed_on",
    )  # fmt: skip

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="claims")
    number = models.PositiveSmallIntegerField(help_text="from 1, within the game")
    seat = models.CharField(
        max_length=10,
        blank=True,
        help_text="whose it is; of a case the seat that it is about, if it is about one",
    )
    opened_by = models.ForeignKey(
        Player,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="cases",
        help_text="who opened it as a case (PR-CLAIM-06)",
    )
    kind = models.CharField(max_length=8, choices=ClaimKind.choices)
    words = models.TextField(
        blank=True,
        help_text="as written, behind the colon; an order in it is for the referee alone "
        "(PR-CLAIM-01)",
    )
    order = models.TextField(blank=True, help_text="the order that it names, if it names one")
    moment = models.JSONField(
        default=dict,
        blank=True,
        help_text="what it is about: kind, name, key, and the entry to which play would back up",
    )
    letter = models.ForeignKey(
        Arrival,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="claims",
        help_text="refused as late",
    )
    made = models.DateTimeField()
    entry = models.PositiveIntegerField(help_text="number of the last entry when it was made")
    status = models.CharField(max_length=9, choices=ClaimStatus.choices, default=ClaimStatus.OPEN)
    answers_due = models.DateTimeField(
        help_text="no ruling before, unless all have answered (PR-CLAIM-04)"
    )
    ruling_due = models.DateTimeField(
        help_text="then it is passed to another referee (PR-RULING-03)"
    )
    frozen_from = models.DateTimeField(
        null=True, blank=True, help_text="when it froze the game (PR-CLAIM-03)"
    )
    frozen_to = models.DateTimeField(null=True, blank=True)
    frozen_by = models.ForeignKey(
        Player,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="who stopped the game for it; none: the claim did",
    )
    passed_on = models.BooleanField(
        default=False, help_text="the ruling time went by: another referee is asked (PR-RULING-03)"
    )

    class Meta:
        ordering: ClassVar[list[str]] = ["game_id", "number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "number"], name="one_claim_a_number")
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["ruling_due"], condition=models.Q(status="open"), name="claims_to_rule_on"
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} of {self.game}"

    @property
    def claimant(self) -> str:
        """The seat whose claim it is; "" of a case."""
        return "" if self.opened_by_id else self.seat

    @property
    def by(self) -> str:
        """The claimant, or the office of whoever opened the case, as everybody may read it."""
        if not self.opened_by_id:
            return named(self.seat)
        return "the organizer" if club_roles.organizes(self.opened_by, self.game) else "a referee"

    @property
    def name(self) -> str:
        """The name in texts: claim or case, and its number."""
        return f"{'case' if self.opened_by_id else 'claim'} {self.number}"

    @property
    def says(self) -> str:
        """What a claim of its kind says, for all seats."""
        return SAYS[ClaimKind(self.kind)]

    @property
    def is_open_to_read(self) -> bool:
        """Whether its words contain no order, so that everybody may read them (PR-CLAIM-01)."""
        return self.kind in (ClaimKind.RULE, ClaimKind.CONDUCT)

    @property
    def freezes(self) -> bool:
        """Whether it pauses the game now (PR-CLAIM-03)."""
        return self.frozen_from is not None and self.frozen_to is None

    @property
    def pause_key(self) -> str:
        """The key of the deadline at which its seat's pausing time is used up."""
        return f"{self.number}:{PAUSE}"

    @property
    def paused_until(self) -> datetime:
        """When its pause ends at the latest: with the ruling time, or before it with its seat's
        pausing time (PR-CLAIM-03).
        """
        rows = Deadline.objects.filter(
            game=self.game_id, kind=DeadlineKind.COURT, key=self.pause_key, done_at=None
        )
        ends = [due for due in rows.values_list("due", flat=True) if due is not None]
        return min([self.ruling_due, *ends])

    @property
    def until_when(self) -> str:
        """Until when its pause lasts, in a sentence behind the ruling time."""
        return "until then" if self.paused_until >= self.ruling_due else self.until_latest

    @property
    def until_latest(self) -> str:
        """Until when its pause lasts, in a sentence by itself."""
        return f"until {self.paused_until:%H:%M UTC on %-d %B} at the latest"


class Statement(Evident):
    """Another seat's answer to a claim: to all, or to the referee alone (PR-CLAIM-04)."""

    evident = ("seat", "words", "private", "at")
    game_path = "claim__game_id"

    claim = models.ForeignKey(Claim, on_delete=models.CASCADE, related_name="statements")
    seat = models.CharField(max_length=10)
    words = models.TextField()
    private = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]


class Appeal(Evident):
    """One appeal against a ruling, to a referee who did not give it (PR-APPEAL-01)."""

    evident = (
        "claim", "seat", "words", "made", "answers_due", "ruling_due", "frozen_from", "frozen_to",
    )  # fmt: skip
    game_path = "claim__game_id"

    claim = models.OneToOneField(Claim, on_delete=models.CASCADE, related_name="appeal")
    seat = models.CharField(max_length=10)
    words = models.TextField()
    made = models.DateTimeField()
    answers_due = models.DateTimeField()
    ruling_due = models.DateTimeField(help_text="then another referee is asked (PR-RULING-03)")
    frozen_from = models.DateTimeField(
        null=True, blank=True, help_text="when the organizer froze the game for it (PR-APPEAL-01)"
    )
    frozen_to = models.DateTimeField(null=True, blank=True)


class Asking(Evident):
    """A request to a referee to rule on a claim, or on an appeal (PR-RULING-03)."""

    evident = ("claim", "referee", "by", "on_appeal", "at")
    game_path = "claim__game_id"

    claim = models.ForeignKey(Claim, on_delete=models.CASCADE, related_name="askings")
    referee = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="askings")
    by = models.ForeignKey(
        Player,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="who asked; none: the server",
    )
    on_appeal = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]


class Recusal(Evident):
    """A referee's withdrawal from a claim, by their own decision (PR-RULING-02)."""

    evident = ("claim", "referee", "why", "at")
    game_path = "claim__game_id"

    claim = models.ForeignKey(Claim, on_delete=models.CASCADE, related_name="recusals")
    referee = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="recusals")
    why = models.TextField(blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["claim", "referee"], name="a_referee_recuses_once")
        ]


class Leave(Evident):
    """The organizer's leave for a seat's claims to pause the game again (PR-CLAIM-05)."""

    evident = ("seat", "given", "forgiven")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="leaves")
    seat = models.CharField(max_length=10)
    given = models.DateTimeField()
    forgiven = models.PositiveSmallIntegerField(help_text="unfounded claims that count no more")


class CaseLook(Evident):
    """A referee's look at what was said in a case to the referee alone; announced when the game is
    over (PR-CLAIM-04, PR-RULING-02).
    """

    evident = ("claim", "player", "at")
    game_path = "claim__game_id"

    claim = models.ForeignKey(Claim, on_delete=models.CASCADE, related_name="looks")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="case_looks")
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]


class Opening(Evident):
    """A look at what is hidden, by whom and why; announced when the game is over (PR-RULING-02)."""

    evident = ("claim", "player", "reason", "at")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="openings")
    claim = models.ForeignKey(
        Claim, null=True, blank=True, on_delete=models.SET_NULL, related_name="openings"
    )
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="openings")
    reason = models.TextField()
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=~models.Q(reason=""), name="an_opening_has_a_reason")
        ]
