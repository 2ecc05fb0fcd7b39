"""Whether a clause that nobody can read hedges the order beside it: it speaks of the order, or of
its writer's will about it, and denies, delays, conditions, compares or undoes. That is decided by
what the clause is made of, not by a list of sentences (PR-RECEIPT-09).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from traders.domain.play.manners.closed_word_classes import any_of, named, words, words_of
from traders.engines.kernel.seats import COLOURS

FEW = 4
"""Words of a clause that speaks of what stands beside it where it names nothing else."""
MOST_CONDITION = 6
"""Words of a condition that stands alone."""
_SENTENCE = re.compile(r"[.;!?]+ *")
_CLAUSE = re.compile(
    r"[,:()]+ *| -+ | (?:and|so|because|since|while) (?=(?:i|we|you|he|she|it|they|the|my|our)\b)"
)
_ENDED = re.compile(r"([^.;!?]+)([!?]*)")
"""The sentences of a text, with the marks of a question or call behind them."""
_RHETORICAL = re.compile(
    r"(?:\w+ not|(?:(?:are|is|was|were|have|has) )?(?:you|they|he|she)|say (?:hello|hi|thanks?))\b"
)
"""What no opinion is asked with: `is not that good`, `are you ok`, `say hello`."""
_WHEN_ASKS = re.compile(r"when (?:is|are|was|were|do|does|did|can|will|shall|may|must)\b")
_TONE = re.compile(r"/(?:s|j|jk|hj|sarc\w*|irony)")
"""How a joke is marked."""
_CIVIL = re.compile(r"(?:many )?(?:thanks|thank you|cheers|sorry|greetings|best|regards)\b")
"""What goes against nothing before it."""
_WORD = re.compile(r"[^\W_]+")
_TAG = re.compile(r"\w+ (?:not )?(?:it|i|he|she|we|they|you|that|this)(?: not)?")
"""`did not it`, behind what is said."""
_SAYS = re.compile(rf"^(?:he|she|they|who|as|{'|'.join(COLOURS)}) ")
"""Who says, at the beginning of few words."""
_BY = "(?:by|from|per|via|after|for|like|as)"
_BY_A_SEAT = re.compile(rf"{_BY} (?:{'|'.join(COLOURS)})")
_VERBS = ("undo", "waits")
_NO_NOUN = r"(?<!\bthe )(?<!\bmy )(?<!\ba )(?<!\bour )"
"""What stands before a verb, and not before a noun."""
_DENIES = ("no", "not", "non", "nein", "nope")
_ALIKE = 4
"""Letters by which the verb of an order is known in its other forms."""


def hedges(text: str, orders: str = "") -> bool:
    """Whether a clause of the plain text hedges. `orders`: the lines that stand beside it."""
    found = (_WORD.findall(line) for line in orders.casefold().split("\n"))
    verbs = frozenset(line[0][:_ALIKE] for line in found if line)
    return any(_hedged(sentence, verbs) for sentence in _SENTENCE.split(text))


def may_turn(text: str) -> bool:
    """Whether a word in the plain text may turn what stands right beside it, or a clause does."""
    return bool(named("turning").search(text)) or hedges(text)


def wavers(text: str) -> bool:
    """Whether the text says nothing but that its writer wavers: `hmm`."""
    said = _WORD.findall(text)
    return bool(said) and all(map(_class("wavers").fullmatch, said))


def leaves_open(text: str) -> bool:
    """Whether words in brackets leave open whether what they stand beside is meant."""
    told = bool(_reports().search(text)) or reports(text)
    return may_turn(text) or wavers(text) or asks_opinions(text) or told


def reports(text: str) -> bool:
    """Whether a line gives what stands beside it as another's: `says Green`, `Green's advice`."""
    said = text.strip(" -\"'.!")
    rest = _SAYS.sub("", said) if len(said.split()) <= MOST_CONDITION else said
    given = _reports().match(rest) or _anothers().fullmatch(said) or _BY_A_SEAT.fullmatch(said)
    return bool(given)


def goes_ahead(text: str) -> bool:
    """Whether the text fears something, and goes on nevertheless: `risky, but here goes`."""
    behind = [found.end() for found in _class("but").finditer(text)]
    return bool(behind) and bool(_class("goes").fullmatch(text[behind[-1] :].strip(" ,.!")))


def asks_opinions(text: str) -> bool:
    """Whether a question in the plain text asks what others think, and of nothing that it names: so
    of what stands beside it, as a bare mark does.
    """
    if not _WORD.search(text):
        return "?" in text
    for sentence in (one for one, marks in _ENDED.findall(text) if "?" in marks):
        parts = [part for part in map(str.strip, _CLAUSE.split(sentence)) if part]
        if any(_seeks(part) for part in parts if len(parts) == 1 or " " in part):
            return True
    return False


def _seeks(part: str) -> bool:
    """Whether a clause of a question weighs what its writer may do, or names nothing but a view."""
    if _RHETORICAL.match(part) or not _class("thinks").search(part):
        return False
    if _class("weighed").search(part) and (_class("own").search(part) or _class("it").search(part)):
        return True
    common = words().common
    return all(w in common or _class("thinks").fullmatch(w) for w in _WORD.findall(part))


def without_idioms(text: str) -> str:
    """The text without a no that denies nothing: `do not worry`, `cannot wait`."""
    return _class("idioms").sub(" ", text).strip()


def _hedged(sentence: str, verbs: frozenset[str]) -> bool:
    """Whether a sentence hedges: what stands behind its last `but` counts."""
    behind = [found.end() for found in _class("but").finditer(sentence)]
    rest = sentence[behind[-1] :].strip(" ,") if behind else ""
    rest = "" if _CIVIL.match(rest) else rest
    parts = [part.strip() for part in _CLAUSE.split(rest or sentence)]
    parts = [part for part in parts if part and not (_TAG.fullmatch(part) and len(parts) > 1)]
    if _class("or").match(sentence) or (len(parts) == 1 and _is_condition(parts[0])):
        return True
    called = any(part in COLOURS for part in parts)
    return any(_Clause(part, verbs).hedges(called=called) for part in parts)


def _is_condition(sentence: str) -> bool:
    """Whether it is a condition alone: of what stands beside it."""
    begins = None if _WHEN_ASKS.match(sentence) else _class("when").match(sentence)
    rest = sentence[begins.end() :] if begins else ""
    return bool(rest) and len(rest.split()) <= MOST_CONDITION and not _class("main").search(rest)


@cache
def _class(name: str) -> re.Pattern[str]:
    known = words()
    found = known.hedges[name]
    if name == "closed":
        found = [*found, *known.turning, *known.joints, *known.nows, *known.pointers]
        found += [*known.articles, *known.hedges["till"]]
    if name == "undo":
        found = [form for verb in found for form in _forms(verb)]
    return words_of(found, _NO_NOUN if name in _VERBS else "")


@cache
def _holds() -> re.Pattern[str]:
    """A verb that holds back, and what it points at."""
    known = words().hedges
    about = any_of(phrase for name in ("order", "it", "this") for phrase in known[name])
    verbs = [form for verb in known["hold"] for form in _forms(verb)]
    return words_of(verbs, _NO_NOUN, rf" (?:\w+ )?{about}")


@cache
def _reports() -> re.Pattern[str]:
    """What says whose words those beside it are."""
    return words_of(words().hedges["reports"], r"(?<!\bi )(?<!\bwe )")


@cache
def _anothers() -> re.Pattern[str]:
    """Somebody's own advice and nothing else."""
    return words_of(words().hedges["advice"], rf"(?:{_BY} )?(?:\w+ )?\w+'s? (?:\w+ )?")


@cache
def _weighs() -> re.Pattern[str]:
    """What one will, must or would do before anything is done."""
    known = words().hedges
    verbs = any_of(form for verb in known["weigh"] for form in _forms(verb))
    return words_of(known["modals"], behind=rf" (?:\w+ )?{verbs}")


@cache
def _kinds() -> re.Pattern[str]:
    """What a text is that is no act, and nothing else."""
    known = words().hedges
    before, behind = any_of(known["before_kinds"]), any_of(known["behind_kinds"])
    return re.compile(rf"(?:{before} )*{any_of(known['kinds'])}(?: {behind})*")


@cache
def _stops() -> re.Pattern[str]:
    """A bare verb that holds back, at the end."""
    return words_of(("wait|pause|stop|hold",), _NO_NOUN, "$")


def _forms(verb: str) -> Iterator[str]:
    """`hold`, `holds`, `holding`; of `stand by` the first word's."""
    first, _, rest = verb.partition(" ")
    forms = (first, f"{first}s", f"{first.removesuffix('e')}ing", f"{first}{first[-1]}ing")
    yield from (f"{form} {rest}".rstrip() for form in forms)


class _Clause:
    """A clause. `verbs`: how those of the orders beside it begin."""

    def __init__(self, text: str, verbs: frozenset[str]) -> None:
        self.text = without_idioms(text)
        self.said = _WORD.findall(self.text)
        self.few = len(self.said) <= FEW
        self.own = self._has("own") or self._begins("modals")
        self.directs = self._directs()
        self.points = self._points()
        self.names = any(len(w) >= _ALIKE and w[:_ALIKE] in verbs for w in self.said)
        self.of_others = bool(self.said) and not self.directs and self._is_of_others()

    def hedges(self, *, called: bool) -> bool:
        """Whether it does. `called`: somebody is called by name beside it."""
        if not self.said or self.of_others:
            return False
        if self._has("slips") or (self._begins("till") and not called):
            return True
        alone = (_kinds(), named("labels"), _class("times"), _TONE)
        if any(one.fullmatch(self.text) for one in alone):
            return True
        speaks = self.own or self.points or self.directs or self.names or self.few
        if called:
            return self.points and self._has("undo")
        if not speaks:
            return self._has("till") and self._has("not")
        return (
            self.said[-1] in _DENIES
            or (self.said[-1] in ("to", "know") and self._has("not") and not self._has("past"))
            or (self._has("counsel") and self._has("seeks"))
            or self._has("undo")
            or self._delays()
            or self._denies()
            or self._compares()
            or (self.directs and self.points and not self._has("affirms"))
        )

    def _is_of_others(self) -> bool:
        return self.said[0] in COLOURS or self._begins("others")

    def _delays(self) -> bool:
        """It waits, or makes a condition."""
        then = self._begins("then") and self._has("will") and self.points
        if self._has("till") or then:
            return True
        doing = self.points and self._has("will")
        later = self._has("later") and (
            doing or self.directs or self._has("willing") or self._has("order")
        )
        waits = (
            self._has("waits")
            or bool(_stops().search(self.text))
            or bool(_weighs().search(self.text))
        )
        return later or waits or bool(_holds().search(self.text))

    def _denies(self) -> bool:
        """It says no to the order, or that its writer is not sure of it."""
        if not self._has("not") or self._has("praise"):
            return False
        begins = self.few and self.said[0] in ("not", "hardly")
        return begins or self.points or self.names or self._has("willing")

    def _compares(self) -> bool:
        """It says what would be better, or what the order is that should not be."""
        about = self.points or self.names
        rather = self._has("rather") and (about or self.own) and (self.own or not self._has("than"))
        if rather or (self._has("lieber") and (about or self.own or self.few)):
            return True
        if self._has("praise"):
            return False
        bare = self.said[0] == "too" or (self.few and not self._has("tells"))
        would = self._has("would")
        ill = self._has("ill") and not self._has("them") and not self._begins("when")
        return (
            (would and about)
            or (ill and (about or bare or (would and self.own)))
            or (about and self._begins("was"))
        )

    def _points(self) -> bool:
        """A pronoun, or a noun for the order, stands in it; in `that planet` there is none."""
        after = [*self.said[1:], ""]
        return (
            self._has("order")
            or self._has("it")
            or self._begins("verbless")
            or any(
                _class("this").fullmatch(word) and (not then or _class("closed").fullmatch(then))
                for word, then in zip(self.said, after, strict=False)
            )
        )

    def _directs(self) -> bool:
        """It tells somebody to do something."""
        said = self.said
        first = next((n for n, w in enumerate(said) if not _class("sighs").fullmatch(w)), len(said))
        verb, then = [*said[first : first + 2], "", ""][:2]
        if _class("directing").match(" ".join(said[first:])):
            return True
        if not verb or _class("closed").fullmatch(verb) or _class("no_verbs").fullmatch(verb):
            return False
        if verb.endswith(("ing", "ed", "ly")) or (verb[-1] == "s" and verb[-2:] != "ss"):
            return False
        return bool(_class("undo").fullmatch(verb) or _class("objects").fullmatch(then))

    def _has(self, name: str) -> bool:
        return bool(_class(name).search(self.text))

    def _begins(self, name: str) -> bool:
        return bool(_class(name).match(self.text))
