"""Whether a line reads as an order of a seat's: what tells orders from the prose of a letter."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum, auto
from functools import cache
from typing import Any

from rapidfuzz import fuzz

from traders.domain.history import record
from traders.domain.people import seating
from traders.domain.play.commands import registry, wishes
from traders.domain.table import plan_lines
from traders.engines.kernel.additions import WithPolicies
from traders.engines.kernel.contract import Engine
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import SeatNames
from traders.engines.kernel.words import fold
from traders.engines.registry import engine as engine_of
from traders.models import Seat

NEAR = 75
"""Likeness in per cent from which a word of more than three letters is an order's first word
mistyped.
"""
MOST_WORDS = 12
"""Words of a line that are looked at for an order's: a longer line is prose."""


class Reading(Enum):
    """How a line reads."""

    ORDER = auto()
    WORDS = auto()
    """An order that ends in words of the player's own choice, as press does: they may run on."""
    NEARLY = auto()
    """It speaks of an order, and cannot be read as one: mistyped, or a sentence."""
    PROSE = auto()


ORDERS = (Reading.ORDER, Reading.WORDS)

Recognition = Callable[[str], Reading]
"""How one line reads."""


def prose(line: str) -> Reading:
    """The recognition of who knows no order."""
    return Reading.PROSE


def recognition(place: Seat, seats: Iterable[Seat] | None = None) -> Recognition:
    """How lines read for that seat as play stands now. `seats`: of its game, where they are
    known.
    """
    engine = engine_of(place.game.system)
    state = record.position_now(place.game) if place.game.number else None

    @cache
    def verbs(word: str) -> frozenset[str]:
        return _verbs(engine, state, place.colour, word)

    called = seating.names_of(place.game.seats.all() if seats is None else seats)

    @cache
    def reads(line: str) -> Reading:
        folded = fold(line)
        if state is not None and _is_long_wish(engine, state, folded, called):
            return Reading.ORDER
        if _is_house_word(folded):
            return (
                Reading.WORDS
                if ":" in folded and not folded.startswith(wishes.PREFIXES)
                else Reading.ORDER
            )
        if state is None:
            return Reading.NEARLY  # nothing can be ordered yet, and the door says so
        if _is_order(engine, state, place.colour, folded):
            return Reading.ORDER
        said = [word.strip(",;:!?()'\"") for word in folded.split()[:MOST_WORDS]]
        if any(word in verbs(word) for word in said if len(word) > 2):
            return Reading.NEARLY
        begins = bool(said) and _like(said[0], verbs(said[0]) | _first_words())
        return Reading.NEARLY if begins else Reading.PROSE

    return reads


def _is_house_word(folded: str) -> bool:
    """Whether the line begins with words of every game's, and is no sentence that begins so by
    accident.
    """
    if folded in registry.alone():
        return True
    first = max(
        (word for word in registry.spoken_of() if registry.begins(folded, word)),
        key=len,
        default="",
    )
    if not first:
        return False
    return (
        ":" in folded if first == "to " else ":" in folded or len(folded.split()) <= MOST_WORDS // 2
    )


def _is_long_wish(engine: Engine[Any, Any], state: Any, folded: str, called: SeatNames) -> bool:
    """Whether the line is a stop or a standing pass that can be read, however many words its
    condition has.
    """
    if folded.startswith("pass until "):
        name, condition = "", folded.removeprefix("pass until ")
    elif folded.startswith(("stop at ", "no stop at ")):
        name, _, condition = folded.removeprefix("no ").removeprefix("stop at ").partition(" when ")
    else:
        return False
    if not any(known.startswith(name) for known in engine.interval_names()):
        return False
    try:
        return bool(condition and engine.condition(state, condition, called))
    except Refusal:
        return False


def _is_order(engine: Engine[Any, Any], state: Any, seat: str, folded: str) -> bool:
    text, _ = plan_lines.without_through(folded)
    bare = text.removeprefix("if failed:").removeprefix("otherwise").lstrip(":, ")
    for part in dict.fromkeys(
        (text, text.partition(" when ")[0], bare, bare.rpartition(" if ")[0])
    ):
        try:
            if part and not (isinstance(engine, WithPolicies) and engine.policy(state, seat, part)):
                engine.read(state, seat, part)
        except Refusal:
            continue
        if part:
            return True
    return False


def _verbs(engine: Engine[Any, Any], state: Any, seat: str, word: str) -> frozenset[str]:
    """The first words of orders that the word may be: the engine's own refusal names the nearest
    forms.
    """
    try:
        engine.read(state, seat, word)
    except Refusal as refusal:
        return frozenset(usage.partition(" ")[0].lower() for usage in refusal.instead)
    return frozenset((word,))


def _first_words() -> frozenset[str]:
    """What lines of every game's begin with; `to` begins any sentence."""
    return frozenset(
        word.split()[0].rstrip(":") for word in (*registry.spoken_of(), *registry.alone())
    ) - {"to"}


def _like(word: str, firsts: frozenset[str]) -> bool:
    """Whether the word is one of these, or so like one that it may be mistyped."""
    return word in firsts or (
        len(word) > 3
        and any(len(first) > 3 and fuzz.ratio(word, first) >= NEAR for first in firsts)
    )
