"""The last letter: who won and why, and the dice's seed, so that every roll can be repeated
(PR-CHANCE-01).
"""

from __future__ import annotations

from typing import Any

from traders.domain.letters.facts import Facts
from traders.domain.letters.parts import seats_in_words
from traders.domain.letters.reader import Reader


def over_context(facts: Facts, reader: Reader) -> dict[str, Any]:
    """The template's data: ending, winners, seed. The seed comes from the vault only when the
    letter is prepared.
    """
    return {
        "ending": facts.ended,
        "won": reader.seat in facts.winners,
        "shared": len(facts.winners) > 1,
        "winners": seats_in_words(facts.winners),
        "secret": facts.extra.get("secret", ""),
        "promise": reader.secret_digest,
        "proof_page": reader.page("proof", reader.slug),
        "verify_page": reader.page("verify"),
    }
