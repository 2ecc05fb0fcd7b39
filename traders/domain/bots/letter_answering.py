"""Bots' letters: a letter to a bot is a row that is never sent, and its answer goes straight to the
door.

A bot knows the facts of its letter (view, menu, question) and nothing else. It answers a letter
once, if it asks something or shows an offer: the row's `next_try` holds the time, and is emptied in
the transaction of the answer. The pace is the same for every answer, so that its time reveals
nothing. While a claim or vote pauses the game, letters wait.
"""

from __future__ import annotations

import logging
from datetime import timedelta

from django.db import OperationalError
from django.db.models import F

from traders.bots.registry import bot, bots
from traders.domain.bots import bargaining, small_talk
from traders.domain.calendar import clock
from traders.domain.history.moment_labels import BACKED_UP, label_of
from traders.domain.letters.letter_facts import Facts, decode
from traders.domain.play import door
from traders.domain.settings import game_settings
from traders.domain.timeline import timeline
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.kernel.contract.contract import Pending
from traders.models import (
    Game,
    Letter,
    LetterStatus,
    Phase,
    Sealed,
    SealedKind,
    SealedOutcome,
    Seat,
    Source,
)

log = logging.getLogger(__name__)

MOST_ANSWERS = 12
"""Answers of a seat without progress after which it leaves play to the deadline."""
MOST_FAULTS = 5
"""Failed answers to one letter after which the seat leaves play to the deadline."""
MOST_TRIES = 6
"""How often a bot is asked for another order than an offer that is not wanted."""
LOOKED_THROUGH = 60
"""Latest offers that are looked through for those that people declined."""
AFTER_A_FAULT = timedelta(minutes=1)
_OPEN = Letter.objects.filter(status=LetterStatus.INSIDE, next_try__isnull=False)


def due(limit: int = 20) -> list[int]:
    """Letters to bots that are due for an answer, in games that are not paused, oldest first."""
    found = _OPEN.filter(next_try__lte=clock.now(), game__frozen=False).order_by("next_try", "pk")
    return list(found.values_list("pk", flat=True)[:limit])


def answer(letter_id: int) -> bool:
    """Answer a letter to a bot, once. Returns whether anything was sent. Raises nothing, so that
    other games' bots go on.
    """
    game_id, seat = Letter.objects.values_list("game_id", "seat").get(pk=letter_id)
    try:
        at = clock.exact()
        with timeline.in_order(game_id, at, patience=0) as game:
            letter = None if game.frozen else _OPEN.filter(pk=letter_id).first()
            if letter is None:
                return False
            lines = _lines(game, letter)
            Letter.objects.filter(pk=letter_id).update(
                next_try=None, attempts=F("attempts") + len(lines[:1])
            )
            if lines:
                door.orders(
                    game_id,
                    seat,
                    "\n".join(lines),
                    source=Source.BOT,
                    moment=label_of(letter),
                    at=at,
                )
            return bool(lines)
    except OperationalError:
        log.warning(
            "the database was busy with letter %s; the next sweep takes it",
            letter_id,
            exc_info=True,
        )
        return False
    except Exception:  # no fault may stop other games' bots
        log.exception("the bot %s of game %s could not answer letter %s", seat, game_id, letter_id)
        faults = Letter.objects.values_list("attempts", flat=True).get(pk=letter_id) + 1
        again = clock.now() + AFTER_A_FAULT if faults < MOST_FAULTS else None
        _OPEN.filter(pk=letter_id).update(attempts=faults, next_try=again)
        return False


def _lines(game: Game, letter: Letter) -> list[str]:
    """The bot's lines; empty if the letter is out of date, or if its answers have made no
    progress.
    """
    seat = Seat.objects.filter(
        game=game, colour=letter.seat, player=letter.player_id, bot=True, dropped=False
    ).first()
    if seat is None or letter.entry != game.number:
        return []
    settings = game_settings.of(game)
    if game.phase == Phase.OVER and settings.bots_talk:
        return small_talk.at_the_end(game, seat, decode(letter.facts))
    if game.phase != Phase.PLAYING:
        return []
    here = Letter.objects.filter(
        game=game, seat=letter.seat, status=LetterStatus.INSIDE, entry=letter.entry
    )
    if here.filter(pk__gt=letter.pk, next_try__isnull=False).exists():
        return []  # a later letter gets the answer
    if (
        here.filter(attempts__gt=0, moment=letter.moment).exclude(pk=letter.pk).count()
        >= MOST_ANSWERS
    ):
        log.warning(
            "the bot %s of game %s moves nothing at entry %s and leaves play to the deadline",
            seat.colour,
            game.slug,
            letter.entry,
        )
        return []
    facts = decode(letter.facts)
    orders = orders_for(game, seat, facts, seed=letter.pk)
    return small_talk.beside(game, seat, facts, orders) if settings.bots_talk else orders


