"""Remedies of the rules, and the mixins of models that order one or several (PR-REMEDY-09)."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from django.db import models


class Remedy(models.TextChoices):
    """A remedy, given by a finding or ordered by a referee (PR-REMEDY)."""

    STAND = "stand", "the move stands (PR-REMEDY-01)"
    ADMIT = "admit", "back up and admit (PR-REMEDY-02)"
    REOPEN = "reopen", "back up and reopen (PR-REMEDY-03)"
    REORDER = "reorder", "back up and carry out in the right order (PR-REMEDY-04)"
    PUT_RIGHT = "put-right", "put right (PR-REMEDY-05)"
    TIME = "time", "time (PR-REMEDY-06)"
    CONDUCT = "conduct", "conduct (PR-REMEDY-07)"
    UNSETTLED = "unsettled", "the rules do not settle it"

    @property
    def in_words(self) -> str:
        """The label without its rule, where rules are listed beside it."""
        return str(self.label).partition(" (")[0]

    @property
    def rule(self) -> str:
        """The remedy's own rule; "" if it has none."""
        return str(self.label).partition(" (")[2].rstrip(")")


class Resting:
    """A mixin for remedies that rest on rules: both in words."""

    rules: Any

    @property
    @abstractmethod
    def remedies(self) -> list[Remedy]:
        """All remedies, in the order in which they are carried out."""

    @property
    def in_words(self) -> str:
        """The remedies without their rules, where rules are listed beside them."""
        return "; ".join(remedy.in_words for remedy in self.remedies)

    @property
    def cited(self) -> list[str]:
        """All rules, each once: the one that decides first, then those of the remedies."""
        return list(
            dict.fromkeys([*self.rules, *(remedy.rule for remedy in self.remedies if remedy.rule)])
        )

    @property
    def with_rules(self) -> str:
        """The remedies in words, and all rules in one bracket."""
        return f"{self.in_words} ({', '.join(self.cited)})"


class Ordered(Resting, models.Model):
    """An abstract model with one remedy, or several ordered together (PR-REMEDY-09)."""

    remedy = models.CharField(max_length=10, choices=Remedy.choices)
    beside = models.JSONField(
        default=list, blank=True, help_text="further remedies, carried out with it (PR-REMEDY-09)"
    )

    class Meta:
        abstract = True

    @property
    def remedies(self) -> list[Remedy]:
        """All remedies, in the order in which they are carried out."""
        return [Remedy(self.remedy), *(Remedy(remedy) for remedy in self.beside)]

    @property
    def ordered(self) -> str:
        """All remedies in words, each with its rule."""
        return "; ".join(str(remedy.label) for remedy in self.remedies)
