"""The line that somebody most likely meant, where what they wrote cannot be read: it is told, and
never carried out (PR-RECEIPT-09).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import permutations, product
from typing import Any

from traders.domain.play.commands import query_commands, registry
from traders.domain.play.commands.line_reading_result import AS_SUGGESTED
from traders.domain.play.manners import (
    closed_word_classes,
    courtesy_and_doubt_detection,
    question_lookup,
)
from traders.domain.play.manners.clause_splitting import clauses, plain
from traders.domain.play.manners.literal_order_check import is_command, speaks
from traders.domain.play.manners.order_reader import Reader
from traders.domain.play.manners.order_synonyms import ALL, phrasebook
from traders.domain.table.change_set import Line
from traders.engines.kernel.contract.contract import Offer
from traders.engines.kernel.engine.optional_contract import Dealing
from traders.engines.kernel.grammar import similar_words
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import COLOURS
from traders.engines.kernel.words import fold, listed, sentence
from traders.engines.registry import ENGINES, engine

MOST = 2
"""Lines that are named."""
MOST_POSSIBLE = 3
"""Lines that are named of those that may be given, where none is near."""
MOST_BEGUN = 9
"""Lines that are named of an order of which only the beginning is said."""
MOST_WORDS_OF_A_NAME = 2
"""Before a colon; more are no name: `I'd like a new order: deal`."""
MOST_WORDS = 40
"""Words of a text in which an order is looked for."""
LONGEST_ORDER = 9
"""Words of an order that stands within a sentence."""
_COUNTED = {
    word: str(n) for n, word in enumerate(["zero", "one", "two", "three", "four", "five", "six"])
} | {"both": "2"}
_BARGAIN = re.compile(
    r"\b(?:give|offer|pay|trade|swap|exchange|have) (?:(?:you|him|her|them|\w+) )?"
    r"(?:my )?(\w+(?: \w+){0,4}?) (?:in exchange |in return )?for (?:your |his |her |their )?"
    r"(\w+(?: \w+){0,4})"
)
_GIVING_UP = ("discard", "abandon", "drop", "decline")
"""Verbs of orders that give something up."""
_BY_WAY = re.compile(r" (?:over|via|through|past|by|by way of) ")
_TO_AN_OFFER = {"yes": "accept", "no": "decline"}
"""What a bare word says to who has an offer."""
_ALL = re.compile(
    r"\b(?:all|every\w*|complete(?:ly)?|full(?:y)?|whole|entire(?:ly)?|total(?:ly)?)\b"
)
"""How as much is said as can be."""
_NUMBER = re.compile(r"\b\d+\b")
_HINT = re.compile(r" (?:Did you mean|It is written)\b.*$", re.DOTALL)
"""A refusal's own guess at what was meant."""
LEAST_ALIKE = 4
"""Letters of a word that may be mistyped."""


def tell_instead(reader: Reader, line: Line) -> None:
    """Name in the refusal of a line that cannot be read the lines that were most likely meant;
    where none is near, what may be done now.
    """
    words = _HINT.sub("", line.words)
    if courtesy_and_doubt_detection.denies(line.text):
        if not similar_words.nearest(fold(line.text), line.instead, 1):
            line.words, line.instead = words, ()
        return
    near = [one for one in nearest_lines(reader, line.text) if one not in words]
    if near and fold(line.text) not in near:
        meant = listed([f"`{one}`" for one in near], joint="or")
        line.words, line.instead = f"{sentence(words)} Did you mean {meant}?", tuple(near)
        return
    verb = fold(line.text).partition(" ")[0]
    if ways := wanted_ways(reader, line.text):
        told = (f"`{written}`: {does}" for written, does in ways)
        line.words = " ".join([sentence(words), *told])
        return
    if _is_of_another_game(reader, verb) or (words == line.words and not line.instead):
        line.words, line.instead = words, tuple(_possible(reader, verb))


def wanted_ways(reader: Reader, line: str) -> list[tuple[str, str]]:
    """The commands of which a line speaks that is none, each with what it does."""
    text, known = plain(line).text, registry.known_in(reader.sight.engine)
    few = len(text.split()) <= MOST_WORDS and not speaks(fold(line))
    return question_lookup.commands_about(text, known, reader.sight.seat) if few else []


