"""Games of bots left standing in every window of every system, made through the one door."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from arbitration.rulings import giving
from tests import seated
from tests.arbitration import disputed
from tests.domain.playing import asked, sensible
from tests.engines.fuzzing import Fuzzer
from traders.domain.calendar import clock
from traders.domain.play import door
from traders.domain.play.commands import leaving_and_taking_seats
from traders.engines.kernel.contract.contract import Over, Pending
from traders.engines.registry import ENGINES, engine
from traders.models import Game, Phase, Player, Seat

MOST_ENTRIES, MOST_GAMES = 60, 50
"""Entries in which a game comes to a window that no other stands in yet; games tried a system."""


class Unwanted(Exception):
    """This game stands nowhere new: it is taken back."""


def window(pending: Pending) -> str:
    """What play waits for, in a word or two: `turn`, `interval zap`, `choice`, `over`."""
    kind = type(pending).__name__.casefold()
    return " ".join(filter(None, (kind, getattr(pending, "name", ""))))


def left_standing(system: str) -> dict[str, str]:
    """The games' slugs by the windows in which they stand."""
    found: dict[str, str] = {}
    for seed in range(MOST_GAMES):
        try:
            with transaction.atomic():
                slug, stands = _played(system, seed, set(found))
                found[stands] = slug
        except Unwanted:
            continue
    return found


def _played(system: str, seed: int, known: set[str]) -> tuple[str, str]:
    """Play till the game stands where none does; `Unwanted` where that takes too long."""
    start = Fuzzer(system, seed).start
    settings = {"timing": "table"}
    game = door.create(system, start.seats, start.options, settings, start=start.start)
    rules: Any = engine(system)
    after: Pending | None = seated.begin(game.pk, stops=False).after
    said: set[tuple[int, str]] = set()
    for turn in range(MOST_ENTRIES):
        if after is None:
            break
        if window(after) not in known:
            return game.slug, window(after)
        if isinstance(after, Over):
            break
        seat = asked(after, said)
        state = rules.decode(bytes(Game.objects.get(pk=game.pk).position or b""))
        after = door.orders(game.pk, seat, sensible(rules, state, seat, after, seed + turn)).after
    raise Unwanted


def fill() -> dict[str, list[str]]:
    """A whole house: the windows in which games of each system stand; and a case that was ruled."""
    stands = {system: sorted(left_standing(system)) for system in ENGINES}
    judge = disputed.referee()
    claim = disputed.claimed(disputed.jumped())
    with clock.at(disputed.HEARD):
        giving.give(claim.pk, judge, giving.RulingRequest("stand", "It was late.", "So it was."))
    return stands


def seat_everybody() -> None:
    """Seats that nobody ever had are taken: release 0.1 began games with such (PR-SEAT-13)."""
    free = Seat.objects.filter(game__phase=Phase.PLAYING, player=None, bot=False)
    for seat in free.order_by("pk"):
        player = Player.objects.create_user(f"sits.{seat.pk}@example.org", display_name="Late")
        leaving_and_taking_seats.take(seat.game_id, seat.colour, player)


def play_on() -> int:
    """Whoever is waited for orders once, in every game not over; in how many that was taken."""
    went = 0
    for game in Game.objects.exclude(phase=Phase.OVER).order_by("pk"):
        rules: Any = engine(game.system)
        state = rules.decode(bytes(game.position or b""))
        pending = rules.pending(state)
        seat = asked(pending, set())
        order = sensible(rules, state, seat, pending, 0)
        with clock.at(max(game.moved or clock.now(), disputed.HEARD)):
            lines = door.orders(game.pk, seat, order).lines
        went += all(line.answer != "refused" for line in lines)
    return went
