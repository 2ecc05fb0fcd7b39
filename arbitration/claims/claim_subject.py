"""The subject of a claim: the moment that it names, else the latest at which its order could have
been made (PR-CLAIM-01, PR-REMEDY-08).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from arbitration.evidence.evidence_file import OrderCheck, notice_letter
from arbitration.evidence.received_header_trust import mail
from arbitration.models import Claim, ClaimKind
from traders.domain.deadlines import turn_clock
from traders.domain.history import recording_and_replay
from traders.domain.history.claimable_moments import Moment, Stand, moments
from traders.domain.history.entries_in_words import told_to
from traders.domain.history.moment_labels import MomentLabel, moment_in
from traders.domain.play.commands import registry
from traders.domain.play.game_session import GameSession
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import fold, named
from traders.models import Arrival, Entry, Game, Kind, Letter, Source

LONGEST_OPEN = timedelta(days=7)
"""How far before an entry to look for the opening of its interval."""
MOST_TRIED = 80
"""At how many moments an order is tried, the latest first."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A claim's moment, the point to which play would back up, and the order that the claim
    names.
    """

    moment: Moment | None
    stand: Stand | None
    order: str
    check: OrderCheck


def subject_of(
    session: GameSession,
    seat: Seat,
    kind: str,
    about: str,
    words: str,
    recent: Sequence[Moment],
    letter: Arrival | None,
) -> Subject:
    """Find the moment that a claim is about. Raises `Refusal` if there is none, or if an order is
    needed and could not have been made.
    """
    candidates = [moment for moment in reversed(recent) if _named(moment, about, session)]
    if about and not candidates:
        raise Refusal(
            f"There was nothing named '{about}' of late; name a reaction window, an order or a "
            "move.",
            "PR-CLAIM-01",
        )
    match kind:
        case ClaimKind.LATE:
            subject = _late(session, seat, about, candidates, recent, letter)
        case ClaimKind.MISSED:
            return _missed(session, seat, words, candidates)
        case ClaimKind.MAIL:
            subject = _mail(session, seat, words, candidates)
        case ClaimKind.PRIORITY:
            return _priority(about, words, candidates, letter)
        case _:
            moment = candidates[0] if about else None
            return Subject(moment, moment.last if moment else None, "", OrderCheck())
    if about and not (subject.check.possible and subject.order):
        _ask_back(session, seat, kind, subject, subject.order or words, recent)
    return subject


def about_move(claim: Claim) -> str:
    """Which move a claim is about, as everybody was told it; "" where it is about none."""
    entry = Entry.objects.filter(game=claim.game_id, number=claim.moment.get("entry", 0)).first()
    if entry is None or not claim.moment.get("name"):
        return ""
    move = told_to(entry, None)
    whose = f", {named(move.seat)}'s `{move.order}`" if move.order else ""
    return f" It is about move {entry.number}{whose} ({claim.moment['name']})."


def name_of(moment: Moment) -> str:
    """A window or choice as `about` names it and no other: `zap after move 12`."""
    return f"{fold(moment.name)} after move {moment.stands[0].entry}"


def _ask_back(
    session: GameSession,
    seat: Seat,
    kind: str,
    subject: Subject,
    order: str,
    recent: Sequence[Moment],
) -> None:
    """Raise `Refusal` where the order could not have been made at the moment that the claim names,
    but could at another: the claim most likely means that one.
    """
    lines = [line for line in order.splitlines() if not registry.command_of(fold(line))]
    others = [one for one in reversed(recent) if one.kind == "interval" and seat in one.seats]
    for other in others[:MOST_TRIED]:
        if other is subject.moment or (
            kind == ClaimKind.MAIL and not _notice(session, seat, other)
        ):
            continue
        stand = _stand_when_told(session, seat, other)
        if lines and all(check_order(session, seat, other, stand, line).possible for line in lines):
            named_moment = subject.moment.name if subject.moment else ""
            raise Refusal(
                f"That order could not have been made in '{named_moment}', but in '{other.name}', "
                f"which opened at {other.stands[0].begin:%H:%M UTC on %-d %B}. Say which of the "
                "two the claim is about.",
                "PR-CLAIM-01",
                kind="ambiguous",
                instead=[f"claim {kind} about {name_of(other)}"],
            )


def labels_of(recent: Sequence[Moment], about: str, session: GameSession) -> frozenset[str]:
    """Labels of the moments that `about` names, as letters that answer them carry them; empty if
    the claim names none.
    """
    return frozenset(
        moment.label
        for moment in recent
        if about and moment.label and _named(moment, about, session)
    )


def _named(moment: Moment, about: str, session: GameSession) -> bool:
    """Whether `about` names the moment: `zap`, `end`, `move 12`, `zap after move 12`."""
    if moment.kind != "order" and about == name_of(moment):
        return True
    number = re.fullmatch(r"move (\d{1,9})", about)
    if number:
        return int(number[1]) in ({moment.key} if moment.kind == "order" else _ends(moment))
    return not about or fold(moment.name) == about or fold(moment.name).startswith(f"{about} ")


def _late(
    session: GameSession,
    seat: Seat,
    about: str,
    candidates: Sequence[Moment],
    recent: Sequence[Moment],
    letter: Arrival | None,
) -> Subject:
    if letter is None:
        raise Refusal("No letter of yours was refused as late.", "PR-CLAIM-01")
    answered = [moment for moment in reversed(recent) if _answers(letter, moment, session)]
    fits = answered if not about or any(moment in candidates for moment in answered) else candidates
    if not fits:
        raise Refusal("What your letter answered is no longer in play.", "PR-CLAIM-01")
    moment, sent = fits[0], mail(letter)
    stand = moment.stand_at(sent.reached or moment.last.begin)
    orders = [line for line in sent.text.splitlines() if not registry.command_of(fold(line))]
    refusals = [
        check
        for line in orders
        if not (check := check_order(session, seat, moment, stand, line)).possible
    ]
    return Subject(moment, stand, sent.text, refusals[0] if refusals else OrderCheck())


def _answers(letter: Arrival, moment: Moment, session: GameSession) -> bool:
    """Whether the letter answers the moment: its interval or choice, or the end of its turn by the
    clock (PR-TURN-04).
    """
    label = MomentLabel.read(letter.moment)
    if label.kind != "turn" or moment.kind != "order":
        return bool(label.kind) and moment.label == label.moment
    ended = turn_clock.ended_by(session.game, moment.seats[0], label.key)
    return ended is not None and ended.number == moment.key


def _missed(session: GameSession, seat: Seat, words: str, candidates: Sequence[Moment]) -> Subject:
    if not words:
        raise Refusal(
            "Name the order that you would have made, as in: claim missed about zap: play zap down",
            "PR-CLAIM-01",
        )
    first: OrderCheck | None = None
    for moment in candidates[:MOST_TRIED]:
        stand = moment.stands[0]
        if moment.kind == "order" and moment.seats == (seat,):
            continue  # a seat takes its own order back by `undo` (PR-BACKUP-03)
        check = check_order(session, seat, moment, stand, words)
        if check.possible and moment.is_open:
            what = "reaction window" if moment.kind == "interval" else moment.kind
            raise Refusal(
                f"The {what} '{moment.name}' is still open: send the order itself.",
                "PR-CLAIM-01",
            )
        if check.possible:
            return Subject(moment, stand, fold(words), check)
        first = first or check
    raise Refusal(
        f"You could not have made that order then. {first.why if first else ''}".strip(),
        "PR-CLAIM-01",
        *(first.rules if first else ()),
    )


def _mail(session: GameSession, seat: Seat, words: str, candidates: Sequence[Moment]) -> Subject:
    """The subject of a claim about a notice: an interval of which the seat was notified, the latest
    in which its order could have been made if it names one. Where it was notified of none, one in
    which play waited for it without asking it (PR-INTERVAL-10).
    """
    its_own = [moment for moment in candidates if moment.label and seat in moment.seats]
    notified = [moment for moment in its_own if _notice(session, seat, moment)] or [
        moment for moment in its_own if seat in moment.waited_for
    ]
    if not notified:
        raise Refusal(
            "No reaction window waited for you of late, so no notice of one was late.",
            "PR-CLAIM-01",
        )
    if words and _reads_as_order(session, seat, notified[0], words):
        for moment in notified:
            stand = _stand_when_told(session, seat, moment)
            if check_order(session, seat, moment, stand, words).possible:
                return Subject(moment, stand, fold(words), OrderCheck())
        stand = _stand_when_told(session, seat, notified[0])
        return Subject(
            notified[0], stand, fold(words), check_order(session, seat, notified[0], stand, words)
        )
    return Subject(notified[0], _stand_when_told(session, seat, notified[0]), "", OrderCheck())


def _priority(
    about: str,
    words: str,
    candidates: Sequence[Moment],
    letter: Arrival | None,
) -> Subject:
    intervals = [moment for moment in candidates if moment.kind == "interval"]
    if about and not intervals:
        raise Refusal(
            f"'{about}' is no reaction window in which reactions were carried out.", "PR-CLAIM-01"
        )
    if not intervals:
        return Subject(None, None, "", OrderCheck())
    moment = intervals[0]
    sent = mail(letter) if letter is not None and moment_in(letter.moment) == moment.label else None
    stand = moment.stand_at(sent.reached) if sent and sent.reached else before_carrying(moment)
    return Subject(
        moment, stand, fold(words) if fold(words).startswith("agree ") else "", OrderCheck()
    )


def reacted_in(game: Game, entry: Entry) -> tuple[Moment, Stand] | None:
    """The interval in which an entry was made, as a reaction or as its closing, and the point
    before its latest reactions; None if there is none.
    """
    intervals = [one for one in moments(game, entry.at - LONGEST_OPEN) if one.kind == "interval"]
    found = next((one for one in intervals if entry.number in _ends(one)), None)
    if found is None:
        return None
    carried = Entry.objects.filter(
        game=game, number__in=_ends(found), kind=Kind.ORDER, source=Source.INTERVAL
    )
    numbers = sorted(carried.values_list("number", flat=True))
    by_then = [number for number in numbers if number <= entry.number] or numbers
    return (found, before_carrying(found, by_then[-1])) if by_then else None


def _ends(moment: Moment) -> set[int]:
    """The entries that ended each wait at the moment: the deeds in it, and its closing."""
    return {stand.next for stand in moment.stands if stand.next}


def before_carrying(moment: Moment, number: int = 0) -> Stand:
    """The last point at which play waited before the order was carried out (before entry `number`,
    if given); if it never waited, the first point.
    """
    waiting = [
        stand for stand in moment.stands if stand.waited and (not number or stand.entry < number)
    ]
    return (waiting or moment.stands[:1])[-1]


def _notice(session: GameSession, seat: Seat, moment: Moment) -> Letter | None:
    return notice_letter(session.game, seat, moment.label, moment.stands[0].begin, session.now)


def _stand_when_told(session: GameSession, seat: Seat, moment: Moment) -> Stand:
    """The point in the interval at which the seat's notice was written."""
    notice = _notice(session, seat, moment)
    return moment.stand_at(notice.written if notice else moment.stands[0].begin)


def check_order(
    session: GameSession, seat: Seat, moment: Moment, stand: Stand, text: str
) -> OrderCheck:
    """Whether the seat could have made the order at the moment, by the position as it was then."""
    if moment.kind != "order" and seat not in moment.seats:
        return OrderCheck(
            False,
            f"You were not asked in that {moment.kind}.",
            (moment.rule,) if moment.rule else (),
        )
    engine = session.engine
    position = recording_and_replay.position_at(session.game, stand.entry)
    try:
        engine.check(position, seat, engine.read(position, seat, fold(text), session.table.names))
    except Refusal as refusal:
        return OrderCheck(False, refusal.text, refusal.rules)
    return OrderCheck()


def _reads_as_order(session: GameSession, seat: Seat, moment: Moment, text: str) -> bool:
    """Whether the text can be read as an order at the moment."""
    try:
        session.engine.read(
            recording_and_replay.position_at(session.game, moment.last.entry),
            seat,
            fold(text),
            session.table.names,
        )
    except Refusal:
        return False
    return True
