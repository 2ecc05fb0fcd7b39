"""A letter's subject: the event first, the hour by which an answer is wanted second, the game last
where its name has room, in at most 38 characters. Pure.

For each kind there is a list of events, the most telling first; the first that fits is taken.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

from traders.domain.letters.letter_facts import AwaitedAnswer, Facts
from traders.domain.letters.letter_recipient import Reader
from traders.domain.letters.letter_sections import event_lines, now, short_deadline
from traders.domain.letters.order_receipt import ANSWER_WORDS
from traders.domain.letters.plain_text_layout import (
    DANGLING,
    HOUR,
    cut,
    moment_of,
    plain,
    short_hour,
    to_reader,
    without_rules,
)
from traders.domain.table.asked_seats import CAN_WIN
from traders.engines.kernel.positions.pile_reshuffling import AFRESH
from traders.engines.kernel.telling.past_tense_telling import Happened
from traders.engines.kernel.telling.telling_by_game import headline, retold
from traders.engines.kernel.words import count, named, seats_listed
from traders.engines.registry import ENGINES, engine
from traders.models import LetterKind

MOST = 38
"""Characters of a subject: what a telephone shows in one line."""
BETWEEN = " · "
_ANSWERED = re.compile(rf"^You may answer until (?P<hour>{HOUR})")
"""A notice that asks for an answer of those who have no turn."""
STILL_PLAYING = "Still playing?"
"""How the notice begins that asks a silent player (PR-SEAT-05)."""
NUDGES = " nudges you"
"""What a nudge says, behind the name of the seat that nudges (PR-SEAT-08)."""
NO_HOUR = (LetterKind.RECEIPT, LetterKind.REMINDER)
"""Kinds whose subject says of no hour: one has been answered, one speaks of time itself."""
_DOES = re.compile(r"^(\w{2,})s\b")
_APART = re.compile(r" \([^()]*\)")
_OFFERED = " offers you "
_SENTENCE = re.compile(r".*?[.?!](?= |$)|.*", re.DOTALL)
_QUESTION = re.compile(r"[^.!?]+\?")
_JOINT = re.compile(
    r"(?: (?:to|from|and|for|with|at|in|on|of|by|until|after|before|or)|[,;:])(?= )"
)
"""Before which a long event may end."""
_ENDS = re.compile(r" (?:from|and|to come) |[:;,] ")
_DONE = ANSWER_WORDS | {"returned": "Came back"}


WITH_HOUR = (LetterKind.RULING, LetterKind.ASKED)
"""Kinds whose own hour stands in the subject, also where no play is asked for."""


def subject_of(kind: str, facts: Facts, reader: Reader, titles: Sequence[str] = ()) -> str:
    """The subject of a letter of that kind. `titles`: of a daily summary's games."""
    if kind == LetterKind.DIGEST:
        return composed(_summary(day_of(facts, reader), titles), "", "")
    waits = facts.asked and not facts.paused and kind not in NO_HOUR
    hour = short_deadline(facts, reader) if waits or kind in WITH_HOUR else ""
    hour = _to_answer(facts, reader) or hour
    title = "" if kind == LetterKind.OVER else reader.title
    handed = [f"You take over {reader.who}"] if "handed" in facts.extra else []
    return composed(chain(handed, EVENTS[kind](facts, reader)), hour, title, reader.number)


def asked_back_in(facts: Facts) -> str:
    """What the letter asks of a player whose turns the clock ended (PR-SEAT-05), or who is nudged
    (PR-SEAT-08), as it goes on behind their name; "" where it asks nothing.
    """
    for one in map(without_rules, facts.notices):
        if one.startswith(STILL_PLAYING):
            words = one.removeprefix(STILL_PLAYING).strip()
            return words[:1].lower() + words[1:]
        if NUDGES in one.partition(":")[0]:
            return one
    return ""


def _to_answer(facts: Facts, reader: Reader) -> str:
    """Until when the reader may answer a claim, for the subject; "" where there is none."""
    found = next(filter(None, map(_ANSWERED.match, facts.notices)), None)
    until = moment_of(found["hour"], facts.at) if found else None
    return short_hour(until, facts.at, reader.zone) if until else ""


def day_of(facts: Facts, reader: Reader) -> str:
    """The day of the week on which the letter was written, where its reader is."""
    return f"{facts.at.astimezone(reader.zone):%A}"


def composed(events: Iterable[str], hour: str, title: str, number: int = 0) -> str:
    """The first event beside which the hour has room; where none has, the last, as far as a whole
    part of it fits. Behind it stands the title, or how it begins, with the game's `number`, by
    which others that begin so are told apart; nothing where there is no room: the thread has it.
    """
    after = BETWEEN + hour if hour else ""
    last = head = ""
    for event in filter(str.strip, events):
        last = plain(event, 200).rstrip(".")
        if len(last + after) <= MOST:
            head = last + after
            break
    head = head or _part_of(last or "News", MOST - len(after)) + after
    if head.endswith(f" {title}"):
        return head
    name = _in_short(title, number, MOST - len(head + BETWEEN))
    return head + BETWEEN + name if name else head


