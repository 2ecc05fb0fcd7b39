"""`manage.py receive` as a mail server's pipe calls it, and `manage.py read`."""

from __future__ import annotations

import os
import subprocess
import sys
from io import BytesIO, StringIO, TextIOWrapper
from itertools import product
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection

from tests.domain.post.incoming.conftest import letter
from tests.examples import drawn
from tests.services.waiting import FAR
from traders.domain.post.incoming import intake, reading
from traders.management.commands import receive
from traders.models import Arrival, ArrivalOutcome, ArrivalStatus, Entry, Letter, triggers

pytestmark = pytest.mark.django_db
HOUSE = Path(__file__).resolve().parents[4]


@pytest.fixture
def pipe(monkeypatch):
    def call(raw: bytes, *arguments: str, told: bool = True, **environment: str) -> str:
        for name in ("ORIGINAL_RECIPIENT", "LOCAL_PART", "DOMAIN", "SENDER", "DATABASE_URL"):
            monkeypatch.delenv(name, raising=False)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(raw)))
        out = StringIO()
        call_command(
            "receive",
            *arguments,
            *(["--sqlite"] if told else []),
            stdout=out,
            stderr=out,
            verbosity=2,
        )
        return out.getvalue()

    return call


def test_a_letter_on_standard_input_is_stored_byte_for_byte(game, pipe):
    raw, to = letter(game, "red", "jump niven\n\x00\n")
    raw += b"\xff\r\n\x1a"
    assert "stored as letter" in pipe(raw, "--to", to, "--from", "red@example.org")
    stored = Arrival.objects.get()
    assert (bytes(stored.raw), stored.channel, stored.seat.colour) == (raw, "pipe", "red")


@pytest.mark.parametrize("local", ["nobody", "play.x", "play.t1.aaaaaaaaaaaaaaaa", ""])
def test_where_there_is_no_such_mailbox_the_mail_server_returns_the_letter(game, pipe, local):
    for to in (f"{local}@post.test", f"{local}@example.org"):
        with pytest.raises(SystemExit) as ended:
            pipe(b"From: red@example.org\n\npass\n", "--to", to)
        assert ended.value.code == 67
    assert not Arrival.objects.exists()


def test_delivery_reports_have_a_mailbox(game, pipe):
    assert "stored as letter" in pipe(b"From: <>\n\nx\n", "--to", "Post@Post.test")


def test_the_recipient_out_of_the_environment(game, pipe):
    raw, to = letter(game, "red", "jump niven\n")
    pipe(raw, ORIGINAL_RECIPIENT=to, SENDER="red@example.org")
    local, _, domain = to.partition("@")
    pipe(raw, LOCAL_PART=local, DOMAIN=domain)
    assert [arrival.seat.colour for arrival in Arrival.objects.all()] == ["red", "red"]


def test_exit_statuses_tell_the_mail_server_what_to_do(game, pipe, monkeypatch):
    with pytest.raises(SystemExit) as too_large:
        pipe(b"x" * (intake.MOST_OCTETS + 1), "--to", "post@post.test")
    assert too_large.value.code == os.EX_UNAVAILABLE

    def later(*arguments: str, told: bool = True) -> None:
        with pytest.raises(SystemExit) as status:
            pipe(b"x", *arguments, told=told)
        assert status.value.code == os.EX_TEMPFAIL

    later()  # nobody says whose letter it is
    if connection.vendor == "sqlite":
        later("--to", "post@post.test", told=False)
    for fault in (
        OperationalError("database is locked"),
        RuntimeError("a fault of ours"),
        OSError("disk full"),
    ):

        def away(*args, fault=fault, **of):
            raise fault

        monkeypatch.setattr(receive, "take", away)
        later("--to", "post@post.test")


@pytest.mark.parametrize(
    ("arguments", "envelope"),
    [(["--from", ""], "<>"), (["--from", "<>"], "<>"), (["--from", "a@b"], "a@b"), ([], "")],
)
def test_a_sender_that_is_said_to_be_none_is_a_null_sender(game, pipe, arguments, envelope):
    raw, to = letter(game, "red", "jump niven\n")
    pipe(raw, "--to", to, *arguments)
    assert Arrival.objects.get().envelope_from == envelope


BROKEN = {
    "no environment": {},
    "a key too short": {"DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none", "SECRET_KEY": "x"},
    "no such database": {"DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none"},
    "settings that cannot be read": {"DATABASE_URL": "nonsense://", "EMAIL_PORT": "x"},
}


