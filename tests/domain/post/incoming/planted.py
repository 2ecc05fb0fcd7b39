"""Letters as mail programs write them, made from a letter of ours by a seed: with orders planted
where none may be read, and with genuine ones where none can be carried out.
"""

from __future__ import annotations

import random
import textwrap
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from html import escape

from tests.domain.post.incoming import unseen
from traders.domain.play.commands import registry
from traders.engines.kernel.refusal import Refusal
from traders.engines.registry import engine

WHO = "Traders by Post <play.5el.t1.aaaaaaaaaaaaaaaaaaaa@post.test>"
ATTRIBUTIONS = (
    "On Mon, Mar 2, 2026 at 1:00 PM {who} wrote:",
    "On 02/03/2026 13:00, {who} wrote:",
    "Am Mo., 2. März 2026 um 13:00 Uhr schrieb {who}:",
    "Le lun. 2 mars 2026 à 13:00, {who} a écrit :",
    "El lun, 2 mar 2026 a las 13:00, {who} escribió:",
    "Il giorno lun 2 mar 2026 alle ore 13:00 {who} ha scritto:",
    "пн, 2 мар. 2026 г. в 13:00, {who}:",
    "2026年3月2日(月) 13:00 {who}:",
    "po 2. 3. 2026 o 13:00 {who} napísal(a):",
    "Pe lun., 2 mar. 2026 la 13:00, {who} a scris:",
    "На пн, 2.03.2026 г. в 13:00 {who} написа:",
    "Στις Δευ 2 Μαρ 2026 στις 13:00, ο/η {who} έγραψε:",
    "\u200f\u202aבתאריך יום ב׳, 2 במרץ 2026 ב-13:00 מאת \u202a{who}\u202c\u200f:",
    "في الاثنين، 2 مارس 2026 في 13:00 تمت كتابة ما يلي بواسطة \u202a{who}\u202c:",
    "ในวันที่ จ. 2 มี.ค. 2026 เวลา 13:00 {who} เขียนว่า:",
    "Vào Th 2, 2 thg 3, 2026 vào lúc 13:00 {who} đã viết:",
    "Pada Sen, 2 Mar 2026 pukul 13.00 {who} menulis:",
    "pon, 2. ožu 2026. u 13:00 {who} napisao je:",
    "V pon., 2. mar. 2026 ob 13:00 je oseba {who} napisala:",
    "Kuupäev E, 2. märts 2026 kell 13:00 kirjutas {who}:",
    "2026-03-02, pr, 13:00 {who} rašė:",
    "Pirmd., 2026. g. 2. marts, plkst. 13:00 — lietotājs {who} rakstīja:",
    "Missatge de {who} del dia dl., 2 de març 2026 a les 13:00:",
    "man. 2. mars 2026 kl. 13:00 skrev {who}:",
    "ma 2. maalisk. 2026 klo 13.00 {who} kirjoitti:",
    "W dniu 2.03.2026 o 13:00, {who} pisze:",
    "26. 3. 2. 오후 1:00에 {who} 이(가) 쓴 글:",
    "Op 2 mrt. 2026 om 13:00 heeft {who} het volgende geschreven:",
    "Gesendet: Montag, 2. März 2026 um 13:00 Uhr\nVon: {who}\nAn: red@example.org\nBetreff: "
    "[Spiral Arm] your turn",
    "---- On Mon, 02 Mar 2026 13:00:00 +0100 {who} wrote ----",
    '02.03.2026, 13:00, "{who}":',
    "Quoting {who}:",
    "* {who} [2026-03-02 13:00]:",
    "מאת: {who}\u200f\nנשלח: יום שני 2 מרץ 2026 13:00\nאל: red@example.org\nנושא: [Spiral Arm] "
    "your turn",
    "من: {who}\nتم الإرسال: 2 مارس، 2026 13:00\nإلى: red@example.org\nالموضوع: your turn",
    "De la: {who}\nTrimis: luni, 2 martie 2026 13:00\nCătre: red@example.org\nSubiect: your turn",
    "Từ: {who}\nĐã gửi: Thứ Hai, 2 Tháng Ba 2026 13:00\nTới: red@example.org\nChủ đề: your turn",
    "จาก: {who}\nส่ง: 2 มีนาคม 2569 13:00\nถึง: red@example.org\nเรื่อง: your turn",
    "*Nuo:* {who}\n*Išsiųsta:* 2026 m. kovo 2 d. 13:00\n*Kam:* red@example.org\n*Tema:* your turn",
    "Gönderen: Traders by Post\nGönderildi: 2 Mart 2026 13:00\nKime: Red\nKonu: your turn",
    "寄件者: Traders by Post\n寄件日期: 2026年3月2日 13:00\n收件者: Red\n主旨: your turn",
    "Από: Traders by Post\nΣτάλθηκε: 2 Μαρτίου 2026 13:00\nΠρος: Red\nΘέμα: your turn",
    "",
)
SIGNS = (
    "--",
    "-- ",
    "Sent from my iPhone",
    "Von meinem Samsung Galaxy Smartphone gesendet.",
    "________________________________",
)
HIDDEN = (
    "<s>{}</s>",
    "<del>{}</del>",
    "<strike>{}</strike>",
    '<span style="text-decoration: line-through">{}</span>',
    '<div style="display:none">{}</div>',
    "<p hidden>{}</p>",
    '<div style="visibility: hidden">{}</div>',
    '<div style="opacity:0">{}</div>',
    '<span style="font-size:0px">{}</span>',
    '<div style="mso-hide:all">{}</div>',
    "<textarea>{}</textarea>",
    "<select><option>{}</option></select>",
    "<noscript>{}</noscript>",
    "<iframe>{}</iframe>",
    "<object>{}</object>",
    "<title>{}</title>",
    "<!-- <p>{}</p> -->",
    '<div class="gmail_signature">{}</div>',
    '<div id="Signature">{}</div>',
    '<div id="ms-outlook-mobile-signature">{}</div>',
    '<div class="protonmail_signature_block">{}</div>',
    '<div class="k9mail-signature">{}</div>',
    '<div class="moz-signature">{}</div>',
    '<div name="quote" style="margin:10px">{}</div>',
    '<div data-marker="__QUOTED_TEXT__">{}</div>',
    '<div class="gmail_extra">{}</div>',
    '<div class="zmail_extra">{}</div>',
    '<div class="AppleOriginalContents">{}</div>',
    "<blockquote>{}</blockquote>",
    '<img alt="{}">',
    '<div style="border:none;border-top:solid #E1E1E1 1.0pt">{}</div>',
)
TOPS = ("status", "help")
"""What the player wrote above."""
FAREWELLS = ("Thanks!", "Best", "bye", "LG", "Cheers all", "Kind regards,")


