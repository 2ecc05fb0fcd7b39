"""Checks a game of Traders by Post from its public history. Needs Python 3.8 or later and nothing
else.

    python verify.py history.json
    python verify.py history.json --digest <a digest from one of your letters>

What it checks:
1. the chain: every entry's digest follows from the entry and the digest before it, so nothing was
   changed, taken out or put in since the last digest that you were told in a letter;
2. the promise: the seed, which is published when the game is over, is the one whose SHA-256 stood
   in your first letter;
3. the dice: every throw, pick and shuffle follows from that seed and its own number, no number
   was used twice, and where play went back the piles were shuffled that it names.

What it cannot show: that nobody saw the seed while the game was played. That rests on the operator.
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

SCHEME = "hmac-sha256/1"
SHORTEST = 32
"""Hexadecimal digits of a digest that letters tell; the history has 64."""


def numbers(seed: bytes, count: int, purpose: str) -> Iterator[int]:
    """The stream of 64-bit numbers from which the throw with that number takes what it needs."""
    k = 0
    while True:
        block = hmac.new(seed, f"{count}:{k}:{purpose}".encode(), hashlib.sha256).digest()
        for start in range(0, 32, 8):
            yield int.from_bytes(block[start : start + 8], "big")
        k += 1


def below(stream: Iterator[int], sides: int) -> int:
    """A number from 1 to `sides`, each equally likely: numbers above the greatest multiple of
    `sides` are passed over.
    """
    fair = 2**64 - 2**64 % sides
    return next(number for number in stream if number < fair) % sides + 1


def thrown(seed: bytes, count: int, kind: str, sides: int, purpose: str) -> int | list[int]:
    """What the throw with that number must have shown."""
    stream = numbers(seed, count, purpose)
    if kind != "shuffle":
        return below(stream, sides)
    places = list(range(1, sides + 1))
    for i in range(sides, 1, -1):
        j = below(stream, i)
        places[i - 1], places[j - 1] = places[j - 1], places[i - 1]
    return places


def sha256(text: str) -> str:
    """A text's SHA-256, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def faults_of(history: dict[str, Any], told: Iterable[str] = ()) -> tuple[list[str], int, int]:
    """Everything that is wrong with a history, in words, and how many entries and throws were
    checked.
    """
    faults = []
    digests = {}
    before = ""
    throws = last = 0
    afresh: list[str] = []
    seed = bytes.fromhex(history["seed"]) if "seed" in history else None
    if seed is not None and hashlib.sha256(seed).hexdigest() != history["promise"]:
        faults.append("the published seed is not the one that was promised")
    for place, entry in enumerate(history["entries"], start=1):
        number, public = entry["number"], json.loads(entry["public"])
        if number != place:
            faults.append(f"entry {place} is missing: {number} stands in its place")
            break
        if sha256(f"{before}\n{entry['public']}\n{entry['sealed']}") != entry["digest"]:
            faults.append(
                f"entry {number}: its digest does not follow from it and the digest before it"
            )
        before = entry["digest"]
        digests[before] = number
        if public["kind"] == "start" and public["promise"] != history["promise"]:
            faults.append(f"entry {number}: the promise in it is another")
        pile = public.get("afresh", "") if public["kind"] == "chance" else ""
        if pile != (afresh.pop(0) if afresh else ""):
            faults.append(f"entry {number}: the piles that a back-up names are shuffled after it")
        if public["kind"] == "back-up":
            afresh = list(public.get("afresh", ()))
        if public["kind"] != "chance":
            continue
        secret = {}
        if "secret" in entry:
            if sha256(entry["salt"] + entry["secret"]) != entry["sealed"]:
                faults.append(f"entry {number}: what it opens is not what was sealed")
            secret = json.loads(entry["secret"])
        if public["throw"] <= last:
            faults.append(f"entry {number}: roll {public['throw']} has fallen before")
        last = public["throw"]
        if seed is None or history["scheme"] != SCHEME:
            continue
        checked, fault = fault_of_throw(seed, {**public, **secret})
        throws += checked
        faults += [f"entry {number}: {fault}"] if fault else []
    if afresh:
        faults.append(f"{afresh[0]} is to be shuffled afresh after the last entry")
    faults += faults_of_told(told, digests)
    return faults, len(history["entries"]), throws


def faults_of_told(told: Iterable[str], digests: Iterable[str]) -> list[str]:
    """What is wrong with the digests that a reader was told in letters, in words."""
    faults = []
    for digest in told:
        if len(digest) < SHORTEST:
            faults.append(f"{digest} is too short for a digest: letters tell {SHORTEST} digits")
        elif not any(one.startswith(digest.lower()) for one in digests):
            faults.append(
                f"the digest {digest} is none of this history's: what you were told was changed "
                "since"
            )
    return faults


def fault_of_throw(seed: bytes, throw: dict[str, Any]) -> tuple[bool, str]:
    """Whether a throw could be checked, and what is wrong with it."""
    if "of" not in throw or "outcome" not in throw:
        return False, "it does not say what fell"
    kind, sides = throw["of"]
    if thrown(seed, throw["throw"], kind, sides, throw["text"]) == throw["outcome"]:
        return True, ""
    return True, f"{throw['text']} shows {throw['outcome']}, which does not follow from the seed"


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the file that was named; 1 if anything is wrong with it."""
    parser = argparse.ArgumentParser(
        description="Check a game of Traders by Post from its public history."
    )
    parser.add_argument("history", help="the file that the game's page offers: history.json")
    parser.add_argument(
        "--digest",
        action="append",
        default=[],
        help="a digest from one of your letters; may be given several times",
    )
    asked = parser.parse_args(arguments)
    history = json.loads(Path(asked.history).read_text(encoding="utf-8"))
    faults, entries, throws = faults_of(history, asked.digest)
    end = (
        f"and all rolls follow from the promised seed: {throws}."
        if "seed" in history
        else "the seed is published when the game is over."
    )
    told = [f"WRONG  {fault}" for fault in faults] or [
        f"whole: {entries} entries follow one another; {end}"
    ]
    sys.stdout.write("\n".join(told) + "\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
