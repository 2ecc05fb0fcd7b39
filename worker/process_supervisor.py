"""All processes of a server on one machine, forked from one that has loaded the program for them:
`python -m worker.process_supervisor`, which is the unit `traders-house`.

`PARTS` says which (docs/operators.md, What runs). They share its memory, and a start takes as long
as one; a part that ends is forked again (docs/decisions/0041-one-program-many-parts.md).
"""

from __future__ import annotations

import gc
import logging
import os
import re
import signal
import socket
import sys
import time
import warnings
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import django
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command

from traders.engines.registry import ENGINES, engine
from worker.queues import QUEUES

log = logging.getLogger(__name__)

PAUSE = 2.0
"""Seconds between a part's end and its next life."""
HEAD_START = 1.0
"""Seconds by which pages and the post office begin before the workers, whose load takes a third of
a second of CPU: who waits for a page is answered first.
"""
WEB, MAIL = "web", "mail"
SIGNALS = {signal.SIGTERM, signal.SIGINT, signal.SIGCHLD}
_PART = re.compile(r"([a-z]+(?:\+[a-z]+)*)(?::([1-9]\d?))?")


class UnknownPart(Exception):
    """A word of PARTS that names nothing that runs."""


@dataclass(frozen=True)
class Part:
    """Pages, the post office, or a worker of some queues, with the number of its processes."""

    name: str
    processes: int = 1

    def run(self) -> int:
        """Be it, until a signal ends it; the exit status."""
        if self.name == WEB:
            _pages(self.processes)
            return 0
        if self.name == MAIL:
            call_command("postoffice")
            return 0
        return _worker(self.name, self.processes)


def parts(words: str) -> list[Part]:
    """The parts that PARTS names, as `web:4,mail,clock,in+out+rest:2`. Raises `UnknownPart`."""
    found = []
    for word in words.split(","):
        said = _PART.fullmatch(word.strip())
        name = said[1] if said else ""
        if said is None or not (name in (WEB, MAIL) or {*name.split("+")} <= {*QUEUES}):
            raise UnknownPart(f"PARTS: nothing that runs is called {word!r}")
        found.append(Part(name, int(said[2] or 1)))
    return found


def load_pages() -> None:
    """Load what pages need, and the games, which most parts come to. Raises `ImproperlyConfigured`
    where settings are unfit.
    """
    django.setup()
    gc.disable()  # what is loaded stays
    import traders.wsgi  # noqa: F401, PLC0415 - Django has to be set up

    for system in ENGINES.keys() - settings.GAMES.keys():  # one of its own may be broken
        engine(system)
    gc.enable()


def load_workers() -> None:
    """Load what workers need beside, once."""
    from celery.apps import worker  # noqa: F401, PLC0415 - Django has to be set up
    from celery.concurrency import prefork  # noqa: F401, PLC0415 - as above
    from kombu.transport import redis  # noqa: F401, PLC0415 - as above

    from worker.celery import app  # noqa: PLC0415 - as above

    app.loader.import_default_modules()
    app.finalize()


class House:
    """The parts, each a child of this process."""

    def __init__(self, these: Iterable[Part]) -> None:
        now = time.monotonic()
        self._due = {part: now + HEAD_START * (part.name not in (WEB, MAIL)) for part in these}
        """When each that does not run begins."""
        self._running: dict[int, Part] = {}
        self._stops = False

    def run(self) -> None:
        """Until SIGTERM or SIGINT, which every part is handed; each ends what it has begun. The
        caller has blocked `SIGNALS`.
        """
        while not self._stops or self._running:
            if not self._stops:
                self._begin()
            said = signal.sigtimedwait(SIGNALS, HEAD_START)
            if said and said.si_signo != signal.SIGCHLD:
                self._stops = True
                for child in self._running:
                    os.kill(child, signal.SIGTERM)
            self._bury()

    def _begin(self) -> None:
        now = time.monotonic()
        for part in [part for part, due in self._due.items() if due <= now]:
            del self._due[part]
            self._running[fork(part)] = part

    def _bury(self) -> None:
        with suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                part = self._running.pop(ended[0])
                self._due[part] = time.monotonic() + PAUSE
                if not self._stops:
                    code = os.waitstatus_to_exitcode(ended[1])
                    log.warning("%s ended with %s, and begins anew", part.name, code)


def fork(part: Part) -> int:
    """A child that is this part; its process number."""
    from django.db import connections  # noqa: PLC0415 - Django has to be set up

    if part.name not in (WEB, MAIL):
        load_workers()
    gc.freeze()  # what is shared stays so
    connections.close_all()  # two processes on one connection mix up their answers
    if child := os.fork():
        return child
    code = 1
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        with suppress(OSError):  # a name for `ps` and `top`
            Path("/proc/self/comm").write_text(f"traders-{part.name}"[:15])
        code = part.run()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
        if isinstance(end.code, str):
            sys.stderr.write(f"{end.code}\n")
    except BaseException:
        log.exception("%s failed", part.name)
    finally:
        logging.shutdown()
        sys.stderr.flush()
        # nothing of what is shared is taken down piece by piece
        os._exit(code)


def _pages(processes: int) -> None:
    from gunicorn.app.wsgiapp import run  # noqa: PLC0415 - of this part alone

    os.environ["LISTEN_PID"] = str(os.getpid())  # the socket of systemd is for the pages
    config = ["--config", "python:traders.gunicorn_settings", "--no-control-socket"]
    sizes = ["--workers", str(processes), "--threads", "4"]
    sys.argv = ["gunicorn", "traders.wsgi", *config, *sizes]
    run()


def _worker(name: str, processes: int) -> int:
    """Not by `celery worker`: its command line takes 200 modules and 15 MB."""
    from worker.celery import app  # noqa: PLC0415 - Django has to be set up

    made = app.Worker(
        hostname=f"{name}@{socket.gethostname()}", queues=name.replace("+", ","),
        concurrency=processes, quiet=True, without_gossip=True, without_mingle=True,
    )  # fmt: skip
    made.start()
    return int(made.exitcode or 0)


def main() -> int:
    """Load, say so to systemd, and run the parts. Ends with the words of what is unfit."""
    from gunicorn.systemd import sd_notify  # noqa: PLC0415 - as above

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "traders.settings")
    # the one thread beside stands still meanwhile (heartbeat.UNFORKED)
    warnings.filterwarnings("ignore", ".*is multi-threaded, use of fork", DeprecationWarning)
    signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)  # in all threads that are begun from now on
    try:
        these = parts(settings.PARTS)
        load_pages()
    except (ImproperlyConfigured, UnknownPart) as unfit:
        sys.exit(str(unfit))
    house = House(these)
    sd_notify("READY=1", log, unset_environment=True)
    house.run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
