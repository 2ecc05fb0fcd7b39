"""Choosing each seat's letter from a session and its content: change set in, facts out."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from traders.domain.letters.facts import AwaitedAnswer, Facts, Happening, Message
from traders.domain.table.change_set import ChangeSet
from traders.engines.kernel.contract import Chance, Choice, Interval, Offer, Over, Pending, Turn
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import seats_listed
from traders.models import Cadence, LetterKind


def asked_of(
    seat: Seat, pending: Pending | None, answered: Collection[Seat] = ()
) -> AwaitedAnswer | None:
    """The decision that play waits for from that seat; None if it waits for others, or if the seat
    has answered.
    """
    if seat in answered:
        return None
    match pending:
        case Turn() if seat in pending.seats:
            return AwaitedAnswer(
                "turn", name=pending.stage, rule=pending.rule, silence=pending.silence
            )
        case Interval() if seat in pending.seats:
            return AwaitedAnswer(
                "interval",
                name=pending.name,
                cause=pending.cause.rstrip("."),
                rule=pending.rule,
                silence=pending.silence,
                question=pending.question,
                critical=pending.critical,
                attacked=seat in pending.attacked,
                in_turn=pending.in_turn,
            )
        case Choice() if seat == pending.seat:
            return AwaitedAnswer(
                "choice",
                name=pending.question,
                rule=pending.rule,
                silence=pending.silence,
                things=pending.things,
            )
        case _:
            return None


def waiting_words(pending: Pending | None) -> str:
    """The decision that play waits for, in words that every seat and spectators may read: a
    choice's options are private.
    """
    match pending:
        case Turn(seats=(seat,)):
            return f"It is {seat.capitalize()}'s turn."
        case Turn(seats=seats):
            return f"It is the turn of {seats_listed(seats)}."
        case Interval(question=True, seats=seats):
            return f"{seats_listed(seats)} {_is(seats)} asked to answer."
        case Interval(name=name, seats=seats):
            return f"{seats_listed(seats)} may react ({name} window)."
        case Choice(seat=seat):
            return f"{seat.capitalize()} has a choice to make."
        case Over(text=text):
            return text
        case Chance() | None:
            return ""


def _is(seats: tuple[Seat, ...]) -> str:
    return "is" if len(seats) == 1 else "are"


def same_moment(before: Pending | None, after: Pending | None) -> bool:
    """Whether play still waits for the same decision."""
    match before, after:
        case (Interval(key=one), Interval(key=other)) | (Choice(key=one), Choice(key=other)):
            return one == other
        case Turn(seats=one_), Turn(seats=other_):
            return one_ == other_
        case _:
            return False


def _asked_now(
    seat: Seat, change_set: ChangeSet, answered: Collection[Seat]
) -> AwaitedAnswer | None:
    """What is asked of the seat after the session, and whether that is new to it."""
    asked = asked_of(seat, change_set.after, answered)
    # a back-up asks anew: answers to the older letter are stale
    undone = change_set.backed_up and asked is not None and asked.kind != "turn"
    if (
        asked
        and same_moment(change_set.before, change_set.after)
        and not undone
        and seat not in change_set.anew
    ):
        return msgspec.structs.replace(asked, first=False)
    return asked


def facts_for(
    seat: Seat,
    change_set: ChangeSet,
    *,
    answered: Collection[Seat] = (),
    offers: tuple[Offer, ...] = (),
    muted: Collection[str] = (),
) -> Facts:
    """The content of a letter of this session to that seat, without its view, which only letters
    that are written need. `muted`: whose messages it does not read.
    """
    asked = _asked_now(seat, change_set, answered)
    over = change_set.after if isinstance(change_set.after, Over) and change_set.ended else None
    by_letter = seat == change_set.sender and not change_set.answered_on_the_spot
    return Facts(
        at=change_set.at,
        number=change_set.last,
        moment=change_set.moment,
        due=change_set.due,
        ends=change_set.ends.get(seat) if asked else None,
        asked=asked,
        waits=waiting_words(change_set.after),
        events=tuple(
            Happening(numbered.number, numbered.event.text, numbered.event.rule)
            for numbered in change_set.told
            if numbered.event.heard_by(seat)
        ),
        notices=(*change_set.notices, *change_set.own_notices.get(seat, ())),
        press=tuple(
            Message(said.by, said.words, said.to != "")
            for said in change_set.press
            if said.to in {"", seat} and said.seat != seat and said.by not in muted
        ),
        lines=tuple(change_set.lines) if by_letter else (),
        remarks=change_set.remarks if by_letter else (),
        home=tuple(change_set.home.get(seat, ())),
        plans=tuple(change_set.stopped_plans.get(seat, ())),
        offers=offers if asked else (),
        started=change_set.started,
        ended=over.text if over else "",
        winners=over.winners if over else (),
    )


def kind_of(facts: Facts, *, seen: bool = False) -> LetterKind | None:
    """The kind of letter, by the most urgent content; None if there is no news. `seen`: the reader
    made the moves and sees them on the page; other news still counts.
    """
    returned = facts.home or facts.plans
    moves = facts.events and not seen
    if facts.ended:
        return LetterKind.OVER
    if facts.started:
        return LetterKind.WELCOME
    if facts.lines and not (facts.asked and facts.asked.first):
        return LetterKind.RECEIPT
    if facts.asked and (facts.asked.first or moves or returned):
        return {
            "turn": LetterKind.TURN,
            "interval": LetterKind.INTERVAL,
            "choice": LetterKind.CHOICE,
        }[facts.asked.kind]
    if facts.lines:
        return LetterKind.RECEIPT
    if moves or returned or facts.notices or facts.press:
        return LetterKind.HAPPENED
    return None


def goes_now(
    seat: Seat,
    cadence: str,
    kind: LetterKind,
    facts: Facts,
    change_set: ChangeSet,
    bots: Collection[Seat] = (),
) -> bool:
    """Whether the letter goes now, or its news waits for the reader's next one: `cadence` concerns
    only what asks and answers nothing. What bots say to all waits also for a reader who is asked
    something.
    """
    if kind != LetterKind.HAPPENED or facts.lines or facts.home or facts.plans:
        return True
    if facts.asked and change_set.sender not in bots:
        return True
    # an offer, and a message to its reader alone, wait for an answer too
    offered = any(not deal["mine"] for deal in facts.view.get("deals", ())) and any(
        numbered.event.kind == "offer" and numbered.event.heard_by(seat)
        for numbered in change_set.told
    )
    written = any(message.privately for message in facts.press)
    after_turn = change_set.turn_passed and cadence == Cadence.EVERY
    to_it_alone = seat in change_set.own_notices
    return change_set.at_once or to_it_alone or offered or written or after_turn
