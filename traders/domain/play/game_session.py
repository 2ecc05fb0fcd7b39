"""The game session, the unit of work behind the door: one game with its row locked and its table
loaded; at its end all that changed is saved at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import cached_property, partial

import msgspec
from django.db import transaction

from traders.domain import hooks, letters
from traders.domain.calendar import clock
from traders.domain.deadlines import deadline_changes, deadlines
from traders.domain.history import (
    declared_end,
    piles_revealed_since,
    player_dice_mixture,
    sealed_notes,
)
from traders.domain.history import (
    recording_and_replay as record,
)
from traders.domain.history.moment_labels import MomentLabel
from traders.domain.letters import unsent_letters_after_rewind
from traders.domain.letters.worker_wake_up import wake
from traders.domain.people import quotas, seating
from traders.domain.play import orders_after_rewind, proposal_words_and_lapse
from traders.domain.play.game_dice import GameDice
from traders.domain.play.locked_game import HeldGame
from traders.domain.play.seat_views_and_menus import OfSeats, menu_of, view_of
from traders.domain.settings import game_settings
from traders.domain.table.asked_seats import WindowsBefore
from traders.domain.table.change_set import ChangeSet, NumberedEvent
from traders.domain.table.reshuffling import shuffle_afresh
from traders.domain.table.table import Table
from traders.domain.table.table_data_types import Patience, Progress
from traders.domain.table.waits_in_words import waits_in_words
from traders.engines.kernel.contract.contract import Chance, Engine, Outcome, Over, Pending, Turn
from traders.engines.kernel.contract.waits import awaited
from traders.engines.kernel.words import in_quotes, named, sentence
from traders.engines.registry import engine as engine_of
from traders.models import Kind, Phase, Proposal, Sealed, SealedKind, Seat, Source, write_fields
from traders.models.evidence_chain import linking

MOVED = (
    "phase", "throws", "mixture", "number", "head", "digest", "position", "position_schema",
    "fingerprint", "course", "frozen", "stayed", "asked", "waiting_for", "turn", "winners",
    "ending", "started", "ended", "moved", "take_backs", "nudged",
)  # fmt: skip
"""Fields of the game's row that a session may change: what was agreed at its making stays."""


