"""Tokens with which a player's programs speak for the player, and what they posted lately."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from traders.models.games import Seat
from traders.models.players import Player


class Scope(models.TextChoices):
    """What a token may do for its player."""

    READ = "read", "Read my games, as I see them"
    PLAY = "play", "Play: send orders, answers, messages and claims; take seats"
    ORGANIZE = "organize", "Organize: make games; give an organizer's orders"


class ApiToken(models.Model):
    """A token of a player's. Of its secret only the SHA-256 is kept: it is shown once."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True, help_text="SHA-256 of the secret")
    scopes = models.JSONField(default=list)
    made = models.DateTimeField()
    used = models.DateTimeField(null=True, blank=True, help_text="to the minute")
    expires = models.DateTimeField(null=True, blank=True)
    taken_back = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]

    def __str__(self) -> str:
        return self.name


class ApiPost(models.Model):
    """What a program posted in the last day. One that came with a key of its own
    (`Idempotency-Key`) has its answer, so that the same post again is answered and not carried out
    twice; without an answer it is being carried out.
    """

    token = models.ForeignKey(ApiToken, on_delete=models.CASCADE, related_name="posts")
    seat = models.ForeignKey(Seat, null=True, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=80, blank=True)
    digest = models.CharField(max_length=64, help_text="SHA-256 of address and body")
    at = models.DateTimeField(help_text="when it was begun")
    status = models.PositiveSmallIntegerField(default=0)
    answer = models.TextField(blank=True)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["seat", "at"], name="posts_of_a_seat"),
            models.Index(fields=["at"], name="posts_to_prune"),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["token", "key"], condition=~models.Q(key=""), name="one_post_a_key"
            )
        ]

    def __str__(self) -> str:
        return self.key or "a post"
