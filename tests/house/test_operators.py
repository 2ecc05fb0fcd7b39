"""docs/operators.md and docs/operators-mail.md, word by word: each block of theirs is carried out,
from an empty Debian to an upgrade.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import smtplib
import subprocess
import time
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.conf import settings

from tests.house.debian.machine import Machine
from tests.house.debian.manual import TREE, Block, in_order
from tests.services.ports import free_port
from tests.services.postgres import Postgres
from tests.services.smtp import Sink

BLOCKS = in_order()
PAGES = [TREE / "docs/operators.md", TREE / "docs/operators-mail.md"]


def file(path: str) -> str:
    """The text of a file that the pages give."""
    (found,) = (block.text for block in BLOCKS if block.path == path)
    return found


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    """An empty Debian, with a PostgreSQL that asks for passwords and a mail server for what goes
    out.
    """
    postgres, sink = Postgres(), Sink().start()
    rights = postgres.folder / "data/pg_hba.conf"
    rights.write_text("host all traders 127.0.0.1/32 scram-sha-256\n" + rights.read_text())
    made = Machine(tmp_path / "debian", postgres.start(), sink)
    yield made
    made.close()
    sink.stop()
    postgres.close()


class Visitor:
    """Somebody's browser, as nginx hands its calls on; it keeps its cookies."""

    def __init__(self, port: int) -> None:
        self.port, self.cookies = port, {}

    def ask(
        self, path: str, form: dict[str, str] | None = None, **headers: str
    ) -> tuple[int, str, http.client.HTTPMessage]:
        ahead = {
            "Host": "traders.example.org",
            "X-Forwarded-Proto": "https",
            "X-Forwarded-For": "192.0.2.1",
        }
        ahead |= {
            "Referer": "https://traders.example.org/",
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
        }
        body = None
        if form is not None:
            body = urlencode(form | {"csrfmiddlewaretoken": self.cookies.get("csrftoken", "")})
            ahead["Content-Type"] = "application/x-www-form-urlencoded"
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        line.request("GET" if form is None else "POST", path, body, ahead | headers)
        answer = line.getresponse()
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        text = answer.read().decode()
        line.close()
        return answer.status, text, answer.headers


@pytest.mark.long
@pytest.mark.faults
@pytest.mark.postgres
def test_from_an_empty_debian_to_an_upgrade(machine):
    """Long: a machine is made, and every block of the page is carried out on it."""
    printed: dict[str, str] = {}
    for block in BLOCKS:
        if "traders restored" in block.text:
            time.sleep(60)  # of a younger copy `restored` cannot tell that nothing runs
        said = machine.do(block)
        printed |= {line.strip(): said for line in block.text.splitlines()}
        if "createsuperuser" in block.text:
            assert "System check identified no issues (0 silenced)" in said
            assert (
                machine.shell(
                    "stat --format %a /etc/traders.env".replace("/etc", f"{machine.folder}/etc")
                )
                == "600\n"
            )
            machine.shell("traders demonstration")
        if "systemctl enable --now" in block.text:
            _the_operator_signs_in(machine)
            _letters_come_in(machine)
        if "traders restored" in block.text:
            assert re.search(r"\n(\d+) of \1 games whole", f"\n{said}")
            assert not said.startswith("0 of")
    _https(machine)
    assert (
        json.loads(
            next(said for line, said in printed.items() if line.endswith("/health")).splitlines()[
                -1
            ]
        )["ok"]
        is True
    )
    assert "traders_letters_unsent " in next(
        said for line, said in printed.items() if line.endswith("/metrics")
    )
    (copy,) = (machine.folder / "var/backups/traders").iterdir()
    assert copy.stat().st_size > 10_000
    _logs_are_json_and_hide_addresses(machine)


def _the_operator_signs_in(machine: Machine) -> None:
    visitor = Visitor(machine.web)
    visitor.ask("/accounts/login/")
    status, page, _ = visitor.ask("/accounts/login/", {"login": "operator@example.org"})
    assert status == 302, page
    (taken,) = machine.sink.wait_for(
        1, where=lambda taken: "operator@example.org" in taken.recipients
    )
    code = re.search(
        r"^\s*([A-Z0-9]{4}-?[A-Z0-9]{4})\s*$", taken.message.get_payload(decode=True).decode(), re.M
    )
    assert code, taken.raw
    visitor.ask("/accounts/login/code/confirm/")
    assert visitor.ask("/accounts/login/code/confirm/", {"code": code[1]})[0] == 302
    status, page, _ = visitor.ask("/admin/")
    assert status == 200
    assert "add" in page


def _letters_come_in(machine: Machine) -> None:
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = (
        "mx@example.org",
        "post@post.example.org",
        "report",
    )
    letter.set_content("x")
    with smtplib.SMTP("127.0.0.1", machine.office) as line:
        line.send_message(letter)
        with pytest.raises(smtplib.SMTPRecipientsRefused, match="No such mailbox"):
            line.send_message(letter, to_addrs=["nobody@post.example.org"])


def _https(machine: Machine) -> None:
    """The pages know that a visitor came by https, send others there, and say how long it stays
    so.
    """
    visitor = Visitor(machine.web)
    status, _, headers = visitor.ask("/")
    assert status < 400
    assert headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains; preload"
    status, _, headers = visitor.ask("/", **{"X-Forwarded-Proto": "http"})
    assert (status, headers["Location"]) == (301, "https://traders.example.org/")


