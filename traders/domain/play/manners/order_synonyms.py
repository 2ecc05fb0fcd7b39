"""What people say for an order: other verbs, articles, small words, the words by which the menu
tells of it. All words are the registry's, the game's own tables' and its menu's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from traders.domain.play.commands import registry
from traders.domain.play.manners.closed_word_classes import any_of, words, words_of
from traders.domain.play.manners.function_words import (
    AIM,
    TURNED,
    aimed,
    articles,
    first_clause,
    fixed,
    follows,
    holds_all,
    joints,
    nouns_of,
    nows,
    plain_verb,
    pointers,
    singular,
    telling,
    with_one,
    without,
    without_joint,
)
from traders.domain.play.manners.literal_order_check import Sight, first_words
from traders.engines.kernel.contract.contract import Engine, Offer
from traders.engines.kernel.grammar.order_table import row_of
from traders.engines.kernel.seats import COLOURS

MOST_WORDS = 16
"""Words of an order that is looked for in other words: what has more is prose."""
ANSWERS = ("yes", "no")
"""Commands that are mere words within a line."""
IN_WINDOWS = ("pass", "hold")
"""Commands whose sayings mean them only where a window waits for the seat."""
NUMBERED = ("accept", "decline", "vote yes", "vote no")
"""Commands with a number, which is clear where one offer or proposal stands."""
PROPOSED = frozenset(("draw", "concession", "end", "pause"))
"""What a vote names."""
_SIGNS = re.compile(r"[,\"!?;:]+")
_LETTER_AND_NUMBER = re.compile(r"\b([a-z]) (\d{1,2})\b")
_DANGLING = re.compile(
    r" (?:with|on|for|of|in|into|off|over|at|to|up|out|down) (?:it|that|this|them|one)\b"
)
_THE = ("the ", "that ", "this ", "my ", "our ", "your ")
_POINTED = re.compile(r" (?:it|that|this|them)$")
_TIMES = (
    (re.compile(r" (?:by way of|passing through|going through) "), " via "),
    (re.compile(r"(?<!from) ([a-z]\d{1,2}) to (?=[a-z]\d)"), r" from \1 to "),
    (re.compile(r"\b(?:the|my|a|one) ([a-z]+) card\b"), r"1 \1"),
    (re.compile(r"\bone of (?:the|my|our) (?=[a-z])"), "1 "),
    (re.compile(r"\b(\d{1,2}) ?x (?=[a-z])"), r"\1 "),
    (re.compile(r"\bx ?(\d{1,2}) (?=[a-z])"), r"\1 "),
    (re.compile(r"^(\w+) (.+) x ?(\d{1,2})$"), r"\1 \3 \2"),
)


class Phrasebook:
    """The sayings of one engine's orders and of the commands."""

    def __init__(self, engine: Engine[object, object]) -> None:
        self.rows = tuple(engine.orders())
        literals = [word for grammar in engine.grammars() for word in grammar.literals()]
        names = [word for name in engine.thing_names() for word in name.casefold().split()]
        self.vocabulary = frozenset(re.findall(r"[a-z0-9]+", " ".join([*literals, *names])))
        self.colours = _COLOURS
        self._stems = frozenset(word for one in self.vocabulary for word in nouns_of(one))
        self._things = [nouns_of(name) for name in engine.thing_names()]
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
        self._helped = dict[str, list[tuple[tuple[str, ...], str, frozenset[str]]]]()
        """By the first word: the words of a form, the form, and the words that tell of it."""
        for row in self.rows:
            told = telling(first_clause(row.help))
            for form in row.forms:
                if own := fixed(form.removesuffix(" <n>").removesuffix(" <some>")):
                    self._helped.setdefault(own[0], []).append((own, form, told))
        forms = [form for row in self.rows for form in row.forms]
        kinds = {kind.removesuffix("s") for form in forms for kind in _KIND.findall(form)}
        kinds = (kinds - _BARE_KINDS) | {"planet"} if "world" in kinds else kinds - _BARE_KINDS
        self._kinds = words_of([*kinds, *(f"{kind}s" for kind in kinds)])
        """What things are, beside their names: `planet Mink`, `two attack cards`."""
        self._no_kinds = words_of(f"no {kind}{end}" for kind in kinds for end in ("", "s"))
        self._with_things = {form.split()[0] for form in forms if "<" in form}
        """Verbs behind which something can be named."""
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
        bares = (text, without(text, articles()), without(ownerless, articles()))
        for bare in dict.fromkeys(bares):
            for line, pattern in self._commands.items():
                if line in IN_WINDOWS and not sight.asked:
                    continue
                if pattern.fullmatch(bare):
                    return line
        return ""

    def order(
        self, text: str, sight: Sight, *, menu: Sequence[Offer] = (), loosely: bool = True
    ) -> str:
        """The order or command that the text says in other words, "" for none. Every word of it
        counts: what neither an order nor a small word can take is prose. `loosely`: also in words
        by which the menu and the registry tell of it.
        """
        text = " ".join(self._unhyphened(text).strip(" ,.!;:-\"'").split())
        if not text or len(text.split()) > MOST_WORDS:
            return ""
        if text not in ANSWERS and sight.is_order(text):
            return text
        if found := self.command(text, sight):
            return _numbered(found, text, menu, sight) if found in NUMBERED else found
        thing = text.removeprefix("no ")
        if sight.asked and thing != text and nouns_of(thing) in self._things:
            line = self.order(thing, sight, menu=menu)  # `no quarantine from me`
            return "pass" if line.partition(" ")[0] in self._implied else ""
        for line in self._variants(text, menu, sight):
            if (
                line not in ANSWERS
                and line.partition(" ")[0] in self.verbs
                and not joints().fullmatch(line.rpartition(" ")[2])  # what it names was left out
                and sight.is_order(line)
            ):
                return self._meant(line, text)
        if line := self._counted(text, menu):
            return line
        for said in dict.fromkeys((text, with_one(text))) if loosely else ():
            if line := self._by_menu(said, menu) or self._by_help(said, sight):
                return self._meant(line, text)
        return ""

    def _counted(self, text: str, menu: Sequence[Offer]) -> str:
        """The one order of the menu that names what the text names, in the same order, with the
        number that the text has, or as many as can be: `move all from d4 to d5`.
        """
        said = with_one(text).split()
        counts = [word for word in said if word.isdigit() or word in ALL]
        wanted = self._named(" ".join(one for one in said if one not in counts))
        found = set[str]()
        for offer in menu if len(counts) == 1 else ():
            bare = self._named(_BLANK.sub("", offer.order))
            blank = offer.blanks[0] if len(offer.blanks) == 1 else None
            placeless = bare[:-1] if " at " in offer.order else bare
            if blank and blank.high and wanted in (bare, placeless):
                n = blank.high if counts[0] in ALL else int(counts[0])
                found |= {_BLANK.sub(str(n), offer.order)} if 0 < n <= blank.high else set()
        return found.pop() if len(found) == 1 else ""

    def _named(self, text: str) -> tuple[str, ...]:
        """The words that tell something, without kinds of things and where they come from."""
        return nouns_of(without(_FROM.sub(" ", text), self._kinds, first=1))

    def _unhyphened(self, text: str) -> str:
        """The text with verbs that are written with a hyphen as they are written."""
        return re.sub(
            r"\b(\w+)-(\w+)\b", lambda m: m[1] + m[2] if m[1] + m[2] in self.verbs else m[0], text
        )

    def _meant(self, line: str, text: str) -> str:
        """The line, unless it is a bare verb of a text that goes on, or is its noun: `deal with
        it`, `end it`, `the end`.
        """
        if " " in line:
            return line
        bare = line not in self._with_things and bool(_POINTED.search(text))
        bare = bare or (text.startswith(_THE) and text.partition(" ")[2] == line)
        return "" if bare or _DANGLING.search(f"{text} ") else line

    def _variants(self, text: str, menu: Sequence[Offer], sight: Sight) -> Iterator[str]:
        """The text as orders are written, with ever more of its small words left out."""
        renamed = list(self._renamed(text))
        phrases = [line for line, many in renamed if many > 1]
        turned = self._turned(text)
        for said in dict.fromkeys((*phrases, text, *(line for line, _ in renamed), *turned)):
            yield from dict.fromkeys(self._shortened(said))
        for prefix in self._implied:
            if self._names_one(text, prefix, menu):
                for short in dict.fromkeys(self._shortened(text)):
                    if not self._is_of_another(f"{prefix} {short}", short, sight):
                        yield f"{prefix} {short}"

    def _turned(self, text: str) -> Iterator[str]:
        """The text with its verb first, where a word of its own stands there: `random jump`."""
        first, _, rest = without(text, articles()).partition(" ")
        verb, _, behind = rest.partition(" ")
        if verb in self.verbs and first in self.vocabulary - _COLOURS - TURNED - self.verbs:
            yield f"{verb} {first} {behind}".strip()
            yield f"{verb} {behind} {first}".strip()

    def _names_one(self, text: str, prefix: str, menu: Sequence[Offer]) -> bool:
        """Whether the text begins with what an order of this prefix names, and holds names alone:
        something that it names now, or a thing by its whole name.
        """
        nouns = nouns_of(text)
        if text.split(maxsplit=1)[0] in words().understood and not AIM.search(text):
            return False
        if not nouns or not self._stems | _COLOURS >= {*nouns}:
            return False
        offered = [nouns_of(o.order) for o in menu if o.order.startswith(f"{prefix} ")]
        return any(nouns[0] in order[1:] for order in offered) or any(
            nouns[: len(name)] == name for name in self._things
        )

    def _is_of_another(self, line: str, name: str, sight: Sight) -> bool:
        """Whether the name is the whole one of a thing, and the order names another by it: a world
        alone is no Envoy who is bound for it.
        """
        nouns = nouns_of(name)
        return nouns in self._things and nouns_of(sight.written(line))[1 : len(nouns) + 1] != nouns

    def _renamed(self, text: str) -> Iterator[tuple[str, int]]:
        """The text with an order's own words in place of others for them, or of its `-ing`, and how
        many words that were.
        """
        bare = without(text, articles())
        for one in dict.fromkeys((text, bare)):
            for phrase, prefix in self._said.get(one.partition(" ")[0], ()):
                if one == phrase or one.startswith(f"{phrase} "):
                    rest = one.removeprefix(phrase).strip()
                    yield f"{prefix} {rest}".strip(), len(phrase.split())
                verb, _, particle = phrase.rpartition(" ")
                if verb and one.startswith(f"{verb} ") and one.endswith(f" {particle}"):
                    rest = one.removeprefix(verb).removesuffix(particle).strip()
                    yield f"{prefix} {rest}", 2  # `put one attack in`
            first, _, rest = one.removeprefix("be ").partition(" ")  # `I'll be petitioning`
            if verb := plain_verb(first, self.verbs):
                yield f"{verb} {rest}".strip(), 1

    def _shortened(self, text: str) -> Iterator[str]:
        yield without(without(text, articles()), nows(), first=1)
        signless = self._no_kinds.sub("nothing", " ".join(_SIGNS.sub(" ", text).split()))
        plain = _LETTER_AND_NUMBER.sub(r"\1\2", signless)
        counted = [pattern.sub(as_, plain) for pattern, as_ in _TIMES]
        kindless = (without(one, self._kinds, first=1) for one in dict.fromkeys((plain, *counted)))
        named = [one for one in kindless if " " in one]
        for one in dict.fromkeys((signless, plain, *aimed(plain), *counted, *named)):
            yield one
            yield with_one(one)
            bare = without(one, articles())
            yield bare
            yield with_one(bare)
            yield without(bare, pointers(), first=1)
            now = without(bare, nows(), first=1)
            yield now
            verb, _, rest = now.partition(" ")
            unjointed = f"{verb} {without_joint(rest)}".strip()
            yield unjointed
            pointless = without(unjointed, pointers(), first=1)
            if len(pointless.split()) > 1:
                yield pointless
            for done in (one, bare, now, unjointed, with_one(bare), with_one(unjointed)):
                yield " ".join(singular(word, self.vocabulary) for word in done.split())

    # --- by the menu's words ----------------------------------------------------------------------

    def _by_menu(self, text: str, menu: Sequence[Offer]) -> str:
        """The one order of the menu that is told of in these words."""
        fits = list[tuple[int, str]]()
        for said in dict.fromkeys((text, *(line for line, _ in self._renamed(text)))):
            wanted = nouns_of(said)
            for offer in menu:
                if offer.blanks or "{" in offer.order or not wanted:
                    continue
                own, told = (
                    nouns_of(offer.order),
                    nouns_of(first_clause(offer.words)),
                )
                if wanted[0] not in (*own[:1], *told[:1]):
                    continue
                whole = wanted[0] == own[0] and holds_all(wanted, own)
                beside = set(wanted) - set(own)
                helped = beside and beside <= self._helping(offer.order, menu)
                if whole and (helped or follows(wanted, [*own, *told])):
                    fits.append((len(own), offer.order))
                elif len(wanted) > 1 and told and wanted[0] == told[0] and follows(wanted, told):
                    fits.append((0, offer.order))
        best = max((size for size, _ in fits), default=-1)
        found = {order for size, order in fits if size == best}
        return found.pop() if len(found) == 1 else ""

    def _helping(self, order: str, menu: Sequence[Offer]) -> frozenset[str]:
        """Words by which the registry tells of an order, and that no other of the menu has."""
        row = row_of(self.rows, order)
        others = {word for other in menu if other.order != order for word in nouns_of(other.order)}
        return telling(row.help.partition(".")[0]) - others if row else frozenset()

    def _by_help(self, text: str, sight: Sight) -> str:
        """The order that is its own first words alone, with words beside them by which the registry
        tells what it does.
        """
        for said in dict.fromkeys((text, *(line for line, _ in self._renamed(text)))):
            wanted = nouns_of(said)
            for own, form, told in self._helped.get(wanted[0], ()) if wanted else ():
                if form != " ".join(own) and wanted[len(own) : len(own) + 1]:
                    own = (*own, wanted[len(own)]) if form.endswith(">") else own
                if wanted[: len(own)] != own or len(wanted) == len(own):
                    continue
                line = " ".join(own)
                beside = wanted[len(own) :]
                if all(word in told and word not in own for word in beside) and sight.is_order(
                    line
                ):
                    return line
        return ""


