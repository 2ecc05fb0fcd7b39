"""Bots of Star Traders without a host, and at a table of the host as letters would come."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tests.engines.star_traders.wholeness import is_whole
from tests.engines.table import BareTable
from traders.bots.registry import bots
from traders.domain.play.commands.interpreter import Speech
from traders.domain.table.table import Table
from traders.engines.kernel.contract.contract import Choice, Interval, Over, Turn
from traders.engines.star_traders import ENGINE

BOTS = bots(ENGINE.name)

SEATS = ("red", "blue", "green", "yellow", "purple", "black")
MOST = 8_000
"""Orders, throws and closings after which a game is held to be stuck."""


def bots_play(table: BareTable) -> Iterator[BareTable]:
    """Bots play to the end, each asked in turn; a stop at every turn."""
    for _ in range(MOST):
        match pending := table.pending:
            case Over():
                return
            case Interval():
                for seat in pending.seats:
                    said = asked(table, seat)
                    if said != "pass":
                        table.order(seat, said)
                        break
                else:
                    table.close()
            case Choice():
                table.order(pending.seat, asked(table, pending.seat))
            case Turn():
                yield table
                if table.pending == pending:
                    table.order(pending.seats[0], asked(table, pending.seats[0]))
            case _:
                table.go_on()
    pytest.fail(f"no end after {MOST} steps: round {table.state.round}, {table.pending}")


def asked(table: BareTable, seat: str) -> str:
    return BOTS.bot(
        ENGINE.view(table.state, seat),
        table.pending,
        ENGINE.offers(table.state, seat),
        table.box.randrange(1 << 30),
    )


def fuzzed(table: BareTable, steps: int) -> None:
    """Anything offered, filled anyhow, in any order, between the moves of bots that carry the game
    on; the table is whole at every turn.
    """
    for _ in range(steps):
        if table.over:
            break
        if isinstance(table.pending, Turn):
            is_whole(table.state)
        if isinstance(table.pending, Turn | Choice) and table.box.random() < 0.5:
            seat = (
                table.pending.seat if isinstance(table.pending, Choice) else table.pending.seats[0]
            )
            table.order(seat, asked(table, seat))
        else:
            table.at_random()


def spoken(table: Table, box: Random) -> int:
    """Bots say all that they would write, to the end of the game, and none of it is refused; how
    often they reacted.
    """
    begun, reacted = 0, 0
    for _ in range(MOST):
        pending = table.pending()
        if isinstance(pending, Over):
            break
        for seat in table.waiting():
            said = BOTS.bot(
                ENGINE.view(table.state, seat),
                pending,
                ENGINE.offers(table.state, seat),
                box.randrange(1 << 30),
            )
            if isinstance(pending, Turn) and pending.number != begun:
                begun = pending.number
                said = "\n".join(
                    [
                        *BOTS.bot_words(ENGINE.view(table.state, seat), box.randrange(1 << 30)),
                        said,
                    ]
                )
            elif isinstance(pending, Interval) and not pending.question and said != "pass":
                said, reacted = f"{said}\npass", reacted + 1
            lines = Speech(table, seat).speak(said)
            assert not [line for line in lines if line.answer == "refused"], (pending, lines)
            if table.pending() != pending:
                break
    assert isinstance(table.pending(), Over)
    return reacted
