"""Claims, what is said on them, findings, rulings, appeals, the casebook, and a log of openings of
hidden things.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar

from django.db import models

from traders.models import Arrival, Club, Evident, Game, Player


class ClaimKind(models.TextChoices):
    """What a claim is about (ORDERS.md)."""

    LATE = "late", "a letter was in time"
    MISSED = "missed", "play ran past a seat that wished to act"
    PRIORITY = "priority", "reactions or letters were carried out in the wrong order"
    MAIL = "mail", "a notice came late or never"
    RULE = "rule", "a rule was carried out wrongly"
    CONDUCT = "conduct", "how somebody behaves"


class Remedy(models.TextChoices):
    """What a finding leads to and what a referee orders (PR-REMEDY)."""

    STAND = "stand", "let it stand (PR-REMEDY-01)"
    ADMIT = "admit", "back up and admit (PR-REMEDY-02)"
    REOPEN = "reopen", "back up and reopen (PR-REMEDY-03)"
    REORDER = "reorder", "back up and carry out in the right order (PR-REMEDY-04)"
    PUT_RIGHT = "put-right", "put right (PR-REMEDY-05)"
    TIME = "time", "time (PR-REMEDY-06)"
    CONDUCT = "conduct", "conduct (PR-REMEDY-07)"
    UNSETTLED = "unsettled", "the rules do not settle it"

    @property
    def in_words(self) -> str:
        """Without its rule, where rules are listed beside it."""
        return str(self.label).partition(" (")[0]

    @property
    def rule(self) -> str:
        """Its own rule; "" where it has none."""
        return str(self.label).partition(" (")[2].rstrip(")")


class ClaimStatus(models.TextChoices):
    """Where a claim is."""

    OPEN = "open", "to be ruled on"
    WITHDRAWN = "withdrawn", "taken back by its seat"
    RULED = "ruled", "ruled on, or carried out by itself"


class Resting:
    """Remedies that rest on rules, in words."""

    rules: Any

    @property
    @abstractmethod
    def remedies(self) -> list[Remedy]:
        """All of them, in the order in which they are carried out."""

    @property
    def in_words(self) -> str:
        """The remedies without their rules, where rules are listed beside them."""
        return "; ".join(remedy.in_words for remedy in self.remedies)

    @property
    def cited(self) -> list[str]:
        """The rules, the one that decides first, and those of the remedies, each once."""
        return list(
            dict.fromkeys([*self.rules, *(remedy.rule for remedy in self.remedies if remedy.rule)])
        )

    @property
    def with_rules(self) -> str:
        """The remedies in words, and all rules in one bracket."""
        return f"{self.in_words} ({', '.join(self.cited)})"


class Ordered(Resting, models.Model):
    """One remedy or several that are ordered together (PR-REMEDY-09)."""

    remedy = models.CharField(max_length=10, choices=Remedy.choices)
    beside = models.JSONField(
        default=list, blank=True, help_text="further remedies, carried out with it (PR-REMEDY-09)"
    )

    class Meta:
        abstract = True

    @property
    def remedies(self) -> list[Remedy]:
        """All of them, in the order in which they are carried out."""
        return [Remedy(self.remedy), *(Remedy(remedy) for remedy in self.beside)]

    @property
    def ordered(self) -> str:
        """All of them in words, each with its rule."""
        return "; ".join(str(remedy.label) for remedy in self.remedies)


class Claim(Evident):
    """A seat holds that play went on wrongly (PR-CLAIM-01), or a referee or the organizer has
    opened a case of their own (PR-CLAIM-06).
    """

    evident = (
        "number",
        "seat",
        "kind",
        "words",
        "order",
        "moment",
        "letter",
        "made",
        "entry",
        "status",
        "answers_due",
        "ruling_due",
        "frozen_from",
        "frozen_to",
        "frozen_by",
        "opened_by",
        "passed_on",
    )

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
        """Whose it is, as all may be told."""
        if not self.opened_by_id:
            return self.seat
        club = self.game.club
        return (
            "the organizer"
            if club is not None and club.organizer_id == self.opened_by_id
            else "a referee"
        )

    @property
    def name(self) -> str:
        """As texts name it: a claim or a case, and its number."""
        return f"{'case' if self.opened_by_id else 'claim'} {self.number}"

    @property
    def is_open_to_read(self) -> bool:
        """Whether its words name no order, so that all may read them (PR-CLAIM-01)."""
        return self.kind in (ClaimKind.RULE, ClaimKind.CONDUCT)

    @property
    def freezes(self) -> bool:
        """Whether the game stands still for it (PR-CLAIM-03)."""
        return self.frozen_from is not None and self.frozen_to is None


class Statement(Evident):
    """What another seat says to a claim: to all, or to the referee alone (PR-CLAIM-04)."""

    evident = ("seat", "words", "private", "at")
    game_path = "claim__game_id"

    claim = models.ForeignKey(Claim, on_delete=models.CASCADE, related_name="statements")
    seat = models.CharField(max_length=10)
    words = models.TextField()
    private = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]


class Finding(Resting, Evident):
    """What the rules say on a claim, by history and evidence; never changed (PR-FINDING-01)."""

    evident = (
        "claim",
        "remedy",
        "rules",
        "facts",
        "lesser",
        "order",
        "moment",
        "reveals",
        "earlier",
        "made",
    )
    game_path = "claim__game_id"

    claim = models.OneToOneField(Claim, on_delete=models.CASCADE, related_name="finding")
    remedy = models.CharField(max_length=10, choices=Remedy.choices)
    rules = models.JSONField(help_text="ids, the one that decides first")
    facts = models.JSONField(
        help_text="sentences, each with its source and whom it may be told: [text, source, seats "
        "or null]"
    )
    lesser = models.JSONField(
        default=list, help_text="why no lesser remedy mends it (PR-REMEDY-08)"
    )
    order = models.TextField(blank=True, help_text="what would be admitted")
    moment = models.JSONField(default=dict, blank=True, help_text="where")
    reveals = models.BooleanField(
        default=False, help_text="the remedy undoes something revealed, or an order (PR-BACKUP-02)"
    )
    earlier = models.JSONField(
        default=list,
        help_text="earlier rulings on the same rules: ids in the casebook (PR-PRECEDENT-01)",
    )
    made = models.DateTimeField()

    @property
    def remedies(self) -> list[Remedy]:
        """The one that the rules give."""
        return [Remedy(self.remedy)]

    @property
    def sentence(self) -> str:
        """What the rules say, without their ids and without a full stop."""
        return (
            "The rules do not settle it"
            if self.remedy == Remedy.UNSETTLED
            else f"The rules say: {self.in_words}"
        )


class Appeal(Evident):
    """One appeal against a ruling, to a referee who did not give it (PR-APPEAL-01)."""

    evident = (
        "claim",
        "seat",
        "words",
        "made",
        "answers_due",
        "ruling_due",
        "frozen_from",
        "frozen_to",
    )
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
    """A referee was asked to rule on a claim, or on an appeal against a ruling (PR-RULING-03)."""

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
    """A referee judges a claim no more, by their own word (PR-RULING-02)."""

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


class Ruling(Ordered, Evident):
    """A ruling states facts, rules, remedy and reasons; one that departs from the finding says why
    (PR-RULING-01). Never changed.
    """

    evident = (
        "claim",
        "referee",
        "on_appeal",
        "found",
        "remedy",
        "beside",
        "facts",
        "rules",
        "reasons",
        "departs",
        "data",
        "groundless",
        "at",
        "entry",
    )
    game_path = "claim__game_id"

    claim = models.ForeignKey(Claim, on_delete=models.CASCADE, related_name="rulings")
    referee = models.ForeignKey(
        Player,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="rulings",
        help_text="none: by itself",
    )
    on_appeal = models.BooleanField(default=False)
    found = models.CharField(
        max_length=10, choices=Remedy.choices, help_text="the finding's remedy"
    )
    facts = models.TextField()
    rules = models.JSONField()
    reasons = models.TextField()
    departs = models.TextField(
        blank=True, help_text="why it departs from the finding, or from like cases"
    )
    data = models.JSONField(
        default=dict,
        blank=True,
        help_text="what the remedy needs: the moment, the order, the hours",
    )
    groundless = models.BooleanField(
        default=False, help_text="counts against the claimant (PR-CLAIM-05)"
    )
    at = models.DateTimeField()
    entry = models.PositiveIntegerField(
        help_text="number of the last entry when it had been carried out"
    )

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["claim", "on_appeal"], name="one_ruling_a_claim_and_one_on_appeal"
            ),
            models.CheckConstraint(
                condition=~models.Q(facts="") & ~models.Q(reasons="") & ~models.Q(rules=[]),
                name="a_ruling_has_all_its_parts",
            ),
            models.CheckConstraint(
                condition=models.Q(remedy=models.F("found")) | ~models.Q(departs=""),
                name="a_departure_says_why",
            ),
            models.CheckConstraint(
                condition=~models.Q(remedy="unsettled"), name="a_ruling_settles"
            ),
        ]

    @property
    def departed_from(self) -> str:
        """What a ruling that says why it departs departs from (PR-RULING-01, PR-PRECEDENT-01)."""
        if self.remedy != self.found:
            return f"the finding ({self.get_found_display()})"
        return "earlier rulings in like cases"


class CasebookEntry(Ordered):
    """A ruling as the club's casebook has it, names left out (PR-PRECEDENT-01)."""

    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.CASCADE, related_name="casebook"
    )
    ruling = models.OneToOneField(
        Ruling, null=True, blank=True, on_delete=models.SET_NULL, related_name="casebook_entry"
    )
    title = models.CharField(max_length=120)
    kind = models.CharField(max_length=8, choices=ClaimKind.choices, blank=True)
    system = models.CharField(max_length=32, blank=True)
    rules = models.JSONField()
    text = models.TextField(blank=True)
    things = models.JSONField(
        default=list,
        blank=True,
        help_text="cards and other things of the game that it names, for the search",
    )
    published = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
        verbose_name_plural = "casebook entries"


class Leave(Evident):
    """The organizer has given a seat the right back to freeze the game by its claims
    (PR-CLAIM-05).
    """

    evident = ("seat", "given", "forgiven")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="leaves")
    seat = models.CharField(max_length=10)
    given = models.DateTimeField()
    forgiven = models.PositiveSmallIntegerField(help_text="groundless claims that count no more")


class Opening(Evident):
    """Somebody looked at what is hidden, and why; told to all when the game is over
    (PR-RULING-02).
    """

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
