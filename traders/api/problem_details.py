"""Problem details (RFC 9457): every refusal below `/api/` is JSON, whether a view, Django or
middleware refused.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, JsonResponse

MEDIA_TYPE = "application/problem+json"
_DETAILS = {
    400: "The server could not read this request.",
    403: "This is not yours to do, or the request came without its CSRF token (header "
    "X-CSRFToken).",
    404: "There is nothing at this address.",
    405: "This address does not take that method.",
    413: "This request is too large.",
    415: "The server could not read this request: it reads UTF-8.",
    500: "The server failed. That is our fault; it was written down for the operator.",
    503: "The server is busy. Nothing was carried out; send it again in a few seconds.",
}
"""The detail for a status where nobody gives a better one."""


def problem(status: int, detail: str, **members: object) -> JsonResponse:
    """A refusal: `title` and `status` are HTTP's, `detail` is a sentence, `members` are additional
    ones (`rules`, `instead`).
    """
    details = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        **members,
    }
    return JsonResponse(details, status=status, content_type=MEDIA_TYPE)


class Problems:
    """Middleware that turns pages with an error status into problem details for the API's
    clients.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if (
            not request.path.startswith("/api/")
            or response.status_code < 400
            or response.headers.get("Content-Type") == MEDIA_TYPE
        ):
            return response
        status = response.status_code
        refusal = problem(status, _DETAILS.get(status, f"{HTTPStatus(status).phrase}."))
        # changed in place: the response keeps its other headers and cookies
        response.content = refusal.content
        response.headers["Content-Type"] = MEDIA_TYPE
        response.headers["Content-Length"] = str(len(refusal.content))
        return response
