"""What the page of one case shows its referee: hidden things only once they were opened with a
reason (PR-RULING-02).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.utils.safestring import SafeString

from arbitration.claims.statements import all_have_answered
from arbitration.evidence import dossier, timeline
from arbitration.evidence.items import DisputedMoment, Piece
from arbitration.evidence.seen import seen
from arbitration.models import (
    Appeal,
    Asking,
    CasebookEntry,
    Claim,
    ClaimStatus,
    Recusal,
    Ruling,
    Statement,
)
from arbitration.pages import drawing, hours
from arbitration.referees import asking, conflict, openings
from arbitration.rulings import conduct_record, previews
from traders.domain.calendar import clock
from traders.domain.history import record
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.rulebook import Rule
from traders.engines.registry import engine as engine_of
from traders.models import Phase, Player
from traders.web.books import book_of_rule, books

VEILED = "hidden: {} alone knows what it says"


@dataclass(frozen=True, slots=True)
class Item:
    """An item of the evidence as the page shows it: its time and words by the reader's clock,
    beside them that of the seat whose doing it is.
    """

    piece: Piece
    time: str
    text: str
    beside: str


@dataclass
class Case:
    """One claim as one referee may see it."""

    claim: Claim
    referee: Player

    # --- where it stands --------------------------------------------------------------------------

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
        return (
            self.claim.status == ClaimStatus.RULED
            and self.appeal is not None
            and len(self.rulings) < 2
        )

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
        """Until when the others are heard; None once all have answered or the time is over
        (PR-CLAIM-04).
        """
        due = self.appeal.answers_due if self.appeal else self.claim.answers_due
        return None if clock.now() > due or all_have_answered(self.claim, self.appeal) else due

    # --- evidence ---------------------------------------------------------------------------------

    @cached_property
    def opened(self) -> bool:
        return openings.is_open(self.claim, self.referee)

    @cached_property
    def at(self) -> DisputedMoment | None:
        return dossier.at_of(self.claim)

    @cached_property
    def pieces(self) -> list[Piece]:
        """The evidence, what is hidden without its words."""
        return [
            piece if self.opened or not self._veiled(piece) else _without_words(piece)
            for piece in timeline.pieces(self.claim, self.at)
        ]

    def _veiled(self, piece: Piece) -> bool:
        """What is for certain seats alone; but an answer was sent to the referee, and the
        claimant's letters are what the claim rests on. Of a case nobody asked for, the letters of
        the seat that it is about stay closed until they are opened with a reason (PR-RULING-02).
        """
        if piece.to is None or piece.source == "an answer":
            return False
        return piece.source.startswith("sealed") or self.claim.claimant not in piece.to

    @property
    def time_line(self) -> SafeString:
        pieces = [
            replace(piece, text=hours.read(piece.text, self.claim.made))
            for piece in self.pieces
            if not piece.aside
        ]
        return drawing.time_line(pieces, self.at)

    @property
    def items(self) -> list[Item]:
        """The evidence by the reader's clock; what has little to do with the moment is `aside`."""
        return [self._item(piece) for piece in self.pieces if not piece.aside]

    @property
    def aside(self) -> list[Item]:
        return [self._item(piece) for piece in self.pieces if piece.aside]

    def _item(self, piece: Piece) -> Item:
        own = next((seat for seat in self.hours if seat.seat == piece.by), None)
        beside = f"{own.seat}: {own.local(piece.at)}" if own else ""
        return Item(piece, hours.written(piece.at), hours.read(piece.text, self.claim.made), beside)

    @cached_property
    def hours(self) -> list[hours.SeatHours]:
        """Each seat's own hours and clock."""
        return hours.seats_of(self.claim, self.at)

    @property
    def moments(self) -> list[tuple[str, str, list[str]]]:
        """The times that count, by the reader's clock and by each seat's own."""
        at = self.at
        times = (
            [
                ("the moment began", at.begun),
                ("it was over", at.over if at.due or at.passed else None),
            ]
            if at
            else []
        )
        times.append(("the claim was made", self.claim.made))
        return [
            (what, hours.written(when), [seat.local(when) for seat in self.hours])
            for what, when in times
            if when
        ]

    @property
    def seen(self) -> list[str]:
        """What the claimant had seen when the order was written."""
        return [hours.read(text, self.claim.made) for text in seen(self.claim, self.at)]

    @cached_property
    def conduct(self) -> list[conduct_record.Ruled]:
        """What was ruled on these players' conduct before."""
        return conduct_record.earlier(self.claim)

    @property
    def facts(self) -> list[tuple[str, str]]:
        """The finding's facts, each with its source."""
        hushed = "a fact about the position that only the open case shows"
        near = self.claim.made
        return [
            (hushed if to == [] and not self.opened else hours.read(text, near), source)
            for text, source, to in self.claim.finding.facts
        ]

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

    # --- boards -----------------------------------------------------------------------------------

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
        position = record.position_at(game, game.head)
        seats = game.seats.order_by("place").values_list("colour", flat=True)
        return [(seat, engine.board_text(engine.view(position, seat))) for seat in seats]

    # --- who judges -------------------------------------------------------------------------------

    @property
    def askings(self) -> list[Asking]:
        """Who was asked to rule, and by whom."""
        return list(self.claim.askings.select_related("referee", "by"))

    @property
    def recusals(self) -> list[Recusal]:
        """Who does not judge it, by their own word."""
        return list(self.claim.recusals.select_related("referee"))

    @property
    def others(self) -> list[Player]:
        """Other referees to whom it can be handed on."""
        return list(asking.may_be_asked(self.claim).exclude(pk=self.referee.pk))

    @property
    def may_stop(self) -> bool:
        """Whether the referee may stop the game for it (PR-CLAIM-03)."""
        open_and_played = (
            self.claim.status == ClaimStatus.OPEN and self.claim.game.phase == Phase.PLAYING
        )
        return open_and_played and self.claim.frozen_from is None


def _without_words(piece: Piece) -> Piece:
    return replace(piece, text=VEILED.format(", ".join(piece.to or ()) or "the referee"))
