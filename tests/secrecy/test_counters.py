"""No number that counts letters of all seats, or of all games, leaves the house: what a seat gets,
down to the last header and link, is the same whether a rival writes or not (PR-INTERVAL-05).
"""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import get_resolver

from tests.api.program import program_of
from tests.digests import without_digests
from tests.domain.post.incoming.conftest import letter
from tests.secrecy.pairs import START
from tests.secrecy.table import NOON, PNG, Letters, Pair, Played, Shown, ShownOtherwise
from traders.domain.calendar import clock
from traders.domain.deadlines import answer_time_model
from traders.domain.history.moment_labels import MomentLabel
from traders.domain.letters import answer_notes_and_resent_letters, board_picture
from traders.domain.play import door
from traders.domain.play.commands.interpreter import MOST_LINES
from traders.domain.post import delivery
from traders.domain.post.incoming import held_letters, intake, server_answers
from traders.domain.timeline import timeline
from traders.models import Arrival, Game, Letter, LetterStatus

pytestmark = pytest.mark.django_db

AT_MINK = START | {"red": START["red"] | {"at": "Mink"}}
JUMP = Pair("a jump to which two may answer", AT_MINK, AT_MINK, timing="table")
WRITER = (
    ("", {}),
    ("pass", {}),
    ("pass", {}),
    ("nonsense", {}),
    ("status", {}),
    ("stop at quarantine", {}),
    ("when at Kluge: play gotcha on red", {}),
    ("\n".join(["status"] * (MOST_LINES + 1)), {}),
    ("test\npass", {}),
    ("play zap", {"sender": "mallory@example.com"}),
    ("undo", {}),
)
"""Letters of a rival in the interval, with what is odd about their heads: read, refused, empty,
doubled, held.
"""
READER = (
    ("", {}),
    ("status", {}),
    ("nonsense", {}),
    ("status", {"sender": "elsewhere@example.com"}),
    ("confirm 1", {}),
    ("", {}),
    ("when at Kluge: play zap", {}),
    ("orders", {}),
    ("resend", {}),
    ("claim rules about jump: I wonder", {}),
)
"""What the reader sends meanwhile: after each of these a rival writes, or does not."""


API = ("/offers", "/press", "/history", "/claims")
"""What a program of the reader's reads of the game, beside the game itself."""


def _mail(game: Game, colour: str, text: str, **of: str) -> None:
    raw, to = letter(game, colour, text, **of)
    timeline.read(
        intake.take(raw, envelope_to=to, envelope_from=f"{colour}@example.org", channel="smtp").pk
    )
    delivery.prepare(
        list(Letter.objects.filter(status=LetterStatus.WRITTEN).values_list("pk", flat=True))
    )
    Letter.objects.filter(status=LetterStatus.PREPARED).update(
        status=LetterStatus.SENT, accepted=clock.now()
    )


def _got(*, rival: bool, like: Shown | None = None) -> Shown:
    """All that blue gets while a jump of red's waits for blue and green. `like`: no further than to
    what blue did not get so there.
    """
    try:
        clock.set_to(NOON)
        with transaction.atomic(), answer_time_model.scripted([]):
            played = Played(JUMP, AT_MINK)
            played.takes(
                Letters(1, "red", "jump niven regular", MomentLabel.of(played.waits()).moment)
            )
            game = played.game
            shown = Shown(like=like)
            for place, (text, of) in enumerate(READER):
                clock.set_to(NOON + timedelta(minutes=10 * place + 10))
                _mail(game, "blue", text, **of)
                if place % 3 == 0:  # the last one too
                    for name, what in _looks(played.clients["blue"], game):
                        shown.add(name, what)
                if rival:
                    clock.set_to(NOON + timedelta(minutes=10 * place + 15))
                    for written, odd in WRITER[: place + 2]:
                        _mail(game, "green", written, **odd)
                    door.orders(game.pk, "green", "pass\nhistory", source="page")
            assert Arrival.objects.filter(game=game, seat__colour="green").exists() == rival
            assert getattr(played.waits(), "name", "") == "quarantine"
            transaction.set_rollback(True)
    finally:
        clock.set_to(None)
    return shown


