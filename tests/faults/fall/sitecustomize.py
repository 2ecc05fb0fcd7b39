"""Kills its own process at a named step, once each time it is told to: Python imports this at start
where PYTHONPATH names this folder.

`FALL_STEPS` names steps, blank between: `module:function`, or `module:function:after` for its end.
A process that comes to a step for which a file of that name lies in `FALL_FOLDER` takes the file
away and is gone. Nothing of it is known to the house.
"""

from __future__ import annotations

import functools
import os
import signal
import sys
from importlib.abc import MetaPathFinder
from importlib.util import find_spec
from pathlib import Path
from typing import Any

STEPS = [step.split(":") for step in os.environ.get("FALL_STEPS", "").split()]
FOLDER = Path(os.environ.get("FALL_FOLDER", "."))


def _come_to(step: str) -> None:
    try:
        FOLDER.joinpath(step).unlink()  # of two processes only one can
    except FileNotFoundError:
        return
    os.kill(os.getpid(), signal.SIGKILL)


def _watched(function: Any, step: str) -> Any:
    @functools.wraps(function)
    def run(*arguments: Any, **named: Any) -> Any:
        _come_to(step)
        result = function(*arguments, **named)
        _come_to(f"{step}:after")
        return result

    return run


class _Planter(MetaPathFinder):
    """Finds modules as ever, and watches the functions named in them once they are loaded."""

    def __init__(self, waiting: dict[str, set[str]]) -> None:
        self.waiting = waiting

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        functions = self.waiting.pop(name, None)
        spec = find_spec(name) if functions else None
        if spec is None or spec.loader is None:
            return None
        execute = spec.loader.exec_module

        def exec_module(module: Any) -> None:
            execute(module)
            for function in functions or ():
                *owners, last = function.split(".")
                owner = functools.reduce(getattr, owners, module)
                setattr(owner, last, _watched(getattr(owner, last), f"{name}:{function}"))

        spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec


if STEPS:
    named: dict[str, set[str]] = {}
    for module, function, *_ in STEPS:
        named.setdefault(module, set()).add(function)
    sys.meta_path.insert(0, _Planter(named))
