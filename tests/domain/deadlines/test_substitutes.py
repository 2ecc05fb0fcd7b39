"""A player vanishes, and the club's substitutes are offered the seat by letter: the first who
answers has it, whatever mailbox, hour or phone (PR-SEAT-01, PR-SEAT-05).
"""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest

from tests import seated
from tests.domain.deadlines.table import Table
from tests.domain.deadlines.test_silent_seats import club_game, silent, told
from tests.domain.post.incoming.test_seatless_replies import reply
from traders.domain.calendar import clock
from traders.domain.deadlines.absent_seats_and_vacation_days import is_absent
from traders.domain.history import audit
from traders.domain.letters.addresses import answer_address, reply_address
from traders.domain.letters.letter_facts import decode
from traders.domain.people import club_roles
from traders.domain.play import door, substitutes
from traders.domain.play.commands import leaving_and_taking_seats
from traders.domain.play.game_session import open_session
from traders.domain.post import preparing
from traders.domain.post.incoming import intake
from traders.domain.timeline import timeline
from traders.engines.kernel.refusal import Refusal
from traders.models import (
    Arrival,
    ArrivalOutcome,
    Game,
    Letter,
    LetterKind,
    Membership,
    Player,
    Role,
)

PHONE = """Hello,

Yes, please!

Sent from my iPhone

> On 5 Mar 2026, at 09:00, Traders by Post <post@example.org> wrote:
>
> Red needs a player.
> no
"""


@pytest.fixture
def table(organizer) -> Table:
    """A club's game; the seats of a table that is told its time."""
    return club_game(organizer, absent_limit=2)


def stand_in(table: Table, name: str) -> Player:
    """A member who stands in, and sits nowhere."""
    player = Player.objects.create_user(f"{name.lower()}@example.org", display_name=name)
    club_roles.admit(table.game.club, player)
    Membership.objects.filter(player=player).update(stands_in=True)
    return player


def offers(player: Player) -> list[Letter]:
    """The offers that a substitute got, made ready as they go out."""
    found = Letter.objects.filter(player=player, kind=LetterKind.ASKED, key__startswith="standin.")
    preparing.prepare(list(found.values_list("pk", flat=True)))
    return list(found.order_by("pk"))


def answers(letter: Letter, text: str = "yes\n", **of: str) -> tuple[str, str]:
    """What is said of an answer's first line."""
    came = reply(letter, text, **of)
    assert came.answered_by is not None, came.outcome
    line = decode(came.answered_by.facts).lines[0]
    return line.answer, line.words


def test_who_answers_from_a_phone_has_the_seat_and_all_are_told(table, organizer):
    ida, late = stand_in(table, "Ida"), stand_in(table, "Late")
    silent(table, 2)
    [offer], [other] = offers(ida), offers(late)
    before = table.seat("red").player
    assert answers(offer, PHONE) == (
        "done",
        "Thank you. You play Red now; a letter tells all of it.",
    )
    assert (table.seat("red").player, table.waits) == (ida, "red")
    handed = decode(Letter.objects.filter(game=table.id, seat="red", player=ida).last().facts)
    assert handed.extra["handed"]["history"]
    for who in ("blue", organizer):
        assert "Ida has taken" in told(table, who)[-1]
    assert "was yours" in told(table, before)[-1]
    answer, words = answers(other)
    assert (answer, "Ida was first" in words) == ("told", True)
    assert answers(offer)[1].endswith("You play Red already.")
    assert table.says("red", "end").lines[0].answer == "done"
    assert audit.audit(table.game) is None


def test_the_earlier_of_two_letters_has_it_whichever_is_read_first(table):
    [first, second] = [stand_in(table, name) for name in ("Ann", "Ben")]
    silent(table, 2)
    now, taken = clock.now(), []
    for seconds, player in enumerate((first, second), 1):
        clock.set_to(now + timedelta(seconds=seconds))
        [offer] = offers(player)
        raw = f"From: {player.email}\r\nSubject: Re\r\n\r\nyes\r\n".encode()
        to = answer_address(offer.tag)
        taken.append(intake.take(raw, envelope_to=to, envelope_from="", channel="smtp").pk)
    timeline.read_all(reversed(taken))
    assert table.seat("red").player == first
    said = Arrival.objects.get(pk=taken[1]).answered_by
    assert "Ann was first" in said.facts


