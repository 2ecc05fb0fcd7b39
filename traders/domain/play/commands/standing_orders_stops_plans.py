"""Orders given ahead, and all else that a seat may say in every game that is no move of its engine
and is kept beside the history: its wishes (ORDERS.md, "In every game").

Each function reads one line for one seat of a table and tells what became of it. None of them can
be stale: a wish is taken from any letter of the seat's. Commands that need more than the table
(vacation, claims, press, questions) are declared by their own modules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from traders.domain.play.commands.command import Command, Group
from traders.domain.play.commands.interval_commands import (
    say_agree,
    say_hold,
    say_more,
    say_next,
    say_pass,
    say_pass_until,
    take_back,
)
from traders.domain.table import answers_ahead, deals, plan_lines
from traders.domain.table.change_set import Line, noted
from traders.domain.table.sealed_note_as_typed import as_typed, conditional
from traders.domain.table.table import Table
from traders.domain.table.table_data_types import SealedNote
from traders.engines.kernel.contract.contract import Choice, Turn
from traders.engines.kernel.grammar.boolean_conditions import JOINS, NOT
from traders.engines.kernel.grammar.order_parts import shown
from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.refusal import Refusal, RefusalKind
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import listed, window
from traders.models import SealedKind

# --- standing orders, stops, plans ----------------------------------------------------------------

_ALWAYS = re.compile(r"\balways\b")
_SPLIT = re.compile(r"^(?P<condition>.+?):\s*(?P<order>.+)$", re.DOTALL)


def say_when(table: Table, seat: Seat, text: str, rest: str) -> Line:
    """A standing order (PR-STANDING-01); with `always` it is not used up."""
    always = bool(_ALWAYS.search(rest))
    rest = " ".join(_ALWAYS.sub(" ", rest).split())
    split = _SPLIT.match(rest)
    if split is None:
        raise Refusal("Write a standing order as: when <condition>: <order>", kind="unreadable")
    condition = table.condition(split["condition"])
    order = table.written_for_window(seat, split["order"])
    number = 1 + max((number_of(said) for said in table.open(SealedKind.STANDING, seat)), default=0)
    said = table.keep(
        seat,
        SealedKind.STANDING,
        order,
        condition=condition,
        data={"number": number} | ({"always": True} if always else {}),
    )
    n = number_of(said)
    lacks = plan_lines.lacking(table, said)
    return noted(text, f"Standing order {n} kept: {as_typed(said)}.{lacks} Drop it by: forget {n}")


def number_of(said: SealedNote) -> int:
    """By which its seat names a standing order: counted among its own, since a count of all that
    was said would tell of the others'.
    """
    return int(said.data["number"])


def say_forget(table: Table, seat: Seat, text: str, rest: str) -> Line:
    """Drop a standing order, with `all` every one, with `plan` the plan (PR-STANDING-04)."""
    if rest == "plan":
        return drop_plan(table, seat, text)
    mine = list(table.open(SealedKind.STANDING, seat))
    if rest == "all":
        for said in mine:
            table.use(said)
        return noted(
            text,
            f"Forgotten: {len(mine)} standing orders."
            if len(mine) != 1
            else "Forgotten: 1 standing order.",
        )
    for said in mine:
        if str(number_of(said)) == rest:
            table.use(said)
            return noted(text, f"Forgotten: {as_typed(said)}.")
    listed = "; ".join(f"{number_of(said)}: {as_typed(said)}" for said in mine) or "none"
    raise Refusal(
        f"You have no standing order {shown(rest)}. Yours: {listed}.",
        kind="unreadable",
        instead=[f"forget {number_of(said)}" for said in mine],
    )


def drop_plan(table: Table, seat: Seat, text: str) -> Line:
    """Drop the seat's plan: what was kept for its turn, now or next."""
    dropped = plan_in_words(table.drop_plan(seat))
    return noted(text, f"Your plan is dropped: {dropped}." if dropped else "You have no plan.")


def show_plan(table: Table, seat: Seat, text: str) -> Line:
    """What is left of the seat's plan; nothing of it changes."""
    left = plan_in_words(table.open(SealedKind.PLAN, seat))
    return Line(
        text,
        "told",
        f"Your plan stands: {left}. To drop it: `forget plan`."
        if left
        else "You have no plan. To send one, write `plan` and below it one order a line.",
    )


def replaced(table: Table, seat: Seat, before: Sequence[SealedNote]) -> list[Line]:
    """That these lines gave way to the plan below them; they stand again where nothing of it is
    kept.
    """
    if any(table.open(SealedKind.PLAN, seat)):
        words = f"Your plan before is dropped: {plan_in_words(before)}."
        return [noted("", words)] if before else []
    for said in before:
        said.count_again()
    return []


