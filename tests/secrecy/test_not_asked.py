"""Nobody can tell whom a window asked (PR-INTERVAL-10).

A seat that is not asked is passed for at an hour; where it is asked and passes at that very second,
all others are shown the same to the byte. And the hours are drawn so that they tell nothing either.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import transaction

from tests.examples import drawn
from tests.secrecy.guessing import Seen, by_chance, right
from tests.secrecy.pairs import FLEETS, START, STRATA, keeper
from tests.secrecy.people import WINDOW, ZONE, Person
from tests.secrecy.table import KEEPER, NOON, PNG, Letters, Pair, Played, Shown
from traders.domain.calendar import clock
from traders.domain.calendar.playing_hours import ALWAYS
from traders.domain.deadlines import answer_time_model
from traders.domain.deadlines.answer_time_model import Answer, Habits
from traders.domain.history import seed_encryption
from traders.domain.history.moment_labels import MomentLabel
from traders.domain.letters import board_picture
from traders.engines.kernel.contract.contract import Interval
from traders.models import Deadline, DeadlineKind, Entry, Game, Kind, Letter, Player, Seat, Sitting


@dataclass(frozen=True)
class Window:
    """A window in which the keeper is asked, or not, by what it holds."""

    name: str
    nothing: Mapping[str, Any]
    """The start with nothing in the keeper's hand that bears on it."""
    something: Mapping[str, Any]
    deeds: Sequence[tuple[str, str]]
    """Letters that come before it, by seat; the last one opens it."""
    timing: str = "table"
    system: str = "star-traders"
    ahead: str = ""
    """What the keeper says in place of the last of them where it answers this window in it."""

    def __str__(self) -> str:
        return f"{self.name} {self.timing}"

    def said(self, *, holds: bool) -> list[tuple[str, str]]:
        """The letters before it, of a keeper who is asked in it or is not."""
        *first, (seat, last) = self.deeds
        return [*first, (seat, last if holds else self.ahead or last)]

    def played(self, start: Mapping[str, Any]) -> Played:
        """The game before its deeds."""
        return Played(Pair(self.name, start, start, timing=self.timing, system=self.system), start)


AT_MINK = {"red": START["red"] | {"at": "Mink"}}
JUMP = [("red", "jump niven regular")]
PETITION = {"red": START["red"] | {"prestige": 17}}
MOVES = {
    "map": {"c3": "world", "d4": "world"},
    "stage": "movement",
    "red": {"fleets": {"d5": 2}, "hand": {"move": 3}},
}


def hand(*cards: str, **more: Any) -> dict[str, Any]:
    return {**keeper(hand=list(cards)), **more}


def cards(**held: int) -> dict[str, Any]:
    return {**STRATA, **FLEETS, **MOVES, KEEPER: {"fleets": {"d4": 2}, "hand": held}}


WINDOWS = [
    Window("quarantine", hand("Zap", **AT_MINK), hand("Quarantine", **AT_MINK), JUMP),
    Window(
        "quarantine",
        hand("Zap", **AT_MINK),
        hand("Quarantine", **AT_MINK),
        [("green", "stop at quarantine"), *JUMP],
        timing="stops",
    ),
    Window(
        "petition",
        hand("Zap", **PETITION),
        hand("Disgrace at Court", **PETITION),
        [("red", "petition")],
        timing="stops",
    ),
    Window(
        "petition", hand("Takeover", **PETITION), hand("Gotcha", **PETITION), [("red", "petition")]
    ),
    Window(
        "block",
        cards(attack=2),
        cards(trade=2),
        [("red", "move 1 from d5 to d4")],
        system="stratastar",
    ),
]
"""Luck and Imperial Trader have no windows: what they ask is asked of all."""
AHEAD = Window(
    "zap",
    hand("Zap", **AT_MINK),
    hand("Zap", **AT_MINK),
    [*JUMP, ("red", "pass"), ("green", "pass"), (KEEPER, "pass")],
    ahead="pass\nnext: pass",
)
"""The keeper holds the same in both: in the one it has answered ahead."""


