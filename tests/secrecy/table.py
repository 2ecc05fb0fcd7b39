"""A game whose every hour and number is told, played by letters, and all of it that each reader can
get hold of.

Two games made here alike are alike to the byte. So whatever differs for a reader between two games
that differ in one secret is a leak.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from django.db import transaction
from django.test import Client

from tests.digests import without_digests
from traders.domain.calendar import clock
from traders.domain.history import dice, vault
from traders.domain.play import door
from traders.domain.play.session import moment_of
from traders.domain.post import delivery
from traders.domain.timeline import sweep
from traders.engines.kernel.contract import Choice, Interval, Over, Pending, Turn
from traders.engines.registry import engine
from traders.models import Deadline, DeadlineKind, Entry, Game, Letter, LetterStatus, Player, Seat

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
SEATS = ("red", "blue", "green")
KEEPER = "blue"
"""The seat with the secret; what the others can get hold of is compared."""
SEED = b"s" * 32
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01"
"""In the place of each picture: one is made of its SVG alone, whose digest is compared."""
LOOKS = 3
"""Readers look at the pages after the first of so many letters, and at the end at all of them."""
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
            secret=vault.lock(SEED),
            secret_digest=vault.digest(SEED),
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
            swept = sweep.sweep()
            assert not swept.failed, "a deadline could not be carried out"
            self._prepare()
        clock.set_to(end)
        self.minutes = minutes

    def takes(self, letter: Letters) -> None:
        """The letter comes; what it is answered is shown to its sender."""
        self.until(letter.minutes)
        passage = door.orders(self.game.pk, letter.seat, letter.text, moment=letter.moment)
        self._prepare()
        if letter.said >= 0:
            assert all(line.answer != "refused" for line in passage.lines), (
                f"the games do not differ: {passage.lines}"
            )
        if letter.seat in self.shown:
            answers = [
                (line.text, line.answer, line.words, line.kind, line.rules, line.instead)
                for line in passage.lines
            ]
            self.shown[letter.seat].add(f"the answer to {letter.text!r}", answers)

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
                    "/games/spiral/history",
                    "/games/spiral/live?after=1",
                    "/games/spiral/proof",
                ]
            for path in paths:
                answer = client.get(path)
                page = _TOKEN.sub(b"token", answer.content).replace(
                    self.game.digest.encode(), b"digest"
                )
                shown.add(path, (answer.status_code, page))
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


@dataclass
class Script:
    """The letters of a game, and when it was left."""

    letters: list[Letters] = field(default_factory=list)
    end: int = 0


@dataclass(frozen=True)
class Pair:
    """Two games that differ in what the keeper alone may know: in their starts, or in what the
    keeper wrote.
    """

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


def differences(pair: Pair, seed: int) -> list[str]:
    """What readers other than the keeper were shown differently in the two games; empty where
    nothing leaked.
    """
    script = Script()
    one = _readers(lambda: _first(pair, seed, script))
    other = _readers(lambda: _again(pair, script))
    found = []
    for reader in one.keys() - set(pair.told):
        rows, others = one[reader].rows, other[reader].rows
        found += [
            f"{reader or 'gallery'}: {name}"
            for (name, row), (name_, row_) in zip(rows, others, strict=False)
            if (name, row) != (name_, row_)
        ]
        if len(rows) != len(others):
            found.append(f"{reader or 'gallery'}: {len(rows)} things shown, and {len(others)}")
    return found


def differ(pair: Pair, seed: int) -> bool:
    """Whether there are `differences`: the other game is played to the first of them and no
    further.
    """
    script = Script()
    one = _readers(lambda: _first(pair, seed, script))
    compared = {reader: shown for reader, shown in one.items() if reader not in pair.told}
    try:
        other = _readers(lambda: _again(pair, script, compared))
    except ShownOtherwise:
        return True
    return any(len(shown.rows) != len(other[reader].rows) for reader, shown in compared.items())


def _readers(run: Callable[[], Played]) -> dict[str, Shown]:
    """What a game showed; the database and the time are then as before."""
    try:
        with transaction.atomic():
            played = run()
            played.look(whole=True)
            played.look_back()
            transaction.set_rollback(True)
    finally:
        clock.set_to(None)
    return played.shown


def _first(pair: Pair, seed: int, script: Script) -> Played:
    """Play the first game: its seats' letters are made up by the way and kept in `script`."""
    random = Random(seed)
    played = Played(pair, pair.one)
    said, said_between = 0, False
    for _ in range(pair.steps):
        pending = played.waits()
        if isinstance(pending, Over):
            break
        script.end += random.randint(3, 40)
        more = said < len(pair.said_one)
        speaks = (
            bool(script.letters)
            and more
            and _may_speak(pair, pending)
            and (said == 0 or random.random() < 0.6)
        )
        if not script.letters:
            # refused: it is another's turn
            letter = Letters(script.end, "green", "build", moment_of(pending))
        elif speaks:
            letter = Letters(script.end, KEEPER, pair.said_one[said], moment_of(pending), said)
            said += 1
        elif said and (more or not said_between):
            # what is numbered may tell how much was said before
            asked = NUMBERED if not said_between else random.choice(QUESTIONS)
            said_between = True
            letter = Letters(script.end, random.choice(["red", "green"]), asked, moment_of(pending))
        elif isinstance(pending, Interval) and random.random() < 0.25:
            script.end += 720  # nobody writes: the deadline comes
            played.until(script.end)
            continue
        elif random.random() < 0.4:
            tries = random.choice([seat for seat in SEATS if seat != KEEPER])
            letter = Letters(
                script.end, tries, _trial(pair, played, tries, random), moment_of(pending)
            )
        else:
            seat = random.choice(getattr(pending, "seats", ()) or (getattr(pending, "seat", ""),))
            letter = Letters(
                script.end, seat, _order(pair, played, pending, seat, random), moment_of(pending)
            )
        script.letters.append(letter)
        played.takes(letter)
        if len(script.letters) % LOOKS == 1:
            played.look()
    assert said == len(pair.said_one), "the keeper did not come to say it all"
    return played


