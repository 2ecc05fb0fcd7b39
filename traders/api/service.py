"""The API as a whole: its parts, its document, the form of what it refuses. Layers above add parts
of their own (`service.add_router`) before the first request.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError
from ninja.openapi.docs import Swagger
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation

from traders.api import (
    account,
    clubs,
    ladders,
    new_game,
    orders,
    schemas,
    seasons,
    seatless_questions,
    systems,
)
from traders.api.access import Refused
from traders.api.idempotency import refused
from traders.api.problems import MEDIA_TYPE, problem
from traders.engines.kernel.refusal import Refusal

VERSION = "1"
TOO_LARGE = "This request is too large."
_REFUSALS = (400, 401, 403, 404, 405, 409, 412, 413, 415, 422, 429, 503)
"""With which status any request may be refused; a problem tells why."""


class Docs(Swagger):
    """The page that shows the document; its script and style come from this server."""

    template = "api/docs.html"


class Service(NinjaAPI):
    """django-ninja's API, with problem details for all that is refused, in its document too."""

    def set_default_exception_handlers(self) -> None:
        """What is refused; all else is Django's and the middleware's to tell."""
        for kind, answer in _ANSWERS.items():
            self.add_exception_handler(kind, answer)

    def get_openapi_operation_id(self, operation: Operation) -> str:
        """The function's own name: `games`, `offers`."""
        return operation.view_func.__name__

    def get_openapi_schema(self, **kwargs: Any) -> OpenAPISchema:
        """The document, with every refusal in it."""
        document = super().get_openapi_schema(**kwargs)
        document["components"]["schemas"]["Problem"] = schemas.Problem.model_json_schema()
        content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
        for path in document["paths"].values():
            for operation in path.values():
                for status in _REFUSALS:
                    operation["responses"][status] = {
                        "description": HTTPStatus(status).phrase,
                        "content": content,
                    }
        return document


def _refused(request: HttpRequest, why: Any) -> HttpResponse:
    response = problem(why.status, why.detail, **why.members)
    for name, value in why.headers.items():
        response.headers[name] = value
    return response


def _refusal(request: HttpRequest, why: Any) -> HttpResponse:
    return refused(why).response()


def _unfit(request: HttpRequest, why: Any) -> HttpResponse:
    """What does not fit the document: the first fault in words, all of them by place."""
    faults = [(_place(one["loc"]), str(one["msg"])) for one in why.errors]
    place, words = faults[0]
    return problem(
        422,
        f"{place}: {words}.",
        errors=[{"at": place, "fault": words} for place, words in faults],
    )


def _place(named: Sequence[str | int]) -> str:
    """Where a fault lies, as who sent it knows the place: the name of our parameter is left out."""
    within = named[2:] if named[0] == "body" else named[1:]
    return ".".join(map(str, (named[0], *within)))


def _http(request: HttpRequest, why: Any) -> HttpResponse:
    return problem(why.status_code, f"{str(why).rstrip('.')}.")


def _nothing(request: HttpRequest, why: Any) -> HttpResponse:
    return problem(404, "There is nothing at this address.")


def _too_large(request: HttpRequest, why: Any) -> HttpResponse:
    return problem(413, TOO_LARGE)


_ANSWERS: dict[type[Exception], Callable[[HttpRequest, Any], HttpResponse]] = {
    Refused: _refused,
    Refusal: _refusal,
    ValidationError: _unfit,
    HttpError: _http,
    Http404: _nothing,
    RequestDataTooBig: _too_large,
}

service = Service(
    title="Traders by Post",
    version=VERSION,
    description="All that a letter can do, for programs: read a game as your seat sees it, ask "
    "what you may do, send orders, get their receipt, answer what you are asked. Tokens are made "
    "on your account's page.",
    docs=Docs(),
    urls_namespace="api",
)
# `orders` and `new_game` add to the router of `games`
_PARTS = (orders, new_game, seatless_questions, clubs, seasons, ladders, systems, account)
for router in {one.router: None for one in _PARTS}:
    service.add_router("", router)
