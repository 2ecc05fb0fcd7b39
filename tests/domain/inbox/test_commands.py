"""`manage.py receive` as a mail server's pipe calls it, and `manage.py read`."""

from __future__ import annotations

import os
from io import BytesIO, StringIO, TextIOWrapper

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError

from tests.domain.inbox.conftest import letter
from traders.domain.inbox import edge, reading
from traders.management.commands import receive
from traders.models import Arrival, ArrivalOutcome, ArrivalStatus

pytestmark = pytest.mark.django_db


@pytest.fixture
def pipe(monkeypatch):
    def call(raw: bytes, *arguments: str, **environment: str) -> str:
        for name in ("ORIGINAL_RECIPIENT", "LOCAL_PART", "DOMAIN", "SENDER"):
            monkeypatch.delenv(name, raising=False)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(raw)))
        out = StringIO()
        call_command("receive", *arguments, stdout=out, stderr=out)
        return out.getvalue()

    return call


def test_a_letter_on_standard_input_is_stored_byte_for_byte(game, pipe):
    raw, to = letter(game, "red", "jump niven\n\x00\n")
    raw += b"\xff\r\n\x1a"
    assert "stored as letter" in pipe(raw, "--to", to, "--from", "red@example.org")
    stored = Arrival.objects.get()
    assert (bytes(stored.raw), stored.channel, stored.seat.colour) == (raw, "pipe", "red")


def test_the_recipient_out_of_the_environment(game, pipe):
    raw, to = letter(game, "red", "jump niven\n")
    pipe(raw, ORIGINAL_RECIPIENT=to, SENDER="red@example.org")
    local, _, domain = to.partition("@")
    pipe(raw, LOCAL_PART=local, DOMAIN=domain)
    assert [arrival.seat.colour for arrival in Arrival.objects.all()] == ["red", "red"]
    with pytest.raises(CommandError, match="Whose letter"):
        pipe(raw)


def test_exit_statuses_tell_the_mail_server_what_to_do(game, pipe, monkeypatch):
    with pytest.raises(SystemExit) as too_large:
        pipe(b"x" * (edge.MOST_OCTETS + 1), "--to", "play.x@post.test")
    assert too_large.value.code == os.EX_UNAVAILABLE

    def away(*args, **of):
        raise OperationalError("database is locked")

    monkeypatch.setattr(receive, "take", away)
    with pytest.raises(SystemExit) as later:
        pipe(b"x", "--to", "play.x@post.test")
    assert later.value.code == os.EX_TEMPFAIL


def test_read_reads_what_waits_and_lists_what_to_look_at(take):
    take("red", "jump niven\n")
    held = take("red", "halt\n", sender="red@work.test")
    out = StringIO()
    call_command("read", stdout=out)
    assert "2 letters read" in out.getvalue()
    assert f"{held.pk}  taken 2026-03-02 12:10:00  unconfirmed" in out.getvalue()
    assert "halt" not in out.getvalue()


def test_a_letter_set_aside_is_read_again(take):
    arrival = take("red", "jump niven\n")
    Arrival.objects.filter(pk=arrival.pk).update(status=ArrivalStatus.SET_ASIDE, outcome=ArrivalOutcome.SET_ASIDE, attempts=3)
    out = StringIO()
    call_command("read", "--again", str(arrival.pk), stdout=out)
    assert out.getvalue().strip() == f"{arrival.pk}  orders"
    before = arrival.game.entries.count() if hasattr(arrival.game, "entries") else None
    call_command("read", "--again", str(arrival.pk), stdout=out)
    assert before is None or arrival.game.entries.count() == before
    with pytest.raises(CommandError, match="no letter 999999"):
        call_command("read", "--again", "999999")
    Arrival.objects.filter(pk=arrival.pk).update(raw=b"altered", size=7)
    with pytest.raises(CommandError, match="not those that came"):
        call_command("read", "--again", str(arrival.pk))
    assert reading.waiting_ids() == []
