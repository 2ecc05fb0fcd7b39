"""Keeping policies: wishes by which dice are set aside without being asked for at each roll
(TL-PBM-02).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import msgspec

from traders.engines.kernel.contract.contract import Blank, Offer, View
from traders.engines.kernel.engine.optional_contract import Followed
from traders.engines.kernel.grammar.orders import Form, Grammar
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.traders_luck.play.order_language import ORDERS, kinds
from traders.engines.traders_luck.play.order_play import PLAY
from traders.engines.traders_luck.position.agenda_steps import Rolling
from traders.engines.traders_luck.position.state import Position
from traders.engines.traders_luck.trip import planet_dice
from traders.engines.traders_luck.trip.planet_dice import Keep, Settle


class Until(msgspec.Struct, frozen=True):
    """`keep <face> until <n>`: dice with this face are set aside till so many show it."""

    face: str
    n: int


@lru_cache(maxsize=1)
def grammar() -> Grammar:
    """The policies that there are; they are the same for every seat."""
    return Grammar((Form(Until, "keep <face> until <n:some>"),), kinds())


def policy(state: Position, seat: Seat, text: str) -> str:
    """The policy in a line, in its one form; "" for a line that is none; `Refusal` for one that
    cannot be read.
    """
    words = text.split()
    if words[:1] != ["keep"] or "until" not in words:
        return ""
    return grammar().write(grammar().read(text))


def wishes(view: View) -> tuple[Offer, ...]:
    """Wishes that a seat may choose from on its board: before it travels for the planet to come,
    while it rolls for this one.
    """
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


def followed(state: Position, seat: Seat, policies: Sequence[str]) -> Followed:
    """After each roll the first wish that a die just thrown shows is followed, and counts alone
    from then on; where none is shown the first die from the left is set aside (TL-PBM-02).
    """
    if (
        state.turn.seat == seat
        and state.turn.planet is not None
        and not isinstance(state.agenda[-1], Rolling)
    ):
        raise Refusal("The dice lie as they are.", "TL-ROL-04", "TL-PBM-02", kind="stale")
    PLAY.check(state, seat, Settle())
    free = Counter(die.face for die in planet_dice.free(state))
    shown = Counter(die.face for die in state.here.dice)
    wishes = [grammar().read(text) for text in policies]
    for place, wish in enumerate(wishes):
        if shown[wish.face] >= wish.n:
            return Followed(ORDERS.write(Settle()), place)
        if free[wish.face]:
            return Followed(_keep(state, Counter({wish.face: free[wish.face]})), place)
    return Followed(_keep(state, Counter({planet_dice.free(state)[0].face: 1})))


def _keep(state: Position, kept: Counter[str]) -> str:
    """Dice that must be kept are kept with the rest (BH-ROL-03, BH-ROL-04)."""
    for must in planet_dice.forced(state).values():
        kept |= must
    return ORDERS.write(Keep(tuple(kept.items())))
