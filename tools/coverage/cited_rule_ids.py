"""Rule ids cited in text, with ranges expanded."""

from __future__ import annotations

import re
from collections.abc import Iterator

_CITED = re.compile(r"\b([A-Z]{2}-[A-Z]+)-(\d{2,3})\b(?: to -?(\d{2,3})\b| to \1-(\d{2,3})\b)?")


def cited(text: str) -> Iterator[str]:
    """Every id that a text cites: `ST-TIMING-01 to 03` (or `to -03`, or `to ST-TIMING-03`) cites
    three.
    """
    for found in _CITED.finditer(text):
        section, first = found[1], found[2]
        last = found[3] or found[4] or first
        for number in range(int(first), max(int(last), int(first)) + 1):
            yield f"{section}-{number:0{len(first)}}"
