"""Letters that players get: who gets which, what stands in it, how it reads. `write`, `remind` and `digest` store them; `traders.domain.post`
sends them."""

from traders.domain.letters.digest import digest
from traders.domain.letters.write import remind, write

__all__ = ["digest", "remind", "write"]
