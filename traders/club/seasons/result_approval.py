"""Results made final, and corrected: by an organizer, with a reason that the division reads."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from traders.club.seasons import closing, season_letters
from traders.club.seasons.kinds import kind_of
from traders.club.seasons.locked_season import hold, now, why_in_words
from traders.club.seasons.participants_and_waiting_list import entries
from traders.club.seasons.table_results import TableResult, result_of, results
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import count, in_quotes
from traders.models import (
    Player,
    ResultCause,
    Round,
    Season,
    SeasonPhase,
    SeasonTable,
    StatedResult,
)

PLAYED = (SeasonPhase.RUNNING,)


def approve(season_id: int, number: int, by: Player) -> None:
    """A round's results are final: they stay as they are, whatever a game says later."""
    with hold(season_id, *PLAYED, by=by) as season:
        round_ = _round(season, number)
        if round_.approved is not None:
            raise Refusal(f"Round {number} was approved already.", kind="stale")
        tables = [one for one in results(season) if one.table.round_id == round_.pk]
        open_ones = [one for one in tables if not one.settled]
        if open_ones or round_.begun is None:
            raise Refusal(
                f"{count(len(open_ones), 'table')} of round {number} "
                f"{'has' if len(open_ones) == 1 else 'have'} no result yet. Wait until the games "
                "are over, or state a result.",
                "PR-SEASON-04",
            )
        StatedResult.objects.bulk_create(
            StatedResult(
                place=one.place, rank=one.rank or 0, cause=ResultCause.GAME, by=by, at=now()
            )
            for table in tables
            for one in table.places
            if one.stated is None
        )
        round_.approved = now()
        round_.save(update_fields=["approved"])
        _follow(season, round_)


def _follow(season: Season, round_: Round) -> None:
    """What follows from a round that is final: another, or the end."""
    if kind_of(season).approved(season, round_, entries(season).taking_part):
        closing.close(season)


def reopen(season_id: int, number: int, by: Player) -> None:
    """A round's results are provisional again; those that games gave follow the games once more."""
    with hold(season_id, *PLAYED, by=by) as season:
        round_ = _round(season, number)
        kind_of(season).unsettled(season, round_, reopened=True)
        round_.approved = None
        round_.save(update_fields=["approved"])
        StatedResult.objects.filter(
            place__table__round=round_, cause=ResultCause.GAME, why=""
        ).delete()


def _round(season: Season, number: int) -> Round:
    found = season.drawn_rounds.filter(number=number).first()
    if found is None:
        raise Refusal(f"{season.name} has no round {number}.", kind="stale")
    return found


def _is_new(before: TableResult, ranks: Mapping[int, int], forfeits: Collection[int]) -> None:
    """Refuse a result that stands already: nobody is told of it twice."""
    stands = {one.place.entrant_id: (one.rank, one.forfeited) for one in before.places}
    if before.settled and stands == {one: (rank, one in forfeits) for one, rank in ranks.items()}:
        raise Refusal("That is the result already: nothing is corrected.", kind="stale")


def correct(
    season_id: int,
    table_id: int,
    ranks: Mapping[int, int],
    why: str,
    by: Player,
    forfeits: Collection[int] = (),
) -> None:
    """State the result of a table: the rank of each entrant, and who forfeits. Final results too
    can be corrected; all of the division and the organizers are told why.
    """
    reason = why_in_words(why)
    with hold(season_id, *PLAYED, by=by) as season:
        table = SeasonTable.objects.filter(pk=table_id, round__season=season).first()
        if table is None or table.round.begun is None:
            raise Refusal("This table has not begun to play.", kind="stale")
        before = result_of(table_id)
        _possible(before, ranks, forfeits)
        _is_new(before, ranks, forfeits)
        _not_their_own(before, by)
        for one in before.places:
            entrant = one.place.entrant_id
            cause = ResultCause.FORFEIT if entrant in forfeits else ResultCause.CORRECTED
            StatedResult.objects.create(
                place=one.place, rank=ranks[entrant], cause=cause, why=reason, by=by, at=now()
            )
        was = "The result was final. " if before.final else ""
        deed = "corrected the result" if before.settled else "entered a result by hand"
        earlier = f"Before: {in_words(before)}. " if before.settled else ""
        after = result_of(table_id)
        what = f"{deed} in {season.name}: {table}. {was}Why: {in_quotes(reason)}"
        told = [f"{earlier}It is now: {in_words(after)}."]
        anew = before.final and kind_of(season).unsettled(season, table.round, reopened=False)
        if anew:
            _follow(season, table.round)
            told.append("The next round is made anew.")
        key = f"put.{table.pk}.{after.places[0].stated.pk if after.places[0].stated else 0}"
        subject = f"{season.name}: a result changed"
        season_letters.tell([by], season, key, subject, [f"You {what}", *told])
        division = [f"{by.display_name} {what}", *told]
        season_letters.tell_division(table.division, key, subject, division)


def _possible(table: TableResult, ranks: Mapping[int, int], forfeits: Collection[int]) -> None:
    """Refuse ranks that leave somebody out, or leave a gap."""
    people = {one.place.entrant_id for one in table.places}
    if set(ranks) != people or not set(forfeits) <= people:
        raise Refusal(
            "Give a place to everybody at the table, also to who forfeits.", "PR-SEASON-04"
        )
    given = sorted(ranks.values())
    if any(rank != 1 + given.index(rank) for rank in given):
        raise Refusal(
            "These places do not fit together. Count from 1; two who share a place leave out the "
            "next: 1, 2, 2, 4.",
            "PR-SEASON-04",
        )


def _not_their_own(table: TableResult, by: Player) -> None:
    if any(one.place.entrant.player_id == by.pk for one in table.places):
        raise Refusal(
            "You play at this table: another organizer corrects its result.", "PR-RULING-02"
        )


def in_words(table: TableResult) -> str:
    """The result in a line: `1. Ann, 2. Bob`."""
    if not table.settled:
        return "no result yet"
    return ", ".join(
        f"{one.rank}. {one.place.entrant.name}{' (forfeit)' if one.forfeited else ''}"
        for one in table.by_rank
    )
