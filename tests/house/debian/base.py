"""An empty Debian, as debootstrap makes it from a mirror; it is kept for the next run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from urllib.request import urlopen

from tests.house.debian.manual import TREE
from tests.services.waiting import FAR

MIRROR = "http://deb.debian.org/debian"
FOLDER = TREE / "var/debian"
ASKED = "TESTS_DEBIAN"
"""Names the one release to walk on."""
MORE = ("systemd-sysv", "adduser", "ca-certificates", "iproute2", "dnsmasq-base")
"""What Debian's installer brings too; the last two are for the world around the machine."""


ROOM = (
    "mount --make-rprivate /; at=$1; mount -t cgroup2 cgroup2 $at; mkdir $at/tried-$$; "
    "rmdir $at/tried-$$; mount -t tmpfs tmpfs $at; mkdir $at/new $at/work $at/whole; "
    "mount -t overlay -o lowerdir=$0,upperdir=$at/new,workdir=$at/work overlay $at/whole; "
    "exec unshare --net --pid --uts --ipc --cgroup --fork "
    "chroot $at/whole /usr/sbin/ip link add wire type veth peer end"
)
"""What room.sh and network.py do, once, to see whether it may be done here."""


@dataclass(frozen=True)
class Release:
    """A release of Debian, as `make deb` counts it and as its mirrors call it."""

    number: str
    suite: str

    @property
    def kept(self) -> Path:
        """The folder of one that nobody has changed, once it was made."""
        return FOLDER / self.suite

    @property
    def archives(self) -> Path:
        """What apt has fetched for it."""
        return FOLDER / f"archives-{self.suite}"


RELEASES = (Release("13", "trixie"), Release("12", "bookworm"))


def releases(walks: int) -> list[Release]:
    """The first of them for so many walks; or the one that is asked for."""
    asked = [one for one in RELEASES if one.number == os.environ.get(ASKED)]
    return asked or list(RELEASES[: max(1, walks)])


class LeftOut(Exception):
    """Why there is no Debian here."""


def base(release: Release) -> Path:
    """The folder of one that nobody has changed. Raises `LeftOut` where it cannot be had."""
    if sys.platform != "linux" or os.geteuid():
        raise LeftOut("a Debian in a room of its own is made by root, on Linux")
    programs = ("debootstrap", "dpkg-deb", "unshare", "nsenter")
    missing = [name for name in programs if not shutil.which(name)]
    if missing:
        raise LeftOut(f"{' and '.join(missing)}: not here")
    try:
        with urlopen(f"{MIRROR}/dists/{release.suite}/Release", timeout=60):
            pass
    except (OSError, HTTPException) as why:
        raise LeftOut(f"no mirror of Debian answers: {why}")
    if not release.kept.exists():
        _made(release)
    with tempfile.TemporaryDirectory() as at:
        tried = subprocess.run(
            ["unshare", "--mount", "sh", "-euc", ROOM, release.kept, at],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    if tried.returncode:
        raise LeftOut(f"a Debian may have no room of its own here: {tried.stderr[-300:]}")
    return release.kept


def _made(release: Release) -> None:
    """Debootstrap leaves what it mounts to its own view of the system, which ends with it."""
    new = FOLDER / f"{release.suite}.{os.getpid()}"
    new.parent.mkdir(parents=True, exist_ok=True)
    try:
        done = subprocess.run(
            [
                "unshare", "--mount", "debootstrap", "--variant=minbase",
                f"--include={','.join(MORE)}", release.suite, new, MIRROR,
            ],
            capture_output=True, text=True, check=False, timeout=4 * FAR,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        shutil.rmtree(new, ignore_errors=True)
        raise LeftOut(f"debootstrap has made none in {4 * FAR:.0f} seconds")
    if done.returncode:
        shutil.rmtree(new, ignore_errors=True)
        raise LeftOut(f"debootstrap failed: {done.stdout[-300:]}{done.stderr[-300:]}")
    (new / "etc/dpkg/dpkg.cfg.d/speed").write_text(
        # neither a crash nor a reader of manuals comes
        "force-unsafe-io\npath-exclude /usr/share/man/*\npath-exclude /usr/share/locale/*\n"
    )
    (new / "etc/apt/apt.conf.d/retries").write_text('Acquire::Retries "5";\n')
    for name in ("etc/hostname", "etc/resolv.conf"):  # this machine's, as debootstrap copies them
        (new / name).unlink(missing_ok=True)
    new.rename(release.kept)
