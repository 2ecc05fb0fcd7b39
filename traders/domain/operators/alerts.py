"""Letters to the operator about what is stuck, late or away: once an hour a kind at most. Each goes
by mail, and where OPERATORS_WAY is set by that way too.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import Error, transaction

from traders import troubleshooting_table
from traders.domain.calendar import clock
from traders.domain.letters.addresses import machine_headers
from traders.domain.letters.plain_text_layout import cut
from traders.domain.operators import alternative_alert_channel
from traders.domain.operators.health_figures import figures, log_changes, problems
from traders.engines.kernel.words import sentence
from traders.models import OperatorNotice

log = logging.getLogger(__name__)

AGAIN = timedelta(hours=1)
"""Time after which a lasting problem is reported again."""
LASTS = timedelta(seconds=20)
"""Age of a problem that is reported though no row can be written: one of two looks of the task is
PostgreSQL's restart.
"""


def send() -> list[str]:
    """Write to OPERATORS about problems not reported within the hour. Returns the names of those
    figures.

    A notice is a row before it is a letter, so that only one of several workers writes. A letter
    that can be sent no way is tried again with the next call; it raises what its mail server said.
    """
    found = figures()
    wrong = problems(found)
    log_changes(found)
    if not (settings.OPERATORS or settings.OPERATORS_WAY) or not wrong:
        return []
    try:
        with transaction.atomic():
            due = [name for name in wrong if _due(name)]
            if due:
                _send(_problems([wrong[name] for name in due]))
    except Error:  # the database is what is wrong, or its disk is full
        due = [name for name in wrong if _due_without_rows(name)]
        if due:
            _send(_problems([wrong[name] for name in due]))
    return due


def tell(subject: str, body: str) -> None:
    """Write to OPERATORS what a command has to say; raises as `send` does."""
    if settings.OPERATORS or settings.OPERATORS_WAY:
        _send(_letter(subject, body))


def _send(letter: EmailMessage) -> None:
    """By every way there is; one that is open is enough."""
    closed: list[Exception] = []
    ways = 0
    if settings.OPERATORS:
        ways += 1
        try:
            letter.send()
        except faults() as fault:
            closed.append(fault)
    if settings.OPERATORS_WAY:
        ways += 1
        try:
            alternative_alert_channel.send(settings.OPERATORS_WAY, letter)
        except OSError as fault:
            closed.append(fault)
    if len(closed) == ways:
        raise closed[0]
    for shut in closed:
        log.warning("one of two ways to the operator is closed: %s", type(shut).__name__)


def faults() -> tuple[type[Exception], ...]:
    """What a closed way to the operator raises."""
    # imported here: anymail brings a client of HTTP, for the houses whose mail leaves by a provider
    from anymail.exceptions import AnymailError  # noqa: PLC0415

    return OSError, AnymailError


def _due(name: str) -> bool:
    """Whether the problem is due to be reported; marks it as reported."""
    now = clock.now()
    notice, new = OperatorNotice.objects.select_for_update().get_or_create(
        name=name, defaults={"told": now}
    )
    if not new and now - notice.told < AGAIN:
        return False
    notice.told = now
    notice.save(update_fields=["told"])
    return True


_without_rows: dict[str, datetime] = {}
"""Problems that could not be noted as rows, each with when this process may tell of it."""


def _due_without_rows(name: str) -> bool:
    """`_due`, by what this process alone remembers."""
    now = clock.shown()
    if now < _without_rows.setdefault(name, now + LASTS):
        return False
    _without_rows[name] = now + AGAIN
    return True


def _problems(sentences: list[str]) -> EmailMessage:
    """The letter with these problems, and what to type for each."""
    lines = [sentence(f"{one[0].upper()}{one[1:]}") for one in sentences]
    told = [troubleshooting_table.of(one) for one in sentences]
    body = "\n".join(
        [
            *(
                f"{line}\nWhat to type: {sentence(typed)}\n" if typed else f"{line}\n"
                for line, typed in zip(lines, told, strict=True)
            ),
            f"All figures: {settings.SITE_URL}/admin/",
            "The same kind of problem is told once an hour at most.",
        ]
    )
    return _letter(lines[0].rstrip("."), body)


def _letter(about: str, body: str) -> EmailMessage:
    subject, sender = f"Traders by Post: {cut(about, 60)}", settings.SERVER_EMAIL
    return EmailMessage(subject, body, sender, list(settings.OPERATORS), headers=machine_headers())
