"""The letters of a session: which seat gets which, what it says, and its row, stored in the
transaction that it reports. They are rendered later, outside every lock.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import msgspec
from django.conf import settings as server

from traders.domain.deadlines.deadline_changes import paused_until
from traders.domain.history import player_dice_mixture
from traders.domain.letters import letter_storage_and_folding
from traders.domain.letters.addresses import message_id, thread_id
from traders.domain.letters.letter_facts import (
    AwaitedAnswer,
    Facts,
    Happening,
    Message,
    SeatedPlayer,
    asked_of,
    encode,
    happenings,
)
from traders.domain.letters.plain_text_layout import to_reader
from traders.domain.people import mutes
from traders.domain.settings import game_settings
from traders.domain.table.change_set import ChangeSet
from traders.domain.table.sealed_note_as_typed import conditional
from traders.domain.table.table_data_types import OFFER_OVER, OFFERED
from traders.domain.table.waits_in_words import waits_in_words
from traders.engines.kernel.contract.contract import Choice, Event, Interval, Over, Turn, View
from traders.engines.kernel.seats import Seat as Colour
from traders.engines.kernel.words import named, seats_listed
from traders.models import (
    Cadence,
    Game,
    Letter,
    LetterKind,
    LetterStatus,
    Prepared,
    Sealed,
    SealedKind,
    Seat,
)

MOST_AN_HOUR = 30
"""Letters of an hour that only tell a seat something; what comes beyond waits for its next one."""


@dataclass(frozen=True, slots=True)
class _Bots:
    """A game's bots, and how soon they answer: at once where one person plays with them alone, whom
    only they keep waiting; else at a pace that people can watch.
    """

    seats: frozenset[Colour]
    pace: timedelta

    @classmethod
    def at(cls, seats: Sequence[Seat]) -> _Bots:
        people = sum(1 for one in seats if one.player_id and not (one.bot or one.left))
        pace = timedelta(seconds=0 if people == 1 else server.BOT_PACE)
        return cls(frozenset(one.colour for one in seats if one.bot), pace)


def write(game: Game, seats: Sequence[Seat], change_set: ChangeSet) -> list[int]:
    """Store the letters of a session, at most one a seat. Returns the ids of those that go now.
    `seats`: with their players.

    Call it in the session's transaction, with the game's row locked. A session's letters cannot be
    written twice: their names derive from it.
    """
    moved = change_set.last >= change_set.first
    if not (moved or _has_news(change_set)):
        return []
    # a player who left is asked nothing (PR-SEAT-02)
    left = {seat.colour for seat in seats if seat.left}
    answered = change_set.answered | change_set.unasked | left
    stops = _stops(game) if change_set.started else {}
    muted = mutes.muted(seats) if change_set.press or change_set.mixed else {}
    asked = {one.colour: asked_of(one.colour, change_set.after, answered) for one in seats}
    happened = happenings(change_set.told)
    waits = waits_in_words(change_set.after, brief=True)
    bots = _Bots.at(seats)
    told: list[tuple[Seat, LetterKind, Facts]] = []
    until = paused_until(game) if game.frozen and not game.stayed else None
    for seat in seats:
        if seat.player is None or (seat.dropped and not change_set.ended):
            continue
        facts = facts_for(
            seat.colour,
            change_set,
            happened=happened,
            asked=asked[seat.colour],
            muted=muted.get(seat.colour, ()),
            bots=bots.seats,
            waits=_waits(seat.colour, change_set, waits),
        )
        facts.paused, facts.held, facts.paused_until = game.frozen, game.stayed, until
        facts.extra = _extra(game, seat.colour, change_set, stops.get(seat.colour, []))
        kind = kind_of(
            facts, seen=change_set.answered_on_the_spot and seat.colour == change_set.sender
        )
        if kind:
            told.append((seat, kind, facts))
    for seat, _, facts in told:
        facts.view = change_set.views[seat.colour]
        if change_set.started or change_set.ended:
            facts.table = _seated_players(seats, facts.view)
    for seat, _, facts in told:
        facts.offers = change_set.offers[seat.colour] if facts.asked else ()
    return letter_storage_and_folding.store(
        game, _letters(game, told, change_set, bots, moved=moved), change_set
    )


ANSWERED = "The reaction window is open."
"""What play waits for, to a seat that passes or has answered: nobody who may react is named."""


def _waits(seat: Colour, change_set: ChangeSet, told: str) -> str:
    """What play waits for, `told` to all, in words to the seat: to one that has answered, whom it
    asks beside it, and not who of these has answered (PR-SEALED-01).
    """
    asked = change_set.after
    if not isinstance(asked, Interval) or seat not in asked.seats:
        return told
    if seat not in change_set.answered:
        return to_reader(told, named(seat)) if seat in change_set.unasked else told
    others = [one for one in asked.seats if one != seat]
    if not asked.question or not others:
        return ANSWERED
    are = "is" if len(others) == 1 else "are"
    return f"Your answer is in. {seats_listed(others)} {are} asked, too."


def facts_for(
    seat: Colour,
    change_set: ChangeSet,
    *,
    happened: Sequence[tuple[Event, Happening]],
    asked: AwaitedAnswer | None,
    muted: Collection[str] = (),
    bots: Collection[Colour] = (),
    waits: str = "",
) -> Facts:
    """The content of a letter of this session to that seat, without its view and menu, which only
    letters that are written need. `happened`: the session's `happenings`; `asked`: what is asked of
    the seat; `muted`: whose messages it does not read; `bots`: seats of bots; `waits`: what play
    waits for, in words.
    """
    if asked and _asked_before(seat, asked, change_set):
        asked = msgspec.structs.replace(asked, first=False)
    if asked and asked.kind == "interval":
        again, sent = seat in change_set.asked_again, seat in change_set.reacted
        asked = msgspec.structs.replace(asked, again=again, sent=sent)
    over = change_set.after if isinstance(change_set.after, Over) and change_set.ended else None
    by_letter = seat == change_set.sender and not change_set.answered_on_the_spot
    return Facts(
        at=change_set.at,
        number=change_set.last,
        moment=change_set.moment,
        due=change_set.due,
        ends=change_set.ends.get(seat) if asked else None,
        asked=asked,
        waits=waits,
        events=tuple(one for event, one in happened if event.heard_by(seat)),
        notices=(*change_set.notices, *change_set.own_notices.get(seat, ())),
        press=_heard(seat, change_set, muted, bots),
        lines=tuple(change_set.lines) if by_letter else (),
        remarks=change_set.remarks if by_letter else (),
        mixed=player_dice_mixture.unread(change_set.mixed, muted) if change_set.mixed else (),
        mixture=change_set.mixture,
        home=tuple(change_set.home.get(seat, ())),
        plans=tuple(change_set.stopped_plans.get(seat, ())),
        started=change_set.started,
        ended=over.text if over else "",
        winners=over.winners if over else (),
    )


def _heard(
    seat: Colour, change_set: ChangeSet, muted: Collection[str], bots: Collection[Colour]
) -> tuple[Message, ...]:
    """What others said to the seat or to all; not what bots said to all in the turn that ended the
    game, before they knew of that.
    """
    silent = bots if isinstance(change_set.after, Over) and change_set.ended else ()
    return tuple(
        Message(said.by, said.words, said.to != "", bot=said.seat in bots)
        for said in change_set.press
        if said.to in {"", seat} and said.seat != seat and said.by not in muted
        if said.to or said.seat not in silent
    )


def _asked_before(seat: Colour, asked: AwaitedAnswer, change_set: ChangeSet) -> bool:
    """Whether what is asked of the seat after the session was asked of it before."""
    # a back-up asks anew: answers to the older letter are stale
    if (change_set.backed_up and asked.kind != "turn") or seat in change_set.anew:
        return False
    match change_set.before, change_set.after:
        case (Interval(key=one), Interval(key=other)) | (Choice(key=one), Choice(key=other)):
            return one == other
        case Turn(seats=one_), Turn(seats=other_):
            return one_ == other_
        case _:
            return False


def kind_of(facts: Facts, *, seen: bool = False) -> LetterKind | None:
    """The kind of letter, by the most urgent content; None if there is no news. `seen`: the reader
    made the moves and sees them on the page; other news still counts.
    """
    returned = facts.home or facts.plans
    moves = facts.events and not seen
    if facts.ended:
        return LetterKind.OVER
    if facts.started:
        return LetterKind.WELCOME
    if facts.lines and not (facts.asked and facts.asked.first):
        return LetterKind.RECEIPT
    asks_more = moves and any(one.kind != OFFER_OVER for one in facts.events)
    if facts.asked and (facts.asked.first or asks_more or returned):
        return {
            "turn": LetterKind.TURN,
            "interval": LetterKind.INTERVAL,
            "choice": LetterKind.CHOICE,
        }[facts.asked.kind]
    if facts.lines:
        return LetterKind.RECEIPT
    if moves or returned or facts.notices or facts.press:
        return LetterKind.HAPPENED
    return None


def goes_now(
    seat: Colour,
    cadence: str,
    kind: LetterKind,
    facts: Facts,
    change_set: ChangeSet,
    *,
    by_bot: bool = False,
) -> bool:
    """Whether the letter goes now, or its news waits for the reader's next one: `cadence` concerns
    only what asks and answers nothing. Words of bots wait also for who is asked something, and so
    does an offer that is over: it asks nothing more.
    """
    if kind != LetterKind.HAPPENED or facts.lines or facts.home or facts.plans:
        return True
    if facts.asked and (facts.press or facts.notices) and not by_bot:
        return True
    # an offer, and a message to its reader alone, wait for an answer too
    offered = any(not deal["mine"] for deal in facts.view.get("deals", ())) and any(
        numbered.event.kind == OFFERED and numbered.event.heard_by(seat)
        for numbered in change_set.told
    )
    written = any(message.privately for message in facts.press)
    after_turn = change_set.turn_passed and cadence == Cadence.EVERY
    to_it_alone = seat in change_set.own_notices
    return change_set.at_once or to_it_alone or offered or written or after_turn


def _extra(
    game: Game, seat: Colour, change_set: ChangeSet, stops: Sequence[str]
) -> dict[str, object]:
    """What a letter says beside its moves: how play waits, in the first one; the stop of its own
    for which a window waits; what a substitute takes over.
    """
    found: dict[str, object] = {}
    if change_set.started:
        held = game_settings.of(game)
        found = {"stops": list(stops), "timing": held.timing}
        found |= {"press": held.press} if held.press != "free" else {}
        found |= {"house_rules": held.house_rules} if held.house_rules else {}
    elif seat in change_set.stops:
        found = {"stop": change_set.stops[seat]}
    if seat in change_set.handed:
        found["handed"] = change_set.handed[seat]
    return found


def _has_news(change_set: ChangeSet) -> bool:
    """Whether the session changed anything that letters report, but for moves."""
    happened = change_set.lines or change_set.home or change_set.stopped_plans
    told = change_set.notices or change_set.own_notices
    return bool(happened or change_set.press or told or change_set.anew)


def _seated_players(seats: Sequence[Seat], view: View) -> tuple[SeatedPlayer, ...]:
    """The players in turn order, which a game's set-up may change."""
    order = [known["seat"] for known in view["seats"]]
    in_order = sorted(seats, key=lambda seat: order.index(seat.colour))
    return tuple(SeatedPlayer(seat.colour, seat.called, bot=seat.bot) for seat in in_order)


