"""The house's own keys: made once, for all who ask, and for their owner's eyes."""

from __future__ import annotations

import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from cryptography.fernet import Fernet

from traders.keys import kept_key, new_key


def test_a_key_is_a_vault_key():
    vault = Fernet(new_key())
    assert vault.decrypt(vault.encrypt(b"secret")) == b"secret"
    assert new_key() != new_key()


def test_a_key_is_kept_for_its_owner_alone(tmp_path):
    path = tmp_path / "var" / "vault_key"
    key = kept_key(path)
    assert kept_key(path) == key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [found.name for found in path.parent.iterdir()] == ["vault_key"]


def test_all_who_ask_at_once_get_the_same_key(tmp_path):
    path = tmp_path / "secret_key"
    ask = [
        sys.executable,
        "-c",
        "from pathlib import Path; from traders.keys import kept_key; "
        f"print(kept_key(Path({str(path)!r})))",
    ]
    with ThreadPoolExecutor(6) as askers:
        answers = list(
            askers.map(
                lambda _: subprocess.run(
                    ask, capture_output=True, text=True, check=True
                ).stdout.strip(),
                range(6),
            )
        )
    assert set(answers) == {path.read_text().strip()}


def test_both_keys_are_made_as_settings_and_are_strong():
    printed = subprocess.run(
        [sys.executable, "-m", "traders.keys"], capture_output=True, text=True, check=True
    ).stdout
    made = dict(line.split("=", 1) for line in printed.splitlines())
    assert list(made) == ["SECRET_KEY", "TRADERS_VAULT_KEY"]
    assert len(made["SECRET_KEY"]) >= 50  # Django's W009
    Fernet(made["TRADERS_VAULT_KEY"])
