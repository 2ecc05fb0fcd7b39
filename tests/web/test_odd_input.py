"""What no database holds (NUL, halves of a pair, numbers without end) is answered in words or
refused, never by an error of ours.
"""

from __future__ import annotations

import json

import pytest
from django.test import Client

from tests.engines.form_lines import filled_with
from tests.examples import drawn
from traders.domain.play import door
from traders.domain.play.commands import registry
from traders.domain.post import delivery_reports
from traders.domain.post.incoming import intake
from traders.models import Arrival, Game, Letter, Report, ReportKind

ODD = [
    "a\x00b", "\x00", "9" * 40, "-1", "2147483648", "\N{MATHEMATICAL DOUBLE-STRUCK DIGIT ONE}", "%",
    "\\", "\N{SUPERSCRIPT TWO}",
]  # fmt: skip
PAGES = [
    "/", "/games/", "/players/", "/games/new", "/rules/", "/rules/toll", "/casebook/",
    "/api/casebook", "/account", "/begin", "/mailbox/",
]  # fmt: skip
ASKED = [
    "q", "page", "system", "at", "after", "kind", "rule", "remedy", "club", "as", "sent", "card",
    "thing", "lot", "line", "more",
]  # fmt: skip


@pytest.mark.sampled
@pytest.mark.parametrize("odd", ODD, ids=repr)
def test_no_page_breaks_on_what_is_asked(red_client: Client, game: Game, odd: str) -> None:
    own = [
        f"/games/{game.slug}/{part}"
        for part in ("", "live", "history", "history.json", "proof", "claims", "what-if")
    ]
    for page in [*PAGES, *own]:
        assert red_client.get(page, dict.fromkeys(ASKED, odd)).status_code < 500, page


@pytest.mark.examples("odd-forms")
@pytest.mark.parametrize("odd", drawn("odd-forms", ODD), ids=repr)
def test_no_form_breaks_on_what_is_filled_in(red_client: Client, game: Game, odd: str) -> None:
    orders = [
        filled_with(form, lambda kind: odd)
        for command in registry.declared()
        for form in command.forms
        if "<" in form
    ]
    forms = [
        (f"/games/{game.slug}/orders", {"orders": order, "moment": odd}) for order in [odd, *orders]
    ]
    forms += [
        (
            f"/games/{game.slug}/claims",
            {"do": do, "number": odd, "kind": odd, "words": odd, "about": odd},
        )
        for do in ("claim", odd)
    ]
    forms += [("/account", {"display_name": odd, "zone": odd, "cadence": odd})]
    forms += [
        ("/games/new", {"system": odd, "title": odd}),
        ("/games/new", {"system": "toll", "title": odd, "seats": odd}),
    ]
    for path, form in forms:
        assert red_client.post(path, form, follow=True).status_code < 500, form
    game.refresh_from_db()
    assert door.orders(game.pk, "red", "status").lines


def test_a_letter_from_an_odd_envelope_is_stored(game: Game) -> None:
    intake.take(
        b"x",
        envelope_to="a\x00b@post.test",
        envelope_from="c\ud800@d\x00",
        channel="mailgun",
        provider_id="\x00",
        taken_over=True,
    )
    stored = Arrival.objects.get()
    assert (stored.envelope_to, stored.envelope_from, stored.provider_id) == (
        "ab@post.test",
        "c?@d",
        "",
    )


def test_an_odd_report_is_kept(game: Game) -> None:
    letter = Letter.objects.filter(game=game).first()
    raw = json.loads('{"Details": "250 \\u0000 \\ud800", "n\\u0000": [NaN, 1]}')
    kept = delivery_reports.record(
        letter,
        ReportKind.DELIVERED,
        at=game.created,
        source="x\x00",
        words="250 \x00 \ud800",
        event="\x00",
        raw=raw,
    )
    assert kept == Report.objects.get()
    assert kept.raw == {"Details": "250  ?", "n": [None, 1]}
