"""One game as one reader may see it, gathered in three queries: the game with its deadline, its
seats, the entries of its history.

Nothing hidden comes near a page or the API: from a position only `engine.view(state, seat)` and the
menu (`offers_beside`) are taken, from an entry only what the reader's seat was told. The gallery is
`seat=None`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Q, QuerySet

from traders.domain.calendar import clock
from traders.domain.deadlines import deadline_changes, deadlines
from traders.domain.deadlines.absent_seats_and_vacation_days import is_absent
from traders.domain.history import declared_end, recording_and_replay, watching_delay
from traders.domain.history.moment_labels import MomentLabel, back_ups, label
from traders.domain.people import seating, visibility
from traders.domain.play import claim_pause
from traders.domain.play.commands import (
    confirmation_by_yes,
    leaving_and_taking_seats,
    registry,
    running_proposals,
)
from traders.domain.read_models.announced_due_times import due_of, with_deadline
from traders.domain.read_models.game_list_lines import with_another
from traders.domain.read_models.messages_and_votes import Talk, with_talk
from traders.domain.read_models.seat_holders import seated
from traders.domain.table import advice, deals
from traders.domain.table.answer_completeness import offers_beside
from traders.domain.table.table_data_types import GATHERED
from traders.domain.table.waits_in_words import silence_in_words, waits_in_words
from traders.engines.kernel.contract.contract import Engine, Interval, Offer, Over, Pending, View
from traders.engines.kernel.contract.suggestion import Suggestion
from traders.engines.kernel.contract.waits import awaited
from traders.engines.kernel.engine.optional_contract import WithPolicies
from traders.engines.registry import engine as engine_of
from traders.models import (
    Game,
    Phase,
    Player,
    Prepared,
    Proposal,
    Sealed,
    SealedKind,
    Seat,
    at_once,
)

_UNSHOWN = (SealedKind.HOLD, SealedKind.AGREE, SealedKind.OFFER, SealedKind.UNCONFIRMED)


def _games(slug: str, reader: Player | None) -> QuerySet[Game]:
    games = with_talk(with_deadline(Game.objects.select_related("club"))).filter(slug=slug)
    return with_another(games, reader)


def _seen(slug: str, reader: Player | None) -> QuerySet[Game]:
    return visibility.games_seen(_games(slug, reader), reader)


_BY_ALL = Prepared(Game, lambda slug=str: _seen(slug, None))
_BY_READER = Prepared(Game, lambda slug=str, reader=int: _seen(slug, Player(pk=reader)))
_ANY = Prepared(Game, lambda slug=str, reader=int: _games(slug, Player(pk=reader)))


def game_of(slug: str, reader: Player | None) -> Game | None:
    """The game with its club and deadline; None where there is none that the reader may see."""
    if reader is None:
        return _BY_ALL.first(slug)
    if not reader.is_superuser and (game := _BY_READER.first(slug, reader.pk)):
        return game
    hidden = _ANY.first(slug, reader.pk)
    return hidden if hidden is not None and visibility.may_see(reader, hidden) else None


@dataclass
class GameSeen:
    """One game as one reader may see it, now or after an earlier entry."""

    game: Game
    reader: Player | None
    at: int | None = None
    """The entry after which the position is shown; None is now."""
    seats: list[Seat] = field(init=False)
    mine: Seat | None = field(init=False)
    last: int = field(init=False)
    """The last entry that the reader may see: watchers may be behind (PR-RECORD-05)."""

    def __post_init__(self) -> None:
        self.seats = list(Seat.objects.filter(game=self.game).select_related("player"))
        self.mine = seating.had_by(self.reader, self.seats)
        self.last = self.game.number if self.mine else watching_delay.last_seen(self.game)
        if self.delayed and self.at is None:
            self.at = self.last

    @property
    def delayed(self) -> bool:
        """Whether the reader sees the game later than it is played."""
        return not self.mine and watching_delay.seen_until(self.game) is not None

    # --- the position -----------------------------------------------------------------------------

    @property
    def engine(self) -> Engine[Any, Any]:
        return engine_of(self.game.system)

    @property
    def seat(self) -> str | None:
        """The reader's seat; None for the gallery."""
        return self.mine.colour if self.mine else None

    @cached_property
    def _state(self) -> Any:
        game = self.game
        return (
            recording_and_replay.position_now(game)
            if self.at is None or self.at == game.head
            else recording_and_replay.position_at(game, self.at)
        )

    @cached_property
    def pending(self) -> Pending | None:
        return self._waits if self.begun else None

    @property
    def _waits(self) -> Pending:
        waits = self.engine.pending(self._state)
        return declared_end.waits(self.game, waits) if self.at in (None, self.game.head) else waits

    @property
    def shown(self) -> int:
        """The entry after which the position is shown."""
        return self.at or self.game.number

    @property
    def begun(self) -> bool:
        return self.game.number > 0

    @property
    def nearest(self) -> str:
        """Who is nearest to winning, in one line; "" where nobody is ahead."""
        found = self.engine.nearest(self.view)
        return found.told(self.seat) if found is not None else ""

    @cached_property
    def view(self) -> View:
        """What the reader's seat knows of the position shown."""
        ended = None if isinstance(self.engine.pending(self._state), Over) else self.result
        return declared_end.shown(self.engine.view(self._state, self.seat), ended)

    @cached_property
    def board_text(self) -> str:
        return self.engine.board_text(self.view)

    # --- what play waits for ----------------------------------------------------------------------

    @cached_property
    def moment(self) -> str:
        """The label of what play waits for: a form that answers it carries it."""
        if not self.pending:
            return ""
        return label(self._said_and_undone[1], MomentLabel.of(self.pending).moment, self.last)

    @property
    def due(self) -> datetime | None:
        """When what play waits for falls due; None while nobody can say, and in the past."""
        return due_of(self.game, lambda: self.pending) if self.at is None else None

    @property
    def late(self) -> bool:
        """Whether that is over, and saved or extra time runs (PR-TURN-04, PR-TURN-05)."""
        return self.due is not None and self.due < clock.shown()

    @cached_property
    def ends(self) -> datetime | None:
        """When the clock ends the turn of the reader's seat, or at the earliest carries out a round
        without its orders; None where nobody can say.
        """
        if not (self.asks_me and self.pending and self.seat):
            return None
        return deadlines.ends_of_seats(self.game, self.pending, clock.shown(), self.seats).get(
            self.seat
        )

    @cached_property
    def paused_until(self) -> datetime | None:
        """When an organizer's pause is over; None where there is none, or the table paused."""
        return deadline_changes.paused_until(self.game) if self.at is None else None

    @cached_property
    def held_until(self) -> datetime | None:
        """When play goes on at the latest, which a claim holds now (PR-CLAIM-03); None where none
        does, and in the past.
        """
        return claim_pause.ends_by(self.game) if self.at is None else None

    @cached_property
    def waited_for(self) -> tuple[str, ...]:
        """Seats that may speak now, by public facts alone."""
        return awaited(self.pending)

    @property
    def may_speak(self) -> bool:
        """Whether the reader is among those that may speak now, and has not said its last word."""
        return self.seat is not None and self.seat in self.waited_for and not self.passed

    @property
    def asks_me(self) -> bool:
        """Whether the reader may speak now and is asked to (PR-INTERVAL-10)."""
        return (
            self.mine is not None
            and self.may_speak
            and bool(self.game.asked >> self.mine.place & 1)
        )

    @property
    def passed(self) -> bool:
        """Whether the reader's seat has passed in the interval that is open."""
        return isinstance(self.pending, Interval) and any(
            said.kind == SealedKind.PASS for said in self.sealed
        )

    @property
    def reacted(self) -> bool:
        """Whether a reaction of the reader's seat is kept until the open interval closes."""
        return self._kept(SealedKind.REACTION)

    @property
    def answered(self) -> bool:
        """Whether a reaction or answer of its seat is kept until the open interval closes."""
        return self._kept(*GATHERED)

    def _kept(self, *kinds: SealedKind) -> bool:
        kept = {said.interval for said in self.sealed if said.kind in kinds}
        return isinstance(self.pending, Interval) and self.pending.key in kept

    @cached_property
    def sealed(self) -> list[Sealed]:
        """What the reader's own seat said that is not public yet, oldest first (PR-STANDING-05:
        nobody else sees it).
        """
        if self.mine is None or not self.may_order:
            return []
        key = getattr(self.pending, "key", 0)
        own = [
            said
            for said in self._said
            if said.seat == self.mine.colour and said.kind not in _UNSHOWN
        ]
        return [said for said in own if said.kind != SealedKind.PASS or said.interval == key]

    @property
    def _said(self) -> list[Sealed]:
        """What the reader's seat said, and what it was offered, that counts and is not public yet,
        oldest first.
        """
        return self._said_and_undone[0]

    @cached_property
    def _said_and_undone(self) -> list[list[Any]]:
        """That, and the game's back-ups."""
        said = Sealed.objects.none()
        if self.seat is not None:
            own = Q(seat=self.seat) | Q(kind=SealedKind.OFFER, data__to=self.seat)
            said = Sealed.objects.filter(own, game=self.game, used=None).order_by("serial")
        return at_once(said, back_ups([self.game.pk]))

    @property
    def waits(self) -> str:
        """What play waits for, in a sentence for this reader."""
        told = waits_in_words(self.pending, self.seat, self.game.system)
        return told or "The game has not begun."

    @property
    def silence(self) -> str:
        """The order that stands for the reader who does nothing, where `waits` does not tell."""
        return silence_in_words(self.pending, self.game.system)

    @property
    def result(self) -> Over | None:
        return self.pending if isinstance(self.pending, Over) else None

    @property
    def may_order(self) -> bool:
        """Whether the reader has an order box: a seat in a game under way, and looks at now."""
        return self.mine is not None and self.at is None and self.begun

    @cached_property
    def menu(self) -> tuple[Offer, ...]:
        """What the reader's seat may do now."""
        if self.mine is None or not self.may_order or self.result:
            return ()
        answered = [
            said.text
            for said in self.sealed
            if said.kind == SealedKind.ANSWER and said.interval == getattr(self.pending, "key", 0)
        ]
        offers: Sequence[Offer] = offers_beside(
            self.engine, self._state, self.mine.colour, answered
        )
        if self.pending is not None and self.may_speak:
            offers = registry.with_passes(self.pending, self.mine.colour, offers)
        bargains = [said for said in self._said if said.kind == SealedKind.OFFER]
        return (*offers, *deals.menu(self.engine, self._state, bargains, self.mine.colour))

    @cached_property
    def wishes(self) -> tuple[Offer, ...]:
        """The policies that the reader's seat may choose from now (PR-STANDING-04)."""
        engine = self.engine
        return engine.wishes(self.view) if self.menu and isinstance(engine, WithPolicies) else ()

    @cached_property
    def suggestion(self) -> Suggestion | None:
        """What the reader is advised to order; None for a reader who wants no hints, or was asked
        whether they mean what cannot be taken back.
        """
        wanted = self.reader is not None and self.reader.hints and self.asks_me
        if not wanted or not self.menu or self.reacted or self.unconfirmed is not None:
            return None
        return advice.suggested(self.engine, self.view, self.pending, self.menu)

    def odds(self, lines: Sequence[str]) -> str:
        """The odds of what the reader would order, as far as its seat can see them."""
        return advice.odds(self.engine, self._state, self.seat, lines) if self.seat else ""

    @property
    def unconfirmed(self) -> Sealed | None:
        """What the reader's seat was asked whether it means it, as long as the answer counts
        (PR-SEAT-06).
        """
        found = next((said for said in self._said if said.kind == SealedKind.UNCONFIRMED), None)
        return (
            found
            if found is not None and clock.now() <= confirmation_by_yes.waits_until(found)
            else None
        )

    @property
    def silent(self) -> bool:
        """Whether the reader's seat was asked whether it is still there (PR-SEAT-05)."""
        return self.mine is not None and self.may_order and is_absent(self.mine, self.game)

    # --- the table --------------------------------------------------------------------------------

    @cached_property
    def talk(self) -> Talk:
        """What is said, and to be voted on."""
        return Talk(self.game, self.mine)

    @cached_property
    def votes(self) -> list[tuple[Proposal, str, running_proposals.Running, datetime | None]]:
        """What is before the table for the reader's vote, in words, what comes of it when, and when
        the reader agrees by saying nothing (PR-SEAT-12, PR-BACKUP-05).
        """
        found = self.talk.proposals
        if not found:
            return []
        playing, now = self.engine.seats_in_order(self._state), clock.now()
        running = [
            running_proposals.running(self.game, self.seats, playing, one, now) for one, _ in found
        ]
        return [
            (one, words, vote, vote.silence_agrees.get(self.seat or ""))
            for (one, words), vote in zip(found, running, strict=True)
        ]

    @cached_property
    def free(self) -> list[tuple[Seat, str]]:
        """Seats that a substitute may take now, in a game that is being played, each with why the
        reader may not, "" where they may or are not known yet (PR-SEAT-01).
        """
        if self.game.phase != Phase.PLAYING or self.at is not None:
            return []
        found = [seat for seat in self.seats if leaving_and_taking_seats.is_free(seat)]
        return [
            (seat, leaving_and_taking_seats.why_not(self.game, seat, self.reader)) for seat in found
        ]

    @cached_property
    def players(self) -> dict[str, str]:
        """Who sits where, by colour."""
        return {seat.colour: seated(seat) for seat in self.seats}
