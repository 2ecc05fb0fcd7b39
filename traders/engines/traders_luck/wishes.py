"""Wishes for the dice that a seat may choose from on its board: of each good, until so many show it
(TL-PBM-02).
"""

from __future__ import annotations

from traders.engines.kernel.contract import Blank, Offer, View


def wishes(view: View) -> tuple[Offer, ...]:
    """Before the seat travels, for the planet to come; while it rolls, for this one."""
    if view["over"] or view["turn"] != view["seat"] or view["stage"] not in ("travel", "roll"):
        return ()
    dice = (
        sum(die["kind"] == "goods" for die in view["planet"]["dice"])
        if view["stage"] == "roll"
        else max(size["dice"] for size in view["sizes"])
    )
    when = "keep these dice" if view["stage"] == "roll" else "after you travel: keep these dice"
    return tuple(
        Offer(
            f"keep {row['good']} until {{n}}",
            f"{when}, and roll the rest, until so many show it",
            "TL-PBM-02",
            blanks=(Blank("n", 1, dice),),
        )
        for row in view["prices"]
    )
