"""Whether a text is an order as it stands: a command of every game, or an order of this one. What
is decided here is shared by letters, pages and programs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache

from traders.domain.play.commands import dice_mixing_command, registry
from traders.domain.play.commands.command import Command
from traders.domain.play.commands.line_reading_result import Said
from traders.domain.play.commands.seatless_answer_types import Answer
from traders.domain.play.manners import closed_word_classes, courtesy_and_doubt_detection
from traders.domain.table import plan_lines
from traders.engines.kernel.contract.contract import Engine, Interval, Offer
from traders.engines.kernel.engine.optional_contract import WithPolicies
from traders.engines.kernel.grammar.order_forms import order_form
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat, SeatNames
from traders.engines.kernel.words import fold

_PIECE = re.compile(r"\[[^\[\]]*\]|<[^<>]*>|\b\w+(?:\|\w+)+|…")
_CONDITIONED = (" when ", " if ")
_NUMBER = {"n": r"\d+", "h": r"\d+"}


@dataclass(frozen=True, slots=True)
class Sight:
    """What lines of a seat are read with: its game's rules, the position, and the players' names.
    `asked`: whether a reaction window waits for the seat; `mixes`: whether players mix the dice.
    `no_commands`: folded lines of which it was found that they begin as none.
    """

    engine: Engine[object, object]
    state: object
    seat: Seat
    names: SeatNames
    asked: bool = False
    mixes: bool = False
    no_commands: set[str] = field(default_factory=set)
    _known: dict[str, bool] = field(default_factory=dict)

    def is_order(self, text: str) -> bool:
        """Whether all of the text is one order or command, read as it stands."""
        folded = fold(text)
        if folded not in self._known:
            self._known[folded] = bool(folded) and (
                (self.mixes and dice_mixing_command.says(folded))
                or self._is_command(folded)
                or self.is_own(folded)
                or self._is_conditioned(folded)
            )
        return self._known[folded]

    def written(self, text: str) -> str:
        """The order that a text is, as the history writes it; "" for another text."""
        try:
            order = self.engine.read(self.state, self.seat, fold(text), self.names)
        except Refusal:
            return ""
        return self.engine.write(order)

    def _is_command(self, folded: str) -> bool:
        """Whether it is a command; of one that stands before an order, with an order behind it."""
        command = registry.command_of(folded)
        if command is None:
            self.no_commands.add(folded)
            return False
        if not is_command(folded):
            return False
        return not stands_before_an_order(command) or self.is_order(
            folded.removeprefix(command.prefix.strip()).lstrip(":, ")
        )

    def is_own(self, folded: str) -> bool:
        """Whether it is an order of the game's own."""
        try:
            if isinstance(self.engine, WithPolicies) and self.engine.policy(
                self.state, self.seat, folded
            ):
                return True
            self.engine.read(self.state, self.seat, folded, self.names)
        except Refusal:
            return False
        return True

    def at_once(self, found: list[Said], menu: Callable[[], Sequence[Offer]]) -> list[Said]:
        """What a letter says, its orders as the one that they are together, where one of a whole
        turn is asked for (IT-PBM-03).
        """
        own = [one for one in found if one.how == "line" and not speaks(fold(one.line))]
        clear = {one.how for one in found} <= {"line", "asks", "told"} and len(own) > 1
        order = self._as_one([fold(one.line) for one in own], menu) if clear else ""
        others = [one for one in found if one not in own]
        return [Said(order, own[0].raw), *others] if order else found

    def _as_one(self, orders: Sequence[str], menu: Callable[[], Sequence[Offer]]) -> str:
        """The one order that these are together; "" where they are none. The first may begin as
        that does.
        """
        pending = self.engine.pending(self.state)
        if not orders or not isinstance(pending, Interval) or not pending.in_turn:
            return ""
        heads = {one.order.partition(":")[0] for one in menu() if ";" in one.order}
        head = f"{'|'.join(heads)}: "
        own = all(self.is_own(one) for one in orders)
        own = own and not any(one.startswith(head) for one in orders[1:])
        whole = head + "; ".join(orders).removeprefix(head)
        return whole if own and self.is_own(whole) else ""

    def _is_conditioned(self, folded: str) -> bool:
        """Whether it is an order on a condition that can be read, or with passes behind it."""
        text, through = plan_lines.without_through(folded)
        if through and text:
            return self.is_own(text)
        for word in _CONDITIONED:
            order, found, condition = folded.rpartition(word)
            if found and self.is_own(order) and self._holds(condition):
                return True
        return False

    def _holds(self, condition: str) -> bool:
        if condition == plan_lines.POSSIBLE:
            return True
        try:
            return bool(self.engine.condition(self.state, condition, self.names))
        except Refusal:
            return False


