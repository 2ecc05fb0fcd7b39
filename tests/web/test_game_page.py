"""The page of one game: what is on it, for whom, and what ordering on it does."""

from __future__ import annotations

import re
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests import seated
from traders.domain.deadlines.heartbeat_and_outages import Outage
from traders.domain.letters.letter_facts import decode
from traders.domain.people import club_roles
from traders.domain.play import door
from traders.domain.play.organizer import time_orders
from traders.engines.kernel.contract.contract import Offer
from traders.engines.traders_luck.bounty_hunters.day_without_trip import STAYS
from traders.models import Entry, Game, Letter, Player, Sealed, Seat
from traders.web.order_menu import grouped


def page(client: Client, game: Game, query: str = "") -> str:
    answer = client.get(reverse("game", args=[game.slug]) + query)
    assert answer.status_code == 200
    return answer.content.decode()


def order(client: Client, game: Game, text: str, **more: str) -> str:
    answer = client.post(reverse("order", args=[game.slug]), {"orders": text, **more})
    assert answer.status_code == 302
    return page(client, game)


def receipt_in(html: str) -> str:
    """The receipt's lines as they are read."""
    lines = html.partition('<ul class="receipt">')[2].partition("</ul>")[0]
    return " ".join(re.sub("<[^>]+>", " ", lines).split())


def test_a_spectator_sees_the_gallery_and_no_order_box(client: Client, game: Game) -> None:
    html = page(client, game)
    assert "It is Red&#x27;s turn: road." in html
    assert "<svg" in html
    assert "order-box" not in html


def test_the_seat_on_turn_is_offered_what_it_may_do(red_client: Client, game: Game) -> None:
    html = page(red_client, game)
    assert "It is your turn: road." in html
    assert 'data-order="roll"' in html
    assert 'name="moment" value="t1"' in html


def test_an_order_is_answered_by_a_receipt_that_shows_once(red_client: Client, game: Game) -> None:
    html = order(red_client, game, "end", moment="t1")
    assert ">end</span><br> " in html
    assert Entry.objects.get(game=game, kind="order").source == "page"
    assert ">end</span><br> " not in page(red_client, game)


def test_the_receipt_tells_what_came_of_the_lines_as_the_letter_would(
    red_client: Client, game: Game
) -> None:
    door.orders(game.pk, "red", "stop at shove")
    told = receipt_in(order(red_client, game, "roll", moment="t1"))
    assert re.fullmatch(r"roll Red rolls\. The die shows \d\.", told), told
    door.orders(game.pk, "blue", "pass")
    told = receipt_in(order(red_client, game, "pass"))  # the window closes
    assert re.fullmatch(r"pass .*Red has \d points\.", told), told
    assert "The receipt" not in page(red_client, game)


def test_silence_that_is_no_order_is_shown_in_words(red_client: Client, red: Player) -> None:
    """Nobody could send it (TL-PBM-05)."""
    start = {"red": {"piracy": 1}, "blue": {"missiles": 1}}
    game = door.create("traders-luck", ["red", "blue"], {"bounty_hunters": True}, start=start)
    Seat.objects.filter(game=game, colour="red").update(player=red)
    seated.begin(game.pk)
    html = page(red_client, game)
    assert STAYS in html and f"<code>{STAYS}" not in html


def test_a_plan_that_stops_is_told_with_the_receipt(red_client: Client, stars: Game) -> None:
    html = order(red_client, stars, "plan\njump niven\njump bradbury\nend plan")
    told = receipt_in(html)
    assert re.search(r"jump niven You .*jump bradbury Not carried out", told), told
    assert re.search(r"Your plan stopped\. No jumpline leads from Niven[^<]+\.</p>", html)
    assert "Your plan stopped" not in page(red_client, stars)
    assert "Kept as a plan" not in html


@pytest.mark.parametrize(("good", "left"), [("end\r\nroll", ""), ("end", "roll"), ("", "roll")])
def test_a_suggestion_that_no_longer_fits_leaves_the_box_to_the_next(
    red_client: Client, game: Game, good: str, left: str
) -> None:
    html = order(red_client, game, "end\r\nroll", good=good, moment="t1")
    assert "roll" in receipt_in(html)
    assert re.search(r"<textarea[^>]*>([^<]*)</textarea>", html)[1].strip() == left


