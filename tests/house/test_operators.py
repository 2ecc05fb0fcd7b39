"""docs/operators.md and docs/operators-mail.md, block by block: what of them can be looked at
without a machine. `test_walk` carries each out.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess

import pytest
from django.conf import settings

from tests.house.debian.manual import TREE, Block, in_order
from tests.services.ports import free_port

BLOCKS = in_order()
PAGES = [TREE / "docs/operators.md", TREE / "docs/operators-mail.md"]


def file(path: str) -> str:
    """The text of a file that the pages give."""
    (found,) = (block.text for block in BLOCKS if block.path == path)
    return found


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
    assert "error_page 502 504 = @away;" in text
    assert text.count("return 503 '") == 1, "no bare 502 while the pages are started anew"
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
    source = "".join(
        (TREE / "traders" / name).read_text("utf-8") for name in ("settings.py", "places.py")
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
    lines = [line for block in BLOCKS for line in block.text.splitlines() if " stop " in line]
    ours = [line for line in lines if "traders" in line and not line.lstrip().startswith("--")]
    assert ours and set(ours) == {"systemctl stop traders.target 'traders-*'"}


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
