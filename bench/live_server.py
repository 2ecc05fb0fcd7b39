"""A server of real processes on PostgreSQL and Redis, as on a machine of two cores, with games in
which people are asked, and many more of others.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from bench.measuring import compiled_in
from tests.services.ports import wait_for_answer, wait_for_port
from tests.services.postgres import Postgres
from tests.services.processes import House
from tests.services.redis import Redis
from tests.services.smtp import Sink
from traders.machine.settings_file import parts_of

MAKE = """
import json
from importlib import import_module
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import transaction
from bench.bots import SEATS
from bench.waiting import SYSTEMS
from tests.models.crowd import crowd
from traders.bots.registry import bots
from traders.domain.history.moment_labels import MomentLabel
from traders.domain.letters.addresses import reply_address
from traders.domain.play import door
from traders.engines.registry import engine
from traders.models import Game, Letter, Player, Seat

asked = []
for n in range({games}):
    game = door.create(SYSTEMS[n % len(SYSTEMS)], SEATS, {{}}, {{}}, title=f"Game {{n}}")
    rules = engine(game.system)
    for seat in Seat.objects.filter(game=game):
        name = f"{{seat.colour}}.{{n}}"
        seat.player = Player.objects.create_user(f"{{name}}@example.org", display_name=name)
        seat.save()
    pending = door.begin(game.pk, stops=False).after
    game.refresh_from_db()
    state = rules.decode(bytes(game.position))
    colour = pending.seat if hasattr(pending, "seat") else pending.seats[0]
    view, offers = rules.view(state, colour), rules.offers(state, colour)
    order = bots(game.system).bot(view, pending, offers, n)
    seat = Seat.objects.select_related("player").get(game=game, colour=colour)
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(seat.player.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = seat.player.get_session_auth_hash()
    session.save()
    asked.append([
        seat.player.email, reply_address(seat.pk, MomentLabel.of(pending).moment), order,
        game.slug, session.session_key,
    ])
Letter.objects.update(status="stale", next_try=None)  # as if they had gone long ago
with transaction.atomic():
    crowd(Game.objects.order_by("pk")[0], 0, {others})
print(json.dumps(asked))
"""


@dataclass(frozen=True)
class Asked:
    """Whom a game waits for, where the answer goes and what it may be; and a page of theirs."""

    mailbox: str
    to: str
    order: str
    slug: str
    session: str


@contextmanager
def server() -> Iterator[tuple[House, Sink]]:
    """One with nothing running and nobody in it yet, and where its letters go."""
    redis, postgres, sink = Redis().start(), Postgres(durable=True).start(), Sink().start()
    house = House(redis_url=redis.url, smtp_port=sink.port, database_url=postgres.create("answers"))
    house.environment = compiled_in(f"{house.folder.name}/compiled", house.environment)
    house.environment |= {"PARTS": parts_of(2), "TRADERS_EMBEDDED": ""}
    try:
        house.manage("migrate", "--verbosity", "0")
        house.manage("collectstatic", "--no-input", "--verbosity", "0")
        yield house, sink
    finally:
        house.close()
        for one in (sink.stop, postgres.close, redis.close):
            one()


def games(house: House, number: int, others: int) -> list[Asked]:
    """Begin so many games of all systems, `others` beside; whom each waits for."""
    made = house.manage("shell", "-c", MAKE.format(games=number, others=others))
    return [Asked(*one) for one in json.loads(made.splitlines()[-1])]


def begun(house: House) -> float:
    """Start all processes; seconds until a page is answered."""
    began = time.monotonic()
    house.start("house")
    wait_for_answer(house.web_port)
    seconds = time.monotonic() - began
    wait_for_port(house.office_port)
    house.worker_answers()
    return seconds


def restarted(house: House) -> float:
    """Start all processes twice; seconds until a page is answered the second time."""
    begun(house)
    house.end("house")
    return begun(house)
