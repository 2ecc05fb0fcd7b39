"""What a question asks that the game itself tells: how it is won and who is ahead, what the asker
has, what came to pass meanwhile, why something is advised, where things are (PR-RECEIPT-09).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from traders.domain.letters.multiline_text_layout import unwrapped
from traders.domain.play.commands import query_commands
from traders.domain.play.game_session import GameSession
from traders.domain.play.manners import question_lookup
from traders.domain.play.manners.accepted_suggestion import suggested_now
from traders.domain.play.manners.closed_word_classes import topic
from traders.domain.play.manners.questions_of_orders import rule_told
from traders.domain.play.manners.questions_of_the_board import board_lines, seats_in
from traders.engines.kernel.book.rulebook import Rule
from traders.engines.kernel.contract.agreed_options import not_played
from traders.engines.kernel.contract.board_coordinates import BoardPlace
from traders.engines.kernel.contract.contract import Over
from traders.engines.kernel.contract.seat_statistics import standing
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import figure, named
from traders.models import Entry, Kind, Source

MOST_MISSED = 30
MOST_PLACES = 12
HAND = "YOUR HAND"
"""How the block of a board begins that tells what the seat's cards do."""
_WON = re.compile(
    r"\b(?:how|what|when)\b(?! (?:far|near|close|likely|many|much|happens?|if)\b)"
    r".*\b(?:win|wins|won|winning)"
    r"(?: (?:it|the|this|a|game|match|here|now|then|fast|fastest|quickly|quickest|soon|soonest|"
    r"easily|best|first|at|all))*$"
)
_AHEAD = re.compile(r"(?:and |so )?(?:who|am i|are we|is (?!it|this|that|there)\w+)\b")
_PAID = re.compile(r"Pay \d (\w+)")
_MOST = re.compile(
    r"\bhow m(?:any|uch) (?P<what>[\w' ]+?) (?:may|can|could|am|are) (?:i|we|one|you)"
    r" (?:allowed to |able to )?(?:hold|have|keep|carry|own)\b"
)
_STEPS = re.compile(r": (\d+) ")
_BY_HAND = (Source.LETTER, Source.PAGE, Source.API)


def by_the_game(session: GameSession, seat: Seat, text: str) -> list[str]:
    """The parts of the answer to such a question; nothing of others."""
    if topic("reason").search(text) and (advice := advised(session, seat)):
        return [advice, *_hand(session, seat, text)]
    if topic("missed").search(text):
        return [_missed(session, seat)]
    pending = session.table.pending()
    if topic("score").search(text) and isinstance(pending, Over):
        return [pending.text, score(session, seat)]
    if topic("aim").search(text) or (_WON.search(text) and not topic("odds").search(text)):
        return _how_won(session, seat)
    if topic("score").search(text) and _AHEAD.match(text):
        return [score(session, seat)]
    if found := _MOST.search(text):
        return _most(session, seat, found["what"])
    if topic("mine").search(text) and not _asks_else(text):
        return _mine(session, seat, text)
    return _where(session, seat, text) if topic("places").search(text) else []


def advised(session: GameSession, seat: Seat) -> str:
    """What the seat is advised to do; "" for nothing."""
    found = suggested_now(session.table, seat)
    if found is None:
        return ""
    lines = "\n".join(f"  {line}" for line in found.orders)
    return f"I would write:\n{lines}\n{found.words}".strip()


def score(session: GameSession, seat: Seat) -> str:
    """Who is ahead, with what is counted."""
    engine, table = session.engine, session.table
    pending = table.pending()
    seats = [one["seat"] for one in engine.view(table.state, seat)["seats"]]
    winners = pending.winners if isinstance(pending, Over) else ()
    places = standing(engine.figures(engine.view(table.state, seat)), seats, winners)
    return "\n".join(
        f"{one.place}. {named(one.seat)}{' (you)' if one.seat == seat else ''}: "
        + ", ".join(figure(value, name) for name, value in one.values)
        for one in places
    )


def own(session: GameSession, seat: Seat) -> str:
    """How the seat itself stands, in a few lines."""
    return session.engine.brief(session.engine.view(session.table.state, seat))


def _how_won(session: GameSession, seat: Seat) -> list[str]:
    """What wins this game, and who is nearest to that."""
    view = session.engine.view(session.table.state, seat)
    nearest = session.engine.nearest(view)
    return [session.engine.goal(view), nearest.told(seat) if nearest else ""]


def _missed(session: GameSession, seat: Seat) -> str:
    """What came to pass since the seat's last order of its own."""
    done = Entry.objects.filter(game=session.game, number__lte=session.number_before)
    mine = done.filter(kind=Kind.ORDER, seat=seat, source__in=_BY_HAND).order_by("-number")
    since = session.number_before - (mine.values_list("number", flat=True).first() or 0)
    if not since:
        return "Nothing has happened since your last order."
    told = query_commands.history_of(session, seat, str(min(since, MOST_MISSED)), "")
    more = [f"Before that: `history {since}`."] if since > MOST_MISSED else []
    return "\n".join(["Since your last order:", *([told.words] if told else []), *more])


