"""Making a claim: what it is about, whether it makes sense, and what follows from its finding
(PR-CLAIM).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from arbitration import findings
from arbitration.casebook import precedents
from arbitration.claims.subject import Named, chosen, labels_of
from arbitration.evidence import dossier
from arbitration.evidence.dossier import Possible
from arbitration.evidence.reactions import gathered_by_arrival
from arbitration.evidence.transfer_lines import reacted, refused_as_late
from arbitration.findings import FindingResult
from arbitration.models import Claim, ClaimKind, ClaimStatus, Finding
from arbitration.remedies import due_dates, freezing, remedies
from traders.domain.history.labels import moment_in
from traders.domain.history.moments import Moment, moments
from traders.domain.play.session import GameSession
from traders.domain.settings import game_settings
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.models import Arrival, ArrivalOutcome, Entry, Game, Phase, Player

AFTER_THE_END = timedelta(days=1)
"""How long after the end of a game claims are taken (PR-CLAIM-02)."""
LOOKED_BACK = timedelta(days=3)
"""How much further back than the claim time moments are looked for: an interval may have waited
long before it passed.
"""
MOST_WORDS = 4_000
MOST_LETTERS = 500
"""Letters of a seat, the newest first, among which those refused as late are looked for."""


def make(session: GameSession, seat: Seat, kind: str, about: str, words: str) -> Claim:
    """Take a claim: refused where it makes no sense, else found on, and carried out, frozen for or
    left beside play as the rules say.
    """
    if kind not in ClaimKind.values:
        raise Refusal(
            f"There is no claim '{kind}'. There are: {', '.join(ClaimKind.values)}.",
            kind="unreadable",
            instead=[f"claim {k}" for k in ClaimKind.values],
        )
    _may_claim(session, seat)
    stored = session.table.state
    session.settle()
    words = words.strip()[:MOST_WORDS]
    since = session.now - game_settings.of(session.game).claim_time - LOOKED_BACK
    listed = moments(session.game, since)
    letter, other = _late_letter(session, seat, kind, words, labels_of(listed, about, session))
    named = (
        chosen(session, seat, kind, about, words, listed, letter)
        if not other
        else Named(None, None, "", Possible())
    )
    claim = row(session, seat, kind, words, letter, written(seat, named, about), named.order)
    _in_time(claim, named.moment)
    _once(claim)
    claim.save()
    find(session, claim, named.possible, other, stored)
    return claim


def find(
    session: GameSession,
    claim: Claim,
    possible: Possible,
    other: Seat,
    stored: Any,
    *,
    stopped_by: Player | None = None,
) -> None:
    """Work the finding out and do what follows from it in the second of the claim, or of the case
    (PR-FINDING-01, PR-CLAIM-06). `stopped_by`: who opens the case stops the game for it.
    """
    made = findings.find(dossier.compile(claim, possible, other, stored))
    finding = _kept(session, claim, made)
    about = f" about {claim.moment['name']}" if claim.moment.get("name") else ""
    session.change_set.at_once = True
    session.change_set.notices.append(
        f"{claim.name.capitalize()}, by {claim.by}: {claim.kind}{about}.{_shown(claim)}"
    )
    if made.by_itself and not session.game.stayed and session.game.phase == Phase.PLAYING:
        remedies.by_itself(session, claim, finding)
        return
    if session.game.phase == Phase.PLAYING:
        _freeze(session, claim, made, stopped_by)
    due_dates.open_for(claim)
    who = "Every other seat" if claim.claimant else "Every seat"
    session.change_set.notices.append(
        f"{who} may answer until {claim.answers_due:%H:%M UTC on %-d %B}: answer "
        f"{claim.number}: <words>"
        + (
            " The game is frozen until it is ruled on; orders sent meanwhile wait."
            if claim.freezes
            else ""
        )
    )


def _kept(session: GameSession, claim: Claim, made: FindingResult) -> Finding:
    return Finding.objects.create(
        claim=claim,
        remedy=made.remedy,
        rules=list(made.rules),
        facts=[
            [fact.text, fact.source, list(fact.to) if fact.to is not None else None]
            for fact in made.facts
        ],
        lesser=list(made.lesser),
        order=made.order,
        moment=claim.moment,
        reveals=made.reveals,
        earlier=[entry.pk for entry in precedents.on(claim.game, made.rules)],
        made=session.now,
    )


def _freeze(
    session: GameSession, claim: Claim, made: FindingResult, stopped_by: Player | None
) -> None:
    """A claim freezes the game where its finding does; a case where who opens it says so
    (PR-CLAIM-03, PR-CLAIM-06).
    """
    if stopped_by is not None:
        freezing.stop(session, claim, stopped_by)
    elif claim.claimant and made.freezes:
        freezing.freeze(session, claim)
    elif made.refuted:
        session.change_set.notices.append(
            "The moves, done again from the first, lead to the position as it is: for now it "
            "stands, and the matter is heard "
            "while play goes on (PR-CLAIM-03)."
        )


def _shown(claim: Claim) -> str:
    """The words of a claim, where they name no order (PR-CLAIM-01)."""
    return f' "{claim.words}"' if claim.words and claim.is_open_to_read else ""


# --- refusals -------------------------------------------------------------------------------------


def _may_claim(session: GameSession, seat: Seat) -> None:
    game = session.game
    if game.phase == Phase.GATHERING:
        raise Refusal("The game has not begun; there is nothing to claim.", "PR-CLAIM-01")
    if game.ended is not None and session.now > game.ended + AFTER_THE_END:
        raise Refusal("The game has been over for more than a day.", "PR-CLAIM-02")


def _late_letter(
    session: GameSession, seat: Seat, kind: str, words: str, named: frozenset[str]
) -> tuple[Arrival | None, Seat]:
    """The seat's latest letter refused as late, where the claim names moments the latest that
    answered one of these; else the other seat whose letter the claim is about (PR-CLAIM-01).
    """
    if kind not in (ClaimKind.LATE, ClaimKind.PRIORITY):
        return None, _another(session, seat, kind, words)
    claim_time = game_settings.of(session.game).claim_time
    since = session.now - claim_time
    if kind == ClaimKind.PRIORITY and gathered_by_arrival(session.game):
        return _reaction_of(session.game, seat, named, since), ""
    late = late_letters(session.game, seat, named)
    in_time = [letter for letter in late if letter.taken >= since]
    if kind == ClaimKind.PRIORITY or in_time:
        return (in_time[-1] if in_time else None), ""
    if late:
        raise _too_late(late[-1].taken.replace(microsecond=0), claim_time)
    others = {place.colour for place in session.seats} - {seat}
    spoken = [word for word in _words(words) if word in others]
    if spoken:
        # whether a letter of that seat's was late is nobody else's to find out
        return None, spoken[0]
    raise Refusal("No letter of yours was refused as late.", "PR-CLAIM-01")


def late_letters(game: Game, seat: Seat, named: frozenset[str]) -> list[Arrival]:
    """The seat's letters refused as late, oldest first: those that answered one of the moments
    named, if there are such.
    """
    late = [letter for letter in _with_orders(game, seat) if refused_as_late(letter)]
    return [letter for letter in late if moment_in(letter.moment) in named] or late


def _with_orders(game: Game, seat: Seat) -> list[Arrival]:
    """The seat's letters with orders, in the order in which they were taken."""
    outcomes = [ArrivalOutcome.ORDERS, ArrivalOutcome.CONFIRMED]
    rows = (
        Arrival.objects.filter(game=game, seat__colour=seat, outcome__in=outcomes)
        .defer("raw")
        .order_by("-taken", "-pk")
    )
    return list(reversed(rows[:MOST_LETTERS]))


