"""One's own account: which letters come, in whose zone, whether they suggest what to order; and the
token that asks.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Router, Schema
from pydantic import Field, StringConstraints

from traders.api.idempotency import Answer, Keep, once
from traders.api.orders_and_press import Key
from traders.api.schemas import Told
from traders.api.token_authentication import ANY_TOKEN, PLAY, READ, access_of
from traders.domain.calendar.zones import known_zones
from traders.domain.people import zone_changes
from traders.engines.kernel.refusal import Refusal
from traders.models import Cadence, Player, Scope

router = Router(tags=["account"])
Hour = Annotated[int, Field(ge=0, le=23)]
"""An hour of the day, in the player's zone."""


class AccountOut(Schema):
    """My account. `cadence`: which letters I get beside those that ask something; `hints`: letters
    and pages suggest what to order; `reminder_hours`: when I am reminded of what waits, without
    any at half of the time; `nudges`: other players may nudge me in my turn.
    """

    name: str
    zone: str
    cadence: Cadence
    hints: bool
    reminder_hours: list[Hour]
    nudges: bool


class TokenOut(Schema):
    """The token that asks: what it may do, when it was made, and when it ends by itself; without
    an end it lasts until it is taken back.
    """

    name: str
    scopes: list[Scope]
    made: datetime
    expires: datetime | None


class AccountIn(Told):
    """What is to change; what is left out stays as it is."""

    zone: Annotated[str, StringConstraints(max_length=64)] | None = None
    cadence: Cadence | None = None
    hints: bool | None = None
    reminder_hours: Annotated[list[Hour], Field(max_length=24)] | None = None
    nudges: bool | None = None


@router.get("/account", auth=READ, response=AccountOut)
def account(request: HttpRequest) -> AccountOut:
    """My account: which letters come, and how they tell times."""
    return _account(access_of(request).holder().player)


@router.post("/account", auth=PLAY, operation_id="change_account", response=AccountOut)
def change(request: HttpRequest, sent: AccountIn, key: Key = None) -> HttpResponse:
    """Change which letters come, and how they tell times."""
    player = access_of(request).holder().player

    def act(keep: Keep) -> None:
        if sent.zone is not None and sent.zone not in known_zones():
            raise Refusal("There is no such zone. Write one as Europe/Berlin.", kind="unreadable")
        wished = sent.model_dump(exclude_none=True)
        zone_changes.change(player, wished.pop("zone", player.zone))
        if sent.reminder_hours is not None:
            wished["reminder_hours"] = ", ".join(map(str, sorted(set(sent.reminder_hours))))
        for name, value in wished.items():
            setattr(player, name, value)
        player.save(update_fields=[*AccountIn.model_fields, "zones_before"])
        keep(Answer(200, _account(player).model_dump()))

    return once(request, act)


@router.get("/token", auth=ANY_TOKEN, response=TokenOut)
def token(request: HttpRequest) -> TokenOut:
    """The token that this request carries, whatever it may do. Its secret is told nowhere."""
    return TokenOut.from_orm(access_of(request).holder())


def _account(player: Player) -> AccountOut:
    return AccountOut(
        name=player.display_name,
        zone=player.zone,
        cadence=Cadence(player.cadence),
        hints=player.hints,
        reminder_hours=[int(hour) for hour in player.reminder_hours.split(",") if hour],
        nudges=player.nudges,
    )
