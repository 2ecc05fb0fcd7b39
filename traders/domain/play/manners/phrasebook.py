"""What people say for an order: other verbs, articles, small words, the words by which the menu
tells of it. All words are the registry's, the game's own tables' and its menu's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Any

from traders.domain.play.commands import registry
from traders.domain.play.manners.plain_orders import Sight, first_words
from traders.domain.play.manners.vocabulary import any_of, words
from traders.engines.kernel.contract import Engine, Offer
from traders.engines.kernel.order_table import row_of

MOST_WORDS = 16
"""Words of an order that is looked for in other words: what has more is prose."""
ANSWERS = ("yes", "no")
"""Commands that are mere words within a line."""
IN_WINDOWS = ("pass", "hold")
"""Commands whose sayings mean them only where a window waits for the seat."""
NUMBERED = ("accept", "decline")
"""Commands with a number, which is clear where one offer stands."""
_SIGNS = re.compile(r"[,\"!?;:]+")
_LETTER_AND_NUMBER = re.compile(r"\b([a-z]) (\d{1,2})\b")
_AIM = re.compile(r" (on|at|to|for|against|upon) ")
_ONE = re.compile(r"^(?:a|an|another|one more)$")


class Phrasebook:
    """The sayings of one engine's orders and of the commands."""

    def __init__(self, engine: Engine[Any, Any]) -> None:
        self.rows = tuple(engine.orders())
        literals = [word for grammar in engine.grammars() for word in grammar.literals()]
        names = [word for name in engine.thing_names() for word in name.casefold().split()]
        self.vocabulary = frozenset(re.findall(r"[a-z0-9]+", " ".join([*literals, *names])))
        self._stems = frozenset(word for one in self.vocabulary for word in _nouns_of(one))
        self._things = [_nouns_of(name) for name in engine.thing_names()]
        self.verbs = frozenset(
            [usage.split()[0] for row in self.rows for usage in row.forms]
            + list(first_words(registry.known_in(engine)))
        ) - {"<", "to"}
        self._said = dict[str, list[tuple[str, str]]]()
        """By the first word, the longest first."""
        for phrase, prefix in sorted(
            ((phrase, row.prefix) for row in self.rows for phrase in row.said),
            key=lambda said: -len(said[0].split()),
        ):
            self._said.setdefault(phrase.split()[0], []).append((phrase, prefix))
        self._helped = dict[str, list[tuple[tuple[str, ...], str, tuple[str, ...]]]]()
        """By the first word: the words of a form, the form, and the words that tell of it."""
        for row in self.rows:
            told = _nouns_of(_first_clause(row.help))
            for form in row.forms:
                if own := _fixed(form.removesuffix(" <n>").removesuffix(" <some>")):
                    self._helped.setdefault(own[0], []).append((own, form, told))
        self._implied = tuple(row.prefix for row in self.rows if row.implied)
        ends = [row.prefix for row in self.rows]
        self._commands = {
            line: re.compile(any_of(phrases))
            for line, phrases in words().said.items()
            if line != "end" or "end" in ends
        }

    # --- sayings ----------------------------------------------------------------------------------

    def command(self, text: str, sight: Sight) -> str:
        """The command that the text is a saying of, "" for none."""
        ownerless = re.sub(r"'s\b", "", text)
        for bare in dict.fromkeys(
            (text, without(text, _articles()), without(ownerless, _articles()))
        ):
            for line, pattern in self._commands.items():
                if line in IN_WINDOWS and not sight.asked:
                    continue
                if pattern.fullmatch(bare):
                    return line
        return ""

    def order(self, text: str, sight: Sight, *, menu: Sequence[Offer] = ()) -> str:
        """The order or command that the text says in other words, "" for none. Every word of it
        counts: what neither an order nor a small word can take is prose.
        """
        text = " ".join(text.strip(" ,.!;:-\"'").split())
        if not text or len(text.split()) > MOST_WORDS:
            return ""
        if text not in ANSWERS and sight.is_order(text):
            return text
        if found := self.command(text, sight):
            return _numbered(found, text, menu) if found in NUMBERED else found
        for line in self._variants(text, menu):
            if (
                line not in ANSWERS
                and line.partition(" ")[0] in self.verbs
                and not _joints().fullmatch(line.rpartition(" ")[2])  # what it names was left out
                and sight.is_order(line)
            ):
                return line
        return self._by_menu(text, menu) or self._by_help(text, sight)

    def _variants(self, text: str, menu: Sequence[Offer]) -> Iterator[str]:
        """The text as orders are written, with ever more of its small words left out."""
        renamed = list(self._renamed(text))
        phrases = [line for line, words_of in renamed if words_of > 1]
        for said in dict.fromkeys((*phrases, text, *(line for line, _ in renamed))):
            yield from dict.fromkeys(self._shortened(said))
        for prefix in self._implied:
            if self._names_one(text, prefix, menu):
                for short in dict.fromkeys(self._shortened(text)):
                    yield f"{prefix} {short}"

    def _names_one(self, text: str, prefix: str, menu: Sequence[Offer]) -> bool:
        """Whether the text begins with what an order of this prefix names, and holds names alone:
        something that it names now, or a thing by its whole name.
        """
        nouns = _nouns_of(text)
        if not nouns or not all(self._is_known(word) for word in nouns):
            return False
        offered = [_nouns_of(o.order) for o in menu if o.order.startswith(f"{prefix} ")]
        return any(nouns[0] in order[1:] for order in offered) or any(
            nouns[: len(name)] == name for name in self._things
        )

    def _is_known(self, word: str) -> bool:
        return word in self._stems or word in _COLOURS

    def _renamed(self, text: str) -> Iterator[tuple[str, int]]:
        """The text with an order's own words in place of others for them, or of its `-ing`, and how
        many words that were.
        """
        bare = without(text, _articles())
        for one in dict.fromkeys((text, bare)):
            for phrase, prefix in self._said.get(one.partition(" ")[0], ()):
                if one == phrase or one.startswith(f"{phrase} "):
                    rest = one.removeprefix(phrase).strip()
                    yield f"{prefix} {rest}".strip(), len(phrase.split())
            first, _, rest = one.partition(" ")
            if verb := _plain_verb(first, self.verbs):
                yield f"{verb} {rest}".strip(), 1

    def _shortened(self, text: str) -> Iterator[str]:
        yield without(without(text, _articles()), _nows(), first=1)
        signless = " ".join(_SIGNS.sub(" ", text).split())
        plain = _LETTER_AND_NUMBER.sub(r"\1\2", signless)
        for one in dict.fromkeys((signless, plain, *_aimed(plain))):
            yield one
            yield _with_one(one)
            bare = without(one, _articles())
            yield bare
            now = without(bare, _nows(), first=1)
            yield now
            verb, _, rest = now.partition(" ")
            unjointed = f"{verb} {_without_joint(rest)}".strip()
            yield unjointed
            pointless = without(unjointed, _pointers(), first=1)
            if len(pointless.split()) > 1:
                yield pointless
            for done in (one, bare, now, unjointed):
                yield " ".join(_singular(word, self.vocabulary) for word in done.split())

    # --- by the menu's words ----------------------------------------------------------------------

    def _by_menu(self, text: str, menu: Sequence[Offer]) -> str:
        """The one order of the menu that is told of in these words."""
        fits = list[tuple[int, str]]()
        for said in dict.fromkeys((text, *(line for line, _ in self._renamed(text)))):
            wanted = _nouns_of(said)
            for offer in menu:
                if offer.blanks or "{" in offer.order or not wanted:
                    continue
                own, told = _nouns_of(offer.order), _nouns_of(_first_clause(offer.words))
                if wanted[0] not in (*own[:1], *told[:1]):
                    continue
                whole = wanted[0] == own[0] and _holds_all(wanted, own)
                beside = set(wanted) - set(own)
                helped = beside and beside <= self._helping(offer.order, menu)
                if whole and (helped or _follows(wanted, [*own, *told])):
                    fits.append((len(own), offer.order))
                elif len(wanted) > 1 and told and wanted[0] == told[0] and _follows(wanted, told):
                    fits.append((0, offer.order))
        best = max((size for size, _ in fits), default=-1)
        found = {order for size, order in fits if size == best}
        return found.pop() if len(found) == 1 else ""

    def _helping(self, order: str, menu: Sequence[Offer]) -> set[str]:
        """Words by which the registry tells of an order, and that no other of the menu has."""
        row = row_of(self.rows, order)
        others = {word for other in menu if other.order != order for word in _nouns_of(other.order)}
        return set(_nouns_of(row.help.partition(".")[0])) - others - _TURNED if row else set()

    def _by_help(self, text: str, sight: Sight) -> str:
        """The order that is its own first words alone, with words beside them by which the registry
        tells what it does.
        """
        for said in dict.fromkeys((text, *(line for line, _ in self._renamed(text)))):
            wanted = _nouns_of(said)
            for own, form, told in self._helped.get(wanted[0], ()) if wanted else ():
                if form != " ".join(own) and wanted[len(own) : len(own) + 1]:
                    own = (*own, wanted[len(own)]) if form.endswith(">") else own
                if wanted[: len(own)] != own or len(wanted) == len(own):
                    continue
                line = " ".join(own)
                beside = wanted[len(own) :]
                if all(word in told for word in beside) and sight.is_order(line):
                    return line
        return ""


