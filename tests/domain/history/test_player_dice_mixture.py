"""Dice that the players mix: what a letter brings makes other rolls, is named to everybody, and can
neither be changed, left out nor put in unseen (PR-CHANCE-03).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from tests import seated
from tests.domain.playing import asked, sensible
from traders.domain.history import audit, player_dice_mixture, seed_encryption
from traders.domain.history.player_dice_mixture import fingerprint, plain_words
from traders.domain.letters.letter_facts import decode
from traders.domain.play import door
from traders.engines.kernel.contract.contract import Over
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import harmless
from traders.engines.registry import engine
from traders.models import Game, Letter, Phase, Source
from traders.web import history_verifier
from traders.web.game_history_page import public_history

pytestmark = pytest.mark.django_db

History = dict[str, Any]
SEED = bytes(range(32))


def mixed_game(days: int = 10, **settings: str) -> Game:
    """A game of Luck of a known seed, begun."""
    agreed = {"dice": "mixed", **settings}
    game = door.create("traders-luck", ["red", "blue"], {"days": days}, agreed)
    Game.objects.filter(pk=game.pk).update(
        secret=seed_encryption.lock(SEED), secret_digest=seed_encryption.digest(SEED)
    )
    seated.begin(game.pk, stops=False)
    game.refresh_from_db()
    return game


def played() -> tuple[Game, list[str], list[str]]:
    """A game played to its end by letters, with the words and the Message-IDs that came in them."""
    game = mixed_game(days=25)
    rules: Any = engine(game.system)
    after, said, words, letters = door.look_again(game.pk).after, set(), [], []
    while not isinstance(after, Over):
        game.refresh_from_db()
        assert after is not None
        seat = asked(after, said)
        state = rules.decode(bytes(game.position or b""))
        text = sensible(rules, state, seat, after, len(letters))
        letters.append(f"<{len(letters)}@mail.test>")
        if len(letters) % 3 == 0:
            words.append(f"Seven of {len(letters)}")
            text = f"luck: {words[-1]}\n{text}"
        after = door.orders(game.pk, seat, text, in_reply_to=letters[-1]).after
    game.refresh_from_db()
    return game, words, letters


def entries_that_name(history: History) -> list[dict[str, Any]]:
    return [entry for entry in history["entries"] if '"mixed":' in entry["public"]]


def changed(entry: dict[str, Any], change: Callable[[dict[str, Any]], object]) -> None:
    public = json.loads(entry["public"])
    change(public)
    entry["public"] = json.dumps(public, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def first(change: Callable[[dict[str, Any]], object]) -> Callable[[History], None]:
    """A change of the first entry that names something mixed in."""
    return lambda history: changed(entries_that_name(history)[0], change)


def in_place(history: History, change: Callable[[list[dict[str, Any]]], object]) -> None:
    """Other entries, each with the number of its place."""
    change(history["entries"])
    for place, entry in enumerate(history["entries"], 1):
        entry["number"] = place


def swapped(history: History) -> None:
    """The names of two rolls, each in the other's place."""
    one, other = entries_that_name(history)[:2]
    texts = [json.loads(entry["public"])["mixed"] for entry in (one, other)]
    changed(one, lambda public: public.update(mixed=texts[1]))
    changed(other, lambda public: public.update(mixed=texts[0]))


def later(history: History) -> None:
    """What a roll was made with is named by the next."""
    one, other = entries_that_name(history)[:2]
    mixed = json.loads(one["public"])["mixed"]
    changed(one, lambda public: public.pop("mixed"))
    changed(other, lambda public: public.update(mixed=[*mixed, *public["mixed"]]))


def rechained(history: History) -> None:
    """A forger who knows the scheme makes all digests anew."""
    before = ""
    for entry in history["entries"]:
        before = entry["digest"] = history_verifier.sha256(
            f"{before}\n{entry['public']}\n{entry['sealed']}"
        )


def of_start(**changes: str) -> Callable[[History], None]:
    return lambda history: changed(history["entries"][0], lambda public: public.update(changes))


