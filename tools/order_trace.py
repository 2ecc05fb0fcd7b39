"""An order's walk through the code, from the mail server to the next letters: each call of a
function in turn, and how often the walk changes file.
"""

from __future__ import annotations

import gc
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import NamedTuple

from django.test.utils import override_settings

from traders.domain.calendar import clock
from traders.domain.deadlines import answer_time_model
from traders.domain.history.moment_labels import label_of
from traders.domain.letters.addresses import reply_address
from traders.domain.play import door
from traders.domain.post import delivery
from traders.domain.post.incoming import intake
from traders.domain.timeline import timeline
from traders.models import Game, Letter, Player, Seat
from traders.proof.scenarios.in_memory_database import elsewhere, rolled_back

TREE = Path(__file__).resolve().parents[1]
SYSTEM = "star-traders"
SEATS = ("red", "blue", "green")
START = {
    "contracts": ["Fur to Frygia"],
    "lines": [["Mink", "Niven", "orange"], ["Niven", "Jaxin", "orange"]],
    "red": {"at": "Mink"},
    "blue": {"at": "Jaxin", "hand": ["Imperial Favor", "Zap"]},
    "green": {"at": "Jaxin"},
}
ORDER = "jump niven"
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
MAIL = "django.core.mail.backends.locmem.EmailBackend"


class Call(NamedTuple):
    """A call of a function: its file from the top of the tree, and its name."""

    file: str
    function: str


def walk() -> list[Call]:
    """The calls within traders/domain, in turn, of an order that comes by letter: taken in, read,
    played, and answered with a letter to each seat. Played in a database in memory.
    """
    # the clock stands still: where a second ends on the way, other functions are called
    with clock.at(NOON), elsewhere(), rolled_back(), override_settings(EMAIL_BACKEND=MAIL):
        _played()  # what is made once a process is made
        return [call for call in _played() if call.file.startswith("traders/domain/")]


def changes(calls: list[Call]) -> Counter[tuple[str, str]]:
    """How often a call in one file is followed by a call in another, by these two."""
    return Counter(
        (before.file, after.file) for before, after in pairwise(calls) if before.file != after.file
    )


def report(calls: list[Call], most: int | None = None) -> Iterator[str]:
    """What stands above, in lines, with the pairs of files that change most often: all of them, or
    so many.
    """
    pairs = changes(calls)
    yield (
        f"{ORDER}: {len(calls):,} calls of {len(set(calls))} functions in "
        f"{len({call.file for call in calls})} files of traders/domain, "
        f"{pairs.total()} changes of file"
    )
    for (before, after), times in pairs.most_common(most):
        yield f"{times:5}  {_room(before)} → {_room(after)}"


def _room(file: str) -> str:
    return file.removeprefix("traders/domain/")


def _played() -> list[Call]:
    game = _begun()
    seat = Seat.objects.select_related("player").get(game=game, colour=SEATS[0])
    assert seat.player is not None
    delivery.sweep()
    asked = Letter.objects.filter(game=game, seat=seat.colour).latest("pk")
    letter = EmailMessage()
    letter["From"] = seat.player.email
    letter["To"] = reply_address(seat.pk, label_of(asked))
    letter["Message-ID"] = f"<{game.pk}@example.org>"
    letter.set_content(f"{ORDER}\n")
    # else the hours at which the server passes are drawn, each time others
    with answer_time_model.scripted([timedelta(hours=3)] * len(SEATS)), _followed() as calls:
        arrival = intake.take(letter.as_bytes(), envelope_to=str(letter["To"]), channel="smtp")
        assert timeline.read(arrival.pk) == "orders"
        delivery.sweep()
    return calls


def _begun() -> Game:
    """A game in which the first seat is on turn."""
    game = door.create(SYSTEM, SEATS, {}, {"timing": "table"}, start=START)
    for seat in Seat.objects.filter(game=game):
        name = f"{seat.colour} {game.pk}"
        seat.player = Player.objects.create_user(
            f"{seat.colour}.{game.pk}@example.org", display_name=name, cadence="every"
        )
        seat.save()
    door.begin(game.pk, stops=False)
    return game


@contextmanager
def _followed() -> Iterator[list[Call]]:
    """Within it, each call of a function of the tree is kept."""
    calls: list[Call] = []
    top = f"{TREE}/"

    def enter(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(top):
            calls.append(Call(code.co_filename.removeprefix(top), code.co_qualname))

    gc.collect()
    gc.disable()  # a generator that is thrown away would be told of where it chanced to be found
    sys.setprofile(enter)
    try:
        yield calls
    finally:
        sys.setprofile(None)
        gc.enable()