def _possible(reader: Reader, verb: str) -> list[str]:
    """What may be done now, of the orders that begin so, else the first of each verb."""
    menu = [query_commands.as_written(one.order) for one in reader.offers()]
    first = dict[str, str]()
    for order in menu:
        first.setdefault(order.partition(" ")[0], order)
    own = [order for order in menu if order.partition(" ")[0] == verb]
    return (own or [*first.values()])[:MOST_POSSIBLE]


def _is_of_another_game(reader: Reader, word: str) -> bool:
    """Whether orders of another game begin so, and none of this one: then it is not mistyped."""
    own = phrasebook(reader.sight.engine).verbs
    return word not in own and any(word in _verbs(name) for name in ENGINES)


@cache
def _verbs(name: str) -> frozenset[str]:
    rows = engine(name).orders()
    return frozenset(form.split()[0] for row in rows for form in row.forms)


def nearest_lines(reader: Reader, line: str) -> list[str]:
    """Lines that can be read, and are nearest to this one that cannot, the likeliest first. Those
    that may be done now come before others.
    """
    text = plain(line).text
    head, colon, _ = line.partition(":")
    if colon and (len(head.split()) <= MOST_WORDS_OF_A_NAME or speaks(fold(line))):
        return []  # words are for somebody
    if len(text.split()) > MOST_WORDS or courtesy_and_doubt_detection.denies(line):
        return []
    begun = [one.order for one in reader.offers() if one.order.startswith(f"{text} ")]
    if 0 < len(begun) <= MOST_BEGUN and not any("{" in one for one in begun):
        return begun
    words = len(text.split())
    found = dict.fromkeys(
        one
        for one in _candidates(reader, text)
        if one == "hold" or len(one.split()) == words or not reader.is_query(one or "x")
    )
    for none in ("", AS_SUGGESTED):  # the letter would not have been refused
        found.pop(none, None)
    found = dict.fromkeys(one for one in found if not _leaves_out(one, text, reader))
    for word, command in _TO_AN_OFFER.items():
        answers = [one.order for one in reader.offers() if one.order.startswith(f"{command} ")]
        if answers and not reader.question and word in found:
            found = dict.fromkeys([*answers, *(one for one in found if one != word)])
    if not reader.question:
        found = dict.fromkeys(one for one in found if one not in _TO_AN_OFFER)
    menu = {"undo", *(offer.order for offer in reader.offers())}
    lines = [one for line in found for one in _as_offered(reader, line)]
    return sorted(dict.fromkeys(lines), key=lambda one: one not in menu)[:MOST]


def _leaves_out(line: str, text: str, reader: Reader) -> bool:
    """Whether the line goes where the text goes by way of something that the line does not name."""
    names = question_lookup.names_in(text, reader.sight.engine)
    return any(
        text.endswith(to, 0, way.start()) and text.startswith(by, way.end())
        for way in _BY_WAY.finditer(text)
        for to, by in permutations(names, 2)
        if to in line and by not in line
    )


def _as_offered(reader: Reader, line: str) -> list[str]:
    """The line in the words in which the menu offers it; where it leaves something open, the lines
    of the menu that go on from it.
    """
    whole = [offer.order for offer in reader.offers() if not offer.blanks]
    meant = _order_of(reader, line)
    if line in whole or meant is None:
        return [line]
    same = [one for one in whole if _order_of(reader, one) == meant]
    written = reader.sight.engine.write(meant)
    written = line if "(" in written else written  # what only the history says
    longer = [one for one in whole if one.startswith(f"{written} ")]
    return same[:1] or longer[:MOST] or [written]


def _order_of(reader: Reader, line: str) -> Any:
    """The order that a line is, None for another line."""
    sight = reader.sight
    try:
        return sight.engine.read(sight.state, sight.seat, line, sight.names)
    except Refusal:
        return None


