"""The last letter: who won and why, who came where, and the dice's seed, so that every roll can
be repeated (PR-CHANCE-01).
"""

from __future__ import annotations

from traders.domain.letters.letter_facts import Facts, Happening
from traders.domain.letters.letter_recipient import Reader
from traders.domain.letters.letter_sections import event_lines
from traders.engines.kernel.contract.seat_statistics import standing
from traders.engines.kernel.words import figure, named, seats_listed
from traders.engines.registry import engine


def over_context(facts: Facts, reader: Reader) -> dict[str, object]:
    """The template's data: ending, winners, standing, seed. The seed comes from the vault only
    when the letter is prepared.
    """
    ending = " ".join(event_lines([_ending(facts)], reader))
    return {
        "result": _result(ending, facts, reader),
        "ending": ending,
        "won": reader.seat in facts.winners,
        "others": seats_listed([seat for seat in facts.winners if seat != reader.seat], ""),
        "winners": seats_listed(facts.winners, ""),
        "standing": standing_lines(facts, reader),
        "end_page": reader.page("end", reader.slug),
        "secret": facts.extra.get("secret", ""),
        "promise": reader.secret_digest,
        "proof_page": reader.page("proof", reader.slug),
        "verify_page": reader.page("verify"),
    }


def _ending(facts: Facts) -> Happening:
    """What ended the game."""
    told = [*(event for letter in facts.earlier for event in letter.events), *facts.events]
    ended = (event for event in reversed(told) if event.text == facts.ended)
    return next(ended, Happening(0, facts.ended))


def _result(ending: str, facts: Facts, reader: Reader) -> str:
    """The ending as what its one winner did and so won; "" where it tells something else."""
    who = ["You" if seat == reader.seat else named(seat) for seat in facts.winners]
    if len(who) != 1 or not ending.startswith(f"{who[0]} "):
        return ""
    return f"{ending.rstrip('.')}, and won {reader.title}."


def standing_lines(facts: Facts, reader: Reader) -> list[str]:
    """Who came where, a line each: `1. Red (you): 26 Prestige`; of seats that have as much all that
    is counted, which may say why one won. None where the game counts nothing, or nobody won.
    """
    figures = engine(facts.view["system"]).figures(facts.view) if facts.view else {}
    if not figures or not facts.winners:
        return []
    seats = facts.view["seats"]
    out = [one["seat"] for one in seats if one.get("out")]
    lines = []
    colours = [one["seat"] for one in seats]
    places = standing(figures, colours, facts.winners, out)
    firsts = [one.values[:1] for one in places]
    for one in places:
        you = " (you)" if one.seat == reader.seat else ""
        told = one.values if firsts.count(one.values[:1]) > 1 else one.values[:1]
        counts = ", ".join(figure(value, name) for name, value in told)
        lines.append(f"{one.place}. {named(one.seat)}{you}{f': {counts}' if counts else ''}")
    return lines
