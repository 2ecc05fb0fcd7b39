"""What lies in a wrapper is read where it can be, and else named for what it is in the answer; the
first plain text wins over kinds that nobody writes in (PR-RECEIPT-06).
"""

from __future__ import annotations

from base64 import encodebytes

import pytest

from tests.domain.post.incoming.conftest import letter
from tests.domain.post.incoming.test_reading import answer, jumps, read
from traders.domain.post.incoming import intake
from traders.domain.post.incoming.smime_signed_content import content

OID = {
    "data": bytes.fromhex("06092a864886f70d010701"),
    "signed": bytes.fromhex("06092a864886f70d010702"),
    "enveloped": bytes.fromhex("06092a864886f70d010703"),
}
INNER = b"Content-Type: text/plain; charset=utf-8\r\n\r\njump niven\r\n"


def value(tag: int, *inside: bytes, endless: bool = False) -> bytes:
    """A value of BER, with its length or with an end."""
    held = b"".join(inside)
    if endless:
        return bytes([tag, 0x80]) + held + b"\0\0"
    size = len(held)
    length = bytes([size]) if size < 0x80 else b"\x82" + size.to_bytes(2, "big")
    return bytes([tag]) + length + held


def cms(kind: str, inner: bytes = INNER, *, endless: bool = False, pieces: int = 1) -> bytes:
    """Signed data as mail programs write it: one string of octets, or several without lengths."""
    step = -(-len(inner) // pieces)
    cut = [value(4, inner[at : at + step]) for at in range(0, len(inner), step)]
    octets = cut[0] if pieces == 1 else value(0x24, *cut, endless=endless)
    held = value(0x30, OID["data"], value(0xA0, octets, endless=endless), endless=endless)
    data = value(0x30, b"\2\1\1", value(0x31), held, value(0x31), endless=endless)
    return value(0x30, OID[kind], value(0xA0, data, endless=endless), endless=endless)


def wrapped(kind: str, *parts: str) -> tuple[str, str]:
    """A letter's headers and its text, of these parts."""
    headers = f'MIME-Version: 1.0\r\nContent-Type: multipart/{kind}; boundary="b"\r\n'
    return headers, "".join(f"--b\n{part}\n" for part in parts) + "--b--\n"


def smime(raw: bytes) -> tuple[str, str]:
    headers = (
        'Content-Type: application/pkcs7-mime; name="smime.p7m"; smime-type=signed-data\r\n'
        "Content-Transfer-Encoding: base64\r\n"
    )
    return headers, encodebytes(raw).decode()


PLAIN = "Content-Type: text/plain\n\njump niven\n"
READ = {
    "S/MIME, signed": smime(cms("signed")),
    "S/MIME, signed, in pieces": smime(cms("signed", pieces=3, endless=True)),
    "S/MIME, signed beside": wrapped(
        "signed; protocol=x", PLAIN, "Content-Type: application/pkcs7-signature; name=s.p7s\n\nAA=="
    ),
    "PGP/MIME, signed": wrapped("signed", PLAIN, "Content-Type: application/pgp-signature\n\nx"),
    "a kind that nobody knows first": wrapped(
        "alternative", "Content-Type: text/watch-html\n\n<b>end</b>\n", PLAIN
    ),
    "AMP last": wrapped("alternative", PLAIN, "Content-Type: text/x-amp-html\n\n<b>end</b>\n"),
}


@pytest.mark.django_db
@pytest.mark.parametrize(("headers", "text"), READ.values(), ids=READ)
def test_what_can_be_read_is_carried_out(take, headers, text):
    arrival = read(take("red", text, headers=headers))
    assert [line[:2] for line in arrival.notes["lines"]] == [["jump niven", "done"]]
    assert "Not read" not in answer(arrival)


EMPTY = "Content-Type: text/plain\n\n\n"
ATTACHED = "Content-Type: message/rfc822\n\nFrom: red@example.org\nSubject: x\n\njump niven\n"
NAMED = {
    "encrypted by S/MIME": (smime(cms("enveloped")), "an encrypted letter (S/MIME)"),
    "encrypted by PGP/MIME": (
        wrapped("encrypted", "Content-Type: application/pgp-encrypted\n\nVersion: 1\n",
                "Content-Type: application/octet-stream\n\n-----BEGIN PGP MESSAGE-----\n"),
        "an encrypted letter (PGP)",
    ),
    "encrypted text": (
        ("", "-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n"),
        "an encrypted text (PGP)",
    ),
    "winmail.dat": (
        wrapped("mixed", EMPTY, 'Content-Type: application/ms-tnef; name="winmail.dat"\n\nAA=='),
        "a part in Outlook's own format (winmail.dat)",
    ),
    "forwarded as an attachment": (wrapped("mixed", EMPTY, ATTACHED), "an attached letter"),
    "a letter that is another": (
        ("Content-Type: message/rfc822\r\n", "From: a@b.test\n\njump niven\n"),
        "an attached letter",
    ),
    "a text file": (
        wrapped("mixed", EMPTY, "Content-Type: text/plain\nContent-Disposition: attachment; "
                'filename="orders.txt"\n\njump niven\n'),
        "the text file orders.txt",
    ),
    "a calendar entry": (
        wrapped("mixed", EMPTY, "Content-Type: text/calendar\n\nBEGIN:VCALENDAR\n"),
        "a calendar entry",
    ),
    "a picture": (wrapped("mixed", EMPTY, "Content-Type: image/png\n\nAA=="), "a picture"),
    "a file": (
        wrapped("mixed", 'Content-Type: application/pdf; name="turn.pdf"\n\nAA=='),
        "the file turn.pdf",
    ),
}  # fmt: skip


@pytest.mark.sampled
@pytest.mark.django_db
@pytest.mark.parametrize(("sent", "what"), NAMED.values(), ids=NAMED)
def test_what_cannot_be_read_is_named_for_what_it_is(take, sent, what):
    headers, text = sent
    arrival = read(take("red", text, headers=headers))
    said = " ".join(answer(arrival).split())
    assert (arrival.outcome, jumps()) == ("empty", 0)
    assert f"Your letter holds only {what}" in said
    assert "quoted letter" not in said


@pytest.mark.django_db
@pytest.mark.parametrize("beside", ["forwarded as an attachment", "a text file"])
def test_orders_beside_the_text_are_named_and_not_carried_out(take, beside):
    (headers, text), what = NAMED[beside]
    text = text.replace(EMPTY, "Content-Type: text/plain\n\nstatus\n")
    arrival = read(take("red", text, headers=headers))
    said = " ".join(answer(arrival).split())
    assert f"Not read: {what}. There stand lines that read like orders, `jump niven`." in said
    assert jumps() == 0


@pytest.mark.django_db
def test_a_picture_in_a_signature_is_not_named_beside_orders(take):
    headers, text = wrapped("mixed", PLAIN, "Content-Type: image/png; name=logo.png\n\nAA==")
    assert "Not read" not in answer(read(take("red", text, headers=headers)))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "begin"),
    [
        ("> jump niven\n", "holds no order above the quoted letter"),
        ("Sent from my iPhone\n", "holds no order above its signature"),
        ("\n", "holds no text"),
    ],
)
def test_of_a_letter_without_text_it_is_said_what_is_there_instead(take, text, begin):
    assert f"Your letter {begin}." in " ".join(answer(read(take("red", text))).split())


