"""What a card in a hand does is told with the figures of the game's own edition."""

from __future__ import annotations

import copy
import re

from traders.engines.star_traders import edition
from traders.engines.star_traders.board.text.card_lines import LINES, card_line
from traders.engines.star_traders.view import _card

MORE = 7


def test_a_clubs_own_figures_stand_in_the_lines_of_its_cards() -> None:
    data = copy.deepcopy(edition.printed_data())
    for card in data["cards"]:
        for figure in ("size", "prestige"):
            if card.get(figure):
                card[figure] += MORE if card[figure] > 0 else -MORE
    for figure in ("gotcha_prestige", "piracy_prestige"):
        data["bonuses"][figure] += MORE
    ours, digest = edition.standard(), edition.enter(data)
    counted = 0
    for name in LINES:
        told, _ = card_line(_card(digest, name))
        figures = [int(one) for one in re.findall("[0-9]+", told)]
        assert figures == ([ours.figure_of(name) + MORE] if ours.figure_of(name) else []), name
        counted += len(figures)
    assert counted == len([line for line in LINES.values() if "{n}" in line["does"]])
