"""What is to be published in the DNS, ready to paste."""

from __future__ import annotations

import re
import socket

from traders.machine.machine_operations import Machine
from traders.machine.setup_answers import POSTFIX, Answers

DKIM_KEY = "/etc/dkimkeys/traders.txt"
_SOMEWHERE = ("192.0.2.1", 9)
"""No packet goes there (RFC 5737): it is asked which address of ours would send it."""


def own_address() -> str:
    """This machine's address as others see it, or what to write in its place."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(_SOMEWHERE)
            found = str(asking.getsockname()[0])
        except OSError:
            found = "127.0.0.1"
    private = found.startswith(("10.", "127.", "169.254.", "192.168.")) or re.match(
        r"172\.(1[6-9]|2\d|3[01])\.", found
    )
    return "(this machine's public address)" if private else found


def zone(machine: Machine, answers: Answers) -> str:
    """The records, a line each."""
    rows = [(name, "A", own_address()) for name in sorted({answers.site, answers.mail_host})]
    if answers.mail != POSTFIX:
        return _lines([row for row in rows if row[0] == answers.site])
    parts = re.findall(r'"([^"]*)"', machine.text(DKIM_KEY))
    rows += [
        (answers.post, "MX", f"10 {answers.mail_host}."),
        (answers.post, "TXT", '"v=spf1 mx -all"'),
        (f"traders._domainkey.{answers.post}", "TXT", " ".join(f'"{part}"' for part in parts)),
        (
            f"_dmarc.{answers.post}",
            "TXT",
            f'"v=DMARC1; p=quarantine; rua=mailto:{answers.operator}"',
        ),
    ]
    return _lines(rows)


def _lines(rows: list[tuple[str, str, str]]) -> str:
    width = max(len(name) for name, _, _ in rows) + 1
    return "".join(f"{name + '.':{width}}  {kind:3}  {text}\n" for name, kind, text in rows)
