"""What a consent means: what the letter proposes that it answers (PR-RECEIPT-09)."""

from __future__ import annotations

import re

from django.db.models import QuerySet

from traders.domain.history.moment_labels import MomentLabel
from traders.domain.letters.letter_facts import EarlierLetter, Facts, decode
from traders.domain.letters.letter_sections import asked_back, reply_lines
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
_MESSAGE_ID = re.compile(r"<[^<>\s]+>")
MOST_NAMES = 12
"""Letters of which a header may name one."""
_NOTHING = ("refused", "returned", "told", "tested")
"""What becomes of lines by which nothing is different."""
_LEFT = (LetterStatus.SENDING, LetterStatus.UNKNOWN, LetterStatus.SENT)


def suggested_now(table: Table, seat: Seat) -> Suggestion | None:
    """What is suggested to a seat as the table stands."""
    offered = list(table.open(SealedKind.OFFER))
    view, menu = view_of(table, offered, seat), menu_of(table, offered, seat)
    return advice.suggested(table.engine, view, table.pending(), menu)


def proposed_to(
    session: GameSession, place: SeatRow, moment: str, source: Source, answers: str
) -> Proposal:
    """What a consent means. `moment`: the label of what the seat answers. By letter it is what the
    letter shows that it `answers` by its name, else the newest about that which has left: the lines
    of which it asks whether they were meant, else those that it suggests, as long as these still
    are what is suggested. Refused where that is nothing.
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
    beside = facts is not None and _others_speak(facts)
    if ways and not questions:
        return Proposal(ways, beside=beside)
    beside = beside or bool(questions and orders) or bool(forms - {AS_SUGGESTED})
    return Proposal(ways, orders, beside)


def answers_others(session: GameSession, place: SeatRow, names: str) -> bool:
    """Whether a yes in answer to the letter of these names may be meant for somebody else than who
    asks whether what waits for a `yes` is meant: that letter does not ask it, and tells what people
    said or is none to this seat, or the one that asks it has not left yet.
    """
    sent = _sent(place)
    found, _ = _named(sent, MomentLabel.of(session.table.pending()).moment, names)
    facts = decode(found.facts) if found else None
    if facts is not None and asked_back(facts):
        return False
    waiting = sent.filter(status=LetterStatus.PREPARED).only("facts")
    if any(asked_back(decode(one.facts)) for one in waiting):
        return True
    return bool(names) if facts is None else _others_speak(facts)


def _others_speak(facts: Facts) -> bool:
    """Whether a letter also tells what people said to its reader, whom a yes may answer."""
    letters: tuple[Facts | EarlierLetter, ...] = (facts, *facts.earlier)
    said = [one for letter in letters for one in letter.press if one.privately or not one.bot]
    return bool(said) or any(letter.notices for letter in letters)


def _sent(place: SeatRow) -> QuerySet[Letter]:
    """The letters to a seat's player."""
    return Letter.objects.filter(game=place.game_id, seat=place.colour, player=place.player_id)


def _named(sent: QuerySet[Letter], moment: str, names: str) -> tuple[Letter | None, Letter | None]:
    """The letter of these names, and the newest about the moment that has left, which is meant
    where none of ours is named. None where what is named is none of `sent`.
    """
    made = sent.filter(status__in=(LetterStatus.PREPARED, *_LEFT)).order_by("-pk")
    seen, ids = made.only("facts", "moment"), _MESSAGE_ID.findall(names)[:MOST_NAMES]
    newest = seen.filter(moment=moment, status__in=_LEFT).first()
    found = seen.filter(message_id__in=ids).first() if ids else newest
    if found is None and not Letter.objects.filter(message_id__in=ids).exists():
        return newest, newest  # a mail server gave it another name
    return found, newest


def _answered(place: SeatRow, moment: str, names: str, number: int) -> Facts | None:
    """What the letter tells that is answered, as long as nothing was entered since, and nothing of
    the seat's was kept. `number`: the last entry's.
    """
    sent = _sent(place)
    found, newest = _named(sent, moment, names)
    if found is None:
        return None
    facts, later = decode(found.facts), sent.filter(pk__gt=found.pk)
    answers = later.filter(kind__in=(LetterKind.RECEIPT, LetterKind.NOTE))
    since = (line for one in later.only("facts") for line in decode(one.facts).lines)
    idle = _NOTHING if _asked(facts) else (*_NOTHING, "noted")  # a message moves no suggestion
    if (
        answers.filter(status=LetterStatus.WRITTEN).exists()  # it may have been meant just now
        or (found != newest and (found.moment != moment or facts.number != number))
        or any(line.answer not in idle for line in since)
    ):
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
