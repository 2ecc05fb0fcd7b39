"""Our letters are `format=flowed`: mail programs join their lines, wrap them anew and quote them.
No order in such a quote is carried out, and none around it is lost (PR-RECEIPT-06, RFC 3676).
"""

from __future__ import annotations

import random
import textwrap
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.domain.letters.real import made
from tests.domain.post.incoming.planted import Planted, orders
from tests.domain.post.incoming.tried import parts_of, tried
from traders.domain.letters.plain_text_layout import soft, stuffed, tidy, unstuffed
from traders.domain.post.incoming.mime_parsing import open_letter
from traders.domain.post.incoming.order_recognition import Reading, prose, recognition
from traders.domain.post.incoming.quote_detection import OwnLetters, words_of
from traders.domain.post.incoming.reply_line_sorting import sorted_reply
from traders.models import Seat

FLOWED = "text/plain; charset=utf-8; format=flowed"
PLAIN = "text/plain; charset=utf-8"
WHO = "On Mon, Mar 2, 2026 at 1:00 PM Traders by Post <play@post.test> wrote:"


def joined(sent: str) -> list[str]:
    """The letter's paragraphs as a mail program shows them: soft line breaks undone."""
    lines = [""]
    for line in unstuffed(sent).split("\n"):
        lines[-1] += line
        if not line.endswith(" ") or line == "-- ":
            lines.append("")
    return lines[:-1]


def as_sent(sent: str, mark: str, width: int) -> list[str]:
    """Quoted line by line, as flowed text: soft line breaks stay."""
    return [f"{mark}{line}" for line in sent.split("\n")]


def flowed_again(sent: str, mark: str, width: int) -> list[str]:
    """Paragraphs joined, then wrapped to another width, and marked."""
    return [
        f"{mark}{line}"
        for paragraph in joined(sent)
        for line in soft(textwrap.wrap(paragraph, width)) or [""]
    ]


def in_long_lines(sent: str, mark: str, width: int) -> list[str]:
    """Paragraphs joined, each one long line."""
    return [f"{mark}{paragraph}" for paragraph in joined(sent)]


def broken_after_marking(sent: str, mark: str, width: int) -> list[str]:
    """Marked, then broken without a mark, as old programs do."""
    return [
        piece for line in as_sent(sent, mark, 0) for piece in textwrap.wrap(line, width) or [""]
    ]


WAYS: tuple[Callable[[str, str, int], list[str]], ...] = (
    as_sent,
    flowed_again,
    in_long_lines,
    broken_after_marking,
)


def letters(sent: str, *, seed: int, number: int, genuine: bool) -> list[Planted]:
    """Answers that quote the letter in all these ways, with an order planted in the quote, or
    genuine above it.
    """
    chance, found = random.Random(seed), []
    for n in range(number):
        way, order = WAYS[n % len(WAYS)], chance.choice(orders())
        mark, width = chance.choice(("> ", ">", "> > ", "")), chance.choice((30, 44, 60, 72))
        inside = sent.split("\n")
        if not genuine:
            inside.insert(chance.randrange(3, len(inside)), order)
        quote = way("\n".join(inside), mark, width)
        head = chance.choice(([WHO], [WHO], []))
        body = [order if genuine else "status", "", *head, *quote]
        kind = chance.choice((FLOWED, PLAIN))
        made_of = f"{way.__name__} {mark!r} {width} {head[:1]} {kind[-6:]}"
        found.append(Planted(kind, "\n".join(body), order, made_of))
    return found


@pytest.fixture
def sent(game) -> str:
    return parts_of(made(game=game, seat="red")[0])[0]


@pytest.mark.examples("flowed-quotes")
@pytest.mark.django_db
def test_no_order_in_a_flowed_quote_is_carried_out(game, sent, examples, lots):
    found = tried(game, letters(sent, seed=lots.randrange(10**6), number=examples, genuine=False))
    assert found.read == examples
    assert [one.made for one in found.done] == []
    assert [one.made for one in found.listed] == []


@pytest.mark.django_db
def test_no_order_above_a_flowed_quote_is_lost(game, sent):
    reads = recognition(Seat.objects.get(game=game, colour="red"))
    own = OwnLetters(lambda: [sent])
    lost = [
        f"{one.order}: {one.made}"
        for one in letters(sent, seed=6, number=200, genuine=True)
        if sorted_reply(opened(one), reads, own).text != one.order
    ]
    assert lost == []


def opened(letter: Planted) -> str:
    """The letter's text as it is read."""
    return open_letter(f"Content-Type: {letter.kind}\n\n{letter.body}".encode()).text


