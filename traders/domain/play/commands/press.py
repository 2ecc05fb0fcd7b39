"""Press: what seats say to each other by the post; it goes with the next letters."""

from __future__ import annotations

from traders.domain.people import quotas
from traders.domain.play.commands.command import Command, Group
from traders.domain.play.session import GameSession
from traders.domain.table.change_set import Line
from traders.engines.kernel.order_table import When
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import named
from traders.models import Press

MOST_LETTERS = 2_000
"""Characters of one piece of press."""


def say(session: GameSession, seat: Seat, rest: str, raw: str) -> Line:
    """`say: <words>`: to all."""
    return _carry(session, seat, "", raw)


def say_to(session: GameSession, seat: Seat, rest: str, raw: str) -> Line | None:
    """`to <seat>: <words>`: to one seat, seen by nobody else."""
    name, colon, _ = rest.partition(":")
    if not colon:
        return None
    return _carry(
        session,
        seat,
        session.table.other_named(seat, name, "to {}: ...", [s.colour for s in session.seats]),
        raw,
    )


def _carry(session: GameSession, seat: Seat, to: Seat, raw: str) -> Line:
    said = raw.partition(":")[2].strip()
    if not said:
        raise Refusal("There are no words behind the colon.", kind="unreadable")
    if len(said) > MOST_LETTERS:
        raise Refusal(
            f"Press holds at most {MOST_LETTERS} characters; this has {len(said)}.",
            kind="unreadable",
        )
    quotas.press(session.place(seat), session.now)
    Press.objects.create(
        game=session.game, seat=seat, to=to, words=said, at=session.now, number=session.game.number
    )
    session.change_set.press.append((seat, to, said))
    return Line(raw, "noted", f"Sent to {named(to) if to else 'all'}.")


COMMANDS = (
    Command(
        prefix="say:",
        group=Group.WORDS,
        forms=("say: <words>",),
        when=When.ALWAYS,
        help="Write to all players.",
        example="say: well flown",
        brief="to all",
        rule="PR-SEAT-07",
        deed=say,
    ),
    Command(
        prefix="to ",
        group=Group.WORDS,
        in_prose=True,
        forms=("to <seat>: <words>",),
        when=When.ALWAYS,
        help="Write to one player; nobody else sees it.",
        example="to blue: shall we trade?",
        brief="to one alone",
        rule="PR-SEAT-07",
        deed=say_to,
    ),
)
