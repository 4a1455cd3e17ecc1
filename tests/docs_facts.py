"""Facts that pages of docs/reference share with the code: error codes, environment variables, built-in operators, messages."""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REFERENCE = ROOT / "docs/reference"
sys.path.insert(0, str(ROOT / "docs/doxygen"))
import operator_list  # noqa: E402

SOURCES = ("backend", "include", "semirings", "tools", "bench")
SUFFIXES = {".cpp", ".hpp", ".h", ".c", ".cuh"}


def read(path):
    return path.read_text(encoding="utf-8")


def sources():
    for folder in SOURCES:
        for file in sorted((ROOT / folder).rglob("*")):
            if file.suffix in SUFFIXES:
                yield read(file)


def differences(what, page, code):
    for name in sorted(code - page):
        yield f"{what}: {name} is not in the page"
    for name in sorted(page - code):
        yield f"{what}: {name} is not in the code"


def error_codes():
    """Names and values of mergus::Code."""
    text = read(ROOT / "include/mergus/error.hpp")
    enum = text[text.index("enum class Code"):text.index("};")]
    code = {f"{name} = {value}" for name, value in re.findall(r"^\s+(\w+) = (-?\d+)", enum, re.MULTILINE)}
    rows = re.findall(r"^\| `(\w+)` \| ([−\d]+) \|", read(REFERENCE / "errors.md"), re.MULTILINE)
    return differences("errors.md", {f"{name} = {value.replace('−', '-')}" for name, value in rows}, code)


def variables():
    """(name, access, group, values, default, read, effect) of each line of variables.def."""
    field = r'"((?:[^"\\\\]|\\\\.)*)"'
    line = re.compile(rf'^MERGUS_VARIABLE\(\w+, {field}, (\w+), (\w+), {", ".join([field] * 4)}\)$', re.MULTILINE)
    text = read(ROOT / "backend/frontend/support/variables.def")
    found = line.findall(text)
    if len(found) != len(re.findall(r"^MERGUS_VARIABLE\(", text, re.MULTILINE)):
        raise SystemExit("variables.def: a line is not of the form that the file describes")
    return found


def variable_tables():
    groups = ("programs", "tests", "others")
    rows = {group: [(f"`{name}`", values, default, read + ("; secure" if access == "secure" else ""), effect)
                    for name, access, own, values, default, read, effect in variables() if own == group] for group in groups}
    return {group: operator_list.table(("variable", "value", "default", "read", "effect"), rows[group]) for group in groups}


# kind of record: (folder of the records, file of the table), below backend/cuda
METHODS = {"ProductMethod": ("mxm", "mxm/mxm.cpp"), "Accumulator": ("mxm", "mxm/accumulators/table.cpp"),
           "PlanMethod": ("mxm/numeric_reuse", "mxm/numeric_reuse/plan_methods.cpp"), "TransposeMethod": ("transpose", "transpose/transpose.cpp"),
           "TriangleMethod": ("graphs", "graphs/triangles.cpp"), "BfsMethod": ("graphs", "graphs/bfs.cpp"), "VectorMethod": ("vectors", "vectors/mxv.cpp")}


def records(kind):
    """(name, summary, evidence) of each record of a table of the CUDA backend, in the order of the table."""
    folder, table = METHODS[kind]
    backend = ROOT / "backend/cuda"
    order = re.search(r"constexpr std::array in_order = \{(.*?)\};", read(backend / table), re.DOTALL).group(1)
    found = {}
    for file in sorted((backend / folder).rglob("*.cpp")):
        for key, body in re.findall(rf"const(?:expr|init const) {kind} (\w+)\{{(.*?)\}};", read(file), re.DOTALL):
            text = re.sub(r'"\s*\n\s*"', "", body)
            found[key] = [value.group(1) if (value := re.search(rf'\.{member} =\s*"([^"]*)"', text)) else ""
                          for member in ("name", "summary", "evidence")]
    return [found[key] for key in re.findall(r"&(\w+)", order)]


def method_table(kind):
    rows = [(str(n + 1), f"`{name}`", summary, f"[{Path(page).stem}](../laboratory/{Path(page).name})")
            for n, (name, summary, page) in enumerate(records(kind))]
    return operator_list.table(("order", "method", "for", "measurements"), rows)


def accumulator_table():
    return operator_list.table(("accumulator", "method"), [(f"`{name}`", summary) for name, summary, _ in records("Accumulator")])


# Outside of environment.hpp: which variables a program gets, and PATH (process.cpp).
GETENV = re.compile(r"\b(?:secure_)?getenv\(([^()]*)")


def environment(texts):
    """Every literal of this form is the name of a variable, and only environment.hpp reads them."""
    listed = {row[0] for row in variables()}
    for name in sorted({name for text in texts for name in re.findall(r'"(MERGUS_[A-Z_]+)"', text)} - listed):
        yield f"variables.def: {name} is in the code, and not in the list"
    for file in sorted((ROOT / "backend").rglob("*")):
        if file.suffix not in SUFFIXES or file.name in ("environment.hpp", "process.cpp"):
            continue
        for argument in GETENV.findall(read(file)):
            yield f"{file.relative_to(ROOT)}: getenv({argument}); core::value_of (environment.hpp) reads variables"


def generated_page(name, tables):
    """A page as it is, and as it is with the tables of the code."""
    page = written = read(ROOT / "docs" / name)
    for name, table in tables.items():
        begin, end = f"<!-- begin {name} -->\n", f"<!-- end {name} -->"
        first, last = written.index(begin) + len(begin), written.index(end)
        written = written[:first] + table + "\n" + written[last:]
    return page, written


def generated():
    """(name, page, page with the tables of the code) of each page with such tables."""
    for name, tables in (("reference/operators.md", operator_list.tables()), ("reference/environment.md", variable_tables()),
                         ("design/mxm.md", {"methods": method_table("ProductMethod"), "accumulators": accumulator_table()}),
                         ("design/plans.md", {"methods": method_table("PlanMethod")}),
                         ("design/transpose.md", {"methods": method_table("TransposeMethod")}),
                         ("design/graphs.md", {"triangles": method_table("TriangleMethod"), "searches": method_table("BfsMethod")}),
                         ("design/vectors.md", {"methods": method_table("VectorMethod")})):
        yield name, *generated_page(name, tables)


def write_tables():
    for name, _, written in generated():
        (ROOT / "docs" / name).write_text(written, encoding="utf-8")


def tables():
    for name, page, written in generated():
        if page != written:
            yield f"{name}: the tables are not those of the code; tests/check_docs.py --write writes them"


def messages(texts):
    """Each text between two … of a message, which is the first cell of a row, is part of a literal of the code."""
    literals = "\n".join(re.sub(r'"\s*\n\s*"', "", text) for text in texts).replace('\\"', '"')
    for message in re.findall(r"^\| `([^`]+)` \|", read(REFERENCE / "troubleshooting.md"), re.MULTILINE):
        for part in message.split("…"):
            if part.strip() and part.strip() not in literals:
                yield f"troubleshooting.md: no literal of the code has '{part.strip()}'"


def faults():
    texts = list(sources())
    yield from error_codes()
    yield from environment(texts)
    yield from tables()
    yield from messages(texts)
