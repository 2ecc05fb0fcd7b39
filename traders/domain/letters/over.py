"""The last letter: who won and why, and the secret of the dice, so that every throw can be thrown
again (PR-CHANCE-01).
"""

from __future__ import annotations

from typing import Any

from traders.domain.letters.facts import Facts
from traders.domain.letters.parts import seats_in_words
from traders.domain.letters.reader import Reader


def over_context(facts: Facts, reader: Reader) -> dict[str, Any]:
    """Ending, winners, secret. The secret comes to the letter only when it is made ready, out of
    the vault.
    """
    return {
        "ending": facts.ended,
        "won": reader.seat in facts.winners,
        "winners": seats_in_words(facts.winners),
        "secret": facts.extra.get("secret", ""),
        "promise": reader.secret_digest,
        "proof_page": reader.page("proof", reader.slug),
        "verify_page": reader.page("verify"),
    }
