"""Parts of letters for the templates: what is asked, deadline, events, answer. Pure."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from itertools import pairwise

import msgspec

from traders.domain.history.moment_labels import MomentLabel
from traders.domain.letters.letter_facts import AwaitedAnswer, EarlierLetter, Facts, Happening
from traders.domain.letters.letter_recipient import Reader
from traders.domain.letters.plain_text_layout import (
    plain,
    short_hour,
    spoken,
    to_reader,
    told_in,
    when,
    without_rules,
)
from traders.engines.kernel.positions.pile_reshuffling import AFRESH
from traders.engines.kernel.telling.past_tense_telling import Happened, without_numbers
from traders.engines.kernel.telling.telling_by_game import (
    concerns,
    goes_without_saying,
    retold,
    stage_in_words,
    tells_silence,
    under_way,
)
from traders.engines.kernel.words import capital, fold, named, sentence
from traders.engines.registry import ENGINES, engine
from traders.models import LetterKind

MOST_TOLD = 5000
"""Characters of a paragraph to somebody without a seat, who may be quoted a claim's words."""
ENDS = "your turn ends as it stands"
LATER = "after your extra time"
MISSED = "If you miss it, your extra time runs"
_WORD = re.compile(r"\w+")
AGAIN = "A reaction changed something, so I ask once more: an earlier `pass` no longer counts."


def event_lines(
    events: Sequence[Happening], reader: Reader, left_out: Collection[Happening] = ()
) -> list[str]:
    """Events as they are retold to the reader, a paragraph each, without those `left_out`."""
    out = {n for n, event in enumerate(events) if event in left_out}
    if len(out) == len(events):
        return []
    happened = [event.happened for event in events]
    return retold(ENGINES.get(reader.system, ""), happened, reader.seat, out)


def told_to(reader: Reader, facts: Facts, sentences: Iterable[str]) -> list[str]:
    """Sentences of the letter, each in one line, with hours as its reader says them."""
    return [told_in(without_rules(one, MOST_TOLD), facts.at, reader.zone) for one in sentences]


def notice_lines(
    letter: Facts | EarlierLetter, at: datetime, reader: Reader, *, bots: bool = True
) -> list[str]:
    """Notices and press, a paragraph each, in a letter of that date; `bots`: also what bots say to
    all.
    """
    sentences = [told_in(without_rules(one), at, reader.zone) for one in letter.notices]
    for message in letter.press:
        if message.bot and not (bots or message.privately):
            continue
        whom = "to you alone" if message.privately else "to all"
        sentences.append(spoken(f"{message.seat.capitalize()} {whom}:", plain(message.words, 2000)))
    return sentences


MOST_HANDED = 10
"""Paragraphs of history in the letter to a substitute."""


def handed(facts: Facts, reader: Reader) -> dict[str, list[str]]:
    """What a substitute is told of the seat: its latest history, of which the seat is named, since
    it was another player who did that, and what was left standing.
    """
    found = facts.extra.get("handed")
    if not found:
        return {}
    history = retold(ENGINES.get(reader.system, ""), map(_handed, found["history"]))
    return {"history": history[-MOST_HANDED:], "standing": found["standing"]}


def _handed(one: str | dict[str, object]) -> Happened:
    """What happened before a substitute came; a letter of release 0.1 has the sentence alone."""
    return Happened(one) if isinstance(one, str) else msgspec.convert(one, Happening).happened


def stopped(
    system: str, seat: str, plans: Sequence[str], happened: Iterable[Happening]
) -> tuple[str, list[str]]:
    """Why the seat's plan stopped, and its lines that were not carried out; empty where none did.
    What somebody did is retold, as it is among the news.
    """
    why, *lines = [plain(without_rules(line), 200) for line in plans] or [""]
    for event in happened:
        if plans and event.text == plans[0]:
            it = event.happened._replace(text=why)
            why = " ".join(retold(ENGINES.get(system, ""), [it], seat)) or why
            break
    return sentence(without_numbers(capital(why))) if why else "", lines


