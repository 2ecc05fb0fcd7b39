"""docs/operators.md has a row for everything that /health, the letter to the operator and a refusal
at the start can say: what it says, and what to type.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.house.debian.manual import TREE
from traders.command_line import OF_THE_MACHINE
from traders.machine.configuration_file_install import brought
from traders.troubleshooting_table import GAP, of, rows

FIGURES = ("traders/domain/operators/health_figures.py", "arbitration/referees/ruling_requests.py")
REFUSALS = ("traders/checks.py", "traders/management/commands/postoffice.py")
RAISED = {"Error", "Warning", "CommandError"}


def texts(node: ast.AST, scope: ast.AST) -> Iterator[str]:
    """The sentences that an expression may have, those of names in it too."""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str) and node.value:
            yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(
            str(part.value) if isinstance(part, ast.Constant) else GAP for part in node.values
        )
    elif isinstance(node, ast.IfExp):
        yield from texts(node.body, scope)
        yield from texts(node.orelse, scope)
    elif isinstance(node, ast.Name):
        for one in ast.walk(scope):
            if isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) == node.id:
                yield from texts(one.value, scope)


def sentences() -> dict[str, str]:
    """Each sentence, and where it stands."""
    found = {}
    for path in (*FIGURES, *REFUSALS):
        for scope in ast.parse((TREE / path).read_text("utf-8")).body:
            for call in (one for one in ast.walk(scope) if isinstance(one, ast.Call)):
                name = ast.unparse(call.func).rpartition(".")[2]
                said = list(call.args)
                if name == "Figure":
                    told = said[3:4] + [
                        word.value for word in call.keywords if word.arg == "problem"
                    ]
                elif name in RAISED:
                    told = said[:1]
                else:
                    continue
                found |= {text: path for one in told for text in texts(one, scope)}
    return found


@pytest.mark.parametrize("sentence", sentences())
def test_each_sentence_has_its_row_and_the_row_something_to_type(sentence: str) -> None:
    told = rows().get(" ".join(sentence.split()).rstrip("."))
    assert told, f"no row for: {sentence}"
    assert "`" in told, "what to type stands in a code span"
    typed = of(sentence.replace(GAP, "17"))
    assert typed and "](" not in typed


def test_each_row_is_of_a_sentence_that_can_be_said() -> None:
    said = {" ".join(one.split()).rstrip(".") for one in sentences()}
    assert rows().keys() - said == set()
    assert len(said) >= 25


def test_what_is_typed_is_a_command_a_unit_or_a_setting_that_there_is() -> None:
    commands = {path.stem for path in TREE.glob("*/management/commands/*.py")} | {"check"}
    commands |= set(OF_THE_MACHINE)
    units = " ".join(brought())
    for told in rows().values():
        for command in re.findall(r"`traders ([\w-]+)", told):
            assert command in commands, told
        for unit in re.findall(r"(?:start|status|-u) (traders-\w+)", told):
            assert f"/systemd/system/{unit}" in units, told
