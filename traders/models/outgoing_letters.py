"""Outgoing letters, their pictures, and delivery reports on them."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from traders.models.evidence_chain import Evident
from traders.models.games import Game
from traders.models.players import Player


class LetterKind(models.TextChoices):
    """The main subject of a letter; its other sections are in its facts."""

    WELCOME = "welcome", "the game begins"
    TURN = "turn", "your turn"
    INTERVAL = "interval", "a reaction window is open for you"
    CHOICE = "choice", "a choice is asked of you"
    RECEIPT = "receipt", "what became of your letter"
    HAPPENED = "happened", "what happened"
    REMINDER = "reminder", "half of the time has gone"
    OVER = "over", "the game is over"
    DIGEST = "digest", "what happened in a day"
    RULING = "ruling", "to a referee or an organizer: a claim, a seat that says nothing"
    ASKED = "asked", "to somebody without a seat, who may answer it: a free seat, a club's day"
    MAILBOX = "mailbox", "to the organizer: a mailbox refuses mail for good"
    NOTE = "note", "an answer of the office itself: help, or what could not be read"


class LetterStatus(models.TextChoices):
    """The state of an outgoing letter. docs/decisions/0005-letters-out.md draws the way."""

    WRITTEN = "written", "facts stored, nothing made of them yet"
    HELD = (
        "held",
        "asks nothing, and its reader wants such letters in a digest, or folded into the next "
        "that asks something",
    )
    INSIDE = "inside", "to a bot, which reads its facts here: nothing is made or sent of it"
    FOLDED = "folded", "told in a later letter (`told_in`)"
    PREPARED = "prepared", "bytes frozen"
    SENDING = "sending", "claimed by a worker"
    UNKNOWN = "unknown", "the worker died while the mail server had it: a report may tell"
    SENT = "sent", "taken by the mail server or provider"
    STALE = "stale", "no longer true when it was to be sent"
    FAILED = "failed", "given up"


class Letter(Evident):
    """One outgoing letter: the facts when it was written, then its frozen bytes, then its delivery.

    `key` names the session or occasion (`e57`: the session whose last entry is 57; `n57.1`: the
    first letter after entry 57 that reported no entry; `r…`: a reminder; `d2026-03-02`: a daily
    summary), so that one session gives a seat one letter.
    """

    evident = (
        "seat", "player", "entry", "kind", "key", "moment", "due", "facts", "written", "message_id",
        "accepted", "recipient", "raw",
    )  # fmt: skip
    counted = models.Q(accepted__isnull=False)

    game = models.ForeignKey(
        Game, null=True, blank=True, on_delete=models.CASCADE, related_name="letters"
    )
    seat = models.CharField(
        max_length=10,
        blank=True,
        help_text="colour; empty for a digest and for letters to organizers",
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="letters")
    kind = models.CharField(max_length=10, choices=LetterKind.choices)
    entry = models.PositiveIntegerField(
        default=0, help_text="number of the last entry at its writing"
    )
    key = models.CharField(max_length=40)
    moment = models.CharField(
        max_length=24,
        blank=True,
        help_text="what play waited for; the reply address is bound to it",
    )
    due = models.DateTimeField(null=True, blank=True, help_text="the deadline that it tells")
    asks = models.BooleanField(default=False, help_text="something is asked of its reader")
    facts = models.TextField(
        help_text="JSON: all that the letter may tell (traders/domain/letters/letter_facts.py)"
    )
    written = models.DateTimeField()
    in_reply_to = models.CharField(
        max_length=998,
        blank=True,
        help_text="Message-ID of the letter that it answers, as the player's mail program gave it",
    )

    message_id = models.CharField(max_length=160, unique=True)
    status = models.CharField(
        max_length=10, choices=LetterStatus.choices, default=LetterStatus.WRITTEN
    )
    told_in = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="tells"
    )
    subject = models.CharField(max_length=200, blank=True)
    recipient = models.CharField(
        max_length=254, blank=True, help_text="the address at the freezing"
    )
    raw = models.BinaryField(
        null=True, help_text="the frozen letter, CRLF; a picture's bytes stand in `picture`"
    )
    picture = models.ForeignKey(
        "Picture", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    claimed_at = models.DateTimeField(null=True, blank=True)
    worker = models.CharField(
        max_length=40, blank=True, help_text="the claim's own name, never used again"
    )
    attempts = models.PositiveSmallIntegerField(default=0)
    next_try = models.DateTimeField(
        null=True,
        blank=True,
        help_text="not before; null while nothing is to be done; of a letter to a bot, when it "
        "answers",
    )
    blocked = models.BooleanField(
        default=False,
        help_text="the last attempt ran into the mail server, not into the letter: it goes as soon "
        "as another has left",
    )
    problem = models.CharField(
        max_length=300, blank=True, help_text="what the last attempt ran into"
    )
    provider = models.CharField(max_length=40, blank=True)
    provider_id = models.CharField(max_length=200, blank=True, db_index=True)
    accepted = models.DateTimeField(
        null=True, blank=True, help_text="when the mail server or provider took it"
    )

    class Meta:
        ordering: ClassVar[list[str]] = ["id"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["game", "seat", "key"],
                condition=~models.Q(seat=""),
                name="one_letter_a_passage_and_seat",
            ),
            models.UniqueConstraint(
                fields=["player", "game", "key"],
                condition=models.Q(seat="", game__isnull=False),
                name="one_letter_an_occasion",
            ),
            models.UniqueConstraint(
                fields=["player", "key"],
                condition=models.Q(seat="", game=None),
                name="one_digest_a_day",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["next_try"],
                condition=models.Q(next_try__isnull=False),
                name="letters_to_do",
            ),
            models.Index(
                fields=["next_try"],
                condition=models.Q(blocked=True, status="prepared"),
                name="letters_blocked",
            ),
            models.Index(
                fields=["worker", "id"],
                condition=models.Q(
                    status__in=["sending", "sent", "unknown"], next_try__isnull=False
                ),
                name="letters_in_hand",
            ),
            models.Index(fields=["player"], condition=models.Q(status="held"), name="letters_held"),
            models.Index(fields=["game", "seat", "entry"], name="letters_of_a_seat"),
            models.Index(
                fields=["written"],
                condition=models.Q(status__in=["written", "prepared", "sending", "unknown"]),
                name="letters_not_sent",
            ),
            models.Index(
                fields=["written"], condition=models.Q(status="failed"), name="letters_given_up"
            ),
            models.Index(
                fields=["accepted"],
                condition=models.Q(accepted__isnull=False),
                name="letters_by_acceptance",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key} to {self.seat or 'player'}"

    @property
    def tag(self) -> str:
        """The part of the Message-ID before the `@`: it names the letter in an address, since the
        row's number would reveal how many letters there are.
        """
        return self.message_id.strip("<>").partition("@")[0]

    def counts(self) -> bool:
        """Whether it is linked to the evidence: once the mail server or provider has accepted it;
        before that it may be made again.
        """
        return self.accepted is not None


class Picture(models.Model):
    """A board as PNG, stored once for all letters that show it; named by the digest of its SVG and
    its width.
    """

    digest = models.CharField(max_length=64, unique=True)
    png = models.BinaryField()
    width = models.PositiveIntegerField(help_text="pixels")
    height = models.PositiveIntegerField(help_text="pixels")
    made = models.DateTimeField(auto_now_add=True)


class ReportKind(models.TextChoices):
    """The kind of a delivery report, by a provider or by the mail server's answer."""

    ACCEPTED = "accepted"
    DELIVERED = "delivered"
    DEFERRED = "deferred"
    BOUNCED = "bounced", "refused for good"
    REJECTED = "rejected", "not even tried by the provider"
    COMPLAINED = "complained", "marked as spam"
    AUTORESPONDED = "autoresponded"
    OTHER = "other"


