"""The page to keep of a game that is over: places, what turned it, and a rematch."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from tests import seated
from tests.web.test_game_history_page import played
from traders.domain.calendar import clock
from traders.domain.history.played_turns import PlayedTurn
from traders.domain.letters.letter_facts import decode
from traders.domain.letters.letter_recipient import reader_of
from traders.domain.letters.render import render
from traders.domain.play import gathering_and_start
from traders.domain.play.commands import leaving_and_taking_seats
from traders.engines.kernel.refusal import Refusal
from traders.models import Game, Letter, LetterKind, Player, Press, Seat
from traders.web.turning_points import turning_points

COUNTS = st.integers(0, 4)
FIGURES = st.fixed_dictionaries({"red": COUNTS, "blue": COUNTS, "green": COUNTS})


def rematch(client: Client, game: Game) -> Game:
    """Press the button; the game that the browser is sent to."""
    answer = client.post(reverse("rematch", args=[game.slug]))
    assert answer.status_code == 302
    return Game.objects.get(slug=answer["Location"].strip("/").split("/")[-1])


def test_a_game_that_goes_on_has_no_end_to_look_at(red_client: Client, game: Game) -> None:
    answer = red_client.get(reverse("end", args=[game.slug]))
    assert answer["Location"] == reverse("game", args=[game.slug])
    assert red_client.post(reverse("rematch", args=[game.slug])).status_code == 409
    assert Game.objects.count() == 1


def test_where_no_game_has_ended_nobody_is_thanked(
    red_client: Client, gathering: Game, blue: Player
) -> None:
    game = reverse("game", args=[gathering.slug])
    thanks = reverse("thanks", args=[gathering.slug])
    assert red_client.post(thanks, {"words": "Thank you."})["Location"] == game
    Seat.objects.filter(game=gathering, colour="blue").update(player=blue)
    seated.begin(gathering.pk)
    assert red_client.post(thanks, {"words": "Thank you."})["Location"] == game
    assert not Press.objects.exists()


def test_long_words_of_thanks_are_answered_in_words(red_client: Client, game: Game) -> None:
    game = played(game)
    thanks = reverse("thanks", args=[game.slug])
    answer = red_client.post(thanks, {"words": "x" * 100_000}, follow=True)
    assert answer.status_code == 200
    assert 'class="notice ' in answer.content.decode()


def test_the_box_of_a_game_that_is_over_says_what_is_still_taken(
    red_client: Client, game: Game
) -> None:
    still = "The game is over. Messages, questions and claims are still taken."
    page = reverse("game", args=[game.slug])
    assert still not in red_client.get(page).content.decode()
    assert still in red_client.get(reverse("game", args=[played(game).slug])).content.decode()
    order = reverse("order", args=[game.slug])
    for line, answer in (("say: well met", "Sent to all."), ("status", '<li class="told">')):
        told = red_client.post(order, {"orders": line}, follow=True).content.decode()
        assert answer in told


def test_players_thank_each_other_on_the_page(
    red_client: Client, game: Game, blue: Player, django_user_model: type[Player]
) -> None:
    game = played(game)
    page, thanks = (reverse(name, args=[game.slug]) for name in ("end", "thanks"))
    assert 'value="Thank you for the game."' in red_client.get(page).content.decode()
    answer = red_client.post(thanks, {"words": "Thank you,\nwell <flown>."}, follow=True)
    assert answer.redirect_chain == [(page, 302)]
    other = Client()
    other.force_login(blue)
    assert "Thank you, well &lt;flown&gt;." in other.get(page).content.decode()
    answer = red_client.post(thanks, {"words": " "}, follow=True)
    assert 'class="notice bad"' in answer.content.decode()
    assert Press.objects.get(game=game).words == "Thank you, well <flown>."
    other.force_login(
        django_user_model.objects.create_user("green@example.org", display_name="Third")
    )
    assert other.post(thanks, {"words": "Mine too."}).status_code == 403


def test_the_page_and_the_letter_name_who_came_where(red_client: Client, game: Game) -> None:
    game = played(game)
    [winner] = game.winners
    [other] = {"red", "blue"} - {winner}
    html = red_client.get(reverse("end", args=[game.slug])).content.decode()
    rows = re.findall(
        r"<td class=\"fit\">(\d)\.</td><th scope=\"row\"><span class=\"seat seat-(\w+)", html
    )
    assert rows == [("1", winner), ("2", other)]
    assert html.count('class="curve ') == 2
    assert "Turning points" in html
    assert (
        reverse("end", args=[game.slug]) in red_client.get(f"/games/{game.slug}/").content.decode()
    )
    letter = Letter.objects.get(game=game, kind=LetterKind.OVER, seat="red")
    text = render(letter.kind, decode(letter.facts), reader_of(letter)).text
    for place, seat in enumerate((winner, other), 1):
        you = r" \(you\)" if seat == "red" else ""
        assert re.search(rf"{place}\. {seat.capitalize()}{you}: \d+ points?\b", text)
    assert f"/games/{game.slug}/end" in text


def test_who_shares_a_win_reads_with_whom(game: Game) -> None:
    game = played(game)
    letter = Letter.objects.get(game=game, kind=LetterKind.OVER, seat="red")
    facts = decode(letter.facts)
    facts.winners = ("red", "blue")
    text = render(letter.kind, facts, reader_of(letter)).text
    assert f"You won {game.title}, together with Blue." in " ".join(text.split())


def test_a_rematch_is_the_same_game_with_the_same_people_asked_by_letter(
    red_client: Client, game: Game, red: Player, blue: Player
) -> None:
    game = played(game)
    new = rematch(red_client, game)
    assert (new.system, new.options, new.title, new.phase) == (
        "toll", game.options, "The old road 2", "gathering",
    )  # fmt: skip
    assert Seat.objects.get(game=new, colour="red").player == red
    html = red_client.get(reverse("game", args=[new.slug])).content.decode()
    assert "The others are asked by letter." in html
    [letter] = Letter.objects.filter(game=new)
    facts = decode(letter.facts)
    facts.evidence = "77" * 32  # no move is made yet: the foot names none
    foot = render(letter.kind, facts, reader_of(letter)).text.splitlines()
    assert "evidence " + "77" * 16 in foot and "moves" not in {line.strip() for line in foot}
    page = decode(letter.facts).extra["page"]
    assert (letter.player, page.endswith(f"/games/{new.slug}/take/blue")) == (blue, True)
    red_client.force_login(blue)
    assert rematch(red_client, game) == new  # pressed twice, by whomever
    assert Letter.objects.filter(game=new).count() == 1
    red_client.post(page[page.index("/games") :])
    new.refresh_from_db()
    assert new.phase == "playing"
    for name in ("timing", "turn_time"):
        assert new.settings[name] == game.settings[name]


def test_who_was_asked_is_not_asked_again_by_cancelling(
    red_client: Client, game: Game, red: Player, blue: Player
) -> None:
    game = played(game)
    first = rematch(red_client, game)
    gathering_and_start.cancel(first.pk, red)
    asked = Letter.objects.filter(player=blue).count()
    assert rematch(red_client, game) == first
    assert Letter.objects.filter(player=blue).count() == asked


def test_the_seats_of_a_rematch_are_kept_for_who_played_before(
    red_client: Client, game: Game, settings: Any
) -> None:
    """Neither "Play now" nor the seat's address gives them to others, for some days."""
    settings.EMBEDDED = True
    new = rematch(red_client, played(game))
    Client().post(reverse("begin"), {"system": new.system})
    stranger = Player.objects.create_user("stranger@example.org", display_name="Stranger")
    seat = Seat.objects.get(game=new, colour="blue")
    with pytest.raises(Refusal, match="kept for those who played"):
        leaving_and_taking_seats.take(new.pk, "blue", stranger)
    seat.refresh_from_db()
    assert seat.player is None
    with clock.at(clock.now() + leaving_and_taking_seats.KEPT_FOR_REMATCH + timedelta(minutes=1)):
        leaving_and_taking_seats.take(new.pk, "blue", stranger)


