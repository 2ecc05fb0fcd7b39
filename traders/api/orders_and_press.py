"""Orders, trials of them and press, each with its receipt."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Header

from traders.api import schemas
from traders.api.games import router
from traders.api.order_line_execution import one_line, speak
from traders.api.token_authentication import PLAY

Key = Annotated[str | None, Header(alias="Idempotency-Key")]
Moment = Annotated[str | None, Header(alias="If-Match")]


@router.post("/games/{slug:slug}/orders", auth=PLAY, response=schemas.ReceiptOut)
def orders(
    request: HttpRequest,
    slug: str,
    sent: schemas.OrdersIn,
    key: Key = None,
    moment: Moment = None,
) -> HttpResponse:
    """Carry lines out, as a letter's are. The receipt tells what became of each; where no line
    counts, that is an error. Sent with the moment of the view as `If-Match`, lines meant for it are
    refused once it has passed (412). Sent with an `Idempotency-Key`, the same again is not carried
    out twice.
    """
    return speak(request, slug, _text(sent))


@router.post("/games/{slug:slug}/test", auth=PLAY, operation_id="test", response=schemas.ReceiptOut)
def tried(
    request: HttpRequest, slug: str, sent: schemas.OrdersIn, moment: Moment = None
) -> HttpResponse:
    """Try lines: what would become of them, as far as the seat can know. Nothing happens."""
    return speak(request, slug, f"test\n{_text(sent)}")


@router.post("/games/{slug:slug}/press", auth=PLAY, response=schemas.ReceiptOut)
def say(request: HttpRequest, slug: str, sent: schemas.PressIn, key: Key = None) -> HttpResponse:
    """Say something to all, or to one seat; it goes with the next letters."""
    to = one_line(sent.to).replace(":", " ").strip()
    return speak(request, slug, f"{f'to {to}' if to else 'say'}: {one_line(sent.words)}")


def _text(sent: schemas.OrdersIn) -> str:
    return "\n".join(map(one_line, sent.orders))
