"""Rendering a letter: facts and reader become subject, text and HTML, in a frame that all kinds
share, with parts of each kind's own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import css_inline
from django.template import Template
from django.template.loader import get_template

from traders.domain.letters import parts, receipt
from traders.domain.letters.daily_summary import daily_summary_context
from traders.domain.letters.facts import Facts
from traders.domain.letters.over import over_context
from traders.domain.letters.reader import Reader
from traders.domain.letters.subjects import subject_of
from traders.domain.letters.welcome import welcome_context
from traders.domain.letters.words import plain, tidy
from traders.engines import registry
from traders.engines.kernel.words import fold
from traders.models import LetterKind

ADDED: dict[str, Callable[[Facts, Reader], dict[str, Any]]] = {
    LetterKind.WELCOME: welcome_context,
    LetterKind.OVER: over_context,
    LetterKind.DIGEST: daily_summary_context,
}
"""The additional template data of some kinds."""

MOST_BUTTONS = 40
"""Menu items that a letter shows."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """A letter without headers."""

    subject: str
    text: str
    html: str
    svg: str
    """The board as a picture, "" if the letter shows none."""


def render(kind: str, facts: Facts, reader: Reader, cid: str = "board") -> Rendered:
    """Render a letter of that kind. `cid` names the picture within the message."""
    context = _context(facts, reader)
    context.update(ADDED[kind](facts, reader) if kind in ADDED else {})
    titles = [section["title"] for section in context.get("sections", ())]
    subject = subject_of(kind, facts, reader, titles)
    engine = registry.engine(facts.view["system"]) if facts.view else None
    told = {fold(line.text) for line in facts.lines if line.answer == "told"}
    context |= {
        "subject": subject,
        "cid": cid,
        "board": engine.board_text(facts.view).rstrip() if engine and "status" not in told else "",
        "menu": [] if "orders" in told else parts.menu(facts, reader, subject)[:MOST_BUTTONS],
        "answers": []
        if context["example"]
        else [(line, reader.answering(subject, line)) for line in context["reply"]],
    }
    text = tidy(_template(kind, "body.txt").render(context))
    html = _inliner().inline(_template(kind, "body.html").render(context))
    return Rendered(subject, text, html, engine.board_svg(facts.view) if engine else "")


def _context(facts: Facts, reader: Reader) -> dict[str, Any]:
    """The template data that all kinds share."""
    lines = parts.receipts(facts)
    return {
        "facts": facts,
        "asked": facts.asked,
        "reader": reader,
        "deadline": parts.deadline(facts, reader),
        "lines": lines,
        "remarks": [plain(remark, 1000) for remark in facts.remarks],
        "receipt_head": receipt.summary(facts.lines),
        "event_lines": parts.event_lines(facts.events),
        "notice_lines": parts.notice_lines(facts),
        "notices": parts.notice_lines(facts, ""),
        "earlier_lines": [
            line
            for before in facts.earlier
            for line in (*parts.event_lines(before.events), *parts.notice_lines(before))
        ],
        "earlier": [(before.events, parts.notice_lines(before, "")) for before in facts.earlier],
        "example": facts.asked is not None and facts.asked.kind == "turn",
        "reply": parts.reply_lines(facts),
        "deals": parts.deal_lines(facts),
        "home": [plain(order, 200) for order in facts.home],
        "plans": [plain(order, 200) for order in facts.plans],
        "game_page": reader.page("game", reader.slug),
        "rules_page": reader.page("rules"),
        "account_page": reader.page("account"),
    }


class _Bound:
    """A Django template that takes a plain dictionary."""

    def __init__(self, name: str) -> None:
        self.template: Template = get_template(name)  # type: ignore[assignment]

    def render(self, context: dict[str, Any]) -> str:
        return str(self.template.render(context))  # type: ignore[arg-type]


@cache
def _template(kind: str, part: str) -> _Bound:
    return _Bound(f"letters/{kind}/{part}")


@cache
def _inliner() -> css_inline.CSSInliner:
    """Moves style rules into the elements; those in @media (dark mode) stay in the head."""
    return css_inline.CSSInliner(
        keep_style_tags=False, keep_at_rules=True, load_remote_stylesheets=False
    )
