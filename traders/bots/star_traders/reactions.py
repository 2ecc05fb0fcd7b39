"""What a reaction in an interval is worth to a bot."""

from __future__ import annotations

from traders.bots.star_traders.goals import Mind
from traders.bots.star_traders.offered_moves import Move
from traders.engines.star_traders.die_faces import succeeds
from traders.engines.star_traders.seen import CalamitySeen, DieSeen, JumpSeen

SIZE = {"zap": 1, "superzap": 2}
FALLS = {"disgrace at court": 4, "gotcha": 2, "court scandal": 2}
"""Prestige that a card takes from a petitioner before its die."""


def worth(mind: Mind, move: Move) -> float:
    """How much the reaction is worth; 0 or less: pass."""
    interval = mind.view["interval"]
    if move.verb == "avoid":
        return _avoid(mind, interval)
    if move.verb == "reroll":
        return _reroll(mind, move)
    if move.verb != "play":
        return 0.0
    if move.card in SIZE:
        return _zap(mind, move)
    match interval:
        case "petition":
            return _before_petition(mind, move)
        case "quarantine":
            return _hold_fast(mind, move)
        case "lost":
            return _lose_them(mind, move)
    return 0.0


# --- answers to what is done to oneself -----------------------------------------------------------


def _avoid(mind: Mind, interval: str) -> float:
    """Avoid Calamity: always on the way to victory, else where the loss is worth the card."""
    if interval == "quarantine":
        return 20.0 if mind.view["turn"] == mind.seat else 0.0
    calamity = mind.view["calamity"]
    if not calamity:
        return 0.0
    return _loss(mind, calamity) - mind.keep("Avoid Calamity") * 0.6


def _loss(mind: Mind, calamity: CalamitySeen) -> float:
    """What a Calamity would cost, in Stellors."""
    card = calamity["card"]
    if card == "Quarantine":
        mine = calamity["at"] == mind.here and calamity["by"] != mind.seat
        return (40.0 if mind.me["mission"] else 6.0 if mind.me["cargo"] else 3.0) if mine else 0.0
    if calamity["on"] != mind.seat:
        return 0.0
    near = 4.0 if mind.prestige >= 13 and not mind.me["mission"] else mind.prestige_worth()
    match card:
        case "You Are Lost":
            return 60.0 if mind.me["mission"] else 9.0 if mind.me["cargo"] else 3.0
        case "Gotcha" | "Court Scandal":
            return float(min(2, mind.prestige) * near)
        case "Piracy":
            return float(min(2, mind.prestige) * near) + (9.0 if mind.aboard else 0.0)
        case "Disgrace at Court":
            return float(min(4, mind.prestige) * near)
        case "Lose a Cargo":
            return 60.0 if mind.has_imperial(mind.me) else 9.0
        case "Stressed Engines":
            return 30.0 if mind.me["mission"] else 10.0
        case "Lose a Station" | "Takeover":
            return 5.0
    return 14.0  # an Envoy


def _reroll(mind: Mind, move: Move) -> float:
    """Once more for an own attempt that has failed, with the card least missed."""
    jump, die = mind.view["jump"], mind.view["die"]
    if not jump or not die or jump["seat"] != mind.seat:
        return 0.0
    if die["use"] == "world" and move.rest == "":
        return 5.0  # out of the arm where one was
    if die["use"] != "jump" or die["value"] + jump["bonus"] >= jump["needs"]:
        return 0.0
    card = mind.named_card(move.card)
    if mind.hand and card != mind.cheapest:
        return 0.0
    chance = float(succeeds(jump["needs"]))
    stake = 40.0 if mind.me["mission"] else 9.0 if mind.me["cargo"] else 6.0
    return float(chance * stake - mind.keep(card))


# --- dice -----------------------------------------------------------------------------------------


def _zap(mind: Mind, move: Move) -> float:
    """On a die that decides something, where the change decides otherwise."""
    die = mind.view["die"]
    if not die:
        return 0.0
    now = die["value"]
    then = now + (SIZE[move.card] if move.way == "up" else -SIZE[move.card])
    gain = _hope(mind, die, then) - _hope(mind, die, now)
    return gain - mind.keep(mind.named_card(move.card)) if gain > 0 else 0.0


