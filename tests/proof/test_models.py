"""The model letters of the project's voice, beside what the code writes from a stored position.

A model's lines stand in the letter in their order, with facts (in braces) that may differ; the
letter has no heading that its model has not. A line with `#` says why the code keeps to something
else than the model that was drawn up first.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.engines.optional_parts import systems_with
from tests.proof.letters import specimen
from traders.engines.registry import ENGINES

pytestmark = pytest.mark.django_db
MODELS = sorted((Path(__file__).parent / "models").glob("*.txt"))
HEADING = re.compile(r"^[A-Z][A-Z ]+[A-Z](?:,.*)?$")
MOST_BEFORE_START = 150


def named(model: Path) -> tuple[str, str]:
    """Kind and system of a model, by its file's name."""
    system = next(system for system in ENGINES if model.stem.startswith(f"{system}-"))
    return model.stem.removeprefix(f"{system}-"), system


def pattern(line: str) -> re.Pattern[str]:
    parts = re.split(r"\{[^}]*\}", line)
    return re.compile(".*?".join(re.escape(" ".join(part.split(" "))) for part in parts))


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.stem)
def test_the_letter_reads_as_its_model(model: Path) -> None:
    letter = specimen(*named(model))
    wanted = [line for line in model.read_text("utf-8").splitlines() if not line.startswith("#")]
    text = re.sub(r"\s+", " ", letter.text.replace("\u00a0", " "))
    assert pattern(wanted[0].removeprefix("✉ ")).fullmatch(letter.subject)
    place = 0
    for line in wanted[1:]:
        found = pattern(line).search(text, place)
        assert found, f"{line!r} is not in {text[place:][:400]!r}"
        place = found.end()
    body = letter.text.partition("\n-- \n")[0]
    headings = [line for line in body.splitlines() if HEADING.match(line)]
    assert [line for line in headings if line not in wanted and "HAPPENED" not in line] == []


@pytest.mark.parametrize("system", systems_with("first_steps.toml"))
def test_the_first_letter_is_short_before_its_start(system: str) -> None:
    """Also where it asks at once."""
    before, _, after = specimen("welcome", system).text.partition("YOUR START")
    assert len(before.split()) <= MOST_BEFORE_START
    assert "A GOOD TURN" in after
