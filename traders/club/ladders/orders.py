"""The orders of a ladder, by letter: answers to any of its letters."""

from __future__ import annotations

from collections.abc import Callable

from traders.club.ladders import climbing
from traders.club.ladders.held import RULE
from traders.club.ladders.standing import rules_of, standing_of
from traders.club.ladders.telling import TOPIC
from traders.domain.play.commands.answer import Answer, Reply
from traders.domain.table.change_set import Line
from traders.engines.kernel.order_table import When
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import fold
from traders.models import Ladder, Player

WHO = "who stands on a club's ladder"


def _ladder(reply: Reply) -> Ladder:
    ladder = Ladder.objects.filter(pk=int(reply.about.get("ladder", 0))).first()
    if ladder is None:
        raise Refusal("The ladder of this letter is no more.", RULE, kind="stale")
    return ladder


def _called(ladder: Ladder, name: str, by: Player) -> Player:
    """Who on the ladder is called so; of several the one that can be challenged."""
    now = standing_of(ladder)
    people = list(zip(now.people, now.names, strict=True))
    found = [one for one, known in people if fold(known) == name]
    found = found or [one for one in now.people if fold(one.display_name) == name]
    if not found:
        able = [f"challenge {one.display_name}" for one in now.within_reach(rules_of(ladder), by)]
        raise Refusal(
            f"Nobody on the ladder is called “{name}”.", RULE, kind="unreadable", instead=able
        )
    return found[0]


def _challenge(reply: Reply, rest: str, raw: str) -> Line:
    ladder = _ladder(reply)
    found = climbing.challenge(ladder.pk, reply.player, _called(ladder, rest, reply.player))
    days = f"{ladder.answer_days} days"
    return Line(raw, "done", f"{found.challenged.display_name} has {days} to answer. I write then.")


def _accept(reply: Reply, rest: str, raw: str) -> Line:
    _nothing_more(rest)
    found = climbing.accept(_ladder(reply).pk, reply.player)
    return Line(raw, "done", f"You play {found.challenger.display_name}: the first letter comes.")


def _decline(reply: Reply, rest: str, raw: str) -> Line:
    _nothing_more(rest)
    climbing.decline(_ladder(reply).pk, reply.player)
    return Line(raw, "done", "There is no game; your rung goes down as the ladder says.")


def _take_back(reply: Reply, rest: str, raw: str) -> Line:
    _nothing_more(rest)
    climbing.take_back(_ladder(reply).pk, reply.player)
    return Line(raw, "done", "The challenge is taken back.")


def _leave(reply: Reply, rest: str, raw: str) -> Line:
    _nothing_more(rest)
    climbing.leave(_ladder(reply).pk, reply.player)
    return Line(raw, "done", "You have left the ladder. Its page lets you join again.")


def _nothing_more(rest: str) -> None:
    if rest:
        raise Refusal(f"I cannot read “{rest}” here.", kind="unreadable")


Deed = Callable[[Reply, str, str], Line]


def _answer(prefix: str, form: str, help_: str, example: str, deed: Deed) -> Answer:
    return Answer(
        prefix=prefix, forms=(form,), when=When.ANY, help=help_, example=example, rule=RULE,
        topic=TOPIC, said_by=WHO, deed=deed,
    )  # fmt: skip


ANSWERS = (
    _answer(
        "challenge",
        "challenge <player>",
        "Challenge a player who stands within reach above you to a game of two.",
        "challenge Ann",
        _challenge,
    ),
    _answer("accept", "accept", "Take up the challenge: the game begins.", "accept", _accept),
    _answer("decline", "decline", "Do not play; it costs a rung.", "decline", _decline),
    _answer(
        "take back", "take back", "Take back your challenge that waits.", "take back", _take_back
    ),
    _answer("leave ladder", "leave ladder", "Leave the ladder.", "leave ladder", _leave),
)