def is_command(folded: str) -> bool:
    """Whether a folded line is a command in one of its forms, whole."""
    command = registry.command_of(folded)
    return command is not None and any(pattern.fullmatch(folded) for pattern in _forms(command))


def stands_before_an_order(command: Command | None) -> bool:
    """Whether an order stands behind the command, and ends its line: `otherwise buy 2 food`."""
    return command is not None and not (
        command.wish or command.deed or not command.forms[0].endswith("<order>")
    )


def speaks(folded: str) -> bool:
    """Whether a folded line begins as a command that goes on in the player's own words: what stands
    behind its colon is nobody's order and no question.
    """
    if ":" not in folded:
        return False
    command = registry.command_of(folded)
    return command is not None and any(":" in form for form in command.forms) and is_command(folded)


def as_press(line: str, sight: Sight) -> str:
    """The line as press is written, where it says so in other words: `Tell Blue: well flown!`."""
    head, colon, said = line.partition(":")
    for bare in courtesy_and_doubt_detection.undressed(fold(head)) if colon else ():
        if found := closed_word_classes.named("telling").match(bare):
            whom = bare[found.end() :].strip()
            if closed_word_classes.named("everyone").fullmatch(whom):
                return f"say:{said}"
            others = (*sight.engine.seats_in_order(sight.state), *map(fold, sight.names))
            return f"to {whom}:{said}" if whom in others else line
    return line


@cache
def _forms(command: Command) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(_as_pattern(form)) for form in command.forms)


def _as_pattern(form: str) -> str:
    """A form of a command as a regular expression."""
    found, at = "", 0
    for piece in _PIECE.finditer(form):
        before = re.escape(form[at : piece.start()])
        text = piece[0]
        if text.startswith("["):
            before = before.removesuffix("\\ ")
            found += f"{before}(?:\\s*{_as_pattern(text[1:-1])})?"
        elif text.startswith("<"):
            found += before + _NUMBER.get(text[1:-1], ".+")
        elif text == "…":
            found += f"{before}.*"
        else:
            found += f"{before}(?:{text})"
        at = piece.end()
    return found + re.escape(form[at:])


def first_words(commands: Iterable[Command]) -> frozenset[str]:
    """The words with which lines of these commands begin."""
    forms = [order_form(form) for command in commands for form in command.forms]
    return frozenset(form.pattern.split()[0].strip(":") for form in forms)


def meant_elsewhere(text: str) -> tuple[str, Answer] | None:
    """The answer of other letters that a plain text is, without manners; None for another text, and
    for what a command of games begins with as well.
    """
    for bare in (*reversed([*courtesy_and_doubt_detection.undressed(text)]), text):
        if answer := _answer(bare):
            return bare, answer
    return None


def _answer(text: str) -> Answer | None:
    fits = registry.fitting(text, registry.answers())
    for words, answer in fits:
        command = next(iter(registry.fitting(text, registry.declared())), None)
        if command is not None and len(command[0].strip(" :")) >= len(words):
            return None
        whole = text == words or any(order_form(form).blanks for form in answer.forms)
        if whole and registry.topic_of(answer).found is not None:
            return answer
    return None
