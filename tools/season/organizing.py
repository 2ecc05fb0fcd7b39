"""The organizer of a simulated season: founds the club, draws, approves, ends what lasts too long,
and looks at the desk once a day.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from traders.club.desk import game_facts_query, game_list_by_trouble
from traders.club.desk.game_list_by_trouble import DeskLine
from traders.club.seasons import (
    closing,
    registration,
    result_approval,
    season_draw,
    setting_up,
)
from traders.club.seasons import (
    round_start as rounds,
)
from traders.club.seasons.draft_draw import draft_of
from traders.club.seasons.participants_and_waiting_list import entries
from traders.club.seasons.table_results import results
from traders.domain.history import declared_end
from traders.domain.people import club_roles
from traders.domain.play.organizer import ending_and_announcing
from traders.engines.kernel.refusal import Refusal
from traders.models import (
    Game,
    Membership,
    Phase,
    Player,
    Round,
    Season,
    SeasonPhase,
    SeasonTable,
    Starting,
)

GAMES: tuple[Mapping[str, Any], ...] = (
    {"system": "traders-luck", "options": {"days": 12}},
    {"system": "imperial-trader", "options": {"rounds": 4, "rounds_at_once": True}},
)
"""Games short enough for a league, in turn round by round."""
TIMES = {"turn_time": "48h", "grace": "12h", "bank_limit": "24h", "interval_time": "12h"}
"""Settings of its games."""
LARGE = 20
"""People of a division, at most."""
MOST_DRAWS = 3
"""Draws that are tried where one comes to no end."""
MONTH = 30
"""Days of a month."""
DAY = timedelta(days=1)
TOO_LONG = "The season's days for this round are over"


@dataclass(frozen=True, slots=True)
class SeasonSize:
    """How large a season is to be, and by which seed."""

    people: int = 60
    rounds: int = 6
    table: int = 4
    months: int = 6
    seed: int = 1
    games: Sequence[Mapping[str, Any]] = GAMES

    @property
    def days(self) -> int:
        """Days from its beginning to its end."""
        return self.months * MONTH

    @property
    def every(self) -> int:
        """Days from one round's beginning to the next."""
        return max(1, self.days // (self.rounds + 1))

    @property
    def divisions(self) -> list[int]:
        """People of each division, as even as can be."""
        count = -(-self.people // LARGE)
        return [self.people // count + (number < self.people % count) for number in range(count)]


class Organizing:
    """One season of one club, and what its organizer does."""

    def __init__(self, size: SeasonSize, begins: datetime) -> None:
        self.size, self.begins = size, begins
        self.organizer = Player.objects.create_user("olga@example.org", display_name="Olga")
        self.club = club_roles.found("Star League", "star-league", self.organizer)
        self.players = [self._member(f"Player {number}") for number in range(1, size.people + 1)]
        self.stand_ins = [
            self._member(f"Substitute {number}") for number in range(1, 2 + size.people // 8)
        ]
        Membership.objects.filter(player__in=self.stand_ins).update(stands_in=True)
        self.ended: set[int] = set()
        """Games that were ended because they lasted too long."""
        self.drawn_anew = 0
        self.season = self._season()

    def _member(self, name: str) -> Player:
        address = f"{name.lower().replace(' ', '.')}@example.org"
        player = Player.objects.create_user(address, display_name=name)
        club_roles.admit(self.club, player)
        return player

    def _season(self) -> Season:
        """A season with its people, drawn."""
        size = self.size
        plan = setting_up.SeasonPlan(
            name="Season 1",
            games=size.games,
            rounds=size.rounds,
            table_size=size.table,
            divisions=size.divisions,
            moving=2 if len(size.divisions) > 1 else 0,
            settings=TIMES,
            starting=Starting.ON_DATE,
            begins=self.begins,
            every=size.every,
            days=2 * size.every,
        )
        season = setting_up.make(self.club, self.organizer, plan)
        registration.open_registration(season.pk, self.organizer)
        for player in self.players:
            registration.register(season.pk, player)
            registration.confirm(season.pk, player)
        self._draw(season)
        return season

    def _draw(self, season: Season) -> None:
        """Draw, and bind what was drawn; once more with another seed where nothing was."""
        for _ in range(MOST_DRAWS):
            asked = season_draw.ask(season.pk, self.organizer)
            season_draw.work(season.pk)
            season.refresh_from_db(fields=["draft"])
            drawn = draft_of(season)
            if drawn is not None and drawn.state == "ready":
                season_draw.bind(season.pk, self.organizer, asked.seed)
                return
        raise Refusal(drawn.words if drawn else "Nothing was drawn.")

    # --- day by day ---------------------------------------------------------------------------

    def desk(self, now: datetime, slug: str = "") -> list[DeskLine]:
        """The desk as it stands; `slug`: the line of that game."""
        return game_list_by_trouble.lines(
            game_facts_query.games_of(self.club, self.organizer, now, slug), now
        )

    def daily(self, now: datetime, lost: Collection[int]) -> None:
        """What there is to do in the season today. `lost`: players who are known to be gone."""
        self._end_long_games(now)
        self._approve()
        coming = rounds.coming(self.season)
        if coming and coming.begins and coming.begins - now < DAY:
            self._leave_out(lost)

    def _leave_out(self, lost: Collection[int]) -> None:
        """Who is gone plays in no coming round: it is drawn anew without them."""
        gone = [one for one in entries(self.season).taking_part if one.player_id in lost]
        for entrant in gone:
            registration.take_out(self.season.pk, entrant.pk, self.organizer)
        if gone:
            self._draw(self.season)
            self.drawn_anew += 1

    def _end_long_games(self, now: datetime) -> None:
        until = now - timedelta(days=2 * self.size.every)
        late = SeasonTable.objects.filter(round__begun__lte=until, game__phase=Phase.PLAYING)
        for pk in late.values_list("game_id", flat=True):
            assert pk is not None
            try:
                ending_and_announcing.end(
                    pk, self.organizer, declared_end.Ending.AS_IT_STOOD, TOO_LONG
                )
            except Refusal:
                ending_and_announcing.end(pk, self.organizer, declared_end.Ending.VOID, TOO_LONG)
            self.ended.add(pk)

    def _approve(self) -> None:
        for round_ in self.season.drawn_rounds.filter(approved=None).exclude(begun=None):
            if rounds.is_played(round_):
                self._state_missing(round_)
                result_approval.approve(self.season.pk, round_.number, self.organizer)
        unfinished = self.season.drawn_rounds.filter(approved=None).exists()
        running = Season.objects.filter(pk=self.season.pk, phase=SeasonPhase.RUNNING).exists()
        if running and not unfinished:
            closing.end(self.season.pk, self.organizer)

    def _state_missing(self, round_: Round) -> None:
        """A game that counts for nothing is shared by all."""
        for found in results(self.season):
            if found.table.round_id == round_.pk and not found.settled:
                ranks = {one.place.entrant_id: 1 for one in found.places}
                result_approval.correct(
                    self.season.pk, found.table.pk, ranks, "It counts for nothing", self.organizer
                )

    @property
    def over(self) -> bool:
        """Whether the season is over, with its final tables."""
        return Season.objects.filter(pk=self.season.pk, phase=SeasonPhase.OVER).exists()

    @property
    def games(self) -> list[Game]:
        """The season's games, without their positions."""
        rows = Game.objects.filter(season_table__round__season=self.season)
        return list(rows.defer("position", "course", "secret").order_by("pk"))
