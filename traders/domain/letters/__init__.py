"""Letters that players get: who gets which, what stands in it, how it reads. `write` and `remind` store them; `traders.domain.post` sends them."""

from traders.domain.letters.write import remind, write

__all__ = ["remind", "write"]
