/// \file test_graph_files.cpp
/// GraphML and GML: files as NetworkX writes them, files that are written, and faults.
#include "../files/io_testing.hpp"

#include <mergus/graph_formats.hpp>

#include <fstream>

using namespace mergus::tests;
using mergus::NamedEdges;
using mergus::NameKind;

namespace {

// As networkx.generate_gml writes the graph of the edges (ä, b, weight 2), (b, "c") and an isolated vertex.
const std::string gml =
    "graph [\n"
    "  name \"x [ y\"\n"
    "  node [\n    id 0\n    label \"&#228;\"\n    size [\n      deep [ a 1 ]\n    ]\n  ]\n"
    "  node [\n    id 1\n    label \"b\"\n  ]\n"
    "  node [\n    id 7\n    label \"&#34;c&#34;\"\n  ]\n"
    "  node [\n    id 3\n    label \"d\"\n  ]\n"
    "  edge [\n    source 0\n    target 1\n    weight 2\n  ]\n"
    "  edge [\n    source 1\n    target 7\n    weight 0.5\n    note \"]\"\n  ]\n"
    "]\n";

const std::string graphml =
    "<?xml version='1.0' encoding='utf-8'?>\n"
    "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\"><key id=\"d1\" for=\"edge\" "
    "attr.name=\"weight\" "
    "attr.type=\"double\"/>\n<key id=\"d0\" for=\"node\" attr.name=\"weight\" attr.type=\"double\"/>\n"
    "<graph edgedefault=\"undirected\">\n<node id=\"&#228;\"><data key=\"d0\">9</data></node>\n<node "
    "id=\"b\"/>\n"
    "<node id=\"&quot;c&quot;\"/><node id=\"d\"/>\n"
    "<edge source=\"\xc3\xa4\" target=\"b\"><data key=\"d1\">2</data></edge>\n"
    "<edge source=\"b\" target='\"c\"'>\n  <data key=\"d1\"> 0.5 </data></edge>\n</graph></graphml>\n";

void check_small_graph(const NamedEdges& found) {
    CHECK(found.directed == false);
    CHECK((found.edges.nrows == 4 && found.edges.rows == Indices{0, 1} && found.edges.cols == Indices{1, 2}));
    CHECK(found.edges.reals == Reals{2, .5});
    CHECK(found.names.name(0) == "\xc3\xa4");
    CHECK(found.names.name(2) == "\"c\"");
    CHECK(found.names.name(3) == "d");
}

std::string gml_failure(const std::string& text) {
    const Scratch scratch;
    const fs::path path = scratch.write(text);
    return failure(path, [&] { mergus::read_gml(path); });
}

} // namespace

TEST_SUITE_BEGIN("graph");

TEST_CASE("GML as NetworkX writes it") {
    const Scratch scratch;
    check_small_graph(mergus::read_gml(scratch.write(gml)));
    check_small_graph(mergus::read_gml(scratch.write("Creator \"x\"\n# note\n" + gml)));
    check_small_graph(mergus::read_gml(scratch.write(Gzip::stored(gml))));
    const NamedEdges ids = mergus::read_gml(
        scratch.write("graph [ directed 1 node [ id 5 ] node [ id 4 ] edge [ source 4 target 5 ] ]"));
    CHECK((ids.directed == true && ids.edges.field == Field::pattern && ids.names.kind() == NameKind::ids));
    CHECK(ids.names.find("4") == 1);
    // An edge without weight among others has the weight 1.
    const NamedEdges one = mergus::read_gml(scratch.write(
        "graph [ node [ id 1 ] edge [ source 1 target 1 weight 3 ] edge [ source 1 target 1 ] ]"));
    CHECK(one.edges.integers == Integers{3, 1});
}

