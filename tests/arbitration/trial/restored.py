"""Games of bots in which play backs up, again and again, to any move: does the position come back,
to the byte, and do the piles of which something was seen lie otherwise (PR-BACKUP-04)?
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import factorial
from random import Random
from typing import Any

from tests import seated
from traders.bots.registry import bots
from traders.domain.history import recording_and_replay
from traders.domain.history.audit import audit
from traders.domain.play import door
from traders.engines.kernel.contract.contract import Choice, Interval, Over, Pending, Turn
from traders.engines.registry import engine
from traders.models import Entry, Game, Kind

SEATS = ("red", "blue", "green")
BETWEEN = 2
"""Orders that are played between two back-ups at most."""
ONE_IN = 10**9
"""A pile that can lie in more orders than this does not come to lie as it lay by chance."""
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
        self.seen: dict[int, set[str]] = {}
        """Piles that lost a card to an entry, or were shuffled afresh by it, by its number."""
        self.said: set[tuple[int, str]] = set()
        self.after: Pending | None = seated.begin(
            self.game.pk, stops=self.dice.random() < 0.5
        ).after
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
                position = recording_and_replay.replayed(self.game, 1)
            elif entry.kind == Kind.BACK_UP:
                raise AssertionError("a back-up is noted by itself")
            else:
                lay = self.piles(position)
                position = recording_and_replay.carry_out(self.rules, position, entry)
                self.seen[entry.number] = {entry.parts[0].get("afresh", "")} | {
                    name for name, now in self.piles(position).items() if lay[name] - now
                }
            self.stood[entry.number] = self.rules.encode(position)
        if self.stood[self.game.number] != bytes(self.game.position or b""):
            raise AssertionError(
                f"{self.game.slug}: the stored position after {self.game.number} is not what "
                "its moves lead to"
            )

    def piles(self, position: Any) -> dict[str, Counter[str]]:
        """The cards of each pile of which nobody may know the order."""
        return {pile.name: Counter(pile.cards) for pile in self.rules.afresh(position)}

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
            order = bots(self.rules.name).bot(
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
        line = [entry.number for entry in recording_and_replay.line(self.game, self.game.head)]
        to = self.dice.choice(line if self.dice.random() < 0.2 else line[-NEAR:])
        last = self.game.number
        self.after = door.back_up(self.game.pk, to, "to be tried").after
        self.said.clear()
        back = Entry.objects.get(game=self.game, number=last + 1)
        if back.kind != Kind.BACK_UP:
            tried.faults.append(f"{self.game.slug}: entry {back.number} is no back-up")
        if (
            self.rules.encode(recording_and_replay.position_at(self.game, back.number))
            != self.stood[to]
        ):
            tried.faults.append(f"{self.game.slug}: backed up to {to}, another position came back")
        self.stood[back.number] = self.stood[to]
        seen = [names for number, names in self.seen.items() if number > to]
        self._note(back.number)
        tried.faults += self._lies_alike(to, back, set().union(*seen))
        tried.made += 1
        tried.undone += len([number for number in line if number > to])
        tried.longest = max(tried.longest, last)

    def _lies_alike(self, to: int, back: Entry, seen: set[str]) -> Iterator[str]:
        """What lies as it lay although something of it was `seen`, or otherwise without being
        shuffled; of piles that chance hardly brings into the old order again.
        """
        before = self.rules.decode(self.stood[to])
        lay = {pile.name: pile.cards for pile in self.rules.afresh(before)}
        shuffled = list(back.parts[0]["afresh"])
        entries = Entry.objects.filter(game=self.game, number__gt=back.number).order_by("number")
        told = [entry.parts[0].get("afresh", "") for entry in entries[: len(shuffled)]]
        if told != shuffled:
            yield f"{self.game.slug}: {shuffled} were to be shuffled, and {told} are"
        after = self.rules.decode(self.stood[back.number + len(shuffled)])
        for pile in self.rules.afresh(after):
            old = lay[pile.name]
            if pile.name in seen and len(old) > 1 and pile.name not in shuffled:
                yield f"{self.game.slug}: backed up to {to}: {pile.name} is not shuffled"
            if Counter(old) != Counter(pile.cards):
                yield f"{self.game.slug}: backed up to {to}: {pile.name} has other cards"
            if (pile.name in shuffled) == (old == pile.cards) and _orders(old) > ONE_IN:
                yield f"{self.game.slug}: backed up to {to}: {pile.name} lies as it lay"


def _orders(cards: tuple[str, ...]) -> int:
    """In how many orders cards can lie that can be told apart."""
    found = factorial(len(cards))
    for n in Counter(cards).values():
        found //= factorial(n)
    return found


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
        if rewound.rules.encode(
            recording_and_replay.replayed(rewound.game, rewound.game.head)
        ) != bytes(rewound.game.position or b""):
            tried.faults.append(
                f"{rewound.game.slug}: the history leads to another position than the stored one"
            )
        seed += 1_000
    return tried


__all__ = ["Game", "Rewound", "Tried", "try_back_ups"]
