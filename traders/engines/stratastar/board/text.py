"""The galaxy in text for a letter, at most 78 columns: the grid, the empires, the own hand."""

from __future__ import annotations

from textwrap import wrap

from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.contract.waits import now
from traders.engines.kernel.words import capital, count, named
from traders.engines.stratastar.position.display_names import card, cards, place
from traders.engines.stratastar.position.galaxy import spaces
from traders.engines.stratastar.position.view_types import EmpireSeen

SIGNS = {"world": "o", "nebula": "~", "supernova": "*", "black hole": "@", "unknown": "?"}
WIDTH = 78
KEY = (
    "Capital letter: a Homeworld.",
    "Letter: whose units; + of two seats or more.",
    "o World  ~ Nebula  * Supernova",
    "@ Black Hole  ? unknown",
)
"""Lines that a telephone need not break, each whole: an answer quotes them one by one."""


def goal(view: View) -> str:
    """Worlds or a Homeworld (SS-VIC-01, SS-VIC-02), to the death (SS-TTD-01), or the most Worlds
    after the last round (SS-PBM-07).
    """
    won = (
        f"Win with colonies on {count(n, 'World')}, or by taking an enemy Homeworld."
        if (n := view["worlds_to_win"])
        else "The last empire left wins."
    )
    return won + (f" After round {view['rounds']} the most Worlds win." if view["rounds"] else "")


def board_text(view: View) -> str:
    """The board and all that lies open, and the hand of the view's seat."""
    lines = [*wrap(_now(view), WIDTH), "", *_grid(view), "", *KEY, ""]
    for empire in view["seats"]:
        lines += _empire(empire)
        if (held := view.get("spied", {}).get(empire["seat"])) is not None:
            lines += _indented(f"Holds, as your spy has seen: {cards(held)}.")
    pile = "" if not view["pile"] else f"; {sum(view['pile'].values())} chits in the pile"
    top = f"; on top {card(view['discard'][-1])}" if view["discard"] else ""
    lines += [
        "",
        *wrap(
            f"Deck: {count(view['deck'], 'card')}; discards: {len(view['discard'])}{top}{pile}.",
            WIDTH,
        ),
    ]
    if view["seat"]:
        lines += wrap(f"Your hand: {cards(view['hand'])}", WIDTH)
    return "\n".join(lines)


def _now(view: View) -> str:
    """Where play stands, and what wins."""
    if view["result"]:
        return now(view)
    to_win = (
        f"{count(view['worlds_to_win'], 'World')} to win"
        if view["worlds_to_win"]
        else "the last empire wins"
    )
    last = f" of {view['rounds']}" if view["rounds"] else ""
    whose = f"{now(view)}, round {view['round']}{last}"
    return f"{whose}: {view['stage']}. {capital(to_win)}."


def _grid(view: View) -> list[str]:
    rows = ["     " + "   ".join("abcdefghij")]
    for row in range(1, 11):
        rows.append(
            f"{row:>2}  "
            + " ".join(_cell(view, space) for space in spaces() if int(space[1:]) == row)
        )
    return rows


def _cell(view: View, space: str) -> str:
    here = [
        empire
        for empire in view["seats"]
        if space in {*empire["fleets"], *empire["warfleets"], *empire["colonies"]}
    ]
    owner = next(
        (empire["seat"][0].upper() for empire in view["seats"] if empire["homeworld"] == space), " "
    )
    who = " " if not here else here[0]["seat"][0] if len(here) == 1 else "+"
    return f"{owner}{SIGNS.get(view['map'].get(space, ''), '.')}{who}"


def _counted(things: dict[str, int]) -> str:
    return ", ".join(f"{n} at {place(space)}" for space, n in things.items()) or "none"


def _empire(empire: EmpireSeen) -> list[str]:
    """One kind of thing a line: what is long breaks once, on a telephone too."""
    if empire["out"]:
        return [f"{named(empire['seat'])}: out"]
    seated = (
        f"{named(empire['seat'])}: Homeworld {place(empire['homeworld']) or 'not placed'}; "
        f"{count(empire['worlds'], 'World')}."
    )
    held = (
        f"{count(empire['cards'], 'card')} (fills up to {empire['hand_limit']}); supports "
        f"{count(empire['support'], 'Fleet')}."
    )
    rows = [held, f"Fleets: {_counted(empire['fleets'])}."]
    if empire["warfleets"]:
        rows.append(f"Warfleets: {_counted(empire['warfleets'])}.")
    rows += [
        f"Colonies: {_counted(empire['colonies'])}.",
        f"Stargates: {', '.join(map(place, empire['stargates'])) or 'none'}.",
    ]
    if empire["abilities"]:
        rows.append(
            f"Abilities: {', '.join(code.replace('_', ' ') for code in empire['abilities'])}."
        )
    if empire["treaties"]:
        rows.append(f"Treaty with {', '.join(map(named, empire['treaties']))}.")
    return [seated, *(line for row in rows for line in _indented(row))]


def _indented(text: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent="  ", subsequent_indent="    ")
