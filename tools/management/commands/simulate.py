"""`manage.py simulate --system S --games N --seats K --timing T --answer-delay "median 6h, p90 30h"
[--option NAME=VALUE…] [--level L] [--against L] [--good-answers one|all] [--seed S] [--cadence C]
[--by-page] [--weigh] [--processes N] [--json FILE]`

Plays whole games of bots on simulated time and mail, and prints how long they took. Options that
are not given are as in games made here. Without --seats and --option the games go through every
number of seats and every value of the options. With
--weigh each letter is made with its picture, and its octets are counted. With
--against one seat, another in each game, plays at --level, the others at --against. With
--good-answers one seat, another in each game, or all follow each good turn and good answer.
"""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tools.simulation import delays, report, seat_option_combinations
from tools.simulation.checked_engine import Unsound
from tools.simulation.game import EndlessGame, Simulation
from tools.simulation.results import GameResult
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.kernel.contract.contract import Engine
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import COLOURS, Seat
from traders.engines.registry import ENGINES, engine
from traders.models import Cadence

SEED = 5
"""The place of a game's seed among what `one_game` is given."""
TOLD_EACH = 20
"""So many games are a line where no progress bar can be shown."""


class Command(BaseCommand):
    """Simulate games. Exit status 1 if a game does not end, a position breaks an invariant, or an
    order is refused that the engine offered.
    """

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--system", required=True, choices=sorted(ENGINES))
        parser.add_argument("--games", type=int, default=20, metavar="N")
        parser.add_argument(
            "--seats",
            type=int,
            metavar="K",
            help="players at each table; else every number in turn",
        )
        parser.add_argument(
            "--option",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="an option of the system, for all games",
        )
        parser.add_argument("--timing", default="stops", choices=("table", "stops", "sealed"))
        parser.add_argument("--answer-delay", default="median 6h, p90 30h", metavar="DELAY")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument(
            "--cadence", default=Cadence.WAITING, choices=Cadence.values, help="letters wanted"
        )
        parser.add_argument(
            "--by-page", action="store_true", help="answers are given on the page, not by letter"
        )
        parser.add_argument(
            "--weigh", action="store_true", help="make each letter, and count its octets"
        )
        parser.add_argument(
            "--level", default=Level.PLAYER, choices=list(Level), help="how well the bots play"
        )
        parser.add_argument(
            "--against", choices=list(Level), help="how well the opponents of one seat play"
        )
        parser.add_argument(
            "--good-answers",
            choices=("one", "all"),
            help="who does what letters suggest, and that alone",
        )
        parser.add_argument(
            "--processes",
            type=int,
            default=os.cpu_count() or 1,
            metavar="N",
            help="games at once; else as many as there are processors",
        )
        parser.add_argument("--json", metavar="FILE", help="write the figures there too")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            delay = delays.read(options["answer_delay"])
            tables = self._tables(engine(options["system"]), options)
        except (ValueError, Refusal) as error:
            raise CommandError(str(error)) from None
        if options["games"] < 1:
            raise CommandError("At least one game is needed.")
        if options["processes"] < 1:
            raise CommandError("At least one process is needed.")
        jobs = [
            (
                options["system"],
                seats,
                agreed,
                options["timing"],
                delay,
                options["seed"] * 10_000 + number,
                options["cadence"],
                options["by_page"],
                options["weigh"],
                levels(COLOURS[:seats], number, options["level"], options["against"]),
                followers(COLOURS[:seats], number, options["good_answers"]),
            )
            for number, (seats, agreed) in enumerate(tables)
        ]
        games, stuck, unsound = self._play(jobs, options["processes"])
        for line in report.lines(games, options["timing"]) if games else []:
            self.stdout.write(line)
        for line in report.played(games) if games else []:
            self.stdout.write(line)
        if options["json"] and games:
            Path(options["json"]).write_text(json.dumps(report.as_json(games), indent=2) + "\n")
        refused = [text for game in games for text in game.refused]
        self.stdout.write(
            f"refused         {len(refused)} orders of what was offered"
            + "".join(f"\n  {text}" for text in refused[:5])
        )
        self.stdout.write(
            f"stuck           {len(stuck)} games" + "".join(f"\n  {text}" for text in stuck[:5])
        )
        self.stdout.write(
            f"unsound         {len(unsound)} positions"
            + "".join(f"\n  {text}" for text in unsound[:5])
        )
        if refused or stuck or unsound:
            raise SystemExit(1)

    def _tables(
        self, system: Engine[Any, Any], options: dict[str, Any]
    ) -> list[tuple[int, dict[str, Any]]]:
        """Seats and options of each game; refuses those that are not to be had."""
        if options["seats"] is None and not options["option"]:
            return seat_option_combinations.tables(
                system, COLOURS, options["games"], options["seed"]
            )
        agreed = seat_option_combinations.read(system, options["option"])
        counts = (
            [options["seats"]]
            if options["seats"] is not None
            else seat_option_combinations.seat_counts(system, COLOURS)
        )
        tables = []
        for seats in counts:
            presets = {option.name: option.preset(seats) for option in system.options}
            tables.append((seats, presets | agreed))
            system.setup(COLOURS[:seats], presets | agreed)
        return [tables[number % len(tables)] for number in range(options["games"])]

    def _play(
        self, jobs: list[tuple[Any, ...]], processes: int
    ) -> tuple[list[GameResult], list[str], list[str]]:
        """The results of the games that ended, by seed; the endless games; the broken
        invariants.
        """
        games: dict[int, GameResult] = {}
        stuck: list[str] = []
        unsound: list[str] = []
        columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with (
            ProcessPoolExecutor(processes, mp_context=get_context("fork")) as pool,
            Progress(*columns, transient=True) as bar,
        ):
            task = bar.add_task("games", total=len(jobs))
            waiting = {pool.submit(one_game, *job): job[SEED] for job in jobs}
            for done in as_completed(waiting):
                try:
                    games[waiting[done]] = done.result()
                except EndlessGame as error:
                    stuck.append(str(error))
                except Unsound as error:
                    unsound.append(str(error))
                bar.advance(task)
                if not bar.console.is_terminal and bar.tasks[task].completed % TOLD_EACH == 0:
                    self.stderr.write(f"{bar.tasks[task].completed:.0f} of {len(jobs)} games")
        # by seed, so that the same seed prints the same
        return [games[seed] for seed in sorted(games)], sorted(stuck), sorted(unsound)


def levels(
    seats: Sequence[Seat], number: int, level: str, against: str | None
) -> dict[Seat, Level]:
    """Who plays how well in the game of this number: one seat at the level, the others against."""
    alone = seats[number % len(seats)]
    return {seat: Level(level if seat == alone else against or level) for seat in seats}


def followers(seats: Sequence[Seat], number: int, who: str | None) -> frozenset[Seat]:
    """Who follows all advice in the game of this number: nobody, `one` or `all`."""
    return frozenset(seats if who == "all" else [seats[number % len(seats)]] if who else ())


def one_game(
    system: str,
    seats: int,
    options: dict[str, Any],
    timing: str,
    delay: delays.Delay,
    seed: int,
    cadence: str,
    by_page: bool,
    weigh: bool,
    levels: dict[Seat, Level],
    followers: frozenset[Seat],
) -> GameResult:
    """Play one game, in a process of its own."""
    return Simulation(
        engine(system),
        COLOURS[:seats],
        options,
        timing,
        delay,
        seed,
        cadence=cadence,
        by_page=by_page,
        weigh=weigh,
        levels=levels,
        followers=followers,
    ).play()