def news(
    facts: Facts, reader: Reader, left_out: Collection[Happening] = (), *, bots: bool = True
) -> list[str]:
    """All news but what is `left_out`, and without `bots` what these say to all, a paragraph each:
    what was held back first; without an event that is what the reader is asked about. What one seat
    did in a row is told in one go, in however many letters it was held. What stopped the reader's
    plan is told with that. What was shuffled follows why it was.
    """
    told: list[str] = []
    events: list[Happening] = []
    for happened, sentences in (
        *(
            (before.events, notice_lines(before, facts.at, reader, bots=bots))
            for before in facts.earlier
        ),
        (told_here(facts), notice_lines(facts, facts.at, reader, bots=bots)),
    ):
        afresh = [event for event in happened if event.kind == AFRESH and sentences]
        events += [event for event in happened if event not in afresh]
        if sentences:
            told += [*event_lines(events, reader, left_out), *sentences]
            events = afresh
    return [*told, *event_lines(events, reader, left_out)]


def told_here(facts: Facts) -> tuple[Happening, ...]:
    """What happened, without the event that the reader is asked about, that stopped the reader's
    plan or that ended the game: that is told there.
    """
    # what is asked about may say more of it, behind a colon
    told_there = (*facts.plans[:1], facts.asked.cause if facts.asked else "", facts.ended)
    elsewhere = [one.rstrip(".") for one in told_there]
    return tuple(
        event
        for event in facts.events
        if not any(f"{one}:".startswith(f"{event.text.rstrip('.')}:") for one in elsewhere)
    )


def news_head(kind: str, facts: Facts) -> str:
    """What stands above the news: in a turn's letter that it is new since the reader's turn, unless
    that is the first one, or goes on. No seat has its second turn before all have had their first.
    """
    asked = facts.asked
    first = asked is not None and asked.kind == "turn" and asked.first
    number = MomentLabel.read(facts.moment).key if first else 0
    later = kind == LetterKind.TURN and number > len(facts.view.get("seats", ()))
    return "SINCE YOUR TURN" if later else "WHAT HAPPENED"


def news_within(facts: Facts, reader: Reader, most: int) -> tuple[list[str], bool]:
    """News in at most so many words, as far as it can be, and whether anything is left out: what
    tells least of a turn is left to the game's history, before it what bots say to all. What names
    the reader, what came right before it in the same move, and what somebody wrote, is always told.
    """
    package = ENGINES.get(reader.system, "")
    ranks = {rule: n for n, rule in enumerate(engine(reader.system).telling() if package else ())}
    events = [event for letter in facts.earlier for event in letter.events] + list(facts.events)
    own = _own(events, reader, package)
    others = [event for event in events if event not in own]
    # the least telling first, of these the oldest
    others.sort(key=lambda event: -ranks.get(event.rule, len(ranks)))

    said = [*(message for letter in facts.earlier for message in letter.press), *facts.press]
    talk = int(any(message.bot and not message.privately for message in said))

    def left_out(count: int) -> list[str]:
        events = frozenset(others[: max(0, count - talk)])
        return news(facts, reader, events, bots=count < talk or not talk)

    fits = bisect_left(
        range(len(others) + talk),
        True,
        key=lambda count: len(" ".join(left_out(count)).split()) <= most,
    )
    return left_out(fits), fits > talk


def _own(events: Sequence[Happening], reader: Reader, package: str) -> set[Happening]:
    """The events that name the reader, each with what came right before it in the same move: it
    says why.
    """
    names, own = {"You", named(reader.seat)}, set[Happening]()
    for before, event in pairwise((None, *events)):
        if event is None:
            continue
        told_of = concerns(package, event.happened, reader.seat)
        if names & set(_WORD.findall(event.text)) if told_of is None else told_of:
            own.add(event)
            if before is not None and before.number == event.number:
                own.add(before)
    return own


def deadline(facts: Facts, reader: Reader) -> str:
    """The deadline in the reader's own zone, and its distance from the letter's date; "" where it
    is over, and saved or extra time runs.
    """
    return when(facts.due, facts.at, reader.zone) if facts.due and not late(facts, reader) else ""


