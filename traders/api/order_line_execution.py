"""A seat's lines, carried out as a letter's are, through the same door; each with its receipt."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.http import HttpRequest, HttpResponse

from traders.api.idempotency import Answer, Keep, once, refusal_of
from traders.api.schemas import LineOut
from traders.api.token_authentication import seat_in, seen_by
from traders.domain.read_models.page_receipt import came_of
from traders.domain.table.change_set import ChangeSet, Line
from traders.domain.timeline import timeline
from traders.models import Source

UNDONE = ("refused", "returned")


def speak(
    request: HttpRequest,
    slug: str,
    text: str,
    answer: Callable[[ChangeSet, str], Answer] | None = None,
) -> HttpResponse:
    """Carry lines out for the seat of who asks, once. `answer` makes the answer of what came of
    them and the seat; left out: `receipt_of`, a refusal where no line counts.
    """
    table = seen_by(request, slug)
    seat = seat_in(table)
    moment = _moment(request)

    def receipt(changes: ChangeSet, colour: str) -> Answer:
        refusal = refusal_of_all(changes.lines, conditional=bool(moment))
        return refusal or Answer(200, receipt_of(changes, table.game.system, colour))

    def act(keep: Keep) -> None:
        timeline.orders(
            table.game.pk,
            seat.colour,
            text,
            source=Source.API,
            moment=moment,
            on_the_spot=True,
            player=seat.player,
            kept=lambda changes: keep((answer or receipt)(changes, seat.colour)),
        )

    return once(request, act, seat)


def one_line(text: str) -> str:
    """The text as one line of a letter."""
    return " ".join(text.split())


def receipt_of(changes: ChangeSet, system: str, seat: str) -> dict[str, object]:
    """What became of each line, and what came of them all, as the seat is told it."""
    return {
        "lines": [line_out(line) for line in changes.lines],
        "came": came_of(changes, system, seat),
        "number": changes.last,
    }


def refusal_of_all(lines: Sequence[Line], *, conditional: bool = False) -> Answer | None:
    """The refusal of a post of which no line counts: that of its first line; None where one does.
    For an order with a moment (`If-Match`) it is a condition that failed if it came too late.
    """
    refused = [line for line in lines if line.answer == "refused"]
    if not lines:
        return refusal_of(422, "There is no order in this.")
    if not refused or any(line.answer not in UNDONE for line in lines):
        return None
    first = refused[0]
    return refusal_of(
        412 if conditional and first.kind in ("stale", "late") else 409,
        first.words,
        rules=list(first.rules),
        instead=list(first.instead),
        lines=[line_out(line) for line in lines],
    )


def line_out(line: Line) -> dict[str, object]:
    """What became of one line, as data."""
    return LineOut.from_orm(line).model_dump()


def _moment(request: HttpRequest) -> str:
    """The moment for which the lines are meant (`If-Match`); "" for whatever it is now."""
    said = request.headers.get("If-Match", "").strip()
    return "" if said == "*" else said.strip('"')[:24]
