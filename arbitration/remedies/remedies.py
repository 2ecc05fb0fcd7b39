"""Remedies carried out as entries of the history (PR-REMEDY; docs/decisions has how)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from arbitration.evidence import dossier, reactions
from arbitration.evidence.items import DisputedMoment
from arbitration.evidence.reactions import ARRIVED, Reaction
from arbitration.evidence.transfer_lines import mail
from arbitration.models import Claim, ClaimStatus, Finding, Remedy, Ruling
from traders.domain.calendar.playing_hours import latest
from traders.domain.deadlines import changed_times
from traders.domain.history import record
from traders.domain.play.commands import leaving, proposals
from traders.domain.play.commands.interpreter import Speech
from traders.domain.play.session import Desk
from traders.domain.table.course import Course
from traders.engines.kernel.contract import Chance, Interval, Over
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import named
from traders.models import Phase, Seat, SittingCause, Source

IN_HAND, REMOVAL = "time in hand", "removal"
"""What conduct may cost beyond a warning (PR-REMEDY-07)."""


@dataclass(slots=True)
class RemedyOrder:
    """What is ordered: the remedy and what it needs."""

    remedy: str
    at: DisputedMoment | None = None
    text: str = ""
    give: timedelta | None = None
    position: Any = None
    seat: str = ""
    """The seat that is given time; of a case about no seat, also the one that is asked again or
    whose order is admitted.
    """
    against: str = ""
    """The seat whose conduct it is, and `what` it costs."""
    what: str = ""
    winners: tuple[str, ...] | None = None
    """Who should have won a game that is over (PR-SEAT-07)."""
    why: str = ""
    told: list[str] = field(default_factory=list)


def carry_out(desk: Desk, claim: Claim, *orders: RemedyOrder) -> None:
    """Carry remedies out together at an open desk, in that order (PR-REMEDY-09); raises `Refusal`
    where one cannot be, the passage then being given up as a whole.
    """
    for order in orders:
        _CARRY_OUT[order.remedy](desk, claim, order)
        desk.passage.notices += order.told
    desk.course.go_on()


def by_itself(desk: Desk, claim: Claim, finding: Finding, why: str = "") -> Ruling:
    """The finding is carried out without a referee: nothing revealed is undone (PR-BACKUP-02), or
    the ruling time is over (PR-CLAIM-03).
    """
    why = (
        why
        or "Nothing random and nothing hidden was revealed since: it is carried out by itself "
        "(PR-BACKUP-02)."
    )
    carry_out(
        desk,
        claim,
        RemedyOrder(finding.remedy, dossier.at_of(claim), finding.order, why=claim.name),
    )
    claim.status = ClaimStatus.RULED
    claim.save()
    desk.settle()
    desk.passage.notices.append(f"{claim.name.capitalize()}: {finding.get_remedy_display()}. {why}")
    return Ruling.objects.create(
        claim=claim,
        found=finding.remedy,
        remedy=finding.remedy,
        facts=open_facts(finding),
        rules=finding.rules,
        reasons=why,
        at=desk.now,
        entry=desk.game.number,
    )


def open_facts(finding: Finding) -> str:
    """The facts that all may be told; what is hidden is left out (PR-RULING-01)."""
    return (
        "\n".join(text for text, _, to in finding.facts if to is None)
        or "What was found concerns hidden things alone."
    )


def _whose(claim: Claim, order: RemedyOrder) -> str:
    """The seat whose order is admitted, or that is asked again: the claimant's, of a case that of
    which it says so (PR-CLAIM-06).
    """
    seat = claim.seat or order.seat
    if not seat:
        raise Refusal("The case is about no seat: say which seat it is for.", "PR-CLAIM-06")
    return seat


# --- each remedy ----------------------------------------------------------------------------------


def _stand(desk: Desk, claim: Claim, order: RemedyOrder) -> None:
    """Play goes on from where it stopped (PR-REMEDY-01)."""


def _admit(desk: Desk, claim: Claim, order: RemedyOrder) -> None:
    """Play backs up to the moment, the order is carried out there (PR-REMEDY-02): among those
    gathered, where it is an interval, which closes again; just before it, where it is the making of
    another order.
    """
    if not order.text:
        raise Refusal("No order is named that could be admitted.", "PR-REMEDY-02")
    seat = _whose(claim, order)
    came = _came(claim, order)
    at = _to(desk, order)
    if at.kind == "interval":
        _carry_out_again(desk, claim, at, seat, order.text, came)
        return
    if isinstance(desk.course.pending(), Chance):
        raise Refusal(
            "There chance falls, and nobody can act just before it: name the order that led to it.",
            "PR-REMEDY-02",
        )
    _speak(desk, seat, order.text)


def _reopen(desk: Desk, claim: Claim, order: RemedyOrder) -> None:
    """The interval opens again, for the whole interval time, for the claimant; what others said in
    it stands (PR-REMEDY-03).
    """
    seat = _whose(claim, order)
    came = [one for one in _came(claim, order) if one.row.seat != seat]
    at = _to(desk, order)
    course = desk.course
    pending = course.pending()
    if at.kind != "interval" or not isinstance(pending, Interval):
        return  # a choice waits for its seat alone
    if seat not in pending.seats:
        raise Refusal(
            f"'{pending.name}' does not ask {named(seat)}: it cannot open again for that seat.",
            "PR-REMEDY-03",
            "PR-INTERVAL-04",
        )
    for kind, key in (("pass", pending.key), ("answer", pending.key), ("standing-pass", None)):
        for said in list(course.open(kind, seat, key)):
            course.withdraw(said, "backed-out")
    for other in pending.seats:
        if other != seat and not any(course.open("pass", other, pending.key)):
            course.keep(other, "pass", interval=pending.key, source=Source.REFEREE)
    if came:  # carried out as they were taken, they stand
        _by_arrival(course, claim, at, came)


def _reorder(desk: Desk, claim: Claim, order: RemedyOrder) -> None:
    """The interval closes again and its reactions are carried out in the order that the rules give
    (PR-REMEDY-04).
    """
    came = _came(claim, order)
    at = _to(desk, order)
    if at.kind != "interval":
        raise Refusal(
            "Only reactions of an interval can be carried out in another order.", "PR-REMEDY-04"
        )
    _carry_out_again(desk, claim, at, claim.seat, order.text, came)


def _put_right(desk: Desk, claim: Claim, order: RemedyOrder) -> None:
    """An entry states the position as it should be; nothing is undone (PR-REMEDY-05)."""
    if order.winners is not None and desk.game.phase != Phase.OVER:
        raise Refusal("Who has won is stated of a game that is over.", "PR-SEAT-07")
    position = order.position
    if position is None:
        position = (
            desk.course.state
            if order.winners is not None
            else record.replayed(desk.game, desk.game.head)
        )
    desk.put_right(
        position, f"{order.why}: the position is put right", Source.REFEREE, order.winners
    )
    order.told.append("The position was put right; nothing was undone.")
    if order.winners is not None and isinstance(result := desk.course.pending(), Over):
        order.told.append(result.text)


def _time(desk: Desk, claim: Claim, order: RemedyOrder) -> None:
    """A deadline is moved, or a clock is given time (PR-REMEDY-06)."""
    if desk.game.phase == Phase.OVER:
        raise Refusal("The game is over: no clock runs.", "PR-SEAT-07")
    if order.give is not None:
        seat = order.seat or claim.seat
        if not seat:
            raise Refusal("Say which seat is given time.", "PR-REMEDY-06")
        desk.passage.granted.append((seat, order.give))
        return
    notice = dossier.notice_of(claim, order.at) if order.at is not None else None
    if order.at is None or notice is None:
        raise Refusal("Say how much time is given.", "PR-REMEDY-06")
    came = (
        latest(at for at in (notice.delivered, notice.bounced) if at is not None)
        if notice.delivered or notice.bounced
        else desk.now
    )
    changed_times.whole_from(desk.game, claim.seat, order.at.key, came or desk.now, desk.now)


def _conduct(desk: Desk, claim: Claim, order: RemedyOrder) -> None:
    """A warning, the loss of time in hand, or removal from the game with a substitute
    (PR-REMEDY-07).
    """
    place = next((place for place in desk.seats if place.colour == order.against), None)
    if order.what and desk.game.phase == Phase.OVER:
        raise Refusal("The game is over: conduct in it can cost a warning alone.", "PR-SEAT-07")
    if order.what and place is None:
        raise Refusal("Say which seat it is about.", "PR-REMEDY-07")
    if place is not None and order.what == IN_HAND:
        place.bank = 0
        Seat.objects.filter(pk=place.pk).update(bank=0)
    elif place is not None and order.what == REMOVAL:
        leaving.get_up(desk, place, SittingCause.REMOVED)
        proposals.settle(desk)
    order.told.append(f"{order.against or 'The table'}: {order.what or 'a warning'}.")


_CARRY_OUT: dict[str, Callable[[Desk, Claim, RemedyOrder], None]] = {
    Remedy.STAND: _stand,
    Remedy.ADMIT: _admit,
    Remedy.REOPEN: _reopen,
    Remedy.REORDER: _reorder,
    Remedy.PUT_RIGHT: _put_right,
    Remedy.TIME: _time,
    Remedy.CONDUCT: _conduct,
}


# --- backing up -----------------------------------------------------------------------------------


def _to(desk: Desk, order: RemedyOrder) -> DisputedMoment:
    """Take play back to the moment of the order; it must still be in play."""
    at = order.at
    if at is None:
        raise Refusal(
            "The claim names no moment to back up to; say which move it is about.", "PR-REMEDY-02"
        )
    if desk.game.phase == Phase.OVER:
        raise Refusal(
            "The game is over and its secret is told: play cannot back up any more.",
            "PR-SEAT-07",
            "PR-CHANCE-01",
        )
    desk.settle()
    if not record.in_play(desk.game, at.entry):
        raise Refusal("That moment is no longer in play.", "PR-RECORD-02", kind="stale")
    desk.back_up(at.entry, order.why, Source.REFEREE)
    order.told.append(
        f"Play backs up to after move {at.entry} ({order.why}); chance falls afresh (PR-CHANCE-02)."
    )
    return at


def _came(claim: Claim, order: RemedyOrder) -> list[Reaction]:
    """Reactions of the moment as they arrived, as they stand before play backs up over them; none
    where they are gathered.
    """
    return (
        reactions.arrivals(claim, order.at)
        if order.at is not None and reactions.gathered_by_arrival(claim.game)
        else []
    )


def _carry_out_again(
    desk: Desk, claim: Claim, at: DisputedMoment, seat: str, text: str, came: list[Reaction]
) -> None:
    """Take the order in as if its letter had come in time, then have the interval close, or, where
    they are not gathered, each reaction carried out in the order in which it arrived
    (PR-PRIORITY-01).
    """
    course = desk.course
    held, course.still = course.still, True
    if text:
        _speak(desk, seat, text, f"i{at.key}")
    if reactions.gathered_by_arrival(desk.game):
        _by_arrival(course, claim, at, came)
    else:
        course.progress.rounds[at.key].due = True
    course.still = held


def _by_arrival(course: Course, claim: Claim, at: DisputedMoment, came: list[Reaction]) -> None:
    """Those that play has backed up over are said again; an order that the claim admits goes where
    its stamp puts it.
    """
    serials = {one.row.serial for one in came}
    sent = mail(claim.letter) if claim.letter else None
    stamp = (sent.reached if sent else None) or at.begun
    queue = [
        (stamp, said.serial)
        for said in course.open("reaction", claim.seat, at.key)
        if said.serial not in serials
    ]
    there = {said.serial for said in course.open("reaction", interval=at.key)}
    for one in came:
        row = one.row
        serial = row.serial
        if serial not in there:
            data = {ARRIVED: one.arrived.isoformat()}
            said = course.keep(
                row.seat,
                "reaction",
                row.text,
                interval=at.key,
                condition=row.condition,
                data=data,
                source=Source.REFEREE,
            )
            serial = said.serial
        queue.append((one.arrived, serial))
    rnd = course.progress.rounds[at.key]
    rnd.queue, rnd.carrying = [serial for _, serial in sorted(queue)], True


def _speak(desk: Desk, seat: str, text: str, moment: str = "") -> None:
    lines = Speech(desk.course, seat, moment, Source.REFEREE).speak(text)
    refused = next((line for line in lines if line.answer == "refused"), None)
    if refused is not None:
        raise Refusal(
            f"The order cannot be carried out there: {refused.words}",
            *(refused.rules or ("PR-REMEDY-02",)),
        )
