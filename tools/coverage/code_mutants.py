"""Mutants of code: one small change in a function or statement each, the nearest to a line
first.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from tools.coverage.rule_places import Place

_FLIPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE,
    ast.LtE: ast.Gt, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_TURNED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A module with one change, and the change in words."""

    words: str
    source: ast.Module


class _Breaker(ast.NodeTransformer):
    """Counts the possible changes in the order of the text, and makes the one with the number
    wanted.
    """

    def __init__(self, wanted: int = -1) -> None:
        self.wanted = wanted
        self.found: list[tuple[int, int, str]] = []
        """Rank (the better evidence first), line, and what the break would be."""

    def _offer(
        self,
        node: ast.AST,
        rank: int,
        words: str,
        broken: Callable[[], ast.AST],
        at: ast.AST | None = None,
    ) -> ast.AST:
        self.found.append((rank, getattr(at or node, "lineno", 0), words))
        return ast.copy_location(broken(), node) if len(self.found) - 1 == self.wanted else node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        first = type(node.ops[0])
        if first not in _FLIPPED:
            return node
        return self._offer(
            node,
            0,
            f"{first.__name__} turned round",
            lambda: ast.Compare(node.left, [_FLIPPED[first](), *node.ops[1:]], node.comparators),
        )

    def visit_If(self, node: ast.If) -> ast.AST:
        self.generic_visit(node)
        return self._offer(
            node,
            0,
            "condition turned round",
            lambda: ast.If(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse),
        )

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        return self._offer(
            node, 0, "alternatives swapped", lambda: ast.IfExp(node.test, node.orelse, node.body)
        )

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        other = ast.Or if isinstance(node.op, ast.And) else ast.And
        return self._offer(
            node,
            0,
            f"`{other.__name__.lower()}` in place of its opposite",
            lambda: ast.BoolOp(other(), node.values),
        )

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        return (
            self._offer(node, 0, "`not` dropped", lambda: node.operand)
            if isinstance(node.op, ast.Not)
            else node
        )

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        turned = _TURNED.get(type(node.op))
        return (
            self._offer(
                node, 1, "sum turned round", lambda: ast.BinOp(node.left, turned(), node.right)
            )
            if turned
            else node
        )

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        value = node.value
        if isinstance(value, bool):
            return self._offer(
                node, 1, f"{not value} in place of {value}", lambda: ast.Constant(not value)
            )
        if isinstance(value, int):
            return self._offer(
                node, 1, f"{value + 1} in place of {value}", lambda: ast.Constant(value + 1)
            )
        if isinstance(value, str) and value.isidentifier():
            return self._offer(
                node, 4, f"another word in place of {value}", lambda: ast.Constant(f"not_{value}")
            )
        return node

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        self.generic_visit(node)
        pairs = list(zip(node.keys, node.values, strict=True))
        for place in range(len(pairs)):
            rest = pairs[:place] + pairs[place + 1 :]
            node = cast(
                ast.Dict,
                self._offer(node, 2, "entry left out", partial(_dict, rest), pairs[place][1]),
            )
        return node

    def visit_Tuple(self, node: ast.Tuple) -> ast.AST:
        return self._elements(node)

    def visit_List(self, node: ast.List) -> ast.AST:
        return self._elements(node)

    def _elements(self, node: ast.Tuple | ast.List) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load):
            return node
        whole = list(node.elts)
        for place, element in enumerate(whole):
            rest = whole[:place] + whole[place + 1 :]
            node = cast(
                ast.Tuple,
                self._offer(
                    node, 3, "element left out", partial(type(node), rest, ast.Load()), element
                ),
            )
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        return node

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        return self._offer(node, 1, "change left out", ast.Pass)

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        return self._offer(node, 0, "refusal left out", ast.Pass)

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        if isinstance(node.value, ast.Constant):
            return node
        self.generic_visit(node)
        return self._offer(node, 2, "statement left out", ast.Pass)

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        self.generic_visit(node)
        into = any(isinstance(target, (ast.Attribute, ast.Subscript)) for target in node.targets)
        return self._offer(node, 2, "assignment left out", ast.Pass) if into else node

    def visit_Return(self, node: ast.Return) -> ast.AST:
        self.generic_visit(node)
        if node.value is None or (
            isinstance(node.value, ast.Constant) and node.value.value is None
        ):
            return node
        return self._offer(node, 3, "nothing returned", lambda: ast.Return(ast.Constant(None)))

    def visit_Yield(self, node: ast.Yield) -> ast.AST:
        return self._offer(node, 3, "nothing yielded", lambda: ast.Constant(None))


def mutants(text: str, place: Place, most: int = 14) -> Iterator[Mutant]:
    """Mutants of a module with one change inside the function or statement at `place`, then one
    whose function does nothing.
    """
    tree = ast.parse(text)
    node = _node(tree, place)
    if node is None:
        return
    counting = _Breaker()
    counting.visit(copy.deepcopy(node))
    inside = (
        isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        and place.line > node.body[0].lineno
    )

    def worth(number: int) -> tuple[int, int]:
        rank, line, _ = counting.found[number]
        return (abs(line - place.line), rank) if inside else (rank, line)

    for number in sorted(range(len(counting.found)), key=worth)[:most]:
        broken = ast.parse(text)
        _replace(broken, place, _Breaker(number).visit)
        yield Mutant(
            f"line {counting.found[number][1]}: {counting.found[number][2]}",
            ast.fix_missing_locations(broken),
        )
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        broken = ast.parse(text)
        _replace(broken, place, _emptied)
        yield Mutant(f"line {node.lineno}: does nothing", ast.fix_missing_locations(broken))


def _dict(pairs: list[tuple[ast.expr | None, ast.expr]]) -> ast.Dict:
    return ast.Dict([key for key, _ in pairs], [value for _, value in pairs])


def _emptied(node: ast.AST) -> ast.AST:
    assert isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    node.body = [ast.copy_location(ast.Return(ast.Constant(None)), node.body[0])]
    return node


def _node(tree: ast.Module, place: Place) -> ast.stmt | None:
    """The statement at a place: a function, a class, or an assignment; None if there is none."""
    body, found = tree.body, None
    for name in place.name.split("."):
        found = next((one for one in body if name in _names(one)), None)
        if found is None:
            return None
        body = getattr(found, "body", [])
    return found


def _names(node: ast.stmt) -> tuple[str, ...]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return (name,)
        case ast.Assign(targets=targets):
            return tuple(ast.unparse(target) for target in targets)
        case ast.AnnAssign(target=target):
            return (ast.unparse(target),)
    return ()


def _replace(tree: ast.Module, place: Place, change: Callable[[ast.stmt], Any]) -> None:
    node = _node(tree, place)
    for parent in ast.walk(tree):
        body = getattr(parent, "body", None)
        if isinstance(body, list) and node in body and node is not None:
            body[body.index(node)] = change(node)
            return
