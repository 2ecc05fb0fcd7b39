"""Previews of remedies: each is carried out on a copy in memory, up to the point where chance would
act.

No die is rolled for a preview, so that nobody can choose a remedy by its luck (PR-CHANCE-02), and
no secret note acts in it (PR-STANDING-05): it ends where others are asked. Boards are drawn as
spectators see them.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe

from arbitration.evidence import evidence_file
from arbitration.evidence.evidence_types import DisputedMoment
from arbitration.models import Claim, Remedy
from arbitration.remedies import pausing, remedy_execution
from arbitration.rulings import giving
from arbitration.rulings.giving import RulingRequest
from traders.domain.calendar import clock
from traders.domain.history import recording_and_replay
from traders.domain.play.copied_session import Original
from traders.domain.play.game_session import GameSession
from traders.domain.table.waits_in_words import waits_in_words
from traders.engines.kernel.contract.contract import Chance, Interval, Outcome
from traders.engines.kernel.refusal import Refusal
from traders.engines.registry import engine as engine_of
from traders.models import Game, SealedKind

DRAWN = (Remedy.STAND, Remedy.ADMIT, Remedy.REOPEN, Remedy.REORDER, Remedy.PUT_RIGHT)
"""Remedies that change the board; time and conduct do not."""


@dataclass(frozen=True, slots=True)
class Preview:
    """A remedy and the resulting board, or why it cannot be carried out."""

    remedy: str
    label: str
    board: str = ""
    waits: str = ""
    """What play would wait for."""
    refused: str = ""
    found: bool = False
    """Whether it is the finding's remedy."""


class _ChanceFalls(Exception):
    """Raised where chance would act."""


def of(claim: Claim, moment: DisputedMoment | None) -> list[Preview]:
    """A preview of each remedy that bears on the board; `moment` is the claim's."""
    copies = _Copies(claim, moment)
    return [
        copies.preview(RulingRequest(remedy), found=remedy == claim.finding.remedy)
        for remedy in DRAWN
    ]


def of_ruling(claim: Claim, request: RulingRequest) -> Preview:
    """A preview of a whole ruling, its remedies carried out together (PR-REMEDY-09)."""
    return _Copies(claim, evidence_file.at_of(claim)).preview(request)


def today(game: Game) -> SafeString:
    """The board as it is, as spectators see it."""
    return _drawn(game, recording_and_replay.position_now(game))


class _Copies:
    """Copies of a claim's game, one for each ruling that is tried."""

    def __init__(self, claim: Claim, moment: DisputedMoment | None) -> None:
        self.claim, self.moment = claim, moment
        self.original = Original(claim.game_id)
        self.paused = pausing.pauses_beside(claim)

    def preview(self, request: RulingRequest, *, found: bool = False) -> Preview:
        """A ruling and the resulting board, or why it cannot be carried out."""
        remedy, label = request.remedy, request.remedy
        try:
            ordered = giving.ordered_remedies(self.claim, request)
            label = "; ".join(str(Remedy(name).label) for name in ordered)
            board, waits = self._carried_out(ordered, request)
        except Refusal as refusal:
            return Preview(remedy, label, refused=refusal.with_rules, found=found)
        return Preview(remedy, label, board, waits, found=found)

    def _carried_out(
        self, ordered: Sequence[str], request: RulingRequest
    ) -> tuple[SafeString, str]:
        """The board after the remedies, and what play would wait for."""
        session = self.original.copied(clock.now())
        claim = copy.copy(self.claim)
        claim.game = session.game
        _prepare(session, claim.seat)
        session.table.still = self.paused
        try:
            orders = giving.orders_of(session, claim, ordered, request, self.moment)
            remedy_execution.carry_out(session, claim, *orders)
        except _ChanceFalls:
            pass
        return _drawn(session.game, session.table.state), _waits(session)


SECRET_KINDS = (
    SealedKind.STANDING,
    SealedKind.STANDING_PASS,
    SealedKind.PLAN,
    SealedKind.STOP,
    SealedKind.OFFER,
    SealedKind.PASS,
    SealedKind.HOLD,
    SealedKind.AHEAD,
)
"""Kinds of sealed notes that only their seat knows until they are carried out (PR-STANDING-05,
PR-INTERVAL-05).
"""


COLLECTED = (SealedKind.REACTION, SealedKind.ANSWER, SealedKind.AGREE)
"""Kinds of sealed notes that a window collects until it closes."""


def _prepare(session: GameSession, claimant: str) -> None:
    """Prepare the copy: block dice, make every interval wait, and ignore secret notes of seats
    other than the claimant.
    """
    others_reactions = {
        note.serial
        for note in session.table.said
        if note.used is None and note.kind in COLLECTED and note.seat != claimant
    }
    session.table.chance = _stop_at_chance
    session.table.timing = "table"
    session.table.hushed = lambda note: note.kind in SECRET_KINDS or note.serial in others_reactions


def _stop_at_chance(wanted: Chance) -> Outcome:
    raise _ChanceFalls


def _drawn(game: Game, position: object) -> SafeString:
    engine = engine_of(game.system)
    svg = engine.board_svg(engine.view(position, None))
    return mark_safe(svg[svg.index("<svg") :])  # noqa: S308 - the engine escapes names


def _waits(session: GameSession) -> str:
    """What play waits for, in words."""
    pending = session.engine.pending(session.table.state)
    unseen = " What they would do, or have ordered for it, is not shown."
    said = waits_in_words(pending, system=session.engine.name)
    return f"{said}{unseen if isinstance(pending, Interval) else ''}"
