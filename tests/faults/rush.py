"""A rush in a house of real processes: many turns run out in one second while the mail server
hangs; what of other games is late by it.

Everything is measured by the database's clock and from outside: deadlines by when their entry was
seen, letters in by their rows.
"""

from __future__ import annotations

import smtplib
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import make_msgid

import psycopg

from tests.services.processes import House
from tests.services.smtp import Sink
from tests.services.waiting import FAR
from worker.queues import QUEUES

ENDED = "SELECT count(*) FROM traders_deadline WHERE kind = 'turn' AND done_at NOTNULL"
BEAT = "SELECT extract(epoch FROM clock_timestamp() - max(until)) FROM traders_heartbeat"
UNREAD = "SELECT count(*) FROM traders_arrival WHERE read_at IS NULL"
WAITED = "SELECT extract(epoch FROM read_at - taken) FROM traders_arrival"
MAKE = """
from datetime import datetime, timedelta
from traders.domain.calendar import clock
from traders.domain.play import door
from traders.domain.letters.addresses import reply_address
from traders.models import Game, Letter, Player, Seat
from tests.services.waiting import FAR
rush, others, apart, ahead = {rush}, {others}, {apart}, {ahead}
seats = ("red", "blue")
players = [
    Player.objects.create_user(f"{{seat}}@example.org", display_name=f"Player of {{seat}}")
    for seat in seats
]
games = []
settings, start = {{"turn_time": "2h", "grace": "0h"}}, {{"red": {{"at": "Mink"}}}}
for n in range(rush + others):
    game = door.create("star-traders", seats, {{}}, settings, title=f"Game {{n}}", start=start)
    for seat, player in zip(Seat.objects.filter(game=game).order_by("place"), players):
        seat.player = player
        seat.save()
    games.append(game)
now = clock.whole(clock.now()) + timedelta(seconds=ahead)
for n, game in enumerate(games):
    due = now if n < rush else now + timedelta(seconds=3 + apart * (n - rush))
    door.begin(game.pk, stops=False, at=due - timedelta(hours=2))
Letter.objects.update(status="stale", next_try=None)  # as if they had gone long ago
for game in games[rush:]:
    seat = Seat.objects.get(game=game, colour="blue")
    print("other", game.pk, reply_address(seat.pk, "x"))
print("at", int(now.timestamp()))
"""


@dataclass(frozen=True)
class Figures:
    """What a rush did to the rest; seconds."""

    deadlines: tuple[float, ...]
    """For each other game, how long after its deadline it was carried out."""
    letters: tuple[float, ...]
    """For each letter in, how long it waited until it was read."""
    outages: int
    longest_silence: float
    """Between two looks at the heartbeat at most: how old the latest beat was."""
    rush_done: float
    """After which all turns of the rush were ended."""
    hung: int
    """Letters that the mail server had taken up and hung over."""


@dataclass
class Rush:
    """`rush` turns out of time at once; `others` games whose deadlines fall `apart` seconds after
    one another from 3 s on.
    """

    house: House
    sink: Sink
    rush: int
    others: int
    apart: float
    ahead: int
    """Seconds from the making of the games to the rush: they must be made by then."""
    _games: list[int] = field(default_factory=list)
    _addresses: list[str] = field(default_factory=list)

    def run(self, hang: float) -> Figures:
        """Let it happen, with a mail server that hangs for so many seconds from the rush on."""
        made = MAKE.format(rush=self.rush, others=self.others, apart=self.apart, ahead=self.ahead)
        lines = [
            line.split() for line in self.house.manage("shell", "-c", made).splitlines() if line
        ]
        self._games = [int(line[1]) for line in lines if line[0] == "other"]
        self._addresses = [line[2] for line in lines if line[0] == "other"]
        at = datetime.fromtimestamp(next(int(line[1]) for line in lines if line[0] == "at"), UTC)
        with psycopg.connect(self.house.environment["DATABASE_URL"], autocommit=True) as database:
            if self._now(database) > at - timedelta(seconds=5):
                raise TimeoutError("the games were not made in time")
            self.sink.manner = "hang"
            for name in (*QUEUES, "mail", "web"):
                self.house.start(name)
            return self._watched(database, at, hang)

    def _watched(self, database: psycopg.Connection, at: datetime, hang: float) -> Figures:
        """Look on until the mail server hangs no more and all is carried out."""
        done: dict[int, float] = {}
        silence, handed_in, rush_done = 0.0, 0, 0.0
        end = time.monotonic() + hang + 600
        while True:
            now = self._now(database)
            since = (now - at).total_seconds()
            if time.monotonic() > end:
                raise TimeoutError(
                    f"{len(done)} deadlines were carried out, the rush was done after {rush_done} s"
                )
            for n, pk in enumerate(self._games):
                due = at + timedelta(seconds=3 + self.apart * n)
                if pk not in done and self._one(database, f"{ENDED} AND game_id = {pk}"):
                    done[pk] = (now - due).total_seconds()
            if not rush_done and self._one(database, ENDED) >= self.rush + len(done):
                rush_done = since
            if since > 0:
                silence = max(silence, self._one(database, BEAT))
            if since > 2 * handed_in and handed_in < len(self._addresses):
                self._hand_in(self._addresses[handed_in])
                handed_in += 1
            all_done = rush_done and len(done) == len(self._games)
            all_in = handed_in == len(self._addresses) and not self._one(database, UNREAD)
            if since > hang and all_done and all_in:
                break
            time.sleep(0.2)
        waited = database.execute(WAITED).fetchall()
        return Figures(
            deadlines=tuple(done.values()),
            letters=tuple(float(seconds) for (seconds,) in waited),
            outages=int(self._one(database, "SELECT count(*) FROM traders_heartbeat")) - 1,
            longest_silence=silence,
            rush_done=rush_done,
            hung=self.sink.attempts,
        )

    def _hand_in(self, address: str) -> None:
        letter = EmailMessage()
        letter["From"], letter["To"], letter["Subject"] = "blue@example.org", address, "Re: a game"
        letter["Message-ID"] = make_msgid(domain="example.org")
        letter.set_content("status")
        with smtplib.SMTP("127.0.0.1", self.house.office_port, timeout=FAR) as post:
            post.send_message(letter)

    @staticmethod
    def _one(database: psycopg.Connection, query: str) -> float:
        row = database.execute(query.encode()).fetchone()
        assert row is not None
        return float(row[0] or 0)

    @staticmethod
    def _now(database: psycopg.Connection) -> datetime:
        row = database.execute("SELECT clock_timestamp()").fetchone()
        assert row is not None
        moment: datetime = row[0]
        return moment
