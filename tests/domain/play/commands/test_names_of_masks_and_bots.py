"""No new name looks like one that the server gives by numbers, to masks and to bots."""

from __future__ import annotations

import pytest

from traders.domain.play import door
from traders.domain.play.commands import player_name_rules
from traders.models import Player


@pytest.mark.django_db
@pytest.mark.parametrize("name", [
    "Mask 2", "mask two", "MASK-2", "Mask2", "Mаsk", "ｍａｓｋ ２", "M.a.s.k 3", "the mask 2",
    "Masks", "mask II", "Másk 7", "second mask 2", "2 masks", "mask of many", "masktwo", "MaskIV",
    "Маска 2",
    "Bot 3", "bot3", "B0t 3", "bot three", "Robot 4", "Ann Bot 5", "Бот 2", "ᴮot 1", "Ḅot",
    "Maske 2", "Masque deux", "Máscara dos", "Maschera 1", "El robot", "Maska dwa",
])  # fmt: skip
def test_nobody_is_called_what_masks_and_bots_are(name):
    assert player_name_rules.problem(name)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name", ["Maskell", "Botond", "Henry Maske", "Talbot", "Damask", "Abbot 2", "Botticelli"]
)
def test_names_in_which_mask_or_bot_is_a_part_of_a_word_are_given_out(name):
    assert player_name_rules.problem(name) == ""


@pytest.mark.django_db
def test_who_is_called_so_already_keeps_the_name_on_the_account_and_in_games():
    player = Player.objects.create_user("mask@example.org", display_name="Mask 2")
    game = door.create("star-traders", ("red", "blue"), {}, {})
    (place, other) = game.seats.order_by("place")
    place.player = player
    assert player_name_rules.kept(game.system, place, [other]) == "Mask 2"