@pytest.fixture(autouse=True)
def _boards_as_drawings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_picture, "draw", lambda svg, part: PNG)


# --- all but the hour -----------------------------------------------------------------------------


def _shown(window: Window, minutes: int, *, holds: bool) -> dict[str, Shown]:
    """What others are shown of a game in which the keeper's pass comes so many minutes after the
    window opened: its own where it `holds` something, else the server's.
    """
    told = answer_time_model.scripted([timedelta(minutes=minutes)] * 6)
    try:
        with transaction.atomic(), told:
            played = window.played(window.something if holds else window.nothing)
            opened = _open(played, window, holds=holds)
            asks = Letter.objects.filter(seat=KEEPER, moment=opened, kind="interval").exists()
            assert asks == holds
            played.look(whole=True)
            for place, seat in enumerate(("red", "green")):
                if seat in getattr(played.waits(), "seats", ()):
                    played.takes(Letters(played.minutes + 1 + place, seat, "pass", opened))
            if holds:
                played.takes(Letters(len(window.deeds) + minutes, KEEPER, "pass", opened))
            played.until(len(window.deeds) + minutes + 1)
            assert MomentLabel.of(played.waits()).moment != opened
            played.look_back()
            played.look(whole=True)
            transaction.set_rollback(True)
    finally:
        clock.set_to(None)
    return played.shown


def _open(played: Played, window: Window, *, holds: bool) -> str:
    """The window opens; its label."""
    for place, (seat, text) in enumerate(window.said(holds=holds), 1):
        moment = MomentLabel.of(played.waits()).moment
        played.takes(Letters(place, seat, text, moment))
    pending = played.waits()
    assert isinstance(pending, Interval)
    assert pending.name == window.name
    return MomentLabel.of(pending).moment


@pytest.mark.django_db
@pytest.mark.examples("secrecy-not-asked")
@pytest.mark.parametrize("window", drawn("secrecy-not-asked", [*WINDOWS, AHEAD]), ids=str)
def test_a_pass_of_the_servers_looks_like_one_of_the_seats(window):
    minutes = 90
    one, other = (_shown(window, minutes, holds=holds) for holds in (False, True))
    for reader, shown in one.items():
        assert [name for name, _ in shown.rows] == [name for name, _ in other[reader].rows]
        differ = [a for a, b in zip(shown.rows, other[reader].rows, strict=True) if a != b]
        assert differ == [], reader


# --- the hour -------------------------------------------------------------------------------------


@pytest.mark.examples("secrecy-hours-drawn")
def test_an_hour_drawn_is_as_likely_as_one_of_the_persons(examples, lots):
    """Of people of whom sixty windows are known, each of another person."""
    asked, not_asked = [], []
    for _ in range(examples):
        person = Person.drawn(lots)
        habits = Habits.of(person.history(lots), ZoneInfo(ZONE), own=False)
        opened = NOON + timedelta(seconds=lots.randrange(28 * 24 * 3600))
        length = habits.drawn(lots)
        at = habits.after(opened, length, ALWAYS) if length is not None else None
        not_asked.append(_hours(opened, at if at and at < opened + WINDOW else None))
        opened = NOON + timedelta(seconds=lots.randrange(28 * 24 * 3600))
        asked.append(_hours(opened, person.answers(opened, lots)))
    found = right(asked, not_asked, lots)
    print(f"guessed right by hours alone: {found:.1f} of 100, of {examples} pairs")
    assert abs(found - 50) < by_chance(2 * examples)


def _hours(opened: Any, at: Any) -> Seen:
    """When a window opened and closed, as its readers see it."""
    closed = at or opened + WINDOW
    began, ended = (one.astimezone(ZoneInfo(ZONE)) for one in (opened, closed))
    return (
        (closed - opened) / timedelta(hours=1),
        float(ended.hour),
        float(began.hour),
        float(ended.minute),
        float(ended.second),
        float(at is None) * 3,
    )


@dataclass
class _Figures:
    """What was seen of windows in which the keeper was asked, and in which it was not."""

    asked: list[Seen] = field(default_factory=list)
    not_asked: list[Seen] = field(default_factory=list)


