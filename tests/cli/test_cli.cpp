/// \file test_cli.cpp
/// The command-line program from the outside: its output, its files and its exit codes.
#include "cli_files.hpp"
#include "testing/scratch.hpp"

namespace {

using namespace cli;
using mergus::cuda::testing::Variable;

/// Every edge of four vertices once, in mixed directions, a loop and a tail: 4 triangles, 7 edges.
const std::string four_corners = pattern_head + "5 5 8\n1 2\n3 1\n1 4\n2 3\n4 2\n3 4\n2 2\n4 5\n";

/// 0 → 1 → 3, 0 → 2 → 3 → 4, and 5 alone.
const std::string diamond = pattern_head + "6 6 5\n1 2\n1 3\n2 4\n3 4\n4 5\n";

} // namespace

TEST_CASE("cli: info names the version, the backends and the devices") {
    const Json info = run_json({"info"});
    CHECK(info.at("version").is_string());
    bool suitesparse = false;
    for (const Json& backend : info.at("backends")) {
        for (const char* key : {"backend", "score", "reason", "description", "file"})
            CHECK(backend.contains(key));
        suitesparse = suitesparse || (backend.at("backend") == "suitesparse" && backend.at("score") > 0);
    }
    CHECK(suitesparse);
    bool cpu = false;
    for (const Json& device : info.at("devices")) {
        for (const char* key : {"backend", "device", "name", "memory_bytes", "score", "reason"})
            CHECK(device.contains(key));
        cpu = cpu || (device.at("backend") == "suitesparse" && device.at("device") == 0 &&
                      device.at("memory_bytes") > 0);
    }
    CHECK(cpu);
    CHECK(run({"info"}).out.find("suitesparse") != std::string::npos);
    const Outcome version = run({"--version"});
    CHECK(version.exit_code == 0);
    CHECK(version.out == "mergus " + info.at("version").get<std::string>() + "\n");
}

TEST_CASE("cli: info --environment has the values of the variables") {
    const Variable set("MERGUS_THREADS", "3"), unset("MERGUS_BACKEND", nullptr);
    const Json info = run_json({"info", "--environment"});
    const auto value_of = [&](const char* group, const std::string& name) {
        for (const Json& row : info.at(group))
            if (row.at("variable") == name) return row.at("value");
        FAIL("there is no " << name);
        return Json();
    };
    CHECK(value_of("programs", "MERGUS_THREADS") == "3");
    CHECK(value_of("programs", "MERGUS_BACKEND").is_null());
    CHECK(value_of("tests_and_experiments", "MERGUS_CUDA_DERIVED").is_null());
    CHECK(run({"info", "--environment"}).out.find("MERGUS_CACHE_DIR") != std::string::npos);
}

TEST_CASE("cli: tc counts triangles of directed files with loops") {
    const Folder folder;
    const std::string graph = folder.write("graph.mtx", four_corners);
    const Json result = run_json({"tc", graph});
    CHECK(result.at("triangles") == 4);
    CHECK(result.at("vertices") == 5);
    CHECK(result.at("undirected_edges") == 7);
    for (const char* key : {"graph", "backend", "load_seconds", "count_seconds"}) CHECK(result.contains(key));

    const Outcome text = run({"tc", graph});
    CHECK(text.exit_code == 0);
    CHECK(text.out.find("triangles         4\n") != std::string::npos);
    CHECK(text.out.find("count time") != std::string::npos);

    // A grid with both diagonals in every cell: four triangles a cell, 3 × 3 cells.
    CHECK(run_json({"tc", "poisson2d9:n=4"}).at("triangles") == 36);
    CHECK(run_json({"tc", "poisson2d5:n=4"}).at("triangles") == 0);
}

TEST_CASE("cli: tc takes edge lists, by content or by --from") {
    const Folder folder;
    const std::string list = "# a triangle, one edge of it twice\n0 1\n1 2\n2 0\n0 1\n";
    CHECK(run_json({"tc", folder.write("graph.txt", list)}).at("triangles") == 1);
    const std::string odd = folder.write("graph.data", list);
    CHECK(run_json({"tc", odd, "--from", "edges"}).at("triangles") == 1);
    CHECK(run_json({"tc", odd}).at("triangles") == 1);
    check_failure({"tc", odd, "--from", "edges", "--duplicates", "fail"}, 1, "PARSE_ERROR");
}

