"""What backing up costs in a game whose history is 10, 1,000 and 10,000 entries long: it must be
level. The same few orders are undone each time.
"""

from __future__ import annotations

import time
from datetime import timedelta
from statistics import median

from bench.measuring import Row, report, set_up

LENGTHS = (10, 1_000, 10_000)
BACK_UPS = 60
UNDONE = 4
"""Orders played before each back-up, and undone by it."""


def main() -> None:
    """Print the rows of this database."""
    name = set_up()
    from bench.bots import Table
    from bench.growth import lengthen
    from traders.domain.play import door
    from traders.models import Game

    tables = {length: Table() for length in LENGTHS}
    for length, table in tables.items():
        lengthen(table.game.pk, length)
        _with_what_goes_along(table.game.pk)
    costs: dict[int, list[float]] = {length: [] for length in LENGTHS}
    for _ in range(BACK_UPS):  # taking turns
        for length, table in tables.items():
            game_id = table.game.pk
            to = Game.objects.values_list("number", flat=True).get(pk=game_id)
            for _ in range(UNDONE):
                table.order(*table.next_order())
            if table.game.pk != game_id:
                lengthen(table.game.pk, length)  # that game was over
                _with_what_goes_along(table.game.pk)
                continue
            began = time.perf_counter()
            passage = door.back_up(game_id, to, "bench")
            costs[length].append(time.perf_counter() - began)
            table.after = passage.after
            table.passed.clear()
    first = median(costs[LENGTHS[0]])
    rows = []
    for length in LENGTHS:
        cost = median(costs[length])
        goal = "<= 1.5" if length != LENGTHS[0] else ""
        beside = (
            f"{first * 1000:.2f} ms at {LENGTHS[0]}"
            if goal
            else f"{len(costs[length])} back-ups over {UNDONE} orders"
        )
        rows.append(
            Row(
                f"a back-up after {length:,} entries, {name}",
                cost * 1000,
                "ms",
                beside,
                cost / first if goal else None,
                goal,
            )
        )
    report(rows)


def _with_what_goes_along(game_id: int) -> None:
    """Beside the entries of a long game lie what seats said, letters and deadlines, all of it done
    with: a back-up must not read it.
    """
    from django.db import connection, transaction

    from traders.domain.history import record
    from traders.models import Deadline, Game, Letter, Player, Sealed, Seat

    game = Game.objects.get(pk=game_id)
    record.keep(game, bytes(game.position or b""), game.position_schema, game.fingerprint)
    player, _ = Player.objects.get_or_create(
        email=f"bench{game_id}@example.org", defaults={"display_name": f"Bench {game_id}"}
    )
    Seat.objects.filter(game=game, place=0).update(player=player)
    last = (
        Sealed.objects.filter(game=game)
        .order_by("-serial")
        .values_list("serial", flat=True)
        .first()
        or 0
    )
    with transaction.atomic():
        Sealed.objects.bulk_create(
            [
                Sealed(
                    game=game,
                    seat="red",
                    kind="pass",
                    serial=last + n,
                    made=n,
                    used=n,
                    outcome="over",
                    at=game.created,
                )
                for n in range(1, game.number + 1, 2)
            ],
            batch_size=500,
        )
        Letter.objects.bulk_create(
            [
                Letter(
                    game=game,
                    seat="red",
                    player=player,
                    kind="turn",
                    entry=n,
                    key=f"e{n}",
                    facts="{}",
                    written=game.created,
                    message_id=f"<{game_id}.{n}@bench.test>",
                    status="sent",
                )
                for n in range(1, game.number + 1, 2)
            ],
            batch_size=500,
            ignore_conflicts=True,
        )
        Deadline.objects.bulk_create(
            [
                Deadline(
                    game=game,
                    kind=kind,
                    key=str(n),
                    set_at=game.created,
                    done_at=game.created + timedelta(hours=1),
                )
                for n in range(1, game.number + 1, 4)
                for kind in ("interval", "reminder")
            ],
            batch_size=500,
        )
        game.refresh_from_db()
        from msgspec import json as msgjson

        from traders.domain.table.records import Progress

        progress = msgjson.decode(bytes(game.course or b"{}"), type=Progress)
        progress.serial = last + game.number + 1
        game.course = msgjson.encode(progress)
        game.save(update_fields=["course"])
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for table in ("sealed", "letter", "deadline"):
                cursor.execute(f"ANALYZE traders_{table}")


if __name__ == "__main__":
    main()
