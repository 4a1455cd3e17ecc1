"""Conversions with SciPy, pandas, NetworkX, and, where they are installed, PyTorch and Arrow; files."""

import importlib.util

import mergus as mg
import networkx as nx
import numpy as np
import pytest
import scipy.io
import scipy.sparse
from conftest import same


@pytest.mark.parametrize("format", ["csr", "csc", "coo", "lil", "dok", "bsr", "dia"])
@pytest.mark.parametrize("kind", [scipy.sparse.csr_array, scipy.sparse.csr_matrix])
def test_scipy(A, format, kind):
    assert same(mg.Matrix(kind(A).asformat(format)), A)
    back = mg.Matrix(A).to_scipy(format)
    assert back.format == format and np.array_equal(back.toarray(), A.toarray())


def test_scipy_with_duplicates_and_unsorted_columns():
    coo = scipy.sparse.coo_array(([1.0, 2.0, 3.0], ([0, 0, 1], [2, 2, 0])), shape=(2, 3))
    assert mg.Matrix(coo).to_dense().tolist() == [[0, 0, 3], [3, 0, 0]]
    unsorted = scipy.sparse.csr_array(([1.0, 2.0], [2, 0], [0, 2]), shape=(1, 3))
    M = mg.Matrix(unsorted)
    assert M.to_dense().tolist() == [[2, 0, 1]]
    assert unsorted.indices.tolist() == [2, 0]  # the argument is as it was


def test_pandas():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"source": [0, 2], "target": [1, 0], "weight": [0.5, 1.5]})
    M = mg.Matrix.from_pandas(frame, weight="weight")
    assert M.shape == (3, 3) and M[0, 1] == 0.5
    assert M.to_pandas().equals(frame)
    assert mg.Matrix.from_pandas(frame).dtype == np.int64
    u = mg.Vector.from_pandas(pandas.Series([1.0, 2.0], index=[4, 1]))
    assert u.to_dict() == {1: 2.0, 4: 1.0} and u.to_pandas().to_dict() == {1: 2.0, 4: 1.0}
    with pytest.raises(TypeError):
        mg.Matrix.from_pandas(pandas.DataFrame({"source": [0.5], "target": [1]}))


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
def test_networkx(kind):
    graph = kind()
    graph.add_edge("a", "b", weight=2)
    graph.add_edge("b", "c")
    graph.add_edge("c", "c", weight=5)
    if graph.is_multigraph():
        graph.add_edge("a", "b", weight=7)
    assert np.array_equal(mg.Matrix(graph).to_dense(), nx.to_numpy_array(graph))
    order = ["c", "a", "b"]
    assert np.array_equal(
        mg.Matrix.from_networkx(graph, nodelist=order).to_dense(), nx.to_numpy_array(graph, nodelist=order)
    )
    part = mg.Matrix.from_networkx(graph, weight=None, nodelist=["b", "c"])
    assert part.shape == (2, 2) and part[0, 1] == 1
    back = mg.Matrix(graph).to_networkx(directed=graph.is_directed(), nodelist=list(graph))
    assert np.array_equal(nx.to_numpy_array(back), nx.to_numpy_array(graph))
    with pytest.raises(ValueError):
        mg.Matrix.from_networkx(graph, nodelist=["a", "a"])
    with pytest.raises(ValueError):
        mg.Matrix((2, 3)).to_networkx()


@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")
def test_torch(A):
    import torch

    dense = torch.from_numpy(A.toarray())
    for tensor in (dense, dense.to_sparse_coo(), dense.to_sparse_csr()):
        assert same(mg.Matrix(tensor), A)
    for tensor in (dense, dense.to_sparse_coo()):
        with pytest.raises(ValueError, match="copy=False"):
            mg.Matrix.from_torch(tensor, copy=False)
    for layout in ("csr", "coo", "strided"):
        back = mg.Matrix(A).to_torch(layout)
        assert torch.equal(back.to_dense(), dense)


@pytest.mark.skipif(importlib.util.find_spec("pyarrow") is None, reason="PyArrow is not installed")
def test_arrow():
    M = mg.Matrix.from_coo([0, 2], [1, 0], [0.5, 1.5], shape=(3, 3))
    assert mg.Matrix.from_arrow(M.to_arrow(), weight="weight") == M


def test_files(tmp_path, A):
    M = mg.Matrix(A)
    for name in ("a.mtx", "a.mtx.gz"):
        mg.write(M, tmp_path / name)
        assert mg.read(tmp_path / name) == M
        assert same(M, scipy.io.mmread(tmp_path / name).toarray())
    square = M @ M.T
    mg.write(square, tmp_path / "edges.txt")
    assert mg.read(tmp_path / "edges.txt") == square
    assert mg.read(tmp_path / "edges.txt", dtype=bool).dtype == bool
    (tmp_path / "twice.txt").write_text("0 1 2\n0 1 3\n")
    assert mg.read(tmp_path / "twice.txt")[0, 1] == 3
    assert mg.read(tmp_path / "twice.txt", dup="plus")[0, 1] == 5
    (tmp_path / "large.txt").write_text(f"0 1 {2**53 + 1}\n0 1 1\n")
    assert mg.read(tmp_path / "large.txt", dup="first")[0, 1] == 2**53 + 1  # combined as integers
    assert mg.read(tmp_path / "twice.txt", dup=mg.max, dtype=float)[0, 1] == 3.0
    assert mg.read(tmp_path / "twice.txt", vertices=9).shape == (9, 9)
    with pytest.raises(mg.ParseError):
        mg.read(tmp_path / "twice.txt", duplicates="fail")
    with pytest.raises(OSError):
        mg.read(tmp_path / "missing.mtx")
    (tmp_path / "bad.mtx").write_text("%%MatrixMarket matrix coordinate real general\n1 1 1\n1 2 3.0\n")
    with pytest.raises(mg.ParseError, match="bad.mtx:3"):
        mg.read(tmp_path / "bad.mtx")
    with pytest.raises(ValueError):
        mg.write(M, tmp_path / "x", format="csv")
    with pytest.raises(ValueError):
        mg.read(tmp_path / "twice.txt", duplicates="maybe")


def test_generators():
    G = mg.generate("rmat:scale=6,seed=2")
    assert G.dtype == bool and G.shape == (64, 64) and G == G.T
    assert mg.generate("er:rows=10,degree=2", dtype=np.float32).dtype == np.float32
    assert "rmat" in mg.generators()
    with pytest.raises(mg.InvalidValue):
        mg.generate("no-such-generator")
