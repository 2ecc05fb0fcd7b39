"""/etc/traders.env: the settings, of which root alone reads. A shell and systemd read it too."""

from __future__ import annotations

import os
import re
import secrets
import shlex
from collections.abc import Mapping

from traders.keys import SECRET, new_key
from traders.machine.machine_operations import Machine
from traders.machine.setup_answers import POSTFIX, Answers, earlier

PATH = "/etc/traders.env"
HERE = ("127.0.0.1", "localhost")
"""Hosts of an address that are this machine."""


def parts_of(cores: int) -> str:
    """What runs on a machine of so many cores: on one in as few processes as that takes."""
    if cores == 1:
        return "web,mail,clock,in+out+rest:2"
    return f"web:{2 * min(cores, 8)},mail,clock,in,out,rest"


def kept(machine: Machine) -> dict[str, str]:
    """What the file says, by name; nothing where there is none."""
    found = {}
    for line in machine.text(PATH).splitlines():
        name, there, value = line.partition("=")
        if there and not line.startswith("#"):
            found[name.strip()] = "".join(shlex.split(value))
    return found


def write(machine: Machine, answers: Answers) -> dict[str, str]:
    """Enter what is missing, and what an answer changed; whatever else an operator wrote stays.
    Returns all settings.
    """
    had = kept(machine)
    before, now = earlier(had), _answered(answers)
    was = _answered(before) if before else {}
    lines = machine.text(PATH).splitlines()
    for name in was.keys() - now.keys():
        if had.get(name) == was[name]:
            lines = [line for line in lines if not line.startswith(f"{name}=")]
    new = {name: value for name, value in now.items() if name not in had or was.get(name) != value}
    new |= {name: value for name, value in _made(answers).items() if name not in had}
    new |= answers.more
    for name, value in new.items():
        line = f'{name}="{value}"' if re.search(r"[^\w@%+:,./=-]", value) else f"{name}={value}"
        at = next((n for n, one in enumerate(lines) if one.startswith(f"{name}=")), None)
        if at is None:
            lines.append(line)
        else:
            lines[at] = line
    machine.write(PATH, "\n".join(lines) + "\n", 0o600)
    return kept(machine)


def _answered(answers: Answers) -> dict[str, str]:
    """Settings that follow from the answers."""
    found = {
        "SITE_URL": f"https://{answers.site}",
        "POST_DOMAIN": answers.post,
        "DEFAULT_FROM_EMAIL": f"Traders by Post <post@{answers.post}>",
        "OPERATORS": answers.operator,
    }
    if answers.mail == POSTFIX:
        return found | {
            "EMAIL_HOST": "127.0.0.1",
            "EMAIL_PORT": "25",
            "TRUSTED_MAIL_HOSTS": answers.mail_host,
        }
    return found | {"EMAIL_BACKEND": f"anymail.backends.{answers.mail}.EmailBackend"}


def _made(answers: Answers) -> Mapping[str, str]:
    """Settings that are made once: keys, passwords, and what is so on every such machine."""
    found = {
        "DATABASE_URL": f"postgresql://traders:{secrets.token_hex(24)}@127.0.0.1:5432/traders",
        "REDIS_URL": f"redis://:{secrets.token_hex(24)}@127.0.0.1:6379/0",
        "BEHIND_PROXY": "1",
        "TRUSTED_PROXIES": "1",
        "SECURE_SSL_REDIRECT": "1",
        "SECURE_HSTS_SECONDS": "31536000",
        "SECURE_HSTS_ALL_SUBDOMAINS": "1",
        "PARTS": parts_of(len(os.sched_getaffinity(0))),
        "METRICS_TOKEN": secrets.token_hex(24),
        "LOG_FORMAT": "json",
        "TRADERS_VAR": "/var/lib/traders",
        "SECRET_KEY": new_key(SECRET),
        "TRADERS_VAULT_KEY": new_key(),
    }
    if answers.mail != POSTFIX:
        found["ANYMAIL_WEBHOOK_SECRET"] = f"hooks:{secrets.token_hex(24)}"
    return found
