"""Every statement made once finds the rows, and changes them, as Django's plain queryset does
(docs/decisions/0034-statements-made-once.md).
"""

from __future__ import annotations

import copy
import sys
from collections import defaultdict
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import models, transaction

from tests.domain.playing import bots_play
from tests.models.test_plans import arrived
from traders.domain.calendar import clock
from traders.domain.history import audit
from traders.domain.people import seating
from traders.domain.play import door
from traders.domain.post import delivery
from traders.models import (
    Absence,
    Arrival,
    ArrivalStatus,
    Browser,
    Change,
    Game,
    Letter,
    LetterStatus,
    Picture,
    Player,
    Prepared,
    Seat,
    SittingCause,
    WebHook,
)

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


class Compared:
    """Statements that were sent, each with what Django's own finds or leaves behind."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.asked: dict[int, list[Any]] = defaultdict(list)
        self.found: set[str] = set()
        """Those that gave rows, or changed any."""
        statement, read, columns = Prepared.statement, Prepared.read, Prepared.columns
        change_read = Change.read

        def asking(query: Prepared[Any], *values: Any) -> Any:
            plain = self.changed(query, *values) if isinstance(query, Change) else values
            self.asked[id(query)].append(plain)
            return statement(query, *values)

        def reading(query: Prepared[Any], found: list[list[Any]]) -> list[Any]:
            values = self.asked[id(query)].pop(0)
            rows = read(query, found)
            wanted = query._queryset(*values)
            told, plain = [known(row) for row in rows], [known(row) for row in wanted]
            if not wanted.ordered:
                told, plain = (sorted(each, key=lambda row: row["id"]) for each in (told, plain))
            assert told == plain, name_of(query)
            self.found |= {name_of(query)} if plain else set()
            return rows

        def after_change(query: Change[Any], found: list[list[Any]]) -> list[Any]:
            plain = self.asked[id(query)].pop(0)
            assert stored(query) == plain, name_of(query)
            self.found |= {name_of(query)} if found else set()
            return change_read(query, found)

        def bare(query: Prepared[Any], *values: Any) -> list[list[Any]]:
            found = columns(query, *values)
            query.read(copy.deepcopy(found))
            return found

        patch.setattr(Prepared, "statement", asking)
        patch.setattr(Prepared, "read", reading)
        patch.setattr(Prepared, "columns", bare)
        patch.setattr(Change, "read", after_change)

    @staticmethod
    def changed(query: Change[Any], *values: Any) -> Any:
        """What Django's own change leaves behind; it is undone."""
        queryset, changes = query._queryset(*values)
        with transaction.atomic():
            queryset.update(**changes)
            rows = stored(query)
            transaction.set_rollback(True)
        return rows


def stored(query: Prepared[Any]) -> list[dict[str, Any]]:
    return list(query._model._base_manager.order_by("pk").values())


def known(row: models.Model) -> dict[str, Any]:
    """All that was read of a row, and of those that came with it."""
    beside = {name: one and known(one) for name, one in row._state.fields_cache.items()}
    return {name: one for name, one in vars(row).items() if name != "_state"} | beside


def name_of(query: Prepared[Any]) -> str:
    """Where it is made: `history.audit:116`."""
    made = query._queryset
    module = made.__module__.removeprefix("traders.").removeprefix("domain.")
    return f"{module}:{made.__code__.co_firstlineno}"


def made_once() -> dict[str, Prepared[Any]]:
    """Those of the program, by the names that modules give them: `history.audit._LAST`."""
    return {
        f"{module.removeprefix('traders.domain.')}.{name}": one
        for module, content in list(sys.modules.items())
        if module.startswith("traders.domain.")
        for name, one in vars(content).items()
        if isinstance(one, Prepared) and one._queryset.__module__ == module
    }


OF_A_GAME = (
    "deadlines.game_clocks._ABSENCES",
    "deadlines.delivery_report_effects._LOCKED",
    "deadlines.delivery_report_effects._SEATS",
    "play.locked_game._SEEN",
    "history.moment_labels.IN_ORDER",
    "letters.game_play_letters._STOPS",
    "history.sealed_notes.COUNTING",
)


