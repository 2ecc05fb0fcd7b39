"""HTML as a reader sees it: what is hidden, struck out or a signature is left out, lines stay
lines.
"""

from __future__ import annotations

import random

import pytest

from tests.domain.post.incoming import unseen
from tests.domain.post.incoming.planted import HIDDEN
from tests.proportion import times_as_long, usual
from traders.domain.post.incoming.html_to_text import shown
from traders.domain.post.incoming.reply_line_sorting import sorted_reply


@pytest.mark.parametrize("shape", HIDDEN)
def test_what_nobody_sees_or_wrote_is_no_line(shape):
    page = f"<p>status</p>{shape.format('end')}"
    assert "end" not in sorted_reply(shown(page).text).text.split("\n")


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
    assert shown(f"{shape.format('end')}<p>status</p>").text.split("\n")[-1] == "status"


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
    assert "\n".join(line for line in shown(html).text.split("\n") if line not in ("", ">")) == text


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
    assert ("end" in sorted_reply(shown(page).text).text.split("\n")) == (style in PLAIN)


@pytest.mark.examples("hidden-text")
def test_what_no_mail_program_shows_is_left_out_and_named_and_what_it_shows_is_kept(examples, lots):
    """Whatever hides it and wherever that is set; a style as mail programs write them hides
    nothing.
    """
    for _ in range(examples):
        page = unseen.page(lots, "say: planted", "say: genuine")
        found = shown(page.html)
        lines = [line.strip() for line in found.text.split("\n")]
        assert "planted" not in found.text, page
        assert set(page.seen) <= set(lines), page
        assert set(page.unseen) <= set(found.unseen), page


@pytest.mark.parametrize("style", unseen.HIDING)
def test_every_way_to_hide_text_hides_it(style):
    chance = random.Random(style)
    set_here = style.format(**unseen.values(chance))
    assert shown(f"<p>status</p><div style='{set_here}'>end</div>").text == "status"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<div style='font-size:0'><b style='font-size:14px'>end</b></div>", "end"),
        ("<p style='visibility:hidden'>a<b style='visibility:visible'>end</b></p>", "end"),
        ("<p style='color:transparent'>a<b style='color:#000'>end</b></p>", "end"),
        ("<div style='background:#000;color:#fff'><p>end</p></div>", "end"),
        ("<style>:root{font-size:62.5%}</style><p><b><i><u>end</u></i></b></p>", "end"),
        ("<style>@media (max-width:600px){p{display:none}}</style><p>end</p>", "end"),
        ("<style>@media (min-width:1px){p{display:none}}</style><p>end</p>", ""),
        ("<style>p{display:none}</style><p style='display:block'>end</p>", "end"),
        ("<style>p{display:none!important}</style><p style='display:block'>end</p>", ""),
        ("<style>p.a{display:block} p{display:none}</style><p class=a>end</p>", "end"),
        ("<style>body p{display:none}</style><p>end</p>", ""),
        ("<style>html > body > p{display:none}</style><p>end</p>", ""),
        ("<style>body{display:none}</style><div>end</div>", ""),
        ("<style>body p{display:none}</style><body></body><p>end</p>", ""),
        ("<p>end</p><html><style>body p{display:none}</style><body>x", "x"),
        ("<style>html{font-size:20%}</style><html><p>end</p>", "end"),
        ("<style>body{font-size:20%}</style><html><p>end</p>", "end"),
        ("<style>body{color:red; p{display:none}}</style><p>end</p>", ""),
        ("<style>div,b{& > p{display:none}}</style><div><p>end</p></div>", ""),
        ("<style>p{@media screen{display:none}}</style><p>end</p>", ""),
        ("<style>p{@media print{display:none}}</style><p>end</p>", "end"),
        ("<style>p{color:red; i{display:none} display:block}</style><p>end<i>x</i></p>", "end"),
        ("<style>" + "p{&&&&" * 5000 + "</style><p>end</p>", "end"),
        ("<style>p:hover{display:none} p::before{display:none}</style><p>end</p>", "end"),
        ("<style>b::before,p{display:none}</style><p>end</p>", ""),
        ("<style>*,*::before,*::after{margin:0;box-sizing:border-box}</style><p>end</p>", "end"),
        ("<style>p::before{content:'';margin-top:-40px}</style><p>end</p>", ""),
        ("<style>@import url(x);@font-face{src:url(y)} p{display:none}</style><p>end</p>", ""),
        ('<p title="a>\nend\n">status</p>', "status"),
        ("<pre>status<!--\nend\n--></pre>", "status"),
        ("status<p title='\nend", "status"),
    ],
)
def test_what_a_style_does_counts_and_not_that_it_is_there(html, text):
    assert shown(html).text.strip() == text


def test_hidden_text_of_a_quoted_letter_is_not_named():
    quoted = "<p>status</p><blockquote><div style='display:none'>end</div>x</blockquote>"
    assert shown(quoted).unseen == ()


MOST = 300
"""Times as long as a plain page of the same size."""


@pytest.mark.sampled
@pytest.mark.parametrize(
    "html",
    [
        "<p style=a:b>x" * 9_000,
        "<style>"
        + "".join(f".c{n} .c{n} .d{{color:red}}" for n in range(1500))
        + "</style>"
        + "<b class=d>x" * 6_000,
        "<style>div div div p{color:red}</style>" + "<div>" * 8_000 + "<p>x" * 3_000,
        "<style>" + "*{color:red}" * 3_000 + "</style>" + "<p>x" * 8_000,
        "<style>" + "," * 60_000 + "(</style>x",
        "<b><i><u>" * 4_000 + "</div><div>x" * 5_000,
        '<a x="' * 20_000,
        "<style>" + "@import url(data:,@import url(data:,x));" * 3_000 + "</style>x",
        "<style>" + "@import 'data:,a{}' print;" * 5_000 + "</style>x",
        "<div style='filter:invert(1)'>" * 4_000 + "x",
        "<div style='height:9px;overflow:hidden'>x" * 4_000,
        "<div style='position:fixed;background:red'>x" * 4_000,
        "<style>@font-face{font-family:b;src:x}" * 3_000 + "</style><p style=font:b>x" * 2_000,
    ],
)
def test_a_hostile_page_takes_no_long_time(html):
    html = html[:64_000]
    page = "<p>The station at Mink is mine now, and so it stays.</p>" * (len(html) // 56)
    plain_one = usual(lambda: shown(page))
    assert times_as_long(lambda: shown(html), plain_one, MOST) <= MOST
