"""Faults of an edition's names: a world's, an export's, a contract's. Orders name them, and the
history keeps what was ordered by them; so each must be read as itself, wherever an order names it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from traders.engines.kernel.grammar.order_parts import name_key, words_of
from traders.engines.kernel.grammar.orders import Grammar
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import COLOURS
from traders.engines.kernel.words import hides
from traders.engines.star_traders.court.petition import Petition
from traders.engines.star_traders.delivery.delivery import Deliver
from traders.engines.star_traders.edition import Edition
from traders.engines.star_traders.holdings.cargo_orders import Assign, Load
from traders.engines.star_traders.holdings.stations import Permit
from traders.engines.star_traders.jump.jump import Jump
from traders.engines.star_traders.jump.personality_jumps import Take
from traders.engines.star_traders.play.named_things import kinds
from traders.engines.star_traders.play.order_language import ORDERS
from traders.engines.star_traders.position.choice_and_answer import Choose

NAME = re.compile(r"[^\W\d_](?:[^\W_]|[ '’.-]){0,39}")
"""What a world or an export may be called."""
NUMBER = re.compile(r"[A-Za-z0-9]{1,8}")
"""What a contract's id may be."""
WORD, BLANK = re.compile("[a-z]+"), re.compile("<.*?>")
"""Of the forms of orders."""
JOINING = frozenset(
    {
        *("and", "or", "not", "if", "when", "then", "else", "otherwise", "until", "for", "with"),
        *("to", "at", "on", "from", "as", "taking", "throw", "through", "discarding"),
    }
)
"""Words that stand between names in orders, conditions and deals, and so in no name."""
SPOKEN = frozenset(
    {
        *("pass", "hold", "yes", "no", "test", "plan", "all", "everybody", "payoff", "engine"),
        *("nothing", "me", "myself", "card", "imperial", "stellors", "prestige", *COLOURS),
        *(word for form in ORDERS.forms for word in WORD.findall(BLANK.sub("", form.usage))),
    }
)
"""Words that are orders, or mean something in one."""


def name_faults(book: Edition) -> Iterator[str]:
    """Every such fault, a sentence each."""
    for contract in book.printed.contracts:
        if not NUMBER.fullmatch(contract.id):
            yield f"Contract {contract.id[:20]!r}: an id is 1 to 8 letters and digits."
    language = Grammar(ORDERS.forms, kinds(book, COLOURS))
    others = {name_key(name) for name in (*book.cards, *book.personalities)}
    for world in book.printed.worlds:
        for name, lines in (
            (world.name, _of_a_world(world.name, world.number)),
            (world.exports, _of_an_export(world.exports)),
        ):
            if not NAME.fullmatch(name) or hides(name):
                yield (
                    f"World {world.number}: {name[:40]!r} is no name. It is one line of at most 40 "
                    "letters, digits, blanks and . ' -, and begins with a letter."
                )
            elif (
                JOINING & set(words_of(name))
                or name_key(name) in SPOKEN | others
                or not all(_is_read(language, line, order) for line, order in lines)
            ):
                yield (
                    f"World {world.number}: no order could name {name}: it is read as something "
                    "else, or as several words of an order."
                )


def _of_a_world(name: str, number: int) -> tuple[tuple[str, object], ...]:
    """Lines that name a world, each with the order that it is."""
    return (
        (f"jump {name}", Jump(to=number)),
        (f"jump {name} station", Jump(to=number, kind="station")),
        (f"petition {name}", Petition(at=number)),
        (f"permit red at {name}", Permit("red", at=number)),
        (f"take {name}", Take(number)),
        (f"choose {name}", Choose(name)),
    )


def _of_an_export(name: str) -> tuple[tuple[str, object], ...]:
    """Lines that name a cargo, each with the order that it is."""
    return (
        (f"load {name}", Load(name)),
        (f"load {name} x2", Load(name, 2)),
        (f"deliver {name}", Deliver(name)),
        (f"assign {name} to 1", Assign(name, space=1)),
        (f"choose {name}", Choose(name)),
    )


def _is_read(language: Grammar, line: str, order: object) -> bool:
    try:
        return bool(language.read(line) == order)
    except Refusal:
        return False
