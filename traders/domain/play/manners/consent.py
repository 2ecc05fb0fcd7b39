"""A letter that says no more than that what was proposed to its writer is meant, or is not: what it
sends is what the newest letter showed, and nothing else (PR-RECEIPT-09).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple, Protocol

from traders.domain.play.commands.line_reading_result import AS_SUGGESTED, Said
from traders.domain.play.manners import courtesy_and_doubt_detection
from traders.domain.play.manners.clause_splitting import plain
from traders.domain.play.manners.closed_word_classes import words, words_of
from traders.domain.play.manners.hedge_detection import may_turn
from traders.domain.play.manners.letter_line_corrections import ENDS, Unit
from traders.domain.play.manners.literal_order_check import Sight
from traders.domain.play.manners.order_synonyms import phrasebook
from traders.domain.play.manners.yes_no import verdict
from traders.engines.kernel.contract.contract import Offer
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import fold

NOT_WANTED = "You said no: nothing was done. `orders` lists what else you may do."
_ANOTHER_QUESTION = ("accept ", "decline ", "vote ")
"""Orders of the menu that answer another player, who may be meant by a bare yes."""
OF_A_CONSENT = frozenset((AS_SUGGESTED, "yes", "test", *ENDS))
"""Lines that mean what they are, and may stand in a consent."""
_TEST = re.compile(r"test[:,]? +(?=\w)", re.IGNORECASE)
_NAME = re.compile(r"[-–—~ ]*[A-Z][\w'-]*(?: [A-Z][\w'-]*){0,2}[.!]?")
_SIGNS = re.compile(r"[^\w\s']+")
_FLAT_NO = re.compile(
    r"(?:nope|nah|no(?= ?[.,;:!]| - |$| (?:thanks|thank you|thx|ta|cheers|please)\b))"
    r"(?:,? (?:thanks|thank you|thx|ta|cheers|please)\b)?(?:[ .,;:!-]+|$)"
)
"""Not the `no` of what follows: `no engine`."""
_PLACES = ("first", "second", "third")
_SMALL = frozenset(("a", "an", "the", "with", "to", "at", "for", "by", "as", "just", "please"))
_THANKS = re.compile(r"\b(?:thanks|thank you|thx|ta|cheers)\b")
_KEEPS = re.compile(r"\bi (?:would )?(?:rather|prefer to|sooner) (?=keep|hold|save|stay|stick)")
"""What goes against a suggestion to give something up, and not against what stands below."""
_SENT = re.compile(r"(?:sent|get|gesendet|envoyé|enviado) (?:from|with|via|von|mit|depuis|desde)\b")
"""What a mail program writes below a letter."""


class Proposal(NamedTuple):
    """What the letter that is answered proposes: `ways`, of which it asks whether one is meant;
    `lines`, which it suggests whole. `beside`: it also tells how an order is written, or what the
    writer asked for, so that more than one thing may be meant.
    """

    ways: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    beside: bool = False


class Consent(NamedTuple):
    """What a line says of what was proposed. `clear`: it can mean nothing else; `place`: which one
    of several it names, counted from 0.
    """

    clear: bool = True
    place: int | None = None
    named: bool = False
    """Whether it names the suggestion: `as you suggest`."""
    weak: bool = False
    """Whether it may be a mere word before an order: `ok`."""


class ReadsLetters(Protocol):
    """What reads a letter: the reader of a seat. `another`: whether a bare yes or no may answer
    something else than what was proposed.
    """

    sight: Sight
    question: str
    another: bool
    by_letter: bool

    def proposed(self) -> Proposal:
        """What the letter proposes that is answered; refused where that does not stand."""

    def units(self, line: str) -> list[Unit] | None:
        """The parts of a line."""

    def asks(self, line: str) -> bool:
        """Whether the line is a question."""

    def offers(self) -> list[Offer]:
        """What the seat may do now."""


def consenting(reader: ReadsLetters, typed: Sequence[str]) -> list[Said]:
    """What the lines of a letter say that is a consent, perhaps with `end` below it, questions,
    thanks and a name; nothing for another letter.
    """
    roles = list[tuple[str, Consent | str]]()
    for line, role in _roles(reader, typed):
        if role is None:
            return []
        roles.append((line, role))
    given = [one for _, one in roles if isinstance(one, Consent)]
    if len({one.place for one in given}) != 1:
        return []
    consent = next((one for one in given if one.named), given[0])
    if not consent.named and (reader.another or not reader.by_letter):
        return []
    if consent.weak and any(role == "end" for _, role in roles):
        return []  # `ok`, and below it the order
    found = list[Said]()
    for line, role in roles:
        if isinstance(role, Consent) and role is consent:
            meant = _meant(reader, line, consent)
            if not meant:
                return []
            found += meant
        elif role == "end":
            found += [] if found and found[-1].line in ENDS else [Said("end", line)]
        elif role == "test":
            found.append(Said("test", line))
        elif role == "asks":
            found.append(Said(line, line, "asks"))
    return found


def _roles(
    reader: ReadsLetters, typed: Sequence[str]
) -> Iterator[tuple[str, Consent | str | None]]:
    """What each line is: a consent, `end`, `test`, a question; "" where it says nothing, None where
    it says something else.
    """
    said = False
    for line in typed:
        tried = _TEST.match(line)
        rest = line[tried.end() :] if tried else line
        units = [fold(one.text) for one in reader.units(rest) or ()]
        consent = Consent(named=True) if units[:1] == [AS_SUGGESTED] else consent_of(line=rest)
        if consent is not None and set(units) <= {AS_SUGGESTED, "yes", *ENDS}:
            said = True
            if tried:
                yield line, "test"
            yield line, consent
            if set(units) & set(ENDS):
                yield line, "end"
        elif line.casefold() == "test":
            yield line, "test"
        elif said and units and set(units) <= set(ENDS):
            yield line, "end"
        elif reader.asks(line):
            yield line, None if courtesy_and_doubt_detection.doubts(plain(line).text) else "asks"
        else:
            yield line, "" if _says_nothing(reader, line, signs=said) else None


def _says_nothing(reader: ReadsLetters, line: str, *, signs: bool) -> bool:
    """Whether a line is polite, a mail program's, or, where it `signs` a letter, a name."""
    text = plain(line).text
    if courtesy_and_doubt_detection.casts_doubt(line) or verdict(text) == "no":
        return False
    if reader.units(line) == [] or courtesy_and_doubt_detection.is_chat(text) or _SENT.match(text):
        return True
    book = phrasebook(reader.sight.engine)
    known = book.verbs | book.vocabulary
    name = signs and _NAME.fullmatch(line) and not may_turn(text)
    return bool(name) and not known & set(text.split())


