"""What the players mix into a game's dice, where the table chose that (PR-CHANCE-03).

The mixture is a digest. It begins empty; each thing that a seat mixes in makes it SHA-256 of
`<mixture>\n<seat>\n<what>`, in hexadecimal. A roll of the scheme `hmac-sha256-mixed/1` is made with
the mixture as it stands then, and its entry names what was mixed in since the roll before.
"""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from collections.abc import Collection, Iterable

import msgspec

from traders.engines.kernel.seats import Seat

Mixed = tuple[Seat, str]
"""A seat, and what it mixes in: its own words, or the `fingerprint` of what is not told."""
HASHED = "sha256:"
"""What a fingerprint begins with."""
SHOWN = 16
"""Hexadecimal digits of the mixture, and of fingerprints, in the foot of a letter."""
_QUOTES = str.maketrans(dict.fromkeys("“”„‟«»″＂❝❞〝〞〟", '"') | dict.fromkeys("‘’‚‛‹›′＇❛❜", "'"))


class Mixture(msgspec.Struct, frozen=True):
    """What has been mixed in so far. `came`: what no roll has named yet, in the order in which it
    came; the digest holds it already.
    """

    digest: str = ""
    came: tuple[Mixed, ...] = ()

    def with_more(self, seat: Seat, what: str) -> Mixture:
        """It with one thing more."""
        return Mixture(folded(self.digest, [(seat, what)]), (*self.came, (seat, what)))

    def named(self) -> Mixture:
        """It after a roll that names what came."""
        return Mixture(self.digest)


def folded(digest: str, mixed: Iterable[Mixed]) -> str:
    """The mixture after these are mixed in."""
    for seat, what in mixed:
        digest = hashlib.sha256(f"{digest}\n{seat}\n{what}".encode()).hexdigest()
    return digest


def plain_words(words: str) -> str:
    """Words as they are mixed in, whatever program wrote them: single blanks, plain quotation
    marks. So no words can end the quotation in which they are told, and go on as another's.
    """
    return " ".join(unicodedata.normalize("NFC", words).translate(_QUOTES).split())


def fingerprint(what: str) -> str:
    """What is mixed in for a Message-ID, which names its writer's mail program."""
    return f"{HASHED}{hashlib.sha256(what.encode()).hexdigest()[:32]}"


def keyed_fingerprint(seed: bytes, seat: Seat, words: str) -> str:
    """What is mixed in for words that others are not to read. Under the game's secret: else short
    words could be found by trying.
    """
    return f"{HASHED}{hmac.digest(seed, f'luck:{seat}:{words}'.encode(), 'sha256').hex()[:32]}"


def unread(mixed: Iterable[Mixed], muted: Collection[str]) -> tuple[Mixed, ...]:
    """What was mixed in as it is told to who has muted these seats: of their words a fingerprint
    (PR-SEAT-08).
    """
    return tuple(
        (seat, fingerprint(what) if seat in muted and not what.startswith(HASHED) else what)
        for seat, what in mixed
    )


def quoted(what: str) -> str:
    """What was mixed in, as it is told: words in quotation marks, a fingerprint as it is."""
    return what if what.startswith(HASHED) else f"“{what}”"


def read(kept: object) -> Mixture:
    """The mixture as the game's row keeps it."""
    return msgspec.convert(kept or {}, Mixture)


def kept(mixture: Mixture) -> object:
    """It as the game's row keeps it."""
    return msgspec.to_builtins(mixture)
