"""No address and no secret stands in a log, wherever the words come from."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterator
from io import StringIO

import psycopg
import pytest
from celery.app.trace import ExceptionInfo
from django.core.exceptions import BadRequest, PermissionDenied, SuspiciousOperation
from django.core.handlers.exception import response_for_exception
from django.db import OperationalError
from django.http.multipartparser import MultiPartParserError
from django.test import RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver
from psycopg import errors

from traders import log_formats

log = logging.getLogger(__name__)

SECRETS = (
    "Refused by player.one+tag@mail.example.org",
    "RCPT TO:<play.k3j5h2.t12.abcdefgh@post.example.org>",
    "Authorization: Bearer abcdefgh",
    "redis://user:abcdefgh@cache:6379/0 is away",
    "token=abcdefgh&game=3",
    'SMTPRecipientsRefused({"player.one@example.org": (550, b"no")})',
    "Cookie: abcdefgh",
    "Not Found: /calendar/1k2j3h.abcdefgh.ics",
    "Forbidden (Referer checking failed - no Referer.): /invitations/abcdefgh",
)


@pytest.mark.parametrize(
    "formatter",
    [log_formats.LineFormatter("{message}", style="{"), log_formats.Json("{message}", style="{")],
)
@pytest.mark.parametrize("text", SECRETS)
def test_addresses_and_secrets_are_hidden(formatter, text):
    record = logging.LogRecord("traders", logging.ERROR, "", 1, "%s", (text,), None)
    shown = formatter.format(record)
    assert "abcdefgh" not in shown
    assert "example.org" not in shown or "@" not in shown


def addresses(patterns: list[URLPattern | URLResolver], before: str = "/") -> Iterator[str]:
    """Addresses of pages that have a secret in them."""
    for one in patterns:
        path = f"{before}{one.pattern}"
        if isinstance(one, URLResolver):
            yield from addresses(one.url_patterns, path)
        elif re.search(r"<str:(?:token|secret)>", path):
            yield re.sub(r"<str:\w+>", "AbC1-_x:abcdefgh", path)


def test_no_page_s_secret_address_is_logged() -> None:
    found = [*addresses(get_resolver().url_patterns)]
    assert len(found) >= 4
    for path in found:
        assert "abcdefgh" not in log_formats.hidden(f"Conflict: {path}"), path


@pytest.mark.parametrize(
    "formatter",
    [log_formats.LineFormatter("{message}", style="{"), log_formats.Json("{message}", style="{")],
)
def test_a_traceback_hides_them_too(formatter):
    try:
        raise ValueError(SECRETS[1])
    except ValueError as fault:
        record = logging.LogRecord(
            "traders",
            logging.ERROR,
            "",
            1,
            "could not",
            (),
            (type(fault), fault, fault.__traceback__),
        )
    assert "abcdefgh" not in formatter.format(record)


def test_a_json_line_is_one_object_also_with_secrets_in_it():
    for text in SECRETS:
        record = logging.LogRecord("traders", logging.ERROR, "", 1, "%s", (text,), None)
        assert json.loads(log_formats.Json("{message}", style="{").format(record))["message"]


@pytest.mark.parametrize(
    ("fault", "lines"),
    [
        (PermissionDenied("You have no seat.\nERROR traders: made up"), 1),
        (SuspiciousOperation("An odd\nname"), 1),
        (BadRequest("no"), 1),
        (MultiPartParserError("cut off"), 1),
        (RuntimeError("a fault of ours"), 2),
    ],
)
def test_a_refused_page_is_one_line_and_a_fault_has_its_stack(fault: Exception, lines: int) -> None:
    found = logged(lambda raised: response_for_exception(RequestFactory().get("/"), raised), fault)
    assert min(len(found), 2) == lines, found
    assert str(fault).split()[0] in "\n".join(found)


def test_a_database_that_is_away_is_one_line_and_one_that_refuses_has_its_stack() -> None:
    with pytest.raises(psycopg.OperationalError) as refused:
        psycopg.connect("host=127.0.0.1 port=1")
    away = (refused.value, errors.AdminShutdown("stopped\nat once"), errors.CannotConnectNow("no"))
    ours = (errors.LockNotAvailable("later"), psycopg.InterfaceError("no result"))
    for cause in (*away, *ours):
        fault = OperationalError(*cause.args)
        fault.__cause__ = cause
        of_a_page = logged(lambda raised: log.error("not stored", exc_info=raised), fault)
        of_a_task = logged(
            lambda raised: log.error("Task raised: %r", raised, exc_info=ExceptionInfo().exc_info),
            fault,
        )
        for found in (of_a_page, of_a_task):
            assert (len(found) == 1) == (cause in away), found
            assert str(cause).split("\n")[0] in "\n".join(found), found
        told = {"msg": "Task raised", "exc_info": (type(fault), fault, None)}
        record = logging.makeLogRecord(told | {"data": {"traceback": "its stack"}})
        assert log_formats.NoFaultInOneLine().filter(record)
        assert ("its stack" in log_formats.formatter("json").format(record)) == (cause in ours)


def logged(deed: Callable[[Exception], object], fault: Exception) -> list[str]:
    """The lines that are written where the fault, once raised, is told by that deed."""
    stderr = next(
        one
        for one in logging.getLogger().handlers
        if isinstance(one.formatter, log_formats.LineFormatter)
    )
    assert isinstance(stderr, logging.StreamHandler)
    written = StringIO()
    before = stderr.setStream(written)
    try:
        raise fault
    except type(fault) as raised:
        deed(raised)
    finally:
        stderr.setStream(before)
    return written.getvalue().splitlines()
