"""Games, seats, and who sat in them."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from traders.engines.kernel.contract.bot_level import Level
from traders.models.clubs import Club
from traders.models.evidence_chain import Evident
from traders.models.game_queries import FREE, OF_LATE
from traders.models.players import Cadence, Player


class Edition(models.Model):
    """A club's own board: chart, contracts and deck as data, identified by a digest. Never changed:
    another board has another digest.
    """

    digest = models.CharField(max_length=64, primary_key=True)
    system = models.CharField(max_length=32)
    title = models.CharField(max_length=80)
    tables = models.JSONField(
        help_text="all tables, those of the standard edition where the club brought none"
    )
    added = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.title


class Phase(models.TextChoices):
    """The phase of a game's life."""

    GATHERING = "gathering", "looking for players"
    PLAYING = "playing", "being played"
    OVER = "over", "over"


class Game(models.Model):
    """One game: its options, its secret seed, and a cache of its position. The history (`Entry`) is
    the game (PR-RECORD-01).

    `position` and `course` are caches: if `position_schema` does not fit, they are discarded and
    replayed.
    """

    slug = models.SlugField(unique=True, max_length=40)
    title = models.CharField(max_length=80)
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.CASCADE, related_name="games"
    )
    maker = models.ForeignKey(
        Player,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="made",
        help_text="who may cancel it before it begins",
    )
    system = models.CharField(max_length=32)
    revision = models.PositiveIntegerField(
        default=1, help_text="the engine's revision that the game is played under"
    )
    edition = models.CharField(
        max_length=64, blank=True, help_text="digest of the chart, contracts and deck in use"
    )
    options = models.JSONField(default=dict, blank=True)
    settings = models.JSONField(
        default=dict,
        blank=True,
        help_text="settings of the postal rules: before the game begins those of its own, then all "
        "that hold",
    )
    phase = models.CharField(max_length=10, choices=Phase.choices, default=Phase.GATHERING)
    start = models.JSONField(
        null=True,
        blank=True,
        help_text="a scenario's starting position, for games that do not begin with set-up",
    )

    secret = models.BinaryField(
        help_text="the secret seed of chance, encrypted under the vault's key (PR-CHANCE-01)"
    )
    secret_digest = models.CharField(
        max_length=64, help_text="SHA-256 of the seed, told in the first letter"
    )
    scheme = models.CharField(
        max_length=24,
        default="hmac-sha256/1",
        help_text="how outcomes follow from the seed; `told` in scenarios",
    )
    throws = models.PositiveBigIntegerField(
        default=0, help_text="chance asked for so far; never goes back (PR-CHANCE-02)"
    )

    mixture = models.JSONField(default=dict, blank=True, help_text="mixed into the dice by players")

    number = models.PositiveIntegerField(default=0, help_text="number of the last entry")
    head = models.PositiveIntegerField(
        default=0,
        help_text="entry after which play stands (differs from `number` only after a back-up)",
    )
    digest = models.CharField(max_length=64, blank=True, help_text="digest of the last entry")
    position = models.BinaryField(null=True)
    position_schema = models.CharField(max_length=80, blank=True)
    fingerprint = models.CharField(
        max_length=64,
        blank=True,
        help_text="of the position in the engine's own words; never shown",
    )
    course = models.BinaryField(
        null=True, help_text="rounds of open intervals and what is being carried out, as JSON"
    )
    links = models.PositiveIntegerField(
        default=0,
        help_text="number of the last link of evidence, so that a last one gone is missed",
    )
    frozen = models.BooleanField(
        default=False,
        help_text="the clocks stand still: a claim (PR-CLAIM-03), or the table paused",
    )
    stayed = models.BooleanField(
        default=False, help_text="a claim holds play: new orders are kept and wait (PR-CLAIM-03)"
    )

    asked = models.PositiveBigIntegerField(
        default=0,
        help_text="the seats that play asks, told to each alone (PR-INTERVAL-10): a bit for each, "
        "by its place",
    )
    waiting_for = models.TextField(
        blank=True, help_text="what play waits for in words all may read; for lists of games"
    )
    turn = models.CharField(max_length=10, blank=True)
    winners = models.JSONField(default=list, blank=True)
    ending = models.CharField(max_length=32, blank=True)

    created = models.DateTimeField(auto_now_add=True)
    started = models.DateTimeField(null=True, blank=True)
    ended = models.DateTimeField(null=True, blank=True)
    moved = models.DateTimeField(null=True, blank=True, help_text="time of the last entry")

    restored = models.CharField(
        max_length=16,
        blank=True,
        help_text="drawn when a copy of the database is brought back, so that no Message-ID of the "
        "hours that were lost comes again",
    )

    nudged = models.DateTimeField(
        null=True, blank=True, help_text="when a seat on turn was nudged last (PR-SEAT-08)"
    )
    take_backs = models.BooleanField(
        default=False,
        help_text="one person alone has taken play back: it counts in no rating, ladder or season "
        "(PR-BACKUP-05)",
    )

    rematch = models.OneToOneField(
        "self",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="rematch_of",
        help_text="the game that the same people were asked to play after it",
    )

    class Meta:
        ordering: ClassVar[list[str]] = ["-created"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["-created", "-id"], name="games_by_age"),
            models.Index(OF_LATE.desc(), condition=~Q(phase=Phase.OVER), name="games_by_move"),
            models.Index(
                fields=["-ended"],
                condition=Q(phase=Phase.OVER, number__gt=0),
                name="games_by_end",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def mail_name(self) -> str:
        """The name from which the Message-IDs of its letters derive."""
        return mail_name(self.slug, self.restored)


def mail_name(slug: str, restored: str) -> str:
    """A game's name in Message-IDs: another one after a copy was brought back."""
    return f"{slug}/{restored}" if restored else slug


class Seat(Evident):
    """A seat at the table: a colour, and its player. Without a player and without a bot it is
    free.
    """

    evident = (
        "colour", "place", "name", "bot", "bank", "purse", "vacation_used", "freeze_used", "left",
        "timeouts", "offered",
        "dropped",
    )  # fmt: skip

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    colour = models.CharField(max_length=10)
    place = models.PositiveSmallIntegerField(
        help_text="from 0, in the order of the circle of chairs"
    )
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="seats"
    )
    bot = models.BooleanField(
        default=False, help_text="a bot plays the seat: no letter of it leaves the server"
    )
    level = models.CharField(
        max_length=10,
        choices=[(level, level.capitalize()) for level in Level],
        default=Level.PLAYER,
        help_text="how well a bot plays the seat",
    )
    name = models.CharField(
        max_length=40,
        blank=True,
        help_text="what the game calls its player since it began, or since the player sat down",
    )
    tag = models.CharField(
        max_length=32, blank=True, help_text="the seat's part of its reply address"
    )

    bank = models.PositiveIntegerField(default=0, help_text="time in hand, seconds (PR-TURN-05)")
    purse = models.PositiveIntegerField(
        default=0, help_text="purse for waiting, seconds (PR-INTERVAL-09)"
    )
    vacation_used = models.PositiveIntegerField(
        default=0, help_text="days of the season's allowance used (PR-TURN-06)"
    )
    freeze_used = models.PositiveIntegerField(
        default=0, help_text="freezing time used by claims, seconds (PR-CLAIM-03)"
    )
    left = models.DateTimeField(
        null=True,
        blank=True,
        help_text="when the player left; the substitution time runs (PR-SEAT-02)",
    )
    timeouts = models.PositiveSmallIntegerField(
        default=0, help_text="turns in a row that the clock ended (PR-SEAT-05)"
    )
    offered = models.DateTimeField(
        null=True,
        blank=True,
        help_text="since when it is offered to a substitute while its player still has it "
        "(PR-SEAT-05, PR-TURN-04)",
    )
    dropped = models.BooleanField(
        default=False, help_text="out of the game by its own rule on dropping out"
    )
    cadence = models.CharField(
        max_length=8,
        blank=True,
        choices=Cadence.choices,
        help_text="which letters its player gets of this game; empty: as their account has it",
    )

    class Meta:
        ordering: ClassVar[list[str]] = ["game_id", "place"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "colour"], name="one_seat_a_colour"),
            models.UniqueConstraint(fields=["game", "place"], name="one_seat_a_place"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["game"], condition=FREE, name="seats_free")
        ]

    def __str__(self) -> str:
        return self.colour

    @property
    def letters(self) -> str:
        """Which letters its player gets of this game (`Cadence`); "" for a free seat."""
        return self.cadence or (self.player.cadence if self.player else "")

    @property
    def called(self) -> str:
        """The name that others see: the one that the game keeps, or the player's before it begins;
        "" for a free seat.
        """
        return self.name or (self.player.display_name if self.player else "")


