"""Where play backs up, a pile of which something is known is shuffled afresh (PR-BACKUP-04): a part
of what every engine keeps.
"""

from __future__ import annotations

from random import Random
from typing import Any

from tests.engines.table import BareTable, done, thrown, walk
from tools.simulation.checked_engine import CheckedEngine
from traders.engines.kernel.positions import pile_reshuffling

ENOUGH, FURTHER = 12, 8
"""How often play goes back, and for how many deeds on from there."""


class KnownPiles:
    """`Conformance` has the beginnings and the walks."""

    def test_a_pile_shuffled_afresh_has_the_same_cards(self: Any, engine):  # PR-BACKUP-04
        box = Random(23)

        def look(table: BareTable) -> None:
            known = engine.afresh(table.state)
            assert [pile.name for pile in known] == [
                pile.name for pile in engine.afresh(engine.copy(table.state))
            ]
            for pile in known if len(table.deeds) % 10 == 0 else ():
                places = thrown(pile_reshuffling.chance(pile), box)
                other = engine.copy(table.state)
                assert engine.reshuffled(other, pile.name, places)
                (now,) = [one for one in engine.afresh(other) if one.name == pile.name]
                assert now.cards == tuple(pile.cards[place - 1] for place in places)
                assert len(engine.flaws(other)) == len(engine.flaws(table.state))
                places = [places.index(n) + 1 for n in range(1, len(places) + 1)]
                engine.reshuffled(other, pile.name, places)
                assert engine.encode(other) == engine.encode(table.state)

        assert all(table.deeds for table in self.walks(engine, look))

    def test_what_somebody_sees_of_a_pile_is_noticed(self: Any, engine):
        """Wherever play goes otherwise where a pile lies otherwise, something of it was revealed:
        so it is shuffled where play backs up over that (PR-BACKUP-04).
        """
        box = Random(29)
        before: list[Any] = []
        seen: set[str] = set()

        def look(table: BareTable) -> None:
            if before:
                seen.update(self.seen_of_piles(engine, before.pop(), table, box))
            before.append(engine.copy(table.state))

        for state in self.beginnings(engine):
            before.clear()
            assert walk(engine, state, 1, self.STEPS, look, self.SELDOM).deeds
            if seen or not engine.afresh(state):
                return
        raise AssertionError("nothing of any pile was seen")

    def test_play_goes_back_over_what_was_revealed_and_on(self: Any, engine):  # PR-BACKUP-04
        """To before the deed, with the piles of which it showed something shuffled afresh: nobody
        sees by it how they lie, and play goes on from there, soundly.
        """
        box = Random(31)
        before: list[tuple[Any, int]] = []
        went: list[int] = []

        def look(table: BareTable) -> None:
            if before and len(went) < ENOUGH:
                state, heard = before.pop()
                lay, lie = engine.afresh(state), engine.afresh(table.state)
                shuffle = isinstance(table.deeds[-1][2], list)
                events = table.events[heard:]
                seen = pile_reshuffling.revealed(lay, lie, events, shuffle=shuffle)
                again = self.gone_back(engine, state, seen, box) if seen else None
                went.extend([len(again.deeds)] if again else [])
            before[:] = [(engine.copy(table.state), len(table.events))]

        for state in self.beginnings(engine):
            before.clear()
            walk(engine, state, 3, self.STEPS, look, self.SELDOM)
        assert all(went)
        assert went or not any(engine.afresh(state) for state in self.beginnings(engine))

    def gone_back(self: Any, engine: Any, state: Any, seen: set[str], box: Random) -> BareTable:
        """A few deeds more from this position, after what was seen of piles is shuffled."""
        back = engine.decode(engine.encode(state))
        shuffled = [pile for pile in engine.afresh(back) if pile.name in seen]
        for pile in shuffled:
            assert engine.reshuffled(back, pile.name, thrown(pile_reshuffling.chance(pile), box))
        if not any(pile.seen for pile in shuffled):
            for reader in (*engine.seats_in_order(back), None):
                assert engine.view(back, reader) == engine.view(state, reader)
        watched: Any = CheckedEngine(engine)
        sound = not engine.flaws(state)
        return walk(watched if sound else engine, back, 7, FURTHER, lambda table: None, self.SELDOM)

    def seen_of_piles(
        self: Any, engine: Any, before: Any, table: BareTable, box: Random
    ) -> set[str]:
        """The piles of which the latest deed showed something: all those are noticed."""
        kind, seat, what = table.deeds[-1]
        shuffle = kind == "chance" and isinstance(what, list)
        known, told = engine.afresh(before), [[], []]
        for pile in known if any(len(pile.cards) > 1 for pile in known) else ():
            twin = engine.copy(before)
            engine.reshuffled(twin, pile.name, thrown(pile_reshuffling.chance(pile), box))
            tables = [engine.copy(before), twin]
            told = [done(engine, one, kind, seat, what) for one in tables]
            noticed = pile_reshuffling.revealed(
                known, engine.afresh(tables[0]), told[0], shuffle=shuffle
            )
            for reader in (*engine.seats_in_order(table.state), None):
                heard = [[e.text for e in events if e.heard_by(reader)] for events in told]
                views = [engine.view(one, reader) for one in tables]
                assert pile.name in noticed or (heard[0], views[0]) == (heard[1], views[1])
        return pile_reshuffling.revealed(
            known, engine.afresh(table.state), told[0], shuffle=shuffle
        )
