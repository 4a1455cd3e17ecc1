"""Graphs with names: files, tables and graphs of other packages, results with names, pictures."""

import gzip
import pathlib
import re

import mergus as mg
import networkx as nx
import numpy as np
import pandas as pd
import pytest
from mergus import algorithms

TEXT = 'from,to,messages\nann,bob,3\nbob,cid,4\ncid,ann,1\nbob,ann,2\ndan,"eve, 2",7\nann,bob,5\n'
EDGES = [("ann", "bob", 8), ("bob", "ann", 2), ("bob", "cid", 4), ("cid", "ann", 1), ("dan", "eve, 2", 7)]


@pytest.fixture
def graph(tmp_path):
    file = tmp_path / "m.csv"
    file.write_text(TEXT)
    return mg.Graph.read(file, weight="messages")


def edges_of(graph):
    rows, cols, values = graph.adjacency.to_coo()
    return sorted((graph.name(int(i)), graph.name(int(j)), v) for i, j, v in zip(rows, cols, values.tolist()))


def same(a, b):
    return type(a) is type(b) and list(a) == list(b) and a.adj == b.adj


def test_a_csv_file_with_names(graph, tmp_path):
    assert edges_of(graph) == EDGES
    assert graph.names == ["ann", "bob", "cid", "dan", "eve, 2"]
    assert (len(graph), graph.nedges, graph.directed, graph.adjacency.dtype) == (5, 5, True, np.int64)
    assert graph.vertex("cid") == 2 and graph.name(3) == "dan"
    for unknown in ("zoe", 2):
        with pytest.raises(KeyError):
            graph.vertex(unknown)
    assert graph.out_degrees.to_dense().tolist() == [1, 2, 1, 1, 0]
    assert graph.in_degrees.to_dense().tolist() == [2, 1, 1, 0, 1]
    assert graph.transposed == graph.adjacency.T.copy()
    assert graph.symmetric == algorithms.undirected(graph)
    with pytest.raises(mg.InvalidObject, match="a graph does not change"):
        graph.adjacency[0, 0] = 1
    with gzip.open(tmp_path / "m.csv.gz", "wt") as out:
        out.write(TEXT)
    packed = mg.Graph.read(tmp_path / "m.csv.gz", source=1, target=2, weight=None, directed=False, dtype=bool)
    assert packed.nedges == 4 and packed.adjacency.dtype == np.bool_
    with pytest.raises(mg.ParseError, match=r"m.csv:2: expected a weight, .* found 'ann' \(column 1\)"):
        mg.Graph.read(tmp_path / "m.csv", source=2, target=3, weight=1)
    with pytest.raises(mg.InvalidValue, match="multiple: 'avg'"):
        mg.Graph.read(tmp_path / "m.csv", multiple="avg")


def test_ids_of_13_digits(tmp_path):
    (tmp_path / "i.tsv").write_text("1234567890123\t5000000000\n5000000000\t-1\n")
    graph = mg.Graph.read(tmp_path / "i.tsv")
    assert graph.names.tolist() == [1234567890123, 5000000000, -1]
    assert graph.vertex(5000000000) == 1
    with pytest.raises(KeyError):
        graph.vertex("5000000000")
    strings = mg.Graph.read(tmp_path / "i.tsv", names="strings")
    assert strings.vertex("5000000000") == 1


def test_results_have_names(graph, tmp_path):
    rank = algorithms.pagerank(graph).rank
    top = graph.top(rank, 2)
    assert [name for name, _ in top] == ["ann", "bob"] and top[0][1] == rank[0]
    labels = algorithms.connected_components(graph)
    assert graph.to_dict(labels) == {"ann": 0, "bob": 0, "cid": 0, "dan": 3, "eve, 2": 3}
    series = graph.to_pandas(labels)
    assert series["dan"] == 3 and series.index.name == "vertex"
    graph.write(tmp_path / "c.csv", labels)
    assert (tmp_path / "c.csv").read_text() == 'vertex,value\nann,0\nbob,0\ncid,0\ndan,3\n"eve, 2",3\n'
    with pytest.raises(mg.InvalidValue, match="a vector of size 3 is no result"):
        graph.top(mg.Vector(3))


