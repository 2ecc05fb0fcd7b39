"""Boards that answer: what is offered and stands on the board is touched there, by links that work
without JavaScript; in all games, in positions as play leads to them.
"""

from __future__ import annotations

import re
from html import unescape
from itertools import product
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import seated
from tests.engines.optional_parts import systems_with
from tests.examples import drawn
from traders.bots.registry import bots
from traders.domain.history import recording_and_replay, seed_encryption
from traders.domain.play import door
from traders.engines.kernel.contract.contract import Blank, Choice, Interval, Turn
from traders.engines.registry import engine
from traders.models import Entry, Game, Player, Seat
from traders.web.game_page_context import GamePage
from traders.web.order_menu import filled

SYSTEMS = systems_with("board.places")
_LINK = re.compile(r'<a class="spot(?: also)?" href="([^"]*)" data-(order|at)="([^"]*)"')
_BOX = re.compile(r'<textarea[^>]*id="orders"[^>]*>([^<]*)</textarea>')
DONE_HALT = ">halt</span><br>Done."
"""In a receipt."""


def played(system: str, red: Player, blue: Player, turns: int) -> Game:
    """A game in which red has the turn after so many orders of both, as bots give them."""
    game = door.create(system, ["red", "blue"])
    seed = b"s" * 32  # the same dice each time
    Game.objects.filter(pk=game.pk).update(
        secret=seed_encryption.lock(seed), secret_digest=seed_encryption.digest(seed)
    )
    for player in (red, blue):
        Seat.objects.filter(game=game, colour=player.email.partition("@")[0]).update(player=player)
    seated.begin(game.pk)
    rules = engine(system)
    for number in range(150):
        game = Game.objects.get(pk=game.pk)
        state = recording_and_replay.position_now(game)
        pending = rules.pending(state)
        mine = isinstance(pending, Turn) and pending.seats == ("red",)
        if number >= turns and mine and on_the_board(game):
            break
        asked = (pending.seat,) if isinstance(pending, Choice) else pending.seats
        for seat in asked:
            offers = rules.offers(state, seat)
            said = bots(rules.name).bot(rules.view(state, seat), pending, offers, number)
            text = said if offers and not isinstance(pending, Interval) else said or "pass"
            door.orders(game.pk, seat, text)
    return Game.objects.get(pk=game.pk)


def page(client: Client, game: Game, query: str = "") -> str:
    return client.get(reverse("game", args=[game.slug]) + query).content.decode()


def board(html: str) -> str:
    """The board with its lists and its bar."""
    return html[html.index('<figure class="board"') : html.index("<figcaption")]


def box(html: str) -> str:
    found = _BOX.search(html)
    assert found
    return unescape(found[1])


def on_the_board(game: Game) -> list[Any]:
    """Offers to red that name something that stands on the board."""
    rules, state = engine(game.system), recording_and_replay.position_now(game)
    places = rules.places(rules.view(state, "red"))
    return [
        offer
        for offer in rules.offers(state, "red")
        if any(place.is_in(offer.order) for place in places)
    ]


def least(blank: Blank) -> str:
    """The first thing that may be filled in."""
    return blank.things[0] if blank.things else str(blank.low)


@pytest.mark.examples("boards-touched")
@pytest.mark.parametrize(
    ("system", "turns"), drawn("boards-touched", list(product(SYSTEMS, [0, 9])))
)
def test_what_is_offered_and_stands_on_the_board_is_touched_and_sent(
    red_client: Client, red: Player, blue: Player, system: str, turns: int
) -> None:
    game = played(system, red, blue, turns)
    send = reverse("order", args=[game.slug])
    html = board(page(red_client, game))
    offered = on_the_board(game)
    assert offered
    listed = {
        unescape(order): unescape(value)
        for value, order in re.findall(r'value="([^"]*)" data-order="([^"]*)"', html)
    }
    links = {unescape(name): unescape(href) for href, _, name in _LINK.findall(html)}
    for offer in offered:
        assert offer.order in links or offer.order in listed, offer.order
        if offer.order in links:
            typed = box(page(red_client, game, links[offer.order].partition("#")[0]))
        else:
            insert = listed[offer.order]
            row = insert.partition("|")[0]
            fields = {f"fill.{row}.{blank.name}": least(blank) for blank in offer.blanks}
            red_client.post(send, {"orders": "", "insert": insert, **fields})
            typed = box(page(red_client, game))
        values = {blank.name: least(blank) for blank in offer.blanks}
        assert typed == filled(offer.order, values)
        red_client.post(send, {"orders": typed, "test": "1"})
        receipt = red_client.session[f"answer.{game.pk}"]["receipt"]
        page(red_client, game)  # reads the answer, and leaves an empty box
        assert [line["answer"] for line in receipt if line["answer"] == "refused"] == []
    number = game.number
    red_client.post(send, {"orders": typed})
    assert Entry.objects.filter(game=game, number__gt=number, seat="red").exists()


