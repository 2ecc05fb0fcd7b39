"""The table of orders: what carries out each kind (ORDERS.md, Stratastar)."""

from __future__ import annotations

from traders.engines.stratastar import (
    battle,
    building,
    learning,
    moving,
    order_types,
    placing,
    powers,
    reacting,
    scouting,
    trading,
    turn,
)
from traders.engines.stratastar.order_handler import OrderHandler

HANDLERS: dict[type[order_types.Order], OrderHandler] = {
    order_types.Homeworld: placing.HOMEWORLD,
    order_types.Retool: turn.RETOOL,
    order_types.Raid: trading.RAID,
    order_types.Exchange: trading.EXCHANGE,
    order_types.Research: trading.RESEARCH,
    order_types.Piracy: trading.PIRACY,
    order_types.Treason: powers.TREASON,
    order_types.MakeTreaty: powers.TREATY,
    order_types.Support: turn.SUPPORT,
    order_types.Disband: turn.DISBAND,
    order_types.Colonize: building.COLONIZE,
    order_types.BuildFleet: building.FLEET,
    order_types.Stargate: building.STARGATE,
    order_types.Terraform: building.TERRAFORM,
    order_types.Warfleet: building.WARFLEET,
    order_types.Ally: building.ALLY,
    order_types.Planning: powers.PLANNING,
    order_types.Breakthrough: learning.BREAKTHROUGH,
    order_types.Choose: learning.CHOOSE,
    order_types.Move: moving.MOVE,
    order_types.Gate: moving.GATE,
    order_types.Hyperjump: moving.HYPERJUMP,
    order_types.Explore: scouting.EXPLORE,
    order_types.BattleOrder: scouting.BATTLES,
    order_types.BorderRaid: powers.BORDER,
    order_types.Block: reacting.BLOCK,
    order_types.Retreat: reacting.RETREAT,
    order_types.Pursue: reacting.PURSUE,
    order_types.Defend: reacting.DEFEND,
    order_types.Fight: battle.FIGHT,
    order_types.Commit: battle.COMMIT,
    order_types.Spy: powers.SPY,
    order_types.Strike: powers.STRIKE,
    order_types.Next: turn.NEXT,
    order_types.End: turn.END,
}
"""All but `sabotage`, which plays others again and is entered with the procedures."""
