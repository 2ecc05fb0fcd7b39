"""docs/operators.md and docs/operators-mail.md, word by word: each block is carried out, from an
empty Debian to an upgrade, with systemd, PostgreSQL, nginx, Postfix, OpenDKIM and OpenDMARC as
Debian has them; and people play there by mail while its parts fail.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.house.debian import falls
from tests.house.debian.base import LeftOut, base
from tests.house.debian.machine import Machine
from tests.house.debian.manual import TREE, in_order
from tests.house.debian.people import Post
from tests.house.debian.world import PLAYERS, Visitor, World

FOUNDING = (TREE / "tests/house/debian/founding.py").read_text("utf-8") + "found()\n"
MORNING = "from traders.club.desk.morning_letter import desk_letters\ndesk_letters()\n"
"""The hour of the letters of the morning, which comes every ten minutes."""


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    """An empty Debian, with the world around it. Where none can be had the walk is left out, and
    says so.
    """
    try:
        found = base()
    except LeftOut as why:
        pytest.skip(f"nobody has carried out docs/operators.md: {why}")
    world = World(found)
    try:
        world.open()
        made = Machine(tmp_path / "debian", found, world)
        try:
            yield made
        finally:
            made.close()
    finally:
        world.close()


@pytest.mark.long
@pytest.mark.faults
@pytest.mark.postgres
@pytest.mark.examples("walks")
def test_from_an_empty_debian_to_an_upgrade(machine: Machine):
    """Long: a machine is made, every block of the pages is carried out on it, and what can fail
    there fails for a minute.
    """
    post = Post(machine.world)
    for block in in_order():
        for part, done in BEFORE.items():
            if part in block.text:
                done(machine, post)
        try:
            said = machine.do(block)
        except LeftOut as why:
            pytest.skip(f"nobody has carried out docs/operators.md to its end: {why}")
        for part, looked_at in AFTER.items():
            if part in block.text:
                looked_at(machine, post, said)
    _all_is_whole(machine, post)


# --- what comes before a block --------------------------------------------------------------------


def _a_release(machine: Machine, post: Post) -> None:
    """Something new is fetched by the upgrade."""
    machine.shell("git -C /opt/origin commit --quiet --allow-empty -m more")


BEFORE: dict[str, Callable[[Machine, Post], None]] = {
    "traders restored": falls.hours_lost,
    "git pull": _a_release,
}
"""By what stands in the block."""

# --- what is looked at after one ------------------------------------------------------------------


def _nothing_to_say(machine: Machine, post: Post, said: str) -> None:
    assert "System check identified no issues (0 silenced)" in said
    assert machine.shell("stat --format '%a %U' /etc/traders.env") == "600 root\n"


def _pages_answer(machine: Machine, post: Post, said: str) -> None:
    """They know that a visitor came by https, send others there, and say how long it stays so."""
    assert '"ok": true' in said
    visitor = Visitor(machine.world)
    status, _, headers = visitor.ask("/")
    assert status < 400
    assert headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains; preload"
    status, _, headers = visitor.ask("/", secure=False)
    assert (status, headers["Location"]) == (301, "https://traders.example.org/")


def _people_play_by_mail(machine: Machine, post: Post, said: str) -> None:
    """Each kind of letter that asks somebody something is answered through Postfix, while all is
    well and while it is not.
    """
    text = (machine.disk / "etc/dkimkeys/traders.txt").read_text()
    machine.world.publish("".join(re.findall(r'"([^"]*)"', text)))
    operator = Visitor(machine.world)
    operator.sign_in("operator@example.org")
    assert operator.ask("/admin/")[0] == 200
    post.begins(machine.manage(FOUNDING).splitlines()[-1])
    for name in ("ann", "bob", "cat", "dan"):
        post.says(name, "Do you play in Spring?", "confirm", "You play Spring.")
    post.says("bob", "Dan challenges you", "accept", "Bob")
    post.says("cat", falls.GAME, "resign", "Sure?")
    post.says("cat", "Sure?", "yes", "You gave up the seat")
    post.says("eve", "Green needs a player", "yes", "You play Green now")
    machine.manage(MORNING)
    since = post.had("dan")
    post.says("olga", "Star Club: ", "tell club: Welcome aboard.", "Welcome aboard")
    post.gets("dan", "Welcome aboard.", since)
    assert "d=post.example.org" in post.gets("dan", "Welcome")["DKIM-Signature"]
    falls.by_pipe(machine, post)
    falls.relay_away(machine, post)
    falls.disk_full(machine, post)
    falls.postgres_killed(machine, post)


def _figures_are_told(machine: Machine, post: Post, said: str) -> None:
    assert "traders_letters_unsent 0" in said


def _games_are_whole(machine: Machine, post: Post, said: str) -> None:
    assert re.search(r"^([1-9]\d*) of \1 games whole", said, re.M), said


AFTER: dict[str, Callable[[Machine, Post, str], None]] = {
    "createsuperuser": _nothing_to_say,
    "certbot certonly": _pages_answer,
    "opendkim-genkey": _people_play_by_mail,
    "/metrics": _figures_are_told,
    "audit --all": _games_are_whole,
}
"""By what stands in the block."""


def _all_is_whole(machine: Machine, post: Post) -> None:
    """Nobody got a letter twice, all were told of the lost hours, every history is whole, and the
    logs hold no address and no key.
    """
    falls.healthy(machine, "the upgrade")
    assert post.twice() == []
    for name in ("ann", "bob", "eve"):
        post.gets(name, "brought back from a copy")
    print(post.told())
    print(machine.shell("traders audit --all"))
    lines = falls.logs(machine)
    assert {"at", "level", "logger", "message"} <= set(lines[0])
    text = "\n".join(map(str, lines))
    assert not re.search(rf"[\w.]+@(?:post\.|)(?:example\.org|{PLAYERS})", text)
    keys = re.findall(r"(?:KEY|TOKEN)=(\S+)", (machine.disk / "etc/traders.env").read_text())
    assert len(keys) == 3
    assert not [key for key in keys if key in text]
