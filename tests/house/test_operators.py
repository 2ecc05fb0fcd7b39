"""What a server's machine has beside the program, file by file, and the operators' pages, block by
block: what of them can be looked at without a machine. `test_walk` carries all out.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from django.conf import settings

from tests.house.debian.manual import TREE, in_order
from tests.services.ports import free_port
from traders.machine import configuration_file_install, setting_up, settings_file, systemd_units
from traders.machine.setup_answers import POSTFIX, Answers
from worker import process_supervisor
from worker.queues import QUEUES

BLOCKS = in_order()
PAGES = [TREE / "docs/operators.md", TREE / "docs/operators-mail.md"]
PACKAGE = TREE / "packaging/debian"
WRITTEN = configuration_file_install.written(
    Answers("post.example.org", "post.example.org", "post.example.org", "o@example.org", POSTFIX),
    configuration_file_install.OWN,
)
UNITS = {
    path.removeprefix("/usr/lib/systemd/system/"): text
    for path, text in configuration_file_install.brought().items()
    if "/systemd/" in path
}


def test_each_block_is_a_file_or_is_run_and_stops_at_its_first_failure():
    assert {block.kind for block in BLOCKS} == {"sh", "ini"}
    assert not [str(block) for block in BLOCKS if block.kind == "ini" and not block.path]
    for block in (one for one in BLOCKS if one.kind == "sh"):
        assert all(line.endswith("&&") for line in block.text.splitlines()[:-1]), str(block)
    for page in PAGES:
        prose = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.M | re.S)
        assert not [line for line in prose.splitlines() if line.startswith("    ")], (
            "a command outside a block is run by nobody"
        )


@pytest.mark.parametrize("script", ["preinst", "postinst", "prerm", "postrm", "gate"])
def test_what_dpkg_runs_stops_at_its_first_failure(script: str):
    text = (PACKAGE / script).read_text("utf-8")
    assert re.match(r"#!/bin/sh\n(#.*\n)+set -e\n", text)
    subprocess.run(["sh", "-n", PACKAGE / script], check=True)


def test_systemd_knows_each_line_of_the_units(tmp_path: Path):
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not here")
    asked = set()
    for path, text in UNITS.items():
        text = re.sub(r"ExecStart=\S+", "ExecStart=/bin/true", text).replace(
            "WorkingDirectory=/usr/lib/traders-by-post", "WorkingDirectory=/"
        )
        file = tmp_path / path
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
        if file.parent != tmp_path:  # of a unit that Debian brings
            whole = "[Unit]\nDescription=x\n[Service]\nExecStart=/bin/true\n"
            (tmp_path / file.parent.name.removesuffix(".d")).write_text(whole)
        asked.add(path.partition(".d/")[0].replace("@.", "@clock."))
    done = subprocess.run(
        ["systemd-analyze", "verify", *(tmp_path / name for name in sorted(asked))],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    told = [
        line
        for line in done.stderr.splitlines()
        if str(tmp_path) in line or any(name in line for name in asked)
    ]
    assert (done.returncode, told) == (0, [])


def test_nginx_hands_on_what_the_pages_ask_for():
    text = WRITTEN["/etc/nginx/sites-available/traders"]
    for line in (
        "Host $host",
        "X-Forwarded-Proto $scheme",
        "X-Forwarded-For $proxy_add_x_forwarded_for",
    ):
        assert f"proxy_set_header {line};" in text
    assert "error_page 502 504 = @away;" in text
    assert text.count("return 503 '") == 1, "no bare 502 while the pages are started anew"
    octets = int(re.search(r"client_max_body_size (\d+)m", text)[1]) * 1024 * 1024
    assert octets >= settings.DATA_UPLOAD_MAX_MEMORY_SIZE


def test_debian_has_each_package():
    control = (PACKAGE / "control").read_text("utf-8")
    beside = re.search(r"^Recommends: (.+)$", control, re.M)[1].split(", ")
    assert set(systemd_units.BELOW) <= set(beside)
    names = {*setting_up.MAIL, *beside}
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
    (pipe,) = (block.text for block in BLOCKS if block.path == "/etc/postfix/master.cf")
    (tmp_path / "main.cf").write_text(WRITTEN["/etc/postfix/main.cf"])
    (tmp_path / "master.cf").write_text("smtp unix - - y - - smtp\n" + pipe)
    done = subprocess.run(
        ["postconf", "-c", tmp_path, "-n"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("place", [".", "lib/python3.13/site-packages"])
def test_the_pipe_calls_the_script_as_it_is_called(place: str, tmp_path: Path):
    """With no post office behind it: 75, and not a word of what is wrong goes to the sender. The
    script lies beside the program, as in the package, or in its repository.
    """
    (pipe,) = (block.text for block in BLOCKS if block.path == "/etc/postfix/master.cf")
    line = re.search(r"argv=/usr/lib/traders-by-post/(receive .*)", pipe)[1]
    line = line.replace("${original_recipient}", "post@post.example.org").replace(
        "${sender}", "MAILER-DAEMON"
    )
    (tmp_path / place / "traders").mkdir(parents=True)
    shutil.copy(TREE / "traders/receive_script.py", tmp_path / place / "traders")
    shutil.copy(TREE / "receive", tmp_path)
    command = [*line.split(), "--port", str(free_port())]
    traced = subprocess.run(
        ["sh", "-x", tmp_path / command[0], *command[1:]],
        input=b"From: x\n\nx\n",
        capture_output=True,
        env={"PATH": os.environ["PATH"]},
        check=False,
    )
    assert (traced.returncode, traced.stdout) == (75, b"")
    assert b"+ status=75" in traced.stderr, "it was found, and found nobody"
    assert all(line.startswith(b"+ ") for line in traced.stderr.splitlines())


def test_each_setting_is_in_the_table_and_each_line_of_it_is_read():
    source = "".join(
        (TREE / "traders" / name).read_text("utf-8")
        for name in ("settings.py", "installation_paths.py", "gunicorn_settings.py")
    )
    read = set(re.findall(r'(?:_flag|_number|_names|environ\.get)\(\s*"(\w+)"', source))
    read.discard("XDG_DATA_HOME")  # the desktop's
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


def test_who_stops_the_service_waits_for_its_processes():
    """Systemd comes back when the target has stopped, while they still end: one of them wrote into
    the database that was being brought back.
    """
    stop = "systemctl stop traders.target 'traders-*'"
    assert stop.replace("'", "").split() == list(systemd_units.STOP)
    lines = [
        line
        for name in ("preinst", "prerm")
        for line in (PACKAGE / name).read_text("utf-8").splitlines()
        if " stop " in line
    ]
    assert len(lines) == 2
    assert all(line.startswith(stop) for line in lines)


def test_each_unit_ends_with_the_whole_and_each_queue_is_served():
    assert set(systemd_units.ours()) == {
        "traders-house.socket", "traders-house.service", "traders-night.timer"
    }  # fmt: skip
    for name in systemd_units.ours():
        assert "PartOf=traders.target" in UNITS[name], name
    for cores in (1, 2, 64):
        named = re.findall(r"[a-z]+", settings_file.parts_of(cores))
        assert sorted(named) == sorted([*QUEUES, "mail", "web"])
        process_supervisor.parts(settings_file.parts_of(cores))
    with pytest.raises(process_supervisor.UnknownPart, match="'pages'"):
        process_supervisor.parts("web,pages")