def _in_short(title: str, number: int, room: int) -> str:
    """The title in that many characters: whole, or as many of its parts, or of its words, as fit
    before the game's number.
    """
    if len(title) <= room:
        return title
    numbered = mark(number)
    parts, words = title.split(", "), title.split()
    heads = [", ".join(parts[:n]) for n in range(len(parts) - 1, 0, -1)]
    if numbered:
        heads += [" ".join(words[:n]).rstrip(",") for n in range(len(words) - 1, 0, -1)]
    said = (one for one in heads if one.split()[-1].lower() not in DANGLING)
    short = (f"{one} {numbered}".strip() for one in said)
    return next((one for one in (*short, numbered) if len(one) <= room), "")


def mark(number: int) -> str:
    """A game's number as it stands in subjects; "" for none."""
    return f"#{number}" if number else ""


def _part_of(event: str, room: int) -> str:
    """The longest part of an event that fits and says something; cut where there is none."""
    parts = (event[: joint.start()] for joint in reversed([*_JOINT.finditer(event)]))
    return next((one for one in parts if len(one) <= room and " " in one), cut(event, room))


def _welcome(facts: Facts, reader: Reader) -> list[str]:
    if facts.asked and facts.asked.question:
        return _asked(facts, reader)
    return [f"You are {reader.who}"]


def _asked(facts: Facts, reader: Reader) -> list[str]:
    """What is asked of the reader: the turn, the choice, or what a window is about."""
    asked = facts.asked
    if asked is None:
        return _happened(facts, reader)
    if any(one.startswith(STILL_PLAYING) for one in facts.notices):
        return [STILL_PLAYING]
    if asked.kind == "turn":
        return ["Your turn"]
    if asked.kind == "choice":
        return [asked.name, "Your choice"]
    cause = asked.cause
    about = [can_win(asked, reader), *_headlines([asked.under_way], reader)]
    if asked.question:
        begins = _first_sentence(now(asked, reader))
        return [begins, *about, cause, f"Your answer: {asked.name}", "Your answer"]
    bare = _to_its_seat(_APART.sub("", cause), reader)
    brief = _ENDS.split(bare)[0]
    card = brief.partition(" plays ")[2]
    return [*about, bare, brief, card, f"React: {asked.name}", "React or pass"]


def _to_its_seat(about: str, reader: Reader) -> str:
    """What a window is about, in the second person where it is the reader's own deed."""
    who, _, deed = about.partition(" ")
    if who.removesuffix("'s").lower() != reader.seat:
        return to_reader(about, reader.who)
    if who.endswith("'s"):
        return f"Your {deed}"
    done = _DOES.sub(r"\1", deed.removeprefix("has "))
    return f"You {done}"


def _headlines(happened: Iterable[Happened], reader: Reader) -> list[str]:
    """What happened in a few words, where the game has them."""
    package = ENGINES.get(reader.system, "")
    return list(filter(None, (headline(package, one, reader.seat) for one in happened)))


def _first_sentence(text: str) -> str:
    """The first sentence; what somebody is quoted with is not cut in its midst."""
    found = _SENTENCE.match(text)
    first = found[0] if found else text
    whole = first.count("“") == first.count("”") and first.count('"') % 2 == 0
    return first if whole else re.split(r': [“"]', first)[0]


def _happened(facts: Facts, reader: Reader) -> list[str]:
    """Who can win now; else the latest event, an offer to the reader, an event in a few words where
    it does not fit, or an earlier one; else a notice, messages, or how the latest event begins.
    What was shuffled names no letter that says why.
    """
    found = [one for one in facts.events if one.kind != AFRESH or not facts.notices]
    events = list(reversed(event_lines(found, reader)))
    short = _headlines([event.happened for event in reversed(found)], reader)
    messages = [
        f"{message.seat.capitalize()} writes to {'you' if message.privately else 'all'}"
        for message in facts.press
    ]
    whose = [event.split(_OFFERED)[0] for event in events if _OFFERED in event]
    offers = [f"{who}{_OFFERED.rstrip()} a deal" for who in whose]
    bare = map(without_rules, facts.notices)
    notices = [words for one in bare for words in (one, _first_sentence(one), one.split(": ")[0])]
    apart = [_APART.sub("", event) for event in events[:1]]
    wins = [words for words in notices if words.endswith(CAN_WIN)]
    told = [*wins, *events[:1], *offers, *short, *events[1:], *apart, *notices, *messages]
    return [*told, *events[:1]]