ALL = ("all", "everything")
"""Words for as many as can be."""
_BLANK = re.compile(r"\{[^{}]*\}")
_FROM = re.compile(r" from\b")
_KIND = re.compile(r"<([a-z]{4,})>")
_BY_ME = re.compile(r" (?:by|with) (?:me|us)$")
_BARE_KINDS = frozenset(("condition", "word", "thing", "order", "cours"))
"""Kinds of blanks that are no word for what is named in them."""
_COLOURS = frozenset((*COLOURS, "me", "myself"))


def _numbered(command: str, text: str, menu: Sequence[Offer], sight: Sight) -> str:
    """The command with its number, where the menu has it once, of what is named; else "". `fine by
    me` may answer a window or an offer as well.
    """
    named = (_COLOURS | PROPOSED).intersection(nouns_of(text))
    deals = any(offer.order.startswith("accept ") for offer in menu)
    if _BY_ME.search(text) and not named and (sight.asked or deals):
        return ""
    found = [
        offer.order
        for offer in menu
        if offer.order.startswith(f"{command} ") and named <= set(nouns_of(offer.words))
    ]
    return found[0] if len(found) == 1 else ""


_BOOKS: dict[Any, Phrasebook] = {}


def phrasebook(engine: Engine[object, object]) -> Phrasebook:
    """The phrasebook of an engine, made once."""
    if engine not in _BOOKS:
        _BOOKS[engine] = Phrasebook(engine)
    return _BOOKS[engine]
