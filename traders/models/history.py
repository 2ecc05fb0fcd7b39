"""The history of a game: entries, which are only added; checkpoints; and sealed notes, which are
not public yet.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, ClassVar

import msgspec
from django.db import models

from traders.models.evidence_chain import Evident
from traders.models.games import Game
from traders.models.prepared_statements import PreparedRows


class Kind(models.TextChoices):
    """The kind of an entry."""

    START = "start", "the game begins"
    ORDER = "order", "an order was carried out"
    CHANCE = "chance", "dice or cards decided"
    CLOSE = "close", "a reaction window closed"
    LEAVE = "leave", "a seat dropped out"
    DEAL = "deal", "a deal was made"
    HAGGLE = "haggle", "a bargainer asked for time"
    BACK_UP = "back-up", "play backs up"
    PUT_RIGHT = "put-right", "the position was put right by a ruling"
    END = "end", "the table ended the game by agreement"
    SETTINGS = "settings", "settings of the game were changed"
    DECISION = "decision", "the club's organizer decided something beside the board"


class Source(models.TextChoices):
    """The source of a move or note."""

    LETTER = "letter"
    PAGE = "page"
    API = "api"
    BOT = "bot"
    STANDING = "standing order"
    PLAN = "plan"
    INTERVAL = "interval", "kept secret until a reaction window closed"
    TIMING = "timing", "closed at once (PR-INTERVAL-06)"
    PASSES = "passes", "all passed"
    DEADLINE = "deadline"
    SERVER = "server", "passed for a seat that was not asked (PR-INTERVAL-10)"
    REFEREE = "referee"
    ORGANIZER = "organizer", "the club's organizer, or the operator"
    VOTE = "vote"
    BOX = "box", "the box: chance and set-up"


BY_HAND = (Source.LETTER, Source.PAGE, Source.API, Source.BOT)
"""What a seat says for that moment, by whatever way."""

Parts = tuple[dict[str, Any], dict[str, Any]]
"""The public and the secret part of an entry."""


def opened(public: str, secret: str) -> Parts:
    """The two parts of an entry, parsed; no secret one is an empty one."""
    return msgspec.json.decode(public), msgspec.json.decode(secret) if secret else {}


class Entry(models.Model):
    """One move of a game's history. Never changed, never removed (PR-RECORD-02): the database's
    triggers refuse it.

    `public` and `secret` are canonical JSON. `digest` = SHA-256 over the digest before it, `public`
    and the salted digest of `secret` (PR-RECORD-03). `parent` is the entry before it in its line of
    play; undone entries are those that no later line goes through.
    """

    objects: ClassVar[models.Manager[Entry]] = PreparedRows.as_manager()

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    parent = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices)
    seat = models.CharField(max_length=10, blank=True)
    source = models.CharField(max_length=16, choices=Source.choices)
    at = models.DateTimeField()
    public = models.TextField()
    secret = models.TextField(blank=True)
    salt = models.CharField(max_length=32, blank=True)
    digest = models.CharField(max_length=64)

    class Meta:
        ordering: ClassVar[list[str]] = ["game_id", "number"]
        verbose_name_plural = "entries"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "number"], name="one_entry_a_number")
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["game", "number"],
                condition=models.Q(kind="back-up"),
                name="entries_that_back_up",
            ),
            models.Index(
                fields=["game"],
                condition=models.Q(kind="order", source="deadline"),
                name="entries_by_the_clock",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}:{self.number} {self.kind}"

    @property
    def parts(self) -> Parts:
        """The public and the secret part, parsed."""
        return opened(self.public, self.secret)

    @property
    def before(self) -> int:
        """The entry after which play stood before this one: of a back-up, where it resumes."""
        return int(self.parts[0]["to"]) if self.kind == Kind.BACK_UP else self.parent


class Checkpoint(Evident):
    """The position after an entry, so that a back-up need not replay from the start. A cache like
    the stored position.

    `fingerprint`: SHA-256 of the position in the engine's own words, for comparison with other
    releases (`domain.history.upgrade_replay_gate`).
    """

    evident = ("number", "position", "schema", "fingerprint")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="checkpoints")
    number = models.PositiveIntegerField()
    position = models.BinaryField()
    schema = models.CharField(max_length=80)
    fingerprint = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "number"], name="one_checkpoint_a_number")
        ]


class SealedKind(models.TextChoices):
    """The kind of a sealed note."""

    REACTION = "reaction"
    ANSWER = "answer"
    PASS = "pass"
    HOLD = "hold"
    AGREE = "agree"
    STANDING = "standing"
    STANDING_PASS = "standing-pass"
    STOP = "stop"
    PLAN = "plan"
    AHEAD = "ahead", "for the next window of the deed"
    OFFER = "offer"
    UNCONFIRMED = "unconfirmed", "counts when its seat says that it is meant (PR-SEAT-06)"
    WAITING = (
        "waiting",
        "sent while a claim held play; made when play goes on, if it still fits (PR-CLAIM-03)",
    )


class SealedOutcome(StrEnum):
    """How a sealed note was used: `Sealed.outcome`."""

    OPEN = ""
    """It counts still."""
    DONE = "done"
    RETURNED = "home"
    WITHDRAWN = "withdrawn"
    DECLINED = "declined"
    REPLACED = "replaced"
    OVER = "over"
    UNDONE = "backed-out"


class Sealed(Evident):
    """A sealed note: something that a seat sent and that is no entry until it is carried out
    (PR-RECORD-03).

    `interval` is the key of the interval or choice in which it was sent (0: none). `made` and
    `used` are the numbers of the last entry when it was sent and when it was carried out, passed
    over or withdrawn; without `used` it is still in force.
    """

    evident = (
        "seat", "kind", "serial", "interval", "text", "condition", "data", "made", "used",
        "outcome", "at", "source",
    )  # fmt: skip

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="sealed")
    seat = models.CharField(max_length=10)
    kind = models.CharField(max_length=14, choices=SealedKind.choices)
    serial = models.PositiveIntegerField(help_text="in the order said, within the game")
    interval = models.PositiveIntegerField(default=0)
    text = models.TextField(blank=True)
    condition = models.TextField(blank=True)
    data = models.JSONField(default=dict, blank=True)
    made = models.PositiveIntegerField()
    used = models.PositiveIntegerField(null=True, blank=True)
    outcome = models.CharField(
        max_length=12,
        blank=True,
        help_text="how it was used: done, home, withdrawn, declined, replaced, over, backed-out",
    )
    at = models.DateTimeField()
    source = models.CharField(max_length=16, choices=Source.choices, default=Source.LETTER)

    class Meta:
        ordering: ClassVar[list[str]] = ["game_id", "serial"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "serial"], name="one_sealed_a_serial")
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["game"], condition=models.Q(used=None), name="sealed_that_counts")
        ]
