"""An empty Debian 12, as debootstrap makes it from a mirror; it is kept for the next run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from http.client import HTTPException
from pathlib import Path
from urllib.request import urlopen

from tests.house.debian.manual import TREE
from tests.services.waiting import FAR

SUITE, MIRROR = "bookworm", "http://deb.debian.org/debian"
KEPT = TREE / "var/debian" / SUITE
ARCHIVES = KEPT.with_name(f"archives-{SUITE}")
"""What apt has fetched."""
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


class LeftOut(Exception):
    """Why there is no Debian here."""


def base() -> Path:
    """The folder of one that nobody has changed. Raises `LeftOut` where it cannot be had."""
    if sys.platform != "linux" or os.geteuid():
        raise LeftOut("a Debian in a room of its own is made by root, on Linux")
    programs = ("debootstrap", "dpkg-deb", "unshare", "nsenter")
    missing = [name for name in programs if not shutil.which(name)]
    if missing:
        raise LeftOut(f"{' and '.join(missing)}: not here")
    try:
        with urlopen(f"{MIRROR}/dists/{SUITE}/Release", timeout=60):
            pass
    except (OSError, HTTPException) as why:
        raise LeftOut(f"no mirror of Debian answers: {why}")
    if not KEPT.exists():
        _made()
    with tempfile.TemporaryDirectory() as at:
        tried = subprocess.run(
            ["unshare", "--mount", "sh", "-euc", ROOM, KEPT, at],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    if tried.returncode:
        raise LeftOut(f"a Debian may have no room of its own here: {tried.stderr[-300:]}")
    return KEPT


def _made() -> None:
    """Debootstrap leaves what it mounts to its own view of the system, which ends with it."""
    new = KEPT.with_name(f"{SUITE}.{os.getpid()}")
    new.parent.mkdir(parents=True, exist_ok=True)
    try:
        done = subprocess.run(
            [
                "unshare", "--mount", "debootstrap", "--variant=minbase",
                f"--include={','.join(MORE)}", SUITE, new, MIRROR,
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
    new.rename(KEPT)
