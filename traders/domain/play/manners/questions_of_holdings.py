"""What a question asks of things that seats hold, told as the asker sees their boards
(PR-RECEIPT-09).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from traders.domain.letters.multiline_text_layout import unwrapped
from traders.domain.play.game_session import GameSession
from traders.domain.play.manners import question_lookup
from traders.domain.play.manners.closed_word_classes import topic
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import listed, named

_WHAT = re.compile(r"(?:what|which|how m(?:any|uch))\b(?!.*\bhave to\b)")
"""What a question begins with that asks for things, and not for what must be done."""
_WHETHER = re.compile(r"(?:does|do|did|has|have|is|are|who)\b(?!.*\bhave to\b)")
"""What a question begins with that asks whether something is so, or of whom."""
_NO_THING = ("time", "turn", "score", "odds", "past")
"""What is asked for in words that may ask for a thing, too."""
_ANYBODY = re.compile(r"\b(?:who|any(?:one|body)|some(?:one|body))\b")
_WORD = re.compile(r"\w+")


def what_is_held(session: GameSession, seat: Seat, text: str) -> list[str]:
    """Of a question for what others hold: their lines of the board, as the seat sees it, and that
    it is told no more; of one whether they hold a thing, the lines that name it; of one who holds
    it, the asker's own too. Nothing of other questions.
    """
    whether = bool(_WHETHER.match(text)) and not any(topic(one).search(text) for one in _NO_THING)
    if not (whether or _WHAT.match(text)) or not topic("holdings").search(text):
        return []
    table = session.table
    asked = seats_in(session, text)
    things = question_lookup.names_in(text, table.engine) if whether else []
    if seat in asked:
        return []
    anybody = bool(things and not asked and _ANYBODY.search(text))
    if anybody:
        asked = [one for one in table.engine.seats_in_order(table.state) if one != seat]
    if not asked:
        return []
    board = unwrapped(table.engine.board_text(table.engine.view(table.state, seat)))
    whose = listed([named(one) for one in asked])
    if things:
        seats = [seat, *asked] if anybody else [*asked]
        seen = {one: question_lookup.board_lines([one], board, first=True) for one in seats}
        own = [block for block in board.split("\n\n") if anybody and block.startswith("YOU")]
        seen |= {seat: [*seen[seat], *"\n".join(own).split("\n")]} if own else {}
        found = [_naming(one, question_lookup.naming(things, lines)) for one, lines in seen.items()]
        none = f"Nothing that you may see of {whose} shows {listed(things)}."
        return ["\n".join(filter(None, found)) or none]
    lines = question_lookup.board_lines([*asked], board, first=True)
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
