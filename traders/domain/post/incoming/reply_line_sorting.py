"""Sorting the lines of a reply: orders, prose, signature, quote. A letter's orders end at a line
`--`, a signature, or the quoted letter (docs/orders.md).

Quotes of our own letters are found by their text (`quote_detection`). The patterns here are for
quotes of other letters; each reads one line in time that grows with its length. Nothing below the
first sign of a quote is carried out: a lost order can be asked for again, an order that nobody
wrote cannot be undone. The receipt names lines there that read as orders (PR-RECEIPT-06).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from traders.domain.play.commands.interpreter import MOST_LINE
from traders.domain.play.manners.courtesy_and_doubt_detection import (
    casts_doubt,
    hangs_on,
    heads,
    says_on,
    turns_from_below,
)
from traders.domain.post.incoming.footer_removal import doubts, within_limit, without_footer
from traders.domain.post.incoming.order_recognition import ORDERS, Reading, Recognition, prose
from traders.domain.post.incoming.quote_detection import (
    ATTRIBUTION,
    MOST_HEAD,
    NOTHING,
    OwnLetters,
    head_above,
    is_marked,
    says_who_wrote,
    speaks_of_a_letter,
)
from traders.engines.kernel.seats import COLOURS
from traders.engines.kernel.words import harmless

MOST_READ = 24_000
"""Characters that are read: beyond them is quote, or no order."""
MOST_PROSE = 3
"""Lines above the first order that may be prose: more of them are a text that somebody else wrote.
"""
MOST_SEARCHED = 400
"""Lines below the end that are searched for orders."""

MOST_HEARD = 8
"""Of these, lines without a mark that are read with their manners."""

_FROM = (
    r"(?:from|von|de|da|van|från|fra|od|lähettäjä|feladó|kimden|gönderen|от|від|από|差出人|发件人|"
    r"寄件者|보낸\s*사람|expéditeur|remitente|mittente|afzender|avsändare|afsender|nadawca|"
    r"odesílatel|absender)"
)
_SENT = (
    r"(?:sent|date|to|subject|cc|gesendet|datum|an|betreff|envoyé|à|objet|enviado|fecha|para|"
    r"asunto|assunto|data|inviato|a|oggetto|verzonden|aan|onderwerp|skickat|till|ämne|sendt|til|"
    r"emne|wysłano|do|temat|odesláno|komu|předmět|reply-to|lähetetty|elküldve|дата|кому|тема|"
    r"отправлено|日時|宛先|件名|发送时间|收件人|主题|보낸\s*날짜|받는\s*사람|제목)"
)
_DASHES = r"(?:-{2,3}|[–—―]{1,3})\s*$"
_DASHED = re.compile(_DASHES)
_END = re.compile(
    rf"""^(?:
        {_DASHES}                                      # our own end mark, and a signature's
        | [>|]                                         # a quoted line
        | [-_=]{{2,}}\s?[^-_=]{{3,60}}\s?[-_=]{{2,}}\s*$  # ----- Original Message -----
        | [_*=–—―-]{{4,}}\s*$                          # the rule above an Outlook quote
        | begin\ forwarded\ message|anfang\ der\ weitergeleiteten
        | début\ du\ message|inizio\ messaggio|inicio\ del\ mensaje
        | {_FROM}\s*[:：]\s.*(?:@|<)                   # From: Traders by Post <…>
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_SENT_FROM = re.compile(
    r"""^(?:
        (?:sent|get|gesendet|verzonden|verstuurd|envoyé|enviado|inviato|skickat|sendt|wysłan\w|
            odeslán\w|lähetetty)\s
            (?:from|with|via|von|mit|vanaf|met|de|depuis|desde|da|från|fra|z)\s.{1,60}
        | .{0,50}(?:\biphone|\bipad|\bandroid|\bsamsung\b|\bgalaxy\b|\bhuawei|\bxiaomi|\bk-9\b|
            \boutlook\s(?:for|für|pour|para|per|voor|til|till|для)|
            \bblackberry|proton\s?mail|\byahoo\smail|\bmail\.ru\b|\bgmx\b|\bweb\.de\b|
            \bthunderbird\b|smartphone\b|\baquamail|\bbluemail).{0,50}
    )$""",
    re.IGNORECASE | re.VERBOSE,
)
"""Lines that telephones append to a letter."""
_SENT_BEHIND = re.compile(r"(?<=[.!?])\s*sent (?:from|via|with)\b.*$", re.IGNORECASE)
"""The same behind words of one's own in their line."""
_OPENS_ATTRIBUTION = re.compile(
    r"^(?:on|am|le|el|il|op|den|dnia|em|dne|på|w\sdniu|il\sgiorno|a\(z\)|on\s\w{3}|"
    r"\W?\d{1,4}[./年-]\d{1,2}[./月-]\d{1,4})\b",
    re.IGNORECASE,
)
_NAMES_HOUR_OR_ADDRESS = re.compile(
    r"\d{1,4}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}[:.h]\d{2}|@|\b(?:19|20)\d\d\b"
)
_HEAD_FROM = re.compile(rf"^\*?{_FROM}\s*[:：]", re.IGNORECASE)
_HEAD_REST = re.compile(rf"^\*?{_SENT}\s*[:：]", re.IGNORECASE)
_TYPOGRAPHY = str.maketrans(
    {
        "\u00a0": " ",
        "\u202f": " ",
        "\u200b": "",
        "\u200e": "",
        "\ufeff": "",
        "\u2019": "'",
        "\u2018": "'",
        "\u201c": '"',
        "\u201d": '"',
    }
)
_GREETING = re.compile(
    r"^(?:hi|hello|hey|dear|good (?:morning|day|evening|afternoon)|hallo|moin|liebe[rs]?|"
    r"sehr geehrte|guten (?:tag|morgen|abend)|gr[üu](?:ß|ss) gott|salut|bonjour|bonsoir|cher|"
    r"chère|hola|buen[oa]s|querid[oa]|ciao|buongiorno|salve|hej|hei|cześć|dzień dobry|dobrý den|"
    r"ahoj|olá)\b(?:\s+(?:there|all|every(?:one|body)|folks|both|again|team|friends)\b)?[\s,!.:;–-]*",
    re.IGNORECASE,
)
_NO_GREETING = re.compile(rf"\b(?:{'|'.join(COLOURS)})\b|\d", re.IGNORECASE)
"""A seat to which it is said, or a number."""
_PAUSE = re.compile(r"[,!.;:–]+\s*| - ")
_DASH = re.compile(r"[-–—~]+\s*")
_FAREWELL = re.compile(
    r"""^(?:
        (?:many\s|with\s)?thanks | thank\syou | thx | cheers | best | regards | yours | sincerely
        | (?:with\s)?(?:my\s)?(?:kind|best|warm|kindest|warmest|many|all\sthe)\s
          (?:regards|wishes|greetings|best) | respectfully | greetings
        | have\sa\s(?:nice|good|great|lovely|wonderful|pleasant)\s\w+ | bye | see\syou
        | (?:talk|speak|write)\s(?:soon|later|to\syou) | take\scare | so\slong
        | until\s(?:soon|next\stime)
        | danke | vielen\sdank | (?:viele|liebe|beste|schöne|herzliche|mit\s\w+)\sgrü(?:ß|ss)en?
        | (?:lieben\s|vielen\s)?gr[uü](?:ß|ss)e? | bis\sbald | mfg | lg | vg
        | merci | cordialement | bien\sà | amicalement | à\sbientôt | gracias | saludos | un\ssaludo
        | grazie | cordiali\ssaluti | saluti | bedankt | groet | groeten | met\svriendelijke
        | tack | mvh | hälsningar | hilsen | venlig\shilsen | pozdraw | pozdrawiam | dziękuję
        | děkuji | s\spozdravem | obrigad[oa] | atenciosamente | abraços
    )\b[^:]{0,40}$""",
    re.IGNORECASE | re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class SortedReply:
    """The lines of a letter, sorted into orders and others."""

    orders: tuple[str, ...] = ()
    """Lines to carry out, top to bottom: orders, and from the first one on every line above the
    end.
    """
    above: tuple[str, ...] = ()
    """Prose above the first order; a greeting is left out."""
    after: tuple[str, ...] = ()
    """Prose below the last order: a footer, or a few words that no order follows."""
    end: Literal["", "quote", "signature"] = ""
    """What ends the sender's text."""
    below: tuple[str, ...] = ()
    """Lines below the end that read as orders and are not from our own letters."""
    unseen: tuple[str, ...] = ()
    """Lines that read as orders and that the letter does not show."""
    too_long: str = ""
    """The beginning of the part that was too long to be read."""
    subject: str = ""
    """What of the subject stands below the orders, which it may keep from being done."""

    text: str = field(init=False)
    """The orders as one text."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", "\n".join(self.orders).strip("\n"))


def sorted_reply(
    text: str,
    reads: Recognition = prose,
    own: OwnLetters = NOTHING,
    name: str = "",
    unseen: Sequence[str] = (),
    hears: Recognition | None = None,
) -> SortedReply:
    """Sort the sender's lines, without greeting, quote and signature. `reads` recognizes orders,
    `own` holds the letters that may be quoted, `name` is the sender's; `unseen`: lines that the
    letter does not show; `hears`: recognizes what the sender's own lines say, with manners.
    """
    hears = hears or reads
    lines = _lines(text[:MOST_READ])
    end, quote = _end(lines, reads, own)
    mine = list(lines[:end])
    first = _open(mine, hears)
    farewell = _farewell(mine, first, hears, name)
    ours = [False] * (quote - farewell) + (own.ours(lines[quote:]) if quote < len(lines) else [])
    unmarked = (line for line in lines[farewell:] if line and not is_marked(line))
    unsure = [line for line in unmarked if not says_who_wrote(line)]
    said = {line for line in unsure[:MOST_HEARD] if hears(line) in ORDERS}
    below = [
        line
        for line, our in zip(lines[farewell:][:MOST_SEARCHED], ours, strict=False)
        if not our and not is_marked(line) and (reads(line) in ORDERS or line in said)
    ]
    orders, after = without_footer(_joined(mine[first:farewell], reads), hears)
    orders = within_limit(orders, hears)
    last = [one for one in mine[farewell:] if orders and reads(one) not in ORDERS]
    hedged = doubts(mine[first:farewell], after, orders) if after else []
    regrets = [*hedged, *filter(turns_from_below, last)]
    orders += regrets
    cut = next((n for n, line in enumerate(orders) if len(line) > MOST_LINE), len(orders))
    if cut == len(orders) and len(text) > MOST_READ and end == len(lines):
        cut -= 1  # the last line was cut off
    too_long = orders[cut][:60] if cut < len(orders) else ""
    above = [
        line for line in mine[:first] if line and not line.startswith("#") and not _courtesy(line)
    ]
    return SortedReply(
        tuple(orders[:cut]),
        tuple(above),
        tuple(line for line in after if line not in regrets and not _courtesy(line)),
        _ended_by(lines, end),
        tuple(dict.fromkeys(one for one in below if one not in regrets)),
        _not_shown(unseen, reads, orders),
        too_long,
    )


def _not_shown(unseen: Sequence[str], reads: Recognition, orders: Sequence[str]) -> tuple[str, ...]:
    """Orders that stand only in lines that the letter does not show."""
    found = [
        line
        for line in _lines("\n".join(unseen[:MOST_SEARCHED]))
        if line and reads(line) in ORDERS and line not in orders
    ]
    return tuple(dict.fromkeys(found))


def _farewell(mine: Sequence[str], first: int, reads: Recognition, name: str) -> int:
    """The line with which the sender's own end: a farewell, a name below a dash, a signature."""
    for n in range(first, len(mine)):
        ends = _FAREWELL.match(mine[n]) or _is_dashed(mine[n], name)
        if ends and reads(mine[n]) not in ORDERS:
            return n
    return _signed(mine, reads, name)


def _ended_by(lines: Sequence[str], end: int) -> Literal["", "quote", "signature"]:
    if end == len(lines):
        return ""
    signed = _DASHED.match(lines[end]) or _SENT_FROM.match(lines[end])
    return "signature" if signed else "quote"


def _lines(text: str) -> list[str]:
    return [line.strip() for line in harmless(text).translate(_TYPOGRAPHY).split("\n")]


def _end(lines: Sequence[str], reads: Recognition, own: OwnLetters) -> tuple[int, int]:
    """The first line that the sender did not write, and the first that may be quoted."""
    marked = next((n for n in range(len(lines)) if _ends(lines, n, reads)), len(lines))
    quote = own.begins(lines[: marked + MOST_HEAD], reads)
    if quote is not None and quote <= marked:
        return quote, quote
    if (
        marked < len(lines)
        and not _DASHED.match(lines[marked])
        and not _SENT_FROM.match(lines[marked])
    ):
        marked = head_above(lines, marked, reads)
    return marked, marked


def _is_dashed(line: str, name: str) -> bool:
    """Whether the line is a dash and the first word of the sender's name, whatever follows."""
    dash = _DASH.match(line)
    words = re.findall(r"[^\W_]+", line[dash.end() :].casefold()) if dash else []
    name_words = re.findall(r"[^\W_]+", name.casefold())
    return bool(words and name_words) and words[0] == name_words[0]


def _signed(lines: Sequence[str], reads: Recognition, name: str) -> int:
    """The last line, if it is the sender's name, its first word or its first letter; else the
    number of lines.
    """
    last = next((n for n in range(len(lines) - 1, 0, -1) if lines[n]), 0)
    typed = lines[last].strip("-–—.,! ").casefold() if last else ""
    name_words = name.casefold()
    is_name = bool(typed) and typed in (name_words, name_words.partition(" ")[0], name_words[:1])
    return last if is_name and reads(lines[last]) not in ORDERS else len(lines)


def _open(lines: list[str], reads: Recognition) -> int:
    """The first line of the orders: after a greeting, which is cut off, and after a few lines of
    prose. 0 if no line is an order.
    """
    first = next((n for n, line in enumerate(lines) if line), None)
    if first is None:
        return 0
    greeting = _GREETING.match(lines[first])
    if greeting and reads(lines[first]) not in ORDERS:
        lines[first] = _behind_greeting(lines[first], greeting.end(), reads)
    begin = next((n for n, line in enumerate(lines) if line and not _is_prose(line, reads)), None)
    if begin is None:
        return first + 1 if greeting and _courtesy(lines[first]) else 0
    above = [line for line in lines[:begin] if line and not line.startswith("#")]
    last = max((n for n, line in enumerate(lines[:begin]) if line), default=begin)
    if begin and lines[begin - 1][-1:] not in ("", ".", "!") and hangs_on(lines[begin - 1]):
        begin -= 1  # the order is a part of what it says
    elif begin and (heads(lines[last]) or says_on(lines[last])):
        begin = last
    begin = next((n for n, line in enumerate(lines[:begin]) if casts_doubt(line)), begin)
    return (
        begin
        if len(above) <= MOST_PROSE and not any(speaks_of_a_letter(line) for line in above)
        else 0
    )


def _is_prose(line: str, reads: Recognition) -> bool:
    """Whether the line holds no order, nor anything like one but a name that it greets."""
    found = reads(line)
    return found is Reading.PROSE or (
        found is Reading.NEARLY and line.endswith(",") and _courtesy(line)
    )


def _behind_greeting(line: str, end: int, reads: Recognition) -> str:
    """The line without its greeting, and without the name that it greets, if an order follows; else
    the line unchanged.
    """
    cuts = [end, *(end + pause.end() for pause in list(_PAUSE.finditer(line[end:]))[:3])]
    cuts = [cut for cut in cuts if not _NO_GREETING.search(line[end:cut])]
    behind = [line[cut:] for cut in cuts if line[cut:]]
    read = [rest for rest in behind if reads(rest) in ORDERS] or [
        rest
        for rest in behind[:2]
        if not (rest.endswith(",") and _courtesy(line)) and reads(rest) is not Reading.PROSE
    ]
    return read[0] if read else line


def _courtesy(line: str) -> bool:
    """Whether the line is only a greeting, with the name it greets, or a farewell."""
    greeting = _GREETING.match(line)
    return bool(greeting and len(line[greeting.end() :].split()) <= MOST_PROSE) or bool(
        _FAREWELL.match(line)
    )


def _joined(lines: Sequence[str], reads: Recognition) -> list[str]:
    """The lines, with broken ones joined: press and other free text runs on to the next blank line
    or order, an order behind a `;`, as letters break long ones.
    """
    out: list[str] = []
    running = False
    for line in lines:
        if line and out and out[-1].endswith(";") and reads(out[-1]) is not Reading.PROSE:
            out[-1] += f" {line}"
            continue
        if running and line and not line.startswith("#") and reads(line) is Reading.PROSE:
            out[-1] += f" {line}"
            continue
        out.append(line)
        running = bool(line) and reads(line) is Reading.WORDS
    return out


def _ends(lines: Sequence[str], n: int, reads: Recognition) -> bool:
    """Whether line n is the first that the sender did not write, or the mark above it."""
    line = lines[n][:MOST_LINE]
    own = _SENT_BEHIND.split(line)[0]
    prose = own == line or reads(own) is Reading.PROSE
    if _SENT_FROM.match(line) and prose and reads(line) not in ORDERS:
        return True
    return bool(_END.match(line)) or _attribution(lines, n) or _head(lines, n)


def _attribution(lines: Sequence[str], n: int) -> bool:
    """Whether `On Monday … wrote:` begins at line n, in one line or broken into up to three."""
    if not lines[n] or not (
        _OPENS_ATTRIBUTION.match(lines[n]) or _NAMES_HOUR_OR_ADDRESS.search(lines[n][:MOST_LINE])
    ):
        return False
    whole = ""
    for line in lines[n : n + 3]:
        if not line:
            break
        whole = f"{whole} {line[-400:]}"[-400:].strip()
        if ATTRIBUTION.match(whole) and _NAMES_HOUR_OR_ADDRESS.search(whole):
            return True
        if not _OPENS_ATTRIBUTION.match(lines[n]):
            break
    return False


def _head(lines: Sequence[str], n: int) -> bool:
    """Whether the head of a quoted letter begins at line n: `From:`, and another header line close
    below.
    """
    return bool(_HEAD_FROM.match(lines[n])) and any(
        _HEAD_REST.match(line) for line in lines[n + 1 : n + 5]
    )