def test_without_a_winner_all_share_the_first_place(red_client: Client, game: Game) -> None:
    game = played(game)
    Game.objects.filter(pk=game.pk).update(winners=[])
    html = red_client.get(reverse("end", args=[game.slug])).content.decode()
    assert html.count('<td class="fit">1.</td>') == 2


def test_against_bots_a_rematch_begins_at_once(red_client: Client, game: Game) -> None:
    bot = Player.objects.bot("Oak")
    Seat.objects.filter(game=game, colour="blue").update(player=bot, bot=True)
    game = played(game)
    end = reverse("end", args=[game.slug])
    assert "They are asked by letter" not in red_client.get(end).content.decode()
    new = rematch(red_client, game)
    assert new.phase == "playing"
    assert Seat.objects.get(game=new, colour="blue").bot
    html = red_client.get(reverse("game", args=[new.slug])).content.decode()
    assert "You have your seat." in html
    assert "asked by letter" not in html


def test_an_onlooker_is_offered_no_rematch_and_thanked_for_nothing(
    client: Client, game: Game
) -> None:
    bots = [Player.objects.bot("Oak"), Player.objects.bot("Elm")]
    game = played(game)
    for seat, bot in zip(Seat.objects.filter(game=game), bots, strict=True):
        Seat.objects.filter(pk=seat.pk).update(player=bot, bot=True, name="")
    html = client.get(reverse("end", args=[game.slug])).content.decode()
    assert re.search(r">(Oak|Elm), a bot, won<", html)
    assert "well played" not in html
    assert "Thank you" not in html
    html = client.get(reverse("game", args=[game.slug])).content.decode()
    assert "How it ended<" in html


