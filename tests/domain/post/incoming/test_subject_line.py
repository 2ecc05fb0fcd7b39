"""What a sender writes into the subject may keep the orders from being done; our own subjects never
do (PR-RECEIPT-09).
"""

from __future__ import annotations

import pytest

from tests.domain.post.incoming.conftest import letter
from tests.domain.post.incoming.test_reading import answer, jumps, read
from traders.domain.post.incoming import intake
from traders.models import Arrival, Game, Letter

pytestmark = pytest.mark.django_db


def taken(game: Game, subject: str) -> Arrival:
    raw, to = letter(game, "red", "jump niven\n")
    raw = raw.replace(b"Subject: Re: your turn", f"Subject: {subject}".encode())
    return intake.take(raw, envelope_to=to, envelope_from="red@example.org", channel="x")


@pytest.mark.parametrize(
    "subject", ["draft - do not use", "Re: your turn - NOT READY YET, please ignore", "WG: test"]
)
def test_a_subject_that_doubts_is_asked_about(game, subject):
    arrival = read(taken(game, subject))
    assert jumps() == 0
    assert "write jump niven alone" in " ".join(answer(arrival).replace("`", "").split())


@pytest.mark.parametrize("mark", ["Re: {}", "AW: {}", "Re: [EXT] {}", "Re: {} - greetings"])
def test_an_answer_under_our_subject_is_carried_out(game, mark):
    ours = Letter.objects.filter(game=game, seat="red").exclude(subject="").first()
    read(taken(game, mark.format(ours.subject)))
    assert jumps() == 1


@pytest.mark.parametrize("subject", ["Re: Refused: jump oz", "orders", "Hello from Leeds"])
def test_a_subject_without_a_doubt_changes_nothing(game, subject):
    read(taken(game, subject))
    assert jumps() == 1
