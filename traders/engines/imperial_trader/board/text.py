"""The board in plain text, for letters; at most 78 columns. Written from a view alone."""

from __future__ import annotations

from textwrap import wrap

from traders.engines.imperial_trader.position.view_types import CaptainSeen, OrderSeen, PlanetSeen
from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.contract.waits import now
from traders.engines.kernel.words import count, named, seats_to

WIDTH = 74


def goal(view: View) -> str:
    """100 credits (IT-OBJ-02), or the most after the last round where there is one (IT-PBM-05)."""
    cap = (
        f" If nobody has them, the game ends after round {view['rounds']}, and the richest wins."
        if view["rounds"]
        else ""
    )
    return f"The first to have {count(view['goal'], 'credit')} wins.{cap}"


def board_text(view: View) -> str:
    """What a seat sees: where play stands, the captains with their orders, the sub-sector."""
    parts = [_now(view), _captains(view), _sector(view)]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _wrapped(text: str, indent: str = "") -> list[str]:
    return wrap(text, WIDTH, subsequent_indent=indent)


def _now(view: View) -> list[str]:
    if view["over"]:
        return _wrapped(now(view))
    waiting = view["waiting"]
    if waiting["for"] == "interval":
        head = "SET-UP" if view["stage"] == "setup" else _round(view).upper()
        return [
            *_wrapped(f"{head}. {waiting['cause']}"),
            *_wrapped(f"Play waits for {seats_to(view['seat'], waiting['seats'])}."),
        ]
    if view["stage"] == "setup" or not view["turn"]:
        return ["SET-UP"]
    whose = now(view)
    left = next(one["actions"] for one in view["seats"] if one["seat"] == view["turn"])
    todo = {"discard": "a card too many is to be discarded", "wreck": "a new ship is to be placed"}
    return _wrapped(f"{whose}, {_round(view)}: {todo.get(view['stage'], f'actions left {left}')}.")


def _round(view: View) -> str:
    return f"round {view['round']}{f' of {cap}' if (cap := view['rounds']) else ''}"


def _captains(view: View) -> list[str]:
    lines = [f"CAPTAINS (the first to have {count(view['goal'], 'credit')} wins)"]
    for captain in view["seats"]:
        lines += _captain(view, captain)
    return lines


def _captain(view: View, captain: CaptainSeen) -> list[str]:
    name = named(captain["seat"]) + (" (you)" if captain["seat"] == view["seat"] else "")
    if captain["out"]:
        return [f"{name}: has dropped out"]
    lines = _wrapped(
        f"{name}: {count(captain['credits'], 'credit')}, damage points {captain['damage']} of "
        f"{captain['most']}, {where(captain)}",
        "  ",
    )
    fitted = [*captain["upgrades"], *(["licence"] if captain["licence"] else [])]
    if fitted:
        lines += _wrapped(f"  has {', '.join(fitted)}", "    ")
    for order in captain["orders"]:
        lines += _wrapped(
            f"  order: {order['order']} for {count(order['pay'], 'credit')}, {lies(order)}", "    "
        )
    lines += [f"  aboard: {load}" for load in captain["loads"]]
    return lines


def lies(order: OrderSeen) -> str:
    """Where an order's cargo is."""
    return "aboard" if order["aboard"] else f"to be loaded at {order['from']}"


def where(captain: CaptainSeen) -> str:
    """Where a ship is, in words."""
    if not captain["planet"] and not captain["lane"]:
        return "not placed yet"
    if captain["planet"]:
        return f"at {captain['planet']}"
    start, goal, n = captain["lane"]
    return f"{count(n, 'space')} out from {start} towards {goal}"


def _sector(view: View) -> list[str]:
    lines = [
        view["chart"].upper(),
        *(line for remark in view["remarks"] for line in _wrapped(remark)),
    ]
    for planet in view["planets"]:
        ways = [
            f"{next(end for end in lane['between'] if end != planet['name'])} {lane['spaces']}"
            for lane in view["lanes"]
            if planet["name"] in lane["between"]
        ]
        marks = ", ".join(
            [planet["class"], *(["port"] if planet["port"] else []), *marks_of(view, planet)]
        )
        lines += _wrapped(
            f"  {planet['name']} ({marks}): {planet['export']}; lanes to {', '.join(ways)}", "    "
        )
    return [*lines, f"Lanes are given with their spaces. Orders in the deck: {view['deck']}."]


def marks_of(view: View, planet: PlanetSeen) -> list[str]:
    """What closes a planet, or that it is not settled."""
    name = planet["name"]
    wars = [f"WAR until round {one['until']}" for one in view["wars"] if one["at"] == name]
    return [
        *wars,
        *(f"FALLEN to {one['to']}" for one in view["fallen"] if one["at"] == name),
        *([] if planet["settled"] else ["not settled"]),
    ]