def orders_for(game: Game, seat: Seat, facts: Facts, seed: int) -> list[str]:
    """The lines that the bot in the seat writes, from the letter's facts alone."""
    asked = facts.asked
    refused = [
        line.text
        for line in facts.lines
        if line.answer == "refused"
        and BACKED_UP not in line.rules
        and not small_talk.is_talk(line.text)
    ]  # an order overtaken by a back-up was not wrong, and words are no order
    if refused and refused[0].startswith("accept "):
        # an offer that its maker cannot keep must not cost the bot its turn
        return [refused[0].replace("accept", "decline", 1)]
    bargains = [] if refused else _bargains(game, seat, facts, seed)
    if asked is None or any(line.startswith("accept ") for line in bargains):
        # a deal may change everything: the letter about it asks again
        return bargains
    if refused and not refused[0].startswith(("offer ", "withdraw ")):
        # its last order was refused: it takes the default
        return [asked.silence] if asked.silence not in refused else []
    level = Level(seat.level)
    pending = asked.pending(seat.colour, facts.moment)
    order = _order(game, seat, facts, pending, seed)
    began = asked.kind == "turn" and asked.first
    words = bots(game.system).bot_words(facts.view, seed, level) if began else ()
    closing = (
        ["pass"] if asked.kind == "interval" and not asked.question and order != "pass" else []
    )
    return [*words, *bargains, order, *closing]


def _order(game: Game, seat: Seat, facts: Facts, pending: Pending, seed: int) -> str:
    """The bot's order; asked again with other seeds where it would offer a deal to who is spared,
    and at last what happens without one.
    """
    orders, level = bot(game.system), Level(seat.level)
    for again in range(MOST_TRIES):
        seed_now = seed + again * 1_000_003
        order = orders(facts.view, pending, facts.offers, seed_now, level)
        to = bargaining.offered_to(order)
        if not to or to not in _spared(game, seat, facts):
            return order
    return facts.asked.silence if facts.asked else ""


def _spared(game: Game, seat: Seat, facts: Facts) -> set[str]:
    """To whom the bot offers nothing: who declined its latest offer; everybody, where the table
    wants no offers of bots (PR-SEAT-08).
    """
    if seat.bot and game_settings.of(game).bots_say == "nothing":
        return {known["seat"] for known in facts.view["seats"]}
    return _declined(game, seat)


def _declined(game: Game, seat: Seat) -> set[str]:
    """The people who declined the bot's latest offer to them, and have offered it nothing since."""
    people, latest = small_talk.people(game), dict[str, str]()
    offers = Sealed.objects.filter(
        game=game, kind=SealedKind.OFFER, seat__in=[seat.colour, *people]
    ).order_by("-serial")
    for maker, data, outcome in offers.values_list("seat", "data", "outcome")[:LOOKED_THROUGH]:
        if maker == seat.colour:
            latest.setdefault(data["to"], outcome)
        elif data["to"] == seat.colour:
            latest.setdefault(maker, "")
    return {one for one in people if latest.get(one) == SealedOutcome.DECLINED}


def _bargains(game: Game, seat: Seat, facts: Facts, seed: int) -> list[str]:
    """The bot's lines about deals; none while it has a choice to make."""
    asked = facts.asked
    if asked is not None and asked.kind == "choice":
        return []
    offers = Sealed.objects.filter(game=game, seat=seat.colour, kind=SealedKind.OFFER)
    latest = list(offers.order_by("-serial")[: bargaining.REMEMBERED])
    lately = [f"offer {offer.data['to']}: {offer.text}" for offer in latest]
    begins = asked is not None and asked.kind == "turn" and asked.first
    fresh = bool(latest) and clock.now() - latest[0].at < bargaining.PATIENCE
    menu = facts.offers if asked is not None else None
    return bargaining.lines(
        bots(game.system),
        facts.view,
        menu,
        seed,
        Level(seat.level),
        begins=begins,
        lately=lately,
        fresh=fresh,
        spared=_spared(game, seat, facts),
    )
