"""What the functions share."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Optional, TypeVar

import networkx as nx

F = TypeVar("F", bound=Callable[..., Any])


def refuses(check: Callable[..., Optional[str]]) -> Callable[[F], F]:
    """A check of the arguments of a function: the reason why it cannot run, or None."""

    def decorate(function: F) -> F:
        function.refuses = check  # type: ignore[attr-defined]
        return function

    return decorate


def undirected_only(G: Any, **unused: Any) -> Optional[str]:
    return "only undirected graphs are supported" if G.is_directed() else None


def directed_only(G: Any, **unused: Any) -> Optional[str]:
    return None if G.is_directed() else "only directed graphs are supported"


def given(*parameters: str) -> Callable[..., Optional[str]]:
    """Refuses calls that give one of these parameters."""

    def check(**arguments: Any) -> Optional[str]:
        for parameter in parameters:
            if arguments[parameter] is not None and arguments[parameter] is not False:
                return f"{parameter} is not supported"
        return None

    return check


#: NetworkX 3.7 defines a few results for graphs without nodes or edges otherwise.
NETWORKX_37 = [int(part) for part in re.findall(r"\d+", nx.__version__)[:2]] >= [3, 7]
