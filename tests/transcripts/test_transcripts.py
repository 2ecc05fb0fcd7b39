"""Conversations by letter, mail in and mail out, as files that can be read: each is played again on
the real house and must come out the same.

A file begins with its title and what it shows. `--- +0:10 red writes` is a letter taken ten minutes
after the beginning, answering the newest letter of the seat (`, answering the interval`: that of
the last interval); `--- +30:00 nobody writes` lets the clock run. What follows each is what went
out: to the writer, and to whom ` (and what red gets)` names; of other letters the subject.
`TRANSCRIPTS=write pytest tests/transcripts` writes the answers anew, to be read before they are
kept.
"""

from __future__ import annotations

import os
import re
from datetime import timedelta
from email import message_from_bytes, policy
from pathlib import Path

import pytest

from tests import seated
from tests.domain.letters.real import gone, table
from tests.domain.letters.table import NOON
from tests.domain.post.incoming.conftest import moment_of
from traders.domain.calendar import clock
from traders.domain.history.moment_labels import label_of
from traders.domain.letters.addresses import reply_address
from traders.domain.letters.plain_text_layout import unstuffed
from traders.domain.post.incoming import intake
from traders.domain.timeline import due_work_sweep, timeline
from traders.models import Game, Letter, Seat

FILES = sorted(Path(__file__).parent.glob("*.txt"))
_TURN = re.compile(
    r"^--- \+(?P<hours>\d+):(?P<minutes>\d\d) (?P<seat>\w+) writes"
    r"(?:, answering the (?P<moment>\w+))?(?: \(and what (?P<also>\w+) gets\))?$",
    re.MULTILINE,
)
_BELOW = re.compile(r"^(?:A GOOD |YOU MAY ALSO|YOU: |-- $)", re.MULTILINE)
"""Where what a letter says ends, and what its seat may do and has begins."""
_OUT = re.compile(r"^(?:>>> |--- \+)", re.MULTILINE)


def replayed(text: str) -> str:
    """The transcript as it comes out when its letters are sent again."""
    game = table(zone="UTC")
    with clock.at(NOON):
        seated.begin(game.pk, stops=False, at=NOON)
    seen = set(Letter.objects.values_list("pk", flat=True))
    turns = list(_TURN.finditer(text))
    out = [text[: turns[0].start()].rstrip() + "\n"]
    for place, turn in enumerate(turns):
        end = turns[place + 1].start() if place + 1 < len(turns) else len(text)
        written = _OUT.split(text[turn.end() : end])[0].strip()
        with clock.at(NOON + timedelta(hours=int(turn["hours"]), minutes=int(turn["minutes"]))):
            if turn["seat"] == "nobody":
                due_work_sweep.sweep()
            else:
                _take(game, turn["seat"], written, turn["moment"])
            letters = gone(game=game)
        # a reminder that came too late is not sent
        new = [letter for letter in letters if letter.pk not in seen and letter.raw]
        seen |= {letter.pk for letter in letters}
        out.append(
            "\n".join(filter(None, [turn[0], written]))
            + "\n\n"
            + _sent(new, {turn["seat"], turn["also"] or ""})
        )
    return "\n".join(out)


def _take(game: Game, colour: str, written: str, kind: str | None) -> None:
    """The letter as a mail program sends it, in at the edge and read."""
    seat = Seat.objects.get(game=game, colour=colour)
    about = (
        Letter.objects.filter(game=game, seat=colour, moment__startswith=kind[0]) if kind else None
    )
    asked = label_of(about.latest("id")) if about is not None else moment_of(game, colour)
    to = reply_address(seat.pk, asked)
    quote = "On 2 March 2026, Traders by Post wrote:\n> jump jaxin"
    raw = (
        f"From: {seat.player.email}\nTo: {to}\nSubject: Re: Spiral Arm\nMessage-ID: "
        f"<{clock.now():%d%H%M}@phone.test>\n\n{written}\n\n{quote}\n"
    )
    timeline.read(
        intake.take(
            raw.replace("\n", "\r\n").encode(),
            envelope_to=to,
            envelope_from=seat.player.email,
            channel="smtp",
        ).pk
    )


def _sent(letters: list[Letter], shown: set[str]) -> str:
    """What went out: to those shown what each letter says, of others' what they are about. What
    lies in a letter below that, and its foot, is in tests/proof/specimens.
    """
    whole, others = [], []
    for letter in letters:
        if letter.seat in shown:
            text = (
                message_from_bytes(bytes(letter.raw or b""), policy=policy.default)
                .get_body(("plain",))
                .get_content()
            )
            lines = unstuffed(text.replace(chr(13), "")).split("\n")
            said = _BELOW.split("\n".join(lines))[0]
            said = "\n".join(line.rstrip() for line in said.split("\n")).strip()
            whole.append(f">>> to {letter.seat}: {letter.subject}\n{said}\n")
        else:
            others.append(f">>> to {letter.seat}, not shown: {letter.subject}\n")
    return "\n".join(whole) + ("\n" if whole and others else "") + "".join(others)


@pytest.mark.django_db
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_conversation_comes_out_as_written(path, settings):
    settings.SECRET_KEY = "a key for transcripts, which are to the letter the same each time"
    settings.SITE_URL = "https://traders.example.org"
    text = path.read_text()
    came = replayed(text)
    if os.environ.get("TRANSCRIPTS") == "write":
        path.write_text(came)
    assert came == path.read_text()
