"""The first letter: what the reader wants, a turn in five lines, how to answer, where they start,
when play waits, and the seed's fingerprint (PR-CHANCE-01, PR-INTERVAL-06).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from traders.domain.history.dice import MIXED
from traders.domain.letters.letter_facts import Facts
from traders.domain.letters.letter_recipient import Reader
from traders.domain.letters.plain_text_layout import plain
from traders.engines.kernel.book.game_introduction import first_steps_of
from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.engine.optional_contract import SeldomReacting, SettingUpInOrder
from traders.engines.kernel.words import capital
from traders.engines.registry import ENGINES
from traders.engines.registry import engine as engine_of

TIMING_WORDS = {
    "stops": "A reaction window is a pause in which others may react. It stays open for you only "
    "if you write a stop: `stop at …`, with its name. If the move could win, or somebody has "
    "reacted, it stays open for everyone.",
    "table": "A reaction window is a pause in which others may react. It waits until all who may "
    "react have answered, or until its deadline.",
    "sealed": "No reaction window waits: order your reactions ahead, by standing orders.",
}


PRESS_WORDS = {
    "anonymous": "Messages go under masks: every player has a number, told to nobody until the "
    "game is over. Write them in letters of their own.",
    "closed-windows": "While a reaction window is open, nobody writes messages.",
    "none": "At this table no messages are sent.",
}


_EXAMPLE = re.compile(r"`([^`]+)`")
_CONDITION = re.compile(r"^(?:if [^:]*: |otherwise:? )+|(?: if .*)$")
MOST_OF_TURN = 65
"""Words about a turn that the first letter takes whole."""


def welcome_context(facts: Facts, reader: Reader) -> dict[str, object]:
    """The template's data: the goal as the options have it, a turn, players, stops, timing and
    fingerprint.
    """
    system = str(facts.view.get("system", ""))
    steps = first_steps_of(ENGINES[system]) if system in ENGINES else None
    goal = engine_of(system).goal(facts.view) if system in ENGINES else ""
    return {
        "want": goal,
        "turn_lines": _of_this_game(_turn(steps.turn), facts) if steps else [],
        "start": _start(engine_of(system).brief(facts.view)) if system in ENGINES else "",
        "start_page": reader.page("start", system) if steps else "",
        "seated": [
            (
                seated.seat.capitalize(),
                _sitter(seated.player, seated.bot),
                seated.seat == reader.seat,
            )
            for seated in facts.table
        ],
        "set_up": _set_up_order(facts.view, system),
        "stops": [plain(stop, 120) for stop in facts.extra.get("stops", [])],
        "timing": waits_for_reactions(system, facts.view, str(facts.extra.get("timing", "stops"))),
        "press": PRESS_WORDS.get(str(facts.extra.get("press", "")), ""),
        "house_rules": [
            plain(line) for line in str(facts.extra.get("house_rules", "")).splitlines()
        ],
        "promise": reader.secret_digest,
        "mixes": reader.scheme == MIXED,
        "proof_page": reader.page("proof", reader.slug),
    }


def waits_for_reactions(system: str, view: View, timing: str) -> str:
    """When play waits for a reaction; "" in a game without any."""
    engine: object = engine_of(system) if system in ENGINES else None
    if isinstance(engine, SeldomReacting) and not engine.has_windows(view):
        return ""
    return TIMING_WORDS.get(timing, "")


def _set_up_order(view: View, system: str) -> str:
    """The order in which seats set up, where that is not the order of turns."""
    engine: object = engine_of(system) if system in ENGINES else None
    return engine.set_up_order(view) if isinstance(engine, SettingUpInOrder) else ""


def _start(brief: str) -> str:
    """Where the reader begins, under a heading that says whose it is."""
    return capital(brief.removeprefix("YOU: "))


def _turn(lines: Sequence[str]) -> list[str]:
    """A turn in five lines; where these are long, without what the first screen explains."""
    if len(" ".join(lines).split()) <= MOST_OF_TURN:
        return list(lines)
    return [line.partition(". ")[0].rstrip(".") + "." for line in lines]


def _of_this_game(lines: Sequence[str], facts: Facts) -> list[str]:
    """The lines with examples that the reader can order now, where there are such: of what is
    advised first, else of what is offered.
    """
    advised = facts.suggestion.orders if facts.suggestion else ()
    offered = (offer.order for offer in facts.offers if not offer.blanks)
    possible = [_CONDITION.sub("", order) for order in (*advised, *offered)]

    def example(found: re.Match[str]) -> str:
        order = found[1]
        verb, _, what = order.partition(" ")
        alike = [one for one in possible if one.startswith(f"{verb} ")]
        if not what or "…" in what or order in alike or not alike:
            return found[0]
        return f"`{alike[0]}`"

    return [_EXAMPLE.sub(example, line) for line in lines]


def _sitter(name: str, bot: bool) -> str:
    """The player's name, or that a bot or nobody has the seat."""
    if bot:
        return f"{plain(name, 40)}, a bot" if name else "a bot"
    return plain(name, 40) or "nobody yet"
