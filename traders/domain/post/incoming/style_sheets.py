"""Style sheets of a letter: their rules, and which of them concern an element. Pure.

A selector is read by its tags, classes, ids, attributes, descendants and children. What it asks
beyond that, such as a place among others, is taken to hold: a line too many that counts as hidden
is named to the player, one too few could be an order that nobody saw.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

MOST_RULES = 2_000
MOST_TRIES = 60_000
"""Comparisons of an element with a selector."""
WIDTH = 1024.0
"""Columns, in pixels, of the window in which a letter is taken to be written."""

_COMMENT = re.compile(r"/\*(?:[^*]|\*(?!/))*(?:\*/|$)|<!--|-->")
LONGEST_SELECTOR = 1_000
"""Characters of a selector within others; a longer one counts for nothing."""
_PIECE = re.compile(r"[{};]|\"[^\"\n]*\"?|'[^'\n]*'?|[^{};\"']+")
_COMPOUND = re.compile(
    r"([.#]?)((?:[\w*-]|[^\x00-\x7f]|\\[0-9a-f]{1,6}\s?|\\.)+)|\[([^\]]*)\]|(::?)([\w-]+)(\([^)]*\))?"
)
_COMMA = re.compile(r",(?![^()]{0,200}\))")
_COMBINED = re.compile(r"\s*([>+~])\s*|\s+")
_ATTRIBUTE = re.compile(r"\s*([\w-]+)\s*(?:([~|^$*]?=)\s*(?:\"([^\"]*)\"|'([^']*)'|(\S*)))?")
_NEVER = frozenset((
    "active", "checked", "disabled", "focus", "focus-visible", "focus-within", "hover", "marker",
    "placeholder", "selection", "target", "visited",
))  # fmt: skip
"""Pseudo-classes of states in which nobody reads a letter, and what is no element."""
_PARTS = frozenset(("first-letter", "first-line"))
"""What is of an element's text: a style of it is taken for one of all."""
_BESIDE = frozenset(("after", "before"))
"""What stands beside an element's text, and can be laid over it."""
_FEATURE = re.compile(r"\((min|max)-(?:device-)?width\s*:\s*([\d.]+)(px|em|rem)\s*\)")


class Declaration(NamedTuple):
    """One property of a rule, in lower case, and whether it is `!important`."""

    name: str
    value: str
    important: bool


@dataclass(frozen=True, slots=True)
class Element:
    """What selectors see of an element."""

    tag: str
    attributes: Mapping[str, str]

    @property
    def classes(self) -> frozenset[str]:
        """Its classes."""
        return frozenset(self.attributes.get("class", "").lower().split())


class _Compound(NamedTuple):
    """A part of a selector that is about one element. `child`: the next part is its child."""

    tag: str = ""
    ids: frozenset[str] = frozenset()
    classes: frozenset[str] = frozenset()
    attributes: tuple[tuple[str, str, str], ...] = ()
    child: bool = False

    def fits(self, element: Element) -> bool:
        return (
            self.tag in ("", element.tag)
            and (not self.ids or self.ids == {element.attributes.get("id", "").lower()})
            and self.classes <= element.classes
            and all(_has(element, *one) for one in self.attributes)
        )


class _Rule(NamedTuple):
    weight: tuple[int, int, int]
    parts: tuple[_Compound, ...]
    declared: tuple[Declaration, ...]


class StyleSheets:
    """The rules of a letter, by what an element must have so that they can concern it."""

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._rules: dict[str, list[tuple[int, _Rule]]] = defaultdict(list)
        self._tries = 0
        whole = "\n".join(texts)
        self._founts = _founts(whole)
        for number, rule in enumerate(_rules(whole)):
            if number == MOST_RULES:
                break
            self._rules[_key(rule.parts[-1])].append((number, rule))

    def __bool__(self) -> bool:
        return bool(self._rules)

    @property
    def is_spent(self) -> bool:
        """Whether more was to be compared than any letter needs: what follows is unknown."""
        return self._tries > MOST_TRIES

    def declared(self, element: Element, above: Sequence[Element]) -> list[Declaration]:
        """What the sheets say of an element, the weightiest last. `above`: those that it stands
        in, the outermost first.
        """
        keys = ["", element.tag, *(f".{name}" for name in element.classes)]
        if name := element.attributes.get("id", "").lower():
            keys.append(f"#{name}")
        found = [
            (rule.weight, number, rule.declared)
            for key in keys
            for number, rule in self._rules.get(key, ())
            if not self.is_spent and self._fits(rule.parts, element, above)
        ]
        found.sort(key=lambda each: each[:2])
        return [one for _, _, declared in found for one in declared]

    def with_founts(self, declared: list[Declaration]) -> list[Declaration]:
        """What is declared of an element, with the founts that the sheets bring along as founts of
        signs: nobody knows what they draw.
        """
        if not self._founts:
            return declared
        signs = Declaration("font-family", "blank", important=False)
        return [signs if self._brought(one) else one for one in declared]

    def _brought(self, one: Declaration) -> bool:
        words = f" {_APART.sub(' ', one.value)} "
        return one.name in _FOUNTS and any(f" {name} " in words for name in self._founts)

    def _fits(self, parts: Sequence[_Compound], element: Element, above: Sequence[Element]) -> bool:
        self._tries += 1
        return parts[-1].fits(element) and self._stands_in(parts[:-1], above, len(above))

    def _stands_in(self, parts: Sequence[_Compound], above: Sequence[Element], upto: int) -> bool:
        """Whether the first `upto` of these elements have all these parts among them, in order."""
        if not parts:
            return True
        *outer, part = parts
        least = max(upto - 1, 0) if part.child else 0
        for at in range(upto - 1, least - 1, -1):
            self._tries += 1
            if self.is_spent:
                break
            if part.fits(above[at]) and self._stands_in(outer, above, at):
                return True
        return False


