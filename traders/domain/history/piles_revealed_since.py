"""Of which piles something was revealed since an entry: where play goes back there they are
shuffled afresh, so that what is known cannot be used (PR-BACKUP-04).
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence

from traders.domain.history import recording_and_replay
from traders.domain.table.reshuffling import piles_of
from traders.engines.kernel.contract.contract import Event
from traders.engines.kernel.positions import pile_reshuffling
from traders.engines.kernel.positions.pile_reshuffling import Pile
from traders.engines.registry import engine as engine_of
from traders.models import Entry, Game, Kind

log = logging.getLogger(__name__)


def all_piles(game: Game, position: object) -> list[str]:
    """All piles of a position that can lie otherwise, by name."""
    return [one.name for one in _shuffled(piles_of(engine_of(game.system), position))]


def since(game: Game, number: int, position: object) -> list[str]:
    """The piles, by name, of which something was revealed after entry `number`, in whichever line
    of play; `position`: that after the entry. The entries are carried out once more: what they told
    is not kept with its data, and an entry of an older release is read as it reads now.
    """
    engine = engine_of(game.system)
    wanted = _shuffled(piles_of(engine, position))
    if not wanted:
        return []
    found: set[str] = set()
    try:
        for seen in _revealed_by_entries(game, number, engine.copy(position)):
            found |= seen
            if all(pile.name in found for pile in wanted):
                break
    except Exception:  # what cannot be carried out any more may have shown anything
        log.exception("what %s revealed since entry %s cannot be replayed", game.slug, number)
        return [pile.name for pile in wanted]
    return [pile.name for pile in wanted if pile.name in found]


def _shuffled(known: Sequence[Pile]) -> list[Pile]:
    """Those that can lie otherwise: a card alone cannot."""
    return [pile for pile in known if len(pile.cards) > 1]


def _revealed_by_entries(game: Game, number: int, position: object) -> Iterator[set[str]]:
    """What each entry after `number` revealed, in the order of their numbers."""
    engine = engine_of(game.system)
    rows = Entry.objects.filter(game=game, number__gt=number).order_by("number")
    goes_back_to = {entry.before for entry in rows.filter(kind=Kind.BACK_UP)}
    kept = {number: engine.encode(position)}
    known = piles_of(engine, position)
    for entry in rows.iterator(chunk_size=200):
        public, secret = entry.parts
        if entry.kind == Kind.BACK_UP:
            position = engine.decode(kept[entry.before])
            known = piles_of(engine, position)
        else:
            told: list[Event] = []
            position = recording_and_replay.done_again(
                engine, position, entry.kind, entry.seat, public, secret, told
            )
            now = piles_of(engine, position)
            fell = secret.get("outcome", public.get("outcome"))
            # the point lies before a back-up whose shuffle this was: what that was for is known
            yield (
                {public["afresh"]}
                if "afresh" in public
                else pile_reshuffling.revealed(known, now, told, shuffle=isinstance(fell, list))
            )
            known = now
        if entry.number in goes_back_to:
            kept[entry.number] = engine.encode(position)