def the_roll(history: History) -> dict[str, Any]:
    return entries_that_name(history)[0]


TAMPERINGS: dict[str, tuple[Callable[[History], object], str]] = {
    "other words": (
        first(lambda roll: roll["mixed"][0].__setitem__(1, "eight")),
        "does not follow",
    ),
    "another seat's": (
        first(lambda roll: roll["mixed"][0].__setitem__(0, "white")),
        "does not follow",
    ),
    "words put in": (first(lambda roll: roll["mixed"].append(["red", "one"])), "does not follow"),
    "words left out": (first(lambda roll: roll.pop("mixed")), "does not follow"),
    "words twice": (first(lambda roll: roll["mixed"].extend(roll["mixed"])), "does not follow"),
    "words exchanged": (swapped, "does not follow"),
    "words named later": (later, "does not follow"),
    "another outcome": (first(lambda roll: roll.update(outcome=roll["outcome"] % 6 + 1)), "shows"),
    "another purpose": (first(lambda roll: roll.update(text="a die")), "does not follow"),
    "other sides": (first(lambda roll: roll.update(of=["die", 1_000])), "does not follow"),
    "a roll chosen of two": (first(lambda roll: roll.update(throw=roll["throw"] + 900)), "missing"),
    "a roll once more": (
        lambda history: in_place(history, lambda rows: rows.append(deepcopy(the_roll(history)))),
        "has fallen before",
    ),
    "a roll taken out": (
        lambda history: in_place(history, lambda rows: rows.remove(the_roll(history))),
        "is missing before it",
    ),
    "another seed": (
        lambda history: history.update(seed="00" * 32),
        "not the one that was promised",
    ),
    "another promise": (of_start(promise="00" * 32), "the promise in it is another"),
    "dice that are not mixed": (
        lambda history: history.update(scheme=history_verifier.SCHEME),
        "the dice of this game take none",
    ),
    "dice of no seed": (lambda history: history.update(scheme="told"), "follow from no seed"),
    "dice that began as others": (of_start(scheme=history_verifier.SCHEME), "and not as said"),
}
"""Eighteen kinds, each with what is said of it. All digests are made anew after each."""


def test_what_came_by_letter_is_found_and_each_kind_of_tampering_named() -> None:
    game, words, letters = played()
    history = public_history(game)
    named = [json.loads(entry["public"])["mixed"] for entry in entries_that_name(history)]
    found = {what for mixed in named for _, what in mixed}
    waiting = {what for _, what in player_dice_mixture.read(game.mixture).came}
    mine = [*words, *(one for one in letters if fingerprint(one) in found)]
    mine = [one for one in mine if one not in waiting]
    assert len(mine) > len(words) > 2
    faults, _, rolls = history_verifier.faults_of(history, [game.digest], mine)
    assert (faults, rolls > 20, audit.audit(game)) == ([], True, None)
    assert "nothing" in history_verifier.faults_of(history, (), ["not mine"])[0][0]
    assert len(TAMPERINGS) == 18
    for what, (tamper, said) in TAMPERINGS.items():
        forged = deepcopy(history)
        tamper(forged)
        rechained(forged)
        told = history_verifier.faults_of(forged)[0]
        assert any(said in fault for fault in told), (what, told)


def test_words_are_found_however_a_program_wrote_them() -> None:
    written = "It’s  “7” for Zo\u0308e\u200b"
    named = [("red", plain_words(harmless(written)))]
    assert named == [("red", 'It\'s "7" for Zöe')]
    for words in (written, "It’s “7” for Zöe", 'It\'s "7" for Zo\u0308e '):
        assert history_verifier.faults_of_luck([words], named, None) == []
    assert history_verifier.faults_of_luck(["It's 7 for Zöe"], named, None)
    letter = [("red", fingerprint("<CA+7@mail.gmail.com>"))]
    for shown in ("<CA+7@mail.gmail.com>", " CA+7@mail.gmail.com"):
        assert history_verifier.faults_of_luck([shown], letter, None) == []
    assert history_verifier.faults_of_luck(["CA+8@mail.gmail.com"], letter, None)


