"""The chain of evidence: each row that bears on a game is linked when it is written, and again when it changes (PR-RECORD).

A model that is `Evident` names the columns that count. Writing them through the ORM locks the row's game first, and adds one link a
transaction part behind the game's last one: what the rows hold, where the history stands, and the game's own row. Links are sealed
with a key that is not in the database, so that a head tells nothing and nobody without the key makes the chain anew.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Self

from django.apps import apps
from django.conf import settings
from django.db import models, transaction

from traders.models.prepared import Prepared

if TYPE_CHECKING:  # the history is evidence itself
    from traders.models.history import EvidenceLink

Marks = dict[int, set[tuple[str, int]]]
"""By game: the rows to be linked, each as the model's label and the primary key."""

GAME = (
    *("system", "revision", "edition", "options", "settings", "start", "scheme", "secret_digest"),
    *("phase", "head", "winners", "ending", "started", "ended", "frozen", "stayed"),
)
"""Columns of the game's own row that each link holds."""

_open: ContextVar[Marks | None] = ContextVar("rows to be linked", default=None)


# --- sealing ----------------------------------------------------------------------------------------------------------------------


def seal(text: str) -> str:
    """HMAC-SHA256 under a key made of the vault's, in hexadecimal."""
    key = hmac.digest(settings.TRADERS_VAULT_KEY.encode(), b"evidence", "sha256")
    return hmac.new(key, text.encode(), "sha256").hexdigest()


def sealed_row(values: dict[str, Any]) -> str:
    """The seal on what a row holds."""
    return seal(json.dumps({name: _plain(value) for name, value in values.items()}, ensure_ascii=False, sort_keys=True))[:32]


def _plain(value: Any) -> Any:
    if isinstance(value, bytes | memoryview):
        return hashlib.sha256(value).hexdigest()
    return value.astimezone(UTC).isoformat() if isinstance(value, datetime) else value


def sealed_link(before: str, link: EvidenceLink) -> str:
    """A link's digest, over the digest before it and all that the link holds."""
    return seal("\n".join([before, str(link.number), str(link.entry), link.history, str(link.throws), link.game_row, link.rows]))


# --- rows that count --------------------------------------------------------------------------------------------------------------


class EvidentRows(models.QuerySet["Any"]):
    """Writes that change what counts of a row link it."""

    def update(self, **changes: Any) -> int:
        model: type[Evident] = self.model
        if not _columns(model, changes) & _columns(model, model.evident):
            return super().update(**changes)
        rows = list(self.order_by().values_list(model.game_path, "pk"))
        with linking(*{game for game, _ in rows if game is not None}) as marks:
            changed = super().update(**changes)
            for game, pk in rows:
                if game is not None:
                    marks[game].add((model._meta.label, pk))
        return changed

    def bulk_create(self, objs: Iterable[Any], *args: Any, **options: Any) -> list[Any]:
        rows = list(objs)
        games = [row.game_of_row() for row in rows if row.counts()]
        with linking(*{game for game in games if game is not None}) as marks:
            made = super().bulk_create(rows, *args, **options)
            for row in made:
                row.mark(marks)
        return made


class Evident(models.Model):
    """A row that bears on a game. `evident`: the fields that count; `game_path`: where its game is found, in Django's words."""

    evident: ClassVar[tuple[str, ...]] = ()
    game_path: ClassVar[str] = "game_id"

    objects: ClassVar[models.Manager[Self]] = EvidentRows.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **options: Any) -> None:
        """Write the row, and link it where what counts of it was written."""
        model = type(self)
        fields = options.get("update_fields")
        game = self.game_of_row() if self.counts() else None
        if game is None or (fields is not None and not _columns(model, fields) & _columns(model, model.evident)):
            super().save(*args, **options)
            return
        with linking(game) as marks:
            super().save(*args, **options)
            self.mark(marks)

    def counts(self) -> bool:
        """Whether the row is evidence yet."""
        return True

    def game_of_row(self) -> int | None:
        """The game's id; None for what belongs to none."""
        row: Any = self
        for name in self.game_path.split("__"):
            row = getattr(row, name) if row is not None else None
        return row if row is None else int(row)

    def mark(self, marks: Marks) -> None:
        """Note that the row is to be linked."""
        game = self.game_of_row()
        if game is not None and self.counts():
            marks[game].add((self._meta.label, self.pk))

    @classmethod
    def held(cls, rows: models.QuerySet[Any]) -> dict[int, dict[str, Any]]:
        """What counts of the rows, as the database holds it, by primary key."""
        return {row.pop("pk"): row for row in rows.order_by().values("pk", *cls.evident)}


