"""The post office over a real SMTP conversation on loopback."""

from __future__ import annotations

import os
import smtplib
import subprocess
from pathlib import Path

import pytest
from django.db import OperationalError

from tests.domain.letters.real import begun
from tests.domain.post.incoming.conftest import letter
from tests.services.ports import free_port
from tests.services.waiting import FAR
from traders.domain.post import delivery
from traders.domain.post.incoming import intake, local_smtp_server
from traders.domain.timeline import timeline
from traders.models import Arrival, ArrivalOutcome, Letter, LetterStatus, Player, Report

pytestmark = pytest.mark.django_db(transaction=True)
HOUSE = Path(__file__).resolve().parents[4]


@pytest.fixture
def office(db, settings, tmp_path):
    running = local_smtp_server.controller("127.0.0.1", free_port())
    running.start()
    settings.EMBEDDED, settings.VAR = True, tmp_path
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", running.port
    yield settings.EMAIL_PORT
    running.stop()


@pytest.fixture
def game(db):
    return begun()


@pytest.fixture
def wire(office):
    with smtplib.SMTP("127.0.0.1", office, timeout=FAR) as server:
        yield server


def test_a_letter_is_taken_and_stored_as_it_came(game, wire):
    raw, to = letter(game, "red", "jump niven\n")
    assert wire.sendmail("red@example.org", [to], raw) == {}
    stored = Arrival.objects.get()
    assert (bytes(stored.raw).rstrip(b"\r\n"), stored.envelope_from, stored.channel) == (
        raw.rstrip(b"\r\n"),
        "red@example.org",
        "smtp",
    )
    assert str(stored.remote) == "127.0.0.1"


def test_an_unknown_mailbox_is_refused_for_good(game, wire):
    wire.ehlo()
    wire.mail("red@example.org")
    _, to = letter(game, "red", "")
    local, _, domain = to.partition("@")
    for address in (
        "anything@post.test",
        "play.x@post.test",
        f"{local[:-1]}@{domain}",
        f"{local}+x@{domain}",
        f"a{local}@{domain}",
    ):
        assert wire.rcpt(address)[0] == 550, address
    for address in (to, to.upper(), "post@post.test"):
        assert wire.rcpt(address)[0] == 250, address
    wire.rset()


@pytest.mark.parametrize("address", ["green@example.org", "nobody@elsewhere.test"])
def test_mailboxes_of_people_are_here_in_the_embedded_set_up_alone(wire, settings, address):
    wire.ehlo()
    wire.mail("red@example.org")
    assert wire.rcpt(address)[0] == 250
    settings.EMBEDDED = False
    assert wire.rcpt(address)[0] == 550
    wire.rset()


def test_the_script_hands_a_letter_over_in_well_under_a_second_of_a_processor(game, office):
    raw, to = letter(game, "red", "jump niven\n")
    begun = os.times()

    def handed(to: str, letter: bytes = raw, sender: str = "") -> int:
        command = [HOUSE / "receive", "--to", to, "--from", sender, "--port", str(office)]
        run = subprocess.run(command, input=letter, capture_output=True, timeout=FAR, check=False)
        assert run.stdout + run.stderr == b""
        return run.returncode

    assert handed(to, sender="red@example.org") == os.EX_OK
    ended = os.times()
    took = sum(ended[2:4]) - sum(begun[2:4])  # of processes that were waited for
    assert took < 1
    assert handed(to, sender="MAILER-DAEMON") == os.EX_OK
    assert [
        (bytes(one.raw).rstrip(), one.envelope_from) for one in Arrival.objects.order_by("pk")
    ] == [(raw.rstrip(), "red@example.org"), (raw.rstrip(), "<>")]
    assert handed("nobody@post.test") == os.EX_NOUSER
    assert handed(to, sender="a@b@c") == os.EX_UNAVAILABLE
    assert handed(to, raw + b"x" * intake.MOST_OCTETS) == os.EX_UNAVAILABLE


def test_the_script_takes_a_letter_as_a_pipe_gives_it(game, office):
    """Postfix ends lines with LF alone, and folds none, however long its sender made it."""
    raw, to = letter(game, "red", "jump niven\n.\n.zap\n" + "> quoted\n" * 500 + "x" * 5_000 + "\n")
    unix = raw.replace(b"\r\n", b"\n")
    assert len(unix) > 5_000
    command = [HOUSE / "receive", "--to", to, "--from", "red@example.org", "--port", str(office)]
    assert (
        subprocess.run(
            command, input=unix, capture_output=True, timeout=FAR, check=False
        ).returncode
        == os.EX_OK
    )
    stored = bytes(Arrival.objects.get().raw)
    assert stored.replace(b"\r\n", b"\n").rstrip() == unix.rstrip()
    assert b"\n" not in stored.replace(b"\r\n", b"")


def test_several_recipients_have_a_letter_each(game, wire):
    raw, to = letter(game, "red", "jump niven\n")
    _, other = letter(game, "blue", "")
    wire.sendmail("red@example.org", [to, other, "green@example.org"], raw)
    assert sorted(arrival.seat.colour for arrival in Arrival.objects.all()) == ["blue", "red"]


def test_a_letter_over_the_limit_is_refused(game, wire):
    raw, to = letter(game, "red", "jump niven\n")
    with pytest.raises((smtplib.SMTPDataError, smtplib.SMTPSenderRefused)) as refused:
        wire.sendmail("red@example.org", [to], raw + b"x" * intake.MOST_OCTETS)
    assert refused.value.smtp_code == 552
    assert not Arrival.objects.exists()


def test_where_the_database_cannot_be_had_the_sender_tries_again(game, wire, monkeypatch):
    raw, to = letter(game, "red", "jump niven\n")

    def away(*args, **of):
        raise OperationalError("database is locked")

    with monkeypatch.context() as broken:
        broken.setattr(intake, "take", away)
        with pytest.raises(smtplib.SMTPDataError) as later:
            wire.sendmail("red@example.org", [to], raw)
        assert later.value.smtp_code == 451
    assert wire.sendmail("red@example.org", [to], raw) == {}
    assert Arrival.objects.count() == 1


def test_eight_bits_and_addresses_beyond_ascii(game, wire):
    raw, to = letter(game, "red", "say: grüße\n")
    wire.ehlo()
    assert wire.has_extn("8bitmime")
    assert wire.has_extn("smtputf8")
    wire.sendmail("röd@example.org", [to], raw, mail_options=["SMTPUTF8", "BODY=8BITMIME"])
    stored = Arrival.objects.get()
    assert "grüße".encode() in bytes(stored.raw)
    assert stored.envelope_from == "röd@example.org"


def test_a_letter_without_a_sender_on_its_envelope_is_a_machines(game, wire):
    raw, to = letter(game, "red", "I am away\n")
    wire.sendmail("<>", [to], raw)
    assert timeline.read(Arrival.objects.get().pk) == ArrivalOutcome.AUTOMATIC


def test_a_letter_of_ours_that_came_is_known_delivered(game, office):
    ids = list(Letter.objects.filter(status=LetterStatus.WRITTEN).values_list("pk", flat=True))
    for _ in range(2):  # one that asks, and waited these ten minutes, is dated anew first
        delivery.prepare_and_send(ids)
    assert Report.objects.filter(source="office", kind="delivered").count() == len(ids)


def test_a_bot_has_no_mailbox(game, wire):
    bot = Player.objects.bot("Oak")
    wire.ehlo()
    wire.mail("red@example.org")
    assert wire.rcpt(bot.email)[0] == 550