_STOPS = Prepared(
    Sealed, lambda game: Sealed.objects.filter(game=game, kind=SealedKind.STOP, used=None)
)


def _stops(game: Game) -> dict[Colour, list[str]]:
    """Each seat's stops, as it would order them."""
    found: dict[Colour, list[str]] = {}
    for row in _STOPS.rows(game.pk):
        found.setdefault(row.seat, []).append(conditional(row.text, "when", row.condition))
    return found


def _letters(
    game: Game,
    told: Sequence[tuple[Seat, LetterKind, Facts]],
    change_set: ChangeSet,
    bots: _Bots,
    *,
    moved: bool,
) -> list[Letter]:
    """The letters of these seats, unsaved: to be sent, held for later, or kept inside for a bot.

    A letter's key is the session's last entry; where nothing `moved`, a count of the seat's letters
    after that entry.
    """
    last, letters = change_set.last, list[Letter]()
    for seat, kind, facts in told:
        key = f"e{last}"
        if not moved:
            at = Letter.objects.filter(game=game, seat=seat.colour, entry=last)
            key = f"n{last}.{at.filter(key__startswith='n').count() + 1}"
        letters.append(_letter(game, seat, kind, facts, key, change_set, bots))
    for letter in letters:
        letter.message_id = (
            thread_id(game.slug, letter.seat)
            if letter.kind == LetterKind.WELCOME
            else message_id(game.mail_name, letter.seat, letter.key)
        )
    for letter, (_, _, facts) in zip(letters, told, strict=True):
        if letter.status == LetterStatus.HELD:
            facts.view, facts.offers = {}, ()  # its news is told in another letter, not its board
        letter.facts = encode(facts)
    return letters


