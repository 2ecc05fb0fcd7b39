"""Letters of the shapes in which mail servers and programs write them, made here, and where it is
present the corpus of collected ones.

The corpus (`../shared/corpora/mail`, beside the checkout) may be read and not copied; so what must
always be tried is made anew.
"""

from __future__ import annotations

from pathlib import Path

CORPUS = Path(__file__).resolve().parents[4].parent / "shared" / "corpora" / "mail"
_REPLIES = Path(__file__).parent / "letters"


def bounces() -> dict[str, bytes]:
    """Delivery reports by name: those made here, and the collected ones."""
    return {name: _crlf(text) for name, text in _BOUNCES.items()} | _collected("bounces", ".txt")


def replies() -> dict[str, bytes]:
    """Answers as mail programs write them, by name: `.eml` whole letters, `.txt` bodies."""
    made = {path.name: path.read_bytes() for path in sorted(_REPLIES.glob("*.eml"))}
    return (
        made
        | {name: text.encode() for name, text in _BODIES.items()}
        | _collected("replies", ".txt", ".eml")
    )


def letters() -> dict[str, bytes]:
    """Whatever may come, by name: whole letters and broken ones, reports, replies, and every file
    of the corpus.
    """
    made = {name: _crlf(text) for name, text in _BOUNCES.items()} | _BROKEN
    made |= {path.name: path.read_bytes() for path in sorted(_REPLIES.glob("*.eml"))}
    return made | _collected("")


def _collected(under: str, *suffixes: str) -> dict[str, bytes]:
    found = sorted(
        path
        for path in (CORPUS / under).rglob("*")
        if path.is_file() and (not suffixes or path.suffix in suffixes)
    )
    return {str(path.relative_to(CORPUS)): path.read_bytes() for path in found}


def _crlf(text: str) -> bytes:
    return text.replace("\n", "\r\n").encode("utf-8", "surrogateescape")


