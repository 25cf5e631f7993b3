"""Removes places from values, to compare values from different places."""

from dataclasses import replace
from typing import Any

from rulebinder.problems import Place

NOWHERE = Place("")


def unplaced(value: Any) -> Any:
    """Return ``value`` without any place, at every depth."""
    if isinstance(value, tuple):
        return tuple(unplaced(each) for each in value)
    if hasattr(value, "__dataclass_fields__"):
        fields = {
            name: unplaced(getattr(value, name))
            for name in value.__dataclass_fields__
            if name != "place"
        }
        return replace(
            value, **fields, **({"place": NOWHERE} if "place" in value.__dataclass_fields__ else {})
        )
    return value
