"""No header, method, cookie, path or body makes Django fail, also where it would do so before any
middleware.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_started
from django.db import close_old_connections
from django.test import Client

from tests.examples import drawn
from traders.models import Game
from traders.web.unreadable_requests import guarded

CHARSETS = [
    *("zlib", "rot13", "hex", "idna", "undefined", "base64", "bz2", "uu", "punycode", "mbcs"),
    *("utf-7", "utf-16", "utf-32", "unicode_escape", "raw_unicode_escape", "no-such", "a\x00b", ""),
]
PAGES = ["/casebook/", "/api/casebook", "/hooks/mailgun/inbound/", "/admin/", "/accounts/login/"]
ADDRESSES = [
    "/\udc80",
    "/\x00",
    "/static/\x00",
    "/games/\x00/",
    "//[",
    "/api/\xff",
    "/static/..",
    "",
]
FORMS = ["application/x-www-form-urlencoded", "multipart/form-data; boundary=b"]
ODD = [
    "\x00",
    "\xff" * 9,
    '"\\000aaaaaaaaaa"',
    "http://[",
    "=",
    ";",
    "'",
    "9" * 400,
    "bytes=-",
    "\\",
]
HEADERS = [
    *("HTTP_HOST", "HTTP_REFERER", "HTTP_ORIGIN", "HTTP_ACCEPT", "HTTP_ACCEPT_LANGUAGE"),
    *("HTTP_IF_MODIFIED_SINCE", "HTTP_IF_NONE_MATCH", "HTTP_RANGE", "HTTP_X_FORWARDED_FOR"),
    *("HTTP_X_FORWARDED_PROTO", "HTTP_X_FORWARDED_HOST", "HTTP_AUTHORIZATION", "CONTENT_LENGTH"),
    *("HTTP_HX_REQUEST", "HTTP_HX_CURRENT_URL", "HTTP_HX_CURRENT_URL_URI_AUTOENCODED"),
    *("HTTP_HX_TARGET", "HTTP_HX_TRIGGERING_EVENT", "HTTP_X_CSRFTOKEN", "HTTP_USER_AGENT"),
    *("CONTENT_TYPE", "HTTP_ACCEPT_ENCODING", "HTTP_X_REQUESTED_WITH", "QUERY_STRING"),
]
COOKIES = ["sessionid", "csrftoken", "messages", "", "$Path"]


@pytest.fixture(autouse=True)
def _hooks(settings: Any) -> None:
    settings.ANYMAIL = {"WEBHOOK_SECRET": "name:password", "MAILGUN_WEBHOOK_SIGNING_KEY": "key"}


@pytest.fixture(autouse=True)
def _one_connection() -> Iterator[None]:
    """The test's own transaction goes on from request to request."""
    request_started.disconnect(close_old_connections)
    yield
    request_started.connect(close_old_connections)


@cache
def house() -> Any:
    return guarded(WSGIHandler())


def asked(path: str, method: str = "GET", body: bytes = b"", **more: str) -> tuple[int, str, str]:
    """The status, the Content-Type and the body of the answer of the house as gunicorn runs it."""
    told: list[tuple[str, list[tuple[str, str]]]] = []
    environ = {
        "REQUEST_METHOD": method,
        "PATH_INFO": path,
        "QUERY_STRING": "words=a",
        "SERVER_NAME": "testserver",
        "SERVER_PORT": "80",
        "REMOTE_ADDR": "127.0.0.1",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": io.BytesIO(body),
        "wsgi.url_scheme": "http",
    } | more

    def start_response(status: str, headers: list[tuple[str, str]]) -> None:
        told.append((status, headers))

    said = b"".join(house()(environ, start_response))
    ((status, headers),) = told
    return int(status[:3]), dict(headers).get("Content-Type", ""), said.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("charset", CHARSETS, ids=repr)
def test_a_strange_charset_is_refused_in_words(charset: str) -> None:
    for page in PAGES:
        for kind in ["text/plain", *FORMS]:
            for method, body in (("GET", b""), ("POST", b"orders=a%ud800&b=\\ud800")):
                status, media, said = asked(
                    page, method, body, CONTENT_TYPE=f"{kind}; charset={charset}"
                )
                assert status == 415, (page, kind)
                problem = page.startswith("/api/")
                assert (media == "application/problem+json") == problem
                assert ("UTF-8" if problem else "That did not arrive whole") in said