class Report(Evident):
    """One delivery report. Evidence: added, never changed. `digest` identifies a report that is
    repeated.
    """

    evident = (
        "letter", "kind", "at", "taken", "recipient", "source", "event", "words", "for_good", "raw",
        "digest",
    )  # fmt: skip
    game_path = "letter__game_id"

    letter = models.ForeignKey(
        Letter, null=True, blank=True, on_delete=models.CASCADE, related_name="reports"
    )
    kind = models.CharField(max_length=14, choices=ReportKind.choices)
    at = models.DateTimeField(
        help_text="the provider's own time; the time taken where it gives none"
    )
    taken = models.DateTimeField(help_text="when this house learned of it")
    recipient = models.CharField(max_length=254, blank=True)
    source = models.CharField(
        max_length=40,
        help_text="provider's name, `smtp` for a mail server's answer, `office` for the embedded "
        "one",
    )
    event = models.CharField(max_length=200, blank=True, help_text="the provider's id of the event")
    words = models.CharField(
        max_length=500,
        blank=True,
        help_text="the mail server's answer, or the provider's description",
    )
    for_good = models.BooleanField(
        default=False, help_text="the mailbox refuses mail for good (PR-MAIL-04)"
    )
    raw = models.JSONField(default=dict, blank=True)
    digest = models.CharField(max_length=64, unique=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["at", "id"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["taken"],
                condition=models.Q(kind__in=["deferred", "rejected"]),
                name="reports_of_refusals",
            )
        ]


AS_IT_CAME = (
    "raw", "sha256", "size", "taken", "envelope_from", "envelope_to", "channel", "provider_id",
    "remote",
)  # fmt: skip
"""Columns of an incoming letter as it was received: they never change (PR-RECORD-04)."""
