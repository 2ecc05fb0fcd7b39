"""Public holidays of countries. The library with them is loaded where somebody names a country."""

from __future__ import annotations

from collections.abc import Container
from datetime import date
from functools import cache
from importlib import import_module
from typing import Any


@cache
def holidays_of(country: str) -> Container[date]:
    """The public holidays of a country, by its two letters."""
    found: Container[date] = _library().country_holidays(country)
    return found


@cache
def countries() -> Container[str]:
    """The countries whose holidays are known, by their two letters."""
    found: Container[str] = _library().list_supported_countries()
    return found


def _library() -> Any:
    return import_module("holidays")
