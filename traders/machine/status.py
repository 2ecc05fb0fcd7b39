"""`traders status`: each part, whether it is up, and what to type where it is not."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from traders import troubleshooting_table
from traders.machine import health_request, settings_file, systemd_units
from traders.machine.configuration_file_install import CERTIFIED, OWN, named
from traders.machine.database_backup import FOLDER
from traders.machine.machine_operations import Machine, Refused
from traders.machine.setup_answers import POSTFIX, Answers, earlier

DAY = 86_400
SOON = 14 * DAY
"""Seconds: a certificate that ends within them is no longer well."""


@dataclass(frozen=True)
class Part:
    """A part of the server: `type_` is what to type where it is not up."""

    name: str
    up: bool
    told: str = ""
    type_: str = ""

    def __str__(self) -> str:
        line = f"{self.name:22} {'up' if self.up else 'DOWN':5} {self.told}".rstrip()
        return line if self.up or not self.type_ else f"{line}\n{'':29}{self.type_}"


def told(machine: Machine) -> bool:
    """Tell of each part; whether all is well."""
    settings = settings_file.kept(machine)
    answers = earlier(settings)
    if answers is None:
        raise Refused("This machine is not set up: `traders setup`")
    found = list(parts(machine, answers))
    for part in found:
        machine.say(str(part))
    said = health_request.asked(settings)
    wrong = said.problems if said else ["No page answers."]
    for one in wrong:
        machine.say(f"! {one}")
        if typed := troubleshooting_table.of(one):
            machine.say(f"  {typed}")
    return all(part.up for part in found) and not wrong


def parts(machine: Machine, answers: Answers) -> Iterator[Part]:
    """Debian's services, our own units, the certificate, and the last copy."""
    below = [*systemd_units.BELOW, *(systemd_units.OF_MAIL if answers.mail == POSTFIX else ())]
    for name in [*below, *systemd_units.ours()]:
        said = machine.tried("systemctl", "is-active", name).stdout.strip() or "not known"
        why = f"systemctl restart {name}; why it stopped: journalctl -n 30 -u '{name}*'"
        yield Part(name.removesuffix(".service"), said == "active", said, why)
    yield _certificate(machine, answers)
    yield _copy(machine)


def _certificate(machine: Machine, answers: Answers) -> Part:
    for folder, by in ((named(CERTIFIED, answers), "Let's Encrypt"), (OWN, "this machine itself")):
        file = machine.at(f"{folder}/fullchain.pem")
        if file.exists():
            asking = ("openssl", "x509", "-in", str(file), "-noout", "-checkend", str(SOON))
            lasts = machine.tried(*asking).returncode == 0
            words = f"signed by {by}" + ("" if lasts else ", and ends within two weeks")
            return Part("certificate", lasts, words, "traders setup; certbot renew")
    return Part("certificate", False, "there is none", "traders setup")


def _copy(machine: Machine) -> Part:
    made = [one.stat().st_mtime for one in machine.at(FOLDER).glob("*.dump")]
    if not made:
        return Part("copy", False, "none was made yet: one is each night", "traders backup")
    hours = (time.time() - max(made)) / 3600
    words = f"{hours:.0f} hours old, in {FOLDER}"
    return Part("copy", hours < 25, words, "journalctl -u traders-night; traders backup")
