"""A knock-out as it stands: who goes on at each table and by which tie-break, who has a bye, what
is to come, and how far everybody came.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from traders.club.competition import knockout_rounds
from traders.club.competition.knockout_rounds import KnockoutRound, KnockoutRules
from traders.club.competition.result_types import Bye, SeasonResults
from traders.club.competition.standings import LAST, parted
from traders.club.competition.tiebreaks import TIE_BREAKS
from traders.club.seasons.league_tables import game_result
from traders.club.seasons.scoring_rules import rules_of, tie_breaks_of
from traders.club.seasons.table_results import PlaceResult, TableResult, person_of, results
from traders.models import Entrant, Round, Season, SeasonPhase

SEEDING = "the seeding"
"""What decides last, in words: a knock-out's people stand in the order of their seeding."""


@dataclass(frozen=True)
class AtTable:
    """Somebody at a table of the bracket, in the order in which they came in."""

    place: PlaceResult
    on: bool
    """Whether they go on, or have won the final; while the table plays nobody does."""
    by: str
    """The tie-break by which they stand before the next, with whom they share their place."""


@dataclass(frozen=True)
class BracketTable:
    """One table, the first of it first."""

    result: TableResult
    people: tuple[AtTable, ...]

    @property
    def cut(self) -> str:
        """By what the last who goes on stands before the first who does not; empty where the game
        parted them.
        """
        on = [one for one in self.people if one.on]
        return on[-1].by if on and len(on) < len(self.people) else ""


@dataclass(frozen=True)
class BracketRound:
    """One round that was drawn."""

    round: Round
    title: str
    tables: tuple[BracketTable, ...]
    byes: tuple[Entrant, ...]


@dataclass(frozen=True)
class ComingRound:
    """A round of which only its size is known."""

    title: str
    tables: int
    byes: int


@dataclass(frozen=True)
class Bracket:
    """The whole of it."""

    rounds: tuple[BracketRound, ...]
    coming: tuple[ComingRound, ...]
    winner: Entrant | None


def knockout_rules(season: Season) -> KnockoutRules:
    """The size of its tables, and how many go on."""
    return KnockoutRules(season.table_size, season.going_on)


def title_of(season: Season, number: int) -> str:
    """`Round 1`, or `Final`."""
    return "Final" if number == season.rounds else f"Round {number}"


def is_final(round_: Round) -> bool:
    """Whether the round decides: one table, and nobody has a bye."""
    return round_.tables.count() == 1 and not round_.byes.exists()


def seeding(season: Season) -> list[Entrant]:
    """Who was drawn, the first of the seeding first; withdrawn or not."""
    return list(season.entrants.exclude(seed=None).select_related("player").order_by("seed"))


def order_at(
    season: Season, table: TableResult, played: Sequence[TableResult], people: Sequence[Entrant]
) -> list[tuple[PlaceResult, str]]:
    """The people of a table in order, each with the tie-break by which they stand before the next
    who shares their place. Who forfeited stands last. `played`: all results; those of later rounds
    do not count. `people`: the seeding.
    """
    number = table.table.round.number
    until = [one for one in played if one.settled and one.table.round.number <= number]

    def key(one: PlaceResult) -> tuple[bool, int]:
        return one.forfeited, one.rank or 0

    found: list[tuple[PlaceResult, str]] = []
    for _, some in groupby(sorted(table.places, key=key), key=key):
        level = {person_of(one.place.entrant): one for one in some}
        if len(level) == 1:
            found += [(one, "") for one in level.values()]
            continue
        given = SeasonResults(
            people=tuple(person_of(one) for one in people),
            games=tuple(game_result(one) for one in until),
            byes=tuple(_byes(until)),
        )
        order = parted(given, rules_of(season), tie_breaks_of(season), list(level))
        found += [(level[person], _label(name)) for person, name in order]
    return found


def _byes(tables: Iterable[TableResult]) -> Iterable[Bye]:
    rounds = {one.table.round_id: one.table.round for one in tables}
    for round_ in rounds.values():
        for entrant in round_.byes.all():
            yield Bye(person_of(entrant), round_.number)


def _label(name: str) -> str:
    if name == LAST:
        return SEEDING
    return TIE_BREAKS[name].label if name else ""


def going_on(season: Season, round_: Round, there: Iterable[Entrant]) -> list[Entrant]:
    """Who goes on after a round all of whose tables have a result, in the order of the seeding; of
    the final its winner. Who is not `there` any more leaves the place to the next at the table.
    """
    played, people = results(season), seeding(season)
    present = {one.pk for one in there}
    tables, orders = [], []
    for one in played:
        if one.table.round_id != round_.pk:
            continue
        order = [place for place, _ in order_at(season, one, played, people)]
        gone = [at for at in order if at.place.entrant_id not in present or at.forfeited]
        stay = [at for at in order if at not in gone]
        tables.append(tuple(str(at.place.entrant_id) for at in order))
        orders.append([str(at.place.entrant_id) for at in (*stay, *gone)])
        present -= {at.place.entrant_id for at in gone}
    on = 1 if is_final(round_) else season.going_on
    byes = tuple(str(one.pk) for one in round_.byes.all())
    seeds = [str(one.pk) for one in people]
    left = knockout_rounds.after(KnockoutRound(tuple(tables), byes, on), orders, seeds)
    return [one for one in people if str(one.pk) in left and one.pk in present]


