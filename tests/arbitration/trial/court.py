"""Claims of every kind and rulings of every kind on a game under way, each by the verb that players
and referees have.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from email.utils import format_datetime
from typing import Any

from arbitration.models import Claim, ClaimStatus, Remedy, Ruling
from arbitration.remedies.remedy_execution import Penalty
from arbitration.rulings import giving
from arbitration.rulings.giving import RulingRequest
from tests.arbitration.trial.play import SEATS, Table
from traders.domain.calendar import clock
from traders.domain.history import recording_and_replay
from traders.domain.history.claimable_moments import Moment, moments
from traders.domain.history.moment_labels import back_ups, label
from traders.domain.letters.addresses import reply_address
from traders.domain.post.incoming import intake
from traders.domain.timeline import timeline
from traders.engines.kernel.refusal import Refusal
from traders.models import Entry, Kind, Phase, Player, Seat

KINDS = ("missed", "late", "mail", "priority", "rule", "conduct")
REMEDIES = tuple(remedy.value for remedy in Remedy if remedy != Remedy.UNSETTLED)
OURS = "mx.house.test"
"""The receiving side's mail server."""
WHISPER = "zweiundvierzig"
"""Stands in what is said to the referee alone."""


@dataclass
class Trial:
    """A claim, and what was ruled on it."""

    table: Table
    claim: Claim
    costs: str = ""
    """The seat that the latest ruling cost its time in hand."""

    # --- the claim --------------------------------------------------------------------------------

    @classmethod
    def of(cls, table: Table, kind: str) -> Trial:
        """Somebody claims: of that kind if it is taken, else that a rule was broken, or of
        conduct.
        """
        for text in [*_claims(table, kind), "rule: that is not so", "conduct: somebody shouts"]:
            seat, _, words = text.rpartition("|")
            seat = seat or table.dice.choice(SEATS)
            answer, told = table.orders(seat, f"claim {words}")[0]
            if answer == "done":
                return cls(table, Claim.objects.get(game=table.game))
            assert told, "a claim is refused in words"
            assert not Claim.objects.filter(game=table.game).exists()
        raise AssertionError("even a claim of conduct was refused")

    @property
    def is_open(self) -> bool:
        self.claim.refresh_from_db()
        return self.claim.status == ClaimStatus.OPEN

    def heard(self, *, on_appeal: bool = False) -> None:
        """Others answer, one of them to the referee alone; some send orders; then the answering
        time is over.
        """
        for seat in SEATS:
            if self.table.dice.random() < 0.5:
                form = self.table.dice.choice(
                    ["answer: so it was", f"answer privately: I, {seat}, hold {WHISPER}"]
                )
                self.table.orders(seat, form)
            if not on_appeal and self.table.dice.random() < 0.4:
                self.table.orders(seat, self._some_order(seat))
        self.table.pass_time(60 * 24 + 1)

    def _some_order(self, seat: str) -> str:
        offers = [
            offer.order
            for offer in self.table.rules.offers(self.table.state, seat)
            if not offer.blanks
        ]
        return self.table.dice.choice(offers) if offers else "pass"

    # --- the ruling -------------------------------------------------------------------------------

    def rule(self, remedy: str, referee: Player) -> Ruling:
        """Rule by that remedy, as far as it can be carried out; else let it stand. A ruling that is
        refused changes nothing.
        """
        for given in [*self._forms(remedy), RulingRequest("stand")]:
            given = RulingRequest(
                **{
                    **_as_dict(given),
                    "reasons": "So it is.",
                    "departs": "It was otherwise.",
                    "seen": -1,
                }
            )
            before = _rows(self.table)
            refused: Refusal | None = None
            try:
                ruling = giving.give(self.claim.pk, referee, given)
            except Refusal as refusal:
                refused = refusal
            else:
                self.costs = (
                    given.against
                    if given.remedy == Remedy.CONDUCT and given.cost == Penalty.SAVED_TIME
                    else ""
                )
                return ruling
            assert refused.rules, f"a ruling is refused by a rule: {refused.text}"
            assert _rows(self.table) == before
        raise AssertionError("even letting it stand was refused")

    def appeal(self) -> None:
        """Somebody appeals."""
        seat = self.table.dice.choice(SEATS)
        answer, told = self.table.orders(seat, f"appeal {self.claim.number}: it was not so")[0]
        assert answer == "done", told

    def _forms(self, remedy: str) -> Iterator[RulingRequest]:
        """The ruling as a referee might fill it in: about the claim's own moment, then about
        others.
        """
        dice = self.table.dice
        match remedy:
            case Remedy.ADMIT | Remedy.REOPEN | Remedy.REORDER:
                yield RulingRequest(remedy)
                for entry in self._points(40):
                    yield RulingRequest(
                        remedy,
                        move=entry.number,
                        order=self._order_at(entry) if remedy == Remedy.ADMIT else "",
                    )
            case Remedy.PUT_RIGHT:
                yield RulingRequest(remedy, position=self._another_position())
            case Remedy.TIME:
                yield RulingRequest(remedy, give=timedelta(hours=dice.randint(1, 48)))
            case Remedy.CONDUCT:
                yield RulingRequest(
                    remedy,
                    against=dice.choice(SEATS),
                    cost=dice.choice(["", "time in hand", "removal"]),
                )

    def _points(self, most: int) -> list[Entry]:
        line = [
            entry
            for entry in recording_and_replay.line(self.table.game, self._head())
            if entry.kind not in (Kind.START, Kind.BACK_UP)
        ]
        return self.table.dice.sample(line, min(most, len(line)))

    def _head(self) -> int:
        self.table.game.refresh_from_db()
        return self.table.game.head

    def _order_at(self, entry: Entry) -> str:
        position = recording_and_replay.position_at(self.table.game, entry.parent)
        offers = [
            offer.order
            for offer in self.table.rules.offers(position, self.claim.seat)
            if not offer.blanks
        ]
        return self.table.dice.choice(offers) if offers else "pass"

    def _another_position(self) -> Any:
        """Where play stood at some time, with a mark of its own."""
        number = self.table.dice.choice(
            [entry.number for entry in recording_and_replay.line(self.table.game, self._head())]
        )
        return recording_and_replay.position_at(self.table.game, number)


