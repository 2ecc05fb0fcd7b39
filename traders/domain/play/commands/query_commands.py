"""Words that ask: answered by letter, they change nothing (ORDERS.md, "In every game")."""

from __future__ import annotations

import textwrap
from datetime import timedelta
from itertools import groupby, zip_longest

from django.utils.text import capfirst

from traders.domain.calendar import durations
from traders.domain.history import declared_end
from traders.domain.history.entries_in_words import StoryEntry, tell
from traders.domain.play.commands import registry, standing_orders_stops_plans
from traders.domain.play.commands.command import Command, Group
from traders.domain.play.commands.line_execution import Speaker
from traders.domain.play.game_session import GameSession
from traders.domain.settings import game_settings
from traders.domain.settings.postal_rules import postal_rules
from traders.domain.table import deals
from traders.domain.table.change_set import Line
from traders.domain.table.sealed_note_as_typed import as_typed
from traders.domain.table.waits_in_words import waits_in_words
from traders.engines.kernel.contract.agreed_options import as_played, not_played
from traders.engines.kernel.contract.contract import Interval, Offer, Over
from traders.engines.kernel.grammar.order_parts import shown
from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import is_number, named
from traders.models import Entry, Kind, SealedKind

HISTORY_LINES = 12
MOST_HISTORY_LINES = 200
MOST_RULES = 12

HELP = """One order a line, above the quoted letter.
A line that begins with # is a note.
`as you suggest` sends what I suggest."""
"""How it begins."""
COLUMNS = 44
"""What a telephone shows of a letter; a board that somebody asks for is wider."""


def status(session: GameSession, seat: Seat, rest: str, raw: str) -> Line:
    """The board as the seat sees it, what play waits for, and what the seat itself has standing."""
    engine, table = session.engine, session.table
    pending = table.pending()
    if isinstance(pending, Over):
        view = declared_end.shown(engine.view(table.state, seat), table.agreed)
        return Line(raw, "told", engine.board_text(view))
    mine = [
        f"Standing order {standing_orders_stops_plans.number_of(said)}: {as_typed(said)}"
        for said in table.open(SealedKind.STANDING, seat)
    ]
    mine += [capfirst(as_typed(said)) for said in table.open(SealedKind.STOP, seat)]
    mine += [f"Next window: {as_typed(said)}" for said in table.open(SealedKind.AHEAD, seat)]
    mine += [f"Plan: {as_typed(said)}" for said in table.open(SealedKind.PLAN, seat)]
    for deal in deals.shown(table.open(SealedKind.OFFER), seat):
        mine.append(
            f"Offer {deal['number']} {'to' if deal['mine'] else 'from'} {named(deal['with'])}: "
            f"you give {deal['give']}, you get {deal['get']}"
        )
    waits = waits_in_words(pending, seat, engine.name)
    if isinstance(pending, Interval) and seat in table.waiting():  # of itself: PR-INTERVAL-05
        waits += f" You have not {'answered' if pending.question else 'passed'}."
    return Line(
        raw,
        "told",
        "\n".join(
            [
                engine.board_text(engine.view(table.state, seat)),
                "",
                *_wrapped(waits),
                *(["", "YOURS, seen by nobody else"] if mine else []),
                *[line for one in mine for line in _wrapped(one, "  ")],
                "",
                "YOUR TIME",
                *_time_of(session, seat),
            ]
        ),
    )


def _wrapped(text: str, indent: str = "") -> list[str]:
    return textwrap.wrap(text, COLUMNS, initial_indent=indent, subsequent_indent=indent)


def _time_of(session: GameSession, seat: Seat) -> list[str]:
    """The seat's own saved time, waiting time and days away: waiting time tells when it passed, so
    that nobody else is told (PR-INTERVAL-05).
    """
    place = session.place(seat)
    bank, purse = (
        durations.to_the_minute(timedelta(seconds=seconds)) for seconds in (place.bank, place.purse)
    )
    days = max(0, game_settings.of(session.game).vacation_days - place.vacation_used)
    return [f"Saved time: {bank}", f"Waiting time: {purse}", f"Days away left: {days}"]


def history_of(session: GameSession, seat: Seat, rest: str, raw: str) -> Line | None:
    """The last moves, with what the seat was told of each; backed-out ones are marked."""
    if rest and not is_number(rest):
        return None
    count = min(int(rest[:6]) if rest else HISTORY_LINES, MOST_HISTORY_LINES)
    entries = Entry.objects.filter(game=session.game, number__lte=session.number_before)
    told = tell(entries.order_by("-number")[:count], seat)[::-1]
    lines = [
        in_a_line(entry)
        for entry, then in zip_longest(told, told[1:])
        if then is None or not _is_told_by(entry, then)
    ]
    return Line(raw, "told", "\n".join(lines) or "Nothing has happened yet.")


def _is_told_by(entry: StoryEntry, then: StoryEntry) -> bool:
    """Whether a die of a throw is told with the last of them: alone it is a bare number."""
    return entry.kind == then.kind == Kind.CHANCE and bool(entry.rest)


def in_a_line(entry: StoryEntry) -> str:
    """An entry as an item of a list, with all that it told."""
    order = f"{named(entry.seat)}: {entry.order}" if entry.order else entry.rest
    told = [*filter(None, (order, *(text for text, _ in entry.sentences)))]
    undone = ["(undone)"] if entry.backed_out else []
    return f"{entry.number}. {entry.at:%d %b %H:%M} " + "\n     ".join([*told, *undone])