def test_the_receipt_and_the_story_name_hours_in_the_readers_zone(
    red_client: Client, red: Player, game: Game
) -> None:
    written = Letter.objects.filter(game=game, seat="red", asks=True).latest("pk").written
    there = written.astimezone(ZoneInfo(red.zone))
    told = receipt_in(order(red_client, game, "resend"))
    assert f"written on {there:%a %-d %b, %H:%M}." in told
    olga = Player.objects.create_user("olga@example.org", display_name="Olga")
    Game.objects.filter(pk=game.pk).update(club=club_roles.found("Spiral", "spiral", olga))
    outage = Outage(1, written, written + timedelta(minutes=5))
    assert time_orders.grant(game.pk, olga, outage, timedelta(hours=2))
    html = page(red_client, game)
    assert f"The server was down from {there:%a %-d %b, %H:%M} to" in html
    assert " UTC on " not in html


def test_a_receipt_tells_nothing_of_a_trial(red_client: Client, game: Game) -> None:
    html = order(red_client, game, "roll", moment="t1", test="1")
    assert "A test: nothing of this counts." in html
    assert "Red rolls." not in html


def test_what_was_done_on_the_page_is_not_mailed_to_who_did_it(
    red_client: Client, game: Game
) -> None:
    Letter.objects.filter(game=game).delete()
    for text, more in (
        ("roll", {"test": "1"}),
        ("rol", {}),
        ("status", {}),
        ("resign", {}),
        ("no", {}),
        ("when blue rolls: shove blue", {}),
    ):
        order(red_client, game, text, **more)
        assert not Letter.objects.filter(game=game).exists(), text
    assert ">end</span><br> " in order(red_client, game, "end", moment="t1")
    assert dict(Letter.objects.filter(game=game).values_list("seat", "kind")) == {"blue": "turn"}


def test_what_all_are_told_of_it_reaches_who_did_it_too(red_client: Client, game: Game) -> None:
    door.orders(game.pk, "blue", "propose back up to 1")
    Letter.objects.filter(game=game).delete()
    order(red_client, game, "vote yes")
    facts = {letter.seat: decode(letter.facts) for letter in Letter.objects.filter(game=game)}
    assert facts["red"].notices == ("Proposal 1 has passed: to go back to move 1.",)
    assert facts["red"].lines == ()


def test_who_proposes_is_not_asked_to_vote(red_client: Client, game: Game) -> None:
    Letter.objects.filter(game=game).delete()
    order(red_client, game, "propose back up to 1")
    (letter,) = Letter.objects.filter(game=game)
    assert letter.seat == "blue"
    proposed, until = decode(letter.facts).notices
    assert "Answer `vote yes 1` or `vote no 1`." in proposed
    assert "you agree to proposal 1 on" in until


def test_the_page_says_when_silence_agrees(
    red_client: Client, game: Game, blue: Player
) -> None:  # PR-BACKUP-05
    order(red_client, game, "propose back up to 1")
    other = Client()
    other.force_login(blue)
    shown = " ".join(page(other, game).split())
    assert "If you do nothing, you agree on" in shown
    assert "unless somebody votes no" in shown
    shown = " ".join(page(red_client, game).split())
    assert "If you do nothing, you agree on" not in shown
    assert "unless somebody votes no" in shown


def test_whoever_looks_reads_that_a_game_is_played_with_take_backs(
    client: Client, game: Game
) -> None:  # PR-BACKUP-05
    assert "take-backs" not in page(client, game)
    Game.objects.filter(pk=game.pk).update(take_backs=True)
    assert "played with take-backs" in page(client, game)
    assert client.get(f"/api/games/{game.slug}").json()["take_backs"] is True


def test_a_refused_line_stays_in_the_box_with_those_below_it(
    red_client: Client, game: Game
) -> None:
    html = order(red_client, game, "rol\nend", moment="t1")
    assert "Possible instead" in html
    assert ">rol\nend</textarea>" in html
    assert not Entry.objects.filter(game=game, kind="order").exists()


