"""The page about the API: its operations and shapes as the description has them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from scorekeeper.api.openapi import ABOUT, description

Described = dict[str, Any]


class ShownField(NamedTuple):
    """A field: its name, what kind of value it has, and what it means."""

    name: str
    kind: str
    about: str


class ShownOperation(NamedTuple):
    """An operation; `takes` and `gives` are names of shapes, "" for none."""

    method: str
    address: str
    summary: str
    parameters: tuple[ShownField, ...]
    takes: str
    gives: str


class ShownShape(NamedTuple):
    """The shape of what is sent or answered."""

    name: str
    fields: tuple[ShownField, ...]


class AboutPage(NamedTuple):
    """The page: what the API is, its operations, and the shapes they name."""

    text: str
    operations: tuple[ShownOperation, ...]
    shapes: tuple[ShownShape, ...]


def about_page(mounted: str) -> AboutPage:
    """Show the API; `mounted` is the path that the application is under."""
    described = description(mounted)
    base = described["servers"][0]["url"]
    shapes = described["components"]["schemas"]
    return AboutPage(
        ABOUT,
        tuple(_operations(described["paths"], base)),
        tuple(ShownShape(name, tuple(_fields(shapes[name]))) for name in sorted(shapes)),
    )


def _operations(paths: Described, base: str) -> Iterator[ShownOperation]:
    for path, methods in paths.items():
        for method, operation in methods.items():
            done = next(r for status, r in operation["responses"].items() if status[0] == "2")
            yield ShownOperation(
                method=method.upper(),
                address=f"{base}{path}",
                summary=operation["summary"],
                parameters=tuple(map(_parameter, operation["parameters"])),
                takes=_shape_in(operation.get("requestBody", {})),
                gives=_shape_in(done),
            )


def _parameter(parameter: Described) -> ShownField:
    about = parameter.get("description", "")
    return ShownField(parameter["name"], _kind(parameter["schema"]), about)


def _fields(shape: Described) -> Iterator[ShownField]:
    needed = shape.get("required", ())
    for name, schema in shape["properties"].items():
        kind = _kind(schema)
        about = schema.get("description", "")
        yield ShownField(name, f"{kind}, required" if name in needed else kind, about)


def _shape_in(answer: Described) -> str:
    """Return the name of the shape of what is sent or answered; "" for nothing."""
    content = answer.get("content", {})
    return next((_name(each["schema"]["$ref"]) for each in content.values()), "")


def _name(reference: str) -> str:
    return reference.rpartition("/")[2]


def _kind(schema: Described) -> str:
    """Say in a few words what a value is."""
    if "$ref" in schema:
        return _name(schema["$ref"])
    if "enum" in schema:
        return _either(f'"{each}"' for each in schema["enum"] if each is not None)
    if "anyOf" in schema:
        return _either(dict.fromkeys(map(_kind, schema["anyOf"])))
    if "items" in schema:
        return f"list of {_kind(schema['items'])}"
    kinds = schema.get("type", "any")
    return _either(kinds) if isinstance(kinds, list) else str(kinds)


def _either(kinds: Iterable[str]) -> str:
    return " or ".join(kinds)
