"""Any bytes whatever are opened, in time that grows with their number, into text that a database
takes.
"""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.domain.post.incoming.shapes import letters
from tests.examples import property_of
from tests.proportion import times_as_long, usual
from traders.domain.post.incoming.automatic_mail_detection import machine
from traders.domain.post.incoming.html_to_text import shown
from traders.domain.post.incoming.mime_parsing import OpenedLetter, Unreadable, open_letter
from traders.domain.post.incoming.reply_line_sorting import sorted_reply

HEAD = b"From: Red <red@example.org>\r\n"


MOST = 500
"""Times as long as a plain letter of the same size."""


def _opened(raw: bytes) -> OpenedLetter | None:
    with suppress(Unreadable):
        return open_letter(raw)
    return None


@cache
def _plain(sentences: int) -> float:
    raw = HEAD + b"\r\n" + b"The station at Mink is mine now, and so it stays.\r\n" * sentences
    return usual(lambda: open_letter(raw))


def opened_in_time(raw: bytes) -> None:
    plain = _plain(1 << (len(raw) // 51).bit_length())
    ratio = times_as_long(lambda: _opened(raw), plain, MOST)
    assert ratio <= MOST
    letter = _opened(raw)
    if letter is None:
        return
    for text in (
        letter.text,
        letter.subject,
        letter.message_id,
        *letter.senders,
        *(value for values in letter.headers.values() for value in values),
    ):
        text.encode("utf-8")
        assert "\x00" not in text
    json.dumps(letter.headers)
    machine(letter, "")
    sorted_reply(letter.text)


NAMES = st.sampled_from(
    [
        b"From",
        b"Subject",
        b"Date",
        b"Content-Type",
        b"Content-Transfer-Encoding",
        b"Message-ID",
        b"Content-Disposition",
    ]
)
VALUES = st.one_of(
    st.binary(max_size=60),
    st.sampled_from(
        [
            b"multipart/mixed; boundary=b",
            b"text/html; charset*=utf-8''undefined",
            b"text/plain; charset*0=a; charset*=\xff",
            b"text/plain; charset=utf-7",
            b"=?utf-8?b?w?= =?x?q?=00?=",
            b"base64",
            b"quoted-printable",
            b"x-uuencode",
            b"message/rfc822",
            b'"=?utf-8?q?a?=" <a@b',
            b"Mon, 99 Foo 99999 99:99:99 +9999",
        ]
    ),
)
LETTERS = st.builds(
    lambda head, body: (
        b"".join(name + b": " + value + b"\r\n" for name, value in head) + b"\r\n" + body
    ),
    st.lists(st.tuples(NAMES, VALUES), max_size=8),
    st.one_of(
        st.binary(max_size=300),
        st.lists(
            st.sampled_from(
                [
                    b"--b\r\n",
                    b"--b--",
                    b"Content-Type: text/plain\r\n\r\n",
                    b"<p>",
                    b"\xff",
                    b"+2AA-",
                ]
            )
        ).map(b"".join),
    ),
)


@property_of("domain-post-incoming-opened")
@given(st.one_of(LETTERS, st.binary(max_size=400)))
def test_any_bytes_are_opened(raw):
    opened_in_time(raw)


@pytest.mark.sampled
@pytest.mark.parametrize(
    "raw",
    [
        HEAD + b"Content-Type: text/html\r\n\r\n" + b"<style " * 10000,
        HEAD + b"Content-Type: text/html\r\n\r\n" + b"<a " * 20000,
        HEAD + b"Content-Type: text/html\r\n\r\n" + b"<!--" * 16000,
        HEAD + b"Content-Type: text/html\r\n\r\n" + b"<ul><li>" * 8000,
        HEAD + b"Content-Type: text/plain; charset=punycode\r\n\r\na-" + b"bcdefgh" * 30000,
        b"Subject: " + b"=?utf-8?q?a?= " * 100000 + b"\r\n\r\nx",
        b"X: y\r\n" * 200000,
        HEAD
        + b"".join(
            b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (i, i)
            for i in range(3000)
        ),
        HEAD + b"\r\npass\r\n" + b"x" * 20 * 2**20,
        b"",
        b"\x00" * 1000,
        b"\r\n\r\n",
        HEAD + b'Content-Type: text/plain; charset="' + b"a;" * 250_000 + b"\r\n\r\npass",
        HEAD + b'Content-Type: multipart/mixed; boundary="' + b"a;" * 250_000 + b"\r\n\r\npass",
        HEAD
        + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n"
        + b'--b\r\nContent-Disposition: inline; filename="'
        + b"a;" * 250_000
        + b"\r\n\r\nx",
        b"From: " + b"(" * 1900 + b"\r\n\r\npass",
        HEAD + b"Content-Type: text/html\r\n\r\n<p>&#" + b"9" * 5000 + b";pass</p>",
        HEAD + b"Content-Type: text/html\r\n\r\n<a " + b"class=" * 10_000 + b">",
        HEAD + b"\r\n" + b"\r\n" * (10 * 2**20),
        HEAD + b"Content-Transfer-Encoding: quoted-printable\r\n\r\n" + b"=\r\n" * (7 * 2**20),
        HEAD + b"X: " + b"y" * (20 * 2**20) + b"\r\n\r\npass",
        HEAD + b"\r\n" + b"\n--" * (7 * 2**20),
        HEAD + b"\r\n" + b"word " * (4 * 2**20),
    ],
    ids=[
        *(
            "style",
            "tags",
            "comments",
            "lists",
            "punycode",
            "subject",
            "headers",
            "parts",
            "20 MB",
            "nothing",
            "NUL",
            "blank",
            "charset",
        ),
        *(
            "boundary",
            "file name",
            "brackets",
            "reference",
            "attributes",
            "blank lines",
            "soft breaks",
            "one header",
            "dashes",
            "one line",
        ),
    ],
)
def test_what_is_made_to_take_long_does_not(raw):
    opened_in_time(raw)


@pytest.mark.parametrize("raw", letters().values(), ids=letters())
def test_every_shape_of_letter_is_opened(raw):
    opened_in_time(raw)


@pytest.mark.parametrize("charset", ["no-such-charset", "utf-8", "windows-1252", "latin-1"])
def test_a_charset_that_does_not_exist_hides_nothing(charset):
    raw = (
        HEAD
        + f"Content-Type: text/plain; charset={charset}\r\n\r\njump niven\r\nsay: ".encode()
        + b"gr\xfc\xdfe"
    )
    assert open_letter(raw).text == "jump niven\nsay: grüße"


def test_what_a_letter_says_of_itself():
    letter = open_letter(
        b"From: Red <RED@Example.org>\r\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\n"
        b"Message-ID: <a@b>\r\nDate: Mon, 2 Mar 2026 13:00:00 +0100\r\n\r\nx"
    )
    assert (letter.senders, letter.subject, letter.message_id, letter.date) == (
        ("red@example.org",),
        "Grüße",
        "<a@b>",
        "2026-03-02T12:00:00+00:00",
    )


def test_html_as_text_marks_the_quote():
    assert (
        shown("<p>a&amp;b<br>c</p><blockquote>d<p>e</p></blockquote>f").text.split("\n")[0] == "a&b"
    )
    assert "> d" in shown("<p>a</p><blockquote>d</blockquote>").text
    assert shown("<title>x</title><script>if (a<b) c()</script><p>a</p>").text == "a"


@pytest.mark.parametrize(
    ("head", "body", "text"),
    [
        ("", "jump niven", "jump niven"),
        (
            "Content-Type: multipart/mixed; boundary=b",
            "--b\n\n\n--b\nContent-Type: text/plain; name=notes.txt\n\nend\n--b--",
            "",
        ),
        (
            "Content-Type: multipart/mixed; boundary=b",
            "--b\n\n\n--b\nContent-Disposition: inline; filename=n.txt\n\nend\n--b--",
            "",
        ),
        (
            "Content-Type: multipart/mixed; boundary=b",
            "--b\n\n \n--b\nContent-Disposition: inline\n\nend\n--b--",
            "",
        ),
        (
            "Content-Type: multipart/alternative; boundary=b",
            "--b\n\nThis message requires an HTML viewer.\n--b\nContent-Type: "
            "text/html\n\n<p>halt</p>\n--b--",
            "halt",
        ),
        (
            "Content-Type: multipart/alternative; boundary=b",
            "--b\n\n[cid:logo]\n--b\nContent-Type: text/html\n\n<p>halt</p>\n--b--",
            "halt",
        ),
        (
            "Content-Type: text/plain; format=flowed; delsp=yes",
            f"say: {'long ' * 12} \nline",
            f"say: {'long ' * 12}line",
        ),
        ("Content-Type: text/enriched", "<bold>halt</bold> << x", "halt < x"),
    ],
)
def test_which_text_is_the_letters(head, body, text):
    assert open_letter(f"From: red@example.org\n{head}\n\n{body}".encode()).text.strip() == text


def test_a_subject_in_octets_is_read():
    assert (
        open_letter("Subject: Réponse automatique\r\n\r\nx".encode()).subject
        == "Réponse automatique"
    )
    assert (
        open_letter("Subject: Réponse automatique\r\n\r\nx".encode("latin-1")).subject
        == "Réponse automatique"
    )


def test_text_behind_a_large_attachment_is_found():
    attached = (
        "Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n"
        + ("A" * 76 + "\r\n") * 260_000
    )
    raw = (
        f"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n{attached}--b\r\n\r\njump "
        "niven\r\n--b--\r\n".encode()
    )
    assert open_letter(raw).text.strip() == "jump niven"
