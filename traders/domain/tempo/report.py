"""What a run of simulated games showed, in figures."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean, quantiles

from traders.domain.tempo.game import Told, endings


def figures(games: Sequence[Told]) -> dict[str, float]:
    """Medians, 90th percentiles and ratios over all games; hours are calendar hours."""
    with_intervals = [hours for game in games for hours in game.turn_hours]
    without = [hours for game in games for hours in game.turn_hours_without]
    turns = sum(game.turns for game in games)
    return {
        "turns_median": _at([float(game.turns) for game in games], 50),
        "turns_p90": _at([float(game.turns) for game in games], 90),
        "letters_a_turn": sum(game.letters for game in games) / turns,
        "waited_a_turn": sum(game.intervals for game in games) / turns,
        "reactions_a_game": mean(game.reactions for game in games),
        "hours_median": _at(with_intervals, 50),
        "hours_p90": _at(with_intervals, 90),
        "hours_mean": mean(with_intervals),
        "without_median": _at(without, 50),
        "without_p90": _at(without, 90),
        "without_mean": mean(without),
        "ratio_mean": sum(with_intervals) / sum(without),
        "ratio_median": _at(with_intervals, 50) / _at(without, 50),
    }


def lines(games: Sequence[Told], timing: str) -> list[str]:
    """The figures as the command prints them."""
    found = figures(games)
    ended = ", ".join(f"{name} {count}" for name, count in sorted(endings(games).items()))
    opened = sum(game.opened for game in games) / sum(game.turns for game in games)
    return [
        f"games           {len(games)} ended: {ended}",
        f"length          {found['turns_median']:.0f} turns (median), {found['turns_p90']:.0f} (p90)",
        f"letters         {found['letters_a_turn']:.1f} a turn",
        f"intervals       {opened:.1f} opened a turn, {found['waited_a_turn']:.2f} waited a turn, "
        f"{sum(game.intervals for game in games) / len(games):.1f} waited a game",
        f"reactions       {found['reactions_a_game']:.1f} played a game",
        f"calendar time   {found['hours_median']:.1f} h a turn (median), {found['hours_p90']:.1f} h (p90), {found['hours_mean']:.1f} h (mean)",
        f"never waiting   {found['without_median']:.1f} h a turn (median), {found['without_p90']:.1f} h (p90), {found['without_mean']:.1f} h (mean)",
        f"under '{timing}' {found['ratio_mean']:.2f} times the calendar time without any interval (medians: {found['ratio_median']:.2f})",
    ]


def _at(values: Sequence[float], percent: int) -> float:
    return quantiles(values, n=100, method="inclusive")[percent - 1] if len(values) > 1 else float(values[0])
