"""Cold start: from a new process to the first letter handed over, beside a bare `django.setup()`;
and to a game of each engine without Django, beside node that has loaded boardgame.io's server.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.measuring import HOUSE, Row, compiled_in, in_turns, report, set_up
from bench.peer import PEER, brought
from tests.services.smtp import Sink

ROUNDS = 5
SERVER = Path(__file__).with_name("peers") / "start.mjs"
FIRST_GAME = """
from traders.engines.registry import engine
game = engine({!r})
game.pending(game.setup(("red", "blue", "green", "yellow"), {{}}))
"""
FIRST_LETTER = """
import django; django.setup()
from traders.domain.play import door
from traders.domain.post import delivery
from traders.models import Letter, Player, Seat
game = door.create("star-traders", ("red", "blue"), {}, {})
called = {"display_name": "First"}
player, _ = Player.objects.get_or_create(email="first@example.org", defaults=called)
Seat.objects.filter(game=game).update(player=player)
door.begin(game.pk)
ids = list(Letter.objects.filter(game=game).values_list("pk", flat=True))
delivery.prepare_and_send(ids[:1])
assert Letter.objects.get(pk=ids[0]).status == "sent"
"""


def main() -> None:
    """Print the rows."""
    set_up()
    sink, folder = Sink().start(), tempfile.TemporaryDirectory()
    env = compiled_in(folder.name, os.environ)
    env |= {"EMAIL_PORT": str(sink.port), "EMAIL_HOST": "127.0.0.1"}

    def run(code: str) -> float:
        began = time.perf_counter()
        subprocess.run(
            [sys.executable, "-c", code], cwd=HOUSE, env=env, check=True, capture_output=True
        )
        return 1 / (time.perf_counter() - began)

    try:
        run(FIRST_LETTER)
        ours, theirs, ratio = in_turns(
            ROUNDS, lambda _: run(FIRST_LETTER), lambda _: run("import django; django.setup()")
        )
    finally:
        sink.stop()
        folder.cleanup()
    letter = Row(
        "cold start to the first letter sent",
        1 / ours,
        "s",
        f"django.setup() {1 / theirs:.2f} s",
        1 / ratio,
    )
    report([letter, *_engines()])


def _engines() -> list[Row]:
    """CPU of a new process, code compiled before, to the first position of each engine."""
    from traders.engines.registry import ENGINES

    with brought("cold start of an engine") as folder:
        if not folder:
            return []
        env = compiled_in(folder, os.environ) | {"PEER_HOME": folder}

        def spent(*command: str) -> float:
            process = subprocess.Popen(command, cwd=HOUSE, env=env)
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            assert process.returncode == 0, command
            return used.ru_utime + used.ru_stime

        def row(name: str) -> Row:
            code = FIRST_GAME.format(name)
            spent(sys.executable, "-c", code)
            ours, theirs, ratio = in_turns(
                ROUNDS,
                lambda _: spent(sys.executable, "-c", code),
                lambda _: spent("node", str(SERVER)),
            )
            return Row(
                f"CPU of a cold start to a game of {name}, without Django",
                ours,
                "s",
                f"node with {PEER}'s server {theirs:.2f} s",
                ratio,
                "<= 0.5",
            )

        return [row(name) for name in ENGINES]


if __name__ == "__main__":
    main()
