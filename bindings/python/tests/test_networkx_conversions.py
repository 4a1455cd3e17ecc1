"""Graphs of NetworkX as graphs of the backend and back; copies, pickles, and processes made by fork."""

import copy
import os
import pickle

import mergus as mg
import mergus.nx
import networkx as nx
import numpy as np
import pytest
from conftest import in_a_new_process
from mergus.nx._backend import backend

pytest.importorskip("networkx", "3.6")
pytestmark = pytest.mark.filterwarnings("ignore")


def test_round_trip(graph):
    graph[0][1]["note"] = "text"
    graph.graph["title"] = "club"
    converted = mergus.nx.from_networkx(graph)
    assert isinstance(converted, mergus.nx.Graph) and not converted.is_directed() and not converted.is_multigraph()
    assert len(converted) == 35 and converted.number_of_edges() == 78 and "alone" in converted and [] not in converted
    assert list(converted) == list(graph) and "35 nodes" in repr(converted)
    back = mergus.nx.to_networkx(converted)
    assert nx.utils.graphs_equal(back, graph)
    directed = nx.DiGraph([(2, 1, {"weight": 3}), (1, 1)])
    assert nx.utils.graphs_equal(mergus.nx.to_networkx(mergus.nx.from_networkx(directed)), directed)


def test_conversion_takes_what_is_needed():
    graph = nx.Graph([(0, 1, {"weight": 2, "other": object()}), (1, 2)])
    converted = backend.convert_from_nx(graph, edge_attrs={"weight": 7})
    assert converted.edge_data is None and converted.W("weight", 7).to_dense().tolist() == [
        [0, 2, 0],
        [2, 0, 7],
        [0, 7, 0],
    ]
    assert mergus.nx.to_networkx(converted)[1][2] == {"weight": 7}
    everything = mergus.nx.from_networkx(graph)
    assert everything.W("weight", 5).get(1, 2) == 5
    with pytest.raises(NotImplementedError, match="other"):
        everything.W("other")


@pytest.mark.parametrize("weight", ["a", None, 1 + 2j, 2**70, [1, 2]])
def test_weights_that_are_no_numbers_are_refused(weight, priority):
    graph = nx.path_graph(3)
    graph[0][1]["weight"] = weight
    with pytest.raises(NotImplementedError):
        nx.pagerank(graph, backend="mergus")
    assert nx.degree_centrality(graph) == nx.degree_centrality(graph, backend="networkx")


def test_integers_stay_integers():
    graph = nx.path_graph(4)
    graph[0][1]["weight"] = 3
    lengths = nx.single_source_dijkstra_path_length(graph, 0, backend="mergus")
    assert lengths == {0: 0, 1: 3, 2: 4, 3: 5} and all(type(value) is int for value in lengths.values())
    assert nx.to_scipy_sparse_array(graph, backend="mergus").dtype == np.int64
    graph.add_edge(0, 1, weight=True)
    assert nx.dijkstra_path_length(graph, 0, 3, backend="mergus") == 3
    graph.add_edge(0, 1, weight=2**60)
    with pytest.raises(NotImplementedError):
        nx.dijkstra_path_length(graph, 0, 3, backend="mergus")


def test_conversions_are_cached(graph):
    nx.pagerank(graph, backend="mergus")
    cached = graph.__networkx_cache__["backends"]["mergus"]
    before = list(cached.values())
    nx.pagerank(graph, backend="mergus")
    assert list(cached.values()) == before
    graph.add_edge("alone", 0)
    assert nx.number_of_isolates(graph, backend="mergus") == 0


def test_graphs_of_the_backend_need_no_conversion(graph):
    converted = mergus.nx.from_networkx(graph)
    assert nx.triangles(converted) == nx.triangles(graph)
    assert nx.pagerank(converted) == pytest.approx(nx.pagerank(graph))
    core = nx.k_core(converted, 3)
    assert isinstance(core, mergus.nx.Graph)
    assert nx.utils.graphs_equal(mergus.nx.to_networkx(core), nx.k_core(graph.subgraph(set(graph)), 3))
    directed = mergus.nx.from_networkx(nx.DiGraph([("a", "b", {"weight": 4})]))
    assert nx.dijkstra_path_length(nx.reverse(directed), "b", "a") == 4
    with pytest.raises(NotImplementedError):
        nx.reverse(nx.DiGraph([(0, 1, {"weight": 2})]), backend="mergus")


def test_networkx_computes_the_rest(networkx_settings, graph):
    converted = mergus.nx.from_networkx(graph)
    nx.config.fallback_to_nx = True
    assert nx.maximal_matching(converted) == nx.maximal_matching(graph)
    nx.config.fallback_to_nx = False
    with pytest.raises(NotImplementedError):
        nx.maximal_matching(mergus.nx.from_networkx(graph))


def test_changes_of_attributes_are_not_seen(graph):
    converted = mergus.nx.from_networkx(graph)
    graph[0][1]["weight"], graph.nodes[0]["club"], graph.nodes["alone"]["colour"] = 99, "none", "blue"
    back = mergus.nx.to_networkx(converted)
    assert back[0][1] == {"weight": 4} and back.nodes[0] == {"club": "Mr. Hi"}
    assert back.nodes["alone"] == {"colour": "red"}
    assert converted.edge_data[0] is next(
        data for u, v, data in zip(converted.rows, converted.cols, converted.edge_data) if (u, v) == (1, 0)
    )


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda graph: pickle.loads(pickle.dumps(graph))])
def test_graphs_are_pickled_and_copied_after_a_call(duplicate, graph):
    wanted = nx.pagerank(graph, backend="mergus")
    again = duplicate(graph)
    assert nx.utils.graphs_equal(again, graph) and nx.pagerank(again, backend="mergus") == wanted
    directed = mergus.nx.from_networkx(nx.DiGraph(graph))
    wanted = nx.pagerank(directed), nx.ancestors(directed, 3)
    again = duplicate(directed)
    assert nx.utils.graphs_equal(mergus.nx.to_networkx(again), mergus.nx.to_networkx(directed))
    assert (nx.pagerank(again), nx.ancestors(again, 3)) == wanted


CHILD = """
import os, sys
os.environ["OMP_NUM_THREADS"] = "2"  # threads of the parent, which the child does not have
import mergus.nx
import networkx as nx
nx.config.backends.mergus.backend = {backend!r}
graph = nx.gnm_random_graph(300, 3000, seed=1, directed=True)
converted = mergus.nx.from_networkx(graph)
new = nx.path_graph(9)
def results():
    called = [function(graph, backend="mergus") for function in (nx.pagerank, nx.number_weakly_connected_components)]
    return called + [nx.pagerank(converted), nx.ancestors(converted, 3)]
wanted = results()
if os.fork() == 0:
    try:
        assert results() == wanted and nx.is_connected(new, backend="mergus")
        os._exit(0)
    except BaseException as error:
        print(repr(error), file=sys.stderr, flush=True)
        os._exit(1)
sys.exit(os.waitstatus_to_exitcode(os.wait()[1]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.parametrize("chosen", [None, "suitesparse"])
def test_a_forked_child_computes(chosen):
    in_a_new_process(CHILD.format(backend=chosen))


def test_a_graph_keeps_its_context():
    graph = mergus.nx.from_networkx(nx.path_graph(5))
    wanted = nx.pagerank(graph)
    with mg.Context("suitesparse"):
        assert nx.pagerank(graph) == wanted and nx.bfs_layers(graph, 0)
