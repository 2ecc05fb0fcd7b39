"""Cases that nobody claims: a referee or the organizer opens one, at any time and about any move
(PR-CLAIM-06).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from arbitration.claims import making
from arbitration.claims.subject import Named, chosen, labels_of
from arbitration.evidence.dossier import Possible
from arbitration.findings import OF_A_SEAT
from arbitration.models import Claim, ClaimKind
from arbitration.referees import conflict
from arbitration.referees.appointing import may_rule_at_all
from traders.domain.calendar import clock
from traders.domain.history import record
from traders.domain.history.moments import moments
from traders.domain.play.session import GameSession, open_session
from traders.domain.settings import game_settings
from traders.domain.timeline import timeline
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.models import Arrival, Entry, Game, Kind, Phase, Player

RULE = "PR-CLAIM-06"


@dataclass(frozen=True, slots=True)
class CaseRequest:
    """What who opens a case writes into its form."""

    kind: str
    words: str
    about: int = 0
    """The move that it is about; 0: none."""
    seat: Seat = ""
    """The seat whose letter, wish or notice it is about."""
    freeze: bool = False


def may_open(player: Player, game: Game) -> None:
    """Refuse who sits or ever sat in the game (PR-RULING-02), and who is neither a referee nor the
    club's organizer (PR-CLAIM-06).
    """
    conflict.may_judge(player, game)
    organizes = game.club is not None and game.club.organizer_id == player.pk
    if not organizes and not may_rule_at_all(player):
        raise Refusal("A referee or the club's organizer opens a case.", RULE)
    if game.phase == Phase.GATHERING:
        raise Refusal("The game has not begun; there is nothing to judge.", RULE)


def open_case(
    game_id: int, player: Player, opened: CaseRequest, at: datetime | None = None
) -> Claim:
    """Open a case: it is found on like a claim, and freezes the game only if that is asked for.
    Raises `Refusal`; nothing is changed then.
    """
    taken = at or clock.exact()
    with timeline.in_order(game_id, taken), open_session(game_id, clock.whole(taken)) as session:
        may_open(player, session.game)
        _makes_sense(session, opened)
        stored = session.table.state
        session.settle()
        claim, possible = _claim(session, opened)
        claim.opened_by = player
        claim.save()
        stops = opened.freeze and session.game.phase == Phase.PLAYING
        making.find(session, claim, possible, "", stored, stopped_by=player if stops else None)
    return claim


def _makes_sense(session: GameSession, opened: CaseRequest) -> None:
    if opened.kind not in ClaimKind.values:
        raise Refusal(
            f"There is no such case. There are: {', '.join(ClaimKind.values)}.",
            RULE,
            kind="unreadable",
        )
    if not opened.words.strip():
        raise Refusal("Say what the case is about: all seats are told.", RULE, kind="unreadable")
    if opened.seat and opened.seat not in {place.colour for place in session.seats}:
        raise Refusal(f"There is no seat {opened.seat} in this game.", RULE, kind="unreadable")


def _claim(session: GameSession, opened: CaseRequest) -> tuple[Claim, Possible]:
    """The case as a row, and whether the order that it names could have been made."""
    words = opened.words.strip()[: making.MOST_WORDS]
    entry = _entry(session, opened.about) if opened.about else None
    if opened.kind == ClaimKind.PRIORITY or (opened.seat and opened.kind in OF_A_SEAT):
        named, letter = _found(session, opened, words, entry)
        moment = making.written(opened.seat, named, _about(opened))
        return making.row(
            session, opened.seat, opened.kind, words, letter, moment, named.order
        ), named.possible
    moment = _move(entry) if entry is not None else {}
    return making.row(session, opened.seat, opened.kind, words, None, moment, ""), Possible()


def _entry(session: GameSession, number: int) -> Entry:
    entry = Entry.objects.filter(game=session.game, number=number).first()
    if entry is None or entry.kind == Kind.START or not record.in_play(session.game, number):
        raise Refusal(f"Move {number} is not in play.", RULE, "PR-RECORD-02")
    return entry


def _about(opened: CaseRequest) -> str:
    return f"move {opened.about}" if opened.about else ""


def _found(
    session: GameSession, opened: CaseRequest, words: str, entry: Entry | None
) -> tuple[Named, Arrival | None]:
    """The moment as a claim of that seat would name it, looked for in the whole game."""
    since = (
        entry.at if entry else session.now - game_settings.of(session.game).claim_time
    ) - making.LOOKED_BACK
    listed = moments(session.game, since)
    letter = None
    if opened.kind == ClaimKind.LATE:
        late = making.late_letters(
            session.game, opened.seat, labels_of(listed, _about(opened), session)
        )
        if not late:
            raise Refusal(f"No letter of {opened.seat}'s was refused as late.", RULE)
        letter = late[-1]
    return chosen(session, opened.seat, opened.kind, _about(opened), words, listed, letter), letter


def _move(entry: Entry) -> dict[str, Any]:
    """The making of any move as a claim keeps a moment."""
    public = json.loads(entry.public)
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