def _receipt(facts: Facts, reader: Reader) -> Iterable[str]:
    """The first line that was not carried out; else what the reader did with those that were, or
    these lines themselves, or the first of them.
    """
    if not facts.lines:
        return ["Your letter"]
    lines = [line for line in facts.lines if line.text]
    orders = [line.text for line in lines]
    if not lines:
        return _note(facts, reader)  # no line of it could be read
    answers = [line.answer for line in lines]
    if "tested" in answers:
        return [f"Tried: {next((order for order in orders if order != 'test'), 'test')}"]
    if "refused" in answers:
        place = answers.index("refused")
        return [f"Not done: {orders[place]}", *([f"Stopped at line {place + 1}"] * bool(place))]
    if "asked" in answers:
        return [f"Sure? {orders[answers.index('asked')]}"]
    first = next((n for n, answer in enumerate(answers) if answer not in {"told", "noted"}), 0)
    of_it = [order for order, one in zip(orders, answers, strict=True) if one == answers[first]]
    told = [f"{_DONE[answers[first]]}: {words}" for words in (", ".join(of_it), of_it[0])]
    if answers[first] == "told" and any("?" in one for one in of_it):
        asked = [one.strip() for one in _QUESTION.findall(" ".join(of_it))]
        return [*told, *(f"Answer: {one}" for one in asked), "Answer to your question"]
    if answers[first] == "noted" and of_it[0].lower() == "pass":
        return ["You pass" if lines[first].words.startswith("You") else "Nothing to pass"]
    return chain(_deeds(facts, reader), told) if answers[first] in ("done", "opened") else told


def _deeds(facts: Facts, reader: Reader) -> Iterator[str]:
    """What the reader did, the most telling first, of the like the latest, and of one order how it
    begins.
    """
    telling = engine(reader.system).telling() if reader.system in ENGINES else ()
    ranks = {rule: n for n, rule in enumerate(telling)}
    events = sorted(facts.events, key=lambda one: (ranks.get(one.rule, len(ranks)), -one.number))
    package = ENGINES.get(reader.system, "")
    happened = (Happened(one.text, one.kind, one.data) for one in events)
    told = (" ".join(retold(package, [one], reader.seat)) for one in happened)
    return (deed for deed in told if deed.startswith("You "))


def _reminder(facts: Facts, reader: Reader) -> list[str]:
    if facts.ends is not None and facts.ends == facts.due:
        return ["Your extra time runs"]
    return ["Half your time left"]


def _over(facts: Facts, reader: Reader) -> list[str]:
    title = reader.title
    if reader.seat in facts.winners:
        return _with("You won {}", title)
    if facts.winners:
        return _with(f"{seats_listed(facts.winners, '')} won {{}}", title)
    return _with("{} is over", title)


def _with(words: str, title: str) -> list[str]:
    """Words with the title in them, which becomes `the game` where all does not fit."""
    return [words.format(title), words.format("the game")]


def _ruling(facts: Facts, reader: Reader) -> list[str]:
    return [str(facts.extra.get("subject", "A ruling"))]


def _asking(facts: Facts, reader: Reader) -> Iterable[str]:
    """What is asked; of an answer, whose lines stand alone, first what was done."""
    if not facts.lines:
        return [str(facts.extra.get("subject", ""))]
    if facts.extra.get("event"):
        return _note(facts, reader)
    done = next((plain(line.text, 200) for line in facts.lines if line.answer == "done"), "")
    if done and any(line.answer == "refused" for line in facts.lines):
        return [f"Done: {done}, but not all", f"Done: {done}"]
    return _receipt(facts, reader)


def _mailbox(facts: Facts, reader: Reader) -> list[str]:
    return [f"Mail to {str(facts.extra.get('seat', '')).capitalize()} bounces"]


def _note(facts: Facts, reader: Reader) -> list[str]:
    return [str(facts.extra.get("event") or "Answer to your letter")]


def _summary(day: str, titles: Sequence[str]) -> list[str]:
    if len(titles) == 1:
        return [f"Your {day} in {titles[0]}", f"Your {day}"]
    return [f"Your {day}{BETWEEN}{count(len(titles), 'game')}"]


EVENTS: dict[str, Callable[[Facts, Reader], Iterable[str]]] = {
    LetterKind.WELCOME: _welcome,
    LetterKind.TURN: _asked,
    LetterKind.INTERVAL: _asked,
    LetterKind.CHOICE: _asked,
    LetterKind.HAPPENED: _happened,
    LetterKind.RECEIPT: _receipt,
    LetterKind.REMINDER: _reminder,
    LetterKind.OVER: _over,
    LetterKind.RULING: _ruling,
    LetterKind.ASKED: _asking,
    LetterKind.MAILBOX: _mailbox,
    LetterKind.NOTE: _note,
}
"""The events of each kind, but for the daily summary, which is of several games."""


# --- who could win --------------------------------------------------------------------------------


def can_win(asked: AwaitedAnswer | None, reader: Reader) -> str:
    """`Yellow can win now`, where what is under way would win the game at once; "" else."""
    if asked is None or not asked.wins:
        return ""
    return f"{'You' if asked.wins == reader.seat else named(asked.wins)}{CAN_WIN}"


def nearest(facts: Facts, reader: Reader) -> str:
    """Who is nearest to winning, what they need and what would stop it, in one line; "" where
    nobody is ahead.
    """
    system = str(facts.view.get("system", ""))
    found = engine(system).nearest(facts.view) if system in ENGINES else None
    return found.told(reader.seat) if found is not None else ""
