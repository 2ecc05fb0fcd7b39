"""Seasons of a club: divisions, who takes part, rounds, their tables, and results stated by people.

What follows from something else is not kept: who waits for a place, a game's result, points and
standings are reckoned (traders/club/seasons/).
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import models

from traders.models.clubs import Club
from traders.models.games import Game
from traders.models.players import Player


class SeasonPhase(models.TextChoices):
    """How far a season has come."""

    DRAFT = "draft", "being prepared"
    REGISTERING = "registering", "open for registration"
    DRAWN = "drawn", "drawn; the first round has not begun"
    RUNNING = "running", "being played"
    OVER = "over", "over"


class SeasonKind(models.TextChoices):
    """How a season is won."""

    LEAGUE = "league", "league: all meet over some rounds, and points are added up"
    KNOCKOUT = "knockout", "knock-out: the best of each table go on, until one has won"


class Starting(models.TextChoices):
    """What begins a round."""

    BY_HAND = "hand", "an organizer begins each round"
    ON_DATE = "date", "each round begins on its date"
    READY = "ready", "the first when all have confirmed, the next when all games are over"


class Season(models.Model):
    """A season of a club: people meet at tables over some rounds, in a league or a knock-out.

    `games`: `{"system", "options"}` each; the rounds take them in turn. A knock-out's rounds follow
    from how many people are left.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(max_length=80)
    slug = models.SlugField(max_length=50)
    about = models.TextField(blank=True)
    kind = models.CharField(max_length=8, choices=SeasonKind.choices, default=SeasonKind.LEAGUE)
    going_on = models.PositiveSmallIntegerField(
        default=1, help_text="of each table of a knock-out so many go on"
    )
    phase = models.CharField(max_length=11, choices=SeasonPhase.choices, default=SeasonPhase.DRAFT)
    previous = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="following"
    )
    by_invitation = models.BooleanField(
        default=False, help_text="only those take part whom an organizer enters"
    )
    games = models.JSONField(default=list)
    settings = models.JSONField(
        default=dict, blank=True, help_text="settings of its games that differ from the club's"
    )
    rounds = models.PositiveSmallIntegerField(default=3)
    table_size = models.PositiveSmallIntegerField(default=4)
    days = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="days after which a round's games should be over"
    )
    points = models.JSONField(default=dict)
    tie_breaks = models.JSONField(default=list)
    starting = models.CharField(max_length=5, choices=Starting.choices, default=Starting.BY_HAND)
    closes = models.DateTimeField(null=True, blank=True, help_text="when registration closes")
    begins = models.DateTimeField(null=True, blank=True, help_text="when the first round begins")
    every = models.PositiveSmallIntegerField(
        default=30, help_text="days from one round's date to the next"
    )
    draft = models.JSONField(
        default=dict, blank=True, help_text="a draw that was asked for and does not bind yet"
    )
    made = models.DateTimeField()
    opened = models.DateTimeField(
        null=True, blank=True, help_text="when registration was opened first"
    )
    ended = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["-pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["club", "slug"], name="one_season_an_address")
        ]

    def __str__(self) -> str:
        return self.name

    def game_of(self, number: int) -> dict[str, Any]:
        """The system and options that a round plays."""
        chosen: dict[str, Any] = self.games[(number - 1) % len(self.games)]
        return chosen


ONLY_DIVISION = "Division"
"""The name of a season's only division, which nobody is told."""


class Division(models.Model):
    """A division: 1 is the highest. `up` and `down`: how many change places with its neighbours."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="divisions")
    order = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=40)
    size = models.PositiveSmallIntegerField(help_text="people it has room for")
    up = models.PositiveSmallIntegerField(default=0, help_text="how many go up after the season")
    down = models.PositiveSmallIntegerField(default=0, help_text="how many go down after it")

    class Meta:
        ordering: ClassVar[list[str]] = ["season_id", "order"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["season", "order"], name="one_division_a_rank")
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def called(self) -> str:
        """Its name where a season has several; "" for the only one."""
        return "" if self.name == ONLY_DIVISION else self.name


class Entrant(models.Model):
    """Somebody who registered for a season. The row stays when they withdraw, or are removed."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="entrants")
    player = models.ForeignKey(
        Player, null=True, on_delete=models.SET_NULL, related_name="entrants"
    )
    division = models.ForeignKey(
        Division, null=True, blank=True, on_delete=models.SET_NULL, related_name="entrants"
    )
    registered = models.DateTimeField()
    confirmed = models.DateTimeField(null=True, blank=True)
    withdrawn = models.DateTimeField(null=True, blank=True)
    enters = models.PositiveSmallIntegerField(default=1, help_text="the first round they play")
    seed = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="place in the seeding of a knock-out that is drawn"
    )

    class Meta:
        ordering: ClassVar[list[str]] = ["season_id", "registered", "pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["season", "player"], name="one_entry_a_season")
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """What standings call them."""
        return self.player.display_name if self.player else f"Removed account {self.pk}"


class KeptApart(models.Model):
    """Two who are never to sit at one table."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="kept_apart")
    one = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")


class Round(models.Model):
    """A round that was drawn, for all divisions."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="drawn_rounds")
    number = models.PositiveSmallIntegerField()
    drawn = models.DateTimeField(help_text="when its draw was bound")
    begins = models.DateTimeField(null=True, blank=True, help_text="its date, if it has one")
    begun = models.DateTimeField(null=True, blank=True)
    approved = models.DateTimeField(null=True, blank=True, help_text="since then it is final")
    quality = models.JSONField(default=dict, blank=True, help_text="how good its draw is, in words")
    byes = models.ManyToManyField(
        Entrant, blank=True, related_name="+", help_text="who goes on in a knock-out without a game"
    )

    class Meta:
        ordering: ClassVar[list[str]] = ["season_id", "number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["season", "number"], name="one_round_a_number")
        ]

    def __str__(self) -> str:
        return f"round {self.number}"


class SeasonTable(models.Model):
    """A table of a round, and its game once that is made."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField(help_text="within its division and round")
    game = models.OneToOneField(
        Game, null=True, blank=True, on_delete=models.SET_NULL, related_name="season_table"
    )

    class Meta:
        ordering: ClassVar[list[str]] = ["round_id", "division__order", "number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["round", "division", "number"], name="one_season_table_a_number"
            )
        ]

    def __str__(self) -> str:
        place = f"{self.round}, table {self.number}"
        return f"{self.division.called}, {place}" if self.division.called else place


class SeasonPlace(models.Model):
    """Who sits where at a season's table, counted from 0 round it; who begins each game throws."""

    table = models.ForeignKey(SeasonTable, on_delete=models.CASCADE, related_name="places")
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="places")
    seat = models.PositiveSmallIntegerField()

    class Meta:
        ordering: ClassVar[list[str]] = ["table_id", "seat"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "seat"], name="one_entrant_a_season_place"),
            models.UniqueConstraint(fields=["table", "entrant"], name="one_place_an_entrant"),
        ]


class ResultCause(models.TextChoices):
    """Why a result stands as it does."""

    GAME = "game", "as the game ended"
    CORRECTED = "corrected", "stated by an organizer"
    FORFEIT = "forfeit", "forfeited"
    WALKOVER = "walkover", "nobody else was left at the table"


class StatedResult(models.Model):
    """A result at one place: what was approved, or what an organizer stated. Rows are only added;
    the latest counts.
    """

    place = models.ForeignKey(SeasonPlace, on_delete=models.CASCADE, related_name="results")
    rank = models.PositiveSmallIntegerField(help_text="1 for who came first")
    cause = models.CharField(max_length=9, choices=ResultCause.choices)
    why = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
