"""Exceptions of the NetworkX backend are those of NetworkX."""

import networkx as nx
import pytest
from mergus.nx._common import NETWORKX_37

pytest.importorskip("networkx", "3.6")
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.mark.parametrize(
    "call",
    [
        lambda **b: nx.single_source_shortest_path(nx.path_graph(3), 9, **b),
        lambda **b: nx.shortest_path(nx.empty_graph(2), 0, 1, **b),
        lambda **b: nx.dijkstra_path(nx.empty_graph(2), 0, 1, **b),
        lambda **b: nx.bellman_ford_path_length(nx.empty_graph(2), 0, 1, **b),
        lambda **b: nx.pagerank(nx.path_graph(4), max_iter=1, tol=1e-12, **b),
        lambda **b: nx.katz_centrality(nx.complete_graph(9), alpha=0.5, max_iter=20, **b),
        lambda **b: nx.eigenvector_centrality(nx.Graph(), **b),
        lambda **b: nx.core_number(nx.Graph([(0, 0)]), **b),
        lambda **b: nx.k_truss(nx.Graph([(0, 0)]), 3, **b),
        lambda **b: nx.is_connected(nx.Graph(), **b),
        lambda **b: nx.diameter(nx.empty_graph(2), **b),
        lambda **b: list(nx.topological_sort(nx.cycle_graph(3, create_using=nx.DiGraph), **b)),
        lambda **b: nx.reciprocity(nx.DiGraph(), **b),
        lambda **b: nx.to_scipy_sparse_array(nx.path_graph(3), nodelist=[0, 0], **b),
        lambda **b: nx.to_scipy_sparse_array(nx.path_graph(3), format="nonsense", **b),
        lambda **b: nx.union(nx.path_graph(3), nx.path_graph(3), **b),
        lambda **b: nx.difference(nx.path_graph(3), nx.path_graph(4), **b),
        lambda **b: nx.community.modularity(nx.path_graph(3), [{0}], **b),
        lambda **b: nx.bipartite.color(nx.complete_graph(3), **b),
        lambda **b: nx.shortest_path(nx.path_graph(3), 0, 1, method="nonsense", **b),
        lambda **b: nx.tensor_product(nx.path_graph(3), nx.DiGraph(), **b),
        lambda **b: nx.transitive_closure(nx.DiGraph(), reflexive="yes", **b),
        lambda **b: nx.pagerank(nx.path_graph(3), nstart={99: 1}, **b),
        lambda **b: nx.pagerank(nx.path_graph(3), personalization={99: 1}, **b),
        lambda **b: nx.pagerank(nx.path_graph(3), dangling={99: 1}, **b),
        lambda **b: nx.google_matrix(nx.path_graph(3), personalization={99: 1}, **b),
        *([] if NETWORKX_37 else [lambda **b: nx.hits(nx.Graph([(0, 0)]), **b)]),
    ],
)
def test_exceptions(call):
    with pytest.raises(Exception) as wanted:
        call()
    with pytest.raises(wanted.type) as found:
        call(backend="mergus")
    assert found.type is wanted.type


@pytest.mark.parametrize(
    "call",
    [
        lambda **b: nx.is_isolate(nx.path_graph(3), 5, **b),
        lambda **b: nx.group_degree_centrality(nx.path_graph(3), [5], **b),
        lambda **b: nx.group_out_degree_centrality(nx.DiGraph([(0, 1)]), [5], **b),
        lambda **b: nx.group_in_degree_centrality(nx.DiGraph([(0, 1)]), [5], **b),
        lambda **b: nx.node_connected_component(nx.path_graph(3), 99, **b),
        lambda **b: nx.betweenness_centrality_subset(nx.path_graph(3), [99], [1], **b),
        lambda **b: list(nx.bfs_labeled_edges(nx.path_graph(3), [99], **b)),
    ],
)
def test_exceptions_name_the_node(call):
    with pytest.raises(Exception) as wanted:
        call()
    with pytest.raises(wanted.type) as found:
        call(backend="mergus")
    assert found.type is wanted.type and found.value.args == wanted.value.args
