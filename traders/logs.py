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


class RefusedInOneLine(logging.Filter):
    """A request that is refused (a status below 500) is no fault of the server's: its line says
    why, and has no stack.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and getattr(record, "status_code", 500) < 500:
            said, why = record.getMessage(), str(record.exc_info[1])
            record.msg = " ".join((said if why in said else f"{said}: {why}").split())
            record.args, record.exc_info, record.exc_text = (), None, None
        return True


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