class GameSession:
    """One game under the lock. Made by `open_session`, and by `CopiedSession` without a lock."""

    def __init__(self, held: HeldGame, now: datetime) -> None:
        game = self.game = held.game
        self.now = now
        self.engine: Engine[object, object] = engine_of(game.system)
        self.schema = record.schema_of(game)
        self.seats, self.back_ups = held.seats, held.back_ups
        self.number_before = game.number
        self.writer = record.Writer(game, now)
        self.settings = game_settings.of(game)
        self.mixes = self.settings.dice == "mixed"
        """Whether the players mix the dice (PR-CHANCE-03)."""
        self.table = self._load(held)
        self.before: Pending | None = self.table.pending() if game.number else None
        self.windows_before = WindowsBefore(self.table, self.before)
        self.change_set = ChangeSet(game.pk, game.number + 1, game.number, now, before=self.before)

    # --- loading ----------------------------------------------------------------------------------

    def _load(self, held: HeldGame) -> Table:
        game = self.game
        settings = self.settings
        progress = (
            msgspec.json.decode(bytes(game.course), type=Progress) if game.course else Progress()
        )
        position, patience = self._position(), self._patience() if game.number else Patience()
        table = Table(
            self.engine,
            position,
            chance=self._throw,
            timing=settings.timing,
            gather=settings.gather,
            names=seating.names_of(self.seats),
            said=sealed_notes.counting(game, progress, held.sealed),
            progress=progress,
            number=game.number,
            serial=progress.serial,
            patience=patience,
        )
        table.may_offer = self._may_offer
        table.still = game.stayed
        if game.phase == Phase.OVER and game.number:
            over = declared_end.waits(game, table.pending())
            table.agreed = over if isinstance(over, Over) else None
        return table

    def _may_offer(self, seat: str) -> None:
        place = self.place(seat)
        if not place.bot:
            new = [said for said in self.table.said if said.row is None and said.seat == seat]
            waiting = sum(said.kind == SealedKind.OFFER for said in new)
            quotas.offer(place, self.now, waiting)

    def _patience(self) -> Patience:
        """What the clock says that the table must know: empty purses (PR-INTERVAL-09), shortest
        times that are over.
        """
        penniless = frozenset(seat.colour for seat in self.seats if not seat.purse)
        floor_over = partial(deadlines.floor_over, self.game, self.now)
        return Patience(penniless, floor_over, seating.of_persons(self.seats))

    @cached_property
    def dice(self) -> GameDice:
        """Where outcomes come from."""
        return GameDice(self.game, lambda: self.table.moves, mixes=self.mixes)

    def _throw(self, wanted: Chance) -> Outcome:
        return self.dice.throw(wanted)

    def _position(self) -> object:
        game = self.game
        if not game.number:
            return None
        if game.position is not None and game.position_schema == self.schema:
            return self.engine.decode(bytes(game.position))
        return record.position_at(game, game.head)

    def place(self, colour: str) -> Seat:
        """The row of a seat, with its player."""
        return next(place for place in self.seats if place.colour == colour)

    # --- going back -------------------------------------------------------------------------------

    def back_up(
        self,
        to: int,
        why: str,
        source: Source,
        *,
        afresh: bool = True,
        lost: bool = False,
        alone: bool = False,
    ) -> None:
        """Play resumes after entry `to` (PR-RECORD-02): an entry says so, and the position is
        restored from the nearest checkpoint. Who agreed to go back has agreed to this once: other
        such proposals lapse (PR-BACKUP-05).

        `afresh`: something may have been learned by what is undone; not where a seat takes back its
        own order (PR-BACKUP-03). Piles of which something was revealed since are then shuffled, and
        named in the entry (PR-BACKUP-04). `lost`: more was played than is on record, which may have
        shown something of each. `alone`: by one person, whom nobody is beside (PR-BACKUP-05).
        """
        self.settle()
        position, table = self.position_at(to), self.table
        piles = (
            piles_revealed_since.all_piles(self.game, position)
            if lost
            else self.revealed_since(to, position)
            if afresh
            else []
        )
        said = {"to": to, "why": why, "afresh": piles} | ({"alone": True} if alone else {})
        self.enter(Kind.BACK_UP, source, said)
        self.game.take_backs = self.game.take_backs or alone
        self.beside(partial(self._keep, position))
        self.change_set.backed_up = True
        table.state = position
        orders_after_rewind.say_again(self.rows_since(to, position), table, to, afresh=afresh)
        shuffle_afresh(table, piles)
        self.beside(partial(self._unsend, to))
        if afresh:
            self.beside(self._overtake)

    def _keep(self, position: object) -> None:
        encoded = self.engine.encode(position)
        record.keep(self.game, encoded, self.schema, record.fingerprint(self.engine, position))

    def _overtake(self) -> None:
        """Other proposals to go back lapse (PR-BACKUP-05)."""
        found = Proposal.objects.filter(game=self.game, kind="back up", settled=None)
        self.change_set.notices += (
            f"Proposal {number} has lapsed: play has gone back since. It may be proposed again."
            for number in proposal_words_and_lapse.lapse(self.game, found, self.now)
        )

    def _unsend(self, to: int) -> None:
        offered = list(self.table.open(SealedKind.OFFER))
        view = OfSeats(partial(view_of, self.table, offered)).__getitem__
        unsent_letters_after_rewind.take_back(
            unsent_letters_after_rewind.BackedUp(self.game, to, self.seats, view)
        )

    def position_at(self, entry: int) -> object:
        """The position after an entry."""
        return record.position_at(self.game, entry)

    def revealed_since(self, entry: int, position: object) -> list[str]:
        """The piles of which something was revealed since that position, by name (PR-BACKUP-04)."""
        return piles_revealed_since.since(self.game, entry, position)

    def rows_since(self, entry: int, position: object) -> list[Sealed]:
        """What was said or used since that position, or in windows that are open there."""
        return orders_after_rewind.rows_since(self.game, entry, self.engine.standing(position))

    def in_play(self, entry: int) -> bool:
        """Whether an entry is in the line of play."""
        return record.in_play(self.game, entry)

    def replayed(self) -> object:
        """The position by the history alone, without any checkpoint (PR-RECORD-01)."""
        return record.replayed(self.game, self.game.head)

    def settle(self) -> None:
        """Store the entries made so far, so that they can be looked at before the session ends."""
        self.record()
        self.writer.save()

    def enter(
        self,
        kind: str,
        source: Source,
        public: Mapping[str, object],
        secret: Mapping[str, object] | None = None,
    ) -> None:
        """Store an entry that is no move of the table's, after those made so far."""
        self.settle()
        self.writer.add(kind, source, public, secret)
        self.settle()
        self.table.number = self.game.number

    def put_right(
        self, position: object, why: str, source: Source, winners: Sequence[str] | None = None
    ) -> None:
        """An entry states the position as it should be (PR-REMEDY-05); nothing is undone. After the
        end it states the result (PR-SEAT-07), that of the position or the `winners` named.
        """
        public = {"text": why} | ({} if winners is None else {"winners": list(winners)})
        secret = {"position": self.engine.encode(position).decode()}
        self.enter(Kind.PUT_RIGHT, source, public, secret)
        self.table.state = position
        self.change_set.put_right = True
        result = (
            self.engine.pending(position)
            if winners is None
            else declared_end.ended(declared_end.Ending.RULED, winners)
        )
        if self.table.agreed is not None and isinstance(result, Over):
            self.table.agreed = result
            self.game.ending, self.game.winners = result.ending, list(result.winners)

    def change_settings(self, changes: Mapping[str, object], why: str, source: Source) -> None:
        """An entry changes settings from now on. Clocks that run keep the time that they were given
        and what they have used of it; the rest is counted in the new playing hours (PR-TURN-07).
        """
        game = self.game
        before = game_settings.whole(game)
        public, secret = game_settings.parts(changes)
        self.enter(Kind.SETTINGS, source, {**public, "why": why}, secret)
        with deadline_changes.hours_changing(game, self.now):
            game.settings = before | dict(changes)
            write_fields([game], ["settings"])
        settings = self.settings = game_settings.of(game)
        self.table.timing, self.table.gather = settings.timing, settings.gather
        said = [
            game_settings.label(name)
            + (
                ""
                if name == "zones"
                else f": {game_settings.in_words(name, value)} (was "
                f"{game_settings.in_words(name, before[name])})"
            )
            for name, value in changes.items()
        ]
        reason = [f"Why: {sentence(in_quotes(why))}"] if why else []
        told = ["Settings of this game were changed.", f"{'. '.join(said)}.", *reason]
        self.change_set.notices.append(
            " ".join([*told, game_settings.running_clocks(changes)]).rstrip()
        )
        self.change_set.at_once = True

    def undo(self, seat: str) -> str:
        """Take back the seat's latest order (PR-BACKUP-03); returns what was taken back."""
        self.settle()
        orders_after_rewind.must_have_ordered(self.game, seat)
        entry = orders_after_rewind.latest_order(self.game, seat)
        public, secret = entry.parts
        taken_back = f"{named(seat)} takes back {public['text']}"
        self.back_up(entry.before, taken_back, self.table.source, afresh=False)
        return str(secret.get("text", public["text"]))

    def beside(self, effect: Callable[[], object]) -> None:
        """Have an effect that is none on the table: on clocks, on a seat's row."""
        effect()

    # --- saving -----------------------------------------------------------------------------------

    def record(self) -> None:
        """Make entries of the moves not yet recorded, before anything else is entered."""
        game, table = self.game, self.table
        if self.mixes:
            self.dice.mix_letter()
        for move in table.moves:
            if move.kind == Kind.CHANCE:
                self.dice.entered += 1
                game.throws = self.dice.entered
            public, secret = record.parts(move, game.throws)
            if move.kind == Kind.CHANCE and self.mixes:
                public |= self.dice.named_in_entry(self.change_set)
            entry = self.writer.add(move.kind, move.source, public, secret, seat=move.seat)
            for event in move.events:
                self.change_set.told.append(NumberedEvent(entry.number, event))
        table.moves = []
        for event in table.whispers:
            self.change_set.told.append(NumberedEvent(game.number, event))
        table.whispers = []
        if self.mixes:
            game.mixture = player_dice_mixture.kept(self.dice.mixture)

    def save(self) -> ChangeSet:
        """Record, store the position, set the deadlines, write the letters (the last steps of the
        door).
        """
        game, table, change_set = self.game, self.table, self.change_set
        colours = [seat.colour for seat in self.seats]
        self.record()
        self.writer.save()
        position = self.engine.encode(table.state)
        game.position, game.position_schema = position, self.schema
        game.fingerprint = record.fingerprint(self.engine, table.state)
        record.checkpoint(game, self.number_before, position, self.schema)
        sealed_notes.save(game, table, self.now)
        pending = table.pending()
        change_set.answered, change_set.stops = table.done_with(pending), table.stops_at(pending)
        offered = list(table.open(SealedKind.OFFER))
        self.windows_before.compare(change_set, table, pending, colours)
        table.progress.serial = table.serial
        game.course = msgspec.json.encode(table.progress)
        turn = ", ".join(pending.seats) if isinstance(pending, Turn) else game.turn
        change_set.turn_passed, game.turn = turn != game.turn, turn
        if isinstance(pending, Over) and game.phase != Phase.OVER:
            game.phase, game.ended, game.ending = Phase.OVER, self.now, pending.ending
            game.winners, change_set.ended = list(pending.winners), True
        if change_set.ended:
            for told in hooks.TOLD_AT_THE_END:
                change_set.notices += told(game)
        asked = set(awaited(pending)) - change_set.unasked
        game.asked = sum(1 << seat.place for seat in self.seats if seat.colour in asked)
        game.waiting_for = waits_in_words(pending, system=game.system)
        change_set.last, change_set.after, change_set.moment = (
            game.number,
            pending,
            str(MomentLabel.of(pending)),
        )
        change_set.home, change_set.stopped_plans = table.home, table.stopped_plans
        change_set.views = OfSeats(partial(view_of, table, offered))
        change_set.offers = OfSeats(partial(menu_of, table, offered))
        change_set.due = deadlines.set_for(game, self.seats, table, change_set)
        if change_set.granted:
            deadline_changes.grant(game, change_set, pending, self.now)
        write_fields([game], MOVED)
        ids = letters.write(game, self.seats, change_set)
        if ids:
            wake(ids)
        return change_set


@contextmanager
def open_session(
    game_id: int, at: datetime | None = None, held: HeldGame | None = None
) -> Iterator[GameSession]:
    """Lock the game's row and load its table; saved at the end if the game has begun. `held`: read
    by the caller in a part of a transaction that ends with the session where that fails, and for
    nothing else.
    """
    with transaction.atomic(savepoint=held is None):
        held = held or HeldGame.hold(game_id)
        with linking(game_id, locked=True):
            session = GameSession(held, at or clock.now())
            yield session
            if session.table.state is not None:
                session.save()
