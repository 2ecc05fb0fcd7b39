"""The key under the picture: what the lines mean, who flies which ship, and the contracts whose
numbers stand on the counters.
"""

from __future__ import annotations

from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.words import count
from traders.engines.star_traders.board.svg import svg_symbols
from traders.engines.star_traders.board.svg.background import LINES
from traders.engines.star_traders.position.view_types import TraderSeen

ROW = 34.0
MARGIN = 22.0


def key_height(view: View) -> float:
    """How much room the key takes under the galaxy."""
    return (1 + len(view["seats"]) + len(_contracts(view))) * ROW + 2 * MARGIN


def key(view: View, left: float, top: float, width: float) -> str:
    """The key, drawn from `left` and `top`."""
    y = top + MARGIN
    drawn = [
        f'<rect x="{left:.0f}" y="{top:.0f}" width="{width:.0f}" '
        f'height="{key_height(view):.0f}" fill="#080c22"/>'
    ]
    drawn.append(_lines(view, left + MARGIN, y, width - 2 * MARGIN))
    y += ROW
    for trader in view["seats"]:
        drawn.append(_trader(view, trader, left + MARGIN, y))
        y += ROW
    for label, words, fill in _contracts(view):
        drawn.append(
            svg_symbols.counter(left + MARGIN + 14, y + ROW / 2, label, up=True, fill=fill)
        )
        drawn.append(svg_symbols.text(left + MARGIN + 42, y + ROW / 2 + 7, words, 21))
        y += ROW
    return "".join(drawn)


def _lines(view: View, left: float, y: float, width: float) -> str:
    """Each colour of line with the roll that it needs."""
    drawn = []
    step = width / len(LINES)
    for place, (colour, (stroke, thick, dashes, cap)) in enumerate(LINES.items()):
        x = left + place * step
        drawn.append(
            svg_symbols.drawn(
                "line",
                x1=x,
                y1=y + 16,
                x2=x + 44,
                y2=y + 16,
                stroke=stroke,
                stroke_width=thick,
                stroke_linecap=cap,
                stroke_dasharray=dashes or "none",
            )
        )
        least = view["chart"]["rolls"][colour]["regular"]
        drawn.append(
            svg_symbols.text(x + 52, y + 23, f"{colour} {least}{'+' if least < 6 else ''}", 20)
        )
    return "".join(drawn)


def _trader(view: View, trader: TraderSeen, x: float, y: float) -> str:
    """A seat's ship and how it stands."""
    if trader["out"]:
        return svg_symbols.badge(trader["seat"], x + 14, y + 18, 12) + svg_symbols.text(
            x + 42, y + 25, f"{trader['seat'].capitalize()}: dropped out", 21, "#9aa3c7"
        )
    on_turn = trader["seat"] == view["turn"]
    words = f"{trader['seat'].capitalize()}: {', '.join(_facts(trader))}"
    return svg_symbols.badge(trader["seat"], x + 14, y + 18, 13) + svg_symbols.text(
        x + 42, y + 25, words, 20, "#fff3b0" if on_turn else "#f3f4ff", bold=on_turn
    )


def _facts(trader: TraderSeen) -> list[str]:
    """What stands on a seat's tracks and lies before it."""
    facts = [
        f"{trader['prestige']} Prestige",
        count(trader["engines"], "engine"),
        count(trader["hand_size"], "card"),
    ]
    facts = [*trader["personality"], *facts]
    if trader["imperial"]:
        facts.append(f"{len(trader['imperial'])} Imperial")
    if trader["mission"]:
        facts.append("Imperial Mission")
    if trader["envoy"]:
        facts.append(f"Envoy to {trader['envoy']}")
    if trader["stressed"]:
        facts.append("stressed engines")
    return facts


def _contracts(view: View) -> list[tuple[str, str, str]]:
    """Counter, words and fill for every contract on the table."""
    found = []
    for contract in view["contracts"]:
        if contract is not None:
            twice = " (Prestige twice)" if contract["doubled"] else ""
            pay = f"{contract['stellors']} + {contract['prestige']}P" + twice
            found.append(
                (
                    str(contract["space"]),
                    f"{contract['cargo']}: {contract['from']} to {contract['to']}, {pay}",
                    svg_symbols.OFFERED,
                )
            )
    for contract in view["completed"]:
        found.append(
            (
                f"c{contract['number']}",
                f"{contract['cargo']} to {contract['to']} (completed)",
                svg_symbols.COMPLETED,
            )
        )
    return found