def plan_in_words(lines: Iterable[SealedNote]) -> str:
    """The lines of a plan, as its seat writes them; "" for none."""
    written = [f"`{as_typed(said)}`" for said in lines]
    return listed(written) if written else ""


def say_stop(table: Table, seat: Seat, text: str, rest: str) -> Line:
    """Hold such intervals open for the seat (PR-INTERVAL-06)."""
    name, condition = _stop(table, rest, "stop at")
    if not any(
        said.text == name and said.condition == condition
        for said in table.open(SealedKind.STOP, seat)
    ):
        table.keep(seat, SealedKind.STOP, name, condition=condition)
    where = conditional(f"every {window(name)}", "when", condition)
    return noted(text, f"I will ask you at {where}; `no {stop_words(name, condition)}` ends that.")


def say_no_stop(table: Table, seat: Seat, text: str, rest: str) -> Line:
    """Drop the seat's stop, or without a condition all of its stops at intervals of that name."""
    name, condition = _stop(table, rest, "no stop at")
    at_name = [said for said in table.open(SealedKind.STOP, seat) if said.text == name]
    dropped = [said for said in at_name if not condition or said.condition == condition]
    for said in dropped:
        table.use(said)
    if dropped:
        return noted(text, f"No {stop_words(name, condition)} any more.")
    others = "; ".join(stop_words(said.text, said.condition) for said in at_name)
    return noted(
        text, f"You had no {stop_words(name, condition)}.{f' Yours: {others}.' if others else ''}"
    )


def stop_words(name: str, condition: str) -> str:
    """A stop as its seat writes it."""
    return f"stop at {conditional(name, 'when', condition)}"


def _stop(table: Table, rest: str, order: str) -> tuple[str, str]:
    """The interval and the condition, or "", that a line names; `order` is how what is possible
    instead begins.
    """
    name, _, condition = rest.partition(" when ")
    return interval_named(table, name.strip(), order), table.condition(
        condition.strip()
    ) if condition else ""


def interval_named(table: Table, name: str, order: str) -> str:
    """The full name of an interval from a part of it."""
    names = table.engine.interval_names()
    fits = (
        [n for n in names if n == name] or [n for n in names if n.startswith(name)] if name else []
    )
    if len(fits) == 1:
        return fits[0]
    kind: RefusalKind = "ambiguous" if fits else "unreadable"
    raise Refusal(
        f"Which reaction window is {shown(name)}?",
        kind=kind,
        instead=[f"{order} {n}" for n in fits or names],
    )


def plan_line(table: Table, seat: Seat, text: str) -> Line:
    """One line of a plan, kept: for the turn that is the seat's now, else for its next
    (PR-STANDING-04).
    """
    order, through = plan_lines.without_through(text)
    ahead = not table.on_turn(seat)
    lacks = ""
    if order:
        line = plan_lines.taken_apart(table, seat, order)
        if line.otherwise and not any(table.open(SealedKind.PLAN, seat)):
            raise Refusal(
                "`otherwise` stands under a line that it takes the place of.", kind="unreadable"
            )
        lacks = plan_lines.lacking(table, plan_lines.keep(table, seat, line, ahead=ahead))
    if through:
        plan_lines.pass_through(table, seat, ahead=ahead)
    when = "when your next turn comes" if ahead else "when play comes to it"
    return Line(text, "planned", f"Kept as a plan: it is carried out {when}.{lacks}")


# --- which word a line is -------------------------------------------------------------------------

