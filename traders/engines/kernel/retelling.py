"""What happened, as a letter retells it: in the past, without steps that matter to nobody later,
in one sentence what one seat did in a row. Names no game; the words are data, `news.toml` in a
game's folder. The history keeps the events as they were told.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Mapping
from functools import cache

import msgspec

from traders.engines.kernel.printed_data import has, printed
from traders.engines.kernel.seats import COLOURS, Seat
from traders.engines.kernel.words import listed, named, sentence

FILE = "news.toml"
WHO = "WHO"
"""Stands for a seat in a pattern, and for the same seat in what is told in its place."""
MOST_WORDS = 20
"""Words of a sentence that several deeds share."""
_SEATS = "|".join((*map(named, COLOURS), "You"))
_FIELD = re.compile(r"\{(\w+)\}")
_NUMBERED = re.compile(r" \(\d+\)")
"""The number of a place behind its name, which says nothing to a reader of letters."""
_OF_ONE = re.compile(r"(?:^|(?<=;))(was|is|has)\b")
_OF_YOU = {"was": "were", "is": "are", "has": "have"}
"""Verbs of a deed that change where the reader did it."""


class News(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One game's words: patterns of its sentences (without their full stops), each with what is
    told in its place, "" where nothing is; several deeds are parted by `;`. `{name}` is a group
    of that name in the pattern, or in that of an earlier sentence. `own` comes first where WHO, or
    who did the last thing, is the reader; `now` is of what is under way.
    """

    past: dict[str, str] = {}
    own: dict[str, str] = {}
    now: dict[str, str] = {}
    my_own: dict[str, str] = {}
    """What the reader itself has under way."""
    latest: tuple[str, ...] = ()
    """How sentences begin of which only the last in a row is told, as what the dice show after each
    roll.
    """
    stages: dict[str, str] = {}
    """The stages of a turn as readers know them; the first, with which a turn begins, goes without
    saying in a letter.
    """


class _Known:
    """What earlier sentences named, by the seat they were about, and who did the last thing."""

    def __init__(self) -> None:
        self.last = ""
        self._named: dict[str, dict[str, str]] = {}

    def of(self, seat: str) -> dict[str, str]:
        """What was named in sentences about that seat."""
        return self._named.setdefault(seat, {})


def retold(
    package: str, sentences: Iterable[str], reader: Seat = "", left_out: Collection[int] = ()
) -> list[str]:
    """The sentences of events, in order, as they are retold to the reader: what is not told in
    other words stays as it is, without the numbers of places. Those at the places `left_out` are
    not told; what they named is known to the others.
    """
    return _retold(_words(package), sentences, _Known(), reader, left_out)


def retold_in_parts(
    package: str, parts: Iterable[Iterable[str]], reader: Seat = ""
) -> list[list[str]]:
    """The same of sentences in several parts, each told by itself: what one part named is known in
    the next.
    """
    words, known = _words(package), _Known()
    return [_retold(words, part, known, reader) for part in parts]


def _retold(
    words: _Words,
    sentences: Iterable[str],
    known: _Known,
    reader: Seat,
    left_out: Collection[int] = (),
) -> list[str]:
    told: list[_Deeds | str] = []
    for n, one in enumerate(sentences):
        bare = _NUMBERED.sub("", one).rstrip(".")
        who, text = _found((*words.own, *words.past), bare, known, reader)
        if text == "" or n in left_out:
            continue
        if not who or text is None:
            said = without_numbers(one) if text is None else text
            if told and _supersedes(words.latest, said, told[-1]):
                told.pop()
            told.append(said)
            continue
        for deed in text.split(";"):
            if told and isinstance(told[-1], _Deeds) and told[-1].takes(who, deed):
                told[-1].add(deed)
            else:
                told.append(_Deeds(who, deed))
    return [sentence(str(one)) for one in told]


def _supersedes(latest: Iterable[str], said: str, before: _Deeds | str) -> bool:
    """Whether what is said takes the place of what was said before it."""
    return any(said.startswith(begin) and str(before).startswith(begin) for begin in latest)


def under_way(package: str, text: str, reader: Seat = "") -> str:
    """The sentence about what is under way, as its reader is asked about it."""
    bare = _NUMBERED.sub("", text).rstrip(".")
    words = _words(package)
    who, told = _found(words.my_own, bare, _Known(), reader)
    if told is None:  # by its name, like anybody else's
        who, told = _found(words.now, bare, _Known(), "")
    if told is None:
        return text
    return sentence(f"{who} {told}" if who else told)


