"""Orders that wait for their moment: standing orders and the lines of a plan (PR-STANDING)."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from traders.domain import plan_lines
from traders.domain.said import Said
from traders.engines.additions import WithPolicies
from traders.engines.contract import Choice, Interval, Refusal, Seat

if TYPE_CHECKING:  # the course calls this
    from traders.domain.course import Course


def given_by(course: Course, said: Said) -> Said | None:
    """The standing order by which a reaction was given, if it was."""
    serial = said.data.get("standing")
    return next((s for s in course.said if s.serial == serial), None) if serial else None


def overrule(course: Course, seat: Seat, key: int) -> None:
    """What the seat says by letter in the interval replaces what its standing orders would do there (PR-STANDING-03)."""
    for kind in ("reaction", "answer"):
        for said in [said for said in course.open(kind, seat, key) if said.source == "standing order"]:
            course.use(said, "replaced")
            standing = given_by(course, said)
            if standing is not None:
                standing.used, standing.outcome = None, ""


def react(course: Course, interval: Interval) -> None:
    """Standing orders answer for seats that said nothing in the interval (PR-STANDING-01 to -03)."""
    for seat in course.engine.seats_in_order(course.state):
        if seat not in interval.seats or any(s.seat == seat and s.interval == interval.key for s in course.said):
            continue
        found = _newest_that_fits(course, seat)
        if found is not None:
            kind = "answer" if interval.question else "reaction"
            order = course.engine.read(course.state, seat, found.text)  # for the throw that lies there now (PR-PRIORITY-03)
            meant = course.engine.write(order)
            course.keep(seat, kind, meant, interval=interval.key, source="standing order", data={"standing": found.serial})
            _use_standing(course, found)
        elif interval.in_turn:
            _answer_as_planned(course, seat, interval)


def _newest_that_fits(course: Course, seat: Seat) -> Said | None:
    for said in reversed(list(course.open("standing", seat))):
        occasion = course.engine.meets(course.state, seat, said.condition)
        if not occasion or course.progress.occasions.get(said.serial) == occasion:
            continue
        if _may(course, seat, said.text):
            return said
    return None


def _may(course: Course, seat: Seat, text: str) -> bool:
    """Whether the seat could make the order now."""
    try:
        course.engine.check(course.state, seat, course.engine.read(course.state, seat, text))
    except Refusal:
        return False
    return True


def _use_standing(course: Course, said: Said) -> None:
    if said.data.get("always"):
        course.progress.occasions[said.serial] = course.engine.meets(course.state, said.seat, said.condition)
    else:
        course.use(said, "done")


def give(course: Course, seats: tuple[Seat, ...]) -> bool:
    """Make the first standing order that fits now, where no interval is open; False if none does."""
    for seat in seats:
        found = _newest_that_fits(course, seat)
        if found is not None:
            _use_standing(course, found)
            course.play(seat, found.text, "standing order")
            return True
    return False


def plan(course: Course, seat: Seat) -> bool:
    """Carry out the next line of the seat's plan (PR-STANDING-04); False if it has none for now."""
    lines = _lines(course, seat)
    if not lines:
        return False
    line = lines[0]
    if _passed_over(course, line):
        return True
    if line.data.get("policy"):
        _follow(course, seat, lines)
        return True
    try:
        passing = course.passing(seat, line.text)
        course.play(seat, passing or line.text, "plan")
    except Refusal as refusal:
        _give_way(course, seat, [line], refusal)
    else:
        if not passing:
            _done(course, seat, [line])
    return True


def _answer_as_planned(course: Course, seat: Seat, interval: Interval) -> None:
    """Where all order a round at once, the next line of the plan that can be an answer is the seat's (PR-STANDING-04)."""
    while lines := _lines(course, seat):
        line = lines[0]
        if _passed_over(course, line):
            continue
        try:
            course.engine.check(course.state, seat, course.engine.read(course.state, seat, line.text))
        except Refusal as refusal:
            _give_way(course, seat, [line], refusal)
        else:
            course.keep(seat, "answer", line.text, interval=interval.key, source="plan")
            _done(course, seat, [line])
            return


def _lines(course: Course, seat: Seat) -> list[Said]:
    """The lines that are still to come. A plan sent ahead begins with the seat's turn: at a choice only if its first line answers that."""
    lines = list(course.open("plan", seat))
    if not lines or not lines[0].data.get("ahead"):
        return lines
    if not course.on_turn(seat) or (isinstance(course.pending(), Choice) and not _may(course, seat, lines[0].text)):
        return []
    plan_lines.begin(course, seat, lines)
    return lines


def _passed_over(course: Course, line: Said) -> bool:
    """Whether the line's condition does not hold; it is then passed over."""
    if not line.condition or course.engine.meets(course.state, line.seat, line.condition):
        return False
    course.use(line, "over")
    return True


def _done(course: Course, seat: Seat, tried: list[Said]) -> None:
    """These lines, the first of the plan, are done: what would be done otherwise is passed over."""
    for line in tried:
        course.use(line, "done")
    for below in takewhile(lambda said: said.data.get("otherwise"), list(course.open("plan", seat))):
        course.use(below, "over")


def _give_way(course: Course, seat: Seat, tried: list[Said], refusal: Refusal) -> None:
    """These lines, the first of the plan, cannot be done: what is to be done otherwise is next, or the plan stops."""
    below = next((said for said in course.open("plan", seat) if said not in tried), None)
    if below is None or not below.data.get("otherwise"):
        stop_plan(course, seat, refusal.text)
        return
    for line in tried:
        course.use(line, "over")


def _follow(course: Course, seat: Seat, lines: list[Said]) -> None:
    """One step by the policies that stand at the head of the plan; what is past needs none."""
    assert isinstance(course.engine, WithPolicies)
    below = takewhile(lambda said: said.data.get("policy") and not said.data.get("otherwise"), lines[1:])
    policies = [lines[0], *(policy for policy in below if not _passed_over(course, policy))]
    try:
        followed = course.engine.followed(course.state, seat, [policy.text for policy in policies])
    except Refusal as refusal:
        if refusal.kind == "stale":
            _done(course, seat, policies)
        else:
            _give_way(course, seat, policies, refusal)
        return
    if followed.policy >= 0:
        for policy in policies[: followed.policy] + policies[followed.policy + 1 :]:
            course.use(policy, "over")
    course.play(seat, followed.order, "plan")


def stop_plan(course: Course, seat: Seat, why: str) -> None:
    """The plan stops; its player is told what was not carried out."""
    left = list(course.open("plan", seat))
    for said in left:
        course.use(said, "withdrawn")
    if left:
        course.stopped_plans.setdefault(seat, []).extend([why, *(plan_lines.written(said) for said in left)])
