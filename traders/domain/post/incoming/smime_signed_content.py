"""What an S/MIME letter that is signed, and not encrypted, holds (RFC 8551, RFC 5652). Pure.

The signature is not checked: it proves nothing that counts here (PR-RECEIPT-03).
"""

from __future__ import annotations

from typing import NamedTuple

_SIGNED = bytes.fromhex("06092a864886f70d010702")
"""The object identifier of signed data, as it is encoded."""
MOST_DEPTH = 12
MOST_VALUES = 2_000
_SEQUENCE, _SET, _OCTETS, _TAGGED = 0x30, 0x31, 0x04, 0xA0


class _Value(NamedTuple):
    """A value of BER: its tag, where its content begins and ends, where the next one begins."""

    tag: int
    begin: int
    end: int
    after: int


def content(der: bytes) -> bytes | None:
    """The letter within signed data; None where there is none, or nobody can read it."""
    try:
        return _content(der)
    except (IndexError, ValueError):
        return None


def _content(der: bytes) -> bytes | None:
    outer = _read(der, 0)
    if outer.tag != _SEQUENCE or der[outer.begin : outer.begin + len(_SIGNED)] != _SIGNED:
        return None
    tagged = _read(der, outer.begin + len(_SIGNED))
    signed = _read(der, tagged.begin)
    for part in _within(der, signed):
        if part.tag == _SEQUENCE:  # behind the version and the set of algorithms
            _, *held = _within(der, part)
            return (
                b"".join(_octets(der, inner, 0) for one in held for inner in _within(der, one))
                or None
            )
    return None


def _octets(der: bytes, value: _Value, depth: int) -> bytes:
    """A string of octets, which may be cut into several."""
    if value.tag == _OCTETS:
        return der[value.begin : value.end]
    if value.tag != _OCTETS | 0x20 or depth > MOST_DEPTH:
        return b""
    return b"".join(_octets(der, inner, depth + 1) for inner in _within(der, value))


def _within(der: bytes, value: _Value) -> list[_Value]:
    """The values that one holds."""
    found, at = list[_Value](), value.begin
    while at < value.end and len(found) < MOST_VALUES:
        found.append(_read(der, at))
        at = found[-1].after
    return found


def _read(der: bytes, at: int, depth: int = 0) -> _Value:
    """The value that begins there. Raises `IndexError` or `ValueError` where none does."""
    tag, length, begin = der[at], der[at + 1], at + 2
    if length == 0x80:  # of a length that its end tells
        if depth > MOST_DEPTH:
            raise ValueError("values within values without an end")
        end = begin
        while der[end : end + 2] != b"\x00\x00":
            end = _read(der, end, depth + 1).after
        return _Value(tag, begin, end, end + 2)
    if length > 0x80:
        octets = length - 0x80
        length = int.from_bytes(der[begin : begin + octets], "big")
        begin += octets
    end = begin + length
    if octets_missing := end - len(der):
        if octets_missing > 0 and tag not in (_SEQUENCE, _SET, _TAGGED):
            raise ValueError("cut off")
    return _Value(tag, begin, min(end, len(der)), end)
