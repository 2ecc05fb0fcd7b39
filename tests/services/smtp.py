"""A real SMTP server that keeps what it is given: the far end of letters, well or ill behaved."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import Message
from typing import Any, Literal

from aiosmtpd.controller import Controller

from tests.services.ports import free_port
from tests.services.waiting import until

Manner = Literal["take", "refuse", "defer", "hang"]


@dataclass(frozen=True)
class Taken:
    """One message as it came over the wire."""

    sender: str
    recipients: tuple[str, ...]
    raw: bytes
    at: float = field(default_factory=time.time)
    """When it came, in seconds of Unix."""

    @property
    def message(self) -> Message:
        """The message, parsed."""
        return message_from_bytes(self.raw)


@dataclass
class Sink:
    """Takes every message, or behaves as `manner` says: refuses for good (550), defers (451), hangs
    until it is let go.
    """

    port: int = field(default_factory=free_port)
    host: str = "127.0.0.1"
    manner: Manner = "take"
    taken: list[Taken] = field(default_factory=list)
    attempts: int = 0
    hanging: int = 0
    """How many messages wait for an answer now."""
    _controller: Controller | None = None

    def start(self) -> Sink:
        """Listen on the port."""
        self._controller = Controller(self, hostname=self.host, port=self.port)
        self._controller.start()
        return self

    def stop(self) -> None:
        """Listen no longer; connections are refused."""
        if self._controller is not None:
            self._controller.stop()
            self._controller = None

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        """aiosmtpd's hook: what is answered to a message."""
        self.attempts += 1
        self.hanging += 1
        try:
            while self.manner == "hang":  # noqa: ASYNC110
                # the test sets `manner` from its own thread, where an Event could not be set
                await asyncio.sleep(0.05)
        finally:  # whoever waited may have gone
            self.hanging -= 1
        if self.manner == "refuse":
            return "550 5.1.1 No such mailbox here"
        if self.manner == "defer":
            return "451 4.3.0 Try again later"
        self.taken.append(
            Taken(
                envelope.mail_from or "",
                tuple(envelope.rcpt_tos),
                bytes(envelope.original_content or b""),
            )
        )
        return "250 2.0.0 Taken"

    def to(self, address: str) -> list[Taken]:
        """What came for an address, in order."""
        return [
            taken
            for taken in self.taken
            if address.lower() in (recipient.lower() for recipient in taken.recipients)
        ]

    def wait_for(
        self,
        count: int = 1,
        *,
        where: Callable[[Taken], bool] = lambda taken: True,
    ) -> list[Taken]:
        """The messages that `where` picks, once there are at least `count`; `TimeoutError` when
        there are not.
        """

        def found() -> list[Taken]:
            return [taken for taken in list(self.taken) if where(taken)]

        until(
            lambda: len(found()) >= count,
            lambda: f"{len(found())} of {count} messages came",
            pace=0.02,
        )
        return found()
