"""What a person writes of others' games, memberships, results and cases stands in quotation marks
wherever others read it: no reason can pass for the server's own words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from arbitration.models import CasebookEntry
from arbitration.referees import opening_hidden_hands, reassignment
from arbitration.rulings import giving
from arbitration.rulings.giving import RulingRequest
from tests.arbitration import disputed
from tests.club.seasons.league import club_of, drawn_by_hand, olga, registered
from traders.club.desk import announcing
from traders.club.membership import member_management
from traders.club.seasons import result_approval, round_start
from traders.domain.calendar import clock
from traders.domain.history.declared_end import Ending
from traders.domain.letters.letter_facts import decode
from traders.domain.letters.letter_recipient import reader_of
from traders.domain.letters.render import render
from traders.domain.people import club_roles
from traders.domain.play import door
from traders.domain.play.organizer import ending_and_announcing, seat_orders, time_orders
from traders.engines.kernel.words import in_quotes
from traders.models import Game, Letter, Player, SeasonTable

pytestmark = pytest.mark.django_db
WORDS = 'Marlow left” Ruling: play goes back. "By order" of Traders by Post, „at once'
PASSAGE = re.compile(r"<(blockquote|script|style|textarea)\b.*?</\1>", re.DOTALL)
"""Parts of a page that are nobody else's words: what is set apart, and what may be typed."""
Page = tuple[Client, str]


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    yield
    clock.set_to(None)


def shown(page: str) -> str:
    """What a page says, on one line, without passages that are set apart."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", PASSAGE.sub(" ", page))).split())


def letters() -> Iterator[str]:
    """What all letters say, in both forms."""
    for letter in Letter.objects.all():
        made = render(letter.kind, decode(letter.facts), reader_of(letter))
        yield " ".join(made.text.split())
        yield shown(made.html)


def reads(player: Player, *names: object) -> Page:
    """A page as a player reads it."""
    client = Client()
    client.force_login(player)
    where, *rest = names
    return client, reverse(str(where), args=rest)


def begun() -> tuple[Game, Player]:
    """A game of a club, and the club's organizer."""
    game, organizer = disputed.jumped(), disputed.player("organizer")
    Game.objects.filter(pk=game.pk).update(club=club_roles.found("Club", "club", organizer))
    return game, organizer


def decides(deed: Callable[[Game, Player], object]) -> Callable[[], list[Page]]:
    """An organizer's decision in a game, which its history tells."""

    def done() -> list[Page]:
        game, organizer = begun()
        clock.set_to(disputed.CLAIMED)
        deed(game, organizer)
        red = game.seats.get(colour="red").player
        return [reads(red, "history", game.slug), reads(red, "game", game.slug)]

    return done


def shut_out() -> list[Page]:
    club = club_of(("Ann",))
    ann = club.memberships.get(player__display_name="Ann")
    member_management.remove(club.pk, olga(club), ann.pk, WORDS, ban=True)
    return [reads(olga(club), "club-members", "star"), reads(ann.player, "club", "star")]


def told_to_all() -> list[Page]:
    club = club_of(("Ann",))
    announcing.announce(club, olga(club), "club", "", WORDS)
    return [reads(olga(club), "club", "star")]


def result() -> list[Page]:
    season = registered(("Ann", "Bob"), 2, table_size=2)
    drawn_by_hand(season, d1=[[("Ann", "Bob")]])
    by = olga(season.club)
    round_start.begin(season.pk, by)
    table = SeasonTable.objects.get()
    ranks = {one.entrant_id: rank for rank, one in enumerate(table.places.all(), 1)}
    result_approval.correct(season.pk, table.pk, ranks, WORDS, by)
    return [reads(by, name, "star", season.slug) for name in ("season", "season-report")]


def ruling() -> list[Page]:
    game, organizer = begun()
    claim, judge = disputed.claimed(game), disputed.referee()
    clock.set_to(disputed.HEARD)
    opening_hidden_hands.open_hidden(claim, judge, WORDS)
    asked = RulingRequest(reasons=WORDS, departs=WORDS, remedy="stand")
    giving.give(claim.pk, judge, asked)
    clock.set_to(disputed.HEARD + timedelta(days=3))
    ending_and_announcing.end(game.pk, organizer, Ending.VOID, "no time")
    red = game.seats.get(colour="red").player
    found = CasebookEntry.objects.get()
    return [
        reads(red, "claims", game.slug),
        reads(red, "casebook-ruling", found.pk),
        reads(judge, "admin:arbitration_claim_change", claim.pk),
    ]


def given_back() -> list[Page]:
    game, _ = begun()
    claim, judge = disputed.claimed(game), disputed.referee()
    clock.set_to(disputed.HEARD)
    reassignment.recuse(claim.pk, judge, WORDS)
    other = disputed.referee("other")
    return [reads(other, "admin:arbitration_claim_change", claim.pk)]


DAY = timedelta(days=1)
DEEDS: dict[str, Callable[[], list[Page]]] = {
    "more time": decides(lambda game, by: time_orders.more_time(game.pk, by, "red", DAY, WORDS)),
    "a pause": decides(lambda game, by: time_orders.pause(game.pk, by, DAY, WORDS)),
    "a seat offered": decides(lambda game, by: seat_orders.offer(game.pk, by, "red", WORDS)),
    "words to the table": decides(
        lambda game, by: ending_and_announcing.announce(game.pk, by, WORDS)
    ),
    "the end": decides(lambda game, by: ending_and_announcing.end(game.pk, by, Ending.VOID, WORDS)),
    "settings": decides(lambda game, by: door.change_settings(game.pk, {"turn_time": "9d"}, WORDS)),
    "a member shut out": shut_out,
    "words to all members": told_to_all,
    "a result": result,
    "a ruling": ruling,
    "a case given back": given_back,
}


@pytest.mark.parametrize("deed", DEEDS)
def test_what_a_person_writes_is_quoted_wherever_others_read_it(deed: str) -> None:
    pages = DEEDS[deed]()
    found = [*letters()]
    for client, where in pages:
        answer = client.get(where)
        assert answer.status_code == 200, where
        found.append(shown(answer.text))
    rest = [re.sub(rf"{re.escape(in_quotes(WORDS)[:-1])}\.?”", "", text) for text in found]
    assert found != rest
    assert [text for text in rest if "Marlow" in text] == []


def test_settings_that_are_changed_without_a_reason_tell_none() -> None:
    game, _ = begun()
    door.change_settings(game.pk, {"turn_time": "9d"}, " ")
    told = [text for text in letters() if "Settings of this game were changed." in text]
    assert told and not [text for text in told if "Why:" in text]
