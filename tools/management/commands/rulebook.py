"""`manage.py rulebook`: the rules, the code that keeps them, their proofs, and a test of these
proofs.
"""

from __future__ import annotations

import json
import textwrap
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from tools.coverage.mutation_tests import drawn, prove
from tools.coverage.mutation_trial import Trial
from tools.coverage.report import Coverage, cover
from tools.coverage.rule_catalogues import CATALOGUES, catalogue
from tools.progress_bar import under
from traders.engines.kernel.book.rulebook import Rule

HOUSE = Path(settings.HOUSE)


class Command(BaseCommand):
    """Print rules; with --coverage their places and proofs; with --prove break the code and report
    which proofs fail.
    """

    help = (
        "Print rules; say where the code keeps each and what proves it; break the code and say "
        "what notices."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "system",
            nargs="?",
            choices=CATALOGUES,
            help="whose rules; without it every book's",
        )
        parser.add_argument(
            "--rule",
            metavar="ID|WORD",
            help="the rule with this id, the section of this name, or rules with this word",
        )
        parser.add_argument(
            "--coverage",
            metavar="SYSTEM",
            nargs="?",
            const="",
            choices=["", *CATALOGUES],
            help="for every rule id where the code keeps it and what proves it",
        )
        parser.add_argument(
            "--gaps",
            action="store_true",
            help="with --coverage: only what is not both kept and proven",
        )
        parser.add_argument(
            "--prove",
            action="store_true",
            help="break the code at each place of each rule, and name what nobody notices; without "
            "a system: of every book",
        )
        parser.add_argument("--sample", type=int, metavar="N", help="how many rules to break (all)")
        parser.add_argument("--seed", type=int, default=1, metavar="S", help="which sample (1)")
        parser.add_argument(
            "--first",
            action="store_true",
            help="leave a rule at its first place that is noticed, the places drawn by lot",
        )
        parser.add_argument(
            "--jobs", type=int, default=0, metavar="N", help="processes (one a core)"
        )
        parser.add_argument("--json", action="store_true", help="each trial as a line of JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        system = options["coverage"] or options["system"]
        if options["prove"]:
            self._prove([system] if system else [*CATALOGUES], options)
        elif options["coverage"] is not None:
            if not system:
                raise CommandError(f"coverage of which book? One of {', '.join(CATALOGUES)}")
            self._cover(cover(HOUSE, system), options["gaps"])
        else:
            self._print(system, options["rule"])

    # --- the rules --------------------------------------------------------------------------------

    def _print(self, system: str | None, wanted: str | None) -> None:
        books = [catalogue(name).book() for name in ([system] if system else CATALOGUES)]
        if not wanted:
            for rule in (rule for book in books for rule in book):
                self._rule(rule)
            return
        found = [rule for book in books for rule in book.look_up(wanted)]
        if not found:
            near = ", ".join(name for book in books for name in book.nearest(wanted))
            raise CommandError(f"no rule {wanted!r}" + (f"; near it: {near}" if near else ""))
        for rule in found:
            self._rule(rule)

    def _rule(self, rule: Rule) -> None:
        mark = " (reconstructed)" if rule.reconstructed else ""
        self.stdout.write(f"{rule.id}  {rule.title}{mark}")
        self.stdout.write(
            textwrap.fill(rule.text, 100, initial_indent="    ", subsequent_indent="    ")
        )

    # --- coverage ---------------------------------------------------------------------------------

    def _cover(self, coverage: Coverage, gaps: bool) -> None:
        for row in coverage.rows:
            if gaps and row.complete:
                continue
            mark = "MISSING" if row.missing else "ok" if row.complete else "excused"
            self.stdout.write(f"{row.rule.id}  {row.rule.title}: {mark}")
            if row.kept:
                self.stdout.write(
                    "    kept: " + ", ".join(place.label(HOUSE) for place in row.kept)
                )
            if row.proven:
                self.stdout.write("    proven: " + ", ".join(row.proven))
            if not row.complete:
                self.stdout.write(
                    f"    {_lacks(bool(row.kept), bool(row.proven))}"
                    + (f"; {row.reason}" if row.reason else "")
                )
        whole = sum(row.complete for row in coverage.rows)
        missing = [row.rule.id for row in coverage.rows if row.missing]
        excused = len(coverage.rows) - whole - len(missing)
        self.stdout.write(
            f"{len(coverage.rows)} rules: {whole} kept and proven, {excused} excused with a "
            f"reason, {len(missing)} missing"
        )
        stale = [
            row.rule.id
            for row in coverage.rows
            if row.complete and row.rule.id in coverage.reasons.rules
        ]
        if stale:
            self.stdout.write(f"excused though kept and proven: {', '.join(stale)}")
        if missing:
            raise CommandError(f"neither kept and proven nor excused: {', '.join(missing)}")

    # --- proof ------------------------------------------------------------------------------------

    def _prove(self, systems: list[str], options: dict[str, Any]) -> None:
        if connection.vendor != "sqlite":
            raise CommandError("rules are broken on SQLite: DATABASE_URL= manage.py rulebook …")
        books = [cover(HOUSE, system) for system in systems]
        wanted = (options["rule"] or "").upper()
        chosen = drawn(books, options["sample"], options["seed"], wanted)
        total = sum(len(rows) for _, rows in chosen)
        if not total:
            raise CommandError("no rule is kept and proven")
        first = options["seed"] if options["first"] else None
        result = Result()
        with under(self.stdout, "Breaking", total) as (say, done):
            for coverage, rows in chosen:
                if not rows:
                    continue
                for trials in prove(HOUSE, coverage, rows, first=first, jobs=options["jobs"]):
                    for line in result.lines(coverage, trials, as_json=options["json"]):
                        say(line)
                    done()
        if not options["json"]:
            self.stdout.write(
                f"{result.rules} rules broken at {result.places} places; {result.silent} places "
                f"and {len(result.unnoticed)} rules are noticed by nobody"
            )
        if result.rules < total:
            raise CommandError(f"{total - result.rules} rules were not tried: a process died")
        if result.unnoticed:
            raise CommandError(f"nothing failed for: {', '.join(sorted(result.unnoticed))}")


class Result:
    """What is counted while rules are broken."""

    def __init__(self) -> None:
        self.rules = self.places = self.silent = 0
        self.unnoticed: list[str] = []

    def lines(self, coverage: Coverage, trials: list[Trial], *, as_json: bool) -> Iterator[str]:
        """Count the trials of a rule; what is printed of them."""
        rule = trials[0].rule
        reason = coverage.reasons.unnoticed.get(rule, "")
        self.rules += 1
        self.places += len(trials)
        self.silent += sum(not trial.noticed for trial in trials)
        if not any(trial.noticed for trial in trials) and not reason:
            self.unnoticed.append(rule)
        for trial in trials:
            yield (
                json.dumps(asdict(trial) | {"reason": reason})
                if as_json
                else f"{rule}  {trial.words}" + (f" ({reason})" if reason else "")
            )


def _lacks(kept: bool, proven: bool) -> str:
    if kept:
        return "not proven"
    return "not kept by code" if proven else "neither kept by code nor proven"