@pytest.mark.examples("broken-settings")
@pytest.mark.parametrize(
    ("command", "environment"),
    drawn(
        "broken-settings",
        list(
            product(
                [[sys.executable, "manage.py", "receive"], ["./receive", "--port", "1"]],
                BROKEN.values(),
            )
        ),
    ),
)
def test_whatever_is_wrong_here_the_letter_is_tried_again_and_its_sender_sees_nothing(
    tmp_path, command, environment
):
    """(PR-RECORD-04)"""
    var = tmp_path / "var"
    run = subprocess.run(
        [*command, "--to", "play.x@post.test", "--from", "red@example.org"],
        input=b"From: red@example.org\n\npass\n",
        env={
            "PATH": os.environ["PATH"],
            "TRADERS_VAR": str(var),
            "LOG_LEVEL": "CRITICAL",
            **environment,
        },
        cwd=HOUSE,
        capture_output=True,
        timeout=FAR,
        check=False,
    )
    assert run.returncode == os.EX_TEMPFAIL
    assert b"Traceback" not in run.stderr + run.stdout
    assert str(HOUSE).encode() not in run.stderr + run.stdout
    assert not list(var.glob("*.sqlite3"))


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
    Arrival.objects.filter(pk=arrival.pk).update(
        status=ArrivalStatus.SET_ASIDE, outcome=ArrivalOutcome.SET_ASIDE, attempts=3
    )
    out = StringIO()
    call_command("read", "--again", str(arrival.pk), stdout=out)
    assert out.getvalue().strip() == f"{arrival.pk}  orders"
    before = arrival.game.entries.count() if hasattr(arrival.game, "entries") else None
    call_command("read", "--again", str(arrival.pk), stdout=out)
    assert before is None or arrival.game.entries.count() == before
    with pytest.raises(CommandError, match="no letter 999999"):
        call_command("read", "--again", "999999")
    with triggers.lifted():
        Arrival.objects.filter(pk=arrival.pk).update(raw=b"altered", size=7)
    with pytest.raises(CommandError, match="not those that came"):
        call_command("read", "--again", str(arrival.pk))
    assert reading.waiting_ids() == []


@pytest.fixture
def kept(game, tmp_path) -> Path:
    """A folder with letters of three kinds, one of them a mailbox of two."""
    for name, text in (("orders.eml", "jump niven\n"), ("prose.eml", "See you soon\n")):
        raw, _ = letter(game, "red", text)
        (tmp_path / name).write_bytes(raw)
    (tmp_path / "below").mkdir()
    elsewhere = "From: ann@example.org\nTo: talk@example.net\nSubject: x\n\n{}\n"
    (tmp_path / "below" / "strange.eml").write_text(
        elsewhere.format("status\n\nSomebody rang and left again.")
    )
    box = "".join(
        f"From ann@example.org Mon Mar  2 12:00:00 2026\n{elsewhere.format(text)}\n"
        for text in ("pass", "hello there, all of you")
    )
    (tmp_path / "mbox").write_text(box)
    return tmp_path


def test_letters_from_files_are_tried_and_nothing_is_kept(game, kept):
    before = (Arrival.objects.count(), Letter.objects.count(), Entry.objects.count())
    out = StringIO()
    call_command("receive", "--dry-run", str(kept), stdout=out)
    told = out.getvalue().splitlines()
    names = [line.partition(": ")[0].removeprefix(f"{kept}/") for line in told]
    assert names == ["below/strange.eml", "mbox:1", "mbox:2", "orders.eml", "prose.eml"]
    strange, _, hello, orders, prose = (line.partition(": ")[2] for line in told)
    left_out = "Not read as orders, and left out: `Somebody rang and left again.`."
    assert strange == f"orders; `status` told; {left_out}"
    assert hello.startswith("empty; nothing is done; Your letter holds no order.")
    assert orders == "orders; `jump niven` done; nothing is left out"
    assert prose.startswith("empty; nothing is done; ")
    assert before == (Arrival.objects.count(), Letter.objects.count(), Entry.objects.count())


def test_a_folder_that_is_not_there_cannot_be_tried(tmp_path):
    with pytest.raises(CommandError, match="No such file"):
        call_command("receive", "--dry-run", str(tmp_path / "none"))


@pytest.mark.sampled
@pytest.mark.parametrize("arguments", [["--help"], ["--dry-run", "letters"]])
def test_help_and_a_trial_need_no_settings_and_leave_no_database(tmp_path, arguments):
    (tmp_path / "letters").mkdir()
    run = subprocess.run(
        [sys.executable, str(HOUSE / "manage.py"), "receive", *arguments],
        env={"PATH": os.environ["PATH"], "TRADERS_VAR": str(tmp_path / "var")},
        cwd=tmp_path,
        capture_output=True,
        timeout=FAR,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, b"")
    assert (b"--dry-run" in run.stdout) == (arguments == ["--help"])
    assert not list((tmp_path / "var").glob("*.sqlite3"))
