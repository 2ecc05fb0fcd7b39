"""Where the picture's spaces and empires stand. What is built stands at the own Homeworld."""

from __future__ import annotations

from traders.engines.kernel.contract.board_coordinates import BoardPlace, box
from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.words import named
from traders.engines.stratastar.board.svg import CELL, card_box, corner, in_words
from traders.engines.stratastar.position.display_names import place
from traders.engines.stratastar.position.galaxy import spaces

HERE = ("build fleet", "build warfleet")


def places(view: View) -> tuple[BoardPlace, ...]:
    """The hundred spaces, and the plates of the empires."""
    home = next((one["homeworld"] for one in view["seats"] if one["seat"] == view["seat"]), "")
    found = [
        box(
            (place(space), *(HERE if space == home else ())),
            *corner(space),
            CELL,
            CELL,
            in_words(view, space),
        )
        for space in spaces()
    ]
    return (*found, *(box((named(one["seat"]),), *card_box(view, one)) for one in view["seats"]))
