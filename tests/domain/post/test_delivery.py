"""Letters on their way: prepared once, sent once, whatever the mail server and the workers do."""

from __future__ import annotations

from datetime import timedelta
from threading import Event, Thread

import pytest
from django.db import connection

from tests.domain.letters.table import change_set
from tests.services.waiting import FAR, until
from traders.domain.calendar import clock
from traders.domain.letters import write
from traders.domain.post import delivery, due_letter_selection
from traders.domain.post.delivery_reports import record
from traders.domain.post.handover_outcome import Outcome
from traders.domain.post.mail_transport import Outbox
from traders.models import Letter, LetterStatus, Report, ReportKind, liveness_locks

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def now():
    return clock.now()


@pytest.fixture
def ids(game, seats, now):
    return write(
        game, seats, change_set(game, at=now, views={seat.colour: {} for seat in seats} | {"": {}})
    )


def status(ids):
    return set(Letter.objects.filter(pk__in=ids).values_list("status", flat=True))


def test_letters_are_prepared_sent_and_completed(ids, smtp_sink):
    assert delivery.prepare_and_send(ids) == 3
    assert status(ids) == {LetterStatus.SENT}
    assert sorted(taken.recipients[0] for taken in smtp_sink.taken) == [
        "blue@example.org",
        "green@example.org",
        "red@example.org",
    ]
    assert all(letter.accepted and letter.next_try is None for letter in Letter.objects.all())


def test_what_goes_over_the_wire_is_what_was_frozen(ids, smtp_sink):
    delivery.prepare(ids)
    frozen = {letter.message_id: bytes(letter.raw or b"") for letter in Letter.objects.all()}
    delivery.send(ids)
    assert {taken.message["Message-ID"]: taken.raw for taken in smtp_sink.taken} == frozen


def test_preparing_again_changes_no_byte(ids):
    delivery.prepare(ids)
    before = dict(Letter.objects.values_list("pk", "raw"))
    Letter.objects.update(status=LetterStatus.WRITTEN)
    delivery.prepare(ids)
    assert dict(Letter.objects.values_list("pk", "raw")) == before


def test_a_task_that_runs_again_sends_nothing_twice(ids, smtp_sink):
    delivery.prepare_and_send(ids)
    assert delivery.prepare_and_send(ids) == 0
    assert delivery.sweep() == 0
    assert len(smtp_sink.taken) == 3


def test_a_letter_claimed_by_another_worker_is_left_to_it(ids, smtp_sink):
    delivery.prepare(ids)
    delivery._claim(ids[:1], "another", clock.now())
    assert delivery.send(ids) == 2


def test_a_deferred_letter_waits_longer_each_time_and_goes_then(ids, smtp_sink, now):
    smtp_sink.manner = "defer"
    delivery.prepare_and_send(ids)
    waits = Letter.objects.get(pk=ids[1])
    assert waits.status == LetterStatus.PREPARED
    assert waits.next_try - now >= timedelta(seconds=59)
    assert delivery.sweep() == 0
    with clock.at(now + timedelta(minutes=2)):
        delivery.sweep()
    again = Letter.objects.get(pk=ids[1])
    assert again.next_try - (now + timedelta(minutes=2)) == timedelta(minutes=5)
    smtp_sink.manner = "take"
    with clock.at(now + timedelta(minutes=10)):
        delivery.sweep()
    assert status(ids) == {LetterStatus.SENT}
    assert set(Report.objects.values_list("kind", flat=True)) == {ReportKind.DEFERRED}


def test_a_letter_deferred_for_days_is_given_up(ids, smtp_sink, now):
    smtp_sink.manner = "defer"
    with clock.at(now + timedelta(days=5)):
        delivery.prepare_and_send(ids)
    assert status(ids) == {LetterStatus.FAILED}


def test_a_mailbox_that_is_not_there_is_dead_and_reported(ids, smtp_sink, game):
    smtp_sink.manner = "refuse"
    delivery.prepare_and_send(ids)
    assert status(ids) == {LetterStatus.FAILED}
    report = Report.objects.first()
    assert (report.kind, report.for_good) == (ReportKind.BOUNCED, True)
    assert Letter.objects.get(pk=ids[0]).player.mailbox_dead_since is not None


def test_no_server_loses_nothing(ids, settings, smtp_sink, now):
    smtp_sink.stop()
    assert delivery.prepare_and_send(ids) == 0
    assert status(ids) == {LetterStatus.PREPARED}
    smtp_sink.start()
    with clock.at(now + timedelta(minutes=2)):
        delivery.sweep()
    assert len(smtp_sink.taken) == 3


