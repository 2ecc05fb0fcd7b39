"""An open interval: who is waited for, what was gathered in it, and the carrying out of it when it closes (PR-INTERVAL, PR-PRIORITY)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from traders.domain import waiting_orders
from traders.domain.said import Move, Round, Said
from traders.engines.contract import Event, Interval, Refusal, Seat

if TYPE_CHECKING:  # the course calls this
    from traders.domain.course import Course


def step(course: Course, interval: Interval) -> bool:
    """One step of an open interval; False where play waits."""
    rnd = course.progress.rounds.setdefault(interval.key, Round(interval.key))
    if rnd.carrying:
        _carry(course, interval, rnd)
        return True
    waiting_orders.react(course, interval)
    if _waits(course, interval, rnd):
        rnd.held = True
        return False
    rnd.queue = [said.serial for said in in_order(course, interval.key)]
    rnd.carrying = True
    return True


def _waits(course: Course, interval: Interval, rnd: Round) -> bool:
    if rnd.due:
        return False
    if interval.question:
        return any(not course.answered(seat, interval.key) for seat in interval.seats)
    silent = [seat for seat in interval.seats if not course.passed(seat, interval)]
    if not silent:
        return rnd.held and not interval.haggling and not course.patience.floor_over(interval.key)
    if rnd.held or course.timing == "table" or interval.haggling:
        return True
    if course.timing == "sealed":
        return False
    return interval.critical or rnd.number > 1 or any(_holds_open(course, seat, interval) for seat in silent)


def _holds_open(course: Course, seat: Seat, interval: Interval) -> bool:
    if not course.stops(seat, interval):
        return False
    if any(said.source == "standing order" for said in course.open("reaction", seat, interval.key)):
        return False  # its standing order has answered already: there is nothing left to wait for
    return seat not in course.patience.penniless or seat in interval.attacked or interval.critical


def in_order(course: Course, key: int) -> list[Said]:
    """Reactions and answers of an interval: from the seat on turn round the table, or as agreed (PR-PRIORITY-01, PR-PRIORITY-02)."""
    gathered = [said for kind in ("reaction", "answer") for said in course.open(kind, interval=key)]
    seats = list(course.engine.seats_in_order(course.state))
    reacting = {said.seat for said in gathered}
    agreed = {seat: said.text for seat in reacting for said in course.open("agree", seat, key)}
    if len(agreed) == len(reacting) > 1 and len(set(agreed.values())) == 1:
        named = [seat for seat in next(iter(agreed.values())).split(", ") if seat in reacting]
        if set(named) == reacting:
            seats = named
    place = {seat: i for i, seat in enumerate(seats)}
    return sorted(gathered, key=lambda said: (place.get(said.seat, len(place)), said.serial))


def _carry(course: Course, interval: Interval, rnd: Round) -> None:
    """Carry out the next gathered reaction; when none is left, close the interval or open it once more (PR-PRIORITY-04)."""
    if interval.several:
        _open_together(course, interval, rnd)
        return
    if rnd.queue:
        serial = rnd.queue.pop(0)
        said = next(s for s in course.said if s.serial == serial)
        if said.used is None and _carry_out(course, said):
            rnd.changed = True
        return
    rnd.carrying = False
    if rnd.changed and not interval.question:
        rnd.number, rnd.changed, rnd.held, rnd.due = (rnd.number + 1, False, False, False)
        for said in course.said:
            if said.used is None and said.interval == interval.key and said.kind in ("pass", "agree"):
                course.use(said, "over")
        return
    _close(course, interval, rnd, [])


def _close(
    course: Course, interval: Interval, rnd: Round, events: list[Event], answers: tuple[tuple[Seat, str], ...] | None = None
) -> None:
    source = "deadline" if rnd.due else "passes" if rnd.held else "timing"
    events = [*events, *course.engine.close(course.state)]
    text = f"close {interval.name}"
    course.note(Move("close", "", text, text, source, events, answers=answers))


def _open_together(course: Course, interval: Interval, rnd: Round) -> None:
    """All that was sealed is opened in one entry, that of the closing: an entry a line would tell all how many lines a seat sent, and whether
    it sent any (PR-SEALED-01)."""
    opened: list[Said] = []
    events: list[Event] = []
    gathered = {said.serial: said for said in course.open("answer", interval=interval.key)}
    for said in (gathered[serial] for serial in rnd.queue if serial in gathered):
        standing = waiting_orders.given_by(course, said)
        try:
            if said.condition and not course.engine.meets(course.state, said.seat, said.condition):
                raise Refusal(f"'{said.condition}' does not hold.", "PR-STANDING-01")
            events += course.engine.play(course.state, said.seat, course.engine.read(course.state, said.seat, said.text))
        except Refusal:
            _go_home(course, said, standing)
        else:
            opened.append(said)
    _close(course, interval, rnd, events, tuple((said.seat, said.text) for said in opened))
    for said in opened:
        course.use(said, "done")


def _carry_out(course: Course, said: Said) -> bool:
    """Play one gathered reaction; one that no longer fits goes home, unseen (PR-PRIORITY-03)."""
    standing = waiting_orders.given_by(course, said)
    if said.condition and not course.engine.meets(course.state, said.seat, said.condition):
        _go_home(course, said, standing)
        return False
    try:
        course.play(said.seat, said.text, "interval")  # that a standing order gave it stays its seat's own (PR-STANDING-05)
    except Refusal:
        _go_home(course, said, standing)
        return False
    course.use(said, "done")
    return True


def _go_home(course: Course, said: Said, standing: Said | None) -> None:
    course.use(said, "home")
    if standing is not None:
        standing.used, standing.outcome = None, ""  # it was not used after all
    else:
        course.home.setdefault(said.seat, []).append(said.text)


def dismiss(course: Course) -> None:
    """Forget the rounds of intervals that are off the agenda; what was gathered in them goes home."""
    if not course.progress.rounds:
        return
    alive = course.engine.standing(course.state)
    for key in [key for key in course.progress.rounds if key not in alive]:
        del course.progress.rounds[key]
        for said in course.said:
            if said.used is None and said.interval == key:
                if said.kind in ("reaction", "answer"):
                    _go_home(course, said, waiting_orders.given_by(course, said))
                else:
                    course.use(said, "over")
