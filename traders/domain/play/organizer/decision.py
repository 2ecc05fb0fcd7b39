"""A decision of the organizer: who may take it, and its entry. It changes nothing on the board, so
that a replay passes it by.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from traders.domain.calendar import clock
from traders.domain.people import club_roles, quotas, seating
from traders.domain.play.game_session import GameSession, open_session
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import harmless, in_quotes, named, sentence
from traders.models import Game, Kind, Phase, Player, Seat, Source

MOST_WORDS = 300
"""Characters of a reason."""


def may_decide(organizer: Player, game: Game) -> None:
    """Refuse who does not run the game's club, and who sits or ever sat in the game
    (PR-RULING-02).
    """
    if not organizer.is_superuser and not club_roles.organizes(organizer, game):
        raise Refusal("An organizer of the game's club orders this.", "PR-RULING-02")
    if seating.ever_sat(organizer, game):
        raise Refusal(
            "You have or had a seat in this game, and order nothing in it. Another organizer can.",
            "PR-RULING-02",
        )


@contextmanager
def deciding(game_id: int, organizer: Player) -> Iterator[GameSession]:
    """A session in which the organizer decides, in the second at which that was taken; after what
    was carried out in the game since, if anything was. Refused before the game begins and after its
    end.
    """
    taken = clock.taken()
    moved = Game.objects.values_list("moved", flat=True).get(pk=game_id)
    with open_session(game_id, max(taken, moved or taken)) as session:
        may_decide(organizer, session.game)
        if session.game.phase == Phase.OVER:
            raise Refusal("The game is over.", "PR-SEAT-07", kind="stale")
        if session.game.phase == Phase.GATHERING:
            raise Refusal("The game has not begun.", kind="stale")
        yield session


def reason(why: str) -> str:
    """Why the organizer decides so, on one line; refused where nothing is said."""
    said = _on_one_line(why)
    if not said:
        raise Refusal(
            "Say why: all players read it. For instance `…: Ann is in hospital`.", "PR-RULING-01"
        )
    return said


def announced(words: str) -> str:
    """What the organizer tells others, on one line; refused where nothing is said."""
    said = _on_one_line(words)
    if not said:
        raise Refusal(
            "Say what: your words stand behind the colon. For instance "
            "`…: Round 2 begins on Monday`.",
            "PR-SEAT-07",
        )
    return said


def _on_one_line(words: str) -> str:
    return " ".join(harmless(words).split())[:MOST_WORDS]


def playing(session: GameSession, colour: str) -> Seat:
    """The row of a seat that is still in the game."""
    if colour not in session.engine.seats_in_order(session.table.state):
        raise Refusal(f"{named(colour)} is not in this game any more.", "PR-SEAT-02", kind="stale")
    return session.place(colour)


def enter(
    session: GameSession,
    deed: str,
    told: str,
    why: str = "",
    *,
    source: Source = Source.ORGANIZER,
    **more: object,
) -> None:
    """The decision's entry, and the sentence that all seats read in their letters and in the
    history. `more` is kept in the entry.
    """
    if source == Source.ORGANIZER:
        quotas.decision(session.game, session.now)
    words = f"{sentence(told)} Why: {sentence(in_quotes(why))}" if why else sentence(told)
    session.enter(Kind.DECISION, source, {"deed": deed, "told": [[words, "", []]], **more})
    session.change_set.notices.append(words)
    session.change_set.at_once = True
