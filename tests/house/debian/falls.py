"""What fails on the machine for a minute, and what its people do meanwhile."""

from __future__ import annotations

import json
import time
from typing import Any

from tests.house.debian.machine import Machine
from tests.house.debian.people import Post
from tests.house.debian.world import PLAYERS, Visitor
from tests.services.waiting import until

GAME = "First voyage"
ORDERS = "/games/first-voyage/orders"


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
    """Postfix stands still while somebody plays on the page: the next one's letter waits, `/health`
    and the operator's page say what to type, and with that it leaves.
    """
    who, then = post.turn()
    visitor = Visitor(machine.world)
    visitor.sign_in(f"{who}@{PLAYERS}")
    since = post.had(then)
    machine.shell("systemctl stop postfix")
    assert visitor.ask(ORDERS, {"orders": "end"})[0] in (200, 302)
    until(
        lambda: any("letters do not leave" in one for one in health(machine)["problems"]),
        "/health does not tell of letters that do not leave",
        pace=1,
    )
    machine.shell("systemctl restart postfix")
    post.gets(then, GAME, since)
    healthy(machine, "the relay")
    post.gets("operator@example.org", "etters do not leave")


def disk_full(machine: Machine, post: Post) -> None:
    """Not an octet can be written for a while: a player's letter is not taken, and comes later."""
    who, then = post.turn()
    since = post.had(then)
    machine.fill()
    try:
        letter = post.answer(who, GAME, "end")
        assert post.is_put_off(letter)
        time.sleep(15)
    finally:
        machine.empty()
    post.sends(letter)
    healthy(machine, "the full disk")
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
    post.sends(post.answer(who, GAME, "end"))
    healthy(machine, "PostgreSQL")
    machine.shell("postqueue -f")  # else Postfix tries again in five minutes
    post.gets(then, GAME, since)


def logs(machine: Machine) -> list[dict[str, Any]]:
    """What our processes wrote, each line an object."""
    text = machine.shell(
        "journalctl --output cat --quiet _SYSTEMD_SLICE=system.slice -u 'traders-*'"
    )
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]
