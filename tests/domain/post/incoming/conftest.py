"""A game of the real engine at noon that asks both others about a jump, and letters to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest

from tests.domain.letters.real import ASKED, begun
from tests.domain.letters.table import NOON
from traders.domain.calendar import clock
from traders.domain.history.moment_labels import label_of
from traders.domain.letters.addresses import reply_address
from traders.domain.post.incoming import intake
from traders.models import Arrival, Game, Letter, Seat


@pytest.fixture
def game(db) -> Game:
    return begun(ASKED)


@pytest.fixture(autouse=True)
def _noon() -> Iterator[None]:
    """Ten minutes past the beginning."""
    clock.set_to(NOON + timedelta(minutes=10))
    yield
    clock.set_to(None)


def moment_of(game: Game, colour: str) -> str:
    """What the seat's newest letter asked about, as its reply address names it."""
    letter = (
        Letter.objects.filter(game=game, seat=colour).exclude(moment="").order_by("-id").first()
    )
    return label_of(letter) if letter else ""


def letter(
    game: Game,
    colour: str,
    text: str,
    *,
    sender: str = "",
    name: str = "",
    moment: str | None = None,
    headers: str = "",
) -> tuple[bytes, str]:
    """A plain letter of a seat's and the address that it goes to."""
    seat = Seat.objects.get(game=game, colour=colour)
    to = reply_address(seat.pk, moment_of(game, colour) if moment is None else moment)
    named = f"Message-ID: {name}\r\n" if name else ""
    head = (
        f"From: {sender or seat.player.email}\r\nTo: {to}\r\nSubject: Re: your turn\r\nDate: "
        f"Mon, 2 Mar 2026 12:05:00 +0000\r\n{named}{headers}"
    )
    return (head + "\r\n" + text.replace("\n", "\r\n")).encode("utf-8"), to


@pytest.fixture
def take(game) -> Callable[..., Arrival]:
    """Takes a letter of a seat's at the edge."""

    def taken(colour: str, text: str, *, minutes: float | None = None, **of: str) -> Arrival:
        if minutes is not None:
            clock.set_to(NOON + timedelta(minutes=minutes))
        raw, to = letter(game, colour, text, **of)
        return intake.take(
            raw, envelope_to=to, envelope_from=f"{colour}@example.org", channel="smtp"
        )

    return taken
