"""Tests of the games, and what each is tested by: a failure shows its values there too."""

from pathlib import Path

import pytest

pytest.register_assert_rewrite(
    *(f"{__name__}.{file.stem}" for file in Path(__file__).parent.glob("[!_]*.py"))
)