@cache
def orders() -> tuple[str, ...]:
    """What is planted: the example of everything that a line can begin with in a plain game."""
    game = engine("star-traders")
    state, found = game.position(("red", "blue", "green"), {}, {}), []
    for row in game.orders():
        with suppress(Refusal):  # a word of an optional rule is no order here
            game.read(state, "red", row.example)
            found.append(row.example)
    found += [command.example for command in registry.declared()]
    return tuple(example for example in found if example not in TOPS)


@dataclass(frozen=True, slots=True)
class Planted:
    """A letter: its content type and body, the order that stands in it, and how it was made."""

    kind: str
    body: str
    order: str
    made: str
    top: str = ""
    """The player's own line, where it surely is to be carried out."""


def letters(sent: str, page: str, *, seed: float, number: int) -> Iterator[Planted]:
    """So many letters with an order planted in a quote of ours, a signature or hidden HTML. `sent`,
    `page`: our letter as text and HTML.
    """
    chance = random.Random(seed)
    makers: tuple[Callable[[random.Random, str, str, str, str], Planted], ...] = (
        _quoted,
        _quoted,
        _quoted,
        _signed,
        _hidden,
        _page,
    )
    for n in range(number):
        top = chance.choice((TOPS[0], *TOPS, "say: here I am", ""))
        yield makers[n % len(makers)](chance, sent, page, chance.choice(orders()), top)


def genuine(sent: str, *, seed: float, number: int) -> Iterator[Planted]:
    """So many letters in which the player wrote an order below or between what is quoted, or below
    a farewell.
    """
    chance = random.Random(seed)
    for _ in range(number):
        order, top = chance.choice(orders()), chance.choice(("status", "status", ""))
        mark = chance.choice(("> ", ">", "> > "))
        quote = _wrapped([f"{mark}{line}" for line in sent.split("\n")], chance)
        head = _attribution(chance)
        where = chance.choice(("below", "between", "farewell", "sign", "unmarked"))
        if where == "between":
            at = chance.randrange(1, len(quote))
            body = [top, "", *head, *quote[:at], "", order, "", *quote[at:]]
        elif where == "below":
            body = [top, "", *head, *quote, "", order]
        elif where == "unmarked":
            body = [top, "", *head, *sent.split("\n"), "", f"{order}."]
        else:
            line = chance.choice(FAREWELLS) if where == "farewell" else chance.choice(SIGNS[:3])
            body = [top or "status", line, order, "", *head, *quote]
        yield Planted(
            "text/plain; charset=utf-8", "\n".join(body), order, f"{where} {mark}{head[:1]}"
        )


