"""A knock-out: tables of which some go on, until one table is left.

The first round brings the number of people to one with which all later tables are full; whoever
stands highest in the seeding has a bye then. Each round the tables are dealt anew by the seeding,
to and fro, so that the strongest meet late.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class KnockoutRules(msgspec.Struct, frozen=True):
    """Tables of so many, of whom so many go on."""

    table: int = 4
    going_on: int = 2

    def checked(self) -> KnockoutRules:
        """The same.

        Raises `ValueError` where whoever goes on cannot fill tables again.
        """
        if not 2 <= self.table <= 6:
            raise ValueError("A table has 2 to 6 people.")
        if not 1 <= self.going_on < self.table or self.table % self.going_on:
            able = [str(count) for count in range(1, self.table) if self.table % count == 0]
            raise ValueError(
                f"At tables of {self.table}, {' or '.join(able)} can go on: then they fill tables "
                "again."
            )
        return self


class KnockoutRound(msgspec.Struct, frozen=True):
    """Tables in the order of the seeding, and who has a bye. One table without byes is the last."""

    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()
    going_on: int = 1

    @property
    def final(self) -> bool:
        """Whether this decides."""
        return len(self.tables) == 1 and not self.byes


def next_round(seeded: Sequence[str], rules: KnockoutRules) -> KnockoutRound:
    """The round of those who are left, the strongest first.

    Raises `ValueError` for fewer than two people, or rules that do not work.
    """
    rules.checked()
    if len(seeded) < 2 or len(set(seeded)) < len(seeded):
        raise ValueError("A knock-out needs at least 2 people, and each of them once.")
    count, table, on = len(seeded), rules.table, rules.going_on
    if count <= table:
        return KnockoutRound((tuple(seeded),))
    full = table
    while full * table // on < count:
        full = full * table // on
    leave = count - full
    tables = -(-leave // (table - on))
    playing = leave + tables * on
    byes = count - playing
    return KnockoutRound(tuple(map(tuple, dealt(seeded[byes:], tables))), tuple(seeded[:byes]), on)


def dealt(people: Sequence[str], tables: int) -> list[list[str]]:
    """People to tables, to and fro: 1 to the first … then back from the last."""
    found: list[list[str]] = [[] for _ in range(tables)]
    for number, person in enumerate(people):
        lap, at = divmod(number, tables)
        found[tables - 1 - at if lap % 2 else at].append(person)
    return found


def after(
    played: KnockoutRound, orders: Sequence[Sequence[str]], seeding: Sequence[str]
) -> tuple[str, ...]:
    """Who goes on, in the order of the first seeding. `orders`: each table's people, the winner
    first; shared places must be decided before.

    Raises `ValueError` where an order is not that of its table.
    """
    if len(orders) != len(played.tables):
        raise ValueError(f"{len(played.tables)} tables were played, {len(orders)} are told.")
    on = set(played.byes)
    for number, (table, order) in enumerate(zip(played.tables, orders, strict=True), 1):
        if sorted(table) != sorted(order):
            raise ValueError(f"The order of table {number} does not name its people, each once.")
        on |= set(order[: played.going_on])
    return tuple(person for person in seeding if person in on)


def sizes_of_rounds(people: int, rules: KnockoutRules) -> tuple[tuple[int, int], ...]:
    """Tables and byes of every round, told before the first."""
    left = tuple(map(str, range(people)))
    found = []
    while True:
        coming = next_round(left, rules)
        found.append((len(coming.tables), len(coming.byes)))
        if coming.final:
            return tuple(found)
        left = after(coming, coming.tables, left)
