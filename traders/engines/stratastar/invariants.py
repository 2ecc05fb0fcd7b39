"""What holds in every position: each Galaxy card lies in one place, once; chits are those of the
box and lie where they may; Treaties bind two who play; nobody holds less than nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from traders.engines.kernel.contract.contract import Event
from traders.engines.kernel.steps.ended import Ended
from traders.engines.stratastar.battle import battle_commitments
from traders.engines.stratastar.empire.abilities_in_play import has
from traders.engines.stratastar.position import galaxy
from traders.engines.stratastar.position.agenda_steps import WorldsWon
from traders.engines.stratastar.position.state import Empire, Position
from traders.engines.stratastar.tables import ability, full_deck, full_pile, tables

MOST_ON_A_WORLD = 2
"""Colonies of a terraformed World (SS-BLD-07)."""


def flaws(state: Position) -> list[str]:
    """What is wrong with a position, in words; nothing where play was sound."""
    found = [*_cards(state), *_map(state), *_treaties(state), *_turn(state), *_sealed(state)]
    for empire in state.empires.values():
        found += [*_counts(empire), *_chits(empire), *_places(state, empire), *_out(state, empire)]
    return found


def unpaid(before: Position, after: Position, events: Sequence[Event]) -> list[str]:
    """There is no money in this game: what is paid is paid in cards, which `flaws` counts."""
    return []


def _cards(state: Position) -> Iterator[str]:
    """The Galaxy deck is somewhere, whole (SS-DEC-01)."""
    printed = Counter(full_deck(power=state.options.power_cards))
    lying = Counter(state.deck + state.discard)
    for empire in state.empires.values():
        lying.update(empire.hand)
    if lying != printed:
        yield f"Galaxy cards: {dict(lying - printed)} too many, {dict(printed - lying)} too few"


# --- the map --------------------------------------------------------------------------------------


def _map(state: Position) -> Iterator[str]:
    """Chits are those of the box (SS-MAP-02), hazards may have been taken away (SS-MAP-08); a
    captured Homeworld has become a World (SS-TTD-02). On a World are as many colonies as it takes,
    whosesoever they are (SS-BLD-03, SS-BLD-07).
    """
    printed = Counter(full_pile())
    printed["world"] += sum(empire.out for empire in state.empires.values())
    lying = Counter(kind for kind in state.map.values() if kind != "blank") + Counter(
        kind for kind in state.pile if kind != "blank"
    )
    if lying - printed:
        yield f"map chits: {dict(lying - printed)} too many"
    for space in set(state.map) - set(galaxy.spaces()):
        yield f"a map chit at {space}, where no space is"
    colonies: Counter[str] = Counter()
    for empire in state.empires.values():
        colonies.update(empire.colonies)
    for space, n in colonies.items():
        if galaxy.chit(state, space) != "world":
            yield f"a colony at {space}, where no World is"
        elif n > MOST_ON_A_WORLD:
            yield f"{n} colonies at {space}"
    homes = Counter(empire.homeworld for empire in state.empires.values() if empire.homeworld)
    for space, n in homes.items():
        if n > 1 or space not in galaxy.corners():
            yield f"{n} Homeworlds at {space}"


def _places(state: Position, empire: Empire) -> Iterator[str]:
    """Ships are on the board, in no hazard but those that somebody's ability opens (SS-MOV-04,
    SS-WRM-02, SS-WRM-03, SS-NEB-01), and in no space that is unknown still (SS-XPL-02).
    """
    for space in dict.fromkeys([*(ship.at for ship in empire.ships), *empire.stargates]):
        kind = galaxy.chit(state, space)
        opens = {"supernova": "wormholes", "nebula": "nebulous_navigation"}.get(kind, "")
        if space not in galaxy.spaces():
            yield f"{empire.seat} is at {space}, where no space is"
        elif kind == galaxy.UNKNOWN or (
            kind in galaxy.HAZARDS
            and not (opens and any(has(state, one, opens) for one in state.seats))
        ):
            yield f"{empire.seat} is in the {kind} at {space}"


# --- what is a seat's -----------------------------------------------------------------------------


def _counts(empire: Empire) -> Iterator[str]:
    """Nobody holds less than nothing; what is left over of a starred card is a half (SS-POW-02)."""
    for what, counted, most in (
        ("cards", empire.hand, 99),
        ("colonies", empire.colonies, MOST_ON_A_WORLD),
        ("raids", empire.raided, MOST_ON_A_WORLD),
        ("halves of cards", empire.spare, 1),
    ):
        for name, n in counted.items():
            if not 0 <= n <= most:
                yield f"{empire.seat} has {n} {what}: {name}"


def _chits(empire: Empire) -> Iterator[str]:
    """Ten ships, ten Stargates, twenty colonies (SS-CHT-01, SS-CHT-02), one Stargate to a space
    (SS-BLD-05), each ability once.
    """
    for kind, n in galaxy.chits_used(empire).items():
        if n > tables().player_chits[kind]:
            yield f"{empire.seat} has {n} {kind} chits on the board"
    if len(set(empire.stargates)) != len(empire.stargates):
        yield f"{empire.seat} has two Stargates in one space"
    for code, n in Counter(empire.abilities).items():
        if n > 1:
            yield f"{empire.seat} has {ability(code).name} {n} times"


def _out(state: Position, empire: Empire) -> Iterator[str]:
    """Who is out has nothing left (SS-TTD-02)."""
    if empire.out and (
        empire.ships or empire.colonies or empire.stargates or empire.hand or empire.homeworld
    ):
        yield f"{empire.seat} is out and has something left"
    for other in empire.met:
        if empire.seat not in state.empires[other].met:
            yield f"{empire.seat} has met {other}, and {other} not {empire.seat}"


# --- the turn -------------------------------------------------------------------------------------


def _treaties(state: Position) -> Iterator[str]:
    """Between two who play, once, for no longer than it lasts (SS-TRY-01, SS-TRY-02)."""
    turns = ability("treaty").duration_own_turns_each
    pairs = [frozenset(treaty.left) for treaty in state.treaties]
    for pair, treaty in zip(pairs, state.treaties, strict=True):
        if (
            len(pair) != 2
            or not pair <= set(state.playing)
            or pairs.count(pair) > 1
            or not 0 < max(treaty.left.values()) <= turns
        ):
            yield f"a Treaty of {', '.join(sorted(pair))}: {treaty.left}"


def _turn(state: Position) -> Iterator[str]:
    """The turn is of one who plays, within its limits (SS-DRW-01, SS-MOV-02); who has enough Worlds
    has won, or Sabotage is asked about it (SS-VIC-05).
    """
    if any(isinstance(step, Ended) for step in state.agenda):
        return
    turn, figures = state.turn, tables().turn
    if turn.retooled > figures["retool_max"] or not 0 <= turn.free_moves <= figures["free_moves"]:
        yield (
            f"{turn.seat} has thrown away {turn.retooled} cards, and has {turn.free_moves} free "
            "moves"
        )
    asked = any(isinstance(step, WorldsWon) for step in state.agenda)
    if not state.options.to_the_death and not asked:
        for seat in state.playing:
            if galaxy.worlds(state.empires[seat]) >= state.options.worlds:
                yield f"{seat} has {galaxy.worlds(state.empires[seat])} Worlds, and play goes on"


def _sealed(state: Position) -> Iterator[str]:
    """No card is sealed that is not in the hand, none twice (SS-PBM-05)."""
    for seat in state.playing:
        total: Counter[str] = Counter()
        for sealed in battle_commitments.sealed_by(state, seat).values():
            total.update(sealed)
        if over := {
            name: n for name, n in total.items() if n > state.empires[seat].hand.get(name, 0)
        }:
            yield f"{seat} has sealed {over}, and holds {state.empires[seat].hand}"
