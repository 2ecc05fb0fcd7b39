"""The outcome of handing a letter to a mail server or provider."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

OutcomeKind = Literal["taken", "refused", "deferred", "closed", "unknown", "stale"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of sending one letter: taken; refused; deferred; connection closed before it
    left; unknown; stale.
    """

    kind: OutcomeKind
    words: str = ""
    provider: str = ""
    provider_id: str = ""
    for_good: bool = False
    """Whether the bounce is permanent: the mailbox refuses all mail, not this letter alone."""
    blocked: bool = False
    """Whether it says nothing of this letter: the server takes none, whosever it is."""