def _candidates(reader: Reader, text: str) -> Iterator[str]:
    yield reader.absences.meant(text)
    if bargain := _bargain(reader, text):
        yield bargain
        return
    for line in ("forget plan", "undo"):
        if closed_word_classes.topic(line).search(text):
            yield line
    said = False
    if failing := reader.failing(text):
        yield from _mended_or_like(reader, failing)
    for part in clauses(text) or ():
        for unit in reader.units(part.text) or ():
            if unit.kind == "line" and not reader.is_query(unit.text):
                said = True
                yield unit.text
    if said:
        return
    for one in [text, *(part.text for part in clauses(text) or ())]:
        polite = courtesy_and_doubt_detection.is_polite(one)
        for rest in (
            dict.fromkeys(courtesy_and_doubt_detection.undressed(one)) if not polite else ()
        ):
            for line in _mended(reader, rest):
                said = True
                yield line
        if said:
            return
    for line in _with_one_slip(reader, text):
        said = True
        yield line
    for line in _standing_in(reader, text) if not said else ():
        said = True
        yield line
    if not said:
        yield from _like_the_menu(reader, text)


def _bargain(reader: Reader, text: str) -> str:
    """The offer to a seat that a sentence makes: `Blue, I'd give you 10 stellors for Zap`."""
    sight, found = reader.sight, _BARGAIN.search(text)
    others = {one for one in re.findall(r"\w+", text) if one in COLOURS} - {sight.seat}
    if not found or len(others) != 1 or not isinstance(sight.engine, Dealing):
        return ""
    to = others.pop()
    for gives, takes in product(*((one, f"card {one}") for one in found.groups())):
        with suppress(Refusal):
            given = sight.engine.things(sight.state, sight.seat, gives, sight.names, own=True)
            taken = sight.engine.things(sight.state, to, takes, sight.names)
            return f"offer {to}: {given} for {taken}"
    return ""


def _mended_or_like(reader: Reader, part: str) -> Iterator[str]:
    """What a part of a line that cannot be read most likely means."""
    found = [
        line
        for rest in courtesy_and_doubt_detection.undressed(part)
        for line in _mended(reader, rest)
    ]
    yield from found or [*_within(reader, part)] or [*_like_the_menu(reader, part)][:1]


def _mended(reader: Reader, text: str) -> Iterator[str]:
    """The text with words that nothing is called as the ones that they look like, and with a verb
    parted from what it was written together with.
    """
    book = phrasebook(reader.sight.engine)
    words = re.findall(r"[a-z0-9']+", text)[:LONGEST_ORDER]
    known = sorted(book.vocabulary | book.verbs)
    choices = [[word] if word in known else _alike(word, known, book.verbs) for word in words]
    if words and _is_of_another_game(reader, words[0]):
        return
    if not words or not all(choices):
        return
    for n in range(2):
        line = " ".join(options[min(n, len(options) - 1)] for options in choices)
        if line != text and (order := book.order(line, reader.sight, menu=reader.offers())):
            yield order


def _alike(word: str, known: list[str], verbs: frozenset[str]) -> list[str]:
    if word in closed_word_classes.words().common:
        return [word]
    parted = [
        f"{verb} {word[len(verb) :]}"
        for verb in verbs
        if len(verb) > 2 and word.startswith(verb) and word[len(verb) :] in known
    ]
    if parted or len(word) < LEAST_ALIKE:
        return parted or [word]
    return similar_words.mistyped(word, known, 2) or [word]


def _with_one_slip(reader: Reader, text: str) -> Iterator[str]:
    """The text with another first word, of which one letter was mistyped: short words too."""
    first, _, rest = text.partition(" ")
    if first in closed_word_classes.words().common or _is_of_another_game(reader, first):
        return
    verbs = sorted(phrasebook(reader.sight.engine).verbs)
    for verb in similar_words.mistyped(first, verbs, len(verbs)):
        line = f"{verb} {rest}".strip()
        if reader.sight.is_order(line):
            yield line