_COLOURS = frozenset(
    ("red", "blue", "green", "yellow", "purple", "orange", "white", "black", "me", "myself")
)


def _numbered(command: str, text: str, menu: Sequence[Offer]) -> str:
    """The command with its number, where the menu has it once, of a seat that is named; else ""."""
    named = _COLOURS.intersection(_nouns_of(text))
    found = [
        offer.order
        for offer in menu
        if offer.order.startswith(f"{command} ") and named <= set(_nouns_of(offer.words))
    ]
    return found[0] if len(found) == 1 else ""


_BOOKS: dict[Any, Phrasebook] = {}


def phrasebook(engine: Engine[Any, Any]) -> Phrasebook:
    """The phrasebook of an engine, made once."""
    if engine not in _BOOKS:
        _BOOKS[engine] = Phrasebook(engine)
    return _BOOKS[engine]


@cache
def _articles() -> re.Pattern[str]:
    return _words_of(words().articles)


@cache
def _nows() -> re.Pattern[str]:
    return _words_of(words().nows)


@cache
def _pointers() -> re.Pattern[str]:
    return _words_of(words().pointers)


@cache
def _joints() -> re.Pattern[str]:
    return _words_of(words().joints)


def _words_of(phrases: Iterable[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w']){any_of(phrases)}")


def without(text: str, small: re.Pattern[str], *, first: int = 0) -> str:
    """The text without these small words, of which the first word of all is none where `first`."""
    head, _, rest = text.partition(" ") if first else ("", "", text)
    return " ".join(f"{head} {small.sub(' ', rest)}".split())


def _without_joint(rest: str) -> str:
    found = _joints().match(rest)
    return rest[found.end() :].strip() if found and rest[found.end() :].strip() else rest


def _aimed(text: str) -> list[str]:
    """The text with another small word before what an order is aimed at: `on`, `at` or `to`."""
    found = _AIM.search(text)
    if found is None:
        return []
    return [f"{text[: found.start(1)]}{word}{text[found.end(1) :]}" for word in ("on", "at", "to")]


def _with_one(text: str) -> str:
    """`a`, `another` and `both` as the numbers that they are."""
    numbers = ("2" if word == "both" else word for word in text.split())
    return " ".join("1" if _ONE.match(word) else word for word in numbers)


def _singular(word: str, known: frozenset[str]) -> str:
    """A word that nothing is called as the one that something is."""
    if word in known:
        return word
    for other in (word.removesuffix("es"), word.removesuffix("s"), f"{word}s"):
        if other in known and len(other) > 2:
            return other
    return word


def _plain_verb(word: str, verbs: frozenset[str]) -> str:
    """The verb of which the word is the `-ing`; "" for another word."""
    stem = word.removesuffix("ing")
    if stem == word or len(stem) < 2:
        return ""
    halved = stem[:-1] if len(stem) > 2 and stem[-1] == stem[-2] else stem
    return next((verb for verb in (stem, f"{stem}e", halved) if verb in verbs), "")


@lru_cache(maxsize=4096)
def _nouns_of(text: str) -> tuple[str, ...]:
    """The words that tell something, without articles, joints and the like, in the singular."""
    bare = re.sub(r"[^\w\s]", " ", text.casefold().replace("'", ""))
    for small in (_articles(), _nows(), _joints(), _pointers()):
        bare = without(bare, small)
    return tuple(word.removesuffix("s") if len(word) > 3 else word for word in bare.split())


@lru_cache(maxsize=4096)
def _first_clause(told: str) -> str:
    return re.split(r"[,:;.]", told, maxsplit=1)[0]


_TURNED = frozenset(("no", "not", "nothing", "never", "without", "none"))


def _follows(wanted: Sequence[str], told: Sequence[str]) -> bool:
    """Whether the words stand among those that are told, in their order, and nothing that turns
    them is left out.
    """
    rest = iter(told)
    return all(any(word == other for other in rest) for word in wanted) and not (
        _TURNED.intersection(told) - set(wanted)
    )


def _holds_all(wanted: Sequence[str], own: Sequence[str]) -> bool:
    rest = iter(wanted)
    return all(any(word == other for other in rest) for word in own)


@cache
def _fixed(form: str) -> tuple[str, ...]:
    """The words of a form of which nothing must be filled in; empty for another."""
    bare = form
    while "[" in bare and (shorter := re.sub(r"\[[^\[\]]*\]", "", bare)) != bare:
        bare = shorter
    return () if "<" in bare or "|" in bare else _nouns_of(bare)
