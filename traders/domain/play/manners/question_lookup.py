"""What a question is about, looked up: in the rules, in what the registry tells of orders, in the
menu. Pure.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from math import log

from traders.domain.play.commands.command import Command
from traders.domain.play.manners import closed_word_classes
from traders.engines.kernel.book.rulebook import Rule, Rulebook
from traders.engines.kernel.contract.contract import Engine, Offer
from traders.engines.kernel.grammar.order_table import OrderRow
from traders.engines.kernel.seats import COLOURS

_COLOUR = re.compile(rf"\b(?:{'|'.join(COLOURS)})\b")
MOST_RULES = 3
MOST_ORDERS = 6
MOST_COMMANDS = 3
LEADS = 2
"""Of a rule whose title begins with the words that are asked."""
_ARTICLES = {"a", "an", "the"}
_DOES = re.compile(r"(?!is |has |does )[a-z]+s ")
"""What something does, as a rule says it behind the name."""
LONG = 60
"""Words of a rule from which on not all of it is told."""
_SENTENCES = re.compile(r"(?<=[.!?)]) (?=[A-Z])")
ENOUGH = 0.6
"""The share of what a question asks for that a rule must hold to be told: a word in its title
counts whole, one in its text alone `IN_TEXT`."""
IN_TEXT = 0.7
LEAST_IN_TEXT = 2


def asked_about(text: str) -> list[str]:
    """The words of a plain question that tell what it is about, in the singular."""
    text = closed_word_classes.topic("asking").sub(" ", text)
    words = re.findall(r"[a-z][a-z0-9]*|\d+", text.replace("'", ""))
    return [stem(word) for word in words if word not in _common()]


@cache
def _common() -> frozenset[str]:
    return frozenset(closed_word_classes.words().common)


def stem(word: str) -> str:
    """A word as others of its family are compared."""
    for end in ("ies", "ing", "ed", "es", "s"):
        if word.endswith(end) and len(word) - len(end) > 2:
            return word[: -len(end)]
    return word.removesuffix("e") if len(word) > 3 else word


def stems(text: str) -> list[str]:
    """All words of a text, each as others of its family are compared."""
    return [stem(word) for word in re.findall(r"[a-z0-9]+", text.casefold().replace("'", ""))]


@cache
def _weights(
    book: Rulebook,
) -> tuple[dict[str, float], dict[str, Counter[str]], dict[str, set[str]]]:
    texts = {rule.id: Counter(stems(f"{rule.text} {rule.note}")) for rule in book}
    titles = {rule.id: set(stems(rule.title)) for rule in book}
    in_rules = Counter(word for one in texts for word in {*texts[one], *titles[one]})
    size = max(len(texts), 1)
    return {word: log(1 + size / n) for word, n in in_rules.items()}, texts, titles


def rules_about(
    words: Sequence[str],
    books: Iterable[Rulebook],
    things: Sequence[str] = (),
    without: tuple[str, ...] = (),
) -> tuple[list[Rule], bool]:
    """The rules that tell most of what these words are about, the best first, and whether that one
    defines it: of something, or of the `things` that are named, what it is or does comes first.
    `without`: how ids begin of rules that do not count.
    """
    asked = set(words)
    full = set(things) if asked <= set(things) else asked
    found: list[tuple[int, float, int, Rule]] = []
    for book in books:
        weights, texts, titles = _weights(book)
        unknown = log(1 + len(texts))
        heads = {stem(one.casefold()): {*stems(head)} for one, head in book.sections.items()}
        for place, rule in enumerate(book):
            if rule.id.startswith(without):
                continue
            part, number = _part_of(rule.id)
            score = sum(
                weights.get(word, 0.0)
                * (
                    (word in titles[rule.id])
                    + (word in texts[rule.id])
                    + (word == part) * (1 + 1 / number)
                )
                for word in words
            )
            strong = _share(asked, weights, titles[rule.id], {*texts[rule.id]}, unknown) >= ENOUGH
            heading = bool(asked) and asked <= heads.get(part, set())
            # it tells what its part is about
            begins = (asked == {part} and number == 1) or (heading and number <= LEADS)
            defines = min(_defines(rule, asked, full), LEADS + (not begins))
            if begins or strong or (asked and defines < LEADS):
                length = 1 + 0.002 * sum(texts[rule.id].values())
                rank = (
                    (number - LEADS - 1 if begins else place)
                    if defines <= LEADS
                    else -score / length
                )
                found.append((defines, rank, place, rule))
        if found:
            break
    found = sorted(found, key=lambda one: one[:3])[:MOST_RULES]
    return [rule for *_, rule in found], any(one[0] < LEADS for one in found)


def _share(
    asked: set[str], weights: Mapping[str, float], title: set[str], text: set[str], unknown: float
) -> float:
    """How much of what is asked a rule holds, from 0 to 1; a single word of its text is nothing."""
    held = asked & (title | text)
    if len(held) < LEAST_IN_TEXT and held.isdisjoint(title):
        return 0.0
    got = sum(weights[word] * (1.0 if word in title else IN_TEXT) for word in held)
    return got / sum(weights.get(word, unknown) for word in asked)


def _defines(rule: Rule, asked: set[str], things: set[str]) -> int:
    """How far a rule is from saying what the words that are asked stand for, or what it does: 0
    where its title says so (`Gotcha: effect`), 1 where its text begins with the name and what that
    does, `LEADS` where its title begins with it; more for others. `things`: the name in full, of
    which the rule may have a part.
    """
    head, _, part = rule.title.partition(": ")
    heads = head.split(" and ")
    names = [set(stems(name)) - _ARTICLES for name in heads]
    if any(name in (asked, things) or (len(names) == 1 and name < things) for name in names):
        if part == "effect" or (not part and len(heads) == 1):
            return 0
        if any(_DOES.match(rule.text.removeprefix(f"{name} ")) for name in heads):
            return 1
    leads = set(asked_about(rule.title.casefold())[: len(asked)]) == asked
    return LEADS if leads and asked else LEADS + 1


@cache
def _part_of(rule_id: str) -> tuple[str, int]:
    """The part of its book to which a rule belongs, and its place in it: the first ones of a part
    tell what the part is about.
    """
    part, _, number = rule_id.partition("-")[2].rpartition("-")
    return stem(part.casefold()), int(number) if number.isdigit() else 1


def commands_about(
    text: str, commands: Iterable[Command], seat: str = "<seat>"
) -> list[tuple[str, str]]:
    """The commands of which a plain text speaks, as the `seat` may write them, each with what it
    does.
    """
    known = {command.prefix.strip(" :"): command for command in commands}
    found = []
    for line in closed_word_classes.words().asked:
        command = known.get(line) or known.get(line.partition(" ")[0])
        if command and closed_word_classes.topic(line).search(text):
            written = command.example if line in known else line.replace("<seat>", seat)
            if len(others := {*COLOURS} & {*re.findall(r"\w+", text)} - {seat}) == 1:
                written = _COLOUR.sub(others.pop(), written)
            hours = re.search(r"\b(\d+) ?h", text)
            written = written.replace("<n>h", f"{hours[1] if hours else 24}h")
            found.append((written, command.help))
    return found[:MOST_COMMANDS]


def rows_named(words: Collection[str], rows: Iterable[OrderRow]) -> list[OrderRow]:
    """The orders of which these words hold the first word, or all of a phrase that stands for one:
    those whose name stands whole first.
    """
    found = []
    for place, row in enumerate(rows):
        whole = any({*stems(one)} <= {*words} for one in (row.prefix, *row.said))
        if whole or stem(row.prefix.partition(" ")[0]) in words:
            found.append((not whole, place, row))
    return [row for *_, row in sorted(found, key=lambda one: one[:2])]


def rows_about(words: Sequence[str], rows: Iterable[OrderRow]) -> list[OrderRow]:
    """The orders that these words name, or that the registry tells of in them."""
    found = []
    for place, row in enumerate(rows):
        named = any(set(stems(one)) <= set(words) for one in (row.prefix, *row.said))
        told = len(set(words) & set(stems(row.help)))
        if named or told > 1:
            found.append((-(2 * named * len(row.prefix.split()) + told), place, row))
    return [row for _, _, row in sorted(found, key=lambda one: one[:2])[:2]]


def offers_asked(words: Sequence[str], menu: Sequence[Offer]) -> list[Offer]:
    """What may be done now that a question of these words is about, the best first."""
    return [
        one
        for one in offers_about(words, menu)
        if holds_half(words, {*stems(one.order), *stems(one.words)})
    ]


def holds_half(words: Sequence[str], held: set[str]) -> bool:
    """Whether at least half of what is asked is there."""
    asked = set(words)
    return 2 * len(asked & held) >= len(asked)


def offers_about(words: Sequence[str], menu: Sequence[Offer]) -> list[Offer]:
    """What may be done now that these words name or tell of, the best first."""
    found = []
    for place, offer in enumerate(menu):
        own, told = set(stems(offer.order)), set(stems(offer.words))
        score = 2 * len(own & set(words)) + len(told & set(words))
        if score:
            found.append((-score, place, offer))
    best = min((score for score, _, _ in found), default=0)
    kept = [one for one in found if one[0] <= best + 1]
    return [offer for _, _, offer in sorted(kept, key=lambda one: one[:2])[:MOST_ORDERS]]


def bearing_on(words: Sequence[str], text: str) -> str:
    """A rule's text; of a long one its first sentence and those that hold most of these words, in
    their order.
    """
    sentences = _SENTENCES.split(text)
    lengths = [len(one.split()) for one in sentences]
    if sum(lengths) <= LONG:
        return text
    hits = [len({*stems(one)} & {*words}) for one in sentences]
    kept = {0}
    for n in sorted(range(1, len(sentences)), key=lambda n: -hits[n]):
        if hits[n] and sum(lengths[one] for one in {*kept, n}) <= LONG:
            kept.add(n)
    return " ".join(
        f"{'' if n == 0 or n - 1 in kept else '… '}{sentences[n]}" for n in sorted(kept)
    ) + ("" if len(sentences) - 1 in kept else " …")


def naming(names: Sequence[str], lines: Iterable[str]) -> list[str]:
    """The lines in which one of these names stands."""
    wanted = [" ".join(stems(name)) for name in names]
    return [
        line.strip()
        for line in lines
        if any(f" {name} " in f" {' '.join(stems(line))} " for name in wanted)
    ]


def names_in(text: str, engine: Engine[object, object]) -> list[str]:
    """The names of things of the game that stand whole in a plain text, the longest first."""
    rest = f" {squeezed(text)} "
    names = sorted(engine.thing_names(), key=len, reverse=True)
    found = list[str]()
    for name in names:
        plain = squeezed(name)
        if plain and not plain.isdigit() and f" {plain} " in rest:
            found.append(plain)
            rest = rest.replace(f" {plain} ", "  ")
    return found


def squeezed(text: str) -> str:
    """The words of a text in small letters, without signs."""
    return " ".join(re.findall(r"[a-z0-9]+", text.casefold().replace("'", "")))
