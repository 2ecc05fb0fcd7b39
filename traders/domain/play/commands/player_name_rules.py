"""Players' names: which are given out, and which a game keeps (ORDERS.md, "Names").

A name is understood where an order names a seat. So no name may be what an order, a condition or a
command of the server can mean otherwise: this is worked out from their own tables, never listed.
Nor may it look like somebody else's.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

from traders.domain.people.confusables import SCRIPTS_TOGETHER, heaped, looks, scripts
from traders.domain.play.commands import registry, standing_orders_stops_plans
from traders.engines.kernel.grammar.order_parts import Names, Number, Times, name_key
from traders.engines.kernel.grammar.orders import Grammar
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import COLOURS, Seat
from traders.engines.kernel.words import CALLED, UNSEEN_NAME, hides
from traders.engines.registry import ENGINES, engine
from traders.models import Player
from traders.models import Seat as Place

LEAST, MOST = 2, 40
"""Characters of a name."""
_SIGNS = frozenset(" .'’-")
_LINKED = re.compile(r"\.\w[\w-]")
"""What a mail program takes for a server's address, unlike the initials J.R."""
OFFICES = frozenset({
    "referee", "organizer", "organiser", "operator", "admin", "administrator", "moderator",
    "postmaster",
})  # fmt: skip
"""Words in no name: who bears one seems to speak for the server."""


MASKS_AND_BOTS = frozenset({
    "mask", "masks", "maske", "masken", "masque", "masques", "máscara", "maschera", "masker",
    "maska", "maszk", "naamio", "маска", "bot", "bots", "robot", "robots", "robô", "робот", "бот",
})  # fmt: skip
"""What pages call by a number, in the languages of players: `mask 2`, `Bot 3`."""
_ARTICLES = frozenset({"the", "a", "der", "die", "das", "la", "le", "el", "il", "de", "den", "het"})
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")


def plain(name: str) -> str:
    """A name as it is kept: compatibility forms made plain (NFKC), blanks single."""
    return " ".join(unicodedata.normalize("NFKC", name).split())


def problem(name: str, player: Player | None = None) -> str:
    """Why a name is not given out to this player, in a sentence; empty if it is. It is looked at as
    `plain` makes it.
    """
    broken = hides(name)
    name = plain(name)
    return (
        (UNSEEN_NAME if broken else "")
        or _misshapen(name)
        or _meaning(name, frozenset(ENGINES))
        or _spoken(name)
        or _numbered(name)
        or _taken(name, player)
    )


def _misshapen(name: str) -> str:
    if not LEAST <= len(name) <= MOST:
        return f"A name has from {LEAST} to {MOST} characters."
    if not all(_letter(c) or c in _SIGNS for c in name) or not (
        _letter(name[0]) and _letter(name.rstrip(".")[-1:])
    ):
        return (
            "A name is made of letters, digits, blanks and . ' -, and begins and ends with a "
            "letter or digit."
        )
    if _LINKED.search(name):
        return "A blank stands behind a full stop: mail programs would make a link of the name."
    if not any(c.isalpha() for c in name):
        return "A number is no name: orders would take it for an amount. Add a letter."
    if heaped(name):
        return "A name's letters bear at most two marks each."
    found = scripts(name)
    if len(found) > 1 and not found <= SCRIPTS_TOGETHER:
        return "A name is written in one script: letters of several look alike."
    return ""


def _letter(c: str) -> bool:
    return unicodedata.category(c)[0] in "LM" or c.isdecimal() if c else False


# --- what orders could mean by it -----------------------------------------------------------------


def _meaning(name: str, systems: frozenset[str], own: Seat = "") -> str:
    """What else the orders of these systems could mean by the name, in a sentence. `own`: the
    colour of the seat that it would name.
    """
    key = name_key(name)
    parts = key.split()
    if not parts:
        return "A name has a letter or digit that an order can hold."
    for colour in COLOURS:
        if colour == key != own:
            return f"“{name}” is a seat; take another name."
        if colour in parts and colour != own:
            return f"“{name}” contains {colour}, which is a seat; take another name."
        if colour.startswith(key) and colour != own:
            return f"“{name}” is short for {colour}, which is a seat; take another name."
    amount = key in Number.IN_WORDS or _reads(Number(), key)
    if amount or any(_reads(Times(), part) for part in parts):
        return f"“{name}” is an amount in orders; take another name."
    if key in _things(systems):
        return f"“{name}” is the name of a thing in one of the games; take another name."
    taken = [part for part in parts if part in _joining(systems)] or [
        part for part in parts[:1] if part in _beginning(systems)
    ]
    if taken:
        return f"“{taken[0]}” is a word in orders; take another name."
    if key in _whole(systems) or all(part in _whole(systems) for part in parts):
        return f"“{name}” is a word in orders; take another name."
    return ""


def _reads(kind: Number | Times, text: str) -> bool:
    try:
        kind.read(text)
    except Refusal:
        return False
    return True


@cache
def _things(systems: frozenset[str]) -> frozenset[str]:
    """Worlds, cards, goods … of these systems, as orders name them."""
    named = {name_key(name) for system in systems for name in engine(system).thing_names()}
    return frozenset(
        named.union(
            *(
                kind.exact()
                for g in _grammars(systems)
                for kind in g.kinds.values()
                if isinstance(kind, Names)
            )
        )
    )