def _founts(text: str) -> set[str]:
    """The families of founts that sheets bring along; those that Outlook only names have no source
    there.
    """
    found = set[str]()
    for head in re.finditer(r"@font-face\s*\{", plain := unescaped(without_comments(text)).lower()):
        said = plain[head.end() :].partition("}")[0]
        name = re.search(r"font-family\s*:\s*[\"']?([^\"';]+)", said)
        if name and re.search(r"\bsrc\s*:", said):
            found.add(name[1].strip())
    return found


def declarations(text: str) -> list[Declaration]:
    """What a style attribute or a rule's body declares, in its order."""
    found, name, value = list[Declaration](), "", list[str]()
    for piece in [*_pieces(text.lower()), ";"]:
        if piece != ";":
            value.append(piece)
            continue
        name, _, rest = "".join(value).partition(":")
        name, plain = unescaped(name), unescaped(" ".join(rest.split()))
        head, mark, tail = plain.rpartition("!")
        bare = head.rstrip() if mark and tail.strip() == "important" else plain
        if name.strip() and bare:
            found.append(Declaration(name.strip(), bare, bare != plain))
        value.clear()
    return found


_ESCAPED = re.compile(r"\\(?:([0-9a-f]{1,6})\s?|(.))", re.IGNORECASE)


def unescaped(text: str) -> str:
    """Names with their escapes read: `n\\6fne` is `none`."""
    return _ESCAPED.sub(lambda found: _letter(found[1]) if found[1] else found[2], text)


def without_comments(text: str) -> str:
    """A sheet without its comments."""
    return _COMMENT.sub(" ", text)


def _letter(digits: str) -> str:
    number = int(digits, 16)
    return chr(number).lower() if number <= sys.maxunicode else "\ufffd"


def _pieces(text: str) -> Iterator[str]:
    """Strings, marks, and what stands between them, without comments."""
    depth = 0
    for found in _PIECE.finditer(without_comments(text)):
        piece = found[0]
        if piece[0] not in "\"'":
            depth = max(0, depth + piece.count("(") - piece.count(")"))
        yield " " if piece == ";" and depth else piece


class _Open(NamedTuple):
    """A rule of which the end was not read yet: its selector, what was read of it, and whether the
    conditions around it hold.
    """

    selector: str
    body: list[str]
    holds: bool

    def rules(self) -> Iterator[_Rule]:
        if self.holds:
            yield from _of_selectors(self.selector, tuple(declarations("".join(self.body))))

    def within(self, selector: str) -> _Open:
        """A rule or a condition that stands in this one."""
        if selector.startswith("@"):
            holds = not selector.startswith("@media") or _holds(selector)
            return _Open(self.selector, [], self.holds and holds)
        outer = self.selector if "," not in self.selector else f":is({self.selector})"
        if len(selector) + len(outer) * max(1, selector.count("&")) > LONGEST_SELECTOR:
            return _Open("", [], holds=False)
        whole = selector.replace("&", outer) if "&" in selector else f"{outer} {selector}"
        return _Open(whole, [], self.holds)


def _rules(text: str) -> Iterator[_Rule]:
    """The rules of a sheet, those within conditions that hold, and within others, among them."""
    head, groups = list[str](), list[bool]()
    inner: list[_Open] = []
    for piece in _pieces(text.lower()):
        body = inner[-1].body if inner else head
        if piece == "{":
            selector = _taken_off(body)
            if inner:
                inner.append(inner[-1].within(selector))
            elif selector.startswith("@") and not selector.startswith(("@page", "@font-face")):
                groups.append(not selector.startswith("@media") or _holds(selector))
            else:
                inner.append(_Open(selector, [], all(groups)))
        elif piece == "}" and inner:
            yield from inner.pop().rules()
        elif piece == "}":
            groups = groups[:-1]
            head.clear()
        elif piece == ";" and not inner:
            head.clear()  # an @import, or what nobody can read
        else:
            body.append(piece)
    for rule in inner:  # an unclosed rule ends with its sheet
        yield from rule.rules()


