"""HTML as a reader sees it: what is hidden, struck out or a signature is left out, lines stay
lines.
"""

from __future__ import annotations

import pytest

from tests.domain.post.incoming.planted import HIDDEN
from traders.domain.post.incoming.html_text import plain
from traders.domain.post.incoming.reply_text import sorted_reply


@pytest.mark.parametrize("shape", HIDDEN)
def test_what_nobody_sees_or_wrote_is_no_line(shape):
    assert "end" not in sorted_reply(plain(f"<p>status</p>{shape.format('end')}")).text.split("\n")


@pytest.mark.parametrize(
    "shape",
    [
        shape
        for shape in HIDDEN
        if "quote" not in shape.lower()
        and "solid" not in shape
        and "_extra" not in shape
        and "Apple" not in shape
    ],
)
def test_what_stands_behind_it_is(shape):
    assert plain(f"{shape.format('end')}<p>status</p>").split("\n")[-1] == "status"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<pre>jump niven\nend</pre>", "jump niven\nend"),
        ('<div style="white-space: pre-wrap">jump niven\nend</div>', "jump niven\nend"),
        ("<p>jump\nniven</p>", "jump niven"),
        ("<p hidden>end<p>status", "status"),
        ("<div style='display:none'>end<div>x</div></div>status", "status"),
        ("<div style='display:block;opacity:0.8;font-size:10px'>status</div>", "status"),
        ("<tr><td>jump</td><td>niven</td></tr>", "jump niven"),
        ("a<br/>b<br />c", "a\nb\nc"),
        ("<p>a</b></i>b</p>", "ab"),
        ("<blockquote><pre>a\nb</pre></blockquote>", "> a\n> b"),
    ],
)
def test_lines(html, text):
    assert "\n".join(line for line in plain(html).split("\n") if line not in ("", ">")) == text


BESIDE = (
    "border-left:1px solid #ccc;padding-left:1ex",
    "border:none;border-left:solid blue 1.5pt;padding:0cm 0cm 0cm 4.0pt",
    "BORDER-LEFT: #1010ff 2px solid",
    "border-inline-start: thin dotted",
    "border-left-style:double",
)
PLAIN = (
    "border-left:0 solid #ccc",
    "border-left:0px solid black",
    "border-left:none",
    "border-left-color:red",
)


@pytest.mark.parametrize("style", [*BESIDE, *PLAIN])
def test_a_line_down_the_side_is_a_quotes(style):
    page = f"<p>status</p><div style='{style}'><p>end</p></div>"
    assert ("end" in sorted_reply(plain(page)).text.split("\n")) == (style in PLAIN)
