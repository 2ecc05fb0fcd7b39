"""Players at their mailboxes: what came to whom, and what they answer."""

from __future__ import annotations

import smtplib
import time
from collections import Counter, deque
from email.header import decode_header, make_header
from email.message import EmailMessage, Message
from email.utils import formatdate, make_msgid

from tests.house.debian.world import AWAY, PLAYERS, World
from tests.services.smtp import Taken
from tests.services.waiting import until

SEATS = {"red": "ann", "blue": "bob", "green": "eve"}
"""Who plays them, once Eve stands in."""


def subject_of(letter: Message) -> str:
    """The subject, decoded, in one line."""
    return " ".join(str(make_header(decode_header(letter["Subject"]))).split())


def text_of(letter: Message) -> str:
    """Subject and plain text of a letter, in one line."""
    parts = [one for one in letter.walk() if one.get_content_type() == "text/plain"]
    body = "".join(one.get_payload(decode=True).decode("utf-8", "replace") for one in parts)
    return " ".join(f"{subject_of(letter)} {body}".split())


class Post:
    """Letters to players, and from them, all through the machine's mail server."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._turns = deque(SEATS.values())
        self._notes = list[tuple[float, str]]()

    def begins(self, waits: str) -> None:
        """Play waits for a seat first; then for the others in their order."""
        first = next(name for colour, name in SEATS.items() if colour in waits.lower())
        self._turns.rotate(-self._turns.index(first))

    def turn(self) -> tuple[str, str]:
        """Who is to end a turn now, and whose turn it is then."""
        self._turns.rotate(-1)
        return self._turns[-1], self._turns[0]

    def gets(self, name: str, words: str, since: int = 0) -> Message:
        """The latest letter to somebody that has these words, beyond the first `since` of theirs;
        waits for it.
        """
        address = name if "@" in name else f"{name}@{PLAYERS}"

        def found(one: Taken) -> bool:
            return one in self.world.sink.to(address)[since:] and words in text_of(one.message)

        try:
            return self.world.sink.wait_for(1, where=found)[-1].message
        except TimeoutError:
            raise TimeoutError(f"nobody wrote “{words}” to {name}:\n{self.told()}")

    def had(self, name: str) -> int:
        """How many letters came to somebody so far."""
        return len(self.world.sink.to(f"{name}@{PLAYERS}"))

    def answer(self, name: str, asked: str, line: str) -> EmailMessage:
        """Somebody's answer to the latest letter that has the words `asked`."""
        letter = self.gets(name, asked)
        made = EmailMessage()
        made["From"] = f"{name.capitalize()} <{name}@{PLAYERS}>"
        made["To"] = letter["Reply-To"] or letter["From"]
        made["Subject"], made["In-Reply-To"] = f"Re: {subject_of(letter)}", letter["Message-ID"]
        made["Date"], made["Message-ID"] = formatdate(), make_msgid(domain=PLAYERS)
        made.set_content(f"{line}\n")
        return made

    def says(self, name: str, asked: str, line: str, told: str) -> Message:
        """Somebody answers the letter that has the words `asked`, and is told by another."""
        since = self.had(name)
        self.sends(self.answer(name, asked, line))
        letter = self.gets(name, told, since)
        self.notes(f"{name} wrote “{line}” and was told “{told}”")
        return letter

    def sends(self, letter: EmailMessage) -> None:
        """A provider tries until the machine takes the letter, or refuses it for good."""
        until(lambda: not self.is_put_off(letter), f"not taken: {letter['Subject']}", pace=1)

    def is_put_off(self, letter: EmailMessage) -> bool:
        """Whether the machine, asked once, does not take the letter for now."""
        try:
            self.world.hand_in(letter)
        except smtplib.SMTPRecipientsRefused as why:
            if any(code >= 500 for code, _ in why.recipients.values()):
                raise
            return True
        except smtplib.SMTPResponseException as why:
            if why.smtp_code >= 500:
                raise
            return True
        except AWAY:
            return True
        return False

    def twice(self) -> list[tuple[str, str]]:
        """Letters that came to a player more than once: Message-ID and address. To the operator
        two ways lead.
        """
        came = Counter(
            (str(one.message["Message-ID"]), to)
            for one in self.world.sink.taken
            for to in one.recipients
            if to.endswith(f"@{PLAYERS}")
        )
        return [what for what, times in came.items() if times > 1]

    def notes(self, what: str) -> None:
        """Something happened now, for the account."""
        self._notes.append((time.time(), what))

    def told(self) -> str:
        """What happened and when; and what each got, letter by letter."""
        rows = [("", at, what) for at, what in self._notes] + [
            (to, one.at, subject_of(one.message))
            for one in self.world.sink.taken
            for to in one.recipients
        ]
        return "\n".join(
            f"{to:28} {time.strftime('%H:%M:%S', time.gmtime(at))}  {what}"
            for to, at, what in sorted(rows)
        )
