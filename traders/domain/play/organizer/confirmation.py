"""A grave order of an organizer counts when the organizer answers `yes` (PR-SEAT-06). Until then it
is a sealed row of its game without a seat, of which nobody else learns.
"""

from __future__ import annotations

from collections.abc import Iterator

from traders.domain.calendar import clock, durations
from traders.domain.play.commands.confirmation_by_yes import RULE, in_time, waits_until
from traders.domain.play.game_session import GameSession
from traders.domain.play.organizer.decision import deciding
from traders.domain.settings import game_settings
from traders.domain.table.table_data_types import SealedNote
from traders.engines.kernel.refusal import Refusal
from traders.models import Club, Phase, Player, Sealed, SealedKind, SealedOutcome, Source


def ask(game_id: int, organizer: Player, line: str) -> str:
    """Keep the line until it is confirmed, in place of what the organizer was asked before about
    this game; the question.
    """
    with deciding(game_id, organizer) as session:
        for earlier in list(_waiting(session, organizer)):
            session.table.use(earlier, SealedOutcome.REPLACED)
        length = game_settings.of(session.game).confirming_time
        until = (session.now + length).isoformat()
        data = {"until": until, "organizer": organizer.pk}
        session.table.keep("", SealedKind.UNCONFIRMED, line, data=data, source=Source.ORGANIZER)
    return (
        f"`yes` within {durations.words(length)} carries out `{line}`. It cannot be taken back. If "
        "you do nothing, nothing happens."
    )


def answered(club: Club, organizer: Player, game: str, word: str) -> str | None:
    """What the organizer was asked about and answers with this word is asked no more; the line.
    `game`: the end of the address of the one that is meant, where several wait; None where the
    time to answer was over.
    """
    waiting = Sealed.objects.filter(
        game__club=club, seat="", kind=SealedKind.UNCONFIRMED, used=None,
        data__organizer=organizer.pk,
    ).select_related("game")  # fmt: skip
    now = clock.taken()
    rows = [row for row in waiting if game in ("", row.game.slug)]
    open_ = [
        row
        for row in rows
        if row.game.phase != Phase.OVER and in_time(row.game, waits_until(row), now)
    ] or rows[-1:]
    if not open_:
        raise Refusal(f"Nothing of yours waits for a `{word}`.", RULE, kind="stale")
    if len(open_) > 1:
        which = [f"{word} {row.game.slug}" for row in open_]
        raise Refusal("Several orders of yours wait. Say which.", RULE, instead=which)
    (row,) = open_
    with deciding(row.game_id, organizer) as session:
        still = [said for said in _waiting(session, organizer) if said.serial == row.serial]
        if not still:  # another `yes` or `no` came first
            raise Refusal(f"Nothing of yours waits for a `{word}`.", RULE, kind="stale")
        [said] = still
        late = not in_time(session.game, waits_until(said), now)
        said_so = SealedOutcome.WITHDRAWN if word == "no" else SealedOutcome.DONE
        session.table.use(said, SealedOutcome.OVER if late else said_so)
    return None if late else row.text


def _waiting(session: GameSession, organizer: Player) -> Iterator[SealedNote]:
    for said in session.table.open(SealedKind.UNCONFIRMED, ""):
        if said.data.get("organizer") == organizer.pk:
            yield said
