"""`traders setup`: from an empty Debian to a server, or from a server to the same once more."""

from __future__ import annotations

import time
from collections.abc import Mapping
from urllib.parse import urlsplit

from traders.machine import (
    configuration_file_install,
    database_backup,
    health_request,
    settings_file,
    systemd_units,
    tls_certificate,
)
from traders.machine.dns_records import DKIM_KEY, zone
from traders.machine.machine_operations import Machine, Refused
from traders.machine.setup_answers import POSTFIX, Answers

MAIL = ("postfix", "postfix-pcre", "opendkim", "opendkim-tools", "opendmarc")
"""Packages of a mail server; the package brings the rest with it."""
SITE = "/etc/nginx/sites-enabled/traders"
PATIENCE = 120
"""Seconds in which all must have begun."""


def set_up(machine: Machine, answers: Answers) -> None:
    """All of it, in order; each step leaves alone what stands. Raises `Refused` at the first that
    fails: see to that, and run it again.
    """
    _packages(machine, answers)
    settings = settings_file.write(machine, answers)
    machine.say("Settings and keys: /etc/traders.env")
    _database(machine, settings)
    _redis(machine, settings)
    configuration_file_install.install(machine, configuration_file_install.brought())
    mailboxes = _program(machine, answers)
    _begin(machine)
    folder = tls_certificate.had(machine, answers)
    configuration_file_install.install(machine, configuration_file_install.written(answers, folder))
    _web(machine)
    if answers.mail == POSTFIX:
        _mail(machine, answers, mailboxes)
    _wait(machine)
    if not list(machine.at(database_backup.FOLDER).glob("*.dump")):
        database_backup.backup(machine)
    _told(machine, answers, settings)


def _packages(machine: Machine, answers: Answers) -> None:
    wanted = [*systemd_units.BELOW, *(MAIL if answers.mail == POSTFIX else ())]
    missing = [
        name for name in wanted if "ok installed" not in machine.tried("dpkg", "-s", name).stdout
    ]
    if missing:
        machine.say(f"Packages: {' '.join(missing)}")
        machine.tried("apt-get", "update")  # away, it is the installation that says so
        machine.do("apt-get", "install", "--yes", "--no-install-recommends", *missing)
    if machine.tried("id", "traders").returncode:
        machine.do("adduser", "--system", "--group", "--home", "/var/lib/traders", "traders")
    machine.at("/var/backups/traders").mkdir(parents=True, exist_ok=True)
    machine.at("/var/backups/traders").chmod(0o700)


def _database(machine: Machine, settings: Mapping[str, str]) -> None:
    """A role with that password, and a database of its own; one that lies elsewhere is asked for
    nothing here.
    """
    url = urlsplit(settings["DATABASE_URL"])
    if url.hostname not in settings_file.HERE:
        machine.say(f"Database: {url.path.lstrip('/')} on {url.hostname}, as the settings say")
        return
    role, name = url.username or "", url.path.lstrip("/")
    if role not in _sql(machine, "SELECT rolname FROM pg_roles").split():
        _sql(machine, f"CREATE ROLE {role} LOGIN")
    if url.password:
        _sql(machine, f"ALTER ROLE {role} PASSWORD '{url.password}'")
    if name not in _sql(machine, "SELECT datname FROM pg_database").split():
        made = ("createdb", "--owner", role, "--encoding", "UTF8", "--template", "template0", name)
        machine.do("runuser", "-u", "postgres", "--", *made)
    machine.say(f"Database: {name}")


def _sql(machine: Machine, line: str) -> str:
    # on its input: what stands on a command line everybody on the machine can read
    psql = ("psql", "--quiet", "--tuples-only", "--no-align", "--set", "ON_ERROR_STOP=1")
    return machine.do("runuser", "-u", "postgres", "--", *psql, text=f"{line};\n")


