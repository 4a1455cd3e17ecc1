"""The tests of NetworkX that fail with the backend, and why. None of them is a wrong result."""

from __future__ import annotations

from typing import Any

_EXPECTED: dict[str, str] = {}


def mark(items: Any) -> None:
    """Marks the tests (items of pytest) as expected failures."""
    import pytest

    for item in items:
        name = item.nodeid.rpartition("networkx/")[2].partition("[")[0]
        if reason := _EXPECTED.get(name):
            item.add_marker(pytest.mark.xfail(reason=reason))
