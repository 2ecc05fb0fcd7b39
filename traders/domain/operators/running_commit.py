"""The commit of the tree that runs."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from django.conf import settings

UNKNOWN = "unknown"


@cache
def commit() -> str:
    """The commit that is checked out, read without git: twelve digits, or `unknown`."""
    folder = settings.HOUSE / ".git"
    try:
        if folder.is_file():  # a work tree names its own
            folder = settings.HOUSE / folder.read_text("utf-8").removeprefix("gitdir:").strip()
        head = (folder / "HEAD").read_text("utf-8").strip()
        if head.startswith("ref:"):
            head = _of_branch(folder, head.removeprefix("ref:").strip())
    except (OSError, UnicodeDecodeError):
        return UNKNOWN
    return head[:12] if re.fullmatch(r"[0-9a-f]{40,64}", head) else UNKNOWN


def _of_branch(folder: Path, name: str) -> str:
    """The commit of a branch, as a file of its own or in the packed list."""
    shared = folder / "commondir"
    places = [folder, folder / shared.read_text("utf-8").strip()] if shared.exists() else [folder]
    for place in places:
        if (place / name).exists():
            return (place / name).read_text("utf-8").strip()
        packed = place / "packed-refs"
        for line in packed.read_text("utf-8").splitlines() if packed.exists() else ():
            if line.endswith(f" {name}"):
                return line.partition(" ")[0]
    return ""
