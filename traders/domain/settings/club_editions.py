"""Clubs' own editions: boards as tables, checked whole before they are stored, found by their
digest when a game uses them.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable

from traders.engines.kernel.contract.contract import Engine
from traders.engines.kernel.engine.optional_contract import WithEditions
from traders.engines.kernel.words import hides
from traders.engines.registry import engine
from traders.models import Edition

LARGEST = 1_000_000
"""Bytes that an edition's file may have."""
_DEEP = re.compile(r"""(?<![\w"'-])(?:[\w"'-]++\s*+\.\s*+){9}""")
"""A key of so many parts that reading it takes long; no edition has one."""


class BadEdition(Exception):
    """An edition that is refused. `faults`: all its faults, a sentence each."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__(" ".join(faults))
        self.faults = faults


def check(system: str, file: bytes) -> tuple[str, str, dict[str, object]]:
    """Digest, title and tables of an edition's file (TOML); raises `BadEdition` with all its
    faults.
    """
    rules = engine(system)
    if not isinstance(rules, WithEditions):
        raise BadEdition([f"{rules.title} has no editions."])
    if len(file) > LARGEST:
        raise BadEdition([f"The file has {len(file):,} bytes; an edition has at most {LARGEST:,}."])
    try:
        text = file.decode("utf-8")
        if deep := _DEEP.search(text):
            raise ValueError(f"a key is too deep, {deep[0][:30]}…")
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadEdition([f"The file cannot be read as TOML: {error}."]) from error
    title = data.get("title", "")
    faults = rules.edition_faults(data)
    if not isinstance(title, str) or not title.strip() or len(title) > 80 or hides(title):
        faults = [
            "The edition needs a title, one line of at most 80 characters: title = "
            '"Our club\'s board".',
            *faults,
        ]
    if faults:
        raise BadEdition(faults)
    digest, tables = rules.edition_whole(data)
    return digest, title.strip(), tables


def add(system: str, file: bytes) -> tuple[Edition, bool]:
    """Store an edition; False if it was stored before. Raises `BadEdition` and stores nothing if it
    has any fault.
    """
    digest, title, tables = check(system, file)
    return Edition.objects.get_or_create(
        digest=digest, defaults={"system": system, "title": title, "tables": tables}
    )


def known_to(system: str, rules: Engine[object, object]) -> None:
    """Let an engine with editions look them up here."""
    if isinstance(rules, WithEditions):
        rules.find_editions(_finder(system))


def _finder(system: str) -> Callable[[str], dict[str, object] | None]:
    """The function with which an engine looks up a system's editions."""

    def find(digest: str) -> dict[str, object] | None:
        kept = Edition.objects.filter(system=system, digest=digest).first()
        return dict(kept.tables) if kept else None

    return find
