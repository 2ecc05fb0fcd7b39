"""The registry of commands: what a line can begin with in every game, in the order of the
documentation.

Each app declares its own when it is ready (`traders.apps`, `arbitration.apps`). Parser, help,
reserved names and `manage.py orders` read it. What people without a seat may answer to letters that
ask them something stands in it too, by the letters' topics.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from traders.domain.people import seating
from traders.domain.play.commands.command import Command, Deed
from traders.domain.play.commands.seatless_answer_types import Answer, Topic
from traders.domain.play.game_session import GameSession
from traders.domain.table.change_set import Line
from traders.engines.kernel.contract.contract import (
    Choice,
    Engine,
    Interval,
    Offer,
    Over,
    Pending,
    Turn,
)
from traders.engines.kernel.engine.optional_contract import Dealing
from traders.engines.kernel.grammar.order_forms import order_form
from traders.engines.kernel.grammar.order_table import OrderRow, When
from traders.engines.kernel.refusal import Refusal, Unknown
from traders.engines.kernel.seats import Seat
from traders.models import Seat as SeatRow

R = TypeVar("R", bound=Command | Answer)

UNTRIED = "which is not tried"
"""What a trial says of a command that it does not carry out."""

_DECLARED: list[Command] = []
_ANSWERS: list[Answer] = []
_TOPICS: dict[str, Topic] = {}


def declare(*commands: Command) -> None:
    """Add commands; `ValueError` where a line could begin with two."""
    taken = prefixes()
    for command in commands:
        if doubled := set(taken) & set(command.prefixes):
            raise ValueError(f"declared twice: {', '.join(sorted(doubled))}")
        taken += command.prefixes
    _DECLARED.extend(commands)


def declare_answers(topic: Topic, *answers: Answer) -> None:
    """Add what may be answered to letters of a topic; `ValueError` for an answer of another one,
    and where a line could begin with two.
    """
    _TOPICS[topic.name] = topic
    for answer in answers:
        if answer.topic != topic.name:
            raise ValueError(f"{answer.prefix} is of the topic {answer.topic}")
        taken = {prefix for known in answers_to(answer.topic) for prefix in known.prefixes}
        if doubled := taken & set(answer.prefixes):
            raise ValueError(f"declared twice: {', '.join(sorted(doubled))}")
        _ANSWERS.append(answer)


def topic_called(name: str) -> Topic | None:
    """The topic of that name; None where letters ask nothing of the kind."""
    return _TOPICS.get(name)


def topic_of(answer: Answer) -> Topic:
    """The topic of an answer."""
    return _TOPICS[answer.topic]


def answers() -> tuple[Answer, ...]:
    """All that may be answered to letters by people without a seat."""
    return tuple(_ANSWERS)


def answers_to(topic: str) -> list[Answer]:
    """What may be answered to letters of a topic."""
    return [answer for answer in _ANSWERS if answer.topic == topic]


def declared() -> tuple[Command, ...]:
    """All commands."""
    return tuple(_DECLARED)


def known_in(engine: Engine[object, object]) -> tuple[Command, ...]:
    """The commands of a game."""
    return tuple(
        command for command in _DECLARED if isinstance(engine, Dealing) or not command.dealing
    )


def by_prefix(prefix: str) -> Command:
    """The command that is declared with that prefix, whatever sign it ends in; `LookupError` where
    there is none.
    """
    found = {command.prefix.strip(" :"): command for command in _DECLARED}
    return found[prefix]


def prefixes() -> list[str]:
    """What lines can begin with."""
    return [prefix for command in _DECLARED for prefix in command.prefixes]


def phrases() -> list[str]:
    """Prefixes and forms without what stands for something else: the words of commands."""
    forms = [form for command in (*_DECLARED, *_ANSWERS) for form in command.forms]
    return [*prefixes(), *(" ".join(order_form(form).words()) for form in forms)]


def begins(folded: str, prefix: str) -> bool:
    """Whether a folded line is that, or begins with it and a blank or colon."""
    return folded == prefix.strip() or folded.startswith(
        prefix if prefix[-1] in " :" else f"{prefix} "
    )


def fitting(folded: str, rows: Iterable[R]) -> list[tuple[str, R]]:
    """The rows with which a folded line begins, each behind the words that it begins with; the
    longest words first.
    """
    fits = [
        (prefix, row)
        for row in rows
        for prefix in (row.prefix, *row.also)
        if folded.startswith(prefix.strip(" :")) and begins(folded, prefix)
    ]
    return sorted(fits, key=lambda fit: -len(fit[0]))


def answer_of(topic: str, folded: str) -> Answer | None:
    """What a folded line of an answer begins with: of several that with the longest words."""
    return next((answer for _, answer in fitting(folded, answers_to(topic))), None)


def command_of(folded: str) -> Command | None:
    """The command with which a folded line begins: of several that with the longest words."""
    return next((command for _, command in fitting(folded, _DECLARED)), None)


def may_say(row: OrderRow, pending: Pending, seat: Seat) -> bool:
    """Whether now is when the seat may say it, by what play waits for alone."""
    match row.when:
        case When.ALWAYS:
            return True
        case When.ANY:
            return not isinstance(pending, Over)
        case When.TURN:
            return isinstance(pending, Turn) and seat in pending.seats
        case When.WINDOW:
            return isinstance(pending, Interval) and seat in pending.seats
        case When.ASKED:
            return (isinstance(pending, Choice) and seat == pending.seat) or (
                isinstance(pending, Interval) and pending.question and seat in pending.seats
            )


def with_passes(pending: Pending, seat: Seat, offers: Sequence[Offer]) -> list[Offer]:
    """What the game offers to a seat, with what a window of any game offers beside: `pass` and
    `hold` before a reaction; no answer behind the answers to a question, unless the game has an
    order for that.
    """
    if not isinstance(pending, Interval) or seat not in pending.seats:
        return [*offers]
    if pending.question:
        words = pending.passing or "no answer: the same as doing nothing"
        passes = [Offer("pass", words, pending.rule)] if pending.silence == "pass" else []
        return [*offers, *passes]
    said = map(by_prefix, ("pass", "hold"))
    return [*(Offer(command.prefix, command.help, command.rule) for command in said), *offers]


def _fitting(folded: str) -> list[tuple[str, Command]]:
    """Commands of the session with which the line begins. One that is its words alone stands alone:
    a sentence that begins so is another thing.
    """
    return [
        (prefix, command)
        for prefix, command in fitting(folded, _DECLARED)
        if command.deed and (folded in command.forms or not command.stands_alone)
    ]


def tried(folded: str, raw: str) -> Line | None:
    """What a trial says of a command: it is not carried out; one that changes something of play
    ends the trial (PR-RECEIPT-08).
    """
    for prefix, command in _fitting(folded)[:1]:
        if command.when != When.ALWAYS:
            raise Unknown(f"“{prefix.strip()}”, {UNTRIED}")
        return Line(
            raw,
            "tested",
            "Not tried: it is no move. In a letter that counts it is taken as always.",
        )
    return None


def spoken(session: GameSession, seat: Seat) -> Callable[[str, str], Line | None]:
    """The commands for one seat in one session, as the interpreter asks them."""

    def ask(folded: str, raw: str) -> Line | None:
        for prefix, command in _fitting(folded):
            if command.when != When.ALWAYS:
                may_play(session, seat)
            if command.deed is not None:
                return command.deed(
                    session, seat, folded.removeprefix(prefix.strip()).lstrip(": "), raw
                )
        return None

    return ask


def confirmed(line: str) -> Deed | None:
    """What is done when a seat confirms that command (PR-SEAT-06); None for a game's order."""
    return next((row.confirmed for _, row in _fitting(line) if row.confirmed is not None), None)


def may_play(session: GameSession, seat: Seat) -> None:
    """Refuse what changes play once the game is over (PR-SEAT-07), and from who was removed from
    the seat (PR-REMEDY-07).
    """
    if isinstance(session.table.pending(), Over):
        raise Refusal("The game is over.", "PR-SEAT-07", kind="stale")
    if refusal := barred(session.place(seat)):
        raise refusal


def barred(place: SeatRow) -> Refusal | None:
    """Why a seat may change nothing of play; None where it may."""
    refusal = Refusal("A ruling has removed you from this seat.", "PR-REMEDY-07")
    return refusal if place.left is not None and seating.removed(place) else None
