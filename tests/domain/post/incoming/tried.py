"""Planted and genuine letters read by the real way in, and what was made of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from email import message_from_bytes, policy

from tests.domain.post.incoming.planted import Planted
from traders.domain.letters.addresses import reply_address
from traders.domain.letters.letter_facts import decode
from traders.domain.post.incoming import intake
from traders.domain.timeline import timeline
from traders.models import Arrival, Game, Letter, Press, Seat, triggers

COUNTING = {"done", "kept", "opened", "noted", "planned", "waits"}


@dataclass(slots=True)
class Tried:
    """Figures, and the letters that went wrong."""

    read: int = 0
    done: list[Planted] = field(default_factory=list)
    """An order that stands in the letter was carried out, kept or noted."""
    listed: list[Planted] = field(default_factory=list)
    """It came as far as the list of orders."""
    unmentioned: list[Planted] = field(default_factory=list)
    """Neither the answer's lines nor its sentences name it."""
    lost: list[Planted] = field(default_factory=list)
    """The player's own line around it was not carried out."""
    outcomes: Counter[str] = field(default_factory=Counter)


def parts_of(letter: Letter) -> tuple[str, str]:
    """A letter of ours as it was sent: text and HTML."""
    message = message_from_bytes(bytes(letter.raw), policy=policy.default)
    bodies = [message.get_body((kind,)) for kind in ("plain", "html")]
    return tuple(str(body.get_content()).replace("\r\n", "\n") for body in bodies)  # type: ignore[return-value]


def tried(game: Game, letters: Iterable[Planted], colour: str = "red") -> Tried:
    """Read each letter as the seat's own. Each begins from a clean slate: what the brakes count is
    forgotten between two.
    """
    seat, found = Seat.objects.select_related("player").get(game=game, colour=colour), Tried()
    for number, one in enumerate(letters):
        head = (
            f"From: {seat.player.email}\r\nMessage-ID: <{number}@phone.test>\r\nContent-Type: "
            f"{one.kind}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
        )
        to = reply_address(seat.pk, "")
        arrival = intake.take(
            head.encode() + one.body.encode(),
            envelope_to=to,
            envelope_from=seat.player.email,
            channel="smtp",
        )
        found.outcomes[timeline.read(arrival.pk)] += 1
        arrival.refresh_from_db()
        lines = [
            (text.lower().rstrip("."), answer)
            for text, answer, _, _ in arrival.notes.get("lines", [])
        ]
        facts = decode(arrival.answered_by.facts) if arrival.answered_by else None
        said = (
            " ".join(
                [
                    *facts.remarks,
                    *(line.words for line in facts.lines),
                    *(line.text for line in facts.lines),
                ]
            )
            if facts
            else ""
        )
        found.read += 1
        named = [answer for text, answer in lines if one.order in text]
        found.listed += [one] if named else []
        found.done += [one] if COUNTING & set(named) else []
        found.unmentioned += [] if one.order in said else [one]
        taken = {text for text, answer in lines if answer in COUNTING | {"told"}}
        found.lost += [one] if one.top and one.top.lower() not in taken else []
        with triggers.lifted():
            Arrival.objects.all().delete()
            Press.objects.all().delete()
        if arrival.answered_by is not None:
            arrival.answered_by.delete()
    return found
