"""What must be true of a game after a ruling: the record whole, letters true, clocks no worse, and
nothing hidden told.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes, policy
from functools import cache
from typing import Any

import msgspec
from django.db.models import Q

from arbitration.models import Claim
from tests.arbitration.trial.play import SEATS
from traders.domain.calendar import clock
from traders.domain.deadlines.game_clocks import Clocks
from traders.domain.deadlines.turn_clock import BANK, LEAST, TURN
from traders.domain.history import recording_and_replay
from traders.domain.history.audit import audit
from traders.domain.letters.letter_facts import Facts, decode
from traders.domain.table.sealed_note_as_typed import as_typed
from traders.engines.registry import engine
from traders.models import DeadlineKind, Entry, Game, Letter, LetterKind, LetterStatus, Seat
from traders.models.history import Sealed, SealedKind

QUEUED = (LetterStatus.WRITTEN, LetterStatus.HELD, LetterStatus.PREPARED)
Key = tuple[str, str, str]


@dataclass
class Standing:
    """Where a game's clocks stand: seconds left of each clock that play waits by, time in hand,
    purses.
    """

    head: int
    number: int
    throws: int
    left: dict[Key, int]
    steps: dict[Key, str]
    bank: dict[str, int]
    purse: dict[str, int]
    whole: int

    @classmethod
    def of(cls, game: Game) -> Standing:
        game.refresh_from_db()
        clocks = Clocks(game, clock.whole(clock.now()))
        left: dict[Key, int] = {}
        steps: dict[Key, str] = {}
        for row in clocks.rows:
            if row.kind in (DeadlineKind.TURN, DeadlineKind.INTERVAL, DeadlineKind.CHOICE):
                terms = clocks.terms(row)
                for seat in terms.clocks:
                    key = (str(row.kind), row.key, seat)
                    left[key] = round(
                        terms.remaining(seat, clocks.now, clocks.hours_for(row)).total_seconds()
                    )
                    steps[key] = terms.step
        seats = Seat.objects.filter(game=game)
        return cls(
            game.head,
            game.number,
            game.throws,
            left,
            steps,
            {seat.colour: seat.bank for seat in seats},
            {seat.colour: seat.purse for seat in seats},
            round(clocks.settings.interval_time.total_seconds()),
        )


def faults(game: Game, before: Standing, claim: Claim, *, costs: str = "") -> list[str]:
    """Everything that is wrong after a ruling, in words. `costs`: the seat that conduct has cost
    its time in hand.
    """
    game.refresh_from_db()
    after = Standing.of(game)
    return [
        *_record(game, before),
        *_post(game),
        *_clocks(game, before, after, costs),
        *_told(game),
        *_hushed(game, claim),
    ]


# --- the record -----------------------------------------------------------------------------------


def _record(game: Game, before: Standing) -> Iterator[str]:
    """(PR-RECORD, PR-CHANCE-02)"""
    fault = audit(game)
    if fault is not None:
        yield f"audit: {fault}"
        return
    rules: Any = engine(game.system)
    if bytes(game.position or b"") != rules.encode(recording_and_replay.replayed(game, game.head)):
        yield "the stored position is not the replayed one"
    if rules.encode(recording_and_replay.position_at(game, game.head)) != bytes(
        game.position or b""
    ):
        yield "the position from the nearest checkpoint is not the stored one"
    if game.throws < before.throws:
        yield "the count of throws went back"
    if game.frozen or game.stayed:
        yield "the game stands still"


def backed_out(game: Game) -> set[int]:
    """Numbers of the entries that no line of play goes through any more."""
    every = set(Entry.objects.filter(game=game).values_list("number", flat=True))
    return every - {entry.number for entry in recording_and_replay.line(game, game.head)}


# --- the post -------------------------------------------------------------------------------------


def _post(game: Game) -> Iterator[str]:
    """No letter that waits speaks of what was backed out, nor asks for it."""
    out = backed_out(game)
    if not out:
        return
    gone = set(_texts(game, out)) - set(_texts(game, set(range(1, game.number + 1)) - out))
    for letter in Letter.objects.filter(game=game, status__in=QUEUED).exclude(kind=LetterKind.NOTE):
        facts = decode(letter.facts)
        told = {event.number for event in facts.events} | {
            event.number for part in facts.earlier for event in part.events
        }
        if told & out:
            yield (
                f"letter {letter.key} to {letter.seat} ({letter.kind}, {letter.status}) tells "
                f"of entries {sorted(told & out)}"
            )
        if letter.entry in out and (letter.asks or facts.asked or letter.moment):
            yield (
                f"letter {letter.key} to {letter.seat} ({letter.kind}) asks for "
                f"{letter.moment or facts.asked}, which was backed out"
            )
        if letter.raw:
            body = (
                message_from_bytes(bytes(letter.raw), policy=policy.default)
                .get_body(("plain",))
                .get_content()
            )
            found = [text for text in gone if text in " ".join(body.split())]
            if found:
                yield f"letter {letter.key} to {letter.seat}, made already, says: {found[0]}"


def _texts(game: Game, numbers: set[int]) -> Iterator[str]:
    """What entries told, to anybody; short sentences are left out, which stand in many letters."""
    for entry in Entry.objects.filter(game=game, number__in=numbers):
        for part in (entry.public, entry.secret):
            for text, *_ in json.loads(part or "{}").get("told", []):
                if len(text) > 25:
                    yield " ".join(text.split())


# --- clocks ---------------------------------------------------------------------------------------


def _clocks(game: Game, before: Standing, after: Standing, costs: str) -> Iterator[str]:
    """No seat's clock is worse than before: what runs on has what it had, what is open again has
    its whole time, and time in hand stays.
    """
    undone = after.head != before.head and bool(backed_out(game) & set(range(1, before.number + 1)))
    for key, left in after.left.items():
        kind, _, seat = key
        if key in before.left and before.steps[key] == after.steps[key] and left < before.left[key]:
            yield f"{key} has {left} s, and had {before.left[key]}"
        if key not in before.left and kind != DeadlineKind.TURN and left < after.whole:
            yield f"{key} is new and has {left} s of {after.whole}"
        if key not in before.left and kind == DeadlineKind.TURN and left < LEAST:
            yield f"{key} comes again with {left} s"
    for seat in SEATS:
        again = sum(
            left
            for key, left in after.left.items()
            if key[0] == DeadlineKind.TURN and key[2] == seat and key not in before.left
        )
        in_use = sum(
            left
            for key, left in before.left.items()
            if key[0] == DeadlineKind.TURN
            and key[2] == seat
            and before.steps[key] == BANK
            and key not in after.left
        )
        if seat != costs and after.bank[seat] + (again if undone else 0) < before.bank[seat] + (
            in_use if undone else 0
        ):
            yield (
                f"{seat} has {after.bank[seat]} s in hand, and had {before.bank[seat]} and "
                f"{in_use} in use"
            )
        if after.purse[seat] < before.purse[seat]:
            yield f"{seat}'s purse has {after.purse[seat]} s, and had {before.purse[seat]}"
    for row in Clocks(game, clock.now()).rows:
        if (
            row.kind in (DeadlineKind.TURN, DeadlineKind.INTERVAL, DeadlineKind.CHOICE)
            and Clocks(game, clock.now()).terms(row).frozen
        ):
            yield f"the clock of {row.kind} {row.key} stands still"


# --- what was told --------------------------------------------------------------------------------


BACKED_OUT = "was made in play that is undone"
"""What is whispered of an offer without its terms."""
DROPPED = "Your `{}` was written in play that is undone; it is dropped."
"""What a seat is told of a standing order, or of a pass, of its own."""


def _told(game: Game) -> Iterator[str]:
    """Letters hold what their seat heard and sees, and nothing else."""
    heard = {seat: _heard(game, seat) for seat in SEATS}
    offered = {seat: _offered(game, seat) for seat in SEATS}
    ahead = {seat: _ahead(game, seat) for seat in SEATS}
    seen = cache(lambda number: _seen(game, number))
    for letter in Letter.objects.filter(game=game).exclude(seat="").order_by("pk"):
        facts = decode(letter.facts)
        for number, text in _events(facts):
            known = [*offered[letter.seat], BACKED_OUT] if offered[letter.seat] else []
            whispered = "ffer" in text and any(terms in text for terms in known)
            dropped = any(text == DROPPED.format(was) for was in ahead[letter.seat])
            if (number, text) not in heard[letter.seat] and not (whispered or dropped):
                yield (
                    f"letter {letter.key} tells {letter.seat}: {text!r}, which {letter.seat} "
                    f"did not hear at entry {number}"
                )
        if facts.view:
            view = {name: value for name, value in facts.view.items() if name != "deals"}
            later = range(
                facts.number,
                (game.number if letter.kind == LetterKind.REMINDER else facts.number) + 1,
            )
            if not any(seen(number)[letter.seat] == view for number in later):
                yield (
                    f"letter {letter.key} shows {letter.seat} another view than {letter.seat}'s "
                    f"after entry {facts.number}"
                )


def _seen(game: Game, number: int) -> dict[str, Any]:
    """What each seat saw after an entry, as a letter keeps it."""
    rules, position = engine(game.system), recording_and_replay.position_at(game, number)
    return {
        seat: json.loads(json.dumps(msgspec.to_builtins(rules.view(position, seat))))
        for seat in SEATS
    }


def _events(facts: Facts) -> Iterator[tuple[int, str]]:
    for events in (facts.events, *(part.events for part in facts.earlier)):
        for event in events:
            yield event.number, event.text


def _heard(game: Game, seat: str) -> set[tuple[int, str]]:
    """What entries have told a seat: to all but others, or to it."""
    found = set()
    for entry in Entry.objects.filter(game=game):
        for text, _, but, *_ in json.loads(entry.public).get("told", []):
            if seat not in but:
                found.add((entry.number, text))
        for text, _, to, *_ in json.loads(entry.secret or "{}").get("told", []):
            if seat in to:
                found.add((entry.number, text))
    return found


def _offered(game: Game, seat: str) -> set[str]:
    """Terms of the offers that the seat made or was made: what is whispered there is no entry's."""
    offers = Sealed.objects.filter(
        Q(seat=seat) | Q(data__to=seat), game=game, kind=SealedKind.OFFER
    )
    return set(offers.values_list("text", flat=True))


