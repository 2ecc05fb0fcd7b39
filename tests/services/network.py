"""A network of machines: each is a network namespace of Linux with an address on one bridge, and
has a clock of its own. For root; what is started `inside` a machine has its network and no other.
"""

from __future__ import annotations

import ctypes
import os
import secrets
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

CLOCK = Path(__file__).with_name("clock_ahead.c")
CLONE_NEWNET = 0x40000000


class NoNetwork(Exception):
    """Why there can be none here."""


def _done(*command: str) -> None:
    try:
        subprocess.run(command, check=True, capture_output=True, text=True)
    except FileNotFoundError as error:
        raise NoNetwork(f"{command[0]} is not here") from error
    except subprocess.CalledProcessError as error:
        raise NoNetwork(f"{' '.join(command)}: {error.stderr.strip()}") from error


class Network:
    """A bridge, at whose `address` the test and its servers are. Raises `NoNetwork`."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="traders-network-")
        self.library = Path(self._folder.name, "clock_ahead.so")
        _done("cc", "-shared", "-fPIC", "-O2", "-o", str(self.library), str(CLOCK))
        self.bridge = f"tb{os.getpid()}"
        self.subnet = f"10.219.{1 + secrets.randbelow(254)}"
        self.address = f"{self.subnet}.1"
        self._machines: list[Machine] = []
        # its own address, not that of a plug: who is cut off must not reach it by that
        own = f"02:00:{secrets.token_bytes(4).hex(':')}"
        _done("ip", "link", "add", self.bridge, "address", own, "type", "bridge")
        try:
            _done("ip", "address", "add", f"{self.address}/24", "dev", self.bridge)
            _done("ip", "link", "set", self.bridge, "up")
        except NoNetwork:
            self.close()
            raise

    def machine(self, ahead: int) -> Machine:
        """One more machine, whose clock is so many seconds ahead of the network's."""
        made = Machine(self, len(self._machines) + 2, ahead)
        self._machines.append(made)
        made.plug_in()
        return made

    def close(self) -> None:
        """Leave nothing behind."""
        for machine in self._machines:
            machine.unplug()
        with suppress(NoNetwork):
            _done("ip", "link", "delete", self.bridge)
        self._folder.cleanup()


class Machine:
    """One machine of a network. `environment`: what its processes need to go by its clock."""

    def __init__(self, network: Network, number: int, ahead: int) -> None:
        self.network = network
        self.name = f"{network.bridge}-{number}"
        self.address = f"{network.subnet}.{number}"
        self.environment = {"LD_PRELOAD": str(network.library), "CLOCK_AHEAD": str(ahead)}
        self._plug = f"{network.bridge}p{number}"

    def plug_in(self) -> None:
        """Give it its network card, with the plug on the bridge."""
        card = f"{self._plug}c"
        _done("ip", "netns", "add", self.name)
        _done("ip", "link", "add", self._plug, "type", "veth", "peer", "name", card)
        _done("ip", "link", "set", card, "netns", self.name)
        within = ("ip", "-netns", self.name)
        _done(*within, "address", "add", f"{self.address}/24", "dev", card)
        _done(*within, "link", "set", card, "up")
        _done(*within, "link", "set", "lo", "up")
        _done("ip", "link", "set", self._plug, "up")
        self.join()

    def unplug(self) -> None:
        """Take it away, with its network card."""
        for command in (("link", "delete", self._plug), ("netns", "delete", self.name)):
            with suppress(NoNetwork):
                _done("ip", *command)

    def cut(self) -> None:
        """Cut it off: whatever is sent to it or by it is lost, and nobody is told."""
        _done("ip", "link", "set", self._plug, "nomaster")

    def join(self) -> None:
        """Connect it, again."""
        _done("ip", "link", "set", self._plug, "master", self.network.bridge)

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Within it what this thread starts and connects to is on that machine."""
        libc = ctypes.CDLL(None, use_errno=True)
        with (
            Path("/proc/thread-self/ns/net").open("rb") as own,
            Path("/run/netns", self.name).open("rb") as there,
        ):
            _enter(libc, there.fileno())
            try:
                yield
            finally:
                _enter(libc, own.fileno())


def _enter(libc: ctypes.CDLL, namespace: int) -> None:
    if libc.setns(namespace, CLONE_NEWNET):
        raise OSError(ctypes.get_errno(), "setns")
