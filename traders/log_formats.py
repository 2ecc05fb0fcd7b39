"""Log formats for operators: a text line or a JSON object for each event, without mail addresses
and tokens.
"""

from __future__ import annotations

import logging
import re

from pythonjsonlogger.json import JsonFormatter

_ADDRESS = re.compile(r"(?<![\w.+%-])[\w.+%-]+@[\w-]+(?:\.[\w-]+)+")
_TOKEN = re.compile(
    r"(?i)\b(authorization|cookie|token|password|secret|api[_-]?key|code)"
    r"(\"?\s*[=:]\s*\"?)(?:bearer\s+)?[^\s,;\"'&}]+"
)
_IN_PATH = re.compile(
    r"(/(?:calendar|unsubscribe|account/address/keep|invitations/none|invitations)/)[\w.:=%-]+"
)
_CREDENTIALS = re.compile(r"(?<=://)[^/\s:@]+:[^/\s@]+(?=@)")


def hidden(text: str) -> str:
    """The text with addresses and secrets removed. A reply address is half a key, so all addresses
    go.
    """
    text = _CREDENTIALS.sub("***", text)
    text = _IN_PATH.sub(r"\1***", text)
    text = _ADDRESS.sub("<address>", text)
    return _TOKEN.sub(r"\1\2***", text)


class NoFaultInOneLine(logging.Filter):
    """A request that is refused (a status below 500) and a database that is away are no faults of
    the program's: their line says why, and has no stack. Workers ask an absent database some times
    a second, and the disk may be what is full.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        fault = record.exc_info[1] if record.exc_info else None
        if fault is None:
            return True
        fault = getattr(fault, "exc", fault)  # Celery's wrapping
        if getattr(record, "status_code", 500) < 500 or _is_away(fault):
            said, why = record.getMessage(), str(fault)
            record.msg = " ".join(
                (said if why.partition("\n")[0] in said else f"{said}: {why}").split()
            )
            record.args, record.exc_info, record.exc_text = (), None, None
            record.__dict__.pop("data", None)  # of a task: its stack once more
        return True


def _is_away(fault: BaseException | None) -> bool:
    """Whether PostgreSQL cannot be reached, begins, or is stopped: its own word for that, below
    Django's, has no code, or one of a connection or of the operator.
    """
    while fault is not None:
        code = getattr(fault, "sqlstate", "")
        if code != "" and "OperationalError" in {one.__name__ for one in type(fault).__mro__}:
            return code is None or str(code).startswith(("08", "57P"))
        fault = fault.__cause__
    return False


class LineFormatter(logging.Formatter):
    """A line of text, for a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        return hidden(super().format(record))


class Json(JsonFormatter):
    """A JSON object a line, for log collectors."""

    def format(self, record: logging.LogRecord) -> str:
        return hidden(super().format(record))


def formatter(name: str) -> logging.Formatter:
    """The formatter that LOG_FORMAT names: `json`, else a line."""
    if name == "json":
        names = {"asctime": "at", "levelname": "level", "name": "logger"}
        return Json("{asctime} {levelname} {name} {message}", style="{", rename_fields=names)
    return LineFormatter("{asctime} {levelname} {name}: {message}", style="{")