def _taken_off(body: list[str]) -> str:
    """The words behind the last declaration, which are taken off it: a selector."""
    words: list[str] = []
    while body and body[-1] != ";":
        words.append(body.pop())
    return "".join(reversed(words)).strip()


def _holds(query: str) -> bool:
    """Whether a condition on the medium holds where a letter is written."""
    return any(_one_holds(part) for part in query.removeprefix("@media").split(","))


def _one_holds(query: str) -> bool:
    if re.search(r"\b(?:print|speech|projection|tv|handheld)\b|:\s*dark\b", query):
        return query.strip().startswith("not")
    for bound, number, unit in _FEATURE.findall(query):
        width = float(number or 0) * (1 if unit == "px" else 16)
        if (width > WIDTH) if bound == "min" else (width < WIDTH):
            return query.strip().startswith("not")
    return not query.strip().startswith("not ") or "(" in query


_FOUNTS = ("font", "font-family")
_APART = re.compile(r"[\s,\"']+")
_MOVED = re.compile(r"(?:position|transform|translate):(?!static|none)|margin[a-z-]*:.*[-(]")
_LAID_OVER = (Declaration("content-visibility", "hidden", important=True),)


def _of_selectors(selectors: str, declared: tuple[Declaration, ...]) -> Iterator[_Rule]:
    laid = any(_MOVED.match(f"{one.name}:{one.value}") for one in declared)
    for selector in _COMMA.split(selectors):
        parts, own = _parts(selector.strip()), declared
        if re.search(rf":(?:{'|'.join(_BESIDE)})\b", selector):
            own = _LAID_OVER if laid else ()
        if parts and own:
            ids = sum(len(part.ids) for part in parts)
            classes = sum(len(part.classes) + len(part.attributes) for part in parts)
            yield _Rule((ids, classes, sum(bool(part.tag) for part in parts)), parts, own)


def _parts(selector: str) -> tuple[_Compound, ...]:
    """A selector's parts; none where it can concern no element of a letter."""
    parts, at = list[_Compound](), 0
    part, empty = _Compound(), True
    while at < len(selector):
        if between := _COMBINED.match(selector, at):
            at = between.end()
            if between[1] not in ("+", "~"):  # of those beside it nothing is known here
                parts.append(part._replace(child=between[1] == ">"))
            part, empty = _Compound(), True
            continue
        found = _COMPOUND.match(selector, at)
        if found is None:
            return ()
        at, empty = found.end(), False
        mark, name = found[1], unescaped(found[2] or "")
        if found[5]:
            if found[5] in _PARTS | _BESIDE:
                continue
            if found[4] == "::" or found[5] in _NEVER:
                return ()
            if found[5] == "root":
                part = part._replace(tag="html")
            elif found[5] in ("is", "where") and "," not in (found[6] or ","):
                part = _merged(part, _parts(found[6].strip("() "))[-1:])
        elif found[3] is not None:
            part = part._replace(attributes=(*part.attributes, _attribute(found[3])))
        elif mark == "#":
            part = part._replace(ids=part.ids | {name})
        elif mark == ".":
            part = part._replace(classes=part.classes | {name})
        else:
            part = part._replace(tag="" if name == "*" else name)
    return () if empty else (*parts, part)


def _merged(part: _Compound, inner: Sequence[_Compound]) -> _Compound:
    for other in inner:
        part = _Compound(
            part.tag or other.tag,
            part.ids | other.ids,
            part.classes | other.classes,
            part.attributes + other.attributes,
        )
    return part


def _attribute(text: str) -> tuple[str, str, str]:
    found = _ATTRIBUTE.match(text)
    if found is None:
        return "", "", ""
    return found[1], found[2] or "", found[3] or found[4] or found[5] or ""


def _has(element: Element, name: str, how: str, value: str) -> bool:
    """Whether an element has the attribute that a selector asks."""
    if not name:
        return True
    if name not in element.attributes:
        return False
    own = element.attributes[name].lower()
    match how:
        case "=":
            return own == value
        case "~=":
            return value in own.split()
        case "|=":
            return own == value or own.startswith(f"{value}-")
        case "^=":
            return bool(value) and own.startswith(value)
        case "$=":
            return bool(value) and own.endswith(value)
        case "*=":
            return bool(value) and value in own
    return True


def _key(part: _Compound) -> str:
    """The rarest thing that an element must have for this part to fit."""
    if part.ids:
        return f"#{min(part.ids)}"
    if part.classes:
        return f".{min(part.classes)}"
    return part.tag
