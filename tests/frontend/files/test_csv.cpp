/// \file test_csv.cpp
/// CSV files: forms of files that people have, names, weights, faults, and files written with names.
#include "io_testing.hpp"

#include <mergus/csv.hpp>

#include <limits>

using namespace mergus::tests;
using mergus::CsvOptions;
using mergus::NamedEdges;
using mergus::NameKind;
using mergus::VertexNames;

namespace {

std::vector<std::string> all_names(const VertexNames& names) {
    std::vector<std::string> list;
    for (std::uint64_t v = 0; v < names.size(); ++v) list.push_back(names.name(v));
    return list;
}

bool same_edges(const NamedEdges& a, const NamedEdges& b) {
    return same(a.edges, b.edges) && a.names.kind() == b.names.kind() &&
           all_names(a.names) == all_names(b.names);
}

/// Read with every number of threads, with the same result.
NamedEdges parse_csv(const std::string& text, CsvOptions options = {}) {
    const Scratch scratch;
    const fs::path path = scratch.write(text);
    options.threads = 1;
    NamedEdges first = mergus::read_csv(path, options);
    for (const unsigned threads : thread_counts) {
        options.threads = threads;
        CHECK(same_edges(first, mergus::read_csv(path, options)));
    }
    return first;
}

std::string csv_failure(const std::string& text, CsvOptions options = {}) {
    const Scratch scratch;
    const fs::path path = scratch.write(text);
    std::optional<std::string> first;
    for (const unsigned threads : thread_counts) {
        options.threads = threads;
        const std::string what = failure(path, [&] { mergus::read_csv(path, options); });
        if (first) CHECK(what == *first);
        if (!first) first = what;
    }
    return *first;
}

using Names = std::vector<std::string>;

} // namespace

TEST_SUITE_BEGIN("csv");

TEST_CASE("one graph in the forms that people write") {
    const NamedEdges plain = parse_csv("source,target,weight\nann,bob,2\nbob,cid,3\n");
    CHECK(all_names(plain.names) == Names{"ann", "bob", "cid"});
    CHECK((plain.edges.nrows == 3 && plain.edges.ncols == 3));
    CHECK(plain.edges.rows == Indices{0, 1});
    CHECK(plain.edges.cols == Indices{1, 2});
    CHECK((plain.edges.field == Field::integer && plain.edges.integers == Integers{2, 3}));
    for (const std::string text : {
             "ann,bob,2\nbob,cid,3",
             "\xef\xbb\xbfsource,target,weight\r\nann,bob,2\r\nbob,cid,3\r\n",
             "# made by hand\n%\n\nsource;target;weight\nann;bob;2\n\n \nbob;cid;3\n",
             "src\tdst\tweight\nann\tbob\t2\nbob\tcid\t3\n",
             "From|To|Weight\nann | bob| 2\nbob|cid|3 \n",
             "ann bob 2\n bob  cid\t3 \n",
             "source,target,weight\n\"ann\",\"bob\",\"2\"\n \"bob\" ,cid,3\n",
             "weight,to,note,from\n2,bob,\"a, \"\"b\"\"\nc\",ann\n3,cid,,bob\n",
         }) {
        CAPTURE(text);
        CHECK(same_edges(parse_csv(text), plain));
    }
}

TEST_CASE("options select separator, header, columns and comments") {
    const std::string text = "a:1:x:y\nb:2:y:z\n! c:3\n";
    CsvOptions options{.separator = ':', .source = "3", .target = "4", .weight = "2", .comment = '!'};
    NamedEdges found = parse_csv(text, options);
    CHECK(all_names(found.names) == Names{"x", "y", "z"});
    CHECK(found.edges.integers == Integers{1, 2});
    options.weight = "none";
    CHECK(parse_csv(text, options).edges.field == Field::pattern);
    found = parse_csv("p,q\nx,y\n", {.source = "q", .target = "p"});
    CHECK(all_names(found.names) == Names{"y", "x"});
    CHECK(all_names(parse_csv("source,target\nx,y\n", {.header = false}).names) ==
          Names{"source", "target", "x", "y"});
    CHECK(all_names(parse_csv("p,q\nx,y\n", {.header = true}).names) == Names{"x", "y"});
    // A word among words is a name, one above numbers a header.
    CHECK(parse_csv("p,q\nx,y\n").edges.nvals() == 2);
    CHECK(parse_csv("p,q\n5,7\n").edges.nvals() == 1);
    // Names that begin with a mark are no comments.
    CHECK(all_names(parse_csv("#cpp,#algebra\n#algebra,%x\n").names) == Names{"#cpp", "#algebra", "%x"});
    CHECK(csv_failure("a,b\n", {.source = "c"}) ==
          "INVALID_VALUE: F: there is no column 'c' among 2 columns without a header");
    CHECK(csv_failure("from,to\n", {.source = "9"}) ==
          "INVALID_VALUE: F: there is no column '9' among 2 columns: from, to");
    CHECK(csv_failure("a,b\n", {.source = "2"}) ==
          "INVALID_VALUE: F: two of source, target and weight are column 2");
}

