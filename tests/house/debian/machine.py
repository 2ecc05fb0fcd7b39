"""An empty Debian on which the operators' pages are carried out: in a room of its own, with systemd
as its first process. What cannot be had in a test has a stand-in that says why.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sysconfig
import time
from contextlib import suppress
from pathlib import Path

from tests.house.debian.base import WHEELS, LeftOut
from tests.house.debian.manual import TREE, Block
from tests.house.debian.network import WORLD, up, wired
from tests.house.debian.world import World
from tests.services.waiting import until

SIZE = "1600m"
"""Of the machine's disk, beside what debootstrap brought. It lies in memory."""
ROOM = Path(__file__).with_name("room.sh")
NOT_FETCHED = re.compile(r"^E: (?:Failed to fetch|Unable to fetch|Some index files failed).*", re.M)
"""What apt says of a mirror that is away: no fault of a page."""
PROGRAM = "https://git.example.org/traders-by-post"

STAND_INS = {
    "python3": """/usr/bin/python3 "$@" || exit  # what pip would fetch lies at hand
if [ "$*" = "-m venv .venv" ]; then
    echo /opt/parts > .venv/lib/python3.11/site-packages/parts.pth
    for one in gunicorn celery; do
        sed "1s|.*|#!$PWD/.venv/bin/python|" /opt/$one > .venv/bin/$one
        chmod 755 .venv/bin/$one
    done
fi""",
    "certbot": """folder=/etc/letsencrypt/live/traders.example.org
mkdir -p $folder  # nobody certifies example.org
openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=traders.example.org \\
    -addext subjectAltName=DNS:traders.example.org \\
    -keyout $folder/privkey.pem -out $folder/fullchain.pem 2>&1
cp $folder/fullchain.pem /usr/local/share/ca-certificates/own.crt
update-ca-certificates""",
}
"""Programs that have no place in a test, what is done in their stead, and why."""


