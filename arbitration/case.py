"""What the page of one case shows its referee: hidden things only once they were opened with a reason (PR-RULING-02)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.utils.safestring import SafeString

from arbitration import conflict, dossier, drawing, openings, previews, timeline
from arbitration.evidence import At, Piece
from arbitration.models import Appeal, CasebookEntry, Claim, ClaimStatus, Ruling, Statement
from arbitration.statements import all_have_answered
from traders.domain import clock, history
from traders.engines.contract import Refusal
from traders.engines.registry import engine as engine_of
from traders.engines.rulebook import Rule
from traders.models import Player
from traders.web.books import book_of_rule, books

VEILED = "hidden: {} alone knows what it says"


@dataclass
class Case:
    """One claim as one referee may see it."""

    claim: Claim
    referee: Player

    # --- where it stands -------------------------------------------------------------------------------------------------------

    @cached_property
    def appeal(self) -> Appeal | None:
        return Appeal.objects.filter(claim=self.claim).first()

    @cached_property
    def rulings(self) -> list[Ruling]:
        return list(self.claim.rulings.select_related("referee"))

    @property
    def to_rule(self) -> bool:
        """Whether a ruling is still to be given: on the claim, or on the appeal."""
        if self.claim.status == ClaimStatus.OPEN:
            return True
        return self.claim.status == ClaimStatus.RULED and self.appeal is not None and len(self.rulings) < 2

    @cached_property
    def barred(self) -> str:
        """Why this referee may not rule on it; "" where nothing stands against it."""
        try:
            conflict.may_rule(self.referee, self.claim)
        except Refusal as refusal:
            return f"{refusal.text} ({', '.join(refusal.rules)})"
        return ""

    @property
    def heard_until(self) -> Any:
        """Until when the others are heard; None once all have answered or the time is over (PR-CLAIM-04)."""
        due = self.appeal.answers_due if self.appeal else self.claim.answers_due
        return None if clock.now() > due or all_have_answered(self.claim, self.appeal) else due

    # --- evidence --------------------------------------------------------------------------------------------------------------

    @cached_property
    def opened(self) -> bool:
        return openings.is_open(self.claim, self.referee)

    @cached_property
    def at(self) -> At | None:
        return dossier.at_of(self.claim)

    @cached_property
    def pieces(self) -> list[Piece]:
        """The evidence, what is hidden without its words."""
        return [
            piece if self.opened or not self._veiled(piece) else _without_words(piece) for piece in timeline.pieces(self.claim, self.at)
        ]

    def _veiled(self, piece: Piece) -> bool:
        """What is for certain seats alone; but an answer was sent to the referee, and the claimant's letters are what the claim rests on."""
        if piece.to is None or piece.source == "an answer":
            return False
        return piece.source.startswith("sealed") or self.claim.seat not in piece.to

    @property
    def time_line(self) -> SafeString:
        return drawing.time_line(self.pieces, self.at)

    @property
    def facts(self) -> list[tuple[str, str]]:
        """The finding's facts, each with its source."""
        hushed = "a fact about the position that only the open case shows"
        return [(hushed if to == [] and not self.opened else text, source) for text, source, to in self.claim.finding.facts]

    @property
    def rules(self) -> list[tuple[str, Rule | None]]:
        """The rules that the finding cites, with their texts; the one that decides first."""
        found = []
        for rule_id in self.claim.finding.rules:
            book = book_of_rule(rule_id)
            found.append((rule_id, books()[book][rule_id] if book else None))
        return found

    @cached_property
    def statements(self) -> list[Statement]:
        return list(self.claim.statements.all())

    @cached_property
    def earlier(self) -> list[CasebookEntry]:
        """Earlier rulings on the same rules (PR-PRECEDENT-01)."""
        return list(CasebookEntry.objects.filter(pk__in=self.claim.finding.earlier))

    # --- boards ----------------------------------------------------------------------------------------------------------------

    @cached_property
    def today(self) -> SafeString:
        return previews.today(self.claim.game)

    @cached_property
    def remedies(self) -> list[previews.Preview]:
        return previews.of(self.claim) if self.to_rule and not self.barred else []

    @property
    def hands(self) -> list[tuple[str, str]]:
        """What each seat sees of the board now, hand and money among it; only once opened."""
        if not self.opened:
            return []
        game = self.claim.game
        engine = engine_of(game.system)
        position = history.position_at(game, game.head)
        seats = game.seats.order_by("place").values_list("colour", flat=True)
        return [(seat, engine.board_text(engine.view(position, seat))) for seat in seats]


def _without_words(piece: Piece) -> Piece:
    return replace(piece, text=VEILED.format(", ".join(piece.to or ()) or "the referee"))
