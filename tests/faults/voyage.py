"""A game in a house of real processes: letters go in at its mail server and come out at the sink;
its rows are looked at from outside.
"""

from __future__ import annotations

import smtplib
import sqlite3
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from email.message import EmailMessage
from email.utils import make_msgid
from pathlib import Path
from typing import Any

from psycopg.errors import DeadlockDetected

from tests.services.processes import House
from tests.services.smtp import Sink
from tests.services.stored import MIGRATED, Stored
from tests.services.waiting import FAR, until

SEATS = ("red", "blue", "green")
FALL = Path(__file__).parent / "fall"
BEGIN = f"""
from traders.domain.play import door
from traders.models import Game, Player, Seat
at_jaxin = {{"at": "Jaxin", "hand": ["Imperial Favor", "Zap"]}}
start = {{
    "contracts": ["Fur to Frygia"], "luck_deck": ["Piracy", "Codebreaker"],
    "lines": [["Mink", "Niven", "orange"], ["Niven", "Jaxin", "orange"]],
    "red": {{"at": "Mink"}}, "blue": at_jaxin, "green": at_jaxin,
}}
game = door.create(
    "star-traders", {SEATS!r}, {{}}, {{"timing": "table"}}, title="Voyage", start=start
)
for seat in Seat.objects.filter(game=game):
    seat.player = Player.objects.create_user(
        f"{{seat.colour}}@example.org",
        display_name=f"Player of {{seat.colour}}",
        cadence="every",
    )
    seat.save()
door.begin(game.pk, stops=False)
"""
BEGUN = Stored("begun", (("shell", "-c", BEGIN),), after=MIGRATED)
"""The game has begun, and the first letters wait for a worker."""

LIVING = 4
"""Seconds for which a claim is taken to be a living worker's."""


