"""Letters from files, read as they would be if they came now, with nothing kept: what each is
found to be, what would be done with it, and what would be left out.

A letter to a seat of this server is read on the server's database, in a transaction that is rolled
back. Any other one is read as a letter of the first seat's own player in a new game, in memory; the
server's database is not opened for it.
"""

from __future__ import annotations

import mailbox
from collections.abc import Iterator
from contextlib import ExitStack, closing
from email.utils import parseaddr
from pathlib import Path

from django.test.utils import override_settings

from traders.domain.calendar import clock
from traders.domain.letters import addresses
from traders.domain.letters.letter_facts import decode
from traders.domain.people import seating
from traders.domain.play import door
from traders.domain.post.incoming import intake
from traders.domain.post.incoming.mime_parsing import OpenedLetter, Unreadable, open_head
from traders.domain.timeline import timeline
from traders.models import Arrival, Game, Player, Seat, SittingCause
from traders.proof.scenarios.in_memory_database import elsewhere, rolled_back
from traders.proof.scenarios.vocabulary import COLOURS

MOST_NAMED = 5
"""Lines of a letter that are told."""
MOST_TOLD = 300
"""Characters of what is said of a letter."""
_RECIPIENTS = ("delivered-to", "x-original-to", "envelope-to", "to", "cc")


def messages(path: Path) -> Iterator[tuple[str, bytes]]:
    """The letters of a file, an mbox or a folder with all below it, each with a name. Raises
    `OSError` where it cannot be read.
    """
    if path.is_dir():
        for file in sorted(one for one in path.rglob("*") if one.is_file()):
            yield from messages(file)
        return
    raw = path.read_bytes()
    if not raw.startswith(b"From "):
        yield str(path), raw
        return
    with closing(mailbox.mbox(path, create=False)) as box:
        for number, key in enumerate(box.iterkeys(), 1):
            yield f"{path}:{number}", box.get_bytes(key)


def tried(name: str, raw: bytes, system: str, to: str = "") -> str:
    """What would come of a letter, in one line. `to`: its recipient, if it is known; `system`: of
    the game in which a letter to no seat is read.
    """
    try:
        head = open_head(raw)
    except Unreadable:
        head = OpenedLetter()
    named = [to] if to else _recipients(head)
    ours = next((one for one in named if addresses.is_ours(one) and addresses.is_mailbox(one)), "")
    with ExitStack() as stack:
        if not ours:
            stack.enter_context(elsewhere())
            stack.enter_context(override_settings(TRUSTED_MAIL_HOSTS=[]))
        stack.enter_context(rolled_back())
        recipient = ours or addresses.reply_address(_own_seat(system, head).pk, "")
        try:
            arrival = intake.take(
                raw, envelope_to=recipient, envelope_from=_sender(head), channel="dry run"
            )
        except intake.TooLarge as error:
            return f"{name}: too-large; nothing is done; {error}"
        timeline.read(arrival.pk)
        arrival.refresh_from_db()
        return f"{name}: {_told(arrival)}"


def _recipients(head: OpenedLetter) -> list[str]:
    values = (value for name in _RECIPIENTS for value in head.headers.get(name, ()))
    return [parseaddr(one)[1] for value in values for one in value.split(",")[:20]]


def _sender(head: OpenedLetter) -> str:
    """The sender on the envelope, as the receiving server noted it; else the one in From."""
    noted = head.headers.get("return-path", ())
    return noted[0].strip() if noted else next(iter(head.senders), "")


def _own_seat(system: str, head: OpenedLetter) -> Seat:
    """The first seat of a new game, whose player has the letter's mailbox."""
    game: Game = door.create(system, COLOURS[:2], {}, {})  # every game can be played by two
    rows = list(Seat.objects.filter(game=game).order_by("place"))
    own = head.senders[0] if len(head.senders) == 1 else "player@example.org"
    emails = [own[:254], *(f"{row.colour}@dry-run.example" for row in rows[1:])]
    players = Player.objects.bulk_create(
        Player(email=email, display_name=row.colour.capitalize(), password="!")
        for row, email in zip(rows, emails, strict=True)
    )
    seating.seat_all(dict(zip(rows, players, strict=True)), clock.now(), SittingCause.GATHERED)
    door.begin(game.pk)
    return rows[0]


def _told(arrival: Arrival) -> str:
    facts = decode(arrival.answered_by.facts) if arrival.answered_by else None
    carried = facts.lines if facts and "lines" in arrival.notes else ()
    done = ", ".join(
        f"`{line.text}` {line.answer}" + (f" ({line.words})" if line.answer == "refused" else "")
        for line in carried[:MOST_NAMED]
    )
    if len(carried) > MOST_NAMED:
        done += f" and {len(carried) - MOST_NAMED} more"
    left_out = [*facts.remarks, *(line.words for line in facts.lines[:1])] if facts else []
    told = " ".join(" ".join(facts.remarks if facts and carried else left_out).split())
    parts = (arrival.outcome, done or "nothing is done", told or "nothing is left out")
    return "; ".join(" ".join(part.split())[:MOST_TOLD] for part in parts)
