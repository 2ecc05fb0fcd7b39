"""The board in plain text, for letters. Short lines and no wide tables, so that it reads in a
telephone's mail program too; at most 78 columns. Written from a view alone.
"""

from __future__ import annotations

from typing import Any

from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.contract.waits import now
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import capital, count, named, seats_to
from traders.engines.star_traders.board.text import personalities
from traders.engines.star_traders.board.text.card_lines import card_line
from traders.engines.star_traders.board.text.contracts import attempts, contracts
from traders.engines.star_traders.board.text.shared_wording import (
    item,
    possessive,
    station_holder,
    wrapped,
)
from traders.engines.star_traders.edition import edition
from traders.engines.star_traders.edition.die_faces import SIDES
from traders.engines.star_traders.position.routes import Leg, routes
from traders.engines.star_traders.position.view_types import CargoSeen, TraderSeen


def goal(view: View) -> str:
    """The Imperial Mission (ST-MISSION), or in the advanced game the chain (ST-ADV-05)."""
    if view["game"] == "advanced":
        return (
            "The first to join enough Imperial Stations to one chain wins. The Emperor grants "
            "their status, on a petition."
        )
    least = edition(view["chart"]["edition"]).limits["mission_min_prestige"]
    return (
        f"Earn {least} Prestige (favour at court) by deliveries and stations. Then `petition` the "
        "Emperor for a mission: one last delivery. The first to make it wins."
    )


