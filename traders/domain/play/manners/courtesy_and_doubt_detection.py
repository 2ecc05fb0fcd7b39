"""Taking the manners off: what stands before and behind an order, and sentences that are nothing
but polite.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from traders.domain.play.manners import closed_word_classes
from traders.domain.play.manners.clause_splitting import plain
from traders.domain.play.manners.function_words import pointers
from traders.domain.play.manners.hedge_detection import (
    asks_opinions,
    hedges,
    may_turn,
    reports,
    wavers,
    without_idioms,
)

MOST_PHRASES = 8
"""Phrases that are taken off at either end."""
MOST_CHAT = 14
"""Words of a sentence that is nothing but polite."""
MOST_BESIDE = 20
"""Words of a line that may turn the order right beside it; what has more is a notice."""
MOST_BELOW = 8
"""Words of a line below a farewell that may turn the orders above it."""
_POSTSCRIPT = re.compile(r"\bp\.? ?(?:p\.? ?)?s\b[\s.:,-]*")
SORRY = re.compile(r"(?:oh |so )?(?:sorry|apologies|pardon|excuse|forgive)\b")
"""What may be said as well of an order that is meant."""
_SORRY_FOR = re.compile(
    r"(?:oh |so )?\w+(?: me)?,? (?:for|about|to|all|everyone|folks|guys|if|i am|we are)\b"
)
_NOTICE = re.compile(
    r"\b(?:recipients?|addressees?|confidential(?:ity)?|privileged|unmonitored|disclaimer|employer"
    r"|registered|genuine|typos|spelling|brevity|print(?:ing)?|this (?:e-?mail|message)"
    r"|senders?|prohibited|unlawful|liab(?:le|ility)|virus(?:es)?|unsubscribe|do not reply)\b"
    r"|(?<!\bas )\bif (?:you|this|it)\b[^.!?]{0,200}"
    r"\b(?:e-?mail|mail|message|letter|received?|reached|sent)\b"
)
"""What a mail program or a company writes below letters."""
_WORD = re.compile(r"\w")
_IF_KIND = (
    r"(?:if you (?:would|could|will) be (?:so|very) (?:kind|good)"
    r"|if you (?:do|would) not mind|if it is not too much (?:trouble|bother))"
)
_TELL = r"(?!(?:tell|say|show|explain|let|help|remind|give|advise|suggest|recommend|end your)\b)"
_REQUEST = re.compile(
    rf"(?:{_IF_KIND},? (?:would|could|will|can) you {_TELL}[^?]+"
    rf"|(?:would|could|will|can) you (?:please |kindly |just )*{_TELL}[^?]+?,? {_IF_KIND})\?[ ?!]*"
    r"|(?![^?]*, ?[^\s,?]+ ?\?)"
    r"(?:(?:would|could|will|can) you (?:please |kindly |just )*"
    r"(?:be (?:so|very) (?:kind|good) (?:as to|and) |(?<=please )|(?<=kindly ))"
    rf"{_TELL}[^?]+\?[ ?!]*"
    r"|(?:could|can|may) i please (?!(?:have|see|ask|get|know)\b)[^?]+\??"
    r"|(?:could|can|may) we (?!(?:have|see|ask|get|know|play)\b)[^?,]+,? please\??)"
)
"""One sentence that asks for a deed, and for no answer: not somebody whose name ends it."""
_DENIES = re.compile(
    r"(?:(?:i|we) )?(?:do not|never|will not|would not|(?:would )?rather not|am not going to) "
    r"(?=\w)(?!(?:sure|know|understand|see|get|think|mind|worry|forget|hesitate|have|only|just)\b)"
    r"[^.;:!]*[.!]*$"
)
"""What is not wanted, in one sentence."""
_NOUN_BEHIND = re.compile(
    r" (?:thanks|thank|thx|ta|cheers|sorry|apologies|night|nite|mates?|friends?|folks|all|everyone"
    r"|everybody|guys|team|crew|chaps|lads|lot)\b"
)
_MAY_WE = re.compile(r"^(?:could|can|may) we ")


def undressed(text: str) -> Iterator[str]:
    """What is left of a clause when ever more manners have been taken off, the most of it first."""
    for start in _behind(text):
        yield from _before(start)


def goes_on(text: str, word: str) -> bool:
    """Whether a bare word is one with the manners behind it, without a sign: `big thanks`."""
    _, _, behind = text.partition(word)
    return " " not in word and bool(_NOUN_BEHIND.match(behind))


def requested(text: str) -> str:
    """A sentence that asks for a deed, without its question mark; "" for any other."""
    return _MAY_WE.sub("", text.rstrip("? ")) if _REQUEST.fullmatch(text) else ""


def is_polite(text: str) -> bool:
    """Whether nothing is left of the clause without its manners."""
    return (
        any(not _WORD.search(start) for start in _behind(text))
        or any(not _WORD.search(rest) for rest in _before(text))
        or any(not _WORD.search(rest) for rest in undressed(text))
    )


def is_chat(sentence: str) -> bool:
    """Whether a whole sentence begins politely, and holds no word by which it could turn what
    stands beside it.
    """
    begins = closed_word_classes.named("chats").match(sentence)
    return bool(
        begins
        and len(sentence.split()) <= MOST_CHAT
        and not may_turn(sentence[begins.end() :])
        and not closed_word_classes.named("goes_on").search(sentence)
    )


def is_aside(sentence: str) -> bool:
    """Whether a sentence tells of the writer's own affairs, in few words of which none turns what
    stands beside it or gives it as somebody else's.
    """
    return (
        len(sentence.split()) <= MOST_CHAT
        and not may_turn(sentence)
        and not closed_word_classes.named("elsewhere").search(sentence)
    )


def doubts(question: str) -> bool:
    """Whether a question may be about what stands beside it."""
    rest = question.removeprefix("when ")
    return may_turn(rest) or bool(pointers().search(rest))


def greets(sentence: str) -> bool:
    """Whether a sentence speaks to those whom it names: `dear Blue`."""
    return bool(closed_word_classes.named("greets").match(sentence))


def heads(line: str, seat: str = "") -> bool:
    """Whether a line with a colon at its end says of those below what they are, and is not merely
    polite: `Blue's plan:`. `seat`: whose `Red's orders for turn 5:` are one's own.
    """
    if not line.endswith(":"):
        return bool(closed_word_classes.named("labels").fullmatch(plain(line).text))
    text, turned = plain(line)
    if turned:
        return True  # `orders (not final):`
    text = re.sub(r" ?\d+", "", text)
    own = ["my" if word in (seat, f"{seat}'s") else word for word in text.split()]
    return not is_polite(" ".join(own))


def says_on(line: str) -> bool:
    """Whether a line without a sign at its end says who says, or should, what stands below it."""
    return bool(closed_word_classes.named("says_on").search(line.casefold())) and hangs_on(line)


def turns(text: str) -> bool:
    """Whether a sentence may take back or put off what stands beside it."""
    said = without_idioms(_POSTSCRIPT.sub("", text.lstrip(" -,.")))
    noes = closed_word_classes.repeated("noes").match(said)
    return bool(noes and noes[0].rstrip()[-1] in ",.:;!-") or any(
        closed_word_classes.retraction().match(one) for one in re.split(r"(?<=[.!?;]) +", said)
    )


def turns_from_below(line: str) -> bool:
    """Whether a line below a farewell may take back what stands above it: a postscript, or a few
    words, which no notice is.
    """
    text = plain(line).text
    few = len(text.split()) <= MOST_BELOW
    return bool(few or _POSTSCRIPT.match(text)) and (turns(text) or casts_doubt(line))


def is_notice(text: str) -> bool:
    """Whether a paragraph is a mail program's or a company's, and not its writer's own."""
    return bool(_NOTICE.search(text.casefold()))


