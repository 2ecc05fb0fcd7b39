"""docs/operators.md and docs/operators-mail.md, word by word: each block is carried out, from an
empty Debian to an upgrade, with the package of this tree, systemd, PostgreSQL, nginx, Postfix,
OpenDKIM and OpenDMARC as Debian has them; and people play there by mail while its parts fail.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests import examples
from tests.house.debian import falls, packages
from tests.house.debian.base import LeftOut, base, releases
from tests.house.debian.machine import Machine
from tests.house.debian.manual import TREE, in_order
from tests.house.debian.people import Post
from tests.house.debian.world import PLAYERS, SITE, Visitor, World
from tests.services.waiting import until
from traders.machine.setting_up import MAIL

FOUNDING = (TREE / "tests/house/debian/founding.py").read_text("utf-8") + "found()\n"
MORNING = "from traders.club.desk.morning_letter import desk_letters\ndesk_letters()\n"
"""The hour of the letters of the morning, which comes every ten minutes."""
WAITING = """
from traders.domain.operators.health_figures import UNSENT
from traders.models import Letter
print(Letter.objects.filter(status__in=UNSENT).count())
"""
"""How many letters are still to go."""


WALKS = releases(examples.number("walks"))


@pytest.fixture(params=WALKS, ids=[f"debian{one.number}" for one in WALKS])
def machine(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Machine]:
    """An empty Debian, with the package and the world around it. Where none can be had the walk is
    left out, and says so.
    """
    try:
        found = base(request.param)
        package = packages.built(tmp_path, request.param)
    except LeftOut as why:
        pytest.skip(f"nobody has carried out docs/operators.md: {why}")
    world = World(found)
    try:
        world.open()
        made = Machine(tmp_path / "debian", request.param, world)
        try:
            made.brings(package)
            yield made
        finally:
            made.close()
    finally:
        world.close()


@pytest.mark.long
@pytest.mark.faults
@pytest.mark.postgres
@pytest.mark.examples("walks")
def test_from_an_empty_debian_to_an_upgrade(machine: Machine, tmp_path: Path):
    """Long: a package and a machine are made, every block of the pages is carried out on it, and
    what can fail there fails for a while.
    """
    post = Post(machine.world)
    for block in in_order():
        for part, done in BEFORE.items():
            if part in block.text:
                done(machine, post)
        post.notes(f"{block} begins")
        try:
            said = machine.do(block)
        except LeftOut as why:
            pytest.skip(f"nobody has carried out docs/operators.md to its end: {why}")
        post.notes(f"{block} is done")
        for part, looked_at in AFTER.items():
            if part in block.text:
                looked_at(machine, post, said)
    _all_is_whole(machine, post)
    _is_removed_and_installed_again(machine)


# --- what comes before a block --------------------------------------------------------------------


def _at_the_mirror(machine: Machine, post: Post) -> None:
    """What setup installs is fetched: the machine itself sees the world of the test alone."""
    fetch = "apt-get install --download-only --yes --no-install-recommends"
    machine.shell(f"{fetch} {' '.join(MAIL)}")
    machine.keep_archives()


def _people_play_by_mail(machine: Machine, post: Post) -> None:
    """Each kind of letter that asks somebody something is answered through Postfix, while all is
    well and while it is not. What is played after the copy was made is lost with it.
    """
    machine.shell("cp /etc/ssl/traders/fullchain.pem /usr/local/share/ca-certificates/own.crt")
    machine.shell("update-ca-certificates")
    operator = Visitor(machine.world)
    operator.sign_in("operator@example.org")
    assert operator.ask("/admin/")[0] == 200
    _has_another_way(machine)
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
    assert f"d={SITE}" in post.gets("dan", "Welcome")["DKIM-Signature"]
    # what waits when the copy is made goes once more after that was brought back
    until(lambda: machine.manage(WAITING).split()[-1] == "0", "letters wait", pace=1)
    machine.shell("traders backup")
    falls.by_pipe(machine, post)
    falls.relay_away(machine, post)
    falls.disk_full(machine, post)
    falls.postgres_killed(machine, post)
    falls.servers_killed(machine, post)
    falls.names_gone(machine, post)


def _has_another_way(machine: Machine) -> None:
    """To the operator, for the hours in which Postfix is what is wrong."""
    machine.shell(f"echo OPERATORS_WAY=smtp://mail.{PLAYERS}:25 >> /etc/traders.env")
    machine.shell("traders check --deploy && systemctl restart traders.target")


def _nothing_is_replaced_alive(machine: Machine, post: Post) -> None:
    said = machine.shell("traders restore /var/backups/traders/*.dump", refused=True)
    assert "The server runs" in said


def _a_rule_was_changed(machine: Machine, post: Post) -> None:
    """Neither apt nor dpkg installs it, and nothing is stopped; the next release changes none."""
    own = machine.package
    work = own.parent
    since = machine.shell("systemctl show --property ActiveEnterTimestamp traders-house")
    with packages.changed(own, work, "0.2.1", packages.OTHER_RULE) as package:
        machine.brings(package)
        said = machine.shell("apt-get install --yes ./traders-by-post_*.deb", refused=True)
        assert "another way (PR-RECORD-01)" in said
        assert "first-voyage" in said
        said = machine.shell("dpkg --install traders-by-post_*.deb", refused=True)
        assert "apt does both" in said
    falls.healthy(machine, "a release that was refused")
    assert machine.shell("systemctl show --property ActiveEnterTimestamp traders-house") == since
    assert "ii " in machine.shell("dpkg --list traders-by-post")
    with packages.changed(own, work, "0.2.2") as package:
        machine.brings(package)


BEFORE: dict[str, Callable[[Machine, Post], None]] = {
    "traders setup": _at_the_mirror,
    "/metrics": _people_play_by_mail,
    "traders restore": _nothing_is_replaced_alive,
    "# over the one that runs": _a_rule_was_changed,
}
"""By what stands in the block."""

# --- what is looked at after one ------------------------------------------------------------------


def _is_set_up(machine: Machine, post: Post, said: str) -> None:
    """Another run changes nothing; each part is up; the records that it printed are published."""
    assert "signed a certificate for itself" in said
    machine.world.publish(said)
    assert machine.shell("stat --format '%a %U' /etc/traders.env") == "600 root\n"
    assert "no issues (0 silenced)" in machine.shell("traders check --deploy")
    machine.shell("touch /run/before")
    assert machine.shell("traders setup < /dev/null").count(f"{SITE}.") >= 4
    newer = "find /etc -newer /run/before -type f ! -name resolv.conf"
    assert machine.shell(newer) == ""
    assert "DOWN" not in machine.shell("traders status")
    _pages_answer(machine)
    post.notes("the pages answer over TLS")


def _pages_answer(machine: Machine) -> None:
    """They know that a visitor came by https, send others there, and say how long it stays so."""
    visitor = Visitor(machine.world)
    status, _, headers = visitor.ask("/")
    assert status < 400
    assert headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains; preload"
    status, _, headers = visitor.ask("/", secure=False)
    assert (status, headers["Location"]) == (301, f"https://{SITE}/")


def _figures_are_told(machine: Machine, post: Post, said: str) -> None:
    assert "traders_letters_unsent 0" in said


def _games_are_whole(machine: Machine, post: Post, said: str) -> None:
    assert re.search(r"^([1-9]\d*) of \1 games whole", said, re.M), said


AFTER: dict[str, Callable[[Machine, Post, str], None]] = {
    "traders setup": _is_set_up,
    "/metrics": _figures_are_told,
    "traders restore": _games_are_whole,
}
"""By what stands in the block."""


def _all_is_whole(machine: Machine, post: Post) -> None:
    """Nobody got a letter twice, nor the operator one of each letter that was put off; all were
    told of the lost hours, every history is whole, and the logs hold no address and no key.
    """
    falls.healthy(machine, "the upgrade")
    assert post.twice() == [], post.told()
    letters = [one.message for one in post.world.sink.to(falls.OPERATOR)]
    assert not [one for one in letters if "MAILER-DAEMON" in str(one["From"])]
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


def _is_removed_and_installed_again(machine: Machine) -> None:
    """With its data; a purge that nobody is there to confirm takes nothing away."""
    own = "0.2.2"
    assert own in machine.shell("dpkg --list traders-by-post")
    machine.shell("apt-get remove --yes traders-by-post")
    assert "traders-house" not in machine.shell("systemctl list-units --no-legend 'traders-*'")
    assert "were kept" in machine.shell("apt-get purge --yes traders-by-post", refused=True)
    machine.shell("apt-get install --yes ./traders-by-post_*.deb")
    falls.healthy(machine, "it was installed again")
    assert re.search(r"^([1-9]\d*) of \1 games whole", machine.shell("traders audit --all"), re.M)
