"""What is told in this game: `events.toml` has a row for each kind."""

from traders.engines.kernel.telling.rows import Book, book_of
from traders.engines.kernel.telling.teller import Teller

_PACKAGE = "traders.engines.star_traders"
tell = Teller(_PACKAGE)


def told() -> Book:
    """All that is told in it."""
    return book_of(_PACKAGE)
