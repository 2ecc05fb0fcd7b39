"""What a game's engine loads when it is first asked for: each game has these modules, and types
hold them to what the engine asks of them.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

from traders.bots import imperial_trader as imperial_bot
from traders.bots import star_traders as star_bot
from traders.bots import stratastar as strata_bot
from traders.bots import traders_luck as luck_bot
from traders.bots.bot_protocols import Advises, Plays
from traders.bots.imperial_trader import suggestions as imperial_suggestions
from traders.bots.star_traders import suggestions as star_suggestions
from traders.bots.stratastar import suggestions as strata_suggestions
from traders.bots.traders_luck import suggestions as luck_suggestions
from traders.engines.imperial_trader import board as imperial_board
from traders.engines.imperial_trader import invariants as imperial_invariants
from traders.engines.imperial_trader.position.state import Position as ImperialPosition
from traders.engines.kernel.engine.engine_modules import Board, Invariants
from traders.engines.kernel.engine.optional_contract import Dealing
from traders.engines.registry import ENGINES
from traders.engines.star_traders import board as star_board
from traders.engines.star_traders import deals as star_deals
from traders.engines.star_traders import invariants as star_invariants
from traders.engines.star_traders.position.state import Position as StarPosition
from traders.engines.stratastar import board as strata_board
from traders.engines.stratastar import deals as strata_deals
from traders.engines.stratastar import invariants as strata_invariants
from traders.engines.stratastar.position.state import Position as StrataPosition
from traders.engines.traders_luck import board as luck_board
from traders.engines.traders_luck import invariants as luck_invariants
from traders.engines.traders_luck.position.state import Position as LuckPosition

BOARDS: tuple[Board, ...] = (imperial_board, star_board, strata_board, luck_board)
BOTS: tuple[Plays, ...] = (imperial_bot, star_bot, strata_bot, luck_bot)
SUGGESTIONS: tuple[Advises, ...] = (
    imperial_suggestions,
    star_suggestions,
    strata_suggestions,
    luck_suggestions,
)
IMPERIAL: Invariants[ImperialPosition] = imperial_invariants
STAR: Invariants[StarPosition] = star_invariants
STRATA: Invariants[StrataPosition] = strata_invariants
LUCK: Invariants[LuckPosition] = luck_invariants
STAR_DEALS: Dealing[StarPosition] = star_deals
STRATA_DEALS: Dealing[StrataPosition] = strata_deals


@pytest.mark.parametrize("system", sorted(ENGINES))
def test_a_process_that_only_plays_does_without(system: str) -> None:
    code = (
        "import sys; from traders.engines.registry import engine;"
        f"game = engine({system!r}); game.pending(game.setup(('red', 'blue'), {{}}));"
        "late = {'board', 'board_drawing', 'bots', 'invariants', 'faults'};"
        "print([name for name in sys.modules if name.startswith('traders.')"
        " and late & set(name.split('.'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
