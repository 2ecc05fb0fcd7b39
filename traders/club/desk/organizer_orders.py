"""The organizer's orders as lines, the same on the page and by letter: read here, carried out by
`play.organizer` behind all that came before in the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta

from traders.domain.calendar import durations
from traders.domain.deadlines.deadline_changes import EVERYBODY
from traders.domain.history import declared_end
from traders.domain.people import club_roles
from traders.domain.play.organizer import ending_and_announcing, seat_orders, time_orders
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.kernel.grammar.order_table import OrderRow, When
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import fold
from traders.models import Club, Game, Player


@dataclass(frozen=True, slots=True)
class Spoken:
    """A line of an organizer about a game: what follows the game's name, and what the colon."""

    organizer: Player
    club: Club
    game: Game
    rest: str
    why: str

    def seat(self, name: str) -> str:
        """The colour of the seat that is so called, by its colour or its player's name."""
        for place in self.game.seats.select_related("player"):
            if fold(name) in (place.colour, fold(place.called)):
                return place.colour
        raise Refusal(f"There is no seat “{name}” in {self.game.title}.", kind="unreadable")

    def nothing_more(self) -> None:
        """Refuse a line that goes on behind the game's name: perhaps it names another."""
        if self.rest:
            raise Refusal(
                f"I cannot read “{self.rest}” behind {self.game.slug}. Write the end of a game's "
                "address and a colon.",
                kind="unreadable",
            )

    def seat_and_length(self) -> tuple[str, timedelta]:
        """The rest as a seat and a length of time, which may have blanks both."""
        form = "more time first-voyage red 24h: the ferry is late"
        words = self.rest.split(" ")
        for place in range(1, len(words)):
            with suppress(ValueError):
                return " ".join(words[:place]), durations.read(" ".join(words[place:]))
        if len(words) > 1:
            wrong = f"“{words[-1]}” is no length of time. Write one like 24h or 2 days."
            raise Refusal(wrong, kind="unreadable", instead=[form])
        raise Refusal(
            "Say for whom and how long: a seat or `all`, and a length of time.",
            kind="unreadable",
            instead=[form, form.replace(" red ", " all ")],
        )


def length(text: str) -> timedelta:
    """A length of time; refused in words."""
    try:
        return durations.read(text)
    except ValueError as wrong:
        raise Refusal(f"{wrong}.", kind="unreadable") from None


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskOrder(OrderRow):
    """One order of organizers. `fields`: what the page asks for, in the order of the line."""

    deed: Callable[[Spoken], str]
    fields: tuple[str, ...] = ()
    button: str
    of_a_game: bool = True
    when: When = When.ANY

    @property
    def who(self) -> str:
        """Who may say it."""
        return "an organizer without a seat in the game"


def _more_time(said: Spoken) -> str:
    seat, time = said.seat_and_length()
    whom = EVERYBODY if seat == "all" else said.seat(seat)
    return time_orders.more_time(said.game.pk, said.organizer, whom, time, said.why)


def _undo_time(said: Spoken) -> str:
    said.nothing_more()
    return time_orders.undo_time(said.game.pk, said.organizer, said.why)


def _pause(said: Spoken) -> str:
    asked = said.rest.removeprefix("for ").strip()
    time = length(asked) if asked else time_orders.USUAL_PAUSE
    return time_orders.pause(said.game.pk, said.organizer, time, said.why)


def _go_on(said: Spoken) -> str:
    said.nothing_more()
    return time_orders.go_on(said.game.pk, said.organizer, said.why)


def _offer(said: Spoken) -> str:
    return seat_orders.offer(said.game.pk, said.organizer, said.seat(said.rest), said.why)


def _bot(said: Spoken) -> str:
    seat, _, level = said.rest.rpartition(" ")
    if level not in tuple(Level):
        seat, level = said.rest, Level.PLAYER
    return seat_orders.to_bot(said.game.pk, said.organizer, said.seat(seat), Level(level), said.why)


def _seat(said: Spoken) -> str:
    colour, _, name = said.rest.partition(" ")
    found = [
        row.player for row in club_roles.members(said.club) if fold(row.player.display_name) == name
    ]
    if not found:
        raise Refusal(f"No member of the club is called “{name}”.", kind="unreadable")
    return seat_orders.seat(said.game.pk, said.organizer, said.seat(colour), found[0], said.why)


ENDINGS = {"void": declared_end.Ending.VOID, "as it stands": declared_end.Ending.AS_IT_STOOD}


