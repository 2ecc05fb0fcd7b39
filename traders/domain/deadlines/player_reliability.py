"""How reliable a player is: turns that they ended themselves beside turns that the clock ended, and
games finished beside seats left. Derived from what is stored, and kept nowhere.

Old turns count less and less: half as much after half a year. What is excused counts nothing: a
turn that the clock ended on a day off that was announced, or over which the server was down. Games
against bots alone do not count.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, F, Q, QuerySet

from traders.domain.calendar import clock
from traders.domain.deadlines import heartbeat_and_outages, turn_clock
from traders.domain.deadlines.game_clocks import DeadlineState
from traders.engines.kernel.words import count
from traders.models import (
    Absence,
    Deadline,
    DeadlineKind,
    Entry,
    Heartbeat,
    Kind,
    Phase,
    Player,
    Seat,
    Sitting,
    SittingCause,
    Source,
)

HALF_LIFE = timedelta(days=182)
LOOKED_AT = 4 * HALF_LIFE
"""How far back turns are counted: what is older weighs next to nothing."""
SURE = 1.64
"""Standard deviations to either side within which a share lies nine times in ten."""
LEAST_KNOWN = 5.0
"""Weight of turns from which a share is told."""
_GONE = (SittingCause.LEFT, SittingCause.REPLACED, SittingCause.REMOVED)


@dataclass(frozen=True, slots=True)
class Reliability:
    """What is known of one player."""

    answered: int = 0
    missed: int = 0
    weight: float = 0.0
    """How many turns of today all of them count as."""
    share: float = 0.0
    """Of these, from 0 to 1, those that the player ended."""
    finished: int = 0
    left: int = 0
    stood_in: int = 0

    @property
    def known(self) -> bool:
        """Whether there are turns enough to tell a share."""
        return self.weight >= LEAST_KNOWN

    @property
    def within(self) -> tuple[float, float]:
        """The least and the most that the share may be, nine times in ten (Wilson's interval)."""
        if not self.weight:
            return 0.0, 1.0
        spread = SURE * SURE / self.weight
        middle = (self.share + spread / 2) / (1 + spread)
        deviation = self.share * (1 - self.share) / self.weight + spread / (4 * self.weight)
        half = SURE * math.sqrt(deviation) / (1 + spread)
        return max(0.0, min(middle - half, self.share)), min(1.0, max(middle + half, self.share))

    @property
    def words(self) -> str:
        """In words: `answers 96 of 100 turns (90 to 98 are sure); 3 games finished, 1 left`."""
        least, most = (round(100 * end) for end in self.within)
        turns = (
            f"answers {round(100 * self.share)} of 100 turns ({least} to {most} are sure)"
            if self.known
            else f"little is known yet: {count(self.answered + self.missed, 'turn')}"
        )
        games = [f"{count(self.finished, 'game')} finished"]
        games += [f"{self.left} left"] * bool(self.left)
        games += [f"stood in {count(self.stood_in, 'time')}"] * bool(self.stood_in)
        return f"{turns}; {', '.join(games)}"


def weighed(turns: Iterable[tuple[datetime, bool]], now: datetime) -> Reliability:
    """What turns tell, each with its end and whether its player ended it."""
    answered = missed = 0
    weights = {True: 0.0, False: 0.0}
    for ended, own in turns:
        weights[own] += 0.5 ** (max(now - ended, timedelta()) / HALF_LIFE)
        answered, missed = answered + own, missed + (not own)
    weight = weights[True] + weights[False]
    share = weights[True] / weight if weight else 0.0
    return Reliability(answered, missed, weight, share)


def of(player: Player, now: datetime | None = None) -> Reliability:
    """How reliable a player is, now."""
    return of_all([player.pk], now)[player.pk]


def of_all(players: Sequence[int], now: datetime | None = None) -> dict[int, Reliability]:
    """The same of several, by id, in a few statements however many they are."""
    now = now or clock.now()
    sittings = _sittings(players)
    turns = _turns(sittings, now)
    games = _games(sittings)
    found: dict[int, Reliability] = {}
    for player in players:
        known = weighed(turns[player], now)
        finished, left, stood_in = games[player]
        found[player] = Reliability(
            known.answered, known.missed, known.weight, known.share, finished, left, stood_in
        )
    return found


def _sittings(players: Sequence[int]) -> list[Sitting]:
    """Their sittings in games that began, of more people than one."""
    people = Count("seat__game__seats", filter=Q(seat__game__seats__bot=False))
    begun = Q(until=None) | Q(until__gt=F("seat__game__started"))
    rows = Sitting.objects.filter(begun, player__in=players, seat__game__started__isnull=False)
    return list(
        rows.annotate(people=people)
        .filter(people__gt=1)
        .select_related("seat", "seat__game")
        .only(
            "player_id", "since", "until", "began", "ended", "seat__colour", "seat__game_id",
            "seat__game__phase",
        )
        .order_by("pk")
    )  # fmt: skip


def _games(sittings: Iterable[Sitting]) -> Mapping[int, tuple[int, int, int]]:
    """By player: games finished, left, and taken over. Who came back to a seat has not left it."""
    last = {(one.player_id, one.seat.game_id): one for one in sittings}
    found: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    for (player, _), one in last.items():
        if player is None:
            continue
        if one.ended in _GONE:
            found[player][1] += 1
        elif one.seat.game.phase == Phase.OVER:
            found[player][0] += 1
    for one in sittings:
        if one.player_id is not None and one.began == SittingCause.SUBSTITUTE:
            found[one.player_id][2] += 1
    return defaultdict(
        lambda: (0, 0, 0), {player: (one[0], one[1], one[2]) for player, one in found.items()}
    )


def _turns(sittings: Sequence[Sitting], now: datetime) -> Mapping[int, list[tuple[datetime, bool]]]:
    """By player the turns that ended while they sat, with whether they ended them; without what is
    excused. A turn into which play backed up counts once, as it ended in the end.
    """
    games = {one.seat.game_id for one in sittings}
    by_seat: dict[tuple[int, str], list[Sitting]] = defaultdict(list)
    for one in sittings:
        by_seat[one.seat.game_id, one.seat.colour].append(one)
    ended = list(
        Deadline.objects.filter(
            turn_clock.of_turns(), game__in=games, done_at__gt=now - LOOKED_AT
        ).order_by("pk")
    )
    excused = _excused(by_seat, now)
    turns: dict[int, dict[tuple[int, str, str], tuple[datetime, bool]]] = defaultdict(dict)
    for row, colour, at, own in _ends(ended, games):
        player = _sitter(by_seat.get((row.game_id, colour), ()), at)
        if player and row.done_at is not None:
            if own or not excused.covers(row.game_id, colour, row.set_at, row.done_at):
                turns[player][row.game_id, colour, row.key] = (row.done_at, own)
    return defaultdict(list, {player: list(some.values()) for player, some in turns.items()})


def _ends(
    rows: Sequence[Deadline], games: Collection[int]
) -> Iterator[tuple[Deadline, str, datetime, bool]]:
    """Each turn that is over, by seat, with when it ended and whether its player ended it. Of a
    round that all order at once those did who had answered by its deadline, when they answered; one
    that nothing closed was undone.
    """
    rounds = {row.game_id for row in rows if row.kind == DeadlineKind.INTERVAL}
    by_clock = Q(game__in=games, kind=Kind.ORDER, source=Source.DEADLINE)
    entries = Entry.objects.filter(by_clock | Q(game__in=rounds, kind=Kind.CLOSE)).order_by()
    clocked: set[tuple[int, str, datetime]] = set()
    closed: dict[tuple[int, datetime], bool] = {}
    for game, seat, at, kind, source in entries.values_list(
        "game_id", "seat", "at", "kind", "source"
    ):
        if kind == Kind.CLOSE:
            closed[game, at] = closed.get((game, at), False) or source == Source.DEADLINE
        else:
            clocked.add((game, seat, at))
    for row in rows:
        assert row.done_at is not None, "a turn that is over"
        if row.kind == DeadlineKind.TURN:
            own = (row.game_id, row.seat, row.done_at) not in clocked
            yield row, row.seat, row.done_at, own
        elif (row.game_id, row.done_at) in closed:
            terms = DeadlineState.read(row.data)
            for seat in terms.clocks:
                own = seat in terms.answered or not closed[row.game_id, row.done_at]
                yield row, seat, terms.answered.get(seat, row.done_at), own


def _sitter(sittings: Sequence[Sitting], at: datetime) -> int | None:
    """Who of those asked about answers for the seat then: who had it, or had left it and took it
    back later (PR-SEAT-01).
    """
    left: dict[int | None, datetime | None] = {}
    for one in sittings:
        before = left.get(one.player_id) if one.began == SittingCause.RETURNED else None
        if (before or one.since) <= at and (one.until is None or at <= one.until):
            return one.player_id
        left[one.player_id] = one.until
    return None


@dataclass(frozen=True, slots=True)
class _Excused:
    """Spans in which a turn that was not answered says nothing: days off, by seat; outages."""

    away: Mapping[tuple[int, str], Sequence[tuple[datetime, datetime]]]
    outages: Sequence[heartbeat_and_outages.Outage]

    def covers(self, game: int, colour: str, begun: datetime, done: datetime) -> bool:
        spans = [*self.away.get((game, colour), ())]
        spans += [(one.begin, one.end) for one in self.outages]
        return any(begin < done and begun < end for begin, end in spans)


def _excused(seats: Iterable[tuple[int, str]], now: datetime) -> _Excused:
    games = {game for game, _ in seats}
    away: dict[tuple[int, str], list[tuple[datetime, datetime]]] = defaultdict(list)
    absences = Absence.objects.filter(seat__game__in=games)
    for game, colour, begins, ends, announced in absences.values_list(
        "seat__game_id", "seat__colour", "begins", "ends", "announced"
    ):
        away[game, colour].append((max(begins, announced), ends))
    spans: QuerySet[Heartbeat] = Heartbeat.objects.filter(until__gt=now - LOOKED_AT)
    return _Excused(away, heartbeat_and_outages.between(spans.order_by("pk")))


def seated(seats: Iterable[Seat]) -> dict[str, Reliability]:
    """How reliable the people in these seats are, by colour; bots are left out."""
    people = {
        seat.colour: seat.player_id for seat in seats if seat.player_id is not None and not seat.bot
    }
    found = of_all(sorted(set(people.values()))) if people else {}
    return {colour: found[player] for colour, player in people.items()}