TEST_CASE("cli: bfs levels, histogram and file") {
    const Folder folder;
    const std::string graph = folder.write("graph.mtx", diamond);
    const std::string output = folder / "levels.mtx";
    const Json result = run_json({"bfs", graph, "--source", "0", "--source", "3", "-o", output});
    CHECK(result.at("vertices") == 6);
    CHECK(result.at("directed_edges") == 5);
    CHECK(run_json({"bfs", graph, "--symmetrize"}).at("undirected_edges") == 5);
    CHECK(result.at("reached") == 7);
    CHECK(result.at("levels") == Json::parse(R"([{"level": 0, "vertices": 2}, {"level": 1, "vertices": 3},
                                                 {"level": 2, "vertices": 1}, {"level": 3, "vertices": 1}])"));
    CHECK(result.at("searches") == Json::parse(R"([{"source": 0, "reached": 5, "depth": 3},
                                                   {"source": 3, "reached": 2, "depth": 1}])"));
    CHECK(entries(output) == "2 6 7\n1 1 0\n1 2 1\n1 3 1\n1 4 2\n1 5 3\n2 4 0\n2 5 1\n");

    // By out-degree: 0 has two edges, 1 is the first that has one.
    const Json highest = run_json({"bfs", graph, "--sources", "2"});
    CHECK(highest.at("searches").at(0).at("source") == 0);
    CHECK(highest.at("searches").at(1).at("source") == 1);
    CHECK(run_json({"bfs", graph}).at("searches").size() == 1);
    CHECK(run_json({"bfs", graph, "--source", "4"}).at("reached") == 1);
    CHECK(run_json({"bfs", graph, "--source", "4", "--symmetrize"}).at("reached") == 5);

    check_failure({"bfs", graph, "--source", "6"}, 1, "INVALID_INDEX");
    check_failure({"bfs", graph, "--sources", "7"}, 1, "INVALID_VALUE");
    for (const char* wrong : {"-1", "1x", "", "18446744073709551616"})
        check_failure({"bfs", graph, "--source", wrong}, 2, "USAGE", "whole number");
    check_failure({"bfs", graph, "--sources", "0"}, 2, "USAGE", "whole number");
    check_failure({"bfs", graph, "--source", "1", "--sources", "1"}, 2, "USAGE");
}

TEST_CASE("cli: mxm with semiring, type, mask, accumulator and transposes") {
    const Folder folder;
    const std::string a = folder.write("a.mtx", two_by_two);
    const std::string c = folder / "c.mtx";
    const auto product = [&](std::vector<std::string> more) {
        more.insert(more.begin(), {"mxm", a, a, "--type", "int64", "-o", c});
        const Json result = run_json(more);
        CHECK(result.at("output") == c);
        CHECK(result.at("rows") == 2);
        return entries(c);
    };
    CHECK(product({}) == "2 2 3\n1 1 4\n1 2 21\n2 2 25\n");
    CHECK(product({"--semiring", "min_plus"}) == "2 2 3\n1 1 4\n1 2 5\n2 2 10\n");
    CHECK(product({"--transpose-b"}) == "2 2 4\n1 1 13\n1 2 15\n2 1 15\n2 2 25\n");
    CHECK(product({"--transpose-a"}) == "2 2 4\n1 1 4\n1 2 6\n2 1 6\n2 2 34\n");
    CHECK(product({"--into", a, "--accum", "plus"}) == "2 2 3\n1 1 6\n1 2 24\n2 2 30\n");

    // As a value mask it selects (1,2), as a structural mask both positions.
    const std::string mask = folder.write("mask.mtx", integer_head + "2 2 2\n1 1 0\n1 2 1\n");
    CHECK(product({"--mask", mask}) == "2 2 1\n1 2 21\n");
    CHECK(product({"--mask", mask, "--structural"}) == "2 2 2\n1 1 4\n1 2 21\n");
    CHECK(product({"--mask", mask, "--complement"}) == "2 2 2\n1 1 4\n2 2 25\n");
    CHECK(product({"--mask", mask, "--into", a}) == "2 2 3\n1 1 2\n1 2 21\n2 2 5\n");
    CHECK(product({"--mask", mask, "--into", a, "--replace"}) == "2 2 1\n1 2 21\n");

    // A bool that is false is an entry, and must be one in the file too.
    const std::string zero = folder.write("zero.mtx", integer_head + "1 1 1\n1 1 0\n");
    run_json({"mxm", zero, zero, "--type", "bool", "--semiring", "lor_land", "-o", c});
    CHECK(entries(c) == "1 1 1\n1 1 0\n");
    run_json({"mxm", a, a, "--type", "bool", "--semiring", "lor_land", "-o", c});
    CHECK(entries(c) == "2 2 3\n1 1\n1 2\n2 2\n");
}

