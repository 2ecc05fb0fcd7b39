"""A broken form of a module, put into the running one: the code of functions that others hold
already, and values of modules and classes.
"""

from __future__ import annotations

import ast
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_SHARED = (int, bool, str, bytes, float, type(None), type)
"""Equal values of these kinds may be one object by chance."""


def patch(module: types.ModuleType, file: Path, broken: ast.Module, name: str) -> bool:
    """Give the module the functions of its broken form, or the value of the statement `name`.
    False where neither can be done: a field of a model, a name that decorators hide.
    """
    whole = compile(ast.parse(file.read_text(encoding="utf-8")), str(file), "exec")
    before, after = dict(_functions(whole)), dict(_functions(compile(broken, str(file), "exec")))
    changed = [key for key, code in after.items() if key in before and code != before[key]]
    if changed:
        return all(_exchange(module, key[0], after[key], key[1]) for key in changed)
    return _revalue(module, broken, name)


def _functions(code: types.CodeType) -> Iterator[tuple[tuple[str, int], types.CodeType]]:
    """The functions of a module and its classes by name and line, without those inside
    functions.
    """
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType):
            if inner.co_flags & 0x02:  # CO_NEWLOCALS: a function; a class body has none
                if not inner.co_name.startswith("<"):
                    yield (inner.co_qualname, inner.co_firstlineno), inner
            else:
                yield from _functions(inner)


def _exchange(module: types.ModuleType, name: str, code: types.CodeType, line: int) -> bool:
    held: Any = module
    for part in name.split("."):
        held = held.__dict__.get(part) if isinstance(held, type) else getattr(held, part, None)
    for function in _inside(held):
        if function.__code__.co_firstlineno == line:
            try:
                function.__code__ = code
            except ValueError:  # other free names
                return False
            return True
    return False


def _inside(held: Any) -> Iterator[types.FunctionType]:
    """The functions that a property, a task, a cache or another decorator holds."""
    pending, seen = [held], set[int]()
    while pending:
        thing = pending.pop()
        if thing is None or id(thing) in seen:
            continue
        seen.add(id(thing))
        if clear := getattr(thing, "cache_clear", None):
            clear()
        if isinstance(thing, types.FunctionType):
            yield thing
        held_by = ("fget", "fset", "func", "__func__", "__wrapped__", "run")
        pending += [vars_of(thing, name) for name in held_by]


def vars_of(thing: Any, name: str) -> Any:
    """An attribute, or None; whatever reading it raises."""
    try:
        return getattr(thing, name, None)
    except Exception:  # noqa: BLE001 - a lazy object may do anything
        return None


def _revalue(module: types.ModuleType, broken: ast.Module, name: str) -> bool:
    """Work out the broken statement in the module as it stands; whoever holds the old value gets
    the new one.
    """
    *outer, last = name.split(".")
    body: list[ast.stmt] = broken.body
    holder: Any = module
    for part in outer:
        body = next((s.body for s in body if isinstance(s, ast.ClassDef) and s.name == part), [])
        holder = getattr(holder, part, None)
    statement = next((s for s in body if last in _targets(s)), None)
    old = vars(holder).get(last) if holder is not None else None
    if statement is None or old is None or (outer and hasattr(type(old), "__get__")):
        return False
    if outer and any(hasattr(holder, kept) for kept in ("__struct_fields__", "_meta")):
        return False
    names = {**vars(module), **(dict(vars(holder)) if outer else {})}
    exec(compile(ast.Module([statement], []), "broken", "exec"), names)  # noqa: S102 - our own
    setattr(holder, last, names[last])
    for other in list(sys.modules.values()):
        if outer or not isinstance(other, types.ModuleType):
            continue
        for key, value in list(vars(other).items()):
            if value is old and (key == last or not isinstance(old, _SHARED)):
                vars(other)[key] = names[last]
    return True


def _targets(statement: ast.stmt) -> list[str]:
    match statement:
        case ast.Assign(targets=targets):
            return [ast.unparse(target) for target in targets]
        case ast.AnnAssign(target=target, value=value) if value is not None:
            return [ast.unparse(target)]
    return []
