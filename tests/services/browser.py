"""A real browser: Debian's Chromium, driven by Playwright; its shell without windows where that is
there, which needs half the processor.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ARGUMENTS = [
    "--no-sandbox",  # root has no sandbox
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    # a browser on a test machine has nobody to call
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

PATIENCE = 90_000
"""Milliseconds that a page of a busy machine may take."""
SHELL = "chromium-headless-shell"
WHOLE = ("chromium", "chromium-browser", "google-chrome")
"""What shows notices too, which the shell cannot."""


def chromium(*names: str) -> Path | None:
    """Where Chromium is, if it is anywhere: as CHROMIUM says, or on the path by one of these names;
    left out: any.
    """
    for name in (os.environ.get("CHROMIUM", ""), *(names or (SHELL, *WHOLE))):
        if name and (found := shutil.which(name)):
            return Path(found)
    return None


@contextmanager
def started(path: Path) -> Iterator[Browser]:
    """Chromium at that path, started; closed at the end."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()
