"""Leaks of the other systems, planted one at a time."""

from __future__ import annotations

from typing import Any

import pytest

from tests.secrecy.leaks.planting import leak, notice, unused
from traders.domain.table import game_progression
from traders.domain.table.table import Table
from traders.engines.imperial_trader import ENGINE as IMPERIAL_TRADER
from traders.engines.imperial_trader.actions import deal as imperial_dealing
from traders.engines.kernel.contract.contract import Event
from traders.engines.kernel.engine.engine_from_modules import System
from traders.engines.stratastar import ENGINE as STRATASTAR
from traders.engines.stratastar.movement import movement_phase as strata_moving
from traders.engines.stratastar.movement import scouting as strata_scouting
from traders.engines.stratastar.play import view as strata_view
from traders.engines.traders_luck.play import view as luck_view


@leak("Stratastar counts the letters of another's cards", "cards of Stratastar")
def _cards(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = strata_view._empire
    monkeypatch.setattr(
        strata_view,
        "_empire",
        lambda state, empire: seen(state, empire) | {"cards": len("".join(empire.hand))},
    )


@leak("who uncovers a space is told what lies under the pile", "chits that nobody has uncovered")
def _pile(monkeypatch: pytest.MonkeyPatch) -> None:
    uncover = strata_scouting.uncover

    def worse(state: Any, space: str, told: list[Event]) -> None:
        uncover(state, space, told)
        told.append(Event(f"Last of all lies a {state.pile[-1]}."))

    monkeypatch.setattr(strata_moving, "uncover", worse)


@leak("what is sealed for a battle stands in the history", "cards sealed for a battle")
def _sealed_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(STRATASTAR, "public", STRATASTAR.write)
    _at_once(monkeypatch)


def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is said in an interval is an entry of its own as soon as it is said."""
    monkeypatch.setattr(STRATASTAR, "gathers", lambda state, seat, order: False)


@leak("each line that is sealed for a battle is an entry", "how many lines are sealed for a battle")
def _sealed_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    _at_once(monkeypatch)


def _one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is sealed is gathered unseen, and opened in an entry a line."""

    def worse(table: Table, interval: Any, rnd: Any) -> None:
        for said in list(table.open("answer", interval=interval.key)):
            table.play(said.seat, said.text, "interval")
            table.use(said, "done")
        game_progression._close(table, interval, rnd, [])

    monkeypatch.setattr(game_progression, "_open_together", worse)


@leak(
    "a wish for battle is an entry as it is opened",
    "a wish for a battle that another wants, beside the same cards",
)
def _opened_wishes(monkeypatch: pytest.MonkeyPatch) -> None:
    _one_by_one(monkeypatch)


@leak(
    "who sealed nothing has no entry as all is opened",
    "what was sealed where nobody fights, and nothing",
    seed=2,
)
def _opened_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    _one_by_one(monkeypatch)


@leak("letters tell who comes to attack", "whether one comes to attack")
def _interceptor(monkeypatch: pytest.MonkeyPatch) -> None:
    notice(monkeypatch, lambda change_set: unused(change_set, "answer"))


@leak("private money stands in all ledgers", "money that is kept private")
def _ledger(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = luck_view._trader
    monkeypatch.setattr(
        luck_view,
        "_trader",
        lambda state, trader, over, whose: seen(state, trader, over=True, whose=whose),
    )


@leak("where a ship starts is seen before all are placed", "where one starts")
def _port(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(IMPERIAL_TRADER, "gathers", lambda state, seat, order: False)


@leak("who draws an order is told the next one", "the order deck", seed=3)
def _next_order(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = imperial_dealing.draw

    def worse(state: Any, captain: Any, told: list[Event]) -> None:
        draw(state, captain, told)
        told.append(Event(f"Next lies {state.deck[:1]}."))

    monkeypatch.setattr(imperial_dealing, "draw", worse)


@leak("each order for a round is an entry as it comes", "how often a round is ordered anew")
def _rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(IMPERIAL_TRADER, "gathers", lambda state, seat, order: False)


@leak(
    "a letter counts who has ordered the round",
    "what is ordered for a round before all are in, and whether anything is",
)
def _ordered(monkeypatch: pytest.MonkeyPatch) -> None:
    notice(monkeypatch, lambda change_set: [f"{len(change_set.answered)} have ordered."])


@leak(
    "an order that is tried is played on the whole position",
    "cards on which others only try to spy",
    seed=2,
)
def _tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(System, "veiled", lambda self, state, seat: self.copy(state))
