"""The mail server is away or puts off each letter, and comes back: what waited for it goes at once,
not each letter by its own clock; the operator hears of it soon, and another way.
"""

from __future__ import annotations

import json
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest
from django.core import checks

from tests.domain.letters.table import change_set
from tests.services.smtp import Sink
from traders.domain.calendar import clock
from traders.domain.letters import write
from traders.domain.operators import alerts, alternative_alert_channel, health_figures
from traders.domain.post import delivery
from traders.models import Letter, LetterKind, LetterStatus
from worker.periodic_sweeps import SCHEDULE

pytestmark = pytest.mark.django_db(transaction=True)
TWO_MINUTES = timedelta(minutes=2)


@pytest.fixture
def now():
    return clock.now()


@pytest.fixture
def ids(game, seats, now):
    """Three letters of a game that were written now."""
    views = {seat.colour: {} for seat in seats} | {"": {}}
    return write(game, seats, change_set(game, at=now, views=views))


def status(ids):
    return set(Letter.objects.filter(pk__in=ids).values_list("status", flat=True))


def blocked(ids, sink, now, minutes=(0, 2, 8, 24), *, answers=False) -> None:
    """The way out is blocked, and each of the letters was tried until then. `answers`: the mail
    server puts off each that it is given.
    """
    if answers:
        sink.manner = "defer"
    else:
        sink.stop()
    for minute in minutes:
        with clock.at(now + timedelta(minutes=minute)):
            delivery.prepare(ids)
            delivery.sweep()


@pytest.mark.sampled
@pytest.mark.parametrize("answers", [False, True])
@pytest.mark.parametrize("minutes", [(0,), (0, 2), (0, 2, 8), (0, 2, 8, 24, 55, 120)])
def test_when_one_has_left_again_the_others_go_at_once(ids, smtp_sink, now, minutes, answers):
    blocked(ids, smtp_sink, now, minutes, answers=answers)
    assert status(ids) == {LetterStatus.PREPARED}
    if answers:
        smtp_sink.manner = "take"
    else:
        smtp_sink.start()
    back = now + timedelta(minutes=minutes[-1] + 1, seconds=1)
    with clock.at(back):
        delivery.sweep()
        assert smtp_sink.taken, "one tries each minute, however long it lasts"
    with clock.at(back + timedelta(seconds=5)):
        delivery.sweep()
    assert status(ids) == {LetterStatus.SENT}


def test_a_letter_that_its_own_server_put_off_keeps_its_own_clock(ids, smtp_sink, now):
    smtp_sink.manner = "defer"
    delivery.prepare_and_send(ids[:1])
    smtp_sink.manner = "take"
    assert delivery.prepare_and_send(ids[1:]) == 2
    with clock.at(now + timedelta(seconds=20)):
        assert delivery.sweep() == 0
    assert Letter.objects.get(pk=ids[0]).status == LetterStatus.PREPARED


def test_nor_is_it_called_where_others_left_within_the_minute(ids, smtp_sink, now):
    """Two mailboxes put their letters off while the house writes to others: to call them each time
    that one of these leaves would be to knock at their doors without an end.
    """
    delivery.prepare_and_send(ids[:1])
    smtp_sink.manner = "defer"
    with clock.at(now + timedelta(seconds=40)):
        delivery.prepare_and_send(ids[1:])
    assert set(Letter.objects.filter(pk__in=ids).values_list("blocked", flat=True)) == {False}


@pytest.mark.parametrize("answers", [False, True])
def test_as_long_as_nothing_leaves_nobody_is_called(ids, smtp_sink, now, answers):
    blocked(ids, smtp_sink, now, (0, 2, 8), answers=answers)
    before = dict(Letter.objects.values_list("pk", "attempts"))
    with clock.at(now + timedelta(minutes=8, seconds=30)):
        for _ in range(3):
            delivery.sweep()
    assert dict(Letter.objects.values_list("pk", "attempts")) == before


def test_health_says_it_within_two_minutes_and_no_longer_when_it_is_over(
    ids,
    smtp_sink,
    now,
    client,
    settings,
    monkeypatch,
):
    pace = SCHEDULE["worker.tasks.operators.tell"]
    blocked(ids, smtp_sink, now, (0, 1.1))
    with clock.at(now + TWO_MINUTES - timedelta(seconds=pace)):
        assert client.get("/health").json()["problems"] == [
            "letters do not leave: the mail server does not answer, or takes none"
        ]
    smtp_sink.start()
    with clock.at(now + timedelta(minutes=2, seconds=11)):
        delivery.sweep()
        delivery.sweep()
    with clock.at(now + timedelta(minutes=2, seconds=20)):
        delivery.sweep()
        assert client.get("/health").json()["problems"] == []


