"""Presenter of a game's claims for one reader: a seat, or the club's organizer."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.utils import timezone

from arbitration.claims import case_opened_by_officials
from arbitration.claims.answers_and_withdrawal import heard_until
from arbitration.claims.appeals import taken_until
from arbitration.claims.claim_subject import name_of
from arbitration.claims.claim_time_limits import AFTER_THE_END, looked_at_from
from arbitration.models import Appeal, Asking, Claim, ClaimStatus, Ruling, Statement
from arbitration.referees import awaited_appeals, ruling_requests
from arbitration.remedies import right_to_pause
from traders.domain.calendar import clock
from traders.domain.history.claimable_moments import moments
from traders.domain.people import club_roles, seating
from traders.domain.settings import game_settings
from traders.engines.kernel.refusal import Refusal
from traders.models import Game, Phase, Player, Seat

MOST_LISTED = 12


@dataclass(slots=True)
class DocketEntry:
    """One claim, with what its reader may do about it."""

    claim: Claim
    mine: bool
    rulings: list[Ruling]
    statements: list[Statement]
    appeal: Appeal | None
    may_answer: bool = False
    may_appeal: bool = False
    may_freeze: bool = False
    waits_for: str = ""
    """The appeal for which its ruling waits (PR-APPEAL-01)."""
    nobody: str = ""
    """That no referee is asked, where one has to rule."""
    private_facts: list[str] = field(default_factory=list)
    """The finding's facts that are told to its reader's seat alone."""
    referees: list[Player] = field(default_factory=list)
    """The referees whom the organizer may assign."""
    askings: list[Asking] = field(default_factory=list)

    @property
    def words(self) -> str:
        """Its words, if the reader may see them: everybody may if they contain no order
        (PR-CLAIM-01).
        """
        return self.claim.words if self.mine or self.claim.is_open_to_read else ""


@dataclass
class Docket:
    """All claims of a game, and what its reader may claim."""

    game: Game
    reader: Player

    @cached_property
    def seat(self) -> Seat | None:
        """The reader's seat; None if the reader has none."""
        return Seat.objects.filter(game=self.game, player=self.reader, left=None).first()

    @cached_property
    def organizes(self) -> bool:
        """Whether the reader is the club's organizer, and never sat in the game (PR-RULING-02,
        PR-SEAT-04).
        """
        own = club_roles.organizes(self.reader, self.game)
        return own and not seating.ever_sat(self.reader, self.game)

    @property
    def may_look(self) -> bool:
        """Whether the reader may see the claims: a seat, or the organizer."""
        return self.seat is not None or self.organizes

    @property
    def may_claim(self) -> bool:
        """Whether claims are accepted now (PR-CLAIM-01, PR-CLAIM-02)."""
        ended = self.game.ended
        return (
            self.seat is not None
            and bool(self.game.number)
            and (ended is None or clock.now() <= ended + AFTER_THE_END)
        )

    @property
    def without_freeze(self) -> list[Seat]:
        """Seats that have lost the right to pause the game (PR-CLAIM-05)."""
        return [
            seat
            for seat in Seat.objects.filter(game=self.game)
            if right_to_pause.has_lost(self.game, seat.colour)
        ]

    @cached_property
    def may_open_a_case(self) -> bool:
        """Whether the reader may open a case of their own here (PR-CLAIM-06)."""
        try:
            case_opened_by_officials.may_open(self.reader, self.game)
        except Refusal:
            return False
        return True

    # --- what there is ----------------------------------------------------------------------------

    @cached_property
    def claims(self) -> list[DocketEntry]:
        """The claims, the newest first."""
        rows = (
            Claim.objects.filter(game=self.game)
            .select_related("finding", "appeal")
            .prefetch_related("rulings", "statements")
        )
        return [self._entry(claim) for claim in rows.order_by("-number")]

    @cached_property
    def _own_private(self) -> frozenset[int]:
        """What the reader said to the referee alone; whoever had the seat before is another
        (PR-CLAIM-04).
        """
        if self.seat is None:
            return frozenset()
        mine = seating.in_this_sitting(self.seat, "at")
        said = Statement.objects.filter(mine, claim__game=self.game, seat=self.seat.colour)
        return frozenset(said.filter(private=True).values_list("pk", flat=True))

    def _entry(self, claim: Claim) -> DocketEntry:
        appeal: Appeal | None = getattr(claim, "appeal", None)
        rulings = list(claim.rulings.all())
        seat = self.seat.colour if self.seat else ""
        statements = [
            statement
            for statement in claim.statements.all()
            if not statement.private or statement.pk in self._own_private
        ]
        entry = DocketEntry(
            claim, bool(seat) and claim.claimant == seat, rulings, statements, appeal
        )
        awaited = awaited_appeals.awaited(claim)
        entry.waits_for = awaited_appeals.words(awaited) if awaited else ""
        entry.private_facts = claim.finding.facts_of(seat) if seat else []
        now, waits = (
            clock.now(),
            appeal is not None and not any(ruling.on_appeal for ruling in rulings),
        )
        claim.game = self.game
        answered = not waits and claim.status != ClaimStatus.OPEN
        entry.nobody = "" if answered or awaited else ruling_requests.nobody(claim)
        entry.may_answer = bool(seat) and not answered and now <= heard_until(claim, appeal, now)
        entry.may_appeal = (
            bool(seat)
            and appeal is None
            and bool(rulings)
            and now <= taken_until(rulings[0], self.game, now)
        )
        entry.may_freeze = (
            self.organizes
            and waits
            and appeal is not None
            and appeal.frozen_from is None
            and self.game.phase == Phase.PLAYING
        )
        if self.organizes and (waits or claim.status == ClaimStatus.OPEN):
            entry.referees, entry.askings = (
                list(ruling_requests.may_be_asked(claim)),
                list(claim.askings.select_related("referee", "by")),
            )
        return entry

    @cached_property
    def settings(self) -> Any:
        """The game's settings of the postal rules."""
        return game_settings.of(self.game)

    # --- what a claim may be about ----------------------------------------------------------------

    @cached_property
    def intervals(self) -> list[tuple[str, str]]:
        """Recent intervals, the newest first, as a claim names each and with its time, which tells
        two of one name apart. Choices are left out: their questions are private.
        """
        windows = [moment for moment in self._moments if moment.kind == "interval"]
        often = Counter(moment.name for moment in windows)
        return [
            (
                moment.name if often[moment.name] == 1 else name_of(moment),
                f"{moment.name}, {timezone.localtime(moment.stands[0].begin):%a %-d %b %H:%M} "
                f"(after move {moment.stands[0].entry})",
            )
            for moment in windows[: -MOST_LISTED - 1 : -1]
        ]

    @cached_property
    def moves(self) -> list[tuple[str, str]]:
        """Recent orders, newest first, as `move 12` and in public words."""
        orders = [moment for moment in self._moments if moment.kind == "order"]
        return [
            (f"move {moment.key}", f"{moment.key}. {moment.seats[0]}: {moment.name}")
            for moment in orders[: -MOST_LISTED - 1 : -1]
        ]

    @cached_property
    def _moments(self) -> list[Any]:
        return (
            moments(self.game, looked_at_from(self.game, clock.now())) if self.game.number else []
        )
