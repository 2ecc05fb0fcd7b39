"""Of every shape of reply the orders are found, and nothing that stands below a quote ever counts (ORDERS.md)."""

from __future__ import annotations

import time
from email import message_from_bytes
from email.header import decode_header, make_header
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from traders.domain.inbox.opened import open_letter
from traders.domain.inbox.written import written

LETTERS = sorted((Path(__file__).parent / "letters").glob("*.eml"))
"""Each says in its header X-Orders what its sender ordered."""
CORPUS = Path(__file__).resolve().parents[3].parent / "shared" / "corpora" / "mail"


@pytest.mark.parametrize("path", LETTERS, ids=lambda path: path.stem)
def test_what_the_sender_wrote_and_nothing_else(path):
    raw = path.read_bytes()
    lines = [line for line in written(open_letter(raw).text).split("\n") if line]
    wanted = str(make_header(decode_header(str(message_from_bytes(raw)["X-Orders"]))))
    assert lines == [order for order in wanted.split(" | ") if order]


@given(st.text(max_size=300), st.sampled_from(["> ", ">", "| "]), st.text(max_size=300))
def test_nothing_below_a_quoted_line_counts(above, mark, below):
    assert written(f"{above}\n{mark}quoted\n{below}") == written(f"{above}\n{mark}quoted\n")


@given(st.text(max_size=300))
def test_nothing_is_added(text):
    typed = {" ".join(line.split()) for line in text.replace("\u00a0", " ").split("\n")}
    assert all(" ".join(line.split()) in typed for line in written(text).split("\n") if line and line.isascii())


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
    begun = time.process_time()
    written(text)
    assert time.process_time() - begun < 1


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of letters does not lie beside the checkout (../shared/corpora/mail)")
def test_in_collected_replies_the_quote_never_counts():
    """Of replies collected from mail programs: no line marked as quoted, no attribution is taken for the sender's."""
    read = 0
    for path in sorted((CORPUS / "replies").rglob("*")):
        if path.is_file() and path.suffix in (".txt", ".eml"):
            raw = path.read_bytes()
            text = written(open_letter(raw).text if path.suffix == ".eml" else raw.decode("utf-8", "replace"))
            assert not any(line.startswith(">") for line in text.split("\n")), path
            assert "wrote:" not in text or "wrote:" in text.split("\n")[0], path
            read += 1
    assert read > 40
