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
from traders.domain.play.session import GameSession
from traders.domain.table import advance
from traders.domain.table.table import Table
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


def carry_out(session: GameSession, claim: Claim, *orders: RemedyOrder) -> None:
    """Carry remedies out together in one session, in that order (PR-REMEDY-09); raises `Refusal`
    where one cannot be, the session then being given up as a whole.
    """
    for order in orders:
        _CARRY_OUT[order.remedy](session, claim, order)
        session.change_set.notices += order.told
    advance.go_on(session.table)


def by_itself(session: GameSession, claim: Claim, finding: Finding, why: str = "") -> Ruling:
    """The finding is carried out without a referee: nothing revealed is undone (PR-BACKUP-02), or
    the ruling time is over (PR-CLAIM-03).
    """
    why = (
        why
        or "Nothing random and nothing hidden was revealed since: it is carried out by itself "
        "(PR-BACKUP-02)."
    )
    carry_out(
        session,
        claim,
        RemedyOrder(finding.remedy, dossier.at_of(claim), finding.order, why=claim.name),
    )
    claim.status = ClaimStatus.RULED
    claim.save()
    session.settle()
    session.change_set.notices.append(
        f"{claim.name.capitalize()}: {finding.get_remedy_display()}. {why}"
    )
    return Ruling.objects.create(
        claim=claim,
        found=finding.remedy,
        remedy=finding.remedy,
        facts=open_facts(finding),
        rules=finding.rules,
        reasons=why,
        at=session.now,
        entry=session.game.number,
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


def _stand(session: GameSession, claim: Claim, order: RemedyOrder) -> None:
    """Play goes on from where it stopped (PR-REMEDY-01)."""


def _admit(session: GameSession, claim: Claim, order: RemedyOrder) -> None:
    """Play backs up to the moment, the order is carried out there (PR-REMEDY-02): among those
    gathered, where it is an interval, which closes again; just before it, where it is the making of
    another order.
    """
    if not order.text:
        raise Refusal("No order is named that could be admitted.", "PR-REMEDY-02")
    seat = _whose(claim, order)
    came = _came(claim, order)
    at = _to(session, order)
    if at.kind == "interval":
        _carry_out_again(session, claim, at, seat, order.text, came)
        return
    if isinstance(session.table.pending(), Chance):
        raise Refusal(
            "There chance falls, and nobody can act just before it: name the order that led to it.",
            "PR-REMEDY-02",
        )
    _speak(session, seat, order.text)


def _reopen(session: GameSession, claim: Claim, order: RemedyOrder) -> None:
    """The interval opens again, for the whole interval time, for the claimant; what others said in
    it stands (PR-REMEDY-03).
    """
    seat = _whose(claim, order)
    came = [one for one in _came(claim, order) if one.row.seat != seat]
    at = _to(session, order)
    table = session.table
    pending = table.pending()
    if at.kind != "interval" or not isinstance(pending, Interval):
        return  # a choice waits for its seat alone
    if seat not in pending.seats:
        raise Refusal(
            f"'{pending.name}' does not ask {named(seat)}: it cannot open again for that seat.",
            "PR-REMEDY-03",
            "PR-INTERVAL-04",
        )
    for kind, key in (("pass", pending.key), ("answer", pending.key), ("standing-pass", None)):
        for said in list(table.open(kind, seat, key)):
            table.withdraw(said, "backed-out")
    for other in pending.seats:
        if other != seat and not any(table.open("pass", other, pending.key)):
            table.keep(other, "pass", interval=pending.key, source=Source.REFEREE)
    if came:  # carried out as they were taken, they stand
        _by_arrival(table, claim, at, came)


def _reorder(session: GameSession, claim: Claim, order: RemedyOrder) -> None:
    """The interval closes again and its reactions are carried out in the order that the rules give
    (PR-REMEDY-04).
    """
    came = _came(claim, order)
    at = _to(session, order)
    if at.kind != "interval":
        raise Refusal(
            "Only reactions of an interval can be carried out in another order.", "PR-REMEDY-04"
        )
    _carry_out_again(session, claim, at, claim.seat, order.text, came)


def _put_right(session: GameSession, claim: Claim, order: RemedyOrder) -> None:
    """An entry states the position as it should be; nothing is undone (PR-REMEDY-05)."""
    if order.winners is not None and session.game.phase != Phase.OVER:
        raise Refusal("Who has won is stated of a game that is over.", "PR-SEAT-07")
    position = order.position
    if position is None:
        position = (
            session.table.state
            if order.winners is not None
            else record.replayed(session.game, session.game.head)
        )
    session.put_right(
        position, f"{order.why}: the position is put right", Source.REFEREE, order.winners
    )
    order.told.append("The position was put right; nothing was undone.")
    if order.winners is not None and isinstance(result := session.table.pending(), Over):
        order.told.append(result.text)


def _time(session: GameSession, claim: Claim, order: RemedyOrder) -> None:
    """A deadline is moved, or a clock is given time (PR-REMEDY-06)."""
    if session.game.phase == Phase.OVER:
        raise Refusal("The game is over: no clock runs.", "PR-SEAT-07")
    if order.give is not None:
        seat = order.seat or claim.seat
        if not seat:
            raise Refusal("Say which seat is given time.", "PR-REMEDY-06")
        session.change_set.granted.append((seat, order.give))
        return
    notice = dossier.notice_of(claim, order.at) if order.at is not None else None
    if order.at is None or notice is None:
        raise Refusal("Say how much time is given.", "PR-REMEDY-06")
    came = (
        latest(at for at in (notice.delivered, notice.bounced) if at is not None)
        if notice.delivered or notice.bounced
        else session.now
    )
    changed_times.whole_from(
        session.game, claim.seat, order.at.key, came or session.now, session.now
    )


def _conduct(session: GameSession, claim: Claim, order: RemedyOrder) -> None:
    """A warning, the loss of time in hand, or removal from the game with a substitute
    (PR-REMEDY-07).
    """
    place = next((place for place in session.seats if place.colour == order.against), None)
    if order.what and session.game.phase == Phase.OVER:
        raise Refusal("The game is over: conduct in it can cost a warning alone.", "PR-SEAT-07")
    if order.what and place is None:
        raise Refusal("Say which seat it is about.", "PR-REMEDY-07")
    if place is not None and order.what == IN_HAND:
        place.bank = 0
        Seat.objects.filter(pk=place.pk).update(bank=0)
    elif place is not None and order.what == REMOVAL:
        leaving.get_up(session, place, SittingCause.REMOVED)
        proposals.settle(session)
    order.told.append(f"{order.against or 'The table'}: {order.what or 'a warning'}.")


_CARRY_OUT: dict[str, Callable[[GameSession, Claim, RemedyOrder], None]] = {
    Remedy.STAND: _stand,
    Remedy.ADMIT: _admit,
    Remedy.REOPEN: _reopen,
    Remedy.REORDER: _reorder,
    Remedy.PUT_RIGHT: _put_right,
    Remedy.TIME: _time,
    Remedy.CONDUCT: _conduct,
}


# --- backing up -----------------------------------------------------------------------------------


def _to(session: GameSession, order: RemedyOrder) -> DisputedMoment:
    """Take play back to the moment of the order; it must still be in play."""
    at = order.at
    if at is None:
        raise Refusal(
            "The claim names no moment to back up to; say which move it is about.", "PR-REMEDY-02"
        )
    if session.game.phase == Phase.OVER:
        raise Refusal(
            "The game is over and its secret is told: play cannot back up any more.",
            "PR-SEAT-07",
            "PR-CHANCE-01",
        )
    session.settle()
    if not record.in_play(session.game, at.entry):
        raise Refusal("That moment is no longer in play.", "PR-RECORD-02", kind="stale")
    session.back_up(at.entry, order.why, Source.REFEREE)
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
    session: GameSession,
    claim: Claim,
    at: DisputedMoment,
    seat: str,
    text: str,
    came: list[Reaction],
) -> None:
    """Take the order in as if its letter had come in time, then have the interval close, or, where
    they are not gathered, each reaction carried out in the order in which it arrived
    (PR-PRIORITY-01).
    """
    table = session.table
    held, table.still = table.still, True
    if text:
        _speak(session, seat, text, f"i{at.key}")
    if reactions.gathered_by_arrival(session.game):
        _by_arrival(table, claim, at, came)
    else:
        table.progress.rounds[at.key].due = True
    table.still = held


