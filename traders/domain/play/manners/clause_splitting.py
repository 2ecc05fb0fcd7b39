"""A line made plain, and divided: sentences, clauses, and what stands between them."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from traders.domain.play.manners.closed_word_classes import written_out
from traders.domain.play.manners.hedge_detection import leaves_open
from traders.engines.kernel.grammar.order_parts import LIST_MARK

MOST_CLAUSES = 24
"""Parts into which a line is divided; a line with more is a text."""
LONGEST = 400
"""Characters of a line in which manners are looked for."""

_TYPOGRAPHY = str.maketrans({
    "’": "'", "‘": "'", "‚": "'", "‛": "'", "ʼ": "'", "´": "'", "`": " ", "“": '"', "”": '"',
    "„": '"', "‟": '"', "«": '"', "»": '"', "–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-",
    "…": ".", "。": ".", "、": ",", "→": " , ", "⇒": " , ", "➜": " , ", "➡": " , ", "•": " ",
    "×": "x", "✕": "x", "✖": "x", **dict.fromkeys("❌🚫⛔🛑👎✋", " nope "),
    **dict.fromkeys("🤔🤷", " hmm "),
})  # fmt: skip
_SMILEY = re.compile(r"(?<![\w])(?:[:;=8][-o']?[)(\]\[dpDP/|3*]+|<3|\^\^|\^_\^|xd)(?![\w])")
_MARKUP = re.compile(r"(?<!\w)[*_]+(?=\S)|(?<=\S)[*_]+(?!\w)")
_ARROW = re.compile(r" ?(?:(?<![-=])[-=]+>|>+) ?")
_BRACKET = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]")
_NOTE = re.compile(r"\s#(?!\d)(?:\s|\b)(.*)$")
_GLUED = re.compile(r"\b(\d{1,2})(?=[a-z]{3})")
"""A number and what it counts, without a blank: `2food`."""
_NUMBERED = re.compile(r"(?<!\w)#(\d)")
_MENTIONED = re.compile(r'"[^"]+"\W*\w')
"""What stands in quotation marks, of which the rest of the line speaks."""
_SENT_FROM = re.compile(
    r"(?<=[\s.!?,])sent (?:from|via|with) [\w ]{0,24}\b(?:(?:i|smart)?phone|i?pad|tablet|android"
    r"|outlook|mobile|galaxy|samsung|blackberry|mail)\b[\w ]{0,16}[.!]?$"
)
"""What a telephone appends, in the line itself."""
_AND = re.compile(r" ?[&+] ?|(?<=\w) '?n'? (?=\w)")
_DICTATED = {
    "full stop": ".", "fullstop": ".", "comma": ",", "semicolon": ";", "semi colon": ";",
    "exclamation mark": "!", "exclamation point": "!", "question mark": "?", "new line": ".",
    "new paragraph": ".", "newline": ".", "period": ".",
}  # fmt: skip
_SPOKEN = re.compile(r",? ?\b(" + "|".join(_DICTATED) + r")\b[\s.,]*")
_SEPARATOR = re.compile(
    r" ?(?:[,;:]|(?<!\b[a-z])(?<!\b(?:dr|mr|st))(?<!\bmrs)[.!](?=\s|$|[a-z]{3}))+ ?"
    r"(?:(?:and )?then\b|and\b|after that\b|afterwards\b)? ?,? ?| -+ | ?/ ?| \(?\d\)[.,]? "
    r"| (?:and then|then|and after that|after that|followed by|and also|and|plus) "
)
_SENTENCE = re.compile(r"[.!;]")


class Plain(NamedTuple):
    """A line in plain small letters. `turned`: something that was left out of it may turn what it
    says: words in brackets, a note.
    """

    text: str
    turned: bool


class Clause(NamedTuple):
    """A part of a line. `gap`: what parts it from the one before; `ends`: whether a sentence ends
    behind it.
    """

    text: str
    gap: str
    ends: bool


def plain(line: str) -> Plain:
    """The line without emoji, bold type, brackets, notes and list marks, in small letters, with
    contractions written out and dictated signs as signs.
    """
    text = " ".join(line[: LONGEST * 4].translate(_TYPOGRAPHY).split())
    raised = any(unicodedata.category(c) == "No" for c in text)  # `10²` is no 102
    text = unicodedata.normalize("NFC" if raised else "NFKC", text)
    text = "".join(" " if _is_picture(c) else c for c in text).casefold()
    text = _SENT_FROM.sub("", text)
    text = LIST_MARK.sub("", _MARKUP.sub("", _SMILEY.sub(" ", text)).strip())
    left_out: list[str] = []

    def out(found: re.Match[str]) -> str:
        left_out.append(next(filter(None, found.groups()), ""))
        return " "

    text = _NOTE.sub(out, _BRACKET.sub(out, text))
    text = _ARROW.sub(" , ", " ".join(text.split()))
    text = re.sub(r"\.{2,}", ". ", text)
    text = _AND.sub(" and ", _GLUED.sub(r"\1 ", _NUMBERED.sub(r"\1", text)))
    text = _SPOKEN.sub(lambda found: f"{_DICTATED[found[1]]} ", text)
    text = " ".join(written_out(text).split())
    if len(text) > 2 and text[0] == text[-1] == '"':
        text = text.strip('"').strip()
    mentioned = _MENTIONED.match(text) is not None
    own = [one for one in left_out if not one[:1].isdigit()]  # others are copied from our letters
    turned = any(leaves_open(written_out(one)) for one in own)
    return Plain(text, turned or mentioned)


def asks(text: str) -> bool:
    """Whether a plain line asks: it, or a sentence in it, ends with a question mark, or it begins
    as questions do (PR-RECEIPT-09).
    """
    return "?" in text or bool(_QUESTION.match(text))


_QUESTION = re.compile(
    r"(?:if (?!possible|it\b|you\b)[^,.!;:?]{3,60}, (?!who knows))?"
    r"(?:(?:and|so|also|please|hi|hello|ok|okay|well|sorry|but|hmm?|now|then|just wondering)"
    r"[,.!:]*\s+)*"
    r"(?!what an? (?:(?!(?:is|are|do|does|did|costs?|means?|brings?|takes?|has|for)\b)"
    r"\w+[ ,]*){1,6}(?:[.!]|$))"
    r"(?:(?:what|how|may|who|whose|whom|when|where|why|which)\b(?! ?:)|can\b(?! not\b)"
    r"|(?:does|did|is|are|am|was|were|has|had)\s+\w+"
    r"|(?:could|should|shall|might|must|do|will|would|have)\s+"
    r"(?:i\b(?! (?:please )?have the)|we|he|she|they|there|anyone|anybody|someone|somebody)\b"
    r"|i\s+(?:wonder|am\s+wondering|was\s+wondering|would\s+like\s+to\s+know|want\s+to\s+know"
    r"|need\s+to\s+know|do\s+not\s+(?:know|understand|see|get))\b"
    r"|(?:any\s+idea|tell\s+me|explain|remind\s+me|define"
    r"|(?:the\s+)?(?:definition|meaning)\s+of)\b"
    r"|(?:could|would|will)\s+(?:you|someone|somebody|anyone)\s+(?:please\s+)?"
    r"(?:tell|explain|say|remind|show|let\s+me\s+know|help)\b)"
)


def clauses(text: str) -> list[Clause]:
    """The parts of a plain line between full stops, semicolons, commas, colons, dashes, `then` and
    `and`; none where there are too many.
    """
    found: list[Clause] = []
    at, gap = 0, ""
    for separator in _SEPARATOR.finditer(text):
        if separator.end() == separator.start():
            continue
        part = text[at : separator.start()].strip()
        if part:
            found.append(Clause(part, gap, bool(_SENTENCE.search(separator[0]))))
            gap = separator[0]
        else:
            gap += separator[0]
        at = separator.end()
    last = text[at:].strip()
    if last:
        found.append(Clause(last, gap, True))
    if found:
        found[-1] = found[-1]._replace(ends=True)
    return found if len(found) <= MOST_CLAUSES else []


def joined(parts: list[Clause]) -> str:
    """Clauses as one again."""
    return "".join(f"{part.gap if n else ''}{part.text}" for n, part in enumerate(parts))


def _is_picture(c: str) -> bool:
    """Whether it is a sign that nobody reads aloud: emoji and their joiners."""
    if c < "\u2000":
        return False
    return (
        unicodedata.category(c) in ("So", "Sk", "Cn", "Cs", "Co") or c in "\ufe0f\ufe0e\u200d\u20e3"
    )
