"""`manage.py architecture [--write FILE]`: a picture of the code's packages, drawn from the
contracts of layers and the packages' docstrings. `--count`: how often an order's walk through the
code changes file, pair by pair.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand, CommandParser

from tools import order_trace

WIDTH, MARGIN, BOX, GAP, INDENT = 1120, 24, 46, 10, 18
INK, PAPER, FILL, LINE = "#1d2733", "#ffffff", "#eef2f6", "#9fb0c0"


class Row(NamedTuple):
    """Packages side by side, which do not import each other. `inside`: the package that contains
    them, "" for none.
    """

    inside: str
    packages: tuple[str, ...]


def rows(tree: Path) -> Iterator[Row]:
    """The layers from top to bottom; each package with inner layers is followed by these."""
    contracts = tomllib.loads((tree / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    layered = [contract for contract in contracts if contract["type"] == "layers"]
    within = {
        container: contract["layers"]
        for contract in layered
        for container in contract.get("containers", ())
    }
    for layer in next(contract["layers"] for contract in layered if "containers" not in contract):
        packages = tuple(name.strip() for name in layer.split("|"))
        yield Row("", packages)
        for package in packages:
            for inner in within.get(package, ()):
                yield Row(package, tuple(f"{package}.{name.strip()}" for name in inner.split("|")))


def summary_of(tree: Path, package: str) -> str:
    """The first sentence of a package's or module's docstring."""
    place = tree / package.replace(".", "/")
    file = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    return (
        (ast.get_docstring(ast.parse(file.read_text("utf-8"))) or "")
        .partition("\n\n")[0]
        .replace("\n", " ")
        .partition(". ")[0]
        .rstrip(".")
    )


def draw(tree: Path) -> str:
    """The picture as SVG."""
    parts: list[str] = []
    y = MARGIN
    for row in rows(tree):
        left = MARGIN + (INDENT if row.inside else 0)
        width = (WIDTH - MARGIN - left - GAP * (len(row.packages) - 1)) / len(row.packages)
        for place, package in enumerate(row.packages):
            parts.append(
                _box(
                    left + place * (width + GAP),
                    y,
                    width,
                    package,
                    summary_of(tree, package),
                    whole=not row.inside,
                )
            )
        y += BOX + GAP
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + MARGIN - GAP}" '
        'role="img" '
        f'font-family="system-ui, sans-serif" fill="{INK}"><title>A package imports only '
        "packages below it</title>"
    )
    return (
        "\n".join([head, f'<rect width="100%" height="100%" fill="{PAPER}"/>', *parts, "</svg>"])
        + "\n"
    )


def _box(x: float, y: int, width: float, package: str, words: str, *, whole: bool) -> str:
    width_in_letters = int(width / 6.1) - 2
    shown = (
        words
        if len(words) <= width_in_letters
        else f"{words[: width_in_letters - 1].rsplit(' ', 1)[0]} …"
    )
    weight = ' font-weight="600"' if whole else ""
    return (
        f'<rect x="{x:.0f}" y="{y}" width="{width:.0f}" height="{BOX}" rx="6" '
        f'fill="{FILL if whole else PAPER}" stroke="{LINE}"/>'
        f'<text x="{x + 10:.0f}" y="{y + 19}" font-size="14"{weight}>{escape(package)}</text>'
        f'<text x="{x + 10:.0f}" y="{y + 36}" font-size="11.5">{escape(shown)}</text>'
    )


class Command(BaseCommand):
    """Draw the picture, or count the walk."""

    help = "Draw the packages of the code, each above those that it may import."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--write", metavar="FILE", help="write the SVG there; left out: print it"
        )
        parser.add_argument(
            "--count",
            action="store_true",
            help="play an order from the mail server to the next letters, and print how often it "
            "changes file",
        )
        parser.add_argument(
            "--pairs",
            type=int,
            default=20,
            metavar="N",
            help="of the pairs that change most so many",
        )

    def handle(
        self,
        *args: object,
        write: str | None = None,
        count: bool = False,
        pairs: int = 20,
        **options: Any,
    ) -> None:
        if count:
            for line in order_trace.report(order_trace.walk(), pairs):
                self.stdout.write(line)
            return
        picture = draw(Path(__file__).resolve().parents[3])
        if write:
            Path(write).write_text(picture, "utf-8")
        else:
            self.stdout.write(picture)
