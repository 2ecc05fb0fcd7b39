"""One line of a plan, or of a letter that holds a whole turn: its order, on what condition, in
whose place (PR-STANDING-04).

`<order> if <condition>` is made if the condition holds when its line is reached, else passed over,
`<order> if possible` if it can be made then;
`otherwise <order>` is made if the line above it was passed over or could not be done; `if failed:
<order>` under a jump is its alternative. A policy, in a game that has any, is followed over several
steps. What the game itself reads as an order of its own, word for word, is that order.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import NamedTuple

from traders.domain.table.table import Table
from traders.domain.table.table_data_types import SealedNote
from traders.engines.kernel.engine.optional_contract import Holding, WithPolicies
from traders.engines.kernel.grammar.order_table import grave_row
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import sentence
from traders.models import SealedKind

_OTHERWISE = re.compile(r"^otherwise[:,]?\s+(.+)$", re.DOTALL)
_IF_FAILED = re.compile(r"^if failed\s*:\s*(.+)$", re.DOTALL)
POSSIBLE = "possible"
"""The condition that holds where the order can be made."""
NOT_NEEDED = "The line above was carried out."
"""Why a line is passed over that stands for another."""
NOT_TAKEN = "Its `if` does not hold, or one above it did."
"""Why a game's own `if` is passed over."""


class PlanLine(NamedTuple):
    """A line taken apart. `order`: as typed; `policy`: written back in its one form, "" where the
    order is none.
    """

    order: str
    condition: str = ""
    otherwise: bool = False
    policy: str = ""


def taken_apart(table: Table, seat: Seat, text: str, *, failed: bool = False) -> PlanLine:
    """The parts of a folded line; `Refusal` for a condition or a policy that cannot be read. The
    order itself is read by who makes it. `failed`: the line above it was not done.
    """
    otherwise = stands_for(table, seat, text, failed=failed)
    if otherwise:
        text = _in_place(text)
    if alternative := _IF_FAILED.match(text):
        order, condition = alternative[1], table.condition("my jump fails")
    else:
        order, condition = _conditional(table, seat, text)
    engine = table.engine
    policy = engine.policy(table.state, seat, order) if isinstance(engine, WithPolicies) else ""
    if policy and condition == POSSIBLE:  # of its own
        condition = ""
    return PlanLine(order, condition, otherwise, policy)


def passed_over(table: Table, seat: Seat, condition: str, order: str) -> Refusal | None:
    """Why a line with this condition is passed over now; None where it is not. Raises `Refusal` of
    kind unreadable for an order that is none.
    """
    if condition == POSSIBLE:
        table.engine.read(table.state, seat, order, table.names)
        return _hindrance(table, seat, order)
    holds = not condition or table.engine.meets(table.state, seat, condition)
    return None if holds else Refusal(f"`{condition}` does not hold now.", kind="stale")


def not_taken(order: str) -> str:
    """Why a game's own `if` or `otherwise`, which it took and of which nothing is told, was passed
    over; "" for other orders.
    """
    if not order.startswith(("if ", "otherwise")):
        return ""
    return NOT_NEEDED if says_otherwise(order) else NOT_TAKEN


def can_be_made(table: Table, seat: Seat, order: str) -> bool:
    """Whether the seat could make the order now."""
    return _refusal(table, seat, order) is None


def can_be_said(table: Table, seat: Seat, said: str) -> bool:
    """Whether the seat could say it in the open window: a reaction that can be made, or `pass`."""
    return said == "pass" or can_be_made(table, seat, said)


def _refusal(table: Table, seat: Seat, order: str) -> Refusal | None:
    try:
        read = table.engine.read(table.state, seat, order, table.names)
        table.engine.check(table.state, seat, read)
    except Refusal as refusal:
        return refusal.again()
    return None


def lacking(table: Table, said: SealedNote) -> str:
    """What is told to its seat of an order that waits and takes what the seat does not hold now; ""
    for nothing. It stays kept: that may come (PR-STANDING-01).
    """
    engine = table.engine
    if said.data.get("policy") or said.text == "pass" or not isinstance(engine, Holding):
        return ""
    order = engine.read(table.state, said.seat, said.text)
    why = engine.lacking(table.state, said.seat, order)
    return f" {sentence(why)} The order is kept, and made only if you can then." if why else ""


