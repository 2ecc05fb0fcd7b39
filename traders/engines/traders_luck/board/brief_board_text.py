"""Where the traders stand, in a few lines for a letter: credits, days, and what is aboard."""

from __future__ import annotations

from collections import Counter
from textwrap import wrap

from traders.engines.kernel.board.text_columns import columns, seat_name
from traders.engines.kernel.contract.contract import View
from traders.engines.traders_luck.position.display_names import units
from traders.engines.traders_luck.position.view_types import TraderSeen

WIDTH = 43


def brief(view: View) -> str:
    """A row for each trader that plays on, and the reader's own cargo."""
    rows = [
        (
            seat_name(view, one["seat"]),
            str(one.get("credits", "?")),
            f"{one['days']} of {view['days']}",
        )
        for one in view["seats"]
        if not one["out"]
    ]
    own = next((one for one in view["seats"] if one["seat"] == view["seat"]), None)
    lots = _lots(own) if own else ""
    aboard = wrap(f"Aboard: {lots}.", WIDTH, subsequent_indent="  ") if lots else []
    return "\n".join([*columns(("credits", "days used"), rows), *aboard])


def _lots(own: TraderSeen) -> str:
    """What is aboard, of one good at one price told once."""
    aboard = Counter[tuple[str, int]]()
    for lot in own["cargo"]:
        aboard[lot["good"], lot["paid"]] += lot["n"]
    return ", ".join(f"{units(n, good)} bought at {paid}" for (good, paid), n in aboard.items())