def test_an_order_that_may_end_on_any_world_is_ordered_by_touching_the_world(
    red_client: Client, red: Player, blue: Player
) -> None:
    start = {"red": {"at": "Mink", "hand": ["Quarantine", "Superjump"]}}
    game = door.create("star-traders", ["red", "blue"], start=start)
    Seat.objects.filter(game=game, colour="red").update(player=red)
    Seat.objects.filter(game=game, colour="blue").update(player=blue)
    seated.begin(game.pk)
    game.refresh_from_db()
    html = board(page(red_client, game))
    free = engine("star-traders").offers(recording_and_replay.position_now(game), "red")
    offer = next(offer for offer in free if offer.order == "play quarantine at {world}")
    worlds = offer.blanks[0].things
    assert len(worlds) > 30
    for world in worlds:
        assert html.count(f'data-order="play quarantine at {world}"') == 1
    assert 'data-order="play superjump at kluge"' in html
    assert 'class="spot also" href="#at-kluge"' in html
    jump = link(html, "jump jaxin")  # one touch is enough, and the next opens the list
    assert 'data-order="jump jaxin" data-at="at-jaxin"' in html
    html = page(red_client, game, jump)
    assert box(html) == "jump jaxin"
    assert 'class="spot" href="#at-jaxin" data-at="at-jaxin"' in html
    red_client.post(
        reverse("order", args=[game.slug]),
        {"orders": "", "insert": "9|play quarantine at kluge"},
    )
    assert box(page(red_client, game)) == "play quarantine at kluge"


def test_a_wish_for_the_dice_is_touched_before_the_journey_and_followed(
    red_client: Client, red: Player, blue: Player
) -> None:
    game = played("traders-luck", red, blue, 0)
    html = board(page(red_client, game))
    form = re.search(r'value="(\d+)\|keep robots until \{n\}"', html)
    assert form
    row = form[1]
    send = reverse("order", args=[game.slug])
    fields = {"insert": f"{row}|keep robots until {{n}}", f"fill.{row}.n": "1"}
    red_client.post(send, {"orders": "travel big", **fields})
    typed = box(page(red_client, game))
    assert typed == "travel big\nkeep robots until 1"
    red_client.post(send, {"orders": typed, "send": "board"})
    receipt = red_client.session[f"answer.{game.pk}"]["receipt"]
    assert [line["answer"] for line in receipt] == ["done", "done"]
    told = Entry.objects.filter(game=game, number__gt=game.number, seat="red")
    assert told.count() > 1


@pytest.mark.sampled
@pytest.mark.parametrize("system", SYSTEMS)
def test_each_list_that_a_target_opens_is_on_the_page(
    red_client: Client, red: Player, blue: Player, system: str
) -> None:
    html = board(page(red_client, played(system, red, blue, 9)))
    lists = [name for _, kind, name in _LINK.findall(html) if kind == "at"]
    assert len(lists) == len(set(lists))
    for name in lists:
        assert html.count(f'id="{name}"') == 1


def link(html: str, order: str) -> str:
    found = next(href for href, _, name in _LINK.findall(html) if unescape(name) == order)
    return unescape(found).partition("#")[0]


def test_what_is_touched_is_gathered_and_can_be_taken_out(red_client: Client, stars: Game) -> None:
    html = page(red_client, stars, link(page(red_client, stars), "jump wells"))
    html = page(red_client, stars, link(html, "jump jaxin"))
    assert box(html) == "jump wells\njump jaxin"
    less = re.search(r'href="([^"]*)" id="one-less"', html)
    assert less
    assert box(page(red_client, stars, unescape(less[1]).partition("#")[0])) == "jump wells"


def test_a_touch_changes_nothing(red_client: Client, stars: Game) -> None:
    before = Entry.objects.filter(game=stars).count()
    page(red_client, stars, link(page(red_client, stars), "jump wells"))
    assert Entry.objects.filter(game=stars).count() == before


