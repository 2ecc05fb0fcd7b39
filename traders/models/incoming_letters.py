"""Incoming letters, as they came and what they were found to be; tokens that count once."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from traders.models.evidence_chain import Evident
from traders.models.games import Game, Seat
from traders.models.outgoing_letters import AS_IT_CAME, Letter
from traders.models.players import Player


class ArrivalStatus(models.TextChoices):
    """The state of an incoming letter."""

    STORED = "stored", "taken, not read yet"
    READING = "reading", "claimed by a worker"
    READ = "read", "read; `outcome` says what it was"
    SET_ASIDE = "set-aside", "its reading died twice: shown to the operator, blocks nothing"


class ArrivalOutcome(models.TextChoices):
    """The result of reading an incoming letter: a closed set, whatever the bytes."""

    ORDERS = "orders", "orders of a seat, handed to the door; answers of who was asked without one"
    EMPTY = "empty", "from who should write, without an order"
    DUPLICATE = "duplicate", "came before; answered with the first answer (PR-RECEIPT-04)"
    UNCONFIRMED = (
        "unconfirmed",
        "from another mailbox than the player's, held until confirmed (PR-RECEIPT-03)",
    )
    FORMER = "former", "from who had the seat before: answered, not carried out (PR-SEAT-01)"
    CONFIRMED = "confirmed", "held, then confirmed by the player"
    STRANGER = "stranger", "to no seat's address, or with a forged one"
    AUTOMATIC = "automatic", "a machine's reply: stored, not answered (PR-RECEIPT-06)"
    BOUNCE = "bounce", "a delivery report by mail"
    TOO_MANY = "too-many", "one more than the seat's letters of an hour: not carried out"
    LOOP = "loop", "a letter of this house come back"
    TOO_LARGE = "too-large", "over the limit; its head is kept"
    UNREADABLE = "unreadable", "no reader could make anything of it"
    SET_ASIDE = "set-aside", "its reading died twice"


class Arrival(Evident):
    """One incoming letter, byte for byte as it came, with the time at which the server stored it
    (PR-RECORD-04).

    The columns `AS_IT_CAME` never change; all others are derived from the bytes and can be derived
    again.
    """

    evident = (*AS_IT_CAME, "game", "seat", "moment", "outcome", "counts_from", "notes", "read_at")
    counted = models.Q(status__in=(ArrivalStatus.READ, ArrivalStatus.SET_ASIDE))

    raw = models.BinaryField()
    sha256 = models.CharField(max_length=64, db_index=True)
    size = models.PositiveIntegerField(
        help_text="octets as it came, also where only the head was kept"
    )
    taken = models.DateTimeField(help_text="the database's time at the taking")
    envelope_from = models.CharField(max_length=320, blank=True)
    envelope_to = models.CharField(max_length=320, blank=True)
    channel = models.CharField(
        max_length=40, help_text="smtp, pipe, mailbox page, or the provider's name"
    )
    provider_id = models.CharField(max_length=200, blank=True)
    remote = models.GenericIPAddressField(null=True, blank=True)

    game = models.ForeignKey(
        Game, null=True, blank=True, on_delete=models.SET_NULL, related_name="arrivals"
    )
    seat = models.ForeignKey(
        Seat, null=True, blank=True, on_delete=models.SET_NULL, related_name="arrivals"
    )
    moment = models.CharField(
        max_length=24, blank=True, help_text="what the reply address was bound to"
    )
    asked_by = models.ForeignKey(
        Letter,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="replies",
        help_text="the letter to somebody without a seat that it answers",
    )
    message_id = models.CharField(
        max_length=998,
        blank=True,
        help_text="as its sender's mail program gave it: a hint, no proof",
    )
    content = models.CharField(
        max_length=64,
        blank=True,
        db_index=True,
        help_text="digest without the trace headers: the same letter come again has the same",
    )
    status = models.CharField(
        max_length=10, choices=ArrivalStatus.choices, default=ArrivalStatus.STORED
    )
    outcome = models.CharField(max_length=12, choices=ArrivalOutcome.choices, blank=True)
    counts_from = models.DateTimeField(
        null=True,
        blank=True,
        help_text="when its orders count as taken, where that is not `taken` (PR-RECEIPT-03, "
        "PR-MAIL-02)",
    )
    held_as = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="its number among those held for its seat: what `confirm` names (PR-RECEIPT-03)",
    )
    notes = models.JSONField(
        default=dict,
        blank=True,
        help_text="what the reader found: sender, subject, orders, authentication results, stamps",
    )
    duplicate_of = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="duplicates"
    )
    answered_by = models.ForeignKey(
        Letter, null=True, blank=True, on_delete=models.SET_NULL, related_name="answers"
    )
    attempts = models.PositiveSmallIntegerField(default=0)
    claimed_at = models.DateTimeField(null=True, blank=True)
    worker = models.CharField(max_length=40, blank=True)
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["id"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["taken"],
                condition=models.Q(status__in=["stored", "reading"]),
                name="arrivals_to_read",
            ),
            models.Index(
                fields=["game", "taken"],
                condition=models.Q(status__in=["stored", "reading"]),
                name="arrivals_to_read_of_a_game",
            ),
            models.Index(
                fields=["taken"],
                condition=models.Q(status="set-aside"),
                name="arrivals_set_aside",
            ),
            models.Index(
                fields=["taken"],
                condition=models.Q(outcome="unreadable"),
                name="arrivals_unreadable",
            ),
        ]

    @property
    def expected(self) -> Player | None:
        """Whose letter it should be: who has the seat to which it came, or was asked."""
        if self.seat is not None:
            return self.seat.player
        return self.asked_by.player if self.asked_by is not None else None

    def counts(self) -> bool:
        """Whether it is linked to the evidence: once it has been read, since storing it waits for
        no game.
        """
        return self.status in (ArrivalStatus.READ, ArrivalStatus.SET_ASIDE)


class UsedToken(models.Model):
    """A used signature or token of a web hook, so that it is not accepted twice. Removed when too
    old to be accepted anyway.
    """

    channel = models.CharField(max_length=40)
    token = models.CharField(max_length=128)
    used = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["channel", "token"], name="one_use_a_token")
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["used"], name="used_tokens_by_age")
        ]