def rules(session: GameSession, seat: Seat, rest: str, raw: str) -> Line:
    """A rule by its id, or those in which the words occur, from the game's own book and the postal
    rules.
    """
    books = [session.engine.rulebook(), postal_rules()]
    if not rest:
        sections = "\n".join(
            f"  {name if '-' in name else f'{book.prefix}-{name}'}: {heading}"
            for book in books
            for name, heading in book.sections.items()
        )
        return Line(
            raw,
            "told",
            f"Ask for a rule (rules ST-JUMP-04), a section or a word. Sections:\n{sections}",
        )
    found = [rule for book in books for rule in book.look_up(rest, MOST_RULES)][:MOST_RULES]
    if not found:
        near = [name for book in books for name in book.nearest(rest)]
        raise Refusal(
            f"No rule has {shown(rest)} in it.",
            kind="unreadable",
            instead=[f"rules {name}" for name in near[:3]],
        )
    options, settings = session.game.options, session.engine.options
    told = (f"{one.id} {one.title}\n{as_played(one, options, settings)}" for one in found)
    return Line(raw, "told", "\n\n".join(told))


def offered(session: GameSession, seat: Seat, rest: str, raw: str) -> Line | None:
    """What the seat may do now."""
    if rest:
        return None
    table = session.table
    offers = (
        *registry.with_passes(table.pending(), seat, table.menu(seat)),
        *deals.menu(session.engine, table.state, table.open(SealedKind.OFFER), seat),
    )
    lines, alone = ["Now you may:"], []
    firsts = [_first_word(offer) for offer in offers]  # groups stand in the order of their first
    by_word = sorted(offers, key=lambda offer: firsts.index(_first_word(offer)))
    for word, group in groupby(by_word, key=_first_word):
        found = [line for offer in group for line in _listed(as_written(offer.order), offer.words)]
        many = firsts.count(word) > 1
        lines += ["", word.upper(), *found] if many else []
        alone += [] if many else found
    lines += ["", "ALSO" if len(lines) > 1 else "", *alone] if alone else []
    return Line(
        raw,
        "told",
        "\n".join(lines)
        if offers
        else "The game is over: there is no move any more. You may still write to the others."
        if isinstance(table.pending(), Over)
        else "There is no move for you now. `help` tells what you may write at any time: "
        "standing orders, stops, plans, messages.",
    )


def _first_word(offer: Offer) -> str:
    return offer.order.partition(" ")[0]


def _listed(order: str, words: str) -> list[str]:
    """An order and, under it, its words; in one line where there is room."""
    if len(order) + len(words) + 6 <= COLUMNS:
        return [f"  `{order}`: {words}"]
    return [
        f"  {order}",
        *textwrap.wrap(words, COLUMNS, initial_indent="    ", subsequent_indent="    "),
    ]


def as_written(order: str) -> str:
    """An offered order with its blanks as forms write them."""
    return order.replace("{", "<").replace("}", ">")


def show_help(session: GameSession, seat: Seat, rest: str, raw: str) -> Line:
    """How to write orders, in a screen: of the registry what is used most, and the game's words."""
    told = [command for command in registry.known_in(session.engine) if command.brief]
    lines = [HELP]
    for group in Group:
        if briefs := [command for command in told if command.group is group]:
            lines += ["", str(group).upper()]
            for one in briefs:
                lines += _listed(_written(session, seat, one), one.brief)
    engine = session.engine
    out = not_played(engine.rulebook(), session.game.options, engine.options)
    rows = (row for row in engine.orders() if not row.rule.startswith(out))
    verbs = dict.fromkeys(row.prefix.split()[0] for row in rows)
    lines += ["", f"ORDERS OF {engine.title.upper()}"] if verbs else [""]
    own = f"{', '.join(verbs)}. " if verbs else ""
    own += "`orders` tells what you may do now."
    return Line(raw, "told", "\n".join([*lines, *textwrap.wrap(own, COLUMNS)]))


def _written(session: GameSession, seat: Seat, command: Command) -> str:
    """The command's example, where this game can read it; else its form."""
    aside = Speaker(session.table, seat)
    return command.example if aside.reads(command) else command.forms[0]


COMMANDS = (
    Command(
        prefix="status",
        group=Group.QUESTIONS,
        when=When.ALWAYS,
        help="Get the board, what play waits for, and what you have standing.",
        brief="the board, and what play waits for",
        rule="PR-RECEIPT-05",
        deed=status,
    ),
    Command(
        prefix="history",
        group=Group.QUESTIONS,
        forms=("history [<n>]",),
        when=When.ALWAYS,
        help="Get the last moves, or the last n.",
        example="history 20",
        brief="the last 20 moves",
        rule="PR-RECORD-02",
        deed=history_of,
    ),
    Command(
        prefix="rules",
        group=Group.QUESTIONS,
        forms=("rules [<id or word>]",),
        when=When.ALWAYS,
        help="Get a rule by its id, or the rules that hold a word.",
        example="rules PR-TURN-01",
        brief="a rule, or all with a word",
        rule="PR-RECEIPT-05",
        deed=rules,
    ),
    Command(
        prefix="orders",
        group=Group.QUESTIONS,
        when=When.ALWAYS,
        help="Get what you may do now.",
        brief="what you may do now",
        rule="PR-RECEIPT-05",
        deed=offered,
    ),
    Command(
        prefix="help",
        group=Group.QUESTIONS,
        when=When.ALWAYS,
        help="Get how orders are written.",
        rule="PR-RECEIPT-05",
        deed=show_help,
    ),
)
