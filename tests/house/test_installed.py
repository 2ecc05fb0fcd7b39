"""What a server installs is light, and knows where its files are outside of the repository too."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, distribution, files
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from traders.domain.letters import typeface

TREE = Path(__file__).resolve().parents[2]
MOST = 250_000_000
"""Octets of all parts, without what Python compiles of them: with that and with pip 330 MB."""

LICENCES = [(".", "AGPL-3.0-or-later"), ("client", "MIT")]
TITLES = {"AGPL-3.0-or-later": "GNU AFFERO GENERAL PUBLIC LICENSE", "MIT": "MIT License"}


def octets(part: str) -> int:
    """The size of a part's files as they were packed."""
    try:
        found = [Path(file.locate()) for file in files(part) or ()]
    except PackageNotFoundError:  # an older Python has it
        return 0
    return sum(file.stat().st_size for file in found if file.suffix != ".pyc" and file.is_file())


def parts(file: str) -> list[str]:
    """The parts that a file of requirements names."""
    lines = (TREE / file).read_text("utf-8").splitlines()
    return [Requirement(line.partition(" #")[0]).name for line in lines if line[:1] not in "#"]


def test_a_server_installs_little() -> None:
    sizes = {part: octets(part) for part in parts("requirements.txt")}
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
    shutil.copy(TREE / "traders" / "installation_paths.py", tmp_path / "traders")
    told = subprocess.run(
        [sys.executable, "-c", "import traders.installation_paths as at; print(at.HOUSE, at.VAR)"],
        cwd=tmp_path, env={"PATH": os.environ["PATH"], "HOME": "/home/somebody"},
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    home = "/home/somebody/.local/share/traders-by-post"
    assert told.stdout.split() == [str(tmp_path / "traders" / "house"), home]


@pytest.mark.parametrize(("package", "licence"), LICENCES)
def test_whoever_has_a_package_may_run_and_change_it_and_knows_where_it_comes_from(
    package: str, licence: str
) -> None:
    project = tomllib.loads((TREE / package / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["license"] == licence
    (file,) = project["license-files"]
    text = (TREE / package / file).read_text("utf-8")
    assert re.search(TITLES[licence], text)
    assert project["authors"] and (TREE / package / project["readme"]).exists()
    assert "version" in {*project, *project.get("dynamic", ())}


def test_who_finds_a_hole_is_told_what_to_do() -> None:
    told = (TREE / "SECURITY.md").read_text("utf-8")
    assert "**How to tell.**" in told
    for named in re.findall(r"\]\((?!https?:)([^)#]+)\)|`((?:tests|docs)/\w+)`", told):
        assert (TREE / "".join(named)).exists(), named
    assert "(SECURITY.md)" in (TREE / "README.md").read_text("utf-8")


def test_each_part_was_installed_from_a_wheel_or_built_as_one() -> None:
    """None by a `setup.py` of its own, which pip gives up."""
    here = [part for part in parts("requirements.txt") if octets(part)]
    found = {part: distribution(part) for part in here}
    assert [part for part, one in found.items() if one.read_text("WHEEL") is None] == []


def test_the_fonts_that_are_used_lie_in_the_tree_with_their_licences() -> None:
    styles = [*(TREE / "traders").rglob("*.css")]
    drawn = [
        sheet.parent / url
        for sheet in styles
        for url in re.findall(r'url\("([^"]+\.(?:woff2?|ttf|otf))"\)', sheet.read_text("utf-8"))
    ]
    fonts = {typeface.REGULAR, typeface.BOLD, *drawn}
    assert len(fonts) > 2
    for font in fonts:
        assert font.is_file(), font
        assert [one for one in font.parent.iterdir() if "LICENSE" in one.name.upper()], font
    assert not [part for part in parts("requirements.txt") if "font" in part.lower()]
