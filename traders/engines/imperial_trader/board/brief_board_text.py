"""Where the captains stand, in a few lines for a letter: credits, damage, place and orders."""

from __future__ import annotations

from textwrap import wrap

from traders.engines.imperial_trader.board.text import lies, where
from traders.engines.imperial_trader.position.view_types import CaptainSeen
from traders.engines.imperial_trader.tables import tables, upgrade_of
from traders.engines.kernel.board.text_columns import columns, seat_name
from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.words import count

WIDTH = 43


def brief(view: View) -> str:
    """Where the reader is, with their orders, and a row for each captain."""
    own = next((one for one in view["seats"] if one["seat"] == view["seat"]), None)
    lines = []
    if own is not None and not own["out"]:
        lines += _wrapped(f"YOU: {where(own)}{_left(view, own)}.")
        if own["upgrades"]:
            names = ", ".join(upgrade_of(code).name for code in own["upgrades"])
            lines += _wrapped(f"Upgrades: {names}.")
        for order in own["orders"]:
            pay = count(order["pay"], "credit")
            lines += _wrapped(f"Buy order: {order['order']} for {pay}, {lies(order)}.")
    rows = [
        (seat_name(view, one["seat"]), str(one["credits"]), f"{one['damage']} of {one['most']}")
        for one in view["seats"]
        if not one["out"]
    ]
    return "\n".join([*lines, *columns(("credits", "damage points left"), rows)])


def _left(view: View, own: CaptainSeen) -> str:
    """How many actions are left in the reader's turn, once one is used (IT-TRN-01)."""
    if view["turn"] != view["seat"] or own["actions"] == tables().game.actions:
        return ""
    left: int = own["actions"]
    return f"; {count(left, 'action')} left" if left else "; both actions used"


def _wrapped(text: str) -> list[str]:
    return wrap(text, WIDTH, subsequent_indent="  ")
