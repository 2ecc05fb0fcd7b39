"""What a sender wrote above the quote: a letter's orders end at a line `--`, a signature, or the quoted letter (ORDERS.md). Pure.

Whatever stands below the first sign of a quote never counts: an order lost is asked for again, an order carried out that nobody wrote is
not to be undone. Every pattern reads one line in time that grows with its length; the readers of replies that can be had do not.
"""

from __future__ import annotations

import re

MOST_READ = 24_000
"""Characters that are looked at: what lies behind is quote or no order."""
MOST_LINE = 2_000

_WROTE = (
    r"(?:wrote|writes|schrieb|geschrieben|a\s+écrit|écrit|escribió|ha\s+scritto|scritto|schreef|skrev|napisał\S*|escreveu|napsal\S*|"
    r"kirjoitti|írta|yazdı|пише\S*|написал\S*|пишет|написав|さんは書きました|写道|寫道|작성)"
)
_FROM = (
    r"(?:from|von|de|da|van|från|fra|od|lähettäjä|feladó|kimden|gönderen|от|від|από|"
    r"差出人|发件人|寄件者|보낸\s*사람|expéditeur|remitente|mittente|afzender|avsändare|afsender|nadawca|odesílatel|absender)"
)
_SENT = (
    r"(?:sent|date|to|subject|cc|gesendet|datum|an|betreff|envoyé|à|objet|enviado|fecha|para|asunto|assunto|data|inviato|a|oggetto|"
    r"verzonden|aan|onderwerp|skickat|till|ämne|sendt|til|emne|wysłano|do|temat|odesláno|komu|předmět|reply-to|"
    r"lähetetty|elküldve|дата|кому|тема|отправлено|日時|宛先|件名|发送时间|收件人|主题|보낸\s*날짜|받는\s*사람|제목)"
)
_DEVICES = (
    r"(?:iphone|ipad|android|samsung|galaxy|blackberry|outlook|mobile|handy|mobil\w*|phone|telefon\w*|smartphone|tablet|yahoo|"
    r"proton\w*|thunderbird|gmail|mail|huawei|xiaomi|pixel|windows|app)"
)
_END = re.compile(
    rf"""^(?:
        --\s*$                                          # our own end mark, and the mark of a signature
        | [>|]                                          # a quoted line
        | [-_=]{{2,}}\s?[^-_=]{{3,60}}\s?[-_=]{{2,}}\s*$   # ----- Original Message -----, in any language
        | [_*=-]{{8,}}\s*$                              # the rule above an Outlook quote
        | begin\ forwarded\ message|anfang\ der\ weitergeleiteten|début\ du\ message|inizio\ messaggio|inicio\ del\ mensaje
        | {_FROM}\s*[:：]\s.*(?:@|<)                    # From: Traders by Post <…>
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_SENT_FROM = re.compile(
    rf"""^(?:
        (?:sent|get|gesendet|envoyé|obtenez|télécharge\S*|enviado|obtener|inviato|scarica|verzonden|verstuurd|skickat|hämta|sendt|hent|
           wysłan\w|pobierz|odeslán\w|získe\S*|lähetetty)\s(?=.{{0,60}}\b{_DEVICES}).{{1,100}}
        | von\ mein\w+\ .{{1,60}}gesendet
        | .{{1,30}}から送信
    )$""",
    re.IGNORECASE | re.VERBOSE,
)
"""What telephones write below a letter."""
_ATTRIBUTION = re.compile(
    rf"(?:^|.*\s){_WROTE}\b.{{0,120}}[:：]\s*$|.*{_WROTE}\s*[:：]\s*$|.*(?:さんは書きました|写道|寫道)[:：]?\s*$", re.IGNORECASE
)
_OPENS_ATTRIBUTION = re.compile(
    r"^(?:on|am|le|el|il|op|den|dnia|em|dne|på|w\sdniu|il\sgiorno|a\(z\)|on\s\w{3}|\W?\d{1,4}[./年-]\d{1,2}[./月-]\d{1,4})\b", re.IGNORECASE
)
_NAMES_HOUR_OR_ADDRESS = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}[:.h]\d{2}|@|\b(?:19|20)\d\d\b")
_HEAD_FROM = re.compile(rf"^\*?{_FROM}\s*[:：]", re.IGNORECASE)
_HEAD_REST = re.compile(rf"^\*?{_SENT}\s*[:：]", re.IGNORECASE)
_TYPOGRAPHY = str.maketrans(
    {"\u00a0": " ", "\u202f": " ", "\u200b": "", "\u200e": "", "\ufeff": "", "\u2019": "'", "\u2018": "'", "\u201c": '"', "\u201d": '"'}
)
_GREETING = re.compile(
    r"^(?:hi|hello|hey|dear|good (?:morning|day|evening|afternoon)|hallo|moin|liebe[rs]?|sehr geehrte|guten (?:tag|morgen|abend)|"
    r"salut|bonjour|bonsoir|cher|chère|hola|buen[oa]s|querid[oa]|ciao|buongiorno|salve|hej|hei|cześć|dzień dobry|dobrý den|ahoj|olá)\b[^:]{0,40}$",
    re.IGNORECASE,
)
_FAREWELL = re.compile(
    r"^(?:(?:many |with )?thanks|thank you|thx|cheers|(?:kind|best|warm|all the) (?:regards|wishes|best)|best|regards|yours|sincerely|greetings|bye|"
    r"see you|danke|vielen dank|(?:viele|liebe|beste|schöne|herzliche|mit \w+) grü(?:ß|ss)en?|grü(?:ß|ss)e?|mfg|lg|vg|merci|cordialement|"
    r"bien à|amicalement|à bientôt|gracias|saludos|un saludo|grazie|cordiali saluti|saluti|bedankt|groet|groeten|met vriendelijke|tack|mvh|hälsningar|"
    r"hilsen|venlig hilsen|pozdraw|pozdrawiam|dziękuję|děkuji|s pozdravem|obrigad[oa]|atenciosamente|abraços)\b[^:]{0,40}$",
    re.IGNORECASE,
)


def written(text: str) -> str:
    """The lines that the sender wrote, without greeting, quote and signature; empty if there are none."""
    lines = [line.strip()[:MOST_LINE] for line in text[:MOST_READ].translate(_TYPOGRAPHY).split("\n")]
    end = next((n for n in range(len(lines)) if _ends(lines, n)), len(lines))
    above = lines[:end]
    if end < len(lines):
        _drop_attribution(above)
    return "\n".join(_without_courtesies(above)).strip("\n")


def _ends(lines: list[str], n: int) -> bool:
    """Whether line n is the first that the sender did not write, or the mark above it."""
    line = lines[n]
    return bool(_END.match(line) or _SENT_FROM.match(line)) or _attribution(lines, n) or _head(lines, n)


def _attribution(lines: list[str], n: int) -> bool:
    """`On Monday … wrote:`, in one line or broken into up to three."""
    if not lines[n] or not (_OPENS_ATTRIBUTION.match(lines[n]) or _NAMES_HOUR_OR_ADDRESS.search(lines[n])):
        return False
    whole = ""
    for line in lines[n : n + 3]:
        if not line:
            break
        whole = f"{whole} {line}"[-400:].strip()
        if _ATTRIBUTION.match(whole) and _NAMES_HOUR_OR_ADDRESS.search(whole):
            return True
        if not _OPENS_ATTRIBUTION.match(lines[n]):
            break
    return False


def _head(lines: list[str], n: int) -> bool:
    """The head of a quoted letter: a line `From:` and one of the others close behind it."""
    return bool(_HEAD_FROM.match(lines[n])) and any(_HEAD_REST.match(line) for line in lines[n + 1 : n + 5])


def _drop_attribution(lines: list[str]) -> None:
    """Take off what stands right above a quote in a language that nobody here knows: an hour or an address, and a colon at its end."""
    while lines and not lines[-1]:
        lines.pop()
    if not lines or not lines[-1].endswith((":", "：")):
        return
    if _NAMES_HOUR_OR_ADDRESS.search(lines[-1]):
        lines.pop()
    elif len(lines) > 1 and _NAMES_HOUR_OR_ADDRESS.search(lines[-2]):
        del lines[-2:]


def _without_courtesies(lines: list[str]) -> list[str]:
    """The lines without a greeting at the top and without what follows a farewell."""
    first = next((n for n, line in enumerate(lines) if line), None)
    if first is not None and _GREETING.match(lines[first]):
        lines = lines[first + 1 :]
    end = next((n for n, line in enumerate(lines) if _FAREWELL.match(line)), len(lines))
    return lines[:end]
