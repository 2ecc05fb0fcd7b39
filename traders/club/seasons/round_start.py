"""Rounds that begin: a game for each table, its people seated in the order of the draw."""

from __future__ import annotations

from functools import partial

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from traders.club.fault_isolation import by_itself
from traders.club.seasons import season_letters
from traders.club.seasons.kinds import kind_of
from traders.club.seasons.locked_season import hold, now
from traders.club.seasons.participants_and_waiting_list import entries
from traders.club.seasons.playable_table_sizes import SMALLEST
from traders.club.seasons.table_results import results_at
from traders.domain.calendar import clock
from traders.domain.people import club_roles, seating
from traders.domain.play import door
from traders.domain.timeline import timeline
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import COLOURS
from traders.engines.kernel.words import count
from traders.models import (
    Entrant,
    Game,
    Phase,
    Player,
    Round,
    Season,
    SeasonPhase,
    SeasonTable,
    Seat,
    SittingCause,
    Starting,
    StatedResult,
)

BEGINS = (SeasonPhase.DRAWN, SeasonPhase.RUNNING)
LONGEST = Game._meta.get_field("title").max_length or 80


def coming(season: Season) -> Round | None:
    """The next round that has not begun; None where there is none."""
    return season.drawn_rounds.filter(begun=None).first()


def begin(season_id: int, by: Player | None = None, number: int | None = None) -> Round:
    """Begin the next round: its games are made, and their first letters go out. Where somebody sits
    there who has gone, the kind of season says what follows, or refuses. `number`: of the round
    that is meant; refused where another is next, so that two who press at once begin one. What the
    season's people have written by then is read first.
    """
    people = Entrant.objects.filter(season=season_id, withdrawn=None).exclude(player=None)
    timeline.read_before(people.values("player"), clock.taken())
    with hold(season_id, *BEGINS, by=by) as season:
        round_ = coming(season)
        if number is not None and (round_ is None or number != round_.number):
            named = kind_of(season).title(season, number)
            told = f"{named} of {season.name} is not the next to begin."
            raise Refusal(told, "PR-SEASON-03", kind="stale")
        if round_ is None:
            raise Refusal("All rounds that were drawn have begun.", kind="stale")
        club_roles.not_closed(season.club)
        if gone := _gone(season, round_):
            kind_of(season).gone(round_, gone)
        round_.begun = now()
        round_.save(update_fields=["begun"])
        season.phase = SeasonPhase.RUNNING
        season.save(update_fields=["phase"])
    make_games(round_)
    return round_


def _gone(season: Season, round_: Round) -> list[Entrant]:
    """Who sits in the round and takes part no more."""
    there = {entrant.pk for entrant in entries(season).taking_part}
    seated = season.entrants.filter(places__table__round=round_).exclude(pk__in=there)
    return list(seated.select_related("player").distinct())


def make_games(round_: Round) -> int:
    """Make the games of a round that has begun and lacks them, each by itself; returns how many."""
    tables = SeasonTable.objects.filter(round=round_, game=None).values_list("pk", flat=True)
    return sum(_make_game(table) for table in list(tables))


@transaction.atomic
def _make_game(table_id: int) -> bool:
    table = (
        SeasonTable.objects.select_for_update(of=("self",))
        .select_related("round__season__club", "division")
        .get(pk=table_id)
    )
    season, number = table.round.season, table.round.number
    places = list(table.places.filter(results=None).select_related("entrant__player"))
    if table.game_id is not None or len(places) < SMALLEST:
        return False
    if any(one.entrant.player is None for one in places):
        return False
    chosen = season.game_of(number)
    game = door.create(
        chosen["system"],
        COLOURS[: len(places)],
        chosen.get("options", {}),
        season.settings,
        title=_title(season, table),
        club=season.club,
    )
    seats = Seat.objects.filter(game=game).order_by("place")
    seated = {seat: one.entrant.player for seat, one in zip(seats, places, strict=True)}
    seating.seat_all(seated, now(), SittingCause.GATHERED)
    table.game = game
    table.save(update_fields=["game"])
    door.begin(game.pk)
    return True


def _title(season: Season, table: SeasonTable) -> str:
    """The game's title: the round and the season first, since a letter's subject cuts a title at
    its end, and by these a player tells games apart.
    """
    division = f", {table.division.name.lower()}" if season.divisions.count() > 1 else ""
    several = table.round.tables.filter(division=table.division).count() > 1
    name = kind_of(season).title(season, table.round.number)
    end = f"{f', table {table.number}' if several else ''}{division}"
    return f"{name}, {season.name[: LONGEST - len(name) - len(end) - 2]}{end}"


def is_played(round_: Round) -> bool:
    """Whether all games of the round are over. A table at which nobody could play has none."""
    stated = Exists(StatedResult.objects.filter(place__table=OuterRef("pk")))
    tables = SeasonTable.objects.filter(round=round_).exclude(game__phase=Phase.OVER)
    waits = tables.filter(Q(game__isnull=False) | ~stated)
    return round_.begun is not None and not waits.exists()


def due(season: Season) -> bool:
    """Whether the next round begins by itself now."""
    round_ = coming(season)
    if round_ is None or season.starting == Starting.BY_HAND:
        return False
    if season.starting == Starting.ON_DATE:
        return round_.begins is not None and round_.begins <= now()
    before = season.drawn_rounds.exclude(begun=None).last()
    return is_played(before) if before else not entries(season).unconfirmed


def sweep() -> int:
    """Begin rounds whose time has come, and make games that are missing; returns how many rounds
    began. In a closed club nothing begins, and a season that fails stops no other.
    """
    seasons = Season.objects.filter(phase__in=BEGINS, club__closed=None).select_related("club")
    return sum(bool(by_itself(f"season {one.pk}", partial(_swept, one))) for one in seasons)


def _swept(season: Season) -> bool:
    """Whether a round of the season began. Where one cannot begin, lacks games that cannot be made,
    or has all its games over, the organizers are told once.
    """
    for round_ in season.drawn_rounds.exclude(begun=None).filter(approved=None):
        try:
            make_games(round_)
        except Refusal as refusal:
            title = f"Games of round {round_.number} of {season.name} are missing"
            season_letters.tell_organizers(season, f"lacks.{round_.pk}", title, [refusal.text])
        _tell_when_played(season, round_)
    if not due(season):
        return False
    try:
        begin(season.pk)
    except Refusal as refusal:
        stuck = coming(season)
        if stuck is not None:
            title = f"Round {stuck.number} of {season.name} has not begun"
            season_letters.tell_organizers(season, f"stuck.{stuck.pk}", title, [refusal.text])
        return False
    return True


def _tell_when_played(season: Season, round_: Round) -> None:
    if is_played(round_):
        name = kind_of(season).title(season, round_.number)
        over = f"All games of {name.lower()} of {season.name} are over."
        missing = sum(not one.settled for one in results_at(round_.tables.all()))
        without = f" {count(missing, 'game')} ended without a result: state one." if missing else ""
        told = [f"{over}{without} Look at the results; once you approve them they are final."]
        title = f"{name} of {season.name} is played"
        season_letters.tell_organizers(season, f"played.{round_.pk}", title, told)
