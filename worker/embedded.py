"""The whole server on one machine, on loopback: `python -m worker.embedded --port 8000`, which is
`make run`.

Prepares the database, the demonstration club and the static files, then runs every process of the
Procfile until one ends or Ctrl-C is pressed.
"""

from __future__ import annotations

import argparse
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

from honcho.environ import parse_procfile
from honcho.manager import Manager

from traders.installation_paths import HOUSE, VAR

PREPARATION = {
    "the database": ["migrate", "--verbosity", "0"],
    "the pages": ["collectstatic", "--noinput", "--verbosity", "0"],
    "the demonstration club": ["demonstration"],
}
"""What is prepared, and the command for it, which skips what is already done."""


def free_port(wanted: int) -> int:
    """`wanted` if no process listens on it, else another free port."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", wanted))
        except OSError:
            return free_port(0)
        port: int = probe.getsockname()[1]
        return port


def environment(port: int) -> dict[str, str]:
    """Environment variables of the processes: ports, addresses, and the mark of the embedded
    set-up. It plays in a database of its own in var/, whatever server the environment names: its
    mailbox page shows everybody's letters.
    """
    own = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    return own | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}",
        "PYTHONUNBUFFERED": "1",
        # no warning about root, which is normal on a newcomer's machine
        "PYTHONWARNINGS": "ignore::UserWarning:celery.platforms",
        "DJANGO_SETTINGS_MODULE": "traders.settings",
        "TRADERS_EMBEDDED": "1",
        "PORT": str(port),
        "SITE_URL": f"http://127.0.0.1:{port}",
        "REDIS_URL": f"redis://127.0.0.1:{free_port(6390)}/0",
        "POST_OFFICE_PORT": str(free_port(2525)),
    }


def prepare(env: dict[str, str]) -> None:
    """Run the preparation, and say what is under way: the first time takes a minute. Ends the
    program if a step fails. It runs without a queue, since no worker is there to be woken.
    """
    without_queue = env | {"REDIS_URL": ""}
    for prepared, step in PREPARATION.items():
        sys.stdout.write(f"  Preparing {prepared} ...\n")
        sys.stdout.flush()
        result = subprocess.run(
            [sys.executable, "-m", "traders", *step],
            cwd=HOUSE,
            env=without_queue,
            check=False,
        )
        if result.returncode:
            sys.exit(f"`traders {' '.join(step)}` failed; nothing was started.")


def main() -> int:
    """Prepare, start, wait. Returns 0 when stopped, else the result of the process that ended
    first.
    """
    parser = argparse.ArgumentParser(prog="traders run", description=__doc__)
    parser.add_argument(
        "--port", type=int, default=8000, help="where the pages are served, on loopback"
    )
    parser.add_argument(
        "--only-prepare", action="store_true", help="make everything ready and start nothing"
    )
    chosen = parser.parse_args()
    if free_port(chosen.port) != chosen.port:
        sys.exit(
            f"Something listens on port {chosen.port} already. `make run PORT=8001` takes another, "
            "as `traders run --port 8001` does."
        )
    if os.environ.get("DATABASE_URL"):
        sys.stdout.write(f"  DATABASE_URL is left aside: this is played in {VAR} alone.\n")
    env = environment(chosen.port)
    prepare(env)
    if chosen.only_prepare:
        return 0
    manager = Manager()
    for name, line in parse_procfile((HOUSE / "Procfile").read_text("utf-8")).processes.items():
        manager.add_process(name, f"exec {line}", env=env, cwd=str(HOUSE))
    sys.stdout.write(
        f"\n  Traders by Post is at {env['SITE_URL']}/ - its mailbox page at "
        f"{env['SITE_URL']}/mailbox/\n"
    )
    sys.stdout.write(f"  Ctrl-C ends it; what was played is kept in {VAR}.\n\n")
    sys.stdout.flush()
    manager.loop()
    stopped = -signal.SIGINT, -signal.SIGTERM, 128 + signal.SIGINT, 128 + signal.SIGTERM
    return 0 if manager.returncode in stopped else int(manager.returncode or 0)


if __name__ == "__main__":
    sys.exit(main())
