"""Two machines against one PostgreSQL and one Redis, with clocks apart: people play on both, by
letter and by the API, while deadlines pass one after another and one fault comes after another.

Everything is measured by the database's clock and from outside: deadlines by when their entry was
seen, letters by their rows and at the sink.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import psycopg

from tests.faults.people import People, Seat
from tests.services.network import Machine, Network
from tests.services.ports import wait_for_answer, wait_for_port
from tests.services.postgres import Postgres
from tests.services.processes import House
from tests.services.redis import Redis
from tests.services.smtp import Sink
from tests.services.stored import KEYS
from tests.services.waiting import until

AHEAD = (-10, 10)
"""Seconds by which each machine's clock is ahead."""
AWAY = 3.0
"""Seconds for which PostgreSQL is down."""
PARTS = "web:1,mail,clock,in,out,rest"
MAKE = """
import json
from datetime import timedelta
from traders.domain.accounts import api_tokens
from traders.domain.calendar import clock
from traders.domain.play import door
from traders.domain.play.commands import leaving_and_taking_seats as leaving
from traders.models import Game, Letter, Player, Scope, Seat
begun, played, with_bots, apart, ahead = {begun}, {played}, {with_bots}, {apart}, {ahead}
settings, start = {{"turn_time": "2h", "grace": "0h"}}, {{"red": {{"at": "Mink"}}}}

def made(n):
    with_bot = begun <= n < begun + with_bots
    pk = door.create(
        "star-traders", ("red", "blue"), {{}}, settings, title=f"Game {{n}}", start=start
    ).pk
    for seat in Seat.objects.filter(game=pk, colour__in=("red",) if with_bot else ("red", "blue")):
        seat.player = Player.objects.create_user(
            f"{{seat.colour}}.{{pk}}@example.org", display_name=f"{{seat.colour}} of {{n}}",
            cadence="every",
        )
        seat.save()
        if n >= begun:
            _, secret = api_tokens.make(seat.player, "a program", Scope.values, 30)
            print("seat", json.dumps([pk, Game.objects.get(pk=pk).slug, seat.colour, secret]))
    if with_bot:
        leaving.give_to_bots(Game.objects.get(pk=pk), ["blue"])
    return pk

games = [made(n) for n in range(begun + with_bots + played)]
first = clock.whole(clock.now()) + timedelta(seconds=ahead)
for n, pk in enumerate(games):
    if n < begun:
        due = first + timedelta(seconds=apart * n)
        door.begin(pk, stops=False, at=due - timedelta(hours=2))
        print("due", pk, due.isoformat())
Letter.objects.update(status="stale", next_try=None)  # as if they had gone long ago
for pk in games[begun:]:
    door.begin(pk, stops=False)
"""
ENDED = (
    "SELECT game_id, clock_timestamp() FROM traders_deadline WHERE kind = 'turn' AND done_at "
    "NOTNULL AND game_id = ANY(%s)"
)
COUNTS = 5
"""How often it is counted: the server lives meanwhile, and what it writes just then is on its way;
what is lost or doubled stays so.
"""
UNREAD = "SELECT count(*) FROM traders_arrival WHERE status IN ('stored', 'reading')"
UNSENT = (
    "SELECT count(*) FROM traders_letter WHERE status IN ('written', 'prepared', 'sending', "
    "'unknown')"
)
NOBODY_KNOWS = "UPDATE traders_letter SET next_try = now() WHERE status = 'unknown'"
"""The ten minutes for which a report of such a letter is waited for are over."""
LETTERS_IN = "SELECT taken, extract(epoch FROM read_at - taken) FROM traders_arrival"
LETTERS_OUT = (
    "SELECT written, extract(epoch FROM accepted - written) FROM traders_letter "
    "WHERE status = 'sent' AND NOT message_id = ANY(%s) ORDER BY written"
)


@dataclass(frozen=True)
class Phase:
    """What happened to the rest while one thing was so; seconds."""

    name: str
    length: float
    deadlines: tuple[float, ...]
    """How long after each deadline it was carried out."""
    letters_in: tuple[float, ...]
    """How long each letter in waited until it was read."""
    letters_out: tuple[float, ...]
    """How long each letter waited until the mail server had it."""


