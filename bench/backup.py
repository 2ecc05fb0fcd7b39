"""What backing up costs in a game whose history is 10, 1,000 and 10,000 entries long: it must be
level. The same few orders are undone each time.
"""

from __future__ import annotations

import time
from datetime import timedelta
from statistics import median
from typing import Any

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
            change_set = door.back_up(game_id, to, "bench")
            costs[length].append(time.perf_counter() - began)
            table.after = change_set.after
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

    from traders.domain.history import recording_and_replay
    from traders.models import Game

    game = Game.objects.get(pk=game_id)
    recording_and_replay.keep(
        game, bytes(game.position or b""), game.position_schema, game.fingerprint
    )
    with transaction.atomic():
        _passes_said(game)
        _letters_sent(game)
        _deadlines_met(game)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for table in ("sealed", "letter", "deadline"):
                cursor.execute(f"ANALYZE traders_{table}")


def _passes_said(game: Any) -> None:
    """A pass at every other entry, each with its serial number, and the next number after them."""
    from msgspec import json as msgjson

    from traders.domain.table.table_data_types import Progress
    from traders.models import Sealed

    own = Sealed.objects.filter(game=game).order_by("-serial")
    last = own.values_list("serial", flat=True).first() or 0
    said: dict[str, Any] = {
        "game": game,
        "seat": "red",
        "kind": "pass",
        "outcome": "over",
        "at": game.created,
    }
    Sealed.objects.bulk_create(
        [Sealed(serial=last + n, made=n, used=n, **said) for n in range(1, game.number + 1, 2)],
        batch_size=500,
    )
    game.refresh_from_db()
    progress = msgjson.decode(bytes(game.course or b"{}"), type=Progress)
    progress.serial = last + game.number + 1
    game.course = msgjson.encode(progress)
    game.save(update_fields=["course"])


def _letters_sent(game: Any) -> None:
    """A letter to the first seat at every other entry."""
    from traders.models import Letter, Player, Seat

    player, _ = Player.objects.get_or_create(
        email=f"bench{game.pk}@example.org", defaults={"display_name": f"Bench {game.pk}"}
    )
    Seat.objects.filter(game=game, place=0).update(player=player)
    sent: dict[str, Any] = {
        "game": game,
        "seat": "red",
        "player": player,
        "kind": "turn",
        "facts": "{}",
    }
    sent |= {"written": game.created, "status": "sent"}
    Letter.objects.bulk_create(
        [
            Letter(entry=n, key=f"e{n}", message_id=f"<{game.pk}.{n}@bench.test>", **sent)
            for n in range(1, game.number + 1, 2)
        ],
        batch_size=500,
        ignore_conflicts=True,
    )


def _deadlines_met(game: Any) -> None:
    """An interval and its reminder at every fourth entry."""
    from traders.models import Deadline

    met: dict[str, Any] = {
        "game": game,
        "set_at": game.created,
        "done_at": game.created + timedelta(hours=1),
    }
    Deadline.objects.bulk_create(
        [
            Deadline(kind=kind, key=str(n), **met)
            for n in range(1, game.number + 1, 4)
            for kind in ("interval", "reminder")
        ],
        batch_size=500,
    )


if __name__ == "__main__":
    main()
