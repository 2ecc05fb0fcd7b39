"""Leaks of Star Traders and of the house, planted one at a time."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import Any

import pytest

from tests.secrecy.leaks.planting import leak, notice, show, unused, write
from traders.domain.deadlines import deadlines
from traders.domain.feeds import deadline_calendar_entries
from traders.domain.history import dice
from traders.domain.letters import addresses
from traders.domain.play.commands.interpreter import Speech
from traders.domain.table import deals
from traders.domain.table.table import Table
from traders.engines.kernel.contract.contract import Event
from traders.engines.kernel.refusal import Refusal
from traders.engines.star_traders import ENGINE, view
from traders.engines.star_traders.board import svg
from traders.engines.star_traders.personalities import personality_rules
from traders.engines.star_traders.turn import reaction_intervals
from traders.models import Game, Sealed
from traders.web import game_history_page


@leak("the size of a hand is counted in the letters of its cards", "hands")
def _size(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = view._trader
    monkeypatch.setattr(
        view,
        "_trader",
        lambda state, trader, stations: (
            seen(state, trader, stations) | {"hand_size": len("".join(trader.hand))}
        ),
    )


@leak("a letter tells who has passed", "a pass that closes nothing")
def _passed(monkeypatch: pytest.MonkeyPatch) -> None:
    def lines(change_set: Any) -> list[str]:
        return (
            [f"{len(change_set.answered)} seats have passed."]
            if change_set.answered and change_set.lines
            else []
        )

    notice(monkeypatch, lines)


@leak(
    "an interval does not wait for a seat that holds nothing to play in it",
    "hands, everything waits",
    seed=2,
)
def _early(monkeypatch: pytest.MonkeyPatch) -> None:
    passed = Table.passed

    def worse(self: Table, seat: str, interval: Any) -> bool:
        nothing = not any(offer.reaction for offer in self.engine.offers(self.state, seat))
        return nothing or passed(self, seat, interval)

    monkeypatch.setattr(Table, "passed", worse)


@leak("asked are only those who hold a card that fits", "hands, everything waits")
def _asked(monkeypatch: pytest.MonkeyPatch) -> None:
    holders = reaction_intervals.card_holders
    fits = {"Zap", "Superzap", "Quarantine"}
    monkeypatch.setattr(
        reaction_intervals,
        "card_holders",
        lambda state, *among: tuple(
            seat for seat in holders(state, *among) if fits & set(state.traders[seat].hand)
        ),
    )


@leak("a refusal names what another holds", "hands")
def _refused(monkeypatch: pytest.MonkeyPatch) -> None:
    play = ENGINE.play

    def worse(state: Any, seat: str, order: Any) -> list[Event]:
        try:
            return play(state, seat, order)
        except Refusal as refusal:
            others = [
                card
                for trader in state.traders.values()
                if trader.seat != seat
                for card in trader.hand
            ]
            raise Refusal(
                f"{refusal.text} Beware of {others}.",
                *refusal.rules,
                kind=refusal.kind,
                instead=refusal.instead,
            ) from None

    monkeypatch.setattr(ENGINE, "play", worse)


@leak("what one seat is told is told to all", "what the keeper draws")
def _told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Event, "heard_by", lambda self, seat: True)


@leak("the view shows the deck", "decks")
def _deck(monkeypatch: pytest.MonkeyPatch) -> None:
    def deck(state: Any, seen: dict[str, Any]) -> None:
        seen["decks"]["luck"] = f"{len(state.luck_deck)} ({', '.join(state.luck_deck)})"

    show(monkeypatch, deck)


@leak("the source of a closing tells of a stop", "a stop that matches nothing")
def _source(monkeypatch: pytest.MonkeyPatch) -> None:
    note = Table.note

    def worse(self: Table, move: Any) -> None:
        if move.kind == "close" and any(
            f"close {said.text}" == move.text for said in self.open("stop")
        ):
            move.source = "deadline"
        note(self, move)

    monkeypatch.setattr(Table, "note", worse)


@leak("the hour that is told depends on money", "money")
def _hour(monkeypatch: pytest.MonkeyPatch) -> None:
    set_for = deadlines.set_for

    def worse(game: Any, seats: Any, table: Any, change_set: Any) -> Any:
        due = set_for(game, seats, table, change_set)
        return due and due + timedelta(
            seconds=sum(trader.stellors for trader in table.state.traders.values())
        )

    monkeypatch.setattr(deadlines, "set_for", worse)


@leak("a letter goes later where much is held", "hands")
def _later(monkeypatch: pytest.MonkeyPatch) -> None:
    letter = write._letter

    def worse(game: Any, *more: Any, **told: Any) -> Any:
        made = letter(game, *more, **told)
        made.written += timedelta(seconds=len(bytes(game.position)) % 60)
        return made

    monkeypatch.setattr(write, "_letter", worse)


@leak("the picture's title holds everybody's money", "money")
def _title(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, title = view._trader, svg._title
    monkeypatch.setattr(
        view,
        "_trader",
        lambda state, trader, stations: (
            seen(state, trader, stations) | {"stellors": trader.stellors}
        ),
    )
    monkeypatch.setattr(
        svg,
        "_title",
        lambda view: f"{title(view)}: {[seat['stellors'] for seat in view['seats']]}",
    )


@leak("history.json holds the secret part", "hands, nothing waits")
def _secret_part(monkeypatch: pytest.MonkeyPatch) -> None:
    entry_of = game_history_page._entry
    monkeypatch.setattr(
        game_history_page,
        "_entry",
        lambda entry, over: entry_of(entry, over) | {"secret": entry.secret},
    )


@leak("a Message-ID counts what was said unseen", "a stop that matches nothing")
def _message_id(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        write,
        "message_id",
        lambda *names: addresses.message_id(*names, str(Sealed.objects.count())),
    )


@leak("a reply address changes with what its reader's neighbours hold", "hands")
def _reply_address(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = addresses.reply_address

    def worse(seat: int, moment: str) -> str:
        held = hashlib.sha256(bytes(Game.objects.get().position or b"")).digest()[0]
        return parts(seat, f"{moment}{held}" if moment else moment)

    monkeypatch.setattr("traders.domain.letters.letter_recipient.reply_address", worse)


@leak("standing orders are numbered among those of all seats", "unused standing orders")
def _serial(monkeypatch: pytest.MonkeyPatch) -> None:
    keep = Table.keep

    def worse(self: Table, seat: str, kind: str, text: str = "", **more: Any) -> Any:
        said = keep(self, seat, kind, text, **more)
        if kind == "standing":
            said.data["number"] = said.serial
        return said

    monkeypatch.setattr(Table, "keep", worse)


@leak("dice fall otherwise after something was said unseen", "a stop that matches nothing")
def _dice(monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = dice.outcome
    monkeypatch.setattr(
        dice,
        "outcome",
        lambda seed, count, *more: outcome(
            seed, count + 1000 * Sealed.objects.filter(kind="stop").count(), *more
        ),
    )


@leak("an offer is whispered to all", "an offer to another, withdrawn")
def _whispered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        deals,
        "whisper",
        lambda table, to, words, *rest: table.whispers.append(Event(words, kind="offer")),
    )


@leak("letters tell of offers between others", "an offer of a Personality to another, withdrawn")
def _offers(monkeypatch: pytest.MonkeyPatch) -> None:
    notice(
        monkeypatch,
        lambda change_set: [f"Somebody offers {offer}" for offer in unused(change_set, "offer")],
    )


@leak("an answer counts the offers of all", "an offer and none")
def _counted(monkeypatch: pytest.MonkeyPatch) -> None:
    line = Speech._line

    def worse(self: Speech, raw: str, folded: str, planning: bool) -> Any:
        answer = line(self, raw, folded, planning)
        answer.words += f" ({sum(1 for said in self.table.said if said.kind == 'offer')} offers)"
        return answer

    monkeypatch.setattr(Speech, "_line", worse)


@leak("a letter tells what was bid before the bids are opened", "bids before they are opened")
def _bids(monkeypatch: pytest.MonkeyPatch) -> None:
    notice(
        monkeypatch,
        lambda change_set: [f"Somebody says: {bid}" for bid in unused(change_set, "answer")],
    )


@leak("all see what the Psychic foresees", "what the Psychic foresees")
def _foreseen(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = view._trader

    def worse(state: Any, trader: Any, stations: Any) -> Any:
        titles = [state.book.title(one) for one in personality_rules.foreseen(state, trader)]
        return seen(state, trader, stations) | {"personality": [*trader.personalities, *titles]}

    monkeypatch.setattr(view, "_trader", worse)


@leak(
    "the purse of who has a Personality lies open",
    "the hand and the money of a Seer who sees the roll first",
)
def _purse(monkeypatch: pytest.MonkeyPatch) -> None:
    def purse(state: Any, seen: dict[str, Any]) -> None:
        for trader in seen["seats"]:
            if trader["personality"]:
                trader["personality"] = [
                    *trader["personality"],
                    f"{state.traders[trader['seat']].stellors} Stellors",
                ]

    show(monkeypatch, purse)


@leak("a calendar counts what all have said in a window", "a pass that closes nothing")
def _counted_in_the_calendar(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = deadline_calendar_entries._Told.entry

    def worse(self: Any, now: Any) -> Any:
        self.said = list(Sealed.objects.filter(game=self.seat.game_id, kind="pass"))
        return entry(self, now)

    monkeypatch.setattr(deadline_calendar_entries._Told, "entry", worse)
