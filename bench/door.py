"""Entries a second through the one door, beside a bare durable insert in the same run."""

from __future__ import annotations

import time

from bench.measuring import Row, in_turns, report, set_up

ROUNDS = 7
ORDERS = 60
INSERTS = 200


def main() -> None:
    """Print the rows of this database."""
    name = set_up()
    from django.db import connection, transaction

    from bench.bots import Table

    table = Table()
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE IF NOT EXISTS bench_bare (number INTEGER PRIMARY KEY, body TEXT)"
        )
    body = "x" * 300  # about what an entry holds
    inserted = 0

    def through_the_door(_: int) -> float:
        entries = spent = 0.0
        for _n in range(ORDERS):
            seat, order = table.next_order()
            began = time.perf_counter()
            change_set = table.order(seat, order)
            spent += time.perf_counter() - began
            entries += change_set.last - change_set.first + 1
        return entries / spent

    def bare(_: int) -> float:
        nonlocal inserted
        began = time.perf_counter()
        for _n in range(INSERTS):
            inserted += 1
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(
                    "INSERT INTO bench_bare (number, body) VALUES (%s, %s)", [inserted, body]
                )
        return INSERTS / (time.perf_counter() - began)

    through_the_door(0)
    ours, theirs, ratio = in_turns(ROUNDS, through_the_door, bare)
    beside = f"bare insert and commit {theirs:,.0f}/s"
    entries = f"entries through the one door, {name}"
    report([Row(entries, ours, "a second", beside, ratio, ">= 0.12")])


if __name__ == "__main__":
    main()
