"""Names in addresses, made of titles."""

from __future__ import annotations

from django.utils.crypto import get_random_string
from django.utils.text import slugify

_SIGNS = "bcdfghjkmnpqrstvwxz23456789"


def slug_of(title: str, most: int) -> str:
    """What can stand of a title in an address: whole words, in at most so many characters; of a
    first word that is longer its beginning; "" where nothing of it can stand there.
    """
    whole = slugify(title)
    if len(whole) <= most:
        return whole.strip("-")
    words = whole[: most + 1].rpartition("-")[0]
    return (words or whole[:most]).strip("-")


def unguessable(stem: str) -> str:
    """That name with signs behind it that nobody guesses: 9 characters more. It does not depend on
    which others there are.
    """
    return f"{stem}-{get_random_string(8, _SIGNS)}"
