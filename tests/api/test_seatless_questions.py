"""What people without a seat are asked, and answer, by the API: through the same functions as by
letter, for every order that a letter takes.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.api.program import Program
from tests.club.seasons.league import called, club_of, olga, person, season_of
from tests.examples import drawn
from traders.club.desk import organizer_lines as desk_orders
from traders.club.ladders import ladder_letters as ladder_telling
from traders.club.ladders import ladder_maintenance, player_actions
from traders.club.membership import invitations
from traders.club.seasons import registration
from traders.club.seasons import season_letters as season_telling
from traders.domain.calendar import clock
from traders.domain.letters import seatless_questions
from traders.domain.people import club_roles
from traders.domain.play import door, substitutes
from traders.domain.play.commands import leaving_and_taking_seats, registry
from traders.domain.play.commands.command import Command
from traders.domain.play.commands.seatless_answer_types import Answer, Reply
from traders.domain.post.incoming import seatless_replies
from traders.domain.read_models import order_reference
from traders.domain.timeline import timeline
from traders.engines.registry import ENGINES
from traders.models import (
    Challenge,
    Club,
    Game,
    Letter,
    Membership,
    Phase,
    Player,
    Role,
    Scope,
    Seat,
)

pytestmark = pytest.mark.django_db
Trial = Callable[[], AbstractContextManager[None]]
UNREAD = "I cannot read this."


def answer(program: Program, question: str, *lines: str, **headers: str) -> Any:
    return program.post(f"questions/{question}/orders", {"orders": list(lines)}, **headers)


def asked_of(program: Program) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = program.get("questions").json()["questions"]
    return found


@pytest.fixture
def club(db: None, game: Game) -> Club:
    """A club that Olga runs, with a game; Ann and Bob stand in."""
    made = club_of(["Ann", "Bob", "Cat"])
    Membership.objects.filter(player__display_name__in=["Ann", "Bob"]).update(stands_in=True)
    game.club = made
    game.save(update_fields=["club"])
    return made


# --- every order that a letter takes --------------------------------------------------------------


@pytest.mark.sampled
@pytest.mark.parametrize("row", registry.declared(), ids=lambda row: row.prefix)
def test_every_order_of_a_seat_is_answered_as_a_letters_is(
    row: Command, reds: Program, game: Game, in_a_trial: Trial
) -> None:
    with in_a_trial():
        text = f"{row.example}\nstatus"  # `plan` alone is no line of its own
        told = timeline.orders(game.pk, "red", text, on_the_spot=True).lines
    with in_a_trial():
        came = reds.post(f"games/{game.slug}/orders", {"orders": [row.example, "status"]}).json()
    found = [(line["answer"], line["words"], line["rules"]) for line in came["lines"]]
    assert found == [(line.answer, line.words, list(line.rules)) for line in told]
    assert all(line["words"] != UNREAD for line in came["lines"])


@pytest.mark.examples("answers-to-programs")
@pytest.mark.parametrize("system", drawn("answers-to-programs", list(ENGINES)))
def test_every_order_of_a_game_is_answered_as_a_letters_is(
    system: str, red: Player, in_a_trial: Trial
) -> None:
    game = door.create(system, ["red", "blue"])
    leaving_and_taking_seats.give_to_bots(game, ["blue"])
    reds = Program(red)
    assert reds.post(f"games/{game.slug}/seats/red", None).status_code == 200
    orders = [row.example for of, row in order_reference.rows([system]) if of == system]
    assert orders
    for line in orders:
        with in_a_trial():
            told = timeline.orders(game.pk, "red", line, on_the_spot=True).lines
        with in_a_trial():
            came = reds.post(f"games/{game.slug}/orders", {"orders": [line]}).json()
        found = [(one["answer"], one["words"]) for one in came["lines"]]
        assert found == [(one.answer, one.words) for one in told], line


def about(topic: str, game: Game, club: Club) -> dict[str, Any]:
    """What a letter of the topic is about, as the one who writes it says."""
    match topic:
        case season_telling.TOPIC:
            return {"season": season_of(club, [4]).pk}
        case ladder_telling.TOPIC:
            plan = ladder_maintenance.LadderPlan()
            return {
                "ladder": ladder_maintenance.make(club, olga(club), "toll", plan).pk,
                "challenge": 0,
            }
        case desk_orders.TOPIC:
            return {"club": club.pk}
        case substitutes.TOPIC:
            return {"seat": "blue", "player": Seat.objects.get(game=game, colour="blue").player_id}
    raise AssertionError(f"say here what a letter of the topic {topic} is about")


@pytest.mark.sampled
@pytest.mark.parametrize("row", registry.answers(), ids=lambda row: f"{row.topic}: {row.prefix}")
def test_every_answer_of_who_has_no_seat_is_answered_as_a_letters_is(
    row: Answer, game: Game, club: Club, in_a_trial: Trial
) -> None:
    """Made from the registry: a topic that is added must be named above, an order none."""
    ann, topic = called("Ann"), registry.topic_called(row.topic)
    assert topic is not None
    of_a_game = game if row.topic == substitutes.TOPIC else None
    told_of = about(row.topic, game, club)
    letter = seatless_questions.ask(
        ann, row.topic, "k", "?", [], at=clock.now(), game=of_a_game, about=told_of
    )
    assert letter is not None
    with in_a_trial():
        reply = Reply(of_a_game, told_of, ann)
        told = seatless_replies.said(row.topic, reply, [row.example], clock.now())
    came = answer(Program(ann, [topic.scope]), letter.tag, row.example)
    problem = came.json()
    assert [(one["words"], one["rules"]) for one in problem["lines"]] == [
        (line.words, list(line.rules)) for line in told
    ]
    assert told[0].words != UNREAD
    assert came.status_code == (409 if told[0].answer == "refused" else 200)
    others = Program(ann, set(Scope.values) - {topic.scope})
    assert answer(others, letter.tag, row.example).status_code == 403


# --- what is asked --------------------------------------------------------------------------------


def test_a_seasons_question_waits_until_it_is_answered_and_no_letter_tells_so(club: Club) -> None:
    season = season_of(club, [4])
    registration.register(season.pk, called("Ann"))
    registration.ask_to_confirm(season.pk)
    ann = Program(called("Ann"))
    (question,) = asked_of(ann)
    assert (question["topic"], question["subject"]) == ("season", "Do you play in Spring?")
    assert [one["order"] for one in question["answers"]] == ["confirm", "withdraw"]
    assert question["orders"] == ["register", "confirm", "withdraw"]
    assert "waiting list" not in " ".join(question["told"])
    tag = ann.get("questions").headers["ETag"]
    assert ann.get("questions", If_None_Match=tag).status_code == 304
    letters = Letter.objects.count()
    came = answer(ann, question["name"], "confirm", Idempotency_Key="k")
    assert came.json()["lines"][0]["words"] == "You play Spring."
    assert answer(ann, question["name"], "confirm", Idempotency_Key="k").json() == came.json()
    assert Letter.objects.count() == letters
    assert asked_of(ann) == []
    assert ann.get("questions", If_None_Match=tag).status_code == 200
    assert ann.get(f"questions/{question['name']}").json() == question | {"waits": False}


def test_one_thing_is_asked_once_though_two_letters_ask_it(club: Club) -> None:
    season = season_of(club, [4])
    registration.register(season.pk, called("Ann"))
    registration.ask_to_confirm(season.pk)
    registration.ask_to_confirm(season.pk, olga(club))
    assert Letter.objects.filter(player=called("Ann"), key__contains=".sure").count() == 2
    assert len(asked_of(Program(called("Ann")))) == 1


def test_a_question_is_its_readers_own(club: Club) -> None:
    season = season_of(club, [4])
    registration.register(season.pk, called("Ann"))
    registration.ask_to_confirm(season.pk)
    (question,) = asked_of(Program(called("Ann")))
    bob = Program(called("Bob"))
    assert bob.get(f"questions/{question['name']}").status_code == 404
    assert answer(bob, question["name"], "withdraw").status_code == 404
    assert asked_of(bob) == []


def test_an_answer_counts_for_the_challenge_that_was_asked_about(club: Club) -> None:
    ladder = ladder_maintenance.make(club, olga(club), "toll", ladder_maintenance.LadderPlan())
    for name in ("Ann", "Bob", "Cat"):
        player_actions.join(ladder.pk, called(name))
    player_actions.challenge(ladder.pk, called("Cat"), called("Ann"))
    ann = Program(called("Ann"))
    (old,) = asked_of(ann)
    assert datetime.fromisoformat(old["due"]) == Challenge.objects.get().due
    player_actions.take_back(ladder.pk, called("Cat"))
    assert asked_of(ann) == []
    player_actions.challenge(ladder.pk, called("Bob"), called("Ann"))
    refused = answer(ann, old["name"], "accept")
    assert (refused.status_code, refused.json()["rules"]) == (409, ["PR-SEAT-09"])
    (new,) = asked_of(ann)
    assert answer(ann, new["name"], "accept").json()["lines"][0]["answer"] == "done"
    assert Game.objects.filter(club=club, seats__player=called("Bob")).exists()


def test_an_organizers_program_offers_a_seat_and_a_substitutes_takes_it(
    club: Club, game: Game
) -> None:
    olgas = Program(olga(club), [Scope.ORGANIZE])
    line = f"offer {game.slug} blue: no word for two weeks"
    assert olgas.post("clubs/star/orders", {"orders": [line]}).status_code == 200
    ann, bob = Program(called("Ann")), Program(called("Bob"))
    (question,), (other,) = asked_of(ann), asked_of(bob)
    assert question["game"] == game.slug
    taken = answer(ann, question["name"], "yes").json()["lines"][0]
    assert taken["answer"] == "done"
    assert Seat.objects.get(game=game, colour="blue").player == called("Ann")
    assert asked_of(bob) == []
    late = answer(bob, other["name"], "yes").json()["lines"][0]
    assert "Ann was first" in late["words"]


def test_an_organizers_program_confirms_what_ends_a_game(club: Club, game: Game) -> None:
    olgas = Program(olga(club), [Scope.ORGANIZE])

    def said(line: str) -> str:
        came = olgas.post("clubs/star/orders", {"orders": [line]}).json()
        return str(came["lines"][0]["answer"])

    assert said("yes") == "refused"
    assert said(f"end {game.slug} void: the hall is closed") == "asked"
    game.refresh_from_db()
    assert game.phase == Phase.PLAYING
    assert said(f"yes {game.slug}") == "done"
    game.refresh_from_db()
    assert game.phase == Phase.OVER


def test_lines_stand_alone_and_where_none_counts_it_is_refused(club: Club) -> None:
    olgas = Program(olga(club))
    said = {"orders": ["what?", "tell club: the season begins on Monday"]}
    came = olgas.post("clubs/star/orders", said)
    assert [line["answer"] for line in came.json()["lines"]] == ["refused", "done"]
    refused = olgas.post("clubs/star/orders", {"orders": ["what?"]})
    assert (refused.status_code, refused.headers["Content-Type"]) == (
        409,
        "application/problem+json",
    )
    assert refused.json()["instead"]
    nobody = Program(called("Ann")).post("clubs/star/orders", said).json()
    assert nobody["lines"][1]["rules"] == ["PR-RULING-02"]


def test_posts_without_a_seat_have_one_quota_together(club: Club, settings: Any) -> None:
    settings.QUOTA_LETTERS = 2
    ann = called("Ann")
    for program in (Program(ann), Program(ann)):
        program.post("account", {"hints": False})
    refused = Program(ann).post("clubs/star/orders", {"orders": ["tell club: hello"]})
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= 3601
    assert Program(called("Bob")).post("account", {"hints": False}).status_code == 200
    with clock.at(clock.now() + timedelta(hours=1, seconds=1)):
        assert Program(ann).post("account", {"hints": True}).status_code == 200


# --- clubs and account ----------------------------------------------------------------------------


def test_an_invitation_is_accepted_once_and_shows_the_club(club: Club) -> None:
    secret = invitations.by_link(club.pk, olga(club), Role.PLAYER, uses=1, days=3)
    link = invitations.address_of(secret)
    zoe, yan = Program(person("Zoe")), Program(person("Yan"))
    assert zoe.get("clubs").json() == {"clubs": []}
    joined = zoe.post("clubs", {"invitation": link}, Idempotency_Key="k")
    assert joined.json()["slug"] == "star"
    again = zoe.post("clubs", {"invitation": link}, Idempotency_Key="k")
    assert again.json() == joined.json() == zoe.get("clubs").json()["clubs"][0]
    assert yan.post("clubs", {"invitation": secret}).status_code == 409
    assert not club_roles.members(club).filter(player=yan.player).exists()


def test_an_account_says_which_letters_come(red: Player) -> None:
    program = Program(red)
    before = program.get("account").json()
    changed = program.post("account", {"cadence": "daily", "zone": "Asia/Tokyo"}).json()
    red.refresh_from_db()
    assert [zone for _, zone in red.zones_before] == ["Europe/Berlin"]
    assert changed == before | {"cadence": "daily", "zone": "Asia/Tokyo"}
    assert program.get("account").json() == changed
    for zone in ("Mars/Olympus", "localtime", "Factory", "Europe/Berlin\0"):
        assert program.post("account", {"zone": zone}).status_code == 409
    for wrong in ({"cadence": "never"}, {"reminder_hours": [24]}, {"nudges": "often"}):
        assert program.post("account", wrong).status_code == 422, wrong
    assert Program(red, [Scope.READ]).post("account", {"hints": False}).status_code == 403
    assert Player.objects.get(pk=red.pk).cadence == "daily"


def test_an_account_says_when_it_is_reminded_and_whether_it_may_be_nudged(red: Player) -> None:
    program = Program(red)
    wished = {"reminder_hours": [20, 8, 8], "nudges": False}
    assert program.post("account", wished).json()["reminder_hours"] == [8, 20]
    kept = Player.objects.get(pk=red.pk)
    assert (kept.reminder_hours, kept.nudges) == ("8, 20", False), "as the account's page keeps it"
    assert program.post("account", {"reminder_hours": []}).json()["reminder_hours"] == []
    assert not program.get("account").json()["nudges"]
