"""Seats that say nothing: those whose turns the clock ends are asked whether they are still there,
and then offered (PR-SEAT-05); and what follows where the clock does not end a turn: a substitute or
the referee is asked (PR-TURN-04).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from traders.domain.deadlines import turn_clock, vacant_seat_clocks
from traders.domain.deadlines.absent_seats_and_vacation_days import is_absent
from traders.domain.deadlines.game_clocks import Clocks
from traders.domain.letters import seatless_letters
from traders.domain.letters.subjects import STILL_PLAYING
from traders.domain.play import substitutes
from traders.domain.play.commands import proposals
from traders.domain.play.game_session import GameSession
from traders.domain.settings import game_settings
from traders.engines.kernel.contract.contract import Over
from traders.engines.kernel.seats import Seat as Colour
from traders.engines.kernel.words import count, named
from traders.models import Deadline, DeadlineKind, Letter, Seat


def turn_ended(session: GameSession, seats: Collection[Colour]) -> None:
    """The clock has ended the turn of these seats, or the round that all order at once without
    their orders: those that it happens to again and again are asked, then offered (PR-SEAT-05).
    """
    settings = game_settings.of(session.game)
    for place in [place for place in session.seats if place.colour in seats and not place.bot]:
        place.timeouts += 1
        place.save(update_fields=["timeouts"])
        if place.left is not None or isinstance(session.table.pending(), Over):
            continue
        if place.timeouts == settings.asked_after:
            _ask(session, place)
        if place.timeouts >= settings.absent_limit and place.offered is None:
            offer(
                session,
                place,
                f"The clock has ended {count(place.timeouts, 'turn')} of {named(place.colour)} "
                "in a row (PR-SEAT-05).",
            )
    proposals.settle(session)


def _offered(left: int) -> str:
    """After how many more turns without an answer the seat is offered to others."""
    if left <= 0:
        return "If you do nothing, your seat is offered to someone else"
    more = "One more such turn" if left == 1 else f"{left} more such turns"
    return f"{more}, and your seat is offered to someone else"


def _ask(session: GameSession, place: Seat) -> None:
    who, settings = place.colour.capitalize(), game_settings.of(session.game)
    turns, limit = count(settings.asked_after, "turn"), settings.absent_limit
    last = "Your last turn" if settings.asked_after == 1 else f"Your last {turns}"
    session.change_set.own_notices.setdefault(place.colour, []).append(
        f"{STILL_PLAYING} {last} ended without an answer, and the others "
        "wait for you. Write `yes` to stay; until then I do not count you in votes. To give up "
        f"the seat: `resign`. {_offered(limit - settings.asked_after)} (PR-SEAT-05)."
    )
    told = (
        f"The clock has ended {turns} of {who} in a row. {who} was asked whether it "
        "is still there, and does not count in votes."
    )
    session.change_set.notices.append(f"{told} (PR-SEAT-05)")
    everybody = all(
        is_absent(other, session.game)
        for other in session.seats
        if not other.bot and not other.dropped
    )
    gone = "Nobody writes in this game any more." if everybody else "The others play on."
    seatless_letters.tell_organizers(
        session.game,
        f"absent.{place.colour}",
        f"{who} may be gone",
        [f"{who} is {place.called}. {told} {gone}"],
        at=session.now,
        at_desk=True,
    )


def offer(session: GameSession, place: Seat, why: str, keeps: str = "write") -> None:
    """Offer the seat to a substitute; its player keeps it until somebody takes it (PR-SEAT-05).
    `keeps`: by which deed the player ends the offer.
    """
    place.offered = session.now
    place.save(update_fields=["offered"])
    told = f"{why} The seat is offered to a substitute, who can take it on the game's page.".strip()
    session.change_set.at_once = True
    session.change_set.notices.append(told)
    session.change_set.own_notices.setdefault(place.colour, []).append(
        "Do you still play? Your seat is offered, and stays yours until somebody takes it: "
        f"{keeps}, and you keep it."
    )
    seatless_letters.tell_organizers(
        session.game,
        f"offered.{place.colour}",
        f"{named(place.colour)} is offered",
        list(filter(None, (told, substitutes.ask(session, place)))),
        at=session.now,
        at_desk=True,
    )


def heard(session: GameSession, place: Seat) -> None:
    """A word of a seat whose turns the clock ended, or that is offered, ends its absence
    (PR-SEAT-05). Nobody else is told, since nobody learns who has written, unless it was offered:
    as all read that, all read that it is not now.
    """
    if not place.timeouts and _waits_for_substitute(session, place):
        return
    session.change_set.present_again = place.timeouts >= game_settings.of(session.game).asked_after
    if place.offered is not None:
        session.change_set.offer_ended = True
        _keeps(session, place)
    place.timeouts, place.offered = 0, None
    place.save(update_fields=["timeouts", "offered"])


def _keeps(session: GameSession, place: Seat) -> None:
    """The player is back before a substitute sat down: whoever read of the offer reads that."""
    told = f"{named(place.colour)} plays on: its player is back, and keeps the seat."
    session.change_set.notices.append(told)
    substitutes.call_off(session, place)
    seatless_letters.tell_organizers(
        session.game,
        f"kept.{place.colour}",
        f"{named(place.colour)} plays on",
        [told],
        at=session.now,
    )


def _waits_for_substitute(session: GameSession, place: Seat) -> bool:
    """Whether the seat is offered because it ran out of time (PR-TURN-04): a word is no turn."""
    clocks = Clocks(session.game, session.now)
    return vacant_seat_clocks.is_offered(clocks, place.colour)


# --- where the club lets the clock not end a turn (PR-TURN-04) ------------------------------------


def out_of_time(session: GameSession, colour: Colour, step: str) -> None:
    """The seat's grace is over too: a substitute is wanted, or the referee and the organizer are
    asked, and the table is told at once.
    """
    place = session.place(colour)
    if step == turn_clock.SUBSTITUTE:
        offer(
            session,
            place,
            f"{colour.capitalize()} is out of time (PR-TURN-04).",
            keeps="end your turn",  # a word is no turn
        )
        return
    row = session.game.deadlines.filter(kind=DeadlineKind.TURN, seat=colour, done_at=None).first()
    if row is None:
        return
    ends = _turn_ends(session, row)
    waits = (
        f"{colour.capitalize()} is out of time. Play waits for a word of the referee or the "
        f"organizer until {ends:%H:%M UTC on %-d %B}; then the turn is ended."
    )
    if step == turn_clock.REFEREE:
        session.change_set.at_once = True
        session.change_set.notices.append(f"{waits} (PR-TURN-04)")
    _ask_officials(session, row, step, [waits, "They can give the seat more time, or open a case."])


def _turn_ends(session: GameSession, row: Deadline) -> datetime:
    """When the turn is ended without a word of the referee's: the clock is in the first or the
    second half of the ruling time.
    """
    ruling_time = game_settings.of(session.game).ruling_time
    begun = (
        session.now
        if Clocks(session.game, session.now).terms(row).step == turn_clock.REFEREE
        else session.now - ruling_time / 2
    )
    return begun + ruling_time


def _ask_officials(session: GameSession, row: Deadline, step: str, told: Sequence[str]) -> None:
    subject = f"{'Still' if step == turn_clock.REMINDED else 'Now'} out of time: {row.seat}"
    key = f"turn.{row.pk}"
    asked = (
        Letter.objects.filter(game=session.game, seat="", key=f"{key}.referee")
        .select_related("player")
        .first()
    )
    referee = asked.player if asked else seatless_letters.referee_of(session.game)
    readers = dict.fromkeys([referee, *seatless_letters.organizers_of(session.game)])
    for reader in filter(None, readers):
        seatless_letters.write(
            reader, session.game, f"{key}.{_NAMES[step]}", subject, told, at=session.now
        )


_NAMES = {turn_clock.REFEREE: "referee", turn_clock.REMINDED: "reminded"}
