"""People who play on a server of several machines: each answers what it is asked, by letter or by
the API, at one machine after another, and at the next where that one does not answer.
"""

from __future__ import annotations

import json
import smtplib
from collections import Counter
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.utils import make_msgid
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from itertools import count
from threading import Event, Thread
from uuid import uuid4

import psycopg

from tests.services.network import Machine
from tests.services.processes import House
from tests.services.smtp import Sink
from tests.services.waiting import FAR

PACE = 2.0
"""Seconds between two looks into a mailbox."""
PATIENCE = 15.0
"""Seconds after which a machine is taken not to answer."""
ASKED = (
    "SELECT letter.seat, letter.message_id FROM traders_letter letter JOIN traders_game game ON "
    "game.id = letter.game_id WHERE game.id = %s AND letter.asks AND letter.entry = game.number "
    "AND letter.status = 'sent' ORDER BY letter.id DESC LIMIT 1"
)
"""Who was asked for what play waits for now, by which letter."""


class NotTaken(Exception):
    """Nothing said that it was taken."""


@dataclass(frozen=True)
class Seat:
    """One seat, and what opens the API to its player."""

    game: int
    slug: str
    colour: str
    token: str

    @property
    def mailbox(self) -> str:
        return f"{self.colour}.{self.game}@example.org"


@dataclass
class People:
    """Those of all these seats; a thread a game, until the end."""

    houses: Sequence[House]
    machines: Sequence[Machine]
    sink: Sink
    database_url: str
    seats: list[Seat]
    given: Counter[Seat] = field(default_factory=Counter)
    again: int = 0
    refused: list[str] = field(default_factory=list)
    _ended: Event = field(default_factory=Event)
    _threads: list[Thread] = field(default_factory=list)

    def begin(self) -> None:
        games: dict[int, list[Seat]] = {}
        for seat in self.seats:
            games.setdefault(seat.game, []).append(seat)
        self._threads = [
            Thread(target=self._play, args=(seats, place))
            for place, seats in enumerate(games.values())
        ]
        for thread in self._threads:
            thread.start()

    def end(self) -> None:
        """Each gives the order that it has begun to give, and no more."""
        self._ended.set()
        for thread in self._threads:
            thread.join(FAR)

    def _play(self, seats: list[Seat], place: int) -> None:
        answered: set[str] = set()
        for turn in count(place):
            if self._ended.wait(PACE):
                return
            found = self._asked(seats)
            if found is not None and found[1] not in answered:
                seat, letter = found
                self._says(seat, letter, turn)
                answered.add(letter)

    def _asked(self, seats: list[Seat]) -> tuple[Seat, str] | None:
        """Whom play waits for, and the letter that came to that mailbox."""
        with suppress(psycopg.OperationalError):
            with psycopg.connect(self.database_url, autocommit=True) as database:
                row = database.execute(ASKED, [seats[0].game]).fetchone()
            for seat in seats:
                if row and seat.colour == row[0]:
                    return seat, row[1]
        return None

    def _says(self, seat: Seat, letter: str, turn: int) -> None:
        """The same order again, at one machine after another, until it is taken."""
        message, key = self._answer(seat, letter), uuid4().hex
        for place in count(turn):
            at = place % len(self.houses)
            try:
                if turn // 2 % 2:
                    self._post(seat, key, self.houses[at], self.machines[at])
                else:
                    self._send(message, self.houses[at], self.machines[at])
            except (OSError, HTTPException, smtplib.SMTPException, NotTaken):
                self.again += 1
                self._ended.wait(0.5)
            else:
                self.given[seat] += 1
                return

    def _answer(self, seat: Seat, letter: str) -> EmailMessage:
        [taken, *_] = [one for one in self.sink.taken if one.message["Message-ID"] == letter]
        answer = EmailMessage()
        answer["From"], answer["To"] = seat.mailbox, taken.message["Reply-To"]
        answer["Subject"], answer["Message-ID"] = "Re: a game", make_msgid(domain="example.org")
        answer.set_content("end")
        return answer

    def _send(self, message: EmailMessage, house: House, machine: Machine) -> None:
        with machine.inside():
            post = smtplib.SMTP(
                "127.0.0.1", house.office_port, local_hostname="example.org", timeout=PATIENCE
            )
        with post:
            post.send_message(message)

    def _post(self, seat: Seat, key: str, house: House, machine: Machine) -> None:
        with closing(HTTPConnection("127.0.0.1", house.web_port, timeout=PATIENCE)) as line:
            with machine.inside():
                line.connect()
            head = {"Authorization": f"Bearer {seat.token}", "Idempotency-Key": key}
            head["Content-Type"] = "application/json"
            body = json.dumps({"orders": ["end"]})
            line.request("POST", f"/api/games/{seat.slug}/orders", body, head)
            answer = line.getresponse()
            said = answer.read().decode("utf-8", "replace")
        if answer.status >= 500 or answer.status == HTTPStatus.TOO_EARLY:
            raise NotTaken
        if answer.status != 200:
            self.refused.append(f"{answer.status} {said[:300]}")