TEST_CASE("ids are integers of 64 bits, and become strings if one name is none") {
    NamedEdges found = parse_csv("5000000000,1234567890123\n1234567890123,-9223372036854775808\n");
    CHECK(found.names.kind() == NameKind::ids);
    CHECK(found.edges.nrows == 3);
    CHECK(found.names.ids()[1] == 1234567890123);
    CHECK(found.names.find("5000000000") == 0);
    CHECK(found.names.find("-9223372036854775808") == 2);
    CHECK(!found.names.find("05000000000"));
    CHECK(!found.names.find(""));
    found = parse_csv("7,12\n12,007\n7,x\n");
    CHECK(found.names.kind() == NameKind::strings);
    CHECK(all_names(found.names) == Names{"7", "12", "007", "x"});
    CHECK(found.names.find("007") == 2);
    CHECK(parse_csv("7,12\n", {.names = NameKind::strings}).names.kind() == NameKind::strings);
    CHECK(csv_failure("7,12\n7,9223372036854775808\n", {.names = NameKind::ids}) ==
          "PARSE_ERROR: F:2: expected an id, a 64-bit integer, found '9223372036854775808' (column 3)");
    CHECK(parse_csv("7,9223372036854775808\n").names.kind() == NameKind::strings);
}

TEST_CASE("weights are integers until the first real") {
    CHECK(parse_csv("a,b,1\nb,c,2.5\n").edges.reals == Reals{1, 2.5});
    CHECK(parse_csv("a,b,1\nb,c,\n", {.blank_weight = 4}).edges.integers == Integers{1, 4});
    CHECK(parse_csv("a,b,1\nb,c,\n", {.blank_weight = .5}).edges.reals == Reals{1, .5});
    CHECK(parse_csv("a,b,-9223372036854775808\n").edges.integers.front() ==
          std::numeric_limits<std::int64_t>::min());
    CHECK(parse_csv("a,b,w\n").edges.field == Field::pattern); // the third column is no number
    const NamedEdges none = parse_csv("source,target,weight\n");
    CHECK((none.edges.nrows == 0 && none.edges.field == Field::integer));
}

TEST_CASE("quotes keep separators, ends of lines and blanks") {
    const NamedEdges found = parse_csv("\" a\",\"b,\"\"c\"\"\"\n\"d\ne\",f\ng,h\"i\n");
    CHECK(all_names(found.names) == Names{" a", "b,\"c\"", "d\ne", "f", "g", "h\"i"});
    // Quotes are doubled only in a field in quotes, whichever of two such names comes first.
    CHECK(all_names(parse_csv("\"a\"\"b\",x\na\"\"b,y\n").names) == Names{"a\"b", "x", "a\"\"b", "y"});
    CHECK(all_names(parse_csv("a\"\"b,x\n\"a\"\"b\",y\n").names) == Names{"a\"\"b", "x", "a\"b", "y"});
    CHECK(csv_failure("a,b\n\"c\nd\",e\nf\n") ==
          "PARSE_ERROR: F:4: expected 2 fields as in the first record, found 1 (column 2)");
}