def _within(reader: Reader, text: str) -> Iterator[str]:
    """Orders that stand within a sentence, from a verb on, the longest first."""
    book = phrasebook(reader.sight.engine)
    words = re.findall(r"[a-z0-9']+", text)
    for n, word in enumerate(words):
        if word not in book.verbs:
            continue
        for end in range(min(len(words), n + LONGEST_ORDER), n, -1):
            line = book.order(" ".join(words[n:end]), reader.sight, menu=reader.offers())
            if line and not reader.is_query(line):
                yield line
                break


def _standing_in(reader: Reader, text: str) -> list[str]:
    """Orders that stand within a sentence; or what may be done now with the things with which it
    ends, counted and in more words: `everything: 2 attack and 2 research`.
    """
    within, sight = [*_within(reader, text)], reader.sight
    book = phrasebook(sight.engine)
    words = text.rstrip(" .!").split()[-LONGEST_ORDER:]
    verbs = dict.fromkeys(offer.order.split()[0] for offer in reader.offers())
    for start in range(len(words) - max((len(one.split()) for one in within), default=0)):
        said = (f"{verb} {' '.join(words[start:])}" for verb in verbs)
        counted = words[start].isdigit() or words[start] in (*_COUNTED, *ALL)
        lines = (book.order(one, sight, menu=reader.offers(), loosely=False) for one in said)
        if counted and (found := [line for line in lines if line]):
            return found
    return within


def _like_the_menu(reader: Reader, text: str) -> Iterator[str]:
    """What may be done now, and shares most of its words with the text."""
    words = question_lookup.asked_about(text)
    names = question_lookup.names_in(text, reader.sight.engine)
    found = (word.removesuffix("x") for word in re.findall(r"[a-z0-9]+", text))
    numbers = [word for word in (_COUNTED.get(one, one) for one in found) if word.isdigit()]
    about = question_lookup.offers_about(words, reader.offers())
    near = [offer for offer in about if _names_alike(offer, words, names)]
    if closed_word_classes.topic("keeping").search(text):
        near = _keeping(near, reader.offers())
    for offer in near:
        most = [str(blank.high) for blank in offer.blanks if blank.high and _ALL.search(text)]
        yield _as_many(_filled(offer, names, numbers or most, reader), numbers, reader)


def _names_alike(offer: Offer, words: list[str], names: list[str]) -> bool:
    """Whether what is offered is about what these words name: one of the things of the game, or
    more than a verb that does something with other things, or the seat that it is done to.
    """
    first, *objects = offer.order.split()
    verb = question_lookup.stem(first)
    told = f"{offer.order} {offer.words}".casefold()
    if names and not offer.blanks:
        return bool(question_lookup.naming(names, [told]))
    seats = map(question_lookup.stem, COLOURS)
    shared = {*words}.intersection(question_lookup.asked_about(told)).difference(seats)
    shared = {word for word in shared if not word.isdigit()}
    return bool(shared - {verb}) or (verb in shared and (not objects or bool(offer.blanks)))


def _as_many(line: str, numbers: list[str], reader: Reader) -> str:
    """The line with the one number that was said in place of the one that it has: of an order's,
    since a command's is no count but which of several is meant.
    """
    own = _NUMBER.findall(line)
    if len(own) != 1 or len(numbers) != 1 or is_command(line):
        return line
    made = _NUMBER.sub(numbers[0], line)
    return made if reader.sight.is_order(made) else line


def _keeping(named: list[Offer], menu: Sequence[Offer]) -> list[Offer]:
    """What is offered to somebody who would keep what they name: not to give that up, but the one
    other thing that may be.
    """
    gives_up = [offer for offer in menu if offer.order.partition(" ")[0] in _GIVING_UP]
    others = [offer for offer in gives_up if offer not in named]
    if len(others) == 1 and len(others) < len(gives_up):
        return others
    return [offer for offer in named if offer not in gives_up]


def _filled(offer: Offer, names: list[str], numbers: list[str], reader: Reader) -> str:
    """An offered order with what the text names in place of its blanks; "" where it names none."""
    line = offer.order
    if "{" not in line:
        return line
    for thing in (*names, *numbers, "1"):
        made = re.sub(r"\{[^{}]*\}", thing, line, count=1)
        if "{" not in made and reader.sight.is_order(made):
            return made
    return ""
