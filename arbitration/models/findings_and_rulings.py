"""Models of decisions: findings by the rules alone, rulings by referees, the casebook."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from arbitration.models.claims import Claim, ClaimKind
from arbitration.models.remedies import Ordered, Remedy, Resting
from traders.models import Club, Evident, Player

ONE_MORE_FACT, MORE_FACTS = (
    "One more fact is known to the referee.",
    "More facts are known to the referee.",
)
"""What stands in a ruling for facts that are private."""


class Finding(Resting, Evident):
    """The finding on a claim: the rules applied to history and evidence. Never changed
    (PR-FINDING-01).
    """

    evident = (
        "claim", "remedy", "rules", "facts", "lesser", "order", "moment", "reveals", "earlier",
        "made",
    )  # fmt: skip
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
    def open_facts(self) -> str:
        """The facts that everybody may read, a line each, and that the referee knows more where
        others are private, so that nobody takes these for all that decided (PR-RULING-01).
        """
        shown = [text for text, _, to in self.facts if to is None]
        more = len(self.facts) - len(shown)
        if more:
            shown.append(MORE_FACTS if more > 1 else ONE_MORE_FACT)
        return "\n".join(shown)

    def facts_of(self, seat: str) -> list[str]:
        """The private facts that a seat may read."""
        return [text for text, _, to in self.facts if to is not None and seat in to]

    @property
    def remedies(self) -> list[Remedy]:
        """The one remedy that the rules give."""
        return [Remedy(self.remedy)]

    def departed_from(self, remedy: str) -> bool:
        """Whether a ruling with that remedy departs from what the rules say; from what they do not
        settle none does (PR-RULING-01).
        """
        return self.remedy not in (remedy, Remedy.UNSETTLED)

    @property
    def sentence(self) -> str:
        """The finding as a sentence, without rule ids and without a full stop."""
        return (
            "The rules do not settle it"
            if self.remedy == Remedy.UNSETTLED
            else f"The rules say: {self.in_words}"
        )


class Ruling(Ordered, Evident):
    """A ruling: facts, rules, remedy and reasons, with a reason for departing from the finding if
    it does (PR-RULING-01). Never changed.
    """

    evident = (
        "claim", "referee", "on_appeal", "found", "remedy", "beside", "facts", "rules", "reasons",
        "departs", "data", "unfounded", "at", "entry",
    )  # fmt: skip
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
    unfounded = models.BooleanField(
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
                condition=models.Q(remedy=models.F("found"))
                | models.Q(found="unsettled")
                | ~models.Q(departs=""),
                name="a_departure_says_why",
            ),
            models.CheckConstraint(
                condition=~models.Q(remedy="unsettled"), name="a_ruling_settles"
            ),
        ]

    @property
    def departed_from(self) -> str:
        """What the ruling departs from, in words: the finding, or earlier rulings (PR-RULING-01,
        PR-PRECEDENT-01).
        """
        if self.found not in (self.remedy, Remedy.UNSETTLED):
            return f"what the server found by the rules ({self.get_found_display()})"
        return "what was ruled in like cases before"


class CasebookEntry(Ordered, Evident):
    """A ruling as published in the club's casebook, names left out (PR-PRECEDENT-01)."""

    evident = ("ruling", "title", "kind", "rules", "remedy", "beside", "text", "published")
    game_path = "ruling__claim__game_id"

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
