"""Games of bots in which play backs up, again and again, to any move: does the position come back,
to the byte?
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from traders.domain.history import record
from traders.domain.history.audit import audit
from traders.domain.play import door
from traders.engines.kernel.contract import Choice, Interval, Over, Pending, Turn
from traders.engines.registry import engine
from traders.models import Entry, Game, Kind

SEATS = ("red", "blue", "green")
BETWEEN = 2
"""Orders that are played between two back-ups at most."""
NEAR = 25
"""Entries that most back-ups undo at most, so that there is a history left for the next; some go
anywhere.
"""


@dataclass
class Tried:
    """How many back-ups were made, and what did not come back."""

    made: int = 0
    undone: int = 0
    """Entries that they undid."""
    longest: int = 0
    faults: list[str] = field(default_factory=list)


class Rewound:
    """One game; beside it the positions after every entry, as the moves made them when they were
    made.
    """

    def __init__(self, system: str, seed: int) -> None:
        self.dice = Random(f"{system} {seed}")
        self.rules: Any = engine(system)
        self.game = door.create(
            system, SEATS, {}, {"timing": self.dice.choice(["stops", "sealed", "table"])}
        )
        self.stood: dict[int, bytes] = {}
        self.said: set[tuple[int, str]] = set()
        self.after: Pending | None = door.begin(self.game.pk, stops=self.dice.random() < 0.5).after
        self.begun = self.game.slug
        self._note(0)

    def _note(self, before: int) -> None:
        """Keep the positions after the entries behind `before`, made here from the position there
        by the entries alone.
        """
        self.game.refresh_from_db()
        position: Any = self.rules.decode(self.stood[before]) if before else None
        for entry in Entry.objects.filter(game=self.game, number__gt=before).order_by("number"):
            if entry.kind == Kind.START:
                position = record.replayed(self.game, 1)
            elif entry.kind == Kind.BACK_UP:
                raise AssertionError("a back-up is noted by itself")
            else:
                position = record.carry_out(self.rules, position, entry)
            self.stood[entry.number] = self.rules.encode(position)
        if self.stood[self.game.number] != bytes(self.game.position or b""):
            raise AssertionError(
                f"{self.game.slug}: the stored position after {self.game.number} is not what "
                "its moves lead to"
            )

    @property
    def over(self) -> bool:
        return isinstance(self.after, Over)

    def plays(self, orders: int) -> None:
        """Bots play on."""
        for _ in range(orders):
            if self.over or self.after is None:
                return
            before = self.game.number
            state = self.rules.decode(bytes(self.game.position or b""))
            seat = self._asked(self.after)
            order = self.rules.bot(
                self.rules.view(state, seat),
                self.after,
                self.rules.offers(state, seat),
                self.dice.randint(0, 9_999),
            )
            if isinstance(self.after, Interval):
                self.said.add((self.after.key, seat))
                order = order if order == "pass" else f"{order}\npass"
            self.after = door.orders(self.game.pk, seat, order).after
            self._note(before)

    def _asked(self, pending: Pending) -> str:
        match pending:
            case Interval(key=key, seats=seats):
                return next(
                    (seat for seat in seats if (key, seat) not in self.said),
                    self.dice.choice(seats),
                )
            case Choice(seat=seat):
                return seat
            case Turn(seats=seats):
                return self.dice.choice(seats)
        raise AssertionError(pending)

    def backs_up(self, tried: Tried) -> None:
        """To any move of the line in play; what comes back is compared with what stood there."""
        line = [entry.number for entry in record.line(self.game, self.game.head)]
        to = self.dice.choice(line if self.dice.random() < 0.2 else line[-NEAR:])
        last = self.game.number
        self.after = door.back_up(self.game.pk, to, "to be tried").after
        self.said.clear()
        back = Entry.objects.get(game=self.game, number=last + 1)
        if back.kind != Kind.BACK_UP:
            tried.faults.append(f"{self.game.slug}: entry {back.number} is no back-up")
        if self.rules.encode(record.position_at(self.game, back.number)) != self.stood[to]:
            tried.faults.append(f"{self.game.slug}: backed up to {to}, another position came back")
        self.stood[back.number] = self.stood[to]
        self._note(back.number)
        tried.made += 1
        tried.undone += len([number for number in line if number > to])
        tried.longest = max(tried.longest, last)


def try_back_ups(
    system: str, seed: int, times: int, step: Callable[[], None] = lambda: None
) -> Tried:
    """So many back-ups in games of one system; at the end of each game its whole history is done
    again.
    """
    tried = Tried()
    while tried.made < times:
        rewound = Rewound(system, seed)
        rewound.plays(rewound.dice.randint(5, 60))
        for _ in range(min(rewound.dice.randint(10, 60), times - tried.made)):
            if rewound.over:
                break
            rewound.backs_up(tried)
            step()
            rewound.plays(rewound.dice.randint(0, BETWEEN))
        rewound.game.refresh_from_db()
        fault = audit(rewound.game)
        if fault is not None:
            tried.faults.append(str(fault))
        if rewound.rules.encode(record.replayed(rewound.game, rewound.game.head)) != bytes(
            rewound.game.position or b""
        ):
            tried.faults.append(
                f"{rewound.game.slug}: the history leads to another position than the stored one"
            )
        seed += 1_000
    return tried


__all__ = ["Game", "Rewound", "Tried", "try_back_ups"]
