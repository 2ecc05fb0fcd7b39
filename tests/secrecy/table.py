"""A game whose every hour and number is told, played by letters, and all of it that each reader can
get hold of.

Two games made here alike are alike to the byte. So whatever differs for a reader between two games
that differ in one secret is a leak.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from django.test import Client

from tests.digests import without_digests
from traders.domain.calendar import clock
from traders.domain.feeds import calendar_file
from traders.domain.feeds.calendar_entry import entries_of
from traders.domain.history import dice, seed_encryption
from traders.domain.play import door
from traders.domain.post import delivery
from traders.domain.timeline import due_work_sweep
from traders.engines.kernel.contract.contract import Pending
from traders.engines.registry import engine
from traders.models import Deadline, DeadlineKind, Entry, Game, Letter, LetterStatus, Player, Seat

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
SEATS = ("red", "blue", "green")
KEEPER = "blue"
"""The seat with the secret; what the others can get hold of is compared."""
SEED = b"s" * 32
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01"
"""In the place of each picture: one is made of its SVG alone, whose digest is compared."""
_TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="\w+"')


@dataclass(frozen=True)
class Letters:
    """One letter of a seat's: so many minutes after the beginning, about that moment."""

    minutes: int
    seat: str
    text: str
    moment: str
    said: int = -1
    """Which of the lines it is in which the two games differ."""


class ShownOtherwise(Exception):
    """A reader was shown something else than in the first game."""


@dataclass
class Shown:
    """All that one reader was shown, in order, each with its name. `like`: what is shown must be as
    it was there.
    """

    rows: list[tuple[str, Any]] = field(default_factory=list)
    like: Shown | None = None

    def add(self, name: str, what: Any) -> None:
        if self.like is not None and self.like.rows[len(self.rows) : len(self.rows) + 1] != [
            (name, what)
        ]:
            raise ShownOtherwise(name)
        self.rows.append((name, what))