def test_a_server_that_hangs_leaves_the_letter_unknown_and_the_rest_go(
    ids, settings, smtp_sink, now
):
    settings.EMAIL_TIMEOUT = 1
    smtp_sink.manner = "hang"
    delivery.prepare_and_send(ids[:1])
    assert status(ids[:1]) == {LetterStatus.UNKNOWN}
    smtp_sink.manner = "take"
    delivery.prepare_and_send(ids)
    assert len(smtp_sink.taken) == 2
    with clock.at(now + timedelta(minutes=11)):
        delivery.sweep()
    assert (
        len({taken.message["Message-ID"] for taken in smtp_sink.taken}) == len(smtp_sink.taken) == 3
    )


def test_a_server_that_hangs_costs_its_timeout_once_a_batch(ids, settings, smtp_sink, now):
    settings.EMAIL_TIMEOUT = 1
    smtp_sink.manner = "hang"
    assert delivery.prepare_and_send(ids) == 0
    assert smtp_sink.attempts == 1
    assert sorted(Letter.objects.values_list("status", flat=True)) == [
        LetterStatus.PREPARED,
        LetterStatus.PREPARED,
        LetterStatus.UNKNOWN,
    ]
    assert delivery.sweep() == 0, "the rest wait for another try"
    smtp_sink.manner = "take"
    with clock.at(now + timedelta(minutes=11)):
        delivery.sweep()
    assert len(smtp_sink.taken) == 3


def test_one_letter_that_a_slow_server_refuses_holds_up_no_other(ids, settings, monkeypatch):
    settings.EMAIL_TIMEOUT = 0
    monkeypatch.setattr(
        Outbox, "send", lambda self, letter: Outcome("refused", "550 No such mailbox")
    )
    delivery.prepare_and_send(ids)
    rest = Letter.objects.filter(status=LetterStatus.PREPARED)
    assert [
        (letter.problem, letter.next_try is not None and letter.next_try <= clock.now())
        for letter in rest
    ] == [("", True)] * 2


def test_a_letter_is_sent_when_it_is_ready_not_when_all_are(ids, monkeypatch):
    waiting = []

    def sent(outbox: Outbox, letter: Letter) -> Outcome:
        waiting.append(Letter.objects.filter(status=LetterStatus.WRITTEN).count())
        return Outcome("taken")

    monkeypatch.setattr(Outbox, "send", sent)
    monkeypatch.setattr(delivery, "READY", 1)
    assert delivery.prepare_and_send(ids) == 3
    assert waiting == [2, 1, 0]


def test_two_sweeps_at_once_have_different_letters_to_make(ids, smtp_sink):
    one, other = delivery.due(2), delivery.due(2)
    assert len(one) == 2
    assert set(one) | set(other) == set(ids)
    assert len(other) == 1
    assert delivery.prepare_and_send(one) + delivery.prepare_and_send(other) == 3


def test_a_sweep_that_dies_before_it_has_made_its_letters_leaves_them_for_another(ids, smtp_sink):
    assert len(delivery.due()) == 3
    assert delivery.sweep() == 0
    with clock.at(clock.now() + due_letter_selection.PREPARE_TIME):
        assert delivery.sweep() == 3
    assert len(smtp_sink.taken) == 3


def test_of_a_dead_workers_letters_only_the_first_unfinished_can_have_left(ids, smtp_sink, now):
    delivery.prepare(ids)
    claimed, _ = delivery._claim(ids, "dead", clock.now())
    delivery._complete(claimed[0], Outcome("taken"), clock.now())
    with clock.at(now + timedelta(minutes=6)):
        delivery.recover(clock.now())
        states = [Letter.objects.get(pk=letter.pk).status for letter in claimed]
    assert states == [LetterStatus.SENT, LetterStatus.UNKNOWN, LetterStatus.PREPARED]


def test_a_report_tells_that_an_unknown_letter_came_and_it_is_not_sent_again(ids, smtp_sink, now):
    delivery.prepare(ids[:1])
    [letter], _ = delivery._claim(ids[:1], "another", clock.now())
    record(letter, ReportKind.DELIVERED, at=now, source="office")
    with clock.at(now + timedelta(minutes=6)):
        delivery.sweep()
    assert Letter.objects.get(pk=letter.pk).status == LetterStatus.SENT
    assert letter.message_id not in {taken.message["Message-ID"] for taken in smtp_sink.taken}


