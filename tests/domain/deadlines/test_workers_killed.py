"""Of eight workers that carry out deadlines one is killed again and again: each deadline is carried
out, once, at its own second.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from random import Random

import pytest

from tests.domain.deadlines.sweepers import started
from tests.examples import COUNTED
from traders.domain.calendar import clock
from traders.domain.history import evidence_chain_check
from traders.domain.play import door
from traders.models import Deadline, Entry, Game, Letter, Player, Seat, Source

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.faults,
    pytest.mark.postgres,
    pytest.mark.long,
]
SEATS = ("red", "blue")
WORKERS, EACH = 8, 20
"""So many work at a time; after so many deadlines one of them is killed."""
AGO = timedelta(minutes=5)


@pytest.mark.examples("domain-deadlines-workers-killed")
def test_each_deadline_is_carried_out_once(
    examples: int, lots: Random, record_property: Callable[[str, object], None]
) -> None:
    """Long: each deadline is one of a game of its own."""
    record_property(COUNTED, examples)
    due = clock.whole(clock.now()) - AGO
    people = [
        Player.objects.create_user(f"{seat}@example.org", display_name=f"Player of {seat}")
        for seat in SEATS
    ]
    settings = {"turn_time": "2h", "grace": "0h"}
    for _ in range(examples):
        game = door.create("star-traders", SEATS, {}, settings, start={"red": {"at": "Mink"}})
        for seat, player in zip(
            Seat.objects.filter(game=game).order_by("place"), people, strict=True
        ):
            seat.player = player
            seat.save()
        door.begin(game.pk, stops=False, at=due - timedelta(hours=2))
    open_now = Deadline.objects.filter(kind="turn", done_at=None, due__lte=clock.now())
    assert open_now.count() == examples

    workers, killed = [started() for _ in range(WORKERS)], 0
    while left := open_now.count():
        if examples - left >= EACH * (killed + 1):
            lots.choice(workers).kill()
            killed += 1
        workers = [one if one.is_alive() else started() for one in workers]
    for one in workers:
        one.join()

    assert killed >= examples // EACH - 2
    ended = Entry.objects.filter(source=Source.DEADLINE)
    times = Counter(ended.values_list("game", flat=True))
    assert (len(times), set(times.values())) == (examples, {1})
    assert set(ended.values_list("at", flat=True)) == {due}
    for game in Game.objects.all():
        assert evidence_chain_check.faults(game) == []
    told = Letter.objects.values_list("game", "seat", "entry", "kind", "key")
    assert max(Counter(told).values()) == 1, "a letter is written once"
