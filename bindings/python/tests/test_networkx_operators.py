"""Functions of the NetworkX backend that take two graphs."""

import mergus as mg
import mergus.nx
import networkx as nx
import pytest

pytest.importorskip("networkx", "3.6")
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(params=[nx.Graph, nx.DiGraph], ids=["undirected", "directed"])
def two(request):
    G = request.param(nx.gnm_random_graph(7, 12, seed=1, directed=request.param is nx.DiGraph))
    H = request.param([(0, 5), (0, 1), (2, 2), ("x", 3)])
    G.graph["a"], H.graph["b"] = 1, 2
    G.nodes[0]["colour"], H.nodes[0]["size"] = "red", 3
    for u, v, data in G.edges(data=True):
        data["weight"] = u + v
    H[0][5]["weight"] = 100
    return G, H


def same_graph(found, wanted):
    found = mergus.nx.to_networkx(found)
    assert found.nodes == wanted.nodes and found.graph == wanted.graph and found.adj == wanted.adj
    assert dict(found.nodes(data=True)) == dict(wanted.nodes(data=True)) and found.is_directed() == wanted.is_directed()


@pytest.mark.parametrize("name", ["compose", "disjoint_union", "intersection"])
def test_unions(two, name):
    same_graph(getattr(nx, name)(*two, backend="mergus"), getattr(nx, name)(*two))


def test_union_with_names(two):
    same_graph(nx.union(*two, rename=("g", "h"), backend="mergus"), nx.union(*two, rename=("g", "h")))


@pytest.mark.parametrize("name", ["difference", "symmetric_difference"])
def test_differences(two, name):
    G, H = two
    H = nx.create_empty_copy(G)
    H.add_edges_from([(0, 1), (3, 3), (1, 6)])
    same_graph(getattr(nx, name)(G, H, backend="mergus"), getattr(nx, name)(G, H))


@pytest.mark.parametrize("name", ["tensor_product", "cartesian_product", "strong_product", "lexicographic_product"])
def test_products(two, name):
    with pytest.raises(NotImplementedError):
        getattr(nx, name)(*two, backend="mergus")
    for graph in two:
        for _, _, data in graph.edges(data=True):
            data.clear()
    same_graph(getattr(nx, name)(*two, backend="mergus"), getattr(nx, name)(*two))


@pytest.mark.parametrize(
    "name",
    [
        "compose",
        "disjoint_union",
        "intersection",
        "tensor_product",
        "cartesian_product",
        "strong_product",
        "lexicographic_product",
        "difference",
        "symmetric_difference",
        "faster_could_be_isomorphic",
    ],
)
def test_two_graphs_of_two_contexts(name):
    G, H = nx.path_graph(4), nx.cycle_graph(4)
    g = mergus.nx.from_networkx(G, context=mg.Context("suitesparse"))
    h = mergus.nx.from_networkx(H, context=mg.Context("suitesparse"))
    assert g.A.context != h.A.context
    found, wanted = getattr(nx, name)(g, h), getattr(nx, name)(G, H)
    assert found == wanted if isinstance(wanted, bool) else nx.utils.graphs_equal(mergus.nx.to_networkx(found), wanted)


def test_isomorphism():
    G, H = nx.petersen_graph(), nx.convert_node_labels_to_integers(nx.petersen_graph(), 5)
    K = nx.cycle_graph(10)
    for name in ("fast_could_be_isomorphic", "faster_could_be_isomorphic"):
        function = getattr(nx, name)
        assert function(G, H, backend="mergus") and not function(G, K, backend="mergus")