TEST_CASE("cli: complex files are multiplied, transposed and converted as complex ones") {
    const Folder folder;
    const std::string head = "%%MatrixMarket matrix coordinate complex ";
    const std::string a = folder.write("a.mtx", head + "general\n2 2 3\n1 1 1 2\n1 2 3 0\n2 2 1 -1\n");
    const std::string real = folder.write("real.mtx", two_by_two), c = folder / "c.mtx";
    CHECK(run_json({"mxm", a, a, "-o", c}).at("type") == "fc64");
    CHECK(content(c).starts_with(head));
    CHECK(entries(c) == "2 2 3\n1 1 -3 4\n1 2 6 3\n2 2 0 -2\n");
    CHECK(run_json({"mxm", real, a, "-o", c, "--type", "fc32"}).at("type") == "fc32");
    CHECK(entries(c) == "2 2 3\n1 1 2 4\n1 2 9 -3\n2 2 5 -5\n");
    CHECK(run_json({"mxm", real, a, "-o", c}).at("type") == "fc64");
    CHECK(run_json({"mxm", real, real, "-o", c}).at("type") == "fp64");
    CHECK(run_json({"mxm", a, a, "-o", c, "--type", "fp64"}).at("type") == "fp64"); // real parts
    CHECK(entries(c) == "2 2 3\n1 1 1\n1 2 6\n2 2 1\n");
    check_failure({"mxm", a, a, "--semiring", "min_plus", "-o", c}, 2, "USAGE", "fc64");
    // The type of C before the call matters too: real + complex is complex. The mask's type does not.
    CHECK(run_json({"mxm", real, real, "--into", a, "--accum", "plus", "-o", c}).at("type") == "fc64");
    CHECK(entries(c) == "2 2 3\n1 1 5 2\n1 2 24 0\n2 2 26 -1\n");
    CHECK(
        run_json({"mxm", real, real, "--into", a, "--accum", "plus", "--type", "fp64", "-o", c}).at("type") ==
        "fp64"); // real parts
    CHECK(entries(c) == "2 2 3\n1 1 5\n1 2 24\n2 2 26\n");
    CHECK(run_json({"mxm", real, a, "--into", real, "--accum", "plus", "-o", c}).at("type") == "fc64");
    CHECK(entries(c) == "2 2 3\n1 1 4 4\n1 2 12 -3\n2 2 10 -5\n");
    CHECK(run_json({"mxm", real, real, "--mask", a, "-o", c}).at("type") == "fp64");
    CHECK(entries(c) == "2 2 3\n1 1 4\n1 2 21\n2 2 25\n");
    check_failure({"mxm", real, real, "--into", a, "--semiring", "min_plus", "-o", c}, 2, "USAGE", "fc64");

    run_json({"transpose", a, "-o", c});
    CHECK(entries(c) == "2 2 3\n1 1 1 2\n2 1 3 0\n2 2 1 -1\n");
    const std::string hermitian = folder.write("h.mtx", head + "hermitian\n2 2 2\n1 1 5 0\n2 1 1 2\n");
    run_json({"convert", hermitian, c});
    CHECK(entries(c) == "2 2 3\n1 1 5 0\n2 1 1 2\n1 2 1 -2\n");
    run_json({"convert", a, c, "--symmetrize", "--no-loops"});
    CHECK(entries(c) == "2 2 2\n1 2 3 0\n2 1 3 0\n");
    check_failure({"convert", a, folder / "a.txt"}, 1, "DOMAIN_MISMATCH", "complex");
    const std::string twice = folder.write("twice.mtx", head + "general\n1 1 2\n1 1 1 2\n1 1 3 4\n");
    run_json({"convert", twice, c, "--duplicates", "times"});
    CHECK(entries(c) == "1 1 1\n1 1 -5 10\n");
    CHECK(run_json({"tc", a}).at("triangles") == 0);
}

TEST_CASE("cli: mxm says what it did") {
    const Folder folder;
    const std::string a = folder.write("a.mtx", two_by_two);
    const Json result = run_json({"mxm", a, a, "--explain"});
    CHECK(result.at("entries") == 3);
    CHECK(result.at("type") == "fp64");
    CHECK_FALSE(result.contains("output"));
    bool multiplied = false;
    for (const Json& operation : result.at("operations"))
        multiplied = multiplied || operation.at("operation") == "mxm";
    CHECK(multiplied);
    const Outcome text = run({"mxm", a, a, "--explain"});
    CHECK(text.exit_code == 0);
    CHECK(text.err.find("mxm on ") != std::string::npos);
    CHECK(text.out.find("mxm on ") == std::string::npos);
}

