"""What each remedy would make of the board: carried out on a copy that is thrown away, up to the
point where chance would fall.

No die is cast for a preview, so nobody can choose a remedy by what chance would bring
(PR-CHANCE-02), and what seats have said in secret does not speak in it (PR-STANDING-05): it ends
where others are asked. Boards are drawn as the gallery sees them, without what is hidden.
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
from arbitration.rulings.giving import Given
from traders.domain.history import record
from traders.domain.play.session import GameSession, open_session
from traders.engines.kernel.contract import Chance, Choice, Interval, Outcome, Turn
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import named
from traders.engines.registry import engine as engine_of
from traders.models import Game, Sealed

DRAWN = (Remedy.STAND, Remedy.ADMIT, Remedy.REOPEN, Remedy.REORDER, Remedy.PUT_RIGHT)
"""Remedies that bear on the board; time and conduct leave it as it is."""


@dataclass(frozen=True, slots=True)
class Preview:
    """One remedy and the board that it would make; or why it cannot be carried out."""

    remedy: str
    label: str
    board: str = ""
    waits: str = ""
    """What play would wait for then."""
    refused: str = ""
    found: bool = False
    """It is the finding's."""


class _ChanceFalls(Exception):
    """Chance would fall here."""


class _ThrownAway(Exception):
    """The copy has been looked at."""


def of(claim: Claim) -> list[Preview]:
    """A preview of each remedy that bears on the board."""
    return [
        _preview(claim, Given(remedy), found=remedy == claim.finding.remedy) for remedy in DRAWN
    ]


def of_ruling(claim: Claim, given: Given) -> Preview:
    """What a ruling would make of the board, its remedies carried out together (PR-REMEDY-09)."""
    return _preview(claim, given)


def today(game: Game) -> SafeString:
    """The board as it stands, as the gallery sees it."""
    return _drawn(game, record.position_at(game, game.head))


def _preview(claim: Claim, given: Given, *, found: bool = False) -> Preview:
    remedy, label = given.remedy, given.remedy
    try:
        ordered = giving.together(claim, given)
        label = "; ".join(str(Remedy(one).label) for one in ordered)
        board, waits = _carried_out(claim, ordered, given)
    except Refusal as refusal:
        return Preview(
            remedy, label, refused=f"{refusal.text} {' '.join(refusal.rules)}".strip(), found=found
        )
    return Preview(remedy, label, board, waits, found=found)


def _carried_out(claim: Claim, ordered: Sequence[str], given: Given) -> tuple[SafeString, str]:
    seen: list[tuple[SafeString, str]] = []
    try:
        with transaction.atomic(), open_session(claim.game_id) as session:
            copy = Claim.objects.select_related("finding").get(pk=claim.pk)
            copy.game = session.game
            _hush(session, copy.seat)
            try:
                giving.let_go(session, copy, Appeal.objects.filter(claim=copy).first(), ordered)
                remedies.carry_out(session, copy, *giving.orders_of(session, copy, ordered, given))
            except _ChanceFalls:
                pass
            seen.append((_drawn(session.game, session.table.state), _waits(session)))
            raise _ThrownAway  # all that was entered goes back
    except _ThrownAway:
        return seen[0]


SECRET = (*("standing", "standing-pass", "plan", "stop", "offer"), *("pass", "hold"))
"""Kinds of things said that only their seat knows until they are carried out (PR-STANDING-05,
PR-INTERVAL-05).
"""


def _hush(session: GameSession, claimant: str) -> None:
    """On the copy no die is cast, every interval waits, and nothing speaks that only its seat
    knows: the claimant's own words apart, that is reactions not carried out yet, and all that waits
    for an occasion.
    """
    gathered = Sealed.objects.filter(
        game=session.game, used=None, kind__in=["reaction", "answer", "agree"]
    ).exclude(seat=claimant)
    hidden = set(gathered.values_list("serial", flat=True))
    session.table.chance = _no_chance
    session.table.timing = "table"
    session.table.hushed = lambda said: said.kind in SECRET or said.serial in hidden


def _no_chance(wanted: Chance) -> Outcome:
    raise _ChanceFalls


def _drawn(game: Game, position: Any) -> SafeString:
    engine = engine_of(game.system)
    svg = engine.board_svg(engine.view(position, None))
    return mark_safe(svg[svg.index("<svg") :])  # noqa: S308 - the engine escapes names


def _waits(session: GameSession) -> str:
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
