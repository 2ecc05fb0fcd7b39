"""What is the same for every answer below `/api/`: HEAD, entity tags, how many requests are left to
a token.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers, set_response_etag

from traders.api.rate_limits import headers_of


class Envelope:
    """Middleware: an answer to GET has an entity tag, and is 304 for who has that answer
    already.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path.startswith("/api/"):
            return self.get_response(request)
        asked = request.method
        if asked == "HEAD":
            request.method = "GET"
        response = self.get_response(request)
        if request.method == "GET" and response.status_code == 200 and not response.streaming:
            set_response_etag(response)
            same = get_conditional_response(
                request, etag=response.headers["ETag"], response=response
            )
            assert same is not None  # the answer, or 304 in its place
            response = same
        request.method = asked
        if response.status_code == 405 and "GET" in response.headers["Allow"]:
            allowed = sorted({*response.headers["Allow"].split(", "), "HEAD"})
            response.headers["Allow"] = ", ".join(allowed)
        patch_vary_headers(response, ["Authorization"])
        for name, value in headers_of(request).items():
            response.headers[name] = value
        return response