TEST_CASE("cli: a failed mxm leaves no file, and an old one as it was") {
    const Folder folder;
    const std::string a = folder.write("a.mtx", two_by_two);
    const std::string tall = folder.write("tall.mtx", integer_head + "3 1 1\n1 1 1\n");
    const std::string c = folder / "c.mtx";
    // The product fits the uint64 of the operation, but not the signed integers of a file.
    const std::string huge = folder.write("huge.mtx", integer_head + "1 1 1\n1 1 4294967295\n");
    const std::size_t before = folder.files();
    check_failure({"mxm", a, tall, "-o", c}, 1, "DIMENSION_MISMATCH", "mxm");
    check_failure({"mxm", a, a, "-o", c, "--semiring", "plus_tims"}, 2, "USAGE", "min_plus");
    check_failure({"mxm", a, a, "-o", c, "--backend", "no-such"}, 1, "NO_BACKEND", "no-such");
    check_failure({"mxm", huge, huge, "--type", "uint64", "-o", c}, 1, "INVALID_VALUE",
                  "18446744065119617025");
    CHECK(folder.files() == before);

    folder.write("c.mtx", "old");
    check_failure({"mxm", a, tall, "-o", c}, 1, "DIMENSION_MISMATCH");
    CHECK(content(c) == "old");
    CHECK(folder.files() == before + 1);
}

TEST_CASE("cli: transpose and generate") {
    const Folder folder;
    const std::string wide = folder.write("wide.mtx", integer_head + "2 3 3\n1 2 -7\n1 3 8\n2 1 9\n");
    const std::string output = folder / "t.mtx";
    CHECK(run_json({"transpose", wide, "-o", output}).at("rows") == 3);
    CHECK(entries(output) == "3 2 3\n1 2 9\n2 1 -7\n3 1 8\n");
    check_failure({"transpose", wide, "-o", folder / "t.txt"}, 1, "DIMENSION_MISMATCH", "3 x 2");

    const std::string grid = folder / "grid.mtx.gz";
    const Json generated = run_json({"generate", "poisson2d9:n=4", "-o", grid});
    CHECK(generated.at("rows") == 16);
    CHECK(content(grid).starts_with("\x1f\x8b"));
    CHECK(run_json({"tc", grid}).at("triangles") == 36);
    check_failure({"generate", "poison:n=4", "-o", output}, 2, "USAGE",
                  "unknown generator 'poison'; known: rmat, er, poisson2d5");
    // A generator's name alone is a spec, for generate and for every command that takes a graph.
    check_failure({"generate", "er", "-o", output}, 2, "USAGE", "er: 'rows' is missing");
    check_failure({"tc", "er"}, 2, "USAGE", "er: 'rows' is missing");
    check_failure({"transpose", "er", "-o", output}, 2, "USAGE", "er: 'rows' is missing");
    CHECK(run_json({"generate", "rmat", "-o", grid}).at("rows") == 65536);
    CHECK(run_json({"show", "rmat"}).at("rows") == 65536);
    check_failure({"generate", "poisson2d5:m=4", "-o", output}, 2, "USAGE", "n");
    check_failure({"tc", "rmat:scale=many"}, 2, "USAGE", "scale");
}

TEST_CASE("cli: convert") {
    const Folder folder;
    const std::string list = folder.write("list.txt", "0 1 5\n1 0 7\n1 1 9\n1 2 4\n0 1 6\n");
    const std::string output = folder / "out.mtx";
    run_json({"convert", list, output}); // of the duplicates at (0, 1) the last one is kept
    CHECK(entries(output) == "3 3 4\n2 1 7\n2 2 9\n2 3 4\n1 2 6\n");
    run_json({"convert", list, output, "--duplicates", "plus", "--no-loops"});
    CHECK(entries(output) == "3 3 3\n1 2 11\n2 1 7\n2 3 4\n");
    run_json({"convert", list, output, "--symmetrize", "--no-loops"});
    CHECK(entries(output) == "3 3 4\n1 2 6\n2 1 6\n2 3 4\n3 2 4\n");
    check_failure({"convert", list, output, "--duplicates", "fail"}, 1, "PARSE_ERROR");
    check_failure({"convert", list, output, "--duplicates", "average"}, 2, "USAGE", "plus");

    const std::string back = folder / "back.txt";
    run_json({"convert", output, back});
    CHECK(content(back).find("0\t1\t6\n") != std::string::npos);

    const std::string twice = folder.write("twice.mtx", integer_head + "2 2 2\n1 2 3\n1 2 4\n");
    const std::string once = folder / "once.mtx";
    check_failure({"convert", twice, once}, 1, "PARSE_ERROR");
    CHECK_FALSE(fs::exists(once));
    run_json({"convert", twice, once, "--duplicates", "keep"});
    CHECK(entries(once) == "2 2 1\n1 2 4\n");
    run_json({"convert", twice, once, "--duplicates", "times"});
    CHECK(entries(once) == "2 2 1\n1 2 12\n");
    const std::string wide = folder.write("wide.mtx", integer_head + "2 3 1\n1 3 1\n");
    check_failure({"convert", wide, once, "--symmetrize"}, 1, "DIMENSION_MISMATCH", "2 x 3");
}

