"""The NetworkX backend: dispatch, conversions, configuration, exceptions, and the functions that need arguments of their own."""

import ast
import copy
import importlib
import inspect
import os
import pickle
import subprocess
import sys
from pathlib import Path

import mergus as mg
import mergus.nx
import networkx as nx
import numpy as np
import pytest
from _mergus_networkx import FUNCTIONS, get_info
from mergus.nx._backend import backend

pytest.importorskip("networkx", "3.6")
pytestmark = pytest.mark.filterwarnings("ignore")
ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def graph():
    graph = nx.karate_club_graph()
    graph.add_node("alone", colour="red")
    return graph


@pytest.fixture
def priority(networkx_settings):
    """Mergus is asked first, for graphs of any size."""
    nx.config.backend_priority.algos, networkx_settings.minimum_nodes = ["mergus"], 0
    return networkx_settings


# ---- conversions


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


# ---- contexts and processes


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


# ---- dispatch


def test_dispatch_by_priority(priority, caplog):
    graph = nx.path_graph(5)
    with caplog.at_level("DEBUG", logger="networkx"):
        nx.pagerank(graph)
    assert "Using backend 'mergus'" in caplog.text


def test_small_graphs_are_left_to_networkx(priority):
    priority.minimum_nodes = 10
    assert backend.should_run("pagerank", (nx.path_graph(10),), {}) is True
    reason = backend.should_run("pagerank", (nx.path_graph(9),), {})
    assert "9 nodes" in reason and "minimum_nodes" in reason
    assert backend.should_run("pagerank", (mergus.nx.from_networkx(nx.path_graph(2)),), {}) is True


@pytest.mark.parametrize(
    "name, args, kwargs, word",
    [
        ("pagerank", (nx.MultiGraph([(0, 1)]),), {}, "multigraph"),
        ("compose", (nx.Graph(), nx.MultiGraph()), {}, "multigraph"),
        ("compose", (nx.Graph(), nx.DiGraph()), {}, "directed"),
        ("dijkstra_path", (nx.path_graph(2), 0, 1), {"weight": lambda u, v, d: 1}, "function"),
        ("betweenness_centrality", (nx.path_graph(2),), {"weight": "weight"}, "weight"),
        ("transitivity", (nx.DiGraph(),), {}, "undirected"),
        ("pagerank", (nx.Graph(),), {"nonsense": 1}, "nonsense"),
    ],
)
def test_can_run_says_why_not(name, args, kwargs, word):
    assert word in backend.can_run(name, args, kwargs)


def test_can_run():
    assert backend.can_run("pagerank", (nx.path_graph(2),), {"alpha": 0.5}) is True
    assert not hasattr(backend, "max_weight_matching")


def test_the_chosen_backend_of_mergus(priority):
    priority.backend = "suitesparse"
    assert backend.convert_from_nx(nx.path_graph(3)).A.context.backend == "suitesparse"


def in_a_new_process(program, **environment):
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env={**os.environ, **environment}
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.split()


def test_description_loads_nothing():
    program = "import sys, networkx\nprint(*(m for m in ('numpy', 'mergus', 'mergus._core') if m in sys.modules))"
    loaded = in_a_new_process(program)
    alone = in_a_new_process(program.replace("networkx", "_mergus_networkx; _mergus_networkx.get_info()"))
    assert alone == [] and "mergus" not in loaded


def test_environment():
    program = """import networkx as nx
c = nx.config
print(*c.backend_priority.algos, c.backends.mergus.minimum_nodes, c.fallback_to_nx)"""
    found = in_a_new_process(program, MERGUS_NETWORKX_AUTOCONFIG="true", MERGUS_NETWORKX_MINIMUM_NODES="7")
    assert found == ["mergus", "7", "True"]
    assert in_a_new_process(program, NETWORKX_BACKEND_PRIORITY="mergus")[:1] == ["mergus"]


def test_entry_points():
    from importlib.metadata import entry_points

    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for group in ("networkx.backends", "networkx.backend_info"):
        (point,) = entry_points(group=group, name="mergus")
        assert f'[project.entry-points."{group}"]\nmergus = "{point.value}"' in text


