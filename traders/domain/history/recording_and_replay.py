"""The history of a game: adding entries, the chain of digests, checkpoints, and replay to an
earlier position (PR-RECORD).
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

import msgspec
from django.db.models.expressions import RawSQL

from traders.domain.history.told_event_rows import as_row
from traders.domain.settings import game_settings
from traders.domain.table.deals import dealing
from traders.domain.table.reshuffling import piles_of, with_piles
from traders.domain.table.table_data_types import NewEntry
from traders.engines.kernel.contract.contract import Chance, Engine, Event
from traders.engines.kernel.engine.optional_contract import Terms
from traders.engines.kernel.positions import pile_reshuffling
from traders.engines.kernel.refusal import Refusal
from traders.engines.registry import engine as engine_of
from traders.models import Checkpoint, Entry, Game, Kind, Phase

CHECKPOINT_EVERY = 50
"""Entries between two checkpoints: the most that a replay from one needs."""
CHECKPOINTS_TRIED = 20
"""Checkpoints tried before replaying from the first entry. The nearest is mostly in the line of
play, since each back-up writes one; the others help if another schema wrote the nearest.
"""


def canonical(value: object) -> str:
    """JSON in its one canonical form, so that digests can be recomputed."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def as_kept(part: Mapping[str, object]) -> dict[str, Any]:
    """A part of an entry as it reads after storing."""
    found: dict[str, Any] = json.loads(canonical(part))
    return found


def link(before: str, public: str, secret: str, salt: str) -> str:
    """An entry's digest: over the digest before it, the public part, and the salted digest of the
    secret part (PR-RECORD-03).
    """
    sealed = hashlib.sha256(f"{salt}{secret}".encode()).hexdigest() if secret else ""
    return hashlib.sha256(f"{before}\n{public}\n{sealed}".encode()).hexdigest()


