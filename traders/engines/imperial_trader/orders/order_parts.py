"""The kinds of things that orders of this game name, by the chart at hand."""

from __future__ import annotations

import re

import msgspec

from traders.engines.imperial_trader.position.state import ALIEN_GOODS, SETTLERS, Chart
from traders.engines.imperial_trader.sub_sector import chart
from traders.engines.kernel.grammar import similar_words
from traders.engines.kernel.grammar.order_parts import Names, Number, shown, unreadable
from traders.engines.kernel.refusal import Refusal

WARES = {
    "hull": "hull",
    "advanced armored hull": "hull",
    "spirits": "spirits",
    "resilient machine spirits": "spirits",
    "autoloaders": "autoloaders",
    "licence": "licence",
    "license": "licence",
    "rogue traders licence": "licence",
}


class Course(msgspec.Struct, frozen=True):
    """`<planet> [<n>] [via <planet>…]`: where to fly, at most how many spaces, by which way; flown
    where the die shows `least` or more.
    """

    to: str
    n: int = 0
    via: tuple[str, ...] = ()
    least: int = 1


def planets(known: Chart) -> Names:
    """Planets by name: a part of one is enough of the chart's own, while a frontier world is named
    whole (IT-SHF-09).
    """
    own = {one.name for one in known.planets}
    return Names(
        "planet",
        {one.name: one.name for one in chart.worlds(known)},
        whole=[one.name for one in chart.worlds(known) if one.name not in own],
    )


class Cargo:
    """A buy order, `ore to carthax`, or a load without a card: `settlers`, `alien goods [from
    vigil]`. Of those held a part is enough.
    """

    def __init__(self, known: Chart, held: tuple[str, ...] = ()) -> None:
        self.planets = planets(known)
        self.exports = Names("cargo", {one.export: one.export for one in chart.worlds(known)})
        self.held = Names("buy order of yours", {order: order for order in held})
        self.own = {one.name: one.export for one in chart.worlds(known)}
        self.longest = self.planets.longest + self.exports.longest + 3

    def read(self, text: str) -> str:
        if text in ("settlers", "settler"):
            return SETTLERS
        alien = re.fullmatch(r"alien goods(?: from (.+))?", text)
        if alien:
            return f"{ALIEN_GOODS} from {self.planets.read(alien[1])}" if alien[1] else ALIEN_GOODS
        try:
            return str(self.held.read(text))
        except Refusal as refusal:
            near = refusal
        wrong: Refusal | None = None
        for joint in re.finditer(r" to ", text):
            try:
                export, planet = (
                    self.exports.read(text[: joint.start()]),
                    self.planets.read(text[joint.end() :]),
                )
            except Refusal as refusal:
                wrong = refusal
                continue
            if self.own[planet] == export:
                raise unreadable(f"{planet} exports {export} itself: there is no such order.")
            return f"{export} to {planet}"
        if near.kind == "ambiguous" or near.instead:
            raise near
        held = " or ".join(name.casefold() for name in self.held.names) or "none"
        raise wrong or unreadable(
            f"{shown(text)} names no buy order. You hold {held}.",
            self.held.names,
        )

    def write(self, value: str) -> str:
        return value.casefold()


class CoursesByDie:
    """Courses for some results of the die (IT-PBM-06): `, with 5 or more: cinderfall 2`, several
    one after another.
    """

    def __init__(self, known: Chart) -> None:
        self.planets, self.way, self.number = planets(known), Way(known), Number(1)
        self.longest = 6 * (self.way.longest + self.planets.longest + 8)

    def read(self, text: str) -> tuple[Course, ...]:
        pieces = re.split(
            r"(?:^| )(?:, )?(?:or )?with (\S+) or (?:more|better)(?: [:,])*(?: |$)", text
        )
        if pieces[0] or len(pieces) < 3:
            raise unreadable(f"{shown(text)} is no course by the die: with 5 or more: <course>")
        return tuple(
            self._course(self.number.read(n), words)
            for n, words in zip(pieces[1::2], pieces[2::2], strict=True)
        )

    def _course(self, least: int, text: str) -> Course:
        goal, _, via = (
            text.removesuffix(" ,").removeprefix("fly ").removeprefix("to ").partition(" via ")
        )
        if not goal:
            raise unreadable(
                "A course by the die is written: with 5 or more: <planet> [<n>] [via <planet>]"
            )
        to, n = self._goal(goal)
        return Course(to, n, self.way.read(via) if via else (), least)

    def _goal(self, text: str) -> tuple[str, int]:
        """The planet, whose name may end in a number, and at most how many spaces: 0 where that is
        not said.
        """
        name, _, n = text.rpartition(" ")
        try:
            return self.planets.read(text), 0
        except Refusal as refusal:
            try:
                spaces = self.number.read(n)
            except Refusal:
                raise refusal from None
            return self.planets.read(name), spaces

    def write(self, value: tuple[Course, ...]) -> str:
        return "".join(f", with {course.least} or more: {_written(course)}" for course in value)


def _written(course: Course) -> str:
    spaces = f" {course.n}" if course.n else ""
    way = f" via {' and '.join(course.via).casefold()}" if course.via else ""
    return f"{course.to.casefold()}{spaces}{way}"


class Way:
    """Planets on the way, joined by `and`, commas or `via`, or with nothing between."""

    def __init__(self, known: Chart) -> None:
        self.planets = planets(known)
        self.longest = 10 * (self.planets.longest + 1)

    words = ("and", "via", "then")
    """They join the names."""

    def read(self, text: str) -> tuple[str, ...]:
        found: list[str] = []
        for piece in re.split(r",\s?(?:and\b)?|\b(?:and|via|then)\b", text):
            found += self._row(piece.split())
        return tuple(found)

    def _row(self, words: list[str]) -> list[str]:
        """One planet, or several one after another, the longest names first."""
        try:
            return [self.planets.read(" ".join(words))]
        except Refusal as whole:
            for end in range(min(len(words) - 1, self.planets.longest), 0, -1):
                try:
                    first = self.planets.read(" ".join(words[:end]))
                except Refusal:
                    continue
                return [first, *self._row(words[end:])]
            raise whole from None

    def write(self, value: tuple[str, ...]) -> str:
        return " and ".join(self.planets.write(one) for one in value)


class Result:
    """What a first action may have come to (IT-PBM-02); `drew` with or without the order drawn."""

    WORDS = ("arrived", "loaded", "delivered", "drew", "wrecked")
    MEANT = {"wrecked": ("wreck", "destroyed", "ship destroyed", "ship lost", "lost", "crashed")}
    """Words that are taken for none of these, and what they are likely to mean."""

    def __init__(self, cargo: Cargo) -> None:
        self.cargo, self.longest = cargo, cargo.longest + 1

    def read(self, text: str) -> str:
        below = re.fullmatch(r"(?:damage|damaged) below (\S+)", text)
        if below:
            return f"damage below {Number(1).read(below[1])}"
        if text in self.WORDS:
            return text
        if text.startswith("drew "):
            return drew(self.cargo.read(text.removeprefix("drew ")))
        meant = [word for word, others in self.MEANT.items() if text in others]
        meant = meant or similar_words.nearest(text, self.WORDS, 1)
        hint = f" Did you mean {meant[0]}?" if meant else ""
        raise unreadable(
            f"{shown(text)} should be {', '.join(self.WORDS)}, drew <order> or damage below <n>."
            f"{hint}",
            meant or self.WORDS,
        )

    def write(self, value: str) -> str:
        return value


def drew(order: str) -> str:
    """The result of drawing this order."""
    return f"drew {order.casefold()}"
