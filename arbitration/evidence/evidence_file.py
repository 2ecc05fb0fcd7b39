"""The evidence file of a claim: everything that bears on its moment, read from the rows. The same
rows always give the same file.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Manager

from arbitration.evidence import reaction_order
from arbitration.evidence.evidence_types import DisputedMoment, EvidenceFile, Notice, Undone
from arbitration.evidence.received_header_trust import mail
from arbitration.models import Claim, ClaimKind
from traders.domain.calendar import clock
from traders.domain.calendar.playing_hours import PlayingHours
from traders.domain.deadlines import deadlines, heartbeat_and_outages
from traders.domain.deadlines.seat_clock import hours_of
from traders.domain.history import recording_and_replay
from traders.domain.history.moment_labels import MomentLabel, label_of
from traders.domain.play.commands import registry
from traders.domain.play.commands.command import Group
from traders.domain.post.delivery_reports import BY_MAIL, OWN_RELAY
from traders.domain.settings import game_settings
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import fold
from traders.engines.registry import engine as engine_of
from traders.models import (
    Absence,
    Arrival,
    ArrivalOutcome,
    Deadline,
    DeadlineKind,
    Entry,
    Game,
    Kind,
    Letter,
    LetterKind,
    Look,
    ProgramLook,
    Report,
    ReportKind,
    Sealed,
    Source,
)
from traders.models import Seat as Place


@dataclass(frozen=True, slots=True)
class OrderCheck:
    """Whether an order could have been made at a moment, and if not, why."""

    possible: bool = True
    why: str = ""
    rules: tuple[str, ...] = ()


def compile(
    claim: Claim, check: OrderCheck, other_seat: Seat = "", stored: object = None
) -> EvidenceFile:
    """The evidence file of a claim. `stored`: the stored position, for a claim that it is wrong."""
    game = claim.game
    at = at_of(claim)
    notified = (
        notified_at(game, claim.seat, claim.moment["told"], claim.made)
        if claim.seat and claim.moment.get("told")
        else None
    )
    reactions_order = (
        reaction_order.reaction_order(claim, at)
        if claim.kind == ClaimKind.PRIORITY and at is not None
        else reaction_order.ReactionOrder()
    )
    return EvidenceFile(
        game=game.pk,
        number=claim.number,
        kind=claim.kind,
        seat=claim.seat,
        by=claim.by,
        words=claim.words,
        order=claim.order,
        made=claim.made,
        seats=tuple(game.seats.values_list("colour", flat=True)),
        at=at,
        possible=check.possible,
        why_not=check.why,
        why_rules=check.rules,
        mail=mail(claim.letter) if claim.letter else None,
        letters=tuple(mail(arrival) for arrival in _order_letters(claim)),
        other_mail=other_seat,
        notice=notice_of(claim, at) if claim.kind == ClaimKind.MAIL and at is not None else None,
        notified_at=notified,
        claim_until=_claim_until(claim, at, notified),
        undone=undone(game, at, claim.entry) if at is not None and at.in_play else Undone(),
        slips=slips(game, stored) if claim.kind == ClaimKind.RULE else (),
        carried=reactions_order.carried,
        by_rule=reactions_order.by_rule,
        agreed_late=reactions_order.agreed_late,
        by_stamp=reactions_order.by_stamp,
    )


def _claim_until(
    claim: Claim, at: DisputedMoment | None, notified: datetime | None
) -> datetime | None:
    """The last second at which a seat notified then may claim; None for a case, which has no limit
    (PR-CLAIM-06).
    """
    if notified is None or claim.opened_by_id is not None:
        return None
    entry = at.entry if at is not None else claim.entry
    hours = hours_for(claim.game, claim.seat, entry, notified)
    length = game_settings.of(claim.game, entry).interval_time
    return heartbeat_and_outages.moved(notified, hours.add(notified, length), length, hours)


def at_of(claim: Claim) -> DisputedMoment | None:
    """The claim's moment, as it was when the claim was made."""
    data = claim.moment
    if not data.get("kind"):
        return None
    begun, passed = (
        datetime.fromisoformat(data["begun"]),
        datetime.fromisoformat(data["passed"]) if data.get("passed") else None,
    )
    row = _deadline(claim.game, data["kind"], data["key"], begun, passed)
    in_play = (
        recording_and_replay.in_play(claim.game, data["entry"], claim.entry)
        if data["entry"]
        else True
    )
    return DisputedMoment(
        data["kind"],
        data["name"],
        data["key"],
        data["entry"],
        begun,
        passed,
        deadlines.due_before(row, claim.made) if row else None,
        data["waited"],
        tuple(data["seats"]),
        in_play,
    )