@dataclass(frozen=True)
class Figures:
    """What was counted at the end."""

    phases: tuple[Phase, ...]
    given: Counter[Seat]
    """Orders that people were told had been taken."""
    carried_out: Counter[Seat]
    again: int
    """Attempts of people that were not answered, and made again."""
    refused: tuple[str, ...]
    at_the_sink: Counter[str]
    """How often each letter came, by its Message-ID."""
    sent: frozenset[str]
    """Letters that the database says were sent."""
    left: Counter[str]
    """All others, by their status."""
    nobody_knew: frozenset[str]
    """Letters of which nobody could know whether the mail server had them."""
    ended_once: bool
    """Each turn out of time was ended, once."""
    outages: int
    audit: str

    def doubled(self) -> set[str]:
        """Letters that came more than once."""
        return {name for name, times in self.at_the_sink.items() if times > 1}

    def is_whole(self) -> bool:
        """Nothing was lost and nothing doubled: each order that was taken was carried out, once;
        each letter came, and none twice of which it could be known whether it had left.
        """
        return (
            self.ended_once
            and self.given == self.carried_out
            and not self.refused
            and set(self.at_the_sink) == self.sent
            and self.doubled() <= self.nobody_knew
            and not self.left.keys() & {"failed", "unknown", "written", "prepared", "sending"}
            and self.outages == 0
            and self.audit.endswith("games whole.")
        )