def stage_in_words(package: str, stage: str) -> str:
    """A turn's stage as its readers know it."""
    return _words(package).stages.get(stage, stage)


def goes_without_saying(package: str, stage: str) -> bool:
    """Whether a turn begins with that stage, or stages of this game are not named."""
    stages = _words(package).stages
    return stage not in stages or stage == next(iter(stages))


_NOTHING = re.compile(r"\bIf \w+ (?:do|does) nothing\b")


def tells_silence(words: str) -> bool:
    """Whether words about what is under way say what becomes of a reader who does nothing."""
    return _NOTHING.search(words) is not None


def without_numbers(text: str) -> str:
    """The text without the numbers that stand behind the names of places."""
    return _NUMBERED.sub("", text)


class _Deeds:
    """What one seat did in a row, each with how often in succession."""

    def __init__(self, who: str, first: str) -> None:
        self.who, self.deeds = who, [(first, 1)]

    def takes(self, who: str, deed: str) -> bool:
        """Whether the deed goes into the same sentence."""
        same = self.deeds[-1][0] == deed
        return who == self.who and (same or len(f"{self} {deed}".split()) < MOST_WORDS)

    def add(self, deed: str) -> None:
        """One deed more."""
        last, times = self.deeds[-1]
        if last == deed:
            self.deeds[-1] = (deed, times + 1)
        else:
            self.deeds.append((deed, 1))

    def __str__(self) -> str:
        return f"{self.who} {listed([f'{deed}{_times(n)}' for deed, n in self.deeds])}"


def _times(n: int) -> str:
    return "" if n == 1 else " twice" if n == 2 else f" {n} times"


def _found(
    patterns: Iterable[_Pattern], bare: str, known: _Known, reader: Seat
) -> tuple[str, str | None]:
    """Who did it, and what is told in place of a sentence; None where no pattern fits, or none of
    which everything is known that it tells.
    """
    for pattern in patterns:
        match = pattern.text.fullmatch(bare)
        if match is None:
            continue
        groups = {name: group for name, group in match.groupdict().items() if group is not None}
        seat = groups.get(WHO, "")
        doer = seat or known.last
        mine = doer == "You" or (bool(doer) and doer.lower() == reader)
        told = known.of(doer) | groups
        if (pattern.own and not mine) or not pattern.names <= told.keys():
            continue
        known.of(doer).update(groups)
        known.last = doer
        if pattern.instead.startswith(f"{WHO} "):
            if not doer:  # nothing says who it was
                continue
            words = pattern.instead.removeprefix(f"{WHO} ").format_map(told)
            return ("You", _of_you(words)) if mine else (doer, words)
        return "", pattern.instead.format_map(told)
    return "", None


def _of_you(deeds: str) -> str:
    """Deeds of the reader's: "You were paid", where Blue "was paid"."""
    return _OF_ONE.sub(lambda verb: _OF_YOU[verb[1]], deeds)


class _Pattern(msgspec.Struct, frozen=True):
    """A pattern, what is told in its place, whether it is for its own seat alone, and the groups
    that it tells.
    """

    text: re.Pattern[str]
    instead: str
    own: bool
    names: frozenset[str]


class _Words(msgspec.Struct, frozen=True):
    own: tuple[_Pattern, ...]
    past: tuple[_Pattern, ...]
    now: tuple[_Pattern, ...]
    my_own: tuple[_Pattern, ...]
    latest: tuple[str, ...]
    stages: dict[str, str]


@cache
def _words(package: str) -> _Words:
    """A game's words, read once; none where it has no file, or where there is no game."""
    news = (
        msgspec.convert(tomllib.loads(printed(package, FILE)), News)
        if package and has(package, FILE)
        else News()
    )
    return _Words(
        _patterns(news.own, own=True),
        _patterns(news.past),
        _patterns(news.now),
        _patterns(news.my_own, own=True),
        news.latest,
        news.stages,
    )


def _patterns(told: Mapping[str, str], *, own: bool = False) -> tuple[_Pattern, ...]:
    seat = f"(?P<{WHO}>{_SEATS})"
    return tuple(
        _Pattern(
            re.compile(text.replace(WHO, seat, 1)), instead, own, frozenset(_FIELD.findall(instead))
        )
        for text, instead in told.items()
    )
