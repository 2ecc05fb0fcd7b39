"""Recognizing orders: how a line of a seat's letter reads, as an order or as prose."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum, auto
from functools import cache

from traders.domain.history import recording_and_replay
from traders.domain.people import seating
from traders.domain.play.commands import registry
from traders.domain.play.commands.command import Command
from traders.domain.play.manners.accepted_suggestion import MEANT
from traders.domain.play.manners.clause_splitting import LONGEST, plain
from traders.domain.play.manners.consent import consent_of, declines
from traders.domain.play.manners.courtesy_and_doubt_detection import turns
from traders.domain.play.manners.literal_order_check import as_press
from traders.domain.play.manners.nearest_order_guess import nearest_lines, wanted_ways
from traders.domain.play.manners.order_reader import Reader
from traders.domain.play.manners.order_reader_factory import reader_at
from traders.domain.table import plan_lines
from traders.engines.kernel.contract.contract import Engine
from traders.engines.kernel.engine.optional_contract import WithPolicies
from traders.engines.kernel.grammar import similar_words
from traders.engines.kernel.grammar.order_forms import order_form
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import SeatNames
from traders.engines.kernel.words import fold
from traders.engines.registry import engine as engine_of
from traders.models import Seat

NEAR = 75
"""Likeness in per cent from which a word of more than three letters is a mistyped first word of an
order.
"""
MOST_WORDS = 12
"""Words of a line in which an order is looked for: a longer line is prose."""

MOST_HEARD = 40
"""Lines of a letter in which manners are looked for: a longer text is nobody's orders."""


class Reading(Enum):
    """The ways in which a line can read."""

    ORDER = auto()
    WORDS = auto()
    """An order that ends in free text, as press does: it may run on in the next lines."""
    NEARLY = auto()
    """It resembles an order and cannot be read as one: mistyped, or a sentence."""
    PROSE = auto()
    ASKS = auto()
    """A question, which is answered."""


ORDERS = (Reading.ORDER, Reading.WORDS)

Recognition = Callable[[str], Reading]
"""Function that says how one line reads."""


def prose(line: str) -> Reading:
    """The recognition without any orders: every line is prose."""
    return Reading.PROSE


def recognition(seat: Seat, seats: Iterable[Seat] | None = None) -> Recognition:
    """The recognition for a seat in the game's present position. `seats`: of its game, if known."""
    engine = engine_of(seat.game.system)
    state = recording_and_replay.position_now(seat.game) if seat.game.number else None

    @cache
    def verbs(word: str) -> frozenset[str]:
        return _verbs(engine, state, seat.colour, word)

    names = seating.names_of(seat.game.seats.all() if seats is None else seats)

    @cache
    def reads(line: str) -> Reading:
        folded = fold(line)
        if state is not None and _is_long_wish(engine, state, folded, names):
            return Reading.ORDER
        if command := _command(folded):
            return Reading.WORDS if ":" in folded and command.deed else Reading.ORDER
        if state is None:
            return Reading.NEARLY  # the game has not begun, and the door explains that
        if _is_order(engine, state, seat.colour, folded):
            return Reading.ORDER
        words = [word.strip(",;:!?()'\"") for word in folded.split()[:MOST_WORDS]]
        if any(word in verbs(word) for word in words if len(word) > 2):
            return Reading.NEARLY
        begins = bool(words) and _like(words[0], verbs(words[0]) | _first_words())
        return Reading.NEARLY if begins else Reading.PROSE

    return reads


def recognition_with_manners(
    seat: Seat, reads: Recognition, seats: Iterable[Seat] | None = None
) -> Recognition:
    """The recognition of a seat's own lines, with manners taken off (PR-RECEIPT-09): not of what
    stands in a quote. `reads`: how lines read as they stand.
    """
    if not seat.game.number:
        return reads
    reader: Reader | None = None
    heard = 0

    @cache
    def read_as(line: str) -> Reading:
        nonlocal reader, heard
        found = reads(line)
        if not line or (found in ORDERS and "?" not in line):
            return found
        heard += 1
        if heard > MOST_HEARD or len(line) > LONGEST:
            return found
        if reader is None:
            reader = reader_at(seat, recording_and_replay.position_now(seat.game), seats)
        if (spoken := as_press(line, reader.sight)) != line:
            return reads(spoken)
        if reader.asks(line):
            return Reading.ASKS
        if found in ORDERS:
            return found
        says = (
            reader.units(line)
            or (reader.question and reader.answer([line]))
            or consent_of(line)
            or declines(reader, line)
        )
        if not says and reader.is_anothers(line):
            return Reading.ASKS
        return Reading.ORDER if says or turns(plain(line).text) else found

    return read_as


def nearest(seat: Seat, line: str) -> list[tuple[str, str]]:
    """The orders that the line most likely means, for a letter in which nothing can be read; else
    the commands of which it speaks, each with what it does.
    """
    if not seat.game.number:
        return []
    reader = reader_at(seat, recording_and_replay.position_now(seat.game))
    near = [(one, MEANT) for one in nearest_lines(reader, line)]
    return near or wanted_ways(reader, line)


def _command(folded: str) -> Command | None:
    """The command with which the line begins, where it is no sentence that begins so."""
    command = registry.command_of(folded)
    if command is None or folded in command.forms:
        return command
    if command.deed is None and command.wish is None:
        return None
    most = 0 if command.in_prose else max(MOST_WORDS // 2, _words_of(command))
    return command if ":" in folded or len(folded.split()) <= most else None


@cache
def _words_of(command: Command) -> int:
    """How many words a command may have that ends in no words of the player's own: two for each
    blank.
    """
    forms = [order_form(form) for form in command.forms if ":" not in form]
    return max((len(made.fixed_words()) + 2 * len(made.blanks) for made in forms), default=0)


def _is_long_wish(
    engine: Engine[object, object], state: object, folded: str, names: SeatNames
) -> bool:
    """Whether the line is a readable stop or standing pass, however many words its condition
    has.
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
        return bool(condition and engine.condition(state, condition, names))
    except Refusal:
        return False


def _is_order(engine: Engine[object, object], state: object, seat: str, folded: str) -> bool:
    """Whether the engine reads the line as an order of the seat's, alone or within a plan, standing
    order or policy.
    """
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


def _verbs(engine: Engine[object, object], state: object, seat: str, word: str) -> frozenset[str]:
    """First words of orders that the word may be: the engine's refusal names the nearest forms."""
    try:
        engine.read(state, seat, word)
    except Refusal as refusal:
        return frozenset(usage.partition(" ")[0].lower() for usage in refusal.instead)
    return frozenset((word,))


def _first_words() -> frozenset[str]:
    """First words of commands, without those that begin any sentence."""
    return frozenset(
        prefix.split()[0].rstrip(":")
        for command in registry.declared()
        if not command.in_prose
        for prefix in command.prefixes
    )


def _like(word: str, firsts: frozenset[str]) -> bool:
    """Whether the word is one of these, or so like one that it may be mistyped."""
    return word in firsts or (
        len(word) > 3
        and any(len(first) > 3 and similar_words.of_two(word, first) >= NEAR for first in firsts)
    )