@dataclass
class TwoMachines:
    """`cut`: seconds for which one machine is cut off. A deadline falls every `apart` seconds."""

    cut: float
    apart: float = 2.0
    calm: float = 20.0
    """Seconds of each other thing."""
    _seen: dict[int, float] = field(default_factory=dict)
    """For each game whose turn runs out, how long after its deadline that was seen."""
    _due: dict[int, datetime] = field(default_factory=dict)
    _phases: list[tuple[str, datetime]] = field(default_factory=list)
    _nobody_knew: set[str] = field(default_factory=set)

    def run(self) -> Figures:
        """Let it all happen. Raises `NoNetwork` where there can be none."""
        with ExitStack() as ends:
            self._network = Network()
            ends.callback(self._network.close)
            self._redis = Redis(self._network.address).start()
            ends.callback(self._redis.close)
            self._postgres = Postgres(address=self._network.address).start()
            ends.callback(self._postgres.close)
            self._sink = Sink(host=self._network.address).start()
            ends.callback(self._sink.stop)
            url = self._postgres.create("two_machines")
            self._houses = [self._house(url, ends) for _ in AHEAD]
            self._houses[1].environment |= {
                name: self._houses[0].environment[name] for name in KEYS
            }
            self._houses[0].manage("migrate", "--verbosity", "0")
            self._machines = [self._network.machine(ahead) for ahead in AHEAD]
            return self._played(url)

    def _house(self, url: str, ends: ExitStack) -> House:
        house = House(redis_url=self._redis.url, database_url=url, smtp_port=self._sink.port)
        ends.callback(house.close)
        house.environment |= {"EMAIL_HOST": self._network.address, "PARTS": PARTS}
        house.environment |= {"PORT": str(house.web_port), "QUOTA_LETTERS": "10000"}
        return house

    def _start(self, house: House, machine: Machine) -> None:
        with machine.inside():
            house.start("house", **machine.environment)
            wait_for_answer(house.web_port)
            wait_for_port(house.office_port)

    # --- what happens -----------------------------------------------------------------------------

    def _things(self) -> list[tuple[str, float, Callable[[], object]]]:
        here, there = self._machines
        return [
            ("both machines run", self.calm, lambda: None),
            ("one is cut off", self.cut, there.cut),
            ("it is back", self.calm, there.join),
            ("Redis emptied", self.calm, lambda: self._redis.client().flushall()),
            ("PostgreSQL restarted", self.calm + AWAY, self._restart),
            ("the other dies", 2 * self.calm, lambda: self._die(here)),
        ]

    def _restart(self) -> None:
        self._postgres.stop(hard=True)
        time.sleep(AWAY)
        self._postgres.start()

    def _die(self, machine: Machine) -> None:
        """As a machine that loses its power: not even its connections are closed."""
        machine.cut()
        self._houses[0].kill("house")

    def _played(self, url: str) -> Figures:
        lasts = sum(seconds for _, seconds, _ in self._things())
        begun = int(lasts / self.apart)
        ahead = 60 + begun // 4
        seats = self._made(begun, ahead)
        for house, machine in zip(self._houses, self._machines, strict=True):
            self._start(house, machine)
        until(lambda: self._now() > min(self._due.values()), "the first deadline does not come")
        people = People(self._houses, self._machines, self._sink, url, seats)
        try:
            people.begin()
            for name, seconds, begin in self._things():
                self._phases.append((name, self._now()))
                begin()
                self._look_on(seconds)
            self._phases.append(("", self._now()))
        finally:
            people.end()
        for _ in range(COUNTS):
            until(self._all_done, self._stands, pace=0.2)
            found = self._counted(people)
            if found.is_whole():
                break
        return found

    def _made(self, begun: int, ahead: int) -> list[Seat]:
        script = MAKE.format(begun=begun, played=4, with_bots=2, apart=self.apart, ahead=ahead)
        seats = []
        for line in self._houses[0].manage("shell", "-c", script).splitlines():
            kind, _, rest = line.partition(" ")
            if kind == "seat":
                seats.append(Seat(*json.loads(rest)))
            if kind == "due":
                pk, _, due = rest.partition(" ")
                self._due[int(pk)] = datetime.fromisoformat(due)
        if self._now() > min(self._due.values()):
            raise TimeoutError("the games were not made in time")
        return seats

    # --- looking on -------------------------------------------------------------------------------

    def _rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        return self._houses[0].postgres.execute(query.encode(), values).fetchall()

    def _now(self) -> datetime:
        moment: datetime = self._rows("SELECT clock_timestamp()")[0][0]
        return moment

    def _look_on(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._look()
            time.sleep(0.2)

    def _look(self) -> None:
        waiting = [pk for pk in self._due if pk not in self._seen]
        for pk, now in self._rows(ENDED, waiting):
            self._seen[pk] = (now - self._due[pk]).total_seconds()
        self._nobody_knew |= {
            name
            for (name,) in self._rows(
                "SELECT message_id FROM traders_letter WHERE status = 'unknown'"
            )
        }

    def _all_done(self) -> bool:
        self._look()
        with suppress(psycopg.errors.DeadlockDetected):
            self._houses[0].postgres.execute(NOBODY_KNOWS)
        left = self._rows(UNREAD)[0][0] + self._rows(UNSENT)[0][0]
        return len(self._seen) == len(self._due) and not left

    def _stands(self) -> str:
        unsent = self._rows("SELECT status, count(*) FROM traders_letter GROUP BY status")
        late = [pk for pk in self._due if pk not in self._seen]
        return f"deadlines of {late} were not carried out; letters {unsent}"

    # --- what was found ---------------------------------------------------------------------------

    def _counted(self, people: People) -> Figures:
        orders = self._rows(
            "SELECT game_id, seat FROM traders_entry WHERE kind = 'order' AND game_id = ANY(%s)",
            [seat.game for seat in people.seats],
        )
        by_name = {(seat.game, seat.colour): seat for seat in people.seats}
        ended = "SELECT count(*), count(DISTINCT game_id) FROM traders_deadline WHERE kind = 'turn'"
        done = self._rows(f"{ended} AND done_at NOTNULL AND game_id = ANY(%s)", list(self._due))
        by_status = "SELECT status, count(*) FROM traders_letter GROUP BY status"
        return Figures(
            phases=tuple(self._by_phase()),
            given=people.given,
            carried_out=Counter(by_name[order] for order in orders if order in by_name),
            again=people.again,
            refused=tuple(people.refused),
            at_the_sink=Counter(str(one.message["Message-ID"]) for one in self._sink.taken),
            sent=frozenset(
                name
                for (name,) in self._rows(
                    "SELECT message_id FROM traders_letter WHERE status = 'sent'"
                )
            ),
            left=Counter({status: n for status, n in self._rows(by_status) if status != "sent"}),
            nobody_knew=frozenset(self._nobody_knew),
            ended_once=done == [(len(self._due), len(self._due))],
            outages=self._rows("SELECT count(*) FROM traders_heartbeat")[0][0] - 1,
            audit=self._houses[1].manage("audit", "--all").strip().splitlines()[-1],
        )

    def _by_phase(self) -> Iterator[Phase]:
        letters_in = self._rows(LETTERS_IN)
        letters_out = self._rows(LETTERS_OUT, list(self._nobody_knew))
        ends = [begin for _, begin in self._phases[1:]]
        for (name, begin), end in zip(self._phases, ends, strict=False):
            length = (end - begin).total_seconds()
            if end == ends[-1]:
                end += timedelta(days=1)  # and what was left
            yield Phase(
                name,
                length,
                tuple(self._seen[pk] for pk, due in self._due.items() if begin <= due < end),
                tuple(float(s) for at, s in letters_in if begin <= at < end and s is not None),
                tuple(float(s) for at, s in letters_out if begin <= at < end and s is not None),
            )
