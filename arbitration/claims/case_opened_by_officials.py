"""Cases: opened by a referee or the organizer, at any time and about any move (PR-CLAIM-06)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from arbitration.claims import claim_time_limits, making
from arbitration.claims.claim_subject import Subject, labels_of, subject_of
from arbitration.evidence.evidence_file import OrderCheck
from arbitration.findings import OF_A_SEAT
from arbitration.models import Claim, ClaimKind
from arbitration.referees import conflict_of_interest
from arbitration.referees.appointing import may_rule_at_all
from traders.domain.calendar import clock
from traders.domain.history import recording_and_replay
from traders.domain.history.claimable_moments import moments
from traders.domain.people import club_roles
from traders.domain.play.game_session import GameSession, open_session
from traders.domain.play.new_game_checks import not_begun
from traders.domain.settings import game_settings
from traders.domain.timeline import timeline
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.models import Arrival, Entry, Game, Kind, Phase, Player

RULE = "PR-CLAIM-06"


@dataclass(frozen=True, slots=True)
class CaseRequest:
    """The form in which a case is opened."""

    kind: str
    words: str
    about: int = 0
    """The move that it is about; 0 if none."""
    seat: Seat = ""
    """The seat whose letter, wish or notice it is about; "" if none."""
    freeze: bool = False


def may_open(player: Player, game: Game) -> None:
    """Raise `Refusal` for a player who ever sat in the game, for a referee who has an interest in
    it, also one who organizes its club (PR-RULING-02), and for anybody but referees and the club's
    organizer (PR-CLAIM-06).
    """
    conflict_of_interest.may_judge(player, game)
    is_referee = may_rule_at_all(player)
    if not is_referee and not club_roles.organizes(player, game):
        raise Refusal("A referee or the club's organizer opens a case.", RULE)
    try:
        conflict_of_interest.without_interest(player, game, organizes=not is_referee)
    except Refusal as refusal:
        raise Refusal(refusal.text, RULE, *refusal.rules) from None
    if not game.number:
        raise Refusal(f"{not_begun(game)} There is nothing to judge.", RULE)


def open_case(
    game_id: int, player: Player, request: CaseRequest, at: datetime | None = None
) -> Claim:
    """Open a case. It gets a finding like a claim, and pauses the game only on request. Raises
    `Refusal`; nothing is changed then.
    """
    taken = at or clock.exact()
    with timeline.in_order(game_id, taken), open_session(game_id, clock.whole(taken)) as session:
        may_open(player, session.game)
        _check_request(session, request)
        stored = session.table.state
        session.settle()
        claim, check = _case_row(session, request)
        claim.opened_by = player
        claim.save()
        freezes = request.freeze and session.game.phase == Phase.PLAYING
        making.find(session, claim, check, "", stored, stopped_by=player if freezes else None)
    return claim


def _check_request(session: GameSession, request: CaseRequest) -> None:
    if request.kind not in ClaimKind.values:
        raise Refusal(
            f"There is no such case. There are: {', '.join(ClaimKind.values)}.",
            RULE,
            kind="unreadable",
        )
    if not request.words.strip():
        raise Refusal("Say what the case is about: all seats are told.", RULE, kind="unreadable")
    if request.seat and request.seat not in {place.colour for place in session.seats}:
        raise Refusal(f"There is no seat {request.seat} in this game.", RULE, kind="unreadable")


def _case_row(session: GameSession, request: CaseRequest) -> tuple[Claim, OrderCheck]:
    """The case as an unsaved row, and whether the order that it names could have been made."""
    words = request.words.strip()[: making.MOST_WORDS]
    entry = None
    if request.about:
        entry = recording_and_replay.move_in_play(session.game, request.about, RULE)
    if request.kind == ClaimKind.PRIORITY or (request.seat and request.kind in OF_A_SEAT):
        subject, letter = _subject(session, request, words, entry)
        moment = making.moment_data(request.seat, subject, _about(request))
        return making.claim_row(
            session, request.seat, request.kind, words, letter, moment, subject.order
        ), subject.check
    moment = _move_data(entry) if entry is not None else {}
    return making.claim_row(
        session, request.seat, request.kind, words, None, moment, ""
    ), OrderCheck()


def _about(request: CaseRequest) -> str:
    return f"move {request.about}" if request.about else ""


def _subject(
    session: GameSession, request: CaseRequest, words: str, entry: Entry | None
) -> tuple[Subject, Arrival | None]:
    """The subject as a claim of that seat would have it, looked for in the whole game, and the late
    letter.
    """
    since = (
        entry.at if entry else session.now - game_settings.of(session.game).claim_time
    ) - claim_time_limits.LOOKED_BACK
    recent = moments(session.game, since)
    letter = None
    if request.kind == ClaimKind.LATE:
        late = making.late_letters(
            session.game, request.seat, labels_of(recent, _about(request), session)
        )
        if not late:
            raise Refusal(f"No letter of {request.seat}'s was refused as late.", RULE)
        letter = late[-1]
    return subject_of(
        session, request.seat, request.kind, _about(request), words, recent, letter
    ), letter


def _move_data(entry: Entry) -> dict[str, object]:
    """The making of any move, in the form in which a claim stores a moment."""
    public, _ = entry.parts
    return {
        "kind": "order",
        "name": str(public["text"]) if entry.kind == Kind.ORDER else f"move {entry.number}",
        "key": entry.number,
        "entry": entry.parent,
        "begun": entry.at.isoformat(),
        "passed": entry.at.isoformat(),
        "waited": False,
        "seats": [entry.seat] if entry.seat else [],
        "told": entry.number,
        "about": f"move {entry.number}",
    }
