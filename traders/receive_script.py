"""Hand a letter from standard input to the local mail server: run by the script `receive`, without
Django and in its own process.

SMTP's replies become the exit statuses that a mail server's pipe knows: 0, 67 (no such mailbox), 69
(too large), else 75.
"""

from __future__ import annotations

import os
import re
import smtplib
import sys

TIMEOUT = 60
"""Seconds that the local mail server may take; after that the sending server tries again."""


def handed(arguments: list[str], letter: bytes) -> int:
    """Hand over the letter; returns the exit status."""
    options = dict(zip(arguments[::2], arguments[1::2], strict=True))
    recipient, sender = options["--to"], options.get("--from", "").strip("<> ")
    sender = "" if sender.upper() == "MAILER-DAEMON" else sender
    host, port = (
        options.get("--host", "127.0.0.1"),
        int(options.get("--port", os.environ.get("POST_OFFICE_PORT", "2525"))),
    )
    try:
        with smtplib.SMTP(host, port, local_hostname="localhost", timeout=TIMEOUT) as office:
            beyond_ascii = [] if (recipient + sender).isascii() else ["SMTPUTF8", "BODY=8BITMIME"]
            # a pipe has the machine's line ends; SMTP needs CRLF
            office.sendmail(
                sender, [recipient], re.sub(rb"\r?\n", b"\r\n", letter), mail_options=beyond_ascii
            )
    except smtplib.SMTPRecipientsRefused as refused:
        return (
            os.EX_NOUSER
            if all(code == 550 for code, _ in refused.recipients.values())
            else os.EX_TEMPFAIL
        )
    except smtplib.SMTPResponseException as answer:
        of_the_sender = (
            isinstance(answer, smtplib.SMTPSenderRefused) and 500 <= answer.smtp_code < 600
        )  # permanent, so trying again is useless
        return os.EX_UNAVAILABLE if answer.smtp_code == 552 or of_the_sender else os.EX_TEMPFAIL
    return os.EX_OK


if __name__ == "__main__":
    try:
        status = handed(sys.argv[1:], sys.stdin.buffer.read())
    except Exception:  # noqa: BLE001 — whatever it is, the letter is not lost
        status = os.EX_TEMPFAIL
    sys.exit(status)