def test_pagerank_uses_what_a_graph_keeps(graph):
    wanted = algorithms.pagerank(graph.adjacency)
    with mg.explain() as first:
        found = algorithms.pagerank(graph)
    with mg.explain() as second:
        algorithms.pagerank(graph, damping=0.5)
    assert found.rank == wanted.rank and found[1:] == wanted[1:]
    assert "transpose" in [call["operation"] for call in first] or not graph.directed
    assert "transpose" not in [call["operation"] for call in second]


def test_tables_and_other_graphs(graph, tmp_path):
    frame = pd.read_csv(tmp_path / "m.csv")
    made = mg.Graph.from_pandas(frame, "from", "to", "messages")
    assert edges_of(made) == EDGES and made.names == graph.names
    assert edges_of(mg.Graph.from_pandas(frame, "from", "to", "messages", multiple="count"))[0] == ("ann", "bob", 2)
    again = mg.Graph.from_pandas(graph.to_pandas(), weight="weight")
    assert edges_of(again) == EDGES
    ids = mg.Graph.from_edges(np.array([7, 5, 7]), np.array([5, 2**40, 5]), [1.5, 2, 3], nodes=[9], directed=False)
    assert ids.names.tolist() == [9, 7, 5, 2**40]
    assert edges_of(ids) == [(5, 7, 4.5), (5, 2**40, 2.0), (7, 5, 4.5), (2**40, 5, 2.0)]
    karate = nx.karate_club_graph()
    for back in (mg.Graph.from_networkx(karate).to_networkx(), mg.Graph.from_networkx(karate, None).to_networkx()):
        assert nx.utils.graphs_equal(nx.Graph(back.edges), nx.Graph(karate.edges))
    directed = nx.DiGraph([("a", "b", {"weight": 2.5}), ("b", "b"), ("b", "a")])
    assert edges_of(mg.Graph.from_networkx(directed)) == [("a", "b", 2.5), ("b", "a", 1.0), ("b", "b", 1.0)]
    with pytest.raises(TypeError, match="all integers or all strings"):
        mg.Graph.from_networkx(nx.Graph([(1, "a")]))
    with pytest.raises(mg.InvalidValue, match="over 2.63"):
        mg.Graph.from_edges(np.array([2**63], np.uint64), np.array([1]))
    with pytest.raises(mg.InvalidValue, match="2 sources and 1 targets"):
        mg.Graph.from_edges(["a", "b"], ["a"])
    with pytest.raises(mg.InvalidValue, match="must be symmetric"):
        mg.Graph(mg.Matrix.from_coo([0], [1], [1], shape=(2, 2)), directed=False)
    named = mg.Graph(mg.Matrix.from_coo([0], [1], [1], shape=(2, 2)), names=["x", "y"])
    assert named.vertex("y") == 1
    assert mg.Graph(mg.Matrix.from_coo([0], [1], [1], shape=(2, 2))).names == range(2)


def test_graphml_and_gml_of_networkx(tmp_path):
    for kind in (nx.DiGraph, nx.Graph):
        graph = kind([("ä", 'q"', {"weight": 2.5}), ('q"', "<c>", {"weight": 1.0})])
        graph.add_node("alone")
        for name, write, read in (
            ("g.graphml", nx.write_graphml, nx.read_graphml),
            ("g.gml", nx.write_gml, nx.read_gml),
        ):
            write(graph, tmp_path / name)
            found = mg.Graph.read(tmp_path / name)
            assert found.directed == graph.is_directed()
            assert nx.utils.graphs_equal(found.to_networkx(), graph)
            found.write(tmp_path / name)
            assert same(read(tmp_path / name), graph)
            assert nx.utils.graphs_equal(mg.Graph.read(tmp_path / name).to_networkx(), graph)


