"""How a season counts: points and tie-breaks as data, as people type them, as all read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from traders.club.competition.point_rules import USUAL as USUAL_POINTS
from traders.club.competition.point_rules import PointRules, Ties
from traders.club.competition.standings import checked_order, example
from traders.club.competition.tiebreaks import TIE_BREAKS, USUAL
from traders.engines.kernel.words import is_number
from traders.models import Season

TIES = (
    (Ties.SHARE, "share the points of their places"),
    (Ties.HIGHER, "each get those of the best of these places"),
    (Ties.LOWER, "each get those of the last of these places"),
)
AVERAGE = "average"


@dataclass(frozen=True)
class Legend:
    """How something is counted, with an example."""

    title: str
    words: str
    example: str = ""


def rules_of(season: Season) -> PointRules:
    """The season's points. Raises `ValueError` where its data make no sense."""
    return _rules(season.points)


def _rules(data: Mapping[str, object]) -> PointRules:
    try:
        return msgspec.convert(data, PointRules, strict=False).checked()
    except msgspec.ValidationError as wrong:
        raise ValueError(str(wrong)) from wrong


def tie_breaks_of(season: Season) -> tuple[str, ...]:
    """The season's tie-breaks, in order."""
    return tuple(season.tie_breaks) or USUAL


def points_of(places: str, ties: str, bye: str) -> dict[str, Any]:
    """A season's points as they were typed: `3: 3 1 0, 4: 4 2 1 0`. Raises `ValueError`."""
    data: dict[str, Any] = {}
    for part in filter(None, (one.strip() for one in places.replace(";", ",").split(","))):
        size, colon, points = part.partition(":")
        numbers = [size.strip(), *points.split()]
        if not colon or not all(map(is_number, numbers)):
            raise ValueError(f"I cannot read {part}. Write the size and its points: 4: 4 2 1 0.")
        data.setdefault("places", {})[size.strip()] = [int(one) for one in numbers[1:]]
    if "places" in data:
        usual = {str(size): list(points) for size, points in USUAL_POINTS.items()}
        data["places"] = usual | data["places"]
    if ties and ties != Ties.SHARE:
        data["ties"] = ties
    if bye.strip() == AVERAGE:
        data["bye_average"] = True
    elif bye.strip():
        if not is_number(bye.strip()):
            raise ValueError(f"Write a number, or {AVERAGE}.")
        data["bye"] = int(bye)
    _rules(data)
    return data


def tie_breaks_in(typed: str) -> tuple[str, ...]:
    """Tie-breaks as they were typed. Raises `ValueError` for a name that is none."""
    names = tuple(filter(None, (one.strip().replace(" ", "-") for one in typed.split(","))))
    checked_order(names)
    return names


def typed(season: Season) -> dict[str, str]:
    """The season's points as a form has them."""
    data = season.points
    places = (
        f"{size}: {' '.join(map(str, points))}" for size, points in data.get("places", {}).items()
    )
    bye = AVERAGE if data.get("bye_average") else str(data.get("bye", ""))
    return {"points": ", ".join(places), "ties": data.get("ties", Ties.SHARE), "bye": bye}


def legend(season: Season) -> list[Legend]:
    """How points and ties are counted, each tie-break with an example."""
    rules = " ".join(rules_of(season).sentences())
    return [
        Legend("Points", rules),
        *(
            Legend(
                f"{number}. {TIE_BREAKS[name].label.capitalize()}",
                TIE_BREAKS[name].sentence,
                example(name),
            )
            for number, name in enumerate(tie_breaks_of(season), 1)
        ),
    ]