def consent_of(line: str) -> Consent | None:
    """What a line says that is a consent and nothing else; None for any other."""
    text, turned = plain(line)
    if turned or "?" in text:
        return None
    clear, place, weak, left = False, None, False, " ".join(_SIGNS.sub(" ", text).split())
    while left:
        for kind, pattern in _classes().items():
            found = pattern.match(left)
            if found is not None:
                clear, weak = clear or kind == "yes", weak or kind == "weak"
                if kind in _PLACES:
                    place = _PLACES.index(kind)
                left = left[found.end() :].strip()
                break
        else:
            return None
    if not (clear or weak or place is not None):
        return None
    wavering = not clear and place is None and bool(_THANKS.search(text))
    sure = not wavering and "..." not in line and "…" not in line
    return Consent(sure, place, weak=not clear and place is None)


@cache
def _classes() -> dict[str, re.Pattern[str]]:
    """Each class of words of a consent, as a pattern."""
    return {name: words_of(phrases) for name, phrases in words().consents.items()}


def _meant(reader: ReadsLetters, line: str, consent: Consent) -> list[Said]:
    """The lines that are meant by a consent; what is asked back where that is not clear; nothing
    where it answers nothing that was proposed.
    """
    try:
        ways, lines, beside = reader.proposed()
    except Refusal as refusal:
        bare = line.strip(" .!").casefold() == "yes"
        return [] if bare else [Said(line, line, "unclear", refusal.text)]
    if not ways and any(one.order.startswith(_ANOTHER_QUESTION) for one in reader.offers()):
        if not consent.named:
            return []
    consent = consent._replace(clear=consent.clear and (consent.named or not beside))
    if consent.named and beside and lines:
        ways = ()
    place = consent.place or 0
    if ways and consent.clear and (len(ways) == 1 or consent.place is not None):
        if place < len(ways):
            return [Said(ways[place], line, proposed=True)]
    elif not ways and consent.clear and (consent.place is None or (len(lines) == 1 and not place)):
        return [Said(one, line, proposed=True) for one in lines]
    first = ways[0] if ways else lines[0] if len(lines) == 1 else AS_SUGGESTED
    rest = [*ways[1:], *([AS_SUGGESTED] if ways and lines else [])]
    others = "".join(f" Else write `{one}`." for one in rest)
    words = f"Did you mean `{first}`?{others}"
    return [Said(line, line, "unclear", words, (first,))]


def behind_no(line: str) -> str | None:
    """What stands behind the no with which a line begins; None where it begins with none."""
    text = plain(line).text
    found = _FLAT_NO.match(text)
    return text[found.end() :] if found and verdict(text) == "no" else None


def declines(reader: ReadsLetters, line: str) -> bool:
    """Whether a line says no to what was proposed, and nothing that turns what stands below it."""
    rest = behind_no(line)
    if rest is None or reader.question or (reader.another and fold(line) == "no"):
        return False
    if reader.sight.is_own("no") or (rest and reader.sight.is_order(line)):
        return False  # the game's: `no bid`
    if any(one.order.startswith("decline ") for one in reader.offers()):
        return False
    return not rest or not courtesy_and_doubt_detection.casts_doubt(_KEEPS.sub("i ", rest))


def refusing(reader: ReadsLetters, typed: Sequence[str]) -> list[Said]:
    """A pass, where a letter says no with thanks and no more, and a window alone waits for it: it
    declines all that was offered. Nothing else, and nothing where one way was asked about.
    """
    first, *rest = [*typed, ""]
    asked_else = any(one.order.startswith(_ANOTHER_QUESTION) for one in reader.offers())
    said = behind_no(first) == "" and bool(_THANKS.search(plain(first).text))
    if not (reader.sight.asked and said) or asked_else or not declines(reader, first):
        return []
    if not all(_says_nothing(reader, line, signs=True) for line in rest if line):
        return []
    try:
        asked_back = bool(reader.proposed().ways)
    except Refusal:
        asked_back = False  # nothing is suggested; of a window that is closed a pass is told so
    return [] if asked_back else [Said("pass", first)]


def heads_change(line: str, below: str) -> bool:
    """Whether a line consents and tells with a colon what is otherwise: `ok, but with medium:`
    above `travel medium`.
    """
    text = plain(line).text
    agreed, but, change = text.rstrip(" :").partition(" but ")
    names = set(_SIGNS.sub(" ", change).split()) - _SMALL
    own = set(_SIGNS.sub(" ", plain(below).text).split())
    return bool(but and text.endswith(":") and names and names <= own and consent_of(agreed))
