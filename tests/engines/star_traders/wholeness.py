"""What holds in every position of Star Traders in which play waits for a turn."""

from __future__ import annotations

from collections import Counter

from traders.engines.star_traders.court import imperial_station_petition
from traders.engines.star_traders.personalities import personality_rules
from traders.engines.star_traders.position.state import Position


def is_whole(state: Position) -> None:
    """Every card and contract is in one place, tracks are within their ends, markers match
    cargoes.
    """
    book = state.book
    assert _cards(state) == Counter(book.deck), "every Trader's Luck card is in one place"
    contracts = [
        *state.contract_deck,
        *state.contract_discard,
        *filter(None, state.contracts),
        *(one.contract for one in state.completed),
    ]
    contracts += [trader.mission for trader in state.traders.values() if trader.mission]
    assert sorted(contracts) == sorted(book.contracts), "every contract is in one place"
    for trader in state.traders.values():
        assert trader.stellors >= 0
        assert 0 <= trader.prestige <= 30
        assert 0 <= trader.engines <= personality_rules.engine_limit(state, trader)
        assert len(trader.hand) <= personality_rules.hand_limit(state, trader)
        assert len(trader.hold) <= book.limits["hold_max"]
        assert bool(trader.at) is not trader.out
        for cargo in trader.hold:
            if cargo.owner:
                assert not cargo.mark
                assert state.traders[cargo.owner].mission
            else:
                assert book.contracts[cargo.mark].cargo == cargo.name
                assert cargo.mark in state.contracts or any(
                    one.contract == cargo.mark for one in state.completed
                )
    for one in state.completed:
        marked = any(
            cargo.mark == one.contract for trader in state.traders.values() for cargo in trader.hold
        )
        assert one.rights or marked, (
            "a Completed Contract without markers and tokens is discarded (ST-COMPLETED-08)"
        )
    assert all(not state.traders[station.owner].out for station in state.stations.values())
    held = [name for trader in state.traders.values() for name in trader.personalities]
    assert len(held) == len(set(held)), "no two have the same Personality (ST-SETUP-11)"
    if state.options.game == "advanced":
        for seat in state.playing():
            assert len(
                imperial_station_petition.chain(state, seat)
            ) < imperial_station_petition.needed(state), (
                "a chain that is long enough has won (ST-ADV-11)"
            )
            assert not state.traders[seat].mission


def _cards(state: Position) -> Counter[str]:
    lying = ["Quarantine" for _ in state.quarantines]
    for trader in state.traders.values():
        lying += [*trader.hand, *trader.lying()]
    return Counter([*state.luck_deck, *state.luck_discard, *lying])
