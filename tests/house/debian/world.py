"""The world around the machine: names, players' mail servers, and their browsers."""

from __future__ import annotations

import http.client
import re
import smtplib
import ssl
import subprocess
import time
from email.message import EmailMessage
from pathlib import Path
from urllib.parse import urlencode

from tests.house.debian.network import MACHINE, WORLD, seen_from, up
from tests.services.smtp import Sink
from tests.services.waiting import FAR

PLAYERS = "players.example"
"""The domain of the players' mailboxes."""
HELO = f"out.{PLAYERS}"
AWAY = (OSError, smtplib.SMTPException)
"""What a mail server that is away, or takes nothing, makes of a letter."""
SITE = "post.example.org"
"""The machine's name."""
_RECORD = re.compile(r"^(\S+)\.\s+(MX|TXT)\s+(.+)$", re.M)


def records(zone: str) -> list[str]:
    """What the operator publishes in the DNS, as `traders setup` printed it, and what the players'
    provider does, for dnsmasq.
    """
    world = (f"mail.{PLAYERS}", HELO)
    told = [
        f"--host-record={SITE},{MACHINE}",
        *(f"--host-record={name},{WORLD}" for name in world),
        *(f"--local=/{name}/" for name in ("example", "org")),  # what is not named is not there
        *(f"--mx-host={name},mail.{PLAYERS},10" for name in (PLAYERS, "example.org")),
        f"--txt-record={PLAYERS},v=spf1 ip4:{WORLD} -all",
        f"--txt-record=_dmarc.{PLAYERS},v=DMARC1; p=reject",
    ]
    for name, kind, text in _RECORD.findall(zone):
        if kind == "MX":
            value, _, host = text.partition(" ")
            told.append(f"--mx-host={name},{host.strip().rstrip('.')},{value}")
        else:
            parts = re.findall(r'"([^"]*)"', text)
            told.append(f"--txt-record={name},{','.join(parts)}")
    return told


class World:
    """A network with a name server and a mail server, which takes what comes for anybody."""

    def __init__(self, base: Path) -> None:
        self.base = base
        self._first = subprocess.Popen(["unshare", "--net", "sleep", "infinity"])
        own = Path("/proc/self/ns/net").readlink()
        while Path(f"/proc/{self._first.pid}/ns/net").readlink() == own:
            time.sleep(0.05)
        self.pid = self._first.pid
        self.sink = Sink(port=25, host="0.0.0.0")
        self._names: subprocess.Popen[bytes] | None = None
        self._zone = ""

    def open(self) -> None:
        """Take letters, and answer for names; no mail comes to the machine yet."""
        up(self.base, self.pid, "lo")
        self.publish("")
        with seen_from(self.pid):
            self.sink.start()

    def publish(self, zone: str) -> None:
        """Answer for names from now on as those records say."""
        self.forget()
        self._zone = zone
        command = ["nsenter", "--target", str(self.pid), "--net", "chroot", str(self.base)]
        options = ["--keep-in-foreground", "--no-resolv", "--no-hosts", "--user=root", "--pid-file"]
        self._names = subprocess.Popen([*command, "/usr/sbin/dnsmasq", *options, *records(zone)])

    def forget(self) -> None:
        """Answer for no name."""
        if self._names is not None:
            self._names.terminate()
            self._names.wait()

    def remember(self) -> None:
        """Answer for names again."""
        self.publish(self._zone)

    def hand_in(self, letter: EmailMessage) -> None:
        """As the players' provider hands a letter to the machine, once. Raises what stands in
        `AWAY` where it is not taken for now.
        """
        with seen_from(self.pid):
            line = smtplib.SMTP(MACHINE, 25, HELO, timeout=FAR)
        with line:
            line.send_message(letter)

    def close(self) -> None:
        """End what runs."""
        self.sink.stop()
        self.forget()
        self._first.kill()
        self._first.wait()


class Visitor:
    """Somebody's browser; it keeps its cookies."""

    def __init__(self, world: World) -> None:
        self.world, self.cookies = world, {}

    def ask(
        self, path: str, form: dict[str, str] | None = None, *, secure: bool = True
    ) -> tuple[int, str, http.client.HTTPMessage]:
        """Status, text and headers of the answer."""
        headers = {
            "Host": SITE,
            "Referer": f"https://{SITE}/",
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
        }
        body = None
        if form is not None:
            body = urlencode(form | {"csrfmiddlewaretoken": self.cookies.get("csrftoken", "")})
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        any_ = ssl._create_unverified_context()
        line = (
            http.client.HTTPSConnection(MACHINE, timeout=FAR, context=any_)
            if secure
            else http.client.HTTPConnection(MACHINE, timeout=FAR)
        )
        with seen_from(self.world.pid):
            line.connect()
        line.request("GET" if form is None else "POST", path, body, headers)
        answer = line.getresponse()
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        text = answer.read().decode()
        line.close()
        return answer.status, text, answer.headers

    def sign_in(self, address: str) -> None:
        """By a code that comes by mail."""
        self.ask("/accounts/login/")
        before = len(self.world.sink.to(address))
        status, page, _ = self.ask("/accounts/login/", {"login": address})
        assert status == 302, page
        sink = self.world.sink
        came = sink.wait_for(1, where=lambda one: one in sink.to(address)[before:])
        letter = came[0].message
        parts = [one for one in letter.walk() if one.get_content_type() == "text/plain"]
        code = re.search(
            r"^\s*([A-Z0-9]{4}-?[A-Z0-9]{4})\s*$", parts[0].get_payload(decode=True).decode(), re.M
        )
        assert code, letter
        self.ask("/accounts/login/code/confirm/")
        assert self.ask("/accounts/login/code/confirm/", {"code": code[1]})[0] == 302
