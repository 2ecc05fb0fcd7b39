"""The catalogues of rules: each game's, and the postal one; where their rules may be kept and
proven.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from traders.domain.settings.postal_rules import postal_rules
from traders.engines.kernel.book.rulebook import Rulebook, rulebook
from traders.engines.registry import ENGINES

POSTAL = "postal"
_ENGINES = "traders/engines"
_NOT_KEEPING = ("traders/proof/", "traders/migrations/", "arbitration/migrations/")
"""What tries the rules, and what past schemas said of them."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """One rulebook. `package`: the folder in which it and its `unkept.toml` stand; `code`, `tests`:
    folders and files under the root whose code may keep and prove its rules.
    """

    name: str
    package: str
    code: tuple[str, ...]
    tests: tuple[str, ...]

    def book(self) -> Rulebook:
        """Its rules."""
        return postal_rules() if self.name == POSTAL else rulebook(self.package)

    def code_files(self, root: Path) -> list[Path]:
        """The files that may keep its rules: code, and the data of an engine's own folder."""
        found = {file for folder in self.code for file in (root / folder).rglob("*.py")}
        if self.name != POSTAL:
            found |= set((root / self.code[0]).rglob("*.toml"))
        return sorted(
            file for file in found if not str(file.relative_to(root)).startswith(_NOT_KEEPING)
        )

    def test_files(self, tests: Path) -> list[Path]:
        """The files of tests that may prove its rules."""
        return sorted(
            file
            for folder in self.tests
            for file in (tests / folder).rglob("test_*.py")
            if "proof/coverage" not in file.as_posix()
        )


def catalogue(name: str) -> Catalogue:
    """The catalogue of a system, or the postal one. Raises KeyError where there is none."""
    if name == POSTAL:
        rooms = sorted({"domain", "models", "club", "api", "web", "management"})
        code = (*(f"traders/{room}" for room in rooms), f"{_ENGINES}/kernel")
        return Catalogue(name, "traders.domain.settings", (*code, "arbitration", "worker"), ("",))
    package = ENGINES[name]
    own = f"engines/{package.split('.')[-1]}"
    return Catalogue(name, package, (package.replace(".", "/"), "traders/domain"), (own, "domain"))


CATALOGUES = (POSTAL, *ENGINES)
"""The names of all."""
