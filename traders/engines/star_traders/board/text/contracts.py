"""The contracts on the board in plain text: what each pays, and how far it is."""

from __future__ import annotations

from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.words import capital, count, seats_to
from traders.engines.star_traders.board.text.shared_wording import (
    item,
    possessive,
    station_holder,
    wrapped,
)
from traders.engines.star_traders.position.routes import UNREACHABLE, Routes, open_routes, routes
from traders.engines.star_traders.position.view_types import ContractSeen, TraderSeen


def contracts(view: View, own: TraderSeen | None) -> list[str]:
    ways = routes(view, own["seat"]) if own is not None else open_routes(view)
    lines = ["CONTRACTS"]
    if any(contract and contract.get("way") for contract in view["contracts"]):
        lines += wrapped("In per cent: the odds to get so far without a failed jump.")
    for contract in view["contracts"]:
        if contract is not None:
            lines += _contract(view, contract, ways, own)
    for completed in view["completed"]:
        holders = seats_to(view["seat"], list(dict.fromkeys(completed["rights"])))
        lines += item(
            f"Completed {completed['number']}: {completed['contract']} (no pay). May still "
            f"deliver: {holders}."
        )
    return lines if len(lines) > 1 else []


def _contract(
    view: View, contract: ContractSeen, ways: Routes, own: TraderSeen | None
) -> list[str]:
    prestige = contract["prestige"] * (2 if contract["doubled"] else 1)
    twice = " (doubled)" if contract["doubled"] else ""
    lines = wrapped(
        f"{contract['space']}. {contract['contract']}, from {contract['from']}", "", "   "
    )
    holder = station_holder(view, contract["to"])
    earns = (
        f" {capital(possessive(holder, view))} station there earns {contract['station']}."
        if holder
        else ""
    )
    lines += wrapped(
        f"{count(contract['stellors'], 'Stellor')}, {prestige} Prestige{twice}.{earns}", "   "
    )
    haul = ways.cost(contract["from"], contract["to"])
    if contract.get("way"):
        here = own is not None and own["at"] == contract["from"]
        lines += unbroken(f"{'You are at the pick-up. ' if here else ''}Way: {contract['way']}.")
    else:
        lines += wrapped(
            f"{capital(attempts(haul))} from {contract['from']} to {contract['to']}.", "   "
        )
    if contract["special"]:
        lines += wrapped(contract["special"].split(". ")[0].rstrip(".") + ".", "   ")
    if contract["markers"]:
        lines += wrapped(
            f"Markers on it: {', '.join(seat.capitalize() for seat in contract['markers'])}.", "   "
        )
    return lines


def unbroken(text: str) -> list[str]:
    """An indented paragraph in which no number is parted from its per cent."""
    return [line.replace("\u00a0", " ") for line in wrapped(text.replace(" %", "\u00a0%"), "   ")]


def attempts(cost: float) -> str:
    """Attempts to expect, told roughly."""
    if cost >= UNREACHABLE:
        return "no way"
    return "about 1 attempt" if cost < 1.05 else f"about {cost:.1f} attempts".replace(".0 ", " ")
