#!/usr/bin/env python3
"""Input filter of Doxygen: writes a header with the comments that its conventions imply. Line numbers stay.

- A comment documents the overloads that follow it without a blank line: they get a copy.
- A member without a comment means what the member of the same name meant before in the file, or in MEMBERS.
- Copy, move, destructor and default constructor are described by their form.
- `\\internal` hides the paragraph that it opens.
- C<mask> is no HTML: its brackets become those of mathematics.
"""
import re
import sys

MEMBERS = {
    "struct_size": "sizeof this struct, as its creator knows it: plugin.h",
    "nrows": "rows", "ncols": "columns", "nvals": "entries", "size": "the size of the vector",
    "type": "the type of the values", "reserved": "0", "name": "the name", "capacity": "room of the arrays, in entries",
    "matrix": "the matrix", "vector": "the vector", "value_type": "the type of the values",
    "release": "frees the arrays; null: the caller owns them", "release_arg": "the argument of release",
    "identity": "the identity", "terminal": "the terminal value",
}
MASK = re.compile(r"<((?:not )?(?:mask|A|L|T|levels|frontier)(?:, replace)?'?)>")
OWNS = "Takes over the content of another object, which is empty afterwards."
SPECIAL = [(re.compile("(?:explicit |virtual |constexpr |inline )*" + form), words) for form, words in (
    (r"(\w+)\((?:const )?\1 ?&& ?\w*\)", OWNS),
    (r"(\w+)\(const \1 ?& ?\w*\)", "A copy."),
    (r"(\w+)& operator=\(\1 ?&& ?\w*\)", OWNS),
    (r"(\w+)& operator=\(const \1 ?& ?\w*\)", "A copy."),
    (r"~\w+\(\)", "Frees what the object owns."),
    (r"(\w+)\(\) noexcept\b", "An empty object."),
    (r"bool operator==\(.*= default;", "Whether all members are equal."),
)]
MEMBER = re.compile(r"^\s+(?!return)[\w:<>*, ]+?[ *](\w+)(?:\[\w*\]|\{\}| = [^;]*)?;\s*(?:(?:///<|/\*\*<) ?(.*?)(?:\*/)?)?$")


def end_of(lines, first):
    """The index of the last line of the declaration that begins at `first`."""
    depth = 0
    for at in range(first, len(lines)):
        code = re.sub(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])\'|//.*|/\*.*?\*/', "", lines[at]).rstrip()
        depth += sum(map(code.count, "({")) - sum(map(code.count, ")}"))
        if depth <= 0 and code.endswith((";", "}")):
            return at
    return len(lines) - 1


def signature(lines):
    """A declaration without attributes and without its template and requires lines."""
    text = " ".join(line.strip() for line in lines if not re.match(r"\s*(template|requires|//)", line))
    return re.sub(r"\[\[\w+\]\] |MERGUS_API |static ", "", text)


def function_name(text):
    found = re.search(r"(operator[^\w\s(]+|[~\w]+)\s*\(", text)
    return found.group(1) if found else None


def opens_scope(lines, at):
    while re.match(r"\s*(template|requires)\b", lines[at]) and at + 1 < len(lines):
        at += 1
    return re.match(r"\s*(namespace|struct|class|enum|union|typedef|extern|public:|private:|protected:|[#{}]|/\*\*)", lines[at])


def overloads(lines):
    """Copies the comment of a function to the overloads that follow it without a blank line."""
    doc, name, at = [], None, 0
    while at < len(lines):
        text = lines[at].strip()
        if text.startswith("///") and not text.startswith("///<"):
            doc, name = [], None
            while lines[at].strip().startswith("///"):
                doc.append(lines[at].strip()[3:])
                at += 1
            continue
        if text.startswith("// NOLINT"):
            at += 1
            continue
        if not text or text.startswith("//") or opens_scope(lines, at):
            doc, name, at = [], None, at + 1
            continue
        end = end_of(lines, at)
        declared = signature(lines[at:end + 1])
        form = next((words for pattern, words in SPECIAL if pattern.match(declared)), None)
        if doc and name is None: # the declaration that the comment describes
            name = function_name(declared)
        elif form or (doc and name is not None and function_name(declared) == name):
            lines[at] = f"/** {form or ' '.join(' '.join(doc).split())} */ {lines[at]}"
        at = end + 1


def members(lines):
    """Describes members by an earlier member of the same name, and constants that are combinations by their definition."""
    known = dict(MEMBERS)
    before = ""
    for at, line in enumerate(lines):
        found = MEMBER.match(line)
        combination = re.match(r"inline constexpr \w+ \w+ = (\w+(?: \| \w+)+);$", line)
        if combination:
            lines[at] += f" ///< {combination.group(1)}"
        before, previous = line.strip(), before
        if not found or previous.startswith("///") or (previous.endswith("*/") and ";" not in previous):
            continue
        name, words = found.groups()
        if words:
            known[name] = words.strip()
        elif name in known and "<" not in line.split(";")[-1]:
            lines[at] += f" /**< {known[name]} */"


def functions_with_args(lines):
    """Functions of the plugin's table lead to the struct that describes their arguments."""
    for at, line in enumerate(lines):
        if re.match(r"\s+int32_t \(\*\w+\)\(", line) and (not lines[at - 1].endswith("*/") or re.match(r"\s*/\* ", lines[at - 1])):
            end = end_of(lines, at)
            args = re.search(r"mergus_\w+_args", " ".join(lines[at:end + 1]))
            if args and lines[end].endswith(";"):
                lines[at] = f"/** {args.group()} describes it. */ {lines[at]}"


def internal(lines):
    for at, line in enumerate(lines):
        if line.strip().startswith(r"/// \internal"):
            last = next(n for n in range(at + 1, len(lines)) if not lines[n].strip() or lines[n].startswith("};") or
                        (lines[n].strip().startswith("///") and not lines[n - 1].strip().startswith("///")))
            lines[at] = r"/// \cond"
            lines[last - 1] += r" /** \endcond */"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        text = file.read()
    text = re.sub(r"(?m)^\s*(?:///|\*|/\*\*).*$", lambda line: MASK.sub(r"⟨\1⟩", line.group()), text)
    lines = re.sub(r"#include [<\"].*operators\.def[>\"]", "", text).split("\n") # generate.py reads that list
    if sys.argv[1].endswith(".hpp"):
        internal(lines)
        overloads(lines)
    functions_with_args(lines)
    members(lines)
    sys.stdout.write("\n".join(lines))


if __name__ == "__main__":
    main()