def late(facts: Facts, reader: Reader) -> str:
    """That the time for what play waits for is over, while saved or extra time runs, and until when
    they run for the reader of whom it is asked; "" before.
    """
    if facts.due is None or facts.due >= facts.at:
        return ""
    until = f" until {when(facts.ends, facts.at, reader.zone)}" if facts.ends else ""
    return f"The time for it is over; extra time runs{until}."


def waits(facts: Facts, reader: Reader, until: str) -> str:
    """What play waits for from others, and until when: the letter's deadline."""
    if not facts.waits or not until:
        return f"{facts.waits} {late(facts, reader) if facts.waits else ''}".strip()
    return f"{facts.waits.rstrip('.')}, until {until}."


def short_deadline(facts: Facts, reader: Reader) -> str:
    """The deadline for a subject; while saved or extra time runs its end, where it is known."""
    due = facts.ends if late(facts, reader) else facts.due
    return short_hour(due, facts.at, reader.zone) if due else ""


def is_window(facts: Facts) -> bool:
    """Whether the reader may react, and is asked no question."""
    return facts.asked is not None and facts.asked.kind == "interval" and not facts.asked.question


def asked_back(facts: Facts) -> bool:
    """Whether the reader is asked if they are sure."""
    return bool(facts.lines) and facts.lines[-1].answer == "asked"


def why_asked(facts: Facts) -> str:
    """Why play waits for the reader in a window, where no stop of its own says so."""
    known = not is_window(facts) or "stop" in facts.extra or (facts.asked and facts.asked.again)
    return "" if known else "I ask you because this window stays open for all whom it concerns."


def question(asked: AwaitedAnswer, facts: Facts, reader: Reader, until: str) -> str:
    """What is asked of the reader, in a sentence or two; until the letter's deadline."""
    name = asked.name.rstrip(".")
    if asked.kind == "turn":
        stage = _stage(name, asked, reader)
        if not asked.first:
            still = f"it is still your turn{stage}{f', until {until}' if until else ''}."
            return f"{still} {late(facts, reader)}".rstrip()
        return f"it is your turn: {reader.who}{_round(facts)}{stage}."
    if asked.kind == "choice":
        return (
            f"you have a choice to make: {to_reader(sentence(without_numbers(name)), reader.who)}"
        )
    cause = now(asked, reader)
    if asked.question:
        bare = sentence(cause) == sentence(without_numbers(asked.cause))
        return f"you are asked to answer: {sentence(cause)}" if bare else sentence(cause)
    return f"{sentence(cause)} You may react."


def now(asked: AwaitedAnswer, reader: Reader) -> str:
    """What the reader is asked about, as it is under way."""
    package = ENGINES.get(reader.system, "")
    return to_reader(under_way(package, asked.under_way, reader.seat), reader.who)


def _stage(name: str, asked: AwaitedAnswer, reader: Reader) -> str:
    """The stage of a turn, where it has a name for readers, or needs an answer of its own."""
    package = ENGINES.get(reader.system, "")
    if not name or (asked.silence == "end" and goes_without_saying(package, name)):
        return ""
    return f" ({stage_in_words(package, name)})"


def _round(facts: Facts) -> str:
    """The round, where the game counts them."""
    at, most = facts.view.get("round", 0), facts.view.get("rounds", 0)
    return f", round {at}{f' of {most}' if most else ''}" if most or at > 1 else ""


def _pause_ends(facts: Facts, reader: Reader) -> str:
    """Who ends the pause, and how (PR-SEAT-03)."""
    if facts.paused_until is None:
        return "It goes on when all agree once more, by `propose pause`, or the organizer says so."
    until = when(facts.paused_until, facts.at, reader.zone)
    return f"It goes on by itself on {until}, or sooner if the organizer says so."


def by_when(facts: Facts, reader: Reader, until: str, *, short: bool = False) -> str:
    """That the reader can answer until the letter's deadline, and what happens if they do nothing;
    where it is short, not of a turn that goes on.
    """
    if facts.asked is None:
        return ""
    if facts.paused:
        sent = "what you send is kept" if facts.held else "what you order counts"
        told = f"The game is paused: your clock stands still, and {sent}."
        return told if facts.held else f"{told} {_pause_ends(facts, reader)}"
    if facts.asked.kind == "turn" and not facts.asked.first:
        return "" if short else silence(facts, reader)
    return " ".join(filter(None, (f"Answer by {until}." if until else "", silence(facts, reader))))