_RETURNED = """\
From: Traders by Post <play.5el.t1.aaaaaaaaaaaaaaaaaaaa@post.test>
To: red@mx.test
Subject: [Spiral Arm] your turn
Message-ID: <t1.red@post.test>
"""
_BOUNCES = {
    "postfix": f"""\
Return-Path: <>
From: MAILER-DAEMON@mx.test (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: post@post.test
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="7C1.1/mx.test"

This is a MIME-encapsulated message.

--7C1.1/mx.test
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

This is the mail system at host mx.test.

<red@mx.test>: host mx.test[192.0.2.1] said: 550 5.1.1 User unknown

--7C1.1/mx.test
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.test

Final-Recipient: rfc822; red@mx.test
Action: failed
Status: 5.1.1

--7C1.1/mx.test
Content-Type: message/rfc822

{_RETURNED}
jump niven

--7C1.1/mx.test--
""",
    "delayed": """\
From: Mail Delivery Subsystem <mailer-daemon@mx.test>
Subject: Delivery Status Notification (Delay)
Content-Type: multipart/report; boundary="b"; report-type="delivery-status"

--b
Content-Type: message/delivery-status

Reporting-MTA: dns;mx.test

Original-Recipient: rfc822;red@mx.test
Final-Recipient: rfc822;r.ed@mx.test
Action: delayed
Status: 4.4.1
Will-Retry-Until: Sat, 7 Mar 2026 12:00:00 +0000

--b--
""",
    "exim, in words": f"""\
X-Failed-Recipients: red@mx.test
Auto-Submitted: auto-generated
From: Mail Delivery System <Mailer-Daemon@mx.test>
To: post@post.test
Subject: Mail delivery failed: returning message to sender

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  red@mx.test
    SMTP error from remote mail server after RCPT TO:<red@mx.test>:
    host mx.test [192.0.2.1]: 550 no such user

------ This is a copy of the message, including all the headers. ------

{_RETURNED}
end
""",
    "qmail, in words": f"""\
Received: (qmail 22373 invoked for bounce); 2 Mar 2026 12:02:26 -0000
Date: 2 Mar 2026 12:02:26 -0000
From: MAILER-DAEMON@mx.test
To: post@post.test
Subject: failure notice

Hi. This is the qmail-send program at mx.test.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<red@mx.test>:
192.0.2.1 does not like recipient.

--- Below this line is a copy of the message.

{_RETURNED}
end
""",
    "a web mailer, bare": """\
From: <MAILER-DAEMON@mx.test>
To: <post@post.test>
Subject: Delivery failure
Date: Wednesday, March 04, 2026 5:56 AM

Message from mx.test.
Unable to deliver message to the following address(es).

<red@mx.test>:
Sorry, your message to red@mx.test cannot be delivered. This account is over quota.

--- Original message follows.

Message removed
""",
    "an Exchange's": """\
From MAILER-DAEMON Mon Mar  2 12:05:40 2026
From: System Administrator <postmaster@mx.test>
To: post@post.test
Subject: Undeliverable: [Spiral Arm] your turn
X-MS-Embedded-Report:
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="----_=_NextPart_000_01"

------_=_NextPart_000_01
Content-Type: text/plain; charset="iso-8859-1"

Your message did not reach some or all of the intended recipients.

      red@mx.test on Mon, 2 Mar 2026 12:05:05 +0000
            The recipient name is not recognized

------_=_NextPart_000_01--
""",
    "a report on no envelope": """\
From: Mail Delivery System <Mail.Delivery.System@mx.test>
Subject: Delivery status notification
MIME-Version: 1.0
Content-Type: multipart/report;
\tboundary="------------I305M09060309060P_699"

--------------I305M09060309060P_699
Content-Type: text/plain

The message could not be delivered.
--------------I305M09060309060P_699
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.test
Action: failed
--------------I305M09060309060P_699--
""",
    "another language": """\
From: "Postdienst" <postmaster@mx.test>
Subject: =?iso-8859-1?Q?Nachricht_unzustellbar_=2D_R=FCckl=E4ufer?=
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

Die Nachricht konnte nicht zugestellt werden: red@mx.test ist unbekannt.=
 Bitte pr=FCfen Sie die Adresse.
""",
}
_BODIES = {
    "quote without a blank line.txt": "jump niven\n"
    "On Mon, Mar 2, 2026 at 1:00 PM Traders by Post <p@post.test> wrote:\n> halt\n",
    "attribution in two lines.txt": "end\n\nOn Mon, Mar 2, 2026 at 1:00 PM, Traders by Post\n"
    "<play.5el.t1.aaaa@post.test> wrote:\n\n> halt\n> end\n",
    "quote above the answer.txt": "On Mon, Mar 2, 2026 at 1:00 PM Traders by Post <p@post.test> "
    "wrote:\n> It is your turn.\n\njump niven\n",
    "quote of a quote.txt": "jump niven\n\n>> halt\n> end\n\n"
    "> On 2 Mar 2026, at 12:00, Red <red@mx.test> wrote:\n>\n> draw\n",
    "answers between.txt": "> It is your turn.\njump niven\n> You may draw.\nno\n",
    "a telephone's mark.txt": "halt\n\nSent from my BlackBerry\n\n"
    "From: Traders by Post <p@post.test>\nDate: Mon, 2 Mar 2026 13:00\nTo: Red\n\nend\n",
    "nothing but a quote.txt": "> halt\n> end\n",
    "begins with the signature.txt": "-- \nRed\nhalt\n",
    "old Mac lines.txt": "jump niven\r\r"
    "On 2 Mar 2026, at 13:00, Traders by Post <p@post.test> wrote:\r> halt\r",
}
_PART = b"MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
_FROM = b"From: Red <red@example.org>\r\n"
_BROKEN = {
    "no body": _FROM + b"Subject: your turn",
    "no head": b"jump niven\r\nend\r\n",
    "no date that can be read": _FROM + b"Date: yesterday, about noon\r\n\r\npass",
    "a subject of no charset": _FROM
    + b"Subject: =?x-nobodys?Q?your_turn?= =?utf-8?B?not base64?=\r\n\r\npass",
    "octets in a head": b"From: Gr\xfc\xdfe <red@example.org>\r\n"
    b"Subject: \xe2\x80\x9cyour turn\xff\r\n\r\npass",
    "a sender of no form": b"From: <<red@>example.org>,;:@\r\n"
    b"To: undisclosed-recipients:;\r\n\r\npass",
    "a sender over many lines": b"From: Red\r\n\t(who plays\r\n Red)\r\n"
    b" <red@example.org>\r\n\r\npass",
    "groups of nobody": b"From: us:;\r\nCc: them:red@example.org,;\r\n\r\npass",
    "two senders": _FROM + b"From: Blue <blue@example.org>\r\n\r\npass",
    "coding of no name": _FROM + b"Content-Transfer-Encoding: 7-bit;\r\n\r\npass",
    "base64 that breaks off": _FROM + b"Content-Transfer-Encoding: base64\r\n\r\ncGFz",
    "base64 of nothing": _FROM + b"Content-Transfer-Encoding: base64\r\n\r\n!!!!====",
    "uuencoded, unfinished": _FROM
    + b"Content-Transfer-Encoding: x-uuencode\r\n\r\nbegin 644 a.txt\r\n#<&%S",
    "quoted-printable, wrong": _FROM
    + b"Content-Transfer-Encoding: quoted-printable\r\n\r\npass =ZZ =\r\n=3",
    "Japanese": _FROM
    + b"Content-Type: text/plain; charset=iso-2022-jp\r\n\r\njump niven\r\n"
    + "こんにちは".encode("iso2022_jp"),
    "Shift JIS that says UTF-8": _FROM
    + b"Content-Type: text/plain; charset=utf-8\r\n\r\n"
    + "こんにちは".encode("shift_jis"),
    "Korean": _FROM
    + b"Content-Type: text/plain; charset=ks_c_5601-1987\r\n\r\n"
    + "안녕하세요".encode("euc_kr"),
    "UTF-16 without a mark": _FROM
    + b"Content-Type: text/plain; charset=utf-16\r\n\r\n"
    + "pass".encode("utf-16-le")
    + b"\x00",
    "no end of parts": _FROM + _PART + b"--b\r\nContent-Type: text/plain\r\n\r\npass",
    "no part at all": _FROM + _PART + b"pass\r\n",
    "similar boundaries": _FROM + _PART + b"--b\r\n\r\npass\r\n--bb\r\n\r\nend\r\n--b--\r\n",
    "a boundary of blanks": _FROM
    + b'Content-Type: multipart/mixed; boundary="  "\r\n\r\n--  \r\n\r\npass\r\n--  --',
    "kinds twice": _FROM
    + b"Content-Type: text/plain\r\nContent-Type: text/html\r\n\r\n<p>pass</p>",
    "a kind of no form": _FROM
    + b"Content-Type: text\r\nContent-Disposition: ; filename=\r\n\r\npass",
    "a letter within": _FROM
    + _PART
    + b"--b\r\nContent-Type: message/rfc822\r\n\r\n"
    + b"From: x\r\nContent-Type: message/rfc822\r\n\r\nend\r\n--b--",
    "a name in pieces": _FROM
    + _PART
    + b"--b\r\nContent-Disposition: attachment; filename*0*=utf-8''%E2%82; filename*1*=%AC%ZZ; "
    + b"filename*5=x\r\n\r\nend\r\n--b--",
    "a mailbox's first line": b"From red@example.org Mon Mar  2 12:00:00 2026\r\n"
    + _FROM
    + b"\r\npass",
    "nothing but a signature": _FROM + b"\r\n-- \r\nRed\r\n",
    "old lines": (_FROM + b"Subject: x\r\n\r\npass\r\nend").replace(b"\r\n", b"\r"),
}
