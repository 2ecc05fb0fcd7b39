"""Players, by mailbox."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models

BOTS = "bots.invalid"
"""The domain of bots' addresses. It belongs to nobody (RFC 6761): no mail goes there or comes from
there.
"""

NOBODY = "nobody.invalid"
"""The domain of the addresses that replace those of removed accounts."""


class PlayerManager(BaseUserManager["Player"]):
    """Creates players; addresses are stored in lower case."""

    def create_user(self, email: str, password: str | None = None, **fields: object) -> Player:
        """Create an account; without a password it signs in by code only."""
        player = self.model(email=email.strip().lower(), **fields)
        if password:
            player.set_password(password)
        else:
            player.set_unusable_password()
        player.save(using=self._db)
        return player

    def bot(self, name: str) -> Player:
        """The bot of that name, one for all games."""
        address = f"{name.lower().replace(' ', '.')}@{BOTS}"
        new = {"display_name": name, "password": make_password(None)}
        # another game may make it in this moment
        return self.get_or_create(email=address, defaults=new)[0]

    def create_superuser(self, email: str, password: str | None = None, **fields: object) -> Player:
        """Create an operator's account, with all rights."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class Cadence(models.TextChoices):
    """The letters that a player wants beside those that ask something, which are sent at once. What
    a letter left out is told by the next one.
    """

    WAITING = "waiting", "only what waits for me"
    EVERY = "every", "a notice after each turn too"
    DAILY = "daily", "a summary of the day too"


class Player(AbstractBaseUser, PermissionsMixin):
    """A person with a mailbox, who signs in with a code sent to it; or a bot, which has no
    mailbox.
    """

    email = models.EmailField(unique=True)
    display_name = models.CharField(max_length=40)
    zone = models.CharField(
        max_length=64,
        default="UTC",
        help_text="IANA name of the zone in which the player reads times",
    )
    zones_before = models.JSONField(
        default=list,
        blank=True,
        help_text="zones that the player has had, each with until when; only `zone_changes` writes",
    )
    cadence = models.CharField(max_length=8, choices=Cadence.choices, default=Cadence.WAITING)
    hints = models.BooleanField(
        default=True, help_text="whether letters and pages suggest what to order"
    )
    listed = models.BooleanField(
        default=False, help_text="whether everybody finds the player in the list of players"
    )
    nudges = models.BooleanField(
        default=True, help_text="whether other players may nudge the player in a turn"
    )
    reminder_hours = models.CharField(
        max_length=80,
        blank=True,
        help_text="hours of the day, in the player's zone, at which to remind of what waits: "
        "`8, 20`; empty: at half of the time",
    )
    calendar = models.CharField(
        max_length=16,
        blank=True,
        help_text="drawn anew when the address of the calendar is changed, of which it is a part",
    )
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    mailbox_dead_since = models.DateTimeField(
        null=True,
        blank=True,
        help_text="when the mailbox was found to refuse mail for good (PR-MAIL-04)",
    )
    created = models.DateTimeField(auto_now_add=True)

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["display_name"]

    objects = PlayerManager()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["display_name", "id"],
                condition=~models.Q(display_name=""),
                name="players_by_name",
            ),
            models.Index(
                fields=["mailbox_dead_since"],
                condition=models.Q(mailbox_dead_since__isnull=False),
                name="players_dead_mailboxes",
            ),
        ]

    def __str__(self) -> str:
        return self.display_name


PEOPLE = ~models.Q(email__endswith=f"@{BOTS}")
"""A filter for players that leaves bots out."""


def is_bots(address: str) -> bool:
    """Whether it is a bot's address, to which no mail is sent."""
    return address.rpartition("@")[2].strip().lower() == BOTS


class Mailbox(models.Model):
    """A further mailbox from which a player writes, confirmed permanently (PR-RECEIPT-03)."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="mailboxes")
    address = models.CharField(
        max_length=320,
        help_text="as all its spellings have it (traders/domain/people/mailbox_identity.py)",
    )
    confirmed = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["address"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["player", "address"], name="a_mailbox_once_a_player")
        ]

    def __str__(self) -> str:
        return self.address
