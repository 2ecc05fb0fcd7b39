"""The organizer's orders about time: more of it, a pause, a grant after an outage."""

from __future__ import annotations

import json
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from traders.domain.calendar import durations
from traders.domain.calendar.playing_hours import seconds
from traders.domain.deadlines import deadline_changes
from traders.domain.deadlines.deadline_changes import EVERYBODY
from traders.domain.deadlines.game_clocks import Clocks
from traders.domain.deadlines.heartbeat_and_outages import Outage
from traders.domain.letters.plain_text_layout import when, zone_of
from traders.domain.play import pausing
from traders.domain.play.game_session import open_session
from traders.domain.play.organizer.decision import deciding, enter, playing, reason
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import named
from traders.models import DeadlineKind, Entry, Game, Kind, Phase, Player, Source

LEAST, MOST = timedelta(hours=1), timedelta(hours=672)
"""Of time that is given (PR-REMEDY-06)."""
LONGEST_PAUSE = timedelta(days=28)
"""Of one order; then the game goes on by itself, unless another order prolongs it."""
USUAL_PAUSE = timedelta(days=14)
GIVEN = "time"
"""The organizer's decision that gives more time."""
UNDONE = "time undone"
"""The organizer's decision that takes it back."""
BESIDE_CLOCKS = ("words", "offer", "bot", "seat")
"""Decisions that leave the clocks as they are."""


def more_time(game_id: int, organizer: Player, seat: str, length: timedelta, why: str) -> str:
    """Give a seat more time, or (`EVERYBODY`) all for whom a clock is open; what was done."""
    _fits(length)
    with deciding(game_id, organizer) as session:
        more = durations.words(length)
        whom = "All who are waited for" if seat == EVERYBODY else named(seat)
        told = f"More time: {more}. The organizer gives it to all who are waited for"
        if seat != EVERYBODY:
            playing(session, seat)
            told = f"{whom} gets {more} more. The organizer orders it"
        rows = deadline_changes.lengthened(session.game, seat, session.now)
        enter(
            session,
            GIVEN,
            told,
            reason(why),
            whom=seat,
            seconds=seconds(length),
            clocks=rows,
        )
        session.change_set.granted.append((seat, length))
    return f"{whom}: {more} more."


def undo_time(game_id: int, organizer: Player, why: str) -> str:
    """Take back the more time that was given last (PR-SEAT-11); what was done."""
    with deciding(game_id, organizer) as session:
        given, at = _last_given(session.game)
        seat, length = given["whom"], timedelta(seconds=given["seconds"])
        whom = "all who were waited for" if seat == EVERYBODY else named(seat)
        taken = f"{durations.words(length)} from {whom}"
        told = f"More time is taken back: {taken}. The organizer orders it"
        enter(session, UNDONE, told, reason(why), whom=seat, seconds=given["seconds"])
        clocks = Clocks(session.game, session.now, session.seats)
        for row in deadline_changes.take_back(clocks, given["clocks"], seat, length, at):
            for place in session.seats:
                if place.colour in clocks.terms(row).clocks and place.player and row.due:
                    own = when(row.due, session.now, zone_of(place.player.zone))
                    session.change_set.own_notices.setdefault(place.colour, []).append(
                        f"You have until {own} now."
                    )
    return f"Taken back: {taken}."


def _last_given(game: Game) -> tuple[dict[str, Any], datetime]:
    """The entry by which more time was given, and when; refused where another about the clocks
    came after it.
    """
    kinds = (Kind.DECISION, Kind.SETTINGS, Kind.BACK_UP, Kind.PUT_RIGHT)
    entries = Entry.objects.filter(game=game, kind__in=kinds).order_by("-number")
    for public, at in entries.values_list("public", "at"):
        entry = json.loads(public)
        if entry.get("deed") not in BESIDE_CLOCKS:
            if entry.get("deed") == GIVEN:
                return entry, at
            break
    raise Refusal(
        "More time can be taken back while it is the last that was entered about this game's "
        "clocks. It is not.",
        "PR-SEAT-11",
        kind="stale",
    )


def granted(games: Collection[int], outage: Outage) -> set[int]:
    """Those of the games that were given more time after the outage."""
    decisions = Entry.objects.filter(game__in=games, kind=Kind.DECISION, at__gte=outage.end)
    return {
        game
        for game, public in decisions.values_list("game_id", "public")
        if json.loads(public).get("outage") == outage.id
    }


def grant(game_id: int, organizer: Player, outage: Outage, length: timedelta) -> bool:
    """More time for all after an outage, once for each; whether this was the first time."""
    _fits(length)
    with deciding(game_id, organizer) as session:
        if granted([game_id], outage):
            return False
        told = (
            f"The server was down from {outage.begin:%H:%M UTC on %-d %B} to "
            f"{outage.end:%H:%M UTC on %-d %B}. The organizer gives everybody "
            f"{durations.words(length)} more"
        )
        enter(session, "grant", told, outage=outage.id, seconds=seconds(length))
        session.change_set.granted.append((EVERYBODY, length))
    return True


def pause(game_id: int, organizer: Player, length: timedelta, why: str) -> str:
    """All clocks stand still for so long, counted from now; a pause that lasts is made as long."""
    if not LEAST <= length <= LONGEST_PAUSE:
        raise Refusal(
            "A pause lasts from 1 hour to 28 days; a new order prolongs it.", "PR-SEAT-03"
        )
    with deciding(game_id, organizer) as session:
        game, until = session.game, session.now + length
        _no_claim(game)
        if pausing.by_table(game):
            raise Refusal(
                "The table has paused this game itself; `go on <game>: <why>` ends that.",
                "PR-SEAT-03",
                kind="stale",
            )
        told = f"The game is paused for {durations.words(length)}. The organizer orders it"
        enter(session, "pause", told, reason(why), seconds=seconds(length))
        deadline_changes.due_then(
            game, DeadlineKind.PAUSE, deadline_changes.PAUSE, until, session.now
        )
        pausing.stand(session)
        for place in session.seats:
            if place.player is not None:
                own = when(until, session.now, zone_of(place.player.zone))
                session.change_set.own_notices.setdefault(place.colour, []).append(
                    f"The pause lasts until {own}; then play goes on by itself, or sooner if the "
                    "organizer says so. Your clocks stand still; what you order counts."
                )
    return f"Paused until {when(until, session.now, zone_of(organizer.zone))}."


def go_on(game_id: int, organizer: Player, why: str) -> str:
    """The pause is over before its time, whether the table or an organizer began it."""
    with deciding(game_id, organizer) as session:
        _no_claim(session.game)
        if not pausing.is_paused(session.game):
            raise Refusal("This game is not paused.", "PR-SEAT-03", kind="stale")
        enter(session, pausing.LIFTED, "The game goes on. The organizer orders it", reason(why))
        pausing.lift(session)
    return "The game goes on."


def pause_is_over(game_id: int, at: datetime) -> None:
    """The time of an organizer's pause is over, and the clocks run again."""
    with open_session(game_id, at) as session:
        if session.game.phase != Phase.PLAYING:
            return
        told = "The organizer's pause is over: the game goes on"
        enter(session, pausing.LIFTED, told, source=Source.DEADLINE)
        pausing.run(session)


def _fits(length: timedelta) -> None:
    if not LEAST <= length <= MOST:
        raise Refusal("Between 1 and 672 hours can be given.", "PR-REMEDY-06")


def _no_claim(game: Game) -> None:
    if game.stayed:
        raise Refusal(
            "A claim has stopped the game; until it is ruled on its clocks stay as they are.",
            "PR-CLAIM-03",
        )
