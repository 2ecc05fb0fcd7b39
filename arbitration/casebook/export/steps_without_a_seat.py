"""What is done to a game by who holds no seat of it, as scenario steps: somebody takes a seat, and
an organizer orders (PR-SEAT-01, PR-SEAT-05, PR-SEAT-11).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.db.models import Q

from arbitration.casebook.export.scenario_step import ScenarioStep
from arbitration.casebook.export.starting_entries import Beginning
from arbitration.models import Ruling
from traders.domain.deadlines.deadline_changes import EVERYBODY
from traders.domain.play import pausing
from traders.domain.play.organizer.time_orders import GIVEN, UNDONE
from traders.models import Entry, Kind, Seat, Sitting, SittingCause, Source
from traders.models.players import BOTS

_ORDERS: Mapping[str, Callable[[dict[str, Any]], str]] = {
    GIVEN: lambda said: f"more time <game> {_whom(said)} {said['seconds'] // 3600}h",
    UNDONE: lambda said: "undo time <game>",
    "pause": lambda said: f"pause <game> for {said['seconds'] // 3600}h",
    pausing.LIFTED: lambda said: "go on <game>",
    "offer": lambda said: f"offer <game> {said['whom']}",
    "bot": lambda said: f"bot for <game> {said['whom']} {said['level']}",
}
"""By the organizer's decision, the order. A member who is seated takes the seat."""


def steps_without_a_seat(ruling: Ruling, begin: Beginning) -> Iterator[ScenarioStep]:
    """Who had left a seat by the beginning; from there up to the ruling, who took one, under a name
    that is nobody's, and what an organizer ordered.
    """
    game = ruling.claim.game_id
    begun = Q(since__lte=begin.clock) & (Q(until=None) | Q(until__gt=begin.clock))
    held = Sitting.objects.filter(begun, seat__game=game)
    left = Seat.objects.filter(game=game, dropped=False).exclude(sittings__in=held)
    for seat in left.order_by("place"):
        yield ScenarioStep(begin.clock, 0, 5, ((seat.colour, "resign"),))
    taken = Sitting.objects.filter(
        seat__game=game,
        began=SittingCause.SUBSTITUTE,
        since__gte=begin.clock,
        since__lte=ruling.at,
    ).exclude(player__email__endswith=f"@{BOTS}")
    for number, sitting in enumerate(taken.select_related("seat").order_by("since", "pk"), 1):
        step = (("take", sitting.seat.colour), ("player", f"substitute {number}"))
        yield ScenarioStep(sitting.since, 0, 20, step)
    decided = Entry.objects.filter(
        game=game,
        kind=Kind.DECISION,
        source=Source.ORGANIZER,
        number__gt=begin.entry,
        at__lte=ruling.at,
    )
    for entry in decided.order_by("number"):
        said = entry.parts[0]
        if (order := _ORDERS.get(said["deed"])) is not None:
            yield ScenarioStep(entry.at, entry.number - 1, 20, (("desk", f"{order(said)}: heard"),))


def _whom(said: Mapping[str, object]) -> str:
    return "all" if said["whom"] == EVERYBODY else str(said["whom"])
