"""What the server keeps for its operator: notices, and counts of all that ever happened."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class OperatorNotice(models.Model):
    """One kind of problem, by the name of its figure, and when the operator was last written to
    about it.
    """

    name = models.CharField(max_length=60, unique=True)
    told = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class Tally(models.Model):
    """How much of something there ever was, whatever became of the rows. `label` tells kinds of it
    apart.
    """

    name = models.CharField(max_length=60)
    label = models.CharField(max_length=60, blank=True)
    value = models.FloatField(default=0)

    class Meta:
        verbose_name_plural = "tallies"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["name", "label"], name="one_tally_a_name")
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.label}".strip()


class OperatorMark(models.Model):
    """A point to come back to: up to which row or time something was tallied, when the last copy
    of the database was made.
    """

    name = models.CharField(max_length=60, unique=True)
    at = models.DateTimeField()
    number = models.BigIntegerField(default=0, help_text="rows up to this one are tallied")
    seen = models.BigIntegerField(default=0, help_text="the last row that there was at that time")

    def __str__(self) -> str:
        return self.name
