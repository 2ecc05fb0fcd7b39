"""What a consent means: what the letter proposes that it answers (PR-RECEIPT-09)."""

from __future__ import annotations

import re

from traders.domain.history.moment_labels import MomentLabel
from traders.domain.letters.letter_facts import ASKING, Facts, decode
from traders.domain.letters.letter_sections import reply_lines
from traders.domain.play.commands.line_reading_result import AS_SUGGESTED
from traders.domain.play.game_session import GameSession
from traders.domain.play.manners.consent import Proposal
from traders.domain.play.manners.literal_order_check import is_command
from traders.domain.play.seat_views_and_menus import menu_of, view_of
from traders.domain.table import advice
from traders.domain.table.table import Table
from traders.engines.kernel.contract.contract import Over
from traders.engines.kernel.contract.suggestion import Suggestion
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import fold
from traders.models import Letter, LetterKind, LetterStatus, SealedKind, Source
from traders.models import Seat as SeatRow

RULE = "PR-RECEIPT-09"
MEANT = "Did you mean this?"
WOULD_ANSWER = "This would answer what I asked you."
"""What a letter without orders is told of a line that would have been one."""
GONE_ON = "Play has gone on since I suggested something. Write the lines that you mean."
_ASKS = re.compile(
    r"\bdid you mean\b(?!:)((?:,? (?:or )?`[^`]+`)*)"
    r"|\b(?:if you mean it, write|if you want) (`[^`]+`)",
    re.IGNORECASE,
)
"""How a letter asks about lines; with a colon it tells how orders are written."""
_NAMED = re.compile(r"`([^`<>{}…]+)`")
_QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"")
_ANSWERED = (*ASKING, LetterKind.RECEIPT, LetterKind.NOTE)
"""Kinds of letters that propose something, or answer one of the seat's own."""
_SEEN = (LetterStatus.PREPARED, LetterStatus.SENDING, LetterStatus.UNKNOWN, LetterStatus.SENT)


def suggested_now(table: Table, seat: Seat) -> Suggestion | None:
    """What is suggested to a seat as the table stands."""
    offered = list(table.open(SealedKind.OFFER))
    view, menu = view_of(table, offered, seat), menu_of(table, offered, seat)
    return advice.suggested(table.engine, view, table.pending(), menu)


def proposed_to(
    session: GameSession, place: SeatRow, moment: str, source: Source, answers: str
) -> Proposal:
    """What a consent means. `moment`: the label of what the seat answers. By letter it is what the
    letter shows that it `answers` by its name, else the newest about that: the lines of which it
    asks whether they were meant, else those that it suggests, as long as these still are what is
    suggested. Refused where that is nothing.
    """
    table, seat = session.table, place.colour
    now, label = MomentLabel.of(table.pending()).moment, MomentLabel.read(moment)
    hints = place.player is not None and place.player.hints
    found = suggested_now(table, seat) if hints else None
    orders, facts, ways = found.orders if found else (), None, tuple[str, ...]()
    if isinstance(table.pending(), Over):
        raise Refusal("The game is over.", "PR-SEAT-07", kind="stale")
    if (label.moment or now) != now:
        raise Refusal(GONE_ON, RULE, kind="stale")
    if source == Source.LETTER:
        facts = _answered(place, now, answers, session.number_before)
        ways = _asked(facts) if facts is not None else ()
        before = facts.suggestion.orders if facts and facts.suggestion else ()
        if orders and before and before != orders and not ways:
            raise Refusal(GONE_ON, RULE, kind="stale")
        orders = tuple(reply_lines(facts)) if facts and before == orders else ()
    if not orders and not ways:
        raise Refusal("I suggest nothing here. Write your orders, one a line.", RULE, kind="stale")
    told = facts.lines if facts is not None else ()
    forms = {one for line in told if line.kind == "unreadable" for one in line.instead}
    questions = [line for line in told if line.answer == "told" and not is_command(fold(line.text))]
    if ways and not questions:
        return Proposal(ways)
    return Proposal(ways, orders, bool(questions and orders) or bool(forms - {AS_SUGGESTED}))


def _answered(place: SeatRow, moment: str, name: str, number: int) -> Facts | None:
    """What the letter tells that is answered: the one of that name, as long as nothing was entered
    since; else the newest that the seat's player had about the moment. `number`: the last entry's.
    """
    sent = Letter.objects.filter(game=place.game_id, seat=place.colour, player=place.player_id)
    seen = sent.filter(kind__in=_ANSWERED, status__in=_SEEN).order_by("-pk").only("facts", "moment")
    newest = seen.filter(moment=moment).first()
    named = seen.filter(message_id=name).first() if name else None
    found = named or newest
    if found is None:
        return None
    answers = sent.filter(kind__in=(LetterKind.RECEIPT, LetterKind.NOTE), pk__gt=found.pk)
    if answers.filter(status=LetterStatus.WRITTEN).exists():  # it may have been meant just now
        raise Refusal(GONE_ON, RULE, kind="stale")
    facts = decode(found.facts)
    if found != newest and (found.moment != moment or facts.number != number):
        raise Refusal(GONE_ON, RULE, kind="stale")
    return facts


def _asked(facts: Facts) -> tuple[str, ...]:
    """The lines of which a letter asks whether they were meant. Refused where it asks that of no
    line that could be sent.
    """
    found, asks = dict[str, None](), False
    for line in facts.lines:
        if line.words in (MEANT, WOULD_ANSWER):
            found[line.text] = None
        else:
            for asked in _ASKS.finditer(_QUOTED.sub("", line.words)):
                asks = True
                found |= dict.fromkeys(_NAMED.findall(asked[1] or asked[2] or ""))
    if asks and not found:
        raise Refusal("Write the line that you mean.", RULE, kind="stale")
    return tuple(one for one in found if one != AS_SUGGESTED)
