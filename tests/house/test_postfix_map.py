"""The mail server's map of mailboxes knows every address that a letter of ours gives out, and no
other: it is made of the code that makes them.
"""

from __future__ import annotations

import ast
import re
from email import message_from_bytes, policy
from email.utils import getaddresses
from functools import cache
from io import StringIO
from pathlib import Path
from urllib.parse import unquote

import pytest
from django.core import mail
from django.core.management import call_command
from hypothesis import given
from hypothesis import strategies as st

from tests.domain.letters.real import begun
from tests.house.debian.manual import TREE
from tests.house.debian.postfix import LeftOut, postmap
from traders.domain.letters import addresses, seatless_questions
from traders.domain.operators import alerts
from traders.domain.post import delivery
from traders.models import Letter, LetterKind, Player

DOMAIN = "post.example.org"
ANSWERED = ("from", "reply-to", "sender", "return-path", "errors-to")
"""Headers to whose addresses people and mail servers write."""


@pytest.fixture(autouse=True)
def _domain(settings):
    settings.POST_DOMAIN = DOMAIN
    settings.DEFAULT_FROM_EMAIL = f"Traders by Post <post@{DOMAIN}>"
    settings.SERVER_EMAIL = settings.DEFAULT_FROM_EMAIL


def printed() -> str:
    out = StringIO()
    call_command("postfix-map", stdout=out)
    return out.getvalue()


@cache
def _rows(text: str) -> list[re.Pattern[str]]:
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert all(re.fullmatch(r"/\^.+\$/ there", line) for line in lines)
    # pcre_table(5): without flags a pattern is matched in any case
    return [re.compile(line.removesuffix(" there")[1:-1], re.IGNORECASE) for line in lines]


def known(address: str) -> bool:
    return any(row.search(address) for row in _rows(printed()))


def given_out(raw: bytes) -> set[str]:
    """The addresses of our domain in a letter that somebody may write to."""
    letter = message_from_bytes(raw, policy=policy.default)
    headers = [str(value) for name, value in letter.items() if name.lower() in ANSWERED]
    texts = [part.get_content() for part in letter.walk() if part.get_content_maintype() == "text"]
    texts = [re.sub(r"cid:[^\"]+", "", text) for text in texts]
    written = {address for _, address in getaddresses(headers)}
    written |= {unquote(one) for one in re.findall(r"mailto:([^?\"'>\s]+)", "\n".join(texts))}
    written |= set(re.findall(rf"[\w.+-]+@{re.escape(DOMAIN)}", "\n".join(texts)))
    return {one for one in written if one.endswith(f"@{DOMAIN}")}


@pytest.mark.django_db
def test_every_letter_of_every_kind_can_be_answered(settings):
    settings.OPERATORS = ["operator@example.org"]
    game = begun()
    ann = Player.objects.create(email="ann@example.org", display_name="Ann")
    seatless_questions.ask(
        ann, key="a1", at=game.created, topic="desk", subject="Ann", paragraphs=("Please.",)
    )
    seats = list(game.seats.all())
    red = seats[0].player
    assert red is not None
    facts = Letter.objects.filter(game=game, asks=True)[0].facts
    for place, kind in enumerate(LetterKind):
        for seat, player, where in (
            ("", ann, None), ("", ann, game), (seats[0].colour, red, game)
        ):  # fmt: skip
            Letter.objects.create(
                game=where, seat=seat, player=player, kind=kind, key=f"x{place}", facts=facts,
                moment="t1", written=game.created, next_try=game.created,
                message_id=addresses.message_id(str(place), seat, str(where)),
            )  # fmt: skip
    delivery.prepare(list(Letter.objects.values_list("pk", flat=True)))
    kept = Letter.objects.exclude(raw=None)
    # a reminder and a digest are filled from other letters, and have the addresses of all
    left = set(LetterKind) - set(kept.values_list("kind", flat=True))
    assert left <= {LetterKind.DIGEST, LetterKind.REMINDER}
    made = [bytes(one.raw) for one in kept]
    found = set().union(*map(given_out, made))
    assert {one.partition(".")[0].partition("@")[0] for one in found} == {"play", "answer", "post"}
    assert [one for one in found if not known(one) or not addresses.is_mailbox(one)] == []


def test_every_address_of_the_domain_is_made_where_the_map_is_made():
    """What else ends in the domain names a letter or a picture: nobody writes to it."""
    made: dict[str, set[str]] = {}
    for folder in ("traders", "arbitration", "worker"):
        for path in (TREE / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.FunctionDef) and re.search(
                    r"@\{settings\.POST_DOMAIN\}", ast.unparse(node)
                ):
                    made.setdefault(path.stem, set()).add(node.name)
    assert made == {"addresses": {"reply_address", "answer_address", "message_id", "picture_name"}}


@given(
    st.integers(0, 2**63 - 1),
    st.sampled_from("ticx"),
    st.integers(0, 10**12 - 1),
    st.sampled_from(["", "b1", "b999999"]),
    st.text("abcdefghijklmnopqrstuvwxyz234567", min_size=20, max_size=20),
)
def test_whatever_seat_moment_and_letter_the_map_has_its_address(seat, kind, number, again, tag):
    for address in (
        addresses.reply_address(seat, f"{kind}{number}{again}"),
        addresses.reply_address(seat, ""),
        addresses.answer_address(tag),
    ):
        assert known(address)
        assert known(address.upper())


def test_a_sender_of_the_operators_own_takes_reports(settings):
    settings.DEFAULT_FROM_EMAIL = f"Club <games@{DOMAIN}>"
    settings.SERVER_EMAIL = "server@elsewhere.example"
    for name in ("games", "post"):
        assert known(f"{name}@{DOMAIN}")
        assert addresses.is_mailbox(f"{name}@{DOMAIN}")
    assert not known("server@elsewhere.example")
    assert not addresses.is_mailbox(f"server@{DOMAIN}")


@pytest.mark.parametrize("change", [
    lambda one: "root@" + DOMAIN, lambda one: one.replace("play", "pray"),
    lambda one: one.replace("post.example", "post-example"), lambda one: f"x{one}",
    lambda one: f"{one}.example", lambda one: one.replace(".", "..", 1),
])  # fmt: skip
def test_a_stranger_is_in_no_row(change):
    assert not known(change(addresses.reply_address(7, "e12")))


@pytest.mark.django_db
def test_the_operators_letter_comes_from_a_mailbox_of_the_map(settings, monkeypatch):
    settings.OPERATORS = ["operator@example.org"]
    monkeypatch.setattr(alerts, "problems", lambda found: {"x": "something is wrong"})
    alerts.send()
    [letter] = mail.outbox
    assert all(known(one) for one in given_out(letter.message().as_bytes()))
    assert given_out(letter.message().as_bytes()) == {f"post@{DOMAIN}"}


@pytest.mark.long
def test_postfix_itself_finds_each_in_it(tmp_path: Path):
    """Long: Debian's packages are fetched where it is not installed. Without a mirror it is left
    out, and says so.
    """
    try:
        program = postmap(tmp_path)
    except LeftOut as why:
        pytest.skip(str(why))
    table = tmp_path / "traders"
    table.write_text(printed())
    own = addresses.reply_address(7, "t12b3")
    for address in (own, own.upper(), addresses.answer_address("a" * 20), f"post@{DOMAIN}"):
        assert program.asked(table, address) == "there"
    assert program.asked(table, own.replace("play", "pray")) == ""