@pytest.mark.django_db
@pytest.mark.examples("secrecy-who-was-asked")
def test_nobody_can_tell_who_was_asked_better_than_by_chance(examples, lots):
    """Pairs of games through the one door that differ in the keeper's hand alone, over all windows
    and timings: what the other seats see of each, times, letters and closings.
    """
    found = _Figures()
    each = -(-examples // len(WINDOWS))
    for window in WINDOWS:
        found.not_asked += _seen(window, each, lots, holds=False)
        found.asked += _seen(window, each, lots, holds=True)
    guessed = right(found.asked, found.not_asked, lots)
    print(f"guessed right: {guessed:.1f} of 100, of {len(found.asked)} pairs (50 is chance)")
    assert abs(guessed - 50) < by_chance(2 * len(found.asked))


def _seen(window: Window, times: int, random: Random, *, holds: bool) -> list[Seen]:
    """What others see of so many games, each with another player in the keeper's seat."""
    found = []
    try:
        with transaction.atomic():
            played = window.played(window.something if holds else window.nothing)
            for place, (seat, text) in enumerate(window.deeds[:-1], 1):
                played.takes(Letters(place, seat, text, MomentLabel.of(played.waits()).moment))
            for _ in range(times):
                with transaction.atomic():
                    found.append(_of_one(played, window, random, holds=holds))
                    transaction.set_rollback(True)
            transaction.set_rollback(True)
    finally:
        clock.set_to(None)
    return found


def _of_one(played: Played, window: Window, random: Random, *, holds: bool) -> Seen:
    person = Person.drawn(random)
    _remember(person.history(random))
    # hours are drawn from the game's secret: no two games have the same
    secret = seed_encryption.lock(random.randbytes(seed_encryption.SECRET_BYTES))
    Game.objects.filter(pk=played.game.pk).update(secret=secret)
    begins = 60 + random.randrange(40 * 60)  # within the time of a turn
    seat, text = window.deeds[-1]
    played.takes(Letters(begins, seat, text, MomentLabel.of(played.waits()).moment))
    opened, moment = clock.now(), MomentLabel.of(played.waits()).moment
    for other in ("red", "green"):
        if other in getattr(played.waits(), "seats", ()):
            played.takes(Letters(begins, other, "pass", moment))
    assert Letter.objects.filter(seat=KEEPER, moment=moment, kind="interval").exists() == holds
    says = person.answers(opened, random) if holds else None
    if says is not None:
        played.until(int((says - NOON) / timedelta(minutes=1)))
        clock.set_to(says)
        played.takes_now(KEEPER, "pass", moment)
    played.until(begins + 13 * 60)  # looked at for as long, whenever it was closed
    closed = Entry.objects.filter(game=played.game, kind=Kind.CLOSE).order_by("number")[0]
    letters = Letter.objects.filter(game=played.game, written__gte=opened).exclude(seat=KEEPER)
    silent = closed.source == "deadline"
    return (*_hours(opened, None if silent else closed.at), float(letters.count()))


def _remember(answers: Sequence[Answer]) -> None:
    """The keeper's player has answered so, in another game."""
    player = Player.objects.get(email=f"{KEEPER}@example.org")
    began = min(one.opened for one in answers)
    game = Game.objects.create(slug="past", title="Past", secret=b"", secret_digest="")
    seat = Seat.objects.create(game=game, colour="white", place=0, player=player)
    Sitting.objects.create(seat=seat, player=player, since=began, began="gathered")
    rows = []
    for key, one in enumerate(answers):
        data = {"opened": one.opened.isoformat(), "clocks": {"white": {"left": 1}}}
        data["answered"] = {"white": one.at.isoformat()} if one.at else {}
        rows.append(
            Deadline(
                game=game,
                kind=DeadlineKind.INTERVAL,
                key=str(key),
                data=data,
                set_at=one.opened,
                due=one.opened + WINDOW,
                done_at=one.at or one.opened + WINDOW,
            )
        )
    Deadline.objects.bulk_create(rows)
