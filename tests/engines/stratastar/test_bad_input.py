"""Each order of Stratastar, given wrongly (ORDERS.md): in a wrong form, with an unknown name, at a
wrong time, in another's turn.
"""

from __future__ import annotations

from tests.engines.bad_input import Bad, BadInput
from traders.engines.stratastar import ENGINE
from traders.engines.stratastar.play.order_play import ORDERS
from traders.engines.stratastar.setup.setup import CODES

DRAW = {"stage": "draw"}
TRADE = {"stage": "trade"}

TABLE = [
    Bad("homeworld a1", "homeworld", "homeworld k1", DRAW),
    Bad("retool 1 attack", "retool attack", "retool 1 spice", TRADE),
    Bad("raid blue", "raid", "raid mauve", DRAW),
    Bad("exchange 1 build", "exchange build", "exchange 1 spice", DRAW),
    Bad("research", "research blue", "", DRAW),
    Bad("support with 1 build", "support 1 build", "support with 1 spice", DRAW),
    Bad("disband fleet at a1", "disband a1", "disband fleet at z9", DRAW),
    Bad("build fleet", "build", "build fleet at k5", DRAW),
    Bad("warfleet", "warfleet at", "warfleet with 1 spice", DRAW),
    Bad("colonize d4", "colonize", "colonize d11", DRAW),
    Bad("stargate d4", "stargate", "stargate d0", DRAW),
    Bad("terraform d4", "terraform", "terraform x4", DRAW),
    Bad("move 1 from a1 to a2", "move a1 a2", "move 1 from a1 to a11", DRAW),
    Bad("gate 1 from a1 to d4", "gate a1", "gate 1 from a1 to q4", DRAW),
    Bad("hyperjump 1 from a1 to d4", "hyperjump d4", "hyperjump 1 from a1 to d44", DRAW),
    Bad("explore d4", "explore", "explore nowhere", DRAW),
    Bad("battles d4 e5", "battles", "battles d4 e55", DRAW),
    Bad("fight at d4", "fight d4 now", "fight at d40", DRAW),
    Bad("commit 1 attack at d4", "commit attack", "commit 1 spice at d4", DRAW),
    Bad("retreat 1 from d4 to d5", "retreat d5", "retreat from d4 to d50", DRAW),
    Bad("pursue", "pursue to", "pursue to d50", DRAW),
    Bad("block d4", "block", "block d40", DRAW),
    Bad("defend", "defend d4", "defend with 1 from d40", DRAW),
    Bad("sabotage 1", "sabotage it", "sabotage 1 with 3 spice", DRAW),
    Bad("spy on blue", "spy blue on", "spy on mauve", DRAW),
    Bad("spy on deck", "spy deck", "spy on deck with 1 spice", DRAW),
    Bad("strike blue fleet at j10", "strike j10", "strike blue moon at j10", DRAW),
    Bad("treason blue fleet at j10", "treason j10", "treason mauve fleet at j10", DRAW),
    Bad("breakthrough", "breakthrough now", "", DRAW),
    Bad("ally at d4", "ally d4", "ally at d40", DRAW),
    Bad("treaty with blue", "treaty blue", "treaty with mauve", DRAW),
    Bad("border raid d4", "border d4", "border raid d40", DRAW),
    Bad("planning", "planning it", "", DRAW),
    Bad("piracy on blue", "piracy blue", "piracy on mauve", DRAW),
    Bad("choose piracy", "choose", "choose flying", DRAW),
    Bad("next", "next please", "", {"stage": "placing"}),
    Bad("end", "end it all", "", {"stage": "placing"}),
]


class TestStratastar(BadInput):
    engine = ENGINE
    table = TABLE
    kinds = ORDERS.handlers.keys()
    options = {"abilities": list(CODES), "breakthrough": True}
    untimely = ("SS-SEQ-01", "SS-OPT-03")
    out_of_turn = ("SS-SEQ-02",)
