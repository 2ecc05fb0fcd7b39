"""The orders of a ladder, by letter: answers to any of its letters."""

from __future__ import annotations

from functools import partial

from traders.club.ladders import player_actions
from traders.club.ladders.ladder_letters import TOPIC, found_by, joined
from traders.club.ladders.ladder_standings import rules_of, spoken, standing_of
from traders.club.ladders.locked_ladder import RULE
from traders.domain.play.commands.seatless_answer_types import Answer, Reply, Topic
from traders.domain.table.change_set import Line
from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import count
from traders.models import Challenge, ChallengeState, Ladder, Player

WHO = "who stands on a club's ladder"


def _ladder(reply: Reply) -> Ladder:
    ladder = Ladder.objects.filter(pk=int(reply.about.get("ladder", 0))).first()
    if ladder is None:
        raise Refusal("The ladder of this letter is no more.", RULE, kind="stale")
    return ladder


def _called(ladder: Ladder, name: str, by: Player) -> Player:
    """Who on the ladder is called so."""
    now = standing_of(ladder)
    found = [one for one in now.people if spoken(now.name(one)) == spoken(name)]
    if not found:
        able = [f"challenge {now.name(one)}" for one in now.within_reach(rules_of(ladder), by)]
        raise Refusal(
            f"Nobody on the ladder is called “{name}”.", RULE, kind="unreadable", instead=able
        )
    return found[0]


def _challenge(reply: Reply, rest: str, raw: str) -> Line:
    ladder = _ladder(reply)
    found = player_actions.challenge(ladder.pk, reply.player, _called(ladder, rest, reply.player))
    days = count(ladder.answer_days, "day")
    return Line(raw, "done", f"{found.challenged.display_name} has {days} to answer. I write then.")


def _asked(reply: Reply) -> int | None:
    """The challenge that the letter is about; None where it is about none."""
    return int(reply.about.get("challenge", 0)) or None


def _accept(reply: Reply, rest: str, raw: str) -> Line:
    found = player_actions.accept(_ladder(reply).pk, reply.player, _asked(reply))
    return Line(raw, "done", f"You play {found.challenger.display_name}: the first letter comes.")


def _decline(reply: Reply, rest: str, raw: str) -> Line:
    player_actions.decline(_ladder(reply).pk, reply.player, _asked(reply))
    return Line(raw, "done", "There is no game; your rung goes down as the ladder says.")


def _take_back(reply: Reply, rest: str, raw: str) -> Line:
    player_actions.take_back(_ladder(reply).pk, reply.player)
    return Line(raw, "done", "The challenge is taken back.")


def _join(reply: Reply, rest: str, raw: str) -> Line:
    ladder = _ladder(reply)
    player_actions.join(ladder.pk, reply.player)
    return Line(raw, "done", joined(ladder, reply.player))


def _leave(reply: Reply, rest: str, raw: str) -> Line:
    player_actions.leave(_ladder(reply).pk, reply.player)
    return Line(raw, "done", "You have left the ladder. `join ladder` lets you join again.")


def _waits(reply: Reply) -> bool:
    """Whether the challenge that the letter is about waits for its reader's answer."""
    asked = _asked(reply)
    if asked is None:
        return False
    rows = Challenge.objects.filter(challenged=reply.player, state=ChallengeState.OPEN)
    return rows.filter(pk=asked).exists()


_answer = partial(Answer, when=When.ANY, rule=RULE, topic=TOPIC, said_by=WHO)

ASKS = Topic(TOPIC, _waits, kind="a club's ladder", found=found_by)
ANSWERS = (
    _answer(
        prefix="challenge",
        forms=("challenge <player>",),
        help="Challenge a player who stands within reach above you to a game of two.",
        example="challenge Ann",
        deed=_challenge,
    ),
    _answer(
        prefix="accept",
        also=(
            "yes",
            "accept the challenge",
            "accept this challenge",
            "challenge accepted",
            "accepted",
            "you are on",
        ),
        help="Take up the challenge: the game begins.",
        deed=_accept,
    ),
    _answer(
        prefix="decline",
        also=(
            "no",
            "decline the challenge",
            "decline this challenge",
            "declined",
            "i would rather not play",
        ),
        help="Do not play; it costs a rung.",
        deed=_decline,
    ),
    _answer(
        prefix="take back",
        also=("take back my challenge", "take back the challenge"),
        help="Take back your challenge that waits.",
        deed=_take_back,
    ),
    _answer(
        prefix="join ladder",
        also=("join the ladder",),
        help="Stand on the lowest rung.",
        said_by="a member of the ladder's club",
        deed=_join,
    ),
    _answer(
        prefix="leave ladder", also=("leave the ladder",), help="Leave the ladder.", deed=_leave
    ),
)