TEST_CASE("faults have a line and a column") {
    for (const auto& fault : std::vector<std::pair<std::string, std::string>>{
             {"", "F:1: expected an edge, found the end of the file"},
             {"# only a comment\n\n", "F:3: expected an edge, found the end of the file"},
             {"abc\n", "F:1: expected two columns or more, found one"},
             {"a,b,1\na,b\n", "F:2: expected 3 fields as in the first record, found 2 (column 4)"},
             {"a,b,1\n\n\na,b,1,\n", "F:4: expected 3 fields as in the first record, found 4 (column 7)"},
             {"a,b\n,b\n", "F:2: expected the name of a vertex, found a blank field (column 1)"},
             {"a,b\nc,\"\"\n", "F:2: expected the name of a vertex, found a blank field (column 4)"},
             {"a,b,1\nc,d,1x\n",
              "F:2: expected a weight, a number in the range of a double, found '1x' (column 5)"},
             {"a,b,1\nc,d,1e999\n",
              "F:2: expected a weight, a number in the range of a double, found '1e999' (column 5)"},
             {"a,b,1\nc,d,\n",
              "F:2: expected a weight, a number in the range of a double, found a blank field (column 5)"},
             {"a,b\nc,\"d\ne,f\n", "F:2: expected a closing quote for the one here, found '\"d' (column 3)"},
             {"a,b\n\"c\" x,d\n", "F:2: expected a separator or the end of the line after a closing quote, "
                                  "found 'x,d' (column 5)"},
             {"PAR1\x15\x04\x15", "F:1: expected CSV, found a Parquet file"},
         }) {
        const std::string& text = fault.first;
        const std::string& message = fault.second;
        CAPTURE(text);
        CHECK(csv_failure(text) == "PARSE_ERROR: " + message);
    }
    CHECK(csv_failure(std::string("a,b\nc,d\ne\0,f\n", 13)) ==
          "PARSE_ERROR: F:3: expected text, found a NUL byte (column 2)");
    CHECK(csv_failure(std::string("a,b\n\"c\nd\0e\",f\n", 14)) ==
          "PARSE_ERROR: F:3: expected text, found a NUL byte (column 2)");
    CHECK(csv_failure("a,b\nc," + std::string(2 << 20, 'x') + "\n") ==
          "PARSE_ERROR: F:2: expected a line of at most 1048576 bytes, found a longer one");
    CHECK(csv_failure(std::string(70000, 'x') + ",b\n") ==
          "PARSE_ERROR: F:1: expected a first record in the first 65536 bytes, found a longer one");
    CHECK(failure({}, [] {
              mergus::read_csv("/nowhere.csv");
          }).starts_with("IO_ERROR: cannot open '/nowhere.csv'"));
}

TEST_CASE("files of many blocks: numbers in the order of first appearance, quotes across blocks") {
    constexpr std::uint64_t edges = 150000;
    std::string text = "source,target,weight\n";
    Names names;
    for (std::uint64_t e = 0; e < edges; ++e) {
        const std::uint64_t a = e * 7919 % 100003, b = e / 3;
        text +=
            "\"vertex, " + std::to_string(a) + "\"," + std::to_string(b) + "," + std::to_string(e) + "\r\n";
    }
    const NamedEdges found = parse_csv(text);
    REQUIRE(found.edges.nvals() == edges);
    std::uint64_t next = 0;
    for (std::uint64_t e = 0; e < edges; ++e) {
        const std::uint64_t a = e * 7919 % 100003, b = e / 3;
        const std::uint64_t row = found.edges.rows[e], col = found.edges.cols[e];
        REQUIRE(found.names.name(row) == "vertex, " + std::to_string(a));
        REQUIRE(found.names.name(col) == std::to_string(b));
        REQUIRE(found.edges.integers[e] == static_cast<std::int64_t>(e));
        REQUIRE(row <= next);
        next = std::max(next, row + 1);
        REQUIRE(col <= next);
        next = std::max(next, col + 1);
    }
    CHECK(next == found.names.size());
    for (std::uint64_t v = 0; v < found.names.size(); ++v)
        REQUIRE(found.names.find(found.names.name(v)) == v);
    CHECK(!found.names.find("vertex, 100003"));
    // Bytes of the names and 16 for each, with the index.
    CHECK(found.names.bytes() <= found.names.text().size() + 16 * found.names.size());
    CHECK(same_edges(parse_csv(Gzip::stored(text)), found));
    text += "1,2\n";
    CHECK(csv_failure(text) ==
          "PARSE_ERROR: F:150002: expected 3 fields as in the first record, found 2 (column 4)");
}

