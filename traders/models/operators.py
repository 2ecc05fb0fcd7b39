"""Notices to the operator."""

from __future__ import annotations

from django.db import models


class OperatorNotice(models.Model):
    """One kind of problem, by the name of its figure, and when the operator was last written to
    about it.
    """

    name = models.CharField(max_length=60, unique=True)
    told = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
