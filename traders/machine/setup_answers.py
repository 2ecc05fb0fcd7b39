"""What `traders setup` asks, and what it is told by its flags or by an earlier run."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from traders.machine.machine_operations import Refused

POSTFIX = "postfix"
PROVIDERS: dict[str, tuple[str, ...]] = {
    "brevo": ("BREVO_API_KEY",),
    "mailersend": ("MAILERSEND_API_TOKEN", "MAILERSEND_INBOUND_SECRET"),
    "mailgun": ("MAILGUN_API_KEY", "MAILGUN_WEBHOOK_SIGNING_KEY"),
    "mailjet": ("MAILJET_API_KEY", "MAILJET_SECRET_KEY"),
    "mailtrap": ("MAILTRAP_API_TOKEN",),
    "mandrill": ("MANDRILL_API_KEY", "MANDRILL_WEBHOOK_KEY"),
    "postal": ("POSTAL_API_URL", "POSTAL_API_KEY", "POSTAL_WEBHOOK_KEY"),
    "postmark": ("POSTMARK_SERVER_TOKEN",),
    "resend": ("RESEND_API_KEY", "RESEND_SIGNING_SECRET"),
    "sparkpost": ("SPARKPOST_API_KEY",),
}
"""Providers that hand letters in by web hook, each with what it gives to its customer."""
NAME = re.compile(r"(?=.{4,120}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]")
ADDRESS = re.compile(r"[^\s@\"'$`\\]+@[^\s@\"'$`\\]+\.[^\s@\"'$`\\]+")
SETTING = re.compile(r"[A-Z][A-Z0-9_]*")


@dataclass(frozen=True)
class Answers:
    """What a server is to be. `post`: the domain whose mail players answer to; `site`: the name of
    its pages; `mail_host`: its name as a mail server; `operator`: a mailbox; `mail`: `postfix`, or
    a provider; `more`: further settings.
    """

    post: str
    site: str
    mail_host: str
    operator: str
    mail: str
    more: Mapping[str, str] = field(default_factory=dict)
    own_certificate: bool = False


def arguments(words: list[str]) -> argparse.Namespace:
    """The flags of `traders setup`."""
    parser = argparse.ArgumentParser(
        prog="traders setup",
        description="Sets this machine up as a server, or anew: what stands already stays. Run it "
        "again whenever an answer changes.",
    )
    parser.add_argument("post", nargs="?", help="the domain whose mail players answer to")
    parser.add_argument("--operator", help="your own mailbox")
    parser.add_argument(
        "--mail",
        choices=[POSTFIX, *PROVIDERS],
        help="how mail comes in: Postfix here, or a provider",
    )
    parser.add_argument("--site", help="the name of the pages, if it is not that domain")
    parser.add_argument("--mail-host", help="this machine's name as a mail server, likewise")
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE",
        help="a setting of docs/operators.md; may be given several times",
    )  # fmt: skip
    parser.add_argument(
        "--own-certificate", action="store_true",
        help="ask nobody to certify the site: the machine signs for itself",
    )  # fmt: skip
    parser.add_argument(
        "--show", action="store_true", help="show every file that would be written, and write none"
    )
    return parser.parse_args(words)


def asked(
    flags: argparse.Namespace, kept: Mapping[str, str], ask: Callable[[str], str] | None
) -> Answers:
    """The answers: by flag, as `kept` in the settings of an earlier run, or asked for. `ask` is
    given a question; None where nobody is there. Raises `Refused` with the flag that is missing.
    """
    known = earlier(kept)

    def one(flag: str, question: str, fit: re.Pattern[str], default: str = "") -> str:
        value = getattr(flags, flag) or (known and getattr(known, flag)) or ""
        while not fit.fullmatch(value):
            name = "the domain" if flag == "post" else f"--{flag}"
            if value and (getattr(flags, flag) or ask is None):
                raise Refused(f"{value!r} does not do for {name}.")
            if ask is None:
                raise Refused(f"Nobody is here to be asked: give {name}. `traders setup --help`")
            value = ask(question).strip() or default
            value = value if flag == "operator" else value.lower()
        return value

    post = one("post", "Which domain's mail is it that players answer to? ", NAME)
    operator = one("operator", "Your own mailbox, to which is written what is stuck: ", ADDRESS)
    ways = " | ".join([POSTFIX, *PROVIDERS])
    mail = one(
        "mail",
        f"How does mail come in? By Postfix on this machine, or a provider.\n{ways} [{POSTFIX}]: ",
        re.compile("|".join([POSTFIX, *PROVIDERS])), POSTFIX,
    )  # fmt: skip
    site = flags.site or (known and known.site) or post
    host = flags.mail_host or (known and known.mail_host) or post
    for name in (site, host):
        if not NAME.fullmatch(name):
            raise Refused(f"{name!r} is no name of a machine in lower case.")
    more = dict(map(_setting, flags.set))
    for name in PROVIDERS.get(mail, ()):
        setting = f"ANYMAIL_{name}"
        if setting in more or setting in kept:
            continue
        if ask is None:
            raise Refused(f"Nobody is here to be asked: give --set {setting}=… of {mail}.")
        given = ask(f"{name}, as {mail} gives it: ").strip()
        more |= [_setting(f"{setting}={given}")]
    return Answers(post, site, host, operator, mail, more, flags.own_certificate)


def _setting(line: str) -> tuple[str, str]:
    name, there, value = line.partition("=")
    if not there or not SETTING.fullmatch(name) or re.search(r"[\n\"'$`\\]", value):
        raise Refused(f"{line}: a setting is NAME=VALUE, in one line without quotes (--set).")
    return name, value


def earlier(kept: Mapping[str, str]) -> Answers | None:
    """The answers with which settings were made; None where there are none."""
    if not kept.get("POST_DOMAIN"):
        return None
    post, backend = kept["POST_DOMAIN"], kept.get("EMAIL_BACKEND", "")
    mail = backend.split(".")[2] if backend.startswith("anymail.backends.") else POSTFIX
    hosts = kept.get("TRUSTED_MAIL_HOSTS", "").split(",")
    host = hosts[0] if NAME.fullmatch(hosts[0]) else post
    site = kept.get("SITE_URL", "").removeprefix("https://") or post
    return Answers(post, site, host, kept.get("OPERATORS", "").split(",")[0], mail)


def at_the_terminal() -> Callable[[str], str] | None:
    """Asks whoever sits there; None where nobody does."""
    return input if sys.stdin.isatty() else None
