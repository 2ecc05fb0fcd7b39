"""Every ruling that the timing casebook knows is exported, and its own scenario comes out as it
did.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test.utils import override_settings

from arbitration.casebook.export import scenario_of
from arbitration.models import Ruling
from tests.scenarios import test_scenarios
from traders.engines.kernel.refusal import Refusal
from traders.proof.scenarios import mailing
from traders.proof.scenarios.choosing import Choosing, choose
from traders.proof.scenarios.door import DoorTable
from traders.proof.scenarios.playing import run
from traders.proof.scenarios.script import Ruling as Ruled
from traders.proof.scenarios.script import Scenario

pytestmark = pytest.mark.django_db
HERE = Path(test_scenarios.__file__).parent
FILES = [HERE / "casebook.toml", *sorted(HERE.glob("court*.toml"))]


UNTOLD = {
    *(
        "case-put-right",
        "case-a-case-of-their-own",
        "court-words-while-frozen",
        "court-slip-in-a-hand",
        "court-stratastar-put-right",
    ),
    *("court-luck-slip", "court-frozen-on-the-stroke", "court-freezing-time"),
}
"""What a fault made of the stored position stands in no history, nor whether a deadline passed in
the very second of the ruling, before it or after: that cannot be told again.
"""


def ruled() -> list[Scenario]:
    """The scenarios in which a referee rules."""
    found = [one for one in choose(FILES, Choosing()) if isinstance(one, Scenario)]
    return [
        one
        for one in found
        if one.ruling
        or any(isinstance(step.deed, Ruled) and step.deed.refused is None for step in one.steps)
    ]


@pytest.mark.parametrize("scenario", ruled(), ids=lambda one: one.id)
def test_a_ruling_exported_comes_out_the_same(scenario: Scenario) -> None:
    with override_settings(TRUSTED_MAIL_HOSTS=[mailing.OWN]):
        assert run(scenario, DoorTable).difference == ""
        for ruling in Ruling.objects.filter(referee__isnull=False).order_by("pk"):
            if scenario.id in UNTOLD:
                with pytest.raises(Refusal, match="does not come out the same"):
                    scenario_of(ruling)
            else:
                assert scenario_of(ruling).text
