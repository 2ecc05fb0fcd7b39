"""How soon answers come, in a server of real processes on PostgreSQL with 10,000 other games: after
a burst of letters, at a steady pace beside pages, and after all processes were killed; what the
server takes at rest, and when it shows its first page.
"""

from __future__ import annotations

import smtplib
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import make_msgid
from http.client import HTTPConnection
from itertools import cycle
from statistics import quantiles
from typing import TypeVar

from bench.live_server import Asked, begun, games, restarted, server
from bench.measuring import Row, report
from tests.house.debian.machine import below
from tests.services.processes import House, shares
from tests.services.smtp import Sink
from tests.services.waiting import FAR, until

T = TypeVar("T")
BURST, PACE, PAGES_PACE, SECONDS, KILLED, OTHERS = 250, 5, 8, 60, 100, 10_000
"""Letters of the burst; letters and pages a second, and for how long; letters of which answers are
due when all is killed; games of others.
"""
WARM = 10
CONNECTIONS = 4
"""Over which a mail server hands letters in."""


def main() -> None:
    """Print the rows."""
    with server() as (house, sink):
        report(list(_rows(house, sink)))


def _rows(house: House, sink: Sink) -> Iterator[Row]:
    counts = (WARM, BURST, PACE * SECONDS, KILLED)
    asked = games(house, sum(counts), OTHERS)
    warm, burst, paced, killed = ([asked.pop() for _ in range(number)] for number in counts)
    yield Row("the first page after a restart", restarted(house), "s", "", None, "<= 1")
    yield from _at_rest(house)
    _answered(sink, _handed(house, warm))
    yield from _burst(house, sink, burst)
    yield from _paced(house, sink, paced)
    yield from _killed(house, sink, killed)


def _at_rest(house: House) -> Iterator[Row]:
    """What all processes take."""
    processes = [house.number("house"), *below(house.number("house"))]
    yield Row("memory of all processes at rest, two cores", shares(processes), "MB (PSS)")


# --- letters --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Handed:
    """One letter that the post office took."""

    mailbox: str
    number: str
    """Its Message-ID."""
    at: float


def _hand(house: House, asked: Asked, line: smtplib.SMTP) -> Handed:
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = asked.mailbox, asked.to, "Re: a game"
    letter["Message-ID"] = number = make_msgid(domain="example.org")
    letter.set_content(asked.order)
    line.send_message(letter)
    return Handed(asked.mailbox, number, time.time())


def _handed(house: House, asked: Sequence[Asked]) -> list[Handed]:
    """All of these, as soon as the post office takes them."""

    def some(place: int) -> list[Handed]:
        with smtplib.SMTP("127.0.0.1", house.office_port, timeout=FAR) as line:
            return [_hand(house, one, line) for one in asked[place::CONNECTIONS]]

    with ThreadPoolExecutor(CONNECTIONS) as lines:
        return [one for some_of_them in lines.map(some, range(CONNECTIONS)) for one in some_of_them]


def _answered(sink: Sink, handed: Sequence[Handed]) -> list[float]:
    """Seconds from each letter's being taken to the first that came to its mailbox after it."""

    def first() -> dict[str, float]:
        came: dict[str, float] = {}
        for taken in list(sink.taken):
            came.setdefault(taken.recipients[0], taken.at)
        return came

    boxes = {one.mailbox for one in handed}
    until(lambda: boxes <= first().keys(), lambda: f"no answer to {boxes - first().keys()}")
    came = first()
    return sorted(came[one.mailbox] - one.at for one in handed)


def _late(times: Sequence[float]) -> float:
    """The 99th percentile."""
    return quantiles(times, n=100, method="inclusive")[98]


def _burst(house: House, sink: Sink, asked: Sequence[Asked]) -> Iterator[Row]:
    began = time.time()
    handed = _handed(house, asked)
    times = _answered(sink, handed)
    boxes = {one.mailbox for one in handed}
    last = max(taken.at for taken in sink.taken if taken.recipients[0] in boxes)
    what = f"answers to {len(asked)} letters at once"
    yield Row(f"{what}, the 99th of 100", _late(times), "s", "", None, "<= 15")
    yield Row(f"{what}, the middle one", times[len(times) // 2], "s")
    yield Row(f"{what}, letters in and answered", len(asked) / (last - began), "a second")


def _paced(house: House, sink: Sink, asked: Sequence[Asked]) -> Iterator[Row]:
    """Letters and pages at their paces, beside each other."""
    with ThreadPoolExecutor(2) as beside:
        pages = beside.submit(_looked_at, house, cycle(asked), PAGES_PACE * SECONDS)
        with smtplib.SMTP("127.0.0.1", house.office_port, timeout=FAR) as line:
            handed = list(_at_pace(lambda n: _hand(house, asked[n], line), len(asked), PACE))
        times = _answered(sink, handed)
        seconds = sorted(pages.result())
    what = f"{PACE} letters and {PAGES_PACE} pages a second"
    yield Row(f"{what}: answers, the 99th of 100", _late(times), "s", "", None, "<= 1")
    yield Row(f"{what}: answers, the middle one", times[len(times) // 2], "s")
    page = quantiles(seconds, n=20, method="inclusive")[18] * 1000
    told = f"the middle one {seconds[len(seconds) // 2] * 1000:.0f} ms, {OTHERS:,} games of others"
    yield Row(f"{what}: pages, the 95th of 100", page, "ms", told, None, "<= 150")


def _at_pace(deed: Callable[[int], T], times: int, pace: float) -> Iterator[T]:
    began = time.monotonic()
    for n in range(times):
        time.sleep(max(0.0, began + n / pace - time.monotonic()))
        yield deed(n)


def _looked_at(house: House, asked: Iterator[Asked], times: int) -> list[float]:
    """Seconds that each page took: games, their histories and the list in turn."""

    def look(n: int) -> float:
        one = next(asked)
        path = ("/", f"/games/{one.slug}/", f"/games/{one.slug}/history", "/games/")[n % 4]
        began = time.monotonic()
        line = HTTPConnection("127.0.0.1", house.web_port, timeout=FAR)
        line.request("GET", path, headers={"Cookie": f"sessionid={one.session}"})
        answer = line.getresponse()
        answer.read()
        line.close()
        if answer.status != 200:
            raise RuntimeError(f"{path}: {answer.status}")
        return time.monotonic() - began

    return list(_at_pace(look, times, PAGES_PACE))


def _killed(house: House, sink: Sink, asked: Sequence[Asked]) -> Iterator[Row]:
    """All processes are killed while the answers to these are written, and begun again at once."""
    handed = _handed(house, asked)
    house.kill("house")
    killed = time.time()
    began = begun(house)
    _answered(sink, handed)
    boxes = {one.mailbox for one in handed}
    mine = [taken for taken in list(sink.taken) if taken.recipients[0] in boxes]
    times = Counter(taken.message["Message-ID"] for taken in mine)
    late = max(taken.at for taken in mine) - killed
    told = f"first page after {began:.1f} s; lost 0, doubled {sum(times.values()) - len(times)}"
    what = f"all processes killed below {len(asked)} letters: the last answer after"
    yield Row(what, late, "s", told, None, "<= 60")


if __name__ == "__main__":
    main()
