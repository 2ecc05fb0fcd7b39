"""The knock-out: one round is drawn; who goes on from its results makes the next, to the final."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence

from traders.club.competition import knockout_rounds
from traders.club.competition.draws.draw_request_and_result import Draw, Measure
from traders.club.competition.draws.draw_request_and_result import Round as DrawnRound
from traders.club.competition.draws.table_sizes import Shape
from traders.club.seasons import bracket, drawn_rounds, scoring_rules, season_letters
from traders.club.seasons.bracket import knockout_rules, title_of
from traders.club.seasons.draft_draw import Draft
from traders.club.seasons.kinds.kind import Kind
from traders.club.seasons.league_tables import LeagueRow, LeagueTable
from traders.club.seasons.locked_season import now
from traders.club.seasons.playable_table_sizes import playable
from traders.club.seasons.scoring_rules import Legend
from traders.club.seasons.season_ratings import rated_at
from traders.club.seasons.table_results import TableResult, person_of, results
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import listed
from traders.models import (
    Division,
    Entrant,
    ResultCause,
    Round,
    Season,
    SeasonPhase,
    SeasonTable,
    StatedResult,
)

TRIES = 500
"""Seedings by lot that are tried, where some are kept apart."""
BY_RATING = "seeded by rating; who has none stands behind, by lot"
NOTHING = Measure(0, 0)
WITHDREW = "Withdrew before the round began."
ALONE = "Nobody else was left at the table."


class Knockout(Kind):
    """A knock-out."""

    drawn_in = (SeasonPhase.REGISTERING, SeasonPhase.DRAWN)
    seeded = True
    not_drawn = "The first round has begun: each next round follows from the results."
    bye = "you have a bye: you go on without a game"

    def faults(self, divisions: Sequence[int], table_size: int, going_on: int) -> Iterator[str]:
        """One bracket, and tables that are filled again by who goes on."""
        if len(divisions) != 1:
            yield "A knock-out has one bracket: write one number of places."
        try:
            knockout_rounds.KnockoutRules(table_size, going_on).checked()
        except ValueError as wrong:
            yield str(wrong)

    def words(self, season: Season) -> str:
        """`knock-out, tables of 4, the best 2 go on`."""
        on = "the best goes on" if season.going_on == 1 else f"the best {season.going_on} go on"
        return f"knock-out, tables of {season.table_size}, {on}"

    def legend(self, season: Season) -> list[Legend]:
        """Who goes on, then what parts those who share a place."""
        on = "the first" if season.going_on == 1 else f"the first {season.going_on}"
        told = (
            f"Of each table {on} by the game's own count go on, of the final one wins. Who stays "
            "away forfeits, and stands last; who withdraws leaves the place to the next at the "
            "table. Those who share a place at the cut are parted by the tie-breaks below, in "
            "which all their games of the knock-out count, and at last by the seeding."
        )
        kept = [one for one in scoring_rules.legend(season) if not one.title.endswith(" Entry")]
        return [Legend("Who goes on", told), *kept]

    def title(self, season: Season, number: int) -> str:
        """`Round 1`, or `Final`."""
        return title_of(season, number)

    def titles_to_come(self, season: Season) -> Iterator[str]:
        """Rounds that are drawn when the one before is approved."""
        there = season.drawn_rounds.count()
        if there:
            yield from (title_of(season, number) for number in range(there + 1, season.rounds + 1))

    # --- drawn ------------------------------------------------------------------------------------

    def drafted(self, season: Season, draft: Draft) -> None:
        """A seeding by lot or rating, and the first round that follows from it."""
        ((division, names),) = draft.people.items()
        rules = knockout_rules(season)
        for size in _sizes(len(names), season):
            if not playable(season, size):
                raise Refusal(
                    f"With {len(names)} people a table of {size} comes about, and not every game "
                    "of the season can be played by so many. Choose other tables.",
                    "PR-SEASON-03",
                )
        rated = _rated(season, names) if draft.by_rating else []
        found = _by_lot(season, draft, names, rated)
        if found is None:
            draft.state = "impossible"
            draft.words = "Those who are kept apart meet in the first round however it is drawn."
            if rated:
                draft.words = "By rating those who are kept apart meet in round 1. Draw by lot."
            return
        draft.seeding = found
        coming = knockout_rounds.next_round(found, rules)
        round_ = DrawnRound(coming.tables, coming.byes)
        notes = (BY_RATING,) if draft.by_rating else ()
        draft.drawn = {division: Draw((round_,), NOTHING, 1, NOTHING, notes, seed=draft.seed)}
        draft.state, draft.share = "ready", 1.0

    def shapes(self, season: Season, people: int) -> list[Shape]:
        """The first round's."""
        coming = knockout_rounds.next_round(tuple(map(str, range(people))), knockout_rules(season))
        return [(tuple(map(len, coming.tables)), len(coming.byes))]

    def bound(self, season: Season, draft: Draft) -> None:
        """The seeding, and the byes of the first round."""
        ((division, names),) = draft.people.items()
        season.entrants.update(seed=None)
        for seed, name in enumerate(draft.seeding, 1):
            Entrant.objects.filter(pk=names[name]).update(seed=seed)
        first = season.drawn_rounds.get(number=1)
        first.byes.set([names[name] for name in draft.drawn[division].rounds[0].byes])
        season.rounds = len(knockout_rounds.sizes_of_rounds(len(names), knockout_rules(season)))
        season.save(update_fields=["rounds"])

    def undone(self, season: Season) -> None:
        """Nobody is seeded any more."""
        season.entrants.update(seed=None)

    # --- played -----------------------------------------------------------------------------------

    def gone(self, round_: Round, gone: Sequence[Entrant]) -> None:
        """They forfeit; the others of the table play without them, and one alone goes on."""
        out = {one.pk for one in gone}
        for table in round_.tables.all():
            _without(table, out)

    def approved(self, season: Season, round_: Round, there: Iterable[Entrant]) -> bool:
        """The next round, made of who goes on; each is told."""
        left = bracket.going_on(season, round_, there)
        if bracket.is_final(round_) or len(left) < 2:
            season.rounds = round_.number
            season.save(update_fields=["rounds"])
            return True
        rules, number = knockout_rules(season), round_.number + 1
        season.rounds = round_.number + len(knockout_rounds.sizes_of_rounds(len(left), rules))
        season.save(update_fields=["rounds"])
        coming = knockout_rounds.next_round([str(one.pk) for one in left], rules)
        tables = [_turned([int(one) for one in table], number) for table in coming.tables]
        division = season.divisions.get()
        following = drawn_rounds.keep(season, number, {division.pk: tables})
        following.byes.set([int(one) for one in coming.byes])
        _tell(season, round_, following, left)
        return False

    def unsettled(self, season: Season, round_: Round, *, reopened: bool) -> bool:
        """The next round goes, unless it has begun."""
        later = season.drawn_rounds.filter(number__gt=round_.number)
        if later.exclude(begun=None).exists():
            if reopened:
                title = title_of(season, round_.number + 1)
                raise Refusal(
                    f"{title} has begun with those who went on. A table's result can still be "
                    "corrected; who went on stays in.",
                    kind="stale",
                )
            return False
        return bool(later.delete()[0])

    # --- told -------------------------------------------------------------------------------------

    def tables(self, season: Season, results: Sequence[TableResult]) -> list[LeagueTable]:
        """How far everybody came."""
        rows = [
            LeagueRow(one.place, one.entrant, (one.words,), one.by, "")
            for one in bracket.reached(season, bracket.bracket_of(season, results))
        ]
        final = season.phase == SeasonPhase.OVER
        return [LeagueTable(season.divisions.get(), ("came to",), tuple(rows), final)]

    def order(
        self, season: Season, division: Division, results: Sequence[TableResult]
    ) -> tuple[str, ...]:
        """By how far they came, then by the seeding."""
        found = bracket.reached(season, bracket.bracket_of(season, results))
        return tuple(person_of(one.entrant) for one in found)

    def own_words(self, season: Season, entrant: Entrant, results: Sequence[TableResult]) -> str:
        """`You are still in.`, or in which round they left."""
        found = bracket.reached(season, bracket.bracket_of(season, results))
        words = next((one.words for one in found if one.entrant.pk == entrant.pk), "")
        said = {"": "", "winner": "You have won.", "still in": "You are still in."}
        return said.get(words, f"You are out: you came to the {words}.")