class Machine:
    """Carries out blocks of the manual, as they stand, and looks at what comes of it."""

    def __init__(self, folder: Path, base: Path, world: World) -> None:
        folder.mkdir()
        self.world = world
        self._disk_at = folder / "disk"
        self._origin = _repository(folder / "origin")
        self._log = (folder / "log").open("wb")
        parts, name = sysconfig.get_path("purelib"), f"traders-{time.time_ns()}"
        self._first = subprocess.Popen(
            ["unshare", "--mount", "sh", ROOM, base, folder, SIZE, parts, name],
            stdin=subprocess.DEVNULL, stdout=self._log, stderr=subprocess.STDOUT,
        )  # fmt: skip
        self.pid = 0
        try:
            self.pid = self._systemd()
            self.disk = Path(f"/proc/{self.pid}/root")
            """The machine's files, seen from here."""
            self._furnish()
            up(base, self.pid, "lo")
            wired(base, self.pid, world.pid)
            self.shell("systemctl is-system-running --wait || true")
        except BaseException:
            self.close()
            raise

    def _systemd(self) -> int:
        """The number of its first process, as it is known here; waits for it."""
        found = list[int]()

        def runs() -> bool:
            assert self._first.poll() is None, Path(self._log.name).read_text()
            for pid in _below(self._first.pid):
                with suppress(OSError):  # it may have ended
                    if Path(f"/proc/{pid}/comm").read_text() == "systemd\n":
                        found.append(pid)
            return bool(found)

        until(runs, lambda: Path(self._log.name).read_text())
        return found[0]

    def _furnish(self) -> None:
        """Stand-ins, and the program where it is fetched from."""
        for name, text in STAND_INS.items():
            path = self.disk / "usr/local/bin" / name
            path.write_text(f"#!/bin/bash\n{text}\n")
            path.chmod(0o755)
        scripts = Path(sysconfig.get_path("scripts"))
        for name in ("gunicorn", "celery"):
            shutil.copy(scripts / name, self.disk / "opt" / name)
        shutil.copytree(self._origin, self.disk / "opt/origin")
        shutil.copytree(WHEELS, self.disk / "opt/wheels")
        (self.disk / "etc/gitconfig").write_text(
            f'[url "/opt/origin"]\n    insteadOf = {PROGRAM}\n[safe]\n    directory = *\n'
            "[user]\n    name = x\n    email = x@example.org\n"
        )
        (self.disk / "etc/hosts").write_text("127.0.0.1 localhost\n127.0.1.1 mx\n")

    def do(self, block: Block) -> str:
        """Carry a block out; what it printed. `AssertionError` with that where it failed."""
        if block.kind == "sh":
            return self.shell(block.text, str(block))
        if block.path:
            path = self.disk / block.path.lstrip("/")
            assert path.parent.is_dir(), f"{block}: no package has made {block.path}'s folder"
            # Postfix brings a master.cf, below which the page's lines stand
            kept = path.read_text() if path.name == "master.cf" else ""
            path.write_text(kept + block.text)
        return ""

    def shell(self, text: str, where: str = "") -> str:
        """Run lines in the operator's one shell: folder and variables last from call to call."""
        script = (
            f"touch /root/state && . /root/state\n{text}\n"
            "{ declare -p database redis; echo cd $PWD; } > /root/state 2>/dev/null || true\n"
        )
        fetching = "apt-get" in text
        # packages come from the mirror, all else finds the world's names
        names = Path("/etc/resolv.conf").read_text() if fetching else f"nameserver {WORLD}\n"
        (self.disk / "etc/resolv.conf").write_text(names)
        spaces = ["--mount", "--pid", "--uts", "--ipc", "--root"]
        env = [
            "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root",
            "LANG=C.UTF-8", "DEBIAN_FRONTEND=noninteractive", "PIP_NO_INDEX=1",
            "PIP_FIND_LINKS=/opt/wheels",
        ]  # fmt: skip
        done = subprocess.run(
            [
                "nsenter", "--target", str(self.pid), *spaces, *([] if fetching else ["--net"]),
                "env", "--ignore-environment", "--chdir=/", *env,
                "bash", "-euo", "pipefail", "-c", script,
            ],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, check=False,
        )  # fmt: skip
        (self.disk / "etc/resolv.conf").write_text(f"nameserver {WORLD}\n")
        if done.returncode and fetching and (away := NOT_FETCHED.search(done.stdout)):
            raise LeftOut(f"the mirror of Debian failed at {where}: {away[0]}")
        assert done.returncode == 0, f"{where}\n{text}\n{done.stdout}\n"
        return done.stdout

    def manage(self, text: str) -> str:
        """What lines of Python print in the program's own shell."""
        return self.shell(f"traders shell --no-imports <<'END'\n{text}\nEND")

    def fill(self) -> None:
        """Its disk takes not an octet more: asked again where it took some since its size was
        read, and is not made smaller than it is.
        """

        def is_full() -> bool:
            used = self._disk("df", "--output=used", str(self._disk_at)).split()[-1]
            with suppress(subprocess.CalledProcessError):
                self._disk("mount", "-o", f"remount,size={used}k", str(self._disk_at))
                return True
            return False

        until(is_full, "the machine's disk grows and grows")

    def empty(self) -> None:
        """There is room on its disk again."""
        self._disk("mount", "-o", f"remount,size={SIZE}", str(self._disk_at))

    def _disk(self, *command: str) -> str:
        """A command that sees the disk below the machine's files."""
        seen = ["nsenter", "--target", str(self._first.pid), "--mount"]
        return subprocess.run([*seen, *command], check=True, capture_output=True, text=True).stdout

    def close(self) -> None:
        """End what runs: all its processes end with the first."""
        os.kill(self.pid or self._first.pid, signal.SIGKILL)
        self._first.wait()
        self._log.close()


def _repository(folder: Path) -> Path:
    """Where the program is fetched from: this tree, as a release."""
    ignored = shutil.ignore_patterns(".*", "var", "__pycache__", "tests", "bench")
    shutil.copytree(TREE, folder, ignore=ignored)
    for words in (
        ("init", "--quiet"), ("add", "."),
        ("-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "--quiet", "-m", "x"),
    ):  # fmt: skip
        subprocess.run(["git", "-C", folder, *words], check=True)
    return folder


def _below(pid: int) -> list[int]:
    """The numbers of all processes that a process has started, and those of theirs."""
    own = Path(f"/proc/{pid}/task/{pid}/children")
    try:
        children = [int(one) for one in own.read_text().split()]
    except OSError:  # it has ended
        return []
    return children + [one for child in children for one in _below(child)]