def _ahead(game: Game, seat: str) -> set[str]:
    """The standing orders and passes that the seat wrote."""
    kinds = (SealedKind.STANDING, SealedKind.STANDING_PASS)
    return {as_typed(row) for row in Sealed.objects.filter(game=game, seat=seat, kind__in=kinds)}


def _hushed(game: Game, claim: Claim) -> Iterator[str]:
    """What was said to the referee alone, and the order that a claim names until it is carried out,
    are in no letter to others (PR-CLAIM-01, -04).
    """
    done = {json.loads(entry.public).get("text", "") for entry in Entry.objects.filter(game=game)}
    private = [(said.seat, said.words) for said in claim.statements.filter(private=True)]
    orders = [
        (claim.seat, line)
        for line in claim.order.splitlines()
        if len(line) > 8 and line not in done and claim.kind != "priority"
    ]
    facts = [(to, text) for text, _, to in claim.finding.facts if to is not None]
    for letter in Letter.objects.filter(game=game).exclude(seat=""):
        told = decode(letter.facts)
        notices = "\n".join(
            [*told.notices, *(notice for part in told.earlier for notice in part.notices)]
        )
        for seat, words in private:
            if letter.seat != seat and words in letter.facts:
                yield (
                    f"letter {letter.key} tells {letter.seat} what {seat} said to the referee alone"
                )
        for seat, order in orders:
            if letter.seat != seat and order in notices:
                yield (
                    f"letter {letter.key} tells {letter.seat} the order of {seat}'s claim: {order}"
                )
        for to, text in facts:
            if letter.seat not in to and text in notices:
                yield (
                    f"letter {letter.key} tells {letter.seat} a fact for {to or 'the referee'} "
                    f"alone: {text}"
                )


__all__ = ["TURN", "Standing", "backed_out", "faults"]
