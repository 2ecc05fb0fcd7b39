"""The API as a whole: its parts, its document, the form of what it refuses. Layers above add parts
of their own (`api_service.add_router`) before the first request.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError
from ninja.openapi.docs import Swagger
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation

from traders.api import (
    account_and_token,
    changes,
    clubs,
    game_creation_and_joining,
    ladders,
    orders_and_press,
    schemas,
    seasons,
    seatless_questions,
    systems_and_rulebooks,
)
from traders.api.idempotency import refused
from traders.api.problem_details import MEDIA_TYPE, problem
from traders.api.token_authentication import Refused
from traders.engines.kernel.refusal import Refusal
from traders.version import VERSION as RELEASE

VERSION = "1"
TOO_LARGE = "This request is too large."
REFUSALS = {
    400: "The server could not read the request.",
    401: "No token, or one that was taken back or expired.",
    403: "The token may not do this, or its player has no seat.",
    404: "There is no such thing, or its player may not see it.",
    405: "The address does not take that method.",
    409: "A rule refuses it (`rules`), or it came too late. The same request is refused again.",
    412: "The moment of `If-Match` has passed.",
    413: "The request is too large.",
    415: "The request is not in UTF-8.",
    422: "The request does not fit this document, or its key stands for another request.",
    425: "The same request, with the same key, is being carried out. Send it again.",
    429: "Too many requests. Send it again later.",
    502: "The server could not be reached by the one before it. Send it again with the same key.",
    503: "The server is busy; nothing was carried out. Send it again with the same key.",
    504: "The server did not answer in time. Send it again with the same key.",
}
"""With which status any request may be refused, and what that means; a problem tells why."""
_PROXYS = (502, 504)
"""Those that a web server in front answers with, in a page of its own."""
_WITH_RETRY_AFTER = (425, 429, 503)
_RETRY_AFTER = {
    "Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer", "minimum": 0}}
}


class Docs(Swagger):
    """The page that shows the document; its script and style come from this server."""

    def render_page(self, request: HttpRequest, api: NinjaAPI, **kwargs: Any) -> HttpResponse:
        """The page; django-ninja's own would load a script from elsewhere."""
        shown = {**self.settings, "url": self.get_openapi_url(api, kwargs)}
        context = {"swagger_settings": json.dumps(shown, indent=1), "api": api}
        return render(request, "api/docs.html", context)


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
        document["info"]["x-release"] = RELEASE
        document["info"]["license"] = dict.fromkeys(["name", "identifier"], "AGPL-3.0-or-later")
        document["components"]["schemas"]["Problem"] = schemas.Problem.model_json_schema()
        content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
        for path in document["paths"].values():
            for operation in path.values():
                for status, words in REFUSALS.items():
                    operation["responses"][status] = {
                        "description": words,
                        **({} if status in _PROXYS else {"content": content}),
                        **({"headers": _RETRY_AFTER} if status in _WITH_RETRY_AFTER else {}),
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


_ANSWERS: dict[type[Exception], Callable[[HttpRequest, Any], HttpResponse]] = {
    Refused: _refused,
    Refusal: _refusal,
    ValidationError: _unfit,
    HttpError: lambda request, why: problem(why.status_code, f"{str(why).rstrip('.')}."),
    Http404: lambda request, why: problem(404, "There is nothing at this address."),
    RequestDataTooBig: lambda request, why: problem(413, TOO_LARGE),
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
# `orders`, `changes` and `new_game` add to the router of `games`
_PARTS = (
    orders_and_press,
    changes,
    game_creation_and_joining,
    seatless_questions,
    clubs,
    seasons,
    ladders,
    systems_and_rulebooks,
    account_and_token,
)
for router in {one.router: None for one in _PARTS}:
    service.add_router("", router)
