"""The casebook by the API: published rulings, for anybody."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from django.http import HttpRequest
from ninja import Query, Router, Schema

from arbitration.casebook import search
from arbitration.casebook.search import MOST_ASKED, CasebookQuery
from arbitration.models import CasebookEntry
from traders.api.games import OPEN_TO_ALL
from traders.api.token_authentication import ANYBODY, Refused, access_of

router = Router(tags=["casebook"], auth=ANYBODY)
Asked = Annotated[str, Query(max_length=MOST_ASKED, pattern=r"^[^\x00]*$")]


class CasebookEntryOut(Schema):
    """A published ruling, names left out."""

    number: int
    title: str
    club: str
    game: str
    kind: str
    rules: list[str]
    remedy: str
    beside: list[object]
    on_appeal: bool
    things: list[str]
    text: str
    published: datetime


class CasebookOut(Schema):
    """Published rulings, the newest first."""

    rulings: list[CasebookEntryOut]


@router.get("/casebook", response=CasebookOut, openapi_extra=OPEN_TO_ALL)
def casebook(
    request: HttpRequest,
    rule: Asked = "",
    card: Asked = "",
    kind: Asked = "",
    game: Asked = "",
    club: Asked = "",
    words: Asked = "",
) -> CasebookOut:
    """Published rulings that match all that is asked, the newest first."""
    found = search.search(CasebookQuery.of(request.GET), access_of(request).player)
    return CasebookOut(rulings=[_entry(entry) for entry in found])


@router.get("/casebook/{int:number}", response=CasebookEntryOut, openapi_extra=OPEN_TO_ALL)
def ruling(request: HttpRequest, number: int) -> CasebookEntryOut:
    """One published ruling."""
    entry = search.read_by(access_of(request).player).filter(pk=number).first()
    if entry is None:
        raise Refused(404, "There is no such ruling.")
    return _entry(entry)


def _entry(entry: CasebookEntry) -> CasebookEntryOut:
    return CasebookEntryOut(
        number=entry.pk,
        title=entry.title,
        club=entry.club.name if entry.club else "",
        game=entry.system,
        kind=entry.kind,
        rules=entry.rules,
        remedy=entry.remedy,
        beside=entry.beside,
        on_appeal=entry.ruling is not None and entry.ruling.on_appeal,
        things=entry.things,
        text=entry.text,
        published=entry.published,
    )
