"""The API's document is kept: schemathesis makes requests by it, right and wrong ones, and finds no
fault in the answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import hypothesis
import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given
from hypothesis import strategies as st
from schemathesis.generation import GenerationMode

from tests.api.program import Program
from traders.models import Game
from traders.web.unreadable_requests import guarded

MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)


def _wrong_header(case: schemathesis.Case) -> dict[str, str]:
    """The header that is to be wrong, where it is that of the token."""
    return {name: value for name, value in case.headers.items() if name == "Authorization"}


@pytest.fixture
def _connected() -> Iterator[None]:
    """The server's own code answers in the test's transaction, whose connection no request ends."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.django_db
@pytest.mark.usefixtures("_connected")
@pytest.mark.examples("api-requests")
def test_every_answer_is_as_the_document_says(
    reds: Program, game: Game, settings: Any, examples: int
) -> None:
    """So many requests of each kind to each address."""
    settings.ALLOWED_HOSTS = ["localhost"]
    settings.QUOTA_API = 1_000_000
    document = schemathesis.openapi.from_wsgi("/api/openapi.json", guarded(get_wsgi_application()))
    wrong = document.config.checks.negative_data_rejection
    wrong.expected_statuses = [*wrong.expected_statuses, "413"]
    there = {"slug": game.slug, "name": "toll", "colour": "blue"}
    found = [operation.ok() for operation in document.get_all_operations()]
    assert len(found) > 15
    keys = count()
    headers = {"Authorization": f"Bearer {reds.secret}"}
    for operation in found:
        asked = {one["in"] for one in operation.definition.raw.get("parameters", ())}
        may_be_wrong = "query" in asked or "requestBody" in operation.definition.raw
        for mode in MODES if may_be_wrong else MODES[:1]:

            @hypothesis.settings(
                max_examples=examples,
                deadline=None,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
                database=None,
            )
            @given(case=operation.as_strategy(generation_mode=mode), known=st.booleans())
            def ask(case: schemathesis.Case, known: bool) -> None:
                if known and case.path_parameters:
                    case.path_parameters |= {
                        name: value for name, value in there.items() if name in case.path_parameters
                    }
                key = {"Idempotency-Key": str(next(keys))}  # one that came before is refused
                case.call_and_validate(headers=headers | key | _wrong_header(case))

            ask()
