"""Fields of shapes, each with a sentence about it."""

from __future__ import annotations

from typing import Any

from marshmallow import fields


def text(about: str, **options: Any) -> fields.String:
    """Return a field for a text."""
    return fields.String(metadata={"description": about}, **options)


def whole_number(about: str, **options: Any) -> fields.Integer:
    """Return a field for a whole number."""
    return fields.Integer(strict=True, metadata={"description": about}, **options)


def by_name(about: str, **metadata: Any) -> fields.Raw:
    """Return a field for a table by the names of players or sides."""
    return fields.Raw(metadata={"type": "object", "description": about, **metadata})