def silence(facts: Facts, reader: Reader) -> str:
    """What happens if the reader does nothing, in words."""
    asked = facts.asked
    package = ENGINES.get(reader.system, "")
    if asked is None or tells_silence(package, asked.under_way):
        return ""
    if asked.kind == "interval" and not asked.question:
        if asked.sent:
            return "If you send nothing more, you pass; reactions that you sent count."
        return f"{AGAIN if asked.again else ''} If you do nothing, you pass.".strip()
    if asked.is_turn and (over := late(facts, reader)):
        told = "" if asked.kind == "turn" and not asked.first else f"{over} "  # by the question
        then = f" then{' at the earliest' if asked.in_turn else ''}" if facts.ends else ""
        return f"{told}If you do nothing, {ends_as(asked)}{then}."
    if asked.kind == "turn" or asked.silence == "pass":
        if asked.kind != "turn" and any(line.answer == "kept" for line in facts.lines):
            return "If you send nothing more, what you sent counts."
        end = ends_as(asked) if asked.kind == "turn" else "you pass"
        if facts.ends is None or facts.due is None or facts.ends <= facts.due:
            return f"If you do nothing, {end}."
        return f"{MISSED}; then {end}."
    return f"If you do nothing, your answer is `{asked.silence}`." if asked.silence else ""


def ends_as(asked: AwaitedAnswer) -> str:
    """What becomes of a turn in which its seat does nothing."""
    if asked.in_turn:
        return "you pass"
    if asked.silence[:1].isupper():  # no order: players' lines come in small letters
        return asked.silence[:1].lower() + asked.silence[1:]
    return ENDS if asked.silence == "end" else f"I send `{asked.silence}` for you"


def deal_lines(facts: Facts) -> list[str]:
    """Open offers between the reader and another seat, each with the order that answers it; none
    that the reader's own line has just told.
    """
    lines = []
    for deal in facts.view.get("deals", ()):
        n, other = deal["number"], deal["with"]
        if deal["mine"] and any(line.words.endswith(f"withdraw {n}.") for line in facts.lines):
            continue
        terms = plain(f"you give {deal['give']}, you get {deal['get']}", 300)
        answer = f"`withdraw {n}`" if deal["mine"] else f"`accept {n}` or `decline {n}`"
        way = "To" if deal["mine"] else "From"
        lines.append(f"{n}. {way} {named(other)}: {terms}. Write {answer}.")
    return lines


def advice(facts: Facts) -> str:
    """What is said of the suggestion; nothing where the reply is `no` to what is asked back."""
    return facts.suggestion.words if facts.suggestion and not asked_back(facts) else ""


def reply_lines(facts: Facts) -> list[str]:
    """A reply that can be sent as it is, or changed: `no` where what cannot be taken back is asked
    back, else what is suggested and was not sent; in a reaction window without advice `pass`;
    nothing in a turn for which nothing is.
    """
    asked = facts.asked
    if asked_back(facts):
        return ["no"]
    if asked is None:
        return []
    if is_window(facts) and facts.suggestion is None:
        return ["pass"]
    sent = {fold(line.text) for line in facts.lines if line.answer == "kept"}
    if facts.suggestion is not None:
        left = [order for order in facts.suggestion.orders if order not in sent]
        followed = not sent or len(left) < len(facts.suggestion.orders)
        return left if followed else []  # who answered otherwise has another plan
    if asked.is_turn or sent:
        return []
    orders = [offer.order for offer in facts.offers if not offer.blanks]
    return [next((thing for thing in (*asked.things, *orders) if thing), asked.silence)]


def reply_head(facts: Facts, kind: str, *, turn: bool, window: bool) -> str:
    """What stands above the example: that of a turn, and of a window, is advice."""
    if kind == LetterKind.RECEIPT:
        return "To take it back" if asked_back(facts) else "Next, for instance"
    if facts.suggestion is None:
        return "FOR INSTANCE"
    return "A GOOD TURN" if turn else "A GOOD ANSWER" if window else "FOR INSTANCE"
