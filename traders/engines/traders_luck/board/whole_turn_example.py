"""What a seat is shown of ordering ahead: a whole turn in one letter, worked for its own hold
(TL-PBM-03). Written from a view alone.
"""

from __future__ import annotations

from traders.engines.kernel.contract.contract import View
from traders.engines.traders_luck.position.view_types import TraderSeen

ROOM = 3
"""Units of a good for which a purchase looks, where the hold takes so many."""


def ahead(view: View) -> list[str]:
    """At the beginning of its own turn a whole turn as lines of a letter, amid the dice a policy
    (TL-PBM-02); while another has the turn, that the next may be sent as a plan (PR-STANDING-04).
    """
    mine = next((one for one in view["seats"] if one["seat"] == view["seat"]), None)
    if view["over"] or mine is None or mine["out"] or mine["finished"]:
        return []
    if view["turn"] == view["seat"]:
        if view["stage"] == "roll":
            return ["A POLICY keeps dice at each roll, as: keep robots until 3"]
        if view["stage"] != "travel":
            return []
        return [
            "A WHOLE TURN may be one letter, its lines tried from the top, such as:",
            *(f"  {line}" for line in _turn(view, mine)),
        ]
    return ["YOUR NEXT TURN may be sent now: a line `plan`, its orders, `end plan`."]


def _turn(view: View, mine: TraderSeen) -> list[str]:
    """With cargo: to a planet that shows a die of it, and sold for more than was paid; without:
    many of one good.
    """
    trip = next(
        (
            f"travel {size['size']}"
            for size in reversed(view["sizes"])
            if size["days"] < mine["left"]
        ),
        "finish",
    )
    if trip == "finish":
        return [trip]
    if mine["cargo"]:
        lot = mine["cargo"][0]
        best = max(next(row["price"] for row in view["prices"] if row["good"] == lot["good"]))
        return [
            trip,
            f"keep {lot['good']} until 1",
            f"sell if {lot['good']} cost {min(lot['paid'] + 1, best)} or more",
            "end",
        ]
    n = min(ROOM, mine["bay"])
    return [
        trip,
        f"keep robots until {n}",
        "keep food until 2",
        f"buy {n} robots",
        "otherwise buy 2 food",
        "end",
    ]
