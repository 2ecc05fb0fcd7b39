"""A nudge: one seat reminds the seat on turn, in a short letter of its own (PR-SEAT-08)."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.urls import reverse

from traders.domain.letters.subjects import NUDGES
from traders.domain.people import mutes
from traders.domain.play.commands.command import Command, Group
from traders.domain.play.commands.press_messages import RULE, may_speak
from traders.domain.play.game_session import GameSession
from traders.domain.table.change_set import Line
from traders.engines.kernel.contract.contract import Turn
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import named, seats_listed
from traders.models import Phase
from traders.models import Seat as Place

EVERY = timedelta(days=1)
"""How long after one nudge of a game the next may follow."""


def nudge(session: GameSession, seat: Seat, rest: str, raw: str) -> Line:
    """`nudge`: the seats on turn read by whom; once a day a game, never in a window."""
    places = _on_turn(session, seat)
    may_speak(session)
    last = session.game.nudged
    if last is not None and session.now < last + EVERY:
        raise Refusal(
            "Somebody was nudged in this game less than a day ago. Next: "
            f"{last + EVERY:%H:%M UTC on %-d %B}.",
            RULE,
        )
    willing = [place for place in places if place.player and place.player.nudges]
    if not willing:
        raise Refusal(f"{seats_listed(one.colour for one in places)} takes no nudges.", RULE)
    session.game.nudged = session.now
    page = settings.SITE_URL + reverse("account")
    for place in willing:
        if seat in mutes.muted([place]).get(place.colour, ()):
            continue  # as of a message, whoever is muted learns nothing of it
        session.change_set.own_notices.setdefault(place.colour, []).append(
            f"{named(seat)}{NUDGES}: it is your turn. Want no nudges? {page}"
        )
    return Line(raw, "noted", f"{seats_listed(one.colour for one in willing)} gets a letter.")


def _on_turn(session: GameSession, seat: Seat) -> list[Place]:
    """The people whose turn it is. Refuses where play waits for something else, or for `seat`."""
    pending = session.table.pending()
    if session.game.phase != Phase.PLAYING or session.game.frozen:
        raise Refusal("Nobody is nudged while the game is not played.", RULE)
    if not isinstance(pending, Turn):
        raise Refusal(
            "You can nudge a seat in its turn only. In a window or a choice you cannot: it would "
            "tell who is waited for.",
            RULE,
            "PR-INTERVAL-05",
        )
    if seat in pending.seats:
        raise Refusal("It is your own turn.", RULE)
    places = [session.place(one) for one in pending.seats]
    people = [one for one in places if one.player_id is not None and not one.bot]
    if not people:
        raise Refusal(
            f"Nobody plays {seats_listed(pending.seats)}: there is nobody to nudge.", RULE
        )
    return people


COMMANDS = (
    Command(
        prefix="nudge",
        group=Group.WORDS,
        help="Remind the seat on turn, once a day a game. It reads by whom.",
        brief="remind who is on turn",
        rule=RULE,
        deed=nudge,
    ),
)
