"""Rendering a letter: facts and reader become subject, text and HTML, in a frame that all kinds
share, with parts of each kind's own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import css_inline
from django.template import Template
from django.template.loader import select_template

from traders.domain.letters import cited_rules, letter_sections, menus
from traders.domain.letters.board_excerpt import part_of, shown_width
from traders.domain.letters.board_name import board_name
from traders.domain.letters.daily_summary import daily_summary_context
from traders.domain.letters.dice_mixture_footer import mixed_in
from traders.domain.letters.game_over import over_context
from traders.domain.letters.letter_facts import ASKING, OF_PLAY, Facts, Happening
from traders.domain.letters.letter_recipient import Reader
from traders.domain.letters.menus import Menu
from traders.domain.letters.multiline_text_layout import unwrapped
from traders.domain.letters.order_receipt import receipts, still_asked
from traders.domain.letters.plain_text_layout import plain, tidy, to_reader
from traders.domain.letters.reminder import reminder_context
from traders.domain.letters.seatless_questions import asked_context
from traders.domain.letters.subjects import (
    BETWEEN,
    STILL_PLAYING,
    asked_back_in,
    can_win,
    mark,
    nearest,
    subject_of,
)
from traders.domain.letters.svg_decomposition import Box
from traders.domain.letters.welcome import welcome_context
from traders.domain.table.answer_size_limit import cut
from traders.engines import registry
from traders.engines.kernel.contract.contract import Engine
from traders.engines.kernel.words import capital, fold
from traders.models import LetterKind

ADDED: dict[str, Callable[[Facts, Reader], dict[str, Any]]] = {
    LetterKind.WELCOME: welcome_context,
    LetterKind.OVER: over_context,
    LetterKind.ASKED: asked_context,
    LetterKind.DIGEST: daily_summary_context,
    LetterKind.REMINDER: reminder_context,
}
"""The additional template data of some kinds."""

SAYING_WHO_LEADS = frozenset((LetterKind.TURN, LetterKind.REMINDER))
"""Kinds that say who is nearest to winning."""
UNSEEN = frozenset((LetterKind.INTERVAL, LetterKind.HAPPENED))
"""Kinds that say of a reaction window that its answers are kept secret."""
SEEN_BY_NOBODY = "Nobody sees your answer before the window closes."
WITH_BOARD = frozenset((*OF_PLAY, LetterKind.OVER))
"""Kinds that show the board; others say where the reader stands."""
TELLING_LINES = frozenset((LetterKind.RECEIPT, LetterKind.OVER))
"""Kinds that tell what came of the reader's lines with these."""
SHORTENED = frozenset((LetterKind.TURN, LetterKind.INTERVAL))
"""Kinds that are shortened, where they ask for a turn."""
MOST_WORDS = 180
"""Words of a turn's letter before its footer, from which on its news are shortened."""
MOST_SHORTENED = 120_000
"""Octets of a letter that was shortened, as `weight` counts them."""
LEAST_NEWS = 10
"""Words that are left to the news in any case."""
SIGNED = "\n-- \n"
"""What stands above the footer."""
_HOUR = re.compile(r"\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?:\s+\d+\s+\w+,)?\s+\d\d:\d\d")
UNSET = "UTC"
"""The zone of a reader who told none: letters that name an hour say so."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """A letter without headers."""

    subject: str
    text: str
    html: str
    svg: str
    """The board as a picture, "" if the letter shows none."""
    part: Box | None = None
    """The part of it that is shown; None for all of it."""


def render(kind: str, facts: Facts, reader: Reader, seen: str = "") -> Rendered:
    """Render a letter of that kind. `seen`: the name of the board that its reader was shown last,
    which is not sent again.
    """
    context = _context(kind, facts, reader)
    context |= ADDED[kind](facts, reader) if kind in ADDED else {}
    if context["by_when"] and context["window"] and kind in UNSEEN and not facts.paused:
        context["by_when"] = f"{context['by_when']} {SEEN_BY_NOBODY}"
    titles = [section["title"] for section in context.get("sections", ())]
    subject = subject_of(kind, facts, reader, titles)
    engine = registry.engine(facts.view["system"]) if facts.view else None
    told = {fold(line.text) for line in facts.lines if line.answer == "told"}
    shown = engine if engine and kind in WITH_BOARD else None
    turn = facts.asked is not None and facts.asked.is_turn
    context |= {
        "kind": kind,
        "subject": subject,
        "event": subject.partition(BETWEEN)[0],
        "cid": reader.cid,
        "board": unwrapped(shown.board_text(facts.view)).rstrip() if shown else "",
        "brief": _brief(engine, facts) if engine and "status" not in told else "",
        **_orders(kind, facts, reader, subject, turn=turn, window=context["window"]),
    }
    context |= _picture(kind, shown, facts, context, seen) if shown else {}
    text = tidy(_template(kind, "txt").render(context))
    if context["hours_unset"] and not _HOUR.search(text):
        context["hours_unset"] = False
        text = tidy(_template(kind, "txt").render(context))
    if turn and kind in SHORTENED and (over := _over(text)):
        most = len(" ".join(context["news"]).split()) - over
        context["news"], rest = letter_sections.news_within(facts, reader, max(most, LEAST_NEWS))
        context["rest"] = rest
        text = tidy(_template(kind, "txt").render(context))
        menu: Menu | None = context["menu"]  # all of it stands in the HTML
        while _over(text) and menu and (menu := menus.shorter(menu)):
            text = tidy(_template(kind, "txt").render(context | {"menu": menu}))
    html = _inliner().inline(_template(kind, "html").render(context))
    return Rendered(subject, text, html, context.get("picture", ""), context.get("part"))


def _picture(
    kind: str, shown: Engine[object, object], facts: Facts, context: Mapping[str, Any], seen: str
) -> dict[str, Any]:
    """The template data of the board's picture: all of it in a player's first letter and the last,
    else the part where things moved, and where the reader is; none where it was `seen`.
    """
    svg = shown.board_svg(facts.view)
    whole = kind in (LetterKind.WELCOME, LetterKind.OVER) or "handed" in facts.extra
    if board_name(svg) == seen and not whole:
        return {"unchanged": True}
    said = (context[name] for name in ("question", "brief", "advice"))
    named = (*said, *context["news"], *context["good_turn"])
    part = None if whole else part_of(svg, shown.places(facts.view), named)
    return {"picture": svg, "part": part, "wide": shown_width(svg, part)}


def _brief(engine: Engine[Any, Any], facts: Facts) -> str:
    """How the reader stands; "" where an answer has said it already."""
    brief = engine.brief(facts.view)
    return "" if any(brief in line.words for line in facts.lines) else brief


def _over(text: str) -> int:
    """By how many words a turn's letter is too long; 0 for one that is not."""
    return max(0, len(text.partition(SIGNED)[0].split()) - MOST_WORDS)


