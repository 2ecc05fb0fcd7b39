"""Entries with which a ruling's scenario may begin: a turn, or the game's own start."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from arbitration.casebook.export.position import as_start, board
from arbitration.models import Ruling
from traders.domain.history import recording_and_replay
from traders.engines.kernel.contract.contract import Turn
from traders.engines.registry import engine as engine_of
from traders.models import Entry, Sitting
from traders.models.players import BOTS

MOST_TURNS = 4
"""How many turns are tried, the latest first."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """An entry after which the scenario begins, with the position in a scenario's vocabulary."""

    entry: int
    clock: datetime
    seats: list[str]
    """In turn order."""
    start: dict[str, object]
    setup: bool = False
    bots: tuple[str, ...] = ()
    """Seats that bots had then: of them the server waits for no answer (PR-INTERVAL-10)."""

    def number(self, entry: int) -> int:
        """An entry's number in the scenario's own history."""
        return entry - self.entry + 1

    def at(self, moment: datetime) -> str:
        """A time relative to the beginning: `+1d2h`."""
        seconds = int((moment - self.clock).total_seconds())
        parts = [
            (seconds // 86400, "d"),
            (seconds // 3600 % 24, "h"),
            (seconds // 60 % 60, "m"),
            (seconds % 60, "s"),
        ]
        return "+" + ("".join(f"{count}{unit}" for count, unit in parts if count) or "0h")


def beginnings(ruling: Ruling) -> Iterator[Beginning]:
    """Possible beginnings: the game's own start if it began with a position, then turns at or
    before the disputed moment, the latest first.
    """
    game = ruling.claim.game
    first = Entry.objects.get(game=game, number=1)
    seats = list(game.seats.order_by("place").values_list("colour", flat=True))
    if game.start is not None:
        start = dict(game.start)
        setup = bool(start.pop("setup", False))
        yield Beginning(1, first.at, seats, start, setup, _bots_at(ruling, first.at))
    engine = engine_of(game.system)
    disputed = ruling.claim.moment.get("entry") or ruling.claim.entry
    turns: list[Beginning] = []
    before = 0
    tail = recording_and_replay.line(game, disputed)
    position = recording_and_replay.beginning(game, *tail[0].parts)
    for entry in tail:
        if entry is not tail[0]:
            position = recording_and_replay.carry_out(engine, position, entry)
        pending = engine.pending(position)
        if isinstance(pending, Turn) and pending.number != before:
            before = pending.number
            written = engine.written(position)
            turns = [
                *turns[-MOST_TURNS + 1 :],
                Beginning(
                    entry.number,
                    entry.at,
                    [seat for seat in written if seat in seats],  # lots may have set another order
                    {**board(game), **as_start(game, written)},
                    bots=_bots_at(ruling, entry.at),
                ),
            ]
    yield from (turn for turn in reversed(turns) if turn.entry > 1 or game.start is None)


def _bots_at(ruling: Ruling, at: datetime) -> tuple[str, ...]:
    """The seats that bots had at that time, in the order of the table."""
    sat = Sitting.objects.filter(
        Q(until=None) | Q(until__gt=at),
        seat__game=ruling.claim.game_id,
        since__lte=at,
        player__email__endswith=f"@{BOTS}",
    )
    return tuple(sat.order_by("seat__place").values_list("seat__colour", flat=True))
