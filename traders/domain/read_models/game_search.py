"""A search of games: by what their lines in a list tell, so that nobody finds by it what the list
would not show them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from urllib.parse import urlencode

from django.db.models import Exists, OuterRef, Q, QuerySet, Value

from traders.domain.play.commands import player_name_rules
from traders.domain.settings import game_settings
from traders.engines.registry import ENGINES
from traders.models import Game, Phase, Seat
from traders.models.game_queries import FREE, as_set

MOST = 80
"""Characters of what is searched for; the rest is left out."""

DAY = timedelta(days=1)
SPEEDS: dict[str, tuple[str, timedelta, timedelta]] = {
    "fast": ("a turn within a day", timedelta(0), DAY),
    "steady": ("a turn within three days", DAY, 3 * DAY),
    "slow": ("more than three days a turn", 3 * DAY, timedelta.max),
}
"""Each speed as addresses have it: its words; the time for a turn is more than the one and at most
the other.
"""


@dataclass(frozen=True)
class GameSearch:
    """What is searched for; "" and false: whatever it is."""

    words: str = ""
    system: str = ""
    speed: str = ""
    free: bool = False

    @classmethod
    def asked(cls, fields: Mapping[str, str]) -> GameSearch:
        """The search of an address: `q`, `system`, `speed`, `free`. What is unknown is left out."""
        system, speed = fields.get("system", ""), fields.get("speed", "")
        return cls(
            words_of(fields.get("q", "")),
            system if system in ENGINES else "",
            speed if speed in SPEEDS else "",
            bool(fields.get("free")),
        )

    def __bool__(self) -> bool:
        return self != GameSearch()

    @property
    def query(self) -> str:
        """The search as an address has it."""
        said = {"q": self.words, "system": self.system, "speed": self.speed}
        said["free"] = "1" if self.free else ""
        return urlencode({name: value for name, value in said.items() if value})

    def among(self, games: QuerySet[Game]) -> QuerySet[Game]:
        """Those of the games that are meant. `games`: ones whose lines the reader sees."""
        if self.system:
            games = games.filter(system=self.system)
        if self.words:
            games = games.filter(Q(title__icontains=self.words) | Exists(self._played_by()))
        if self.free:
            seats = Seat.objects.filter(FREE)
            games = games.filter(pk__in=seats.values("game")).exclude(phase=Phase.OVER)
        return self._as_fast(games) if self.speed else games

    def _played_by(self) -> QuerySet[Seat]:
        """Seats of people whom the game calls so: what their name was elsewhere, or is by now,
        tells nothing here.
        """
        called = Q(name__icontains=self.words) | Q(
            name="", player__display_name__icontains=self.words
        )
        return Seat.objects.filter(called, game=OuterRef("pk"), bot=False, left=None).exclude(
            player=None
        )

    def _as_fast(self, games: QuerySet[Game]) -> QuerySet[Game]:
        """Times for a turn are kept as people write them: each that is found is read once."""
        written = as_set("turn_time", Value(game_settings.DEFAULTS["turn_time"]))
        games = games.alias(turn_time=written)
        found = games.order_by().values_list(written, flat=True).distinct()
        _, more, most = SPEEDS[self.speed]
        read = game_settings.READERS["turn_time"]
        return games.filter(turn_time__in=[one for one in found if more < read(one) <= most])


def words_of(text: str) -> str:
    """What somebody searches for, as names are kept; without what no database holds."""
    return player_name_rules.plain(text.replace("\x00", ""))[:MOST]
