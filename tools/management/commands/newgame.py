"""`manage.py newgame NAME [--into DIR]`: a small game that can be played, as a beginning for one's
own.
"""

from __future__ import annotations

import re
from pathlib import Path
from string import Template

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from traders.domain.settings.postal_rules import postal_rules
from traders.engines.kernel.book.rulebook import rulebook
from traders.engines.registry import ENGINES

TEMPLATES = Path(__file__).resolve().parent.parent / "newgame"
"""The game's files and its tests, each with `.txt` added to its name."""
NAME = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*")
LAST_ENTRY = re.compile(r'^    "[\w-]+": "traders\.engines\.\w+",\n(?=\})', re.MULTILINE)
CONTRACT_OF_GAMES = re.compile(
    r"^(?:forbidden_)?modules = \[\n(?: +\"traders\.engines\.[^\]]*\n)+(?=\])", re.MULTILINE
)


class Command(BaseCommand):
    """Lays out a folder of eight files, and the test that every game passes."""

    help = "Lay out a small game to begin one's own with, and the tests that every game passes."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="such as `toll-road`: as games of it will be called")
        parser.add_argument(
            "--into", type=Path, metavar="DIR", help="a folder of your own; left out: this server's"
        )

    def handle(self, *args: object, name: str, into: Path | None, **options: object) -> None:
        """Raises `CommandError` for a name that is none or taken."""
        if not NAME.fullmatch(name):
            raise CommandError(f"{name!r} is no name: small letters, with - between words.")
        system, package = name.replace("_", "-"), name.replace("-", "_")
        games = into or settings.HOUSE / "traders" / "engines"
        if system in ENGINES or (games / package).exists():
            raise CommandError(f"There is a game {system} already.")
        words = {
            "system": system,
            "package": package if into else f"traders.engines.{package}",
            "title": system.replace("-", " ").capitalize(),
            "prefix": _prefix(system),
        }
        files = _write_files(TEMPLATES / "game", games / package, words)
        if into:
            test = into / f"test_{package}.py"
            test.write_text(_fill(TEMPLATES / "tests" / "test_conformance.py.txt", words))
            files.append(test)
        else:
            tests = settings.HOUSE / "tests" / "engines" / package
            files += _write_files(TEMPLATES / "tests", tests, words)
            _register(settings.HOUSE, system, words["package"])
        for file in files:
            self.stdout.write(str(file))
        self.stdout.write(_next_steps(into, system, package))


def _prefix(system: str) -> str:
    """A prefix for its rules' ids that no other rulebook has."""
    taken = {rulebook(package).prefix for package in ENGINES.values()} | {postal_rules().prefix}
    letters = re.sub(r"[^a-z]", "", system).upper()
    initials = "".join(word[0] for word in system.upper().split("-") if word[0].isalpha())
    candidates = [initials] * (len(initials) > 1)
    candidates += [letters[:size] for size in range(2, len(letters) + 1)]
    free = [prefix for prefix in candidates if prefix not in taken]
    return free[0] if free else f"{letters}X"


def _write_files(templates: Path, folder: Path, words: dict[str, str]) -> list[Path]:
    folder.mkdir(parents=True)
    files = []
    for template in sorted(templates.iterdir()):
        file = folder / template.name.removesuffix(".txt")
        file.write_text(_fill(template, words), encoding="utf-8")
        files.append(file)
    return files


def _fill(template: Path, words: dict[str, str]) -> str:
    return Template(template.read_text(encoding="utf-8")).substitute(words)


def _register(root: Path, system: str, package: str) -> None:
    """Add a line to the registry, and the package to the contracts that name games."""
    registry = root / "traders" / "engines" / "registry.py"
    entry = f'    "{system}": "{package}",\n'
    registry.write_text(LAST_ENTRY.sub(lambda last: last[0] + entry, registry.read_text("utf-8")))
    contracts = root / "pyproject.toml"
    text = contracts.read_text("utf-8")
    contracts.write_text(CONTRACT_OF_GAMES.sub(lambda games: f'{games[0]}    "{package}",\n', text))


def _next_steps(into: Path | None, system: str, package: str) -> str:
    """The next steps, for the user."""
    if into is None:
        return f"It is entered. Test it: .venv/bin/pytest tests/engines/{package}"
    entered = f"PYTHONPATH={into} TRADERS_GAMES={system}={package}"
    return (
        f"Test it: {entered} .venv/bin/pytest -c pyproject.toml {into}\nPlay it: {entered} make run"
    )
