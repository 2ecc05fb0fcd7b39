"""What is written in a game's letter, and is an answer to letters of another kind: a ladder's
`challenge Ann`, a season's `register` (PR-RECEIPT-09).
"""

from __future__ import annotations

from traders.domain.play.commands import registry
from traders.domain.play.commands.seatless_answer import Answer
from traders.domain.play.manners import courtesy
from traders.engines.kernel.grammar.order_forms import order_form
from traders.models import Player


def meant_for(text: str) -> tuple[str, Answer] | None:
    """The answer of other letters that a plain text is, without manners; None for another text, and
    for what a command of games begins with as well.
    """
    for bare in (*reversed([*courtesy.undressed(text)]), text):
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


def belongs(text: str, answer: Answer, player: Player | None) -> str:
    """That it is no order of a game, and where the letters are that it answers, for a player."""
    topic = registry.topic_of(answer)
    where = topic.found(player) if topic.found and player else ""
    words = f"`{text}` is no order of a game: it answers a letter of {topic.kind}."
    return f"{words}\n{where}".strip()
