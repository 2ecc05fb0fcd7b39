"""The coverage report of a rulebook: places, proofs, and the reasons for gaps."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path

from tools.coverage.proofs import Proofs, proofs
from tools.coverage.rule_catalogues import catalogue
from tools.coverage.rule_places import Place, places
from traders.engines.kernel.book.rulebook import Rule, Rulebook


@dataclass(frozen=True, slots=True)
class Reasons:
    """Reasons why a rule or a section has no place in the code or no proof (`unkept.toml` in the
    system's folder).
    """

    rules: dict[str, str] = field(default_factory=dict)
    sections: dict[str, str] = field(default_factory=dict)
    unnoticed: dict[str, str] = field(default_factory=dict)
    """Rules that are kept and proven, and whose break nobody can notice."""
    without: frozenset[str] = frozenset()
    """Needs of scenarios that cannot run yet: such scenarios prove nothing."""

    def of(self, rule: Rule) -> str:
        """The reason for a rule; "" if there is none."""
        return self.rules.get(rule.id) or self.sections.get(rule.section, "")


@dataclass(slots=True)
class Row:
    """One rule of the report."""

    rule: Rule
    kept: list[Place]
    proven: list[str]
    reason: str

    @property
    def complete(self) -> bool:
        """Whether the rule is kept and proven."""
        return bool(self.kept and self.proven)

    @property
    def missing(self) -> bool:
        """Whether it is incomplete without a reason."""
        return not self.complete and not self.reason


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
    """The reasons that a system states."""
    path = files(package).joinpath("unkept.toml")
    if not path.is_file():
        return Reasons()
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return Reasons(
        data.get("rules", {}),
        data.get("sections", {}),
        data.get("unnoticed", {}),
        frozenset(data.get("without", [])),
    )


def cover(
    root: Path, system: str, scenarios: list[Path] | None = None, tests: Path | None = None
) -> Coverage:
    """Make the report from code, scenarios and tests under `root`. `system`: a game's, or `postal`;
    `scenarios`, `tests`: files and a folder to use in place of its own.
    """
    of = catalogue(system)
    book, excuses = of.book(), reasons(of.package)
    kept = places(of.code_files(root))
    scenario_files = sorted((root / "tests" / "scenarios").glob("*.toml"))
    proven = proofs(
        scenario_files if scenarios is None else scenarios,
        tests or root / "tests",
        of,
        excuses.without,
    )
    rows = [
        Row(rule, kept.get(rule.id, []), proven.names(rule.id), excuses.of(rule)) for rule in book
    ]
    return Coverage(system, of.package, book, excuses, rows, proven)
