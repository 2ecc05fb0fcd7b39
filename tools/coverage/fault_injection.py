"""Replacement of code or data by a broken form, in this process, irrevocably: only for processes
that are thrown away.
"""

from __future__ import annotations

import ast
import importlib
import importlib.abc
import importlib.machinery
import sys
import tomllib
import types
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from tools.coverage.code_mutants import Mutant, mutants
from tools.coverage.data_mutants import BrokenData, broken_rows
from tools.coverage.rule_places import Place
from tools.coverage.running_module_patch import patch
from traders.engines.registry import engine
from traders.proof.scenarios import vocabulary


class NotBreakableError(Exception):
    """This form cannot be put into a running process."""


class Mutation:
    """One broken form of the code or data at a place."""

    def __init__(self, place: Place, form: Mutant | BrokenData) -> None:
        self.place = place
        self.form = form
        self.words = form.words

    def apply(self, root: Path, package: str) -> None:
        """Apply it. The package's modules are imported anew, so that derived values are computed
        again; other modules are patched. Raises NotBreakableError where that cannot be done.
        """
        if isinstance(self.form, BrokenData):
            _replace_reads(self.form)
        else:
            name = ".".join(self.place.file.relative_to(root).with_suffix("").parts).removesuffix(
                ".__init__"
            )
            if not package or not name.startswith(package):
                module = importlib.import_module(name)
                if not patch(module, self.place.file, self.form.source, self.place.name):
                    raise NotBreakableError(self.place.name)
                return
            sys.meta_path.insert(0, _Finder(name, self.place.file, self.form.source))
        own = [one for one in sys.modules if one == package or one.startswith(package + ".")]
        for one in own:
            del sys.modules[one]
        engine.cache_clear()
        vocabulary.of.cache_clear()


def mutations(place: Place, most: int | None = None) -> list[Mutation]:
    """Mutations of a place, the likeliest to be noticed first: all, or at most so many."""
    text = place.file.read_text(encoding="utf-8")
    forms: Iterable[Any] = broken_rows(text, place) if place.kind == "row" else mutants(text, place)
    return [Mutation(place, form) for form in islice(forms, most)]


class _Loader(importlib.machinery.SourceFileLoader):
    def __init__(self, name: str, path: Path, source: ast.Module) -> None:
        super().__init__(name, str(path))
        self._source = source

    def get_code(self, fullname: str) -> types.CodeType:
        return compile(self._source, self.path, "exec")


class _Finder(importlib.abc.MetaPathFinder):
    """Import finder for one module in its broken form."""

    def __init__(self, name: str, path: Path, source: ast.Module) -> None:
        self._name = name
        self._path = path
        self._source = source

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self._name:
            return None
        found = [str(self._path.parent)] if self._path.name == "__init__.py" else None
        spec = importlib.machinery.ModuleSpec(
            fullname,
            _Loader(fullname, self._path, self._source),
            origin=str(self._path),
            is_package=bool(found),
        )
        spec.submodule_search_locations = found
        spec.has_location = True
        return spec


def _replace_reads(form: BrokenData) -> None:
    """Replace the file's contents, for every reader of TOML, by the broken ones."""

    def replacing(read: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
        def reading(*args: Any, **named: Any) -> dict[str, Any]:
            data = read(*args, **named)
            return form.after if data == form.before else data

        return reading

    tomllib.loads = replacing(tomllib.loads)
    tomllib.load = replacing(tomllib.load)
