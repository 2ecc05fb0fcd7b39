"""The report on simulated games, in figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from statistics import mean, quantiles
from typing import Any

from tools.simulation.letter_weight import summed_up
from tools.simulation.results import GameResult, endings
from traders.engines.kernel.contract.bot_level import Level

MOST_VALUES = 8
"""Up to how many values of an option have a line each."""


def figures(games: Sequence[GameResult]) -> dict[str, float]:
    """Medians, 90th percentiles and ratios over all games; hours are calendar hours."""
    with_intervals = [hours for game in games for hours in game.turn_hours]
    without = [hours for game in games for hours in game.turn_hours_without]
    own = [float(count) for game in games for count in game.turn_letters]
    turns = sum(game.turns for game in games)
    return {
        "turns_median": percentile([float(game.turns) for game in games], 50),
        "turns_p90": percentile([float(game.turns) for game in games], 90),
        "own_letters_median": percentile(own, 50),
        "own_letters_mean": mean(own) if own else 0.0,
        "letters_a_turn": sum(game.letters for game in games) / turns,
        "waited_a_turn": sum(game.intervals for game in games) / turns,
        "reactions_a_game": mean(game.reactions for game in games),
        "deals_a_game": mean(game.dealt for game in games),
        "offered_a_game": mean(game.offered for game in games),
        "hours_median": percentile(with_intervals, 50),
        "hours_p90": percentile(with_intervals, 90),
        "hours_mean": mean(with_intervals),
        "without_median": percentile(without, 50),
        "without_p90": percentile(without, 90),
        "without_mean": mean(without),
        "ratio_mean": sum(with_intervals) / sum(without),
        "ratio_median": percentile(with_intervals, 50) / percentile(without, 50),
    }


def lines(games: Sequence[GameResult], timing: str) -> list[str]:
    """The figures as lines, for the command."""
    found = figures(games)
    kinds = ", ".join(f"{kind} {count:.1f}" for kind, count in letters_a_seat(games).items())
    weights = summed_up(game.weights for game in games)
    opened = sum(game.opened for game in games) / sum(game.turns for game in games)
    return [
        f"games           {len(games)} ended: {_ended(games)}",
        *_deserted(games),
        f"length          {found['turns_median']:.0f} turns (median), {found['turns_p90']:.0f} "
        "(p90)",
        f"letters         {found['letters_a_turn']:.1f} a turn; {found['own_letters_median']:.0f} "
        f"(median), {found['own_letters_mean']:.2f} (mean) by the seat on turn",
        f"letters sent    {sum(letters_a_seat(games).values()):.0f} a seat, of which "
        f"{asking_nothing(games):.0f} ask nothing ({kinds})",
        f"letters asking  {asking(games):.1f} a seat, of which {without_choice(games):.1f} are of "
        "windows without anything to play that makes a difference",
        *(
            f"weight          {kind}: {one['median'] / 1000:.1f} KB (median), "
            f"{one['largest'] / 1000:.1f} KB (largest of {one['letters']})"
            for kind, one in weights.items()
        ),
        f"intervals       {opened:.1f} opened a turn, {found['waited_a_turn']:.2f} waited a turn, "
        f"{sum(game.intervals for game in games) / len(games):.1f} waited a game",
        f"reactions       {found['reactions_a_game']:.1f} played a game",
        f"deals           {found['deals_a_game']:.1f} made a game, "
        f"{found['offered_a_game']:.1f} offered, "
        f"{sum(game.unkept for game in games)} accepted in all that their maker could not keep",
        "won             " + _shares(games),
        *_advised(games),
        f"calendar time   {found['hours_median']:.1f} h a turn (median), "
        f"{found['hours_p90']:.1f} h (p90), {found['hours_mean']:.1f} h (mean)",
        f"never waiting   {found['without_median']:.1f} h a turn (median), "
        f"{found['without_p90']:.1f} h (p90), {found['without_mean']:.1f} h (mean)",
        f"under '{timing}' {found['ratio_mean']:.2f} times the calendar time without any "
        f"interval (medians: {found['ratio_median']:.2f})",
    ]


def letters_a_seat(games: Sequence[GameResult]) -> dict[str, float]:
    """Letters that a seat gets in a game, by kind: means over all seats of all games, the most
    frequent first.
    """
    seats = sum(len(game.sent) for game in games)
    counted: Counter[str] = Counter()
    for game in games:
        for kinds in game.sent.values():
            counted.update(kinds)
    return {str(kind): count / seats for kind, count in counted.most_common()}


def asking_nothing(games: Sequence[GameResult]) -> float:
    """How many of the letters that a seat gets in a game ask nothing."""
    return mean(count for game in games for count in game.asking_nothing.values())


def asking(games: Sequence[GameResult]) -> float:
    """How many of the letters that a seat gets in a game ask something."""
    return sum(letters_a_seat(games).values()) - asking_nothing(games)


def without_choice(games: Sequence[GameResult]) -> float:
    """How many of these ask where nothing could be played that makes a difference."""
    counts = [count for game in games for count in game.without_choice.values()]
    return mean(counts) if counts else 0.0


def as_json(games: Sequence[GameResult]) -> dict[str, Any]:
    """The figures for programs: days a game, letters a seat, wins by seat."""
    days = [game.hours / 24 for game in games]
    sent = letters_a_seat(games)
    return {
        "games": len(games),
        "days": {"median": percentile(days, 50), "p90": percentile(days, 90), "mean": mean(days)},
        "letters": {
            "all": sum(sent.values()),
            "asking_nothing": asking_nothing(games),
            "asking": asking(games),
            "without_choice": without_choice(games),
            "of_own_turn": figures(games)["own_letters_median"],
            **sent,
        },
        "weight": summed_up(game.weights for game in games),
        "wins": dict(Counter(seat for game in games for seat in game.winners)),
        "wins_by_level": wins_by_level(games),
        "wins_by_advice": wins_by_advice(games),
        "wins_by_personality": {
            name: {"won": won, "played": played}
            for name, (won, played) in wins_by_personality(games).items()
        },
        "endings": dict(endings(games)),
        "deserted": [game.seed for game in games if game.deserted],
    }


def wins_by_level(games: Sequence[GameResult]) -> dict[str, float]:
    """The share of games that a level won; a game that several won counts for each in part."""
    won = {str(level): 0.0 for game in games for level in game.levels.values()}
    for game in games:
        for seat in game.winners:
            won[game.levels[seat]] += 1 / len(game.winners) / len(games)
    return won


def wins_by_advice(games: Sequence[GameResult]) -> float:
    """The share of games that seats won which follow each good turn and each good answer."""
    return mean(
        len(game.followers & set(game.winners)) / max(1, len(game.winners)) for game in games
    )


def _advised(games: Sequence[GameResult]) -> list[str]:
    """How seats fared that follow advice, and how often their plans stopped."""
    seats = sum(len(game.followers) for game in games)
    if not seats:
        return []
    share = seats / sum(game.seats for game in games)
    stopped = [text for game in games for text in game.stopped]
    return [
        f"good answers    won {wins_by_advice(games):.0%} ({share:.0%} by lot); "
        f"{len(stopped)} plans stopped",
        *(f"  {text}" for text in stopped[:5]),
    ]


def wins_by_personality(games: Sequence[GameResult]) -> dict[str, tuple[float, int]]:
    """How many games each Personality won, and how many it was in, by name."""
    found: dict[str, tuple[float, int]] = {}
    for game in games:
        for seat, names in game.personalities.items():
            share = 1 / len(game.winners) if seat in game.winners else 0.0
            for name in names:
                won, played = found.get(name, (0.0, 0))
                found[name] = (won + share, played + 1)
    return dict(sorted(found.items()))


def _shares(games: Sequence[GameResult]) -> str:
    """What share of games each level won, beside what it would by lot."""
    seats = Counter(level for game in games for level in game.levels.values())
    return ", ".join(
        f"{level} {share:.0%} ({seats[Level(level)] / seats.total():.0%} by lot)"
        for level, share in wins_by_level(games).items()
    )


def percentile(values: Sequence[float], percent: int) -> float:
    """The value below which so many of a hundred lie; 0 where there are none."""
    if len(values) < 2:
        return float(next(iter(values), 0.0))
    return quantiles(values, n=100, method="inclusive")[percent - 1]


def played(games: Sequence[GameResult]) -> list[str]:
    """The seats and options of the games, and how these ended, as lines."""
    ways = Counter((game.seats, *sorted(game.options.items())) for game in games)
    seats = Counter(game.seats for game in games)
    counted = ", ".join(f"{count} with {number}" for number, count in sorted(seats.items()))
    lines_ = [
        f"played          {counted} seats: {len(ways)} tables that differ in seats or options, "
        f"each {_range(ways.values())} times"
    ]
    for name in games[0].options if games else ():
        values = sorted(
            {game.options[name] for game in games if not isinstance(game.options[name], tuple)},
            key=str,
        )
        for value in values if 1 < len(values) <= MOST_VALUES else ():
            chosen = [game for game in games if game.options[name] == value]
            by_seats = Counter(game.seats for game in chosen)
            row = " ".join(f"{by_seats[number]:>4}" for number in sorted(seats))
            lines_.append(f"  {name + ' ' + str(value).lower():<28}{row}   {_ended(chosen)}")
    lines_ += [
        f"  {name:<28}{won / number:>4.0%} of {number} won"
        for name, (won, number) in wins_by_personality(games).items()
    ]
    return lines_


def _ended(games: Sequence[GameResult]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(endings(games).items()))


def _deserted(games: Sequence[GameResult]) -> list[str]:
    """Which games were deserted on purpose, and how they ended: an end by default is no fault
    there.
    """
    left = [game for game in games if game.deserted]
    each = ", ".join(f"seed {game.seed} by {game.ending}" for game in left)
    words = f"deserted        {len(left)} of them on purpose, seat after seat, ended: {each}"
    return [words] if left else []


def _range(counts: Collection[int]) -> str:
    low, high = min(counts), max(counts)
    return str(low) if low == high else f"{low} to {high}"
