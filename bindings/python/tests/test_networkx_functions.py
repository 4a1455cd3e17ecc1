"""Every function of the NetworkX backend against NetworkX itself."""

import importlib
import itertools
from typing import Any

import networkx as nx
import numpy as np
import pytest
from _mergus_networkx import FUNCTIONS
from networkx_calls import CALLS, GRAPHS, NONE
from networkx_results import close, compared, outcome

pytest.importorskip("networkx", "3.6")
pytestmark = pytest.mark.filterwarnings("ignore")


def function(name):
    """The function that users call: with the checks that NetworkX makes before it asks a backend."""
    module = nx.utils.backends._registered_algorithms[name].orig_func.__module__
    return getattr(importlib.import_module(module), name)


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_function(name):
    if name not in nx.utils.backends._registered_algorithms:
        pytest.skip("NetworkX asks no backend")
    calls: Any = CALLS.get(name, [(NONE, {})])
    ran = 0
    for (title, graph), (arguments, options) in itertools.product(GRAPHS.items(), calls):
        try:
            given = arguments(graph)
        except (nx.NetworkXException, KeyError):
            continue
        chosen = {key: value(graph) if callable(value) else value for key, value in options.items()}
        weight = chosen.get(
            "weight", "weight" if "dijkstra" in name or "bellman" in name or name == "johnson" else None
        )
        wanted, error = outcome(lambda: function(name)(graph, *given, **chosen))
        found, raised = outcome(lambda: function(name)(graph, *given, **chosen, backend="mergus"))
        if raised is NotImplementedError:
            continue  # refused: NetworkX computes
        assert raised is error, f"{title} {given} {chosen}: {raised} instead of {error}"
        if name == "hits" and error is None and len(graph) > 1:
            s = np.linalg.svd(nx.to_numpy_array(graph), compute_uv=False)
            # Of a multiple singular value, any vector is right.
            assert s[1] > 0.99 * s[0] or all(found[i] == pytest.approx(wanted[i], abs=1e-6) for i in (0, 1)), title
            continue
        a, b = (compared(name, graph, weight, result) for result in (found, wanted))
        assert close(a, b), f"{title} {given} {chosen}:\n{a}\ninstead of\n{b}"
        ran += error is None
    assert ran or not calls, "no call ran"
