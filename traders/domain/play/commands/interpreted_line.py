"""What a line of a letter comes to before it is carried out, as whoever reads manners tells it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from traders.domain.play.commands import registry
from traders.domain.table.plan_lines import OPENING
from traders.domain.table.table import Table
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import fold

END = "end plan"
"""The last line of a plan."""
NOTHING_ABOVE = "`again` stands below the orders of a turn, which it repeats."
OTHERWISE = ("otherwise <order>",)
_OPENS = re.compile(rf"(?:{OPENING}|(?P<again>again)) if (?P<condition>.+)", re.DOTALL)


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


Hearing = Callable[[Sequence[str]], list[Said]]
"""Given the lines of a letter, with blank ones, what they say in turn."""


def as_written(lines: Sequence[str]) -> list[Said]:
    """Each line as it stands, without manners."""
    return [Said(line) for line in lines if line and not line.startswith("#")]


def written_out(said: Sequence[Said], table: Table) -> list[Said]:
    """The same, with `plan` above each line `plan if <condition>`, and each line `again if
    <condition>` as such a plan of the orders above it; as it stands where its condition cannot be
    read.
    """
    found: list[Said] = []
    above: list[Said] = []
    for one in said:
        opens = _opening(one, table)
        if opens is None:
            found.append(one)
            above += [one] if _is_order(one) else []
        elif opens["again"] and not above:
            found.append(one._replace(how="unclear", words=NOTHING_ABOVE))
        else:
            found += [Said(OPENING), Said(f"{OPENING} if {opens['condition']}")]
            found += [*above, Said(END)] if opens["again"] else []
    return found


def _opening(one: Said, table: Table) -> re.Match[str] | None:
    opens = _OPENS.fullmatch(fold(one.line))
    try:
        return opens if opens and table.condition(opens["condition"]) else None
    except Refusal:
        return None


def _is_order(one: Said) -> bool:
    """Whether it is a line of the game's own, or stands in the place of such."""
    command = registry.command_of(fold(one.line))
    return one.how == "line" and (command is None or command.forms == OTHERWISE)
