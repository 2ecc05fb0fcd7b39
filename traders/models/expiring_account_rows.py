"""What is kept of accounts for a while: counts of codes that were asked for, an address that waits
to be changed, marks of where players signed in. Each row has its end, and goes then.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from traders.models.players import Player


class AttemptCount(models.Model):
    """How often something was tried until a time: one row for all processes. Its key is a keyed
    digest, so that the row names no mailbox and no visitor.
    """

    key = models.CharField(max_length=64, primary_key=True)
    made = models.PositiveIntegerField(default=0)
    ends = models.DateTimeField(db_index=True, help_text="when counting begins anew")

    def __str__(self) -> str:
        return f"{self.made} until {self.ends}"


class AddressChange(models.Model):
    """An address that its owner has proven and that becomes an account's when it is due, unless
    the old mailbox undoes it; the row goes with either.
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="address_change")
    address = models.EmailField()
    asked = models.DateTimeField()
    due = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.player} from {self.due}"


class MarkKind(models.TextChoices):
    """What two players can have in common when they sign in."""

    BROWSER = "browser", "one browser"
    NETWORK = "network", "one address of the net"


class SignInMark(models.Model):
    """Where a player was signed in: a keyed digest of a browser's cookie, or of an address of the
    net. It tells nothing but that two are alike, and goes after `ends`.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="sign_in_marks")
    kind = models.CharField(max_length=7, choices=MarkKind.choices)
    digest = models.CharField(max_length=32)
    ends = models.DateTimeField(db_index=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["player", "kind", "digest"], name="one_mark_of_a_sign_in"
            )
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["kind", "digest"], name="marks_alike")
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.get_kind_display()}"
