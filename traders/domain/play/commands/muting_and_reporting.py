"""Muting a seat, and reporting what it wrote (PR-SEAT-08). Neither touches the game, so that nobody
else learns of it, by numbers or times either.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from traders.domain.history import anonymous_masks
from traders.domain.letters import seatless_letters
from traders.domain.people import quotas
from traders.domain.play import messages_for_reader
from traders.domain.play.commands.command import Command, Group
from traders.domain.play.commands.press_messages import RULE, under_masks
from traders.domain.play.game_session import GameSession
from traders.domain.table.change_set import Line
from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import in_quotes, named
from traders.models import Complaint, Mute, Player
from traders.models import Seat as Place

MOST_WHY = 1_000
"""Characters of what a report says."""
QUOTED = 5
"""Messages that a report quotes."""
_MASK = re.compile(r"mask ([1-9])")


def mute(session: GameSession, seat: Seat, rest: str, raw: str) -> Line:
    """`mute <seat>`: the reader's letters and pages leave its messages out."""
    who = _writer(session, seat, rest, "mute {}")
    Mute.objects.update_or_create(
        game=session.game, seat=seat, who=who, defaults={"at": session.now}
    )
    return Line(
        raw,
        "noted",
        f"You read no more messages of {named(who)}. Nobody else learns of it; `unmute {who}` "
        "ends it.",
    )


def unmute(session: GameSession, seat: Seat, rest: str, raw: str) -> Line:
    """`unmute <seat>`: its messages are read again, those of the meantime on the page."""
    mine = Mute.objects.filter(game=session.game, seat=seat)
    known = mine.filter(who=rest).exists()
    who = rest if known else _writer(session, seat, rest, "unmute {}")
    removed, _ = mine.filter(who=who).delete()
    if not removed:
        return Line(raw, "noted", f"You had not muted {named(who)}.")
    return Line(raw, "noted", f"You read the messages of {named(who)} again.")


def report(session: GameSession, seat: Seat, rest: str, raw: str) -> Line | None:
    """`report <seat>: <words>`: a letter to the club's organizer, else to a referee, else to the
    operators.
    """
    name, colon, _ = rest.partition(":")
    why = raw.partition(":")[2].strip()
    if not colon or not why:
        raise Refusal(
            "Write whom you report, and why.", kind="unreadable", instead=["report blue: ..."]
        )
    if len(why) > MOST_WHY:
        raise Refusal(
            f"A report holds at most {MOST_WHY:,} characters; this has {len(why):,}.",
            kind="unreadable",
        )
    who = _writer(session, seat, name.strip(), "report {}: ...")
    quotas.report(session.place(seat), session.now)
    kept = Complaint.objects.create(
        game=session.game, seat=seat, who=who, words=why, at=session.now
    )
    whom = _write(session, session.place(seat), kept)
    return Line(
        raw, "noted", f"Your report on {named(who)} went to {whom}. Nobody else learns of it."
    )


def _writer(session: GameSession, seat: Seat, name: str, usage: str) -> str:
    """Whom a line names, as messages are signed here: a mask where they go under masks, since a
    seat's name would tell whose mask falls silent; else a seat.
    """
    if not under_masks(session):
        colours = [place.colour for place in session.seats]
        return session.table.other_named(seat, name, usage, colours)
    own = anonymous_masks.numbers(session.game)[seat]
    others = [
        messages_for_reader.label("", mask)
        for mask in range(1, len(session.seats) + 1)
        if mask != own
    ]
    if _MASK.fullmatch(name) is None or name not in others:
        raise Refusal(
            "Messages go under masks here: name one of the others'.",
            RULE,
            kind="unreadable",
            instead=[usage.format(other) for other in others],
        )
    return name


def _write(session: GameSession, place: Place, kept: Complaint) -> str:
    """Write to whoever looks after the table; in words, who that is."""
    game, who = session.game, kept.who
    read = messages_for_reader.read_by(game, place, 50, with_muted=True)
    quoted = [one for one in read if one.by == who and not one.own][:QUOTED]
    paragraphs = [
        f"{named(place.colour)} reports {named(who)} in {game.title}: {in_quotes(kept.words)}",
        *(
            f"{named(who)} wrote at {one.at:%H:%M UTC on %-d %B}: {in_quotes(one.words)}"
            for one in quoted
        ),
        "Nobody else at the table knows of the report.",
    ]
    organizers = seatless_letters.organizers_of(game)
    referee = seatless_letters.referee_of(game)
    readers = organizers or ([referee] if referee else list(_operators(session)))
    for reader in readers:
        key, subject = f"report.{kept.pk}", f"Reported: {named(who)} · {game.title}"
        seatless_letters.write(reader, game, key, subject, paragraphs, at=session.now)
    if organizers:
        return "the organizer"
    return "a referee" if referee else "the operator"


def _operators(session: GameSession) -> Iterator[Player]:
    seated = {place.player_id for place in session.seats if place.player_id is not None}
    yield from Player.objects.filter(is_superuser=True, is_active=True).exclude(pk__in=seated)


COMMANDS = (
    Command(
        prefix="mute ",
        group=Group.WORDS,
        forms=("mute <seat>",),
        when=When.ALWAYS,
        help="You read nothing more that this player writes. Under masks: `mute mask 2`.",
        example="mute blue",
        brief="read nothing of one; `unmute blue`",
        rule=RULE,
        deed=mute,
    ),
    Command(
        prefix="unmute ",
        group=Group.WORDS,
        forms=("unmute <seat>",),
        when=When.ALWAYS,
        help="You read what this player writes again.",
        example="unmute blue",
        rule=RULE,
        deed=unmute,
    ),
    Command(
        prefix="report ",
        group=Group.WORDS,
        in_prose=True,
        forms=("report <seat>: <words>",),
        when=When.ALWAYS,
        help="Tell the organizer, or a referee, of a message that should not have been sent.",
        example="report blue: please read the last message",
        rule=RULE,
        deed=report,
    ),
)
