"""Presenter of the case page for a referee. What is not public is shown to the referee who is asked
now alone (PR-CLAIM-04), hidden things only after they were opened with a reason (PR-RULING-02).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from django.utils.safestring import SafeString

from arbitration.claims.answers_and_withdrawal import all_have_answered, heard_until
from arbitration.evidence import deadline_history, evidence_file, evidence_timeline
from arbitration.evidence.claimant_knowledge import seen
from arbitration.evidence.evidence_types import DisputedMoment, EvidenceItem
from arbitration.models import (
    Appeal,
    Asking,
    CasebookEntry,
    Claim,
    ClaimStatus,
    Opening,
    Recusal,
    Ruling,
    Statement,
)
from arbitration.pages import case_times, timeline_drawing
from arbitration.referees import awaited_appeals, conflict_of_interest, ruling_requests
from arbitration.referees.appointing import may_rule_at_all
from arbitration.rulings import conduct_record, remedy_previews
from traders.domain.calendar import clock
from traders.domain.history import recording_and_replay
from traders.domain.read_models.rulebook_names import book_of_rule, books
from traders.engines.kernel.book.rulebook import Rule
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import named
from traders.engines.registry import engine as engine_of
from traders.models import Phase, Player, at_once

HIDDEN_TEXT = "hidden: {} alone knows what it says"
FOR_THE_ASKED = "The referee who is asked now is shown this."


@dataclass(frozen=True, slots=True)
class ShownItem:
    """An item of evidence as the page shows it: time and text in the reader's zone, and the local
    time of the seat that acted.
    """

    item: EvidenceItem
    time: str
    text: str
    beside: str


class _Rows(NamedTuple):
    """What is read for a case beside its evidence."""

    appeals: list[Appeal]
    rulings: list[Ruling]
    statements: list[Statement]
    askings: list[Asking]
    recusals: list[Recusal]
    openings: list[Opening]
    earlier: list[CasebookEntry]
    others: list[Player]
    appeals_beside: list[Appeal]


@dataclass
class Case:
    """One claim as one referee may see it."""

    claim: Claim
    referee: Player

    # --- where it stands --------------------------------------------------------------------------

    @cached_property
    def _rows(self) -> _Rows:
        claim = self.claim
        found = at_once(
            Appeal.objects.filter(claim=claim),
            claim.rulings.select_related("referee"),
            claim.statements.all(),
            claim.askings.select_related("referee", "by"),
            claim.recusals.select_related("referee"),
            Opening.objects.filter(claim=claim, player=self.referee),
            CasebookEntry.objects.filter(pk__in=claim.finding.earlier or [0]),
            ruling_requests.may_be_asked(claim).exclude(pk=self.referee.pk),
            awaited_appeals.beside(claim),
        )
        return _Rows(*found)

    @property
    def appeal(self) -> Appeal | None:
        """The appeal against the ruling; None if there is none."""
        return next(iter(self._rows.appeals), None)

    @property
    def rulings(self) -> list[Ruling]:
        """The rulings given, the first one first."""
        return self._rows.rulings

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
        """Why this referee, who may judge the game, may not rule on it; "" if nothing stands
        against it.
        """
        try:
            conflict_of_interest.may_hear(self.referee, self.recusals, self.rulings)
        except Refusal as refusal:
            return f"{refusal.text} ({', '.join(refusal.rules)})"
        return ""

    @cached_property
    def interest(self) -> str:
        """Why this referee is not shown the case at all: once sat in the game, or has an interest
        in it (PR-RULING-02); "" if nothing stands against it.
        """
        try:
            conflict_of_interest.without_interest(self.referee, self.claim.game)
        except Refusal as refusal:
            return refusal.text
        return ""

    @property
    def _able(self) -> bool:
        """Whether nothing stands against this referee's ruling on it."""
        return not (self.interest or self.barred) and may_rule_at_all(self.referee)

    @cached_property
    def reads(self) -> bool:
        """Whether this referee is shown what is not public: `private_statements.may_read`, from the
        rows that are read anyway.
        """
        asked = ruling_requests.latest(self.askings, on_appeal=self.appeal is not None)
        return self.to_rule and asked == self.referee and self._able

    @cached_property
    def opens(self) -> bool:
        """Whether this referee may open what is hidden: `private_statements.may_open`, likewise."""
        return self.reads or (self._able and self.asked is None)

    @cached_property
    def asked(self) -> Player | None:
        """The referee who is asked now; None if nobody is."""
        return ruling_requests.asked_now(self.claim)

    @property
    def may_take(self) -> bool:
        """Whether this referee may ask for the case: nobody else is asked now."""
        return self.to_rule and self.opens and not self.reads

    @property
    def words(self) -> str:
        """The claim's words, an order in them for the referee who is asked alone (PR-CLAIM-01)."""
        shown = self.reads or self.opened or self.claim.is_open_to_read
        return self.claim.words if shown else ""

    @cached_property
    def waits_for(self) -> str:
        """The appeal for which its ruling waits, in words; "" if it waits for none
        (PR-APPEAL-01).
        """
        awaited = awaited_appeals.awaited(self.claim, among=self._rows.appeals_beside)
        return awaited_appeals.words(awaited) if awaited else ""

    @property
    def heard_until(self) -> datetime | None:
        """The end of the answering time; None once all have answered or it is over
        (PR-CLAIM-04).
        """
        due = heard_until(self.claim, self.appeal, clock.now())
        return None if clock.now() > due or all_have_answered(self.claim, self.appeal) else due

    # --- evidence ---------------------------------------------------------------------------------

    @property
    def opened(self) -> bool:
        """Whether this referee has opened what is hidden, and may still do so."""
        return bool(self._rows.openings) and self.opens

    @cached_property
    def at(self) -> DisputedMoment | None:
        """The disputed moment; None if the claim names none."""
        return evidence_file.at_of(self.claim)

    @cached_property
    def evidence(self) -> list[EvidenceItem]:
        """All items of evidence, hidden ones without their text; for who is not asked the public
        ones alone, which tell not even that there are others.
        """
        items = evidence_timeline.items(self.claim, self.at)
        if not self.reads:
            return [
                item
                for item in items
                if item.to is None or (self.opened and item.source != evidence_timeline.ANSWER)
            ]
        return [
            item if self.opened or not self._is_hidden(item) else _without_words(item)
            for item in items
        ]

    def _is_hidden(self, item: EvidenceItem) -> bool:
        """Whether an item is hidden from the referee: private to seats, except answers and the
        claimant's own letters. In a case, the letters of the seat that it is about are hidden too
        (PR-RULING-02).
        """
        if item.to is None or item.source in (evidence_timeline.ANSWER, deadline_history.SOURCE):
            return False
        return item.source.startswith("sealed") or self.claim.claimant not in item.to

    @property
    def time_line(self) -> SafeString:
        """The time line as SVG, without items in `aside`."""
        items = [
            replace(item, text=case_times.with_local_times(item.text, self.claim.made))
            for item in self.evidence
            if not item.aside
        ]
        return timeline_drawing.time_line(items, self.at)

    @property
    def items(self) -> list[ShownItem]:
        """The items of evidence in the reader's zone, without those in `aside`."""
        return [self._item(item) for item in self.evidence if not item.aside]

    @property
    def aside(self) -> list[ShownItem]:
        """The items that have little to do with the moment."""
        return [self._item(item) for item in self.evidence if item.aside]

    def _item(self, item: EvidenceItem) -> ShownItem:
        own = next((seat for seat in self.hours if seat.seat == item.by), None)
        beside = f"{named(own.seat)}: {own.local(item.at)}" if own else ""
        return ShownItem(
            item,
            case_times.local_time(item.at),
            case_times.with_local_times(item.text, self.claim.made),
            beside,
        )

    @cached_property
    def hours(self) -> list[case_times.SeatHours]:
        """Each seat's playing hours and clock."""
        return case_times.seats_of(self.claim, self.at)

    @property
    def moments(self) -> list[tuple[str, str, list[str]]]:
        """The deciding times: name, time in the reader's zone, local time of each seat."""
        disputed = self.at
        times = (
            [
                ("the moment began", disputed.begun),
                ("it was over", disputed.over if disputed.due or disputed.passed else None),
            ]
            if disputed
            else []
        )
        times.append(("the claim was made", self.claim.made))
        return [
            (name, case_times.local_time(at), [seat.local(at) for seat in self.hours])
            for name, at in times
            if at
        ]

    @cached_property
    def seen(self) -> list[str]:
        """The claimant's knowledge when the order was written, in sentences."""
        sentences = seen(self.claim, self.at) if self.reads or self.opened else []
        return [case_times.with_local_times(text, self.claim.made) for text in sentences]

    @cached_property
    def conduct(self) -> list[conduct_record.ConductRuling]:
        """Earlier rulings on these players' conduct."""
        return conduct_record.earlier(self.claim)

    @property
    def facts(self) -> list[tuple[str, str]]:
        """The finding's facts, each with its source."""
        hidden = "a fact about the position that only the open case shows"
        claimed = self.claim.made
        return [
            (
                FOR_THE_ASKED
                if to is not None and not (self.reads or self.opened)
                else hidden
                if to == [] and not self.opened
                else case_times.with_local_times(text, claimed),
                source,
            )
            for text, source, to in self.claim.finding.facts
        ]

    @property
    def rules(self) -> list[tuple[str, Rule | None]]:
        """The rules that the finding cites, with their texts; the deciding one first."""
        found = []
        for rule_id in self.claim.finding.rules:
            book = book_of_rule(rule_id)
            found.append((rule_id, books()[book][rule_id] if book else None))
        return found

    @property
    def statements(self) -> list[Statement]:
        """The answers of the other seats; those to the referee alone for who is asked now."""
        return [said for said in self._rows.statements if self.reads or not said.private]

    @property
    def private(self) -> bool:
        """Whether answers to the referee alone are shown."""
        return any(said.private for said in self.statements)

    @property
    def unread(self) -> int:
        """How many answers to the referee alone this reader is not shown."""
        return len(self._rows.statements) - len(self.statements)

    @property
    def earlier(self) -> list[CasebookEntry]:
        """Earlier rulings on the same rules (PR-PRECEDENT-01)."""
        return self._rows.earlier

    # --- boards -----------------------------------------------------------------------------------

    @cached_property
    def today(self) -> SafeString:
        """The board as it is, as spectators see it."""
        return remedy_previews.today(self.claim.game)

    @cached_property
    def remedies(self) -> list[remedy_previews.Preview]:
        """Previews of the remedies, which carry the claim's order out; empty for who is not asked
        to rule.
        """
        return remedy_previews.of(self.claim, self.at) if self.reads else []

    @property
    def hands(self) -> list[tuple[str, str]]:
        """Each seat's own view of the board, hand and money included; empty until opened."""
        if not self.opened:
            return []
        game = self.claim.game
        engine = engine_of(game.system)
        position = recording_and_replay.position_at(game, game.head)
        seats = game.seats.order_by("place").values_list("colour", flat=True)
        return [(seat, engine.board_text(engine.view(position, seat))) for seat in seats]

    # --- who judges -------------------------------------------------------------------------------

    @property
    def askings(self) -> list[Asking]:
        """The requests to referees, with whoever made them."""
        return self._rows.askings

    @property
    def recusals(self) -> list[Recusal]:
        """The recusals of referees."""
        return self._rows.recusals

    @property
    def others(self) -> list[Player]:
        """Other referees to whom it can be handed on, for who is asked now or where nobody is."""
        return self._rows.others if self.reads or self.may_take else []

    @property
    def may_stop(self) -> bool:
        """Whether the referee may pause the game for it (PR-CLAIM-03)."""
        open_and_played = (
            self.claim.status == ClaimStatus.OPEN and self.claim.game.phase == Phase.PLAYING
        )
        return open_and_played and self.claim.frozen_from is None


def _without_words(item: EvidenceItem) -> EvidenceItem:
    return replace(item, text=HIDDEN_TEXT.format(", ".join(item.to or ()) or "the referee"))
