"""A knock-out: who goes on, byes, ties at the cut, withdrawals, corrections, the end."""

from __future__ import annotations

import random

import pytest

from tests.club.seasons.cup import EIGHT, approved, by_name, byes_of, cup_of, played, tables_of
from tests.club.seasons.league import called, olga, registered
from tests.examples import drawn
from traders.club.competition.knockout_rounds import KnockoutRules, sizes_of_rounds
from traders.club.seasons import (
    bracket,
    next_season,
    organizer_checklist,
    registration,
    result_approval,
    round_start,
    season_draw,
)
from traders.club.seasons.draft_draw import draft_of
from traders.club.seasons.kinds import kind_of
from traders.club.seasons.table_results import results
from traders.engines.kernel.refusal import Refusal
from traders.models import Game, Letter, Season, SeasonKind, SeasonTable

pytestmark = pytest.mark.django_db


def letters(subject: str) -> set[str]:
    """Who got a letter of that subject."""
    found = Letter.objects.filter(game=None, facts__contains=f'"{subject}"')
    return {letter.player.display_name for letter in found if letter.player}


def places(season: Season) -> list[tuple[int, str, str]]:
    """Everybody's place, name and how far they came."""
    (table,) = kind_of(season).tables(season, results(season))
    return [(row.place, row.entrant.name, row.values[0]) for row in table.rows]


def test_eight_play_a_knock_out_to_its_winner() -> None:
    season = cup_of(EIGHT)
    assert season.rounds == 3
    assert tables_of(season, 1) == [["Ann", "Hal"], ["Bob", "Gus"], ["Cat", "Fay"], ["Dan", "Eve"]]
    assert [step.title for step in organizer_checklist.steps(season)][3:6] == [
        "Round 1",
        "Round 2",
        "Final",
    ]
    facts = Letter.objects.get(player=called("Ann"), key__contains=".drawn.").facts
    assert "Round 1: you play against Hal." in facts
    played(season, 1, by_name)
    approved(season, 1)
    # the first of the seeding meets the last who is left; another begins than the round before
    assert tables_of(season, 2) == [["Dan", "Ann"], ["Cat", "Bob"]]
    assert letters("You are through to round 2") == {"Ann", "Bob", "Cat", "Dan"}
    assert letters("You are out of Cup") == {"Eve", "Fay", "Gus", "Hal"}
    assert places(season)[:5] == [*((1, name, "still in") for name in EIGHT[:4]),
                                  (5, "Eve", "round 1")]  # fmt: skip
    played(season, 2, by_name)
    approved(season, 2)
    assert letters("You are through to the final") == {"Ann", "Bob"}
    played(season, 3, by_name)
    approved(season, 3)
    assert season.phase == "over"
    assert letters("Ann won Cup") == {*EIGHT, "Olga"} - {"Ann"}
    assert letters("You won Cup") == {"Ann"}
    assert places(season)[:5] == [(1, "Ann", "winner"), (2, "Bob", "final"), (3, "Cat", "round 2"),
                                  (3, "Dan", "round 2"), (5, "Eve", "round 1")]  # fmt: skip
    with pytest.raises(Refusal, match="is over"):
        result_approval.reopen(season.pk, 3, olga(season.club))
    after = next_season.next_season(season.pk, olga(season.club))
    assert (after.kind, after.table_size) == ("knockout", 2)
    assert after.entrants.count() == 8


def test_the_best_two_of_four_go_on_and_the_highest_seeds_have_byes() -> None:
    names = [*EIGHT, "Ian"]
    season = cup_of(names, table_size=4, going_on=2)
    assert (byes_of(season, 1), tables_of(season, 1)) == (names[:6], [names[6:]])
    facts = Letter.objects.get(player=called("Ann"), key__contains=".drawn.").facts
    assert "Round 1: you have a bye" in facts
    shown = bracket.bracket_of(season, results(season))
    assert [(one.title, one.tables, one.byes) for one in shown.coming] == [
        ("Round 2", 2, 0),
        ("Final", 1, 0),
    ]
    played(season, 1, by_name)
    approved(season, 1)
    assert [sorted(table) for table in tables_of(season, 2)] == [
        ["Ann", "Dan", "Eve", "Hal"],
        ["Bob", "Cat", "Fay", "Gus"],
    ]


