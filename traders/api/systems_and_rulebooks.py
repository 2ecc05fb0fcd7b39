"""Systems with their options and orders, and the rulebooks."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest
from ninja import Query, Router

from traders.api import schemas
from traders.api.games import OPEN_TO_ALL
from traders.api.token_authentication import ANYBODY, Refused
from traders.domain.read_models.order_reference import as_data, rows
from traders.domain.read_models.rulebook_names import books
from traders.engines.registry import ENGINES, engine

router = Router(tags=["systems and rules"], auth=ANYBODY)


@router.get("/systems", response=schemas.SystemsOut, openapi_extra=OPEN_TO_ALL)
def systems(request: HttpRequest) -> schemas.SystemsOut:
    """The systems that can be played here."""
    return schemas.SystemsOut(systems=[_line(name) for name in ENGINES])


@router.get("/systems/{slug:name}", response=schemas.SystemOut, openapi_extra=OPEN_TO_ALL)
def system(request: HttpRequest, name: str) -> schemas.SystemOut:
    """A system with its options, and everything that a line can begin with in it."""
    if name not in ENGINES:
        raise Refused(404, "There is no such system.", instead=list(ENGINES))
    options = [
        schemas.OptionOut(
            name=one.name,
            default=one.default,
            words=one.words,
            rule=one.rule,
            among=list(one.among or one.of),
            low=one.low,
            high=one.high,
        )
        for one in engine(name).options
        if one.written
    ]
    orders = [schemas.OrderOut(**as_data(game, row)) for game, row in rows([name])]
    return schemas.SystemOut(**_line(name).model_dump(), options=options, orders=orders)


def _line(name: str) -> schemas.SystemLineOut:
    found = engine(name)
    return schemas.SystemLineOut(name=name, title=found.title, revision=found.revision)


# --- rules ----------------------------------------------------------------------------------------


@router.get("/rules", response=schemas.BooksOut, openapi_extra=OPEN_TO_ALL)
def rulebooks(request: HttpRequest) -> schemas.BooksOut:
    """All rulebooks: one a system, and the postal rules."""
    return schemas.BooksOut(
        books=[
            schemas.BookOut(name=name, title=book.title, rules=len(book))
            for name, book in books().items()
        ]
    )


@router.get("/rules/{slug:name}", response=schemas.RulesOut, openapi_extra=OPEN_TO_ALL)
def rules(
    request: HttpRequest, name: str, asked: Annotated[str, Query(max_length=200)] = ""
) -> schemas.RulesOut:
    """The rules of a book; with `asked` those of an id, a section, or with these words."""
    book = books().get(name)
    if book is None:
        raise Refused(404, "There is no such rulebook.", instead=list(books()))
    found = book.look_up(asked) if asked.strip() else list(book)
    told = [schemas.RuleOut.from_orm(rule) for rule in found]
    return schemas.RulesOut(book=name, title=book.title, rules=told)
