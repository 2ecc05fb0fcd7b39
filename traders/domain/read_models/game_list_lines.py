"""Games as lines of a list, as a reader may see them."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Prefetch, QuerySet, prefetch_related_objects

from traders.domain.deadlines import interval_answer_status
from traders.domain.history import watching_delay
from traders.domain.history.recording_and_replay import position_now
from traders.domain.people import seating
from traders.domain.play.commands import leaving_and_taking_seats
from traders.domain.read_models.announced_due_times import due_of, with_deadline
from traders.domain.table.waits_in_words import waits_in_words
from traders.engines.kernel.contract.contract import Interval
from traders.engines.registry import engine as engine_of
from traders.models import Game, Phase, Player, Sealed, SealedKind, Seat
from traders.models.game_queries import FREE, MOVED_AS_SEEN, OF_LATE

NOT_SHOWN = frozenset({"position", "course", "secret"})
"""What of a game no line of others' games needs."""


@dataclass(frozen=True)
class GameLine:
    """One game in a list."""

    game: Game
    seats: list[Seat]
    waits: str = ""
    asks_me: bool = False
    behind: bool = False
    """Whether the reader sees the game later than it is played: its line tells nothing of now."""

    @property
    def due(self) -> datetime | None:
        if self.behind:
            return None
        return due_of(
            self.game, lambda: engine_of(self.game.system).pending(position_now(self.game))
        )

    @property
    def free(self) -> list[Seat]:
        return (
            [seat for seat in self.seats if leaving_and_taking_seats.is_free(seat)]
            if self.game.phase != Phase.OVER
            else []
        )

    @property
    def title(self) -> str:
        return engine_of(self.game.system).title


def own_lines(games: QuerySet[Game], reader: Player) -> list[GameLine]:
    """Lines of the reader's own games, what was moved last first."""
    found = list(listed(games, NOT_SHOWN - {"position"}).order_by("-moved", "-created", "-pk"))
    words = interval_answer_status.kept(found) if found else {}
    return [line_of(game, reader, words) for game in found]


def waiting(reader: Player) -> list[GameLine]:
    """Lines of the reader's games that wait for an answer, what falls due first first."""
    playing = Game.objects.filter(
        pk__in=Seat.objects.filter(player=reader, left=None).values("game")
    ).exclude(phase=Phase.OVER)
    return most_urgent(own_lines(playing, reader))


def with_another(games: QuerySet[Game], reader: Player | None) -> QuerySet[Game]:
    """Games with `another`: whether another game asks something of the reader."""
    if reader is None:
        return games
    passed = Sealed.objects.filter(
        game=OuterRef("game"), seat=OuterRef("colour"), kind=SealedKind.PASS, used=None
    )
    bits = F("game__asked").bitrightshift(F("place"))  # type: ignore[arg-type] # of each row
    asked = Seat.objects.alias(asked=bits % 2).filter(
        ~Exists(passed), player=reader, left=None, game__phase=Phase.PLAYING, asked=1
    )
    return games.annotate(another=Exists(asked.exclude(game=OuterRef("pk"))))


def most_urgent(own: Iterable[GameLine]) -> list[GameLine]:
    """Those that wait for their reader, what falls due first before the others."""
    return sorted(
        (line for line in own if line.asks_me), key=lambda line: (line.due is None, line.due)
    )


def listed(games: QuerySet[Game], without: Set[str] = NOT_SHOWN) -> QuerySet[Game]:
    """Games with what their lines show."""
    return _shown(games, without).prefetch_related(_with_seats())


def _shown(games: QuerySet[Game], without: Set[str] = NOT_SHOWN) -> QuerySet[Game]:
    return with_deadline(games.select_related("club")).defer(*without)


def _with_seats() -> Prefetch:
    return Prefetch("seats", Seat.objects.select_related("player"))


class OfOthers:
    """Games of others: those with a free seat first, then those that run, then those that are over;
    none that was cancelled before it began. `free`: those with a free seat alone.

    Each part is read in its order by an index, as far as a slice goes: however many games there
    are, a page costs the same. Nobody counts them.
    """

    def __init__(self, games: QuerySet[Game], *, free: bool = False) -> None:
        going = games.exclude(phase=Phase.OVER)
        seats = Seat.objects.filter(FREE)
        moved = MOVED_AS_SEEN.desc(nulls_last=True)
        open_seats = going.filter(pk__in=seats.values("game"))
        self._parts = [open_seats.order_by(moved, "-created", "-pk")]
        if not free:
            over = games.filter(phase=Phase.OVER, number__gt=0)
            full = going.filter(~Exists(seats.filter(game=OuterRef("pk"))))
            self._parts.append(full.order_by(OF_LATE.desc(), "-created", "-pk"))
            self._parts.append(over.order_by("-ended", "-moved", "-created", "-pk"))

    def __getitem__(self, wanted: slice) -> list[Game]:
        start, stop = wanted.start or 0, wanted.stop
        found: list[Game] = []
        for part in self._parts:
            rows = list(_shown(part)[start:stop])
            found += rows
            if len(rows) == stop - start:
                break
            passed = start + len(rows) if rows or not start else min(start, part.count())
            start, stop = start - min(start, passed), stop - passed
        prefetch_related_objects(found, _with_seats())
        return found


def line_of(
    game: Game, reader: Player | None, words: interval_answer_status.Words | None = None
) -> GameLine:
    """A game's line; only of the reader's own games is the position looked into, for what it asks
    of that seat. `words`: what is kept of them.
    """
    seats = list(game.seats.all())
    if game.phase == Phase.GATHERING:
        return GameLine(game, seats, "Waits for its players.")
    mine = seating.had_by(reader, seats)
    if mine is None and watching_delay.seen_until(game) is not None:
        return GameLine(game, seats, "Is being played.", behind=True)
    if mine is None or game.phase == Phase.OVER:
        return GameLine(game, seats, game.waiting_for)
    pending = engine_of(game.system).pending(position_now(game))
    asks = game.asked >> mine.place & 1 and not (
        isinstance(pending, Interval)
        and interval_answer_status.said(game, mine.colour, pending.key, words)
    )
    return GameLine(game, seats, waits_in_words(pending, mine.colour, game.system), bool(asks))