def board_text(view: View) -> str:
    """What a seat sees, in words: where play stands, the seat's own affairs, its ways, the
    contracts, the Traders, the table.
    """
    parts = [_now(view)]
    own = _own_trader(view)
    if own is not None:
        parts += [_mine(view, own), _hand(view), _ways(view, own)]
    parts += [
        contracts(view, own),
        personalities.ahead(view),
        _traders(view),
        _table(view),
        _question(view),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _own_trader(view: View) -> TraderSeen | None:
    found = next((trader for trader in view["seats"] if trader["seat"] == view["seat"]), None)
    return found if found is not None and not found["out"] else None


# --- where play stands ----------------------------------------------------------------------------


def _now(view: View) -> list[str]:
    if view["over"]:
        return wrapped(now(view))
    if view["stage"] == "setup":
        return ["SET-UP", *wrapped(_waiting_line(view))]
    on_turn = next(trader for trader in view["seats"] if trader["seat"] == view["turn"])
    facts = [f"{view['stage'].capitalize()} stage"]
    if view["stage"] == "movement":
        facts.append(count(on_turn["jumps_left"], "jump") + " left")
    facts.append(f"Action {view['action']}")
    lines = wrapped(f"ROUND {view['round']}, {now(view)}: {', '.join(facts)}.")
    return (
        lines + wrapped(_jump_line(view)) + wrapped(_die_line(view)) + wrapped(_waiting_line(view))
    )


def _jump_line(view: View) -> str:
    jump = view["jump"]
    if not jump:
        return ""
    who = _name(jump["seat"], view)
    verb = "are" if jump["seat"] == view["seat"] else "is"
    if jump["kind"] == "random" and not jump["to"]:
        digits = "".join(str(digit) for digit in jump["digits"])
        return f"{who} {verb} jumping at random from {jump['from']}" + (
            f"; arm {digits[0]} so far." if digits else "."
        )
    if not jump["to"]:
        dice = f"; dice so far: {', '.join(map(str, jump['digits']))}" if jump["digits"] else ""
        return (
            f"{who} {verb} making {'an' if jump['kind'][0] == 'a' else 'a'} {jump['kind']} jump "
            f"from {jump['from']}{dice}."
        )
    needs = f", needs {_roll(jump['needs'])}" if jump["needs"] else ", no roll needed"
    return f"{who} {verb} jumping from {jump['from']} to {jump['to']} ({jump['kind']}{needs})."


def _die_line(view: View) -> str:
    die = view["die"]
    if not die:
        return ""
    changed = f" (it fell {die['face']})" if die["face"] != die["value"] else ""
    purposes = {
        "jump": "the jump",
        "world": "the world's number",
        "petition": "the petition",
        "jackpot": "Jackpot's payoff",
        "raid": "the raid",
    }
    return f"The die for {purposes[die['use']]} shows {die['value']}{changed}."


def _waiting_line(view: View) -> str:
    waiting = view["waiting"]
    if waiting["for"] == "interval":
        whom = seats_to(view["seat"], waiting["seats"])
        if waiting["question"]:
            return f"{waiting['cause']} Bids are asked of {whom}: `bid <n>`, or `no bid`."
        return (
            f"The {waiting['name']} window is open ({waiting['cause'].rstrip('.')}): {whom} "
            "may react."
        )
    if waiting["for"] == "choice" and view["seat"] not in waiting["seats"]:
        return f"Play waits for {seats_to(view['seat'], waiting['seats'])} to choose."
    return ""


def _question(view: View) -> list[str]:
    """What play asks of the reader, last, where the answer is typed."""
    waiting = view["waiting"]
    if waiting["for"] == "choice" and "things" in waiting:
        lines = ["YOUR CHOICE", *wrapped(waiting["question"])]
        return lines + [
            f"- {thing}" + (" (if you say nothing)" if thing == waiting["silence"] else "")
            for thing in waiting["things"]
        ]
    return []


# --- the reader's own affairs ---------------------------------------------------------------------


def _mine(view: View, own: TraderSeen) -> list[str]:
    here = _world(view, own["at"])
    lines = [f"YOU ARE {own['seat'].upper()}", *personalities.mine(own)]
    if not own["at"]:
        return lines + wrapped(f"{count(view['own']['stellors'], 'Stellor')}.")
    place = [f"{own['at']} ({here['number']})", *(["a shipyard"] if here["shipyard"] else [])]
    holder = station_holder(view, own["at"])
    if holder:
        place.append(
            "your station" if holder == own["seat"] else f"{holder.capitalize()}'s station"
        )
    lines += wrapped(f"At {', '.join(place)}.")
    money = (
        f"{count(view['own']['stellors'], 'Stellor')}, {own['prestige']} Prestige, "
        f"{count(own['engines'], 'engine')}."
    )
    lines += wrapped(money)
    lines += wrapped(f"Aboard: {_hold(own)}.")
    lines += wrapped(f"Stations: {_stations(own)}.")
    lines += personalities.chain(view, own)
    lines += _lying_before(own, view, "You")
    return lines + _errand(view, own)


def _errand(view: View, own: TraderSeen) -> list[str]:
    """How far the goal of a mission or an Envoy is; or that a mission may be petitioned for."""
    goal = own["envoy"]
    if not goal and own["mission"]:
        aboard = any(cargo["owner"] == own["seat"] for cargo in own["cargo"])
        goal = own["mission"]["to" if aboard else "from"]
    if goal and own["at"] and goal != own["at"]:
        return wrapped(
            f"{capital(attempts(routes(view, own['seat']).cost(own['at'], goal)))} to {goal}."
        )
    if not own["mission"] and not own["envoy"] and own["petition"]:
        bonus = f", with up to {own['bonus']} added to the die" if own["bonus"] else ""
        return wrapped(f"Your Prestige allows a petition for the Imperial Mission{bonus}.")
    return []


def _lying_before(trader: TraderSeen, view: View, who: str) -> list[str]:
    """What a mission, an Envoy or a card on the table means for a Trader."""
    lines = []
    you = who == "You"
    if trader["mission"]:
        aboard = any(cargo["owner"] == trader["seat"] for cargo in trader["cargo"])
        stage = "Imperial Cargo is aboard" if aboard else "Imperial Cargo not yet aboard"
        lines += wrapped(
            f"Imperial Mission: {trader['mission']['from']} to {trader['mission']['to']} ({stage})."
        )
    if trader["envoy"]:
        lines += wrapped(
            f"An Envoy bound for {trader['envoy']}: till there no loading, no delivery, no Action."
        )
    if trader["stressed"]:
        lines += wrapped(
            "Stressed Engines: one jump a turn until repairs are paid"
            + (" (`repair`)." if you else ".")
        )
    if trader["skip"]:
        lines += wrapped(
            f"{who} {'lose' if you else 'loses'} the next "
            f"{'turn' if trader['skip'] == 1 else count(trader['skip'], 'turn')}."
        )
    if any(one["world"] == trader["at"] for one in view["quarantines"]):
        lines += wrapped(f"{trader['at']} is under Quarantine: no ship may leave.")
    return lines


def _hold(trader: TraderSeen) -> str:
    if not trader["cargo"]:
        return "nothing"
    return ", ".join(_cargo(cargo) for cargo in trader["cargo"])


def _cargo(cargo: CargoSeen) -> str:
    if cargo["owner"]:
        return (
            f"{cargo['cargo']} ({cargo['owner']})"
            if "(" not in cargo["cargo"]
            else str(cargo["cargo"])
        )
    return str(cargo["marked"] or cargo["cargo"])


def _stations(trader: TraderSeen) -> str:
    named = [
        f"{world} (Imperial)" if world in trader["imperial"] else world
        for world in trader["stations"]
    ]
    return ", ".join(named) or "none"


def _hand(view: View) -> list[str]:
    hand = view["own"]["hand"]
    if not hand:
        return ["YOUR HAND IS EMPTY"]
    lines = ["YOUR HAND"]
    for card in hand:
        does, order = card_line(card)
        kind = "Calamity: " if card["calamity"] else ""
        lines += item(f"{card['name']}: {kind}{does}.")
        lines += wrapped(f"`{order}`", "  ")
    return [
        *lines,
        *wrapped(
            "Any card also buys a re-roll of your own jump (not a random one): `reroll with "
            "<card>`."
        ),
    ]


# --- ways -----------------------------------------------------------------------------------------


def _ways(view: View, own: TraderSeen) -> list[str]:
    """Where the own ship could go from here, the easiest first."""
    if not own["at"]:
        return []
    legs = routes(view, own["seat"]).legs(own["at"])
    if not legs:
        return [f"NO LINE LEADS FROM {own['at'].upper()}"]
    lines = [f"WAYS FROM {own['at'].upper()}"]
    for leg in legs:
        lines += item(f"{leg.to}: {_leg(leg)}{_beside(view, leg.to, own['seat'])}")
    return lines


def _leg(leg: Leg) -> str:
    if leg.station:
        return f"station jump, {_roll(leg.needs) if leg.needs else 'no roll'}"
    return f"{_roll(leg.needs)} ({leg.colour})"


def _beside(view: View, world: str, seat: Seat) -> str:
    """What is worth knowing of a world one jump away."""
    facts = []
    holder = station_holder(view, world)
    if holder and holder != seat:
        facts.append(f"{holder.capitalize()}'s station")
    facts += [
        f"{trader['seat'].capitalize()} is there"
        for trader in view["seats"]
        if trader["at"] == world and trader["seat"] != seat
    ]
    if _world(view, world)["shipyard"]:
        facts.append("shipyard")
    if any(one["world"] == world for one in view["quarantines"]):
        facts.append("Quarantine")
    return "; " + ", ".join(facts) if facts else ""


# --- the others and the table ---------------------------------------------------------------------


def _traders(view: View) -> list[str]:
    lines = ["TRADERS, in turn order"]
    for trader in view["seats"]:
        lines += _trader(trader, view)
    return lines


def _trader(trader: TraderSeen, view: View) -> list[str]:
    mark = "* " if trader["seat"] == view["turn"] else "- "
    name = trader["seat"].capitalize() + (" (you)" if trader["seat"] == view["seat"] else "")
    if trader["out"]:
        return [f"{mark}{name} has dropped out."]
    tracks = (
        f"{trader['prestige']} Prestige, {count(trader['engines'], 'engine')}, "
        f"{count(trader['hand_size'], 'card')}"
    )
    lines = wrapped(f"{name}: {tracks}; at {trader['at'] or 'no world yet'}.", mark, "  ")
    if trader["seat"] == view["seat"]:
        return lines
    lines += ["  " + line for line in personalities.theirs(trader)]
    if trader["cargo"]:
        lines += wrapped(f"Aboard: {_hold(trader)}.", "  ")
    lines += wrapped(f"Stations: {_stations(trader)}.", "  ")
    lines += ["  " + line for line in personalities.chain(view, trader)]
    if view["seat"] and view["seat"] in trader["permits"]:
        lines += wrapped(
            "You may use them"
            + (
                " (not all)."
                if any(view["seat"] in barred for barred in trader["barred_at"].values())
                else "."
            ),
            "  ",
        )
    return lines + [
        "  " + line for line in _lying_before(trader, view, trader["seat"].capitalize())
    ]


def _table(view: View) -> list[str]:
    lines = ["ON THE TABLE"]
    for one in view["quarantines"]:
        lines += item(
            f"Quarantine on {one['world']}, by {named(one['by'])}, till "
            f"{possessive(one['by'], view)} next turn."
        )
    discard = view["discard"]
    last = f" (last: {', '.join(reversed(discard[-3:]))})" if discard else ""
    lines += item(
        f"Trader's Luck: {count(view['decks']['luck'], 'card')} in the deck, {len(discard)} "
        f"discarded{last}."
    )
    lines += item(
        f"Contracts: {view['decks']['contracts']} in the deck, "
        f"{view['decks']['contract_discard']} discarded."
    )
    return lines


# --- words ----------------------------------------------------------------------------------------


def _world(view: View, name: str) -> dict[str, Any]:
    found = next((world for world in view["chart"]["worlds"] if world["name"] == name), None)
    return found or {"number": 0, "shipyard": False}


def _roll(needs: int) -> str:
    return f"a {SIDES}" if needs >= SIDES else f"{needs}+"


def _name(seat: Seat, view: View) -> str:
    return "You" if seat == view["seat"] else named(seat)