def asked_beside(game: Game) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """What a game by letter asks seldom, each with values for which there are rows by then."""
    seat = Seat.objects.select_related("player").get(game=game, colour="blue")
    player, now = seat.player, clock.now()
    assert player is not None
    past, later = now - DAY, now + DAY
    letters, arrivals = Letter.objects.filter(game=game), Arrival.objects.filter(game=game)
    letter, arrival = letters.latest("pk"), arrivals.latest("pk")
    WebHook.objects.create(player=player, url="https://chat.example.org/x")
    Browser.objects.create(player=player, endpoint="https://push.example.org/x")
    Absence.objects.create(seat=seat, begins=now, ends=later, announced=now)
    yield "read_models.game_for_reader._BY_ALL", (game.slug,)
    yield "read_models.game_for_reader._BY_READER", (game.slug, player.pk)
    yield "read_models.game_for_reader._ANY", (game.slug, player.pk)
    yield "post.notifications.queue._HOOKS", ([player.pk],)
    yield "post.notifications.queue._BROWSERS", ([player.pk],)
    yield from ((name, (game.pk,)) for name in OF_A_GAME)
    yield "history.audit._BACK_UPS", (game.pk, game.number)
    yield "history.audit._CHECKPOINTS", (game.pk, game.position_schema)
    yield "letters.board_picture._DRAWN", (Picture.objects.latest("pk").digest,)
    yield "post.incoming.repeated_letters._OF_OURS", (letter.message_id,)
    sent = letters.filter(raw__isnull=False).latest("pk")
    of_seat = (game.pk, sent.seat, sent.player_id)
    yield "post.incoming.quote_detection._NAMED", (*of_seat, sent.message_id)
    yield "post.incoming.quote_detection._ABOUT", (*of_seat, sent.moment)
    yield "post.incoming.quote_detection._NEWEST", of_seat
    yield "post.incoming.outcome_decision._LATEST", (game.pk, letter.seat, letter.entry)
    yield "post.incoming.answer_limits._READ_LATELY", (seat.pk, 0, past, later)
    arrivals.update(asked_by=letter)
    whose = letter.player_id
    yield "post.incoming.answer_limits._ANSWERED_LATELY", (whose, 0, past, later)
    same = (0, arrival.content, arrival.message_id)
    yield "post.incoming.repeated_letters._SAME", (seat.pk, *same)
    yield "post.incoming.repeated_letters._SAME_ANSWER", (letter.pk, *same)
    arrivals.update(status=ArrivalStatus.STORED)
    yield "post.incoming.reading._UNREAD_OF", (game.pk,)
    letters.update(status=LetterStatus.HELD)
    yield "letters.letter_storage_and_folding._HELD", (game.pk, [player.pk])
    letters.update(status=LetterStatus.WRITTEN)
    yield "post.preparing._BACKED_UP", ([letter.pk],)
    letters.update(status=LetterStatus.UNKNOWN, next_try=past)
    yield "post.worker_letter_claims.STUCK", ()
    waiting = letters.filter(accepted=None)
    waiting.update(status=LetterStatus.PREPARED, blocked=True, next_try=later, claimed_at=past)
    yield "post.blocked_outgoing_mail.OPEN_AGAIN", (now,)
    Seat.objects.create(game=game, colour="white", place=9)
    yield "history.audit._NEVER_HELD", (game.pk,)


def test_what_a_statement_made_once_finds_is_what_its_queryset_finds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compared = Compared(monkeypatch)
    game = door.create("star-traders", ("red", "blue", "green"), {}, {"timing": "table"})
    for seat in Seat.objects.filter(game=game):
        player = Player.objects.create_user(f"{seat.colour}@example.org", display_name=seat.colour)
        seating.sit(seat, player, clock.now(), SittingCause.GATHERED)
    bots_play(game, entries=12)
    door.back_up(game.pk, 7, "the table agrees")
    door.orders(game.pk, "blue", "stop at zap")
    bots_play(Game.objects.get(pk=game.pk), entries=20)
    delivery.sweep(10)
    arrived(game)
    assert audit.audit(Game.objects.get(pk=game.pk)) is None
    queries = made_once()
    for name, values in asked_beside(Game.objects.get(pk=game.pk)):
        assert queries[name].rows(*values) or isinstance(queries[name], Change), name
    assert {name for name, one in queries.items() if name_of(one) not in compared.found} == set()
