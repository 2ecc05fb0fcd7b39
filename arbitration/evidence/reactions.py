"""Who went first in an interval, and who should have: in turn order, by agreement, or by arrival
(PR-PRIORITY-01, PR-PRIORITY-02).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from arbitration.evidence.items import DisputedMoment, Mail
from arbitration.evidence.transfer_lines import mail
from arbitration.models import Claim
from traders.domain.calendar import clock
from traders.domain.history import record
from traders.domain.settings import game_settings
from traders.engines.kernel.seats import Seat
from traders.engines.registry import engine as engine_of
from traders.models import Arrival, ArrivalOutcome, Game, Sealed, SealedKind, Source

ARRIVED = "arrived"
"""Under this name stands in the data of a reaction that was carried out again when it had arrived
first.
"""


@dataclass(frozen=True, slots=True)
class Went:
    """In which order reactions were carried out, and in which the rules say."""

    carried: tuple[Seat, ...] = ()
    right: tuple[Seat, ...] = ()
    agreed_late: bool = False
    """The right order rests on what the claimant's late letter agrees to."""
    by_stamp: bool = False
    """The right order rests on the stamps of the claimant's letters."""


def went(claim: Claim, at: DisputedMoment) -> Went:
    """Who went first in an interval, and who should have."""
    return _as_they_arrived(claim, at) if gathered_by_arrival(claim.game) else _in_turn(claim, at)


def _in_turn(claim: Claim, at: DisputedMoment) -> Went:
    """In turn order, or as agreed in time (PR-PRIORITY-01, PR-PRIORITY-02).

    What was opened in one entry was carried out together: there the order that the rules give is
    kept. Who reacted in vain (PR-PRIORITY-03) has its say in an agreement, and a place in the order
    that rests on one.
    """
    reactions = Sealed.objects.filter(
        game=claim.game,
        interval=at.key,
        kind__in=["reaction", "answer"],
        made__lte=at.entry,
        used__gt=at.entry,
        outcome__in=["done", "home"],
    ).order_by("used", "serial")
    used = [(row.used or 0, row.outcome, row.seat) for row in reactions]
    seats, late = _seats_in_order(claim, at, {seat for _, _, seat in used})
    place = {seat: number for number, seat in enumerate(seats)}

    def by_rule(seat: Seat) -> int:
        return place.get(seat, len(place))

    gathered = [
        (outcome, seat)
        for _, outcome, seat in sorted(used, key=lambda one: (one[0], one[1], by_rule(one[2])))
    ]
    carried = tuple(seat for outcome, seat in gathered if outcome == "done")
    if late and [seat for _, seat in gathered] != (
        right := sorted((seat for _, seat in gathered), key=by_rule)
    ):
        return Went(carried, tuple(right), agreed_late=True)
    return Went(carried, tuple(sorted(carried, key=by_rule)), agreed_late=late)


def _seats_in_order(
    claim: Claim, at: DisputedMoment, reacting: set[Seat]
) -> tuple[list[Seat], bool]:
    """Turn order, or the order on which all who reacted agreed; and whether the claimant's letter
    agreed to it in time, and was not heard.
    """
    rows = Sealed.objects.filter(
        game=claim.game, interval=at.key, kind="agree", made__lte=at.entry
    ).filter(Q(outcome="over") | Q(used=None))
    agreed = {row.seat: row.text for row in rows.order_by("serial")}
    letter = mail(claim.letter) if claim.letter else None
    late = _agreement(letter) if letter and letter.reached and at.in_time(letter.reached) else ""
    if late:
        agreed[claim.seat] = late
    engine = engine_of(claim.game.system)
    in_turn = list(engine.seats_in_order(record.position_at(claim.game, at.entry)))
    words = {agreed.get(seat) for seat in reacting}
    if len(reacting) < 2 or len(words) > 1 or None in words:
        return in_turn, False
    named = [seat for seat in (late or str(words.pop())).split(", ") if seat in reacting]
    return named if set(named) == reacting else in_turn, bool(late)


def _agreement(letter: Mail) -> str:
    """The order of seats that a letter agrees on, as the table keeps it."""
    for line in letter.text.lower().splitlines():
        if line.strip().startswith("agree "):
            return ", ".join(
                name.strip()
                for name in line.strip().removeprefix("agree ").split(",")
                if name.strip()
            )
    return ""


# --- by arrival -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reaction:
    """A reaction as it came in."""

    row: Sealed
    arrived: datetime
    stamped: bool = False
    """`arrived` is a stamp of a mail server of the receiving side, not the taking (PR-MAIL-02)."""


def gathered_by_arrival(game: Game) -> bool:
    """Whether each reaction is carried out as it is taken."""
    return game_settings.of(game).gather == "arrival"


def arrivals(claim: Claim, at: DisputedMoment) -> list[Reaction]:
    """The reactions of an interval from the moment on, as they arrived. A stamp that its seat
    claims counts as the taking (PR-MAIL-02); what standing orders gave is not among them: they
    speak again by themselves.
    """
    rows = Sealed.objects.filter(
        game=claim.game,
        interval=at.key,
        kind=SealedKind.REACTION,
        used__gt=at.entry,
        outcome__in=["done", "home"],
    )
    stamped = _stamped(claim)
    found = []
    for row in rows.exclude(source=Source.STANDING).order_by("serial"):
        stamp = stamped.get(row.at) if row.seat == claim.seat else None
        if row.data.get(ARRIVED):
            found.append(Reaction(row, datetime.fromisoformat(row.data[ARRIVED])))
        elif stamp is not None and stamp < row.at:
            found.append(Reaction(row, stamp, stamped=True))
        else:
            found.append(Reaction(row, row.at))
    return sorted(found, key=lambda one: (one.arrived, one.row.serial))


def _stamped(claim: Claim) -> dict[datetime, datetime]:
    """Second of taking of the claimant's letters -> when it reached a mail server of the receiving
    side.
    """
    outcomes = [ArrivalOutcome.ORDERS, ArrivalOutcome.CONFIRMED]
    rows = Arrival.objects.filter(
        game=claim.game, seat__colour=claim.seat, taken__lt=claim.made, outcome__in=outcomes
    ).defer("raw")
    letters = [mail(arrival) for arrival in rows]
    return {
        clock.whole(one.taken): one.reached
        for one in letters
        if one.reached and not one.confirmed and not one.contradicts
    }


def _as_they_arrived(claim: Claim, at: DisputedMoment) -> Went:
    came = arrivals(claim, at)
    done = [one for one in came if one.row.outcome == "done"]
    carried = tuple(
        one.row.seat for one in sorted(done, key=lambda one: (one.row.used or 0, one.row.serial))
    )
    return Went(
        carried, tuple(one.row.seat for one in done), by_stamp=any(one.stamped for one in came)
    )