def _hindrance(table: Table, seat: Seat, order: str) -> Refusal | None:
    """Why the seat can make the order neither now nor once phases are ended that it passes."""
    refusal = _refusal(table, seat, order)
    try:
        return refusal if refusal and not table.passing(seat, order) else None
    except Refusal as before:  # something must be done before
        return before.again()


def stands_for(table: Table, seat: Seat, text: str, *, failed: bool = False) -> bool:
    """Whether the line is made in place of the one above it. Where a game has such an order of its
    own, for a condition of its own that did not hold, that is meant unless the line above `failed`:
    was passed over, or could not be done.
    """
    return says_otherwise(text) and (failed or not _is_order(table, seat, text))


def says_otherwise(text: str) -> bool:
    """Whether the line begins so, whoever reads it."""
    return bool(_OTHERWISE.match(text))


def _in_place(text: str) -> str:
    return text[len("otherwise") :].lstrip(":, ")


def next_in_place(table: Table, seat: Seat, tried: Collection[SealedNote] = ()) -> bool:
    """Whether the line of the seat's plan below those `tried` is made in place of the one above it,
    which was not done; a game's own `otherwise` is so, too, from now on.
    """
    below = next((said for said in table.open(SealedKind.PLAN, seat) if said not in tried), None)
    if below is not None and says_otherwise(below.text):
        below.text, below.data = _in_place(below.text), {**below.data, "otherwise": True}
    return below is not None and bool(below.data.get("otherwise"))


def are_policies(table: Table, seat: Seat, texts: Iterable[str]) -> bool:
    """Whether all these lines are policies that can be read."""
    try:
        return all(text and taken_apart(table, seat, text).policy for text in texts)
    except Refusal:
        return False


def _conditional(table: Table, seat: Seat, text: str) -> tuple[str, str]:
    order, word, condition = text.rpartition(" if ")
    if not word or ":" in condition:  # a game's own `if <result>: <order>`
        return text, ""
    if condition == POSSIBLE:
        return order, POSSIBLE
    try:
        return order, table.condition(condition)
    except Refusal:
        if _is_order(table, seat, text):
            return text, ""
        raise


def _is_order(table: Table, seat: Seat, text: str) -> bool:
    try:
        table.engine.read(table.state, seat, text, table.names)
    except Refusal:
        return False
    return True


def keep(table: Table, seat: Seat, line: PlanLine, *, ahead: bool = False) -> SealedNote:
    """Keep a line; `ahead`: for the seat's next turn. `Refusal` where it cannot be read, and for a
    grave order (PR-SEAT-06).
    """
    order = line.policy or table.written(seat, line.order, ahead=True)
    if not line.policy and grave_row(table.engine.orders(), order):
        raise Refusal(
            f"You are asked whether you mean `{order}`, so no plan holds it. Write it in your "
            "turn.",
            "PR-SEAT-06",
        )
    parts = {"otherwise": line.otherwise, "policy": bool(line.policy), "ahead": ahead}
    return table.keep(
        seat,
        SealedKind.PLAN,
        order,
        condition=line.condition,
        data={name: True for name, is_so in parts.items() if is_so},
    )


def without_through(text: str) -> tuple[str, bool]:
    """A line without `pass through` at its end, and whether that stood there."""
    before = text.removesuffix("pass through")
    shorter = before.rstrip(" \t\n,;")
    apart = before != text and (not before or shorter != before)
    return (shorter, True) if apart else (text, False)


def pass_through(table: Table, seat: Seat, *, ahead: bool = False) -> None:
    """The seat's own passes in the intervals of its jump or plan; of a plan for its next turn only
    when that has begun.
    """
    if ahead:
        for said in list(table.open(SealedKind.PLAN, seat))[-1:]:
            said.data = {**said.data, "through": True}
    elif not any(
        said.data.get("until") == "through" for said in table.open(SealedKind.STANDING_PASS, seat)
    ):
        table.keep(seat, SealedKind.STANDING_PASS, "pass through", data={"until": "through"})


def begin(table: Table, seat: Seat, lines: list[SealedNote]) -> None:
    """A plan for the next turn is one for this turn from now on."""
    if any(said.data.get("through") for said in lines):
        pass_through(table, seat)
    for said in lines:
        said.data = {
            name: part for name, part in said.data.items() if name not in ("ahead", "through")
        }