def test_an_unknown_letter_of_which_nobody_reports_goes_again_with_the_same_bytes(
    ids, smtp_sink, now
):
    delivery.prepare(ids[:1])
    [letter], _ = delivery._claim(ids[:1], "another", clock.now())
    with clock.at(now + timedelta(minutes=6)):
        delivery.sweep()
    with clock.at(now + timedelta(minutes=17)):
        delivery.sweep()
    assert Letter.objects.get(pk=letter.pk).status == LetterStatus.SENT
    assert [
        taken.raw for taken in smtp_sink.taken if taken.message["Message-ID"] == letter.message_id
    ] == [bytes(letter.raw or b"")]


def test_a_worker_that_lost_its_claim_completes_nothing(ids, now):
    delivery.prepare(ids[:1])
    [letter], _ = delivery._claim(ids[:1], "slow", clock.now())
    Letter.objects.filter(pk=letter.pk).update(worker="another")
    delivery._complete(letter, Outcome("taken"), clock.now())
    assert Letter.objects.get(pk=letter.pk).status == LetterStatus.SENDING


@pytest.mark.postgres
def test_letters_of_a_worker_whose_connection_ends_are_taken_over_at_once(ids, smtp_sink):
    delivery.prepare(ids)
    begun, ends = Event(), Event()

    def works() -> None:
        with liveness_locks.holding("worker", liveness_locks.SENDERS):
            delivery._claim(ids, "worker", clock.now())
            begun.set()
            ends.wait(FAR)
            connection.close()  # as PostgreSQL does for a process that is killed
        connection.close()

    worker = Thread(target=works)
    worker.start()
    assert begun.wait(FAR)
    delivery.sweep()
    assert status(ids) == {LetterStatus.SENDING}
    ends.set()
    worker.join()
    until(lambda: delivery.sweep() or status(ids) != {LetterStatus.SENDING}, "held")
    assert sorted(Letter.objects.values_list("status", flat=True)) == [
        LetterStatus.SENT,
        LetterStatus.SENT,
        LetterStatus.UNKNOWN,
    ]


@pytest.mark.postgres
def test_a_worker_that_lost_its_connection_sends_nothing_that_another_took_over(
    ids, smtp_sink, monkeypatch
):
    sending = Outbox.send
    cut: list[int] = []

    def sweeps() -> None:
        until(lambda: delivery.sweep() == len(ids) - 1, "nobody takes over")
        connection.close()

    def sent_and_cut_off(outbox: Outbox, letter: Letter) -> Outcome:
        outcome = sending(outbox, letter)
        if not cut:
            cut.append(connection.connection.info.backend_pid)
            other = Thread(target=sweeps)
            with connection.copy().cursor() as cursor:
                cursor.execute("SELECT pg_terminate_backend(%s)", cut)
                cursor.connection.close()
            other.start()
            other.join()
        return outcome

    monkeypatch.setattr(Outbox, "send", sent_and_cut_off)
    delivery.prepare_and_send(ids)
    assert status(ids) == {LetterStatus.SENT}
    assert len({taken.message["Message-ID"] for taken in smtp_sink.taken}) == 3
    assert len(smtp_sink.taken) == 3


@pytest.mark.postgres
def test_a_worker_whose_database_goes_away_records_what_it_sent_when_it_is_back(
    ids, smtp_sink, monkeypatch
):
    sending = Outbox.send

    def sent_and_cut_off(outbox: Outbox, letter: Letter) -> Outcome:
        outcome = sending(outbox, letter)
        other = connection.copy()
        with other.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(%s)", [connection.connection.info.backend_pid]
            )
        other.close()
        return outcome

    monkeypatch.setattr(Outbox, "send", sent_and_cut_off)
    assert delivery.prepare_and_send(ids) == 3
    assert status(ids) == {LetterStatus.SENT}
    assert len(smtp_sink.taken) == 3


def test_a_letter_that_cannot_be_made_stops_no_other(ids, smtp_sink, now, caplog):
    Letter.objects.filter(pk=ids[0]).update(facts="no JSON")
    assert delivery.prepare_and_send(ids) == 2
    for hours in range(1, 12):
        with clock.at(now + timedelta(hours=hours)):
            delivery.sweep()
    broken = Letter.objects.get(pk=ids[0])
    assert broken.status == LetterStatus.FAILED
    assert "cannot be made" in broken.problem


def test_the_same_report_is_kept_once(ids, now):
    letter = Letter.objects.first()
    assert record(letter, ReportKind.DELIVERED, at=now, source="x", event="1")
    assert record(letter, ReportKind.DELIVERED, at=now, source="x", event="2, told again") is None
    assert Report.objects.count() == 1