def shortened(rendered: Rendered, page: str) -> Rendered:
    """The beginning of a letter that is too long as a whole, and the page with the rest, without
    its picture.
    """
    text, signed, foot = rendered.text.rpartition(SIGNED)
    begin = cut(text or foot, MOST_SHORTENED, f"\nThe rest is on the page:\n{page}")
    foot = cut(foot, 4_000, "") if signed else ""
    short = f"{begin}\n{signed}{foot}" if signed else f"{begin}\n"
    data = {"subject": rendered.subject, "text": short, "page": page}
    html = _template("shortened", "html").render(data)
    return Rendered(rendered.subject, short, html, "")


def framed(folder: str, subject: str, context: Mapping[str, object]) -> Rendered:
    """A letter about no game, to somebody of whom nothing is known, in the frame of all letters."""
    data = {**context, "subject": subject}
    text = tidy(_template(folder, "txt").render(data))
    html = _inliner().inline(_template(folder, "html").render(data))
    return Rendered(subject, text, html, "")


def _context(kind: str, facts: Facts, reader: Reader) -> dict[str, Any]:
    """The template data that all kinds share."""
    kept = _kept(facts, reader)
    asked, short = facts.asked, kind == LetterKind.RECEIPT
    welcome = kind == LetterKind.WELCOME  # what was dealt stands under YOUR START
    goes_on = short and asked is not None and asked.kind == "turn" and not facts.paused
    came, asked_back, news = _news(kind, facts, reader)
    until = letter_sections.deadline(facts, reader)
    question = letter_sections.question(asked, facts, reader, until) if asked else ""
    answered = still_asked(facts, until) if short and not goes_on else ""
    waits = letter_sections.waits(facts, reader, until)
    context = {
        "facts": facts,
        "asked": asked,
        "reader": reader,
        "question": question,
        "short": short,
        "still": capital(question) if goes_on else answered,
        "by_when": ""
        if answered or (kind == LetterKind.HAPPENED and facts.held)
        else letter_sections.by_when(facts, reader, until, short=short),
        "late": kind == LetterKind.HAPPENED,
        "window": letter_sections.is_window(facts),
        "can_win": can_win(asked, reader) if kind == LetterKind.INTERVAL else "",
        "nearest": nearest(facts, reader) if kind in SAYING_WHO_LEADS else "",
        "stop": facts.extra.get("stop", "") if kind == LetterKind.INTERVAL else "",
        "why_asked": letter_sections.why_asked(facts) if kind == LetterKind.INTERVAL else "",
        "handed": letter_sections.handed(facts, reader),
        "asked_back": asked_back,
        "explained": facts.extra.get("explained", ()),
        "deadline": until,
        "waits": "" if asked or facts.ended or welcome else waits,
        "told": letter_sections.told_to(reader, facts, facts.extra.get("told", ())),
        "waits_bare": waits,
        "remarks": letter_sections.told_to(reader, facts, facts.remarks),
        "news": [] if "handed" in facts.extra else news,
        "news_head": letter_sections.news_head(kind, facts),
        "deals": letter_sections.deal_lines(facts),
        "rules": cited_rules.rules_of(facts),
        "game_page": reader.page("game", reader.slug),
        "history_page": reader.page("history", reader.slug),
        "account_page": reader.page("account"),
        "hours_unset": reader.zone.key == UNSET,
        "subject_mark": mark(reader.number) if welcome or "handed" in facts.extra else "",
        "mixed": mixed_in(facts) if facts.mixture or facts.earlier else "",
        **kept,
    }
    context["receipt_head"], context["lines"] = receipts(facts, reader, came)
    return context


