"""Previews of remedies: each is carried out on a copy that is rolled back, up to the point where
chance would act.

No die is rolled for a preview, so that nobody can choose a remedy by its luck (PR-CHANCE-02), and
no secret note acts in it (PR-STANDING-05): it ends where others are asked. Boards are drawn as
spectators see them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.safestring import SafeString, mark_safe

from arbitration.models import Appeal, Claim, Remedy
from arbitration.remedies import remedies
from arbitration.rulings import giving
from arbitration.rulings.giving import RulingRequest
from traders.domain.history import record
from traders.domain.play.session import GameSession, open_session
from traders.engines.kernel.contract import Chance, Choice, Interval, Outcome, Turn
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import named
from traders.engines.registry import engine as engine_of
from traders.models import Game, Sealed, SealedKind

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


class _RolledBack(Exception):
    """Raised to roll the copy back."""


def of(claim: Claim) -> list[Preview]:
    """A preview of each remedy that bears on the board."""
    return [
        _preview(claim, RulingRequest(remedy), found=remedy == claim.finding.remedy)
        for remedy in DRAWN
    ]


def of_ruling(claim: Claim, request: RulingRequest) -> Preview:
    """A preview of a whole ruling, its remedies carried out together (PR-REMEDY-09)."""
    return _preview(claim, request)


def today(game: Game) -> SafeString:
    """The board as it is, as spectators see it."""
    return _drawn(game, record.position_at(game, game.head))


def _preview(claim: Claim, request: RulingRequest, *, found: bool = False) -> Preview:
    remedy, label = request.remedy, request.remedy
    try:
        ordered = giving.ordered_remedies(claim, request)
        label = "; ".join(str(Remedy(name).label) for name in ordered)
        board, waits = _carried_out(claim, ordered, request)
    except Refusal as refusal:
        return Preview(remedy, label, refused=refusal.with_rules, found=found)
    return Preview(remedy, label, board, waits, found=found)


def _carried_out(
    claim: Claim, ordered: Sequence[str], request: RulingRequest
) -> tuple[SafeString, str]:
    """The board after the remedies, and what play would wait for; everything is rolled back."""
    results: list[tuple[SafeString, str]] = []
    try:
        with transaction.atomic(), open_session(claim.game_id) as session:
            copy = Claim.objects.select_related("finding").get(pk=claim.pk)
            copy.game = session.game
            _prepare(session, copy.seat)
            try:
                giving.unfreeze(session, copy, Appeal.objects.filter(claim=copy).first(), ordered)
                remedies.carry_out(
                    session, copy, *giving.orders_of(session, copy, ordered, request)
                )
            except _ChanceFalls:
                pass
            results.append((_drawn(session.game, session.table.state), _waits(session)))
            raise _RolledBack  # rolls everything back
    except _RolledBack:
        return results[0]


SECRET_KINDS = (
    SealedKind.STANDING,
    SealedKind.STANDING_PASS,
    SealedKind.PLAN,
    SealedKind.STOP,
    SealedKind.OFFER,
    SealedKind.PASS,
    SealedKind.HOLD,
)
"""Kinds of sealed notes that only their seat knows until they are carried out (PR-STANDING-05,
PR-INTERVAL-05).
"""


def _prepare(session: GameSession, claimant: str) -> None:
    """Prepare the copy: block dice, make every interval wait, and ignore secret notes of seats
    other than the claimant.
    """
    collected = Sealed.objects.filter(
        game=session.game,
        used=None,
        kind__in=[SealedKind.REACTION, SealedKind.ANSWER, SealedKind.AGREE],
    ).exclude(seat=claimant)
    others_reactions = set(collected.values_list("serial", flat=True))
    session.table.chance = _stop_at_chance
    session.table.timing = "table"
    session.table.hushed = lambda note: note.kind in SECRET_KINDS or note.serial in others_reactions


def _stop_at_chance(wanted: Chance) -> Outcome:
    raise _ChanceFalls


def _drawn(game: Game, position: Any) -> SafeString:
    engine = engine_of(game.system)
    svg = engine.board_svg(engine.view(position, None))
    return mark_safe(svg[svg.index("<svg") :])  # noqa: S308 - the engine escapes names


def _waits(session: GameSession) -> str:
    """What play waits for, in words."""
    pending = session.engine.pending(session.table.state)
    match pending:
        case Turn(seats=seats, stage=stage):
            return f"{', '.join(seats)} to play: {stage}"
        case Interval(name=name, seats=seats):
            return (
                f"the interval '{name}' is open for {', '.join(seats)}: what they would do, or "
                "have ordered for it, is not shown"
            )
        case Choice(seat=seat, question=question):
            return f"{named(seat)} chooses: {question}"
        case Chance(purpose=purpose):
            return f"chance falls afresh: {purpose}"
    return "the game is over"