def _redis(machine: Machine, settings: Mapping[str, str]) -> None:
    """Who can write to the queue can wake tasks: it has a password, also on its own machine. What
    it loses the sweeps find: it keeps nothing on the disk, where a full one would stop it.
    """
    url = urlsplit(settings["REDIS_URL"])
    if url.hostname not in settings_file.HERE:
        machine.say(f"Redis: on {url.hostname}, as the settings say")
        return
    if not url.password:
        machine.say("Redis: without a password, as the settings say")
        return
    path, own = "/etc/redis/redis.conf", [f"requirepass {url.password}", 'save ""']
    stands = machine.text(path).splitlines()
    lines = [one for one in stands if not one.startswith(("requirepass ", "save "))]
    if machine.write(path, "\n".join([*lines, *own]) + "\n", 0o640):
        machine.do("systemctl", "restart", "redis-server")
    machine.say("Redis: with a password")


def _program(machine: Machine, answers: Answers) -> str:
    """What the settings say is looked at, the tables are made, and you have an account. Returns the
    map of mailboxes for Postfix.
    """
    mailboxes = machine.do("traders", "prepare", answers.operator)
    machine.say(f"Tables are made; {answers.operator} may do everything")
    return mailboxes


def _begin(machine: Machine) -> None:
    """It loads while the rest is seen to, and after an upgrade is away no longer than it must."""
    machine.do("systemctl", "daemon-reload")
    machine.do("systemctl", "enable", systemd_units.TARGET)
    if {"/etc/traders.env"} & machine.changed or any("/systemd/" in one for one in machine.changed):
        machine.do(*systemd_units.STOP)
    machine.do("systemctl", "start", "--no-block", systemd_units.TARGET)


def _web(machine: Machine) -> None:
    site = machine.at(SITE)
    if not site.is_symlink():
        site.parent.mkdir(parents=True, exist_ok=True)
        site.symlink_to(SITE.replace("enabled", "available"))
        machine.changed.add(SITE)
    machine.do("nginx", "-t")
    if any("nginx" in path or "/ssl/" in path for path in machine.changed):
        machine.do("systemctl", "reload-or-restart", "nginx")
    machine.say("Web server: nginx hands pages on")


def _mail(machine: Machine, answers: Answers, mailboxes: str) -> None:
    if not machine.has(DKIM_KEY):
        at = str(machine.at(DKIM_KEY).parent)
        machine.do(
            "opendkim-genkey", "--bits=2048", f"--domain={answers.post}", "--selector=traders",
            f"--directory={at}",
        )  # fmt: skip
        machine.do("chown", "opendkim:opendkim", f"{at}/traders.private")
        machine.changed.add(DKIM_KEY)
    machine.write("/etc/postfix/traders", mailboxes)
    machine.do("postfix", "check")
    if any("postfix" in path or "dkim" in path or "dmarc" in path for path in machine.changed):
        machine.do("systemctl", "restart", *systemd_units.OF_MAIL)
    machine.say("Mail: Postfix takes letters, OpenDKIM and OpenDMARC look at who wrote them")


def _wait(machine: Machine) -> None:
    end = time.monotonic() + PATIENCE
    while (said := health_request.asked(settings_file.kept(machine))) is None or not said.whole:
        if time.monotonic() > end:
            why = said.problems if said else ["no page answers"]
            raise Refused(f"It was started, and is not well: {'; '.join(why)}. `traders status`")
        time.sleep(0.5)
    machine.say("It runs, and begins with the machine")


def _told(machine: Machine, answers: Answers, settings: Mapping[str, str]) -> None:
    """What is left to do."""
    machine.say(
        "\nWhat is left for you:\n\n"
        "- Keep a copy of SECRET_KEY and TRADERS_VAULT_KEY (/etc/traders.env) where the database's "
        "copies are not: a lost vault key cannot be made again.\n"
        f"- Publish in the DNS:\n\n{zone(machine, answers)}"
    )
    if answers.mail == POSTFIX:
        machine.say(
            f"  and have the machine's address lead back to {answers.mail_host} (PTR): your "
            "provider of the machine does that."
        )
    else:
        at = f"https://{settings['ANYMAIL_WEBHOOK_SECRET']}@{answers.site}/hooks/{answers.mail}"
        machine.say(
            f"  and for {answers.post} what {answers.mail} asks for (MX, SPF, DKIM).\n"
            f"- Enter at {answers.mail}, for letters that come in: {at}/inbound/\n"
            f"  and for what became of ours: {at}/tracking/"
        )
    machine.say(
        f"- Sign in at https://{answers.site}/accounts/login/ as {answers.operator}: a code comes "
        "by mail. Then appoint a referee: `traders referee ADDRESS`."
    )
