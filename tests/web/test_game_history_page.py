"""The public history can be checked by anybody: what is published when, and every tampering that
the page of Python finds.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from traders.domain.history import dice, seed_encryption
from traders.domain.play import door
from traders.models import Entry, Game
from traders.web import history_verifier

History = dict[str, Any]
PURPOSES = ("", "initiative of red", "petition", "Ω, “blue”\n", "x" * 300)


def played(game: Game) -> Game:
    """Play to the end: everybody rolls."""
    for _ in range(40):
        game.refresh_from_db()
        if game.phase == "over":
            return game
        door.orders(game.pk, game.turn, "roll")
        for seat in ("red", "blue"):
            door.orders(game.pk, seat, "pass")
    raise AssertionError("the game did not end")


def published(client: Client, game: Game) -> History:
    answer = client.get(reverse("history-json", args=[game.slug]))
    found: History = json.loads(answer.content)
    return found


def test_while_a_game_is_played_neither_seed_nor_secret_is_published(
    client: Client, game: Game
) -> None:
    door.orders(game.pk, "red", "roll")
    text = client.get(reverse("history-json", args=[game.slug])).content.decode()
    assert seed_encryption.unlock(game.secret).hex() not in text
    assert "seed" not in json.loads(text)
    assert all(
        "salt" not in entry and "secret" not in entry for entry in json.loads(text)["entries"]
    )
    assert (
        seed_encryption.unlock(game.secret).hex()
        not in client.get(reverse("proof", args=[game.slug])).content.decode()
    )


def test_the_chain_of_a_game_under_way_is_whole(client: Client, game: Game) -> None:
    door.orders(game.pk, "red", "roll")
    faults, entries, throws = history_verifier.faults_of(published(client, game))
    assert faults == []
    assert entries == Entry.objects.filter(game=game).count()
    assert throws == 0


def test_every_throw_of_a_game_that_is_over_is_thrown_again(client: Client, game: Game) -> None:
    game = played(game)
    history = published(client, game)
    faults, _, throws = history_verifier.faults_of(history, [game.digest])
    assert faults == []
    assert throws == Entry.objects.filter(game=game, kind="chance").count() > 0
    assert history["seed"] in client.get(reverse("proof", args=[game.slug])).content.decode()


def _public(history: History, kind: str, change: Callable[[dict[str, Any]], None]) -> None:
    entry = next(
        entry for entry in history["entries"] if json.loads(entry["public"])["kind"] == kind
    )
    public = json.loads(entry["public"])
    change(public)
    entry["public"] = json.dumps(public, separators=(",", ":"), sort_keys=True)


def _rechained(history: History) -> None:
    """A forger who knows the scheme makes all digests anew."""
    before = ""
    for entry in history["entries"]:
        before = entry["digest"] = history_verifier.sha256(
            f"{before}\n{entry['public']}\n{entry['sealed']}"
        )


def _other_face(public: dict[str, Any]) -> None:
    public["outcome"] = public["outcome"] % 6 + 1


def _forged(history: History) -> None:
    _public(history, "chance", _other_face)
    _rechained(history)


TAMPERINGS: dict[str, Callable[[History], object]] = {
    "an outcome": lambda h: _public(h, "chance", _other_face),
    "an order": lambda h: _public(h, "order", lambda p: p.update(text="end")),
    "a time": lambda h: _public(h, "order", lambda p: p.update(at="2020-01-01T00:00:00Z")),
    "a seat": lambda h: _public(h, "order", lambda p: p.update(seat="blue")),
    "a digest": lambda h: h["entries"][2].update(digest="0" * 64),
    "an entry gone": lambda h: h["entries"].pop(2),
    "two entries swapped": lambda h: h["entries"].insert(1, h["entries"].pop(2)),
    "another seed": lambda h: h.update(seed="00" * 32),
    "another promise": lambda h: h.update(promise="0" * 64),
    "an outcome, with new digests": _forged,
}


@pytest.mark.sampled
@pytest.mark.parametrize("name", TAMPERINGS)
def test_a_tampering_is_found(client: Client, game: Game, name: str) -> None:
    history = published(client, played(game))
    TAMPERINGS[name](history)
    assert history_verifier.faults_of(history)[0]


def test_a_whole_new_history_does_not_bear_the_digest_of_a_letter(
    client: Client, game: Game
) -> None:
    history = published(client, game)
    _public(history, "start", lambda p: p.update(seats=["blue", "red"]))
    _rechained(history)
    assert history_verifier.faults_of(history)[0] == []
    assert history_verifier.faults_of(history, [game.digest])[0]


@pytest.mark.parametrize("digits", [32, 64])
def test_a_digest_counts_as_letters_tell_it(client: Client, game: Game, digits: int) -> None:
    history = published(client, game)
    assert history_verifier.faults_of(history, [game.digest[:digits].upper()])[0] == []
    wrong = ("0" if game.digest[0] != "0" else "1") + game.digest[1:digits]
    assert "changed" in history_verifier.faults_of(history, [wrong])[0][0]
    assert "too short" in history_verifier.faults_of(history, [game.digest[:31]])[0][0]


def test_the_page_runs_by_itself(client: Client, game: Game, tmp_path: Path) -> None:
    game = played(game)
    (tmp_path / "verify.py").write_bytes(client.get(reverse("verify")).content)
    history = tmp_path / "history.json"
    history.write_bytes(client.get(reverse("history-json", args=[game.slug])).content)
    command = [sys.executable, "-I", "verify.py", "history.json", "--digest", game.digest[:32]]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("whole: ")
    history.write_text(history.read_text().replace('"number": 2', '"number": 9'))
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "WRONG" in done.stdout


@pytest.mark.examples("throws")
def test_each_throw_of_the_box_is_thrown_again_by_the_page(examples: int, lots: Random) -> None:
    for count in range(1, examples + 1):
        if count % 100 == 1:  # a game's throws go on from one seed
            seed = lots.randbytes(32)
        kind, sides = lots.choice(("die", "pick", "shuffle")), lots.randint(1, 70)
        purpose = lots.choice(PURPOSES)
        assert history_verifier.thrown(seed, count, kind, sides, purpose) == dice.outcome(
            seed, count, kind, sides, purpose
        )


def test_a_thrown_shuffle_is_the_one_that_the_box_threw() -> None:
    from hypothesis import given
    from hypothesis import strategies as st

    @given(
        st.binary(min_size=32, max_size=32),
        st.integers(1, 10**6),
        st.sampled_from(["die", "pick", "shuffle"]),
        st.integers(1, 70),
        st.text(),
    )
    def same(seed: bytes, count: int, kind: str, sides: int, purpose: str) -> None:
        assert history_verifier.thrown(seed, count, kind, sides, purpose) == dice.outcome(
            seed, count, kind, sides, purpose
        )

    same()
