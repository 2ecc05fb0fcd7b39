"""Questions in which an order stands: what it would do, whether it may be given now, what it costs
and how likely it is to succeed (PR-RECEIPT-09). Nothing is played by a question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from traders.domain.play.commands import query_commands, registry
from traders.domain.play.commands.interpreter import Speech
from traders.domain.play.game_session import GameSession
from traders.domain.play.manners import question_lookup
from traders.domain.play.manners.closed_word_classes import topic
from traders.domain.play.manners.function_words import pointers
from traders.domain.play.manners.order_reader import Reader
from traders.domain.table import advice
from traders.engines.kernel.book.rulebook import Rule
from traders.engines.kernel.contract.agreed_options import as_played
from traders.engines.kernel.contract.contract import Offer
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import sentence

HELPING = "can|could|may|might|should|shall|would|will|do|did|must"
_FRAME = re.compile(
    r"^(?:(?:and|so|also|please|hi|hello|ok|okay|well|sorry|but|hmm?|now|then|just wondering)"
    r"[,.!]*\s+)*"
    r"(?:(?:i (?:wonder|am wondering|was wondering)|tell me|do you (?:know|think))\s+)?"
    r"(?:(?:what|how)(?: would| will| might| could)? (?:happens?|about|comes?|be)\s*)?"
    r"(?:what\s+)?(?:if\s+)?(?:(?:what|how|why|when|where) )?"
    r"(?:(?:is it|would it be|am i|are we) (?:possible|allowed|ok|okay|able|legal|permitted)"
    r"(?: for me)?(?: to| if)?\s+)?"
    rf"(?:(?:{HELPING})\s+)?(?:i|we|you|one)?\s*"
    rf"(?:(?:{HELPING}|were to|was to|have to|still|now|just|please|try to|then)\s+)*"
)
_MAY = re.compile(
    r"(?:and |so |but )*(?:(?:can|could|may) (?:i|we|one|you)"
    r"|(?:am i|are we|is it) (?:allowed|able|possible|legal|permitted))\b"
)
"""What begins a question that is answered by yes or no."""
_IF = re.compile(
    r"(?:and |so |but )*what (?:\w+ )?(?:happens?|comes|would be|be)\b.*\bif (?:i|we)\b"
)
NUMBER_WORDS = {question_lookup.stem(one) for one in ("both", "two", "three", "four", "five")}
_ADVERB = re.compile(r"(\w{3}al)ly\b")


def order_in(text: str, reader: Reader) -> str:
    """The one order of which it is asked, "" for none."""
    for one in asked_to_do(text):
        lines = [unit.text for unit in reader.units(one) or () if unit.kind == "line"]
        named = lines and not reader.is_query(lines[0]) and not pointers().search(lines[0])
        if len(lines) == 1 and named:
            return lines[0]
    return ""


def asked_to_do(text: str) -> list[str]:
    """The parts of a question, each also without the words that ask whether it can be done."""
    parts = [text, *re.split(r"[?!.]\s+|,\s*(?=would|could|will|can)", text)]
    whole = [_ADVERB.sub(r"\1", part.strip("?!. ")) for part in parts]
    both = [one for part in whole for one in (part, _FRAME.sub("", part, count=1))]
    return [one for one in dict.fromkeys(both) if one]


def order_priced(session: GameSession, seat: Seat, text: str) -> str:
    """The one order that may be given now whose odds or cost are asked for by what it names; "" for
    none or several.
    """
    rest = topic("price").sub(" ", topic("odds").sub(" ", text))
    if rest == text:
        return ""
    words = question_lookup.asked_about(rest)
    found = question_lookup.offers_asked(words, session.table.menu(seat))
    return found[0].order if len(found) == 1 and not found[0].blanks else ""


def of_order(session: GameSession, seat: Seat, text: str, order: str) -> list[str]:
    """What an order would do, as `test` tells it, and how it is given; of one whose cost or odds
    are asked for, these. Who asks whether it may be given, reads yes or no first.
    """
    table = session.table
    offer = next((one for one in table.menu(seat) if one.order == order), None)
    odds = advice.odds(table.engine, table.state, seat, [order], table.names) if offer else ""
    told = [f"`{order}`: {sentence(offer.words)}"] if offer else []
    if offer and (topic("price").search(text) or (odds and topic("odds").search(text))):
        return [*told, odds]
    _, *tried = Speech(table, seat).speak(f"test\n{order}")
    words = " ".join(line.words for line in tried[:1] if registry.UNTRIED not in line.words)
    may = bool(_MAY.match(text))
    if tried and tried[0].answer == "refused":
        return [f"{'No: ' if may else ''}`{order}` cannot be done now: {words}"]
    told += [] if not odds or odds in words else [odds]
    ends = f"{words} Nothing was done: if you mean it, write `{order}`."
    told = [*told, ends.strip()]
    return [f"Yes. {told[0]}", *told[1:]] if may else told


def of_verb(session: GameSession, seat: Seat, text: str) -> list[str]:
    """Of a question whether something may be done, or what comes of it, that names no whole order:
    yes or no by the menu, and the rule by which it is done. Nothing of other questions.
    """
    may = bool(_MAY.match(text))
    at_odds = bool(topic("odds").search(text))
    at_price = bool(topic("price").search(text))
    if not (may or at_odds or at_price or _IF.match(text)):
        return []
    words = {*question_lookup.asked_about(topic("price").sub(" ", topic("odds").sub(" ", text)))}
    engine = session.engine
    if at_price and any(_prices(rule, words) for rule in engine.rulebook()):
        return []  # that rule tells it
    rows = question_lookup.rows_named(words, engine.orders())
    if not rows:
        return []
    seats = map(question_lookup.stem, engine.seats_in_order(session.table.state))
    row = rows[0]
    verb = row.prefix.partition(" ")[0]
    offers = [one for one in session.table.menu(seat) if one.order.partition(" ")[0] == verb]
    rest = words - {stem for one in (row.prefix, *row.said) for stem in question_lookup.stems(one)}
    known = {stem for one in offers for stem in question_lookup.stems(f"{one.order} {one.words}")}
    if (at_odds or at_price) and offers:
        return []  # those of several are the menu's and the board's to tell
    rule = engine.rulebook().rules.get(row.rule)
    said = " ".join(engine.thing_names())
    if question_lookup.stem(verb) in words:  # not by another word for it
        said += f" {row.help} {row.example}"
    counts = {one for one in rest if one.isdigit() or one in NUMBER_WORDS}
    if not rest - counts <= {*known, *question_lookup.stems(said), *seats}:
        return []  # it is about something else that has a word of an order
    help_ = f"`{row.example}`: {row.help}"
    told = [help_, *([rule_told(session, rule)] if rule else [])]
    if not offers:
        return [f"{'No, not now. ' if may else 'Not now. '}{told[0]}", *told[1:]]
    sure = may and rest <= known
    return [f"{'Yes. ' if sure else ''}{offered(offers[: question_lookup.MOST_ORDERS])}", *told[1:]]


def rule_told(session: GameSession, rule: Rule) -> str:
    """A rule with the game's own figures."""
    text = as_played(rule, session.game.options, session.engine.options)
    return f"{rule.title}: {text} ({rule.id})"


def _prices(rule: Rule, words: set[str]) -> bool:
    """Whether a rule's title is the price of a thing that these words name."""
    title = rule.title.casefold()
    return bool(topic("price").search(title) and words & {*question_lookup.stems(title)})


def offered(offers: Sequence[Offer]) -> str:
    """Orders that may be given now, each with what it does."""
    lines = (f"  `{query_commands.as_written(one.order)}`: {one.words}" for one in offers)
    return "\n".join(["Now you may:", *lines])


def standing_order(text: str, reader: Reader) -> list[str]:
    """How what begins with `when` is written as a standing order, where it is one."""
    condition, _, order = text.partition(",")
    line = f"{condition}: {order.strip()}"
    is_one = text.startswith("when ") and order.strip() and reader.sight.is_order(line)
    return [f"To have that done when it happens, write `{line}`."] if is_one else []
