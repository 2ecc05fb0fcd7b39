"""A film of a board: several pictures of it in one SVG, in which what they share stands once.

Without JavaScript it shows its first picture; `film.js` shows one after another.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from html import escape

_TAG = re.compile(
    r"""<!--.*?-->|<(?P<close>/?)[\w:]+(?:[^>"]|"[^"]*")*?(?P<alone>/?)>""", re.DOTALL
)
_LABELLED = re.compile(r' aria-labelledby="[^"]*"')
_TALL = re.compile(r'height="(\d+)"')


@dataclass(frozen=True)
class Shot:
    """One picture of a film: the board as SVG, and what had just happened."""

    svg: str
    told: str


@dataclass
class _Part:
    """One element of the pictures, and in which of them it is."""

    text: str
    shots: list[int]


def film(shots: Sequence[Shot]) -> str:
    """The film as one SVG document. `data-shots` of its root is the number of pictures,
    `data-told` what had happened at each; `data-in` of a group the pictures that have it.
    """
    opened = max((_split(shot.svg)[0] for shot in shots), key=_height)
    parts: list[_Part] = []
    for number, shot in enumerate(shots):
        parts = _merged(parts, _split(shot.svg)[1], number)
    told = escape(json.dumps([shot.told for shot in shots], ensure_ascii=False))
    root = opened.replace("<svg ", f'<svg data-shots="{len(shots)}" data-told="{told}" ', 1)
    return f"{root}{''.join(_grouped(parts, len(shots)))}</svg>"


def _merged(parts: list[_Part], elements: list[str], number: int) -> list[_Part]:
    """The parts of the earlier pictures with those of picture `number`, each picture's own in their
    order.
    """
    same = SequenceMatcher(None, [part.text for part in parts], elements, autojunk=False)
    merged: list[_Part] = []
    for kind, begin, end, first, last in same.get_opcodes():
        merged += parts[begin:end]
        if kind == "equal":
            for part in parts[begin:end]:
                part.shots.append(number)
        else:
            merged += [_Part(element, [number]) for element in elements[first:last]]
    return merged


def _grouped(parts: list[_Part], number: int) -> list[str]:
    """The parts as SVG: what is in all pictures as it is, neighbours in the same pictures in one
    group. Groups that the first picture has not are hidden.
    """
    written: list[str] = []
    before: list[int] | None = None
    for part in [*parts, _Part("", list(range(number)))]:
        shots = part.shots if len(part.shots) < number else None
        if shots != before:
            written.append("</g>" if before is not None else "")
            if shots is not None:
                hidden = "" if 0 in shots else ' display="none"'
                written.append(f'<g data-in="{" ".join(map(str, shots))}"{hidden}>')
        written.append(part.text)
        before = shots
    return written


def _split(svg: str) -> tuple[str, list[str]]:
    """The opening tag of an SVG document, and the elements right within it; a film has a label of
    its own.
    """
    svg = svg[svg.index("<svg") :]
    root = _TAG.match(svg)
    if root is None:
        raise ValueError("It is no SVG document.")
    elements: list[str] = []
    depth, begin = 0, root.end()
    for tag in _TAG.finditer(svg, root.end()):
        if tag["close"] and depth == 0:
            break
        if not tag[0].startswith("<!--") and not tag["alone"]:
            depth += -1 if tag["close"] else 1
        if depth == 0:
            elements.append(svg[begin : tag.end()].strip())
            begin = tag.end()
    shown = [element for element in elements if not element.startswith(("<title", "<desc"))]
    return _LABELLED.sub("", root[0]), shown


def _height(opened: str) -> int:
    """The height of a picture, by its opening tag: the tallest has room for the others."""
    found = _TALL.search(opened)
    return int(found[1]) if found else 0
