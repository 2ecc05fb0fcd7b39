"""Making a claim: checks, its subject, its finding, and the consequences (PR-CLAIM)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse

from arbitration import findings
from arbitration.casebook import precedents_and_publication
from arbitration.claims.claim_subject import Subject, about_move, labels_of, subject_of
from arbitration.claims.claim_time_limits import AFTER_THE_END, looked_at_from, too_late, until
from arbitration.evidence import evidence_file
from arbitration.evidence.evidence_file import OrderCheck
from arbitration.evidence.reaction_order import carried_out_by_arrival
from arbitration.evidence.received_header_trust import reacted, refused_as_late
from arbitration.findings import FindingResult
from arbitration.models import Claim, ClaimKind, ClaimStatus, Finding
from arbitration.referees import awaited_appeals, ruling_requests
from arbitration.remedies import pausing, remedy_execution, ruling_and_pause_deadlines
from traders.domain.calendar import clock
from traders.domain.history.claimable_moments import Moment, moments
from traders.domain.history.moment_labels import moment_in
from traders.domain.play.game_session import GameSession
from traders.domain.play.new_game_checks import not_begun
from traders.domain.settings import game_settings
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import capital, within_quotes
from traders.models import Arrival, ArrivalOutcome, Game, Phase, Player

MOST_WORDS = 4_000
MOST_LETTERS = 500
"""How many letters of a seat, the newest first, are searched for late ones."""


def make(session: GameSession, seat: Seat, kind: str, about: str, words: str) -> Claim:
    """Make a claim for a seat: find the subject and the finding, then carry it out, pause the game
    or leave play alone as the rules say. Raises `Refusal` if the claim makes no sense.
    """
    if kind not in ClaimKind.values:
        raise Refusal(
            f"There is no claim '{kind}'. There are: {', '.join(ClaimKind.values)}.",
            kind="unreadable",
            instead=[f"claim {k}" for k in ClaimKind.values],
        )
    _may_claim(session)
    stored = session.table.state
    session.settle()
    words = words.strip()[:MOST_WORDS]
    recent = moments(session.game, looked_at_from(session.game, session.now))
    letter, other_seat = _late_letter(session, seat, kind, words, labels_of(recent, about, session))
    subject = (
        subject_of(session, seat, kind, about, words, recent, letter)
        if not other_seat
        else Subject(None, None, "", OrderCheck())
    )
    claim = claim_row(
        session, seat, kind, words, letter, moment_data(seat, subject, about), subject.order
    )
    _refuse_out_of_time(claim, subject.moment)
    _refuse_repeated(claim)
    claim.save()
    find(session, claim, subject.check, other_seat, stored)
    return claim


def find(
    session: GameSession,
    claim: Claim,
    check: OrderCheck,
    other_seat: Seat,
    stored: object,
    *,
    stopped_by: Player | None = None,
) -> None:
    """Work the finding out and act on it, in the second of the claim or case (PR-FINDING-01,
    PR-CLAIM-06). `stopped_by`: the player who opens the case and pauses the game for it.
    """
    result = findings.find(evidence_file.compile(claim, check, other_seat, stored))
    finding = _store_finding(session, claim, result)
    session.change_set.at_once = True
    said = (
        f"{capital(claim.by)} "
        f"{'makes a claim' if claim.claimant else 'opens a case'}. "
        f"{claim.name.capitalize()}: {claim.says}.{about_move(claim)}"
        f"{_quoted_words(claim)}"
    )
    awaited = awaited_appeals.awaited(claim)
    playing = session.game.phase == Phase.PLAYING
    if result.is_automatic and not session.game.stayed and playing and awaited is None:
        session.change_set.notices.append(said)
        remedy_execution.carry_out_finding(session, claim, finding)
        return
    stands = _freeze(session, claim, result, stopped_by) if playing else ""
    ruling_and_pause_deadlines.open_for(claim)
    if awaited is not None:
        pausing.bound(session, claim)
    _tell(session, claim, said, stands)


def _tell(session: GameSession, claim: Claim, said: str, stands: str) -> None:
    """Tell all of the claim, of why play `stands`, of the referee and how to answer; the claimant,
    whose receipt tells of the claim, how to take it back.
    """
    page = settings.SITE_URL + reverse("claims", args=[session.game.slug])
    awaited = awaited_appeals.awaited(claim)
    nobody = "" if awaited else ruling_requests.nobody(claim)
    judge = "whoever is appointed" if nobody else "the referee"
    decides = nobody or f"A referee decides by {claim.ruling_due:%H:%M UTC on %-d %B}."
    if awaited:
        decides = (
            f"A referee decides when {awaited_appeals.words(awaited)}, is over (PR-APPEAL-01)."
        )
    until = claim.until_latest if nobody or awaited else claim.until_when
    if claim.freezes:
        decides += f" {capital(until)} the game is paused, and your orders are kept."
    n, case = claim.number, f"The case: {page}#claim-{claim.number}"
    answers = (
        f"You may answer until {claim.answers_due:%H:%M UTC on %-d %B}: `answer {n}: your words` "
        f"for everyone, or `answer privately {n}: your words` for the referee alone. If you do "
        f"nothing, {judge} decides without your side."
    )
    back = f"To take it back: `withdraw claim {n}`."
    for place in session.seats:
        if place.colour == claim.claimant:
            # where nobody is asked, the receipt's line has told that, and of a pause
            told = [stands, f"Claim {n} waits for a ruling.{'' if nobody else f' {decides}'}"]
            told += [back, case]
        else:
            told = [said, stands, decides, answers, case]
        session.change_set.own_notices.setdefault(place.colour, []).extend(filter(None, told))


def _store_finding(session: GameSession, claim: Claim, result: FindingResult) -> Finding:
    return Finding.objects.create(
        claim=claim,
        remedy=result.remedy,
        rules=list(result.rules),
        facts=[[fact.text, fact.source, fact.to] for fact in result.facts],
        lesser=list(result.lesser),
        order=result.order,
        moment=claim.moment,
        reveals=result.reveals,
        earlier=[entry.pk for entry in precedents_and_publication.on(claim.game, result.rules)],
        made=session.now,
    )


def _freeze(
    session: GameSession, claim: Claim, result: FindingResult, stopped_by: Player | None
) -> str:
    """Pause the game: for a claim if its finding says so, for a case if its opener does
    (PR-CLAIM-03, PR-CLAIM-06). Returns why play goes on, where the history refutes the claim.
    """
    if stopped_by is not None:
        pausing.stop(session, claim, stopped_by)
    elif claim.claimant and result.freezes:
        pausing.freeze(session, claim)
    elif result.refuted:
        return (
            "I played all moves again and found the same position: it stands for now, and play "
            "goes on while the claim is heard (PR-CLAIM-03)."
        )
    return ""


def _quoted_words(claim: Claim) -> str:
    """The claim's words in quotation marks; "" where they contain an order (PR-CLAIM-01)."""
    return f' "{within_quotes(claim.words)}"' if claim.words and claim.is_open_to_read else ""