def test_parquet(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    table = pyarrow.table({"source": ["a", "b"], "target": ["b", "c"], "weight": [1, 2]})
    parquet.write_table(table, tmp_path / "g.parquet")
    assert edges_of(mg.Graph.read_parquet(tmp_path / "g.parquet", weight="weight")) == [("a", "b", 1), ("b", "c", 2)]


class Stream:
    """A table of which only the stream is known."""

    def __init__(self, table):
        self.table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self.table.__arrow_c_stream__(requested_schema)


class Used:
    """Gives the same stream each time."""

    def __init__(self, capsule):
        self.capsule = capsule

    def __arrow_c_stream__(self, requested_schema=None):
        return self.capsule


def test_streams_of_arrow():
    pa = pytest.importorskip("pyarrow")
    names = pa.array(["a", "b", "a"])
    table = pa.table({"x": names.dictionary_encode(), "w": pa.array([1, None, 4], pa.int8()), "y": ["b", "c", "b"], "z": [1, 2, 3]})
    found = mg.Graph.from_arrow(Stream(table), "x", "y", multiple="count", dtype=np.int32)
    assert edges_of(found) == [("a", "b", 2), ("b", "c", 1)] and found.adjacency.dtype == np.int32
    assert edges_of(mg.Graph.from_arrow(table, "x", "y", "z", nodes=["c"], directed=False)) == [
        ("a", "b", 4), ("b", "a", 4), ("b", "c", 2), ("c", "b", 2)]
    ids = pa.table({"source": pa.array([7, 2**40], pa.uint64()), "target": pa.array([7, 8], pa.int16())})
    assert mg.Graph.from_arrow(ids, loops=False).names.tolist() == [7, 2**40, 8]
    with pytest.raises(mg.InvalidValue, match="no column 'q' among 4 columns: x, w, y, z"):
        mg.Graph.from_arrow(Stream(table), "x", "q")
    flags = pa.table({"source": ["a", "b"], "target": ["b", "c"], "weight": [True, False]})
    for nodes in (None, ["a"]):
        assert edges_of(mg.Graph.from_arrow(Stream(flags), weight="weight", nodes=nodes)) == [("a", "b", 1), ("b", "c", 0)]
        with pytest.raises(mg.InvalidValue, match="column 'w': expected a weight, found null"):
            mg.Graph.from_arrow(Stream(table), "x", "y", "w", nodes=nodes)
    with pytest.raises(TypeError, match="loop"):
        mg.Graph.from_arrow(table, "x", "y", loop=False)
    used = Used(table.__arrow_c_stream__())
    mg.Graph.from_arrow(used, "x", "y")
    with pytest.raises(mg.InvalidValue, match="the stream is released"):
        mg.Graph.from_arrow(used, "x", "y")
    with pytest.raises(mg.DomainMismatch, match="found Arrow's format"):
        mg.Graph.from_arrow(pa.table({"source": [1.5], "target": [2]}))


def test_pictures(graph, tmp_path):
    svg = mg.plot(graph, tmp_path / "g.svg", iterations=3)
    assert svg._repr_svg_() == (tmp_path / "g.svg").read_text()
    assert svg.count("<circle") == 5 and ">eve, 2</text>" in svg
    labels = algorithms.connected_components(graph)
    assert "#ff7f0e" in mg.plot(graph, communities=labels, iterations=1, labels=0)
    assert "rows by number" in mg.plot(graph.adjacency) and "fill-opacity" in mg.plot(graph, spy=True)
    assert "fill-opacity" not in mg.plot(graph, degrees=True)
    with pytest.raises(mg.DimensionMismatch):
        mg.plot(graph, communities=mg.Vector(2, np.int64))


def test_the_five_lines_of_the_page(tmp_path, monkeypatch):
    page = (pathlib.Path(__file__).parents[3] / "docs" / "GRAPHS.md").read_text()
    lines = re.search(r"```python\n(.*?)```", page, re.DOTALL).group(1)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "friends.csv").write_text("who,knows,since\nann,bob,2001\nbob,cid,2003\ncid,ann,1999\n")
    exec(lines, {"mg": mg})
    assert (tmp_path / "communities.csv").read_text() == "vertex,value\nann,0\nbob,0\ncid,0\n"
    assert ">cid</text>" in (tmp_path / "friends.svg").read_text()