def _letter(
    game: Game,
    seat: Seat,
    kind: LetterKind,
    facts: Facts,
    key: str,
    change_set: ChangeSet,
    bots: _Bots,
) -> Letter:
    """A seat's letter, without its name and facts."""
    assert seat.player is not None
    by_bot = change_set.sender in bots.seats
    now = goes_now(seat.colour, seat.letters, kind, facts, change_set, by_bot=by_bot)
    urgent = change_set.at_once or seat.colour in change_set.own_notices
    if now and kind == LetterKind.HAPPENED and not (urgent or seat.bot):
        now = not _flooded(game, seat, facts.at)
    status = LetterStatus.INSIDE if seat.bot else LetterStatus.WRITTEN if now else LetterStatus.HELD
    return Letter(
        game=game,
        seat=seat.colour,
        player=seat.player,
        kind=kind,
        entry=facts.number,
        key=key,
        moment=facts.moment,
        due=facts.due,
        asks=facts.asked is not None,
        written=facts.at,
        in_reply_to=change_set.in_reply_to[:998] if seat.colour == change_set.sender else "",
        status=status,
        next_try=_bot_answers_at(game, facts, bots.pace) if seat.bot else facts.at if now else None,
    )


def _flooded(game: Game, seat: Seat, now: datetime) -> bool:
    """Whether the seat was told things in as many letters of an hour as it gets."""
    told = Letter.objects.filter(game=game, seat=seat.colour, kind=LetterKind.HAPPENED)
    waiting = (LetterStatus.HELD, LetterStatus.FOLDED)
    sent = told.filter(written__gt=now - timedelta(hours=1)).exclude(status__in=waiting)
    return sent.count() >= MOST_AN_HOUR


def _bot_answers_at(game: Game, facts: Facts, pace: timedelta) -> datetime | None:
    """When a bot answers the letter, if it asks or offers something, or calls for words of bots
    that talk: after a pace that is the same for all.
    """
    offered = any(not deal["mine"] for deal in facts.view.get("deals", ()))
    spoken_to = any(message.privately for message in facts.press) or facts.ended != ""
    answers = facts.asked is not None or offered
    if answers or (spoken_to and game_settings.of(game).bots_talk):
        return facts.at + pace
    return None
