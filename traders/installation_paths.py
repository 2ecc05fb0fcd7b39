"""Where the house's files are: in its repository, or inside the installed package."""

from __future__ import annotations

import os
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
INSTALLED = (_PACKAGE / "house").is_dir()
HOUSE = _PACKAGE / "house" if INSTALLED else _PACKAGE.parent
"""The folder of templates, guides and the Procfile; in a repository that of everything."""


def _own() -> Path:
    if not INSTALLED:
        return HOUSE / "var"
    return (
        Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser() / "traders-by-post"
    )


VAR = Path(os.environ.get("TRADERS_VAR") or _own())
"""The folder of a one-machine server's database, keys and Redis."""
