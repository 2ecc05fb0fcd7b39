"""The package of this tree, and others that could come after it."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.house.debian.base import FOLDER, LeftOut, Release
from tests.services.waiting import FAR
from tools import deb
from traders.version import VERSION

OTHER_RULE = """

def _otherwise(state, outcome, _real=ENGINE.happen):
    return _real(state, outcome[::-1] if isinstance(outcome, list) else outcome)


ENGINE.happen = _otherwise
"""
"""Code at the end of Star Traders: what a deck brings is read backwards."""


def built(folder: Path, release: Release) -> Path:
    """It, made as `make deb` does. Raises `LeftOut` where its parts cannot be had."""
    lines = "\n".join(deb.wanted(deb.PYTHONS[release.number]))
    kept = FOLDER / f"parts-{release.suite}-{hashlib.sha256(lines.encode()).hexdigest()[:12]}"
    options = ["--debian", release.number, "--into", folder, "--parts", kept]
    command = [sys.executable, "-m", "tools.deb", *options]
    try:
        done = subprocess.run(
            command, cwd=deb.TREE, capture_output=True, text=True, check=False, timeout=4 * FAR
        )
    except subprocess.TimeoutExpired:
        raise LeftOut(f"the parts of the package did not come in {4 * FAR:.0f} seconds")
    if "No matching distribution" in done.stderr or "Connection" in done.stderr:
        raise LeftOut(f"the parts of the package are not to be had: {done.stderr[-300:]}")
    assert done.returncode == 0, done.stderr
    return next(folder.glob("*.deb"))


@contextmanager
def changed(package: Path, folder: Path, version: str, rule: str = "") -> Iterator[Path]:
    """A release after that package, with more code."""
    root = folder / f"release-{version}"
    subprocess.run(["dpkg-deb", "--raw-extract", package, root], check=True)
    try:
        program = root / deb.PROGRAM
        build = (program / "build").read_text()
        if rule:
            (engine,) = program.glob("lib/*/site-packages/traders/engines/star_traders/__init__.py")
            engine.write_text(engine.read_text("utf-8") + rule)
        for path in (program / "build", root / "DEBIAN/preinst"):
            path.write_text(path.read_text().replace(build.strip(), f"{build.strip()}{version}"))
        control = root / "DEBIAN/control"
        control.write_text(control.read_text().replace(VERSION, version))
        other = root.with_name(package.name.replace(VERSION, version))
        command = ["dpkg-deb", "--root-owner-group", "-Zzstd", "-z1", "--build", root, other]
        subprocess.run(command, check=True)
        yield other
        other.unlink()
    finally:
        shutil.rmtree(root)
