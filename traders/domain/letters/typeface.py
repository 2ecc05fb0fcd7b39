"""The typeface of pictures and printed reports: letters have the same shape on every machine, also
on one without fonts. Roboto, under the Apache License 2.0 (`fonts/LICENSE`).
"""

from __future__ import annotations

from pathlib import Path

NAME = "Roboto"
REGULAR, BOLD = (
    Path(__file__).with_name("fonts") / f"{NAME}-{weight}.ttf" for weight in ("Regular", "Bold")
)
