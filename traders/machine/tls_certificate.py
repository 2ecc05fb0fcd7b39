"""TLS for the pages: certified where that can be had, else signed by the machine itself."""

from __future__ import annotations

import re
import socket

from traders.machine.configuration_file_install import CERTIFIED, OWN, named
from traders.machine.machine_operations import Machine
from traders.machine.setup_answers import Answers

DAYS = "3650"


def had(machine: Machine, answers: Answers) -> str:
    """The folder of the certificate: certbot's, else the machine's own; says which, and why."""
    certified = named(CERTIFIED, answers)
    if machine.has(f"{certified}/fullchain.pem"):
        return certified
    why = _not_certified(machine, answers)
    if not why:
        machine.say(f"The site is certified by Let's Encrypt ({certified}), and again in time.")
        return certified
    _signed(machine, answers.site)
    machine.say(
        f"{why} So this machine signed a certificate for itself: all is encrypted, but browsers "
        "warn of it, and so must you. Run `traders setup` again once that is mended."
    )
    return OWN


def _not_certified(machine: Machine, answers: Answers) -> str:
    """Why Let's Encrypt has certified nothing; "" where it has."""
    if answers.own_certificate:
        return "Nobody was asked to certify the site (--own-certificate)."
    if not machine.knows("certbot"):
        return "certbot is not installed, which gets certificates from Let's Encrypt."
    try:
        socket.getaddrinfo(answers.site, 80)
    except OSError:
        return f"The name {answers.site} leads nowhere yet, so nobody can certify it."
    done = machine.tried(
        "certbot", "certonly", "--standalone", "--non-interactive", "--agree-tos",
        "--email", answers.operator, "--domain", answers.site,
        "--pre-hook", "systemctl stop nginx", "--post-hook", "systemctl start nginx",
    )  # fmt: skip
    if done.returncode == 0:
        return ""
    # its last lines always tell where to ask for help
    lines = [one.strip() for one in (done.stderr + done.stdout).splitlines() if "help" not in one]
    why = next((one for one in lines if re.search(r"[Ee]rror:|[Dd]etail:", one)), "see its log")
    return f"Let's Encrypt could not certify {answers.site}: {why[:200]}"


def _signed(machine: Machine, site: str) -> None:
    key, chain = f"{OWN}/privkey.pem", f"{OWN}/fullchain.pem"
    if machine.has(chain) and f"DNS:{site}\n" in machine.do(
        "openssl", "x509", "-in", str(machine.at(chain)), "-noout", "-ext", "subjectAltName"
    ):
        return
    machine.at(OWN).mkdir(parents=True, exist_ok=True)
    machine.at(OWN).chmod(0o700)
    machine.do(
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
        "-nodes", "-days", DAYS, "-subj", f"/CN={site}", "-addext", f"subjectAltName=DNS:{site}",
        "-keyout", str(machine.at(key)), "-out", str(machine.at(chain)),
    )  # fmt: skip
    machine.changed.add(chain)
