"""Remedies of the rules, and what may order several together (PR-REMEDY-09)."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from django.db import models


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
