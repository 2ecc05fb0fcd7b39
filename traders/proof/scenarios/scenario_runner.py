"""The runner of a scenario: it plays the steps at a table and reports the first difference."""

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
from traders.engines.kernel.contract.contract import Choice, Interval
from traders.engines.kernel.refusal import Refusal
from traders.proof.scenarios import table_interface, vocabulary
from traders.proof.scenarios.court_interface import sitting
from traders.proof.scenarios.fact_comparison import differences, written
from traders.proof.scenarios.position_changes import Facts
from traders.proof.scenarios.scenario_types import (
    Asked,
    Case,
    Close,
    Confirm,
    Desk,
    Envelope,
    Expire,
    Finding,
    Letter,
    Look,
    Outage,
    Post,
    Report,
    Ruling,
    Scenario,
    See,
    SeeCase,
    Slip,
    Step,
    Take,
    Then,
)
from traders.proof.scenarios.table_interface import Differs, NotInMemoryError, Table, TableFactory

SECOND = timedelta(seconds=1)
MOST_CLOSINGS = 200
"""How many intervals `close = "all"` may close; more means that play runs in circles."""

NO_FACT = "finding: no fact tells"
"""The beginning of the difference in which only a finding's fact is missing."""


@dataclass(slots=True)
class Result:
    """The result of one scenario."""

    scenario: str
    file: str
    difference: str = ""
    """The first difference, with its step; "" if there is none."""
    step: int = 0
    """The number of that step; 0: before the first, or after the last."""
    seconds: float = 0.0
    trace: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether nothing differed."""
        return not self.difference

    def line(self) -> str:
        """The result as a line of the report."""
        return f"ok {self.scenario}" if self.ok else f"FAILED {self.scenario}: {self.difference}"


def run(scenario: Scenario, factory: TableFactory, *, traced: bool = False) -> Result:
    """Play one scenario up to its first difference."""
    began = time.perf_counter()
    result = Result(scenario.id, str(scenario.file))
    table: Table | None = None
    try:
        court = scenario.needs_court()
        if court and sitting() is None:
            raise Differs(f"needs the court: {court}")
        table = _open_table(scenario, factory)
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


def _open_table(scenario: Scenario, factory: TableFactory) -> Table | None:
    """A table with the scenario's position; None if the game was refused as expected."""
    try:
        table = factory(scenario)
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
            raise Differs(
                f"step {step.number} {_step_name(step)}: {differs}", step.number
            ) from differs
        except ChanceRanOut as error:
            raise Differs(f"step {step.number} {_step_name(step)}: {error}", step.number) from error
        except NotInMemoryError:
            raise
        except Exception as error:
            raise Differs(
                f"step {step.number} {_step_name(step)}: {type(error).__name__}: {error}",
                step.number,
            ) from error
    _check_end(scenario, table)
    if table.chance_left():
        raise Differs(f"at the end: {table.chance_left()} of the outcomes of chance did not fall")


def _check_end(scenario: Scenario, table: Table) -> None:
    """Check the scenario's own finding, give its ruling after the answering time, then check
    `after`.
    """
    if scenario.finding is not None:
        _check_finding(scenario.finding, table)
    if scenario.ruling is not None:
        table.until(table.answering_time_over() + SECOND)
        _give_ruling(scenario.ruling, table)
    if scenario.after is not None:
        _check_facts(scenario, scenario.after, table)


def _check_finding(finding: Finding, table: Table) -> None:
    """Compare the latest finding: these rules among the cited ones, this remedy, these texts among
    the facts, exactly these earlier rulings.
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
    facts = _normalized("\n".join(found.facts))
    for text in finding.facts:
        if _normalized(text) not in facts:
            raise Differs(f"{NO_FACT} {written(text)}: {facts}")
    if finding.earlier is not None and sorted(finding.earlier) != sorted(found.earlier):
        raise Differs(
            f"finding: earlier rulings are {written(list(found.earlier))}, should be "
            f"{written(list(finding.earlier))}"
        )


def _give_ruling(ruling: Ruling, table: Table) -> None:
    _check_refusal("the ruling is given", lambda: table.rule(ruling), ruling.refused)


def _check_refusal(success: str, deed: Callable[[], None], rules: tuple[str, ...] | None) -> None:
    """Carry out a court's step; it must succeed, or be refused with one of the rules."""
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
            raise Differs(f"{success}, should be refused citing {' or '.join(rules)}")


def _step_name(step: Step) -> str:
    """The step in brackets, short, for a report."""
    match step.deed:
        case Letter(seat=seat, text=text):
            return f'({seat} "{" / ".join(text.splitlines())}")'
        case Close(name=name):
            return f"(close {name})"
        case Expire(clock=clock):
            return f"(expire {clock})"
        case See(seat=seat) | Asked(seat=seat):
            return f"(see {seat})"
        case SeeCase(referee=referee):
            return f"(see {referee})"
    return f"({type(step.deed).__name__.lower()})"


