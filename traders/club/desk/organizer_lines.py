"""Lines of organizers, by page, by letter and by API: read, asked back where they are grave, and
carried out.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from traders.club.desk import announcing, outage_time_grants
from traders.club.desk.organizer_orders import ORDERS, DeskOrder, Spoken, length
from traders.domain.calendar import clock
from traders.domain.people import club_roles
from traders.domain.play.commands import confirmation_by_yes
from traders.domain.play.commands.interpreter import MOST_LINE
from traders.domain.play.commands.seatless_answer_types import Answer, Reply, Topic
from traders.domain.play.organizer import confirmation
from traders.domain.play.organizer.decision import may_decide, reason
from traders.domain.table.change_set import Line, refused_line
from traders.domain.timeline import timeline
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import fold, is_number, with_plain_head
from traders.models import Club, Game, Phase, Player, Scope


def _by_letter(reply: Reply, rest: str, raw: str) -> Line:
    club = Club.objects.filter(pk=int(reply.about.get("club", 0))).first()
    if club is None:
        raise Refusal("The club of this letter is no more.", kind="stale")
    return speak(club, reply.player, raw, numbered=reply.about.get("games", ()), sure=False)


TOPIC = "desk"
"""Of the letters that can be answered with these orders."""
ASKS = Topic(TOPIC, lambda reply: False, Scope.ORGANIZE)
ANSWERS = tuple(
    Answer(
        prefix=row.prefix,
        forms=row.forms,
        when=row.when,
        help=row.help,
        example=row.example,
        rule=row.rule,
        topic=TOPIC,
        said_by=row.who,
        deed=_by_letter,
        grave=row.grave,
    )
    for row in ORDERS
) + tuple(
    Answer(
        prefix=word,
        forms=(word, f"{word} <game>"),
        help=help_,
        example=word,
        rule=confirmation_by_yes.RULE,
        topic=TOPIC,
        said_by="an organizer who is asked",
        deed=_by_letter,
    )
    for word, help_ in (
        ("yes", "You mean what you were asked about."),
        ("no", "You do not mean what you were asked about."),
    )
)


def speak(
    club: Club,
    organizer: Player,
    raw: str,
    game: str = "",
    numbered: Sequence[str] = (),
    *,
    sure: bool = True,
) -> Line:
    """Carry out one line, and tell what became of it; what was refused has changed nothing. `game`:
    the end of the address of the one that the line is about, whatever others are called;
    `numbered`: those that the letter numbers, which can be called so. A grave one is asked back
    where it is not `sure`.
    """
    said = " ".join(raw.split())
    try:
        with transaction.atomic():
            return _answered(club, organizer, raw, said) or _carried_out(
                club, organizer, said, game, numbered, sure=sure
            )
    except Refusal as refusal:
        return refused_line(raw[:MOST_LINE], refusal)
    except timeline.Busy:
        return Line(raw, "refused", "The game is busy just now. Try again in a minute.", "stale")


def _answered(club: Club, organizer: Player, raw: str, said: str) -> Line | None:
    """What comes of a `yes` or `no` to what was asked back (PR-SEAT-06); None for another line."""
    word, _, game = fold(said).rstrip(" .!").partition(" ")
    if word not in ("yes", "no"):
        return None
    line = confirmation.answered(club, organizer, game, word)
    if line is None:
        return Line(raw, "refused", "The time to confirm it is over. Nothing was done.", "late")
    if word == "no":
        return Line(raw, "done", f"Taken back: {line}. Nobody else learns of it.")
    became = _carried_out(club, organizer, line, "", (), sure=True)
    became.text = raw
    return became


def _carried_out(
    club: Club, organizer: Player, raw: str, slug: str, numbered: Sequence[str], *, sure: bool
) -> Line:
    if not club_roles.organizes(organizer, club):
        raise Refusal(f"An organizer of {club} orders this.", "PR-RULING-02")
    if len(raw) > MOST_LINE:
        raise Refusal(f"A line has at most {MOST_LINE:,} characters.", kind="unreadable")
    head, _, why = with_plain_head(raw).partition(":")
    order, rest = _order(fold(head))
    if order.prefix == "make good":
        return Line(raw, "done", outage_time_grants.grant_all(club, organizer, length(rest)))
    if order.prefix == "tell" and not slug and (audience := announcing.audience(rest)):
        return Line(raw, "done", announcing.announce(club, organizer, audience, rest, why))
    number, _, behind = rest.partition(" ")
    if is_number(number) and 0 < int(number) <= len(numbered):
        slug, rest = numbered[int(number) - 1], f"{numbered[int(number) - 1]} {behind}"
    game, rest = _game(club, rest, slug)
    may_decide(organizer, game)
    with timeline.in_order(game.pk, clock.taken_exactly()):
        said = Spoken(organizer, club, game, rest, why.strip())
        if order.grave and not sure:
            line = f"{order.prefix} {game.slug} {rest}: {reason(why)}"
            _tried(order, said)
            return Line(raw, "asked", confirmation.ask(game.pk, organizer, line))
        return Line(raw, "done", order.deed(said))


def _tried(order: DeskOrder, said: Spoken) -> None:
    """Refuse now what would be refused after `yes`: the order is carried out and taken back."""
    with transaction.atomic():
        order.deed(said)
        transaction.set_rollback(True)


def _order(folded: str) -> tuple[DeskOrder, str]:
    """The order that a line begins with, and the rest of the line."""
    for row in ORDERS:
        if folded == row.prefix or folded.startswith(f"{row.prefix} "):
            return row, folded.removeprefix(row.prefix).strip()
    forms = [form for row in ORDERS for form in row.forms]
    raise Refusal("I cannot read this.", kind="unreadable", instead=forms)


def _game(club: Club, text: str, slug: str) -> tuple[Game, str]:
    """The game of the club that the text begins with, by the end of its address, else by its title,
    and what follows; of several the longest name. Titles are the players' own: none takes the place
    of another game's address.
    """
    games = list(club.games.exclude(phase=Phase.OVER).defer("position", "course", "secret"))
    addresses = {game.slug: [game] for game in games if slug in ("", game.slug)}
    titles: dict[str, list[Game]] = {}
    for game in games if not slug else ():
        titles.setdefault(fold(game.title), []).append(game)
    for names in (addresses, titles):
        found = [name for name in names if text == name or text.startswith(f"{name} ")]
        if found:
            name = max(found, key=len)
            return _the_one(name, names[name]), text.removeprefix(name).strip()
    raise Refusal(
        "No game of the club that is not over is called so. Write the end of its address, as in "
        "first-voyage.",
        kind="unreadable",
    )


def _the_one(name: str, games: Sequence[Game]) -> Game:
    if len(games) > 1:
        slugs = [game.slug for game in games]
        raise Refusal(f"Several games are called “{name}”.", kind="ambiguous", instead=slugs)
    return games[0]