def test_an_order_for_a_turn_that_has_passed_is_stale(red_client: Client, game: Game) -> None:
    order(red_client, game, "end", moment="t1")
    told = receipt_in(order(red_client, game, "roll", moment="t1"))
    assert "You sent this for a turn that has passed. Look at the board as it is now." in told


def test_a_form_from_before_a_back_up_is_stale_and_the_page_shows_a_new_one(
    red_client: Client, game: Game
) -> None:
    door.orders(game.pk, "blue", "stop at shove")
    began = Game.objects.get(pk=game.pk).number
    door.orders(game.pk, "red", "roll")
    door.back_up(game.pk, began, "the table agrees")
    door.orders(game.pk, "red", "roll")
    html = order(red_client, game, "pass", moment="i1")
    assert "Play went back to an earlier move on" in html
    assert not Sealed.objects.filter(game=game, seat="red", kind="pass").exists()
    assert 'name="moment" value="i1b1"' in html
    assert "you have passed in this window" in order(red_client, game, "pass", moment="i1b1")


def test_only_try_carries_nothing_out_and_keeps_what_was_typed(
    red_client: Client, game: Game
) -> None:
    before = game.number
    html = order(red_client, game, "end", moment="t1", test="1")
    assert "A test: nothing of this counts." in html
    assert ">end</textarea>" in html
    game.refresh_from_db()
    assert game.number == before


def test_without_javascript_an_offer_is_written_into_the_box(
    red_client: Client, game: Game
) -> None:
    assert ">end\nroll</textarea>" in order(red_client, game, "end", insert="0|roll")
    assert ">end by 4</textarea>" in order(
        red_client, game, "", insert="3|end by {days}", **{"fill.3.days": "4"}
    )


def test_a_suggestion_is_written_into_the_box(red_client: Client, game: Game) -> None:
    html = page(red_client, game)
    assert "A good turn" in html
    assert 'name="suggested" value="roll"' in html
    assert ">end\nroll\nend</textarea>" in order(red_client, game, "end", suggested="roll\nend")


def test_who_wants_no_hints_or_is_not_asked_is_shown_none(
    red_client: Client, game: Game, red: Player, blue: Player
) -> None:
    red_client.force_login(blue)
    assert 'name="suggested"' not in page(red_client, game)
    red_client.force_login(red)
    Player.objects.update(hints=False)
    assert 'name="suggested"' not in page(red_client, game)


def test_of_a_list_of_orders_the_suggested_one_is_chosen() -> None:
    offers = tuple(Offer(f"jump {world}", "", "") for world in ("vragel", "oz", "endor", "niven"))
    [group] = grouped(offers, ("jump endor",))
    [row] = group.rows
    assert [order for order, _ in row.blanks[0].choices] == ["endor", "vragel", "oz", "niven"]


def test_what_is_filled_in_stays_one_line(red_client: Client, game: Game) -> None:
    assert ">end by 4 roll</textarea>" in order(
        red_client, game, "", insert="3|end by {days}", **{"fill.3.days": "4\nroll"}
    )


@pytest.mark.parametrize(
    "letter",
    [
        "Hello,\n\nend\n\nBest regards\nFirst",
        "Hi all, end\n-- \nFirst",
        "end\n\nOn Mon, 2 Mar 2026 at 12:00, Traders by Post <p@post.test> wrote:\n> roll",
    ],
)
def test_a_letter_typed_into_the_box_is_read_as_a_letter(
    red_client: Client, game: Game, letter: str
) -> None:
    html = order(red_client, game, letter, moment="t1")
    assert ">end</span><br> " in html
    assert Entry.objects.filter(game=game, kind="order").count() == 1


def test_the_box_names_what_reads_like_an_order_below_the_end(
    red_client: Client, game: Game
) -> None:
    html = order(red_client, game, "end\n-- \nroll", moment="t1")
    assert "a line that reads like an order, <code>roll</code>; it was not carried out" in html
    assert "reads like an order" not in page(red_client, game)


