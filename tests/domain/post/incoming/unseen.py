"""Pages in which some text is seen and some is not, made by a seed: ways to hide text, ways to set
a style, and styles that hide nothing.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

HIDING = (
    "display:none",
    "display: none !important",
    "display:n\\6fne",
    "DISPLAY:/* x */NONE",
    "visibility:hidden",
    "visibility:collapse",
    "content-visibility:hidden",
    "mso-hide:all",
    "opacity:{small}",
    "filter:alpha(opacity=0)",
    "filter:opacity({small})",
    "font-size:{tiny}",
    "font:{tiny}/{tiny} a",
    "font:0/0 a",
    "font:italic 700 0 a, serif",
    "font-size:12px;font:0 a",
    "font-size:0;font-size:blah",
    "font-size:calc(1px - 1px)",
    "--n:0px;font-size:var(--n)",
    "line-height:0",
    "line-height:{tiny}",
    "zoom:{small}",
    "transform:scale({small})",
    "-webkit-transform:scaleX(0)",
    "transform:matrix(0,0,0,0,0,0)",
    "transform:rotateX(90deg)",
    "transform:rotateY(.25turn)",
    "transform:rotate3d(1,0,0,100grad)",
    "transform:skewX(90deg)",
    "transform:matrix3d(0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,1)",
    "rotate:x 90deg",
    "rotate:0 1 0 -90deg",
    "scale:0",
    "transform:translate(-{far},0)",
    "translate:-{far}",
    "position:absolute;left:-{far}",
    "position:fixed;top:-{far}",
    "position:absolute;left:{farther}",
    "position:absolute;inset:0 0 0 -{far}",
    "margin-left:-{far}",
    "margin:0 0 0 -{far}",
    "text-indent:-{far}",
    "text-indent:100%;white-space:nowrap;overflow:hidden",
    "letter-spacing:-1em",
    "height:0;width:0;overflow:hidden",
    "height:{tiny};overflow:hidden",
    "width:{tiny};overflow-x:clip",
    "max-height:0",
    "max-width:{tiny};overflow:hidden",
    "position:absolute;clip:rect(0,0,0,0)",
    "clip:rect(1px 1px 1px 1px);position:absolute",
    "clip-path:inset(50%)",
    "clip-path:circle(0)",
    "clip-path:polygon(0 0, 0 0, 0 0)",
    "color:transparent",
    "color:transparent;color:nocolour",
    "-webkit-text-fill-color:transparent;color:#000",
    "color:{white}",
    "color:{clear}",
    "color:oklch(1 0 0)",
    "color:color(srgb 1 1 1)",
    "color:color-mix(in srgb, white, white)",
    "color:window",
    "color:canvas",
    "font-size:hypot(0px)",
    "opacity:sin(0)",
    "mask:linear-gradient(transparent,transparent)",
    "-webkit-mask-image:url(x)",
    "mask-size:0",
    "-webkit-mask:url(#x) 0/0",
    "filter:brightness(9) opacity({small})",
    "filter:blur(9px)",
    "-webkit-filter:blur(1em)",
    "filter:invert(1)",
    "filter:contrast(0);background:{white}",
    "color:#333;filter:brightness(9)",
    "color:#ff0;filter:hue-rotate(0deg)",
    "color:#00f;filter:grayscale(1) brightness(20)",
    "filter:url(#x)",
    "filter:brightness(calc(1 * 9))",
    "backdrop-filter:invert(100%)",
    "backface-visibility:hidden;transform:rotateY(180deg)",
    "animation:x 1s forwards",
    "clip-path:shape(from 0 0)",
    "clip-path:url(#x)",
    "font-size-adjust:0",
    "mix-blend-mode:screen",
    "offset-path:path('M-9999,0')",
    "position:relative;z-index:-1",
    "contain:size;overflow:hidden",
    "background:{dark};color:{dark}",
    "background-color:#000",
    "background:linear-gradient({dark},{dark})",
    "background-image:url(data:image/gif;base64,R0lGODdh)",
    "box-shadow:inset 0 0 0 99px #000",
    "outline:30px solid white;outline-offset:-30px",
    "text-shadow:0 0 20px #000,0 0 20px #000",
    "-webkit-text-stroke:20px {white}",
    "-webkit-text-stroke-width:1em;-webkit-text-stroke-color:{white}",
    "text-decoration:underline 40px {white}",
    "font-family:Wingdings",
    "font:12px Adobe Blank, serif",
    "unicode-bidi:bidi-override;direction:rtl",
    "vertical-align:{flung}",
    "padding-left:{flung}",
    "padding-left:100%;white-space:nowrap;overflow:hidden",
    "border-right:{flung} solid white;border-left-width:{flung}",
    "width:{flung};text-align:right",
    "word-spacing:{flung}",
    "letter-spacing:{flung}",
    "font-size:{flung}",
    "line-height:{flung}",
    "margin-bottom:-40px",
    "height:0;contain:paint",
    "aspect-ratio:999;overflow:hidden",
    "position:absolute;top:0;bottom:100%;overflow:hidden",
    "position:absolute;inset:50%;overflow:hidden",
    "transform:perspective(1px) translateZ(-9999px)",
    "position:relative;right:{far}",
    "margin-right:-{far};text-align:right",
    "word-spacing:-99px",
    "column-width:1px;column-gap:{flung}",
    "writing-mode:vertical-rl;width:20px;overflow:hidden",
    "height:0;overflow-block:hidden",
)
SHOWING = (
    "",
    "color:windowtext",
    "color:#1f497d",
    "color:rgb(0 0 0 / 87%)",
    "color:#0563C1;text-decoration:underline",
    "color:white;background:#1f497d",
    "background:{dark};color:{white}",
    "background:yellow;mso-highlight:yellow",
    'font-size:11.0pt;font-family:"Calibri",sans-serif;mso-fareast-language:EN-US',
    "font:12px/1.4 Arial",
    "font:bold 700 11pt 'Segoe UI', sans-serif",
    "font-size:small",
    "font-size:.9em",
    "line-height:105%",
    "line-height:1.38",
    "line-height:normal;mso-line-height-rule:exactly",
    "text-indent:-18.0pt;mso-list:l0 level1 lfo1",
    "margin-left:36.0pt",
    "margin:0cm 0cm .0001pt -5.4pt",
    "letter-spacing:-.2pt",
    "opacity:.87",
    "overflow:hidden",
    "max-width:600px",
    "width:100%;height:100%;overflow:hidden",
    "position:relative;left:4px",
    "zoom:1;transform:none",
    "transform:rotate(90deg)",
    "transform:rotate3d(0,0,1,90deg);rotate:z 90deg;mix-blend-mode:normal;mask:none;z-index:1",
    "color:windowtext;background:window",
    "visibility:visible",
    "display:inline-block",
    "clip:auto",
    "filter:none;backdrop-filter:blur(4px)",
    "filter:drop-shadow(1px 1px 2px #888) saturate(120%) hue-rotate(40deg)",
    "filter:invert(1);background:#fff",
    "filter:brightness(.9) contrast(1.1) sepia(.4);color:#1f497d",
    "caret-color:#000;-webkit-text-size-adjust:auto;word-wrap:break-word",
    "height:40px;overflow:hidden",
    "display:flex",
    "text-shadow:none;box-shadow:none;text-decoration:underline 1px;vertical-align:-2px",
    "font:12px 'Segoe UI Symbol';font-family:Calibri,sans-serif",
    "margin:0 0 10px;padding:0 9px;border-left:none;width:100%",
    "position:relative;background:#fff",
    "background:linear-gradient(#fff,#eee)",
)
"""Styles as mail programs write them, under which text is seen."""
BOXES = (
    "<xml>{}</xml>",
    "<w:WordDocument>{}</w:WordDocument>",
    "<p hidden>{}</p>",
    '<span aria-hidden="true">{}</span>',
    "<details>{}</details>",
    "<dialog>{}</dialog>",
    "<p popover>{}</p>",
    "<template>{}</template>",
    "<noscript>{}</noscript>",
    "<!--[if gte mso 9]><p>{}</p><![endif]-->",
    "<!-- {} --!>",
    '<style>@import "data:text/css,.imp%7Bdisplay:none%7D";</style><p class=imp>{}</p>',
    "<style>@import url(data:;base64,LmltcHtvcGFjaXR5OjB9) screen;</style><p class=imp>{}</p>",
    "<style>@\\69mport 'data:,.imp{{color:white}}';</style><p class=imp>{}</p>",
    '<link rel="StyleSheet" href="data:text/css,.imp{{font-size:0}}"><p class=imp>{}</p>',
    '<div style="filter:invert(1)"><p style="color:#111">{}</p></div>',
    '<div style="filter:brightness(9)"><p style="color:#666">{}</p></div>',
    '<table bgcolor="#ffffff"><tr><td><font color="white">{}</font></td></tr></table>',
    "<table><tr bgcolor=black><td>{}</td></tr></table>",
    '<p><font style="font-size:0"></p><p>{}</p></font>',
    '<p data-1="style=\'color:red\'" style="display:none">{}</p>',
    "<small>" * 12 + "{}" + "</small>" * 12,
    "<sub>" * 12 + "{}" + "</sub>" * 12,
    "<font size=1>" + "<small>" * 8 + "{}" + "</small>" * 8 + "</font>",
    "<font face=Webdings>{}</font>",
    "<bdo dir=rtl>{}</bdo>",
    '<div style="height:20px;overflow:hidden">Hello<br>{}</div>',
    '<div style="max-height:3em;overflow:hidden"><p>Hello</p><p>you</p><p>{}</p></div>',
    '<div style="height:20px;overflow:hidden"><p>{}</p></div>',
    '<div style="-webkit-line-clamp:1;display:-webkit-box;overflow:hidden">Hello<br>{}</div>',
    '<div style="display:flex;overflow:hidden"><div>Hello</div><div>{}</div></div>',
    '<div style="width:9em;overflow:hidden;white-space:nowrap"><div>Hello</div><p>{}</p></div>',
    '<div><p>{}</p><div style="position:absolute;inset:0;background:#fff"></div></div>',
    '<div><div style="position:absolute"><img src="x"></div><p>{}</p></div>',
    '<div><p>{}</p><div style="margin-top:-40px;background:white">Hello</div></div>',
    '<div><p>{}</p><div style="position:relative;top:-9pt"><img src=x></div></div>',
    '<div style="width:1px"><p style="overflow:hidden">{}</p></div>',
    '<div style="height:20px"><p style="height:100%;overflow:hidden">Hello<br>{}</p></div>',
    '<div style="display:flex"><p style="flex:0 0 0;overflow:hidden">{}</p></div>',
    '<div style="display:grid;grid:auto/0 1fr"><p style="overflow:hidden">{}</p><p>x</p></div>',
    '<div style="perspective:1px"><p style="transform:translateZ(2px)">{}</p></div>',
    "<table><tr><td height=1><p style='height:100%;overflow:hidden'>{}</p></td></tr></table>",
    "<marquee>{}</marquee>",
    '<body link="#fff"><a href="x">{}</a></body>',
    "<style>@font-face{{font-family:b;src:url(x)}}</style><p style='font:9pt b'>{}</p>",
    "<style>.imp::first-line{{font-size:0}}</style><p class=imp>{}</p>",
    "<style>.imp:first-letter{{color:white}}</style><p class=imp>{}</p>",
    "<style>.imp::after{{position:fixed;inset:0;background:#fff}}</style><p class=imp>{}</p>",
)
"""Elements that show nothing by what they are, or by what stands around."""
SHEETS = (
    ("<style>{sheet}</style>", ""),
    ('<head><style type="text/css"><!-- {sheet} --></style></head>', ""),
    ("<style>@media screen {{ {sheet} }}</style>", ""),
    ("", "<style>{sheet}</style>"),
    ("<style>.other{{color:red}} @media print{{ p{{display:none}} }}{sheet}</style>", ""),
)
"""Where a style sheet stands: above the text, or below."""
SELECTORS = (
    (".{name}", '<{tag} class="x {name}">{{}}</{tag}>'),
    ("#{name}", '<{tag} id="{name}">{{}}</{tag}>'),
    ("{tag}.{name}", "<{tag} class={name}>{{}}</{tag}>"),
    ("div .{name} > b", '<div><{tag} class="{name}"><b>{{}}</b></{tag}></div>'),
    (".none, [data-x={name}]", '<{tag} data-x="{name}">{{}}</{tag}>'),
    (".none::before, .{name}", '<{tag} class="{name}">{{}}</{tag}>'),
    ("address", "<address>{{}}</address>"),
    ("a + .{name}", '<a></a><{tag} class="{name}">{{}}</{tag}>'),
)


@dataclass(frozen=True, slots=True)
class Page:
    """A page: the lines that are seen in it, those that are not, and how they are hidden."""

    html: str
    seen: tuple[str, ...]
    unseen: tuple[str, ...]
    made: str


WHITES = (
    "white", "#fff", "#FEFEFE", "rgb(255,255,255)", "rgb(100% 100% 100%)", "hsl(0,0%,100%)",
    "hsl(120deg 100% 99%)", "ivory",
)  # fmt: skip
CLEAR = (
    "rgba(1,2,3,0)", "rgb(0 0 0 / 0)", "#0000", "#00000003", "hsla(1,2%,3%,.02)", "transparent",
)  # fmt: skip


def values(chance: random.Random) -> dict[str, str]:
    """What stands in the blanks of a style."""
    return {
        "small": chance.choice(("0", "0.01", ".02", "1e-3", "0%")),
        "tiny": chance.choice(("0px", "0.1px", "1px", ".01em", "1pt", "0%", "2px")),
        "far": chance.choice(("9999px", "500em", "1000vw", "5000pt", "400px")),
        "flung": chance.choice(("9999px", "6000pt", "500em")),
        "farther": chance.choice(("9999px", "400em", "100%")),
        "white": chance.choice(WHITES),
        "dark": chance.choice(("black", "#000", "#010101", "rgb(2,2,2)", "hsl(0,0%,1%)")),
        "clear": chance.choice(CLEAR),
    }


def _wrapped(
    chance: random.Random, line: str, style: str, selectors: Sequence[tuple[str, str]] = SELECTORS
) -> tuple[str, str, str]:
    """A line in an element of that style: the element, and a sheet that sets it above or below."""
    tag = chance.choice(("div", "p", "span", "td", "font", "li"))
    if chance.random() < 0.4:
        quote = "'" if '"' in style else '"'
        return f"<{tag} style={quote}{style}{quote}>{line}</{tag}>", "", ""
    selector, element = chance.choice(selectors)
    name = f"c{chance.randrange(10**6)}"
    sheet = f"{selector.format(name=name, tag=tag)} {{ {style} }}"
    above, below = chance.choice(SHEETS)
    made = element.format(name=name, tag=tag).format(line)
    return made, above.format(sheet=sheet), below.format(sheet=sheet)


def hidden(chance: random.Random, line: str) -> tuple[str, str, str, str]:
    """The line hidden in some way: the element, sheets above and below, and the way."""
    if chance.random() < 0.2:
        box = chance.choice(BOXES)
        return box.format(line), "", "", box
    style = chance.choice(HIDING).format(**values(chance))
    element, above, below = _wrapped(chance, line, style)
    if chance.random() < 0.3:  # deeper down, where another style is set
        element = f'<div style="margin:1em">{element}</div>'
    return element, above, below, style


def page(chance: random.Random, planted: str, genuine: str) -> Page:
    """A page with one line hidden, and seen lines around it."""
    element, above, below, made = hidden(chance, planted)
    style = chance.choice(SHOWING).format(**values(chance) | {"white": "#fff"})
    by_name = [one for one in SELECTORS if "{name}" in one[0]]  # of one element alone
    shown, more_above, more_below = _wrapped(chance, genuine, style, by_name)
    pieces = [f"<div>{element}</div>", f"<div>{shown}</div>"]
    chance.shuffle(pieces)
    html = f"<html>{above}{more_above}<body>{''.join(pieces)}{below}{more_below}</body></html>"
    return Page(html, (genuine,), (planted,), f"{made} | {style}")
