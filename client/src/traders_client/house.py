"""A house of Traders by Post, asked by HTTP."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal
from urllib.parse import quote

from traders_client import answers
from traders_client.transport import PATIENCE, Refused, Transport

__all__ = ["House", "Refused"]
Value = bool | int | str | list[str] | dict[str, str]


class House:
    """A house, as the holder of a token may use it. `url`: the address of its pages; `timeout`:
    seconds for one answer; `patience`: seconds for which a request is sent again while the server
    is away or busy. What is refused raises `Refused`.
    """

    def __init__(
        self, url: str, token: str = "", timeout: float = 30.0, patience: float = PATIENCE
    ) -> None:
        self._transport = Transport(url, token, timeout, patience)
        self._get, self._post = self._transport.get, self._transport.post

    # --- reading ----------------------------------------------------------------------------------

    def games(
        self, which: Literal["mine", "free", "watched"] = "mine"
    ) -> Iterator[answers.GameLine]:
        """Games, the newest first, page by page."""
        after = ""
        while True:
            page = self._get("/games", which=which, after=after)
            yield from page["games"]
            after = page["next"]
            if not after:
                return

    def game(self, game: str) -> answers.Game:
        """A game as the token's seat sees it."""
        found: answers.Game = self._get(f"/games/{quote(game)}")
        return found

    def offers(self, game: str) -> answers.Offers:
        """All that the seat may do now."""
        found: answers.Offers = self._get(f"/games/{quote(game)}/offers")
        return found

    def press(self, game: str, most: int = 30) -> list[answers.Said]:
        """What the seat was told, the newest first."""
        found: list[answers.Said] = self._get(f"/games/{quote(game)}/press", most=most)["press"]
        return found

    def history(
        self, game: str, first: int = 1, last: int | None = None
    ) -> Iterator[answers.Entry]:
        """Entries of the history, oldest first, as the seat was told them."""
        upto = {} if last is None else {"last": last}
        _, _, text = self._transport.ask(
            "GET", f"/games/{quote(game)}/history", {"first": first, **upto}
        )
        for line in text.splitlines():
            entry: answers.Entry = json.loads(line)
            yield entry

    def questions(self) -> list[answers.Question]:
        """What waits for an answer without a seat: a season's question, a challenge, a seat that is
        offered.
        """
        found: list[answers.Question] = self._get("/questions")["questions"]
        return found

    def question(self, name: str) -> answers.Question:
        """One letter that can be answered; it tells whether it still waits."""
        found: answers.Question = self._get(f"/questions/{quote(name)}")
        return found

    def clubs(self) -> list[answers.Club]:
        """The clubs of which the token's player is a member."""
        found: list[answers.Club] = self._get("/clubs")["clubs"]
        return found

    def seasons(self, club: str) -> list[answers.SeasonLine]:
        """Seasons of a club, the newest first."""
        found: list[answers.SeasonLine] = self._get(f"/clubs/{quote(club)}/seasons")["seasons"]
        return found

    def season(self, club: str, season: str) -> answers.Season:
        """A season of a club: who takes part, its rounds, league tables and results."""
        found: answers.Season = self._get(f"/clubs/{quote(club)}/seasons/{quote(season)}")
        return found

    def ladders(self, club: str) -> list[answers.LadderLine]:
        """Ladders of a club."""
        found: list[answers.LadderLine] = self._get(f"/clubs/{quote(club)}/ladders")["ladders"]
        return found

    def ladder(self, club: str, system: str) -> answers.Ladder:
        """A ladder of a club: its rungs, its challenges, whom one can challenge."""
        found: answers.Ladder = self._get(f"/clubs/{quote(club)}/ladders/{quote(system)}")
        return found

    def account(self) -> answers.Account:
        """Which letters come to the token's player, and how they tell times."""
        found: answers.Account = self._get("/account")
        return found

    def token(self) -> answers.Token:
        """The token itself: its scopes, when it was made, when it ends."""
        found: answers.Token = self._get("/token")
        return found

    def changes(self, every: float = 60.0, since: str = "") -> Iterator[answers.GameLine]:
        """The games of the token's player that are not over, and then each again whenever anything
        is new in it, without an end. In between they are asked for every so many seconds. A game
        in which your order was refused comes again when something changed. `since`: the `next` of
        a page of `changes_page`, to begin there.
        """
        while True:
            try:
                page = self.changes_page(since)
            except Refused as why:
                if why.status != 422 or not since:
                    raise
                since = ""  # the server knows that cursor no more
                continue
            yield from page["games"]
            since = page["next"]
            if not page["more"]:
                time.sleep(every)

    def changes_page(self, since: str = "", most: int = 25) -> answers.Changes:
        """A page of the games that changed since another page's `next`."""
        found: answers.Changes = self._get("/changes", after=since, most=most)
        return found

    def watch(self, game: str, every: float = 60.0) -> Iterator[answers.Game]:
        """The game now, and again whenever anything is new, until it is over. In between it is
        asked for every so many seconds.
        """
        tag, path = "", f"/games/{quote(game)}"
        while True:
            status, headers, text = self._transport.ask("GET", path, headers={"If-None-Match": tag})
            if status == 304:
                time.sleep(every)
                continue
            tag = headers.get("etag", "")
            found: answers.Game = json.loads(text)
            yield found
            if found["phase"] == "over":
                return

    # --- the court, systems and rules -------------------------------------------------------------

    def claims(self, game: str) -> list[answers.Claim]:
        """The seat's own claims, the newest first, with what became of them."""
        found: list[answers.Claim] = self._get(f"/games/{quote(game)}/claims")["claims"]
        return found

    def casebook(
        self,
        *,
        rule: str = "",
        card: str = "",
        kind: str = "",
        game: str = "",
        club: str = "",
        words: str = "",
    ) -> list[answers.CasebookEntry]:
        """Published rulings that match all that is asked, the newest first."""
        asked = {"rule": rule, "card": card, "kind": kind, "game": game, "club": club}
        found: list[answers.CasebookEntry] = self._get("/casebook", **asked, words=words)["rulings"]
        return found

    def ruling(self, number: int) -> answers.CasebookEntry:
        """One published ruling."""
        found: answers.CasebookEntry = self._get(f"/casebook/{number}")
        return found

    def systems(self) -> list[answers.SystemLine]:
        """The systems that can be played."""
        found: list[answers.SystemLine] = self._get("/systems")["systems"]
        return found

    def system(self, name: str) -> answers.System:
        """A system with its options, and every order that can be given in it."""
        found: answers.System = self._get(f"/systems/{quote(name)}")
        return found

    def rulebooks(self) -> list[answers.Book]:
        """All rulebooks: one a system, and the postal rules."""
        found: list[answers.Book] = self._get("/rules")["books"]
        return found

    def rules(self, book: str, asked: str = "") -> list[answers.Rule]:
        """The rules of a book; with `asked` those of an id, a section, or with these words."""
        found: list[answers.Rule] = self._get(f"/rules/{quote(book)}", asked=asked)["rules"]
        return found

    # --- speaking ---------------------------------------------------------------------------------

    def order(
        self, game: str, orders: Sequence[str], *, moment: str = "", key: str = ""
    ) -> answers.Receipt:
        """Send orders. With a `moment` they count for that and nothing later; with a `key` the same
        orders again are not carried out twice. Raises `Refused` where no line counts.
        """
        condition = {"If-Match": f'"{moment}"'} if moment else {}
        receipt: answers.Receipt = self._post(
            f"/games/{quote(game)}/orders", {"orders": list(orders)}, condition, key
        )
        return receipt

    def test(self, game: str, orders: Sequence[str]) -> answers.Receipt:
        """Try orders: what would become of them."""
        receipt: answers.Receipt = self._post(
            f"/games/{quote(game)}/test", {"orders": list(orders)}
        )
        return receipt

    def say(self, game: str, words: str, to: str = "") -> answers.Receipt:
        """Say something to all, or to one seat."""
        receipt: answers.Receipt = self._post(
            f"/games/{quote(game)}/press", {"words": words, "to": to}
        )
        return receipt

    def claim(self, game: str, kind: str, about: str = "", words: str = "") -> answers.ClaimMade:
        """Claim that play went on wrongly."""
        made: answers.ClaimMade = self._post(
            f"/games/{quote(game)}/claims", {"kind": kind, "about": about, "words": words}
        )
        return made

    def take_seat(self, game: str, colour: str) -> answers.Made:
        """Take a free seat."""
        made: answers.Made = self._post(f"/games/{quote(game)}/seats/{quote(colour)}", None)
        return made

    def make_game(
        self,
        system: str,
        *,
        watches: bool = False,
        title: str = "",
        seats: int = 4,
        bots: int = 0,
        level: int | None = None,
        club: str = "",
        options: Mapping[str, Value] | None = None,
        settings: Mapping[str, Value] | None = None,
    ) -> answers.Made:
        """Make a game; the token needs the scope `organize`. Who makes it has the first seat, or
        none with `watches`: an organizer makes games for others.
        """
        wishes: dict[str, Any] = {
            "system": system, "title": title, "seats": seats, "bots": bots, "club": club,
            "options": dict(options or {}), "settings": dict(settings or {}),
        }  # fmt: skip
        if watches:  # a word that an older server does not know
            wishes["watches"] = True
        if level is not None:
            wishes["level"] = level
        made: answers.Made = self._post("/games", wishes)
        return made

    # --- without a seat ---------------------------------------------------------------------------

    def answer(self, question: str, orders: Sequence[str], *, key: str = "") -> answers.Answered:
        """Answer a question by its name. Raises `Refused` where no line counts."""
        return self._said(f"/questions/{quote(question)}", orders, key)

    def take_part(
        self, club: str, season: str, orders: Sequence[str], *, key: str = ""
    ) -> answers.Answered:
        """`register` for a season, `confirm` that one plays, or `withdraw`."""
        return self._said(f"/clubs/{quote(club)}/seasons/{quote(season)}", orders, key)

    def climb(
        self, club: str, system: str, orders: Sequence[str], *, key: str = ""
    ) -> answers.Answered:
        """`join ladder`, `challenge Ann`, `accept`, `decline`, `take back` or `leave ladder`."""
        return self._said(f"/clubs/{quote(club)}/ladders/{quote(system)}", orders, key)

    def organize(self, club: str, orders: Sequence[str], *, key: str = "") -> answers.Answered:
        """An organizer's orders for the games of a club."""
        return self._said(f"/clubs/{quote(club)}", orders, key)

    def join_club(self, invitation: str) -> answers.Club:
        """Accept an invitation, by the address in its letter."""
        joined: answers.Club = self._post("/clubs", {"invitation": invitation})
        return joined

    def change_account(self, **wishes: Any) -> answers.Account:
        """Change `cadence`, `zone`, `hints`, `reminder_hours` or `nudges`; what is not named
        stays.
        """
        changed: answers.Account = self._post("/account", wishes)
        return changed

    # --- asking -----------------------------------------------------------------------------------

    def _said(self, thing: str, orders: Sequence[str], key: str) -> answers.Answered:
        told: answers.Answered = self._post(f"{thing}/orders", {"orders": list(orders)}, key=key)
        return told
