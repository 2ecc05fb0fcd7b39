"""Said twice: what must not happen by one word in a wrong letter counts when its seat answers `yes`
(PR-SEAT-06).

What waits for its answer is a sealed row, so that nobody else learns of it, by numbers or times
either.
"""

from __future__ import annotations

from datetime import datetime

from traders.domain.calendar import durations
from traders.domain.deadlines import heartbeat_and_outages
from traders.domain.play.commands import registry
from traders.domain.play.commands.command import Command, Group
from traders.domain.play.commands.line_execution import Speaker
from traders.domain.play.game_session import GameSession
from traders.domain.settings import game_settings
from traders.domain.table.change_set import Line
from traders.domain.table.table_data_types import SealedNote
from traders.engines.kernel.contract.contract import Turn
from traders.engines.kernel.grammar.order_table import OrderRow, When
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.models import Game, Sealed, SealedKind, SealedOutcome, Source

RULE = "PR-SEAT-06"


def ask(
    session: GameSession,
    seat: Seat,
    raw: str,
    folded: str,
    meant: str,
    source: Source = Source.LETTER,
) -> Line:
    """Ask the seat whether the line is meant; `meant` says in words what it would do. What it was
    asked before is asked no more.
    """
    table = session.table
    for earlier in list(table.open(SealedKind.UNCONFIRMED, seat)):
        table.use(earlier, SealedOutcome.REPLACED)
    length = game_settings.of(session.game).confirming_time
    until = (session.now + length).isoformat()
    table.keep(seat, SealedKind.UNCONFIRMED, folded, data={"until": until}, source=source)
    return Line(
        raw,
        "asked",
        f"`yes` within {durations.words(length)} carries it out: {meant}. If you do nothing, "
        "nothing happens.",
    )


def ask_back(
    session: GameSession, seat: Seat, source: Source, order: str, row: OrderRow
) -> Line | None:
    """Ask a person whether they mean a grave order of the game: one that can be made, or that is
    for later. A bot means what it writes.
    """
    table, engine = session.table, session.engine
    if source == Source.BOT:
        return None
    if isinstance(table.pending(), Turn):
        engine.check(table.state, seat, engine.read(table.state, seat, order))
    meant = row.help[:1].lower() + row.help[1:].rstrip(".")
    return ask(session, seat, order, order, meant, source)


def _carried_out(session: GameSession, seat: Seat, said: SealedNote, raw: str) -> Line | None:
    """What comes of a line that is meant: a command's, or the game's own order."""
    deed = registry.confirmed(said.text)
    if deed is not None:
        return deed(session, seat, said.text.partition(" ")[2], raw)
    speaker = Speaker(session.table, seat, source=said.source, held=session.game.stayed)
    return speaker.of_play(raw, said.text)


def waits_until(said: SealedNote | Sealed) -> datetime:
    """Until when the answer to what is asked back is taken."""
    return datetime.fromisoformat(said.data["until"])


def in_time(game: Game, until: datetime, now: datetime) -> bool:
    """Whether the time to confirm is not over yet; outages move it (PR-MAIL-03)."""
    settings = game_settings.of(game)
    asked = until - settings.confirming_time
    return now <= until or now <= heartbeat_and_outages.moved(asked, until, settings.interval_time)


def _yes(session: GameSession, seat: Seat, rest: str, raw: str) -> Line | None:
    """`yes`: what the seat was asked is meant; it is still there (PR-SEAT-05)."""
    if rest:
        return None
    table = session.table
    said = next(table.open(SealedKind.UNCONFIRMED, seat), None)
    if said is not None and in_time(session.game, waits_until(said), session.now):
        table.use(said, SealedOutcome.DONE)
        return _carried_out(session, seat, said, raw)
    if session.change_set.present_again:
        return Line(raw, "noted", "You are still there, and count in votes again.")
    if said is None and _is_order(session, seat, raw):
        return None
    if said is not None:
        table.use(said, SealedOutcome.OVER)
        raise Refusal(
            f"The time to confirm `{said.text}` is over, and nothing was done. Write it again "
            "if you mean it.",
            RULE,
            kind="late",
        )
    raise Refusal("Nothing of yours waits for a `yes`.", RULE, kind="stale")


def _no(session: GameSession, seat: Seat, rest: str, raw: str) -> Line | None:
    """`no`: what the seat was asked is not meant."""
    if rest:
        return None
    said = next(session.table.open(SealedKind.UNCONFIRMED, seat), None)
    if said is None and _is_order(session, seat, raw):
        return None
    if said is None:
        raise Refusal("Nothing of yours waits for a `no`.", RULE, kind="stale")
    session.table.use(said)
    return Line(raw, "done", f"Taken back: {said.text}. Nobody else learns of it.")


def _is_order(session: GameSession, seat: Seat, raw: str) -> bool:
    """Whether the system's own rules know the word."""
    try:
        session.engine.read(session.table.state, seat, raw.strip().lower(), session.table.names)
    except Refusal:
        return False
    return True


COMMANDS = (
    Command(
        prefix="yes",
        group=Group.MOVES,
        when=When.ASKED,
        help="You mean what you were asked about; you are still there.",
        brief="you mean what you were asked, or `no`",
        rule=RULE,
        deed=_yes,
    ),
    Command(
        prefix="no",
        group=Group.MOVES,
        when=When.ASKED,
        help="You do not mean what you were asked about.",
        rule=RULE,
        deed=_no,
    ),
)