class Played:
    """One game under way in told time."""

    def __init__(
        self, pair: Pair, start: Mapping[str, Any], like: Mapping[str, Shown] | None = None
    ) -> None:
        clock.set_to(NOON)
        self.minutes = 0
        readers = ("", *(seat for seat in SEATS if seat != KEEPER))
        self.shown: dict[str, Shown] = {
            reader: Shown(like=(like or {}).get(reader)) for reader in readers
        }
        self.game = Game.objects.create(
            pk=9001,
            slug="spiral",
            title="Spiral Arm",
            system=pair.system,
            options=dict(pair.options),
            secret=seed_encryption.lock(SEED),
            secret_digest=seed_encryption.digest(SEED),
            scheme=dice.SCHEME,
            settings={"timing": pair.timing},
            start=dict(start),
        )
        self.clients = {"": Client()}
        for place, colour in enumerate(SEATS):
            player = Player(
                pk=9001 + place,
                email=f"{colour}@example.org",
                display_name=f"Player of {colour}",
                zone="Europe/Berlin",
            )
            player.save(force_insert=True)
            Seat.objects.create(
                pk=9001 + place, game=self.game, colour=colour, place=place, player=player
            )
            self.clients[colour] = Client()
            self.clients[colour].force_login(player)
        door.begin(self.game.pk)
        self._prepare()

    # --- going on ---------------------------------------------------------------------------------

    def until(self, minutes: int) -> None:
        """Time goes on; what falls due by the way falls due at its own second."""
        end = NOON + timedelta(minutes=minutes)
        while True:
            row = (
                Deadline.objects.filter(game=self.game, done_at=None, due__lt=end)
                .order_by("due")
                .first()
            )
            if row is None or row.due is None:
                break
            clock.set_to(max(clock.now(), row.due + clock.SECOND))
            swept = due_work_sweep.sweep()
            assert not swept.failed, "a deadline could not be carried out"
            self._prepare()
        clock.set_to(end)
        self.minutes = minutes

    def takes(self, letter: Letters) -> None:
        """The letter comes; what it is answered is shown to its sender."""
        self.until(letter.minutes)
        change_set = door.orders(self.game.pk, letter.seat, letter.text, moment=letter.moment)
        self._prepare()
        if letter.said >= 0:
            assert all(line.answer != "refused" for line in change_set.lines), (
                f"the games do not differ: {change_set.lines}"
            )
        if letter.seat in self.shown:
            answers = [
                (line.text, line.answer, line.words, line.kind, line.rules, line.instead)
                for line in change_set.lines
            ]
            self.shown[letter.seat].add(f"the answer to {letter.text!r}", answers)

    def takes_now(self, seat: str, text: str, moment: str) -> None:
        """The seat's letter comes at this very second; nothing that is shown is kept."""
        door.orders(self.game.pk, seat, text, moment=moment)
        self.minutes = int((clock.now() - NOON) / timedelta(minutes=1)) + 1

    def _prepare(self) -> None:
        delivery.prepare(
            list(
                Letter.objects.filter(game=self.game, status=LetterStatus.WRITTEN).values_list(
                    "pk", flat=True
                )
            )
        )

    def waits(self) -> Pending:
        """What play waits for now."""
        self.game.refresh_from_db()
        return engine(self.game.system).pending(self.state)

    @property
    def state(self) -> Any:
        return engine(self.game.system).decode(bytes(self.game.position or b""))

    # --- looking ----------------------------------------------------------------------------------

    def look(self, *, whole: bool = False) -> None:
        """Every reader looks at the pages. `whole`: also back at the past, and at what the house
        keeps that anybody could come to see.
        """
        self.game.refresh_from_db()
        for reader, shown in self.shown.items():
            client = self.clients[reader]
            paths = ["/games/spiral/"]
            if whole:
                paths += [
                    "/games/",
                    "/games/spiral/?at=3",
                    "/games/spiral/more",
                    "/games/spiral/history",
                    "/games/spiral/live?after=1",
                    "/games/spiral/proof",
                ]
            for path in paths:
                answer = client.get(path)
                page = _TOKEN.sub(b"token", answer.content).replace(
                    self.game.digest.encode(), b"digest"
                )
                shown.add(path, (answer.status_code, without_digests(page)))
            if reader:
                player = Player.objects.get(email=f"{reader}@example.org")
                entries = entries_of(player, clock.now())
                shown.add("calendar", (calendar_file.written(entries), len(entries)))
            if whole:
                shown.add(
                    "history.json", _chain_apart(client.get("/games/spiral/history.json").json())
                )

    def look_back(self) -> None:
        """The post and the records: letters as they were sent, entries with their times, deadlines
        that are told.
        """
        for reader, shown in self.shown.items():
            for letter in (
                Letter.objects.filter(game=self.game, seat=reader)
                .select_related("picture")
                .order_by("id")
                if reader
                else ()
            ):
                told = (
                    letter.kind,
                    letter.written,
                    letter.due,
                    letter.moment,
                    letter.status,
                    letter.next_try,
                    letter.message_id,
                )
                shown.add(
                    f"letter {letter.key}",
                    (
                        *told,
                        letter.picture and letter.picture.digest,
                        without_digests(bytes(letter.raw or b"")),
                    ),
                )
            for entry in Entry.objects.filter(game=self.game).order_by("number"):
                shown.add(
                    f"entry {entry.number}",
                    (
                        entry.kind,
                        entry.seat,
                        entry.source,
                        entry.at,
                        entry.public,
                        bool(entry.secret),
                    ),
                )
            clocks = (DeadlineKind.TURN, DeadlineKind.INTERVAL, DeadlineKind.CHOICE)
            for row in Deadline.objects.filter(game=self.game, kind__in=clocks).order_by("pk"):
                shown.add(
                    f"deadline {row.kind} {row.key}", (row.seat, row.due, row.set_at, row.done_at)
                )


def _chain_apart(history: dict[str, Any]) -> dict[str, Any]:
    """A history without its digests: they are salted, so that two of the same game made twice
    differ too.
    """
    for entry in history["entries"]:
        entry["digest"], entry["sealed"] = "", bool(entry["sealed"])
    return history


# --- a pair ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pair:
    """Two games that differ in what the keeper alone may know: in their starts or its letters."""

    what: str
    one: Mapping[str, Any]
    other: Mapping[str, Any]
    said_one: Sequence[str] = ()
    """Lines of the keeper's letters in the first game, one a letter, with those of the other game
    beside it.
    """
    said_other: Sequence[str] = ()
    in_interval: bool = False
    """They are written in intervals; else whenever something is waited for. Others let no interval
    close between the first and the last.
    """
    timing: str = "stops"
    opens: bool = False
    """What the keeper says is everybody's when its window closes: until then they are compared."""
    wanting: Mapping[str, str] = field(default_factory=dict)
    """What others say in the keeper's window before it does, by seat: the pair rests on it."""
    steps: int = 10
    told: tuple[str, ...] = ()
    """Readers who may know: the other party to a bargain."""
    orders: tuple[str, ...] = ("jump", "halt", "load", "end", "stay")
    """What the keeper orders on its turn: what rests on nothing hidden, so that both games take
    it.
    """
    tries: tuple[str, ...] = ()
    """What others try under `test`, and never carry out; they then order only `orders` too. Without
    any, whatever they may do now.
    """
    system: str = "star-traders"
    options: Mapping[str, Any] = field(default_factory=dict)
