"""Debian's own `postmap`, with its dictionary for pcre: the one that is installed, else that of the
packages, unpacked beside the system.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.services.waiting import FAR

PACKAGES = ("postfix", "postfix-pcre")


class LeftOut(Exception):
    """Why there is no Postfix here."""


@dataclass(frozen=True)
class Postmap:
    """The program, the folder of a main.cf for it, and where its libraries lie."""

    program: str
    config: Path
    libraries: Path | None = None

    def asked(self, table: Path, address: str) -> str:
        """What the table says to an address; else the program's own error."""
        env = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
        if self.libraries is not None:
            env["LD_LIBRARY_PATH"] = str(self.libraries)
        done = subprocess.run(
            [self.program, "-c", self.config, "-q", address, f"pcre:{table}"],
            env=env, capture_output=True, text=True, check=False,
        )  # fmt: skip
        return done.stdout.strip() or done.stderr.strip()


def postmap(folder: Path) -> Postmap:
    """Raises `LeftOut` where it is not installed and no mirror of Debian gives it."""
    config = folder / "etc"
    config.mkdir()
    (config / "main.cf").write_text("compatibility_level = 3.6\n")
    if installed := shutil.which("postmap", path=f"{os.environ['PATH']}:/usr/sbin"):
        return Postmap(installed, config)
    if shutil.which("apt-get") is None:
        raise LeftOut("Postfix is not here, and this is no Debian")
    for command in (
        ["apt-get", "download", *PACKAGES],
        ["sh", "-c", 'for one in *.deb; do dpkg -x "$one" root || exit; done'],
    ):
        try:
            done = subprocess.run(
                command, cwd=folder, capture_output=True, text=True, check=False, timeout=FAR
            )
        except subprocess.TimeoutExpired:
            raise LeftOut(f"no mirror gives {' and '.join(PACKAGES)} in {FAR:.0f} seconds")
        if done.returncode:
            raise LeftOut(f"no mirror gives {' and '.join(PACKAGES)}: {done.stderr[-200:]}")
    own = folder / "root/usr"
    line = f"pcre {own}/lib/postfix/postfix-pcre.so dict_pcre_open\n"
    (config / "dynamicmaps.cf").write_text(line)
    with (config / "main.cf").open("a") as main:
        main.write(f"shlib_directory = {own}/lib/postfix\nmeta_directory = {config}\n")
        # accounts that every Debian has: the package's own were not made
        main.write("mail_owner = list\nsetgid_group = games\n")
    return Postmap(str(own / "sbin/postmap"), config, own / "lib/postfix")