def _columns(model: type[models.Model], names: Iterable[str]) -> set[str]:
    """Fields by one name, whichever of its two a foreign key is called by."""
    named = {field.attname: field.name for field in model._meta.concrete_fields}
    return {named.get(name, name) for name in names}


# --- linking ----------------------------------------------------------------------------------------------------------------------


@contextmanager
def linking(*games: int, locked: bool = False) -> Iterator[Marks]:
    """Within it rows of these games may be marked; at its end one link a game is added. Inside of another, the outermost one adds them.

    The games' rows are locked first, in one order; `locked`: the caller holds them already.
    """
    outer = _open.get()
    new = sorted(game for game in games if outer is None or game not in outer)
    if not new:
        yield outer if outer is not None else {}
        return
    with transaction.atomic():
        if not locked:
            for game in new:
                _locked().rows(game)
        marks: Marks = (outer or {}) | {game: set() for game in new}
        token = _open.set(marks)
        try:
            yield marks
        finally:
            _open.reset(token)
        _append({game: marks[game] for game in new}, always=locked)


def head(game: int) -> str:
    """The digest of the game's last link; empty before the first."""
    links = apps.get_model("traders", "EvidenceLink").objects.filter(game=game).order_by("-number")
    return str(links.values_list("digest", flat=True).first() or "")


def _append(marks: Marks, *, always: bool) -> None:
    """Add a link to each game of which a row is marked; `always`: also where nothing but the game's own row has changed."""
    wanted = {game: rows for game, rows in marks.items() if rows or always}
    if not wanted:
        return
    seals = _seals({row for rows in wanted.values() for row in rows})
    link_model: Any = apps.get_model("traders", "EvidenceLink")
    links = []
    for game in (game for pk in sorted(wanted) for game in _standing().rows(pk)):
        game_row = sealed_row({name: getattr(game, name) for name in GAME})
        marked = {f"{label}:{pk}": seals[label, pk] for label, pk in wanted[game.pk] if (label, pk) in seals}
        if not marked and game_row == game.link_game_row:
            continue
        link = link_model(
            game_id=game.pk,
            number=(game.link_number or 0) + 1,
            entry=game.number,
            history=game.digest,
            throws=game.throws,
            game_row=game_row,
            rows=json.dumps(marked, sort_keys=True),
        )
        link.digest = sealed_link(game.link_digest or "", link)
        links.append(link)
    link_model.objects.bulk_create(links)


@cache
def _locked() -> Prepared[Any]:
    """The game's row, locked."""
    games: Any = apps.get_model("traders", "Game")
    return Prepared(games, lambda pk: games.objects.select_for_update().filter(pk=pk).order_by().only("pk"))


@cache
def _standing() -> Prepared[Any]:
    """What a link holds of a game's row, and of the link before it."""
    games: Any = apps.get_model("traders", "Game")
    last = apps.get_model("traders", "EvidenceLink").objects.filter(game=models.OuterRef("pk")).order_by("-number")
    before = {f"link_{name}": models.Subquery(last.values(name)[:1]) for name in ("number", "digest", "game_row")}
    held = ("number", "digest", "throws", *GAME)
    return Prepared(games, lambda pk: games.objects.filter(pk=pk).order_by().annotate(**before).only(*held))


def _seals(rows: set[tuple[str, int]]) -> dict[tuple[str, int], str]:
    """The seals on rows as the database holds them now."""
    by_model: dict[str, list[int]] = {}
    for label, pk in rows:
        by_model.setdefault(label, []).append(pk)
    found: dict[tuple[str, int], str] = {}
    for label, pks in by_model.items():
        model: Any = apps.get_model(label)
        held = model.held(model.objects.filter(pk__in=pks))
        found |= {(label, pk): sealed_row(values) for pk, values in held.items()}
    return found
