"""The table of orders: what carries out each kind (ORDERS.md, Stratastar)."""

from __future__ import annotations

from traders.engines.stratastar import (
    ability_gain,
    battle_phase,
    build_phase,
    homeworld_placing,
    movement_phase,
    movement_reactions,
    order_types,
    retreat_and_pursuit,
    scouting,
    special_abilities,
    trade_phase,
    turn,
)
from traders.engines.stratastar.order_handler import OrderHandler

HANDLERS: dict[type[order_types.Order], OrderHandler] = {
    order_types.Homeworld: homeworld_placing.HOMEWORLD,
    order_types.Retool: turn.RETOOL,
    order_types.Raid: trade_phase.RAID,
    order_types.Exchange: trade_phase.EXCHANGE,
    order_types.Research: trade_phase.RESEARCH,
    order_types.Piracy: trade_phase.PIRACY,
    order_types.Treason: special_abilities.TREASON,
    order_types.MakeTreaty: special_abilities.TREATY,
    order_types.Support: turn.SUPPORT,
    order_types.Disband: turn.DISBAND,
    order_types.Colonize: build_phase.COLONIZE,
    order_types.BuildFleet: build_phase.FLEET,
    order_types.Stargate: build_phase.STARGATE,
    order_types.Terraform: build_phase.TERRAFORM,
    order_types.Warfleet: build_phase.WARFLEET,
    order_types.Ally: build_phase.ALLY,
    order_types.Planning: special_abilities.PLANNING,
    order_types.Breakthrough: ability_gain.BREAKTHROUGH,
    order_types.Choose: ability_gain.CHOOSE,
    order_types.Move: movement_phase.MOVE,
    order_types.Gate: movement_phase.GATE,
    order_types.Hyperjump: movement_phase.HYPERJUMP,
    order_types.Explore: scouting.EXPLORE,
    order_types.BattleOrder: scouting.BATTLES,
    order_types.BorderRaid: special_abilities.BORDER,
    order_types.Block: movement_reactions.BLOCK,
    order_types.Retreat: retreat_and_pursuit.RETREAT,
    order_types.Pursue: retreat_and_pursuit.PURSUE,
    order_types.Defend: movement_reactions.DEFEND,
    order_types.Fight: battle_phase.FIGHT,
    order_types.Commit: battle_phase.COMMIT,
    order_types.Spy: special_abilities.SPY,
    order_types.Strike: special_abilities.STRIKE,
    order_types.Next: turn.NEXT,
    order_types.End: turn.END,
}
"""All but `sabotage`, which plays others again and is entered with the procedures."""