def _hope(mind: Mind, die: DieSeen, value: int) -> float:
    """What it is worth to this seat that a die shows a value."""
    mine = bool(die["seat"] == mind.seat)
    match die["use"]:
        case "jump":
            jump = mind.view["jump"]
            return (
                _jump_hope(mind, jump) if jump and value + jump["bonus"] >= jump["needs"] else 0.0
            )
        case "petition":
            return _petition_hope(mind, die["seat"], value)
        case "jackpot":
            stake = 25.0 if mine else -12.0 if mind.threat(mind.traders[die["seat"]]) >= 3 else 0.0
            return stake if value >= mind.book.specials["jackpot"].min_roll else 0.0
    return 0.0


def _jump_hope(mind: Mind, jump: JumpSeen) -> float:
    """What it is worth that the jump under way succeeds: the own errand, or less than nothing for a
    rival about to win.
    """
    trader = mind.traders[jump["seat"]]
    if jump["seat"] == mind.seat:
        return 60.0 if trader["mission"] else 11.0 if trader["cargo"] else 8.0
    if not trader["mission"]:
        return 0.0
    wins = mind.has_imperial(trader) and jump["to"] == trader["mission"]["to"]
    return (
        -100.0
        if wins
        else -14.0
        if mind.has_imperial(trader) or jump["to"] == trader["mission"]["from"]
        else -9.0
    )


def _petition_hope(mind: Mind, seat: str, value: int) -> float:
    """What a petition's die is worth to this seat: a mission granted, or refused to a rival."""
    trader = mind.traders[seat]
    money = mind.stellors if seat == mind.seat else 45
    if not mind.granted(trader["prestige"], money, value):
        return -float(value < 2) * (1 if seat == mind.seat else -1)
    return 60.0 if seat == mind.seat else -25.0


# --- rivals on their way --------------------------------------------------------------------------


def _before_petition(mind: Mind, move: Move) -> float:
    """Prestige taken from a petitioner: most where that leaves fewer than fifteen, some into a
    lesser zone. Given to oneself likewise.
    """
    petitioner = mind.view["turn"]
    trader = mind.traders[petitioner]
    if petitioner == mind.seat:
        rises = (
            {"imperial favor": 2, "imperial commendation": 4}.get(move.card, 0)
            if move.on == mind.seat
            else 0
        )
        return (mind.odds(min(30, mind.prestige + rises)) - mind.odds()) * 60 if rises else 0.0
    if move.card not in FALLS or move.on != petitioner:
        return 0.0
    stopped = falling(mind, trader["prestige"], move.card)
    return stopped - mind.keep(mind.named_card(move.card)) * 0.3


def falling(mind: Mind, prestige: int, card: str) -> float:
    """What a card is worth that takes Prestige from a petitioner with so much of it."""
    return (mind.odds(prestige, 45) - mind.odds(max(0, prestige - FALLS[card]), 45)) * 40


def _rivals_jump(mind: Mind) -> JumpSeen | None:
    """The jump that a rival has under way."""
    jump: JumpSeen | None = mind.view["jump"]
    return jump if jump and jump["seat"] != mind.seat else None


def _hold_fast(mind: Mind, move: Move) -> float:
    """Quarantine on the world that a rival with a mission is leaving."""
    jump = _rivals_jump(mind)
    if move.card != "quarantine" or not jump or move.at != jump["from"].lower():
        return 0.0
    trader = mind.traders[jump["seat"]]
    if not trader["mission"] or mind.here == jump["from"]:
        return 0.0
    return 30.0 if mind.has_imperial(trader) else 4.0


def _lose_them(mind: Mind, move: Move) -> float:
    """You Are Lost on a rival who has come nearer to winning."""
    jump = _rivals_jump(mind)
    if move.card != "you are lost" or not jump or move.on != jump["seat"] or jump["lost"]:
        return 0.0
    trader = mind.traders[jump["seat"]]
    if trader["mission"]:
        return 30.0 if mind.has_imperial(trader) or jump["to"] == trader["mission"]["from"] else 8.0
    arrived = any(cargo["marked"].endswith(f" to {jump['to']}") for cargo in trader["cargo"])
    leads = mind.leader is not None and mind.leader["seat"] == jump["seat"]
    return 2.0 if arrived and leads and trader["prestige"] >= 10 else 0.0
