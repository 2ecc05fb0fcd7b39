"""The chain of evidence: each row that bears on a game is linked when it is written, and again when
it changes (PR-RECORD).

A model that is `Evident` names the columns that count. Writing them through the ORM locks the row's
game first, and adds one link a transaction part behind the game's last one: what the rows hold,
where the history stands, and the game's own row. Links are sealed with a key that is not in the
database, so that a head tells nothing and nobody without the key makes the chain anew.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import cache
from typing import Any, ClassVar, Self

from django.apps import apps
from django.conf import settings
from django.db import DatabaseError, models, transaction

from traders.models.prepared_statements import (
    Held,
    Prepared,
    PreparedRows,
    can_insert,
    fits,
    insert,
    insert_beside,
    write_fields,
)

Marks = dict[int, dict[tuple[str, int], Held | None]]
"""By game: the rows to be linked, each as the model's label and the primary key, with what counts
of it as the database held it when it was written; None where that is still to be read.
"""

FIRST_GAME = (
    *("system", "revision", "edition", "options", "settings", "start", "scheme", "secret_digest"),
    *("phase", "head", "winners", "ending", "started", "ended", "frozen", "stayed", "course"),
)
"""Columns of the game's own row that each link holds, also one that an earlier release made."""
GAME = (*FIRST_GAME, "club_id")
"""Columns of the game's own row that each link holds from now on."""

_open: ContextVar[Marks | None] = ContextVar("rows to be linked", default=None)


# --- sealing --------------------------------------------------------------------------------------


def seal(text: str) -> str:
    """HMAC-SHA256 under a key made of the vault's, in hexadecimal."""
    key = hmac.digest(settings.TRADERS_VAULT_KEY.encode(), b"evidence", "sha256")
    return hmac.digest(key, text.encode(), "sha256").hex()


SEALED_AS = {"unfounded": "groundless"}
"""Columns by the name under which links of earlier releases hold them."""


def sealed_row(values: Mapping[str, object]) -> str:
    """The seal on what a row holds."""
    return seal(
        json.dumps(
            {SEALED_AS.get(name, name): _plain(value) for name, value in values.items()},
            ensure_ascii=False,
            sort_keys=True,
        )
    )[:32]


def _plain(value: object) -> Any:
    if isinstance(value, bytes | memoryview):
        return hashlib.sha256(value).hexdigest()
    return value.astimezone(UTC).isoformat() if isinstance(value, datetime) else value


def sealed_link(before: str, link: EvidenceLink) -> str:
    """A link's digest, over the digest before it and all that the link holds."""
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
    """A link of the chain of evidence: what the rows written together held, and where the game
    stood then. Never changed, never removed.

    `rows`: JSON, a seal for each row, named `Label:primary key`. `digest`: over the one before and
    all that the link holds, sealed with a key that is not in the database.
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
    """Writes that change what counts of a row link it."""

    def update(self, **changes: object) -> int:
        model: type[Evident] = self.model
        changed = _columns(model, changes)
        if not changed & _columns(model, model.evident):
            return super().update(**changes)
        children: Any = model.counted.children
        tells = {name.partition("__")[0] for name, _ in children}
        # rows that are no evidence yet, and do not become it by the change, are linked nowhere
        rows = list(
            (self if changed & tells else self.filter(model.counted))
            .order_by()
            .values_list(model.game_path, "pk")
        )
        with linking(*{game for game, _ in rows if game is not None}) as marks:
            found = super().update(**changes)
            for game, pk in rows:
                if game is not None:
                    marks[game][model._meta.label, pk] = None
        return found

    def bulk_create(self, objs: Iterable[Any], *args: Any, **options: Any) -> list[Any]:
        rows = list(objs)
        games = [row.game_of_row() for row in rows if row.counts()]
        with linking(*{game for game in games if game is not None}) as marks:
            if args or options or not can_insert(rows, self.db):
                rows = super().bulk_create(rows, *args, **options)
                told: list[Held | None] = [None] * len(rows)
            else:
                told = [*insert(rows, self.model.evident)]
            for row, held in zip(rows, told, strict=True):
                row.mark(marks, held)
        return rows

    def write(self, rows: Iterable[Any], names: Sequence[str]) -> None:
        """Write these fields of stored rows, all in one statement."""
        rows, model = list(rows), self.model
        if not names or not all(fits(row) for row in rows):
            for row in rows:
                row.save(update_fields=names)
            return
        linked = _columns(model, names) & _columns(model, model.evident)
        games = {row.game_of_row() for row in rows if linked and row.counts()} - {None}
        with linking(*games) as marks:
            held = write_fields(rows, names, model.evident if games else ())
            for row in rows:
                if row.pk not in held:
                    raise DatabaseError(f"{model._meta.label} {row.pk} is not there any more")
                if games:
                    row.mark(marks, held[row.pk])


class Evident(models.Model):
    """A row that bears on a game. `evident`: the fields that count; `game_path`: where its game is
    found, in Django's words; `counted`: which rows are evidence yet.
    """

    evident: ClassVar[tuple[str, ...]] = ()
    game_path: ClassVar[str] = "game_id"
    counted: ClassVar[models.Q] = models.Q()

    objects: ClassVar[models.Manager[Self]] = EvidentRows.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **options: Any) -> None:
        """Write the row, and link it where what counts of it was written."""
        model = type(self)
        fields = options.get("update_fields")
        if fields and not args and set(options) == {"update_fields"} and fits(self):
            EvidentRows(model).write([self], fields)
            return
        game = self.game_of_row() if self.counts() else None
        if game is None or (
            fields is not None and not _columns(model, fields) & _columns(model, model.evident)
        ):
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

    def mark(self, marks: Marks, held: Held | None = None) -> None:
        """Note that the row is to be linked. `held`: what counts of it, as the database has it."""
        game = self.game_of_row()
        if game is not None and self.counts():
            marks[game][self._meta.label, self.pk] = held

    @classmethod
    def held(cls, rows: models.QuerySet[Any]) -> dict[int, dict[str, Any]]:
        """What counts of the rows, as the database holds it, by primary key."""
        return {row.pop("pk"): row for row in rows.order_by().values("pk", *cls.evident)}


def _columns(model: type[models.Model], names: Iterable[str]) -> set[str]:
    """Fields by one name, whichever of its two a foreign key is called by."""
    named = {field.attname: field.name for field in model._meta.concrete_fields}
    return {named.get(name, name) for name in names}


# --- linking --------------------------------------------------------------------------------------


@contextmanager
def linking(*games: int, locked: bool = False) -> Iterator[Marks]:
    """Within it rows of these games may be marked; at its end one link a game is added. Inside of
    another, the outermost one adds them.

    The games' rows are locked first, in one order; `locked`: the caller holds them already, in a
    transaction of its own.
    """
    outer = _open.get()
    new = sorted(game for game in games if outer is None or game not in outer)
    if not new:
        yield outer if outer is not None else {}
        return
    with nullcontext() if locked else transaction.atomic():
        if not locked:
            _lock().rows(new)
        marks: Marks = (outer or {}) | {game: {} for game in new}
        token = _open.set(marks)
        try:
            yield marks
        finally:
            _open.reset(token)
        _append({game: marks[game] for game in new}, always=locked)


@cache
def _lock() -> Prepared[Any]:
    """Games' own rows, locked in one order."""
    model: Any = apps.get_model("traders", "Game")
    rows = model.objects.select_for_update().only("pk")
    return Prepared(model, lambda games=list: rows.filter(pk__among=games).order_by("pk"))


