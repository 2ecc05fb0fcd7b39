"""Web Push: only the browser can read a message, the push service knows whose it is, and a browser
that is gone is forgotten.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from datetime import timedelta
from typing import Any

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.core import mail
from hypothesis import given
from hypothesis import strategies as st

from tests.services.listener import Listener
from traders.domain.calendar import clock
from traders.domain.post import delivery
from traders.domain.post.notifications import sending, web_push
from traders.domain.post.notifications.public_address_check import NotAllowed
from traders.domain.post.notifications.subscriptions import MOST_BROWSERS, save_browser
from traders.domain.post.notifications.web_push import CURVE, encrypted, from_text, to_text
from traders.models import Browser, Letter, Player, Telling

AUTH = b"a secret of ours"
KEY = ec.derive_private_key(1234567, CURVE)
POINT = KEY.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def hkdf(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    prk = hmac.digest(salt, secret, "sha256")
    return hmac.digest(prk, info + b"\x01", "sha256")[:length]


def opened(body: bytes, key: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """What a browser reads (RFC 8291, RFC 8188), written apart from what it proves."""
    salt, sender = body[:16], body[21 : 21 + body[20]]
    assert int.from_bytes(body[16:20], "big") >= len(body) - 21 - body[20]  # one record
    own = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
    secret = hkdf(shared, auth, b"WebPush: info\x00" + own + sender, 32)
    nonce = hkdf(secret, salt, b"Content-Encoding: nonce\x00", 12)
    sealed = AESGCM(hkdf(secret, salt, b"Content-Encoding: aes128gcm\x00", 16))
    text = sealed.decrypt(nonce, body[21 + body[20] :], None)
    assert text.endswith(b"\x02")
    return text[:-1]


def test_the_example_of_the_standard() -> None:
    """RFC 8291, section 5 and appendix A."""
    own = ec.derive_private_key(
        int.from_bytes(from_text("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), CURVE
    )
    body = encrypted(
        b"When I grow up, I want to be a watermelon",
        from_text(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        ),
        from_text("BTBZMqHH6r4Tts7J_aSIgg"),
        own,
        from_text("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert to_text(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6"
        "TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy"
        "4a-fN"
    )


@given(st.binary(max_size=3000))
def test_the_browser_reads_it_and_nobody_else(text: bytes) -> None:
    body = encrypted(text, POINT, AUTH)
    assert opened(body, KEY, AUTH) == text
    assert body != encrypted(text, POINT, AUTH)
    with pytest.raises(InvalidTag):
        opened(body, KEY, b"another secret..")


def test_the_server_s_key_is_the_vault_s_child(settings: Any) -> None:
    first = web_push.application_key()
    assert len(from_text(first)) == web_push.POINT
    assert first == web_push.application_key()
    settings.TRADERS_VAULT_KEY = "another"
    assert first != web_push.application_key()


@pytest.fixture
def browser(listener: Listener, blue: Player) -> Browser:
    """A browser of Blue's, at a push service of ours; its trial is done."""
    endpoint = f"{listener.origin}/push/1"
    made = save_browser(blue, endpoint, to_text(POINT), to_text(AUTH), "Firefox")
    listener.status = 201
    sending.sweep()
    return made


@pytest.mark.django_db(transaction=True)
def test_a_browser_is_told_what_a_letter_asks(
    browser: Browser, listener: Listener, asked: list[Letter]
) -> None:
    delivery.prepare([letter.pk for letter in asked])
    sending.sweep()
    trial, posted = listener.posted
    assert "trial" in json.loads(opened(trial.body, KEY, AUTH))["subject"]
    letter = Letter.objects.get(player=browser.player)
    said = json.loads(opened(posted.body, KEY, AUTH))
    assert (said["subject"], said["due"]) == (letter.subject, letter.due.isoformat())
    assert posted.path == "/push/1"
    assert posted.headers["Content-Encoding"] == "aes128gcm"
    assert int(posted.headers["TTL"]) > 0
    assert posted.headers["Topic"] == said["about"]
    assert len(said["about"]) <= 32
    assert not Telling.objects.exists()
    _signed(posted.headers["Authorization"], listener.origin)


def _signed(header: str, origin: str) -> None:
    """The signature holds, for that service, by the key with which browsers subscribe."""
    scheme, _, rest = header.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (scheme, parts["k"]) == ("vapid", web_push.application_key())
    head, claims, seal = parts["t"].split(".")
    told = json.loads(from_text(claims))
    assert json.loads(from_text(head))["alg"] == "ES256"
    assert told["aud"] == origin
    assert told["sub"].startswith("mailto:")
    assert 0 < told["exp"] - clock.now().timestamp() <= 86400
    octets = from_text(seal)
    r, s = (int.from_bytes(part, "big") for part in (octets[:32], octets[32:]))
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, from_text(parts["k"]))
    text = f"{head}.{claims}".encode()
    key.verify(encode_dss_signature(r, s), text, ec.ECDSA(hashes.SHA256()))
    assert hashlib.sha256(text).digest() != octets


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("status", "stays"), [(404, False), (410, False), (500, True)])
def test_a_browser_that_is_gone_is_removed_and_its_player_told_once(
    browser: Browser, listener: Listener, asked: list[Letter], status: int, stays: bool
) -> None:
    listener.status = status
    delivery.prepare([letter.pk for letter in asked])
    Telling.objects.create(browser=browser, made=clock.now(), next_try=clock.now())
    sending.sweep()
    assert Browser.objects.exists() is stays
    assert Telling.objects.exists() is stays
    Telling.objects.update(made=clock.now() - timedelta(days=1), next_try=clock.now())
    sending.sweep()
    assert not Telling.objects.exists()  # nobody is told after a day
    assert Browser.objects.exists() is stays
    assert len(mail.outbox) == (not stays)  # though two messages were on their way
    for letter in mail.outbox:
        assert letter.to == [browser.player.email]
        assert letter.subject == "Firefox is removed"
        assert "shows you no more messages" in letter.body and "/account" in letter.body


@pytest.mark.django_db
def test_a_browser_belongs_to_who_is_signed_in_there(listener: Listener, blue: Player) -> None:
    other = Player.objects.create_user("kim@example.org", display_name="Kim")
    for player in (blue, other):
        save_browser(player, f"{listener.origin}/push", to_text(POINT), to_text(AUTH))
    assert Browser.objects.get().player == other


@pytest.mark.django_db
def test_a_player_has_so_many_browsers_and_no_more(listener: Listener, blue: Player) -> None:
    for number in range(MOST_BROWSERS + 2):
        save_browser(blue, f"{listener.origin}/{number}", to_text(POINT), to_text(AUTH))
    assert blue.browsers.count() == MOST_BROWSERS
    assert not blue.browsers.filter(endpoint=f"{listener.origin}/0").exists()


@given(key=st.text(max_size=100), auth=st.text(max_size=40))
def test_keys_that_are_none_are_refused(key: str, auth: str) -> None:
    for keys in ((key, auth), (key, to_text(AUTH)), (to_text(POINT), auth), (to_text(AUTH), key)):
        with pytest.raises(NotAllowed):
            save_browser(Player(), "https://push.example.org/1", *keys)
