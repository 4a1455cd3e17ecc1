"""Communities of the NetworkX backend: divisions as good as those of NetworkX."""

import networkx as nx
import pytest
from mergus.nx._common import NETWORKX_37
from networkx_calls import GRAPHS

pytest.importorskip("networkx", "3.6")
pytestmark = pytest.mark.filterwarnings("ignore")


def leiden(graph, **options):
    """By modularity; NetworkX 3.7 has other measures too, and another default."""
    return nx.community.leiden_communities(graph, **options, **({"metric": "modularity"} if NETWORKX_37 else {}))


METHODS = [nx.community.louvain_communities, leiden]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("weight", [None, "weight"])
def test_communities(method, weight):
    for title, graph in GRAPHS.items():
        if graph.is_directed() and method is leiden:
            continue  # refused by NetworkX
        found = method(graph, weight=weight, seed=2, backend="mergus")
        assert sorted(map(repr, graph)) == sorted(repr(node) for part in found for node in part), title
        assert found == method(graph, weight=weight, seed=2, backend="mergus"), title
        if not nx.is_empty(graph):
            wanted = nx.community.louvain_communities(graph, weight=weight, seed=2)
            qualities = [nx.community.modularity(graph, parts, weight=weight) for parts in (found, wanted)]
            assert qualities[0] >= 0.95 * qualities[1] - 1e-9, title


@pytest.mark.skipif(not NETWORKX_37, reason="the argument is NetworkX 3.7's")
def test_the_measure_of_leiden():
    graph = nx.planted_partition_graph(8, 25, 0.5, 0.02, seed=1)
    default, cpm, modularity = (
        nx.community.leiden_communities(graph, resolution=0.2, seed=1, backend="mergus", **options)
        for options in ({}, {"metric": "cpm"}, {"metric": "modularity"})
    )
    assert default == cpm
    assert set(map(frozenset, cpm)) == {frozenset(range(first, first + 25)) for first in range(0, 200, 25)}
    assert len(modularity) < len(cpm)
    with pytest.raises(NotImplementedError):
        nx.community.leiden_communities(graph, metric="best", backend="mergus")


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("levels", [0, 2])
def test_levels_are_refused(method, levels):
    with pytest.raises(NotImplementedError):
        method(nx.path_graph(4), max_level=levels, backend="mergus")


@pytest.mark.parametrize("method", METHODS)
def test_large_graph(method):
    graph = nx.planted_partition_graph(8, 25, 0.5, 0.02, seed=1)
    wanted = {frozenset(range(first, first + 25)) for first in range(0, 200, 25)}
    assert set(map(frozenset, method(graph, seed=1, backend="mergus"))) == wanted
    apart = method(graph, resolution=100, seed=1, backend="mergus")
    assert len(apart) == 200
