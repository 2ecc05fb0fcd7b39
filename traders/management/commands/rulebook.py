"""`manage.py rulebook`: the rules, the code that keeps them, their proofs, and a test of these
proofs.
"""

from __future__ import annotations

import textwrap
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from traders.domain.settings.postal_rules import postal_rules
from traders.engines.kernel.rulebook import Rule, Rulebook, rulebook
from traders.engines.registry import ENGINES
from traders.management.progress_bar import under
from traders.proof.coverage.mutation_tests import prove, sample
from traders.proof.coverage.report import Coverage, cover

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
            choices=[*ENGINES, "postal"],
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
            choices=[*ENGINES],
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
            help="with --coverage or a system: break the code and name what then fails",
        )
        parser.add_argument(
            "--sample", type=int, default=60, metavar="N", help="how many rules to break (60)"
        )
        parser.add_argument("--seed", type=int, default=1, metavar="S", help="which sample (1)")

    def handle(self, *args: Any, **options: Any) -> None:
        system = options["coverage"] or options["system"]
        if options["prove"]:
            self._prove(system or next(iter(ENGINES)), options["sample"], options["seed"])
        elif options["coverage"]:
            self._cover(cover(HOUSE, system), options["gaps"])
        else:
            self._print(system, options["rule"])

    # --- the rules --------------------------------------------------------------------------------

    def _print(self, system: str | None, wanted: str | None) -> None:
        books = [_book(name) for name in ([system] if system else [*ENGINES, "postal"])]
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

    def _prove(self, system: str, size: int, seed: int) -> None:
        coverage = cover(HOUSE, system)
        rows = sample(coverage, size, seed)
        if not rows:
            raise CommandError("no rule is kept and proven")
        trials = prove(HOUSE, coverage, rows)
        unnoticed = []
        with under(self.stdout, "Breaking", len(rows)) as (say, done):
            for trial in trials:
                if trial.noticed:
                    say(
                        f"{trial.rule}  {trial.place} ({trial.broken}): {trial.noticed} fails: "
                        f"{trial.how}"
                    )
                else:
                    unnoticed.append(trial.rule)
                    say(
                        f"{trial.rule}  {trial.place}: NOTHING FAILED ({trial.tried} broken "
                        "forms tried)"
                    )
                done()
        self.stdout.write(
            f"{len(rows)} rules broken, {len(rows) - len(unnoticed)} noticed, {len(unnoticed)} not"
        )
        if unnoticed:
            raise CommandError(f"nothing failed for: {', '.join(sorted(unnoticed))}")


def _lacks(kept: bool, proven: bool) -> str:
    if kept:
        return "not proven"
    return "not kept by code" if proven else "neither kept by code nor proven"


def _book(system: str) -> Rulebook:
    return postal_rules() if system == "postal" else rulebook(ENGINES[system])