TEST_CASE("a file whose last names are strings has the numbers of a file of ids") {
    std::string text;
    for (std::uint64_t e = 0; e < 200000; ++e)
        text += std::to_string(e * 31 % 70001) + "," + std::to_string(e) + "\n";
    const NamedEdges ids = parse_csv(text);
    CHECK(ids.names.kind() == NameKind::ids);
    const NamedEdges strings = parse_csv(text + "0,x\n");
    CHECK(strings.names.kind() == NameKind::strings);
    CHECK(std::equal(ids.edges.rows.begin(), ids.edges.rows.end(), strings.edges.rows.begin()));
    CHECK(strings.names.name(1000) == ids.names.name(1000));
}

TEST_CASE("written files have the names, and read back as the same graph") {
    const Scratch scratch;
    const NamedEdges graph = parse_csv("\"a,b\",\" c\",.5\n\" c\",\"q\"\"\",2.5\n#d,e,1\n");
    for (const char* const name : {"out.csv", "out.csv.gz"}) {
        mergus::write_csv(scratch.file(name), graph.edges, graph.names);
        CHECK(same_edges(mergus::read_csv(scratch.file(name), {.weight = "value"}), graph));
    }
    CHECK(slurp(scratch.file("out.csv")) ==
          "source,target,value\n\"a,b\",\" c\",0.5\n\" c\",\"q\"\"\",2.5\n\"#d\",e,1\n");
    Tuples vector;
    vector.nrows = graph.names.size();
    vector.ncols = 1;
    vector.field = Field::integer;
    vector.rows = {4, 0};
    vector.cols = {0, 0};
    vector.integers = {-1, 7};
    mergus::write_csv(scratch.file("v.csv"), vector, graph.names, true);
    CHECK(slurp(scratch.file("v.csv")) == "vertex,value\ne,-1\n\"a,b\",7\n");
    mergus::write_csv(scratch.file("v.csv"), vector, {}, true);
    CHECK(slurp(scratch.file("v.csv")) == "vertex,value\n4,-1\n0,7\n");
    vector.nrows = 9;
    CHECK(failure({}, [&] { mergus::write_csv(scratch.file("v.csv"), vector, graph.names, true); }) ==
          "DIMENSION_MISMATCH: write_csv: 5 names for a matrix of 9 x 1");
    // A matrix of one vertex is no vector.
    const NamedEdges loop = parse_csv("a,a\n");
    mergus::write_csv(scratch.file("l.csv"), loop.edges, loop.names);
    CHECK(slurp(scratch.file("l.csv")) == "source,target\na,a\n");
}

#ifdef MERGUS_TEST_ZSTD
TEST_CASE("zstd is unpacked, also of several frames, and damage is found") {
    using namespace std::string_literals;
    const std::string frame = "\x28\xb5\x2f\xfd\x20\x0c\x61\x00\x00"
                              "a,b,2\nb,c,3\n"s;
    CHECK(same_edges(parse_csv(frame), parse_csv("a,b,2\nb,c,3\n")));
    CHECK(parse_csv(frame + frame).edges.integers == Integers{2, 3, 2, 3});
    CHECK(csv_failure(frame.substr(0, 12)) ==
          "PARSE_ERROR: F:1: expected the rest of the zstd data, found the end of the file");
    CHECK(csv_failure(frame + "x").starts_with("PARSE_ERROR: F:3: expected zstd data, found damage ("));
    CHECK(parse_edges("\x28\xb5\x2f\xfd\x20\x04\x21\x00\x00"
                      "0 1\n"s)
              .nvals() == 1);
}
#endif

TEST_CASE("names are distinct") {
    const std::int64_t ids[] = {3, -1, 3};
    CHECK(failure({}, [&] { VertexNames::from_ids(ids); }) ==
          "INVALID_VALUE: VertexNames: vertices 0 and 2 have the same name '3'");
    const std::string_view strings[] = {"a", "", "b"};
    const VertexNames names = VertexNames::from_strings(strings);
    CHECK(names.find("") == 1);
    CHECK(failure({}, [&] { (void)names.name(3); }) == "INVALID_INDEX: VertexNames: vertex 3 of 3");
    CHECK(VertexNames().find("17") == 17);
    CHECK(!VertexNames().find("x"));
    CHECK(VertexNames().name(5) == "5");
}

TEST_SUITE_END();
