"""Who sees which game: what the database answers is what the rule says, for every kind of club,
game and reader (PR-RECORD-05).
"""

from __future__ import annotations

import re
from itertools import product

import pytest

from traders.domain.people import club_roles, visibility
from traders.domain.play import door
from traders.models import Club, Game, Player, Role, Seat, Standing

pytestmark = pytest.mark.usefixtures("toll")

WATCHED = ("everyone", "club", "seats", None)


def expected(club: Club | None, watched: str | None, begun: bool, who: str) -> tuple[bool, bool]:
    """Whether the reader sees the game, and whether lists show it; a game that says nothing of who
    watches it has it from its club before it begins, here `club` in the private one.
    """
    if who in ("seat", "once", "maker"):
        return True, True
    if watched is None:
        watched = "club" if club and not club.public and not begun else "everyone"
    open_to_all = watched == "everyone" and (club is None or club.public)
    inside = club is not None and who in ("player", "guest", "organizer")
    shown = open_to_all or (inside and (
        who == "organizer" or watched != "seats" or not begun
    ))  # fmt: skip
    by_address = club is None and not begun
    return shown or by_address or who == "operator", shown


def test_the_rule_and_the_database_agree() -> None:
    make = Player.objects.create_user
    readers: dict[str, Player | None] = {
        who: make(f"{who}@example.org", display_name=who)
        for who in ("stranger", "seat", "once", "maker", "player", "guest", "organizer", "left")
    }
    readers["nobody"] = None
    readers["operator"] = Player.objects.create_superuser("op@example.org", display_name="op")
    found = [
        Club.objects.create(name="Public", slug="public"),
        Club.objects.create(name="Private", slug="private", public=False)
    ]  # fmt: skip
    Club.objects.filter(public=False).update(settings={"watched": "club"})
    for made in found:
        for role in (Role.PLAYER, Role.GUEST, Role.ORGANIZER):
            player = readers[role]
            assert player is not None
            club_roles.admit(made, player, role)
        left = readers["left"]
        assert left is not None
        club_roles.stand(made, left, Standing.LEFT)
    seated, once = readers["seat"], readers["once"]
    wrong = []
    for club, watched, begun in product((None, *found), WATCHED, (False, True)):
        game = Game(
            slug=f"g{club and club.slug}-{watched}-{begun}".lower(),
            system="toll", club=club, maker=readers["maker"], secret=b"", secret_digest="",
            settings={"watched": watched} if watched else {}, number=int(begun),
        )  # fmt: skip
        game.save()
        Seat.objects.create(game=game, colour="red", place=0, player=seated)
        once_red = Seat.objects.create(game=game, colour="blue", place=1)
        once_red.sittings.create(player=once, since=game.created, began="gathered")
        one = Game.objects.filter(pk=game.pk)
        for who, reader in readers.items():
            told = (
                visibility.may_see(reader, game),
                visibility.games_listed(one, reader).exists(),
            )
            if told != expected(club, watched, begun, who):
                wrong.append((club and club.slug, watched, begun, who, told))
    assert wrong == []


def test_a_club_that_is_private_is_seen_by_its_members() -> None:
    ann = Player.objects.create_user("ann@example.org", display_name="Ann")
    bob = Player.objects.create_user("bob@example.org", display_name="Bob")
    club = club_roles.found("Lantern", "lantern", ann, public=False)
    assert [visibility.clubs_seen(one).exists() for one in (ann, bob, None)] == [True, False, False]
    club_roles.admit(club, bob)
    game = door.create("star-traders", ["red", "blue"], club=club)
    assert visibility.may_see(bob, game) and not visibility.may_see(None, game)
    club_roles.stand(club, bob, Standing.BANNED)
    assert not visibility.may_see(bob, game) and not visibility.clubs_seen(bob).exists()


def test_by_the_address_of_a_new_game_nobody_learns_of_one_that_they_may_not_see() -> None:
    """Whatever hides it: a guess at its title gets the address that it would have without it."""
    open_club = Club.objects.create(name="Public", slug="public")
    shut = Club.objects.create(name="Private", slug="private", public=False)
    seats = Club.objects.create(name="Seats", slug="seats", settings={"watched": "seats"})
    hidden: list[tuple[Club | None, dict[str, str]]] = [
        (shut, {}), (seats, {}), (None, {"watched": "seats"}), (open_club, {"watched": "club"}),
    ]  # fmt: skip
    for club, settings in hidden:
        made = door.create("toll", ["red", "blue"], {}, settings, title="Secret pact", club=club)
        assert re.fullmatch(r"secret-pact-\w{8}", made.slug)
    guesses = [door.create("toll", ["red", "blue"], title="Secret pact") for _ in range(2)]
    assert [one.slug for one in guesses] == ["secret-pact", "secret-pact-2"]
    long = door.create("toll", ["red", "blue"], title="Secret pacts " * 5, club=shut)
    assert len(long.slug) <= 40
