"""The specimens of letters, each written once for all tests that read it."""

from __future__ import annotations

from functools import cache

from tools.specimens import play_letters

specimen = cache(play_letters.specimen)
