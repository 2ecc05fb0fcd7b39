"""What the letters of a simulated game weigh: each is made as the server makes it, its picture in
place, and its octets are counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from tools.simulation.open_offers import view_and_menu
from traders.domain.letters.addresses import picture_name
from traders.domain.letters.board_name import board_name
from traders.domain.letters.board_picture import draw
from traders.domain.letters.letter_facts import Facts, SeatedPlayer
from traders.domain.letters.letter_recipient import Reader
from traders.domain.letters.mime_message import freeze
from traders.domain.letters.plain_text_layout import zone_of
from traders.domain.letters.render import render
from traders.domain.post.mail_transport import filled
from traders.domain.table.advice import suggested
from traders.domain.table.table import Table
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import named
from traders.models import Letter, LetterKind

SUNDAY = datetime(2026, 11, 22, 7, 53, tzinfo=UTC)
TURN = timedelta(days=3)
DIGEST = "8fd6a6a7" * 8


class Scale:
    """The scale of one game, which enters the octets of its letters in `weights`, by kind; those of
    letters that show the board under `<kind> with board`.
    """

    def __init__(self, table: Table, weights: dict[str, list[int]]) -> None:
        self.table, self.weights = table, weights
        self._count = 0
        self._seen: dict[str, str] = {}

    def weigh(self, seat: Seat, kind: str, facts: Facts) -> None:
        """Weigh a letter of that kind with these facts, to that seat."""
        self._count += 1
        self._complete(seat, kind, facts)
        name = f"<e{self._count}.{seat}.first-game@post.example.org>"
        letter = Letter(kind=kind, seat=seat, message_id=name, written=SUNDAY, entry=self._count)
        letter.recipient = f"{seat}@example.org"
        reader = Reader(
            named(seat),
            zone_of("Europe/London"),
            "waiting",
            seat,
            "First game",
            "first-game",
            self.table.engine.name,
            DIGEST,
            "hmac-sha256/1",
            f"play.{'k7p2qx' * 4}@post.example.org",
            picture_name(name),
            "<first-game.red@post.example.org>",
        )
        rendered = render(kind, facts, reader, self._seen.get(seat, ""))
        if rendered.svg:
            self._seen[seat] = board_name(rendered.svg)
        raw = freeze(letter, rendered, reader)
        shown = f"{kind} with board" if rendered.svg else kind
        whole = filled(raw, draw(rendered.svg, rendered.part)) if rendered.svg else raw
        self.weights.setdefault(shown, []).append(len(whole))

    def _complete(self, seat: Seat, kind: str, facts: Facts) -> None:
        """What a counted letter lacks beside one that is sent."""
        table, pending = self.table, self.table.pending()
        facts.view, offers = view_and_menu(table, seat)
        facts.at, facts.due, facts.ends = SUNDAY, SUNDAY + TURN, SUNDAY + 2 * TURN
        facts.history = facts.evidence = DIGEST
        if facts.asked is not None:
            facts.offers = offers
            facts.suggestion = suggested(table.engine, facts.view, pending, offers)
        if kind in (LetterKind.WELCOME, LetterKind.OVER):
            facts.table = tuple(
                SeatedPlayer(one["seat"], named(one["seat"])) for one in facts.view["seats"]
            )
            facts.extra = {"timing": table.timing, "stops": [], "secret": DIGEST}


def summed_up(weights: Iterable[Mapping[str, Sequence[int]]]) -> dict[str, dict[str, int]]:
    """How many letters there are of each kind, and the octets of the median and of the largest."""
    kinds: dict[str, list[int]] = {}
    for one in weights:
        for kind, octets in one.items():
            kinds.setdefault(kind, []).extend(octets)
    found: dict[str, Any] = {}
    for kind, octets in sorted(kinds.items()):
        ordered = sorted(octets)
        found[kind] = {
            "letters": len(ordered),
            "median": ordered[len(ordered) // 2],
            "largest": ordered[-1],
        }
    return found
