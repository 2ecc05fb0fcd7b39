"""Checks a game of Traders by Post from its public history. Needs Python 3.8 or later and nothing
else.

    python verify.py history.json
    python verify.py history.json --digest <a digest from one of your letters>
    python verify.py history.json --seat red --luck "seven come eleven"

What it checks:
1. the chain: every entry's digest follows from the entry and the digest before it, so nothing was
   changed, taken out or put in since the last digest that you were told in a letter;
2. the promise: the seed, which is published when the game is over, is the one whose SHA-256 stood
   in your first letter;
3. the dice: every throw, pick and shuffle follows from that seed and its own number, no number
   was used twice, and where play went back the piles were shuffled that it names;
4. where the players mix the dice: every throw follows also from what was mixed in before it, and
   your own words, or the Message-ID of your letter, are among it (`--luck`; with `--seat`, among
   what your seat mixed in), and so is the mixture that a letter told you (`--mixture`). Words that
   others do not read stand there as the fingerprint that your receipt told: give that, or the words
   once the seed is published.

What it cannot show: that nobody saw the seed while the game was played. That rests on the operator.
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import json
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

SCHEME = "hmac-sha256/1"
MIXED = "hmac-sha256-mixed/1"
SHORTEST_MIXTURE = 16
"""Hexadecimal digits of the mixture that letters tell."""
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


def thrown(
    seed: bytes, count: int, kind: str, sides: int, purpose: str, mixture: str = ""
) -> int | list[int]:
    """What the throw with that number must have shown, made with that mixture."""
    stream = numbers(seed, count, f"{purpose}:{mixture}" if mixture else purpose)
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


QUOTES = str.maketrans(
    {**dict.fromkeys("“”„‟«»″＂❝❞〝〞〟", '"'), **dict.fromkeys("‘’‚‛‹›′＇❛❜", "'")}
)


def plain_words(words: str) -> str:
    """Words as they are mixed in: single blanks, plain quotation marks, nothing unseen."""
    seen = "".join(
        one for one in words if one in "\u200c\u200d" or unicodedata.category(one) != "Cf"
    )
    return " ".join(unicodedata.normalize("NFC", seen).translate(QUOTES).split())


def mixed_with(mixture: str, mixed: Iterable[Sequence[str]]) -> str:
    """The mixture after these things of seats are mixed in."""
    for seat, what in mixed:
        mixture = sha256(f"{mixture}\n{seat}\n{what}")
    return mixture


class Rolls:
    """The rolls of a history, one after another. `mixed`: what they name as mixed in; `mixtures`:
    with which they were made; `checked`: how many were thrown again.
    """

    def __init__(self, history: dict[str, Any]) -> None:
        self.scheme: str = history["scheme"]
        self.seed = bytes.fromhex(history["seed"]) if "seed" in history else None
        self.last = self.checked = 0
        self.mixed: list[tuple[str, str]] = []
        self.mixtures = [""]

    def faults_of(self, entry: dict[str, Any], public: dict[str, Any]) -> Iterator[str]:
        """What is wrong with the next roll, by its entry, in words."""
        secret = {}
        if "secret" in entry:
            if sha256(entry["salt"] + entry["secret"]) != entry["sealed"]:
                yield "what it opens is not what was sealed"
            secret = json.loads(entry["secret"])
        seeded = self.scheme in (SCHEME, MIXED)
        if public["throw"] <= self.last:
            yield f"roll {public['throw']} has fallen before"
        elif public["throw"] > self.last + 1 and seeded:
            yield f"roll {self.last + 1} is missing before it"
        self.last = public["throw"]
        mixed = public.get("mixed", ())
        if mixed and self.scheme == SCHEME:
            yield "it names words, and the dice of this game take none"
        self.mixed += [(seat, what) for seat, what in mixed]
        self.mixtures += [mixed_with(self.mixtures[-1], mixed)]
        if self.seed is not None and seeded:
            thrown, fault = fault_of_throw(self.seed, {**public, **secret}, self.mixtures[-1])
            self.checked += thrown
            if fault:
                yield fault


def faults_of(
    history: dict[str, Any],
    told: Iterable[str] = (),
    luck: Iterable[str] = (),
    mixtures: Iterable[str] = (),
    seat: str = "",
) -> tuple[list[str], int, int]:
    """Everything that is wrong with a history, in words, and how many entries and throws were
    checked.
    """
    faults = []
    digests = {}
    before = ""
    rolls = Rolls(history)
    afresh: list[str] = []
    if rolls.seed is not None and hashlib.sha256(rolls.seed).hexdigest() != history["promise"]:
        faults.append("the published seed is not the one that was promised")
    if rolls.scheme not in (SCHEME, MIXED):
        faults.append(f"its dice follow from no seed: they are “{rolls.scheme}”")
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
        if public["kind"] == "start" and public["scheme"] != rolls.scheme:
            faults.append(f"entry {number}: its dice are “{public['scheme']}”, and not as said")
        pile = public.get("afresh", "") if public["kind"] == "chance" else ""
        if pile != (afresh.pop(0) if afresh else ""):
            faults.append(f"entry {number}: the piles that a back-up names are shuffled after it")
        if public["kind"] == "back-up":
            afresh = list(public.get("afresh", ()))
        if public["kind"] != "chance":
            continue
        faults += [f"entry {number}: {fault}" for fault in rolls.faults_of(entry, public)]
    if afresh:
        faults.append(f"{afresh[0]} is to be shuffled afresh after the last entry")
    faults += faults_of_told(told, digests)
    faults += faults_of_luck(luck, [one for one in rolls.mixed if seat in ("", one[0])], rolls.seed)
    faults += faults_of_mixtures(mixtures, rolls.mixtures)
    return faults, len(history["entries"]), rolls.checked


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


def faults_of_luck(
    luck: Iterable[str], found: Sequence[tuple[str, str]], seed: bytes | None
) -> list[str]:
    """Which of a reader's own words, or Message-IDs, no throw names, in words."""
    return [
        f"“{words}” is among nothing that a throw of this history names as mixed in"
        for words in luck
        if not any(may_be_named(words, seat, seed) & {what} for seat, what in found)
    ]


