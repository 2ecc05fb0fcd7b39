"""Playing a scenario at a table and saying what differed."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from traders.domain.calendar import durations
from traders.domain.history.dice import ChanceRanOut
from traders.domain.table.change_set import Line
from traders.engines.kernel.contract import Choice, Interval
from traders.engines.kernel.refusal import Refusal
from traders.proof.scenarios import vocabulary
from traders.proof.scenarios.comparing import differences, written
from traders.proof.scenarios.court import sitting
from traders.proof.scenarios.script import (
    Case,
    Close,
    Confirm,
    Envelope,
    Expire,
    Facts,
    Finding,
    Letter,
    Outage,
    Report,
    Ruling,
    Scenario,
    See,
    Slip,
    Step,
    Take,
    Then,
)
from traders.proof.scenarios.table import Differs, Lay, NotInMemoryError, Table

SECOND = timedelta(seconds=1)
MOST_CLOSINGS = 200
"""Intervals that `close = "all"` may close; more means that play goes round in circles."""

NO_FACT = "finding: no fact tells"
"""How it is said that a finding lacks a fact, and nothing else."""


@dataclass(slots=True)
class Result:
    """What came of one scenario."""

    scenario: str
    file: str
    difference: str = ""
    """What differed, with the step; "" where nothing did."""
    step: int = 0
    """The number of that step; 0: it differed before the first or after the last."""
    seconds: float = 0.0
    trace: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.difference

    def line(self) -> str:
        """The report's line."""
        return f"ok {self.scenario}" if self.ok else f"FAILED {self.scenario}: {self.difference}"


def run(scenario: Scenario, lay: Lay, *, traced: bool = False) -> Result:
    """Play one scenario to its first difference."""
    began = time.perf_counter()
    result = Result(scenario.id, str(scenario.file))
    table: Table | None = None
    try:
        court = scenario.for_the_court()
        if court and sitting() is None:
            raise Differs(f"needs the court: {court}")
        if vocabulary.words(scenario.system) is None:
            raise Differs(f"no engine plays {scenario.system}")
        table = _lay(scenario, lay)
        if table is not None:
            _play(scenario, table)
    except Differs as differs:
        result.difference, result.step = str(differs), differs.step
    except NotInMemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - a fault in one scenario must not hide the others
        result.difference = f"{type(error).__name__}: {error}"
    if traced and table is not None:
        result.trace = table.trace()
    result.seconds = time.perf_counter() - began
    return result


def _lay(scenario: Scenario, lay: Lay) -> Table | None:
    """The table with the position laid; None where the game was refused as it must be."""
    try:
        table = lay(scenario)
    except Refusal as refusal:
        if scenario.refused is None:
            raise Differs(
                f"the game is not set up: {refusal.text} "
                f"({', '.join(refusal.rules) or refusal.kind})"
            ) from refusal
        if not set(refusal.rules) & set(scenario.refused):
            raise Differs(
                f"the game is refused citing {_cited(refusal.rules)}, should be "
                f"{' or '.join(scenario.refused)}"
            ) from refusal
        return None
    except (LookupError, TypeError, ValueError) as error:
        raise Differs(f"{scenario.file.name}: start: {error}") from error
    if scenario.refused is not None:
        raise Differs(
            f"the game is set up, should be refused citing {' or '.join(scenario.refused)}"
        )
    return table


def _play(scenario: Scenario, table: Table) -> None:
    for step in scenario.steps:
        try:
            if step.at is not None:
                table.until(step.at)
            _step(scenario, step, table)
        except Differs as differs:
            raise Differs(f"step {step.number} {_told(step)}: {differs}", step.number) from differs
        except ChanceRanOut as error:
            raise Differs(f"step {step.number} {_told(step)}: {error}", step.number) from error
        except NotInMemoryError:
            raise
        except Exception as error:
            raise Differs(
                f"step {step.number} {_told(step)}: {type(error).__name__}: {error}", step.number
            ) from error
    _at_the_end(scenario, table)
    if table.chance_left():
        raise Differs(f"at the end: {table.chance_left()} of the outcomes of chance did not fall")


