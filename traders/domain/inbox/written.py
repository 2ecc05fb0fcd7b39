"""What a sender wrote above the quote: a letter's orders end at a line `--`, a signature, or the quoted letter (ORDERS.md). Pure."""

from __future__ import annotations

import re

from mailparser_reply import EmailReplyParser

MOST_READ = 12_000
"""Characters given to the reply parser, whose patterns are slow on long quotes. What lies behind is quote or no order."""

MARKER = "Write your orders above this line"
"""Stands in every letter of the house, so that its quote is known in any language and any mail program."""

_LANGUAGES = ["en", "de", "fr", "it", "es", "nl", "pl", "sv", "da", "ja", "cs", "no"]

_END = re.compile(
    r"""^(?:
        --\s*$                                   # our own end mark, and the signature mark of mail programs
        | [>|]                                   # a quoted line
        | -{2,}\s?.{0,40}(?:original|forwarded|weitergeleitet|urspr|d'origine|inoltrat|mensaje|mensagem).{0,40}-{2,}\s*$
        | _{10,}\s*$                             # the rule above an Outlook quote
    | \*\ \*\ \*$                            # the same, drawn in HTML
    | [^\W\d_a-z]\w*\s?:\s(?=.*[@<])         # a heading of a quoted letter in another alphabet
        | begin\ forwarded\ message              # Apple
        | (?:sent|get|envoy|gesendet|von\ meinem|enviado|inviato|verzonden|skickat|wys|sendt|odesl)\S*\s.{0,30}
          (?:from|von|depuis|desde|da|vanaf|från|fra|z|for|my|meinem|iphone|ipad|android|outlook|samsung|blackberry).{0,60}$
        | (?:from|von|de|da|van|från|fra|od)\s*:\s.*[@<]
        | (?:on|am|le|el|il|op|den|dnia|em|dne|på)\s.{4,200}(?:wrote|schrieb|écrit|escribió|scritto|schreef|skrev|napisał|escreveu|napsal)\S*\s*:?\s*$
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_TYPOGRAPHY = str.maketrans(
    {"\u00a0": " ", "\u202f": " ", "\u200b": "", "\ufeff": "", "\u2019": "'", "\u2018": "'", "\u201c": '"', "\u201d": '"'}
)


_GREETING = re.compile(
    r"^(?:hi|hello|hey|dear|good (?:morning|day|evening|afternoon)|hallo|moin|salut|bonjour|hola)\b[^:]{0,40}$", re.IGNORECASE
)
_FAREWELL = re.compile(
    r"^(?:(?:many |with )?thanks|thank you|thx|cheers|(?:kind|best|warm) (?:regards|wishes)|best|regards|yours|greetings|bye|see you)\b[^:]{0,40}$",
    re.IGNORECASE,
)
_ATTRIBUTION = re.compile(r".*(?:\d{1,4}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}:\d{2}|@).*")


def written(text: str) -> str:
    """The lines that the sender wrote, without quote and signature; empty if there are none."""
    head = text[:MOST_READ].translate(_TYPOGRAPHY)
    lines: list[str] = []
    for line in head.split("\n"):
        bare = line.strip()
        if _END.match(bare) or MARKER.lower() in bare.lower():
            _drop_attribution(lines)
            break
        lines.append(bare)
    above = "\n".join(_without_courtesies(lines)).strip("\n")
    if not above.strip():
        return ""
    parsed = EmailReplyParser(languages=_languages()).parse_reply(text=above + "\n")
    kept = (parsed or "").strip("\n")
    # the parser knows more headers of quotes than we do; it may only shorten, never pick what stands below a quote
    return kept if kept and above.startswith(kept) else _shorter(above, kept)


def _drop_attribution(lines: list[str]) -> None:
    """Take off what stands right above a quote in a language that nobody here knows: a date or an address, and a colon at its end."""
    while lines and not lines[-1]:
        lines.pop()
    last = len(lines)
    if last and lines[-1].endswith(":"):
        while last and lines[last - 1] and len(lines) - last < 3:
            last -= 1
        if any(_ATTRIBUTION.match(line) for line in lines[last:]):
            first = next(i for i in range(last, len(lines)) if _ATTRIBUTION.match(lines[i]))
            del lines[first:]


def _without_courtesies(lines: list[str]) -> list[str]:
    """The lines without a greeting at the top and without what follows a farewell."""
    first = next((i for i, line in enumerate(lines) if line), None)
    if first is not None and _GREETING.match(lines[first]):
        lines = lines[first + 1 :]
    end = next((i for i, line in enumerate(lines) if _FAREWELL.match(line)), len(lines))
    return lines[:end]


def _shorter(above: str, kept: str) -> str:
    """The lines of `above` as far as the parser kept them, in order from the top."""
    wanted = kept.split("\n")
    lines: list[str] = []
    for line in above.split("\n"):
        if wanted and line.strip() == wanted[0].strip():
            lines.append(line)
            wanted.pop(0)
        elif line.strip():
            break
    return "\n".join(lines).strip("\n")


def _languages() -> list[str]:
    from mailparser_reply.constants import MAIL_LANGUAGES

    return [language for language in _LANGUAGES if language in MAIL_LANGUAGES]