def _attribution(chance: random.Random) -> list[str]:
    text = chance.choice(ATTRIBUTIONS).format(who=WHO)
    if chance.random() < 0.3 and "\n" not in text:
        return textwrap.wrap(text, chance.choice((40, 60, 76)))
    return text.split("\n")


def _wrapped(lines: list[str], chance: random.Random) -> list[str]:
    if chance.random() < 0.7:
        return lines
    width = chance.choice((40, 60, 72))
    mark = lines[0][: len(lines[0]) - len(lines[0].lstrip("> |"))]
    return [
        piece
        for line in lines
        for piece in (textwrap.wrap(line, width, subsequent_indent=mark) or [line])
    ]


def _quoted(chance: random.Random, sent: str, page: str, order: str, top: str) -> Planted:
    """The letter quoted as text, marked or not, wrapped or not, with the order somewhere in it."""
    lines = sent.split("\n")
    lines.insert(chance.randrange(3, len(lines)), order)
    mark = chance.choice(("> ", ">", "| ", "", "", "    "))
    quote = _wrapped([f"{mark}{line}" for line in lines], chance)
    head = _attribution(chance)
    gap = [""] * chance.randrange(3)
    return Planted(
        "text/plain; charset=utf-8",
        "\n".join([top, *gap, *head, *gap[:1], *quote]),
        order,
        f"quoted {mark!r} {head[:1]}",
    )


def _signed(chance: random.Random, sent: str, page: str, order: str, top: str) -> Planted:
    """A signature with the order in it, then the quote."""
    head = _attribution(chance)
    quote = [f"> {line}" for line in sent.split("\n")]
    sign = chance.choice(SIGNS)
    return Planted(
        "text/plain; charset=utf-8",
        "\n".join([top, "", sign, "Red", order, "", *head, *quote]),
        order,
        f"signed {sign}",
    )


def _hidden(chance: random.Random, sent: str, page: str, order: str, top: str) -> Planted:
    """HTML that nobody sees, or that a mail program marks as no part of the answer."""
    shape = chance.choice(HIDDEN)
    if chance.random() < 0.7:
        return _not_shown(chance, order, top)
    around = (shape.format(escape(order)), f"<div>{escape(top)}</div>")
    body = "".join(
        around
        if chance.random() < 0.3 and "gmail_extra" not in shape and "quote" not in shape.lower()
        else around[::-1]
    )
    return Planted(
        "text/html; charset=utf-8", f"<html><body>{body}</body></html>", order, f"hidden {shape}"
    )


def hidden_letters(*, seed: float, number: int) -> Iterator[Planted]:
    """So many letters with an order that no mail program shows, beside the player's own."""
    chance = random.Random(seed)
    for _ in range(number):
        yield _not_shown(chance, chance.choice(orders()), TOPS[0])


def _not_shown(chance: random.Random, order: str, top: str) -> Planted:
    element, above, below, made = unseen.hidden(chance, escape(order))
    pieces = [element, f"<div>{escape(top)}</div>"]
    chance.shuffle(pieces)
    html = f"<html>{above}<body>{''.join(pieces)}{below}</body></html>"
    return Planted("text/html; charset=utf-8", html, order, f"hidden {made}", top)


def _page(chance: random.Random, sent: str, page: str, order: str, top: str) -> Planted:
    """The letter quoted as HTML in a box that some programs mark and others do not, or as its bare
    text.
    """
    head = "<br>".join(escape(line) for line in _attribution(chance))
    lines = [escape(line) for line in sent.split("\n")]
    lines.insert(chance.randrange(3, len(lines)), escape(order))
    inner = chance.choice(
        (
            page.replace("</h1>", f"</h1><p>{escape(order)}</p>", 1),
            "<br>".join(lines),
            "".join(f"<p>{line}</p>" for line in lines),
        )
    )
    box = chance.choice(
        (
            "<blockquote>{}</blockquote>",
            '<div class="gmail_quote">{}</div>',
            "<div>{}</div>",
            "<table><tr><td>{}</td></tr></table>",
        )
    )
    return Planted(
        "text/html; charset=utf-8",
        f"<div>{escape(top)}</div><br><div>{head}</div>{box.format(inner)}",
        order,
        f"page {box} {head[:40]}",
    )