@cache
def _stored_games() -> Prepared[Any]:
    """Games' own rows as the database holds them, what a link says of each, with its last link.
    Read when the rows are locked already: what waits for a lock sees others as they were before.
    """
    model: Any = apps.get_model("traders", "Game")
    links = EvidenceLink.objects.filter(game=models.OuterRef("pk")).order_by("-number")
    last = {
        f"last_{name}": models.Subquery(links.values(name)[:1])
        for name in ("number", "digest", "game_row")
    }
    rows = model.objects.only("number", "digest", "throws", *GAME).annotate(**last)
    return Prepared(model, lambda games=list: rows.filter(pk__among=games).order_by())


def last_links(games: models.QuerySet[Any]) -> models.QuerySet[EvidenceLink]:
    """The last link of each of these games."""
    links = EvidenceLink.objects.filter(game__in=games, number=models.F("game__links"))
    return links.only("game_id", "digest").order_by()


def _append(marks: Marks, *, always: bool) -> None:
    """Add a link to each game of which a row is marked; `always`: also where nothing but the game's
    own row has changed.
    """
    wanted = {game: rows for game, rows in marks.items() if rows or always}
    if not wanted:
        return
    held = {row: values for rows in wanted.values() for row, values in rows.items()}
    held |= _read({row for row, values in held.items() if values is None})
    links = []
    for game in _stored_games().rows(list(wanted)):
        rows = wanted[game.pk]
        seals = {row: sealed_row(values) for row in rows if (values := held[row]) is not None}
        if (link := _link(game, seals)) is not None:
            links.append(link)
    for link in links:
        link.game.links = link.number
    insert_beside([link.game for link in links], ["links"], links)


def _link(game: Any, marked: dict[tuple[str, int], str]) -> EvidenceLink | None:
    """The game's next link; None where nothing that it holds has changed."""
    game_row = sealed_row({name: getattr(game, name) for name in GAME})
    if not marked and game_row == game.last_game_row:
        return None
    rows = json.dumps(
        {f"{label}:{row}": sealed for (label, row), sealed in marked.items()}, sort_keys=True
    )
    link = EvidenceLink(
        game=game,
        number=(game.last_number or 0) + 1,
        entry=game.number,
        history=game.digest,
        throws=game.throws,
        game_row=game_row,
        rows=rows,
    )
    link.digest = sealed_link(game.last_digest or "", link)
    return link


def _read(rows: set[tuple[str, int]]) -> dict[tuple[str, int], Held | None]:
    """What counts of rows, as the database holds them now; of those that are gone nothing."""
    by_model: dict[str, list[int]] = {}
    for label, pk in rows:
        by_model.setdefault(label, []).append(pk)
    found: dict[tuple[str, int], Held | None] = {}
    for label, pks in by_model.items():
        model: Any = apps.get_model(label)
        held = model.held(model.objects.filter(pk__in=pks))
        found |= {(label, pk): values for pk, values in held.items()}
    return found
