"""Time zones by name."""

from __future__ import annotations

from functools import cache
from zoneinfo import available_timezones

_NO_ZONES = frozenset({"localtime", "Factory"})
"""Names beside the zones: what this machine is set to, and what stands for none."""


@cache
def known_zones() -> frozenset[str]:
    """The zones that this machine knows; cached, since reading them walks through some six hundred
    files.
    """
    return frozenset(available_timezones() - _NO_ZONES)
