"""How far it is on the board from one place, or one seat's piece, to another, where a question asks
for that (PR-RECEIPT-09).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from traders.domain.play.game_session import GameSession
from traders.domain.play.manners import closed_word_classes, question_lookup
from traders.domain.play.manners.questions_of_the_board import seats_in
from traders.engines.kernel.grammar.order_parts import Names, as_typed
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat

_KINDS = r"(?: (?:the|a|an|planet|world|space)\b)*+"
_MARK = re.compile(rf"\b(from|between|to){_KINDS} $")
_HERE = ("here", "there", "me", "us", "my ship", "my fleet", "my fleets", "my place", "your ship")
_PIECES = ("ship", "ships", "fleet", "fleets", "place", "position", "trader")
_LENGTHS = range(6, 0, -1)
"""Words of which a name may have the most first."""
_FRAGMENT = (
    r"((?:(?!(?:to|from|and|in|by|on|with|at|for|via|if|when|now|then|is|are)\b)\w+ ?){1,3})"
)
_FROM = re.compile(rf"\b(?:from|between|between § and){_KINDS} {_FRAGMENT}")
_TO = re.compile(rf"\bhow far(?: away| off)?(?: is| are)?(?: it)?(?: to)?{_KINDS} {_FRAGMENT}")


def how_far(session: GameSession, seat: Seat, text: str, typed: str) -> str:
    """How far it is from what a plain question names behind its `from`, else from the seat's own
    piece; what is no place of the board, is said. "" where no way is asked for. `typed`: the
    question as it was written.
    """
    if not closed_word_classes.topic("distance").search(text):
        return ""
    board = _Board(session, seat)
    ends = board.ends_in(question_lookup.squeezed(text))
    of_seats = board.seats.intersection(ends or ())
    if ends is None or {*seats_in(session, text)} - {seat, *of_seats}:
        return ""
    if of_seats and closed_word_classes.topic("score").search(text):
        return ""  # `how far ahead is Blue`
    try:
        start, goal = (board.place(one) for one in ends)
    except Refusal as refusal:
        return f"{as_typed(refusal.text, typed)} {board.hint()}"
    view = session.engine.view(session.table.state, seat)
    return session.engine.way(view, start, goal) or (board.hint() if of_seats else "")


class _Board:
    """What a question of the seat may name as an end of a way: places, and seats for their pieces;
    "" stands for the asker's own.
    """

    def __init__(self, session: GameSession, seat: Seat) -> None:
        table, self._engine = session.table, session.engine
        self._view = self._engine.view(table.state, seat)
        colours = table.engine.seats_in_order(table.state)
        self.seats = {one for one in colours if one != seat}
        players = {**{one: one for one in colours}, **table.names}
        shown = (one.names[0] for one in self._engine.places(self._view))
        names = {one: one for one in shown if one.casefold() not in (*colours, *_HERE)}
        self._places = Names("place", names)
        self._ends = dict.fromkeys(_HERE, "") | {
            **{question_lookup.squeezed(one): one for one in names},
            **{said: self._other(one) for name, one in players.items() for said in _called(name)},
        }

    def ends_in(self, text: str) -> tuple[str, str] | None:
        """Start and goal, as they are called; None where the text names none, or too many."""
        starts, goals, rest = list[str](), list[str](), ""
        words = text.split()
        while words:
            begins = (" ".join(words[:n]) for n in _LENGTHS)
            said = next((one for one in begins if one in self._ends), "")
            mark = _MARK.search(rest)
            if said and (mark or said not in _HERE):
                (starts if mark and mark[1] != "to" else goals).append(self._ends[said])
            rest += f"{'§' if said else words[0]} "
            del words[: len(said.split()) or 1]
        if strange := _FROM.search(rest):
            if not _may_name(strange[1]):
                return None  # `how far am I from winning`
            (goals if starts else starts).append(strange[1].strip())
        elif (strange := _TO.search(rest)) and not goals and _may_name(strange[1]):
            goals.append(strange[1].strip())
        if not starts and len(goals) > 1:
            starts, goals = goals[:1], [one for one in goals[1:] if one != goals[0]]
        ends = (*(starts or [""]), *(goals or [""]))
        if len(ends) != 2 or ends == ("", ""):
            return None
        return ends if ends[1] else ("", ends[0])

    def _other(self, seat: Seat) -> Seat:
        return seat if seat in self.seats else ""

    def place(self, name: str) -> str:
        """An end as the game has it; refused where it is none."""
        return name if name in ("", *self.seats) else str(self._places.read(name))

    def hint(self) -> str:
        """What can be asked; "" where the game tells no way."""
        told = (one for one in self._places.names if self._engine.way(self._view, one, one))
        place = next(told, "")
        return place and f"You can ask how far it is to a place on the board, for instance {place}."


def _called(name: str) -> Iterator[str]:
    """How a seat is named, and its piece after it."""
    plain = question_lookup.squeezed(name)
    yield plain
    yield from (f"{plain}{own} {piece}" for own in ("", "s") for piece in _PIECES)


def _may_name(words: str) -> bool:
    """Whether these words may stand for a place: none of them tells what else a question is of."""
    known = closed_word_classes.words()
    return not any(
        one in known.common
        or any(closed_word_classes.topic(t).fullmatch(one) for t in known.topics)
        for one in words.split()
    )
