"""The dossier of a claim: what bears on its moment, read from the rows. The same each time that it
is made of the same rows.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from arbitration.evidence import reactions, timeline
from arbitration.evidence.items import DisputedMoment, Dossier, Notice, Undone
from arbitration.evidence.transfer_lines import mail
from arbitration.models import Claim, ClaimKind
from traders.domain.calendar import clock
from traders.domain.calendar.playing_hours import PlayingHours
from traders.domain.deadlines import deadlines
from traders.domain.deadlines.seat_hours import hours_of
from traders.domain.history import record
from traders.domain.history.labels import label_of
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
    Report,
    ReportKind,
    Sealed,
)
from traders.models import Seat as Place


@dataclass(frozen=True, slots=True)
class Possible:
    """Whether the order named could have been made at the moment, and why not."""

    yes: bool = True
    why: str = ""
    rules: tuple[str, ...] = ()


def compile(claim: Claim, possible: Possible, other: Seat = "", stored: Any = None) -> Dossier:
    """The dossier of a claim. `stored`: the position as it is kept, where the claim is that it is
    wrong.
    """
    game = claim.game
    at = at_of(claim)
    told = (
        told_of(game, claim.seat, claim.moment["told"], claim.made)
        if claim.seat and claim.moment.get("told")
        else None
    )
    went = (
        reactions.went(claim, at)
        if claim.kind == ClaimKind.PRIORITY and at is not None
        else reactions.Went()
    )
    return Dossier(
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
        possible=possible.yes,
        why_not=possible.why,
        why_rules=possible.rules,
        mail=mail(claim.letter) if claim.letter else None,
        letters=tuple(mail(arrival) for arrival in _letters(claim)),
        other_mail=other,
        notice=notice_of(claim, at) if claim.kind == ClaimKind.MAIL and at is not None else None,
        told=told,
        limit=_limit(claim, at, told),
        undone=undone(game, at, claim.entry) if at is not None and at.in_play else Undone(),
        slips=slips(game, stored) if claim.kind == ClaimKind.RULE else (),
        carried=went.carried,
        right=went.right,
        agreed_late=went.agreed_late,
        by_stamp=went.by_stamp,
        pieces=timeline.pieces(claim, at),
    )


def _limit(claim: Claim, at: DisputedMoment | None, told: datetime | None) -> datetime | None:
    """Until when a seat may claim that was told then; a case is bound by no time (PR-CLAIM-06)."""
    if told is None or claim.opened_by_id is not None:
        return None
    asked = at.entry if at is not None else claim.entry
    hours = hours_for(claim.game, claim.seat, asked)
    return hours.add(told, game_settings.of(claim.game, asked).interval_time)


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
    in_play = record.in_play(claim.game, data["entry"], claim.entry) if data["entry"] else True
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
    """The deadline of its last round."""
    kinds = {"interval": DeadlineKind.INTERVAL, "choice": DeadlineKind.CHOICE}
    if kind not in kinds:
        return None
    rows = Deadline.objects.filter(game=game, kind=kinds[kind], key=str(key), set_at__gte=begun)
    return (rows.filter(set_at__lt=passed) if passed else rows).order_by("-pk").first()


# --- what was told, and when ----------------------------------------------------------------------


def hours_for(game: Game, seat: Seat, number: int) -> PlayingHours:
    """The playing hours of a seat by the settings that held after entry `number` (PR-TURN-07)."""
    place = Place.objects.select_related("player").get(game=game, colour=seat)
    return hours_of(
        place,
        game_settings.of(game, number),
        list(Absence.objects.filter(seat=place, play_on=False)),
    )


def told_of(game: Game, seat: Seat, number: int, by: datetime) -> datetime:
    """When the seat's notice of entry `number` was accepted for delivery, as known at `by`; the
    entry's own time where no letter told it.
    """
    letters = Letter.objects.filter(
        game=game, seat=seat, entry__gte=number, written__lte=by
    ).exclude(kind__in=[LetterKind.REMINDER, LetterKind.NOTE])
    letter = letters.select_related("told_in").order_by("pk").first()
    if letter is None:
        return Entry.objects.values_list("at", flat=True).get(game=game, number=number)
    return _accepted(letter, by) or letter.written


def _accepted(letter: Letter, by: datetime) -> datetime | None:
    """When the letter, or the one in which it was told, was accepted for delivery; what was
    accepted after `by` is not known yet.
    """
    sent = letter.accepted or (letter.told_in.accepted if letter.told_in else None)
    return sent.replace(microsecond=0) if sent and sent <= by else None


_LABELS = {"interval": "i", "choice": "c"}
ASTRAY = (ReportKind.BOUNCED, ReportKind.REJECTED, ReportKind.DEFERRED)


def notice_letter(
    game: Game, seat: Seat, label: str, begun: datetime, upto: datetime
) -> Letter | None:
    """The seat's notice of an interval: of several rounds that of the latest whose notice went
    astray, else of the first.
    """
    letters = Letter.objects.filter(
        game=game, seat=seat, moment=label, asks=True, written__gte=begun, written__lte=upto
    )
    letters = letters.exclude(kind=LetterKind.REMINDER)
    reports = Report.objects.filter(kind__in=ASTRAY).exclude(source=BY_MAIL)
    astray = letters.filter(pk__in=reports.values("letter")).order_by("-pk").first()
    return astray or letters.order_by("pk").first()


def notice_of(claim: Claim, at: DisputedMoment) -> Notice | None:
    """The claimant's notice of the interval, and what became of it (PR-MAIL-01, PR-EVIDENCE-02)."""
    letter = notice_letter(
        claim.game, claim.seat, _LABELS.get(at.kind, "?") + str(at.key), at.begun, claim.made
    )
    if letter is None:
        return None
    told = list(Report.objects.filter(letter=letter, taken__lte=claim.made).order_by("at", "pk"))
    reports = [report for report in told if report.source != BY_MAIL]
    sent = _accepted(letter, claim.made)
    bounces = [
        report.at for report in reports if report.kind in (ReportKind.BOUNCED, ReportKind.REJECTED)
    ]
    deliveries = [report.at for report in reports if report.kind == ReportKind.DELIVERED]
    # that our own mail server deferred it says nothing any more once it has taken it
    deferrals = [
        report.at
        for report in reports
        if report.kind == ReportKind.DEFERRED and not (sent and report.source == OWN_RELAY)
    ]
    return Notice(
        written=letter.written,
        half=hours_for(claim.game, claim.seat, at.entry).add(
            letter.written, game_settings.of(claim.game, at.entry).interval_time / 2
        ),
        accepted=sent,
        delivered=deliveries[0] if deliveries else None,
        bounced=bounces[0] if bounces else None,
        deferred=deferrals[-1] if deferrals else None,
        knew=_knew(claim, at, letter),
        looked=_looked(claim, at, letter),
        by_mail=tuple(
            (report.at, report.get_kind_display()) for report in told if report.source == BY_MAIL
        ),
        contradicts=_contradiction(deliveries, bounces),
    )


