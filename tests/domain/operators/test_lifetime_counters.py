"""Counters for the operator's monitor: what there ever was, whatever became of the rows, whoever
counted, and however often.
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.domain.letters import real
from tests.models.crowd import multiplied
from tests.models.test_plans import walked
from traders.domain.calendar import clock
from traders.domain.deadlines import heartbeat_and_outages
from traders.domain.operators import health_figures, lifetime_counters, running_commit
from traders.domain.play import door
from traders.domain.post import delivery
from traders.models import (
    Arrival,
    ArrivalStatus,
    Heartbeat,
    Letter,
    OperatorMark,
    Player,
    Report,
    Tally,
)
from traders.version import VERSION

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def came(outcome: str, status: ArrivalStatus = ArrivalStatus.READ, **more: object) -> Arrival:
    return Arrival.objects.create(
        raw=b"x", sha256="0" * 64, size=1, channel="smtp", status=status, outcome=outcome,
        **({"taken": clock.now()} | more),
    )  # fmt: skip


def total(name: str) -> dict[str, float]:
    return {
        label: value for counter, label, value in lifetime_counters.totals() if counter.name == name
    }


def later(minutes: int) -> None:
    lifetime_counters.tally(clock.now() + minutes * MINUTE)


def test_each_letter_in_is_counted_once_by_what_it_was_and_stays_counted():
    later(0)
    came("orders"), came("orders"), came("stranger")
    for minutes in (0, 2, 4, 4, 6):
        later(minutes)
    assert total("letters_in") == {"orders": 2, "stranger": 1}
    Arrival.objects.all().delete()
    came("orders")
    for minutes in (8, 10, 12):
        later(minutes)
    assert total("letters_in") == {"orders": 3, "stranger": 1}


def test_what_came_before_anybody_counted_is_not_counted():
    came("orders")
    for minutes in (0, 2, 4):
        later(minutes)
    assert total("letters_in") == {}


def test_a_letter_counts_once_it_was_read():
    later(0)
    waits = came("", ArrivalStatus.STORED)
    came("orders")
    later(2), later(4)
    assert total("letters_in") == {}
    Arrival.objects.filter(pk=waits.pk).update(status=ArrivalStatus.READ, outcome="empty")
    later(6), later(8)
    assert total("letters_in") == {"orders": 1, "empty": 1}


def test_orders_and_letters_out_of_a_game_are_counted_and_how_long_answers_took(smtp_sink):
    later(0)
    game = real.table()
    door.begin(game.pk, stops=False)
    door.orders(game.pk, "red", "halt")
    later(2), later(4)
    assert sum(total("orders").values()) == game.entries.filter(kind="order").count() > 0
    delivery.sweep()
    sent = Letter.objects.exclude(accepted=None)
    answer = sent.latest("pk")
    came("orders", taken=answer.accepted - timedelta(seconds=7), answered_by=answer)
    came("duplicate", taken=answer.accepted - timedelta(days=7), answered_by=answer,
         duplicate_of=Arrival.objects.get())  # fmt: skip
    for minutes in (11, 12, 13):
        later(minutes)
    assert sum(total("letters_out").values()) == sent.count() > 0
    assert (total("answers"), total("answer_seconds")) == ({"": 1}, {"": 7})


def test_refusals_are_counted_by_kind():
    later(0)
    for kind in ("bounced", "bounced", "deferred", "delivered"):
        now = clock.now()
        digest = f"{kind}{Report.objects.count()}"
        Report.objects.create(kind=kind, at=now, taken=now, source="smtp", digest=digest)
    later(2), later(4)
    assert total("letters_refused") == {"bounced": 2, "deferred": 1}


def test_outages_are_told_by_the_spans_themselves():
    Heartbeat.objects.all().delete()
    now = clock.now()
    assert total("outages") == {"": 0}
    for hours in (9, 6, 4):
        heartbeat_and_outages.beat(now - timedelta(hours=hours))
    assert total("outages") == {"": 2}
    assert total("outage_seconds") == {"": 5 * 3600}


def test_two_that_count_at_once_count_once():
    later(0)
    came("orders")
    later(2)
    later(4), later(4)
    assert total("letters_in") == {"orders": 1}
    assert Tally.objects.count() == 1


def test_a_monitor_reads_all_of_it(client, settings):
    settings.METRICS_TOKEN = "a-token"
    later(0)
    came("orders")
    later(2), later(4)
    lifetime_counters.copy_made(clock.now() - timedelta(hours=5))
    shown = client.get("/metrics", headers={"Authorization": "Bearer a-token"}).content.decode()
    assert 'traders_letters_in_total{outcome="orders"} 1.0' in shown
    assert "traders_outages_total 0.0" in shown
    assert "traders_answers_total 0.0" in shown
    assert "traders_answer_seconds_total 0.0" in shown
    assert f'traders_build_info{{commit="{running_commit.commit()}",version="{VERSION}"}}' in shown
    (age,) = [line for line in shown.splitlines() if line.startswith("traders_copy_age_seconds")]
    assert 5 * 3600 <= float(age.split()[1]) < 5 * 3600 + 60


def test_the_release_is_known():
    assert running_commit.commit() == running_commit.UNKNOWN or len(running_commit.commit()) == 12


def test_an_old_copy_is_told_and_none_at_all_is_not(client):
    assert client.get("/health").status_code == 200
    lifetime_counters.copy_made(clock.now() - timedelta(hours=35))
    assert client.get("/health").status_code == 200
    OperatorMark.objects.update(at=clock.now() - timedelta(hours=37))
    assert "no copy of the database" in client.get("/health").json()["problems"][0]


@pytest.mark.postgres
def test_no_figure_reads_all_letters_that_ever_were():
    """Of 3,000 letters out, letters in and reports, all done with, health and tallies read none."""
    game = real.begun()
    ann = Player.objects.create(email="ann@example.org", display_name="Ann")
    now = clock.now() - timedelta(days=90)
    Letter.objects.all().delete()
    letter = Letter.objects.create(
        player=ann, game=game, kind="turn", key="k", facts="{}", message_id="<k@x>", written=now,
        accepted=now, status="sent",
    )  # fmt: skip
    arrival = Arrival.objects.create(
        raw=b"x", sha256="", size=1, taken=now, channel="smtp", status="read", outcome="orders"
    )
    report = Report.objects.create(kind="delivered", at=now, taken=now, source="x", digest="")
    number = "lpad(copy::text, 64, '0')"
    multiplied(letter, 3_000, game_id="one.game_id", key="one.key || copy")
    multiplied(arrival, 3_000, sha256=number)
    multiplied(report, 3_000, digest=number)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE traders_letter, traders_arrival, traders_report")
    later(0)
    with CaptureQueriesContext(connection) as made:
        health_figures.figures()
        later(2), later(20)
    asked = {query["sql"] for query in made.captured_queries}
    assert walked({"traders_letter", "traders_arrival", "traders_report"}, asked) == []
