"""What a game's engine loads when it is first asked for: each game has these modules, and types
hold them to what the engine asks of them.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

from traders.engines.imperial_trader import board_svg as imperial_svg
from traders.engines.imperial_trader import board_text as imperial_text
from traders.engines.imperial_trader import bot as imperial_bot
from traders.engines.imperial_trader import sound as imperial_sound
from traders.engines.imperial_trader.state import Position as ImperialPosition
from traders.engines.kernel.system import BoardSvg, BoardText, Bots, Soundness
from traders.engines.registry import ENGINES
from traders.engines.star_traders import board_svg as star_svg
from traders.engines.star_traders import board_text as star_text
from traders.engines.star_traders import bot as star_bot
from traders.engines.star_traders import sound as star_sound
from traders.engines.star_traders.state import Position as StarPosition
from traders.engines.stratastar import board_svg as strata_svg
from traders.engines.stratastar import board_text as strata_text
from traders.engines.stratastar import bot as strata_bot
from traders.engines.stratastar import sound as strata_sound
from traders.engines.stratastar.state import Position as StrataPosition
from traders.engines.traders_luck import board_svg as luck_svg
from traders.engines.traders_luck import board_text as luck_text
from traders.engines.traders_luck import bot as luck_bot
from traders.engines.traders_luck import sound as luck_sound
from traders.engines.traders_luck.state import Position as LuckPosition

TEXTS: tuple[BoardText, ...] = (imperial_text, star_text, strata_text, luck_text)
PICTURES: tuple[BoardSvg, ...] = (imperial_svg, star_svg, strata_svg, luck_svg)
BOTS: tuple[Bots, ...] = (imperial_bot, star_bot, strata_bot, luck_bot)
IMPERIAL: Soundness[ImperialPosition] = imperial_sound
STAR: Soundness[StarPosition] = star_sound
STRATA: Soundness[StrataPosition] = strata_sound
LUCK: Soundness[LuckPosition] = luck_sound


def test_each_game_has_them() -> None:
    assert len(TEXTS) == len(PICTURES) == len(BOTS) == len(ENGINES)


@pytest.mark.parametrize("system", sorted(ENGINES))
def test_a_process_that_only_plays_does_without(system: str) -> None:
    code = (
        "import sys; from traders.engines.registry import engine;"
        f"game = engine({system!r}); game.pending(game.setup(('red', 'blue'), {{}}));"
        "print([name for name in sys.modules if name.startswith('traders.')"
        " and name.rpartition('.')[2].startswith(('board_', 'bot', 'sound', 'faults'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