@pytest.mark.django_db
def test_charsets_in_use_are_read() -> None:
    for charset in ("utf-8", "UTF8", '"utf-8"', "us-ascii", "ISO-8859-1"):
        status, _, _ = asked("/casebook/", CONTENT_TYPE=f"text/plain; charset={charset}")
        assert status == 200
    for odd in (
        "text/plain; charset*=nope''x",
        "text/plain; charset*=zlib''utf-8",
        ";;;",
        ";=",
        "*",
    ):
        assert asked("/casebook/", CONTENT_TYPE=odd)[0] in (200, 415)


@pytest.mark.examples("odd-headers")
@pytest.mark.django_db
@pytest.mark.parametrize("header", drawn("odd-headers", list(HEADERS)))
def test_no_header_makes_an_error(game: Game, header: str) -> None:
    pages = [*PAGES[1:4], f"/games/{game.slug}/", "/static/traders/traders.css"]
    for page in pages:
        for odd in ODD:
            status, media, _ = asked(page, "POST" if odd > "A" else "GET", **{header: odd})
            assert status < 500, (page, odd)
            if page.startswith("/api/"):
                assert status == 200 or media == "application/problem+json"


@pytest.mark.sampled
@pytest.mark.django_db
@pytest.mark.parametrize("cookie", COOKIES)
def test_no_cookie_makes_an_error(game: Game, cookie: str) -> None:
    for odd in ODD:
        for page in ("/api/casebook", "/admin/", f"/games/{game.slug}/"):
            assert asked(page, HTTP_COOKIE=f"{cookie}={odd}")[0] < 500, (page, odd)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ADDRESSES, ids=repr)
def test_no_path_or_method_makes_an_error(path: str) -> None:
    for method in ("GET", "POST", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "get", "\xe9", ""):
        raw = path.encode("utf-8", "surrogateescape").decode("latin-1")
        assert asked(raw, method)[0] < 500, method


@pytest.mark.sampled
@pytest.mark.django_db
@pytest.mark.parametrize("kind", [*FORMS, "multipart/form-data", "application/json", "x/y"])
def test_no_body_makes_an_error(kind: str) -> None:
    part = (
        b'--b\r\nContent-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: base64\r\n'
    )
    bodies = [
        b"\xff\x00=%ff%00&%ud800",
        b"--b",
        part + b"\r\n!\r\n--b--",
        b'{"a":"\\ud800"}',
        b"[" * 999,
    ]
    for page in PAGES:
        for body in bodies:
            for length in (str(len(body)), "9" * 30, "-1", "x"):
                status, _, _ = asked(page, "POST", body, CONTENT_TYPE=kind, CONTENT_LENGTH=length)
                assert status < 500, (page, body, length)


@pytest.mark.django_db
@pytest.mark.parametrize("host", ["other.example", "10.0.0.1:8000", "a b", "[::1", ""])
@pytest.mark.parametrize("way", ["/", "/static/site.css", "/api/games", "/accounts/login/"])
def test_another_host_is_told_the_right_address_and_is_no_error(
    host: str, way: str, caplog: pytest.LogCaptureFixture
) -> None:
    status, media, said = asked(way, HTTP_HOST=host)
    assert status == 400
    if media != "application/problem+json":
        assert f'Its address is <a href="{settings.SITE_URL}">' in said and "damaged" not in said
    assert not [one for one in caplog.records if one.levelno > logging.WARNING or one.exc_info]
    assert any("another host" in one.message for one in caplog.records) or not host


def test_a_page_that_was_open_too_long_is_told_in_our_words(db: None) -> None:
    answer = Client(enforce_csrf_checks=True).post("/accounts/login/", {"login": "a@example.org"})
    assert answer.status_code == 403
    html = answer.content.decode()
    assert "open for too long" in html and 'href="/games/"' in html
    assert "DEBUG" not in html and "CSRF" not in html
