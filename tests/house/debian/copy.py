"""Stands in for `git clone`: `python -m tests.house.debian.copy FOLDER` puts the files of this tree
there.
"""

from __future__ import annotations

import shutil
import sys

from tests.house.debian.manual import TREE

if __name__ == "__main__":
    shutil.copytree(
        TREE,
        sys.argv[1],
        ignore=shutil.ignore_patterns(".*", "var", "__pycache__", "tests", "bench"),
    )
