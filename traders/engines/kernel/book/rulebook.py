"""Rules by id: what refusals, pages, letters and findings cite. Names no game; the words of each
book are data.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from traders.engines.kernel.book.package_files import printed
from traders.engines.kernel.grammar import similar_words

RULE_ID = re.compile(r"\b[A-Z]{2}-[A-Z]+-\d{2,3}\b")
"""What a citation looks like in running text."""


class Rule(msgspec.Struct, frozen=True):
    """One rule of a book. `status`: `stated` in the source, `inferred` from it, or `reconstructed`
    where the source lost it.
    """

    id: str
    title: str
    text: str
    kind: str = ""
    game: str = ""
    status: str = "stated"
    note: str = ""
    setting: dict[str, Any] = {}
    """A club's settings that this rule knows, by name: a default, or `a | b | c`, the first being
    the default.
    """
    options: tuple[str, ...] = ()
    """Options of a game that change a figure of its text, which has their default."""
    carried: tuple[str, ...] = ()
    """Rules at the table that this one carries over to the post."""

    @property
    def section(self) -> str:
        """The middle of the id: `JUMP` of ST-JUMP-04."""
        return self.id.split("-")[1]

    @property
    def reconstructed(self) -> bool:
        """Whether the source lost the rule and this project supplies it; shown so to players."""
        return self.status == "reconstructed"

    def defaults(self) -> dict[str, Any]:
        """The settings with their defaults."""
        return {name: first_of(value) for name, value in self.setting.items()}


class Rulebook:
    """A book of rules, in its printed order. Raises `ValueError` where two rules share an id or an
    id is of another book.

    `also`: prefixes of books bound in with it, as that of an expansion; their sections go by prefix
    and name: `BH-ROL`.
    """

    def __init__(
        self,
        title: str,
        prefix: str,
        rules: Iterable[Rule],
        sections: Mapping[str, str] | None = None,
        also: Iterable[str] = (),
    ) -> None:
        self.title = title
        self.prefix = prefix
        self.prefixes = (prefix, *also)
        self.rules: dict[str, Rule] = {}
        for rule in rules:
            if (
                rule.id in self.rules
                or not RULE_ID.fullmatch(rule.id)
                or rule.id.partition("-")[0] not in self.prefixes
            ):
                raise ValueError(f"{title}: {rule.id} is no id of its own")
            self.rules[rule.id] = rule
        named = dict(sections or {})
        self.sections: dict[str, str] = {
            self.place(rule): named.get(self.place(rule), rule.section.capitalize())
            for rule in self
        }

    def place(self, rule: Rule) -> str:
        """The short name of the section in which a rule of this book stands."""
        prefix = rule.id.partition("-")[0]
        return rule.section if prefix == self.prefix else f"{prefix}-{rule.section}"

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules.values())

    def __len__(self) -> int:
        return len(self.rules)

    def __contains__(self, rule_id: object) -> bool:
        return rule_id in self.rules

    def __getitem__(self, rule_id: str) -> Rule:
        return self.rules[rule_id]

    def get(self, text: str) -> Rule | None:
        """The rule with that id as a person writes it: `st-jump-4` and `ST JUMP 04` will do, and so
        will `jump 4`.
        """
        words = re.findall(r"[A-Z]+|\d+", text.upper())
        if len(words) == 2:
            words = [self.prefix, *words]
        if len(words) != 3 or not words[2].isascii() or not words[2].isdigit():
            return None
        return self.rules.get(f"{words[0]}-{words[1]}-{words[2][-6:].lstrip('0').zfill(2)}")

    def section(self, name: str) -> list[Rule]:
        """All rules of a section, by its short name or its heading; empty if there is none."""
        wanted = name.strip().casefold()
        short = {
            s
            for s, heading in self.sections.items()
            if wanted in (s.casefold(), heading.casefold())
        }
        return [rule for rule in self if self.place(rule) in short]

    def about(self, words: str, most: int = 20) -> list[Rule]:
        """Rules in which all these words occur (as beginnings of words), those with them in the
        title first.
        """
        wanted = _words(words)[:8]
        if not wanted:
            return []
        found = []
        for place, rule in enumerate(self):
            title, text = _words(rule.title), _words(f"{rule.text} {rule.note}")
            in_title = sum(_begins(word, title) for word in wanted)
            if all(_begins(word, title) or _begins(word, text) for word in wanted):
                found.append((-in_title, place, rule))
        return [rule for _, _, rule in sorted(found, key=lambda f: f[:2])[:most]]

    def look_up(self, asked: str, most: int = 20) -> list[Rule]:
        """What `rules <id or word>` answers: the rule of that id, else a section, else rules with
        those words.
        """
        asked = asked[:200]
        rule = self.get(asked)
        if rule is not None:
            return [rule]
        return self.section(asked)[:most] or self.about(asked, most)

    def nearest(self, text: str, most: int = 3) -> tuple[str, ...]:
        """Ids and section names that look like what was asked for."""
        names = [*self.rules, *self.sections]
        return tuple(similar_words.nearest(text.upper()[:40], names, most))

    def settings(self) -> dict[str, Any]:
        """All settings that the book's rules know, with their defaults."""
        return {name: value for rule in self for name, value in rule.defaults().items()}


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _begins(beginning: str, words: list[str]) -> bool:
    return any(word.startswith(beginning) for word in words)


def first_of(value: object) -> Any:
    """The default that a setting's `a | b | c` puts first."""
    return value.split("|")[0].strip() if isinstance(value, str) else value


def parse(text: str) -> Rulebook:
    """A book from TOML: `[book]` with title and prefix (`also`: those of books bound in),
    `[sections]` with headings, and `[[rule]]`.
    """
    data = tomllib.loads(text)
    rules = [
        msgspec.convert({("carried" if k == "from" else k): v for k, v in row.items()}, Rule)
        for row in data["rule"]
    ]
    return Rulebook(
        data["book"]["title"],
        data["book"]["prefix"],
        rules,
        data.get("sections"),
        data["book"].get("also", ()),
    )


@cache
def rulebook(package: str, name: str = "rulebook.toml") -> Rulebook:
    """The book that lies in a package: `rulebook("traders.engines.star_traders")`."""
    return parse(printed(package, name))


def cited(text: str) -> tuple[str, ...]:
    """The rule ids in a running text, each once, in the order of mention."""
    return tuple(dict.fromkeys(RULE_ID.findall(text)))
