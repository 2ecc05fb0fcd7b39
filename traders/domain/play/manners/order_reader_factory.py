"""The reader of manners of one seat: in a session, or by the stored position alone."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from zoneinfo import ZoneInfo

from traders.domain.calendar import clock
from traders.domain.deadlines.seat_clock import zone_of
from traders.domain.history.moment_labels import MomentLabel
from traders.domain.people import seating
from traders.domain.play.commands import confirmation_by_yes
from traders.domain.play.game_session import GameSession
from traders.domain.play.manners.absence_sentences import Absences
from traders.domain.play.manners.accepted_suggestion import answers_others, proposed_to
from traders.domain.play.manners.literal_order_check import Sight
from traders.domain.play.manners.order_reader import Reader
from traders.domain.settings import game_settings
from traders.domain.table import deals
from traders.engines.kernel.contract.contract import Engine, Interval, Offer, Turn
from traders.engines.kernel.engine.optional_contract import Dealing
from traders.engines.kernel.seats import Seat, SeatNames
from traders.engines.registry import engine as engine_of
from traders.models import Proposal, Sealed, SealedKind, Source
from traders.models import Seat as SeatRow


def reader_of(
    session: GameSession,
    place: SeatRow,
    moment: str,
    source: Source = Source.LETTER,
    subject: str = "",
    answers: str = "",
) -> Reader:
    """The reader of what the seat says in a session. `moment`: the label of what it answers;
    `subject`: the line that stands in its letter's subject; `answers`: the Message-ID of the letter
    that its own names.
    """
    table, seat = session.table, place.colour
    sight = _sight(session.engine, table.state, seat, table.names, session.mixes)
    zone = ZoneInfo(zone_of(place, session.settings, session.now))
    said = next(table.open(SealedKind.UNCONFIRMED, seat), None)
    question = ""
    if said is not None and _answers_now(session, moment):
        until = confirmation_by_yes.waits_until(said)
        question = (
            said.text if confirmation_by_yes.in_time(session.game, until, session.now) else ""
        )
    return Reader(
        sight,
        Absences(session.now.astimezone(zone).date()),
        partial(_menu, session, seat),
        question,
        partial(proposed_to, session, place, moment, source, answers),
        # who is asked whether they are there, or what may not be taken back, answers that
        said is not None or bool(place.timeouts) or place.offered is not None,
        lambda: source == Source.LETTER and answers_others(session, place, answers),
        source == Source.LETTER,
        subject,
    )


def reader_at(
    seat: SeatRow,
    state: object,
    seats: Iterable[SeatRow] | None = None,
) -> Reader:
    """The reader of a seat's letters before its game is opened: it says how lines read, and asks
    the database for a question that waits. `seats`: of its game, if known.
    """
    engine = engine_of(seat.game.system)
    names = seating.names_of(seat.game.seats.all() if seats is None else seats)
    agreed, at = game_settings.of(seat.game), clock.now()
    zone = ZoneInfo(zone_of(seat, agreed, at))
    waiting = Sealed.objects.filter(
        game=seat.game_id, seat=seat.colour, kind=SealedKind.UNCONFIRMED, outcome=""
    )
    return Reader(
        _sight(engine, state, seat.colour, names, agreed.dice == "mixed"),
        Absences(at.astimezone(zone).date()),
        partial(_menu_at, engine, state, seat),
        waiting.values_list("text", flat=True).first() or "",
    )


def _sight(
    engine: Engine[object, object], state: object, seat: Seat, names: SeatNames, mixes: bool
) -> Sight:
    pending = engine.pending(state)
    asked = isinstance(pending, Interval) and seat in pending.seats
    return Sight(engine, state, seat, names, asked, mixes)


def _menu(session: GameSession, seat: Seat) -> list[Offer]:
    table = session.table
    found = [*table.menu(seat), *_votes(session.game.pk)]
    if isinstance(session.engine, Dealing):
        found += deals.menu(session.engine, table.state, table.open(SealedKind.OFFER), seat)
    return found


def _menu_at(engine: Engine[object, object], state: object, seat: SeatRow) -> list[Offer]:
    found = [*engine.offers(state, seat.colour), *_votes(seat.game_id)]
    if isinstance(engine, Dealing):
        open_offers = Sealed.objects.filter(game=seat.game_id, kind=SealedKind.OFFER, outcome="")
        found += deals.menu(engine, state, list(open_offers), seat.colour)
    return found


def _votes(game: int) -> list[Offer]:
    """The votes on what is before the table, with the word for it."""
    running = Proposal.objects.filter(game=game, settled=None).values_list("number", "kind")
    return [
        Offer(f"vote {answer} {n}", f"{kind}: proposal {n}", "")
        for n, kind in running
        for answer in ("yes", "no")
    ]


def _answers_now(session: GameSession, moment: str) -> bool:
    """Whether what the letter answers is asked still, or it answers nothing in particular: a yes in
    an answer to another letter is none.
    """
    answers = MomentLabel.read(moment)
    pending = session.table.pending()
    if answers.kind == "turn":
        return not isinstance(pending, Turn) or pending.number == answers.key
    return not answers.kind or answers.key in session.engine.standing(session.table.state)
