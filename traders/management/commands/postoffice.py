"""`manage.py postoffice [--host H] [--port P]`: the mail server of the embedded set-up, on
loopback.
"""

from __future__ import annotations

import logging
import signal
from argparse import ArgumentParser
from threading import Event

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError

from traders.checks import refuse_if_unfit
from traders.domain.deadlines import heartbeat_and_outages
from traders.domain.post.incoming.local_smtp_server import controller

log = logging.getLogger(__name__)
LOOPBACK = ("127.0.0.1", "::1", "localhost")


class Command(BaseCommand):
    """Run the mail server until a signal stops it."""

    help = __doc__
    requires_system_checks = ()  # `refuse_if_unfit` makes those that matter

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--host",
            default="127.0.0.1",
            choices=LOOPBACK,
            help="loopback only: it asks nobody for a password",
        )
        parser.add_argument("--port", type=int, default=settings.POST_OFFICE_PORT)

    def handle(self, *args: object, host: str, port: int, **options: object) -> None:
        office = controller(host, port)
        try:
            refuse_if_unfit()
            office.start()
        except ImproperlyConfigured as unfit:
            raise CommandError(str(unfit)) from None
        except OSError as error:
            raise CommandError(
                f"The post office cannot open port {port}: {error}. Set POST_OFFICE_PORT to a "
                "free one."
            ) from None
        log.info("the post office takes letters on %s:%s", host, port)
        heartbeat_and_outages.keep()
        stop = Event()
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, lambda *_: stop.set())
        stop.wait()
        office.stop()
