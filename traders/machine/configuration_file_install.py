"""The files of a server beside its program, with its own names in them."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from traders.machine.machine_operations import Machine
from traders.machine.setup_answers import POSTFIX, Answers

FILES = Path(__file__).with_name("files")
CERTIFIED = "/etc/letsencrypt/live/traders.example.org"
"""Where certbot puts the certificate, as it stands in nginx's file."""
OWN = "/etc/ssl/traders"
"""Where one lies that the machine signed itself."""
NOTED = "/etc/traders.written"
"""What was written, as sha256sum has it."""
AGAIN = ("nginx", "postfix", "postfix@", "postgresql@")
"""Debian's services that begin again when they fail, however often; Redis has a file of its own."""
_OF_POSTFIX = ("/etc/postfix/", "/etc/opendkim", "/etc/opendmarc")


def brought() -> dict[str, str]:
    """What the package brings, by its path: units and the command `traders`."""
    again = (FILES / "again.conf").read_text("utf-8")
    return _below("usr") | {
        f"/usr/lib/systemd/system/{name}.service.d/again.conf": again for name in AGAIN
    }


def written(answers: Answers, certificate: str) -> dict[str, str]:
    """What is written for this server, by its path. `certificate`: the folder that has it."""
    return {
        path: named(text.replace(CERTIFIED, certificate), answers)
        for path, text in _below("etc").items()
        if answers.mail == POSTFIX or not path.startswith(_OF_POSTFIX)
    }


def _below(folder: str) -> dict[str, str]:
    return {
        f"/{path.relative_to(FILES)}": path.read_text("utf-8")
        for path in sorted((FILES / folder).rglob("*"))
        if path.is_file()
    }


def named(text: str, answers: Answers) -> str:
    """The text with the server's names in place of those of `example.org`."""
    names = {
        "traders.example.org": answers.site,
        "post.example.org": answers.post,
        "mx.example.org": answers.mail_host,
        "operator@example.org": answers.operator,
    }
    return re.sub("|".join(map(re.escape, names)), lambda found: names[found[0]], text)


def install(machine: Machine, texts: dict[str, str]) -> None:
    """Let each file have its text. One that an operator changed since it was written stays so, and
    the text lies beside it; what stood there before the first time is kept.
    """
    noted = dict(line.split("  ")[::-1] for line in machine.text(NOTED).splitlines())
    for path, text in texts.items():
        stands = machine.text(path)
        if path in noted and stands not in ("", text) and noted[path] != _digest(stands):
            machine.say(f"{path} is as you changed it; as it would be: {path}.traders")
            machine.write(f"{path}.traders", text)
            continue
        if path not in noted and stands not in ("", text):
            machine.write(f"{path}.before", stands)
        machine.write(path, text, 0o755 if "/sbin/" in path else 0o644)
        noted[path] = _digest(text)
    machine.write(NOTED, "".join(f"{sum_}  {path}\n" for path, sum_ in sorted(noted.items())))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
