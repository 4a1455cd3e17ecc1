"""The object that NetworkX loads by the entry point ``networkx.backends``.

A function of NetworkX is a function of the same name in one of the modules of this folder, which the table of
``_mergus_networkx`` names; the module is imported by the first call.
"""

from __future__ import annotations

import functools
import importlib
import inspect
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import networkx as nx
from _mergus_networkx import FUNCTIONS

from .. import _core
from .._context import Context, default_context
from ._graph import Graph, from_networkx, to_networkx

_GRAPHS = ("G", "H", "G1", "G2")
_WEIGHTS = ("weight", "distance")


@lru_cache(maxsize=None)
def _function(name: str) -> tuple[Callable[..., Any], inspect.Signature]:
    module = importlib.import_module(f"mergus.nx.{FUNCTIONS[name].module}")
    function = getattr(module, name)
    return function, inspect.signature(function)


@lru_cache(maxsize=None)
def _newer(name: str) -> dict[str, Any]:
    """Parameters that a newer NetworkX has and the function lacks, with their default values."""
    registered = nx.utils.backends._registered_algorithms
    if name not in registered:  # NetworkX does not ask backends for it any more
        return {}
    theirs = inspect.signature(registered[name].orig_func).parameters
    mine = _function(name)[1].parameters
    return {p.name: p.default for p in theirs.values() if p.name not in mine and p.default is not p.empty}


def _known(name: str, kwargs: dict[str, Any]) -> dict[str, Any]:
    """The arguments without those that a newer NetworkX adds, if they have their default values."""
    newer = _newer(name)
    return {k: value for k, value in kwargs.items() if k not in newer or value is not newer[k] and value != newer[k]}


def _arguments(name: str, args: Any, kwargs: Any) -> dict[str, Any]:
    bound = _function(name)[1].bind(*args, **_known(name, kwargs))
    bound.apply_defaults()
    return bound.arguments


@lru_cache(maxsize=None)
def _context_of(backend: str, process: int) -> Context:
    return Context(backend)


class Backend:
    """What NetworkX asks a backend."""

    def __getattr__(self, name: str) -> Any:
        if name not in FUNCTIONS:
            raise AttributeError(name)
        function = _function(name)[0]
        if not _newer(name):
            return function
        return functools.wraps(function)(lambda *args, **kwargs: function(*args, **_known(name, kwargs)))

    @staticmethod
    def convert_from_nx(
        graph: Any,
        *,
        edge_attrs: Any = None,
        node_attrs: Any = None,
        preserve_edge_attrs: bool = False,
        preserve_node_attrs: bool = False,
        preserve_graph_attrs: bool = False,
        name: Any = None,
        graph_name: Any = None,
    ) -> Any:
        """A graph of NetworkX as one of the backend."""
        if isinstance(graph, Graph):
            return graph
        backend = nx.config.backends.mergus.backend
        return from_networkx(
            graph,
            edge_attrs=edge_attrs,
            node_attrs=node_attrs,
            preserve_edge_attrs=preserve_edge_attrs,
            preserve_node_attrs=preserve_node_attrs,
            preserve_graph_attrs=preserve_graph_attrs,
            context=_context_of(backend, _core.fork_generation()) if backend else default_context(),
        )

    @staticmethod
    def convert_to_nx(result: Any, *, name: Any = None) -> Any:
        """A graph of the backend as one of NetworkX."""
        return to_networkx(result)

    @staticmethod
    def can_run(name: str, args: Any, kwargs: Any) -> Any:
        """True, or the reason why the function cannot take these arguments."""
        try:
            arguments = _arguments(name, args, kwargs)
        except TypeError as error:
            return str(error)
        for parameter in _GRAPHS:
            if (graph := arguments.get(parameter)) is not None and graph.is_multigraph():
                return "multigraphs are not supported"
        for parameter in _WEIGHTS:
            if callable(arguments.get(parameter)):
                return f"{parameter} is a function; an edge attribute is needed"
        check = getattr(_function(name)[0], "refuses", None)
        reason = None if check is None else check(**arguments)
        return True if reason is None else reason

    @staticmethod
    def should_run(name: str, args: Any, kwargs: Any) -> Any:
        """True, or the reason why NetworkX is expected to be faster."""
        minimum = nx.config.backends.mergus.minimum_nodes
        graphs = [graph for p, graph in _arguments(name, args, kwargs).items() if p in _GRAPHS and graph is not None]
        if any(isinstance(graph, Graph) for graph in graphs):
            return True  # already converted
        largest = max((len(graph) for graph in graphs), default=minimum)
        if largest < minimum:
            return f"the graph has {largest} nodes; below {minimum} (nx.config.backends.mergus.minimum_nodes) NetworkX is faster"
        return True

    @staticmethod
    def on_start_tests(items: Any) -> None:
        """Marks the tests of NetworkX that fail, with the reason."""
        from ._tests import mark

        mark(items)


backend = Backend()
