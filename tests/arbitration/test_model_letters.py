"""The model letters of the court, beside what seats are sent."""

from __future__ import annotations

import re
from datetime import timedelta
from email import message_from_bytes, policy
from pathlib import Path

import pytest

from arbitration.rulings import giving
from arbitration.rulings.giving import RulingRequest
from tests.arbitration import disputed
from tests.proof.test_models import pattern
from traders.domain.calendar import clock
from traders.domain.post.preparing import prepare
from traders.models import Letter, LetterStatus

pytestmark = pytest.mark.django_db
MODELS = Path(__file__).parent / "models"


def latest(seat: str) -> tuple[str, str]:
    """Subject and text of the latest letter to a seat."""
    letter = Letter.objects.filter(seat=seat, status=LetterStatus.WRITTEN).latest("pk")
    prepare([letter.pk])
    letter.refresh_from_db()
    mail = message_from_bytes(bytes(letter.raw or b""), policy=policy.default)
    body = mail.get_body(("plain",))
    assert body is not None
    return str(mail["subject"]), re.sub(r"\s+", " ", body.get_content().replace("\u00a0", " "))


def reads_as(model: str, seat: str) -> None:
    """The latest letter to the seat has the model's lines in their order."""
    subject, text = latest(seat)
    lines = (MODELS / f"{model}.txt").read_text("utf-8").splitlines()
    first, *wanted = [line for line in lines if not line.startswith("#")]
    assert pattern(first.removeprefix("✉ ")).fullmatch(subject), subject
    place = 0
    for line in wanted:
        found = pattern(line).search(text, place)
        assert found, f"{line!r} is not in {text[place:]!r}"
        place = found.end()


def test_the_letters_of_a_claim_and_its_ruling_read_as_their_models() -> None:
    claim = disputed.claimed(disputed.jumped())
    reads_as("claim", "green")
    with clock.at(disputed.HEARD + timedelta(minutes=1)):
        request = RulingRequest("stand", "Blue had set no stop.", "The die was rolled.")
        giving.give(claim.pk, disputed.referee(), request)
    reads_as("ruling", "blue")