def _deadline(
    game: Game, kind: str, key: int, begun: datetime, passed: datetime | None
) -> Deadline | None:
    """The deadline of the moment's last round."""
    kinds = {"interval": DeadlineKind.INTERVAL, "choice": DeadlineKind.CHOICE}
    if kind not in kinds:
        return None
    rows = Deadline.objects.filter(game=game, kind=kinds[kind], key=str(key), set_at__gte=begun)
    return (rows.filter(set_at__lt=passed) if passed else rows).order_by("-pk").first()


# --- what was told, and when ----------------------------------------------------------------------


def hours_for(game: Game, seat: Seat, number: int, since: datetime) -> PlayingHours:
    """The playing hours of a seat for what is counted `since` then, under the settings in force
    after entry `number` (PR-TURN-07).
    """
    place = Place.objects.select_related("player").get(game=game, colour=seat)
    return hours_of(
        place,
        game_settings.of(game, number),
        since,
        list(Absence.objects.filter(seat=place, play_on=False)),
    )


def notified_at(game: Game, seat: Seat, entry: int, by: datetime) -> datetime:
    """When the seat's letter about entry `number` was accepted for delivery, as known at `by`; the
    time of the entry if no letter reported it.
    """
    letters = Letter.objects.filter(
        game=game, seat=seat, entry__gte=entry, written__lte=by
    ).exclude(kind__in=[LetterKind.REMINDER, LetterKind.NOTE])
    letter = letters.select_related("told_in").order_by("pk").first()
    if letter is None:
        return Entry.objects.values_list("at", flat=True).get(game=game, number=entry)
    return _accepted_at(letter, by) or letter.written


def _accepted_at(letter: Letter, known_by: datetime) -> datetime | None:
    """When the letter, or the later one that included it, was accepted for delivery; None if that
    was unknown at `known_by`.
    """
    accepted = letter.accepted or (letter.told_in.accepted if letter.told_in else None)
    return accepted.replace(microsecond=0) if accepted and accepted <= known_by else None


FAILURES = (ReportKind.BOUNCED, ReportKind.REJECTED, ReportKind.DEFERRED)


def notice_letter(
    game: Game, seat: Seat, label: str, begun: datetime, upto: datetime
) -> Letter | None:
    """The seat's notice of an interval. Of several rounds: the latest with a failed delivery, else
    the first.
    """
    letters = Letter.objects.filter(
        game=game, seat=seat, moment=label, asks=True, written__gte=begun, written__lte=upto
    )
    letters = letters.exclude(kind=LetterKind.REMINDER)
    reports = Report.objects.filter(kind__in=FAILURES).exclude(source=BY_MAIL)
    failed = letters.filter(pk__in=reports.values("letter")).order_by("-pk").first()
    return failed or letters.order_by("pk").first()


def notice_of(claim: Claim, at: DisputedMoment) -> Notice | None:
    """The claimant's notice of the interval, with its delivery (PR-MAIL-01, PR-EVIDENCE-02)."""
    if at.kind == "order":
        return None
    asked = MomentLabel(at.kind, at.key).moment
    letter = notice_letter(claim.game, claim.seat, asked, at.begun, claim.made)
    if letter is None:
        return None
    all_reports = list(
        Report.objects.filter(letter=letter, taken__lte=claim.made).order_by("at", "pk")
    )
    reports = [report for report in all_reports if report.source != BY_MAIL]
    accepted = _accepted_at(letter, claim.made)
    bounces = [
        report.at for report in reports if report.kind in (ReportKind.BOUNCED, ReportKind.REJECTED)
    ]
    deliveries = [report.at for report in reports if report.kind == ReportKind.DELIVERED]
    # a delay by our own mail server no longer matters once that server has accepted the letter
    deferrals = [
        report.at
        for report in reports
        if report.kind == ReportKind.DEFERRED and not (accepted and report.source == OWN_RELAY)
    ]
    return Notice(
        written=letter.written,
        half=hours_for(claim.game, claim.seat, at.entry, letter.written).add(
            letter.written, game_settings.of(claim.game, at.entry).interval_time / 2
        ),
        accepted=accepted,
        delivered=deliveries[0] if deliveries else None,
        bounced=bounces[0] if bounces else None,
        deferred=deferrals[-1] if deferrals else None,
        knew=_knew_at(claim, at, letter),
        looked=_first_at(Look.objects, claim, at, letter),
        read=_first_at(ProgramLook.objects, claim, at, letter),
        by_mail=tuple(
            (report.at, report.get_kind_display())
            for report in all_reports
            if report.source == BY_MAIL
        ),
        contradicts=_contradiction(deliveries, bounces),
    )


