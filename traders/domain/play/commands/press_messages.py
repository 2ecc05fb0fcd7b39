"""Press: what seats say to each other by the post; it goes with the next letters (PR-SEAT-08)."""

from __future__ import annotations

import re

from django.db.models import Q

from traders.domain.deadlines import deadlines
from traders.domain.history import anonymous_masks
from traders.domain.people import quotas
from traders.domain.play.commands.command import Command, Group
from traders.domain.play.game_session import GameSession
from traders.domain.play.messages_for_reader import label
from traders.domain.settings import game_settings
from traders.domain.table.change_set import Line, SaidMessage
from traders.engines.kernel.contract.contract import Interval
from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import named
from traders.models import Phase, Press

MOST_LETTERS = 2_000
"""Characters of one piece of press."""
RULE = "PR-SEAT-08"
_MASK = re.compile(r"mask (\d{1,3})")
_MASKED = ", under your mask."
"""How the answer to a message under a mask ends."""
_ALONE = (
    "It was not sent: beside a move it would tell whose mask it is. Send it in a letter of its own."
)
_WITH_AN_OFFER = (
    "It was not sent: your word ended the offer of your seat, which all see, and it would tell "
    "whose mask it is. You keep the seat; send it again later."
)


def say(session: GameSession, seat: Seat, rest: str, raw: str) -> Line:
    """`say: <words>`: to all."""
    return _carry(session, seat, "", raw)


def say_to(session: GameSession, seat: Seat, rest: str, raw: str) -> Line | None:
    """`to <seat>: <words>`: to one seat, seen by nobody else; `to mask 3: <words>` to whoever wrote
    under that mask.
    """
    name, colon, _ = rest.partition(":")
    if not colon:
        return None
    if found := _MASK.fullmatch(name.strip()):
        return _carry(session, seat, _behind(session, seat, int(found[1])), raw, int(found[1]))
    return _carry(
        session,
        seat,
        session.table.other_named(seat, name, "to {}: ...", [s.colour for s in session.seats]),
        raw,
    )


def _behind(session: GameSession, seat: Seat, mask: int) -> Seat:
    """Whose mask it is, if that mask wrote something that this seat read: nobody is told
    (PR-SEAT-08).
    """
    if not under_masks(session):
        raise Refusal(
            "No masks are worn here now. Write to a seat by its name.",
            RULE,
            kind="unreadable",
            instead=[f"to {one.colour}: ..." for one in session.seats if one.colour != seat],
        )
    found = {number: colour for colour, number in anonymous_masks.numbers(session.game).items()}
    to = found.get(mask, "")
    read = Q(to="") | Q(to=seat)
    if not Press.objects.filter(read, game=session.game, seat=to, masked=True).exists():
        raise Refusal(
            f"You have read nothing of mask {mask}. Answer a mask that wrote to you, or to all.",
            RULE,
        )
    if to == seat:
        raise Refusal("That is your own mask.", RULE, kind="unreadable")
    return to


def _carry(session: GameSession, seat: Seat, to: Seat, raw: str, to_mask: int = 0) -> Line:
    may_speak(session)
    said = raw.partition(":")[2].strip()
    if not said:
        raise Refusal("There are no words behind the colon.", kind="unreadable")
    if len(said) > MOST_LETTERS:
        raise Refusal(
            f"Press holds at most {MOST_LETTERS} characters; this has {len(said)}.",
            kind="unreadable",
        )
    masked, sent = under_masks(session), session.change_set.press
    waiting = sum(one.by != one.seat for one in sent)
    quotas.press(session.place(seat), session.now, waiting)
    mask = anonymous_masks.numbers(session.game)[seat] if masked else 0
    message = SaidMessage(seat, to, said, label(seat, mask), to_mask)
    sent.append(message)
    if not masked:
        _keep(session, message)
    whom = label(named(to), to_mask) if to else "all"
    return Line(raw, "noted", f"Sent to {whom}{_MASKED if masked else '.'}")


def under_masks(session: GameSession) -> bool:
    """Whether messages go under masks now: while the game is played (PR-SEAT-08)."""
    held = game_settings.of(session.game)
    return held.press == "anonymous" and session.game.phase == Phase.PLAYING


def may_speak(session: GameSession) -> None:
    """Refuse a message where the club wants none, or none now (PR-SEAT-08)."""
    press, pending = game_settings.of(session.game).press, session.table.pending()
    if press == "none":
        raise Refusal("At this table no messages are sent.", RULE)
    if press == "closed-windows" and isinstance(pending, Interval) and not pending.in_turn:
        due = deadlines.shown(session.game, pending, session.now)
        latest = f", at the latest after {due:%H:%M UTC on %-d %B}" if due else ""
        raise Refusal(
            "While a reaction window is open no messages are sent. Send yours when it has "
            f"closed{latest}.",
            RULE,
        )


def _keep(session: GameSession, message: SaidMessage) -> None:
    Press.objects.create(
        game=session.game,
        seat=message.seat,
        to=message.to,
        words=message.words,
        at=session.now,
        number=session.game.number,
        masked=message.by != message.seat,
        to_mask=message.to_mask,
    )


def settle(session: GameSession) -> None:
    """When all of a letter's lines are done, its messages under a mask are sent, or come back where
    the letter did anything else that others could see, if only by its coming (PR-SEAT-08).
    """
    change_set, lines = session.change_set, session.change_set.lines
    masked = [message for message in change_set.press if message.by != message.seat]
    if not masked:
        return
    sent = [line.answer == "noted" and line.words.endswith(_MASKED) for line in lines]
    beside = [line.answer for line, is_one in zip(lines, sent, strict=True) if not is_one]
    seen = change_set.notices or change_set.offer_ended
    if set(beside) <= {"told", "refused", "returned"} and not seen:
        for message in masked:
            _keep(session, message)
        return
    change_set.press = [message for message in change_set.press if message not in masked]
    why = _WITH_AN_OFFER if change_set.offer_ended else _ALONE
    change_set.lines = [
        Line(line.text, "refused", why, "illegal", (RULE,)) if is_one else line
        for line, is_one in zip(lines, sent, strict=True)
    ]


COMMANDS = (
    Command(
        prefix="say:",
        group=Group.WORDS,
        forms=("say: <words>",),
        when=When.ALWAYS,
        help="Write to all players.",
        example="say: well flown",
        brief="to all",
        rule=RULE,
        deed=say,
    ),
    Command(
        prefix="to ",
        group=Group.WORDS,
        in_prose=True,
        forms=("to <seat>: <words>",),
        when=When.ALWAYS,
        help="Write to one player alone. A mask that wrote to you alone then knows your mask.",
        example="to blue: shall we trade?",
        brief="to one alone",
        rule=RULE,
        deed=say_to,
    ),
)
