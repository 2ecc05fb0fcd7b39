"""What the desk tells, read from the rows: few statements, however many games a club has."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db.models import Count, F, OuterRef, Q, Subquery

from traders.club.desk.game_facts import Case, Clock, Fate, GameFacts, SeatFacts
from traders.domain.deadlines import turn_clock
from traders.domain.deadlines.game_clocks import DeadlineState
from traders.domain.people import mailbox_identity, seating
from traders.domain.settings import game_settings
from traders.models import (
    OF_PLAY,
    Absence,
    Club,
    Deadline,
    DeadlineKind,
    Game,
    Letter,
    Phase,
    Player,
    Report,
    ReportKind,
    Seat,
    Sitting,
)

CASES: list[Callable[[Collection[int]], Mapping[int, Case]]] = []
"""What layers above know of games by their ids: the case that waits longest for a ruling."""
FATES = {
    ReportKind.BOUNCED: "bounced",
    ReportKind.REJECTED: "bounced",
    ReportKind.DEFERRED: "deferred",
    ReportKind.DELIVERED: "delivered",
}


def games_of(club: Club, reader: Player, now: datetime, slug: str = "") -> list[GameFacts]:
    """The club's games that are not over, as this organizer may know them; `slug`: that one."""
    turns = turn_clock.of_turns("deadlines__") & Q(deadlines__done_at__isnull=False)
    wanted = club.games.exclude(phase=Phase.OVER).annotate(turns=Count("deadlines", filter=turns))
    wanted = wanted.defer("position", "course", "secret")
    games = list(wanted.filter(slug=slug) if slug else wanted)
    ids = [game.pk for game in games]
    rows = _by_game(Deadline.objects.filter(game__in=ids, done_at=None).order_by("pk"))
    seats, sat = _seats(ids, now), _sat(ids, reader)
    cases = {pk: case for asked in CASES for pk, case in asked(ids).items()}
    return [
        _game(
            game,
            rows.get(game.pk, []),
            seats.get(game.pk, ()),
            turns=game.turns,
            case=cases.get(game.pk),
            own=game.pk in sat,
        )
        for game in games
    ]


def _by_game(rows: Iterable[Any]) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {}
    for row in rows:
        found.setdefault(row.game_id, []).append(row)
    return found


def _game(
    game: Game,
    rows: Collection[Deadline],
    seats: tuple[SeatFacts, ...],
    *,
    turns: int,
    case: Case | None,
    own: bool,
) -> GameFacts:
    settings = game_settings.of(game)
    return GameFacts(
        slug=game.slug,
        title=game.title,
        system=game.system,
        made=game.created,
        begun=game.started,
        moved=game.moved,
        waits=game.waiting_for,
        seats=seats,
        clocks=tuple(map(_clock, _waited(rows))),
        turns=turns,
        patience=2 * max(settings.turn_time + settings.grace, settings.interval_time),
        silent_after=settings.asked_after,
        paused_until=next((row.due for row in rows if row.kind == DeadlineKind.PAUSE), None),
        stands=game.frozen,
        case=case,
        own=own,
    )


def _waited(rows: Collection[Deadline]) -> list[Deadline]:
    """What play waits for: where something is open within turns, that alone, the innermost."""
    inner = [row for row in rows if row.kind in OF_PLAY and row.kind != DeadlineKind.TURN]
    return inner[-1:] or [row for row in rows if row.kind == DeadlineKind.TURN]


def _clock(row: Deadline) -> Clock:
    terms = DeadlineState.read(row.data)
    told = terms.given or (None if terms.held_up else row.due)
    return Clock(
        kind=row.kind,
        seat=row.seat,
        since=terms.opened,
        due=row.due,
        told=told,
        step=terms.step,
    )


def _seats(ids: Collection[int], now: datetime) -> dict[int, tuple[SeatFacts, ...]]:
    """The seats of the games, each with the letter that asked it last."""
    last = Letter.objects.filter(game=OuterRef("game"), seat=OuterRef("colour"), asks=True)
    away = Absence.objects.filter(seat=OuterRef("pk"), begins__lte=now, ends__gt=now)
    rows = list(
        Seat.objects.filter(game__in=ids)
        .select_related("player")
        .annotate(
            asked=Subquery(last.order_by("-entry", "-pk").values("pk")[:1]),
            away=Subquery(away.order_by("-ends").values("ends")[:1]),
        )
        .order_by("game_id", "place")
    )
    fates = _fates({row.asked for row in rows if row.asked and not row.bot})
    found: dict[int, list[SeatFacts]] = {}
    for row in rows:
        facts = SeatFacts(
            colour=row.colour,
            called=row.called,
            bot=row.bot,
            free=seating.is_vacant(row),
            offered=row.offered is not None,
            dropped=row.dropped,
            timeouts=row.timeouts,
            mailbox_dead=row.player is not None and row.player.mailbox_dead_since is not None,
            away_until=row.away,
            fate=fates.get(row.asked or 0),
        )
        found.setdefault(row.game_id, []).append(facts)
    return {game: tuple(seats) for game, seats in found.items()}


def _fates(letters: Collection[int]) -> dict[int, Fate]:
    """What became of these letters: the latest report, else what our mail server said."""
    told = Report.objects.filter(letter=OuterRef("pk"), kind__in=FATES).order_by("-at", "-pk")
    rows = Letter.objects.filter(pk__in=letters).annotate(
        kind_told=Subquery(told.values("kind")[:1]), told_at=Subquery(told.values("at")[:1])
    )
    return {
        pk: Fate(status=FATES[ReportKind(kind)], at=at)
        if kind
        else Fate(status="accepted" if accepted else "written", at=accepted or written)
        for pk, written, accepted, kind, at in rows.values_list(
            "pk", "written", "accepted", "kind_told", "told_at"
        )
    }


def _sat(ids: Collection[int], reader: Player) -> set[int]:
    """Of these games those in which the reader sits or ever sat, with whatever account
    (PR-SEAT-04).
    """
    counts = Q(until=None) | Q(until__gt=F("seat__game__started"))
    sat = Sitting.objects.filter(counts, seat__game__in=ids).exclude(player=None).order_by()
    sits = Seat.objects.filter(game__in=ids).exclude(player=None).order_by()
    rows = sat.values_list("seat__game", "player", "player__email").union(
        sits.values_list("game", "player", "player__email")
    )
    return {
        game
        for game, player, email in rows
        if player == reader.pk or mailbox_identity.same(email, reader.email)
    }
