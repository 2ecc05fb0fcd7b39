"""What a server installs is light, and knows where its files are outside of the repository too."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

from packaging.requirements import Requirement

TREE = Path(__file__).resolve().parents[2]
MOST = 250_000_000
"""Octets of all parts, without what Python compiles of them: with that and with pip 330 MB."""


def octets(part: str) -> int:
    """The size of a part's files as they were packed."""
    try:
        found = [Path(file.locate()) for file in files(part) or ()]
    except PackageNotFoundError:  # an older Python has it
        return 0
    return sum(file.stat().st_size for file in found if file.suffix != ".pyc" and file.is_file())


def test_a_server_installs_little() -> None:
    lines = (TREE / "requirements.txt").read_text("utf-8").splitlines()
    parts = [Requirement(line.partition(" #")[0]).name for line in lines if line[:1] not in "#"]
    sizes = {part: octets(part) for part in parts}
    assert 100_000_000 < sum(sizes.values()) <= MOST, sizes


def test_an_installed_house_has_its_files_inside_and_its_games_at_home(tmp_path: Path) -> None:
    wheel = tomllib.loads((TREE / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"][
        "targets"
    ]["wheel"]
    assert "tools" not in wheel["packages"]
    for source, place in wheel["force-include"].items():
        assert (TREE / source).exists()
        assert place == f"traders/house/{source}"
    (tmp_path / "traders" / "house").mkdir(parents=True)
    shutil.copy(TREE / "traders" / "places.py", tmp_path / "traders")
    told = subprocess.run(
        [sys.executable, "-c", "from traders import places; print(places.HOUSE, places.VAR)"],
        cwd=tmp_path, env={"PATH": os.environ["PATH"], "HOME": "/home/somebody"},
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    home = "/home/somebody/.local/share/traders-by-post"
    assert told.stdout.split() == [str(tmp_path / "traders" / "house"), home]