def _by_arrival(table: Table, claim: Claim, at: DisputedMoment, came: list[Reaction]) -> None:
    """Those that play has backed up over are said again; an order that the claim admits goes where
    its stamp puts it.
    """
    serials = {one.row.serial for one in came}
    sent = mail(claim.letter) if claim.letter else None
    stamp = (sent.reached if sent else None) or at.begun
    queue = [
        (stamp, said.serial)
        for said in table.open("reaction", claim.seat, at.key)
        if said.serial not in serials
    ]
    there = {said.serial for said in table.open("reaction", interval=at.key)}
    for one in came:
        row = one.row
        serial = row.serial
        if serial not in there:
            data = {ARRIVED: one.arrived.isoformat()}
            said = table.keep(
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
    rnd = table.progress.rounds[at.key]
    rnd.queue, rnd.carrying = [serial for _, serial in sorted(queue)], True


def _speak(session: GameSession, seat: str, text: str, moment: str = "") -> None:
    lines = Speech(session.table, seat, moment, Source.REFEREE).speak(text)
    refused = next((line for line in lines if line.answer == "refused"), None)
    if refused is not None:
        raise Refusal(
            f"The order cannot be carried out there: {refused.words}",
            *(refused.rules or ("PR-REMEDY-02",)),
        )