def _end(said: Spoken) -> str:
    if said.rest not in ENDINGS:
        raise Refusal(
            "Say how: `void`, so that it does not count, or `as it stands`, so that those who "
            "lead have won.",
            kind="unreadable",
            instead=[f"end {said.game.slug} {how}: …" for how in ENDINGS],
        )
    return ending_and_announcing.end(said.game.pk, said.organizer, ENDINGS[said.rest], said.why)


def _tell(said: Spoken) -> str:
    said.nothing_more()
    return ending_and_announcing.announce(said.game.pk, said.organizer, said.why)


ORDERS = (
    DeskOrder(
        prefix="more time",
        forms=("more time <game> <seat> <length>: <why>", "more time <game> all <length>: <why>"),
        help="Give a seat more time, or all who are waited for.",
        example="more time first-voyage red 24h: the ferry is late",
        rule="PR-REMEDY-06",
        deed=_more_time,
        fields=("seat or all", "length"),
        button="Give more time",
    ),
    DeskOrder(
        prefix="undo time",
        forms=("undo time <game>: <why>",),
        help="Take back the more time that you gave last, while an hour is left without it.",
        example="undo time first-voyage: it was the wrong seat",
        rule="PR-SEAT-11",
        deed=_undo_time,
        button="Take more time back",
    ),
    DeskOrder(
        prefix="pause",
        forms=("pause <game>: <why>", "pause <game> for <length>: <why>"),
        help="All clocks stand still, for 14 days or as long as you say, 28 days at most.",
        example="pause first-voyage for 7d: Christmas",
        rule="PR-SEAT-03",
        deed=_pause,
        fields=("length",),
        button="Pause, or make a pause longer",
    ),
    DeskOrder(
        prefix="go on",
        forms=("go on <game>: <why>",),
        help="End a pause before its time, also one that the table agreed on.",
        example="go on first-voyage: all are back",
        rule="PR-SEAT-03",
        deed=_go_on,
        button="Go on",
    ),
    DeskOrder(
        prefix="offer",
        forms=("offer <game> <seat>: <why>",),
        help="Offer a seat to substitutes; until one has it, a word of its player keeps it.",
        example="offer first-voyage red: no word for two weeks",
        rule="PR-SEAT-05",
        deed=_offer,
        fields=("seat",),
        button="Offer the seat",
    ),
    DeskOrder(
        prefix="bot for",
        forms=("bot for <game> <seat> [learner|player|master]: <why>",),
        help="A bot plays a seat that is free or offered, from now on.",
        example="bot for first-voyage red master: no substitute was found",
        rule="PR-SEAT-01",
        deed=_bot,
        fields=("seat", "level"),
        button="Give it to a bot",
        grave=True,
    ),
    DeskOrder(
        prefix="seat",
        forms=("seat <game> <seat> <player>: <why>",),
        help="A member takes a seat that is free or offered, as it is.",
        example="seat first-voyage red Tom: Tom stands in",
        rule="PR-SEAT-01",
        deed=_seat,
        fields=("seat", "member"),
        button="Seat a member",
        grave=True,
    ),
    DeskOrder(
        prefix="end",
        forms=("end <game> void: <why>", "end <game> as it stands: <why>"),
        help="End a game: it does not count, or those who lead by its own count have won.",
        example="end first-voyage void: nobody plays any more",
        rule="PR-SEAT-03",
        deed=_end,
        fields=("ending",),
        button="End the game",
        grave=True,
    ),
    DeskOrder(
        prefix="tell",
        forms=(
            "tell <game>: <words>",
            "tell club: <words>",
            "tell season: <words>",
            "tell division <number>: <words>",
        ),
        help="Write to all players of a game, a season or one of its divisions, or to all members.",
        example="tell club: the season begins on Monday",
        rule="PR-SEAT-07",
        deed=_tell,
        button="Write to the table",
    ),
    DeskOrder(
        prefix="make good",
        forms=("make good <length>",),
        help="After an outage, once: more time on each open clock of the club's games.",
        example="make good 24h",
        rule="PR-MAIL-03",
        deed=_tell,
        fields=("length",),
        button="Give it to all",
        of_a_game=False,
    ),
)
"""All orders, in the order in which the page shows them."""


def by_page(order: DeskOrder, game: str, given: Mapping[str, str]) -> str:
    """The line that the page's form stands for."""
    parts = [" ".join(given.get(name, "").replace(":", " ").split()) for name in order.fields]
    named = (order.prefix, game if order.of_a_game else "", *parts)
    line = " ".join(filter(None, named))
    return f"{line}: {' '.join(given.get('why', '').split())}"
