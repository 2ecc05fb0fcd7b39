"""The chain of evidence: each row that bears on a game is linked when it is written, and again when
it changes (PR-RECORD).

A model that is `Evident` names the columns that count. Writing them through the ORM locks the row's
game first and adds one link for each part of a transaction, after the game's last one: the contents
of the rows, the state of the history, and the game's own row. Links are sealed with a key that is
not in the database: a head reveals nothing, and nobody without the key can forge the chain.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import cache
from typing import Any, ClassVar, Self

from django.apps import apps
from django.conf import settings
from django.db import DatabaseError, models, transaction

from traders.models.prepared import Prepared, PreparedRows, can_insert, insert, write_fields

Marks = dict[int, set[tuple[str, int]]]
"""For each game, the rows to be linked, by model label and primary key."""

GAME = (
    *("system", "revision", "edition", "options", "settings", "start", "scheme", "secret_digest"),
    *("phase", "head", "winners", "ending", "started", "ended", "frozen", "stayed", "course"),
)
"""Columns of the game's own row that each link covers."""

_open: ContextVar[Marks | None] = ContextVar("rows to be linked", default=None)


# --- sealing --------------------------------------------------------------------------------------


def seal(text: str) -> str:
    """HMAC-SHA256 in hexadecimal, under a key derived from the vault's."""
    key = hmac.digest(settings.TRADERS_VAULT_KEY.encode(), b"evidence", "sha256")
    return hmac.new(key, text.encode(), "sha256").hexdigest()


def sealed_row(values: dict[str, Any]) -> str:
    """The seal on a row's contents."""
    return seal(
        json.dumps(
            {name: _as_json(value) for name, value in values.items()},
            ensure_ascii=False,
            sort_keys=True,
        )
    )[:32]


def _as_json(value: Any) -> Any:
    if isinstance(value, bytes | memoryview):
        return hashlib.sha256(value).hexdigest()
    return value.astimezone(UTC).isoformat() if isinstance(value, datetime) else value


def sealed_link(before: str, link: EvidenceLink) -> str:
    """A link's digest, over the digest before it and the link's contents."""
    return seal(
        "\n".join(
            [
                before,
                str(link.number),
                str(link.entry),
                link.history,
                str(link.throws),
                link.game_row,
                link.rows,
            ]
        )
    )


# --- links ----------------------------------------------------------------------------------------


class EvidenceLink(models.Model):
    """A link of the chain of evidence: the contents of the rows written together, and the game's
    state then. Never changed, never removed.

    `rows`: JSON, a seal for each row, named `Label:primary key`. `digest`: over the one before and
    the link's contents, sealed with a key that is not in the database.
    """

    objects: ClassVar[models.Manager[EvidenceLink]] = PreparedRows.as_manager()

    game = models.ForeignKey(
        "traders.Game", on_delete=models.CASCADE, related_name="evidence_links"
    )
    number = models.PositiveIntegerField(help_text="from 1, within the game")
    entry = models.PositiveIntegerField(help_text="number of the history's last entry")
    history = models.CharField(max_length=64, blank=True, help_text="digest of that entry")
    throws = models.PositiveBigIntegerField(help_text="chance asked for so far (PR-CHANCE-02)")
    game_row = models.CharField(max_length=32, help_text="seal on the game's own row")
    rows = models.TextField()
    digest = models.CharField(max_length=64)

    class Meta:
        ordering: ClassVar[list[str]] = ["game_id", "number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "number"], name="one_evidence_link_a_number")
        ]


# --- rows that count ------------------------------------------------------------------------------


class EvidentRows(models.QuerySet["Any"]):
    """A queryset whose writes to evident columns link the rows."""

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
            created = (
                super().bulk_create(rows, *args, **options)
                if args or options or not can_insert(rows, self.db)
                else insert(rows)
            )
            for row in created:
                row.mark(marks)
        return created


