"""Whether a seat has said its last word in an open interval, from what is kept: its own business,
told to it alone (PR-INTERVAL-05).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from traders.domain.history import recording_and_replay
from traders.domain.table.answer_completeness import is_answered
from traders.engines.registry import engine as engine_of
from traders.models import Game, Sealed, SealedKind

Words = Mapping[tuple[int, str, int | None], Sequence[tuple[str, str]]]
"""Kinds and texts of passes and answers, oldest first, by the id of the game, seat and interval."""


def kept(games: Iterable[Game]) -> Words:
    """Passes and answers that are not opened yet, of all these games at once."""
    found: dict[tuple[int, str, int | None], list[tuple[str, str]]] = defaultdict(list)
    rows = Sealed.objects.filter(
        game__in=games, used=None, kind__in=[SealedKind.PASS, SealedKind.ANSWER]
    )
    for game, seat, key, kind, text in rows.order_by("serial").values_list(
        "game", "seat", "interval", "kind", "text"
    ):
        found[game, seat, key].append((kind, text))
    return found


def said(game: Game, seat: str, key: int, words: Words | None = None) -> bool:
    """Whether the seat has passed in that interval, or answered all that it is asked there.
    `words`: what is kept, where that was looked up for several games.
    """
    found = (kept([game]) if words is None else words).get((game.pk, seat, key), [])
    if not found or any(kind == SealedKind.PASS for kind, _ in found):
        return bool(found)
    return is_answered(
        engine_of(game.system),
        recording_and_replay.position_now(game),
        seat,
        [text for _, text in found],
    )


def sealed(game: Game, seat: str, key: int) -> list[str]:
    """What the seat has answered in that question and is not opened yet, oldest first."""
    rows = Sealed.objects.filter(
        game=game, seat=seat, interval=key, used=None, kind=SealedKind.ANSWER
    )
    return list(rows.order_by("serial").values_list("text", flat=True))
