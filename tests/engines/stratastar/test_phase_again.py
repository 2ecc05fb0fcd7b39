"""A phase played again after a negation (SS-PBM-04): whatever is done in it, and whichever deed is
undone, what was told stays true, and no card and no chit is lost or there twice.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.engines.stratastar.fuzzed import ALL, EXPLORED, FLEETS, MAP, SEATS, close
from tests.engines.table import BareTable, filled
from traders.engines.kernel.contract.contract import Choice, Event, Interval, Over, Turn
from traders.engines.kernel.engine.optional_contract import Terms
from traders.engines.kernel.refusal import Refusal
from traders.engines.stratastar import ENGINE
from traders.engines.stratastar.abilities.special_abilities import Planning
from traders.engines.stratastar.phases.card_swaps import LIST
from traders.engines.stratastar.phases.turn_and_phases import Retool, Support
from traders.engines.stratastar.position.agenda_steps import SabotageInterval
from traders.engines.stratastar.position.state import STORING, Deed

UNKNOWN = {
    **EXPLORED,
    "battles": "together",
    "abilities": ["sabotage", "wormholes", "border_raids", "piracy", "hyper_jump"],
}
DEEDS = 7
"""Orders of the active seat before its phase is reported."""


def crowded(box: Random) -> Any:
    """A phase in which everybody can do everything, on a known map or on an unknown one, now and
    then with so few cards in the deck that it is shuffled within the phase.
    """
    stage = box.choice(("trade", "trade", "build", "movement", "movement"))
    start = close(stage, power=True)
    if stage == "build":
        more = ["build"] * 5 + ["research"] * 2
        for card in more:
            start["deck"].remove(card)
        start["red"]["hand"] = dict(Counter(start["red"]["hand"]) + Counter(more))
    if box.random() < 0.5:
        few = box.randint(0, 3)
        start["discard"], start["deck"] = start["deck"][few:], start["deck"][:few]
    if stage == "movement" and box.random() < 0.6:
        chits = list(MAP.values()) * 2 + ["blank"] * 40
        box.shuffle(chits)
        seats = {seat: {"fleets": fleets} for seat, fleets in FLEETS.items()}
        hands = {seat: start[seat]["hand"] for seat in SEATS}
        start |= {seat: {**seats[seat], "hand": hands[seat]} for seat in SEATS}
        start |= {"map": {}, "pile": chits}
        return ENGINE.position(SEATS, UNKNOWN | {"power_cards": True}, start)
    box.shuffle(start["deck"])
    return ENGINE.position(SEATS, ALL, start)


class Phase(BareTable):
    """A phase of red's, played at random until it is reported, without a sabotage before."""

    def reported(self) -> bool:
        """Play it; whether there is a report of it."""
        given = 0
        for _ in range(200):
            step, pending = self.state.agenda[-1], self.pending
            if isinstance(step, SabotageInterval) and not step.deed and not step.wins:
                return True
            if isinstance(pending, Over) or self.state.turn.seat != "red":
                return False
            if isinstance(pending, Turn):
                given += 1
                self._deal()
                self._red("next" if given > DEEDS else "")
            elif isinstance(step, SabotageInterval):
                self.close()
            else:
                self.at_random(react=0.6)
        return False

    def _red(self, line: str) -> None:
        offers = [
            offer
            for offer in self.engine.offers(self.state, "red")
            if offer.order not in ("next", "end")
        ]
        self.order("red", line or filled(self.chosen(offers), self.box) if offers else "next")

    def _deal(self) -> None:
        maker, taker = self.box.sample(SEATS, 2)
        held = [name for name, n in self.state.empires[maker].hand.items() if n and "*" not in name]
        if held and self.box.random() < 0.3:
            try:
                terms = Terms(maker, taker, f"1 {self.box.choice(held)}", "nothing")
                self.events += ENGINE.exchange(self.state, terms)
            except Refusal:
                return


def ledger(state: Any, before: Any, done: list[Deed]) -> dict[str, Counter[str]]:
    """What each seat must hold by what the phase's deeds cost and brought, reckoned from the hands
    before it.
    """
    held = {seat: Counter(empire.hand) for seat, empire in before.empires.items()}
    for deed in done:
        if deed.failed:
            continue
        if deed.terms:
            _swapped(held, deed.terms)
            continue
        mine = held[deed.seat]
        paid = Counter(deed.paid) + _thrown(state, deed)
        if deed.cancelled:
            mine -= paid  # as far as it is there
            continue
        assert paid <= mine, f"{deed.order} is paid with {paid} of {mine}"
        mine -= paid
        mine += Counter(deed.things.drawn)
        if deed.things.taken:
            _took(held, deed, ENGINE.read(state, deed.seat, deed.order))
    return {seat: +cards for seat, cards in held.items()}


def _thrown(state: Any, deed: Deed) -> Counter[str]:
    order = ENGINE.read(state, deed.seat, deed.order)
    return Counter(dict(order.cards) if isinstance(order, (Retool, Support)) else {})


