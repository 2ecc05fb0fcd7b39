"""Cards: what is paid with them, what is drawn, what is discarded (SS-DEC, SS-RES, SS-POW)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from traders.engines.kernel.contract.contract import Chance
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, StepHandler, Steps, Told
from traders.engines.kernel.words import count, listed
from traders.engines.stratastar.events import tell
from traders.engines.stratastar.position.agenda_steps import Draw, ShuffleDeck, TakeCard
from traders.engines.stratastar.position.display_names import card, cards, counted
from traders.engines.stratastar.position.state import Position, Things
from traders.engines.stratastar.tables import CARDS, tables

Cards = tuple[tuple[str, int], ...]
"""Cards with how many of each."""
STAR = "*"


class Payment(NamedTuple):
    """What pays a price: cards, and what is spare then."""

    cards: dict[str, int]
    left: int


def value(name: str, kind: str) -> int:
    """What a card is worth as a kind: Research is any (SS-RES-01), a starred card two of its own
    (SS-POW-02).
    """
    if name == "research" or name == kind:
        return 1
    return tables().power_cards["worth"] if name == kind + STAR else 0


def held(state: Position, seat: Seat) -> dict[str, int]:
    """A hand in the order of the cards, those that are there."""
    hand = state.empires[seat].hand
    return {name: hand[name] for name in CARDS if hand.get(name)}


def size(state: Position, seat: Seat) -> int:
    return sum(state.empires[seat].hand.values())


def limit(state: Position, seat: Seat, left_out: int = 0) -> int:
    """The maximum draw size: 5, one more for each full three colonies (SS-DRW-03, SS-DRW-04), one
    more by ability (SS-TBL-04).
    """
    empire = state.empires[seat]
    draw = tables().draw
    groups = (sum(empire.colonies.values()) - left_out) // draw["colonies_per_extra_card"]
    return draw["base"] + groups + (1 if "hand_size" in empire.abilities else 0)


def must_hold(state: Position, seat: Seat, wanted: Cards, *rules: str) -> None:
    """Refuse cards that are not in the hand."""
    hand = state.empires[seat].hand
    for name, n in wanted:
        if hand.get(name, 0) < n:
            have = hand.get(name, 0) or "no"
            raise Refusal(f"You hold {have} {card(name)}{f', not {n}' * (n > 1)}.", *rules)


def payment(state: Position, seat: Seat, kind: str, n: int, using: Cards, *rules: str) -> Payment:
    """What pays `n` of a kind: spare halves of starred cards, plain cards, starred ones, Research,
    in this order (SS-POW-02, SS-RES-01); or the cards said. Refuses what does not suffice. Where a
    phase is played again the same cards pay (SS-PBM-04).
    """
    if state.turn.again is not None:
        return _same(state, seat, kind, n, state.turn.again.price, rules)
    if using:
        return _said(state, seat, kind, n, using, rules)
    found = unsaid(state, seat, kind, n)
    if found is None:
        have = _have(held(state, seat), state.empires[seat].spare.get(kind, 0), kind)
        raise Refusal(f"That costs {count(n, kind + ' card')}; you hold {have}.", *rules)
    return found


def unsaid(state: Position, seat: Seat, kind: str, n: int) -> Payment | None:
    """What pays `n` of a kind where no cards are said; None where the hand does not suffice."""
    hand, spare = state.empires[seat].hand, state.empires[seat].spare.get(kind, 0)
    spent = min(n, spare)
    missing, chosen = n - spent, dict[str, int]()
    for name, worth in _serving(kind):
        if missing <= 0:
            break
        if holds := hand.get(name, 0):
            chosen[name] = take = min(holds, -(-missing // worth))
            missing -= take * worth
    if missing > 0:
        return None
    return Payment(chosen, spare - spent - missing)


@cache
def _serving(kind: str) -> tuple[tuple[str, int], ...]:
    """The cards that pay a kind, in the order in which they are taken, and what each is worth."""
    return tuple((name, value(name, kind)) for name in (kind, kind + STAR, "research"))


def _same(
    state: Position, seat: Seat, kind: str, n: int, price: dict[str, int], rules: tuple[str, ...]
) -> Payment:
    must_hold(state, seat, tuple(price.items()), *rules)
    spare = state.empires[seat].spare.get(kind, 0)
    total = spare + sum(value(name, kind) * m for name, m in price.items())
    if total < n:
        raise Refusal(f"That costs {count(n, kind + ' card')}.", *rules)
    return Payment(dict(price), total - n)


def _said(
    state: Position, seat: Seat, kind: str, n: int, using: Cards, rules: tuple[str, ...]
) -> Payment:
    must_hold(state, seat, using, *rules)
    spare = state.empires[seat].spare.get(kind, 0)
    worth = [(value(name, kind), m) for name, m in using]
    total = sum(one * m for one, m in worth)
    if any(not one for one, _ in worth):
        raise Refusal(f"It is paid with {kind} or research cards.", *rules, "SS-RES-01")
    if total < n or total - min(one for one, _ in worth) >= n:
        raise Refusal(f"That costs {count(n, kind + ' card')}, not {cards(dict(using))}.", *rules)
    return Payment(dict(using), spare + total - n)


def _have(hand: Mapping[str, int], spare: int, kind: str) -> str:
    mine = {name: n for name, n in hand.items() if n and value(name, kind)}
    halves = ["half a starred card"] if spare else []
    return listed([*([cards(mine)] if mine else []), *halves], "none")


def pay(
    state: Position, seat: Seat, kind: str, n: int, using: Cards, told: Told, *rules: str
) -> None:
    """Cards go to the discards (SS-DEC-03); what is left over of a starred one serves in this phase
    (SS-POW-02).
    """
    paid = payment(state, seat, kind, n, using, *rules)
    state.empires[seat].spare[kind] = paid.left
    spend(state, seat, paid.cards)
    if state.turn.deeds and state.turn.deeds[-1].seat == seat:
        state.turn.deeds[-1].spare[kind] = paid.left
        brought(state).price = dict(paid.cards)
    if paid.cards:
        told.append(tell("pays", "SS-DEC-03", seat=seat, cards=counted(paid.cards)))


def spend(state: Position, seat: Seat, which: Mapping[str, int]) -> None:
    """Cards that an action costs are discarded, and stay so if it is sabotaged (SS-SAB-02)."""
    discard(state, seat, which)
    if state.turn.deeds and state.turn.deeds[-1].seat == seat:
        paid = state.turn.deeds[-1].paid
        paid |= {name: n + paid.get(name, 0) for name, n in which.items()}


def discard(state: Position, seat: Seat, which: Mapping[str, int]) -> None:
    """Cards leave a hand, the latest on top of the discards."""
    hand = state.empires[seat].hand
    for name in CARDS:
        n = which.get(name, 0)
        if n:
            hand[name] = hand.get(name, 0) - n
            state.discard += [name] * n
            changed(state, seat)
    state.empires[seat].hand = {name: n for name, n in hand.items() if n}


def add(state: Position, seat: Seat, name: str, n: int = 1) -> None:
    hand = state.empires[seat].hand
    hand[name] = hand.get(name, 0) + n
    changed(state, seat)


def changed(state: Position, seat: Seat) -> None:
    """What a spy has seen of a hand is no longer all that is in it (SS-SPY-01)."""
    for other in state.empires.values():
        if seat in other.spied:
            other.spied.remove(seat)


def brought(state: Position) -> Things:
    """Where it is kept what the latest deed draws, takes, gains and uncovers (SS-PBM-04)."""
    return state.turn.deeds[-1].things if state.turn.deeds else Things()


# --- drawing --------------------------------------------------------------------------------------


def draw(state: Position, step: Draw, told: Told) -> Steps:
    """Cards off the top; where the deck is used up the discards become the deck; with both empty
    drawing stops (SS-DEC-02).
    """
    if state.turn.again is not None:
        return _drawn_again(state, step)
    drawn = list(step.drawn)
    n = step.n
    while n and state.deck:
        drawn.append(state.deck.pop(0))
        add(state, step.seat, drawn[-1])
        n -= 1
    if n and state.discard:
        return [ShuffleDeck(), Draw(step.seat, n, drawn)]
    brought(state).drawn += drawn
    if drawn:
        got = {name: drawn.count(name) for name in CARDS if name in drawn}
        told.append(
            tell.alone(step.seat, "draws-own", "SS-DRW-02", reveals=True, cards=counted(got))
        )
        told.append(tell.others(step.seat, "draws", "SS-DRW-02", n=len(drawn)))
    return []


def _drawn_again(state: Position, step: Draw) -> list[Step]:
    """The cards that were drawn, wherever they lie now; one that is in a hand already, since it was
    not paid this time, is not drawn (SS-PBM-04).
    """
    again = state.turn.again or Things()
    shuffle_again(state, again.shuffled)
    for name in again.drawn:
        below = [*range(again.back, len(state.deck)), *range(min(again.back, len(state.deck)))]
        place = next((place for place in below if state.deck[place] == name), None)
        if place is not None:
            del state.deck[place]
        elif name in state.discard:
            _take_up(state, name)
        else:
            continue
        add(state, step.seat, name)
    return []


def top_discard(state: Position) -> str:
    """The uppermost discard is taken up (SS-PLN-01); the same where a phase is played again."""
    again = state.turn.again
    name = again.taken if again else state.discard[-1]
    _take_up(state, name)
    brought(state).taken = name
    return name


def _take_up(state: Position, name: str) -> None:
    del state.discard[len(state.discard) - 1 - state.discard[::-1].index(name)]


def shuffle_again(state: Position, shuffled: Sequence[str]) -> None:
    """Discards that were shuffled lie under what is left of the deck, in the order that fell; one
    that was not among them stays where it is.
    """
    for name in shuffled:
        if name in state.discard:
            state.discard.remove(name)
            state.deck.append(name)


def shuffle_chance(state: Position, step: ShuffleDeck) -> Chance | None:
    n = len(state.discard or state.deck)
    return Chance("shuffle", n, "the Galaxy deck", "SS-DEC-02", secret=True) if n > 1 else None


def shuffled(state: Position, step: ShuffleDeck, outcome: list[int], told: Told) -> Steps:
    cards_now = state.discard or state.deck
    state.deck = [cards_now[place - 1] for place in outcome]
    state.discard = []
    brought(state).shuffled = list(state.deck)
    told.append(tell("shuffle", "SS-DEC-02"))
    return []


def one_card(state: Position, step: ShuffleDeck, told: Told) -> Steps:
    """A deck of one card needs no shuffling."""
    state.deck, state.discard = [*state.deck, *state.discard], []
    brought(state).shuffled = list(state.deck)
    return []


# --- a card at random -----------------------------------------------------------------------------


def _in_hand(state: Position, seat: Seat) -> list[str]:
    return [name for name, n in held(state, seat).items() for _ in range(n)]


def take_chance(state: Position, step: TakeCard) -> Chance | None:
    if state.turn.again is not None:
        return None  # the same card is taken (SS-PBM-04)
    hand = _in_hand(state, step.of)
    rule = "SS-TRD-03" if step.keep else "SS-PCY-01"
    return (
        Chance("pick", len(hand), f"a card of {step.of}'s hand", rule, secret=True)
        if len(hand) > 1
        else None
    )


def take_only(state: Position, step: TakeCard, told: Told) -> Steps:
    return taken(state, step, 1, told)


def taken(state: Position, step: TakeCard, outcome: int, told: Told) -> Steps:
    """A Trade card taken is discarded, others kept (SS-TRD-04); piracy discards it (SS-PCY-01)."""
    again = state.turn.again
    name = again.taken if again and again.taken else _in_hand(state, step.of)[outcome - 1]
    brought(state).taken = name
    discard(state, step.of, {name: 1})
    if not step.keep or name.rstrip(STAR) == "trade":
        rule = "SS-TRD-04" if step.keep else "SS-PCY-01"
        told.append(tell("loses-card", rule, reveals=True, seat=step.of, card=name))
        return []
    state.discard.pop()
    add(state, step.seat, name)
    both = (step.seat, step.of)
    sides: dict[str, Any] = {"seat": step.seat, "whom": step.of}
    told.append(tell("takes-card", "SS-TRD-03", to=both, reveals=True, card=name, **sides))
    told.append(tell("takes-unseen", "SS-TRD-03", but=both, **sides))
    return []


STEPS = (
    StepHandler(Draw, does=draw),
    StepHandler(ShuffleDeck, waits=shuffle_chance, closes=one_card, takes=shuffled),
    StepHandler(TakeCard, waits=take_chance, closes=take_only, takes=taken),
)
