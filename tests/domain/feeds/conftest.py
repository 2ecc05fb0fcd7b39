"""Skiff is a system here, and no test leaves its time behind."""

from __future__ import annotations

from tests.domain.deadlines.conftest import _skiff

__all__ = ["_skiff"]