def test_the_seats_own_player_comes_back_and_keeps_it(table):
    ida = stand_in(table, "Ida")
    silent(table, 2)
    [offer] = offers(ida)
    table.says("red", "say: here I am")
    assert "own player wrote before you" in answers(offer)[1]
    silent(table, 3)  # gone once more
    again = offers(ida)
    assert len(again) == 2
    assert answers(again[1], name="<again@x.test>")[0] == "done"


@pytest.mark.sampled
@pytest.mark.parametrize("word", ["say: here I am", "status", "end"])
def test_all_who_read_of_the_offer_read_that_the_player_is_back(table, organizer, word):
    """PR-SEAT-05: page, table, organizer and who was asked agree, whatever the word was."""
    ida, nora = stand_in(table, "Ida"), stand_in(table, "Nora")
    silent(table, 2)
    answers(offers(nora)[0], "no\n")
    table.says("red", word)
    assert not leaving_and_taking_seats.is_free(table.seat("red"))
    for who in ("blue", "green", organizer):
        assert "Red plays on: its player is back, and keeps the seat." in " ".join(told(table, who))
    kept = Letter.objects.filter(player__in=(ida, nora), key__startswith="back.")
    assert [letter.player for letter in kept] == [ida]
    assert "keeps the seat" in decode(kept[0].facts).extra["told"][0]
    before = kept.count()
    table.says("red", "say: and again")
    assert kept.count() == before


def test_who_left_and_is_back_is_told_of_to_who_was_asked(table):  # PR-SEAT-04
    ida = stand_in(table, "Ida")
    table.says("red", "resign\nyes")
    assert len(offers(ida)) == 1
    table.says("red", "end")
    assert table.seat("red").left is None
    assert Letter.objects.filter(player=ida, key__startswith="back.").count() == 1


def test_no_other_mailbox_and_nobody_who_left_the_club_sits(table):
    ida = stand_in(table, "Ida")
    silent(table, 2)
    [offer] = offers(ida)
    assert "is held and does not count" in answers(offer, sender="eve@example.org")[1]
    assert answers(offer, "yes but only from next week on\n")[0] == "refused"
    assert answers(offer, "no\n", name="<no@x.test>")[0] == "noted"
    Membership.objects.filter(player=ida).update(standing="banned")
    assert answers(offer, "yes\n", name="<b@x.test>")[0] == "refused"
    assert table.seat("red").player != ida


def test_an_offer_after_the_end_is_answered_kindly(table):
    ida = stand_in(table, "Ida")
    silent(table, 2)
    [offer] = offers(ida)
    table.says("blue", "propose end\nyes")
    table.says("green", "vote yes")
    assert "The game is over" in answers(offer)[1]


def test_who_may_not_sit_is_not_asked_and_nobody_is_asked_too_often(table, organizer, settings):
    settings.QUOTA_OFFERS = 1
    ida = stand_in(table, "Ida")
    club_roles.admit(table.game.club, table.seat("blue").player, Role.PLAYER)
    Membership.objects.update(stands_in=True)
    Membership.objects.filter(player=organizer).update(stands_in=False)
    silent(table, 2)
    assert (len(offers(ida)), offers(table.seat("blue").player)) == (1, [])
    assert "1 substitute was asked" in told(table, organizer)[-1]
    answers(offers(ida)[0], "stand down\n")
    assert not Membership.objects.get(player=ida).stands_in


def test_a_seat_that_is_left_is_offered_too_and_without_stand_ins_the_organizer_is_told(
    table, organizer
):
    table.says("blue", "resign\nyes")
    assert "No substitute of the club can be asked" in told(table, organizer)[-1]
    ida = stand_in(table, "Ida")
    table.says("green", "resign\nyes")
    assert "Green needs a player" in offers(ida)[0].facts


@pytest.mark.parametrize(
    ("setting", "level"),
    [("bots", "player"), ("learner-bots", "learner"), ("master-bots", "master")],
)
def test_a_bot_takes_a_seat_that_nobody_took_in_time_where_the_club_says_so(
    organizer, setting, level
):
    table = club_game(organizer, vacant_seats=setting, substitution_time="24h")
    table.says("green", "resign\nyes")
    assert table.at("23h59m").seat("green").left is not None
    green = table.at("24h1s").seat("green")
    assert (green.bot, green.left, green.dropped) == (True, None, False)
    assert green.level == level
    assert "green" in {letter.seat for letter in Letter.objects.filter(status="inside")}
    assert "has taken the seat Green" in told(table, "blue")[-1]