def _again(pair: Pair, script: Script, like: Mapping[str, Shown] | None = None) -> Played:
    """Play the other game by the same letters at the same hours, but for what the keeper says in
    it.
    """
    played = Played(pair, pair.other, like)
    for place, letter in enumerate(script.letters, 1):
        played.takes(
            replace(letter, text=pair.said_other[letter.said]) if letter.said >= 0 else letter
        )
        if place % LOOKS == 1:
            played.look()
    played.until(script.end)
    return played


def _may_speak(pair: Pair, pending: Pending) -> bool:
    if pair.in_interval:
        return isinstance(pending, Interval) and KEEPER in pending.seats and len(pending.seats) > 1
    return not (isinstance(pending, Turn) and KEEPER in pending.seats)


NUMBERED = "when blue petitions: play gotcha on blue"
QUESTIONS = (
    "status", "orders", "history", "help", "hold now", "petition", "play gotcha", "test\nbuild",
    "jump", "stop at lost", "forget 1", NUMBERED)  # fmt: skip
"""What others write beside: much of it is refused, each time in the same words."""


def _trial(pair: Pair, played: Played, seat: str, random: Random) -> str:
    """A letter in which the seat only tries something that it may do now: each kind of order as
    likely as the others (PR-RECEIPT-08).
    """
    if pair.tries:
        return f"test\n{random.choice(pair.tries)}"
    rules: Any = engine(pair.system)
    plain = [offer.order for offer in rules.offers(played.state, seat) if not offer.blanks]
    word = random.choice(sorted({order.partition(" ")[0] for order in plain} or {"end"}))
    alike = [order for order in plain if order.partition(" ")[0] == word]
    return f"test\n{random.choice(alike or ['end'])}"


def _order(pair: Pair, played: Played, pending: Pending, seat: str, random: Random) -> str:
    """What a seat orders: of the bot's mind for the others, of what rests on nothing hidden for the
    keeper.
    """
    rules: Any = engine(pair.system)
    offers = rules.offers(played.state, seat)
    if seat != KEEPER and not pair.tries:
        if random.random() < 0.2:
            return random.choice(QUESTIONS)
        return str(
            rules.bot(rules.view(played.state, seat), pending, offers, random.randint(0, 999))
        )
    if isinstance(pending, Interval):
        return "pass"
    if isinstance(pending, Choice):
        return pending.silence
    plain = [
        offer.order
        for offer in offers
        if offer.order.split(" ")[0] in pair.orders and not offer.blanks
    ]
    return random.choice(plain) if plain else "end"
