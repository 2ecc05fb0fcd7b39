"""What is kept and proven of Toll; what is not, has a reason or is missing."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from tests import examples
from tools.coverage.mutation_tests import Prover, drawn, prove
from tools.coverage.mutation_trial import Trial
from tools.coverage.report import Coverage, cover
from tools.management.commands.rulebook import Result

HOUSE = Path(settings.HOUSE)
SCENARIOS = [Path(__file__).with_name("proofs.toml")]


@pytest.fixture(scope="module")
def coverage() -> Coverage:
    """What is read of the house once; trials break it in processes of their own."""
    return cover(HOUSE, "toll", SCENARIOS)


def test_each_rule_is_listed_with_its_places_and_proofs(coverage):
    rows = {row.rule.id: row for row in coverage.rows}
    assert [place.label(HOUSE) for place in rows["TO-SHOVE-02"].kept] == [
        "tests/toll/engine.py:Toll.check"
    ]
    assert [place.label(HOUSE) for place in rows["TO-SEATS-01"].kept] == [
        "tests/toll/engine.py:fewest_and_most",
        "tests/toll/engine.py:Toll.position",
        "tests/toll/tables.toml:seats[0]",
    ]
    assert rows["TO-SEATS-01"].proven[0] == "toll-seats"
    assert "TO-MANNER-01" not in [row.rule.id for row in coverage.rows if row.missing]
    assert rows["TO-MANNER-01"].reason == "a manner at the table"
    assert not any(row.missing for row in coverage.rows)


def test_a_rule_without_a_proof_is_missing(coverage, tmp_path):
    missing = [row.rule.id for row in cover(HOUSE, "toll", [], tmp_path).rows if row.missing]
    assert missing == [row.rule.id for row in coverage.rows if row.complete]


@pytest.mark.examples("toll-broken")
@pytest.mark.parametrize(
    "rule",
    examples.drawn(
        "toll-broken",
        [
            "TO-SEATS-01",
            "TO-ROLL-01",
            "TO-ROLL-02",
            "TO-SHOVE-01",
            "TO-SHOVE-02",
            "TO-SHOVE-03",
            "TO-GOAL-01",
        ],
    ),
)
def test_what_is_broken_is_noticed(coverage, rule):
    (row,) = [row for row in coverage.rows if row.rule.id == rule]
    at = Prover(HOUSE, coverage).rule(row)
    trials = [at(place) for place in row.kept]
    noticed = [trial for trial in trials if trial.noticed]
    assert noticed
    for trial in noticed:
        assert trial.noticed.startswith("toll-")
        assert trial.broken
        assert trial.how


def test_what_nothing_looks_at_is_not_noticed(coverage):
    """A scenario that names a rule and tries nothing of it proves nothing."""
    (row,) = [row for row in coverage.rows if row.rule.id == "TO-SHOVE-03"]
    prover = Prover(HOUSE, coverage)
    prover.scenarios["TO-SHOVE-03"] = [
        one for one in prover.scenarios["TO-ROLL-01"] if one.id == "toll-only-a-look"
    ]
    prover.tests.clear()
    at = prover.rule(row)
    trials = [at(place) for place in row.kept]
    assert not any(trial.noticed for trial in trials)
    assert sum(trial.tried for trial in trials) > 3


def test_a_sample_is_the_same_for_the_same_seed(coverage):
    picks = [
        [row.rule.id for _, rows in drawn([coverage], 3, seed) for row in rows]
        for seed in (1, 1, 2)
    ]
    assert picks[0] == picks[1]
    assert len(picks[0]) == 3
    assert len(drawn([coverage], 60, 1)[0][1]) == len(drawn([coverage], None, 1)[0][1]) == 7


def test_each_place_of_a_rule_is_broken_by_itself_or_until_one_is_noticed(coverage):
    rows = drawn([coverage], None, 1, "TO-SEATS-01")[0][1]
    (trials,) = prove(HOUSE, coverage, rows, jobs=1)
    assert {trial.place for trial in trials} == {place.label(HOUSE) for place in rows[0].kept}
    (trials,) = prove(HOUSE, coverage, rows, first=3, jobs=1)
    assert [bool(trial.noticed) for trial in trials][-1]
    assert not any(trial.noticed for trial in trials[:-1])


def test_every_postal_rule_is_kept_by_code_and_has_a_proof():
    missing = [row.rule.id for row in cover(HOUSE, "postal").rows if row.missing]
    assert not missing


def test_the_command_prints_rules():
    out = StringIO()
    call_command("rulebook", "postal", rule="turn 4", stdout=out)
    assert out.getvalue().startswith("PR-TURN-04  Out of time\n    When the turn clock runs out")
    with pytest.raises(CommandError, match="no rule 'xyzzy'"):
        call_command("rulebook", "postal", rule="xyzzy", stdout=out)


def test_a_rule_that_nobody_notices_fails_unless_a_reason_is_stated(coverage):
    silent = [Trial("TO-GOAL-01", "somewhere", "line 3: refusal left out", tried=1)]
    result = Result()
    (line,) = result.lines(coverage, silent, as_json=False)
    assert line.endswith("NOTHING FAILED, broken in 1 forms (line 3: refusal left out)")
    assert (result.silent, result.unnoticed) == (1, ["TO-GOAL-01"])
    stated = replace(coverage, reasons=replace(coverage.reasons, unnoticed={"TO-GOAL-01": "so"}))
    result = Result()
    assert "(so)" in next(result.lines(stated, silent, as_json=False))
    assert result.unnoticed == []


@pytest.mark.postgres
def test_rules_are_broken_on_sqlite_alone():
    with pytest.raises(CommandError, match="on SQLite"):
        call_command("rulebook", "postal", prove=True)