class Evident(models.Model):
    """A row that bears on a game. `evident`: the fields that count; `game_path`: the Django path to
    its game.
    """

    evident: ClassVar[tuple[str, ...]] = ()
    game_path: ClassVar[str] = "game_id"

    objects: ClassVar[models.Manager[Self]] = EvidentRows.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **options: Any) -> None:
        """Write the row, and link it if an evident field was written."""
        model = type(self)
        fields = options.get("update_fields")
        game = self.game_of_row() if self.counts() else None
        if game is None or (
            fields is not None and not _columns(model, fields) & _columns(model, model.evident)
        ):
            self._write(*args, **options)
            return
        with linking(game) as marks:
            self._write(*args, **options)
            self.mark(marks)

    def _write(self, *args: Any, **options: Any) -> None:
        if args or set(options) != {"update_fields"} or options["update_fields"] is None:
            super().save(*args, **options)
        elif not write_fields(self, options["update_fields"]):
            raise DatabaseError(f"{self._meta.label} {self.pk} is not there any more")

    def counts(self) -> bool:
        """Whether the row is evidence yet."""
        return True

    def game_of_row(self) -> int | None:
        """The game's id; None if the row belongs to no game."""
        row: Any = self
        for name in self.game_path.split("__"):
            row = getattr(row, name) if row is not None else None
        return row if row is None else int(row)

    def mark(self, marks: Marks) -> None:
        """Mark the row to be linked."""
        game = self.game_of_row()
        if game is not None and self.counts():
            marks[game].add((self._meta.label, self.pk))

    @classmethod
    def held(cls, rows: models.QuerySet[Any]) -> dict[int, dict[str, Any]]:
        """The evident values of the rows, as the database holds them, by primary key."""
        return {row.pop("pk"): row for row in rows.order_by().values("pk", *cls.evident)}


def _columns(model: type[models.Model], names: Iterable[str]) -> set[str]:
    """Fields under one name, since a foreign key has two."""
    named = {field.attname: field.name for field in model._meta.concrete_fields}
    return {named.get(name, name) for name in names}


# --- linking --------------------------------------------------------------------------------------


@contextmanager
def linking(*games: int, locked: bool = False) -> Iterator[Marks]:
    """Collect marked rows of these games, and add one link a game at the end. Within another
    `linking` the outermost one adds them.

    The games' rows are locked first, in a fixed order. `locked`: the caller holds the locks
    already, in a transaction of its own.
    """
    outer = _open.get()
    new = sorted(game for game in games if outer is None or game not in outer)
    if not new:
        yield outer if outer is not None else {}
        return
    with nullcontext() if locked else transaction.atomic():
        for game in () if locked else new:
            _lock().rows(game)
        marks: Marks = (outer or {}) | {game: set() for game in new}
        token = _open.set(marks)
        try:
            yield marks
        finally:
            _open.reset(token)
        _append({game: marks[game] for game in new}, always=locked)


_last = Prepared(
    EvidenceLink, lambda game: EvidenceLink.objects.filter(game=game).order_by("-number")[:1]
)


@cache
def _lock() -> Prepared[Any]:
    """A statement that locks a game's own row."""
    model: Any = apps.get_model("traders", "Game")
    return Prepared(
        model, lambda pk: model.objects.select_for_update().filter(pk=pk).only("pk").order_by()
    )


@cache
def _stored_game() -> Prepared[Any]:
    """A statement that reads the columns of a game's row that a link covers."""
    model: Any = apps.get_model("traders", "Game")
    return Prepared(
        model,
        lambda pk: model.objects.filter(pk=pk).only("number", "digest", "throws", *GAME).order_by(),
    )


def head(game: int) -> str:
    """The digest of the game's last link; empty before the first."""
    return next((link.digest for link in _last.rows(game)), "")


def _append(marks: Marks, *, always: bool) -> None:
    """Add a link to each game with a marked row; `always`: also if only the game's own row has
    changed.
    """
    changed = {game: rows for game, rows in marks.items() if rows or always}
    if not changed:
        return
    seals = _seals({row for rows in changed.values() for row in rows})
    links = [
        link
        for game, rows in changed.items()
        if (link := _link(game, {row: seals[row] for row in rows if row in seals})) is not None
    ]
    EvidenceLink.objects.bulk_create(links)
    for link in links:
        link.game.links = link.number
        write_fields(link.game, ["links"])


def _link(pk: int, marked: dict[tuple[str, int], str]) -> EvidenceLink | None:
    """The game's next link; None if nothing that it covers has changed, or the game is gone."""
    game = next(iter(_stored_game().rows(pk)), None)
    if game is None:
        return None
    game_row = sealed_row({name: getattr(game, name) for name in GAME})
    before = next(iter(_last.rows(pk)), None)
    if not marked and before is not None and game_row == before.game_row:
        return None
    rows = json.dumps(
        {f"{label}:{row}": sealed for (label, row), sealed in marked.items()}, sort_keys=True
    )
    number = before.number + 1 if before is not None else 1
    link = EvidenceLink(
        game=game,
        number=number,
        entry=game.number,
        history=game.digest,
        throws=game.throws,
        game_row=game_row,
        rows=rows,
    )
    link.digest = sealed_link(before.digest if before is not None else "", link)
    return link


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
