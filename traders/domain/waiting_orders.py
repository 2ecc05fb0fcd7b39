"""Orders that wait for their moment: standing orders and the lines of a plan (PR-STANDING)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from traders.domain.said import Said
from traders.engines.contract import Interval, Refusal, Seat

if TYPE_CHECKING:
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


def _newest_that_fits(course: Course, seat: Seat) -> Said | None:
    for said in reversed(list(course.open("standing", seat))):
        occasion = course.engine.meets(course.state, seat, said.condition)
        if not occasion or course.progress.occasions.get(said.serial) == occasion:
            continue
        try:
            course.engine.check(course.state, seat, course.engine.read(course.state, seat, said.text))
        except Refusal:
            continue
        return said
    return None


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
    """Carry out the next line of the seat's plan (PR-STANDING-04); False if it has none."""
    line = next(course.open("plan", seat), None)
    if line is None:
        return False
    if line.condition and not course.engine.meets(course.state, seat, line.condition):
        course.use(line, "over")
        return True
    try:
        passing = course.passing(seat, line.text)
        course.play(seat, passing or line.text, "plan")
    except Refusal as refusal:
        stop_plan(course, seat, refusal.text)
        return True
    if not passing:
        course.use(line, "done")
    return True


def stop_plan(course: Course, seat: Seat, why: str) -> None:
    """The plan stops; its player is told what was not carried out."""
    left = list(course.open("plan", seat))
    for said in left:
        course.use(said, "withdrawn")
    if left:
        course.stopped_plans.setdefault(seat, []).extend([why, *(said.text for said in left)])