TEST_CASE("faults of GML") {
    for (const auto& fault : std::vector<std::pair<std::string, std::string>>{
             {"", "F:1: expected graph [, found the end of the file (column 1)"},
             {"graph [\n node [ id 0 ]", "F:2: expected ], found the end of the line (column 15)"},
             {"graph [\n node [ id \"0 ] ]",
              "F:2: expected a closing quote for the one here, found '\"0' (column 12)"},
             {"graph [ node [ id ] ]", "F:1: expected a value, found ']' (column 19)"},
             {"graph [ ] graph [ ]", "F:1: expected one graph, found another one (column 17)"},
             {"graph [ node [ id 0 ] node [ id 0 ] ]",
              "F: expected nodes of different ids and labels, found two of id '0' or label ''"},
             {"graph [ edge [ source 0 target 1 ] ]",
              "F: expected edges between nodes of the file, found one from '0' to '1'"},
             {"graph [ node [ id 0 ] edge [ source 0 target 0 weight x ] ]",
              "F: expected weights, numbers in the range of a double, found 'x'"},
         }) {
        const std::string& text = fault.first;
        const std::string& message = fault.second;
        CAPTURE(text);
        CHECK(gml_failure(text) == "PARSE_ERROR: " + message);
    }
}

TEST_CASE("files that are written have the names and read back as the same graph") {
    const Scratch scratch;
    const NamedEdges graph = mergus::read_gml(scratch.write(gml));
    mergus::write_gml(scratch.file("g.gml"), graph.edges, graph.names, false);
    check_small_graph(mergus::read_gml(scratch.file("g.gml")));
    CHECK(slurp(scratch.file("g.gml"))
              .ends_with("  edge [\n    source 1\n    target 2\n    weight 0.5\n  ]\n]\n"));
    mergus::write_graphml(scratch.file("g.graphml.gz"), graph.edges, graph.names, false);
#ifdef MERGUS_TEST_EXPAT
    check_small_graph(mergus::read_graphml(scratch.file("g.graphml.gz")));
#endif
    Tuples wide = graph.edges;
    wide.ncols = 9;
    CHECK(failure({}, [&] { mergus::write_gml(scratch.file("w"), wide, graph.names); }) ==
          "DIMENSION_MISMATCH: write_gml: 4 names for a matrix of 4 x 9");
}

#ifdef MERGUS_TEST_EXPAT
TEST_CASE("GraphML as NetworkX writes it") {
    const Scratch scratch;
    check_small_graph(mergus::read_graphml(scratch.write(graphml)));
    CHECK(mergus::read_graphml(scratch.write(graphml), "none").edges.field == Field::pattern);
}

TEST_CASE("faults of GraphML") {
    const auto graph = [](const std::string& inside) {
        return "<graphml>\n<graph>" + inside + "</graph></graphml>";
    };
    for (const auto& fault : std::vector<std::pair<std::string, std::string>>{
             {"", "F:1: expected XML, found no element found (column 1)"},
             {"<graphml></graphml>", "F:1: expected a graph, found the end of the file (column 20)"},
             {"<graphml>\n<graph></graphml>", "F:2: expected XML, found mismatched tag (column 10)"},
             {graph("<node/>"), "F:2: expected a node with an id, found one without (column 8)"},
             {graph("<hyperedge/>"), "F:2: expected edges between two nodes, found a hyperedge (column 8)"},
             {graph("<graph/>"), "F:2: expected one graph, found another one (column 8)"},
             {graph("<node id='a'/><edge source='a' target='b'/>"),
              "F:2: expected an edge between nodes of the file, found one from 'a' to 'b' (column 22)"},
             {graph("<edge directed='false' source='a' target='b'/>"),
              "F:2: expected edges of one kind, found directed and undirected ones (column 8)"},
         }) {
        const std::string& text = fault.first;
        const std::string& message = fault.second;
        CAPTURE(text);
        const Scratch scratch;
        const fs::path path = scratch.write(text);
        CHECK(failure(path, [&] { mergus::read_graphml(path); }) == "PARSE_ERROR: " + message);
    }
}
#endif

TEST_SUITE_END();
