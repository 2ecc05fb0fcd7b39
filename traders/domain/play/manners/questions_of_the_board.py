"""What a question asks of the board: the lines that tell of a thing, and what seats hold,
all as the asker sees it (PR-RECEIPT-09).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from traders.domain.letters.multiline_text_layout import unwrapped
from traders.domain.play.game_session import GameSession
from traders.domain.play.manners.closed_word_classes import topic
from traders.domain.play.manners.question_lookup import holds_half, names_in, naming, stems
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import listed, named

MOST_BOARD_LINES = 8
_ENDS = (".", ":", "?", "!", "`")
_ITEM = re.compile(r"\s*(?:[-*]|\d+\.) ")
_WHAT = re.compile(r"(?:what|which|how m(?:any|uch))\b(?!.*\bhave to\b)")
"""What a question begins with that asks for things, and not for what must be done."""
_WHETHER = re.compile(r"(?:does|do|did|has|have|is|are|who)\b(?!.*\bhave to\b)")
"""What a question begins with that asks whether something is so, or of whom."""
_NO_THING = ("time", "turn", "score", "odds", "past")
"""What is asked for in words that may ask for a thing, too."""
_POSSESSED = re.compile(r"\b\w+(?:'s|s') (?:cargo|cards?|hand|goods|hold|orders?)\b")
_WORD = re.compile(r"\w+")


def board_lines(words: Sequence[str], board: str, *, first: bool = False) -> list[str]:
    """The things of the board in which these words stand, or which one of them is the `first` word
    of, each whole and below the head of its block; a table's lines one by one.
    """

    def stands(thing: Sequence[str]) -> bool:
        text = " ".join(thing)
        said = re.findall(r"[\w']+", text.casefold())[:1] if first else stems(text)
        if set(said).isdisjoint(words):
            return False
        return first or holds_half(words, set(said))

    found: list[str] = []
    for block in board.split("\n\n"):
        lines = block.split("\n")
        things = _things(lines)
        hit = [thing for thing in things if stands(thing)]
        row = next((n for n, thing in enumerate(things) if _ITEM.match(thing[0])), 0)
        if hit and all(thing in things[:row] for thing in hit):
            hit = things  # what is said above a list tells nothing without it
        if not hit or len(hit) > MOST_BOARD_LINES:
            continue
        told = [*dict.fromkeys([*lines[: _head(lines)], *(one for thing in hit for one in thing)])]
        if len(found) + len(told) <= MOST_BOARD_LINES * 2:
            found += ["", *told] if found else told
    return found


def _things(lines: Sequence[str]) -> list[list[str]]:
    """A block's lines below its head, those of one thing together: a line, and what goes on from it
    or stands indented below it.
    """
    first = min(_head(lines), len(lines) - 1)
    indent = 80 if _is_row(lines[first]) else len(lines[first]) - len(lines[first].lstrip())
    things = [[line] for line in lines[:first]]
    for line in lines[first:]:
        below = len(line) - len(line.lstrip()) > indent
        goes_on = line.lstrip()[:1].islower() and not things[-1][-1].endswith(_ENDS)
        if len(things) > first and (below or goes_on):
            things[-1].append(line)
        else:
            things.append([line])
    return things


def _head(lines: Sequence[str]) -> int:
    """How many of a block's lines are its head: one in capitals, one above columns."""
    capitals = any(len(word) > 1 and word.isupper() for word in lines[0].split()[:2])
    columns = any(map(_is_row, lines[capitals : capitals + 1]))
    return capitals + columns


def _is_row(line: str) -> bool:
    """Whether the line stands in columns."""
    return "  " in line.strip()


# --- what seats hold ------------------------------------------------------------------------------


def what_is_held(session: GameSession, seat: Seat, text: str) -> list[str]:
    """Of a question for what others hold: their lines of the board, as the seat sees it, and that
    it is told no more; of one whether they hold a thing, the lines that name it; of one who holds
    it, the asker's own too. Nothing of other questions.
    """
    whether = bool(_WHETHER.match(text)) and not any(topic(one).search(text) for one in _NO_THING)
    if not (whether or _WHAT.match(text)) or not (
        topic("holdings").search(text) or _POSSESSED.search(text)
    ):
        return []
    table = session.table
    asked = seats_in(session, text)
    things = names_in(text, table.engine) if whether else []
    if seat in asked:
        return []
    if not asked and topic("others").search(text):
        asked = [one for one in table.engine.seats_in_order(table.state) if one != seat]
    anybody = bool(things and not asked and topic("anybody").search(text))
    if anybody:
        asked = [one for one in table.engine.seats_in_order(table.state) if one != seat]
    if not asked:
        return []
    board = unwrapped(table.engine.board_text(table.engine.view(table.state, seat)))
    whose = listed([named(one) for one in asked])
    if things:
        seats = [seat, *asked] if anybody else [*asked]
        seen = {one: board_lines([one], board, first=True) for one in seats}
        own = [block for block in board.split("\n\n") if anybody and block.startswith("YOU")]
        seen |= {seat: [*seen[seat], *"\n".join(own).split("\n")]} if own else {}
        found = [_naming(one, naming(things, lines)) for one, lines in seen.items()]
        none = f"Nothing that you may see of {whose} shows {listed(things)}."
        return ["\n".join(filter(None, found)) or none]
    lines = board_lines([*asked], board, first=True)
    return ["\n".join(lines), f"That is all that you may see of {whose}."] if lines else []


def seats_in(session: GameSession, text: str) -> list[Seat]:
    """The seats that a plain text names, by colour or by player."""
    table = session.table
    called = {**{one: one for one in table.engine.seats_in_order(table.state)}, **table.names}
    spoken = _spaced(text)
    said = (one for name, one in called.items() if _spaced(name.casefold()) in spoken)
    return [*dict.fromkeys(said)]


def _naming(seat: Seat, lines: Sequence[str]) -> str:
    """These lines of a seat as one, which names it; "" for none."""
    told = " ".join(lines)
    own = (f"{named(seat)}:", f"{named(seat)} (you)")
    return told if told.startswith(own) or not told else f"{named(seat)}: {told}"


def _spaced(text: str) -> str:
    """The words of a text with a blank around each."""
    return f" {' '.join(_WORD.findall(text))} "
