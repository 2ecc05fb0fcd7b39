"""`luck`: words of a player's own, mixed into the throws that follow (PR-CHANCE-03)."""

from __future__ import annotations

from traders.domain.history.player_dice_mixture import HASHED, plain_words
from traders.domain.play.commands.command import Command, Group
from traders.domain.play.game_session import GameSession
from traders.domain.settings import game_settings
from traders.domain.table.change_set import Line
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.models import Game

RULE = "PR-CHANCE-03"
PREFIX = "luck"
LONGEST = 60
"""Characters of one seat's words at a time."""


def says(folded: str) -> bool:
    """Whether a folded line is words for the dice, where these are mixed: however many they are."""
    return folded.startswith((f"{PREFIX} ", f"{PREFIX}:")) and len(folded) > len(PREFIX) + 1


def are_mixed(game: Game) -> bool:
    """Whether the players of the game mix its dice."""
    return game_settings.of(game).dice == "mixed"


def luck(session: GameSession, seat: Seat, rest: str, raw: str) -> Line:
    """`luck: <words>`."""
    if not session.mixes:
        raise Refusal(
            "This game's dice were promised before its first move: nothing is mixed into them.",
            RULE,
        )
    place = session.place(seat)
    if place.dropped or place.left is not None:
        raise Refusal("Who has left the game mixes nothing into its dice.", RULE)
    words = plain_words(raw.strip()[len(PREFIX) :].lstrip(" :"))
    if not words:
        raise Refusal("Which words? Any will do: `luck: seven come eleven`.", kind="unreadable")
    if len(words) > LONGEST:
        raise Refusal(
            f"Words for the dice have at most {LONGEST} characters; these have {len(words)}.",
            RULE,
            kind="unreadable",
        )
    if words.startswith(HASHED):
        raise Refusal(
            f"Words for the dice do not begin with `{HASHED}`: they would look like a fingerprint.",
            RULE,
            kind="unreadable",
        )
    if session.dice.has_enough_of(seat):
        return Line(raw, "noted", "Left out: the next throw holds enough words of yours already.")
    # where players may not write to each other, nobody reads them
    if session.settings.press == "free":
        session.dice.mix(seat, words)
        return Line(raw, "noted", "Mixed into the throws that follow.")
    as_ = session.dice.fingerprint(seat, words)
    session.dice.mix(seat, as_)
    return Line(
        raw, "noted", f"Mixed into the throws that follow, as {as_}: others do not read the words."
    )


COMMANDS = (
    Command(
        prefix=f"{PREFIX}:",
        group=Group.WORDS,
        forms=(f"{PREFIX}: <words>",),
        in_prose=True,
        help="Where players mix the dice: these words go into all throws that follow. All see it.",
        example=f"{PREFIX}: seven come eleven",
        rule=RULE,
        also=(PREFIX,),
        deed=luck,
    ),
)
