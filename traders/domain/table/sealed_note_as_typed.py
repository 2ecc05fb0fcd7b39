"""What a seat said that is kept, as it would type it again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from traders.models import SealedKind


class Kept(Protocol):
    """A sealed note, of a table in memory or as its row."""

    kind: Any
    text: str
    condition: str
    data: Any


def conditional(text: str, word: str, condition: str) -> str:
    """`zap when red jumps`; the text alone where nothing is asked for."""
    return f"{text} {word} {condition}" if condition else text


def as_typed(said: Kept) -> str:
    """The line that made a sealed note."""
    data: Mapping[str, Any] = said.data
    match said.kind:
        case SealedKind.STOP:
            return f"stop at {conditional(said.text, 'when', said.condition)}"
        case SealedKind.STANDING:
            always = " always" if data.get("always") else ""
            return f"when {said.condition}: {said.text}{always}"
        case SealedKind.STANDING_PASS:
            return f"pass {said.text.removeprefix('pass ')}"
        case SealedKind.PASS | SealedKind.HOLD:
            return str(said.kind)
        case SealedKind.AHEAD:
            return f"{conditional('next', 'if', said.condition)}: {said.text}"
        case SealedKind.PLAN:
            otherwise = "otherwise " if data.get("otherwise") else ""
            return otherwise + conditional(said.text, "if", said.condition)
        case SealedKind.AGREE:
            return f"agree {said.text}"
        case SealedKind.OFFER:
            return f"offer {data['to']}: {said.text}"
    return said.text