def _swapped(held: dict[str, Counter[str]], terms: Terms) -> None:
    gives, takes = Counter(dict(LIST.read(terms.gives))), Counter(dict(LIST.read(terms.takes)))
    if gives <= held[terms.maker] and takes <= held[terms.taker]:
        held[terms.maker] += takes - gives
        held[terms.maker] -= gives
        held[terms.taker] += gives


def _took(held: dict[str, Counter[str]], deed: Deed, order: Any) -> None:
    if isinstance(order, Planning):
        held[deed.seat][deed.things.taken] += 1
        return
    held[order.seat][deed.things.taken] -= 1
    assert held[order.seat][deed.things.taken] >= 0, f"{deed.order} takes what is not there"
    if deed.order.startswith("raid") and not deed.things.taken.startswith("trade"):
        held[deed.seat][deed.things.taken] += 1


def hands_of(state: Any) -> dict[str, Counter[str]]:
    return {seat: +Counter(empire.hand) for seat, empire in state.empires.items()}


def sound(table: Phase, before: Any, done: list[Deed], told: list[Event]) -> None:
    """What must hold after any negation."""
    state = table.state
    assert ENGINE.flaws(state) == []
    assert hands_of(state) == ledger(state, before, done)
    for event in table.events:
        if event.kind == "uncovered":
            assert event.text == f"{event.data['space']} is uncovered: " + (
                f"{state.map[event.data['space'].lower()]}."
            )
    standing = [deed for deed in done if not deed.failed and not deed.cancelled]
    brought = [deed.things.gained for deed in standing if deed.things.gained]
    assert set(brought) <= set(state.empires["red"].abilities)
    for event in told:
        if event.kind == "negated" and event.but:
            assert not [word for word in ("attack", "move", "build", "trade") if word in event.text]


@pytest.mark.examples("stratastar-phase-again")
def test_whatever_is_negated_what_was_told_stays_true_and_nothing_is_lost(examples, lots):
    """Any phase, any deeds of it, one after another (SS-SAB-01, SS-SAB-02, SS-XPL-06)."""
    negated = 0
    for _ in range(examples):
        seed = lots.randrange(10**9)
        table = Phase(ENGINE, crowded(Random(seed)), seed)
        if not table.reported():
            continue
        assert ENGINE.flaws(table.state) == []
        done = table.state.turn.deeds
        before = STORING.unpacked(done[0].before)
        assert hands_of(table.state) == ledger(table.state, before, done)
        while isinstance(table.state.agenda[-1], SabotageInterval):
            offers = [
                (seat, offer.order)
                for seat in ("blue", "green")
                for offer in ENGINE.offers(table.state, seat)
                if offer.order.startswith("sabotage")
            ]
            if not offers:
                break
            seat, line = table.box.choice(offers)
            told = ENGINE.play(table.state, seat, ENGINE.read(table.state, seat, line))
            table.events += told
            negated += 1
            sound(table, before, done, told)
    assert negated > examples // 4


@pytest.mark.examples("stratastar-phase-again")
def test_an_answer_that_is_undone_changes_nothing_but_what_it_did(examples, lots):
    """The position is the one before the retreat, the block or the call home, but for the cards
    that both paid and for what was uncovered (SS-SAB-03).
    """
    undone = 0
    for _ in range(examples):
        seed = lots.randrange(10**9)
        table = Phase(ENGINE, crowded(Random(seed)), seed)
        while not isinstance(table.pending, Over) and table.state.turn.seat == "red":
            step = table.state.agenda[-1]
            if not (isinstance(step, SabotageInterval) and step.deed):
                if isinstance(table.pending, Turn):
                    table._red("next" if len(table.deeds) > 60 else "")
                elif isinstance(table.pending, (Interval, Choice)):
                    table.at_random(react=0.9)
                else:
                    table.go_on()
                continue
            deed = table.state.turn.deeds[step.deed - 1]
            was, chits = STORING.unpacked(deed.before), dict(table.state.map)
            asked = [seat for seat in table.pending.seats if ENGINE.offers(table.state, seat)]
            lines = [
                (seat, offer.order)
                for seat in asked
                for offer in ENGINE.offers(table.state, seat)
                if offer.order.startswith("sabotage")
            ]
            if not lines:
                table.close()
                continue
            table.order(*table.box.choice(lines))
            undone += 1
            now = table.state
            assert ENGINE.flaws(now) == []
            assert now.map == chits
            assert [type(one) for one in now.agenda] == [type(one) for one in was.agenda]
            for seat, empire in now.empires.items():
                old = was.empires[seat]
                assert (empire.ships, empire.colonies) == (old.ships, old.colonies)
            cost = was.empires[deed.seat].hand
            left = now.empires[deed.seat].hand
            assert Counter(cost) - Counter(left) == Counter(deed.paid)
    assert undone
