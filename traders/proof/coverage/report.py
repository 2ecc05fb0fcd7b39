"""What is kept and proven of a rulebook, and the reasons for what is not."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path

from traders.engines.kernel.rulebook import Rule, Rulebook, rulebook
from traders.engines.registry import ENGINES
from traders.proof.coverage.places import Place, code_files, places
from traders.proof.coverage.proofs import Proofs, proofs


@dataclass(frozen=True, slots=True)
class Reasons:
    """Why a rule, or a whole section, has no place in the code or no proof (`unkept.toml` in the
    system's folder).
    """

    rules: dict[str, str] = field(default_factory=dict)
    sections: dict[str, str] = field(default_factory=dict)
    without: frozenset[str] = frozenset()
    """Needs of scenarios that are not built yet: such scenarios prove nothing."""

    def of(self, rule: Rule) -> str:
        """The reason given for a rule; "" if there is none."""
        return self.rules.get(rule.id) or self.sections.get(rule.section, "")


@dataclass(slots=True)
class Row:
    """One rule of the report."""

    rule: Rule
    kept: list[Place]
    proven: list[str]
    reason: str

    @property
    def whole(self) -> bool:
        """Whether it is kept and proven."""
        return bool(self.kept and self.proven)

    @property
    def missing(self) -> bool:
        """Whether it is neither kept and proven nor excused."""
        return not self.whole and not self.reason


@dataclass(slots=True)
class Coverage:
    """The report on one system."""

    system: str
    package: str
    book: Rulebook
    reasons: Reasons
    rows: list[Row]
    proofs: Proofs


def reasons(package: str) -> Reasons:
    """The reasons that a system gives."""
    path = files(package).joinpath("unkept.toml")
    if not path.is_file():
        return Reasons()
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return Reasons(
        data.get("rules", {}), data.get("sections", {}), frozenset(data.get("without", []))
    )


def cover(
    house: Path, system: str, scenarios: list[Path] | None = None, tests: Path | None = None
) -> Coverage:
    """Read the code, the scenarios and the tests of the house. `scenarios`, `tests`: files and a
    folder in place of the house's own.
    """
    package = ENGINES[system]
    book, given = rulebook(package), reasons(package)
    kept = places(code_files(house, package))
    own = sorted((house / "tests" / "scenarios").glob("*.toml"))
    proven = proofs(
        own if scenarios is None else scenarios, tests or house / "tests", system, given.without
    )
    rows = [
        Row(rule, kept.get(rule.id, []), proven.named(rule.id), given.of(rule)) for rule in book
    ]
    return Coverage(system, package, book, given, rows, proven)
