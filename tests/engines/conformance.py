"""What every engine keeps, whichever game it plays. An engine's tests inherit `Conformance` and say
where its games begin.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.engines.advice import Advice
from tests.engines.any_orders import AnyOrders
from tests.engines.dealt_otherwise import dealt_otherwise
from tests.engines.form_lines import near_line
from tests.engines.known_piles import KnownPiles
from tests.engines.table import BareTable, filled, walk
from tests.engines.told_events import ToldEvents
from tests.engines.told_orders import ToldOrders
from tests.engines.trials import Seeing, carried_out, reactions_to, refusal_of, tried_out
from tests.engines.walks import Walks
from tests.examples import number
from tools.simulation.checked_engine import CheckedEngine
from traders.engines.kernel.contract.contract import Chance, Choice, Engine, Interval, Over, Turn
from traders.engines.kernel.engine.optional_contract import Holding
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.registry import engine as engine_named

RUBBISH = (
    "", "xyzzy", "pass the salt", "jump", "\x00", "take 99999999999999999999", "🚀 " * 40,
    "{world}", "end\nend", "a" * 5000,
)  # fmt: skip


def lacking(engine: Any, state: Any, seat: Seat, text: str) -> str:
    """What the engine says that the seat does not hold of an order."""
    order = engine.read(state, seat, text)
    return engine.lacking(state, seat, order) if isinstance(engine, Holding) else ""


class Conformance(Walks, AnyOrders, ToldOrders, ToldEvents, KnownPiles, Advice):
    """Inherit, and give `SYSTEM`; `beginnings` and `twins` where a game has more of them."""

    EACH = max(1, Walks.STEPS // number("conformance-looks"))
    """Of so many positions of a walk one is compared with its twins."""
    RESTS_ON_HIDDEN = True
    """Whether some order's outcome rests on what is hidden from the seat that gives it."""

    @pytest.fixture
    def engine(self) -> Engine[Any, Any]:
        return engine_named(self.SYSTEM)

    def twins(self, engine: Engine[Any, Any], state: Any, seat: Seat | None) -> Iterator[Any]:
        """Positions that differ from this one only in what the seat (None: the gallery) cannot see,
        as the marks of its fields say.
        """
        yield dealt_otherwise(engine.copy(state), seat, Random(5))

    # --- the contract -----------------------------------------------------------------------------

    def test_it_has_all_that_the_contract_asks_for(self, engine):
        asked = {
            name
            for name, value in vars(Engine).items()
            if callable(value) and not name.startswith("_")
        }
        assert not sorted(name for name in asked if not callable(getattr(engine, name, None)))
        assert all(isinstance(name, str) and name for name in engine.thing_names())

    # --- orders -----------------------------------------------------------------------------------

    def test_what_is_offered_is_read_written_and_not_refused(self, engine):
        box = Random(7)

        def look(table: BareTable) -> None:
            for seat in engine.seats_in_order(table.state):
                sent: list[Any] = []
                for offer in engine.offers(table.state, seat):
                    text = filled(offer, box)
                    order = engine.read(table.state, seat, text)
                    assert engine.read(table.state, seat, engine.write(order)) == order, text
                    assert engine.public(order)
                    assert offer.words
                    assert offer.rule
                    engine.check(table.state, seat, order, sent)
                    assert lacking(engine, table.state, seat, text) == ""
                    gathers = isinstance(table.pending, Interval) and engine.gathers(
                        table.state, seat, order
                    )
                    assert gathers == (offer.reaction and isinstance(table.pending, Interval)), text

        assert all(table.deeds for table in self.walks(engine, look))

    def test_things_of_a_choice_can_be_chosen_and_silence_is_one_of_them(self, engine):
        seen: list[str] = []

        def look(table: BareTable) -> None:
            pending = table.pending
            if isinstance(pending, Choice):
                seen.append(pending.question)
                assert pending.silence in pending.things
                for thing in pending.things:
                    engine.check(
                        table.state, pending.seat, engine.read(table.state, pending.seat, thing)
                    )

        assert all(table.deeds for table in self.walks(engine, look))

    def test_a_refusal_leaves_the_position_as_it_was(self, engine):
        """Orders offered elsewhere and rubbish: refused or carried out, never anything else."""
        box = Random(11)
        things = sorted(engine.thing_names())
        heard = [*RUBBISH, *(row.example for row in engine.orders())]
        heard += [near_line(engine.orders(), things, box) for _ in range(60) if engine.orders()]
        refused: list[Refusal] = []

        def look(table: BareTable) -> None:
            seats = engine.seats_in_order(table.state)
            for seat in seats:
                heard.extend(filled(offer, box) for offer in engine.offers(table.state, seat)[:3])
            seat = box.choice(seats or ("",))
            if not seat:
                return
            before = engine.encode(table.state)
            for text in box.sample(heard, min(6, len(heard))):
                try:
                    lacks = lacking(engine, table.state, seat, text)  # whatever play waits for
                    engine.check(table.state, seat, engine.read(table.state, seat, text))
                    assert not lacks, text
                except Refusal as refusal:
                    refused.append(refusal)
                    with pytest.raises(Refusal):
                        engine.play(table.state, seat, engine.read(table.state, seat, text))
                assert engine.encode(table.state) == before, text

        assert all(table.deeds for table in self.walks(engine, look))
        assert {"unreadable", "illegal"} <= {refusal.kind for refusal in refused}
        assert all(refusal.text for refusal in refused)
        assert all(refusal.rules for refusal in refused if refusal.kind == "illegal")

    # --- positions --------------------------------------------------------------------------------

    def test_a_position_is_stored_and_read_back(self, engine):
        def look(table: BareTable) -> None:
            data = engine.encode(table.state)
            back = engine.decode(data)
            assert back == table.state
            assert engine.encode(back) == data
            copy = engine.copy(table.state)
            assert copy == table.state
            assert copy is not table.state

        assert all(table.deeds for table in self.played(engine, look))
        assert engine.schema()

    def test_the_same_deeds_lead_to_the_same_position(self, engine):
        for table in self.walks(engine, lambda table: None):
            assert engine.encode(table.replayed()) == engine.encode(table.state)

    def test_every_position_is_sound(self, engine):
        """What begins sound stays so, step by step: a beginning written by hand may have cards of
        its own.
        """
        watched: Any = CheckedEngine(engine)
        sound = [state for state in self.beginnings(engine) if not engine.flaws(state)]
        assert sound
        for state in sound:
            for seed in self.SEEDS:
                assert walk(
                    watched, engine.copy(state), seed, self.STEPS, lambda table: None, self.SELDOM
                ).deeds

    def test_play_never_stands_still(self, engine):
        """Something is always pending, for somebody who can do something about it."""

        def look(table: BareTable) -> None:
            match pending := table.pending:
                case Turn():
                    assert pending.seats
                    for seat in pending.seats:
                        assert engine.offers(table.state, seat)
                        assert engine.read(table.state, seat, pending.silence)
                case Interval():
                    assert pending.seats
                    assert pending.name in engine.interval_names()
                    assert re.search(r"[^.]\.$", pending.cause), "a sentence with its stop"
                    assert pending.key in engine.standing(table.state)
                case Choice():
                    assert pending.things
                    assert pending.key in engine.standing(table.state)
                case Over():
                    assert pending.ending

        assert all(table.deeds for table in self.walks(engine, look))

    # --- what is shown ----------------------------------------------------------------------------

    def test_views_hold_what_every_view_holds(self, engine):
        def look(table: BareTable) -> None:
            for seat in (*engine.seats_in_order(table.state), None):
                view = engine.view(table.state, seat)
                assert {"system", "seat", "turn", "stage", "interval", "over", "seats"} <= set(view)
                assert view["system"] == engine.name
                assert view["seat"] == (seat or "")
                assert view["over"] == table.over

        assert all(table.deeds for table in self.walks(engine, look))

    def test_the_board_is_drawn_and_told(self, engine):
        def look(table: BareTable) -> None:
            if len(table.deeds) % 20 and not table.over:
                return
            for seat in (*engine.seats_in_order(table.state), None):
                view = engine.view(table.state, seat)
                text = engine.board_text(view)
                assert text.strip()
                assert text.startswith("GAME OVER. ") or not table.over
                assert max(map(len, text.splitlines())) <= 78
                picture = ElementTree.fromstring(engine.board_svg(view))
                assert picture.tag == "{http://www.w3.org/2000/svg}svg"
                assert not picture.findall(".//{http://www.w3.org/2000/svg}script")
                box = picture.attrib.get("viewBox", "0 0 0 0").split()
                left, top, wide, high = map(float, box)
                places = engine.places(view)
                for place in places:
                    assert 0 <= place.x - place.wide / 2 - left <= wide - place.wide
                    assert 0 <= place.y - place.high / 2 - top <= high - place.high
                assert len({place.names[0] for place in places}) == len(places)

        assert all(table.deeds for table in self.walks(engine, look))

    @pytest.mark.examples("conformance-looks")
    def test_nothing_hidden_is_shown(self, engine):
        """Positions that differ only in what a seat cannot see look the same to it, to the byte."""
        pairs: list[Seat | None] = []

        def look(table: BareTable) -> None:
            if len(table.deeds) % self.EACH:
                return
            readers = (*engine.seats_in_order(table.state), None)
            for twin in self.twins(engine, table.state, None):  # all that is hidden is otherwise
                told = [
                    engine.nearest(engine.view(one, s))
                    for one in (table.state, twin)
                    for s in readers
                ]
                assert told.count(told[0]) == len(told), "who is nearest rests on something hidden"
            for seat in readers:
                shown = engine.view(table.state, seat)
                for twin in self.twins(engine, table.state, seat):
                    pairs.append(seat)
                    same = engine.view(twin, seat)
                    assert same == shown
                    assert engine.board_text(same) == engine.board_text(shown)
                    assert engine.board_svg(same) == engine.board_svg(shown)
                    if seat is not None:
                        assert engine.offers(twin, seat) == engine.offers(table.state, seat)

        assert all(table.deeds for table in self.walks(engine, look))
        assert {None} < set(pairs)

    # --- what is only tried -----------------------------------------------------------------------

    @pytest.mark.examples("conformance-looks")
    def test_an_order_that_is_tried_tells_nothing_hidden(self, engine):
        """Whatever is offered to anybody, tried by any seat, is answered alike where what the seat
        cannot see is not (PR-RECEIPT-08).
        """
        assert self.trials_told_apart(engine) == []

    @pytest.mark.long
    def test_a_trial_that_looked_at_everything_would_be_noticed(self, engine):
        """Long: few positions would tell them apart."""
        assert bool(self.trials_told_apart(Seeing(engine))) == self.RESTS_ON_HIDDEN

    def trials_told_apart(self, engine: Any) -> list[str]:
        """Trials whose answers differ although the seat cannot tell the positions apart."""
        found: list[str] = []
        box = Random(13)

        def look(table: BareTable) -> None:
            if len(table.deeds) % (2 * self.EACH) or isinstance(table.pending, (Chance, Over)):
                return
            seats = engine.seats_in_order(table.state)
            offered = {
                seat: [filled(offer, box) for offer in engine.offers(table.state, seat)]
                for seat in seats
            }
            for seat in seats:
                others = [text for other in seats if other != seat for text in offered[other]]
                texts = [
                    *box.sample(offered[seat], min(12, len(offered[seat]))),
                    *box.sample(others, min(2, len(others))),
                    "pass",
                ]
                answers = {text: tried_out(engine, table.state, seat, text) for text in texts}
                for twin in self.twins(engine, table.state, seat):
                    found.extend(
                        f"{seat}: {text}"
                        for text in texts
                        if tried_out(engine, twin, seat, text) != answers[text]
                    )

        assert all(table.deeds for table in self.walks(engine, look))
        return found

    def test_no_refusal_tells_anything_hidden(self, engine):
        """Any order ever offered to anybody, checked for any seat, is refused in the same words
        where what the seat cannot see differs.
        """
        box = Random(19)
        heard: set[str] = set()
        refused: list[str] = []

        def look(table: BareTable) -> None:
            seats = engine.seats_in_order(table.state)
            heard.update(
                filled(offer, box) for seat in seats for offer in engine.offers(table.state, seat)
            )
            if len(table.deeds) % 10 or isinstance(table.pending, (Chance, Over)):
                return
            for seat in seats:
                texts = box.sample(sorted(heard), min(20, len(heard)))
                words = {text: refusal_of(engine, table.state, seat, text) for text in texts}
                refused.extend(text for text in texts if words[text])
                for twin in self.twins(engine, table.state, seat):
                    assert {text: refusal_of(engine, twin, seat, text) for text in texts} == words

        assert all(table.deeds for table in self.walks(engine, look))
        assert refused

    def test_what_is_told_of_a_trial_is_what_happens(self, engine):
        """A trial that does not stop is answered as if all could be seen; and there are such trials
        (PR-RECEIPT-08).
        """
        box = Random(17)
        certain: list[str] = []
        stopped: list[str] = []

        def look(table: BareTable) -> None:
            if len(table.deeds) % 10 or isinstance(table.pending, (Chance, Over)):
                return
            for seat in engine.seats_in_order(table.state):
                offers = [filled(offer, box) for offer in engine.offers(table.state, seat)]
                for text in box.sample(offers, min(8, len(offers))):
                    answers = tried_out(engine, table.state, seat, text)
                    if "known only by doing it" in answers[1].words:
                        stopped.append(text)
                    else:
                        certain.append(text)
                        assert answers == tried_out(Seeing(engine), table.state, seat, text)

        assert all(table.deeds for table in self.walks(engine, look))
        assert certain
        assert stopped

    def test_who_has_left_is_in_no_order(self, engine):
        """Round the table are those who still play."""
        for state in map(engine.copy, self.beginnings(engine)):
            *others, last = engine.seats_in_order(state)
            engine.leave(state, last)
            assert engine.seats_in_order(state) == tuple(others)

    # --- reactions --------------------------------------------------------------------------------

    @pytest.mark.examples("conformance-reactions")
    def test_it_is_the_same_in_which_order_reactions_arrive(self, engine):
        """Gathered, they are carried out round the table, whoever's letter came first
        (PR-PRIORITY-01).
        """
        tried = 0
        for table in self.walks_to_reactions(engine):
            gathered = [(seat, text) for seat, text in reactions_to(engine, table)]
            seen = {carried_out(engine, table, arrived) for arrived in permutations(gathered)}
            assert len(seen) == 1, gathered
            tried += 1
        assert tried

    def walks_to_reactions(self, engine: Engine[Any, Any]) -> Iterator[BareTable]:
        """Tables at which an interval is open in which two seats or three can react."""
        for state in self.beginnings(engine):
            for seed in range(number("conformance-reactions")):
                table = BareTable(engine, engine.copy(state), seed, self.SELDOM)
                for _ in range(self.STEPS):
                    if table.over:
                        break
                    if (
                        isinstance(table.pending, Interval)
                        and 2 <= len(reactions_to(engine, table)) <= 3
                    ):
                        yield table
                        break
                    table.at_random(react=0.05)