def _knew_at(claim: Claim, at: DisputedMoment, notice: Letter) -> datetime | None:
    """When the claimant first acted in the interval, or answered its notice by letter."""
    since = {"seat": claim.seat, "game": claim.game}
    acted = (
        Sealed.objects.filter(**since, interval=at.key, at__gte=notice.written, at__lte=claim.made)
        .exclude(source=Source.SERVER)
        .order_by("serial")
        .first()
    )
    answers = Arrival.objects.filter(
        game=claim.game,
        seat__colour=claim.seat,
        moment=label_of(notice),
        taken__gte=notice.written,
        taken__lt=min(claim.made, at.passed or claim.made),
        outcome__in=[ArrivalOutcome.ORDERS, ArrivalOutcome.CONFIRMED],
    )
    letter = next(
        (letter for letter in answers.order_by("taken", "pk") if not _for_the_court(letter)), None
    )
    known = [
        moment for moment in (acted and acted.at, letter and clock.whole(letter.taken)) if moment
    ]
    return min(known, default=None)


def _for_the_court(letter: Arrival) -> bool:
    """Whether a letter contains only claims and answers to them: it proves no knowledge of the
    notice, since a claim about a late notice comes late too.
    """
    said = [
        registry.command_of(fold(line))
        for line in str(letter.notes.get("orders", "")).splitlines()
        if line.strip()
    ]
    return all(command is not None and command.group is Group.CLAIMS for command in said)


def _first_at(
    looks: Manager[Any], claim: Claim, at: DisputedMoment, notice: Letter
) -> datetime | None:
    """When the claimant first opened the game's page while the interval was open, or its program
    first read the game.
    """
    since = looks.filter(
        seat__game=claim.game, seat__colour=claim.seat, at__gte=notice.written, at__lt=claim.made
    )
    look = since.filter(at__lt=at.passed or claim.made).order_by("at").first()
    return look.at if look else None


def _contradiction(deliveries: list[datetime], bounces: list[datetime]) -> str:
    if deliveries and bounces:
        return "The letter is reported both as delivered and as bounced."
    if len(set(deliveries)) > 1:
        return "The letter is reported as delivered more than once, at different times."
    return ""


def _order_letters(claim: Claim) -> list[Arrival]:
    """The claimant's letters with orders within the claim time, oldest first. The letter with the
    claim itself is not read yet, and not among them.
    """
    since = claim.made - game_settings.of(claim.game, claim.entry).claim_time
    found = Arrival.objects.filter(
        game=claim.game,
        seat__colour=claim.seat,
        taken__gte=since,
        taken__lt=claim.made,
        outcome__in=[ArrivalOutcome.ORDERS, ArrivalOutcome.CONFIRMED],
    )
    return list(found.order_by("taken", "pk"))


# --- what a back-up would undo --------------------------------------------------------------------


def undone(game: Game, at: DisputedMoment, upto: int) -> Undone:
    """The entries that a back-up to the moment would undo, from the line of play up to entry `upto`
    (PR-BACKUP-02).
    """
    chance, reveals, orders = [], [], []
    for entry in recording_and_replay.line(game, upto, at.entry):
        public, _ = entry.parts
        if entry.kind == Kind.CHANCE:
            chance.append(entry.number)
        elif public.get("reveals"):
            reveals.append(entry.number)
        if entry.kind in (Kind.ORDER, Kind.DEAL, Kind.LEAVE, Kind.PUT_RIGHT) and not (
            at.kind == "order" and entry.number == at.key
        ):
            orders.append(entry.number)
    return Undone(tuple(chance), tuple(reveals), tuple(orders))


# --- the position ---------------------------------------------------------------------------------


def slips(game: Game, stored: object) -> tuple[str, ...]:
    """How the stored position differs from the replayed one, in words (PR-RECORD-01)."""
    engine = engine_of(game.system)
    right = recording_and_replay.replayed(game, game.head)
    if stored is None or engine.encode(right) == engine.encode(stored):
        return ()
    return tuple(_differences(engine.written(stored), engine.written(right))) or (
        "something that is not written in words",
    )


def _differences(stored: dict[str, Any], right: dict[str, Any], path: str = "") -> list[str]:
    found: list[str] = []
    for key in sorted({*stored, *right}):
        one, other = stored.get(key), right.get(key)
        if isinstance(one, dict) and isinstance(other, dict):
            found += _differences(one, other, f"{path}{key}: ")
        elif one != other:
            found.append(f"{path}{key} is {one}, should be {other}")
    return found
