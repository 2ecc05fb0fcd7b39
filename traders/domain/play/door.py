"""The one door into a history. Everything that changes a game goes through a function of this
module, in these steps:

1. lock the game's row; 2. refuse what is stale or late; 3. read the order; 4. play it, and go on
   while play waits for nobody;
5. append one entry a move; 6. store the position; 7. set the deadlines; 8. write the letters; 9.
   commit; 10. hand the ids to the worker.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial

from django.db import transaction

from traders.domain.calendar import clock
from traders.domain.deadlines import deadlines, turn_clock
from traders.domain.history import dice, moment_labels, recording_and_replay, seed_encryption
from traders.domain.history.player_dice_mixture import Mixed, fingerprint
from traders.domain.letters.plain_text_layout import short_hour, zone_of
from traders.domain.people import club_roles, quotas
from traders.domain.play import gathering_and_start, silent_seats
from traders.domain.play.commands import (
    leaving_and_taking_seats,
    press_messages,
    proposals,
    registry,
    undo_and_correction,
)
from traders.domain.play.commands.confirmation_by_yes import ask_back
from traders.domain.play.commands.interpreter import Speech
from traders.domain.play.commands.line_reading_result import as_written
from traders.domain.play.game_session import GameSession, open_session
from traders.domain.play.locked_game import HeldGame
from traders.domain.play.manners import question_answers
from traders.domain.play.manners.nearest_order_guess import tell_instead
from traders.domain.play.manners.order_reader_factory import reader_of
from traders.domain.play.new_game_checks import not_begun, save_under_a_slug, try_out, try_settings
from traders.domain.settings import game_settings
from traders.domain.table import asked_seats, game_progression
from traders.domain.table.change_set import ChangeSet
from traders.domain.table.waits_in_words import waits_in_words
from traders.engines.kernel.contract.contract import Interval
from traders.engines.kernel.refusal import Refusal
from traders.engines.registry import engine as engine_of
from traders.models import Club, Game, Phase, Player, Seat, Source

# --- making a game --------------------------------------------------------------------------------


@transaction.atomic
def create(
    system: str,
    colours: Sequence[str],
    options: Mapping[str, object] | None = None,
    settings: Mapping[str, object] | None = None,
    *,
    title: str = "",
    club: Club | None = None,
    edition: str = "",
    start: Mapping[str, object] | None = None,
    told: bool = False,
    maker: Player | None = None,
) -> Game:
    """A game that waits for its players. Refuses by rule seats or options that the system does not
    know.

    `start`: a scenario's position in place of set-up (`{"setup": True, …}` to begin with set-up on
    its decks). `told`: chance is told. `maker`: who made it, and may cancel it before it begins.
    """
    club_roles.not_closed(club)
    if maker is not None:
        quotas.making(maker)
    engine = engine_of(system)
    try_settings(club.settings if club else {}, settings or {})
    try_out(engine, colours, options or {}, edition, start)
    secret = seed_encryption.new_secret()
    game = Game(
        title=title or engine.title,
        club=club,
        maker=maker,
        system=system,
        revision=engine.revision,
        edition=edition,
        options=dict(options or {}),
        settings=dict(settings or {}),
        start=dict(start) if start is not None else None,
        secret=seed_encryption.lock(secret),
        secret_digest=seed_encryption.digest(secret),
        scheme=dice.SCRIPTED if told else dice.SCHEME,
    )
    save_under_a_slug(game)
    Seat.objects.bulk_create(
        [Seat(game=game, colour=colour, place=place) for place, colour in enumerate(colours)]
    )
    return game


def begin(game_id: int, *, stops: bool = True, at: datetime | None = None) -> ChangeSet:
    """A game that waited for its players begins; see `gathering_and_start.begin`."""
    with open_session(game_id, at) as session:
        gathering_and_start.begin(session, stops=stops)
    return session.change_set


# --- orders ---------------------------------------------------------------------------------------


def orders(
    game_id: int,
    seat: str,
    text: str,
    *,
    subject: str = "",
    source: Source = Source.LETTER,
    moment: str = "",
    at: datetime | None = None,
    in_reply_to: str = "",
    answers: str = "",
    remarks: Sequence[str] = (),
    on_the_spot: bool = False,
    held: HeldGame | None = None,
) -> ChangeSet:
    """Carry out a seat's lines; what fell due before was carried out by the caller (`timeline`).
    `moment` is the label of what the letter or form answers; `at` the time at which the server took
    it; `subject` a line that stands in its subject.

    `in_reply_to` is the Message-ID of the letter that holds them, for the receipt's threading,
    `answers` that of the letter that it names as the one that it answers;
    `remarks` what the receipt says of its other lines. `on_the_spot`: the caller shows the answer
    to its sender, who gets no receipt by letter. `held`: as in `open_session`.
    """
    at = clock.whole(at or clock.now())
    with open_session(game_id, at, held) as session:
        change_set = session.change_set
        change_set.in_reply_to, change_set.remarks = in_reply_to, tuple(remarks)
        change_set.answered_on_the_spot = on_the_spot
        if session.game.phase == Phase.GATHERING or not session.game.number:
            raise Refusal(not_begun(session.game), kind="stale")
        place = session.place(seat)
        session.table.source = source
        if session.mixes:
            session.dice.letter = _mixed_in(session, seat, in_reply_to)
        speech = _speech(session, place, moment, source, subject, answers)
        if place.timeouts or place.offered is not None:
            silent_seats.heard(session, place)
        left = place.left
        session.change_set.lines = speech.speak(text)
        if session.change_set.press:
            press_messages.settle(session)
        session.change_set.sender = seat
        if left and place.left and any(line.answer in PLAYED for line in session.change_set.lines):
            leaving_and_taking_seats.come_back(session, place)
    for deed in session.change_set.afterwards:
        deed()
    return session.change_set


def _mixed_in(session: GameSession, seat: str, message_id: str) -> Mixed | None:
    """What a letter without words of its own mixes into the dice (PR-CHANCE-03): its Message-ID,
    by a fingerprint, since it names its writer's mail program. In a reaction window nothing: it
    would tell who wrote.
    """
    if not message_id or isinstance(session.before, Interval):
        return None
    return seat, fingerprint(message_id)


PLAYED = ("done", "kept", "opened", "waits", "planned")
"""What becomes of a line by which who had left the seat has it again (PR-SEAT-05)."""


def _speech(
    session: GameSession, place: Seat, moment: str, source: Source, subject: str, answers: str
) -> Speech:
    """What the seat says, with all that the house knows of the moment that it answers."""
    seat, sent = place.colour, "letter" if source == Source.LETTER else "order"
    reader = reader_of(session, place, moment, source, subject, answers)
    return Speech(
        session.table,
        seat,
        moment,
        source,
        registry.spoken(session, seat),
        lambda key: _passed(session, seat, key, sent),
        (lambda label: _undone(session, seat, label, sent)) if session.back_ups else None,
        out_of_time=lambda number: _out_of_time(session, seat, number, sent),
        held=session.game.stayed,
        barred=registry.barred(place),
        asks_back=partial(ask_back, session, seat, source),
        hears=as_written if source == Source.BOT else reader.hear,
        in_place=partial(tell_instead, reader),
        told=partial(question_answers.answer, session, seat, []),
        corrects=partial(undo_and_correction.corrected, session, seat),
    )


def _out_of_time(session: GameSession, seat: str, number: int, sent: str) -> str:
    """When the clock ended the seat's turn, in a sentence with both times (PR-RECEIPT-07,
    PR-TURN-04); "" where it did not.
    """
    entry = turn_clock.ended_by(session.game, seat, number)
    if entry is None:
        return ""
    came, ended = _hours(session, seat, entry.at)
    return f"Your {sent} came on {came}; your turn had ended on {ended}."


def _passed(session: GameSession, seat: str, key: int, sent: str) -> str:
    """When a moment passed, in a sentence with both times (PR-RECEIPT-07); "" for the seat on turn
    where it was not asked there: what it says is meant for its turn.
    """
    passed = deadlines.passed_at(session.game, key)
    what, when, asked = passed or ("", session.now, (seat,))
    if seat not in asked and session.table.on_turn(seat):
        return ""
    came, over = _hours(session, seat, when)
    return (
        f"Your {sent} came on {came}; the {what} that it answers had closed on {over}."
        if what
        else f"Your {sent} came on {came}, after what it answers was over."
    )


def _hours(session: GameSession, seat: str, then: datetime) -> tuple[str, str]:
    """When the letter came, and another time, where the seat's player is; with seconds where these
    alone tell them apart.
    """
    player = session.place(seat).player
    zone = zone_of(player.zone if player else "UTC")
    came, other = (short_hour(one, session.now, zone) for one in (session.now, then))
    if came == other:
        return f"{came}:{session.now:%S}", f"{other}:{then:%S}"
    return came, other


def _undone(session: GameSession, seat: str, label: str, sent: str) -> str:
    """What is asked now, where play has backed up since the label's moment was asked; a back-up by
    this letter's own lines is none.
    """
    back_up = moment_labels.undone_since(session.back_ups, label, session.number_before)
    if back_up is None:
        return ""
    came, undone = _hours(session, seat, back_up.at)
    return (
        f"Your {sent} came on {came}. Play went back to an earlier move on {undone}, after what "
        f"it answers was asked. {waits_in_words(session.table.pending(), seat, brief=True)} "
        + (
            "Answer the newest letter of this game."
            if sent == "letter"
            else "Look at the board as it is now."
        )
    )


# --- time -----------------------------------------------------------------------------------------


def fall_due(
    game_id: int, kind: str, key: int, seats: Sequence[str] = (), at: datetime | None = None
) -> ChangeSet | None:
    """A deadline is reached: `interval` or `choice` with its key, or `turn` with the turn's number
    and who is out of time.

    None where what it was about has passed already: sweeping twice does nothing twice.
    """
    with open_session(game_id, at) as session:
        table = session.table
        if kind == "turn":
            silent = tuple(seats)
            if session.before is None or table.waiting() == ():
                return None
            before = len(table.moves)
            game_progression.end_turn(table, silent, key)
            if len(table.moves) == before:
                return None
        else:
            silent = table.silent_in_turn(key)
            if not game_progression.fall_due(table, key):
                return None
        if silent:
            silent_seats.turn_ended(session, silent)
            game_progression.go_on(table)
    return session.change_set


def out_of_time(game_id: int, seat: str, step: str, at: datetime) -> None:
    """The seat's turn has come to a `step` of the turn clock at which others are asked: they are
    told (PR-TURN-04).
    """
    with open_session(game_id, at) as session:
        silent_seats.out_of_time(session, seat, step)


def pass_for(game_id: int, seat: str, key: int, at: datetime | None = None) -> ChangeSet:
    """The hour is reached that was drawn for a seat that the interval with that key does not ask
    (PR-INTERVAL-10).
    """
    with open_session(game_id, at) as session:
        if key in session.table.progress.rounds:
            asked_seats.pass_for(session.table, seat, key)
        game_progression.go_on(session.table)
    return session.change_set


def look_again(game_id: int, at: datetime | None = None) -> ChangeSet:
    """Go on if nothing holds play any more: the shortest time of an interval is over, a seat has
    come back.
    """
    with open_session(game_id, at) as session:
        game_progression.go_on(session.table)
    return session.change_set


# --- the referee and the table --------------------------------------------------------------------


def back_up(
    game_id: int, to: int, why: str, source: Source = Source.REFEREE, at: datetime | None = None
) -> ChangeSet:
    """Play resumes after entry `to`; chance falls afresh (PR-CHANCE-02)."""
    with open_session(game_id, at) as session:
        if not recording_and_replay.in_play(session.game, to):
            raise Refusal(f"Move {to} is not in play.", "PR-RECORD-02", kind="unreadable")
        session.back_up(to, why, source)
        game_progression.go_on(session.table)
    return session.change_set


def leave(
    game_id: int, seat: str, source: Source = Source.DEADLINE, at: datetime | None = None
) -> ChangeSet:
    """The seat drops out by the game's own rule (PR-SEAT-02), or a bot takes it where the club
    chose so.
    """
    with open_session(game_id, at) as session:
        table = session.table
        if session.game.phase == Phase.OVER:
            raise Refusal("The game is over.", "PR-SEAT-07", kind="stale")
        if level := leaving_and_taking_seats.BOTS.get(game_settings.of(session.game).vacant_seats):
            leaving_and_taking_seats.give_to_bot(session, session.place(seat), level)
            return session.change_set
        table.leave(seat, source)
        place = session.place(seat)
        place.dropped, place.offered = True, None
        place.save(update_fields=["dropped", "offered"])
        proposals.settle(session)
        game_progression.go_on(table)
    return session.change_set


def change_settings(
    game_id: int,
    changes: Mapping[str, object],
    why: str,
    source: Source = Source.ORGANIZER,
    at: datetime | None = None,
) -> ChangeSet:
    """Settings of the postal rules are otherwise from now on; all seats are told. Before the game
    begins they are the game's own.
    """
    with open_session(game_id, at) as session:
        game = session.game
        if game.phase == Phase.OVER:
            raise Refusal("The game is over.", "PR-SEAT-03", kind="stale")
        before = game_settings.whole(game)
        try_settings(before, changes)
        changed = {
            name: value
            for name, value in changes.items()
            if game_settings.differs(name, value, before[name])
        }
        if not changed:
            raise Refusal("These settings hold already; nothing was changed.", kind="stale")
        if "dice" in changed and game.phase != Phase.GATHERING:
            raise Refusal(
                "How the dice are thrown is chosen before the first move, and stays.",
                game_settings.RULES["dice"],
            )
        if game.phase == Phase.GATHERING:
            game.settings = game.settings | changed
            game.save(update_fields=["settings"])
        else:
            session.change_settings(changed, " ".join(why.split()), source)
            game_progression.go_on(session.table)
    return session.change_set
