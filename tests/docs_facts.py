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


def environment(texts):
    """Names of variables are the only literals of this form."""
    code = {name for text in texts for name in re.findall(r'"(MERGUS_[A-Z_]+)"', text)}
    page = set(re.findall(r"^\| `(MERGUS_[A-Z_]+)` \|", read(REFERENCE / "environment.md"), re.MULTILINE))
    return differences("environment.md", page, code)


def operators_page():
    """The page as it is, and as it is with the tables of the code."""
    page = written = read(REFERENCE / "operators.md")
    for name, table in operator_list.tables().items():
        begin, end = f"<!-- begin {name} -->\n", f"<!-- end {name} -->"
        first, last = written.index(begin) + len(begin), written.index(end)
        written = written[:first] + table + "\n" + written[last:]
    return page, written


def write_operators():
    (REFERENCE / "operators.md").write_text(operators_page()[1], encoding="utf-8")


def operators():
    page, written = operators_page()
    if page != written:
        yield "operators.md: the tables are not those of the code; tests/check_docs.py --write writes them"


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
    yield from operators()
    yield from messages(texts)
