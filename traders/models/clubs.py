"""Clubs: their members, and invitations to join them and to sit down at games."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils import timezone

from traders.models.players import Player


class Joining(models.TextChoices):
    """The way in which somebody becomes a member without an invitation."""

    OPEN = "open", "anybody joins"
    ASKING = "asking", "an organizer lets in who asks"
    INVITED = "invited", "by invitation only"


class Club(models.Model):
    """A group that plays together; its settings are the defaults of its games."""

    name = models.CharField(max_length=80)
    slug = models.SlugField(unique=True)
    about = models.TextField(blank=True)
    settings = models.JSONField(
        default=dict,
        blank=True,
        help_text="settings of the postal rules that differ from their defaults",
    )
    public = models.BooleanField(
        default=True, help_text="others than members find the club and read its pages"
    )
    joining = models.CharField(max_length=8, choices=Joining.choices, default=Joining.OPEN)
    made = models.DateTimeField(default=timezone.now, editable=False)
    closed = models.DateTimeField(
        null=True, blank=True, help_text="since then no game or season begins, and nobody joins"
    )

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # a private club's name is nobody else's business, nor in anybody's way
            models.UniqueConstraint(
                fields=["name"], condition=models.Q(public=True), name="one_public_club_a_name"
            )
        ]

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    """What a member of a club may do in it; each has what the ones below it have."""

    ORGANIZER = "organizer", "organizer: runs the club"
    REFEREE = "referee", "referee: is asked first to rule on its games"
    PLAYER = "player", "player: makes and plays its games"
    GUEST = "guest", "guest: plays where an organizer seats them"


class Standing(models.TextChoices):
    """How somebody stands to a club."""

    ASKED = "asked", "asked to join"
    MEMBER = "member", "is a member"
    LEFT = "left", "left, or was removed"
    BANNED = "banned", "was removed and may not come back"


class Membership(models.Model):
    """A player's row in a club's list, one for each club and player; it stays when they leave."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=9, choices=Role.choices, default=Role.PLAYER)
    standing = models.CharField(max_length=6, choices=Standing.choices, default=Standing.MEMBER)
    since = models.DateTimeField(help_text="of this standing")
    why = models.CharField(max_length=300, blank=True, help_text="why removed or banned")
    organized = models.DateTimeField(
        null=True, blank=True, help_text="until when this member ran the club (PR-RULING-02)"
    )
    stands_in = models.BooleanField(
        default=False, help_text="is offered seats whose players are gone"
    )
    desk_letter = models.BooleanField(
        default=True, help_text="as an organizer gets the desk as a letter each morning"
    )

    class Meta:
        ordering: ClassVar[list[str]] = ["club_id", "pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["club", "player"], name="one_membership_a_club")
        ]

    def __str__(self) -> str:
        return f"{self.player} ({self.role})"


class Invitation(models.Model):
    """An invitation to a club, to a seat of a game that waits for its players, or to both: a link
    for whoever has it, or a letter to one address. Only a digest of its secret is kept.
    """

    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.CASCADE, related_name="invitations"
    )
    game = models.ForeignKey(
        "Game", null=True, blank=True, on_delete=models.CASCADE, related_name="invitations"
    )
    digest = models.CharField(max_length=64, unique=True, help_text="SHA-256 of the secret")
    role = models.CharField(max_length=9, choices=Role.choices, default=Role.PLAYER)
    address = models.EmailField(blank=True, help_text="of an invitation by letter; else empty")
    by = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+")
    made = models.DateTimeField()
    expires = models.DateTimeField()
    uses_left = models.PositiveSmallIntegerField(default=1)
    taken_back = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=~models.Q(club=None, game=None), name="invited_to_something"
            )
        ]


class Announcement(models.Model):
    """What an organizer wrote to all members of a club: whoever sees the club's page reads it."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="announcements")
    by = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+")
    words = models.CharField(max_length=300)
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["-at", "-pk"]

    def __str__(self) -> str:
        return self.words


class NotInvited(models.Model):
    """A mailbox whose owner wants no invitations, or none of one player: only a keyed digest of its
    address, and of that player's number, is kept.
    """

    digest = models.CharField(max_length=64, primary_key=True)
    since = models.DateTimeField()
