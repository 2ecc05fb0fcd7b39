"""The demonstration's disputed jump with people at its seats: claimed by letter, to be ruled on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from arbitration.demonstration_case import CLAIM, START
from arbitration.models import Claim
from arbitration.referees.appointing import appoint
from tests.services.copied_rows import copied
from traders.domain.calendar import clock
from traders.domain.history.moment_labels import label_of
from traders.domain.letters.addresses import reply_address
from traders.domain.people import seating
from traders.domain.play import door
from traders.domain.post.incoming import intake
from traders.domain.timeline import timeline
from traders.models import Game, Letter, Player, Seat, SittingCause

BEGUN = datetime(2026, 3, 2, 9, tzinfo=UTC)
CLAIMED = BEGUN + timedelta(hours=3)
HEARD = CLAIMED + timedelta(hours=24, seconds=1)
"""The first second in which it may be ruled on."""
COLOURS = ("red", "blue", "green")


def player(name: str) -> Player:
    return Player.objects.create_user(f"{name}@example.org", display_name=f"The {name} one")


@copied
def referee(name: str = "judge") -> Player:
    """Somebody who may rule."""
    made = player(name)
    appoint(made)
    return Player.objects.get(pk=made.pk)


def seated(timing: str) -> Game:
    """The game has begun, and red is to jump."""
    game = door.create(
        "star-traders", COLOURS, {}, {"timing": timing}, title="The disputed jump", start=START
    )
    for place in Seat.objects.filter(game=game):
        seating.sit(place, player(place.colour), BEGUN, SittingCause.GATHERED)
    door.begin(game.pk, stops=False, at=BEGUN)
    return game


@copied
def jumped() -> Game:
    """Red has jumped, and the die has fallen; nobody was waited for."""
    game = seated("stops")
    door.orders(game.pk, "red", "jump verne regular", at=BEGUN + timedelta(minutes=5))
    game.refresh_from_db()
    return game


def asked_letter(game: Game, colour: str) -> str:
    """What the seat's newest letter asks, as its reply address names it."""
    return label_of(Letter.objects.filter(game=game, seat=colour, asks=True).order_by("-pk")[0])


def answer(game: Game, colour: str, text: str, at: datetime) -> None:
    """The seat answers its newest letter that asks something."""
    by_letter(game, colour, text, at, asked_letter(game, colour))


def by_letter(
    game: Game, colour: str, text: str, at: datetime, moment: str = "", received: Sequence[str] = ()
) -> None:
    """A letter of a seat's comes in and is read. `received`: its transfer lines."""
    clock.set_to(at)
    seat = Seat.objects.get(game=game, colour=colour)
    to = reply_address(seat.pk, moment)
    trace = "".join(f"Received: {line}\r\n" for line in received)
    checked = "Authentication-Results: mx.post.test; dmarc=pass\r\n"
    raw = (
        f"{trace}{checked}From: {colour}@example.org\r\nTo: {to}\r\nSubject: a "
        f"claim\r\nMessage-ID: <{colour}{at:%d%H%M}@example.org>\r\n\r\n{text}\r\n"
    )
    arrival = intake.take(
        raw.encode(), envelope_to=to, envelope_from=f"{colour}@example.org", channel="smtp"
    )
    timeline.read(arrival.pk)


@copied
def claimed(game: Game) -> Claim:
    """Blue claims, by letter."""
    by_letter(game, "blue", CLAIM, CLAIMED)
    return Claim.objects.get(game=game)


def board(game: Game) -> dict:
    """The position in words."""
    from traders.domain.history import recording_and_replay
    from traders.engines.registry import engine

    game.refresh_from_db()
    return engine(game.system).written(recording_and_replay.position_at(game, game.head))
