"""What a sender writes into the subject may keep the orders from being done; our own subjects never
do (PR-RECEIPT-09).
"""

from __future__ import annotations

import pytest

from tests.domain.post.incoming.conftest import letter
from tests.domain.post.incoming.test_reading import answer, jumps, read
from traders.domain.post import delivery
from traders.domain.post.incoming import intake
from traders.models import Arrival, Game, Letter, triggers

pytestmark = pytest.mark.django_db


def taken(game: Game, subject: str) -> Arrival:
    raw, to = letter(game, "red", "jump niven\n")
    raw = raw.replace(b"Subject: Re: your turn", f"Subject: {subject}".encode())
    return intake.take(raw, envelope_to=to, envelope_from="red@example.org", channel="x")


@pytest.mark.parametrize(
    "subject", ["draft - do not use", "Re: your turn - NOT READY YET, please ignore"]
)
def test_a_subject_that_doubts_is_asked_about(game, subject):
    arrival = read(taken(game, subject))
    assert jumps() == 0
    told = " ".join(answer(arrival).replace("`", "").split())
    asked = subject.removeprefix("Re: ")
    assert f"Your subject says “{asked}”, which I cannot read." in told
    assert "write jump niven alone" in told
    assert told.count(asked) == 1  # it is no line of the letter
    assert [line for line, *_ in arrival.notes["lines"]] == ["jump niven"]


@pytest.mark.parametrize("subject", ["WG: test", "Testing 1 2 3"])
def test_a_letter_under_test_is_a_test(game, subject):
    answers = {answered for _, answered, *_ in read(taken(game, subject)).notes["lines"]}
    assert "tested" in answers
    assert jumps() == 0


@pytest.mark.parametrize(
    ("mark", "done"), [("Re: {}", 1), ("AW: {} - greetings", 1), ("Re: {} (draft)", 0)]
)
def test_the_words_of_our_own_subject_are_not_the_senders(game, mark, done):
    delivery.prepare([Letter.objects.filter(game=game, seat="red").latest("pk").pk])
    ours = "Nothing is decided yet"
    with triggers.lifted():
        Letter.objects.exclude(subject="").update(subject=ours)
    read(taken(game, mark.format(ours)))
    assert jumps() == done


@pytest.mark.parametrize("subject", ["Re: Refused: jump oz", "orders", "Hello from Leeds"])
def test_a_subject_without_a_doubt_changes_nothing(game, subject):
    read(taken(game, subject))
    assert jumps() == 1