def _knew(claim: Claim, at: DisputedMoment, notice: Letter) -> datetime | None:
    """When the claimant first acted in the interval, or answered its notice by letter."""
    since = {"seat": claim.seat, "game": claim.game}
    acted = (
        Sealed.objects.filter(**since, interval=at.key, at__gte=notice.written, at__lte=claim.made)
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
    """Whether a letter holds nothing but claims and what is said to them: who claims that a notice
    was late answers it late.
    """
    said = [
        registry.command_of(fold(line))
        for line in str(letter.notes.get("orders", "")).splitlines()
        if line.strip()
    ]
    return all(command is not None and command.group is Group.CLAIMS for command in said)


def _looked(claim: Claim, at: DisputedMoment, notice: Letter) -> datetime | None:
    """When the claimant first looked at the game's page while the interval was open."""
    looks = Look.objects.filter(
        seat__game=claim.game, seat__colour=claim.seat, at__gte=notice.written, at__lt=claim.made
    )
    look = looks.filter(at__lt=at.passed or claim.made).order_by("at").first()
    return look.at if look else None


def _contradiction(deliveries: list[datetime], bounces: list[datetime]) -> str:
    if deliveries and bounces:
        return "The letter is reported both as delivered and as bounced."
    if len(set(deliveries)) > 1:
        return "The letter is reported as delivered more than once, at different times."
    return ""


def _letters(claim: Claim) -> list[Arrival]:
    """The claimant's letters with orders within the claim time, oldest first; the one that holds
    the claim is not read yet, and is none.
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
    """What lies between the moment and where play stood after entry `upto` (PR-BACKUP-02)."""
    chance, reveals, orders = [], [], []
    for entry in record.line(game, upto, at.entry):
        public = json.loads(entry.public)
        if entry.kind == Kind.CHANCE:
            chance.append(entry.number)
        elif public.get("reveals"):
            reveals.append(entry.number)
        if entry.kind in (Kind.ORDER, Kind.LEAVE, Kind.PUT_RIGHT) and not (
            at.kind == "order" and entry.number == at.key
        ):
            orders.append(entry.number)
    return Undone(tuple(chance), tuple(reveals), tuple(orders))


# --- the position ---------------------------------------------------------------------------------


def slips(game: Game, stored: Any) -> tuple[str, ...]:
    """How the position as it is kept differs from what the moves lead to (PR-RECORD-01)."""
    engine = engine_of(game.system)
    right = record.replayed(game, game.head)
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
