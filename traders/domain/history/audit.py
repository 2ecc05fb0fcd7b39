"""The audit of a stored game: the chain of digests, the dice and the moves are checked by replay
from the first entry (PR-RECORD, PR-CHANCE-01).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from cryptography.fernet import InvalidToken
from django.db import OperationalError
from django.db.models import Exists, F, OuterRef, Q

from traders.domain.history import (
    declared_end,
    evidence_chain_check,
    recording_and_replay,
    seed_encryption,
)
from traders.domain.history.roll_replay import RollsAgain
from traders.domain.settings import game_settings
from traders.engines.kernel.contract.contract import Over
from traders.engines.kernel.refusal import Refusal
from traders.engines.registry import ENGINES
from traders.engines.registry import engine as engine_of
from traders.models import (
    Checkpoint,
    Entry,
    Game,
    Kind,
    Phase,
    Prepared,
    Seat,
    Sitting,
    together,
)
from traders.models.history import opened

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a game, and the entry at which it was found; 0 if at none."""

    game: str
    number: int
    text: str

    def __str__(self) -> str:
        return (
            f"{self.game}: entry {self.number}: {self.text}"
            if self.number
            else f"{self.game}: {self.text}"
        )


class _Wrong(Exception):
    """A fault at the current entry."""


def audit(game: Game, step: Callable[[], None] = lambda: None) -> Fault | None:
    """The first fault of a game as it is now, or None; it may be played on meanwhile. `step` is
    called at every entry, for a progress bar.
    """
    return next(faults(game, step), None)


def faults(game: Game, step: Callable[[], None] = lambda: None) -> Iterator[Fault]:
    """All faults of a game: the first one in its history, behind which nothing can be replayed, and
    each one in its evidence.
    """
    found = history_fault(game, step)
    if found is not None:
        yield found
    for broken in evidence_chain_check.faults(game):
        yield Fault(game.slug, broken.entry, broken.text)


def history_fault(game: Game, step: Callable[[], None] = lambda: None) -> Fault | None:
    """The first fault of a game's history, replayed from its rows; None if there is none."""
    replay = _Audit(game, step)
    try:
        return replay.run()
    except OperationalError:
        raise
    except Exception as odd:  # no row, however broken, may stop the audit of other games
        log.exception("the audit of %s broke off", game.slug)
        return Fault(game.slug, replay.number, f"what is stored cannot be read ({odd!r})")


class _Row(NamedTuple):
    """An entry's columns, as the database gives them."""

    id: int
    number: int
    parent: int
    kind: str
    seat: str
    source: str
    at: datetime
    public: str
    secret: str
    salt: str
    digest: str


DIGESTED = ("kind", "seat", "source", "at")
"""The columns that stand in the digested text as well."""
READ_AT_ONCE = 500
_ENTRIES: Prepared[Entry] = Prepared(
    Entry,
    lambda game, after, upto: (
        Entry.objects.filter(game=game, number__gt=after, number__lte=upto)
        .only(*_Row._fields)
        .order_by("number")[:READ_AT_ONCE]
    ),
)
_LAST: Prepared[Entry] = Prepared(
    Entry, lambda game: Entry.objects.filter(game=game).order_by("-number").only("number")[:1]
)
_BACK_UPS: Prepared[Entry] = Prepared(
    Entry,
    lambda game, upto: Entry.objects.filter(game=game, number__lte=upto, kind=Kind.BACK_UP),
)
_CHECKPOINTS: Prepared[Checkpoint] = Prepared(
    Checkpoint, lambda game, schema=str: Checkpoint.objects.filter(game=game, schema=schema)
)
_SITTINGS: Prepared[Sitting] = Prepared(
    Sitting,
    lambda game: Sitting.objects.filter(seat__game=game, until=None).select_related("seat"),
)
_SINCE_THE_START = Sitting.objects.filter(
    Q(until=None) | Q(until__gt=F("seat__game__started")), seat=OuterRef("pk")
)
_NEVER_HELD: Prepared[Seat] = Prepared(
    Seat,
    lambda game: Seat.objects.filter(
        ~Exists(_SINCE_THE_START), game=game, player=None, bot=False
    ).order_by("place"),
)


