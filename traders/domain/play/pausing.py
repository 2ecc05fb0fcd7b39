"""A game's pause: its clocks stand still because the table agreed on it (PR-SEAT-03), or by the
organizer's order. Orders count meanwhile; a claim that holds play is `claim_pause`'s.
"""

from __future__ import annotations

from traders.domain.deadlines import deadline_changes
from traders.domain.play.game_session import GameSession
from traders.models import DeadlineKind, Entry, Game, Kind, Proposal, Source

LIFTED = "go on"
"""The organizer's decision by which a pause is over."""


def by_table(game: Game) -> bool:
    """Whether the table has agreed to a pause that still lasts: it has since an organizer last let
    the game go on.
    """
    agreed = Proposal.objects.filter(game=game, kind="pause", outcome="passed")
    if not agreed.exists():
        return False
    lifted = Entry.objects.filter(
        game=game,
        kind=Kind.DECISION,
        source=Source.ORGANIZER,
        public__contains=f'"deed":"{LIFTED}"',
    )
    last = lifted.order_by("-number").values_list("at", flat=True).first()
    return (agreed.filter(settled__gt=last) if last else agreed).count() % 2 == 1


def is_paused(game: Game) -> bool:
    """Whether the table or the organizer has paused the game."""
    return deadline_changes.paused_until(game) is not None or by_table(game)


def agreed(session: GameSession) -> None:
    """The table agreed to pause, or once more, to go on; all are told who ends a pause, and how
    (PR-SEAT-03).
    """
    if by_table(session.game):
        stand(session)
        session.change_set.notices.append(
            "The clocks stand still; what you order counts. Play goes on when all agree once more, "
            "by `propose pause`, or the organizer says so."
        )
        return
    run(session)
    if not session.game.frozen:
        session.change_set.notices.append("The pause is over: the clocks run again.")


def stand(session: GameSession) -> None:
    """The clocks stand still from now on. Twice is once."""
    if not session.game.frozen:
        session.game.frozen = True
        deadline_changes.freeze(session.game, session.now)


def run(session: GameSession) -> None:
    """The clocks run on from where they stood, unless a claim or another pause holds them."""
    game = session.game
    if game.frozen and not game.stayed and not is_paused(game):
        game.frozen = False
        deadline_changes.thaw(game, session.now)


def lift(session: GameSession) -> None:
    """End the pause, whoever ordered it; the entry that says so (`LIFTED`) is made already."""
    deadline_changes.due_no_more(
        session.game, DeadlineKind.PAUSE, [deadline_changes.PAUSE], session.now
    )
    run(session)