def _news(kind: str, facts: Facts, reader: Reader) -> tuple[Sequence[Happening], str, list[str]]:
    """What came of the reader's lines, where it is told with these; what a letter of news asks of
    its reader, which is its first line; and the rest of the news.
    """
    done = kind in TELLING_LINES and any(line.answer in ("done", "opened") for line in facts.lines)
    came = letter_sections.told_here(facts) if done else ()
    if kind == LetterKind.WELCOME:
        return came, "", letter_sections.notice_lines(facts, facts.at, reader)
    news = letter_sections.news(facts, reader, came)
    asks = asked_back_in(facts) if kind == LetterKind.HAPPENED else ""
    if asks:
        news = [line for line in news if not line.startswith((STILL_PLAYING, asks))]
    return came, asks, news


def _kept(facts: Facts, reader: Reader) -> dict[str, Any]:
    """The template data of what the reader said ahead: what comes home, and a plan that stopped."""
    why, plans = "", list[str]()
    if facts.plans:
        why, plans = letter_sections.stopped(reader.system, reader.seat, facts.plans, facts.events)
    home = [plain(order, 200) for order in facts.home]
    return {"home": home, "why_stopped": why, "plans": plans}


def _orders(
    kind: str, facts: Facts, reader: Reader, subject: str, *, turn: bool, window: bool
) -> dict[str, Any]:
    """The template data of what the reader may order, in their `turn` or in a reaction `window`: an
    example, then what else, then how.
    """
    asked, told = facts.asked, {fold(line.text) for line in facts.lines}
    asking = kind in ASKING and asked is not None
    together = facts.suggestion is not None and len(facts.suggestion.orders) > 1
    listed = asking and facts.offers and not together
    asks = window or (asked is not None and not asked.is_turn)
    answered = asks and facts.suggestion is not None
    example = letter_sections.reply_lines(facts) if turn or answered or not listed else []
    reminded = kind == LetterKind.REMINDER and example
    shown = asking and "orders" not in told and not reminded
    menu = menus.menu(facts, reader, subject, example, window=window) if shown else Menu()
    (link,) = reader.answering(subject, ["\r\n".join(example)]) if example else [""]
    return {
        "menu": menu,
        "menu_head": "OR" if answered else "YOU MAY ALSO" if example else "YOU MAY",
        "good_turn": example,
        "good_turn_head": letter_sections.reply_head(facts, kind, turn=turn, window=asks),
        "advice": to_reader(letter_sections.advice(facts), reader.who) if example else "",
        "good_turn_link": link,
        "all_orders": asking,
        "how_to_answer": asking and kind != LetterKind.WELCOME and bool(reader.answer_to),
    }


class _Bound:
    """A Django template that takes a plain dictionary."""

    def __init__(self, *names: str) -> None:
        self.template: Template = select_template(names)

    def render(self, context: Mapping[str, object]) -> str:
        return str(self.template.render(context))  # type: ignore[arg-type]


@cache
def _template(folder: str, ending: str) -> _Bound:
    """The body of letters of that folder; the frame's alone where they add nothing."""
    return _Bound(f"letters/{folder}/body.{ending}", f"letters/frame.{ending}")


@cache
def _inliner() -> css_inline.CSSInliner:
    """Moves style rules into the elements; those in @media (dark mode) stay in the head."""
    return css_inline.CSSInliner(
        keep_style_tags=False, keep_at_rules=True, load_remote_stylesheets=False
    )
