"""The organizer's last word on a game, and words to its table."""

from __future__ import annotations

from traders.domain.history import declared_end
from traders.domain.people import quotas
from traders.domain.play.game_session import GameSession
from traders.domain.play.organizer.decision import announced, deciding, enter, reason
from traders.engines.kernel.contract.seat_statistics import leading
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import in_quotes, sentence
from traders.models import Kind, Player, Source


def end(game_id: int, organizer: Player, ending: str, why: str) -> str:
    """End the game: `void`, so that it does not count, or `as it stood`, won by those who lead by
    its own count.
    """
    with deciding(game_id, organizer) as session:
        said = f"Why: {sentence(in_quotes(reason(why)))}"
        if session.game.stayed:
            raise Refusal(
                "A claim holds this game, and is settled first: its referee rules, or its claimant "
                "withdraws it. Until then you can write to the table, or make time good.",
                "PR-SEAT-10",
                instead=[
                    f"tell {session.game.slug}: ...",
                    f"more time {session.game.slug} all 24h: ...",
                ],
            )
        winners = _leaders(session) if ending == declared_end.Ending.AS_IT_STOOD else []
        over = declared_end.ended(ending, winners)
        told = [[f"{sentence(over.text)} {said}", over.rule, []]]
        public = {"text": ending, "winners": winners, "told": told}
        session.enter(Kind.END, Source.ORGANIZER, public)
        session.table.agreed = over
        session.change_set.notices.append(said)
        session.change_set.at_once = True
    return over.text


def _leaders(session: GameSession) -> list[str]:
    """The seats that lead by the count that all may read."""
    engine, state = session.engine, session.table.state
    playing = engine.seats_in_order(state)
    count = leading(engine.figures(engine.view(state, None)))
    counts = {seat: value for seat, value in count.items() if seat in playing}
    if not counts:
        raise Refusal(
            "This game counts nothing by which a seat leads. End it `void`.", "PR-SEAT-03"
        )
    most = max(counts.values())
    return sorted(seat for seat, value in counts.items() if value == most)


def announce(game_id: int, organizer: Player, words: str) -> str:
    """Words to all at the table."""
    with deciding(game_id, organizer) as session:
        quotas.words_to_table(session.game, session.now)
        enter(session, "words", f"The organizer writes: {in_quotes(announced(words))}")
    return "All players of the game read it."
