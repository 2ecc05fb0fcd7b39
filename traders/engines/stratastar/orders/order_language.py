"""What orders name."""

from __future__ import annotations

import re

from traders.engines.kernel.grammar.order_parts import Kind, Names, Number, Seats, unreadable
from traders.engines.kernel.grammar.order_parts import shown as quoted
from traders.engines.kernel.seats import COLOURS
from traders.engines.stratastar.empire.cards_and_payment import Cards
from traders.engines.stratastar.position.galaxy import Ships, spaces
from traders.engines.stratastar.tables import CARDS, tables

SPACE = re.compile(r"[a-j](?:10|[1-9])")


class Space:
    """A space: column letter and row number."""

    longest = 1

    def read(self, text: str) -> str:
        if not SPACE.fullmatch(text):
            raise unreadable(f"There is no space {quoted(text)}: they are a1 to j10.")
        return text

    def write(self, value: str) -> str:
        return value


class Spaces(Space):
    """Several spaces, apart by blanks, commas or `and`."""

    longest = 60

    def read(self, text: str) -> tuple[str, ...]:  # type: ignore[override]
        words = [word for word in re.split(r"[\s,]+|\band\b", text) if word]
        return tuple(super(Spaces, self).read(word) for word in words or [text])

    def write(self, value: tuple[str, ...]) -> str:  # type: ignore[override]
        return " ".join(value)


NAMES = {name.replace("*", ""): name for name in CARDS if "*" not in name} | {
    f"starred {c[:-1]}": c for c in CARDS if "*" in c
}
WORDS = NAMES | {f"{name}s": value for name, value in NAMES.items() if value != "research"}


class CardList:
    """Cards: `<n> <kind>` joined by commas or `and`, or `nothing`; each kind is named once, in the
    order of the cards.
    """

    longest = 40

    def read(self, text: str) -> Cards:
        if text == "nothing":
            return ()
        found: dict[str, int] = {}
        for piece in re.split(r"\s*,\s*(?:and\b)?|\band\b", text):
            n, _, name = piece.strip().partition(" ")
            if name not in WORDS:
                raise unreadable(
                    f"{quoted(piece)} is not written as cards are: 2 attack and 1 starred move, "
                    "or nothing."
                )
            found[WORDS[name]] = found.get(WORDS[name], 0) + Number(1).read(n)
        return tuple((name, found[name]) for name in CARDS if name in found)

    def write(self, value: Cards) -> str:
        return (
            " and ".join(
                f"{n} {'starred ' + name[:-1] if '*' in name else name}" for name, n in value
            )
            or "nothing"
        )


class ShipCount:
    """Ships of one place: `2`, `2 fleets`, `1 warfleet`, `1 and 1 warfleet`."""

    longest = 5

    def read(self, text: str) -> Ships:
        alone = re.fullmatch(r"(\w++) warfleets?", text)
        both = re.fullmatch(r"(\w+)(?: fleets?)?(?: (?:and|,) (\w+) warfleets?)?", text)
        if alone:
            return 0, Number(1).read(alone[1])
        if both is None:
            raise unreadable(
                f"{quoted(text)} is not written as ships are: 2, or 1 warfleet, or 2 and 1 "
                "warfleet."
            )
        return Number(1).read(both[1]), Number(1).read(both[2]) if both[2] else 0

    def write(self, value: Ships) -> str:
        fleets, war = value
        return " and ".join(
            [*([str(fleets)] if fleets else []), *([f"{war} warfleet"] if war else [])]
        )


class Parties:
    """Ships of several places: `2 from d7 and 1 warfleet from c3`."""

    longest = 60

    def read(self, text: str) -> tuple[tuple[Ships, str], ...]:
        found = re.findall(r"(.+?) from (\S+)(?: (?:and|,) |$)", text)
        if not found or sum(len(ships) + len(at) + 6 for ships, at in found) + 5 * (
            len(found) - 1
        ) < len(text) - 3 * len(found):
            raise unreadable(f"{quoted(text)} is written: 2 from d7 and 1 from c3.")
        return tuple((ShipCount().read(ships), Space().read(at)) for ships, at in found)

    def write(self, value: tuple[tuple[Ships, str], ...]) -> str:
        return " and ".join(f"{ShipCount().write(ships)} from {at}" for ships, at in value)


def kinds() -> dict[str, Kind]:
    """The kinds of things that orders name."""
    codes = {one.code.replace("_", " "): one.code for one in tables().ability}
    return {
        "space": Space(),
        "spaces": Spaces(),
        "cards": CardList(),
        "ships": ShipCount(),
        "parties": Parties(),
        "seat": Seats({seat: seat for seat in COLOURS}),
        "ability": Names("ability", codes),
    }


def thing_names() -> frozenset[str]:
    """Names of spaces, cards, chits and abilities: no player is called so, for orders name them."""
    codes = {one.code.replace("_", " ") for one in tables().ability}
    return frozenset(
        {*spaces(), *WORDS, *codes, "fleet", "warfleet", "colony", "stargate", "homeworld", "deck"}
    )
