"""Words and layout that the parts of the board in plain text share."""

from __future__ import annotations

from textwrap import wrap

from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import named

WIDTH = 74


def station_holder(view: View, world: str) -> Seat:
    return next((trader["seat"] for trader in view["seats"] if world in trader["stations"]), "")


def possessive(seat: Seat, view: View) -> str:
    return "your" if seat == view["seat"] else f"{named(seat)}'s"


def item(text: str) -> list[str]:
    return wrapped(text, "- ", "  ")


def wrapped(text: str, first: str = "", rest: str | None = None) -> list[str]:
    """A paragraph of the letter; none for an empty text."""
    return (
        wrap(text, WIDTH, initial_indent=first, subsequent_indent=first if rest is None else rest)
        if text
        else []
    )