def _sizes(people: int, season: Season) -> set[int]:
    """Sizes of table that come about with so many people."""
    rules = knockout_rules(season)
    left: tuple[str, ...] = tuple(map(str, range(people)))
    found: set[int] = set()
    while True:
        coming = knockout_rounds.next_round(left, rules)
        found |= {len(table) for table in coming.tables}
        if coming.final:
            return found
        left = knockout_rounds.after(coming, coming.tables, left)


def _rated(season: Season, names: dict[str, int]) -> list[str]:
    """Those who have a rating at the first round's game, the highest first."""
    pool = "public" if season.club.public else str(season.club_id)
    place = {
        person: at for at, person in enumerate(rated_at(season.game_of(1)["system"], pool).order)
    }
    players = dict(season.entrants.values_list("pk", "player"))
    known = {name: place.get(str(players[pk])) for name, pk in names.items()}
    found = [(at, name) for name, at in known.items() if at is not None]
    return [name for _, name in sorted(found)]


def _by_lot(
    season: Season, draft: Draft, names: dict[str, int], first: Sequence[str] = ()
) -> tuple[str, ...] | None:
    """A seeding in whose first round nobody meets whom they are kept apart from; None where none
    was found. The same seed gives the same. `first`: they stand first, in this order.
    """
    lot, found = random.Random(f"{season.pk}.{draft.seed}"), sorted(set(names).difference(first))
    by_pk = {pk: name for name, pk in names.items()}
    rows = season.kept_apart.values_list("one", "other")
    apart = [{by_pk[one], by_pk[other]} for one, other in rows if one in by_pk and other in by_pk]
    for _ in range(TRIES):
        lot.shuffle(found)
        seeding = (*first, *found)
        tables = knockout_rounds.next_round(seeding, knockout_rules(season)).tables
        if not any(pair <= set(table) for pair in apart for table in tables):
            return seeding
    return None


