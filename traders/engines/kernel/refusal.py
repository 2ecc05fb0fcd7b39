"""Why an order is not carried out, and what cannot be said of a position without showing what is
hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

RefusalKind = Literal["unreadable", "ambiguous", "illegal", "stale", "late"]


class Refusal(Exception):
    """An order that is not carried out, and why.

    `rules` are the ids cited, the one that decides first; empty for what is unreadable, ambiguous
    or stale. `instead` says what is possible in its place, as orders or names, nearest first.
    """

    def __init__(
        self, text: str, *rules: str, kind: RefusalKind = "illegal", instead: Sequence[str] = ()
    ) -> None:
        super().__init__(text)
        self.text = text
        self.rules = rules
        self.kind: RefusalKind = kind
        self.instead = tuple(instead)

    def again(self) -> Refusal:
        """The same refusal, which nobody has raised."""
        return Refusal(self.text, *self.rules, kind=self.kind, instead=self.instead)

    @property
    def with_rules(self) -> str:
        """The text, and behind it the ids cited."""
        return f"{self.text} {' '.join(self.rules)}".strip()


class Unknown(Exception):
    """What was asked of a position rests on something that the seat cannot see; the message says on
    what (PR-RECEIPT-08).
    """