def test_a_tie_at_the_cut_is_parted_by_the_tie_breaks_and_says_by_which() -> None:
    season = cup_of(EIGHT, table_size=4, going_on=2)
    assert tables_of(season, 1) == [["Ann", "Dan", "Eve", "Hal"], ["Bob", "Cat", "Fay", "Gus"]]
    played(season, 1, lambda names: dict(zip(names, (1, 2, 2, 4), strict=True)))
    first = bracket.bracket_of(season, results(season)).rounds[0].tables[0]
    assert [(one.place.place.entrant.name, one.on) for one in first.people] == [
        ("Ann", True), ("Dan", True), ("Eve", False), ("Hal", False),
    ]  # fmt: skip
    assert first.cut == "the seeding"
    approved(season, 1)
    told = Letter.objects.get(player=called("Eve"), key__contains=".out.").facts
    assert "Ann and Dan go on from table 1 of round 1 of Cup." in told
    assert "The place was shared: the seeding decided." in told
    # in the final two share the first place: who won in the first round stands before
    final = {"Ann": 3, "Bob": 1, "Cat": 1, "Dan": 4}
    played(season, 2, lambda _: final)
    approved(season, 2)
    assert places(season)[:4] == [(1, "Bob", "winner"), (2, "Cat", "final"), (3, "Ann", "final"),
                                  (4, "Dan", "final")]  # fmt: skip
    (table,) = kind_of(season).tables(season, results(season))
    assert table.rows[0].decided == "points"


def test_who_withdraws_forfeits_and_one_who_is_alone_goes_on_without_a_game() -> None:
    season = cup_of(EIGHT)
    by = olga(season.club)
    for name in ("Hal", "Bob", "Gus"):
        registration.withdraw(season.pk, called(name))
    with pytest.raises(Refusal, match="nobody enters it late"):
        registration.enter(season.pk, by, by)
    round_start.begin(season.pk, by)
    assert Game.objects.count() == 2
    season.refresh_from_db()
    shown = bracket.bracket_of(season, results(season)).rounds[0].tables
    assert [result_approval.in_words(one.result) for one in shown[:2]] == [
        "1. Ann, 2. Hal (forfeit)",
        "1. Bob (forfeit), 1. Gus (forfeit)",
    ]
    with pytest.raises(Refusal, match="2 tables of round 1 have no result yet"):
        result_approval.approve(season.pk, 1, by)
    played(season, 1, by_name)
    # the winner of a table withdraws before the next round is made: the second goes on
    registration.withdraw(season.pk, called("Cat"))
    approved(season, 1)
    assert (byes_of(season, 2), tables_of(season, 2)) == (["Ann"], [["Fay", "Dan"]])
    assert season.rounds == 3
    # all but one go: the one has won
    for name in ("Dan", "Fay"):
        registration.withdraw(season.pk, called(name))
    round_start.begin(season.pk, by)
    assert round_start.is_played(season.drawn_rounds.get(number=2))
    approved(season, 2)
    assert (season.phase, places(season)[0]) == ("over", (1, "Ann", "winner"))


def test_a_correction_makes_the_next_round_anew_until_that_has_begun() -> None:
    season = cup_of(EIGHT[:4])
    by = olga(season.club)
    played(season, 1, by_name)
    approved(season, 1)
    assert tables_of(season, 2) == [["Bob", "Ann"]]
    table = SeasonTable.objects.get(round__number=1, number=1)
    ranks = {one.entrant_id: 1 if one.entrant.name == "Dan" else 2 for one in table.places.all()}
    result_approval.correct(season.pk, table.pk, ranks, "Told the wrong way round", by)
    assert tables_of(season, 2) == [["Dan", "Bob"]]
    assert "Dan" in letters("You are through to the final")
    result_approval.reopen(season.pk, 1, by)
    assert season.drawn_rounds.count() == 1
    played(season, 1, by_name)
    approved(season, 1)
    round_start.begin(season.pk, by)
    with pytest.raises(Refusal, match="Final has begun with those who went on"):
        result_approval.reopen(season.pk, 1, by)
    swapped = {pk: 3 - rank for pk, rank in ranks.items()}
    result_approval.correct(season.pk, table.pk, swapped, "After all", by)
    assert tables_of(season, 2) == [["Dan", "Bob"]]