# ---- exceptions


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
        lambda **b: nx.hits(nx.Graph([(0, 0)]), **b),
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


def test_cutoffs_between_levels():
    graph = nx.path_graph(5, create_using=nx.DiGraph)
    for cutoff in (-0.5, 0, 0.5, 1, 1.5, float("inf")):
        for name in ("single_source_shortest_path_length", "single_target_shortest_path_length"):
            function = getattr(nx, name)
            assert function(graph, 2, cutoff, backend="mergus") == function(graph, 2, cutoff)
        found = nx.all_pairs_shortest_path_length(graph, cutoff, backend="mergus")
        assert dict(found) == dict(nx.all_pairs_shortest_path_length(graph, cutoff))


def test_repeated_sources():
    graph = nx.path_graph(5)
    for function in (nx.multi_source_dijkstra, nx.multi_source_dijkstra_path, nx.multi_source_dijkstra_path_length):
        for sources in ([0, 0], [4, 0, 4]):
            assert function(graph, sources, backend="mergus") == function(graph, sources)


@pytest.mark.parametrize("edges", [[(0, 0)], [(0, 1), (1, 2), (2, 2)]])
def test_floyd_warshall_has_loops(edges):
    for made in (nx.Graph(edges), nx.DiGraph(edges)):
        wanted = nx.floyd_warshall_predecessor_and_distance(made)
        assert nx.floyd_warshall_predecessor_and_distance(made, backend="mergus") == wanted


def test_negative_weights():
    graph = nx.DiGraph()
    graph.add_weighted_edges_from([(0, 1, 4), (1, 2, -3), (0, 2, 2), (2, 3, 1), (3, 0, 1)])
    for function in (nx.single_source_bellman_ford, nx.bellman_ford_predecessor_and_distance, nx.goldberg_radzik):
        assert function(graph, 0, backend="mergus") == function(graph, 0)
    assert not nx.negative_edge_cycle(graph, backend="mergus")
    assert nx.johnson(graph, backend="mergus") == nx.johnson(graph)
    assert nx.floyd_warshall(graph, backend="mergus") == nx.floyd_warshall(graph)
    assert nx.is_negatively_weighted(graph, backend="mergus")
    with pytest.raises(NotImplementedError):
        nx.dijkstra_path(graph, 0, 2, backend="mergus")
    graph.add_edge(3, 0, weight=-9)
    assert nx.negative_edge_cycle(graph, backend="mergus")
    for function in (nx.single_source_bellman_ford_path, nx.bellman_ford_predecessor_and_distance, nx.goldberg_radzik):
        with pytest.raises(nx.NetworkXUnbounded):
            function(graph, 0, backend="mergus")


def test_zero_weights():
    graph = nx.cycle_graph(5)
    nx.set_edge_attributes(graph, 0, "weight")
    assert nx.single_source_dijkstra_path_length(graph, 0, backend="mergus") == dict.fromkeys(graph, 0)
    for target, path in nx.single_source_dijkstra_path(graph, 0, backend="mergus").items():
        assert path[0] == 0 and path[-1] == target and nx.is_simple_path(graph, path)
    # NetworkX repeats paths here.
    wanted = {
        source: {target: {*map(tuple, paths)} for target, paths in row.items()}
        for source, row in nx.all_pairs_all_shortest_paths(graph, "weight")
    }
    for source, row in nx.all_pairs_all_shortest_paths(graph, "weight", backend="mergus"):
        for target, paths in row.items():
            assert {*map(tuple, paths)} == wanted[source][target] and len(paths) == len(wanted[source][target])


def test_paths_are_paths():
    graph = nx.gnm_random_graph(30, 70, seed=2, directed=True)
    for u, v in graph.edges:
        graph[u][v]["weight"] = 1 + (u * v) % 5
    lengths = nx.single_source_dijkstra_path_length(graph, 0)
    for call in (nx.single_source_dijkstra_path, nx.single_source_bellman_ford_path):
        paths = call(graph, 0, backend="mergus")
        assert {node: nx.path_weight(graph, path, "weight") for node, path in paths.items()} == lengths
    before, _ = nx.floyd_warshall_predecessor_and_distance(graph, backend="mergus")
    for target in lengths.keys() - {0}:
        path = nx.reconstruct_path(0, target, before)
        assert nx.path_weight(graph, path, "weight") == lengths[target]
    tree = nx.goldberg_radzik(graph, 0, backend="mergus")[0]
    assert all(lengths[u] + graph[u][v]["weight"] == lengths[v] for v, u in tree.items() if u is not None)