def casts_doubt(line: str, orders: str = "") -> bool:
    """Whether a line that nobody can read may keep the orders of its letter from being done: a few
    words that hedge, and no notice below many letters. `orders`: what stands beside it.
    """
    text = plain(line.strip("()[] ")).text
    few = len(text.split()) <= MOST_BESIDE and not is_notice(text)
    return few and (hedges(text, orders) or wavers(text) or asks_opinions(text) or reports(text))


def disregards(text: str) -> bool:
    """Whether a sentence takes back all of its letter: `please disregard this message`."""
    found = closed_word_classes.named("disregards").search(text.rstrip(" .!"))
    return bool(found) and (turns(text) or hedges(text))


_PARTS = re.compile(r"[.!;,:]+ (?:but |and )?|,? but |,? and ")
_EXCEPTS = re.compile(
    r"\b(?:except|without|apart from|but (?:not|no|keep|stay))\b"
    r"|(?:^|, |please )no \w+|\bno \w+ please\b"
)


def denies(line: str) -> bool:
    """Whether a line, which is no order, says what is not to be done, or is left out of it."""
    text = plain(line).text
    parts = [rest for part in _PARTS.split(text) for rest in _behind(part)]
    return any(map(_DENIES.match, parts)) or bool(_EXCEPTS.search(text))


def regrets(text: str) -> Literal["", "sorry", "slip"]:
    """Whether a line says no more than that the one above it went wrong: that is clear of a
    `slip`, and of a `sorry` only where an order of the same verb follows.
    """
    if SORRY.match(text):
        return "" if _SORRY_FOR.match(text) or turns(text) or casts_doubt(text) else "sorry"
    if wavers(text):
        return "slip"
    bare = (closed_word_classes.repeated("slips"), closed_word_classes.repeated("noes"))
    return "slip" if text and any(one.fullmatch(f"{text},") for one in bare) else ""


def hangs_on(line: str) -> bool:
    """Whether an unread line right beside an order may turn it: a few words, one of which turns, or
    that begin as who has slipped.
    """
    text = plain(line).text
    slip = not SORRY.match(text) and closed_word_classes.repeated("slips").match(text)
    turned = slip or may_turn(text) or closed_word_classes.named("goes_on").search(text)
    return len(text.split()) <= MOST_BESIDE and bool(turned)


def _behind(text: str) -> Iterator[str]:
    yield text
    for _ in range(MOST_PHRASES):
        found = closed_word_classes.lead().match(text)
        if found is None or not found.end():
            return
        end = found.end()
        if found[0].endswith("go ") and text.startswith("to ", end):
            end -= len("go ")  # `let's go to Wolf`
        text = text[end:]
        yield text


def _before(text: str) -> Iterator[str]:
    text = text.rstrip(" .!,;:-")
    yield text
    for _ in range(MOST_PHRASES):
        found = closed_word_classes.tail().search(text)
        if found is None:
            return
        text = text[: found.start()].rstrip(" .!,;:-")
        yield text
