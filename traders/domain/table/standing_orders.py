"""Orders that wait for their moment: standing orders and the lines of a plan (PR-STANDING)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from traders.domain.table import plan_lines
from traders.domain.table.table import Table
from traders.domain.table.table_data_types import GATHERED, SealedNote
from traders.engines.kernel.contract.contract import Choice, Interval
from traders.engines.kernel.engine.optional_contract import WithPolicies
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.models import SealedKind, SealedOutcome, Source


def given_by(table: Table, said: SealedNote) -> SealedNote | None:
    """The standing order by which a reaction was given, if it was."""
    serial = said.data.get("standing")
    return next((s for s in table.said if s.serial == serial), None) if serial else None


def overrule(table: Table, seat: Seat, key: int) -> None:
    """What the seat says by letter in the interval replaces what its standing orders would do there
    (PR-STANDING-03).
    """
    for kind in GATHERED:
        for said in [
            said for said in table.open(kind, seat, key) if said.source == Source.STANDING
        ]:
            table.use(said, SealedOutcome.REPLACED)
            standing = given_by(table, said)
            if standing is not None:
                standing.count_again()


def react(table: Table, interval: Interval) -> None:
    """Standing orders answer for seats silent in the interval (PR-STANDING-01 to -03)."""
    if not table.said:
        return
    # what the server says for a seat silences none of its orders (PR-INTERVAL-10)
    spoken = {
        said.seat
        for said in table.said
        if said.interval == interval.key and said.source != Source.SERVER
    }
    rnd = table.progress.rounds.get(interval.key)
    spoken |= set(rnd.ahead) if rnd is not None else set()
    for seat in table.engine.seats_in_order(table.state):
        if seat not in interval.seats:
            continue
        if seat in spoken:
            if interval.in_turn and _planned_instead(table, seat, interval):
                _answer_as_planned(table, seat, interval)
            continue
        found = _newest_that_fits(table, seat, interval)
        if found is not None:
            _answer_by(table, found, interval)
            _use_standing(table, found)
        elif interval.in_turn:
            _answer_as_planned(table, seat, interval)


def _answer_by(table: Table, found: SealedNote, interval: Interval) -> None:
    """What the standing order says is its seat's answer, or its pass (PR-STANDING-01)."""
    kind, meant = SealedKind.ANSWER if interval.question else SealedKind.REACTION, ""
    if found.text == "pass" and not interval.question:
        kind = SealedKind.PASS
    else:  # for the throw that lies there now (PR-PRIORITY-03)
        meant = table.engine.write(table.engine.read(table.state, found.seat, found.text))
    table.keep(
        found.seat,
        kind,
        meant,
        interval=interval.key,
        source=Source.STANDING,
        data={"standing": found.serial},
    )


def _planned_instead(table: Table, seat: Seat, interval: Interval) -> bool:
    """Whether the seat took back what it said in the interval, and has sent a plan since."""
    said = [one for one in table.said if (one.seat, one.interval) == (seat, interval.key)]
    plan = next(iter(table.open(SealedKind.PLAN, seat)), None)
    return (
        plan is not None
        and bool(said)
        and all(one.outcome == SealedOutcome.WITHDRAWN and one.serial < plan.serial for one in said)
    )


def _newest_that_fits(
    table: Table, seat: Seat, interval: Interval | None = None
) -> SealedNote | None:
    """The seat's newest standing order whose condition holds and that can be done now. It passes a
    window that no stop of the seat's holds open (PR-INTERVAL-06).
    """
    passes = interval and not interval.question and not table.stops(seat, interval)
    can = plan_lines.can_be_said if passes else plan_lines.can_be_made
    for said in reversed(list(table.open(SealedKind.STANDING, seat))):
        occasion = table.engine.meets(table.state, seat, said.condition)
        if not occasion or table.progress.occasions.get(said.serial) == occasion:
            continue
        if can(table, seat, said.text):
            return said
    return None


def _use_standing(table: Table, said: SealedNote) -> None:
    if said.data.get("always"):
        table.progress.occasions[said.serial] = table.engine.meets(
            table.state, said.seat, said.condition
        )
    else:
        table.use(said, SealedOutcome.DONE)


def give(table: Table, seats: tuple[Seat, ...]) -> bool:
    """Make the first standing order that fits, where no interval is open; False if none does."""
    for seat in seats:
        found = _newest_that_fits(table, seat)
        if found is not None:
            _use_standing(table, found)
            table.play(seat, found.text, Source.STANDING)
            return True
    return False