@cache
def _joining(systems: frozenset[str]) -> frozenset[str]:
    """Words that stand beside a seat in an order, a condition or a command: in a name they would be
    read as its end.
    """
    return frozenset(standing_orders_stops_plans.JOINING).union(
        *(grammar.beside_seats() for grammar in _grammars(systems))
    )


@cache
def _beginning(systems: frozenset[str]) -> frozenset[str]:
    """Words that an order or a command begins with."""
    commands = registry.prefixes()
    orders = [grammar for system in systems for grammar in engine(system).grammars()[:1]]
    return frozenset(
        {name_key(command).split()[0] for command in commands}.union(
            *(grammar.verbs for grammar in orders)
        )
    )


@cache
def _whole(systems: frozenset[str]) -> frozenset[str]:
    """Words and phrases that orders, conditions, commands and settings hold: a name is not made of
    them alone.
    """
    phrases = registry.phrases()
    said = {name_key(phrase) for phrase in phrases} | {
        word for phrase in phrases for word in re.findall(r"[a-z]+", phrase)
    }
    settings = [setting for system in systems for setting in engine(system).options]
    chosen = {
        name_key(one)
        for setting in settings
        for one in (*setting.among, *setting.of)
        if isinstance(one, str)
    }
    return frozenset(said.union(chosen, *(grammar.literals() for grammar in _grammars(systems))))


def _grammars(systems: Iterable[str]) -> list[Grammar]:
    return [grammar for system in systems for grammar in engine(system).grammars()]


# --- whom it looks like ---------------------------------------------------------------------------


@cache
def _spoken_of() -> dict[str, str]:
    """Of what letters and orders speak by name, beside the players, and what they mean by it."""
    return {
        **dict.fromkeys(
            ("Traders by Post", "house", "box", "server"), "the program that runs the games"
        ),
        "gallery": "whoever watches",
        **dict.fromkeys(CALLED, "somebody who is not named"),
        "nobody": "none of the players",
        **dict.fromkeys(("everybody", "everyone", "all"), "all players"),
        **{engine(system).title: "a game" for system in ENGINES},
    }


def _spoken(name: str) -> str:
    """Of whom else than its bearer letters and orders speak by the name, or seem to."""
    seen = looks(name)
    if any(office in part for part in name_key(name).split() for office in OFFICES) or any(
        seen & looks(office) for office in OFFICES
    ):
        return "A name with an office in it seems to speak for the server; take another name."
    for word, meant in _spoken_of().items():
        if name_key(name) in (name_key(word), name_key(f"the {word}")):
            return f"“{name}” means {meant} in letters and orders; take another name."
        if seen & (looks(word) | looks(f"the {word}")):
            return f"“{name}” looks like {word}, which means {meant}; take another name."
    for colour in COLOURS:
        if seen & looks(colour):
            return f"“{name}” looks like {colour}, which is a seat; take another name."
    return ""


def _numbered(name: str) -> str:
    """Whether the name looks like one that the server gives by numbers, to masks and to bots: names
    that bear one already stay.
    """
    words = name.split()
    rest = words[1:] if words[0].casefold() in _ARTICLES else words
    begins = bool(rest) and bool(looks(rest[0]) & _looks_of_masks())
    among = any(looks(word) & _looks_of_masks() for word in words)
    counted = any(word.isdecimal() or looks(word) & _looks_of_numbers() for word in words)
    if begins or (among and counted) or looks(name) & _joined():
        return f"“{name}” looks like a mask or a bot, which have numbers here; take another name."
    return ""


@cache
def _looks_of_masks() -> frozenset[str]:
    return frozenset().union(*map(looks, MASKS_AND_BOTS))


@cache
def _looks_of_numbers() -> frozenset[str]:
    return frozenset().union(*map(looks, (*Number.IN_WORDS, *_ROMAN)))


@cache
def _joined() -> frozenset[str]:
    """How a mask and its number look, written together either way round."""
    numbers = [*map(str, range(1, 10)), *Number.IN_WORDS[1:], *_ROMAN]
    both = [(word, number) for word in MASKS_AND_BOTS for number in numbers]
    both += [(word, str(number)) for word in ("mask", "bot") for number in range(10, 100)]
    return frozenset().union(*(looks(one + two) | looks(two + one) for one, two in both))


def _taken(name: str, player: Player | None) -> str:
    """Whose name it is already, or looks like."""
    seen = looks(name)
    others = (
        Player.objects.exclude(pk=player.pk)
        if player is not None and player.pk
        else Player.objects.all()
    )
    if any(
        seen & looks(other) for other in others.values_list("display_name", flat=True).iterator()
    ):
        return (
            "Somebody is called that already, or so nearly that one would be taken for the "
            "other; take another name."
        )
    return ""


# --- what a game keeps ----------------------------------------------------------------------------


def kept(system: str, place: Place, others: Iterable[Place]) -> str:
    """The name by which a game calls whoever sits down on a place, until somebody else does: the
    player's own, or the colour where orders of the game could mean something else by it, or it
    looks like a name that another place keeps. "" for a place without a player.
    """
    if place.player is None:
        return ""
    name = plain(place.player.display_name)
    seen = looks(name)
    alike = any(
        seen & looks(other.name) for other in others if other.colour != place.colour and other.name
    )
    return (
        place.colour.capitalize()
        if not name or alike or _meaning(name, frozenset({system}), place.colour) or _spoken(name)
        else name
    )
