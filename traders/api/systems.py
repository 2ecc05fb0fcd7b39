"""Systems with their options and orders, and the rulebooks."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest
from ninja import Query, Router

from traders.api import shapes
from traders.api.access import ANYBODY, Refused
from traders.api.games import OPEN_TO_ALL
from traders.domain.seen.order_reference import as_data, rows
from traders.domain.seen.rulebook_names import books
from traders.engines.kernel.rulebook import Rule
from traders.engines.registry import ENGINES, engine

router = Router(tags=["systems and rules"], auth=ANYBODY)


@router.get("/systems", response=shapes.SystemsOut, openapi_extra=OPEN_TO_ALL)
def systems(request: HttpRequest) -> shapes.SystemsOut:
    """The systems that can be played here."""
    return shapes.SystemsOut(systems=[_line(name) for name in ENGINES])


@router.get("/systems/{slug:name}", response=shapes.SystemOut, openapi_extra=OPEN_TO_ALL)
def system(request: HttpRequest, name: str) -> shapes.SystemOut:
    """A system with its options, and everything that a line can begin with in it."""
    if name not in ENGINES:
        raise Refused(404, "There is no such system.", instead=list(ENGINES))
    options = [
        shapes.OptionOut(
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
    orders = [shapes.OrderOut(**as_data(game, row)) for game, row in rows([name])]
    return shapes.SystemOut(**_line(name).model_dump(), options=options, orders=orders)


def _line(name: str) -> shapes.SystemLineOut:
    found = engine(name)
    return shapes.SystemLineOut(name=name, title=found.title, revision=found.revision)


# --- rules ----------------------------------------------------------------------------------------


@router.get("/rules", response=shapes.BooksOut, openapi_extra=OPEN_TO_ALL)
def rulebooks(request: HttpRequest) -> shapes.BooksOut:
    """All rulebooks: one a system, and the postal rules."""
    return shapes.BooksOut(
        books=[
            shapes.BookOut(name=name, title=book.title, rules=len(book))
            for name, book in books().items()
        ]
    )


@router.get("/rules/{slug:name}", response=shapes.RulesOut, openapi_extra=OPEN_TO_ALL)
def rules(
    request: HttpRequest, name: str, asked: Annotated[str, Query(max_length=200)] = ""
) -> shapes.RulesOut:
    """The rules of a book; with `asked` those of an id, a section, or with these words."""
    book = books().get(name)
    if book is None:
        raise Refused(404, "There is no such rulebook.", instead=list(books()))
    found = book.look_up(asked) if asked.strip() else list(book)
    return shapes.RulesOut(book=name, title=book.title, rules=[_rule(rule) for rule in found])


def _rule(rule: Rule) -> shapes.RuleOut:
    return shapes.RuleOut(
        id=rule.id, title=rule.title, text=rule.text, status=rule.status, note=rule.note
    )