class Note(models.Model):
    """What a player wrote down for nobody else, one text a seat. It is not part of the game:
    whoever has the seat next never sees it, and it goes with the account.
    """

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="notes")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="notes")
    words = models.TextField(blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["seat", "player"], name="one_note_a_seat_and_player")
        ]


class SittingCause(models.TextChoices):
    """The reason why a sitting began or ended."""

    GATHERED = "gathered", "took the seat before the game began"
    SUBSTITUTE = "substitute", "took the seat in a running game (PR-SEAT-01)"
    RETURNED = "returned", "took the own seat again (PR-SEAT-04)"
    LEFT = "left", "left the seat (PR-SEAT-02)"
    REPLACED = "replaced", "a substitute took the seat (PR-SEAT-05)"
    REMOVED = "removed", "removed by a ruling (PR-REMEDY-07)"
    ERASED = "erased", "the account was removed"


class Sitting(Evident):
    """One player's time in one seat (PR-SEAT-04). Rows are only added; the end is set once, and
    nothing else changes.

    Only `domain.people.seating` writes rows. They stay as long as the game; of a removed account
    the fact stays that somebody sat there.
    """

    evident = ("seat", "player", "since", "began", "until", "ended")
    game_path = "seat__game_id"

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="sittings")
    player = models.ForeignKey(
        Player, null=True, on_delete=models.SET_NULL, related_name="sittings"
    )
    since = models.DateTimeField()
    began = models.CharField(max_length=10, choices=SittingCause.choices)
    until = models.DateTimeField(null=True, blank=True)
    ended = models.CharField(max_length=10, choices=SittingCause.choices, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["seat"], condition=models.Q(until=None), name="one_sitter_a_seat"
            )
        ]


class Look(Evident):
    """A visit of a seat's player to the game's page: the first after each entry. Evidence of what
    the player knew, for claims of that seat alone (PR-EVIDENCE-02).
    """

    evident = ("seat", "entry", "at")
    game_path = "seat__game_id"

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="looks")
    entry = models.PositiveIntegerField(help_text="number of the last entry that the page showed")
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["seat", "entry"], name="one_look_an_entry")
        ]


class ProgramLook(Evident):
    """A reading of the game by a program of a seat's player: the first after each entry. It shows
    not that the player knew (PR-MAIL-01).
    """

    evident = ("seat", "entry", "at")
    game_path = "seat__game_id"

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="program_looks")
    entry = models.PositiveIntegerField(help_text="number of the last entry that the API told")
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["seat", "entry"], name="one_program_look_an_entry")
        ]


class Absence(Evident):
    """A vacation announced by a seat: whole days in the player's zone, stored as moments
    (PR-TURN-06).
    """

    evident = ("seat", "begins", "ends", "play_on", "announced")
    game_path = "seat__game_id"

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="absences")
    begins = models.DateTimeField()
    ends = models.DateTimeField()
    play_on = models.BooleanField(default=False)
    announced = models.DateTimeField()
