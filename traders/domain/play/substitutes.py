"""Substitutes: members of the game's club who are offered, by letter, a seat whose player is gone.
The first who answers `yes` sits (PR-SEAT-01, PR-SEAT-05).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from functools import partial

from django.conf import settings
from django.urls import reverse

from traders.domain.deadlines import turn_clock
from traders.domain.history import recording_and_replay, watching_delay
from traders.domain.letters import seatless_questions
from traders.domain.letters.letter_facts import decode
from traders.domain.people import club_roles, seating
from traders.domain.play.commands import leaving_and_taking_seats
from traders.domain.play.commands.seatless_answer_types import Answer, Reply, Topic
from traders.domain.play.game_session import GameSession
from traders.domain.settings import game_settings
from traders.domain.table.change_set import Line
from traders.domain.table.waits_in_words import waits_in_words
from traders.engines.kernel.contract.seat_statistics import leading
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import count, named
from traders.engines.registry import engine as engine_of
from traders.models import Game, Letter, LetterKind, Membership, Phase, Player, Seat

TOPIC = "stand-in"
DAY = timedelta(days=1)
MOST_COUNTED = 4
"""Counts of a seat that an offer names."""

# --- offering a seat ------------------------------------------------------------------------------


def ask(session: GameSession, place: Seat) -> str:
    """Offer the seat by letter to all substitutes who may sit there, once for each time that it is
    free. Returns a sentence about it for the organizer; "" where there is no club.
    """
    game = session.game
    if game.club is None:
        return ""
    vacancy = _vacancy(place)
    told = list(_told(session, place))
    page = "" if _is_watched(game) else settings.SITE_URL + reverse("club", args=[game.club.slug])
    who = named(place.colour)
    answers = [
        ("yes", f"You play {who} from here on. All that you need comes by letter at once."),
        ("no", "You do not take the seat, and I do not ask you about it again."),
        ("stand down", f"You stand in at {game.club.name} no more."),
    ]
    written = 0
    for player in _stand_ins(session, place, vacancy):
        seatless_questions.ask(
            player,
            TOPIC,
            vacancy,
            f"{who} needs a player",
            told,
            at=session.now,
            game=game,
            page=page,
            about={"seat": place.colour, "player": place.player_id},
            answers=answers,
        )
        written += 1
    if not written:
        return (
            "No substitute of the club can be asked. Members who tick “I stand in” are asked by "
            "letter; you can also seat a member, or give the seat to a bot."
        )
    were = "was" if written == 1 else "were"
    return f"{count(written, 'substitute')} {were} asked by letter; the first who says yes sits."


def _vacancy(place: Seat) -> str:
    """The key of letters that offer the seat, as it is free or offered now."""
    since = place.offered or place.left
    stamp = f".{since:%y%m%d%H%M%S}" if since else ""
    return f"standin.{place.colour}.{place.sittings.count()}{stamp}"


def call_off(session: GameSession, place: Seat) -> None:
    """Tell the substitutes who were offered the seat, and have not answered, that its own player is
    back and keeps it (PR-SEAT-05). Call it while the seat is offered still.
    """
    key, who = _vacancy(place), named(place.colour)
    offers = Letter.objects.filter(game=session.game, kind=LetterKind.ASKED, key=key)
    for offer in offers.filter(replies=None).select_related("player"):
        assert offer.player is not None
        seatless_questions.ask(
            offer.player,
            TOPIC,
            f"back.{key}",
            f"{who} plays on",
            [
                f"You were asked to take over {who} in {session.game.title}. Its own player has "
                "written, and keeps the seat. Thank you for standing by: I ask again about "
                "another seat.",
            ],
            at=session.now,
            game=session.game,
            page=decode(offer.facts).extra.get("page", ""),
            about={"seat": place.colour, "player": place.player_id},
        )


def _stand_ins(session: GameSession, place: Seat, vacancy: str) -> Iterator[Player]:
    """Who is asked: members who stand in, are not asked too often, and may sit there. Who was asked
    about this vacancy before is among them, and is not written to again.
    """
    game = session.game
    assert game.club is not None
    members = (
        club_roles.members(game.club)
        .filter(stands_in=True, player__is_active=True, player__mailbox_dead_since=None)
        .exclude(player__in=Player.objects.filter(seating.sitters(game)))
        .exclude(player=place.player_id)
    )
    players = [member.player for member in members]
    lately = Letter.objects.filter(
        player__in=players,
        kind=LetterKind.ASKED,
        key__startswith="standin.",
        written__gt=session.now - DAY,
    )
    often: Counter[int] = Counter()
    known = set()
    for reader, of_game, key in lately.values_list("player_id", "game_id", "key"):
        often[reader] += 1
        if (of_game, key) == (game.pk, vacancy):
            known.add(reader)
    for player in players:
        if player.pk not in known and often[player.pk] >= settings.QUOTA_OFFERS:
            continue
        try:
            leaving_and_taking_seats.may_take(game, place, player)
            club_roles.may_sit_down(game, player)
        except Refusal:
            continue
        yield player


def _told(session: GameSession, place: Seat) -> Iterator[str]:
    """What an offer says of the game: nothing but what its reader may see without a seat."""
    game, who = session.game, named(place.colour)
    engine = engine_of(game.system)
    club = game.club.name if game.club else ""
    gone = "has left" if place.left else "does not answer"
    yield (
        f"{game.title}, a game of {engine.title} with {count(len(session.seats), 'seat')}, needs a "
        f"player: {who}'s {gone}. Will you play {who}? I ask because you stand in at {club}."
    )
    if _is_watched(game):
        yield " ".join(_as_watched(session, place))
    whole = game_settings.whole(game)
    words = {name: game_settings.in_words(name, whole[name]) for name in _TIMES}
    yield "Time: {turn_time} for a turn, {interval_time} to react.".format(**words)
    yield (
        f"The first to write `yes` plays {who}, with all that {who} has. If {who}'s own player "
        "writes before that, they keep the seat. If you do nothing, nothing changes for you."
    )


def _is_watched(game: Game) -> bool:
    """Whether members of the club may see the game."""
    return game_settings.of(game).watched != "seats"


def _as_watched(session: GameSession, place: Seat) -> Iterator[str]:
    """How far the game is and where the seat stands, as late as watchers see it (PR-RECORD-05)."""
    game, until = session.game, watching_delay.seen_until(session.game)
    number = watching_delay.last_seen(game)
    rows = game.deadlines.filter(turn_clock.of_turns())
    turns = (
        (rows.filter(set_at__lte=until) if until else rows).values("kind", "key").distinct().count()
    )
    begun = f", begun on {game.started:%-d %B}" if game.started else ""
    late = ", as late as watchers see it" if until else ""
    yield f"Played so far{late}: {count(turns, 'turn')}, {count(number, 'move')}{begun}."
    yield from _position(
        session, place, recording_and_replay.position_at(game, number) if until else None
    )
    if not until:
        yield waits_in_words(session.table.pending(), system=game.system, brief=True)


_TIMES = ("turn_time", "interval_time")


def _position(session: GameSession, place: Seat, earlier: object) -> Iterator[str]:
    """Where the seat stands: what is counted of it in the gallery's view, and who leads; in the
    `earlier` position, if one is given.
    """
    engine = session.engine
    state = session.table.state if earlier is None else earlier
    figures = engine.figures(engine.view(state, None))
    counts = [
        f"{name} {by_seat[place.colour]}"
        for name, by_seat in figures.items()
        if place.colour in by_seat
    ]
    if counts:
        yield f"{named(place.colour)} has {', '.join(counts[:MOST_COUNTED])}."
    lead = leading(figures)
    ahead = [seat for seat, value in lead.items() if value == max(lead.values())]
    if len(ahead) == 1 and ahead != [place.colour]:
        yield f"{named(ahead[0])} leads with {next(iter(figures))} {lead[ahead[0]]}."


# --- what a substitute answers --------------------------------------------------------------------


def _sit(reply: Reply, rest: str, raw: str) -> Line:
    """`yes`: sit down, if the seat is still free."""
    seat = _seat_of(reply)
    if late := _too_late(reply, seat):
        return Line(raw, "told", f"Thank you for answering. {late}", rules=("PR-SEAT-05",))
    club = seat.game.club
    if club is None or not club_roles.members(club).filter(player=reply.player).exists():
        raise Refusal("You are no member of the club any more.", "PR-SEAT-05")
    leaving_and_taking_seats.take(seat.game_id, seat.colour, reply.player)
    return Line(
        raw, "done", f"Thank you. You play {named(seat.colour)} now; a letter tells all of it."
    )


def _seat_of(reply: Reply) -> Seat:
    """The seat that the letter offers."""
    rows = Seat.objects.select_related("game")
    return rows.get(game=reply.game, colour=reply.about["seat"])


def _too_late(reply: Reply, seat: Seat) -> str:
    """Why the seat cannot be had any more, kindly; "" where it can."""
    who = named(seat.colour)
    if seat.game.phase == Phase.OVER:
        return "The game is over by now."
    if leaving_and_taking_seats.is_free(seat):
        return ""
    if seat.dropped:
        return f"Nobody took {who} in time, and it is out of the game."
    if seat.player_id == reply.player.pk:
        return f"You play {who} already."
    if seat.player_id != reply.about["player"]:
        return f"{seat.called} was first, and plays {who} now. I ask again about another seat."
    return f"{who}'s own player wrote before you, and keeps the seat."


def _pass_by(reply: Reply, rest: str, raw: str) -> Line:
    """`no`: somebody else may."""
    return Line(raw, "noted", "Thank you for saying so. Somebody else may take the seat.")


def _stand_down(reply: Reply, rest: str, raw: str) -> Line:
    """`stand down`: stand in at this club no more."""
    club = reply.game.club if reply.game else None
    Membership.objects.filter(club=club, player=reply.player).update(stands_in=False)
    return Line(raw, "done", "You stand in no more. Your account's page undoes it.")


def _waits(reply: Reply) -> bool:
    """Whether the seat that the letter offers can still be had."""
    return not _too_late(reply, _seat_of(reply))


ASKS = Topic(TOPIC, _waits)
_answer = partial(Answer, topic=TOPIC, said_by="a substitute")
ANSWERS = (
    _answer(
        prefix="yes",
        also=("take it", "take the seat", "take over the seat"),
        help="Take the seat that you are offered.",
        rule="PR-SEAT-01",
        deed=_sit,
    ),
    _answer(
        prefix="no",
        help="Leave the seat to somebody else.",
        rule="PR-SEAT-05",
        deed=_pass_by,
    ),
    _answer(
        prefix="stand down",
        help="Be offered no more seats of this club.",
        rule="PR-SEAT-05",
        deed=_stand_down,
    ),
)