def _turned(table: list[int], number: int) -> list[int]:
    """The turn order of a table: another begins each round, so that no seed is always the first."""
    by = (number - 1) % len(table)
    return [*table[by:], *table[:by]]


def _without(table: SeasonTable, out: set[int]) -> None:
    """State that some forfeit a table that begins: the others sit first, in their order."""
    places = list(table.places.order_by("seat"))
    gone = [one for one in places if one.entrant_id in out]
    stay = [one for one in places if one not in gone]
    if not gone:
        return
    for offset, one in enumerate(gone):
        one.seat = len(places) + offset
        one.save(update_fields=["seat"])
    for seat, one in enumerate((*stay, *gone)):
        one.seat = seat
        one.save(update_fields=["seat"])
    rows = [(one, len(stay) + 1, ResultCause.FORFEIT, WITHDREW) for one in gone]
    if len(stay) == 1:
        rows.append((stay[0], 1, ResultCause.WALKOVER, ALONE))
    StatedResult.objects.bulk_create(
        StatedResult(place=one, rank=rank, cause=cause, why=why, at=now())
        for one, rank, cause, why in rows
    )


def _tell(season: Season, before: Round, coming: Round, left: Sequence[Entrant]) -> None:
    """Write to who goes on, and whom they meet; and to who is out."""
    stamp, meets = f"{coming.pk}", drawn_rounds.opponents(coming)
    was, to = title_of(season, before.number).lower(), title_of(season, coming.number).lower()
    the = f"the {to}" if to == "final" else to
    for one in left:
        how = f"you meet {meets[one.pk]}" if one.pk in meets else Knockout.bye
        when = " Your first letter comes when it begins." if one.pk in meets else ""
        told = [f"You go on in {season.name}. In {the} {how}.{when}"]
        season_letters.tell([one.player], season, f"on.{stamp}", f"You are through to {the}", told)
    on = {one.pk for one in left}
    for shown in bracket.bracket_of(season, results(season)).rounds:
        if shown.round.pk == before.pk:
            for table in shown.tables:
                _tell_who_is_out(season, table, on, f"out.{stamp}", was)


def _tell_who_is_out(
    season: Season, table: bracket.BracketTable, on: set[int], key: str, was: str
) -> None:
    names = [one.place.place.entrant.name for one in table.people if one.on]
    goes = "goes" if len(names) == 1 else "go"
    at = f"table {table.result.table.number} of {was} of {season.name}"
    told = [f"{listed(names, 'Nobody')} {goes} on from {at}."]
    if table.cut:
        told.append(f"The place was shared: {table.cut} decided.")
    told.append("Thank you for playing. The page shows how the knock-out goes on.")
    out = [one.place.place.entrant for one in table.people]
    players = [one.player for one in out if one.pk not in on and one.withdrawn is None]
    season_letters.tell(players, season, key, f"You are out of {season.name}", told)