def parts(move: NewEntry, throw: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """The public and the secret part of a move's entry; its events go to the part that their
    hearers may read.
    """
    public: dict[str, Any] = {"seat": move.seat, "text": move.public}
    secret: dict[str, Any] = {}
    if move.text != move.public:
        secret["text"] = move.text
    if move.outcome is not None:
        public["throw"] = throw
        (secret if move.hidden else public)["outcome"] = move.outcome
        # so that a player with the seed can roll it again without the rules of the game
        if move.of is not None:
            (secret if move.hidden else public)["of"] = list(move.of)
    if move.afresh:
        public["afresh"] = move.afresh
    if move.terms is not None:
        secret["terms"] = msgspec.to_builtins(move.terms)
    if move.answers is not None:
        secret["answers"] = [list(answer) for answer in move.answers]
    if move.seats:
        public["seats"] = list(move.seats)
    add_events(move.events, public, secret)
    return public, secret


def add_events(events: Iterable[Event], public: dict[str, Any], secret: dict[str, Any]) -> None:
    """Put events into the parts of an entry: those for everybody into the public one, the others
    into the secret one.
    """
    events = list(events)
    common = [as_row(event) for event in events if event.to is None]
    private = [as_row(event) for event in events if event.to is not None]
    if common:
        public["told"] = common
    if private:
        secret["told"] = private
    if any(event.reveals for event in events):
        public["reveals"] = True


def stamp(at: datetime) -> str:
    """A time as entries store it: UTC, to the second."""
    return f"{at.replace(microsecond=0, tzinfo=None).isoformat()}Z"


class Writer:
    """Adds entries to one game's history, in memory until `save`; the caller holds its lock."""

    def __init__(self, game: Game, at: datetime) -> None:
        self.game = game
        self.at = at
        self.entries: list[Entry] = []

    def add(
        self,
        kind: str,
        source: str,
        public: Mapping[str, object],
        secret: Mapping[str, object] | None = None,
        *,
        seat: str = "",
    ) -> Entry:
        """Add an entry after the game's last; its kind, source and time stand in its public part
        too. Once the game is over only a ruling may correct its result (PR-SEAT-07).
        """
        game = self.game
        if game.phase == Phase.OVER and kind != Kind.PUT_RIGHT:
            raise Refusal(
                "The game is over, and its seed is published: play is never resumed.",
                "PR-SEAT-07",
                kind="stale",
            )
        open_part = canonical({"kind": kind, "source": source, "at": stamp(self.at), **public})
        closed_part = canonical(secret) if secret else ""
        salt = secrets.token_hex(16) if secret else ""
        game.digest = link(game.digest, open_part, closed_part, salt)
        entry = Entry(
            game=game,
            number=game.number + 1,
            parent=game.head,
            kind=kind,
            seat=seat,
            source=source,
            at=self.at.replace(microsecond=0),
            public=open_part,
            secret=closed_part,
            salt=salt,
            digest=game.digest,
        )
        game.number += 1
        game.head = game.number
        game.moved = self.at
        self.entries.append(entry)
        return entry

    def save(self) -> None:
        """Insert the added entries in one statement."""
        Entry.objects.bulk_create(self.entries)
        self.entries.clear()


def start_parts(game: Game, seats: list[str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The parts of the first entry: the game's description and its seed digest."""
    public = {
        "system": game.system,
        "revision": game.revision,
        "edition": game.edition,
        "seats": seats,
        "options": game.options,
        "scheme": game.scheme,
        "promise": game.secret_digest,
    }
    agreed, hidden = game_settings.parts(game.settings)
    return public | agreed, hidden | ({"start": game.start} if game.start is not None else {})


def beginning(game: Game, public: dict[str, Any], secret: dict[str, Any]) -> Any:
    """The position before the first move, from the parts of the first entry."""
    engine = engine_of(game.system)
    if "start" in secret:
        start = dict(secret["start"])
        setup = bool(start.pop("setup", False))
        return engine.position(
            public["seats"], public["options"], start, setup=setup, revision=public["revision"]
        )
    return engine.setup(
        public["seats"], public["options"], public["edition"], revision=public["revision"]
    )


def line(game: Game, upto: int, after: int = 0) -> list[Entry]:
    """The entries in play after `after` and up to `upto`, oldest first; undone ones are left
    out.
    """
    found: list[Entry] = []
    wanted = upto
    for entry in (
        Entry.objects.filter(game=game, number__gt=after, number__lte=upto)
        .order_by("-number")
        .iterator(chunk_size=500)
    ):
        if entry.number == wanted:
            found.append(entry)
            wanted = entry.before
            if wanted <= after:
                break
    found.reverse()
    return found


def carry_out(engine: Engine[object, object], position: object, entry: Entry) -> Any:
    """Carry out one entry on `position`, in place; returns the position after it."""
    return done_again(engine, position, entry.kind, entry.seat, *entry.parts)


def done_again(
    engine: Engine[Any, Any],
    position: object,
    kind: str,
    seat: str,
    public: dict[str, Any],
    secret: dict[str, Any],
    told: list[Event] | None = None,
) -> Any:
    """Carry out an entry of this kind on `position`, in place; returns the position after it.
    `told`: what it tells is added there.
    """
    events: list[Event] = []
    match kind:
        case Kind.ORDER:
            text = secret.get("text", public["text"])
            events = engine.play(position, seat, engine.read(position, seat, text))
        case Kind.CHANCE:
            outcome = secret["outcome"] if "outcome" in secret else public["outcome"]
            if "afresh" in public:
                events = with_piles(engine).reshuffled(position, public["afresh"], outcome)
            else:
                events = engine.happen(position, outcome)
        case Kind.CLOSE:
            for answering, text in secret.get("answers", ()):
                events += engine.play(position, answering, engine.read(position, answering, text))
            events += engine.close(position)
        case Kind.LEAVE:
            events = engine.leave(position, seat)
        case Kind.DEAL:
            events = dealing(engine).exchange(position, msgspec.convert(secret["terms"], Terms))
        case Kind.HAGGLE:
            events = dealing(engine).haggle(position, tuple(public["seats"]))
        case Kind.PUT_RIGHT:
            position = engine.decode(secret["position"].encode())
    if told is not None:
        told += events
    return position


def due(
    engine: Engine[object, object], position: object, public: Mapping[str, object]
) -> Chance | None:
    """What chance an entry of it answered: what play waited for, or the pile that was shuffled
    afresh (PR-BACKUP-04); None where there is none.
    """
    if "afresh" in public:
        named = [one for one in piles_of(engine, position) if one.name == public["afresh"]]
        return pile_reshuffling.chance(named[0]) if named else None
    pending = engine.pending(position)
    return pending if isinstance(pending, Chance) else None


def replay(
    engine: Engine[object, object], position: object, entries: Iterable[Entry]
) -> Iterator[tuple[Entry, Any]]:
    """Carry out entries, in place; yields each with the position after it."""
    for entry in entries:
        position = carry_out(engine, position, entry)
        yield entry, position


def schema_of(game: Game) -> str:
    """The schema of a game's stored positions: engine, revision, shape of the state. One of another
    schema cannot be read.
    """
    engine = engine_of(game.system)
    return f"{engine.name}/{game.revision}/{engine.schema()}"


def position_at(game: Game, number: int) -> Any:
    """The position after entry `number`, from the nearest checkpoint in its line of play, or from
    the first entry.
    """
    engine = engine_of(game.system)
    near = Checkpoint.objects.filter(
        game=game, number__lte=number, schema=schema_of(game)
    ).order_by("-number")
    for kept in near.values_list("number", flat=True)[:CHECKPOINTS_TRIED]:
        tail = line(game, number, kept)
        if (tail[0].before if tail else number) == kept:  # the line goes through the checkpoint
            position = Checkpoint.objects.values_list("position", flat=True).get(
                game=game, number=kept
            )
            return _last(engine, engine.decode(bytes(position)), tail)
    return replayed(game, number)


def position_now(game: Game) -> Any:
    """The present position: the stored one, or the history replayed if that cannot be read."""
    if game.position is not None and game.position_schema == schema_of(game):
        return engine_of(game.system).decode(bytes(game.position))
    return position_at(game, game.head)


def replayed(game: Game, number: int) -> Any:
    """The position after entry `number`, from the first entry and without any checkpoint
    (PR-RECORD-01).
    """
    first, *tail = line(game, number)
    return _last(engine_of(game.system), beginning(game, *first.parts), tail)


def _last(engine: Engine[object, object], position: object, tail: list[Entry]) -> Any:
    """The position after the entries of `tail`."""
    for entry in tail:
        position = carry_out(engine, position, entry)
    return position


def fingerprint(engine: Engine[object, object], position: object) -> str:
    """SHA-256 of a position as the engine describes it, whatever the state's shape. It covers
    hidden things and is never shown.
    """
    return hashlib.sha256(canonical(engine.written(position)).encode()).hexdigest()


def checkpoint(game: Game, before: int, position: bytes, schema: str) -> None:
    """Store a checkpoint if a multiple of `CHECKPOINT_EVERY` was passed since entry `before`."""
    if game.number // CHECKPOINT_EVERY > before // CHECKPOINT_EVERY:
        keep(game, position, schema, game.fingerprint)


def keep(game: Game, position: bytes, schema: str, fingerprint: str) -> None:
    """Store the position after the last entry, and its fingerprint."""
    kept = {"position": position, "schema": schema, "fingerprint": fingerprint}
    Checkpoint.objects.update_or_create(game=game, number=game.number, defaults=kept)


def in_play(game: Game, number: int, upto: int = 0) -> bool:
    """Whether entry `number` is in the line of play (that ends at entry `upto`, if given). The cost
    grows with the number of back-ups, not of entries.
    """
    wanted = upto or game.head
    literally = RawSQL("'back-up'", [])  # with a parameter SQLite would not use the index
    back_ups = Entry.objects.filter(
        game=game, kind=literally, number__gt=number, number__lte=wanted
    ).order_by("-number")
    for at, public in back_ups.values_list("number", "public"):
        if at <= wanted:
            wanted = int(json.loads(public)["to"])
        if number > wanted:
            return False
    return 1 <= number <= wanted


def move_in_play(game: Game, number: int, *rules: str) -> Entry:
    """The move of that number, behind the start; refused, by these rules too, where it is not in
    the line of play (PR-RECORD-02).
    """
    entry = Entry.objects.filter(game=game, number=number).exclude(kind=Kind.START).first()
    if entry is None or not in_play(game, number):
        raise Refusal(f"Move {number} is not in play.", *rules, "PR-RECORD-02")
    return entry
