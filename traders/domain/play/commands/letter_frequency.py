"""Which letters a seat gets of this game, where its player wants others than of the rest."""

from __future__ import annotations

from traders.domain.play.commands.command import Command, Group
from traders.domain.play.game_session import GameSession
from traders.domain.table.change_set import Line
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.models import Cadence

ACCOUNT = "account"
"""The wish to have no wish of this game's own."""
WORDS = {
    Cadence.WAITING: "You get letters of this game only when something waits for you.",
    Cadence.EVERY: "You get a notice after each turn of this game, too.",
    Cadence.DAILY: "You get the news of this game in a summary of the day, too.",
}
WISHES = (*WORDS, ACCOUNT)


def letters(session: GameSession, seat: Seat, rest: str, raw: str) -> Line:
    """`letters daily`: what this game sends beside what waits; `letters account`: as the account
    has it.
    """
    wish = rest.strip(" .:")
    if wish not in WISHES:
        raise Refusal(
            "Which letters of this game? Only what waits for you, one after every turn, a daily "
            "summary, or as your account has it.",
            "PR-RECEIPT-01",
            kind="unreadable",
            instead=[f"letters {one}" for one in WISHES],
        )
    place = session.place(seat)
    place.cadence = "" if wish == ACCOUNT else wish
    place.save(update_fields=["cadence"])
    told = WORDS[Cadence(place.letters)]
    return Line(raw, "noted", f"As your account has it: {told}" if wish == ACCOUNT else told)


COMMANDS = (
    Command(
        prefix="letters",
        group=Group.SEAT,
        forms=(f"letters {'|'.join(WISHES)}",),
        help="Choose which letters this game sends you, beside those that ask something.",
        example="letters daily",
        brief="this game's news once a day",
        rule="PR-RECEIPT-01",
        deed=letters,
    ),
)
