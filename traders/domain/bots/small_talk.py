"""Bots' words at tables that want them: a greeting, thanks for a deal, praise for a great turn, a
word at the end, and an answer to whoever writes to one (PR-SEAT-08).

They are said from a small table, by what all may see, beside orders that a bot sends anyway; only
an answer goes by itself. Nothing depends on a hand, so words and their times reveal nothing. Which
words are chosen follows from the game's published digest, the seat and how often it has spoken.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from hashlib import blake2b
from importlib.resources import files

import msgspec
from django.db.models import QuerySet

from traders.domain.letters.letter_facts import Facts, decode
from traders.domain.people import seating
from traders.engines.kernel.contract.seat_statistics import leading
from traders.engines.kernel.engine.optional_contract import Dealing
from traders.engines.kernel.words import named, seats_listed
from traders.engines.registry import engine as engine_of
from traders.models import Game, Letter, LetterKind, Press, Seat

MOST_SAID = 8
"""Messages to all of one bot in a game."""
GREAT, LEAST = 0.25, 2
"""A great turn adds this part of what the leader has, and at least so much."""
PRAISED = 0.5
"""How often a bot praises one."""


class _Lines(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table of what bots say, by occasion."""

    greeting: tuple[str, ...]
    thanks: tuple[str, ...]
    praise: tuple[str, ...]
    congratulation: tuple[str, ...]
    farewell: tuple[str, ...]
    answer_with_deals: tuple[str, ...]
    answer: tuple[str, ...]


@cache
def _table() -> _Lines:
    return msgspec.toml.decode(
        files("traders.domain.bots").joinpath("lines.toml").read_bytes(), type=_Lines
    )


def is_talk(line: str) -> bool:
    """Whether a line of a bot is words."""
    return line.startswith(("say:", "to "))


def beside(game: Game, seat: Seat, facts: Facts, orders: Sequence[str]) -> list[str]:
    """The bot's orders with its words: those to people first, since a refused order ends a letter;
    thanks after the deal that they are for.
    """
    if any(line.answer == "refused" and is_talk(line.text) for line in facts.lines):
        return list(orders)  # it may not speak now
    said = [*_answers(game, seat, facts), *_remark(game, seat, facts)]
    return [*said, *orders, *_thanks(game, seat, facts, orders)]


def at_the_end(game: Game, seat: Seat, facts: Facts) -> list[str]:
    """One bot's word for all when the game is over: its own, if a bot won, else to the winners."""
    bots = list(game.seats.filter(bot=True, dropped=False).order_by("place"))
    winners = [bot for bot in bots if bot.colour in facts.winners]
    if not facts.ended or seat != (winners or bots)[0]:
        return []
    if winners or not facts.winners:
        return [f"say: {_line(game, seat, _table().farewell)}"]
    return [f"say: {_line(game, seat, _table().congratulation, seats_listed(facts.winners))}"]


# --- occasions ------------------------------------------------------------------------------------


def _remark(game: Game, seat: Seat, facts: Facts) -> list[str]:
    """A word to all where the bot orders its turn anyway: a greeting, once; later, praise."""
    asked = facts.asked
    if asked is None or not (asked.kind == "turn" or (asked.kind == "interval" and asked.question)):
        return []
    said = _own(game, seat).filter(to="").count()
    if not said:
        return [f"say: {_line(game, seat, _table().greeting)}"]
    if asked.kind != "turn" or not asked.first or said >= MOST_SAID:
        return []
    praised = _great_turn(game, seat, facts)
    if not praised or _lot(game, seat, "praise") >= PRAISED:
        return []
    return [f"say: {_line(game, seat, _table().praise, named(praised))}"]


