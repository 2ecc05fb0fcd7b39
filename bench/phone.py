"""What a page costs on a telephone: Chromium, 412 pixels wide, a processor four times as slow, the
slow 4G of Lighthouse (150 ms, 1.6 Mbit/s), nothing kept from before; documents packed as nginx does
it. When its largest part stands, what comes over the line, how long it cannot be touched.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from statistics import median
from threading import Thread

from playwright.sync_api import Browser

from bench.live_server import Asked, begun, games, server
from bench.measuring import Row, report
from tests.services import browser as chromium_service
from tests.services.waiting import FAR

GAMES, LOOKS, OTHERS = 5, 3, 1_000
"""One game of each system and one more; how often each page is looked at: the middle one counts."""
WIDTH, HEIGHT = 412, 823
SLOWER = 4
LINE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}
SETTLED = 2_000
"""Milliseconds after a page's load in which it may still change."""
PAINTED, WEIGHT, BLOCKED = 1.5, 150, 200
"""Goals: seconds, KB, ms."""
WATCH = """
window.seen = {painted: 0, blocked: 0};
const watch = (type, take) => new PerformanceObserver(list => list.getEntries().forEach(take))
  .observe({type, buffered: true});
watch("largest-contentful-paint", one => { seen.painted = one.startTime });
watch("longtask", one => { seen.blocked += Math.max(0, one.duration - 50) });
"""


@dataclass(frozen=True)
class Look:
    """One look at a page: seconds, KB, ms."""

    painted: float
    weight: float
    blocked: float


class _Packing(BaseHTTPRequestHandler):
    """Hands on what is asked for, documents packed."""

    behind = 0

    def do_GET(self) -> None:
        line = HTTPConnection("127.0.0.1", self.behind, timeout=FAR)
        line.request("GET", self.path, headers=dict(self.headers.items()))
        answer = line.getresponse()
        body = answer.read()
        kept = {"content-length", "transfer-encoding", "connection", "date", "server"}
        head = [one for one in answer.getheaders() if one[0].lower() not in kept]
        packed = answer.getheader("Content-Encoding")
        if not packed and (answer.getheader("Content-Type") or "").startswith("text/html"):
            body = gzip.compress(body, 1)
            head.append(("Content-Encoding", "gzip"))
        self.send_response(answer.status)
        for name, value in [*head, ("Content-Length", str(len(body)))]:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
        line.close()

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def _packing(port: int) -> Iterator[int]:
    """A server before the one at this port; its own port."""
    handler = type("Packing", (_Packing,), {"behind": port})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as before:
        Thread(target=before.serve_forever, daemon=True).start()
        yield before.server_port
        before.shutdown()


def main() -> None:
    """Print the rows."""
    path = chromium_service.chromium()
    if path is None:
        return  # where there is no browser there is nothing to measure
    with server() as (house, _):
        asked = games(house, GAMES, OTHERS)
        begun(house)
        with _packing(house.web_port) as port, chromium_service.started(path) as browser:
            for page in _pages(asked):
                _look(browser, port, asked[-1], page)  # what a process makes once is made
            report([row for page in _pages(asked) for row in _rows(browser, port, asked, page)])


def _pages(asked: list[Asked]) -> list[str]:
    own = [f"/games/{one.slug}/" for one in asked[1:]]
    rules = ["/rules/star-traders/start", "/rules/star-traders"]
    return ["/", "/games/", *own, f"{own[0]}history", *rules, "/account", "/players/"]


def _rows(browser: Browser, port: int, asked: list[Asked], page: str) -> list[Row]:
    whose = next((one for one in asked if one.slug in page), asked[-1])
    looks = [_look(browser, port, whose, page) for _ in range(LOOKS)]
    painted, weight, blocked = (
        median(getattr(look, name) for look in looks) for name in ("painted", "weight", "blocked")
    )
    return [
        Row(f"{page} on a telephone: its largest part", painted, "s", goal=f"<= {PAINTED}"),
        Row("… over the line", weight, "KB", goal=f"<= {WEIGHT}"),
        Row("… cannot be touched", blocked, "ms", goal=f"<= {BLOCKED}"),
    ]


def _look(browser: Browser, port: int, whose: Asked, path: str) -> Look:
    """Look at a page as one who has never been there, on the slow line and processor."""
    context = browser.new_context(
        viewport={"width": WIDTH, "height": HEIGHT}, is_mobile=True, has_touch=True
    )
    origin = f"http://127.0.0.1:{port}"
    context.add_cookies([{"name": "sessionid", "value": whose.session, "url": origin}])
    page = context.new_page()
    page.add_init_script(WATCH)
    weight = 0.0

    def came(what: dict[str, float]) -> None:
        nonlocal weight
        weight += what["encodedDataLength"]

    line = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", LINE)
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    line.on("Network.loadingFinished", came)
    answer = page.goto(f"{origin}{path}", wait_until="load")
    assert answer is not None
    assert answer.ok, f"{path}: {answer.status}"
    page.wait_for_timeout(SETTLED)
    seen = page.evaluate("seen")
    context.close()
    return Look(seen["painted"] / 1000, weight / 1000, seen["blocked"])


if __name__ == "__main__":
    main()
