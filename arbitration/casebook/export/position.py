"""Positions in a scenario's vocabulary: at its beginning, and after the ruling."""

from __future__ import annotations

from typing import Any

from arbitration.models import Ruling
from traders.domain.history import declared_end, recording_and_replay
from traders.engines.kernel.contract.contract import Interval, Over
from traders.engines.kernel.contract.waits import winner
from traders.engines.registry import engine as engine_of
from traders.models import Entry, Game, Kind, Source
from traders.proof.scenarios import vocabulary


def as_start(game: Game, written: dict[str, Any]) -> dict[str, Any]:
    """A position as the `start` of a scenario: its vocabulary only, without derived values."""
    words = vocabulary.of(game.system)
    known = {*vocabulary.START, *words.whole, *words.start}
    found = {
        key: value
        for key, value in written.items()
        if key in known and value is not None and value != {}
    }
    for seat in vocabulary.COLOURS:
        if seat in written:
            found[seat] = {
                key: _first_form(value)
                for key, value in written[seat].items()
                if key not in words.derived
            }
    return found


def board(game: Game) -> dict[str, object]:
    """The board of a game that began with one of its own."""
    words = vocabulary.of(game.system)
    return {
        key: value
        for key, value in (game.start or {}).items()
        if key in words.start and key not in words.whole
    }


def last_entry(ruling: Ruling) -> int:
    """The last entry in the ruling's own second, in which kept orders are carried out too."""
    rows = Entry.objects.filter(game=ruling.claim.game_id, at__lte=ruling.at).order_by("-number")
    return max(int(rows.values_list("number", flat=True)[0]), ruling.entry)


def after(ruling: Ruling, begin: int, *, whole: bool = False) -> dict[str, object]:
    """The expected end: what play waits for, and everything that has changed since entry `begin`,
    or, where it is wanted `whole`, what has not changed too; decks left out.
    """
    game = ruling.claim.game
    words = vocabulary.of(game.system)
    engine = engine_of(game.system)
    entry = last_entry(ruling)
    position = recording_and_replay.position_at(game, entry)
    pending, written, earlier = (
        engine.pending(position),
        engine.written(position),
        engine.written(recording_and_replay.position_at(game, begin)),
    )
    facts: dict[str, object] = {
        "turn": written["turn"],
        "stage": "" if isinstance(pending, Over) else written["stage"],
        "interval": pending.name if isinstance(pending, Interval) else "none",
    }
    for key, value in written.items():
        if key in vocabulary.COLOURS:
            changed = {
                name: _first_form(one)
                for name, one in value.items()
                if (whole or one != earlier[key].get(name))
                and name in words.seat
                and one is not None
            }
            facts |= {key: changed} if changed else {}
        elif (
            key in words.whole
            and key not in words.ordered
            and (whole or value != earlier.get(key))
            and value is not None
        ):
            facts[key] = value
    ended = [one for one in recording_and_replay.line(game, entry) if one.kind == Kind.END]
    for end in ended[-1:]:
        if end.number > begin and end.source == Source.VOTE:
            agreed = declared_end.ended("", end.parts[0]["winners"])
            facts |= {"over": True, "winner": winner(agreed)}
    return {key: value for key, value in facts.items() if value != ""}


def _first_form(value: object) -> object:
    """The first of several forms of a value."""
    return value[0] if isinstance(value, tuple) else value


def put_right_to(ruling: Ruling) -> dict[str, object]:
    """The facts that a correction changed; empty if it only restored the replayed position
    (PR-REMEDY-05).
    """
    game = ruling.claim.game
    entry = (
        Entry.objects.filter(game=game, kind=Kind.PUT_RIGHT, at=ruling.at, number__lte=ruling.entry)
        .order_by("-number")
        .first()
    )
    if entry is None:
        return {}
    engine = engine_of(game.system)
    before, now = (
        engine.written(recording_and_replay.position_at(game, number))
        for number in (entry.parent, entry.number)
    )
    changed: dict[str, object] = {}
    for key, value in now.items():
        if key in vocabulary.COLOURS:
            differing = {name: one for name, one in value.items() if one != before[key].get(name)}
            changed |= {key: differing} if differing else {}
        elif value != before.get(key):
            changed[key] = value
    winners = {"winner": ruling.data["winners"] or "none"} if "winners" in ruling.data else {}
    return (as_start(game, changed) if changed else {}) | winners