def _great_turn(game: Game, seat: Seat, facts: Facts) -> str:
    """Who gained most since the bot's turn before, by the count that leads, if that was much."""
    turns = Letter.objects.filter(game=game, seat=seat.colour, player=seat.player_id)
    before = (
        turns.filter(kind=LetterKind.TURN, entry__lt=facts.number)
        .exclude(moment=facts.moment)
        .order_by("-pk")
        .first()
    )
    if before is None:
        return ""
    engine = engine_of(game.system)
    now, then = (leading(engine.figures(v)) for v in (facts.view, decode(before.facts).view))
    gains = {
        one: count - then[one] for one, count in now.items() if one in then and one != seat.colour
    }
    best = max(gains, key=gains.__getitem__, default="")
    return best if best and gains[best] >= max(LEAST, GREAT * max(now.values())) else ""


def _thanks(game: Game, seat: Seat, facts: Facts, orders: Sequence[str]) -> list[str]:
    """To the person whose offer the bot accepts."""
    numbers = [line.removeprefix("accept ") for line in orders if line.startswith("accept ")]
    makers = [
        deal["with"] for deal in facts.view.get("deals", ()) if str(deal["number"]) in numbers
    ]
    return [
        f"to {maker}: {_line(game, seat, _table().thanks, named(maker))}"
        for maker in makers
        if maker in people(game)
    ]


def _answers(game: Game, seat: Seat, facts: Facts) -> list[str]:
    """To every person who wrote to the bot since its last words to them, once a turn."""
    asked = facts.asked
    if asked is not None and asked.kind == "interval" and not asked.question:
        return []  # a window is answered by what is played
    found = []
    for person in sorted(people(game)):
        written = Press.objects.filter(game=game, seat=person, to=seat.colour)
        last = _own(game, seat).filter(to=person).order_by("-pk").first()
        if last is not None:
            written = written.filter(pk__gt=last.pk)
            if last.number >= _turn_began(game, seat):
                continue
        if written.filter(seating.in_this_sitting(seat, "at")).exists():
            table = _table()
            deals = isinstance(engine_of(game.system), Dealing)
            words = _line(game, seat, table.answer_with_deals if deals else table.answer)
            found.append(f"to {person}: {words}")
    return found


# --- what is known --------------------------------------------------------------------------------


def people(game: Game) -> set[str]:
    """The seats that people play."""
    seated = game.seats.filter(bot=False, dropped=False, player__isnull=False)
    return set(seated.values_list("colour", flat=True))


def _own(game: Game, seat: Seat) -> QuerySet[Press]:
    """What the bot has said since it sat down."""
    mine = seating.in_this_sitting(seat, "at")
    return Press.objects.filter(mine, game=game, seat=seat.colour)


def _turn_began(game: Game, seat: Seat) -> int:
    """The entry after which the bot was asked for its latest turn, alone or with all at once; 0
    before the first. A window in others' turns is none.
    """
    mine = Letter.objects.filter(game=game, seat=seat.colour)
    for kind in (LetterKind.TURN, LetterKind.INTERVAL):
        newest = mine.filter(kind=kind).order_by("-pk").iterator()
        latest = next((one for one in newest if kind == LetterKind.TURN or _is_turn(one)), None)
        if latest is not None:
            first = mine.filter(kind=kind, moment=latest.moment).order_by("pk")
            return first.values_list("entry", flat=True)[0]
    return 0


def _is_turn(letter: Letter) -> bool:
    """Whether an interval's letter asks for a round's turn."""
    asked = decode(letter.facts).asked
    return asked is not None and asked.is_turn


# --- choosing -------------------------------------------------------------------------------------


def _lot(game: Game, seat: Seat, what: str) -> float:
    """A number in 0..1 by what all know of the game."""
    text = f"{game.secret_digest}|{seat.colour}|{game.number}|{what}"
    return int.from_bytes(blake2b(text.encode(), digest_size=6).digest()) / 2**48


def _line(game: Game, seat: Seat, lines: Sequence[str], about: str = "") -> str:
    """One of the lines, no two bots' first ones the same; `about`: of whom it speaks."""
    first = int.from_bytes(blake2b(game.secret_digest.encode(), digest_size=6).digest())
    line = lines[(first + seat.place + _own(game, seat).count()) % len(lines)]
    return line.format(me=named(seat.colour), colour=seat.colour, seat=about)
