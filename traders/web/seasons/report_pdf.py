"""A report as PDF, by reportlab: headings and tables on A4."""

from __future__ import annotations

from io import BytesIO
from xml.sax.saxutils import escape

from reportlab.lib import colors
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

from traders.domain.letters import typeface
from traders.web.seasons.season_kind_pages import Part

pdfmetrics.registerFont(TTFont(typeface.NAME, str(typeface.REGULAR)))
TITLE, HEADING, CELL = (
    ParagraphStyle(name, fontName=typeface.NAME, fontSize=size, leading=1.25 * size)
    for name, size in (("title", 18), ("heading", 13), ("cell", 9))
)
LINES = TableStyle(
    [
        ("LINEBELOW", (0, 0), (-1, 0), 0.8, colors.black),
        ("LINEBELOW", (0, 1), (-1, -1), 0.25, colors.lightgrey),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LEFTPADDING", (0, 0), (-1, -1), 2),
        ("RIGHTPADDING", (0, 0), (-1, -1), 6),
    ]
)
MARGIN = 36
"""Points."""


def printed(title: str, parts: list[Part]) -> bytes:
    """The PDF. The same parts give the same bytes."""
    told: list[Flowable] = []
    for number, part in enumerate(parts):
        told += [
            Paragraph(escape(" · ".join(part.heading)), HEADING if number else TITLE),
            Spacer(1, 6),
        ]
        if part.rows:
            cells = [[Paragraph(escape(str(cell)), CELL) for cell in row] for row in part.rows]
            table = Table(cells, colWidths=_widths(part.rows), repeatRows=1, style=LINES)
            told += [table, Spacer(1, 14)]
    file = BytesIO()
    page = {"pagesize": landscape(A4), "title": title, "author": "Traders by Post", "invariant": 1}
    margins = {f"{side}Margin": MARGIN for side in ("left", "right", "top", "bottom")}
    SimpleDocTemplate(file, **page, **margins).build(told)
    return file.getvalue()


def _widths(rows: list[list[object]]) -> list[float]:
    """The columns' widths: each as its longest cell asks, within bounds, over the whole page."""
    asked = [
        min(40, max(6, *(len(str(cell)) for cell in column))) for column in zip(*rows, strict=True)
    ]
    share = (landscape(A4)[0] - 2 * MARGIN) / sum(asked)
    return [share * one for one in asked]