def _at_the_end(scenario: Scenario, table: Table) -> None:
    """The scenario's own finding, ruling and `after`: on the last claim, the ruling once the
    answering time is over.
    """
    if scenario.finding is not None:
        _finding(scenario.finding, table)
    if scenario.ruling is not None:
        table.until(table.answered_out() + SECOND)
        _ruling(scenario.ruling, table)
    if scenario.after is not None:
        _then(scenario, scenario.after, table)


def _finding(finding: Finding, table: Table) -> None:
    """The rules cited include these; the remedy is that; each text occurs; the earlier rulings are
    these and no others.
    """
    found = table.found()
    if found is None:
        raise Differs("finding: no claim was made")
    missing = [rule for rule in finding.rules if rule not in found.rules]
    if missing:
        raise Differs(f"finding: cites {_cited(found.rules)}, should cite {', '.join(missing)}")
    if finding.remedy and found.remedy != finding.remedy:
        raise Differs(
            f"finding: remedy is {found.remedy} ({_cited(found.rules)}: "
            f"{' '.join(found.facts)}), should be {finding.remedy}"
        )
    told = _plain("\n".join(found.facts))
    for text in finding.facts:
        if _plain(text) not in told:
            raise Differs(f"{NO_FACT} {written(text)}: {told}")
    if finding.earlier is not None and sorted(finding.earlier) != sorted(found.earlier):
        raise Differs(
            f"finding: earlier rulings are {written(list(found.earlier))}, should be "
            f"{written(list(finding.earlier))}"
        )


def _ruling(ruling: Ruling, table: Table) -> None:
    _judged("the ruling is given", lambda: table.rule(ruling), ruling.refused)


def _judged(what: str, deed: Callable[[], None], rules: tuple[str, ...] | None) -> None:
    """Something of the court's own: it must be done, or refused citing one of the rules."""
    try:
        deed()
    except Refusal as refusal:
        if rules is None:
            raise Differs(f"refused: {refusal.text} ({_cited(refusal.rules)})") from refusal
        if not set(rules) & set(refusal.rules):
            raise Differs(
                f"refused citing {_cited(refusal.rules)}, should be {' or '.join(rules)}"
            ) from refusal
    else:
        if rules is not None:
            raise Differs(f"{what}, should be refused citing {' or '.join(rules)}")


def _told(step: Step) -> str:
    """The step, short, for a report."""
    match step.deed:
        case Letter(seat=seat, text=text):
            return f'({seat} "{" / ".join(text.splitlines())}")'
        case Close(name=name):
            return f"(close {name})"
        case Expire(what=what):
            return f"(expire {what})"
        case See(seat=seat):
            return f"(see {seat})"
    return f"({type(step.deed).__name__.lower()})"


def _step(scenario: Scenario, step: Step, table: Table) -> None:
    match step.deed:
        case Letter() as letter:
            _letter(letter, table)
        case Close(name="all"):
            _close_all(table)
        case Close(name=name):
            _close(name, table)
        case Expire(what="turn"):
            table.expire_turn()
        case Expire():
            table.expire_seat()
        case Then(facts=facts):
            _then(scenario, facts, table)
        case See() as see:
            _see(see, table)
        case Report() as report:
            table.report(report)
        case Outage(span=span):
            table.outage(span)
        case Confirm(seat=seat, refused=refused):
            _became(table.confirm(seat), refused)
        case Take() as take:
            _take(take, table)
        case Slip(facts=facts):
            table.slip(facts)
        case Case() as case:
            _judged("the case is opened", lambda: table.open_case(case), case.refused)
        case Finding() as finding:
            _finding(finding, table)
        case Ruling() as ruling:
            _ruling(ruling, table)


