"""Whatever stands in a letter or an order, no pattern takes longer than in proportion to its
length over it: a stranger's mail holds up nobody.

Every pattern of the code is taken from its source, and read over texts made of what it looks for:
each of its repeats goes on and on, and the end does not fit.
"""

from __future__ import annotations

import ast
import importlib
import re
import time
from collections import deque
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from re import _constants as constants  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, NamedTuple

import pytest

from tests.examples import drawn
from tests.proportion import usual
from traders.engines.kernel.grammar.order_parts import LONGEST

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("traders", "arbitration", "worker")
OWN = {
    "traders/engines/kernel/engine/guided_letter_lessons.py": "sentences of engines",
    "traders/machine": "what the operator of the machine types",
    "traders/management/commands/orders.py": "our own files",
    "traders/web/board_animation.py": "our own drawings",
    "traders/web/documentation.py": "our own files",
    "traders/proof": "scenarios, which their writer runs",
    "traders/models/triggers.py": "the schema",
}
"""Files, and folders, whose patterns read nothing that a player or a stranger sends."""
BOUNDED = {
    "ATTRIBUTION": 400,
    "_BESIDE": 2_000,
    "_WRITTEN_HERE": 2_000,
}
"""Characters that a pattern is given at most, where its readers cut the text before; those of
engines get no more than an order may have.
"""
LENGTHS = (30, 100, 300, 1_000, 3_000)
PLAIN = re.compile(r"(?:[a-z]|\d|[ _-])*!")
MOST = 2_000
"""Times as long as a plain pattern over the longest, at most; in proportion it is less than a
hundred.
"""
SIGNS = 'aA1 -"!_>,.:@<\n\\(['
PIECES = (
    *SIGNS, "{", "=", "&", "/", ";", "é", "·", "`", "'", "\t", "\n\n", "> ", '\\"', '"\\', " .",
    ".a", "a.", "a ", "a,", ", ", "a:", "a@", "<a ", "a>", "()", "- ", "a\n", " and ", "x ", "1x",
    "1.", "a=", "&#", "to ", " when ", " for ", ": ", "a: ", "_a", "wrote", "@a.",
)  # fmt: skip
ENDS = ("", "!", "a", "\n", "\0", '"')
_CALLS = frozenset(
    ("compile", "match", "search", "sub", "subn", "split", "findall", "finditer", "fullmatch")
)


class Used(NamedTuple):
    """A pattern as a line of the code uses it."""

    where: str
    name: str
    method: str
    pattern: re.Pattern[Any]


@cache
def patterns() -> tuple[Used | str, ...]:
    """Every pattern that the code names; where it cannot be known before it runs, the place."""
    return tuple(_named())


def _named() -> Iterator[Used | str]:
    for path in sorted(one for name in PACKAGES for one in (ROOT / name).rglob("*.py")):
        file = str(path.relative_to(ROOT))
        text = path.read_text()
        if any(file.startswith(own) for own in OWN) or "re." not in text:
            continue
        tree = ast.parse(text)
        nodes = list(ast.walk(tree))
        names = {id(node.value): node.targets[0] for node in nodes if isinstance(node, ast.Assign)}
        for call in nodes:
            match call:
                case ast.Call(func=ast.Attribute(value=ast.Name("re"), attr=method)) if (
                    method in _CALLS
                ):
                    name = ast.unparse(names[id(call)]) if id(call) in names else ""
                    yield _used(file, call, name, text)


def _used(file: str, call: ast.Call, name: str, text: str) -> Used | str:
    assert isinstance(call.func, ast.Attribute)
    methods = set(re.findall(rf"\b{name}\.(\w+)\(", text)) if name else {call.func.attr}
    at_the_beginning = next(iter(methods), "") if methods < {"match", "fullmatch"} else ""
    module = importlib.import_module(file.removesuffix(".py").replace("/", "."))
    flags = [
        part
        for part in (*call.args[1:], *(keyword.value for keyword in call.keywords))
        if ast.unparse(part).startswith("re.")
    ]
    try:
        pattern, *rest = (
            eval(compile(ast.Expression(part), file, "eval"), vars(module))
            for part in (call.args[0], *flags)
        )
    except NameError:
        return f"{file}: {ast.unparse(call)[:60]}"
    compiled = re.compile(pattern, *rest)
    return Used(f"{file}:{call.lineno}", name, at_the_beginning or "finditer", compiled)


# --- texts that are hard to read ------------------------------------------------------------------


def _one(op: Any, value: Any) -> str:
    """A short text that a part of a pattern fits."""
    if op is constants.LITERAL:
        return chr(value)
    if op in (constants.NOT_LITERAL, constants.ANY):
        return "a" if value != ord("a") else "b"
    if op is constants.IN:
        return next(iter(_members(value)), "a")
    if op is constants.BRANCH:
        return _some(value[1][0])
    if op is constants.SUBPATTERN:
        return _some(value[3])
    if op in _REPEATS:
        return _some(value[2]) * max(value[0], 1)
    return _some(value) if op is constants.ATOMIC_GROUP else ""