def test_a_board_touched_after_play_has_gone_on_says_so_and_loses_nothing(
    red_client: Client, stars: Game
) -> None:
    touched = link(page(red_client, stars), "jump wells")
    door.orders(stars.pk, "red", "halt\nend")
    door.orders(stars.pk, "blue", "halt\nend")
    html = page(red_client, stars, touched)
    assert html.count("Play has gone on") == 2
    assert "gone-on hidden" not in html.replace('"', "")
    assert box(html) == "jump wells"
    assert page(red_client, stars).replace('"', "").count("gone-on hidden") == 2


def test_of_two_windows_the_one_left_behind_is_told_so_and_loses_nothing(
    red_client: Client, stars: Game
) -> None:
    send, old = reverse("order", args=[stars.slug]), GamePage(stars, None).moment
    red_client.post(send, {"orders": "halt", "moment": old})
    asked = red_client.get(reverse("live", args=[stars.slug]) + f"?after={stars.number}")
    assert DONE_HALT not in asked.content.decode()  # by the other window, every few seconds
    assert DONE_HALT in page(red_client, stars)
    red_client.post(send, {"orders": "jump wells\nend", "send": "board", "moment": old})
    red_client.get(reverse("live", args=[stars.slug]) + f"?after={stars.number}")
    html = page(red_client, stars)
    assert "Your Movement stage is over." in board(html)
    assert box(html) == "jump wells\nend"


def test_one_word_orders_stand_in_the_bar(red_client: Client, game: Game) -> None:
    html = board(page(red_client, game))
    assert 'data-order="end"' in html
    assert "Nothing to tap now." in html
    assert "Undo" not in html  # nobody has ordered anything


def test_what_is_asked_back_is_answered_in_the_bar_and_asked_in_the_box_alone(  # PR-SEAT-06
    red_client: Client, red: Player
) -> None:
    game = door.create("traders-luck", ["red", "blue"], start={"turn": "red", "stage": "travel"})
    Seat.objects.filter(game=game, colour="red").update(player=red)
    seated.begin(game.pk)
    html = page(red_client, game)
    assert 'data-order="finish"' in html
    assert 'data-order="finish"' not in board(html)
    send = reverse("order", args=[game.slug])
    assert "A good turn" in html
    red_client.post(send, {"orders": "finish", "send": "1"})
    html = page(red_client, game)
    bar = board(html).partition('class="row sure"')[2].partition("</form>")[0]
    assert "<code>finish</code>: are you sure?" in bar
    assert re.findall(r'name="orders" value="(\w+)"', bar) == ["no", "yes"]
    assert html.count('value="yes"') == 1
    assert "A good turn" not in html  # nothing is suggested where nothing can be taken back
    answer = red_client.post(send, {"orders": "yes", "send": "board"})
    assert answer.headers["Location"].endswith("#board")
    assert "It is your turn" not in page(red_client, game)


def test_what_is_sent_from_the_board_is_answered_there(red_client: Client, stars: Game) -> None:
    send = reverse("order", args=[stars.slug])
    answer = red_client.post(send, {"orders": "halt", "send": "board"})
    assert answer.headers["Location"].endswith("#board")
    html = page(red_client, stars)
    assert DONE_HALT in board(html)
    assert html.count(DONE_HALT) == 1
    answer = red_client.post(send, {"orders": "end", "send": "1"})
    assert answer.headers["Location"].endswith("#order-box")
    assert DONE_HALT.replace("halt", "end") not in board(page(red_client, stars))


def test_the_strip_counts_the_jumps_and_the_receipt_tells_the_throw(
    red_client: Client, blue: Player, stars: Game
) -> None:
    assert "3 jumps left" in board(page(red_client, stars))
    red_client.post(reverse("order", args=[stars.slug]), {"orders": "jump wells", "send": "board"})
    html = board(page(red_client, stars))
    assert "2 jumps left" in html
    assert re.search(r"You rolled \d\b", html)
    assert ">jump wells</span><br> You rolled" in html
    red_client.force_login(blue)
    assert "jumps left" not in board(page(red_client, stars))


