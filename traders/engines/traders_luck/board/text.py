"""The board in plain text, for letters; at most 78 columns. Written from a view alone."""

from __future__ import annotations

from textwrap import wrap

from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.contract.waits import now
from traders.engines.kernel.words import count, named, seats_to
from traders.engines.traders_luck.board.whole_turn_example import ahead
from traders.engines.traders_luck.position.view_types import TraderSeen

WIDTH = 74


def goal(view: View) -> str:
    """The most credits when everybody's days are over (TL-END-05)."""
    return (
        f"The most credits win, when everybody has used up {_days(view['days'])} or has finished."
    )


def board_text(view: View) -> str:
    """What a seat sees: where play stands, the planet with its prices, the ledgers, whose turn
    comes when, what may be ordered ahead.
    """
    parts = [_now(view), _planet(view), _ledgers(view), _order(view), ahead(view)]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _wrapped(text: str, indent: str = "") -> list[str]:
    return wrap(text, WIDTH, subsequent_indent=indent)


def _days(n: int) -> str:
    return count(n, "day")


def _now(view: View) -> list[str]:
    if view["over"]:
        return _wrapped(now(view))
    if view["stage"] == "setup":
        return ["SET-UP"]
    trader = next(one for one in view["seats"] if one["seat"] == view["turn"])
    lines = _wrapped(
        f"{now(view)}: {view['stage']}. {_days(trader['days'])} of {view['days']} spent."
    )
    waiting = view["waiting"]
    if waiting["for"] == "interval":
        lines += _wrapped(waiting["cause"])
        lines += _wrapped("Play waits for " + seats_to(view["seat"], waiting["seats"]) + ".")
    return lines


def _planet(view: View) -> list[str]:
    """The planet's dice and the market that they make."""
    planet = view["planet"]
    if planet is None:
        return ["No planet has been reached yet."]
    if planet["reached"]:
        head = f"A {planet['size'].upper()} PLANET"
    else:
        owner = "you" if planet["by"] == view["seat"] else named(planet["by"])
        head = f"LAST PLANET: {planet['size'].upper()}, reached by {owner}"
        head += "" if view["over"] else f"; {_days(view['follow_days'])} to follow"
    lines = [head]
    rolling = view["stage"] == "roll"
    faces = [
        f"[{die['face']}]" if die["kept"] and rolling else die["face"] or "?"
        for die in planet["dice"]
    ]
    lines += _wrapped(
        "Dice: "
        + ", ".join(faces)
        + (" ([…]: set aside)" if rolling and any(d["kept"] for d in planet["dice"]) else ""),
        "  ",
    )
    lines += ["", "  good      shown  price   1   2   3   4   5 shown"]
    rows = {row["good"]: row["price"] for row in view["prices"]}
    for row in planet["market"]:
        price = f"{row['price']:>5}" if row["legal"] else "    –"
        table = "".join(f"{n:>4}" for n in rows[row["good"]])
        lines.append(f"  {row['good'].capitalize():<9} {row['shown']:>5} {price:<6} {table}")
    lines.append("  (–: not shown, so illegal here: sold at twice what was paid,")
    lines.append("   if the police die shows none)")
    hunters = view.get("bounty_hunters")
    if hunters is not None:
        police = "The police are present" if hunters["police"] else "No police"
        lines += _wrapped(
            f"{police}; independent pirates {hunters['pirates']}, traders {hunters['traders']}."
        )
    return lines


def _ledgers(view: View) -> list[str]:
    lines = ["LEDGERS"]
    for trader in view["seats"]:
        lines += _ledger(view, trader)
    return lines


def _ledger(view: View, trader: TraderSeen) -> list[str]:
    name = named(trader["seat"]) + (" (you)" if trader["seat"] == view["seat"] else "")
    if trader["out"]:
        return [f"{name}: has dropped out"]
    money = count(trader["credits"], "credit") if "credits" in trader else "credits kept private"
    state = ", finished" if trader["finished"] else f", {_days(trader['left'])} left"
    lines = _wrapped(f"{name}: {money}, {_days(trader['days'])} spent{state}", "  ")
    cargo = ", ".join(
        f"{lot['words'].title()} at {lot['paid']}{' (from here)' if lot['here'] else ''}"
        for lot in trader["cargo"]
    )
    lines += _wrapped(f"  hold {trader['aboard']} of {trader['bay']}: {cargo or 'empty'}", "    ")
    if "missiles" in trader:
        lines += _wrapped(
            f"  missiles {trader['missiles']}, shields {trader['shields']}; Piracy "
            f"{trader['piracy']},"
            f" Bounty Hunter {trader['bounty']}; detained {_days(trader['detained'])}",
            "    ",
        )
    return lines


def _order(view: View) -> list[str]:
    """Time spent decides whose turn it is, and it is said (TL-ORD-02)."""
    if view["over"]:
        return []
    spent = {one["seat"]: one["days"] for one in view["seats"]}
    told = ", ".join(f"{named(seat)} {spent[seat]}" for seat in view["line"])
    ties = (
        f"; of equals, to the first going left from {named(view['turn'])}" if view["turn"] else ""
    )
    return _wrapped(
        f"The next turn goes to whoever has spent the fewest days{ties}. As days stand now: {told}."
    )


def way(view: View, start: str, goal: str) -> str:
    """How far it is to a planet: the days of a trip to a new one of its size, the same from
    everywhere (TL-TRV-01).
    """
    days = {one["size"]: one["days"] for one in view["sizes"]}
    size = goal.lower()
    return f"A trip to a {goal} planet takes {count(days[size], 'day')}." if size in days else ""