class _Audit:
    """One pass through a game's entries, with the position they lead to."""

    def __init__(self, game: Game, step: Callable[[], None]) -> None:
        self.game = game
        self.step = step
        self.engine: Any = None
        self.number = 0
        self.digest = ""
        self.state: Any = None
        self.afresh: list[str] = []
        self.alone = False
        self.agreed: list[str] | None = None
        self.ruled: list[str] | None = None
        self.seed = b""
        self.again = RollsAgain(b"", "")

    def run(self) -> Fault | None:
        """The first fault, or None."""
        last = next((entry.number for entry in _LAST.rows(self.game.pk)), 0)
        # read after counting: the game may be played meanwhile, and later entries are not audited
        self.game.refresh_from_db()
        try:
            self._secret()
            self._system()
            for row in self._entries():
                public, secret = opened(row.public, row.secret)
                self._chain(row, public)
                self._carry_out(row, public, secret)
                self.step()
            self._end(last)
            self._seats()
        except _Wrong as wrong:
            return Fault(self.game.slug, self.number, str(wrong))
        return None

    def _secret(self) -> None:
        """Check that the seed opens and matches the digest published at the start."""
        self.number = 1
        try:
            self.seed = seed_encryption.unlock(self.game.secret)
        except InvalidToken:
            raise _Wrong(
                "the secret cannot be opened: it was changed, or lies under another key"
            ) from None
        if seed_encryption.digest(self.seed) != self.game.secret_digest:
            raise _Wrong("the secret is not the one that was promised (PR-CHANCE-01)")
        self.number = 0

    def _system(self) -> None:
        """Check that the server has the game's rules."""
        if self.game.system not in ENGINES:
            raise _Wrong(f"nothing here plays the system kept with the game, {self.game.system!r}")
        self.engine = engine_of(self.game.system)

    def _entries(self) -> Iterator[_Row]:
        """The entries in order; raises for a gap, a double or a swapped pair."""
        game = self.game
        back_ups, checkpoints = together(
            (_BACK_UPS, game.pk, game.number),
            (_CHECKPOINTS, game.pk, recording_and_replay.schema_of(game)),
        )
        self.wanted = {entry.before for entry in back_ups}
        self.checkpoints = {one.number: one for one in checkpoints}
        self.kept: dict[int, bytes] = {}
        for row in self._rows():
            self.number += 1
            if row.number != self.number:
                raise _Wrong(f"it is missing: the next one is {row.number}")
            yield row
            if self.number in self.wanted:
                self.kept[self.number] = self.engine.encode(self.state)
            if self.number in self.checkpoints:
                self._checkpoint(self.checkpoints[self.number])

    def _rows(self) -> Iterator[_Row]:
        last = 0
        while rows := _ENTRIES.columns(self.game.pk, last, self.game.number):
            yield from map(_Row._make, rows)
            last = rows[-1][1]

    def _chain(self, entry: _Row, public: dict[str, Any]) -> None:
        """Check that the digest follows from the one before, and that the columns agree with the
        digested text (PR-RECORD-03).
        """
        if (
            recording_and_replay.link(self.digest, entry.public, entry.secret, entry.salt)
            != entry.digest
        ):
            raise _Wrong(
                "its digest does not follow from the entry and the digest before it (PR-RECORD-03)"
            )
        if entry.parent != self.number - 1:
            raise _Wrong(f"it stands after entry {entry.parent} and not after {self.number - 1}")
        if entry.at.microsecond:
            raise _Wrong("its at has parts of a second, which no entry has")
        columns = (entry.kind, entry.seat, entry.source, recording_and_replay.stamp(entry.at))
        said = tuple([public.get(name, "") for name in DIGESTED])
        if said != columns:
            name, value, other = next(
                row for row in zip(DIGESTED, columns, said, strict=True) if row[1] != row[2]
            )
            raise _Wrong(f"its {name} reads {value!r}, and {other!r} in what was digested")
        self.digest = entry.digest

    def _shuffled(self, pile: str) -> None:
        """Check that the piles which the last back-up names are shuffled before play goes on, those
        and no others.
        """
        due = self.afresh.pop(0) if self.afresh else ""
        if pile != due:
            raise _Wrong(
                f"{due!r} is to be shuffled afresh here (PR-BACKUP-04)"
                if due
                else f"{pile!r} is shuffled afresh, and the back-up does not say so (PR-BACKUP-04)"
            )

    def _carry_out(self, entry: _Row, public: dict[str, Any], secret: dict[str, Any]) -> None:
        """Carry out the entry where it stands, and check the dice against the seed."""
        self._shuffled(public.get("afresh", "") if entry.kind == Kind.CHANCE else "")
        if entry.kind == Kind.START:
            if public["promise"] != self.game.secret_digest:
                raise _Wrong("the promise in it is not the one kept with the game (PR-CHANCE-01)")
            for name in ("system", "revision", "edition", "options", "scheme"):
                if public[name] != getattr(self.game, name):
                    raise _Wrong(
                        f"the {name} kept with the game is not the one in it (PR-RECORD-01)"
                    )
            self.again = RollsAgain(self.seed, public["scheme"])
            self.state = recording_and_replay.beginning(self.game, public, secret)
        elif entry.kind == Kind.BACK_UP:
            self.state = self.engine.decode(self.kept[int(public["to"])])
            # one of a release that shuffled nothing names no piles
            self.afresh = list(public.get("afresh", ()))
            self.alone = self.alone or bool(public.get("alone"))
        else:
            if entry.kind == Kind.CHANCE:
                self._roll(public, secret)
            if entry.kind == Kind.END:
                self.agreed = list(public["winners"])
            try:
                self.state = recording_and_replay.done_again(
                    self.engine, self.state, entry.kind, entry.seat, public, secret
                )
            except Refusal as refusal:
                raise _Wrong(f"it cannot be carried out where it stands: {refusal.text}") from None
            if entry.kind == Kind.PUT_RIGHT:
                self._put_right(public)

    def _put_right(self, public: dict[str, Any]) -> None:
        """Note the result that a ruling states after the end: the winners it names, or those of the
        corrected position (PR-SEAT-07).
        """
        if "winners" in public:
            self.ruled = list(public["winners"])
        elif isinstance(self.engine.pending(self.state), Over):
            self.ruled = None

    def _roll(self, public: dict[str, Any], secret: dict[str, Any]) -> None:
        """Check that a roll was due, has the next number, and has the outcome that follows from the
        seed and from what was mixed in.
        """
        pending = recording_and_replay.due(self.engine, self.state, public)
        if pending is None:
            raise _Wrong("chance fell where play did not wait for it")
        if wrong := self.again.fault(pending, public, secret):
            raise _Wrong(wrong)

    def _checkpoint(self, stored: Checkpoint) -> None:
        """Compare the checkpoint after the entry with the position."""
        if bytes(stored.position) != self.engine.encode(self.state):
            raise _Wrong(
                "the checkpoint after it is not the position that the moves lead to (PR-RECORD-01)"
            )

    def _seats(self) -> None:
        """Check that each seat's player is the one of its open sitting (PR-SEAT-04), and that each
        seat had one when the game began (PR-SEAT-13).
        """
        for sitting in _SITTINGS.rows(self.game.pk):
            if sitting.player_id != sitting.seat.player_id:
                raise _Wrong(
                    f"the player in seat {sitting.seat.colour} is not the one whose sitting is "
                    "on record (PR-SEAT-04)"
                )
        for seat in _NEVER_HELD.rows(self.game.pk) if self.game.phase == Phase.PLAYING else ():
            raise _Wrong(
                f"nobody has had seat {seat.colour} since the game began: it should not have "
                "begun without a player there (PR-SEAT-13). Seat somebody in it, or a bot"
            )

    def _end(self, last: int) -> None:
        """Compare the game's row with its history. `last` is the number of the last entry, counted
        before that row was read.
        """
        game = self.game
        if game.number != self.number:
            self.number += 1
            raise _Wrong(f"it is missing: the game has {game.number} entries")
        if last > self.number:
            self.number = last
            raise _Wrong(f"it stands behind the last one: the game has {game.number} entries")
        if self.afresh:
            raise _Wrong(f"{self.afresh[0]!r} is to be shuffled afresh after it (PR-BACKUP-04)")
        if game.digest != self.digest:
            raise _Wrong("the digest kept with the game is not that of its last entry")
        if game.head != self.number:
            raise _Wrong(f"play stands after it, and the game's row says after entry {game.head}")
        if wrong := self.again.fault_of_row(game):
            raise _Wrong(wrong)
        self._result()
        if game.take_backs != self.alone:
            raise _Wrong(
                "whether one person alone took play back is not kept with the game as its entries "
                "say (PR-BACKUP-05)"
            )
        if game_settings.whole(game) != game_settings.whole(game, game.number):
            raise _Wrong(
                "the settings kept with the game are not those that were entered (PR-RECORD-01)"
            )
        if (
            game.position is not None
            and game.position_schema == recording_and_replay.schema_of(game)
            and bytes(game.position) != self.engine.encode(self.state)
        ):
            raise _Wrong("the stored position is not the one that the moves lead to (PR-RECORD-01)")

    def _result(self) -> None:
        """Compare the game's phase and result with its moves, the vote that ended it (PR-SEAT-03),
        or a ruling (PR-SEAT-07).
        """
        game, pending = self.game, self.engine.pending(self.state)
        if self.ruled is not None:
            result = (Phase.OVER, self.ruled, str(declared_end.Ending.RULED))
        elif isinstance(pending, Over):
            result = (Phase.OVER, list(pending.winners), pending.ending)
        elif self.agreed is not None:
            result = (Phase.OVER, self.agreed, game.ending)
        else:
            result = (Phase.PLAYING, [], "")
        if (game.phase, game.winners, game.ending) != result:
            raise _Wrong(
                "the phase or the result kept with the game is not what the moves lead to "
                "(PR-RECORD-01)"
            )
