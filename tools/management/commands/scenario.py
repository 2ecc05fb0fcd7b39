"""`manage.py scenario FILE…`: run scenarios as letters through the one door."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tools.progress_bar import under
from tools.scenarios.junit_report import junit
from tools.scenarios.scratch_database import scratch_database
from tools.scenarios.selection import Selection, missing, selected
from traders.proof.scenarios.database_game import through_the_door
from traders.proof.scenarios.scenario_runner import Result
from traders.proof.scenarios.scenario_types import Scenario, ScenarioError


def _split(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


class Command(BaseCommand):
    """Run scenarios, and print one line each: `ok` or the difference."""

    help = (
        "Run scenario files as letters through the one door on a database of their own; exit "
        "status 1 if any differs."
    )
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
        parser.add_argument(
            "--only",
            action="append",
            default=[],
            metavar="ID",
            help="only the scenario with this id (may be given again)",
        )
        parser.add_argument(
            "--sections",
            type=_split,
            default=[],
            help="only scenarios whose rules all lie in these sections: A,B",
        )
        parser.add_argument(
            "--without",
            type=_split,
            default=[],
            help="leave out scenarios that need any of these: deals,clock",
        )
        parser.add_argument(
            "--trace",
            action="append",
            default=[],
            metavar="ID",
            help="print the entries, deadlines and letters of this scenario",
        )
        parser.add_argument(
            "--junit", type=Path, metavar="FILE", help="write the results as JUnit XML"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        selection = Selection(
            frozenset(options["only"]),
            frozenset(options["sections"]),
            frozenset(options["without"]),
        )
        chosen = list(selected(options["files"], selection))
        for scenario in chosen:
            if isinstance(scenario, ScenarioError) and not scenario.scenario:
                raise CommandError(str(scenario))
        for name in missing([*options["only"], *options["trace"]], chosen):
            raise CommandError(f"no scenario {name!r} among those chosen")
        if not chosen:
            raise CommandError("no scenario is chosen")
        with scratch_database():
            results = self._run(chosen, frozenset(options["trace"]))
        if options["junit"]:
            options["junit"].write_bytes(junit(results))
        failed = sum(not result.ok for result in results)
        self.stdout.write(
            f"{len(results)} scenarios, {len(results) - failed} ok, {failed} failed, "
            f"{sum(r.seconds for r in results):.1f} s"
        )
        if failed:
            raise CommandError(f"{failed} of {len(results)} scenarios differ")

    def _run(
        self, chosen: Sequence[Scenario | ScenarioError], traced: frozenset[str]
    ) -> list[Result]:
        results = []
        with under(self.stdout, "Scenarios", len(chosen)) as (say, done):
            for scenario in chosen:
                if isinstance(scenario, ScenarioError):
                    result = Result(scenario.scenario or "?", "", str(scenario))
                else:
                    result = through_the_door(scenario, traced=scenario.id in traced)
                say(result.line())
                for line in result.trace:
                    say(f"    {line}")
                results.append(result)
                done()
        return results