def test_the_draw_is_by_lot_made_anew_and_keeps_people_apart_in_the_first_round() -> None:
    season = registered(EIGHT, 8, table_size=4, going_on=2, kind=SeasonKind.KNOCKOUT)
    by = olga(season.club)
    one, other = (season.entrants.get(player=called(name)) for name in ("Ann", "Bob"))
    registration.keep_apart(season.pk, one.pk, other.pk, by)
    seen = set()
    for _ in range(5):
        draft = season_draw.ask(season.pk, by)
        assert draft.state == "ready"
        seen.add(draft.seeding)
        (drawn,) = draft.drawn.values()
        assert not any({"Ann", "Bob"} <= set(table) for table in drawn.rounds[0].tables)
        again = season_draw.ask(season.pk, by, seed=draft.seed)
        assert again.seeding == draft.seeding
    assert len(seen) > 1
    season_draw.bind(season.pk, by, again.seed)
    season_draw.undo(season.pk, by)
    assert not season.entrants.exclude(seed=None).exists()
    for name in EIGHT[4:]:
        registration.withdraw(season.pk, called(name))
    season_draw.ask(season.pk, by)
    season.refresh_from_db()
    impossible = draft_of(season)
    assert impossible is not None and impossible.state == "impossible"


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"going_on": 3, "table_size": 4}, "1 or 2 can go on"),
        ({"divisions": (4, 4)}, "one bracket"),
    ],
)
def test_what_cannot_be_is_refused(more: dict[str, object], said: str) -> None:
    told: dict[str, object] = {"divisions": (8,), "kind": SeasonKind.KNOCKOUT} | more
    divisions = told.pop("divisions")
    with pytest.raises(Refusal, match=said):
        registered(EIGHT, *divisions, **told)  # type: ignore[misc]


@pytest.mark.examples("knock-outs")
@pytest.mark.parametrize("seed", drawn("knock-outs", range(200)))
def test_any_knock_out_comes_to_one_winner(seed: int) -> None:
    """Random people, tables, results with shared places, and people who go."""
    lot = random.Random(seed)
    table, on = lot.choice([(2, 1), (3, 1), (4, 2), (4, 1), (6, 3)])
    names = [f"P{number:02}" for number in range(lot.randint(5, 17))]
    season = cup_of(names, table_size=table, going_on=on)
    assert season.rounds == len(sizes_of_rounds(len(names), KnockoutRules(table, on)))
    left, number = set(names), 0

    def places_by_lot(some: list[str]) -> dict[str, int]:
        figures = {name: lot.randint(1, 3) for name in some}
        return {
            name: 1 + sum(other < figure for other in figures.values())
            for name, figure in figures.items()
        }

    while season.phase != "over":
        number += 1
        seated = {name for each in tables_of(season, number) for name in each}
        byes = set(byes_of(season, number))
        assert seated | byes <= left
        assert not seated & byes
        assert all(2 <= len(each) <= table for each in tables_of(season, number))
        left = seated | byes
        played(season, number, places_by_lot)
        if seed % 2 and len(left) > table:
            registration.withdraw(season.pk, called(lot.choice(sorted(left))))
        shown = bracket.bracket_of(season, results(season)).rounds[-1]
        assert all(one.on == (one in each.people[:on]) or seed % 2
                   for each in shown.tables[1:] for one in each.people)  # fmt: skip
        approved(season, number)
    winner = bracket.bracket_of(season, results(season)).winner
    assert winner is not None and winner.name in left and winner.withdrawn is None
    assert [place for place, _, words in places(season) if words == "winner"] == [1]
    assert {name for _, name, _ in places(season)} == set(names)