def _reaction_of(game: Game, seat: Seat, named: frozenset[str], since: datetime) -> Arrival | None:
    """The seat's earliest letter with a reaction in the latest of the intervals named that it
    reacted in (PR-MAIL-02).
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


def _words(text: str) -> list[str]:
    return [str(word) for word in re.findall(r"[a-z]+", text.lower())]


_OF_ONESELF = frozenset(("i", "me", "my", "mine"))


def _another(session: GameSession, seat: Seat, kind: str, words: str) -> Seat:
    """The other seat for which a claim is made: it begins with `for <seat>`; of a notice, with the
    seat itself and never says `I`.

    Told by the words alone: what has become of another's notice is nobody's to find out by claims
    (PR-INTERVAL-05).
    """
    said = _words(words)
    others = {place.colour for place in session.seats} - {seat}
    if (
        kind in (ClaimKind.MISSED, ClaimKind.MAIL)
        and said[:1] == ["for"]
        and others & set(said[1:2])
    ):
        return said[1]
    if kind == ClaimKind.MAIL and others & set(said[:1]) and not _OF_ONESELF & set(said):
        return said[0]
    return ""


def _in_time(claim: Claim, moment: Moment | None) -> None:
    """Within the claim time of the notice that told the claimant of the matter (PR-CLAIM-02)."""
    if claim.kind == ClaimKind.CONDUCT:
        return
    settings = game_settings.of(claim.game)
    if claim.kind == ClaimKind.LATE and claim.letter is not None:
        told = claim.letter.taken.replace(microsecond=0)
    elif moment is not None and moment.is_open:
        return
    else:
        told = dossier.told_of(
            claim.game, claim.seat, claim.moment.get("told") or _latest(claim), claim.made
        )
    if claim.made > told + settings.claim_time:
        raise _too_late(told, settings.claim_time)


def _too_late(told: datetime, claim_time: timedelta) -> Refusal:
    limit = told + claim_time
    return Refusal(
        f"The time for a claim ran from {told:%H:%M UTC on %-d %B}, and was over at "
        f"{limit:%H:%M:%S UTC on %-d %B}.",
        "PR-CLAIM-02",
    )


def _latest(claim: Claim) -> int:
    """The last entry: what a claim about nothing in particular is about."""
    return int(
        Entry.objects.filter(game=claim.game)
        .order_by("-number")
        .values_list("number", flat=True)[0]
    )


def _once(claim: Claim) -> None:
    """The same claim is made once."""
    same = Claim.objects.filter(
        game=claim.game, seat=claim.seat, opened_by=None, kind=claim.kind, status=ClaimStatus.OPEN
    )
    if any(other.moment.get("key") == claim.moment.get("key") for other in same):
        raise Refusal(
            "You have claimed this already; it waits for its ruling.", "PR-CLAIM-01", kind="stale"
        )


# --- the row --------------------------------------------------------------------------------------


def row(
    session: GameSession,
    seat: Seat,
    kind: str,
    words: str,
    letter: Arrival | None,
    moment: dict[str, Any],
    order: str,
) -> Claim:
    """A claim's row, or a case's, not stored yet. `moment`: as `written` has it."""
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


def written(seat: Seat, named: Named, about: str) -> dict[str, Any]:
    """The moment as the claim keeps it."""
    moment, stand = named.moment, named.stand
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
    """The claim with that number, else the latest of such status; refused where there is none."""
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