def _asks_else(text: str) -> bool:
    """Whether it is asked for a time, odds, turns or a duty rather than for what somebody has."""
    if topic("odds").search(text) or re.search(r"\b(?:have|own|hold|carry) to\b", text):
        return True
    hours = re.search(r"\b(?:time|hours?|deadline|turn)\b", text)
    return bool(hours or (topic("time").search(text) and " my " in text))


def _mine(session: GameSession, seat: Seat, text: str) -> list[str]:
    """How the seat stands, and what its own part of the board tells of the things that are named
    and this does not; of cards what each does.
    """
    brief = own(session, seat)
    board = unwrapped(session.engine.board_text(session.engine.view(session.table.state, seat)))
    words = question_lookup.asked_about(text)
    if hand := _hand(session, seat, text):
        return [*hand, brief]
    if topic("good_for").search(text):
        return [_paid_by(session, brief)]
    told_in_brief = {*words} & {*question_lookup.stems(brief)} and "left" not in text.split()
    if not words or told_in_brief:
        return [brief]
    blocks = [block for block in board.split("\n\n") if not block.startswith(HAND)]
    mine = [block for block in blocks if block[:3] == "YOU" or "YOUR" in block[:20]]
    lines = [line for block in mine for line in board_lines(words, block)]
    lines += [
        line
        for line in board_lines([seat], board, first=True)
        if {*words} & {*question_lookup.stems(line)}
    ]
    return ["\n".join(lines), brief]


def _paid_by(session: GameSession, brief: str) -> str:
    """The orders that are paid by what the seat holds; "" where that pays for none."""
    engine = session.engine
    held = {*question_lookup.stems(" ".join(engine.thing_names()))}
    held &= {*question_lookup.stems(brief)}
    out = not_played(engine.rulebook(), session.game.options, engine.options)
    return "\n".join(
        f"`{row.example}`: {row.help}"
        for row in engine.orders()
        if (paid := _PAID.match(row.help))
        and question_lookup.stem(paid[1].casefold()) in held
        and not row.rule.startswith(out)
    )


def _hand(session: GameSession, seat: Seat, text: str) -> list[str]:
    """The seat's cards, each with what it does, where a question is of cards."""
    if not re.search(r"\b(?:cards?|hand)\b", text):
        return []
    board = unwrapped(session.engine.board_text(session.engine.view(session.table.state, seat)))
    return [block for block in board.split("\n\n") if block.startswith(HAND)]


def _most(session: GameSession, seat: Seat, what: str) -> list[str]:
    """How many of something a seat may have: the rule that says so, and its own line of it."""
    words = {*question_lookup.asked_about(what)}
    board = unwrapped(session.engine.board_text(session.engine.view(session.table.state, seat)))
    lines = [
        line.strip()
        for line in board_lines([seat], board, first=True)
        if words & {*question_lookup.stems(line)} and re.search(r"\b(?:up to|of) \d", line)
    ]

    def fits(rule: Rule) -> int:
        said = {*question_lookup.stems(f"{rule.title} {rule.text}")}
        told = (topic("limit").search(rule.title.casefold()), topic("at_most").search(rule.text))
        return sum(map(bool, told)) if words <= said else 0

    out = not_played(session.engine.rulebook(), session.game.options, session.engine.options)
    rules = [one for one in session.engine.rulebook() if not one.id.startswith(out)]
    best = max(rules, key=fits)  # the first of equals: a part's first rules tell most
    told = [rule_told(session, best)] if words and fits(best) > 1 else []
    return [*told, *lines]


def _where(session: GameSession, seat: Seat, text: str) -> list[str]:
    """The places of the board that tell of what is named, the nearest alone where that is asked."""
    engine = session.engine
    places = engine.places(engine.view(session.table.state, seat))
    words = {*question_lookup.asked_about(text)}
    if seats_in(session, text) or not places:
        return []
    goods = bool(topic("goods").search(text))
    rows = question_lookup.rows_named(words, engine.orders())
    helps = {stem for row in rows for stem in question_lookup.stems(row.help)}

    def has(place: BoardPlace) -> bool:
        said = place.tells.partition(": ")[2].casefold()
        if goods:
            return bool(topic("had_at").search(said))
        kind = said.partition(";")[0]  # what the place itself is
        return bool(words & {*question_lookup.stems(said)} or helps & {question_lookup.stem(kind)})

    found = [one for one in places if has(one)]
    called = [one for one in places if f" {one.names[0].casefold()} " in f" {text} "]
    if topic("nearest").search(text):
        return _nearest(session, seat, called[0].names[0] if called else "", found)
    lines = [one.tells for one in found or called if one.tells]
    if all(len(line) < 24 for line in lines):
        return [", ".join(lines) + "."] if lines else []
    more = ["`status` shows the rest."] if len(lines) > MOST_PLACES else []
    return ["\n".join([*lines[:MOST_PLACES], *more])]


def _nearest(
    session: GameSession, seat: Seat, start: str, places: Iterable[BoardPlace]
) -> list[str]:
    """The way to the nearest of these places that is not the start itself."""
    view = session.engine.view(session.table.state, seat)
    ways = [
        (int(steps[1]), way)
        for one in places
        if (way := session.engine.way(view, start, one.names[0]))
        and (steps := _STEPS.search(way))
        and int(steps[1])
    ]
    return [min(ways)[1]] if ways else []
