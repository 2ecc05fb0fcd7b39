"""The same letter by eight threads, and any bytes whatever, on a database that commits."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest
from django.db import close_old_connections, connections
from hypothesis import given
from hypothesis import strategies as st

from tests.domain.post.incoming.conftest import letter
from tests.examples import property_of
from tests.proportion import seconds, usual
from traders.domain.post.incoming import intake, reading
from traders.domain.timeline import timeline
from traders.models import Arrival, ArrivalOutcome, Entry, triggers


@pytest.mark.django_db(transaction=True)
def test_the_same_letter_by_eight_threads_counts_once(game):
    """(PR-RECEIPT-04)"""
    raw, to = letter(game, "red", "jump niven\n", name="<one@phone.test>")

    def come(_: int) -> None:
        close_old_connections()
        try:
            timeline.read(intake.take(raw, envelope_to=to, channel="smtp").pk)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(come, range(16)))
    for pk in reading.waiting_ids():
        timeline.read(pk)
    outcomes = sorted(Arrival.objects.values_list("outcome", flat=True))
    assert outcomes == [ArrivalOutcome.DUPLICATE] * 15 + [ArrivalOutcome.ORDERS]
    assert (
        sum(
            json.loads(entry.public).get("text", "").startswith("jump")
            for entry in Entry.objects.filter(seat="red")
        )
        == 1
    )
    assert len(set(Arrival.objects.values_list("answered_by", flat=True))) == 1


MOST = 40
"""Times as long as a plain letter of the same size."""


@pytest.fixture
def plain(game):
    """CPU seconds of a plain letter."""
    numbers = count(1)

    def read():
        raw, to = letter(game, "red", f"status {'x' * 200}\n", name=f"<{next(numbers)}@phone.test>")
        timeline.read(intake.take(raw, envelope_to=to, channel="smtp").pk)

    read()  # what is kept from one letter to the next
    return usual(read)


@pytest.mark.django_db
@property_of("domain-post-incoming-at-once")
@given(body=st.binary(max_size=200), head=st.binary(max_size=80), ours=st.booleans())
def test_any_bytes_end_in_an_outcome(game, plain, body, head, ours):
    with triggers.lifted():
        Arrival.objects.all().delete()  # what the brakes count
    _, to = letter(game, "red", "")
    sender = b"From: red@example.org\r\n" if ours else b""
    raw = sender + head + b"\r\n\r\n" + body
    arrival = intake.take(raw, envelope_to=to, channel="smtp")
    outcomes = list[str]()
    took = seconds(lambda: outcomes.append(timeline.read(arrival.pk)))
    (outcome,) = outcomes
    assert outcome in ArrivalOutcome.values
    if took > MOST * plain:  # what a process makes once is there the second time
        again = intake.take(b"X-Again: 1\r\n" + raw, envelope_to=to, channel="smtp")
        took = seconds(lambda: timeline.read(again.pk))
    assert took <= MOST * plain
    arrival.refresh_from_db()
    machine = outcome in (
        ArrivalOutcome.AUTOMATIC,
        ArrivalOutcome.BOUNCE,
        ArrivalOutcome.LOOP,
        ArrivalOutcome.STRANGER,
    )
    assert machine or arrival.answered_by is not None