def _as_dict(given: RulingRequest) -> dict[str, Any]:
    return {name: getattr(given, name) for name in RulingRequest.__slots__}


def _rows(table: Table) -> tuple[Any, ...]:
    """What a refused ruling must leave as it is."""
    table.game.refresh_from_db()
    game = table.game
    return game.number, game.head, game.digest, game.frozen, game.stayed, Ruling.objects.count()


# --- what players write ---------------------------------------------------------------------------


def _claims(table: Table, kind: str) -> Iterator[str]:
    """Claims of a kind that might be taken, as `seat|words`."""
    table.game.refresh_from_db()
    listed = list(reversed(moments(table.game, clock.now() - timedelta(days=2))))
    intervals = [moment for moment in listed if moment.kind == "interval"]
    match kind:
        case "missed":
            for moment in table.dice.sample(intervals, min(8, len(intervals))) + listed[:4]:
                for seat in moment.seats:
                    for order in _orders_at(table, moment, seat)[:2]:
                        yield f"{seat}|missed about {moment.name}: {order}"
        case "late":
            for moment in intervals[:6]:
                if not moment.is_open:
                    seat = table.dice.choice(moment.seats)
                    order = (_orders_at(table, moment, seat) or ["pass"])[0]
                    _late_letter(table, moment, seat, order)
                    yield f"{seat}|late"
        case "mail" | "priority":
            for moment in intervals[:6]:
                yield f"{table.dice.choice(moment.seats)}|{kind} about {moment.name}"
        case _:
            yield f"|{kind}: it was not as it should be"


def _orders_at(table: Table, moment: Moment, seat: str) -> list[str]:
    position = recording_and_replay.position_at(table.game, moment.stands[0].entry)
    found = [
        offer.order
        for offer in table.rules.offers(position, seat)
        if not offer.blanks and offer.order != "pass"
    ]
    table.dice.shuffle(found)
    return found


def _late_letter(table: Table, moment: Moment, seat: str, order: str) -> None:
    """A letter for a moment that has passed comes, stamped by the receiving side while the moment
    was open, or after.
    """
    place = Seat.objects.get(game=table.game, colour=seat)
    asked = label(back_ups([table.game.pk]), moment.label, table.game.number)
    to = reply_address(place.pk, asked)
    stamp = format_datetime(
        moment.stands[0].begin + timedelta(seconds=table.dice.choice([0, 5, 90_000]))
    )
    name = f"{seat}{clock.now():%d%H%M%S}{moment.key}"
    raw = (
        f"Received: from relay.test by {OURS}; {stamp}\r\nFrom: {seat}@example.org\r\nTo: "
        f"{to}\r\nSubject: late\r\n"
        f"Message-ID: <{name}@example.org>\r\nDate: {stamp}\r\n\r\n{order}\r\n"
    )
    timeline.read(
        intake.take(
            raw.encode(), envelope_to=to, envelope_from=f"{seat}@example.org", channel="smtp"
        ).pk
    )


def over(table: Table) -> bool:
    """Whether the game has ended."""
    table.game.refresh_from_db()
    return table.game.phase == Phase.OVER