def test_bots_that_share_the_first_place_are_each_called_one(client: Client, game: Game) -> None:
    bots = [Player.objects.bot("Oak"), Player.objects.bot("Elm")]
    game = played(game)
    colours = []
    for seat, bot in zip(Seat.objects.filter(game=game), bots, strict=True):
        Seat.objects.filter(pk=seat.pk).update(player=bot, bot=True, name="")
        colours.append(seat.colour)
    Game.objects.filter(pk=game.pk).update(winners=colours)
    html = client.get(reverse("end", args=[game.slug])).content.decode()
    assert re.search(r">(Oak|Elm) \(a bot\) and (Oak|Elm) \(a bot\) won<", html)


@given(st.lists(FIGURES, min_size=2, max_size=12))
def test_a_lead_is_never_told_as_another_than_itself(figures: list[dict[str, int]]) -> None:
    turns = [PlayedTurn(n, n, n, "red", {"points": one}) for n, one in enumerate(figures)]
    for point in turning_points(turns):
        told = re.search(r"leads by (\d+)(?:, not (\d+))?", point.words)
        assert not told or told[1] != told[2]


@given(st.lists(FIGURES, min_size=2, max_size=12))
def test_a_turning_point_tells_what_is_counted_and_judges_nobody(
    figures: list[dict[str, int]],
) -> None:
    """Who has bought goods has less money, and has not fallen back."""
    turns = [PlayedTurn(n, n, n, "red", {"credits": one}) for n, one in enumerate(figures)]
    told = (
        r"\w+ takes the lead( from \w+)?|\w+ leads by \d+(, not -?\d+)?"
        r"|\w+ leads alone no more|\w+ has -?\d+, not -?\d+"
    )
    for point in turning_points(turns):
        words, _, counts = point.words.partition(" (")
        assert re.fullmatch(told, words) or words == "This ends the game.", point.words
        seat = re.match(r"(\w+) has (-?\d+), not (-?\d+)", words)
        if seat is not None:
            now = point.turn.figures["credits"][seat[1].lower()]
            assert (str(now), seat[2] == seat[3]) == (seat[2], False)
            assert f"{seat[1]} {seat[2]}" in counts


@pytest.mark.parametrize("name", ["third@example.org", ""])
def test_a_rematch_is_for_who_sat_there(client: Client, game: Game, name: str) -> None:
    game = played(game)
    if name:
        client.force_login(Player.objects.create_user(name, display_name="Third"))
    answer = client.post(reverse("rematch", args=[game.slug]))
    assert answer.status_code == (409 if name else 302)
    assert "Rematch</button>" not in client.get(reverse("end", args=[game.slug])).content.decode()
    assert Game.objects.count() == 1
