"""Requests to the server by HTTP: each is sent again while the server is away or busy, as the same,
and what is refused is raised.
"""

from __future__ import annotations

import json
import platform
import time
import uuid
from collections.abc import Mapping
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from traders_client.version import VERSION

PATIENCE = 300.0
"""Seconds for which a request is sent again; a server is started anew in less than a minute."""
AGAIN = (425, 429, 502, 503, 504)
"""Answers after which the same request may be sent again: it is under way, or was not carried out,
or nobody knows.
"""
LONGEST = 30.0
"""Seconds between two attempts at most, where the server does not say how many."""
USER_AGENT = f"traders-client/{VERSION} Python/{platform.python_version()}"


class Refused(Exception):
    """What the server refused: its status, why, the rules that refuse, what is possible instead.
    `retry_after`: seconds after which it may be asked again, where it said so.
    """

    def __init__(
        self, status: int, problem: Mapping[str, Any], retry_after: float | None = None
    ) -> None:
        self.status = status
        self.detail = str(problem.get("detail", ""))
        self.rules: list[str] = list(problem.get("rules", ()))
        self.instead: list[str] = list(problem.get("instead", ()))
        self.retry_after = retry_after
        super().__init__(f"{status}: {self.detail} {' '.join(self.rules)}".strip())


class _NoRedirects(HTTPRedirectHandler):
    """The token is shown to nobody else."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


class Transport:
    """Requests below `/api` of a server, with a token. `timeout`: seconds for one answer;
    `patience`: seconds for which a request is sent again.
    """

    def __init__(self, url: str, token: str, timeout: float, patience: float) -> None:
        if urlsplit(url).scheme not in ("http", "https"):
            raise ValueError(f"{url} is no address of a house: it begins with https://")
        self._url = url.rstrip("/") + "/api"
        self._timeout, self._patience = timeout, patience
        self._headers = {"Accept": "application/json", "User-Agent": USER_AGENT}
        if token:
            self._headers["Authorization"] = f"Bearer {token}"
        self._opener = build_opener(_NoRedirects)

    def get(self, path: str, **query: Any) -> Any:
        """The answer to GET, as data; what of the query is None is left out."""
        told = {name: value for name, value in query.items() if value is not None}
        return json.loads(self.ask("GET", path, told)[2])

    def post(
        self, path: str, body: Any, headers: Mapping[str, str] | None = None, key: str = ""
    ) -> Any:
        """The answer to POST, as data; it is carried out once, however often it is sent."""
        told = {"Idempotency-Key": key or uuid.uuid4().hex, **(headers or {})}
        return json.loads(self.ask("POST", path, body=body, headers=told)[2])

    def ask(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
    ) -> tuple[int, Mapping[str, str], str]:
        """Status, headers and text of the answer. Raises `Refused`, or the fault of a connection,
        once waiting longer would be more than its patience.
        """
        address = f"{self._url}{path}" + (f"?{urlencode(query)}" if query else "")
        told = {**self._headers, **(headers or {})}
        data = None
        if method == "POST":
            told["Content-Type"] = "application/json"
            data = b"" if body is None else json.dumps(body).encode()
        request = Request(address, data, told, method=method)  # noqa: S310 - checked above
        end, tried = time.monotonic() + self._patience, 0
        while True:
            tried += 1
            pause: float | None = None
            try:
                return self._once(request)
            except HTTPError as error:
                with error:
                    if error.code == 304:
                        return 304, {}, ""
                    said = error.headers.get("Retry-After", "")
                    pause = float(said) if said.isdecimal() else None
                    fault: Exception = Refused(error.code, _problem(error.read()), pause)
                    if error.code not in AGAIN:
                        raise fault from None
            except (URLError, HTTPException, OSError) as error:
                fault = error
            pause = min(2.0 ** (tried - 1), LONGEST) if pause is None else pause
            if time.monotonic() + pause > end:
                raise fault from None
            time.sleep(pause)

    def _once(self, request: Request) -> tuple[int, Mapping[str, str], str]:
        with self._opener.open(request, timeout=self._timeout) as answer:
            headers = {name.lower(): value for name, value in answer.headers.items()}
            return answer.status, headers, answer.read().decode()


def _problem(content: bytes) -> dict[str, Any]:
    try:
        found = json.loads(content)
    except ValueError:
        found = None
    return found if isinstance(found, dict) else {}
