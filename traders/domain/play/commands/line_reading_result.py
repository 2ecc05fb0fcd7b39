"""What a line of a letter comes to before it is carried out, as whoever reads manners tells it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from traders.engines.kernel.words import fold

AS_SUGGESTED = "as you suggest"
"""The line that stands for what was suggested."""


class Said(NamedTuple):
    """One thing that a seat says. `line`: the order or command, as it is carried out; `raw`: as
    typed, where it is nothing else.

    `how`: carried out (`line`); a question, which is answered and never played (`asks`); an order
    that takes the place of the latest of an earlier letter (`corrects`); not done, for the reason
    in `words`, and all below it with it (`unclear`); nothing to be done, which `words` tell
    (`told`) (PR-RECEIPT-09).
    """

    line: str
    raw: str = ""
    how: Literal["line", "asks", "corrects", "unclear", "told"] = "line"
    words: str = ""
    instead: tuple[str, ...] = ()
    proposed: bool = False
    """Whether it was proposed, and consented to."""


Hearing = Callable[[Sequence[str]], list[Said]]
"""Given the lines of a letter, with blank ones, what they say in turn."""


def as_written(lines: Sequence[str]) -> list[Said]:
    """Each line as it stands, without manners."""
    return [Said(line) for line in lines if line and not line.startswith("#")]


def tried_in(said: Sequence[Said], typed: Sequence[str]) -> list[str] | None:
    """The lines that are only tried, as they were typed or proposed, where one of the letter's
    says, wherever it stands, that nothing of it counts (PR-RECEIPT-08); else None.
    """
    heard = [one for one in said if one.how == "line"]
    tests = {one.raw or one.line for one in heard if fold(one.line) == "test"}
    tests |= {line for line in typed if fold(line) == "test"}
    if not tests:
        return None
    if any(one.proposed for one in heard):
        return [one.line for one in heard if fold(one.line) != "test"]
    return [line for line in typed if line not in tests]