def _letter(letter: Letter, table: Table) -> None:
    lines = table.letter(letter.seat, letter.text, letter.envelope)
    if letter.confirmed and any(line.answer == "asked" for line in lines):
        lines = [*lines, *table.letter(letter.seat, "yes", Envelope())]
    _became(lines, letter.refused)


def _take(take: Take, table: Table) -> None:
    try:
        table.take(take.seat, take.player)
    except Refusal as refusal:
        _became([Line("", "refused", refusal.text, refusal.kind, refusal.rules)], take.refused)
    else:
        _became([], take.refused)


def _became(lines: list[Line], rules: tuple[str, ...] | None) -> None:
    """Compare what became of a letter's lines; it counts as refused if one of them is."""
    refused = next((line for line in lines if line.answer == "refused"), None)
    if refused is None:
        if rules is not None:
            raise Differs(f"accepted, should be refused citing {' or '.join(rules) or 'no rule'}")
        return
    said = f"{refused.words} ({', '.join(refused.rules) or refused.kind})"
    if rules is None:
        raise Differs(f"refused: {said}")
    unruled = refused.kind in ("unreadable", "ambiguous", "stale")
    if not rules:
        if not unruled:
            raise Differs(
                f"refused as {refused.kind}, should be unreadable, ambiguous or stale: {said}"
            )
    elif not set(rules) & set(refused.rules) and not (unruled and "" in rules):
        raise Differs(
            f"refused citing {_cited(refused.rules)}, should be "
            f"{' or '.join(rule or 'no rule' for rule in rules)}: {said}"
        )


def _cited(rules: tuple[str, ...]) -> str:
    return ", ".join(rules) or "no rule"


def _close(name: str, table: Table) -> None:
    pending = table.pending()
    opened = (
        "choice"
        if isinstance(pending, Choice)
        else pending.name
        if isinstance(pending, Interval)
        else "none"
    )
    if opened != name:
        raise Differs(f'what is open is "{opened}", should be "{name}"')
    table.fall_due()


def _close_all(table: Table) -> None:
    for _ in range(MOST_CLOSINGS):
        if not isinstance(table.pending(), Interval):
            return
        table.fall_due()
    raise Differs(f"{MOST_CLOSINGS} intervals were closed and one is still open")


def _then(scenario: Scenario, facts: Facts, table: Table) -> None:
    known = vocabulary.words(scenario.system)
    found = differences(*_alike(facts, _now(table)), known.ordered if known else ())
    if found:
        raise Differs("; ".join(found))


def _alike(expected: Facts, actual: Facts) -> tuple[Facts, Facts]:
    """Lengths of time in one form: `+36h` and `+1d12h` are the same."""
    if "deadline" not in expected:
        return expected, actual
    return {**expected, "deadline": _counted(expected["deadline"])}, {
        **actual,
        "deadline": _counted(actual.get("deadline", "none")),
    }


def _counted(deadline: str) -> str:
    return f"+{durations.read(deadline[1:])}" if deadline.startswith("+") else deadline


def _now(table: Table) -> dict[str, Any]:
    """What holds: the position, and what play waits for."""
    pending = table.pending()
    now = dict(table.written())
    now["interval"] = pending.name if isinstance(pending, Interval) else "none"
    now["waiting"] = list(table.waiting())
    return now


_BLANKS = re.compile(r"\s+")


def _see(see: See, table: Table) -> None:
    shown = _plain(table.shown(see.seat))
    if see.shows and _plain(see.shows) not in shown:
        raise Differs(f"{see.seat} is not shown {written(see.shows)}")
    if see.hides and _plain(see.hides) in shown:
        place = shown.index(_plain(see.hides))
        raise Differs(
            f"{see.seat} is shown {written(see.hides)}: …{shown[max(0, place - 60) : place + 60]}…"
        )


def _plain(text: str) -> str:
    """Text with every run of blanks as one, small letters."""
    return _BLANKS.sub(" ", text).casefold()
