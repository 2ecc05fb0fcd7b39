"""What may be answered to a letter that asks whether one plays a season."""

from __future__ import annotations

from collections.abc import Callable

from traders.club.seasons import entering
from traders.club.seasons.telling import TOPIC
from traders.domain.play.commands.answer import Answer, Reply
from traders.domain.play.standing_in import GLADLY
from traders.domain.table.change_set import Line
from traders.engines.kernel.order_table import When
from traders.engines.kernel.refusal import Refusal
from traders.models import Player, Season

RULE = "PR-SEAT-01"


def _said(reply: Reply, rest: str, deed: Callable[[int, Player], None]) -> Season:
    """Carry out the answer on the letter's season."""
    if rest.strip(" ,.!") not in GLADLY:
        raise Refusal(
            f"I cannot read “{rest}” here.", RULE, kind="unreadable",
            instead=("confirm", "withdraw"),
        )  # fmt: skip
    season = Season.objects.filter(pk=int(reply.about.get("season", 0))).first()
    if season is None:
        raise Refusal("The season of this letter is no more.", RULE, kind="stale")
    deed(season.pk, reply.player)
    return season


def _confirm(reply: Reply, rest: str, raw: str) -> Line:
    season = _said(reply, rest, entering.confirm)
    return Line(raw, "done", f"You play {season.name}.")


def _withdraw(reply: Reply, rest: str, raw: str) -> Line:
    season = _said(reply, rest, entering.withdraw)
    return Line(raw, "done", f"You take no part in {season.name}.")


def _answer(word: str, also: str, help_: str, deed: Callable[[Reply, str, str], Line]) -> Answer:
    return Answer(
        prefix=word, also=(also,), forms=(word,), when=When.ANY, help=help_, example=word,
        rule=RULE, topic=TOPIC, said_by="who is registered for a season", deed=deed,
    )  # fmt: skip


ANSWERS = (
    _answer("confirm", "yes", "Say that you play the season.", _confirm),
    _answer(
        "withdraw",
        "no",
        "Take no part in the season; the next who waits has your place.",
        _withdraw,
    ),
)
