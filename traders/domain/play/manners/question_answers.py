"""Questions as people ask them, answered from the rules, the orders, the odds and the board
(PR-RECEIPT-09). Nothing is played by a question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from zoneinfo import ZoneInfo

from traders.domain.deadlines import deadlines
from traders.domain.deadlines.seat_clock import zone_of
from traders.domain.letters.multiline_text_layout import unwrapped
from traders.domain.letters.plain_text_layout import when
from traders.domain.play.commands import query_commands, registry
from traders.domain.play.commands.seatless_answer_types import Answer
from traders.domain.play.game_session import GameSession
from traders.domain.play.manners import question_lookup
from traders.domain.play.manners.accepted_suggestion import suggested_now
from traders.domain.play.manners.clause_splitting import plain
from traders.domain.play.manners.closed_word_classes import topic
from traders.domain.play.manners.literal_order_check import meant_elsewhere
from traders.domain.play.manners.nearest_order_guess import nearest_lines
from traders.domain.play.manners.order_reader import Reader
from traders.domain.play.manners.order_reader_factory import reader_of
from traders.domain.play.manners.questions_of_orders import (
    HELPING,
    asked_to_do,
    of_order,
    of_verb,
    offered,
    order_in,
    order_priced,
    standing_order,
)
from traders.domain.play.manners.questions_of_standing import advised, by_the_game, own, score
from traders.domain.play.manners.questions_of_the_board import board_lines, seats_in, what_is_held
from traders.domain.play.manners.questions_of_ways import how_far
from traders.domain.settings import game_settings
from traders.domain.settings.postal_rules import postal_rules
from traders.domain.table.change_set import Line
from traders.domain.table.table_data_types import GATHERED
from traders.domain.table.waits_in_words import waits_in_words
from traders.engines.kernel.book.rulebook import Rule
from traders.engines.kernel.contract.agreed_options import as_played, not_played
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import listed, named
from traders.models import Player, Source

_ANSWERED = ("odds", "score", "time", "turn", "past", "advice", "options")
"""What is told of without a thing that is named."""
_QUESTIONS = re.compile(r"[^?]+\?*")
_JOINED = re.compile(r"(?:[;.] |,? and )(?=\w+(?: [\w'’]+){2})")
_CONDITION = re.compile(rf"(?i)when (?!(?:is|are|am|was|were|has|have|{HELPING})\b)")
"""How a question begins that goes on behind what it supposes."""
_WORD = re.compile(r"\w")
_DOES = re.compile(r"what (?:do|does) [\w' ]+ do$")
"""A question that a rule answers, and no line of the board."""
MOST_SUBJECT = 4
"""Words of which a question is about one thing at most."""
_POINTER = re.compile(r"\b(?:it|they|them|one|ones)(?= (?:costs?|do|does|mean|good|worth|pay)\b|$)")
_NO_ODDS = (
    "I cannot tell what odds you mean. Name the order: `test <order>` tells its odds, and changes "
    "nothing."
)
_UNKNOWN = (
    "I have no answer to that. `rules <word>` looks a word up, `orders` tells what you may do "
    "now, `status` how the game stands."
)


MOST_QUESTIONS = 12
"""Questions of one letter that are answered."""
TOLD_ABOVE = "That is told above."
TOO_MANY = f"I answer {MOST_QUESTIONS} questions a letter: please ask the rest in another."


def answer(session: GameSession, seat: Seat, asked: list[str], raw: str) -> Line:
    """What a question of the seat's is told: of an order in it what it would do, else what is known
    of what it is about. `asked`: the questions of this letter that were answered, to which its own
    are added; no more than `MOST_QUESTIONS` are.
    """
    reader = reader_of(session, session.place(seat), "")
    left = MOST_QUESTIONS - len(asked)
    marked = [one for one in _QUESTIONS.findall(raw)[: left + 1] if _WORD.search(one)]
    parts = [part.strip() for one in marked for part in _parts(one, reader)]
    fresh = [one for one in dict.fromkeys(parts) if one not in asked]
    questions = fresh[: max(0, left)]
    asked += questions
    if not questions:
        return Line(raw, "told", TOLD_ABOVE if left > 0 else TOO_MANY)
    if len(parts) == 1:
        told = _told(session, seat, raw)
    else:  # each by itself, below its words
        told = []
        for before, one in zip(["", *questions], questions, strict=False):
            said, *parts = _below_its_words(session, seat, one, before) or ("",)
            new = [part for part in parts if part and part not in told]
            above = [TOLD_ABOVE] if parts and not new else []
            told += [said, *new, *above] if said else []
    told += [TOO_MANY] if len(fresh) > len(questions) else []
    told = [part for part in dict.fromkeys(told) if part]
    return Line(raw, "told", "\n\n".join(told or [_UNKNOWN]))


def _parts(question: str, reader: Reader) -> list[str]:
    """The questions of which each stands for itself behind an `and`; else the whole."""
    parts = _JOINED.split(question, MOST_QUESTIONS)
    apart = all(map(reader.asks, parts)) and not _CONDITION.match(question)
    return parts if apart else [question]


def _below_its_words(session: GameSession, seat: Seat, said: str, before: str) -> list[str]:
    """A question of several with its answer; what stands behind them and is an order, or is near to
    one, that it was not done; nothing of other words. `before`: the question above it.
    """
    reader = reader_of(session, session.place(seat), "")
    if reader.asks(said):
        return [said, *_told(session, seat, said, before)]
    units = reader.units(said)
    lines = [unit.text for unit in units if unit.kind == "line"] if units is not None else []
    orders = [f"`{one}`" for one in lines or (nearest_lines(reader, said) if units is None else [])]
    if orders and not lines:
        return [said, f"Not done: that is no order. Did you mean {listed(orders, joint='or')}?"]
    meant = f"Not done, since a question stands beside it. If you mean it, write {listed(orders)}."
    return [said, meant] if orders else []


def _told(session: GameSession, seat: Seat, question: str, before: str = "") -> list[str]:
    """The parts of the answer to one question. `before`: the question above it."""
    text = _with_subject(plain(question).text.rstrip("?!. "), plain(before).text)
    reader = reader_of(session, session.place(seat), "")
    if elsewhere := _elsewhere(session, seat, text, reader):
        return [elsewhere]
    if lines := what_is_held(session, seat, text) or by_the_game(session, seat, text):
        return lines
    order = order_in(text, reader) or order_priced(session, seat, text)
    told = of_order(session, seat, text, order) if order else standing_order(text, reader)
    if way := how_far(session, seat, text, question):
        return [*told, way]
    if not told and _names_nothing(session, text):
        return _of_what_stands(session, seat, text)
    if not told and (of_it := of_verb(session, seat, text)):
        return of_it
    of_play = _of_play(session, seat, text, of_order=bool(order))
    told += of_play if order else _looked_up(session, seat, text, of_play)
    if any(told) and topic("own").search(text):
        brief = own(session, seat)
        lines = brief.split("\n")  # a small game's board says the same again
        told = [*(part for part in told if part.split("\n")[-1] not in lines), brief]
    unknown = _NO_ODDS if topic("odds").search(text) else _UNKNOWN
    return told if any(told) else [unknown]


def _with_subject(text: str, before: str) -> str:
    """A plain question with what its `it` or `one` stands for: what the one before it is about."""
    about = [
        word
        for word in re.findall(r"[a-z][a-z']*", before)
        if question_lookup.asked_about(word) and not topic("price").search(word)
    ]
    elsewise = any(topic(one).search(text) for one in ("turn", "distance", "past"))
    if not about or len(about) > MOST_SUBJECT or elsewise:
        return text
    return _POINTER.sub(" ".join(about), text, count=1)


def _elsewhere(session: GameSession, seat: Seat, text: str, reader: Reader) -> str:
    """Where that is said which is an answer to another letter than a game's; "" for else."""
    about = question_lookup.commands_about(text, registry.known_in(session.engine))
    for words in () if about else asked_to_do(text):
        if not reader.units(words) and (meant := meant_elsewhere(words)):
            return _belongs(*meant, session.place(seat).player)
    return ""