def test_words_of_another_seat_are_not_taken_for_ones_own() -> None:
    game = mixed_game()
    other = "blue" if game.turn == "red" else "red"
    door.orders(game.pk, game.turn, "luck: seven\ntravel big")
    game.refresh_from_db()
    history = public_history(game)
    assert history_verifier.faults_of(history, luck=["seven"], seat=game.turn)[0] == []
    assert history_verifier.faults_of(history, luck=["seven"], seat=other)[0]


def test_the_audit_finds_other_words_in_the_games_row() -> None:
    game = mixed_game()
    door.orders(game.pk, "red", "luck: seven")
    game.refresh_from_db()
    kept = player_dice_mixture.read(game.mixture)
    assert audit.audit(game) is None
    game.mixture = player_dice_mixture.kept(
        player_dice_mixture.Mixture(kept.digest, (("red", "eight"),))
    )
    game.save(update_fields=["mixture"])
    fault = audit.audit(game)
    assert fault and "PR-CHANCE-03" in fault.text


def test_other_words_make_other_rolls_from_one_seed() -> None:
    def rolls(words: str) -> list[object]:
        game = mixed_game()
        seat = game.turn
        door.orders(game.pk, seat, f"luck: {words}\ntravel big")
        return [
            json.loads(entry.public).get("outcome") for entry in game.entries.filter(kind="chance")
        ]

    one, other, again = rolls("seven"), rolls("eleven"), rolls("seven")
    assert one == again != other
    assert one[0] == other[0]  # who begins was drawn before


def test_each_letters_foot_names_what_was_mixed_in() -> None:
    game = mixed_game()
    other = "blue" if game.turn == "red" else "red"
    door.orders(game.pk, other, "luck: Seven come eleven")
    door.orders(game.pk, game.turn, "travel big", in_reply_to="<secret-7@phone.test>")
    for letter in Letter.objects.filter(game=game).exclude(kind="welcome"):
        facts = decode(letter.facts)
        if facts.mixed:
            assert facts.mixed[0] == (other, "Seven come eleven")
            assert facts.mixed[1] == (game.turn, fingerprint("<secret-7@phone.test>"))
            assert "phone.test" not in letter.facts
    told = [decode(one.facts).mixture for one in Letter.objects.filter(game=game)]
    assert len({one for one in told if one}) == 1
    game.refresh_from_db()
    history = public_history(game)
    assert history_verifier.faults_of(history, (), (), [told[-1][:16]])[0] == []
    assert history_verifier.faults_of(history, (), (), ["0" * 16])[0]


def test_a_letter_in_a_window_is_not_named_since_it_would_tell_who_wrote() -> None:
    game = door.create(
        "star-traders", ["red", "blue"], {}, {"dice": "mixed", "timing": "table"},
        start={"red": {"at": "Mink", "stations": []}},
    )  # fmt: skip
    seated.begin(game.pk)
    door.orders(game.pk, "red", "petition", in_reply_to="<one@mail.test>")
    game.refresh_from_db()
    before = player_dice_mixture.read(game.mixture)
    door.orders(game.pk, "blue", "pass", in_reply_to="<two@mail.test>")
    game.refresh_from_db()
    after = player_dice_mixture.read(game.mixture)
    named = [what for _, what in (*before.came, *after.came)]
    assert fingerprint("<two@mail.test>") not in named
    assert '"<two' not in json.dumps(public_history(game))


def test_it_is_chosen_before_the_first_move_and_stays() -> None:
    game = door.create("traders-luck", ["red", "blue"])
    door.change_settings(game.pk, {"dice": "mixed"}, "we like it")
    seated.begin(game.pk)
    with pytest.raises(Refusal, match="before the first move") as refused:
        door.change_settings(game.pk, {"dice": "promised"}, "we do not", source=Source.REFEREE)
    assert refused.value.rules == ("PR-CHANCE-03",)
    game.refresh_from_db()
    assert (game.phase, game.scheme) == (Phase.PLAYING, "hmac-sha256-mixed/1")