COMMANDS = (
    Command(
        prefix="pass until ",
        group=Group.AHEAD,
        forms=("pass until my turn", "pass until <condition>"),
        help="You pass in every reaction window until then, but where you have set a stop.",
        brief="in each window, but at your stops",
        rule="PR-INTERVAL-06",
        wish=say_pass_until,
    ),
    Command(
        prefix="next:",
        also=("next if ",),
        group=Group.MOVES,
        forms=("next: pass", "next if <condition>: <order>"),
        when=When.WINDOW,
        help="Below your answer in a window: your answer in the next one, dropped with it.",
        rule="PR-STANDING-01",
    ),
    Command(
        prefix="agree ",
        group=Group.MOVES,
        forms=("agree <seat>, <seat>…",),
        when=When.WINDOW,
        help="Reactions in this window happen in this order, if all who react say the same.",
        example="agree blue, red",
        rule="PR-PRIORITY-02",
        wish=say_agree,
    ),
    Command(
        prefix="when ",
        group=Group.AHEAD,
        forms=("when <condition>: <order>", "when <condition>: <order> always"),
        in_prose=True,
        help="A standing order: the order is made for you when the condition holds.",
        example="when red jumps: play zap down",
        brief="made for you then; `forget 1` drops it",
        rule="PR-STANDING-01",
        wish=say_when,
    ),
    Command(
        prefix="forget ",
        group=Group.AHEAD,
        forms=("forget <n>", "forget all", "forget plan"),
        help="Drop a standing order, or all of them, or your plan.",
        example="forget 1",
        rule="PR-STANDING-01",
        wish=say_forget,
    ),
    Command(
        prefix="stop at ",
        group=Group.AHEAD,
        forms=("stop at <window>", "stop at <window> when <condition>"),
        help="Play waits for you at such reaction windows.",
        example="stop at zap when my jump fails",
        brief="play waits for you there",
        rule="PR-INTERVAL-06",
        wish=say_stop,
    ),
    Command(
        prefix="no stop at ",
        group=Group.AHEAD,
        forms=("no stop at <window>", "no stop at <window> when <condition>"),
        help="Play does not wait for you there any more.",
        example="no stop at zap",
        rule="PR-INTERVAL-06",
        wish=say_no_stop,
    ),
    Command(
        prefix="offer ",
        group=Group.DEALS,
        dealing=True,
        forms=("offer <seat>: <things> for <things>",),
        help="Offer a deal to one seat, in games in which players deal.",
        example="offer blue: 5 stellors for card zap",
        brief="what you give, for what you get",
        rule="PR-RECORD-03",
        wish=deals.say_offer,
    ),
    Command(
        prefix="accept",
        group=Group.DEALS,
        dealing=True,
        forms=("accept <n>",),
        help="Accept an offer: it is carried out at once.",
        example="accept 1",
        brief="an offer made to you; or `decline 1`",
        rule="PR-RECORD-03",
        wish=deals.say_accept,
    ),
    Command(
        prefix="decline",
        group=Group.DEALS,
        dealing=True,
        forms=("decline <n>",),
        help="Decline an offer.",
        example="decline 1",
        rule="PR-RECORD-03",
        wish=deals.say_decline,
    ),
    Command(
        prefix="withdraw",
        group=Group.DEALS,
        dealing=True,
        forms=("withdraw <n>",),
        help="Take back an offer of yours.",
        example="withdraw 1",
        rule="PR-RECORD-03",
        wish=deals.say_withdraw,
    ),
)


def saying(table: Table, seat: Seat, text: str, key: int | None) -> Line | None:
    """What became of a line that is a wish; None where it is none. `text` is folded: lower case,
    single blanks, no full stop.

    `key` is that of the interval or choice that the letter answers, if it answers one.
    """
    if text == "pass" and not _is_move(table, seat, text):
        return say_pass(table, seat, text, key)
    if answers_ahead.LINE.fullmatch(text):
        return say_next(table, seat, text)
    if text == "more":
        return say_more(table, seat, text, key)
    if text.startswith("hold "):
        raise Refusal(
            "`hold` stands alone: it asks for more time in the open window, once. For days away "
            "write, for instance, `away from 24 december to 2 january`.",
            kind="unreadable",
            instead=("hold",),
        )
    if text == "hold":
        return say_hold(table, seat, text)
    if text == "undo":
        return take_back(table, seat, text)
    if text == "pass through":
        plan_lines.pass_through(table, seat)
        return noted(
            text,
            "You pass in the windows of what you have under way, except at your stops.",
        )
    for command in COMMANDS:
        word = command.prefix
        if command.wish is not None and (
            text == word or text.startswith(word if word[-1] == " " else f"{word} ")
        ):
            return command.wish(table, seat, text, text.removeprefix(word).strip())
    return None


def _is_move(table: Table, seat: Seat, text: str) -> bool:
    """Whether a system's own rules know `pass` as a move of the seat on turn now."""
    pending = table.pending()
    if not isinstance(pending, (Turn, Choice)) or seat not in table.waiting():
        return False
    try:
        table.engine.check(table.state, seat, table.engine.read(table.state, seat, text))
    except Refusal:
        return False
    return True


JOINING = ("when", "always", "if", "otherwise", "pass", "through", "until", "for", *JOINS, NOT)
"""Words by which the lines of every game are divided."""


def default_stops(table: Table, seat: Seat) -> None:
    """The stops with which each seat begins (PR-INTERVAL-06), where the system knows the intervals
    and conditions that they name.
    """
    for name, words in (("calamity", "attacked"), ("zap", "my jump fails")):
        if name in table.engine.interval_names():
            condition = table.engine.condition(table.state, words)
            table.keep(seat, SealedKind.STOP, name, condition=condition)
