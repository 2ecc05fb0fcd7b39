"""Ways of telling beside mail: to a player, by web hook and browsers, that an answer is awaited; to
a club's chat room, by web hook, what happens in the club. And messages still to be sent there.
"""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.db import models

from traders.models.clubs import Club
from traders.models.outgoing_letters import Letter
from traders.models.players import Player


def new_secret() -> str:
    """A new key with which messages to a web hook are signed."""
    return secrets.token_urlsafe(32)


class HookShape(models.TextChoices):
    """The form in which a web hook takes messages."""

    DISCORD = "discord", "Discord"
    SLACK = "slack", "Slack, Mattermost"
    JSON = "json", "Matrix, or plain JSON"


class WebHook(models.Model):
    """A web hook of a player, or of a club: the address to which messages are posted, signed."""

    player = models.OneToOneField(
        Player, null=True, on_delete=models.CASCADE, related_name="web_hook"
    )
    club = models.OneToOneField(Club, null=True, on_delete=models.CASCADE, related_name="web_hook")
    url = models.CharField(max_length=500)
    shape = models.CharField(max_length=8, choices=HookShape.choices, default=HookShape.DISCORD)
    secret = models.CharField(max_length=64, default=new_secret)
    told = models.DateTimeField(null=True, blank=True, help_text="when it last took a message")
    failing_since = models.DateTimeField(null=True, blank=True)
    off = models.DateTimeField(null=True, blank=True, help_text="when it was switched off")
    problem = models.CharField(max_length=200, blank=True, help_text="its last failure")
    heard_until = models.DateTimeField(
        null=True, blank=True, help_text="a club's: up to when its news was looked for"
    )
    heard = models.JSONField(
        default=list, blank=True, help_text="a club's: keys of the news of its last minutes"
    )

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=models.Q(player=None) ^ models.Q(club=None), name="web_hook_of_one"
            )
        ]

    def __str__(self) -> str:
        return f"web hook of {self.player or self.club}"


class Browser(models.Model):
    """A browser that shows a player messages (Web Push, RFC 8030): its push service's endpoint, and
    the keys under which only that browser reads them (RFC 8291).
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="browsers")
    endpoint = models.CharField(max_length=500, unique=True)
    public_key = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    name = models.CharField(max_length=40, blank=True)
    added = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]

    def __str__(self) -> str:
        return self.name or "a browser"


class Telling(models.Model):
    """A message still to be sent to a web hook or browser: that a letter asks something, a club's
    news (`words` and a `page`), or, with neither, a trial.
    """

    letter = models.ForeignKey(Letter, null=True, on_delete=models.CASCADE, related_name="+")
    hook = models.ForeignKey(WebHook, null=True, on_delete=models.CASCADE, related_name="tellings")
    browser = models.ForeignKey(
        Browser, null=True, on_delete=models.CASCADE, related_name="tellings"
    )
    words = models.TextField(blank=True)
    page = models.CharField(max_length=200, blank=True, help_text="the path where it is seen")
    attempts = models.PositiveSmallIntegerField(default=0)
    made = models.DateTimeField()
    next_try = models.DateTimeField()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["next_try"], name="tellings_to_send")
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=models.Q(hook=None) ^ models.Q(browser=None), name="told_in_one_way"
            )
        ]