def test_a_greeting_alone_is_no_order(red_client: Client, game: Game) -> None:
    html = order(red_client, game, "Hello,", moment="t1")
    assert "There is no order in this." in html
    assert ">Hello,</textarea>" in html


@pytest.mark.sampled
@pytest.mark.parametrize("typed", ["#", "# later\n#", "\u200b", "# x\n\u3164"])
@pytest.mark.parametrize("button", [{}, {"test": ""}])
def test_comments_alone_and_what_nobody_sees_are_no_order(
    red_client: Client, game: Game, typed: str, button: dict[str, str]
) -> None:
    assert "There is no order in this." in order(red_client, game, typed, moment="t1", **button)


def test_prose_above_an_order_is_refused_with_it(red_client: Client, game: Game) -> None:
    """On the page it can be mended at once; in a letter it would cost a day."""
    assert ">My word\nend</textarea>" in order(red_client, game, "My word\nend", moment="t1")
    assert not Entry.objects.filter(game=game, kind="order").exists()


def test_nothing_written_is_said_so(red_client: Client, game: Game) -> None:
    assert "Nothing was written" in order(red_client, game, "  ")


def test_who_has_no_seat_cannot_order(client: Client, game: Game) -> None:
    # to the sign-in
    assert client.post(reverse("order", args=[game.slug]), {"orders": "roll"}).status_code == 302
    client.force_login(Player.objects.create_user("third@example.org", display_name="Third"))
    assert client.post(reverse("order", args=[game.slug]), {"orders": "roll"}).status_code == 403
    assert not Entry.objects.filter(game=game, kind="order").exists()


def test_what_a_seat_keeps_unseen_is_shown_to_it_alone(
    red_client: Client, game: Game, red: Player, blue: Player
) -> None:
    door.orders(game.pk, "blue", "stop at shove")
    assert Sealed.objects.filter(game=game, seat="blue").exists()
    assert "stop at shove" not in page(red_client, game)
    other = Client()
    other.force_login(blue)
    assert "stop at shove" in page(other, game)


def test_the_page_takes_few_queries(
    client: Client, game: Game, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(3):
        page(client, game)


def test_any_past_position_can_be_looked_at(red_client: Client, game: Game) -> None:
    order(red_client, game, "end", moment="t1")
    html = page(red_client, game, "?at=1")
    assert "The table after move 1" in html
    assert "order-box" not in html
    assert 'rel="next"' in html


def test_a_move_that_never_was_is_not_found(client: Client, game: Game) -> None:
    for wrong in ("0", "999", "x", "-1", "1e3", "٣", "9" * 40):
        assert client.get(reverse("game", args=[game.slug]), {"at": wrong}).status_code == 404


def test_the_page_asks_for_news_and_gets_none_till_something_moved(
    red_client: Client, game: Game
) -> None:
    url = reverse("live", args=[game.slug])
    assert red_client.get(url, {"after": game.number}).status_code == 204
    order(red_client, game, "end", moment="t1")
    assert b"It is Blue&#x27;s turn" in red_client.get(url, {"after": game.number}).content


def test_press_is_read_by_those_it_goes_to(
    red_client: Client, game: Game, blue: Player, client: Client
) -> None:
    door.orders(game.pk, "red", "say: <b>well met</b>\nto blue: meet me at the bridge")
    mine, gallery, others = page(red_client, game), page(Client(), game), Client()
    others.force_login(blue)
    assert "&lt;b&gt;well met&lt;/b&gt;" in mine
    assert "&lt;b&gt;well met" in gallery
    assert "bridge" in mine
    assert "bridge" in page(others, game)
    assert "bridge" not in gallery


def test_a_game_that_the_table_ended_is_shown_as_over(red_client: Client, game: Game) -> None:
    """PR-SEAT-03"""
    door.orders(game.pk, "blue", "propose concession to red")
    for place in game.seats.exclude(colour="blue"):
        door.orders(game.pk, place.colour, "vote yes")
    html = page(red_client, game)
    assert "Won by" in html
    assert "PR-SEAT-03" in html
    assert 'data-order="roll"' not in html
