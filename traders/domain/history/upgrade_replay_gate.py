"""The upgrade gate: replay every stored game with the present code, before anything of it is
changed (PR-RECORD-01).

Only the columns that are needed are read, so that the database of an earlier release can be checked
before it is migrated.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db import connection

from traders.domain.history import recording_and_replay, seed_encryption
from traders.domain.history.roll_replay import RollsAgain
from traders.engines.kernel.contract.contract import Chance
from traders.engines.kernel.refusal import Refusal
from traders.engines.registry import engine as engine_of
from traders.models import Checkpoint, Entry, Game, Kind

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Difference:
    """The place where a stored game replays differently: at entry `number`, or between `after` and
    it.
    """

    game: str
    system: str
    revision: int
    after: int
    number: int
    text: str

    def __str__(self) -> str:
        place = (
            f"entry {self.number}"
            if self.after >= self.number - 1
            else f"entries {self.after + 1} to {self.number}"
        )
        return f"{self.game} ({self.system}, revision {self.revision}): {place}: {self.text}"


class _Differs(Exception):
    """A difference at the current entry."""


def games() -> list[Game]:
    """All games that have begun; none if the database is of a release without fingerprints."""
    with connection.cursor() as cursor:
        if Game._meta.db_table not in connection.introspection.table_names(cursor):
            return []
        columns = {
            column.name
            for column in connection.introspection.get_table_description(
                cursor, Game._meta.db_table
            )
        }
    if "fingerprint" not in columns:
        return []
    return list(
        Game.objects.filter(number__gt=0)
        .only("slug", "system", "revision", "number", "fingerprint", "scheme", "secret")
        .order_by("pk")
    )


def differences(
    stored: list[Game], step: Callable[[Game], None] = lambda game: None
) -> Iterator[Difference]:
    """The first difference of each game that replays differently. `step` is called before each
    game.
    """
    for game in stored:
        step(game)
        found = _Replay(game).run()
        if found is not None:
            yield found


class _Replay:
    """One game, replayed from its first entry."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.again = RollsAgain(seed_encryption.unlock(game.secret), game.scheme)
        self.number = 0
        self.alike = 0
        """The last entry after which the position was compared and equal."""

    def run(self) -> Difference | None:
        """The first difference, or None."""
        game = self.game
        try:
            self._replay()
        except _Differs as differs:
            return Difference(
                game.slug, game.system, game.revision, self.alike, self.number, str(differs)
            )
        except Refusal as refusal:
            text = f"it is refused now: {refusal.text}"
        except Exception as fault:
            # no game, however broken, may stop the replay of the others
            log.exception("game %s cannot be replayed", game.slug)
            text = f"it cannot be replayed: {fault!r}"
        else:
            return None
        return Difference(game.slug, game.system, game.revision, self.number - 1, self.number, text)

    def _replay(self) -> None:
        """Carry out every entry; raises `_Differs` at the first difference."""
        game, engine = self.game, engine_of(self.game.system)
        marks = dict(
            Checkpoint.objects.filter(game=game)
            .exclude(fingerprint="")
            .values_list("number", "fingerprint")
        )
        if game.fingerprint:
            marks[game.number] = game.fingerprint
        rows = (
            Entry.objects.filter(game=game, number__lte=game.number)
            .only("number", "kind", "seat", "public", "secret")
            .order_by("number")
        )
        wanted = {entry.before for entry in rows.filter(kind=Kind.BACK_UP)}
        kept: dict[int, bytes] = {}
        state: object = None
        for entry in rows.iterator(chunk_size=500):
            self.number = entry.number
            if entry.kind == Kind.START:
                state = recording_and_replay.beginning(game, *entry.parts)
            elif entry.kind == Kind.BACK_UP:
                state = engine.decode(kept[entry.before])
            else:
                if entry.kind == Kind.CHANCE:
                    public, secret = entry.parts
                    self._same_chance(
                        recording_and_replay.due(engine, state, public), public, secret
                    )
                state = recording_and_replay.carry_out(engine, state, entry)
            if entry.number in wanted:
                kept[entry.number] = engine.encode(state)
            if entry.number in marks:
                if recording_and_replay.fingerprint(engine, state) != marks[entry.number]:
                    raise _Differs("the position is another one")
                self.alike = entry.number

    def _same_chance(
        self, pending: Chance | None, public: dict[str, Any], secret: dict[str, Any]
    ) -> None:
        """Check that a roll is due there with the same sides and purpose, from which its outcome
        follows (PR-CHANCE-01).
        """
        if pending is None:
            raise _Differs("chance fell, and is not asked for now")
        if not self.again.falls(pending, public, secret):
            raise _Differs(
                f"chance is asked for in other words ({pending.purpose}), and another outcome "
                "follows from them"
            )


def reasons() -> list[Difference]:
    """Reasons not to migrate: the first difference of each stored game."""
    return list(differences(games()))