def test_reverse_searches():
    graph = nx.gnm_random_graph(30, 60, seed=5, directed=True)
    hops = nx.single_target_shortest_path_length(graph, 3)
    found = list(nx.bfs_edges(graph, 3, reverse=True, backend="mergus"))
    assert {v for _, v in found} == hops.keys() - {3} and all(
        hops[u] + 1 == hops[v] and graph.has_edge(v, u) for u, v in found
    )
    for node, path in nx.single_target_shortest_path(graph, 3, backend="mergus").items():
        assert len(path) == hops[node] + 1 and nx.is_simple_path(graph, path) and (path[0], path[-1]) == (node, 3)


# ---- two graphs


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


# ---- the emulated device


@pytest.mark.device
def test_on_every_backend(graph):
    directed = nx.gnm_random_graph(20, 60, seed=1, directed=True)
    names = ("pagerank", "triangles", "clustering", "core_number", "square_clustering", "edge_betweenness_centrality")
    for name, G in [(name, graph) for name in names] + [
        ("katz_centrality", directed),
        ("betweenness_centrality", directed),
    ]:
        wanted, found = getattr(nx, name)(G), getattr(nx, name)(G, backend="mergus")
        assert found == pytest.approx(wanted, abs=1e-9), name
    assert list(nx.bfs_edges(graph, 0, backend="mergus")) == list(nx.bfs_edges(graph, 0))
    assert nx.single_source_dijkstra(graph, 0, backend="mergus")[0] == nx.single_source_dijkstra(graph, 0)[0]
    assert {frozenset(c) for c in nx.strongly_connected_components(directed, backend="mergus")} == {
        frozenset(c) for c in nx.strongly_connected_components(directed)
    }


# ---- the table of functions


def test_functions_are_those_of_networkx():
    from networkx.utils.backends import _registered_algorithms

    for name, (module, note) in FUNCTIONS.items():
        found = getattr(importlib.import_module(f"mergus.nx.{module}"), name)
        assert inspect.signature(found) == inspect.signature(_registered_algorithms[name].orig_func), name
        assert bool(note) or getattr(found, "refuses", None) is None, f"{name} refuses arguments, and has no note"
    assert get_info()["functions"].keys() == FUNCTIONS.keys()
    assert len(FUNCTIONS) >= 90


def test_no_function_calls_networkx():
    """A function that is in the table computes itself: no module calls a function of NetworkX that could be dispatched."""
    from networkx.utils.backends import _registered_algorithms

    for source in (ROOT / "bindings" / "python" / "mergus" / "nx").glob("*.py"):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "nx":
                assert node.attr not in _registered_algorithms, f"{source.name}: nx.{node.attr}"


def table():
    """The rows of the page: subject and functions, with numbers that lead to the notes."""
    notes = list(dict.fromkeys(note for _, note in FUNCTIONS.values() if note))
    rows = []
    for module in dict.fromkeys(function.module for function in FUNCTIONS.values()):
        title = (
            str(importlib.import_module(f"mergus.nx.{module}").__doc__)
            .partition(".")[0]
            .partition(":")[0]
            .replace("\n", " ")
        )
        mine = ((name, note) for name, (owner, note) in FUNCTIONS.items() if owner == module)
        names = (f"`{name}`" + (f" ({notes.index(note) + 1})" if note else "") for name, note in mine)
        rows.append(f"| {title} | {', '.join(names)} |")
    return "\n".join(
        ["| subject | functions |", "|---|---|", *rows, "", *(f"{n}. {note}" for n, note in enumerate(notes, 1))]
    )


def test_page():
    page = (ROOT / "docs" / "python" / "networkx.md").read_text(encoding="utf-8")
    assert table() in page, f"docs/python/networkx.md needs this table:\n\n{table()}\n"
    assert f"{len(FUNCTIONS)} functions" in page