class Voyage:
    """The game of a house as BEGUN, whose mail server and worker run; each of its processes
    falls where `steps` are armed.
    """

    def __init__(self, house: House, sink: Sink, steps: tuple[str, ...] = ()) -> None:
        self.house, self.sink = house, sink
        self.revives = False
        """Whether what ends by itself is started again while a test waits, as in production."""
        self._sent_again = 0
        self.falls = Path(house.folder.name, "falls")
        self.falls.mkdir()
        house.environment |= {
            "FALL_STEPS": " ".join(steps),
            "FALL_FOLDER": str(self.falls),
            "PYTHONPATH": str(FALL),
        }
        for name in ("mail", "worker"):
            house.start(name)
        sink.wait_for(len(SEATS))

    def arm(self, step: str) -> None:
        """The next process that comes to that step is killed there."""
        self.falls.joinpath(step).touch()

    def fallen(self) -> None:
        """Wait until what was armed has killed."""
        self.until(
            lambda: not list(self.falls.iterdir()),
            lambda: f"nobody came to {list(self.falls.iterdir())}",
        )

    # --- letters ----------------------------------------------------------------------------------

    def letter(self, seat: str, text: str) -> EmailMessage:
        """An answer of the seat's to its newest letter."""
        address = self.sink.to(f"{seat}@example.org")[-1].message["Reply-To"]
        letter = EmailMessage()
        letter["From"], letter["To"], letter["Subject"] = (
            f"{seat}@example.org",
            address,
            "Re: Voyage",
        )
        letter["Message-ID"] = make_msgid(domain="example.org")
        letter.set_content(text)
        return letter

    def hand_in(self, letter: EmailMessage, seconds: float = FAR) -> None:
        """Give it to the house's mail server as another mail server would: again, as long as it was
        not taken.
        """
        end = time.monotonic() + seconds
        while True:
            try:
                with smtplib.SMTP("127.0.0.1", self.house.office_port, timeout=FAR) as post:
                    post.send_message(letter)
                return
            except (OSError, smtplib.SMTPException):
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)

    def says(self, seat: str, text: str) -> None:
        self.hand_in(self.letter(seat, text))

    # --- the rows ---------------------------------------------------------------------------------

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """What stands in the database."""
        return self.house.rows(query)

    def _carried_out(self, statement: str) -> None:
        """On PostgreSQL; once more where a worker has some of the rows and waits for the others."""
        for _ in range(20):
            with suppress(DeadlockDetected):
                self.house.postgres.execute(statement.encode())
                return
        raise AssertionError("a worker is always in the way")

    def change(self, *statements: tuple[str, str]) -> None:
        """Change rows by hand: each statement for SQLite, and for PostgreSQL."""
        if "DATABASE_URL" in self.house.environment:
            for _, statement in statements:
                self._carried_out(statement)
            return
        with closing(
            sqlite3.connect(
                Path(self.house.folder.name, "traders.sqlite3"), timeout=FAR, isolation_level=None
            )
        ) as file:
            for statement, _ in statements:
                file.execute(statement)

    def time_goes_on(self, *, dead: bool = True) -> None:
        """What waits for its time in the rows has come to it: pauses before another try and, where
        workers are dead, their claims; not a claim that is younger than a living worker may need on
        a busy machine.
        """
        waiting = (
            "('prepared', 'sending', 'unknown', 'written')"
            if dead
            else "('prepared', 'unknown', 'written')"
        )
        claims = (
            "UPDATE traders_arrival SET claimed_at = {past} WHERE status = 'reading' AND "
            "claimed_at < {lately}"
        )
        tries = (
            f"UPDATE traders_letter SET next_try = {{past}} WHERE status IN {waiting} AND "
            "next_try IS NOT NULL "
            "AND (status <> 'sending' OR claimed_at < {lately})"
        )
        sqlite = {
            "past": "datetime('now', '-1 hour')",
            "lately": f"datetime('now', '-{LIVING} seconds')",
        }
        postgres = {
            "past": "now() - interval '1 hour'",
            "lately": f"now() - interval '{LIVING} seconds'",
        }
        self.change(*((form.format(**sqlite), form.format(**postgres)) for form in (claims, tries)))

    def deadline_comes(self) -> None:
        """The open interval's deadline is now past."""
        form = "UPDATE traders_deadline SET due = {} WHERE kind = 'interval' AND done_at IS NULL"
        self.change(
            (
                form.format("datetime('now', '-10 seconds')"),
                form.format("now() - interval '10 seconds'"),
            )
        )

    @property
    def number(self) -> int:
        return int(self.rows("SELECT number FROM traders_game")[0][0])

    @property
    def waits_for(self) -> str:
        """What play waits for, with seats in small letters, as orders write them."""
        return str(self.rows("SELECT waiting_for FROM traders_game")[0][0]).lower()

    @property
    def seat(self) -> str:
        """The seat that it waits for, on a turn."""
        return self.waits_for.removeprefix("it is ").partition("'s turn")[0]

    def orders(self) -> Counter[tuple[str, str]]:
        """How often each seat's order stands in the history."""
        return Counter(
            (seat, public)
            for seat, public in self.rows(
                "SELECT seat, kind FROM traders_entry WHERE kind = 'order'"
            )
        )

    # --- waiting ----------------------------------------------------------------------------------

    def until(self, what: Callable[[], bool], why: Callable[[], str] = lambda: "") -> None:
        """Wait until that holds."""

        def holds() -> bool:
            if self.revives:
                self.house.revive()
            return what()

        def stands() -> str:
            log = self.house.log("worker")[-3000:]
            return f"play waits for {self.waits_for} at {self.number}\n{log}"

        until(holds, lambda: why() or stands(), pace=0.2)

    def settled(self, *, hurry: bool = True, dead: bool = True) -> None:
        """Wait until every letter was read and every letter was sent, while time goes on, for the
        claims of `dead` workers too.
        """
        unread = "SELECT count(*) FROM traders_arrival WHERE status IN ('stored', 'reading')"
        unsent = (
            "SELECT count(*) FROM traders_letter WHERE status IN ('written', 'prepared', "
            "'sending', 'unknown')"
        )

        def quiet() -> bool:
            if self.rows(unread)[0][0] + self.rows(unsent)[0][0] == 0:
                return True
            if hurry:
                self.time_goes_on(dead=dead)
            return False

        self.until(quiet)

    # --- what must hold ---------------------------------------------------------------------------

    def is_whole(self) -> None:
        """It is in order, and the audit finds the game whole."""
        assert "1 of 1 games whole." in self.house.manage("audit", "--all")
        self.is_in_order()

    def is_in_order(self, *, again: int = 0) -> None:
        """Nothing lost, nothing doubled. `again`: letters of which nobody could know whether they
        had left, sent once more at most since this was last asked.
        """
        numbers = [
            number for (number,) in self.rows("SELECT number FROM traders_entry ORDER BY number")
        ]
        assert numbers == list(range(1, self.number + 1))
        sent = Counter(taken.message["Message-ID"] for taken in self.sink.taken)
        written = {
            name
            for (name,) in self.rows("SELECT message_id FROM traders_letter WHERE status = 'sent'")
        }
        assert set(sent) == written
        more = sum(sent.values()) - len(sent)
        assert more - self._sent_again <= again
        self._sent_again = more
        for name in (name for name, count in sent.items() if count > 1):
            assert (
                len({taken.raw for taken in self.sink.taken if taken.message["Message-ID"] == name})
                == 1
            ), "the same bytes"
        assert self.rows(
            "SELECT count(*) FROM traders_letter WHERE status NOT IN "
            "('sent', 'stale', 'held', 'folded')"
        ) == [(0,)]
        assert self.rows("SELECT count(*) FROM traders_deadline WHERE failures > 0") == [(0,)]
        double = (
            "SELECT kind, key, seat FROM traders_deadline WHERE done_at IS NULL GROUP BY kind, "
            "key, seat HAVING count(*) > 1"
        )
        assert self.rows(double) == []
        assert (
            self.rows(
                "SELECT count(*) FROM traders_deadline WHERE done_at IS NULL AND kind <> 'reminder'"
            )[0][0]
            >= 1
        ), "play has its clock"
