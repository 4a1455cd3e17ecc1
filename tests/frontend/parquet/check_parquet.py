#!/usr/bin/env python3
"""Compiles the reader of Parquet against the wheel pyarrow, and reads files that pyarrow has written: by the command-line program and
by read_graph of the Python package. Exit status 77: there is no pyarrow."""

import argparse
import os
import subprocess
import sys
from pathlib import Path

try:
    import pyarrow as pa
    import pyarrow.parquet
except ImportError:
    print("pyarrow is not installed: Parquet is not tested")
    sys.exit(77)

ROOT = Path(__file__).resolve().parents[3]


def build(options):
    """The library libmergus_parquet.so."""
    work = Path(options.work) / "build"
    subprocess.run(
        [options.cmake, "-G", options.generator, "-S", Path(__file__).parent, "-B", work, f"-DCMAKE_CXX_COMPILER={options.compiler}",
         f"-DMERGUS_SOURCE_DIR={ROOT}", "-DMERGUS_PARQUET=ON", f"-DArrow_ROOT={Path(pa.get_include()).parent}"],
        check=True, stdout=subprocess.DEVNULL)
    subprocess.run([options.cmake, "--build", work], check=True, stdout=subprocess.DEVNULL)
    return work / "libmergus_parquet.so"


def edges(rows):
    """Edges among fewer vertices than rows: sources, targets and weights, with a column that no one asks for, and one of lists."""
    names = [f"vertex {row * 7919 % 5000}" for row in range(rows)]
    return pa.table({
        "note": pa.array(["not needed"] * rows),
        "lists": pa.array([[row] for row in range(rows)]),
        "weight": pa.array([row % 10 + 0.5 for row in range(rows)], pa.float32()),
        "target": pa.array(names[::-1]).dictionary_encode(),
        "source": pa.array(names),
    })


def expected(table):
    """The text of `mergus convert FILE OUT.csv`: entries by the numbers of their vertices, weights added."""
    numbers, sums = {}, {}
    for source, target, weight in zip(*(table[name].to_pylist() for name in ("source", "target", "weight"))):
        ends = tuple(numbers.setdefault(name, len(numbers)) for name in (source, target))
        sums[ends] = sums.get(ends, 0) + weight
    names = list(numbers)
    return "source,target,value\n" + "".join(f"{names[i]},{names[j]},{weight:g}\n" for (i, j), weight in sorted(sums.items()))


def patch(file, before, after):
    """Replaces bytes that are there once."""
    data = file.read_bytes()
    assert data.count(before) == 1, (file, before)
    file.write_bytes(data.replace(before, after))


def main():
    parser = argparse.ArgumentParser()
    for name in ("cmake", "generator", "compiler", "program", "work"):
        parser.add_argument(f"--{name}", required=True)
    options = parser.parse_args()
    library = build(options)
    folder = Path(options.work)
    environment = {**os.environ, "MERGUS_PARQUET": str(library)}

    def mergus(*arguments, cwd=None, **changes):
        return subprocess.run(
            [options.program, *map(str, arguments)], env={**environment, **changes}, capture_output=True, text=True, cwd=cwd)

    def check_edges(file, text, **changes):
        result = mergus("convert", file, folder / "edges.csv", **changes)
        assert result.returncode == 0, result
        found = (folder / "edges.csv").read_text()
        assert found == "source,target\n" + text, found

    def check_failure(*arguments, text, **changes):
        result = mergus(*arguments, **changes)
        assert result.returncode == 1 and text in result.stderr, (text, result)

    # Several row groups, and batches that end inside of them.
    table = edges(150000)
    file, output = folder / "g.parquet", folder / "g.csv"
    pa.parquet.write_table(table, file, row_group_size=70000)
    result = mergus("convert", file, output)
    assert result.returncode == 0, result
    assert output.read_text() == expected(table)

    columns = pa.table({"a": pa.array([1, 2, 3], pa.uint16()), "b": pa.array([2, None, 1], pa.int64()), "c": pa.array([7, None, 9])})
    pa.parquet.write_table(columns, folder / "small.parquet")
    small = folder / "small.parquet"
    check_failure("components", small, text="small.parquet: row 1, column 'b': expected the name of a vertex, found null")
    check_failure("components", small, "--columns", "a,d", text="small.parquet: there is no column 'd' among 3 columns: a, b, c")
    check_failure("components", file, "--columns", "source,lists", text="column 'lists': expected integers or strings")
    check_failure("components", small, MERGUS_PARQUET="/dev/null", text="MERGUS_PARQUET=ON in CMake")
    check_failure("components", small, MERGUS_PARQUET="/no/such/library.so", text="/no/such/library.so: cannot open")

    # Names that look like numbers of columns; the library by a name without a folder.
    for names in (["2", "1"], ["0", "1"]):
        pa.parquet.write_table(pa.table([pa.array([5, 6]), pa.array([6, 7])], names), folder / "numbers.parquet")
        check_edges((folder / "numbers.parquet").resolve(), "5,6\n6,7\n", MERGUS_PARQUET=library.name, cwd=library.parent)

    # A column that Arrow cannot read: its codec, gzip in the footer, becomes LZO.
    codecs = folder / "codecs.parquet"
    pa.parquet.write_table(
        pa.table({"note": ["n", "n"], "source": ["a", "b"], "target": ["b", "c"]}), codecs,
        compression={"note": "gzip", "source": "none", "target": "none"})
    patch(codecs, b"\x04note\x15\x04", b"\x04note\x15\x06")
    check_edges(codecs, "a,b\nb,c\n")
    check_failure("components", codecs, "--columns", "note,source", text="codecs.parquet: ")

    # The place 3 of a dictionary of three names: [0, 1, 2, 0] in two bits each become [0, 1, 2, 3].
    outside = folder / "outside.parquet"
    names = pa.array(["aa", "bb", "cc", "aa"] * 4).dictionary_encode()
    pa.parquet.write_table(pa.table({"source": names, "target": ["x"] * 16}), outside, compression="none")
    patch(outside, b"\x02\x05" + b"\x24" * 4, b"\x02\x05" + b"\xe4" * 4)
    check_failure("components", outside, text="row 3, column 'source': expected a place in the dictionary of 3, found 3")

    damaged = folder / "damaged.parquet"
    damaged.write_bytes(small.read_bytes()[:-1])
    check_failure("components", damaged, text="damaged.parquet: ")

    # By its content: the name says nothing.
    unnamed = folder / "table"
    unnamed.write_bytes(file.read_bytes())
    script = f"import mergus as mg; g = mg.Graph.read({str(unnamed)!r}, names='strings'); print(len(g.names), g.names[1], g.adjacency.nvals)"
    result = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True)
    lines = expected(table).splitlines()[1:]
    assert result.stdout == f"5000 vertex {(150000 - 1) * 7919 % 5000} {len(lines)}\n", result


main()
