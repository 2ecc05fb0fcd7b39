"""What is printed, as it lies beside a game's code. Names no game."""

from __future__ import annotations

from pkgutil import get_data


def has(package: str, file: str) -> bool:
    """Whether there is a file in a package."""
    try:
        return get_data(package, file) is not None
    except OSError:
        return False


def printed(package: str, file: str) -> str:
    """The text of a file in a package."""
    return kept(package, file).decode()


def kept(package: str, file: str) -> bytes:
    """The bytes of a file in a package."""
    found = get_data(package, file)
    assert found is not None
    return found