def bracket_of(season: Season, played: Sequence[TableResult]) -> Bracket:
    """The bracket as it stands. `played`: all results."""
    people = seeding(season)
    rounds = list(season.drawn_rounds.prefetch_related("byes__player"))
    tables: dict[int, list[TableResult]] = {}
    for one in played:
        tables.setdefault(one.table.round_id, []).append(one)
    found = []
    for number, round_ in enumerate(rounds):
        later = rounds[number + 1] if number + 1 < len(rounds) else None
        went_on = _sitting(later, tables.get(later.pk, [])) if later else None
        own = tables.get(round_.pk, [])
        final = len(own) == 1 and not round_.byes.all()
        on = 1 if final else season.going_on
        shown = tuple(_table(season, one, played, people, went_on, on) for one in own)
        title = title_of(season, round_.number)
        found.append(BracketRound(round_, title, shown, tuple(round_.byes.all())))
    return Bracket(tuple(found), tuple(_coming(season, found)), _winner(season, found))


def _sitting(round_: Round, tables: Iterable[TableResult]) -> set[int]:
    """The entrants of a round, byes included."""
    seated = {at.place.entrant_id for one in tables for at in one.places}
    return seated | {one.pk for one in round_.byes.all()}


def _table(
    season: Season,
    table: TableResult,
    played: Sequence[TableResult],
    people: Sequence[Entrant],
    went_on: set[int] | None,
    on: int,
) -> BracketTable:
    """`went_on`: who sits in the next round; None while that is not drawn."""
    if not table.settled:
        return BracketTable(table, tuple(AtTable(one, False, "") for one in table.places))
    order = order_at(season, table, played, people)
    if went_on is None:
        able = [one for one, _ in order if not one.forfeited and not one.place.entrant.withdrawn]
        went_on = {one.place.entrant_id for one in able[:on]}
    return BracketTable(
        table, tuple(AtTable(one, one.place.entrant_id in went_on, by) for one, by in order)
    )


def _coming(season: Season, rounds: Sequence[BracketRound]) -> Iterable[ComingRound]:
    """What is left after the last round that was drawn, if nobody withdraws."""
    if not rounds or season.phase == SeasonPhase.OVER:
        return
    last = rounds[-1]
    if len(last.tables) == 1 and not last.byes:
        return
    left = len(last.byes) + sum(min(season.going_on, len(one.people)) for one in last.tables)
    if left < 2:
        return
    first = last.round.number + 1
    for number, (tables, byes) in enumerate(
        knockout_rounds.sizes_of_rounds(left, knockout_rules(season)), first
    ):
        yield ComingRound(title_of(season, number), tables, byes)


def _winner(season: Season, rounds: Sequence[BracketRound]) -> Entrant | None:
    if season.phase != SeasonPhase.OVER or not rounds:
        return None
    on = [one.place.place.entrant for table in rounds[-1].tables for one in table.people if one.on]
    # where all others have gone, who had no game in the last round may be the one who is left
    there = [one for one in (*on, *rounds[-1].byes) if one.withdrawn is None]
    return there[0] if len(there) == 1 else None


@dataclass(frozen=True)
class Reached:
    """How far somebody came. Who left in the same round at the same place of their tables share a
    place.
    """

    place: int
    entrant: Entrant
    words: str
    by: str
    """The tie-break that decided at their last table, if one did."""


def reached(season: Season, bracket: Bracket) -> list[Reached]:
    """Everybody, the winner first; until the end those who are still in share the first place."""
    last: dict[int, tuple[BracketRound, int, AtTable | None]] = {}
    for round_ in bracket.rounds:
        last |= {entrant.pk: (round_, 0, None) for entrant in round_.byes}
        for table in round_.tables:
            for index, at in enumerate(table.people, 1):
                last[at.place.place.entrant_id] = (round_, 0 if at.on else index, at)
    left = {
        pk
        for pk, (round_, index, stood) in last.items()
        if round_ is bracket.rounds[-1]
        and (not index or (stood is not None and stood.place.rank is None))
    }
    keys = {
        pk: (-len(bracket.rounds) - 1, 0) if pk in left else (-round_.round.number, index)
        for pk, (round_, index, _) in last.items()
    }
    found = []
    people = [one for one in seeding(season) if one.pk in keys]
    for entrant in sorted(people, key=lambda one: keys[one.pk]):
        round_, _, stood = last[entrant.pk]
        place = 1 + sum(other < keys[entrant.pk] for other in keys.values())
        words = "still in" if entrant.pk in left else round_.title.lower()
        if entrant == bracket.winner:
            words = "winner"
        found.append(Reached(place, entrant, words, stood.by if stood else ""))
    return found