def test_the_bar_says_what_a_window_is_about_and_what_silence_brings(
    red_client: Client, red: Player, blue: Player
) -> None:
    start = {"red": {"at": "Mink"}, "blue": {"at": "Niven", "hand": ["Quarantine"]}}
    game = door.create("star-traders", ["red", "blue"], settings={"timing": "table"}, start=start)
    for player in (red, blue):
        Seat.objects.filter(game=game, colour=player.email.partition("@")[0]).update(player=player)
    seated.begin(game.pk)
    assert 'class="asked"' not in page(red_client, game)  # a turn stands above, and lasts
    red_client.post(reverse("order", args=[game.slug]), {"orders": "jump wells", "send": "board"})
    red_client.force_login(blue)
    html = page(red_client, game)
    assert ">A good answer</button>" in html, "as in the letter"
    asked = html.partition('class="asked">')[2].partition("</p>")[0]
    assert "Red is jumping from Mink to Wells." in asked
    assert "If you do nothing: <code>pass</code>." in asked


def test_undo_under_the_board_takes_the_latest_order_back(red_client: Client, stars: Game) -> None:
    send = reverse("order", args=[stars.slug])
    assert 'data-key="u"' not in page(red_client, stars)
    red_client.post(send, {"orders": "halt"})
    html = page(red_client, stars)
    assert 'data-key="u"' in html
    form = html[html.index('id="undo-form"') :].partition("</form>")[0]
    said = dict(re.findall(r'name="(moment|orders|send)" value="([^"]*)"', form))
    answer = red_client.post(send, said)
    assert answer.headers["Location"].endswith("#board")
    html = page(red_client, stars)
    assert "You took back <code>halt</code>." in board(html)
    assert "It is your turn: movement." in html


def test_who_has_no_seat_and_the_past_have_boards_that_are_not_touched(
    client: Client, red_client: Client, stars: Game
) -> None:
    assert "spot" not in board(page(Client(), stars))
    door.orders(stars.pk, "red", "halt\nend")
    assert "spot" not in board(page(red_client, stars, "?at=1"))
    assert 'class="touch"' not in board(page(red_client, stars, "?at=1"))


def test_the_tab_says_when_it_is_the_readers_turn(red_client: Client, stars: Game) -> None:
    assert f"<title>● Your turn · {stars.title}" in page(red_client, stars)
    door.orders(stars.pk, "red", "halt\nend")
    assert f"<title>{stars.title}" in page(red_client, stars)


def test_what_is_asked_for_in_the_address_is_written_and_never_markup(
    red_client: Client, stars: Game
) -> None:
    html = page(red_client, stars, "?order=%3C/textarea%3E%3Cscript%3E&order=a%0Ab")
    assert "</textarea><script>" not in html
    assert box(html) == "</textarea><script>\na b"


def test_the_odds_of_what_is_gathered_and_the_hand_stand_under_the_board(
    client: Client, red_client: Client, stars: Game
) -> None:
    html = board(page(red_client, stars, link(page(red_client, stars), "jump jaxin")))
    told = "Odds if nobody reacts: Jaxin 83\N{NO-BREAK SPACE}%."
    assert told in html
    assert "Waiting for you " in html
    assert "Cards: none" in html
    asked = reverse("odds", args=[stars.slug])
    assert red_client.get(asked, {"order": ["jump jaxin"]}).content.decode() == told
    assert red_client.get(asked, {"order": ["nonsense", "halt"]}).content == b""
    assert Client().get(asked).status_code == 302
    stranger = Client()
    stranger.force_login(Player.objects.create_user("green@example.org", display_name="Third"))
    assert stranger.get(asked).status_code == 403


def test_the_suggestion_is_one_touch_away_under_the_board(red_client: Client, stars: Game) -> None:
    """Also without JavaScript: its lines stand in the box, and the reader at the board."""
    html = board(page(red_client, stars))
    found = re.search(r'formaction="([^"]+)" name="suggested" value="([^"]+)"', html)
    assert found
    assert ">A good turn</button>" in html
    lines = found[2].replace("&#10;", "\n")
    answer = red_client.post(found[1], {"orders": "", "suggested": lines})
    assert answer.headers["Location"].endswith("#board")
    html = board(page(red_client, stars))
    assert all(f"<code>{line}</code>" in html for line in lines.splitlines())
    assert re.search(r'name="suggested"[^>]* hidden', html)  # it stands there already


def test_what_is_ringed_is_to_be_touched_only_by_whom_play_waits_for(
    client: Client, red_client: Client, blue: Player, stars: Game
) -> None:
    assert "Tap a ring." in board(page(red_client, stars))
    other = Client()
    other.force_login(blue)
    html = board(page(other, stars))
    assert "Tap a ring." not in html
    assert re.search("Nothing to tap now|Play does not wait for you", html)
    assert 'name="suggested"' not in html
