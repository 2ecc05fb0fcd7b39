"""An empty Debian on which the operators' pages are carried out: in a room of its own, with systemd
as its first process.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

from tests.house.debian.base import LeftOut, Release
from tests.house.debian.manual import Block
from tests.house.debian.network import WORLD, up, wired
from tests.house.debian.world import World
from tests.services.waiting import until

SIZE = "1600m"
"""Of the machine's disk, beside what debootstrap brought. It lies in memory."""
ROOM = Path(__file__).with_name("room.sh")
NOT_FETCHED = re.compile(r"^E: (?:Failed to fetch|Unable to fetch|Some index files failed).*", re.M)
"""What apt says of a mirror that is away: no fault of a page."""
HOME = "/srv"
"""The folder in which the operator stands, with the package."""


class Machine:
    """Carries out blocks of the manual, as they stand, and looks at what comes of it."""

    def __init__(self, folder: Path, release: Release, world: World) -> None:
        folder.mkdir()
        self.world, self._archives, base = world, release.archives, release.kept
        self._disk_at = folder / "disk"
        self._log = (folder / "log").open("wb")
        name = f"traders-{time.time_ns()}"
        self._first = subprocess.Popen(
            ["unshare", "--mount", "sh", ROOM, base, folder, SIZE, name],
            stdin=subprocess.DEVNULL, stdout=self._log, stderr=subprocess.STDOUT,
        )  # fmt: skip
        self.pid = 0
        self.package = Path()
        """What the operator has last brought, outside."""
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
            for pid in below(self._first.pid):
                with suppress(OSError):  # it may have ended
                    if Path(f"/proc/{pid}/comm").read_text() == "systemd\n":
                        found.append(pid)
            return bool(found)

        until(runs, lambda: Path(self._log.name).read_text())
        return found[0]

    def _furnish(self) -> None:
        """What apt fetched for an earlier one need not be fetched again."""
        (self.disk / "etc/hosts").write_text("127.0.0.1 localhost\n127.0.1.1 mx\n")
        kept = self.disk / "var/cache/apt/archives"
        for one in self._archives.glob("*.deb"):
            shutil.copy(one, kept)

    def keep_archives(self) -> None:
        """For the next machine."""
        self._archives.mkdir(exist_ok=True)
        for one in (self.disk / "var/cache/apt/archives").glob("*.deb"):
            if not (self._archives / one.name).exists():
                part = self._archives / f"{one.name}.{os.getpid()}"
                shutil.copy(one, part)
                part.rename(self._archives / one.name)

    def brings(self, package: Path) -> None:
        """The operator has this package, and no other."""
        for one in (self.disk / HOME.lstrip("/")).glob("*.deb"):
            one.unlink()
        shutil.copy(package, self.disk / HOME.lstrip("/"))
        self.package = package

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

    def shell(self, text: str, where: str = "", *, refused: bool = False) -> str:
        """Run lines as the operator does."""
        script = f"cd {HOME}\n{text}\n"
        fetching = "apt-get update" in text or "--download-only" in text
        # packages come from the mirror, all else finds the world's names
        names = Path("/etc/resolv.conf").read_text() if fetching else f"nameserver {WORLD}\n"
        (self.disk / "etc/resolv.conf").write_text(names)
        spaces = ["--mount", "--pid", "--uts", "--ipc", "--root"]
        env = [
            "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root",
            "LANG=C.UTF-8", "DEBIAN_FRONTEND=noninteractive",
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
        assert (done.returncode == 0) is not refused, f"{where}\n{text}\n{done.stdout}\n"
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


def below(pid: int) -> list[int]:
    """The numbers of all processes that a process has started, and those of theirs."""
    own = Path(f"/proc/{pid}/task/{pid}/children")
    try:
        children = [int(one) for one in own.read_text().split()]
    except OSError:  # it has ended
        return []
    return children + [one for child in children for one in below(child)]
