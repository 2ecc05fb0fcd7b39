"""Reckons how a master of Imperial Trader plays against one rival on the printed chart, and keeps
it beside the bot: minutes of work, to be done again when the bot's own tests say so.
"""

from __future__ import annotations

from pathlib import Path

from traders.engines.imperial_trader import ENGINE, bot
from traders.engines.imperial_trader.bot.duel import FILE, Duel, packed
from traders.engines.imperial_trader.bot.race import of_two
from traders.engines.imperial_trader.bot.situation import Sector

SEATS = ("red", "blue")


def main() -> None:
    """Write the file."""
    known = Duel(of_two(Sector(ENGINE.view(ENGINE.setup(SEATS, {}), SEATS[0]))))
    known.settle()
    Path(bot.__file__).with_name(FILE).write_bytes(packed(known))


if __name__ == "__main__":
    main()
