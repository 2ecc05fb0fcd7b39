"""Who made a system: its authors, publishers and sources, as far as the sources name them. Names no
game; the words are data.
"""

from __future__ import annotations

import tomllib
from functools import cache

import msgspec

from traders.engines.kernel.book.package_files import has, printed


class Work(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One work that a system rests on. An empty `design` says that the source names no author."""

    title: str
    design: tuple[str, ...]
    licence: str
    edition: str = ""
    publisher: str = ""
    graphics: tuple[str, ...] = ()
    thanks: tuple[str, ...] = ()
    source: str = ""


class Credits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All works of a system, the first the game itself."""

    work: tuple[Work, ...]


@cache
def credits_of(package: str) -> Credits:
    """The credits of the engine in a package; none where it says nothing.
    `msgspec.ValidationError` for a file that does not say what it must.
    """
    if not has(package, "credits.toml"):
        return Credits(())
    return msgspec.convert(tomllib.loads(printed(package, "credits.toml")), Credits)
