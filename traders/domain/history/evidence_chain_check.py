"""Checking a game's chain of evidence: its links follow from each other, and each row is as it was
last linked (PR-RECORD-04).
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db import transaction
from django.db.models import QuerySet

from traders.models import Arrival, Entry, EvidenceLink, Evident, Game, Heartbeat, Phase
from traders.models.evidence_chain import FIRST_GAME, GAME, sealed_link, sealed_row

SHOWN = 32
"""Hexadecimal digits of a digest in the foot of a letter."""
LOOKED_AT = 20
"""Newest links by which the vault's key is checked."""
_FOOT = re.compile(rf"\b[0-9a-f]{{{SHOWN}}}(?![0-9a-f])")


def key_fits() -> bool:
    """Whether the vault's key sealed the newest links, or there are none. Several links are tried:
    one that was changed by hand does not stop the server.
    """
    newest = list(EvidenceLink.objects.order_by("-pk")[:LOOKED_AT])
    return not newest or any(_is_ours(link) for link in newest)


def _is_ours(link: EvidenceLink) -> bool:
    """Whether the vault's key sealed the link."""
    before = EvidenceLink.objects.filter(game=link.game_id, number=link.number - 1)
    return sealed_link(before.values_list("digest", flat=True).first() or "", link) == link.digest


@dataclass(frozen=True, slots=True)
class BrokenLink:
    """A fault of the evidence. `entry`: the entry after which the row was linked, 0 if unknown."""

    entry: int
    text: str


def faults(game: Game) -> list[BrokenLink]:
    """All faults of a game's evidence. The game's row is locked meanwhile, so that nothing unlinked
    is written.
    """
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game.pk)
        links = list(EvidenceLink.objects.filter(game=game).order_by("number"))
        return [*_chain(game, links), *_rows(game, links)]


def _chain(game: Game, links: list[EvidenceLink]) -> Iterator[BrokenLink]:
    """Faults of the links themselves, and of the entries that they name."""
    digests = dict(Entry.objects.filter(game=game).values_list("number", "digest")) | {0: ""}
    before, throws = "", 0
    for number, link in enumerate(links, 1):
        if link.number != number:
            yield BrokenLink(link.entry, f"link {number} of the evidence is missing")
            return
        if sealed_link(before, link) != link.digest:
            yield BrokenLink(
                link.entry, f"link {number} of the evidence does not follow from the one before it"
            )
            return
        if digests.get(link.entry) != link.history:
            gone = "is missing" if link.entry not in digests else "is not the one that was there"
            yield BrokenLink(
                link.entry,
                f"entry {link.entry} {gone}: link {number} of the evidence was made after it "
                "(PR-RECORD-03)",
            )
            return
        before, throws = link.digest, max(throws, link.throws)
    yield from _game_row(game, links, throws)


def _game_row(game: Game, links: list[EvidenceLink], throws: int) -> Iterator[BrokenLink]:
    """Faults of the game's own row and of the counts that it and the links keep."""
    if len(links) < game.links:
        yield BrokenLink(
            links[-1].entry if links else 0,
            f"link {len(links) + 1} of the evidence is missing, and what follows: the game's "
            f"row counts {game.links}",
        )
    if game.throws < throws:
        yield BrokenLink(
            game.number,
            f"chance was asked for {throws} times, and the game's row says {game.throws} "
            "(PR-CHANCE-02)",
        )
    if game.phase != Phase.GATHERING and links and not _is_linked(game, links[-1]):
        yield BrokenLink(
            game.number,
            "the game's own row (settings, options, phase, head, result, club) is not what "
            "was linked",
        )


def _is_linked(game: Game, link: EvidenceLink) -> bool:
    """Whether the game's own row is what the link holds; a link that an earlier release made holds
    less of it.
    """
    return any(
        sealed_row({name: getattr(game, name) for name in columns}) == link.game_row
        for columns in (GAME, FIRST_GAME)
    )


def _rows(game: Game, links: list[EvidenceLink]) -> Iterator[BrokenLink]:
    """Faults of the linked rows: missing, changed, or never linked."""
    last: dict[str, dict[int, tuple[str, int]]] = {}
    for link in links:
        for (label, pk), seal in _sealed(link).items():
            last.setdefault(label, {})[pk] = (seal, link.entry)
    for model in kinds():
        linked = last.pop(model._meta.label, {})
        rows = model.objects.filter(**{model.game_path: game.pk})
        held = model.held(
            rows | model.objects.filter(pk__in=list(linked)) if model is Arrival else rows
        )
        name = model._meta.verbose_name
        for pk, (seal, entry) in sorted(linked.items()):
            if pk not in held:
                yield BrokenLink(entry, f"{name} {pk} is gone")
            elif sealed_row(held[pk]) != seal:
                yield BrokenLink(entry, f"{name} {pk} is not what was linked")
        for pk in _unlinked(rows, held, linked):
            yield BrokenLink(0, f"{name} {pk} stands in no link")


def _sealed(link: EvidenceLink) -> dict[tuple[str, int], str]:
    """A link's seals by model and row; empty for a link that cannot be parsed, which its digest
    shows.
    """
    try:
        return {
            (name.partition(":")[0], int(name.partition(":")[2])): seal
            for name, seal in json.loads(link.rows).items()
        }
    except (ValueError, AttributeError):
        return {}


def _unlinked(rows: Any, held: Iterable[int], linked: Iterable[int]) -> list[int]:
    """Rows that count as evidence and were never linked."""
    missing = set(held) - set(linked)
    return (
        sorted(row.pk for row in rows.filter(pk__in=missing).order_by("pk") if row.counts())
        if missing
        else []
    )


def kinds() -> list[type[Evident]]:
    """The models of evidence."""
    return [model for model in apps.get_models() if issubclass(model, Evident)]


def arrivals_changed(rows: QuerySet[Arrival]) -> Iterator[Arrival]:
    """Of these incoming letters those whose bytes are not those that came."""
    for arrival in rows.iterator(chunk_size=20):
        raw = bytes(arrival.raw)
        if raw and arrival.size == len(raw) and hashlib.sha256(raw).hexdigest() != arrival.sha256:
            yield arrival


def heartbeats_changed() -> list[Heartbeat]:
    """Heartbeat spans that were changed, or before which one is missing."""
    found, earlier = [], None
    for span in Heartbeat.objects.order_by("pk"):
        if span.seal != span.sealed() or (earlier and span.before != earlier.until):
            found.append(span)
        earlier = span
    return found


def foot(game: Game, text: str) -> list[str]:
    """The digests in the foot of a letter that neither the game's history nor its evidence
    contains.
    """
    entries = Entry.objects.filter(game=game)
    links = EvidenceLink.objects.filter(game=game)
    return [
        one
        for one in digests_in(text)
        if not (
            entries.filter(digest__startswith=one).exists()
            or links.filter(digest__startswith=one).exists()
        )
    ]


def digests_in(text: str) -> list[str]:
    """The digests in the foot of a letter."""
    return _FOOT.findall(text.lower())