@pytest.mark.django_db
@pytest.mark.parametrize("subject", ["jump niven", "Re: jump niven", "AW: Re[2]: jump niven"])
def test_an_order_in_the_subject_alone_is_named(game, subject):
    raw, to = letter(game, "red", "\n")
    raw = raw.replace(b"Subject: Re: your turn", f"Subject: {subject}".encode())
    arrival = read(intake.take(raw, envelope_to=to, envelope_from="red@example.org", channel="x"))
    said = " ".join(answer(arrival).split())
    assert "Its subject is `jump niven`, and was not carried out" in said
    assert (arrival.outcome, jumps()) == ("empty", 0)


@pytest.mark.django_db
@pytest.mark.parametrize("subject", ["Re: Done: jump niven", "AW: Answer: orders"])
def test_our_own_subject_is_no_order_of_the_players(game, subject):
    raw, to = letter(game, "red", "\n")
    raw = raw.replace(b"Subject: Re: your turn", f"Subject: {subject}".encode())
    arrival = read(intake.take(raw, envelope_to=to, envelope_from="red@example.org", channel="x"))
    assert "Its subject is" not in " ".join(answer(arrival).split())


@pytest.mark.parametrize("raw", [b"", b"\x30", b"\x30\x80", cms("enveloped"), cms("signed")[:40],
                                 b"\x30\x80" * 5000, b"\x24\x80" * 5000])  # fmt: skip
def test_bytes_that_hold_no_letter_hold_none(raw):
    assert content(raw) is None


@pytest.mark.examples("signed-letters")
def test_any_bytes_in_a_signature_are_opened(examples, lots):
    whole = cms("signed", pieces=2, endless=True)
    for _ in range(examples):
        raw = bytearray(whole[: lots.randrange(len(whole))] + lots.randbytes(8))
        raw[lots.randrange(len(raw))] = lots.randrange(256)
        content(bytes(raw))
