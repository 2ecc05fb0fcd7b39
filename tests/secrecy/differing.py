"""Whether the two games of a pair are shown differently to those who may not know."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from django.db import transaction

from tests.secrecy.table import KEEPER, SEATS, Letters, Pair, Played, Shown, ShownOtherwise
from traders.bots.registry import bots
from traders.domain.calendar import clock
from traders.domain.deadlines import answer_time_model
from traders.domain.history.moment_labels import MomentLabel
from traders.engines.kernel.contract.contract import Choice, Interval, Over, Pending, Turn
from traders.engines.registry import engine

LOOKS = 3
"""Readers look at the pages after the first of so many letters, and at the end at all of them."""
SHORT = 5
"""Most leaks show in so many steps; only where none does is a game played to its end."""


class NotAllSaid(AssertionError):
    """The game was over before the keeper had said it all: with this seed it shows nothing."""


class Opened(Exception):
    """The window closed in which the keeper said what its end opens to all: the games may be
    compared for so many steps.
    """

    def __init__(self, steps: int) -> None:
        super().__init__(f"opened after {steps} steps")
        self.steps = steps


@dataclass
class Script:
    """The letters of a game, and when it was left."""

    letters: list[Letters] = field(default_factory=list)
    end: int = 0


def differences(pair: Pair, seed: int) -> list[str]:
    """What readers other than the keeper were shown differently in the two games; empty where
    nothing leaked.
    """
    one, script = _scripted(pair, seed)
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
    """Whether there are `differences`: in a short game, or else in the whole one."""
    short = replace(pair, steps=min(SHORT, pair.steps))
    return _differ(short, seed) or (short.steps < pair.steps and _differ(pair, seed))


def _differ(pair: Pair, seed: int) -> bool:
    """Whether there are `differences`: the other game is played to the first of them only."""
    one, script = _scripted(pair, seed)
    compared = {reader: shown for reader, shown in one.items() if reader not in pair.told}
    try:
        other = _readers(lambda: _again(pair, script, compared))
    except ShownOtherwise:
        return True
    return any(len(shown.rows) != len(other[reader].rows) for reader, shown in compared.items())


def _scripted(pair: Pair, seed: int) -> tuple[dict[str, Shown], Script]:
    """What the first game showed, and its letters: to its end, or until what was sealed opens."""
    script = Script()
    try:
        return _readers(lambda: _first(pair, seed, script)), script
    except Opened as opened:
        short, script = replace(pair, steps=opened.steps), Script()
        return _readers(lambda: _first(short, seed, script)), script


def _readers(run: Callable[[], Played]) -> dict[str, Shown]:
    """What a game showed; the database and the time are then as before."""
    try:
        # who is not asked passes as if it were: by a letter, or at the deadline (PR-INTERVAL-10)
        with transaction.atomic(), answer_time_model.scripted([]):
            played = run()
            played.look_back()
            played.look(whole=True)
            transaction.set_rollback(True)
    finally:
        clock.set_to(None)
    return played.shown


def _first(pair: Pair, seed: int, script: Script) -> Played:
    """Play the first game: its seats' letters are made up by the way and kept in `script`."""
    random = Random(seed)
    played = Played(pair, pair.one)
    said, said_between, window, spoke = 0, False, "", 0
    wanting = dict(pair.wanting)
    for step in range(pair.steps):
        pending = played.waits()
        moment = MomentLabel.of(pending).moment
        if window and moment != window:
            raise _opened(step - 1, spoke)
        if isinstance(pending, Over):
            break
        script.end += random.randint(3, 40)
        more = said < len(pair.said_one)
        speaks = (
            bool(script.letters)
            and more
            and may_speak(pair, pending)
            and (said == 0 or random.random() < 0.6)
        )
        if not script.letters:
            # refused: it is another's turn
            letter = Letters(script.end, "green", "build", moment)
        elif wanting and may_speak(pair, pending):
            letter = Letters(script.end, *wanting.popitem(), moment)
        elif speaks:
            letter = Letters(script.end, KEEPER, pair.said_one[said], moment, said)
            said += 1
            window, spoke = (moment if pair.opens else ""), step
        elif said and (more or not said_between):
            # what is numbered may tell how much was said before
            asked = NUMBERED if not said_between else random.choice(QUESTIONS)
            said_between = True
            letter = Letters(script.end, random.choice(["red", "green"]), asked, moment)
        elif isinstance(pending, Interval) and random.random() < 0.25:
            script.end += 720  # nobody writes: the deadline comes
            played.until(script.end)
            continue
        else:
            said_by = _ordered(pair, played, pending, random)
            letter = Letters(script.end, *said_by, moment)
        script.letters.append(letter)
        played.takes(letter)
        if len(script.letters) % LOOKS == 1:
            played.look()
    if window and MomentLabel.of(played.waits()).moment != window:
        raise _opened(pair.steps - 1, spoke)
    return _said_all(pair, played, said)


def _ordered(pair: Pair, played: Played, pending: Pending, random: Random) -> tuple[str, str]:
    """A seat, and what it tries or orders."""
    if random.random() < 0.4:
        tries = random.choice([seat for seat in SEATS if seat != KEEPER])
        return tries, _trial(pair, played, tries, random)
    seat = random.choice(getattr(pending, "seats", ()) or (getattr(pending, "seat", ""),))
    return seat, _order(pair, played, pending, seat, random)


def _said_all(pair: Pair, played: Played, said: int) -> Played:
    """The game; `NotAllSaid` where the keeper has lines left, and it was not to be a short one."""
    lines = pair.said_one
    if pair.steps != SHORT and said < len(lines):
        raise NotAllSaid(f"the keeper said {said} of {len(lines)} lines")
    return played


def _opened(steps: int, spoke: int) -> Exception:
    """The window closed after so many steps; the keeper had spoken in it at step `spoke`."""
    return Opened(steps) if steps > spoke else NotAllSaid("the keeper's line closed its window")


def _again(pair: Pair, script: Script, like: Mapping[str, Shown] | None = None) -> Played:
    """Play the other game by the same letters at the same hours, but for what the keeper says."""
    played = Played(pair, pair.other, like)
    for place, letter in enumerate(script.letters, 1):
        played.takes(
            replace(letter, text=pair.said_other[letter.said]) if letter.said >= 0 else letter
        )
        if place % LOOKS == 1:
            played.look()
    played.until(script.end)
    return played


def may_speak(pair: Pair, pending: Pending) -> bool:
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
        view, seed = rules.view(played.state, seat), random.randint(0, 999)
        return bots(rules.name).bot(view, pending, offers, seed)
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