# --- refusals -------------------------------------------------------------------------------------


def _may_claim(session: GameSession) -> None:
    game = session.game
    if not game.number:
        raise Refusal(f"{not_begun(game)} There is nothing to claim.", "PR-CLAIM-01")
    if game.ended is not None and session.now > until(game, game.ended, AFTER_THE_END):
        raise Refusal("The game has been over for more than a day.", "PR-CLAIM-02")


def _late_letter(
    session: GameSession, seat: Seat, kind: str, words: str, named: frozenset[str]
) -> tuple[Arrival | None, Seat]:
    """The letter that a claim is about: the seat's latest one refused as late, or the latest that
    answered a moment named. Else the other seat whose letter the claim means (PR-CLAIM-01).
    """
    if kind not in (ClaimKind.LATE, ClaimKind.PRIORITY):
        return None, _other_seat(session, seat, kind, words)
    if kind == ClaimKind.PRIORITY and carried_out_by_arrival(session.game):
        since = session.now - game_settings.of(session.game).claim_time
        return _reaction_of(session.game, seat, named, since), ""
    late = late_letters(session.game, seat, named)
    in_time = (
        letter
        for letter in reversed(late)
        if session.now <= until(session.game, clock.whole(letter.taken))
    )
    latest = next(in_time, None)
    if kind == ClaimKind.PRIORITY or latest is not None:
        return latest, ""
    if late:
        taken = clock.whole(late[-1].taken)
        raise too_late(taken, until(session.game, taken))
    others = {place.colour for place in session.seats} - {seat}
    named_seats = [word for word in _split_words(words) if word in others]
    if named_seats:
        # a claim must not reveal whether another seat's letter was late
        return None, named_seats[0]
    raise Refusal("No letter of yours was refused as late.", "PR-CLAIM-01")


def late_letters(game: Game, seat: Seat, named: frozenset[str]) -> list[Arrival]:
    """The seat's letters refused as late, oldest first; only those that answered a named moment, if
    there are such.
    """
    late = [letter for letter in _with_orders(game, seat) if refused_as_late(letter)]
    return [letter for letter in late if moment_in(letter.moment) in named] or late


def _with_orders(game: Game, seat: Seat) -> list[Arrival]:
    """The seat's letters with orders, oldest first."""
    outcomes = [ArrivalOutcome.ORDERS, ArrivalOutcome.CONFIRMED]
    rows = (
        Arrival.objects.filter(game=game, seat__colour=seat, outcome__in=outcomes)
        .defer("raw")
        .order_by("-taken", "-pk")
    )
    return list(reversed(rows[:MOST_LETTERS]))