def plan(table: Table, seat: Seat) -> bool:
    """Carry out the next line of the seat's plan (PR-STANDING-04); False if it has none for now."""
    lines = _lines(table, seat)
    if not lines:
        return False
    line = lines[0]
    if _passed_over(table, line):
        return True
    if line.data.get("policy"):
        _follow(table, seat, lines)
        return True
    try:
        passing = table.passing(seat, line.text)
        table.play(seat, passing or line.text, Source.PLAN)
    except Refusal as refusal:
        if refusal.kind == "stale" and plan_lines.says_otherwise(line.text):
            _all_over(table, [line], Refusal(plan_lines.NOT_NEEDED, kind="stale"))
        else:
            _give_way(table, seat, [line], refusal)
    else:
        untold = not table.moves[-1].events
        if untold and (over := plan_lines.not_taken(passing or line.text)):
            _all_over(table, [line], Refusal(over, kind="stale"))
        elif not passing:
            _done(table, seat, [line])
    return True


def _answer_as_planned(table: Table, seat: Seat, interval: Interval) -> None:
    """Where all order a round at once, the next line of the plan that can be an answer is the
    seat's (PR-STANDING-04).
    """
    while lines := _lines(table, seat):
        line = lines[0]
        if _passed_over(table, line):
            continue
        try:
            table.engine.check(table.state, seat, table.engine.read(table.state, seat, line.text))
        except Refusal as refusal:
            _give_way(table, seat, [line], refusal)
        else:
            table.keep(
                seat, SealedKind.ANSWER, line.text, interval=interval.key, source=Source.PLAN
            )
            _done(table, seat, [line])
            return


def _lines(table: Table, seat: Seat) -> list[SealedNote]:
    """The lines that are still to come. A plan sent ahead begins with the seat's turn: at a choice
    only if its first line answers that.
    """
    lines = list(table.open(SealedKind.PLAN, seat))
    if not lines or not lines[0].data.get("ahead"):
        return lines
    if not table.on_turn(seat) or (
        isinstance(table.pending(), Choice)
        and not plan_lines.can_be_made(table, seat, lines[0].text)
    ):
        return []
    plan_lines.begin(table, seat, lines)
    return lines


def _passed_over(table: Table, line: SealedNote) -> bool:
    """Whether the line's condition does not hold; it is then passed over."""
    line.passed_over = plan_lines.passed_over(table, line.seat, line.condition, line.text)
    if line.passed_over is None:
        return False
    table.use(line, SealedOutcome.OVER)
    plan_lines.next_in_place(table, line.seat)
    return True


def _done(table: Table, seat: Seat, tried: list[SealedNote]) -> None:
    """These lines, the first of the plan, are done: what would be done otherwise is passed over."""
    for line in tried:
        table.use(line, SealedOutcome.DONE)
    for below in takewhile(
        lambda said: said.data.get("otherwise"), list(table.open(SealedKind.PLAN, seat))
    ):
        below.passed_over = Refusal(plan_lines.NOT_NEEDED, kind="stale")
        table.use(below, SealedOutcome.OVER)


def _give_way(table: Table, seat: Seat, tried: list[SealedNote], refusal: Refusal) -> None:
    """These lines, the first of the plan, cannot be done: what is to be done otherwise is next, or
    the plan stops.
    """
    if plan_lines.next_in_place(table, seat, tried):
        _all_over(table, tried, refusal)
    else:
        table.stop_plan(seat, refusal.text, *refusal.rules)


def _all_over(table: Table, lines: Sequence[SealedNote], why: Refusal) -> None:
    for line in lines:
        line.passed_over = why.again()
        table.use(line, SealedOutcome.OVER)


def _follow(table: Table, seat: Seat, lines: list[SealedNote]) -> None:
    """One step by the policies that stand at the head of the plan; what is past needs none."""
    assert isinstance(table.engine, WithPolicies)
    below = takewhile(
        lambda said: said.data.get("policy") and not said.data.get("otherwise"), lines[1:]
    )
    policies = [lines[0], *(policy for policy in below if not _passed_over(table, policy))]
    try:
        followed = table.engine.followed(table.state, seat, [policy.text for policy in policies])
    except Refusal as refusal:
        if refusal.kind != "stale":
            _give_way(table, seat, policies, refusal)
        elif weighed := [policy for policy in policies if policy.data.get("weighed")]:
            _done(table, seat, weighed)
        else:  # play had gone past what they speak of
            _all_over(table, policies, refusal)
        return
    if followed.policy >= 0:
        others = policies[: followed.policy] + policies[followed.policy + 1 :]
        _all_over(
            table, others, Refusal(f"I went by `{policies[followed.policy].text}`.", kind="stale")
        )
    for policy in policies:
        policy.data = {**policy.data, "weighed": True}
    table.play(seat, followed.order, Source.PLAN)
