"""The odds of what is tried: wishes for the dice, dice rolled again, an illegal sale. From a view
alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb

from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.contract.suggestion import percent
from traders.engines.traders_luck.play import dice_keeping_policies
from traders.engines.traders_luck.position.display_names import units
from traders.engines.traders_luck.tables import tables


def odds(view: View, lines: Sequence[str]) -> str:
    """The odds of the wishes in these lines on the planet that they travel to, or on this one; and
    of an illegal sale. "" where the expansion's dice take part, which are set aside by force.
    """
    if "bounty_hunters" in view["options"]:
        return ""
    wishes = [dice_keeping_policies.grammar().read(line) for line in lines if " until " in line]
    told = []
    faces = [wish.face for wish in wishes]
    if len(set(faces)) < len(faces):
        return ""  # of one face the better wish counts, and the other says nothing
    if wishes and (dice := _dice(view, lines)):
        wanted = tuple((_share(wish.face), wish.n) for wish in wishes)
        met = zip(wishes, chances(wanted, dice), strict=True)
        each = [f"{units(one.n, one.face)} {percent(odds)}" for one, odds in met if odds]
        told += [", else ".join(each)] if each else []
    if any(line.startswith("sell illegal") for line in lines):
        told.append(f"no police {percent(1 - _share('police', 'police'))}")
    return f"Odds: {'; '.join(told)}." if told else ""


def _dice(view: View, lines: Sequence[str]) -> int:
    """How many goods dice are rolled: on the planet to come, or those here that are not kept."""
    sizes = {size["size"]: size["dice"] for size in view["sizes"]}
    to_come = [sizes[line.split()[-1]] for line in lines if line.split()[-1] in sizes]
    if to_come:
        return int(to_come[0])
    if view["stage"] != "roll":
        return 0
    return sum(die["kind"] == "goods" and not die["kept"] for die in view["planet"]["dice"])


def _share(face: str, die: str = "goods") -> Fraction:
    faces = tables().faces(die)
    return Fraction(faces.count(face), len(faces))


@lru_cache(maxsize=1_024)
def chances(wishes: tuple[tuple[Fraction, int], ...], dice: int) -> tuple[Fraction, ...]:
    """How likely each wish, a face's share of a die and how many dice are to show it, is met with
    so many dice. After each roll the first wish that is shown is followed from then on; where none
    is, a die is lost (TL-PBM-02).
    """
    if not dice:
        return (Fraction(0),) * len(wishes)
    later = chances(wishes, dice - 1)
    none = (1 - sum((share for share, _ in wishes), Fraction(0))) ** dice
    found = []
    for place, (share, n) in enumerate(wishes):
        others = 1 - sum((share for share, _ in wishes[: place + 1]), Fraction(0))
        met = none * later[place]
        for shown in range(1, dice + 1):
            this_roll = comb(dice, shown) * share**shown * others ** (dice - shown)
            met += this_roll * _alone(share, n - shown, dice - shown)
        found.append(met)
    return tuple(found)


@lru_cache(maxsize=1_024)
def _alone(share: Fraction, missing: int, dice: int) -> Fraction:
    """The chance that so many dice that are missing come, of those that are left."""
    if missing <= 0:
        return Fraction(1)
    if missing > dice:
        return Fraction(0)
    met = (1 - share) ** dice * _alone(share, missing, dice - 1)
    for shown in range(1, dice + 1):
        this_roll = comb(dice, shown) * share**shown * (1 - share) ** (dice - shown)
        met += this_roll * _alone(share, missing - shown, dice - shown)
    return met
