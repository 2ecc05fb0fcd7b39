"""How templates write times, seats and rules. A builtin library: no template loads it."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import quote

from django import template
from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.html import conditional_escape, escape, format_html
from django.utils.safestring import SafeString, mark_safe

from traders.domain.calendar import clock
from traders.domain.letters.plain_text_layout import dated_in, distance, typed
from traders.domain.people import visibility
from traders.domain.play.commands import registry
from traders.domain.play.commands.command import Command
from traders.domain.read_models.rulebook_names import book_of_rule
from traders.engines.kernel.book.rulebook import RULE_ID
from traders.engines.kernel.words import capital, in_quotes
from traders.engines.registry import ENGINES, engine
from traders.models import Game
from traders.version import VERSION

register = template.Library()

ORDER = re.compile(r"`([^`\n]+)`")


@register.simple_tag
def release() -> str:
    """The release that runs, for the foot of the pages."""
    return VERSION


def relative(moment: datetime, now: datetime) -> str:
    """`in 5 hours`, `3 days ago`, `just now`: in the words of letters, which site.js keeps up to
    date.
    """
    seconds = (moment - now).total_seconds()
    if -60 < seconds < 1:  # what has come bears whole seconds, or another machine's
        return "just now"
    words = distance(timedelta(seconds=int(abs(seconds))))
    return f"{words} ago" if seconds < 0 else f"in {words}"


@register.filter
def when(moment: datetime | None) -> str | SafeString:
    """A time in the reader's zone, with the zone's name."""
    if moment is None:
        return ""
    local = timezone.localtime(moment)
    year = "" if local.year == timezone.localtime(clock.shown()).year else f" {local.year}"
    return format_html(
        '<time datetime="{}">{}</time>',
        moment.isoformat(),
        f"{local:%a %-d %b}{year}, {local:%H:%M} {local:%Z}",
    )


@register.filter
def until(moment: datetime | None) -> str | SafeString:
    """How long till then, or since."""
    if moment is None:
        return ""
    return format_html(
        '<time datetime="{}" data-relative>{}</time>',
        moment.isoformat(),
        relative(moment, clock.shown()),
    )


@register.filter
def colour(name: str) -> str | SafeString:
    """A seat by its colour: a mark in that colour and its name, so that no one needs to see the
    colour.
    """
    return (
        format_html('<span class="seat seat-{}">{}</span>', name, str(name).capitalize())
        if name
        else ""
    )


@register.simple_tag
def said(prefix: str) -> Command:
    """The command of the registry that begins so: its words, help and rule."""
    return registry.by_prefix(prefix)


@register.filter
def rules(ids: Any) -> SafeString:
    """Links to rules, from one id or several."""
    names = [ids] if isinstance(ids, str) else list(ids or ())
    return mark_safe(" ".join(_rule_link(name) for name in names if name))  # noqa: S308 - all escaped


@register.filter
def cite(text: str) -> SafeString:
    """Running text with its orders, which stand between backticks, as code and its rule ids as
    links.
    """
    return mark_safe(RULE_ID.sub(lambda found: _rule_link(found[0]), code(text)))  # noqa: S308 - escaped there


@register.filter
def quoted(text: str) -> str:
    """What a person wrote, on one line among the page's own words."""
    return in_quotes(text)


@register.filter
def may_break(form: str) -> SafeString:
    """A form of an order that may go on in a new line behind each of its alternatives."""
    return mark_safe(escape(form).replace("|", "|<wbr>"))  # noqa: S308 - escaped first


@register.filter
def code(text: str) -> SafeString:
    """Running text with its orders, which stand between backticks, as code."""
    return mark_safe(ORDER.sub(r"<code>\1</code>", conditional_escape(text)))  # noqa: S308 - escaped


register.filter(typed)


@register.filter
def hours(text: str, at: datetime | None = None) -> str:
    """Running text that was written at that time, or now, with the hours that it names in UTC in
    the reader's zone; an answer of several lines stays as it is.
    """
    if "\n" in text.strip():
        return text
    return dated_in(text, at or clock.now(), timezone.get_current_timezone())


def _rule_link(rule_id: str) -> str:
    book = book_of_rule(rule_id)
    if book is None:
        return escape(rule_id)
    return format_html(
        '<a class="rule-id" href="{}#{}">{}</a>', reverse("rulebook", args=[book]), rule_id, rule_id
    )


@register.filter
def item(mapping: object, key: object) -> Any:
    """`mapping[key]`, or nothing."""
    return mapping.get(key, "") if hasattr(mapping, "get") else ""


@register.filter
def plain(value: object) -> str:
    """A value of a view in words, whatever its shape."""
    if isinstance(value, dict):
        return ", ".join(f"{words(name)}: {plain(one)}" for name, one in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(plain(one) for one in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


@register.filter
def game_title(system: str) -> str:
    """A system's own title: `star-traders` is `Star Traders`; what is none, as it is written."""
    return engine(system).title if system in ENGINES else system


@register.filter
def open_to_all(game: Game) -> bool:
    """Whether everybody may watch the game."""
    return visibility.is_open_to_all(game)


@register.filter
def words(name: str) -> str:
    """A name with hyphens or underscores as words with a capital: `interval_time` is `Interval
    time`.
    """
    return capital(str(name).replace("_", " ").replace("-", " "))


@register.simple_tag(takes_context=True)
def here(context: dict[str, Any], prefix: str) -> SafeString:
    """`aria-current` for the part of the house that the page belongs to."""
    request = context.get("request")
    path = request.path if request else ""
    return (
        mark_safe(' aria-current="page"')
        if path == prefix or (prefix != "/" and path.startswith(prefix))
        else SafeString("")
    )


@register.simple_tag(takes_context=True)
def sign_in(context: dict[str, Any]) -> str:
    """The address at which one signs in, and comes back to this page."""
    request, page = context.get("request"), reverse("account_login")
    if request is None or request.method != "GET" or request.path == "/":
        return page
    signing_in = request.path.startswith("/accounts/")
    back = request.GET.get("next", "") if signing_in else request.get_full_path()
    return f"{page}?next={quote(back)}" if back else page


@register.simple_tag
def embedded() -> bool:
    """Whether this is the set-up of `make run`, with its mailbox page."""
    return bool(settings.EMBEDDED)
