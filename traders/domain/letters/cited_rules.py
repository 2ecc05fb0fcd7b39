"""Rules that a letter names: one line of them, at its end. Pure."""

from __future__ import annotations

import re

from traders.domain.letters.letter_facts import Facts

_OF_A_CASE = re.compile(r"\b(?:[Cc]laims?|[Rr]uling|[Aa]ppeal)\b")
_CITED = re.compile(r"\b[A-Z]{2}-[A-Z]+-\d+\b")


def rules_of(facts: Facts) -> list[str]:
    """The rules of a letter's last line: those by which lines were refused or a plan stopped, and
    those that a claim or a ruling cites. No other letter names any.
    """
    refused = [line for line in facts.lines if line.answer == "refused"]
    own = [
        rule
        for line in refused
        for rule in (*line.rules, *("" if "\n" in line.words else _CITED.findall(line.words)))
    ]
    told = " ".join((*facts.notices, *facts.extra.get("told", ())))
    cited = _CITED.findall(told) if _OF_A_CASE.search(told) else []
    stops = _CITED.findall(" ".join(facts.plans[:1]))
    return list(dict.fromkeys(rule for rule in (*own, *stops, *cited) if rule))