def _logs_are_json_and_hide_addresses(machine: Machine) -> None:
    logs = {
        path.name: path.read_text("utf-8")
        for path in (machine.folder / "run").glob("traders-*.log")
    }
    lines = [json.loads(line) for line in logs["traders-web.log"].splitlines()]
    assert {"at", "level", "logger", "message"} <= set(lines[0])
    secrets: list[str] = re.findall(
        r"(?:KEY|TOKEN)=(\S+)", (machine.folder / "etc/traders.env").read_text()
    )
    assert len(secrets) == 3
    for name, text in logs.items():
        assert not re.search(r"[\w.]+@(?:post\.)?example\.org", text), name
        assert not [secret for secret in secrets if secret in text], name


def test_each_block_is_a_file_or_is_run():
    assert {block.kind for block in BLOCKS} == {"sh", "ini", "nginx", "zone"}
    assert not [str(block) for block in BLOCKS if block.kind in ("ini", "nginx") and not block.path]
    for page in PAGES:
        prose = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.M | re.S)
        assert not [line for line in prose.splitlines() if line.startswith("    ")], (
            "a command outside a block is run by nobody"
        )


@pytest.mark.parametrize(
    "block",
    [block for block in BLOCKS if "systemd" in block.path],
    ids=lambda block: block.path.removeprefix("/etc/systemd/system/"),
)
def test_systemd_knows_each_line_of_a_unit(block: Block, tmp_path):
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not here")
    for one in (one for one in BLOCKS if "systemd" in one.path):
        text = re.sub(r"ExecStart=\S+", "ExecStart=/bin/true", one.text).replace(
            "WorkingDirectory=/srv/traders", "WorkingDirectory=/"
        )
        path = tmp_path / one.path.removeprefix("/etc/systemd/system/")
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        if path.parent != tmp_path:  # of a unit that Debian brings
            whole = "[Unit]\nDescription=x\n[Service]\nExecStart=/bin/true\n"
            (tmp_path / path.parent.name.removesuffix(".d")).write_text(whole)
    own = block.path.removeprefix("/etc/systemd/system/")
    name = own.partition(".d/")[0].replace("@.", "@clock.")
    done = subprocess.run(
        ["systemd-analyze", "verify", tmp_path / name], capture_output=True, text=True, check=False
    )
    told = [line for line in done.stderr.splitlines() if str(tmp_path) in line or name in line]
    assert (done.returncode, told) == (0, [])


def test_nginx_takes_its_file(tmp_path):
    """Also that it hands on what the pages ask for: `_https` and the calls of curl go through it
    where it is there.
    """
    text = file("/etc/nginx/sites-available/traders")
    for line in (
        "Host $host",
        "X-Forwarded-Proto $scheme",
        "X-Forwarded-For $proxy_add_x_forwarded_for",
    ):
        assert f"proxy_set_header {line};" in text
    octets = int(re.search(r"client_max_body_size (\d+)m", text)[1]) * 1024 * 1024
    assert octets >= settings.DATA_UPLOAD_MAX_MEMORY_SIZE


def test_debian_has_each_package():
    names = {
        word
        for block in BLOCKS
        for line in block.text.splitlines()
        if "apt-get install" in line
        for word in line.split("--yes")[1].split()
    }
    assert {"postgresql", "nginx", "postfix"} < names
    told = ""
    if shutil.which("apt-cache"):
        told = subprocess.run(
            ["apt-cache", "show", *sorted(names)], capture_output=True, text=True, check=False
        ).stdout
    known = set(re.findall(r"^Package: (\S+)$", told, re.M))
    if "nginx" not in known:
        pytest.skip("there is no list of Debian's packages here")
    assert names - known == set()


def test_postfix_knows_each_setting(tmp_path):
    if shutil.which("postconf") is None:
        pytest.skip("Postfix is not here")
    (tmp_path / "main.cf").write_text(file("/etc/postfix/main.cf"))
    (tmp_path / "master.cf").write_text(
        "smtp unix - - y - - smtp\n" + file("/etc/postfix/master.cf")
    )
    done = subprocess.run(
        ["postconf", "-c", tmp_path, "-n"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_pipe_calls_the_script_as_it_is_called(tmp_path):
    """With no post office behind it: 75, and not a word of what is wrong goes to the sender."""
    line = re.search(r"argv=/srv/traders/(receive .*)", file("/etc/postfix/master.cf"))[1]
    line = line.replace("${original_recipient}", "post@post.example.org").replace(
        "${sender}", "MAILER-DAEMON"
    )
    command = [*line.split(), "--port", str(free_port())]
    done = subprocess.run(
        [TREE / command[0], *command[1:]],
        input=b"From: x\n\nx\n",
        capture_output=True,
        env={"PATH": os.environ["PATH"]},
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (75, b"", b"")


def test_each_setting_is_in_the_table_and_each_line_of_it_is_read():
    source = (TREE / "traders/settings.py").read_text("utf-8")
    read = set(re.findall(r'(?:_flag|_number|_names|environ\.get)\(\s*"(\w+)"', source))
    page = PAGES[0].read_text("utf-8")
    table = page[page.index("\n## Settings") : page.index("\n## What runs")]
    told = {
        name
        for line in table.splitlines()
        if line.startswith("| `")
        for name in re.findall(r"`([A-Z][A-Z_]+)`", line.split("|")[1])
    }
    # the tests' own; all that begin with ANYMAIL_ are read
    assert told - read == {"TRADERS_CASEBOOK", "ANYMAIL_WEBHOOK_SECRET"}
    assert read - told == set()


def test_each_queue_and_process_has_its_unit():
    from worker.queues import QUEUES

    enabled = next(
        line
        for block in BLOCKS
        for line in block.text.splitlines()
        if line.startswith("systemctl enable traders-web")
    )
    assert {f"traders-worker@{name}" for name in QUEUES} | {
        "traders-web.socket",
        "traders-web",
        "traders-beat",
        "traders-mail",
    } == set(enabled.removesuffix(" &&").split()[2:])