def _looks(client: Client, game: Game) -> list[tuple[str, Any]]:
    sent = Letter.objects.filter(player__email="blue@example.org").order_by("pk")
    found: list[tuple[str, Any]] = [
        ("letter", (without_digests(bytes(one.raw or b"")), one.message_id, one.in_reply_to))
        for one in sent
    ]
    tags = [one.tag for one in sent if one.raw]
    paths = ["/mailbox/", *(f"/mailbox/{tags[-1]}{part}" for part in ("", "/raw", "/html"))]
    paths += [
        "/games/spiral/",
        "/games/spiral/claims",
        "/games/spiral/history",
        "/games/spiral/history.json",
        "/games/spiral/proof",
        "/games/spiral/more",
        "/games/spiral/feed.atom",
        "/account",
        "/account/export",
        "/games/",
    ]
    program = program_of("blue").client
    of_program = [f"/api/games/spiral{part}" for part in ("", *API)] + ["/api/games"]
    for path in (*paths, *of_program):
        answer = (program if path in of_program else client).get(path)
        assert answer.status_code == 200, path
        found.append((path, (_steady(answer.getvalue(), game), dict(answer.headers))))
    return found


def _steady(content: bytes, game: Game) -> bytes:
    game.refresh_from_db()
    page = re.sub(rb'name="csrfmiddlewaretoken" value="\w+"', b"token", content).replace(
        game.digest.encode(), b"digest"
    )
    of_the_test = rb'"(created|last sign-in)": "[^"]*"'
    page = re.sub(of_the_test, rb"\1", page)  # rows that were made for the test, at its hour
    return without_digests(re.sub(rb'"(digest|sealed)": ?"[0-9a-f]*"', b"digest", page))


def differences() -> list[str]:
    """All that differs for blue where a rival writes."""
    alone, beside = _got(rival=False).rows, _got(rival=True).rows
    found = [name for (name, one), (_, other) in zip(alone, beside, strict=False) if one != other]
    return [*found, *(["how much there is"] if len(alone) != len(beside) else [])]


def differ() -> bool:
    """Whether there are `differences`: the rival writes until the first of them and no further."""
    alone = _got(rival=False)
    try:
        beside = _got(rival=True, like=alone)
    except ShownOtherwise:
        return True
    return len(alone.rows) != len(beside.rows)


@pytest.fixture(autouse=True)
def _a_house_with_a_mailbox_page(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.EMBEDDED = True
    monkeypatch.setattr(board_picture, "draw", lambda svg, part: PNG)
    get_resolver().url_patterns  # noqa: B018 - signing in leaves a mark once the pages are loaded


@pytest.mark.long
def test_whether_a_rival_writes_is_told_by_no_number():
    """Long: two games, and all that can be looked at after every third letter."""
    assert differences() == []


def test_whether_a_rivals_letter_waits_is_told_by_no_figure():
    played = Played(JUMP, AT_MINK)
    client = played.clients["blue"]
    told = client.get("/health").json()
    assert told["ok"]
    raw, to = letter(played.game, "green", "pass")
    intake.take(raw, envelope_to=to, envelope_from="green@example.org", channel="smtp")
    Letter.objects.update(status=LetterStatus.WRITTEN)
    assert client.get("/health").json() == told


def _by_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer is named by how many letters have come."""
    note = answer_notes_and_resent_letters.note
    monkeypatch.setattr(
        answer_notes_and_resent_letters,
        "note",
        lambda *of, name, **more: note(*of, name=f"a{Arrival.objects.count()}", **more),
    )


def _held_among_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """A held letter is numbered among those of all seats."""

    def worse(arrival: Arrival, message_id: str, told: str, event: str) -> None:
        numbered = told.replace("confirm 1", f"confirm {Arrival.objects.count()}")
        server_answers.answer(arrival, message_id, numbered, event)

    monkeypatch.setattr(held_letters, "answer", worse)


def _in_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    """The list of letters shows their rows' numbers."""
    monkeypatch.setattr(Letter, "get_kind_display", lambda letter: str(letter.pk))


@pytest.mark.long
@pytest.mark.parametrize("plant", [_by_number, _held_among_all, _in_clear])
def test_a_number_planted_is_found(plant, monkeypatch):
    """Long, as above."""
    plant(monkeypatch)
    assert differ()
