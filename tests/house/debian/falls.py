"""What fails on the machine for a while, and what its people do meanwhile."""

from __future__ import annotations

import json
import time
from typing import Any

from tests import examples
from tests.house.debian.machine import Machine
from tests.house.debian.people import SEATS, Post
from tests.house.debian.world import PLAYERS, Visitor
from tests.services.waiting import until

GAME = "First voyage"
ORDERS = "/games/first-voyage/orders"
OPERATOR = "operator@example.org"
MEMBERS = ("ann", "bob", "cat", "dan", "eve", "olga")
MEETING = "We meet on Sunday."
WHOLE = examples.size() == "soak"
RELAY_AWAY, DISK_FULL = (600, 60) if WHOLE else (0, 15)
"""Seconds at least: in a soak the whole of what the page promises about, else as long as it takes
to see that it failed.
"""


def health(machine: Machine) -> dict[str, Any]:
    """What `/health` says: `ok` and `problems`."""
    status, text, _ = Visitor(machine.world).ask("/health")
    return json.loads(text) if status in (200, 503) else {"ok": False, "problems": [str(status)]}


def healthy(machine: Machine, after: str) -> None:
    """Wait until `/health` has nothing to tell; `TimeoutError` says after what it has, and what."""
    until(
        lambda: health(machine)["ok"],
        lambda: f"after {after}: {health(machine)['problems']}",
        pace=1,
    )


def by_pipe(machine: Machine, post: Post) -> None:
    """Postfix hands a letter to the script, as the page has it where only a pipe is possible."""
    way = machine.shell("postconf -h virtual_transport").strip()
    machine.shell(
        "postconf virtual_transport=traders traders_destination_recipient_limit=1\n"
        "systemctl restart postfix"
    )
    post.says("dan", "Do you play in Spring?", "confirm", "You play Spring.")
    machine.shell(f"postconf virtual_transport={way}\nsystemctl restart postfix")


def relay_away(machine: Machine, post: Post) -> None:
    """Postfix stands still while each plays once on the page and Olga writes to all members: the
    letters wait, `/health` says it, and the operator hears it the other way. With what the page
    says to type they leave; who plays reads one question at most, the last.
    """
    turns = [post.turn() for _ in SEATS]
    visitors = {name: Visitor(machine.world) for name in (*SEATS.values(), "olga")}
    for name, visitor in visitors.items():
        visitor.sign_in(f"{name}@{PLAYERS}")
    since = {name: post.had(name) for name in MEMBERS}
    machine.shell("systemctl stop postfix")
    until_then = time.monotonic() + RELAY_AWAY
    post.notes("Postfix is stopped")
    for name, _ in turns:
        assert visitors[name].ask(ORDERS, {"orders": "end"})[0] in (200, 302)
        post.notes(f"{name} has ended a turn on the page")
    told = {"order": "tell", "audience": "club", "why": MEETING}
    assert visitors["olga"].ask("/clubs/star/desk/order", told)[0] == 302
    post.notes("Olga has written to all members on the page")
    _is_told(machine, post, "letters do not leave")
    post.gets(OPERATOR, "etters do not leave")
    time.sleep(max(0.0, until_then - time.monotonic()))
    machine.shell("systemctl restart postfix")
    post.notes("Postfix is started")
    waits = turns[-1][1]
    post.gets(waits, GAME, since[waits])
    for name in MEMBERS:
        post.gets(name, MEETING, since[name])
    healthy(machine, "the relay")
    if WHOLE:  # a letter goes as it is for two minutes
        assert {name: post.had(name) - since[name] for name in MEMBERS} == {
            name: 1 + (name == waits) for name in MEMBERS
        }
    post.notes("/health has nothing to tell")


def _is_told(machine: Machine, post: Post, words: str) -> None:
    """Wait until `/health` says them."""
    until(
        lambda: any(words in one for one in health(machine)["problems"]),
        lambda: f"/health does not tell “{words}”: {health(machine)['problems']}",
        pace=1,
    )
    post.notes(f"/health: {health(machine)['problems']}")


def disk_full(machine: Machine, post: Post) -> None:
    """Not an octet can be written for a while: a player's letter is not taken, and comes later."""
    who, then = post.turn()
    since = post.had(then)
    machine.fill()
    until_then = time.monotonic() + DISK_FULL
    post.notes("the disk is full")
    try:
        letter = post.answer(who, GAME, "end")
        assert post.is_put_off(letter)
        _is_told(machine, post, "the disk is almost full")
        time.sleep(max(0.0, until_then - time.monotonic()))
        assert not any("Redis" in one for one in health(machine)["problems"])
        if WHOLE:
            post.gets(OPERATOR, "he disk is almost full")
    finally:
        machine.empty()
    post.notes("there is room on the disk")
    post.sends(letter)
    healthy(machine, "the full disk")
    post.notes("/health has nothing to tell")
    machine.shell("postqueue -f")  # else Postfix tries again in five minutes
    post.gets(then, GAME, since)


def postgres_killed(machine: Machine, post: Post) -> None:
    """With SIGKILL, its first process: it comes back by itself, with what stands on the page, and
    what somebody wrote meanwhile counts.
    """
    who, then = post.turn()
    since = post.had(then)
    number = machine.shell("head -n 1 /var/lib/postgresql/*/main/postmaster.pid")
    machine.shell(f"kill -9 {number}")
    post.notes("PostgreSQL is killed")
    post.sends(post.answer(who, GAME, "end"))
    healthy(machine, "PostgreSQL")
    post.notes("/health has nothing to tell")
    machine.shell("postqueue -f")  # else Postfix tries again in five minutes
    post.gets(then, GAME, since)


def servers_killed(machine: Machine, post: Post) -> None:
    """Debian's other servers, with SIGKILL, and all that Redis kept is gone: they come back by
    themselves, and play goes on.
    """
    who, then = post.turn()
    since = post.had(then)
    machine.shell("rm -f /var/lib/redis/*")
    for file in ("redis/redis-server.pid", "nginx.pid", "../var/spool/postfix/pid/master.pid"):
        _comes_back(machine, f"/run/{file}")
        post.notes(f"killed, and back: {file}")
    post.sends(post.answer(who, GAME, "end"))
    post.gets(then, GAME, since)
    healthy(machine, "the other servers")
    post.notes("/health has nothing to tell")


def names_gone(machine: Machine, post: Post) -> None:
    """Nobody answers for a name, so nobody could say who wrote a letter: it is put off, where else
    it would be held and its player asked, and counts when names are back.
    """
    who, then = post.turn()
    since = {name: post.had(name) for name in (who, then)}
    machine.world.forget()
    post.notes("no name is answered for")
    letter = post.answer(who, GAME, "end")
    assert post.is_put_off(letter)
    machine.world.remember()
    post.notes("names are answered for")
    post.sends(letter)
    post.gets(then, GAME, since[then])
    post.gets(who, "You ended your turn", since[who])


def _comes_back(machine: Machine, file: str) -> None:
    """Kill the process that the file tells of; wait until it tells of another."""
    number = machine.shell(f"cat {file}").strip()
    machine.shell(f"kill -9 {number}")
    until(
        lambda: machine.shell(f"cat {file} 2> /dev/null || true").strip() not in ("", number),
        f"it does not come back: {file}",
        pace=1,
    )


def logs(machine: Machine) -> list[dict[str, Any]]:
    """What our processes wrote, each line an object."""
    text = machine.shell(
        "journalctl --output cat --quiet _SYSTEMD_SLICE=system.slice -u 'traders-*'"
    )
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]
