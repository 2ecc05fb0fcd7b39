"""What all boards are drawn with."""

from xml.etree import ElementTree

import pytest

from traders.engines.kernel.board.board_drawing import (
    INK,
    LIGHT,
    PAPER,
    SEATS,
    by_night,
    framed,
    ink,
    letters,
)

SVG = "{http://www.w3.org/2000/svg}"


def shade(colour: str) -> float:
    """How light a colour is, by WCAG's relative luminance."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_words_with_signs_of_their_own_stay_words():
    drawn = letters(3.4, 7.6, '<Tarn\'s & "Oz">', 16, text_anchor="middle", fill=PAPER)
    line = ElementTree.fromstring(drawn)
    assert line.text == '<Tarn\'s & "Oz">'
    assert line.attrib == {
        "x": "3",
        "y": "8",
        "font-size": "16",
        "text-anchor": "middle",
        "fill": PAPER,
    }


@pytest.mark.parametrize("seat", SEATS)
def test_a_letter_on_a_seats_colour_can_be_read(seat):
    """At least 3:1, what WCAG asks of large bold letters and of signs."""
    light, dark = sorted((shade(SEATS[seat]), shade(ink(seat))), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 3
    assert (ink(seat) == INK) == (seat in LIGHT)


def test_a_frame_holds_title_words_and_picture_in_this_order():
    root = ElementTree.fromstring(
        framed("<g/>", "Red&#x27;s turn", "Red: 3 &lt; 4.", (-20.4, 12.0, 300.0, 99.6), "Verdana")
    )
    assert root.tag == f"{SVG}svg"
    assert (root.get("viewBox"), root.get("width"), root.get("height")) == (
        "-20 12 300 100",
        "300",
        "100",
    )
    assert root.get("font-family") == "Verdana"
    assert [child.tag for child in root] == [f"{SVG}title", f"{SVG}desc", f"{SVG}g"]
    assert [child.text for child in root][:2] == ["Red's turn", "Red: 3 < 4."]
    assert root.get("aria-labelledby", "").split() == [child.get("id") for child in root][:2]


def test_the_night_lies_behind_all():
    root = ElementTree.fromstring(by_night("<g/>", "t", "w", 700, 580))
    assert [child.tag for child in root][2:] == [f"{SVG}rect", f"{SVG}g"]
    assert (root[2].get("width"), root[2].get("height")) == ("700", "580")
