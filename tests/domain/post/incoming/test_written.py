"""Of every shape of reply the orders are found, and nothing that stands below a quote ever counts
(ORDERS.md).
"""

from __future__ import annotations

from email import message_from_bytes
from email.header import decode_header, make_header
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.domain.post.incoming.shapes import replies
from tests.proportion import times_as_long, usual
from traders.domain.play.commands.interpreter import MOST_LINE, MOST_LINES
from traders.domain.post.incoming.mime_parsing import open_letter
from traders.domain.post.incoming.order_recognition import Reading
from traders.domain.post.incoming.reply_line_sorting import MOST_READ, sorted_reply
from traders.engines.kernel.words import harmless

VERBS = frozenset((
    "jump", "halt", "pass", "load", "end", "draw", "hold", "plan", "when", "claim", "status",
    "test", "stop",
))  # fmt: skip


def reads(line: str) -> Reading:
    """A small order language: these verbs, and press."""
    first = line.lower().partition(" ")[0].strip(",.!")
    if line.lower().startswith(("say:", "to blue:")):
        return Reading.WORDS
    if first in VERBS:
        return Reading.ORDER
    return (
        Reading.NEARLY
        if first in ("jmup", "hlat") or any(word in VERBS for word in line.lower().split())
        else Reading.PROSE
    )


def lines_of(text: str) -> list[str]:
    return [line for line in sorted_reply(text, reads).orders if line]


LETTERS = sorted((Path(__file__).parent / "letters").glob("*.eml"))
"""Each says in its header X-Orders what its sender ordered."""


@pytest.mark.parametrize("path", LETTERS, ids=lambda path: path.stem)
def test_what_the_sender_wrote_and_nothing_else(path):
    raw = path.read_bytes()
    lines = lines_of(open_letter(raw).text)
    wanted = str(make_header(decode_header(str(message_from_bytes(raw)["X-Orders"]))))
    assert lines == [order for order in wanted.split(" | ") if order]


@pytest.mark.parametrize("mark", ["--", "-- ", "---", "–", "—", "— ", "———", "____", "----"])
def test_dashes_alone_are_a_signatures_mark(mark):
    """Telephones set a longer dash; what stands below is neither order nor press."""
    assert lines_of(f"say: hello\n{mark}\nAnn\nend") == ["say: hello"]
    assert sorted_reply(f"end\n\n{mark}\nAnn\nstatus", reads).below == ("status",)


@given(st.text(max_size=300), st.sampled_from(["> ", ">", "| "]), st.text(max_size=300))
def test_nothing_below_a_quoted_line_counts(above, mark, below):
    assert (
        sorted_reply(f"{above}\n{mark}quoted\n{below}").orders
        == sorted_reply(f"{above}\n{mark}quoted\n").orders
    )


PLAIN = str.maketrans("\u00a0\u2018\u2019\u201c\u201d", " ''\"\"")
"""A telephone's blanks and quotation marks, as they are read."""


@given(st.text(max_size=300))
@example("\u201c0\u2019")
def test_nothing_is_added(text):
    plain = harmless(text).translate(PLAIN)
    typed = {" ".join(line.split()) for line in plain.split("\n")}
    assert all(
        " ".join(line.split()) in typed
        for line in sorted_reply(text).orders
        if line and line.isascii()
    )


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("Hi, jump niven\nend", ["jump niven", "end"]),
        ("Hi Ann, jump niven\nend", ["jump niven", "end"]),
        ("Good morning, hold\npass", ["hold", "pass"]),
        ("Hi,pass\nend", ["pass", "end"]),
        ("Hello! Jump Niven please\nend", ["Jump Niven please", "end"]),
        ("Hi, jmup niven\nend", ["jmup niven", "end"]),
        ("Grüß Gott,\njump niven", ["jump niven"]),
        ("Hi Ann\njump niven", ["jump niven"]),
    ],
)
def test_a_greeting_is_cut_off_and_what_stands_behind_it_is_read(text, orders):
    assert lines_of(text) == orders


@pytest.mark.parametrize(
    "prose",
    [
        *(
            "Servus",
            "Grüezi,",
            "Hoi",
            "Beste,",
            "Goedemorgen",
            "Witam",
            "Szia!",
            "Merhaba",
            "Привет",
            "Здравствуйте!",
            "Γεια σας",
            "שלום",
        ),
        *(
            "こんにちは",
            "您好",
            "안녕하세요",
            "Bom dia",
            "Oi",
            "Ok, here we go",
            "My orders:",
            "Sorry for the delay.",
            "Thanks!",
            "Thank you.",
        ),
        *(
            "Thanks for the letter.",
            "Cheers all",
            "Greetings,",
            "Grüß Gott,",
            "Hi all,\n\nsorry for the delay.\nI was away.",
        ),
    ],
)
def test_prose_above_the_first_order_is_left_out(prose):
    assert lines_of(f"{prose}\n\njump niven\nend") == ["jump niven", "end"]


def test_prose_that_speaks_of_an_order_is_not_left_out():
    """What stands under it is not carried out without it."""
    for line in ("Please jump to Niven", "jmup niven"):
        assert lines_of(f"{line}\nend") == [line, "end"]


def test_what_may_be_somebody_elses_text_is_not_left_out():
    for text in (
        "Forwarded on 2.3.2026 13:00\njump niven",
        "a\nb\nc\nd\njump niven",
        "Ann <ann@x.test> said\njump niven",
    ):
        assert not lines_of(text)[0].startswith("jump")


