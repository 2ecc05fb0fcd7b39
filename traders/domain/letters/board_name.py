"""A board's pictures are found by its name, without being drawn."""

from __future__ import annotations

import hashlib

WIDTHS = (700, 560, 440, 350, 280)
"""Pixels of a whole board, the widest that is light enough: each is drawn as wide as it is shown,
since a picture made smaller afterwards weighs more. A few widths share what was drawn.
"""
LARGEST = 24_000
"""Octets of a picture at most: with it a letter weighs no more than 60 KB."""
COLOURS = 32
TOLD = 40
"""Hexadecimal digits of a picture's name that say which board it shows, whole or in part."""


def board_name(svg: str) -> str:
    """The beginning of the name of each picture that shows this board."""
    return hashlib.sha256(f"{WIDTHS}:{LARGEST}:{COLOURS}:{svg}".encode()).hexdigest()[:TOLD]