def may_be_named(words: str, seat: str, seed: bytes | None) -> set[str]:
    """As what a throw may name words of a seat, or the Message-ID of its letter."""
    plain = plain_words(words)
    # mail programs show a Message-ID with its brackets or without
    told = {words, plain, f"<{words.strip()}>"}
    named = {words, plain, *(f"sha256:{sha256(one)[:32]}" for one in told)}
    if seed is not None:
        keyed = hmac.new(seed, f"luck:{seat}:{plain}".encode(), hashlib.sha256).hexdigest()
        named.add(f"sha256:{keyed[:32]}")
    return named


def faults_of_mixtures(mixtures: Iterable[str], made_with: Sequence[str]) -> list[str]:
    """Which of the mixtures that a reader was told no throw was made with, in words."""
    return [
        f"the mixture {told} is none with which a throw of this history was made"
        for told in mixtures
        if len(told) < SHORTEST_MIXTURE
        or not any(one.startswith(told.lower()) for one in made_with)
    ]


def fault_of_throw(seed: bytes, throw: dict[str, Any], mixture: str) -> tuple[bool, str]:
    """Whether a throw could be checked, and what is wrong with it."""
    if "of" not in throw or "outcome" not in throw:
        return False, "it does not say what fell"
    kind, sides = throw["of"]
    if thrown(seed, throw["throw"], kind, sides, throw["text"], mixture) == throw["outcome"]:
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
    parser.add_argument(
        "--luck",
        action="append",
        default=[],
        help="words that you sent for the dice, or the Message-ID of a letter of yours",
    )
    parser.add_argument("--seat", default="", help="the seat that sent the words: red, blue …")
    parser.add_argument(
        "--mixture", action="append", default=[], help="a mixture from the foot of a letter"
    )
    asked = parser.parse_args(arguments)
    history = json.loads(Path(asked.history).read_text(encoding="utf-8"))
    faults, entries, throws = faults_of(
        history, asked.digest, asked.luck, asked.mixture, asked.seat.lower()
    )
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
