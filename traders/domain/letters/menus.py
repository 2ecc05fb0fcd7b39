"""What a reader may order, for a letter: each possible order with its words while they are few,
else in groups by their first word. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import msgspec

from traders.domain.letters.letter_facts import Facts
from traders.domain.letters.letter_recipient import Reader
from traders.domain.letters.plain_text_layout import to_reader
from traders.engines.kernel.contract.contract import Blank, Offer
from traders.engines.kernel.grammar.order_table import in_short, row_of
from traders.engines.kernel.telling.past_tense_telling import without_numbers
from traders.engines.registry import engine

FEW = 7
"""Possible orders that are told one by one, and groups of them that are told."""
LEAST = 2
"""Groups, or orders, that are told in any case: all of them stand in the answer to `orders`."""
MOST_OF_GROUP, LEAST_OF_GROUP = 12, (3, 1)
"""Orders of a group that the text names, and those of one that is shortened once, and once more;
all of them are in the HTML.
"""
MOST_THINGS = 7
"""Things named that a free part of an order may be; where there are more, they are counted."""
PASSES = (
    ("pass", "let it stand"),
    ("pass until my turn", "pass in every window before your turn, except at your stops"),
)
"""The two ways to say nothing in a reaction window."""
AHEAD = ("pass; next: pass", "pass here, and in the window that follows")
"""The way where another window of the same deed may follow."""
MOST_BUTTONS = 40
_BLANK = re.compile(r" \{\w+\}")


@dataclass(frozen=True, slots=True)
class Choosable:
    """A possible order: as typed, its free parts filled in for instance; in words, with what else
    these parts may be, and the link that sends it.
    """

    order: str
    form: str
    """The order with its free parts in braces."""
    words: str
    blanks: tuple[str, ...]
    link: str


@dataclass(frozen=True, slots=True)
class Group:
    """Possible orders that begin with the same word. `text`: all of them in one line, or of orders
    behind a colon in one each; `notes`: what they do.
    """

    title: str
    items: tuple[Choosable, ...]
    text: str
    notes: str


@dataclass(frozen=True, slots=True)
class Menu:
    """What the reader may order: a few one by one, or many in groups."""

    few: tuple[Choosable, ...] = ()
    groups: tuple[Group, ...] = ()
    window: bool = False
    """Whether it is that of a reaction window, so that its first order is `pass`."""
    possible: int = 0
    """How many orders there are, but for those told elsewhere."""

    @property
    def left(self) -> int:
        """How many of these orders stand neither among the few nor in a group."""
        return self.possible - len(self.few) - sum(len(group.items) for group in self.groups)


def shorter(menu: Menu) -> Menu | None:
    """The menu without its last group, or its last order, or where few are left with shorter
    groups, at last without what these do; None where it is as short as can be.
    """
    if len(menu.few) + len(menu.groups) > LEAST:
        if menu.groups:
            return replace(menu, groups=menu.groups[:-1])
        return replace(menu, few=menu.few[:-1])
    fewer, fewest = (_with_groups_of(menu, most) for most in LEAST_OF_GROUP)
    alone = replace(menu, few=menu.few[:1], groups=menu.groups[:1])
    bare = _with_groups_of(menu, LEAST_OF_GROUP[-1], noted=False)
    return next(
        (one for one in (fewer, alone, fewest, bare) if len(str(one)) < len(str(menu))), None
    )


def _with_groups_of(menu: Menu, most: int, *, noted: bool = True) -> Menu:
    groups = tuple(_shorter(group, most, noted=noted) for group in menu.groups)
    few = menu.few if noted else tuple(replace(one, words="") for one in menu.few)
    return replace(menu, few=few, groups=groups)


def _shorter(group: Group, most: int, *, noted: bool) -> Group:
    """The group with so many of its orders in its text, and without what they do unless `noted`."""
    notes = group.notes if noted else ""
    return replace(group, text=_text(group.items, most, notes), notes=notes)


def menu(
    facts: Facts, reader: Reader, subject: str, told: Sequence[str] = (), *, window: bool
) -> Menu:
    """The reader's possible orders, but for those `told` already. In a reaction window `pass` is
    first, and next to it `pass until my turn`.
    """
    known = {*told, "pass"} if window else {*told}
    if len(told) > 1 and facts.asked and told[-1] == facts.asked.silence:
        known.remove(told[-1])  # a turn may be ended at once, too
    offers = [offer for offer in map(_filled, _in_short(facts)) if offer.order not in known]
    asked = facts.asked.name if facts.asked and facts.asked.kind == "choice" else ""
    # what is asked is not repeated under each answer
    offers = [
        msgspec.structs.replace(offer, words="") if asked and offer.words == asked else offer
        for offer in offers
    ]
    shown = offers[:MOST_BUTTONS]
    closing = "\r\npass" if window else ""
    ways = (PASSES[0], AHEAD, *PASSES[1:]) if facts.asked and facts.asked.then else PASSES
    passing = [one for one in ways if one[0] not in told] if window else []
    replies = [order.replace("; ", "\r\n") for order, _ in passing]
    # a reaction's reply ends with `pass`, so that play does not wait for its sender
    replies += [one.order + (closing if one.reaction else "") for one in shown if not one.blanks]
    links = iter(reader.answering(subject, replies))
    passes = (
        tuple(Choosable(order, order, words, (), next(links)) for order, words in passing)
        if window
        else ()
    )
    orders = {one.order for one in offers}
    items = []
    for one in shown:
        order, blanks = _for_instance(one, orders)
        link = "" if one.blanks else next(links)
        told_of = to_reader(without_numbers(one.words), reader.who)
        items.append(Choosable(order, one.order, told_of, blanks, link))
    possible = len(passes) + len(offers)
    if len(items) <= FEW and not _alike(items):
        return Menu(few=(*passes, *items), window=window, possible=possible)
    words = [_word(item) for item in items]  # groups stand in the order of their first items
    by_word = sorted(items, key=lambda item: words.index(_word(item)))
    groups = []
    for of in (tuple(found) for _, found in groupby(by_word, key=_word)):
        notes = _notes(facts, of)
        groups.append(Group(_title(of), of, _text(of, MOST_OF_GROUP, notes), notes))
    return Menu(few=passes, groups=tuple(groups[:FEW]), window=window, possible=possible)


def _in_short(facts: Facts) -> tuple[Offer, ...]:
    """The possible orders without those that stand aside."""
    system = facts.view.get("system", "")
    return in_short(engine(system).orders(), facts.offers) if system else facts.offers


def _alike(items: list[Choosable]) -> bool:
    """Whether several that begin with the same word say the same of themselves."""
    told = [(_word(item), item.words) for item in items if item.words]
    return len(told) > len(set(told))


def _word(item: Choosable) -> str:
    return item.order.partition(" ")[0]


def _title(items: tuple[Choosable, ...]) -> str:
    return _word(items[0]).rstrip(":").capitalize()


def _notes(facts: Facts, items: tuple[Choosable, ...]) -> str:
    """What a group's orders do, in a few words: what all say of themselves, else what the table of
    orders notes of their words, else what it tells of such orders, if they are of one kind.
    """
    said = {item.words for item in items if item.words}
    if len(said) == 1:
        return said.pop()
    system = facts.view.get("system", "")
    rows = [row_of(engine(system).orders(), item.form) for item in items] if system and said else []
    row = next((row for row in rows if row is not None and row.notes), None)
    if row is None:
        helps = {row.help for row in rows if row is not None}
        return _in_brackets(helps.pop()) if len(helps) == 1 else ""
    words = {word for item in items for word in item.form.split()}
    first = _word(items[0])
    notes = [
        told if word == first else f"{word}: {told}" for word, told in row.notes if word in words
    ]
    return "; ".join(notes)


def _in_brackets(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:].rstrip(".")


def _text(items: tuple[Choosable, ...], most: int, notes: str) -> str:
    """At most so many of a group's orders in a line, with `notes` on what they do. Of an order that
    may go without its free part that alone is told.
    """
    word = _word(items[0])
    if len(items) == 1:
        item = items[0]
        words = "; ".join((item.words, *item.blanks))
        return f"`{item.order}`: {words}"
    whole = {item.form for item in items}
    told = [item for item in items if not item.blanks or _BLANK.sub("", item.form) not in whole]
    named = told[:most]
    bounds = list(dict.fromkeys("; ".join(item.blanks) for item in named if item.blanks))
    shown = [
        (item.order.removeprefix(word).strip() or f"`{word}`")
        + (f" ({'; '.join(item.blanks)})" if item.blanks and len(bounds) > 1 else "")
        for item in named
    ]
    left = f"{len(told) - most} more" if len(told) > most else ""
    if word.endswith(":"):  # what follows has signs of its own, and is told as it is typed
        alike = groupby(named, lambda item: "; ".join((item.words, *item.blanks)))
        each = [
            f"{', '.join(f'`{item.order}`' for item in found)}: {words}" for words, found in alike
        ]
        return "\n".join([*each, *([f"And {left}."] if left else [])])
    more = f", and {left}" if left else ""
    once = "; ".join(filter(None, (bounds[0] if len(bounds) == 1 else "", notes)))
    once = f" ({once})" if once else ""
    return f"{_title(items)}: {', '.join(shown)}{more}{once}"


def _for_instance(offer: Offer, others: Collection[str]) -> tuple[str, tuple[str, ...]]:
    """The order as it may be typed, and what may stand in place of each free part; with the parts
    in braces where it would be one of the `others`, or has several numbers: these are weighed
    against each other, and secret where they are committed.
    """
    values = [_value(blank) for blank in offer.blanks]
    order = offer.order
    for blank, value in zip(offer.blanks, values, strict=True):
        order = order.replace("{" + blank.name + "}", value)
    if order in others or sum(not blank.things for blank in offer.blanks) > 1:
        order = offer.order
        values = ["{" + blank.name + "}" for blank in offer.blanks]
    return order, tuple(map(_bounds, offer.blanks, values))


def _value(blank: Blank) -> str:
    """One thing that a blank may be, or a number from its middle."""
    if blank.things:
        return blank.things[0]
    least = blank.low or 0
    return str(least if blank.high is None else (least + blank.high + 1) // 2)


def _bounds(blank: Blank, shown: str) -> str:
    """What a blank may be in place of what is shown."""
    others = [thing for thing in blank.things if thing != shown]
    if blank.things:
        return f"{shown} may {'' if shown.startswith('{') else 'also '}be " + (
            f"any of {len(others)} more" if len(others) > MOST_THINGS else ", ".join(others)
        )
    low = 0 if blank.low is None else blank.low
    most = "or more" if blank.high is None else f"to {blank.high}"
    return f"{shown} may be {low} {most}"


def _filled(offer: Offer) -> Offer:
    """The offer with each blank that has only one possible value filled in, so that the order can
    be sent as it is.
    """
    order, left = offer.order, []
    for blank in offer.blanks:
        ways = blank.things or (
            (str(blank.low),) if blank.low is not None and blank.low == blank.high else ()
        )
        if len(ways) == 1:
            order = order.replace("{" + blank.name + "}", ways[0])
        else:
            left.append(blank)
    return msgspec.structs.replace(offer, order=order, blanks=tuple(left))
