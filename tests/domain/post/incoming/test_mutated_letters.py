"""Letters of all shapes, changed at random: each is opened within a second and 100 MB."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.domain.post.incoming.shapes import letters
from traders.domain.post.incoming.automatic_mail_detection import machine
from traders.domain.post.incoming.mime_parsing import Unreadable, open_letter
from traders.domain.post.incoming.reply_line_sorting import sorted_reply

SECONDS = 1.0
"""Of CPU, at most, for one letter."""
MEGABYTES = 100
"""At most, beyond what the process held before the letter."""
_MEMORY = Path("/proc/self/status")
_PEAK = Path("/proc/self/clear_refs")


def mutated(raw: bytes, others: list[bytes], lots: random.Random) -> bytes:
    """The letter after one to eight changes: bytes other, gone, doubled, or of another letter."""
    for _ in range(lots.randint(1, 8)):
        at, to = sorted(lots.randrange(len(raw) + 1) for _ in range(2))
        part = raw[at : min(to, at + lots.choice((1, 4, 40, 4_000)))]
        other = lots.choice(others)
        begin = lots.randrange(len(other) + 1)
        instead = lots.choice(
            (
                b"",
                part * lots.choice((2, 2, 2, 50)),
                lots.randbytes(min(len(part), 40)),
                other[begin : begin + lots.choice((10, 1_000))],
                part.swapcase(),
            )
        )
        raw = raw[:at] + instead + raw[at + len(part) :]
    return raw


def _read(raw: bytes) -> None:
    with suppress(Unreadable):
        letter = open_letter(raw)
        machine(letter, "")
        sorted_reply(letter.text)


def _held(word: str) -> float:
    line = next(line for line in _MEMORY.read_text().splitlines() if line.startswith(word))
    return int(line.split()[1]) / 1024


def _faults(name: str, raw: bytes) -> Iterator[str]:
    _PEAK.write_text("5")  # the highest mark begins anew: proc(5)
    before = _held("VmRSS")
    begin = time.process_time()
    _read(raw)
    seconds, megabytes = time.process_time() - begin, _held("VmHWM") - before
    if seconds > SECONDS and _slow_again(raw):
        yield f"{name}: {seconds:.1f} s"
    if megabytes > MEGABYTES:
        yield f"{name}: {megabytes:.0f} MB"


def _slow_again(raw: bytes) -> bool:
    """Whether it takes as long once more: tables that the first letter makes stand then."""
    begin = time.process_time()
    _read(raw)
    return time.process_time() - begin > SECONDS


@pytest.mark.examples("mutated-letters")
def test_a_letter_changed_at_random_is_opened_within_a_second_and_100_megabytes(examples, lots):
    every = letters()
    names = sorted(every)
    raws = [every[name] for name in names]
    faults = [
        fault
        for _ in range(examples)
        for name in [lots.choice(names)]
        for fault in _faults(name, mutated(every[name], raws, lots))
    ]
    assert not faults