def _some(items: Any) -> str:
    return "".join(_one(op, value) for op, value in items)


_REPEATS = (constants.MAX_REPEAT, constants.MIN_REPEAT, constants.POSSESSIVE_REPEAT)
_CATEGORIES = {"DIGIT": r"\d", "WORD": r"\w", "SPACE": r"\s"}


def _members(value: Any) -> list[str]:
    """Of the signs, and of those that it names, what a set of characters holds."""
    named = [chr(what if op is constants.LITERAL else what[0]) for op, what in value
             if op in (constants.LITERAL, constants.RANGE)]  # fmt: skip
    return [sign for sign in (*SIGNS, *named) if _holds(value, sign)]


def _holds(value: Any, sign: str) -> bool:
    found = negated = False
    for op, what in value:
        if op is constants.NEGATE:
            negated = True
        elif op is constants.LITERAL:
            found |= ord(sign) == what
        elif op is constants.RANGE:
            found |= what[0] <= ord(sign) <= what[1]
        elif op is constants.CATEGORY:
            kind = str(what).removeprefix("CATEGORY_")
            is_one = re.match(_CATEGORIES[kind.removeprefix("NOT_")], sign) is not None
            found |= is_one != kind.startswith("NOT_")
    return found != negated


def _repeats(items: Any, before: str = "") -> Iterator[tuple[str, str]]:
    """Each long repeat of a pattern: what stands before it, and what is repeated."""
    for op, value in items:
        if op in _REPEATS:
            if value[1] is constants.MAXREPEAT or value[1] >= 100:
                bodies = [_some(value[2])]
                if len(value[2]) == 1 and value[2][0][0] is constants.IN:
                    bodies += _members(value[2][0][1])
                yield from ((before, body) for body in bodies if body)
            yield from _repeats(value[2], before)
        elif op is constants.BRANCH:
            for branch in value[1]:
                yield from _repeats(branch, before)
        elif op in (constants.SUBPATTERN, constants.ATOMIC_GROUP):
            yield from _repeats(value[3] if op is constants.SUBPATTERN else value, before)
        before += _one(op, value)


@cache
def hard(pattern: re.Pattern[Any]) -> list[tuple[str, str, str]]:
    """Beginning, what is repeated, and end of texts that the pattern finds hard."""
    flags = pattern.flags & ~re.UNICODE if isinstance(pattern.pattern, str) else pattern.flags
    found = list(_repeats(parser.parse(pattern.pattern, flags)))
    alone = [("", before + body) for before, body in found] + [("", piece) for piece in PIECES]
    return list(dict.fromkeys((*pair, end) for pair in (*found, *alone) for end in ENDS))


def _read(used: Used, text: str) -> float:
    told: str | bytes = text.encode() if isinstance(used.pattern.pattern, bytes) else text
    begun = time.process_time()
    if used.method == "finditer":
        deque(used.pattern.finditer(told), 0)
    else:
        getattr(used.pattern, used.method)(told)
    return time.process_time() - begun


@cache
def most() -> float:
    """Seconds of CPU that a pattern may take, on this machine."""
    return MOST * usual(lambda: PLAIN.match("a1 -_" * (LENGTHS[-1] // 5)))


def slowest(used: Used) -> tuple[float, str]:
    """The longest time over a hard text, and that text's beginning; it stops at the first that is
    too long twice.
    """
    worst = (0.0, "")
    of_an_engine = used.where.startswith(("traders/engines/", "traders/bots/"))
    longest = LONGEST if of_an_engine else BOUNDED.get(used.name, LENGTHS[-1])
    for before, body, end in hard(used.pattern):
        for length in (*(one for one in LENGTHS if one < longest), longest):
            text = before + body * max(1, length // len(body)) + end
            took = _read(used, text)
            if took > most():
                took = min(took, _read(used, text), _read(used, text))
            worst = max(worst, (took, f"{text[:60]!r}, {length} characters"))
            if worst[0] > most():
                return worst
    return worst


@pytest.mark.examples("patterns")
@pytest.mark.parametrize("package", sorted({"traders", "arbitration"}))
def test_no_pattern_takes_longer_than_in_proportion(package: str) -> None:
    read = [used for used in patterns() if not isinstance(used, str)]
    those = [used for used in read if used.where.startswith(package)]
    slow = [
        f"{used.where}: {took:.3f} s over {text}"
        for used in drawn("patterns", those)
        for took, text in [slowest(used)]
        if took > most()
    ]
    assert slow == [], "\n".join(slow)


def test_few_patterns_are_made_as_the_code_runs() -> None:
    """Of names, forms and phrases that are listed: their texts are an order's, a setting's, or a
    line of a letter, which is cut first.
    """
    made = [one for one in patterns() if isinstance(one, str)]
    assert len(made) <= 17, made
