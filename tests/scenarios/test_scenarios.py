"""The scenarios of the house, and those of a club's own casebook, each a test of its own: in memory
where it can be, in milliseconds; and each through the one door on the database of the tests. Each
ruling in them is exported, as a club's would be.

Left out: those that need what is not built yet (`unkept.toml` of the system), those of systems
without an engine.
"""

from __future__ import annotations

import fcntl
import os
import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test.utils import override_settings

from arbitration.casebook.export import scenario_of
from arbitration.models import Ruling
from tests.examples import drawn
from tests.services.stored import RUN
from tools.coverage.report import reasons
from tools.scenarios.in_memory_game import MemoryTable
from tools.scenarios.selection import Selection
from traders.domain.letters.letter_facts import decode
from traders.engines.kernel.refusal import Refusal
from traders.engines.registry import ENGINES
from traders.models import Letter
from traders.proof.scenarios import mail
from traders.proof.scenarios.database_game import DoorTable
from traders.proof.scenarios.scenario_file_reader import raw, read
from traders.proof.scenarios.scenario_runner import run
from traders.proof.scenarios.scenario_types import Scenario, ScenarioError
from traders.proof.scenarios.table_interface import NotInMemoryError

CLUBS = Path(os.environ.get("TRADERS_CASEBOOK") or Path(__file__).parent.parent / "casebook")
"""Where a club keeps its own rulings, as `manage.py casebook export` writes them: they run with the
tests.
"""
FILES = [*sorted(Path(__file__).parent.glob("*.toml")), *sorted(CLUBS.glob("*.toml"))]

DEFAULT_CLOCK = {
    "case-put-right",
    "case-a-case-of-their-own",
    "court-words-while-frozen",
    "court-slip-in-a-hand",
    "court-stratastar-put-right",
    "court-luck-slip",
    "court-frozen-on-the-stroke",
    "court-freezing-time",
}
"""Scenarios whose rulings cannot be exported: what a fault made of the stored position stands in no
history, nor whether a deadline passed in the very second of the ruling, before it or after.
"""


def applicable() -> Iterator[Scenario | ScenarioError]:
    """What of the files can be run now."""
    selections = {
        system: Selection(without=reasons(folder).without) for system, folder in ENGINES.items()
    }
    for file in FILES:
        for number, data in enumerate(raw(file), 1):
            selection = selections.get(data["system"])
            if selection is not None and selection.includes(data):
                try:
                    yield read(file, data, number)
                except ScenarioError as error:
                    yield error


def _name(one: Scenario | ScenarioError) -> str:
    return one.id if isinstance(one, Scenario) else one.scenario


def _all() -> list[Scenario | ScenarioError]:
    """Read once a run, by whichever of its processes asks first."""
    kept = Path(os.environ[RUN], "scenarios.pickle")
    with kept.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            kept.write_bytes(pickle.dumps(list(applicable())))
    read_before: list[Scenario | ScenarioError] = pickle.loads(kept.read_bytes())
    return read_before


ALL = _all()
TIMED = [one for one in ALL if isinstance(one, Scenario) and one.clock is not None]
"""Those of hours and letters, which no table in memory knows: they cost a hundred times as much."""
QUICK = [one for one in ALL if not (isinstance(one, Scenario) and one.clock is not None)]


@pytest.mark.django_db
@pytest.mark.parametrize("scenario", [*QUICK, *drawn("scenarios-with-a-clock", TIMED)], ids=_name)
def test_scenario(scenario):
    """What a table in memory cannot say (hours, commands of letters) the door says."""
    assert isinstance(scenario, Scenario), str(scenario)
    if not _holds_in_memory(scenario):
        _holds_through_the_door(scenario)


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize(
    "scenario", [*TIMED, *drawn("scenarios-without-a-clock", QUICK)], ids=_name
)
def test_scenario_through_the_door(scenario):
    """Long, since it writes every letter of some hundred games to a database."""
    assert isinstance(scenario, Scenario), str(scenario)
    _holds_through_the_door(scenario)


def _holds_in_memory(scenario: Scenario) -> bool:
    try:
        return run(scenario, MemoryTable).ok
    except NotInMemoryError:
        return False


def _holds_through_the_door(scenario: Scenario) -> None:
    with override_settings(TRUSTED_MAIL_HOSTS=[mail.OWN]):
        assert run(scenario, DoorTable).difference == ""
        for ruling in Ruling.objects.order_by("pk"):
            _tells_what_decided(ruling)
        for ruling in Ruling.objects.filter(referee__isnull=False).order_by("pk"):
            _is_exported(ruling, scenario.id)


def _tells_what_decided(ruling: Ruling) -> None:
    """Each seat's letter of the ruling has every fact of the finding that it may read; where others
    are private, it says that the referee knows them (PR-RULING-01).
    """
    game, facts = ruling.claim.game, ruling.claim.finding.facts
    written = Letter.objects.filter(game=game, written__gte=ruling.at).order_by("pk")
    for place in game.seats.exclude(player=None):
        told = "\n".join(
            notice
            for letter in written.filter(seat=place.colour)
            for notice in decode(letter.facts).notices
        )
        for text, _, to in facts:
            if to is None or place.colour in to:
                assert text in told, (place.colour, text)
            else:
                assert text not in told, (place.colour, text)
        assert ("known to the referee." in told) >= any(to is not None for _, _, to in facts)


def _is_exported(ruling: Ruling, scenario: str) -> None:
    """A ruling becomes a scenario of its own, which was run and came out as the ruling did."""
    if scenario in DEFAULT_CLOCK:
        with pytest.raises(Refusal, match="does not come out the same"):
            scenario_of(ruling)
    else:
        assert scenario_of(ruling).text


def test_no_scenario_has_the_id_of_another():
    names = [data["id"] for file in FILES for data in raw(file)]
    assert sorted(names) == sorted(set(names))
