"""The figures of a simulated season, for people and for programs."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from datetime import timedelta
from statistics import median
from typing import Any

from django.db.models import Sum

from tools.season.expected_troubles import Ill
from tools.season.season_run import SeasonPlay
from tools.simulation.report import percentile
from traders.club.desk.game_troubles import Trouble
from traders.domain.history.audit import audit
from traders.models import Deadline, Game, Letter, Phase

SAMPLE = 12
"""So many games are audited, spread over the season."""


def figures(played: SeasonPlay) -> dict[str, Any]:
    """All figures; `wrong` says in sentences what must not be."""
    games = played.organizing.games
    days = [
        (game.ended - game.started) / timedelta(days=1)
        for game in games
        if game.started and game.ended
    ]
    sent = Letter.objects.exclude(accepted=None).count()
    lost = played.lost + (Deadline.objects.aggregate(all=Sum("failures"))["all"] or 0)
    found: dict[str, Any] = {
        "people": played.size.people,
        "rounds": played.size.rounds,
        "seed": played.size.seed,
        "games": len(games),
        "ended_by_organizer": len(played.organizing.ended),
        "season_over": played.organizing.over,
        "simulated_days": (played.now - played.begins).days,
        "days_a_game": {
            "median": round(percentile(days, 50), 1),
            "p90": round(percentile(days, 90), 1),
        },
        "letters": sent,
        "letters_a_person": round(sent / played.size.people, 1),
        "desk_letters": played.desk_letters,
        "claims": played.answering.claims,
        "rulings": played.answering.rulings,
        "drawn_anew": played.organizing.drawn_anew,
        "stand_ins_sat": len(played.books.sat_after),
        "hours_until_sat": round(median(played.books.sat_after or [0.0]), 1),
        "lost_deadlines": lost,
        "troubles": by_kind(played.books.ills),
        "cpu_seconds": round(time.process_time() - played.began, 1),
    }
    found["wrong"] = list(_wrong(played, games, found))
    return found


def by_kind(ills: Sequence[Ill]) -> dict[str, dict[str, int]]:
    """Troubles by kind: how many began, how many of those the desk named at once, and on their
    day.
    """
    return {
        str(trouble): {
            "began": len(some),
            "named_at_once": sum(ill.at_once for ill in some),
            "named_on_the_day": sum(ill.named for ill in some),
        }
        for trouble in Trouble
        if (some := [ill for ill in ills if ill.trouble == trouble])
    }


def _wrong(played: SeasonPlay, games: Sequence[Game], found: dict[str, Any]) -> Iterator[str]:
    if not found["season_over"]:
        yield "The season has no final tables."
    for game in games:
        if game.phase != Phase.OVER:
            yield f"{game.title} is not over."
    if found["lost_deadlines"]:
        yield f"{found['lost_deadlines']} deadlines were open after their time."
    for morning in played.untold:
        yield f"No letter told the organizer on {morning:%-d %B} what needed them."
    titles = {game.pk: game.title for game in games}
    for ill in played.books.ills:
        if not ill.named:
            where = f"{titles[ill.place[0]]} {ill.place[1]}".strip()
            yield f"{where}: the desk did not name on {ill.since:%-d %B}: {ill.trouble}."
    for game in games[:: -(-len(games) // SAMPLE) or 1]:
        if fault := audit(game):
            yield f"Audit: {fault}."


def lines(found: dict[str, Any]) -> Iterator[str]:
    """The figures as lines."""
    days = found["days_a_game"]
    yield (
        f"games           {found['games']}, {found['ended_by_organizer']} of them ended by the "
        f"organizer; {found['simulated_days']} days"
    )
    yield f"days a game     median {days['median']}, 90 % {days['p90']}"
    yield f"letters         {found['letters']}, {found['letters_a_person']} a person"
    yield f"of the desk     {found['desk_letters']} letters"
    yield f"claims          {found['claims']}, {found['rulings']} ruled on"
    yield (
        f"substitutes     {found['stand_ins_sat']} sat, half of them within "
        f"{found['hours_until_sat']} hours"
    )
    yield f"draws anew      {found['drawn_anew']}"
    for trouble, counted in found["troubles"].items():
        yield (
            f"  {trouble:<38} began {counted['began']:>4}   named at once "
            f"{counted['named_at_once']:>4}   on the day {counted['named_on_the_day']:>4}"
        )
    yield f"lost deadlines  {found['lost_deadlines']}"
    yield f"CPU             {found['cpu_seconds']} s"
    yield f"wrong           {len(found['wrong'])}"
    for sentence in found["wrong"]:
        yield f"  {sentence}"