def _reaction_of(game: Game, seat: Seat, named: frozenset[str], since: datetime) -> Arrival | None:
    """The seat's first letter with a reaction in the latest interval in which it reacted, among
    those named (PR-MAIL-02).
    """
    reacting = [
        letter for letter in _with_orders(game, seat) if letter.taken >= since and reacted(letter)
    ]
    reacting = [letter for letter in reacting if not named or moment_in(letter.moment) in named]
    return next(
        (
            letter
            for letter in reacting
            if moment_in(letter.moment) == moment_in(reacting[-1].moment)
        ),
        None,
    )


def _split_words(text: str) -> list[str]:
    return [str(word) for word in re.findall(r"[a-z]+", text.lower())]


_OF_ONESELF = frozenset(("i", "me", "my", "mine"))


def _other_seat(session: GameSession, seat: Seat, kind: str, words: str) -> Seat:
    """The other seat for which the claim is made, "" if none: the words begin with `for <seat>`,
    or, about a notice, with the seat, and never say `I`.

    Judged by the words alone: a claim must not reveal whether another seat's notice was late
    (PR-INTERVAL-05).
    """
    split = _split_words(words)
    others = {place.colour for place in session.seats} - {seat}
    if (
        kind in (ClaimKind.MISSED, ClaimKind.MAIL)
        and split[:1] == ["for"]
        and others & set(split[1:2])
    ):
        return split[1]
    if kind == ClaimKind.MAIL and others & set(split[:1]) and not _OF_ONESELF & set(split):
        return split[0]
    return ""


def _refuse_out_of_time(claim: Claim, moment: Moment | None) -> None:
    """Raise `Refusal` after the claim time, which runs from the notice that told the claimant
    (PR-CLAIM-02).
    """
    if claim.kind == ClaimKind.CONDUCT:
        return
    if claim.kind == ClaimKind.LATE and claim.letter is not None:
        notified = clock.whole(claim.letter.taken)
    elif moment is not None and moment.is_open:
        return
    else:
        notified = evidence_file.notified_at(
            claim.game, claim.seat, claim.moment.get("told") or claim.entry, claim.made
        )
    limit = until(claim.game, notified)
    if claim.made > limit:
        raise too_late(notified, limit)


def _refuse_repeated(claim: Claim) -> None:
    """Raise `Refusal` if the seat has an open claim of that kind about that moment."""
    same = Claim.objects.filter(
        game=claim.game, seat=claim.seat, opened_by=None, kind=claim.kind, status=ClaimStatus.OPEN
    )
    if any(other.moment.get("key") == claim.moment.get("key") for other in same):
        raise Refusal(
            "You have claimed this already; it waits for its ruling.", "PR-CLAIM-01", kind="stale"
        )


# --- the row --------------------------------------------------------------------------------------


def claim_row(
    session: GameSession,
    seat: Seat,
    kind: str,
    words: str,
    letter: Arrival | None,
    moment: Mapping[str, object],
    order: str,
) -> Claim:
    """An unsaved row of a claim or case. `moment`: from `moment_data`."""
    settings = game_settings.of(session.game)
    return Claim(
        game=session.game,
        number=Claim.objects.filter(game=session.game).count() + 1,
        seat=seat,
        kind=kind,
        words=words,
        order=order,
        moment=moment,
        letter=letter,
        made=session.now,
        entry=session.game.number,
        answers_due=session.now + settings.answering_time,
        ruling_due=session.now + settings.ruling_time,
    )


def moment_data(seat: Seat, subject: Subject, about: str) -> dict[str, Any]:
    """The subject in the form in which a claim stores it, as JSON."""
    moment, stand = subject.moment, subject.stand
    if moment is None or stand is None:
        return {}
    passed: datetime | None = moment.last.end if moment.kind != "order" else stand.end
    return {
        "kind": moment.kind,
        "name": moment.name,
        "key": moment.key,
        "entry": stand.entry,
        "begun": moment.stands[0].begin.isoformat()
        if moment.kind != "order"
        else stand.begin.isoformat(),
        "passed": passed.isoformat() if passed else "",
        "waited": seat in moment.waited_for,
        "seats": list(moment.seats),
        "told": moment.last.next,
        "about": about,
    }


def latest_open(
    game_id: int, number: int | None, statuses: Sequence[str] = (ClaimStatus.OPEN,)
) -> Claim:
    """The claim with that number, else the latest with such a status. Raises `Refusal` if there is
    none.
    """
    rows = Claim.objects.filter(game=game_id)
    claim = (
        rows.filter(number=number).first()
        if number
        else rows.filter(status__in=statuses).order_by("-number").first()
    )
    if claim is None:
        raise Refusal(
            f"There is no claim {number} in this game."
            if number
            else "No claim is open in this game.",
            "PR-CLAIM-01",
            kind="stale",
        )
    return claim