WORDS = st.lists(
    st.sampled_from(["Blue", "jumped", "to", "Endor", "and", "a", "station", ">", "From", "--"]),
    min_size=1,
    max_size=40,
).map(" ".join)


@given(st.lists(WORDS, min_size=1, max_size=8))
def test_what_is_sent_reads_as_it_was_written_once_its_lines_are_joined(paragraphs: list[str]):
    sent = stuffed(tidy("\n\n".join(paragraphs)))
    assert [line for line in joined(sent) if line] == paragraphs
    assert all(len(line) <= 45 for line in sent.split("\n"))
    assert not any(line.startswith((">", "From ")) for line in sent.split("\n"))


@given(st.lists(WORDS, min_size=3, max_size=8), st.sampled_from(WAYS), st.integers(30, 76))
def test_every_line_of_a_flowed_quote_is_known(paragraphs, way, width):
    """However it is wrapped, marked or joined: the player's own line above stays theirs."""
    sent = stuffed(tidy("\n\n".join([*paragraphs, "It is Red's turn until Thursday at noon."])))
    own = OwnLetters(lambda: [sent])
    reads = lambda line: Reading.ORDER if line == "jump oz" else prose(line)  # noqa: E731
    for mark in ("> ", ""):
        quote = way(sent, mark, width)
        found = sorted_reply("\n".join(["jump oz", "", *quote]), reads, own)
        assert found.orders[0] == "jump oz"
        if any(len(words_of(line)) > 5 for line in quote) and mark:
            assert found.text == "jump oz"


@pytest.mark.parametrize("verb", ["wrote:", "schrieb:", "a écrit :"])
def test_who_wrote_needs_no_hour_to_be_the_mail_programs(verb: str) -> None:
    asked = "It is your turn: Red. Answer by Mon 19:43."
    own = OwnLetters(lambda: [asked])
    text = f"jump niven\n\nAnn\n\nTraders by Post {verb}\n> {asked}\n"
    for quoting in (own, OwnLetters(list)):
        assert sorted_reply(text, prose, quoting, "Ann Lee").text == "jump niven"
    assert sorted_reply(f"say: Ann {verb}\nwell met\n", prose, own).text.endswith("well met")


@pytest.mark.django_db
@pytest.mark.parametrize("mark", ["> ", ""])
def test_words_of_a_player_who_tells_who_wrote_are_not_the_mail_programs(game, sent, mark):
    """Also where they are mistyped: whoever wrote them reads that they were not carried."""
    reads = recognition(Seat.objects.get(game=game, colour="red"))
    quote = "\n".join(mark + line for line in sent.split("\n") if len(line.split()) > 5)
    for typed in ("say blue: she wrote:", "sya blue: she wrote:", "to blue：she wrote："):
        found = sorted_reply(f"jump oz\n{typed}\n\n{quote}", reads, OwnLetters(lambda: [sent]))
        assert found.text == f"jump oz\n{typed}"
    found = sorted_reply(f"jump oz\nAnn wrote :\n{quote}", reads, OwnLetters(lambda: [sent]))
    assert found.text == "jump oz"


AGAIN = "whatever shall we do about the pirates of Oz then"


@pytest.mark.parametrize("lines", [[AGAIN], [AGAIN, "", "and who will pay us for all of the rum"]])
def test_a_line_that_is_sent_again_is_no_quote_of_the_answer_that_repeated_it(lines) -> None:
    """Quoted, the answer's own words stand around it."""
    echo = "\n".join(f"  {line}\n    Not done. I read no order in it." for line in lines if line)
    answer = f"Nothing was done.\n\n{echo}\n\nIt is your turn: Red. Answer by Mon 19:43."
    own = OwnLetters(lambda: [answer], lambda: lines)
    for begins in ("", "Now then, "):
        found = sorted_reply(begins + "\n".join(lines), prose, own)
        assert found.text == begins + "\n".join(lines)
    for quote in (answer, answer.partition("\n\n")[2]):
        assert sorted_reply(f"jump oz\n\n{quote}", prose, own).text == "jump oz"


@pytest.mark.parametrize("who", [WHO, "Am Montag schrieb Ann Lee:"])
def test_what_a_mail_program_writes_above_a_quote_is_no_wish(who: str) -> None:
    heard: list[str] = []

    def hears(line: str) -> Reading:
        heard.append(line)
        return Reading.ORDER if line == "jump oz" else Reading.PROSE

    found = sorted_reply(f"jump oz\n\n{who}\n> You may jump.\nwell met", prose, hears=hears)
    assert found.text == "jump oz"
    assert {"jump oz", "well met"} <= set(heard)
    assert who not in heard