@pytest.mark.parametrize("farewell", [
    "Thanks!", "Best", "bye", "LG", "Cheers", "Grüße", "Gruß Anna", "Lieben Gruß",
    "Talk soon, A.", "Take care, Anna", "--", "-- ", "Sent from my Wiko",
    "Отправлено с iPhone",
])  # fmt: skip
def test_an_order_below_the_end_is_named(farewell):
    found = sorted_reply(f"jump niven\n{farewell}\nRed\nend\n\n> quoted\n> halt\npass", reads)
    assert (found.text.strip(), found.below) == ("jump niven", ("end", "pass"))


def test_press_runs_to_the_next_blank_line_or_order():
    text = (
        "say: this is the first half of a long sentence that Outlook broke\nin the middle, and "
        "here it goes on\njump niven\n\nend"
    )
    assert lines_of(text)[1:] == ["jump niven", "end"]
    assert lines_of("say: hello\njmup niven") == ["say: hello", "jmup niven"]
    assert lines_of("say: hello\n\nthere") == ["say: hello"]
    assert sorted_reply("say: hello\n\nthere", reads).after == ("there",)


def test_what_is_too_long_is_told_and_not_cut():
    long = "say: " + "x" * MOST_LINE
    found = sorted_reply(f"jump niven\n{long}\nend", reads)
    assert (found.text, found.too_long) == ("jump niven", long[:60])
    found = sorted_reply("jump niven\n" + "halt\n" * MOST_READ, reads)
    assert found.too_long


MOST = 40
"""Times as long as a plain letter of the same size."""


@pytest.mark.parametrize(
    "text",
    [
        "on " * 8000,
        "a " * 12000,
        "-" * 24000,
        "a\n" * 12000,
        "On a\n" * 6000,
        "from " * 6000,
        "On 1:00 " + "x " * 12000,
        "12:30 " * 4000 + ":",
    ],
    ids=lambda text: text[:6],
)
def test_no_text_takes_long(text):
    letter = "The station at Mink is mine now, and so it stays.\n" * (len(text) // 49)
    plain = usual(lambda: sorted_reply(letter))
    assert times_as_long(lambda: sorted_reply(text), plain, MOST) <= MOST


@pytest.mark.parametrize(("name", "raw"), replies().items(), ids=replies())
def test_the_quote_never_counts(name, raw):
    """No line marked as quoted and no attribution is taken for the sender's."""
    text = sorted_reply(
        open_letter(raw).text if name.endswith(".eml") else raw.decode("utf-8", "replace"), reads
    ).text
    assert not any(line.startswith(">") for line in text.split("\n"))
    assert "wrote:" not in text or "wrote:" in text.split("\n")[0]


@pytest.mark.parametrize(
    "signed",
    [
        "Cat",
        "- Cat",
        "cat.",
        "Cat Smith",
        "Cat\n\n> quoted",
        "C.",
        "— Cat, from my phone",
        "-- Cat\nof Camden",
    ],
)
def test_the_senders_bare_name_below_the_orders_is_a_signature(signed):
    assert sorted_reply(f"jump niven\n\n{signed}", reads, name="Cat Smith").text == "jump niven"


@pytest.mark.parametrize("text", ["Cat", "jump niven\nDog", "Cat\njump niven"])
def test_a_name_that_is_no_signature_is_not_cut_off(text):
    assert sorted_reply(text, reads, name="Cat").text.endswith(text.splitlines()[-1])


FOOTERS = (
    "This e-mail and any attachment is confidential.",
    "Virus-free. www.example.com",
    "Whoever should not hold this message may pass it to nobody and must end reading it here.",
    "CONFIDENTIAL\n\nThis message is meant for whom it names. If that is not you, delete it.\n"
    "Example Ltd, registered in Exampleshire",
    "\n".join(f"Clause {n} of a notice that a gateway puts below." for n in range(MOST_LINES)),
)


@pytest.mark.parametrize("footer", FOOTERS)
@pytest.mark.parametrize("above", ["", "Classification: Internal\n\n"])
def test_a_footer_below_the_orders_is_left_out_and_named(footer, above):
    found = sorted_reply(f"{above}jump niven\nend\n\n{footer}\n", reads)
    assert [line for line in found.orders if line] == ["jump niven", "end"]
    assert found.after == tuple(line for line in footer.split("\n") if line)


def test_a_slip_right_below_an_order_is_an_order_that_cannot_be_read():
    assert lines_of("jump niven\nfligh to oz") == ["jump niven", "fligh to oz"]


def test_a_long_line_above_a_sign_off_is_no_signature():
    long = "play imperial favor on red, jump verne, jump kluge"
    assert lines_of(f"test\n{long}\n\nCheers,\nTom\n") == ["test", long]


def test_prose_with_an_order_below_it_stays_and_stops_the_letter():
    """(PR-RECEIPT-05)"""
    assert lines_of("jump niven\n\nOh, and one thing more.\n\nend")[1:] == [
        "Oh, and one thing more.", "end"
    ]  # fmt: skip


def test_a_letter_of_few_orders_among_many_lines_of_prose_is_not_too_long():
    """A letter is full of orders, not of lines."""
    prose = "\n".join(f"I thought about this for the {n}th time today." for n in range(200))
    lines = lines_of(f"jump niven\n\n{prose}\n\nend")
    assert (lines[0], lines[-1]) == ("jump niven", "end")
    assert len(lines) == 3  # one line of prose, at which the letter stops
