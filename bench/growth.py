"""What an entry costs in a game whose history is 10, 1,000 and 10,000 entries long: it must be
level.
"""

from __future__ import annotations

import time
from statistics import median

from bench.measuring import Row, report, set_up

LENGTHS = (10, 1_000, 10_000)
ORDERS = 150


def main() -> None:
    """Print the rows of this database."""
    name = set_up()
    from bench.bots import Table
    from traders.models import Entry, Game

    tables = {length: Table() for length in LENGTHS}
    for length, table in tables.items():
        lengthen(table.game.pk, length)
    costs: dict[int, list[float]] = {length: [] for length in LENGTHS}
    for _ in range(ORDERS):  # taking turns
        for length, table in tables.items():
            before = table.game.pk
            seat, order = table.next_order()
            began = time.perf_counter()
            change_set = table.order(seat, order)
            spent = time.perf_counter() - began
            if table.game.pk != before:
                lengthen(table.game.pk, length)
            costs[length].append(spent / max(1, change_set.last - change_set.first + 1))
    first = median(costs[LENGTHS[0]])
    rows = []
    for length in LENGTHS:
        cost = median(costs[length])
        goal = "<= 1.5" if length != LENGTHS[0] else ""
        held = Entry.objects.filter(game=tables[length].game).count()
        ratio = cost / first if goal else None
        beside = f"{first * 1000:.2f} ms at {LENGTHS[0]}" if goal else f"{held} entries at the end"
        rows.append(
            Row(f"an entry after {length:,} others, {name}", cost * 1000, "ms", beside, ratio, goal)
        )
    assert Game.objects.count() >= len(LENGTHS)
    report(rows)


def lengthen(game_id: int, length: int) -> None:
    """Give a game a long history before its position, of entries that change nothing: the rows are
    there, and are what is looked for.
    """
    from django.db import connection, transaction

    from traders.models import Checkpoint, Entry, Game

    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game_id)
        last = Entry.objects.filter(game=game).order_by("-number").first()
        assert last is not None
        rows = [
            Entry(
                game=game,
                number=number,
                parent=number - 1,
                kind="close",
                seat="",
                source="box",
                at=last.at,
                public=last.public,
                secret=last.secret,
                salt=last.salt,
                digest=last.digest,
            )
            for number in range(game.number + 1, length + 1)
        ]
        Entry.objects.bulk_create(rows, batch_size=500)
        for number in range(50, length, 50):
            Checkpoint.objects.get_or_create(
                game=game,
                number=number,
                defaults={"position": game.position, "schema": game.position_schema},
            )
        game.number = game.head = max(game.number, length)
        game.save()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE traders_entry")


if __name__ == "__main__":
    main()
