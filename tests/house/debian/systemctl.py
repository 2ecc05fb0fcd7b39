"""Stands in for systemd, which tests cannot have: enables, starts and stops the units below a
folder as they say, each in a clean environment.

python systemctl.py FOLDER VERB UNIT…; processes' numbers are kept in FOLDER/run.
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from configparser import RawConfigParser
from pathlib import Path

TARGET = "traders.target"


class Systemd:
    """Units in `etc/systemd/system` below a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.units, self.run = folder / "etc/systemd/system", folder / "run"

    def call(self, verb: str, names: list[str]) -> None:
        """One call of systemctl; others' services are only noted, but for nginx."""
        with (self.folder / "systemctl.log").open("a") as log:
            log.write(f"{verb} {' '.join(names)}\n")
        ours = [name for name in names if name.startswith("traders")]
        for name in ours:
            self.unit(name)  # is it there?
        if (verb, names) == ("reload", ["nginx"]) and not self.nginx_runs():
            subprocess.run([self.folder / "bin/nginx"], check=True)
        if verb == "enable":
            for name in ours:
                (self.run / f"{name}.enabled").touch()
        if TARGET in ours and (verb == "start" or "--now" in names):
            self.start()
        if TARGET in ours and verb == "stop":
            self.stop()

    def nginx_runs(self) -> bool:
        """Whether it does; `nginx -t` leaves an empty file behind."""
        number = self.run / "nginx.pid"
        return number.exists() and bool(number.read_text().strip())

    def unit(self, name: str) -> RawConfigParser:
        """The file of a unit, its specifiers replaced."""
        stem, _, instance = name.partition("@")
        path = self.units / (
            f"{stem}@.service"
            if instance
            else name
            if name.endswith((".target", ".socket"))
            else f"{name}.service"
        )
        text = path.read_text().replace("%i", instance).replace("%%", "%")
        found = RawConfigParser(strict=True)
        found.optionxform = str  # type: ignore[assignment, method-assign]
        found.read_string(text)
        return found

    def start(self) -> None:
        """Start all that the target wants."""
        for mark in sorted(self.run.glob("*.enabled")):
            name = mark.name.removesuffix(".enabled")
            unit = self.unit(name)
            if not name.endswith(".socket") and unit.get("Install", "WantedBy") == TARGET:
                self._spawn(name, unit)

    def _spawn(self, name: str, unit: RawConfigParser) -> None:
        env = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
        env |= dict(
            line.split("=", 1)
            for line in shlex.split(Path(unit["Service"]["EnvironmentFile"]).read_text())
        )
        env |= dict(line.split("=", 1) for line in [unit["Service"].get("Environment", "")] if line)
        command = [
            re.sub(r"\$\{(\w+)\}", lambda found: env[found[1]], word)
            for word in shlex.split(unit["Service"]["ExecStart"])
        ]
        listening = self._listening(unit)
        if listening is not None:  # as systemd hands it over (sd_listen_fds)
            os.dup2(listening.fileno(), 3)
            given = 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" "$@"'
            command = ["sh", "-c", given, *command]
        with (self.run / f"{name}.log").open("ab") as log:
            started = subprocess.Popen(
                command, cwd=unit["Service"]["WorkingDirectory"], env=env,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                pass_fds=() if listening is None else (3,),
            )  # fmt: skip
        (self.run / f"{name}.pid").write_text(str(started.pid))

    def _listening(self, unit: RawConfigParser) -> socket.socket | None:
        """The socket that the service asks for, bound and listening."""
        wanted = unit["Unit"].get("Requires", "")
        if not wanted.endswith(".socket"):
            return None
        host, _, port = self.unit(wanted)["Socket"]["ListenStream"].partition(":")
        made = socket.create_server((host, int(port)))
        made.set_inheritable(True)
        return made

    def stop(self, seconds: float = 40) -> None:
        """End all that runs, and return when it has ended."""
        marks = list(self.run.glob("traders-*.pid"))
        running = [int(mark.read_text()) for mark in marks]
        for pid in running:
            if _lives(pid):
                os.killpg(pid, signal.SIGTERM)
        end = time.monotonic() + seconds
        while any(map(_lives, running)):
            if time.monotonic() > end:
                for pid in filter(_lives, running):
                    os.killpg(pid, signal.SIGKILL)
            time.sleep(0.1)
        for mark in marks:
            mark.unlink()


def _lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


if __name__ == "__main__":
    Systemd(Path(sys.argv[1])).call(sys.argv[2], sys.argv[3:])
