"""The orders of a season, by letter: answers to one that asks whether one plays."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from traders.club.seasons import registration
from traders.club.seasons.locked_season import BEFORE_THE_END
from traders.club.seasons.participants_and_waiting_list import entries
from traders.club.seasons.season_letters import TOPIC, found_by
from traders.domain.play.commands.seatless_answer_types import Answer, Reply, Topic
from traders.domain.table.change_set import Line
from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.refusal import Refusal
from traders.models import Player, Season

RULE = "PR-SEAT-01"


def _season(reply: Reply) -> Season | None:
    """The season that the letter is about."""
    return Season.objects.filter(pk=int(reply.about.get("season", 0))).first()


def _said(reply: Reply, deed: Callable[[int, Player], object]) -> Season:
    """Carry out the answer on the letter's season."""
    season = _season(reply)
    if season is None:
        raise Refusal("The season of this letter is no more.", RULE, kind="stale")
    deed(season.pk, reply.player)
    return season


def _register(reply: Reply, rest: str, raw: str) -> Line:
    season = _said(reply, registration.register)
    there = entries(season)
    entrant = there.of(reply.player)
    place = there.place_of(entrant) if entrant else 0
    waits = f" You are number {place} on its waiting list." if place else ""
    return Line(raw, "done", f"You are registered for {season.name}.{waits}")


def _confirm(reply: Reply, rest: str, raw: str) -> Line:
    season = _said(reply, registration.confirm)
    return Line(raw, "done", f"You play {season.name}.")


def _withdraw(reply: Reply, rest: str, raw: str) -> Line:
    season = _said(reply, registration.withdraw)
    return Line(raw, "done", f"You take no part in {season.name}.")


def _waits(reply: Reply) -> bool:
    """Whether its reader has a place in the season, and has not said yet that they play."""
    season = _season(reply)
    if season is None or season.phase not in BEFORE_THE_END:
        return False
    return any(one.player_id == reply.player.pk for one in entries(season).unconfirmed)


_answer = partial(
    Answer, when=When.ANY, rule=RULE, topic=TOPIC, said_by="who is registered for a season"
)

ASKS = Topic(TOPIC, _waits, kind="a club's season", found=found_by)
ANSWERS = (
    _answer(
        prefix="register",
        also=("register me",),
        help="Take part in the season, or wait for a place.",
        said_by="a member of the season's club",
        deed=_register,
    ),
    _answer(
        prefix="confirm",
        also=("yes", "confirm my place", "count me in for the season", "i am playing"),
        help="Say that you play the season.",
        deed=_confirm,
    ),
    _answer(
        prefix="withdraw",
        also=("no", "pull out", "withdraw me"),
        help="Take no part in the season; your place becomes free.",
        deed=_withdraw,
    ),
)
