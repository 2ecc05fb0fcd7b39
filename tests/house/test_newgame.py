"""`manage.py newgame`: a small game that passes the tests of every game and is played by letter."""

from __future__ import annotations

import os
import runpy
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from datetime import timedelta
from email import message_from_bytes, policy
from email.utils import parseaddr
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from tests import seated
from tests.domain.letters.table import NOON
from tools.management.commands import specimen
from traders.domain.calendar import clock
from traders.domain.people import seating
from traders.domain.play import door
from traders.domain.post import delivery
from traders.domain.post.incoming import intake
from traders.domain.timeline import due_work_sweep, timeline
from traders.engines.kernel.contract.contract import Interval, Over, Turn
from traders.engines.registry import ENGINES, engine
from traders.models import Game, Letter, LetterStatus, Phase, Player, Seat, SittingCause
from traders.web.one_click_signup import NEWCOMERS

HOUSE = Path(__file__).resolve().parents[2]
MOST_LINES = 248
"""Of all that is written, the tests too."""
SEATS = ("red", "blue")


@pytest.fixture
def toll_road(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with the game, entered as the settings would."""
    call_command("newgame", "toll-road", into=tmp_path, verbosity=0)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(ENGINES, "toll-road", "toll_road")
    yield tmp_path
    engine.cache_clear()
    for name in [name for name in sys.modules if name.startswith("toll_road")]:
        del sys.modules[name]


def said_by(*command: str, cwd: Path, games: Path) -> str:
    """What a command prints in a house that has entered the game; it succeeds."""
    entered = {"PYTHONPATH": str(games), "TRADERS_GAMES": "toll-road=toll_road"}
    done = subprocess.run(
        command, cwd=cwd, env=os.environ | entered, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_is_small(toll_road: Path) -> None:
    files = [*toll_road.glob("*.py"), *toll_road.glob("toll_road/*.*")]
    assert len(files) == 9
    assert sum(len(file.read_text().splitlines()) for file in files) <= MOST_LINES


def test_it_passes_the_gates_and_what_every_game_passes(toll_road: Path) -> None:
    lint = [sys.executable, "-m", "ruff"]
    for gate in (["check"], ["format", "--check"]):
        said_by(
            *lint, *gate, "--config", "pyproject.toml", str(toll_road), cwd=HOUSE, games=toll_road
        )
    test = [sys.executable, "-m", "pytest", "-c", "pyproject.toml", "-n0", "-q", str(toll_road)]
    assert "29 passed" in said_by(*test, cwd=HOUSE, games=toll_road)


def test_what_is_wrong_in_it_is_shown_with_its_values(toll_road: Path) -> None:
    made = toll_road / "toll_road/__init__.py"
    made.write_text(made.read_text().replace('("push",)', '("pull",)'))
    test = [sys.executable, "-m", "pytest", "-c", "pyproject.toml", "-n0", "-q", "-k", "still"]
    with pytest.raises(AssertionError, match=r"assert 'push' in \('pull',\)"):
        said_by(*test, str(toll_road), cwd=HOUSE, games=toll_road)


@pytest.mark.long
def test_it_is_played_by_letter_to_its_end(toll_road: Path, db: None) -> None:
    """Long: a whole game, with every page of it after each letter."""
    with clock.at(NOON):
        game = _begun()
    letters = 0
    for hour in range(1, 400):
        with clock.at(NOON + timedelta(hours=hour)):
            if game.phase == "over":
                break
            _post(game)
            letters += _answered(game)
            due_work_sweep.sweep()
            game.refresh_from_db()
    pending = engine("toll-road").pending(engine("toll-road").decode(bytes(game.position or b"")))
    assert isinstance(pending, Over)
    assert pending.ending == "goal"
    assert letters > 5
    last = Letter.objects.filter(game=game).latest("id")
    assert "wins" in _text(last)


def test_its_first_letter_says_where_all_stand_and_what_one_holds(
    toll_road: Path, db: None
) -> None:
    with clock.at(NOON):
        game = _begun()
        _post(game)
    first = Letter.objects.filter(game=game, seat="red").latest("id")
    text = message_from_bytes(bytes(first.raw or b""), policy=policy.default).get_body(("plain",))
    assert text is not None
    stand = "Red: space 0 of 20, 2 cards Blue: space 0 of 20, 2 cards You hold pu"
    assert f"YOUR START {stand}" in " ".join(text.get_content().split())


def test_an_answer_tells_once_where_all_stand(toll_road: Path, db: None) -> None:
    """The lines about cards are lines of its board, and its board is what is told of oneself."""
    game = _begun()
    (line,) = door.orders(game.pk, "red", "What are my cards, my money and my ship?").lines
    assert line.words.count("Red: space 0 of 20, 2 cards") == 1


def test_letters_of_it_are_no_specimens_before_it_has_a_first_screen(toll_road: Path) -> None:
    with pytest.raises(CommandError, match=r"no turn letter of toll-road\. It has no `first_steps"):
        call_command("specimen", "turn", "toll-road")
    assert "toll-road" not in specimen.kinds_in_words()


def test_a_newcomer_gets_a_seat_in_it(
    toll_road: Path, db: None, client: Client, settings: Any
) -> None:
    settings.EMBEDDED = True
    assert "First Toll Road" not in client.get("/begin").content.decode()
    assert client.post("/begin", {"system": "toll-road"}).status_code == 302
    seat = Seat.objects.get(player__isnull=False, player__email__endswith=NEWCOMERS)
    assert (seat.game.system, seat.game.phase) == ("toll-road", Phase.PLAYING)


def _begun() -> Game:
    game = door.create("toll-road", SEATS, {}, {"timing": "table"})
    for seat in Seat.objects.filter(game=game):
        player = Player.objects.create_user(f"{seat.colour}@example.org", display_name=seat.colour)
        seating.sit(seat, player, clock.now(), SittingCause.GATHERED)
    seated.begin(game.pk)
    return Game.objects.get(pk=game.pk)


def _post(game: Game) -> None:
    """What is written is sent."""
    waiting = Letter.objects.filter(game=game, status=LetterStatus.WRITTEN)
    delivery.prepare(list(waiting.values_list("pk", flat=True)))
    Letter.objects.filter(game=game, status=LetterStatus.PREPARED).update(
        status=LetterStatus.SENT, accepted=clock.now()
    )


def _answered(game: Game) -> int:
    """Whoever is waited for answers the newest letter; how many did."""
    rules = engine("toll-road")
    pending = rules.pending(rules.decode(bytes(game.position or b"")))
    assert isinstance(pending, (Turn, Interval))
    for colour in pending.seats:
        letter = Letter.objects.filter(game=game, seat=colour, raw__isnull=False).latest("id")
        sent = message_from_bytes(bytes(letter.raw or b""), policy=policy.default)
        to = parseaddr(sent["Reply-To"])[1]
        order = "roll" if isinstance(pending, Turn) else "play push\npass"
        raw = (
            f"From: {colour}@example.org\nTo: {to}\nSubject: Re: {sent['Subject']}\n"
            f"Message-ID: <{clock.now():%d%H%M}.{colour}@phone.test>\n\n{order}\n"
        )
        timeline.read(
            intake.take(
                raw.replace("\n", "\r\n").encode(),
                envelope_to=to,
                envelope_from=f"{colour}@example.org",
                channel="smtp",
            ).pk
        )
    return len(pending.seats)


def _text(letter: Letter) -> str:
    return letter.subject + str(letter.facts)


@pytest.mark.parametrize("name", ["", "Toll", "2nd", "a b", "../x", "toll--road", "star-traders"])
def test_a_name_that_is_none_or_taken_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"is no name|already"):
        call_command("newgame", name, into=tmp_path)
    assert not list(tmp_path.iterdir())


def test_without_a_folder_it_is_entered_in_the_house(tmp_path: Path, settings: object) -> None:
    """In the registry, and in the contracts that keep games apart."""
    for file in ("traders/engines/registry.py", "pyproject.toml"):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(HOUSE / file, tmp_path / file)
    settings.HOUSE = tmp_path  # type: ignore[attr-defined]
    call_command("newgame", "toll-road", verbosity=0)
    entered = runpy.run_path(str(tmp_path / "traders/engines/registry.py"))["ENGINES"]
    package = "traders.engines.toll_road"
    assert entered == {**ENGINES, "toll-road": package}
    contracts = tomllib.loads((tmp_path / "pyproject.toml").read_text())["tool"]["importlinter"]
    naming = [
        key
        for contract in contracts["contracts"]
        for key, modules in contract.items()
        if package in str(modules)
    ]
    assert naming == ["modules", "forbidden_modules"]
    assert (tmp_path / "traders/engines/toll_road/play.py").is_file()
    assert (tmp_path / "tests/engines/toll_road/test_conformance.py").is_file()
