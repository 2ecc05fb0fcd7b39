"""Cold start: from a new process to the first letter handed over, beside `django.setup()` alone."""

from __future__ import annotations

import subprocess
import sys
import time

from bench.measuring import HOUSE, Row, in_turns, report, set_up
from tests.services.smtp import Sink

ROUNDS = 5
FIRST_LETTER = """
import django; django.setup()
from traders.domain.play import door
from traders.domain.post import delivery
from traders.models import Letter, Player, Seat
game = door.create("star-traders", ("red", "blue"), {}, {})
called = {"display_name": "First"}
player, _ = Player.objects.get_or_create(email="first@example.org", defaults=called)
Seat.objects.filter(game=game, colour="red").update(player=player)
door.begin(game.pk)
ids = list(Letter.objects.filter(game=game).values_list("pk", flat=True))
delivery.prepare_and_send(ids[:1])
assert Letter.objects.get(pk=ids[0]).status == "sent"
"""


def main() -> None:
    """Print the row."""
    import os

    set_up()
    sink = Sink().start()
    env = {**os.environ, "EMAIL_PORT": str(sink.port), "EMAIL_HOST": "127.0.0.1"}

    def run(code: str) -> float:
        began = time.perf_counter()
        subprocess.run(
            [sys.executable, "-c", code], cwd=HOUSE, env=env, check=True, capture_output=True
        )
        return 1 / (time.perf_counter() - began)

    try:
        ours, theirs, ratio = in_turns(
            ROUNDS, lambda _: run(FIRST_LETTER), lambda _: run("import django; django.setup()")
        )
    finally:
        sink.stop()
    report(
        [
            Row(
                "cold start to the first letter sent",
                1 / ours,
                "s",
                f"django.setup() {1 / theirs:.2f} s",
                1 / ratio,
            )
        ]
    )


if __name__ == "__main__":
    main()