TEST_CASE("cli: bad and missing files") {
    const Folder folder;
    const std::string output = folder / "out.mtx";
    check_failure({"tc", folder / "missing.mtx"}, 1, "IO_ERROR", "missing.mtx");
    check_failure({"convert", folder / "missing.txt", output}, 1, "IO_ERROR");
    for (const char* command : {"tc", "bfs", "sssp", "show"})
        check_failure({command, "rmta:scale=4"}, 1, "IO_ERROR",
                      "rmta:scale=4: no such file, and no generator of that name; generators: rmat, er");
    const std::string bad = folder.write("bad.mtx", integer_head + "2 2 3\n1 1 2\n1 x 3\n2 2 5\n");
    check_failure({"tc", bad}, 1, "PARSE_ERROR", "bad.mtx:4");
    check_failure({"transpose", bad, "-o", output}, 1, "PARSE_ERROR", "bad.mtx:4");
    check_failure({"tc", folder.write("empty.mtx", "")}, 1, "PARSE_ERROR", "empty.mtx");
    check_failure({"tc", folder.write("wide.mtx", integer_head + "2 3 1\n1 3 1\n")}, 1, "DIMENSION_MISMATCH");
    const std::string good = folder.write("good.mtx", two_by_two);
    check_failure({"transpose", good, "-o", folder / "no/such/out.mtx"}, 1, "IO_ERROR", "no/such");
    CHECK_FALSE(fs::exists(output));
}

TEST_CASE("cli: wrong usage is exit code 2, help is 0") {
    const Folder folder;
    const std::string a = folder.write("a.mtx", two_by_two);
    check_failure({}, 2, "USAGE");
    check_failure({"frobnicate"}, 2, "USAGE");
    check_failure({"tc"}, 2, "USAGE", "mergus tc --help");
    check_failure({"tc", a, "--frobnicate"}, 2, "USAGE");
    check_failure({"tc", a, "--threads", "many"}, 2, "USAGE");
    check_failure({"mxm", a, a, "--semiring", "plus_tims"}, 2, "USAGE", "plus_times");
    check_failure({"mxm", a, a, "--semiring", "lor_land"}, 2, "USAGE", "bool");
    check_failure({"mxm", a, a, "--type", "fp16"}, 2, "USAGE", "fp32");
    check_failure({"mxm", a, a, "--into", a, "--accum", "tril"}, 2, "USAGE", "plus");
    // Without the matrix that they change, options would have no effect.
    check_failure({"mxm", a, a, "--accum", "plus"}, 2, "USAGE", "--into");
    check_failure({"mxm", a, a, "--into", a, "--replace"}, 2, "USAGE", "--mask");
    check_failure({"mxm", a, a, "--mask", a, "--replace"}, 2, "USAGE", "--into");
    check_failure({"mxm", a, a, "--structural"}, 2, "USAGE", "--mask");
    check_failure({"transpose", a}, 2, "USAGE", "output");
    for (const char* command :
         {"info",       "tc",       "bfs",         "show",    "sssp",       "pagerank",  "betweenness",
          "components", "scc",      "communities", "mst",     "clustering", "motifs",    "partition",
          "truss",      "cores",    "mis",         "jaccard", "mcl",        "mxm",       "semiring",
          "transpose",  "generate", "convert",     "check",   "cache",      "centrality"}) {
        const Outcome help = run({command, "--help"});
        CHECK(help.exit_code == 0);
        CHECK(help.err.empty());
        CHECK(help.out.find(std::string("mergus ") + command) != std::string::npos);
        CHECK(help.out.find("Examples:") != std::string::npos);
        CHECK(run({"help", command}).out == help.out);
    }
    CHECK(run({"help"}).out == run({"--help"}).out);
    CHECK(run({"help"}).exit_code == 0);
    check_failure({"help", "frobnicate"}, 2, "USAGE", "unknown command 'frobnicate'");
}

TEST_CASE("cli: results that cannot be written are a failure") {
    const Outcome outcome = run({"info"}, "/dev/full");
    CHECK(outcome.exit_code == 1);
    CHECK(outcome.err.starts_with("mergus: IO_ERROR: "));
}
