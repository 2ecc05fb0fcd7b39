"""Whole games of bots through each engine, CPU for an entry beside the code of before, whose tree
is taken out of the history of the repository, with the library that it needs and the house has no
more: the two take turns, each in a process of its own. Bots are of the level *player*, the only one
that there was; they think further than they did, so that a second row leaves their part out.
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
import tarfile
import tempfile
from statistics import median

from bench.measuring import HOUSE, Row, report

BEFORE = "5107d7e"
LIBRARY = "networkx"
"""What the engines of then import, and the house does not install now."""
ENTRIES = 4_000
ROUNDS = 5
GAMES = """
import sys, time
from random import Random
from traders.engines.registry import engine
game, most, thinking = engine(sys.argv[1]), int(sys.argv[2]), 0.0
try:
    from traders.bots.registry import bots
    orders = bots(game.name).bot
except ImportError: # bots were the engines' own
    orders = game.bot
def bot(*seen):
    global thinking
    began = time.process_time()
    lines = orders(*seen)
    thinking += time.process_time() - began
    return lines
def played(most, box):
    entries, state, asked = 0, None, {}
    while entries < most:
        if state is None or type(game.pending(state)).__name__ == "Over":
            state, asked = game.setup(("red", "blue", "green", "yellow"), {}), {}
        pending = game.pending(state)
        kind = type(pending).__name__
        entries += 1
        if kind == "Chance":
            faces = range(1, pending.sides + 1)
            shuffle = pending.kind == "shuffle"
            game.happen(state, box.sample(faces, len(faces)) if shuffle else box.choice(faces))
            continue
        seats = (pending.seat,) if kind == "Choice" else pending.seats
        nth = 0
        if kind == "Interval":
            nth = asked[pending.key] = asked.get(pending.key, -1) + 1
        if nth >= len(seats):
            game.close(state)
            continue
        seat, done = seats[nth], False
        view, offers = game.view(state, seat), game.offers(state, seat)
        for line in bot(view, pending, offers, box.randrange(1 << 30)).splitlines():
            try:
                game.play(state, seat, game.read(state, seat, line))
                done = True
            except Exception as odd:  # a refusal, whose module has moved since: it was the host's
                if type(odd).__name__ != "Refusal":
                    raise
                break
        if not done and kind != "Interval":
            game.play(state, seat, game.read(state, seat, pending.silence))
    return entries
played(most // 10, Random(7))
began, thinking = time.process_time(), 0.0
entries = played(most, Random(1))
spent = time.process_time() - began
print(spent / entries * 1e6, (spent - thinking) / entries * 1e6)
"""


def main() -> None:
    """Print a row for each engine."""
    with tempfile.TemporaryDirectory(prefix="traders-before-") as folder:
        tree = subprocess.run(
            ["git", "archive", BEFORE, "traders/engines", "traders/__init__.py"],
            cwd=HOUSE,
            capture_output=True,
            check=False,
        )
        if tree.returncode:
            report([Row("games of bots", 0, "", f"left out: no commit {BEFORE} here")])
            return
        with tarfile.open(fileobj=io.BytesIO(tree.stdout)) as files:
            files.extractall(folder, filter="data")
        if not _installed(folder):
            report([Row("games of bots", 0, "", f"left out: {LIBRARY} could not be installed")])
            return
        report([row for system in SYSTEMS for row in _rows(system, folder)])


def _installed(folder: str) -> bool:
    """Install into the folder the library of then, in the version that it had pinned."""
    pins = subprocess.run(
        ["git", "show", f"{BEFORE}:requirements.txt"],
        cwd=HOUSE,
        capture_output=True,
        text=True,
        check=True,
    )
    pinned = re.findall(rf"^{LIBRARY}==\S+", pins.stdout, re.MULTILINE)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--target", folder, *pinned]
    return subprocess.run(pip, check=False).returncode == 0


SYSTEMS = ("imperial-trader", "star-traders", "traders-luck", "stratastar")


def _rows(system: str, before: str) -> list[Row]:
    rounds = [(_spent(system, str(HOUSE)), _spent(system, before)) for _ in range(ROUNDS)]
    what = f"CPU of an entry, whole games of bots, {system}"
    return [
        _row(what, [(now[0], then[0]) for now, then in rounds], "<= 0.5"),
        _row(f"{what}, without their thinking", [(now[1], then[1]) for now, then in rounds], ""),
    ]


def _row(what: str, pairs: list[tuple[float, float]], goal: str) -> Row:
    return Row(
        what,
        median(now for now, _ in pairs),
        "us",
        f"{median(then for _, then in pairs):.0f} us at {BEFORE}",
        median(now / then for now, then in pairs),
        goal,
    )


def _spent(system: str, tree: str) -> tuple[float, float]:
    """CPU of an entry, and what of it is not the bots' thinking."""
    done = subprocess.run(
        [sys.executable, "-c", GAMES, system, str(ENTRIES)],
        cwd=tree,
        capture_output=True,
        text=True,
        check=True,
    )
    whole, without = map(float, done.stdout.split())
    return whole, without


if __name__ == "__main__":
    main()
