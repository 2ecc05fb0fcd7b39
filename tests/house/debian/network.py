"""Networks of their own: of the machine, and of the world around it, with a wire between."""

from __future__ import annotations

import ctypes
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MACHINE, WORLD = "203.0.113.1", "203.0.113.2"
"""The two ends of the wire (RFC 5737)."""
_THERE = 'mount --bind /proc "$0/proc"; exec chroot "$0" /usr/sbin/ip "$@"'
"""The program finds networks by the numbers of processes."""
_LIBC = ctypes.CDLL(None, use_errno=True)


@contextmanager
def seen_from(pid: int) -> Iterator[None]:
    """This thread's new connections, and those of threads that it starts, are made where that
    process is.
    """
    own = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
    there = os.open(f"/proc/{pid}/ns/net", os.O_RDONLY)
    try:
        _enter(there)
        yield
    finally:
        _enter(own)
        os.close(own)
        os.close(there)


def _enter(network: int) -> None:
    if _LIBC.setns(network, 0):
        raise OSError(ctypes.get_errno(), "setns")


def wired(base: Path, machine: int, world: int) -> None:
    """Lay the wire between the networks of two processes. `base`: the folder with the program."""
    ends = {machine: MACHINE, world: WORLD}
    _ip(base, machine, "link", "add", "wire", "type", "veth", "peer", "end", "netns", str(world))
    _ip(base, world, "link", "set", "end", "name", "wire")
    for pid, address in ends.items():
        _ip(base, pid, "address", "add", f"{address}/24", "dev", "wire")
        up(base, pid, "wire")


def up(base: Path, pid: int, link: str) -> None:
    """Open a link of a process's network: the wire, or `lo`."""
    _ip(base, pid, "link", "set", link, "up")


def _ip(base: Path, pid: int, *words: str) -> None:
    command = ["nsenter", "--target", str(pid), "--net", "unshare", "--mount", "sh", "-euc", _THERE]
    subprocess.run([*command, str(base), *words], check=True)
