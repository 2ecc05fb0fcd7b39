"""The word `resend`: a letter to the seat's present player once more."""

from __future__ import annotations

import re

from traders.domain.letters.answer_notes_and_resent_letters import again
from traders.domain.play.commands.command import Command, Group
from traders.domain.play.game_session import GameSession
from traders.domain.table.change_set import Line
from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.refusal import Refusal
from traders.models import Letter, LetterKind


def resend(session: GameSession, seat: str, rest: str, raw: str) -> Line | None:
    """`resend [<n>]`: a letter to the seat's present player once more; the latest that asked
    something, or that of move n (PR-SEAT-01).
    """
    match = re.fullmatch(r"(\d{1,7})?", rest)
    if match is None:
        return None
    mine = (
        Letter.objects.filter(game=session.game, seat=seat, player=session.place(seat).player)
        .exclude(kind=LetterKind.RECEIPT)
        .order_by("-id")
    )
    found = (
        mine.filter(entry__gte=int(rest)).order_by("id").first()
        if rest
        else (mine.filter(asks=True).first() or mine.first())
    )
    if found is None and not rest:  # all of the seat's letters went to who had it before
        session.change_set.anew.add(seat)
        return Line(raw, "done", "Here is what play waits for now, written anew for you.")
    if found is None:
        raise Refusal("There is no such letter of yours.", kind="unreadable")
    again(found)
    written = f"{found.written:%H:%M UTC on %-d %B}"
    return Line(raw, "done", f"Sent once more: the letter written at {written}.")


COMMANDS = (
    Command(
        prefix="resend",
        group=Group.QUESTIONS,
        forms=("resend [<n>]",),
        when=When.ALWAYS,
        help="Get a letter of yours once more: the latest that asked something, or that of move n.",
        example="resend 1",
        rule="PR-SEAT-01",
        deed=resend,
    ),
)
