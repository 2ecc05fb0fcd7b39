"""A house of Traders by Post, asked by HTTP."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from http.client import HTTPException
from typing import Any, Literal
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from traders_client import answers

PATIENCE = 5
"""How often a request is sent at most."""
LONGEST = 120.0
"""Seconds that the client waits before it asks again, whatever the house says."""


class Refused(Exception):
    """What the house refused: its status, why, the rules that refuse, what is possible instead."""

    def __init__(self, status: int, problem: Mapping[str, Any]) -> None:
        self.status = status
        self.detail = str(problem.get("detail", ""))
        self.rules: list[str] = list(problem.get("rules", ()))
        self.instead: list[str] = list(problem.get("instead", ()))
        super().__init__(f"{status}: {self.detail} {' '.join(self.rules)}".strip())


class _NoRedirects(HTTPRedirectHandler):
    """The token is shown to nobody else."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


class House:
    """A house, as the holder of a token may use it. `url`: the address of its pages; `timeout`:
    seconds for one answer.
    """

    def __init__(self, url: str, token: str = "", timeout: float = 30.0) -> None:
        if urlsplit(url).scheme not in ("http", "https"):
            raise ValueError(f"{url} is no address of a house: it begins with https://")
        self._url = url.rstrip("/") + "/api"
        self._timeout = timeout
        self._headers = {"Accept": "application/json"}
        if token:
            self._headers["Authorization"] = f"Bearer {token}"
        self._opener = build_opener(_NoRedirects)

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
        _, _, text = self._ask("GET", f"/games/{quote(game)}/history", {"first": first, **upto})
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

    def watch(self, game: str, every: float = 60.0) -> Iterator[answers.Game]:
        """The game now, and again whenever anything is new, until it is over. In between it is
        asked for every so many seconds.
        """
        tag, path = "", f"/games/{quote(game)}"
        while True:
            status, headers, text = self._ask("GET", path, headers={"If-None-Match": tag})
            if status == 304:
                time.sleep(every)
                continue
            tag = headers.get("etag", "")
            found: answers.Game = json.loads(text)
            yield found
            if found["phase"] == "over":
                return

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

    def claim(self, game: str, kind: str, about: str = "", words: str = "") -> dict[str, Any]:
        """Claim that play went on wrongly."""
        made: dict[str, Any] = self._post(
            f"/games/{quote(game)}/claims", {"kind": kind, "about": about, "words": words}
        )
        return made

    def take_seat(self, game: str, colour: str) -> answers.Made:
        """Take a free seat."""
        made: answers.Made = self._post(f"/games/{quote(game)}/seats/{quote(colour)}", None)
        return made

    def make_game(self, system: str, **wishes: Any) -> answers.Made:
        """Make a game: `seats`, `bots`, `title`, `options`, `settings` as the document has them."""
        made: answers.Made = self._post("/games", {"system": system, **wishes})
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
        """Change `cadence`, `zone` or `hints`; what is not named stays."""
        changed: answers.Account = self._post("/account", wishes)
        return changed

    # --- asking -----------------------------------------------------------------------------------

    def _said(self, thing: str, orders: Sequence[str], key: str) -> answers.Answered:
        told: answers.Answered = self._post(f"{thing}/orders", {"orders": list(orders)}, key=key)
        return told

    def _get(self, path: str, **query: Any) -> Any:
        return json.loads(self._ask("GET", path, query)[2])

    def _post(
        self, path: str, body: Any, headers: Mapping[str, str] | None = None, key: str = ""
    ) -> Any:
        told = {"Idempotency-Key": key or uuid.uuid4().hex, **(headers or {})}
        return json.loads(self._ask("POST", path, body=body, headers=told)[2])

    def _ask(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
    ) -> tuple[int, Mapping[str, str], str]:
        """Status, headers and text of the answer. Asked again while the house is busy, or asks to
        wait, or is not reached: every request may be sent twice.
        """
        address = f"{self._url}{path}" + (f"?{urlencode(query)}" if query else "")
        data = None if body is None else json.dumps(body).encode()
        told = {**self._headers, **(headers or {})}
        if method == "POST":
            told["Content-Type"] = "application/json"
            data = data or b""
        for tried in range(1, PATIENCE + 1):
            try:
                return self._once(Request(address, data, told, method=method))  # noqa: S310
            except HTTPError as error:
                with error:
                    if error.code == 304:
                        return 304, {}, ""
                    again = error.headers.get("Retry-After", "")
                    if not again.isdecimal() or tried == PATIENCE:
                        raise Refused(error.code, _problem(error.read())) from None
                pause = float(again)
            except (URLError, HTTPException, OSError):
                if tried == PATIENCE:
                    raise
                pause = 2.0**tried
            time.sleep(min(pause, LONGEST))
        raise AssertionError("it was answered or raised")

    def _once(self, request: Request) -> tuple[int, Mapping[str, str], str]:
        with self._opener.open(request, timeout=self._timeout) as answer:
            headers = {name.lower(): value for name, value in answer.headers.items()}
            return answer.status, headers, answer.read().decode()


def _problem(content: bytes) -> dict[str, Any]:
    try:
        found = json.loads(content)
    except ValueError:
        found = None
    return found if isinstance(found, dict) else {}