def _belongs(text: str, answer: Answer, player: Player | None) -> str:
    """That it is no order of a game, and where the letters are that it answers, for a player."""
    topic = registry.topic_of(answer)
    where = topic.found(player) if topic.found and player else ""
    words = f"`{text}` is no order of a game: it answers a letter of {topic.kind}."
    return f"{words}\n{where}".strip()


# --- what it is about -----------------------------------------------------------------------------


def _of_play(session: GameSession, seat: Seat, text: str, *, of_order: bool) -> list[str]:
    """What is told of how play stands, of what the seat is advised, and of commands. `of_order`:
    beside what an order would do, which has its own odds.
    """
    at_odds = bool(topic("odds").search(text))  # `my chances next time` asks for no hour
    told = [advised(session, seat)] if topic("advice").search(text) else []
    commands = question_lookup.commands_about(text, registry.known_in(session.engine), seat)
    told += [f"`{written}`: {does}" for written, does in commands]
    if topic("options").search(text):
        told.append(_menu(session, seat))
    if topic("score").search(text):
        told.append(score(session, seat))
    if topic("past").search(text):
        told.append((query_commands.history_of(session, seat, "", "") or Line("", "told")).words)
    if at_odds and not of_order:
        told.append(_odds_of_advice(session, seat))
    elif topic("time").search(text) or topic("turn").search(text):
        told.append(_time(session, seat))
    return [*told, _next(session, seat)] if _asks_order_of_turns(text) else told


def _asks_order_of_turns(text: str) -> bool:
    return bool(topic("turn").search(text) and topic("order").search(text))


