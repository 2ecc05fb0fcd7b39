"""Players of wood: they have mailboxes, read the letters that come there and answer them by mail, as everybody does.

A bot knows what stands in its letter (view, offers, what is asked) and nothing else. One letter that asks gets one answer, and so does one
that comes while a deal is offered to it.
"""

from __future__ import annotations

import smtplib
from datetime import timedelta
from email.message import EmailMessage
from email.utils import format_datetime, formataddr

from django.conf import settings
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.fields.json import KT

from traders.domain import bargaining, clock
from traders.domain.addresses import message_id, reply_address
from traders.domain.labels import BACKED_UP, label_of
from traders.domain.letters.facts import Asked, Facts, decode
from traders.engines.contract import Choice, Interval, Pending, Turn
from traders.engines.registry import engine as engine_of
from traders.models import Arrival, ArrivalStatus, Game, Letter, LetterStatus, Phase, Sealed, SealedKind, Seat

FORGOTTEN = timedelta(minutes=1)
"""After which a letter is taken up that a bot without a pace should have answered at once: the wake-up was lost."""


def answer(letter_id: int) -> bool:
    """Answer a letter that came to a bot, if it asks something and still may; False where there is nothing to answer."""
    letter = Letter.objects.select_related("game", "player").get(pk=letter_id)
    game = letter.game
    if game is None or game.phase != Phase.PLAYING or _answered(letter):
        return False
    seat = Seat.objects.filter(game=game, colour=letter.seat, player=letter.player, bot=True).first()
    if seat is None:
        return False
    lines = orders_for(game, seat, decode(letter.facts), seed=letter.pk)
    if not lines:
        return False
    _post(_reply(letter, seat, lines))
    return True


def orders_for(game: Game, seat: Seat, facts: Facts, seed: int) -> list[str]:
    """The lines that the bot in the seat writes, from the letter's facts alone."""
    asked = facts.asked
    refused = [line.text for line in facts.lines if line.answer == "refused" and BACKED_UP not in line.rules]  # overtaken is no fault
    if refused and refused[0].startswith("accept "):
        return [refused[0].replace("accept", "decline", 1)]  # a bargain that its maker cannot keep costs nobody a turn
    bargains = [] if refused else _bargains(game, seat, facts, seed)
    if asked is None or any(line.startswith("accept ") for line in bargains):
        return bargains  # after a deal much may be different: what is asked is asked again in the letter that tells of it
    if refused and not refused[0].startswith(("offer ", "withdraw ")):
        return [asked.silence]  # what it wrote last was refused: it does what silence would
    engine = engine_of(game.system)
    order = engine.bot(facts.view, pending_of(seat.colour, asked, facts.moment), facts.offers, seed)
    words = engine.bot_words(facts.view, seed) if asked.kind == "turn" and asked.first else ()
    closing = ["pass"] if asked.kind == "interval" and not asked.question and order != "pass" else []
    return [*words, *bargains, order, *closing]


def _bargains(game: Game, seat: Seat, facts: Facts, seed: int) -> list[str]:
    """What the bot writes about deals: nothing while a choice is put to it."""
    asked = facts.asked
    if asked is not None and asked.kind == "choice":
        return []
    latest = Sealed.objects.filter(game=game, seat=seat.colour, kind=SealedKind.OFFER).order_by("-serial")
    lately = [f"offer {said.data['to']}: {said.text}" for said in latest[: bargaining.REMEMBERED]]
    begins = asked is not None and asked.kind == "turn" and asked.first
    menu = facts.offers if asked is not None else None
    return bargaining.lines(engine_of(game.system), facts.view, menu, seed, begins=begins, lately=lately)


def pending_of(seat: str, asked: Asked, moment: str) -> Pending:
    """What play waits for, as far as the letter tells its reader."""
    key = int(moment[1:] or 0)
    if asked.kind == "choice":
        return Choice(key, seat, asked.name, asked.things, asked.silence, asked.rule)
    if asked.kind == "interval":
        return Interval(
            key,
            asked.name,
            asked.cause,
            (seat,),
            asked.rule,
            asked.silence,
            asked.question,
            asked.critical,
            (seat,) if asked.attacked else (),
        )
    return Turn((seat,), asked.name, asked.rule, key, asked.silence)


def waiting(limit: int = 100) -> list[int]:
    """Letters to bots that ask what play waits for now, or tell of a deal offered to their seat, have lain in the mailbox for the bots' pace,
    and were not answered."""
    come = Letter.objects.filter(
        player__seats__bot=True,
        status=LetterStatus.SENT,
        accepted__lte=clock.now() - (timedelta(seconds=settings.BOT_PACE) or FORGOTTEN),
        entry=F("game__number"),
        game__phase=Phase.PLAYING,
    )
    offers = Sealed.objects.filter(game=OuterRef("game"), kind=SealedKind.OFFER, used=None)
    offered = offers.annotate(to=KT("data__to")).filter(to=OuterRef("seat"))
    found = come.filter(Q(asks=True) | Exists(offered)).distinct().order_by("id")
    newest = {(letter.game_id, letter.seat): letter for letter in found}
    return [letter.pk for letter in newest.values() if not _answered(letter)][:limit]


def _answered(letter: Letter) -> bool:
    """Whether its answer has come in already: each letter has one, by name, which is known when it was read."""
    come = Arrival.objects.filter(game=letter.game)
    unread = Q(seat__colour=letter.seat, moment=label_of(letter), status__in=[ArrivalStatus.STORED, ArrivalStatus.READING])
    return come.filter(unread | Q(message_id=answer_name(letter))).exists()


def answer_name(letter: Letter) -> str:
    """The Message-ID of the answer to a letter: the same letter, sent once more too, has the same answer, which counts once (PR-RECEIPT-04)."""
    return message_id("answer", letter.game.slug if letter.game else "", letter.seat, letter.key.partition("+")[0])


def _reply(letter: Letter, seat: Seat, lines: list[str]) -> EmailMessage:
    """An answer as a mail program writes it: above the quoted letter."""
    player = letter.player
    reply = EmailMessage()
    reply["From"] = formataddr((player.display_name, player.email))
    reply["To"] = reply_address(seat.pk, label_of(letter))
    reply["Subject"] = f"Re: {letter.subject}"
    reply["Date"] = format_datetime(clock.now())
    reply["Message-ID"] = answer_name(letter)
    reply["In-Reply-To"] = reply["References"] = letter.message_id
    reply.set_content(
        "\n".join(lines) + f"\n\nOn {letter.written:%-d %B %Y} at {letter.written:%H:%M}, Traders by Post wrote:\n> {letter.subject}\n"
    )
    return reply


def _post(reply: EmailMessage) -> None:
    with smtplib.SMTP(settings.EMAIL_HOST, settings.EMAIL_PORT, timeout=settings.EMAIL_TIMEOUT) as server:
        server.send_message(reply)
