"""A mailbox that wants no invitations is invited like any other: neither what the page answers nor
what it does before it answers tells who refuses. A letter goes after the answer, or none.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest
from django.contrib.messages import get_messages
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import DjangoCaptureOnCommitCallbacks

from tests.services.invitations import until_invitations_left
from traders.club.membership import invitations
from traders.domain.accounts import sign_in_limits
from traders.domain.people import club_roles
from traders.domain.play import door
from traders.models import Game, Invitation, Player

TREE = str(Path(invitations.__file__).parents[2])
LITERAL = re.compile(r"'[^']*'|\b\d+\b|\bs\d+_x\d+")
TO_SEAT, TO_CLUB = "seat", "club"


@contextmanager
def done_by_this_thread(calls: Counter[str]) -> Iterator[None]:
    """Within it, each call of a function of the server is counted, and each statement."""

    def enter(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(TREE):
            calls[f"{frame.f_code.co_filename} {frame.f_code.co_qualname}"] += 1

    with CaptureQueriesContext(connection) as asked:
        sys.setprofile(enter)
        try:
            yield
        finally:
            sys.setprofile(None)
    calls.update(LITERAL.sub("?", one["sql"]) for one in asked.captured_queries)


def _nothing(address: str, by: Player) -> None:
    """Its owner wants them."""


def _from_nobody(address: str, by: Player) -> None:
    invitations.refuse(address)


def _not_from_this_player(address: str, by: Player) -> None:
    invitations.refuse(address, by)


def _many(address: str, by: Player) -> None:
    """It has got as many as a day holds."""
    for _ in range(sign_in_limits.OF_INVITED.most):
        sign_in_limits.may_be_invited(address)


@pytest.mark.parametrize("refuse", [_from_nobody, _not_from_this_player, _many])
@pytest.mark.parametrize("to", [TO_SEAT, TO_CLUB])
def test_the_page_does_the_same_for_who_refuses(
    red: Player, to: str, refuse: Callable[[str, Player], None],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:  # fmt: skip
    """Statement by statement, and call by call."""
    club_roles.found("Lantern", "lantern", red)
    game = door.create("toll", ["red", "blue"], title="The road", maker=red)

    def invited(address: str, wish: Callable[[str, Player], None]) -> tuple[Counter[str], str]:
        sign_in_limits.may_be_invited(address)  # both have a row
        wish(address, red)
        Invitation.objects.all().delete()
        client = Client()
        client.force_login(red)
        calls: Counter[str] = Counter()
        with done_by_this_thread(calls), django_capture_on_commit_callbacks(execute=True):
            said = posts(client, game, to, address)
        return calls, said.replace(address, "…")

    invited("ann@example.org", _nothing)  # what is made once is made
    until_invitations_left()
    mail.outbox.clear()
    willing, refusing = invited("kim@example.org", _nothing), invited("tom@example.org", refuse)
    assert willing[0] == refusing[0]
    assert willing[1] == refusing[1] and "on its way" in willing[1]
    until_invitations_left()
    assert [one.to for one in mail.outbox] == [["kim@example.org"]]


def posts(client: Client, game: Game, to: str, address: str) -> str:
    if to == TO_SEAT:
        answer = client.post(f"/games/{game.slug}/invite", {"address": address})
    else:
        form = {"letter": "1", "letter-address": address, "letter-role": "player"}
        answer = client.post("/clubs/lantern/invitations", form)
    assert answer.status_code == 302
    return " ".join(str(one) for one in get_messages(answer.wsgi_request))
