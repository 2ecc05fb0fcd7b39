"""The code by figures, each beside what it was at the commit 71498610: lines of the product, of the
engines, of the bots; decimals set by hand in bots, `Any` in a thousand lines, changes of file on an
order's way, a small game's lines, what a server installs. Nothing is measured in seconds.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import grimp

from bench.measuring import HOUSE, Row, report, set_up

PRODUCT = ("traders", "arbitration", "worker")
ENGINES, BOTS = HOUSE / "traders/engines", HOUSE / "traders/bots"
STAR_TRADERS = ENGINES / "star_traders"
SMALL_GAME = HOUSE / "tools/management/newgame/game"


def main() -> None:
    """Print the rows."""
    set_up()
    report([*_lines(), *_words(), _orders_way(), _installed()])


def _lines() -> Iterator[Row]:
    product = [path for top in PRODUCT for path in _modules(HOUSE / top)]
    yield _row("lines of Python in the product", _count(product), "114,900", "<= 104000")
    minds = [*_modules(ENGINES), *_modules(BOTS)]
    yield _row("... of which engines and bots", _count(minds), "44,300", "<= 37000")
    star = [*_modules(STAR_TRADERS), *_modules(BOTS / "star_traders")]
    yield _row("... of which Star Traders with its bots", _count(star), "17,700", "<= 14500")
    loose = [path for path in STAR_TRADERS.glob("*.py") if path.name != "__init__.py"]
    yield Row("loose files of Star Traders", len(loose), "files", "59 before", goal="<= 4")
    yield Row("floors of its rooms", _floors(STAR_TRADERS), "", "19 before", goal="<= 10")
    small = SMALL_GAME.rglob("*.txt")
    yield _row("lines of the game that `newgame` lays down", _count(small), "296", "<= 240")


def _words() -> Iterator[Row]:
    decimals = sum(
        isinstance(node, ast.Constant) and isinstance(node.value, float)
        for path in _modules(BOTS)
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
    )
    yield Row("decimals set by hand in bots", decimals, "", "638 before", goal="<= 79")
    product = [path for top in PRODUCT for path in _modules(HOUSE / top)]
    loose = sum(len(re.findall(r"\bAny\b", path.read_text("utf-8"))) for path in product)
    thousands = _count(product) / 1_000
    yield Row("`Any` in 1,000 lines", loose / thousands, "", "12.9 before", goal="<= 8")


def _orders_way() -> Row:
    from tools.order_trace import changes, walk

    made = changes(walk()).total()
    return Row("changes of file on an order's way", made, "", "223 before", goal="<= 223")


def _installed() -> Row:
    """What requirements.txt names, which is all that a server installs, as its packages list their
    files.
    """
    named = re.findall(r"^[\w.-]+", (HOUSE / "requirements.txt").read_text("utf-8"), re.MULTILINE)
    octets = 0
    for name in named:
        with suppress(PackageNotFoundError):  # one that this release of Python does without
            whole = distribution(name)
            files = (Path(str(whole.locate_file(file))) for file in whole.files or ())
            octets += sum(file.stat().st_size for file in files if file.exists())
    return Row("what a server installs", octets / 1e6, "MB", "536 before", goal="<= 330")


def _floors(folder: Path) -> int:
    """On how many floors a package's rooms and loose files lie, each above what it imports."""
    package = ".".join(folder.relative_to(HOUSE).parts)
    graph = grimp.build_graph("traders", cache_dir=None)
    rooms = graph.find_children(package)
    for room in rooms:
        graph.squash_module(room)

    @cache
    def floor(room: str) -> int:
        below = graph.find_modules_directly_imported_by(room) & rooms - {room}
        return 1 + max(map(floor, below), default=0)

    return max(map(floor, rooms))


def _row(what: str, lines: int, before: str, goal: str) -> Row:
    return Row(what, lines, "lines", f"{before} before", goal=goal)


def _modules(folder: Path) -> list[Path]:
    """The folder's files of Python, migrations left out."""
    return [path for path in folder.rglob("*.py") if "migrations" not in path.parts]


def _count(files: Iterable[Path]) -> int:
    return sum(len(path.read_text("utf-8").splitlines()) for path in files)


if __name__ == "__main__":
    main()