def test_one_mailbox_that_puts_letters_off_is_no_alarm(ids, smtp_sink, now, client):
    smtp_sink.manner = "defer"
    delivery.prepare_and_send(ids[:1])
    smtp_sink.manner = "take"
    delivery.prepare_and_send(ids[1:])
    with clock.at(now + timedelta(hours=3)):
        assert client.get("/health").json()["problems"] == []


@pytest.mark.parametrize("kind", [LetterKind.HAPPENED, LetterKind.TURN])
def test_a_mail_server_that_puts_off_each_letter_is_an_alarm(ids, smtp_sink, now, client, kind):
    """Whatever the letters are for; and it is over when one is taken."""
    Letter.objects.filter(pk__in=ids).update(kind=kind)
    smtp_sink.manner = "defer"
    delivery.prepare_and_send(ids)
    with clock.at(now + timedelta(seconds=70)):
        assert client.get("/health").json()["problems"] == []
    with clock.at(now + timedelta(seconds=80)):
        assert client.get("/health").json()["problems"] == [
            "letters do not leave: the mail server puts off each that it is given"
        ]
    smtp_sink.manner = "take"
    with clock.at(now + timedelta(minutes=2)):
        assert delivery.sweep() > 0
        assert client.get("/health").json()["problems"] == []


def test_a_worker_that_sends_nothing_is_an_alarm_of_its_own(ids, now, client):
    delivery.prepare(ids)
    with clock.at(now + timedelta(minutes=2, seconds=1)):
        assert client.get("/health").json()["problems"] == [
            "letters do not leave: does the worker of letters out run?"
        ]


# --- the second way -------------------------------------------------------------------------------


@pytest.fixture
def hook():
    """A chat room's web hook, and what was posted there."""
    posted: list[dict[str, str]] = []

    class Hook(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            posted.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Hook)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/hooks/x", posted
    server.shutdown()
    server.server_close()


def wrong(monkeypatch) -> None:
    away = "letters do not leave: the mail server does not answer, or takes none"
    monkeypatch.setattr(alerts, "problems", lambda found: {"x": away})


def test_where_mail_is_what_is_wrong_a_web_hook_is_told(hook, settings, smtp_sink, monkeypatch):
    wrong(monkeypatch)
    settings.OPERATORS, settings.OPERATORS_WAY = ["operator@example.org"], hook[0]
    smtp_sink.stop()
    assert alerts.send() == ["x"]
    [told] = hook[1]
    assert "takes none.\nWhat to type: `systemctl restart postfix`, then" in told["text"]
    assert alerts.send() == []
    smtp_sink.start()


def test_another_mail_server_is_told(settings, smtp_sink, monkeypatch):
    wrong(monkeypatch)
    other = Sink().start()
    settings.OPERATORS = ["operator@example.org"]
    settings.OPERATORS_WAY = f"smtp://127.0.0.1:{other.port}"
    smtp_sink.stop()
    assert alerts.send() == ["x"]
    [taken] = other.wait_for(1)
    assert taken.recipients == ("operator@example.org",)
    other.stop()
    smtp_sink.start()


def test_where_no_way_is_open_it_is_tried_again(settings, smtp_sink, monkeypatch):
    wrong(monkeypatch)
    settings.OPERATORS = ["operator@example.org"]
    settings.OPERATORS_WAY = "smtp://127.0.0.1:1"
    smtp_sink.stop()
    with pytest.raises(OSError, match="refused"):
        alerts.send()
    smtp_sink.start()
    assert alerts.send() == ["x"]


@pytest.mark.parametrize("way", ["ftp://x", "operator@example.org", "smtp:///y", "https:///x",
                                 "smtp://x:y"])  # fmt: skip
def test_what_is_no_way_is_refused_at_the_start_without_a_word_of_it(settings, way):
    settings.OPERATORS_WAY = way
    [found] = [one for one in checks.run_checks() if one.id == "traders.E014"]
    assert way not in f"{found.msg} {found.hint}"
    with pytest.raises(ValueError):
        alternative_alert_channel.read(way)


def test_figures_are_named_once():
    names = [figure.name for figure in health_figures.figures() if not figure.label]
    assert len(names) == len(set(names))