def _looked_up(session: GameSession, seat: Seat, text: str, above: Sequence[str]) -> list[str]:
    """What is `above`, with orders, lines of the board and rules in which the question's words
    stand.
    """
    engine, told = session.engine, [*above]
    at_odds = topic("odds").search(text)  # `my chances this time` is of no hour
    said = topic("time").sub(" ", topic("odds").sub(" ", text)) if at_odds else text
    words = question_lookup.asked_about(said)
    menu = reader_of(session, session.place(seat), "").offers()  # votes and deals too
    offers = question_lookup.offers_asked(words, menu)
    if not all(any(one.order in part for part in told) for one in offers):  # said before
        told.append(offered(offers))
    if rows := question_lookup.rows_about(words, engine.orders()):
        told += [f"`{row.example}`: {row.help}" for row in rows]
    books = (engine.rulebook(), postal_rules())
    names = question_lookup.names_in(text, engine)
    named_words = [question_lookup.stem(word) for name in names for word in name.split()]
    out = not_played(engine.rulebook(), session.game.options, engine.options)
    found, defined = question_lookup.rules_about(words, books, named_words, out)
    board = unwrapped(engine.board_text(engine.view(session.table.state, seat)))
    lines = board_lines(words, board)
    if lines and not (found and _DOES.match(text)):
        told.append("\n".join(lines))
    if _asks_order_of_turns(text):
        return told
    if named_words and not any(
        set(named_words) & set(question_lookup.asked_about(r.title.casefold())) for r in found
    ):
        found = [*question_lookup.rules_about(named_words, books, (), out)[0][:1], *found]
    rules = [_rule(rule, words, session) for rule in found]
    return [*rules[:1], *told, *rules[1:]] if defined else [*told, *rules]


def _names_nothing(session: GameSession, text: str) -> bool:
    """Whether a question is about no more than what orders do, and a word that points at something:
    `may I start there as well`.
    """
    engine = session.engine
    points = topic("pointing").sub(" ", text)
    bare = topic("doing").sub(" ", points)
    if points == text or any(topic(one).search(bare) for one in _ANSWERED):
        return False
    if question_lookup.commands_about(text, registry.known_in(engine)) or seats_in(session, text):
        return False
    said = (phrase for row in engine.orders() for phrase in (row.prefix, *row.said))
    verbs = {question_lookup.stem(phrase.partition(" ")[0]) for phrase in said}
    return {*question_lookup.asked_about(bare)} <= verbs


def _of_what_stands(session: GameSession, seat: Seat, text: str) -> list[str]:
    """What the seat has sent and may take back, and what it may do now: of the order that is named,
    where that is open.
    """
    table, words = session.table, question_lookup.asked_about(text)
    sent = [said for kind in GATHERED for said in table.open(kind, seat)]
    mine = [f"`{said.text}`" for said in sent if said.source != Source.STANDING]
    told = [f"You have sent {listed(mine)}; `undo` takes it back while the window is open."]
    named_ones = [
        one
        for one in table.menu(seat)
        if question_lookup.stem(one.order.partition(" ")[0]) in words
    ]
    menu = offered(named_ones) if named_ones else _menu(session, seat)
    return [*(told if mine else []), menu]


def _menu(session: GameSession, seat: Seat) -> str:
    """All that the seat may do now."""
    return (query_commands.offered(session, seat, "", "") or Line("", "told")).words


def _rule(rule: Rule, words: Sequence[str], session: GameSession) -> str:
    """A rule below its title, which says nothing more where it is the thing's and its effect; of a
    long one what bears on these words, and how the rest is read.
    """
    title = "" if rule.title.endswith(": effect") else f"{rule.title.replace(': ', ', ')}: "
    played = as_played(rule, session.game.options, session.engine.options)
    text = question_lookup.bearing_on(words, played)
    whole = "" if text == played else f"; all of it: `rules {rule.id}`"
    return f"{title}{text} ({rule.id}{whole})"


def _odds_of_advice(session: GameSession, seat: Seat) -> str:
    """The odds that the seat's advice tells; "" for none."""
    found = suggested_now(session.table, seat)
    return found.words if found and "%" in found.words else ""


def _time(session: GameSession, seat: Seat) -> str:
    """What play waits for, and until when."""
    pending = session.table.pending()
    told = [waits_in_words(pending, seat, session.engine.name)]
    due = deadlines.shown(session.game, pending, session.now)
    if due is not None:
        zone = ZoneInfo(zone_of(session.place(seat), game_settings.of(session.game), session.now))
        told.append(f"Until {when(due, session.now, zone)}.")
    return " ".join(told)


def _next(session: GameSession, seat: Seat) -> str:
    """Who has the turn after the one that has it now, as things stand; "" where that is nobody."""
    table = session.table
    _, *later = table.engine.seats_in_order(table.state) or ("",)
    row = ", then ".join("you" if one == seat else named(one) for one in later)
    return f"After that, as things stand: {row}." if row else ""
