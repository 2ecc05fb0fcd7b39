"""The client against the API's document: every operation has a method, and what a method answers
has the shape that the document says.
"""

from __future__ import annotations

import importlib
import inspect
import types
from collections.abc import Iterator
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest
from django.test import Client

ITSELF = {"changes", "watch"}
"""Methods that ask by another one, or for ever."""
OTHERS = {"Said": "PressOut"}
"""Types that are not called as in the document."""
ARGUMENTS: dict[str, Any] = {"number": 1, "orders": ["end"], "since": ""}
"""What methods are asked with here; all else is a name."""


@pytest.fixture(scope="module")
def document() -> Any:
    return Client().get("/api/openapi.json").json()


class Heard(Exception):
    """What a method asked for."""

    def __init__(self, method: str, path: str, body: Any) -> None:
        super().__init__(path)
        self.method, self.path, self.body = method, path, body


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> dict[str, Heard]:
    """What each method of the client asks for first."""
    house_type = importlib.import_module("traders_client.house").House
    transport = importlib.import_module("traders_client.transport").Transport

    def hears(self: Any, method: str, path: str, *args: Any, **named: Any) -> Any:
        raise Heard(method.lower(), f"/api{path}", named.get("body"))

    monkeypatch.setattr(transport, "ask", hears)
    house = house_type("https://example.org", "tbp_x")
    found: dict[str, Heard] = {}
    for name, method in inspect.getmembers(house, inspect.ismethod):
        if name.startswith("_") or name in ITSELF:
            continue
        needed = [
            ARGUMENTS.get(one.name, f"a-{one.name}")
            for one in inspect.signature(method).parameters.values()
            if one.default is inspect.Parameter.empty and one.kind != one.VAR_KEYWORD
        ]
        try:
            answer = method(*needed)
            next(answer)  # of those that answer by and by
        except Heard as heard:
            found[name] = heard
    return found


def _operation(document: Any, heard: Heard) -> dict[str, Any]:
    """The operation of the document that was asked for."""
    for template, methods in document["paths"].items():
        parts, said = template.split("/"), heard.path.split("/")
        fits = len(parts) == len(said) and all(
            part == one or (part.startswith("{") and (one.startswith("a-") or one.isdecimal()))
            for part, one in zip(parts, said, strict=True)
        )
        if fits and heard.method in methods:
            found: dict[str, Any] = methods[heard.method]
            return found
    raise AssertionError(f"{heard.method} {heard.path} is not in the document")


def test_every_operation_has_a_method_and_every_method_an_operation(
    document: Any, asked: dict[str, Heard]
) -> None:
    reached = [_operation(document, heard)["operationId"] for heard in asked.values()]
    there = [one["operationId"] for path in document["paths"].values() for one in path.values()]
    assert len(there) > 30
    assert sorted(reached) == sorted(there)


def test_what_a_method_answers_is_what_the_document_says(
    document: Any, asked: dict[str, Heard]
) -> None:
    house = importlib.import_module("traders_client.house").House
    shapes = document["components"]["schemas"]
    for name, heard in asked.items():
        (content,) = [
            next(iter(answer["content"].values()))
            for status, answer in _operation(document, heard)["responses"].items()
            if status.startswith("2")
        ]
        told = get_type_hints(getattr(house, name))["return"]
        if get_origin(told) in (list, Iterator):  # of a page, or of lines
            (told,) = get_args(told)
        named = _schema_of(told)
        shape = content["schema"]["$ref"].rpartition("/")[2]
        inner = [
            one["items"].get("$ref", "").rpartition("/")[2]
            for one in shapes[shape]["properties"].values()
            if "items" in one
        ]
        assert named in (shape, *inner), name


def test_what_is_posted_is_what_the_document_takes(document: Any, asked: dict[str, Heard]) -> None:
    shapes = document["components"]["schemas"]
    for name, heard in asked.items():
        operation = _operation(document, heard)
        body = operation.get("requestBody")
        if body is None:
            assert heard.body is None, name
            continue
        shape = shapes[body["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]]
        assert set(heard.body) <= set(shape["properties"]), name
        assert set(shape.get("required", ())) <= set(heard.body), name


def test_making_a_game_can_say_all_that_the_document_has(document: Any) -> None:
    shape = document["components"]["schemas"]["GameIn"]["properties"]
    wishes = {name for name, one in shape.items() if not one.get("deprecated")}
    house = importlib.import_module("traders_client.house").House
    assert wishes == set(inspect.signature(house.make_game).parameters) - {"self"}


def test_its_types_have_the_fields_of_the_document_and_their_types(document: Any) -> None:
    shapes = document["components"]["schemas"]
    answers = importlib.import_module("traders_client.answers")
    found = {name: one for name, one in vars(answers).items() if is_typeddict(one)}
    assert len(found) > 40
    for name, one in found.items():
        told = shapes[_schema_of(one)]["properties"]
        hints = get_type_hints(one)
        assert set(hints) == set(told), name
        for field, kind in hints.items():
            assert _fits(kind, told[field], shapes), (name, field, kind, told[field])


def _schema_of(kind: Any) -> str:
    return OTHERS.get(kind.__name__, f"{kind.__name__}Out")


def _fits(kind: Any, told: Any, shapes: Any) -> bool:
    """Whether a type is what a schema says."""
    if kind is Any:
        return "type" not in told and "$ref" not in told
    if "$ref" in told:
        name = told["$ref"].rpartition("/")[2]
        if "enum" not in shapes[name]:
            return is_typeddict(kind) and _schema_of(kind) == name
        told = shapes[name]
    if "anyOf" in told:
        parts = get_args(kind) if get_origin(kind) in (Union, types.UnionType) else (kind,)
        return len(parts) == len(told["anyOf"]) and all(
            any(_fits(part, one, shapes) for part in parts) for one in told["anyOf"]
        )
    if get_origin(kind) is Literal:
        return set(get_args(kind)) == set(told["enum"])
    if get_origin(kind) is list:
        return told.get("type") == "array" and _fits(get_args(kind)[0], told["items"], shapes)
    if get_origin(kind) is dict:
        return told.get("type") == "object" and _fits_values(kind, told, shapes)
    plain = {str: "string", int: "integer", bool: "boolean", types.NoneType: "null"}
    return bool(told.get("type") == plain.get(kind)) and "enum" not in told


def _fits_values(kind: Any, told: Any, shapes: Any) -> bool:
    values = told.get("additionalProperties", True)
    return values is True or _fits(get_args(kind)[1], values, shapes)