def _step(scenario: Scenario, step: Step, table: Table) -> None:
    match step.deed:
        case Letter() as letter:
            _letter(letter, table, timed=scenario.clock is not None)
        case Close(name="all"):
            _close_all(table)
        case Close(name=name):
            _close(name, table)
        case Expire(clock="turn"):
            table.expire_turn()
        case Expire():
            table.expire_seat()
        case Then(facts=facts):
            _check_facts(scenario, facts, table)
        case See() as see:
            _check_view(see, table)
        case SeeCase(referee=referee) as seen:
            _check_shown(referee, table.case_page(referee), seen.shows, seen.hides)
        case Look(referee=referee, refused=refused):
            _check_refusal("the case is looked into", lambda: table.look(referee), refused)
        case Asked() as asked:
            _check_asked(asked, table)
        case Post(goes=goes):
            table.post(goes=goes)
        case Report() as report:
            table.report(report)
        case Outage(span=span):
            table.outage(span)
        case Confirm(seat=seat, refused=refused):
            _check_lines(table.confirm(seat), refused)
        case Take() as take:
            _take(take, table)
        case Desk(text=text, refused=refused):
            _check_lines([table.desk(text)], refused)
        case Slip(facts=facts):
            table.slip(facts)
        case Case() as case:
            _check_refusal("the case is opened", lambda: table.open_case(case), case.refused)
        case Finding() as finding:
            _check_finding(finding, table)
        case Ruling() as ruling:
            _give_ruling(ruling, table)


def _letter(letter: Letter, table: Table, *, timed: bool) -> None:
    text = letter.text if timed else table_interface.kept_open(table, letter.seat, letter.text)
    lines = table.letter(letter.seat, text, letter.envelope)
    if letter.confirmed and any(line.answer == "asked" for line in lines):
        lines = [*lines, *table.letter(letter.seat, "yes", Envelope())]
    _check_lines(lines, letter.refused)


def _take(take: Take, table: Table) -> None:
    try:
        table.take(take.seat, take.player)
    except Refusal as refusal:
        _check_lines([Line("", "refused", refusal.text, refusal.kind, refusal.rules)], take.refused)
    else:
        _check_lines([], take.refused)


def _check_lines(lines: list[Line], rules: tuple[str, ...] | None) -> None:
    """Compare the answers to a letter's lines; the letter counts as refused if one line is."""
    refused = next((line for line in lines if line.answer == "refused"), None)
    if refused is None:
        if rules is not None:
            raise Differs(f"accepted, should be refused citing {' or '.join(rules) or 'no rule'}")
        return
    words = f"{refused.words} ({', '.join(refused.rules) or refused.kind})"
    if rules is None:
        raise Differs(f"refused: {words}")
    unruled = refused.kind in ("unreadable", "ambiguous", "stale")
    if not rules:
        if not unruled:
            raise Differs(
                f"refused as {refused.kind}, should be unreadable, ambiguous or stale: {words}"
            )
    elif not set(rules) & set(refused.rules) and not (unruled and "" in rules):
        raise Differs(
            f"refused citing {_cited(refused.rules)}, should be "
            f"{' or '.join(rule or 'no rule' for rule in rules)}: {words}"
        )


def _cited(rules: tuple[str, ...]) -> str:
    return ", ".join(rules) or "no rule"


def _close(name: str, table: Table) -> None:
    pending = table.pending()
    open_name = (
        "choice"
        if isinstance(pending, Choice)
        else pending.name
        if isinstance(pending, Interval)
        else "none"
    )
    if open_name != name:
        raise Differs(f'what is open is "{open_name}", should be "{name}"')
    table.fall_due()


def _close_all(table: Table) -> None:
    for _ in range(MOST_CLOSINGS):
        if not isinstance(table.pending(), Interval):
            return
        table.fall_due()
    raise Differs(f"{MOST_CLOSINGS} intervals were closed and one is still open")


def _check_facts(scenario: Scenario, facts: Facts, table: Table) -> None:
    differing = differences(
        *_with_same_deadline(facts, _current_facts(table)), vocabulary.of(scenario.system).ordered
    )
    if differing:
        raise Differs("; ".join(differing))


def _with_same_deadline(expected: Facts, actual: Facts) -> tuple[Facts, Facts]:
    """Both sets of facts with the deadline in one form: `+1d12h` is `+36h`."""
    if "deadline" not in expected:
        return expected, actual
    return {**expected, "deadline": _deadline_span(expected["deadline"])}, {
        **actual,
        "deadline": _deadline_span(actual.get("deadline", "none")),
    }


def _deadline_span(deadline: str) -> str:
    if not deadline.startswith("+"):
        return deadline
    seconds = int(durations.read(deadline[1:]).total_seconds())
    parts = (seconds // 3600, "h"), (seconds // 60 % 60, "m"), (seconds % 60, "s")
    return "+" + ("".join(f"{number}{unit}" for number, unit in parts if number) or "0s")


def _current_facts(table: Table) -> dict[str, Any]:
    """The facts now: the position, and what play waits for."""
    pending = table.pending()
    facts = dict(table.written())
    facts["interval"] = pending.name if isinstance(pending, Interval) else "none"
    facts["waiting"] = list(table.waiting())
    return facts


def _check_asked(asked: Asked, table: Table) -> None:
    if table.asks(asked.seat, asked.about) != asked.asks:
        no = "no letter" if asked.asks else "a letter"
        raise Differs(f"{no} to {asked.seat} asks about {asked.about}")


_BLANKS = re.compile(r"\s+")


def _check_view(see: See, table: Table) -> None:
    _check_shown(see.seat, table.shown(see.seat), see.shows, see.hides)


def _check_shown(reader: str, text: str, shows: str, hides: str) -> None:
    """Compare what somebody is shown: one text must occur, or another must not."""
    shown = _normalized(text)
    if shows and _normalized(shows) not in shown:
        raise Differs(f"{reader} is not shown {written(shows)}")
    if hides and _normalized(hides) in shown:
        place = shown.index(_normalized(hides))
        raise Differs(
            f"{reader} is shown {written(hides)}: …{shown[max(0, place - 60) : place + 60]}…"
        )


def _normalized(text: str) -> str:
    """The text in small letters, with each run of blanks as one."""
    return _BLANKS.sub(" ", text).casefold()