def test_a_club_says_after_how_many_turns_it_asks(organizer):  # PR-SEAT-05
    table = silent(club_game(organizer, asked_after=1), 1)
    assert is_absent(table.seat("red"), table.game)
    assert any("Your last turn ended" in letter for letter in told(table, "red"))


@pytest.mark.parametrize(
    "system", ["star-traders", "traders-luck", "imperial-trader", "stratastar"]
)
def test_an_offer_tells_nothing_that_the_gallery_may_not_see(organizer, system):
    """What another position behind the same open one would tell is the same, word by word."""
    club = club_roles.found("Spiral", "spiral", organizer)
    ida = Player.objects.create_user("ida@example.org", display_name="Ida")
    club_roles.admit(club, ida)
    Membership.objects.filter(player=ida).update(stands_in=True)
    game = door.create(system, ("red", "blue"), club=club)
    seated.begin(game.pk)
    door.orders(game.pk, "red", "resign\nyes")
    [letter] = offers(ida)
    facts = decode(letter.facts)
    assert (facts.view, facts.events, facts.offers, facts.asked) == ({}, (), (), None)
    told = json.dumps(facts.extra)
    for seat in ("red", "blue"):
        hidden = texts(game.pk, seat) - texts(game.pk, None)
        assert not [text for text in hidden if text in told]


def texts(game_id: int, seat: str | None) -> set[str]:
    """All words and names in what a seat sees; None: the gallery."""
    with open_session(game_id) as session:
        view = json.dumps(session.engine.view(session.table.state, seat))
    return set(re.findall(r'"([^"]{4,})"', view))


def test_an_offer_tells_no_more_than_its_reader_may_watch(organizer):
    """(PR-RECORD-05)"""
    late = club_game(organizer, absent_limit=2, watch_delay="30d")
    ida, gus = stand_in(late, "Ida"), stand_in(late, "Gus")
    Membership.objects.filter(player=gus).update(role=Role.GUEST)
    silent(late, 2)
    [offer] = offers(ida)
    assert "as late as watchers see it: 0 turns, 1 move, begun on 2 March." in offer.facts
    assert "Play waits" not in offer.facts
    assert offers(gus) == []  # whom an organizer seats
    watched = late.game.settings | {"watched": "seats"}
    Game.objects.filter(pk=late.id).update(settings=watched)
    eve = stand_in(late, "Eve")
    with open_session(late.id) as session:
        session.change_set.at_once = True
        substitutes.ask(session, late.seat("red"))
    [offer] = offers(eve)
    assert "So far" not in offer.facts and "/clubs/" in offer.facts
    assert answers(offer)[0] == "done" and late.seat("red").player == eve


def test_an_account_that_was_closed_takes_no_seat(table):
    ida, before = stand_in(table, "Ida"), table.seat("red").player
    silent(table, 2)
    [offer] = offers(ida)
    Player.objects.filter(pk=ida.pk).update(is_active=False)
    assert answers(offer) == ("refused", "The operator has closed this account.")
    assert table.seat("red").player == before


@pytest.mark.parametrize("way", ["letter", "page"])
def test_who_gives_orders_after_a_stand_in_wrote_gives_none_in_that_seat(table, way):
    ida, before = stand_in(table, "Ida"), table.seat("red").player
    silent(table, 2)
    [offer] = offers(ida)
    number, now, seat = table.game.number, clock.now(), table.seat("red").pk

    def came(sender: Player, to: str, text: str) -> int:
        raw = f"From: {sender.email}\r\nSubject: Re\r\n\r\n{text}\r\n".encode()
        return intake.take(raw, envelope_to=to, envelope_from="", channel="smtp").pk

    unread = [came(ida, answer_address(offer.tag), "yes")]
    clock.set_to(now + timedelta(seconds=2))
    if way == "letter":
        unread.append(came(before, reply_address(seat, ""), "end"))
        timeline.read_all(unread)
        assert Arrival.objects.get(pk=unread[1]).outcome == ArrivalOutcome.FORMER
    else:
        with pytest.raises(Refusal, match="Somebody else plays Red now"):
            timeline.orders(table.id, "red", "end", source=way, player=before)
    assert (table.seat("red").player, table.game.number) == (ida, number)
