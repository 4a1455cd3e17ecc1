/// \file test_cli_files.cpp
/// File format detection, the file name -, and outputs that are not regular files.
#include "cli_child.hpp"

#include <sys/stat.h>

namespace {

using namespace cli;

const std::string triangle = "# a triangle\n0 1\n1 2\n2 0\n";
const std::string triangle_matrix = pattern_head + "3 3 3\n1 2\n2 3\n3 1\n";

} // namespace

TEST_CASE("cli: inputs are told by their content, whatever their name") {
    const Folder folder;
    for (const char* name : {"a.txt", "a.mtx", "a", "a.dat"}) {
        const Json result = run_json({"tc", folder.write(name, triangle_matrix)});
        CHECK(result.at("vertices") == 3);
        CHECK(result.at("triangles") == 1);
    }
    for (const char* name : {"a.txt", "a", "a.dat"})
        CHECK(run_json({"tc", folder.write(name, triangle)}).at("triangles") == 1);
    const std::string text = folder.write("a.txt", triangle_matrix);
    check_failure({"tc", text, "--from", "edges"}, 1, "PARSE_ERROR", "MatrixMarket");
    check_failure({"tc", folder.write("a.mtx", triangle)}, 1, "PARSE_ERROR", "%%");
    check_failure({"tc", folder.write("a.mtx.zst", "\x28\xb5\x2f\xfd\x04")}, 1, "PARSE_ERROR", "zstd");
}

TEST_CASE("cli: vertices without edges survive an edge list; --vertices says how many there are") {
    const Folder folder;
    const std::string matrix = folder.write("a.mtx", pattern_head + "10 10 2\n1 2\n2 3\n");
    const std::string list = folder / "a.txt", back = folder / "back.mtx";
    run_json({"convert", matrix, list});
    run_json({"convert", list, back});
    CHECK(content(back) == content(matrix));
    CHECK(run_json({"components", list}).at("components") == 8);

    const std::string bare = folder.write("bare.txt", "0 1\n1 2\n");
    CHECK(run_json({"tc", bare}).at("vertices") == 3);
    CHECK(run_json({"tc", bare, "--vertices", "10"}).at("vertices") == 10);
    CHECK(run_json({"tc", bare, "--vertices", "10", "--from", "edges"}).at("vertices") == 10);
    CHECK(run_json({"convert", bare, back, "--vertices", "10"}).at("rows") == 10);
    CHECK(run_json({"tc", list, "--vertices", "3"}).at("vertices") == 3);
    check_failure({"tc", bare, "--vertices", "2"}, 1, "PARSE_ERROR",
                  "bare.txt:2: expected a vertex from 0 to 1");
    check_failure({"tc", bare, "--vertices", "0"}, 2, "USAGE", "whole number");
    // A matrix has a size of its own.
    CHECK(run_json({"tc", matrix, "--vertices", "10"}).at("vertices") == 10);
    check_failure({"tc", matrix, "--vertices", "11"}, 1, "DIMENSION_MISMATCH", "10 x 10");
    check_failure({"tc", matrix, "--vertices", "11", "--from", "mtx"}, 1, "DIMENSION_MISMATCH", "10 x 10");
    check_failure({"tc", "poisson2d5:n=3", "--vertices", "10"}, 1, "DIMENSION_MISMATCH", "9 x 9");
    check_failure({"sssp", "poisson2d5:n=3", "--vertices", "10"}, 1, "DIMENSION_MISMATCH", "9 x 9");
    check_failure({"show", "poisson2d5:n=3", "--vertices", "10"}, 1, "DIMENSION_MISMATCH", "9 x 9");
}

TEST_CASE("cli: the format of an output is that of --to, else of its name, else an error") {
    const Folder folder;
    const std::string a = folder.write("a.mtx", two_by_two);
    const std::string text = folder / "r.txt", bare = folder / "r", matrix = folder / "r.mtx";
    run_json({"mxm", a, a, "-o", text, "--to", "mtx", "--type", "int64"});
    CHECK(content(text) == integer_head + "2 2 3\n1 1 4\n1 2 21\n2 2 25\n");
    // The content, not the name, determines how it is read.
    CHECK(run_json({"transpose", text, "-o", matrix}).at("rows") == 2);
    CHECK(entries(matrix) == "2 2 3\n1 1 4\n2 1 21\n2 2 25\n");
    run_json({"mxm", a, a, "-o", text, "--type", "int64"});
    CHECK(content(text) == "# Nodes: 2 Edges: 3\n0\t0\t4\n0\t1\t21\n1\t1\t25\n");
    run_json({"mxm", a, a, "-o", bare, "--to", "edges", "--type", "int64"});
    CHECK(content(bare) == content(text));
    fs::remove(bare);
    for (const std::vector<std::string>& command : {std::vector<std::string>{"mxm", a, a, "-o", bare},
                                                    {"transpose", a, "-o", bare},
                                                    {"generate", "poisson2d5:n=2", "-o", bare},
                                                    {"bfs", a, "-o", bare},
                                                    {"convert", a, bare}})
        check_failure(command, 2, "USAGE", "--to mtx or --to edges");
    CHECK_FALSE(fs::exists(bare));
    check_failure({"transpose", a, "-o", folder / "."}, 1, "IO_ERROR", "directory");
}

TEST_CASE("cli: bfs writes its levels in the format that their file's name tells") {
    const Folder folder;
    const std::string graph = folder.write("graph.mtx", triangle_matrix);
    const std::string text = folder / "levels.txt";
    // Levels of one source are a row: no edge list holds it. Nothing is written under a misleading name.
    check_failure({"bfs", graph, "-o", text}, 1, "DIMENSION_MISMATCH", "1 x 3");
    CHECK_FALSE(fs::exists(text));
    run_json({"bfs", graph, "-o", text, "--to", "mtx"});
    CHECK(content(text).starts_with("%%MatrixMarket"));
    run_json({"bfs", graph, "--sources", "3", "-o", text}); // as many sources as vertices: square
    CHECK(content(text).starts_with("# Nodes: 3"));
}

TEST_CASE("cli: - is standard input and standard output for every file") {
    const Folder folder;
    const std::string a = folder.write("a.mtx", two_by_two);
    for (const std::string& graph : {triangle, triangle_matrix}) {
        const Outcome count = run_with_input(graph, {"tc", "-", "--json"});
        CHECK(count.err.empty());
        REQUIRE(count.exit_code == 0);
        CHECK(Json::parse(count.out).at("triangles") == 1);
    }
    // The matrix goes to standard output, the results to standard error.
    Outcome outcome = run_with_input(two_by_two, {"transpose", "-", "-o", "-", "--json"});
    REQUIRE(outcome.exit_code == 0);
    CHECK(outcome.out == integer_head + "2 2 3\n1 1 2\n2 1 3\n2 2 5\n");
    CHECK(Json::parse(outcome.err).at("entries") == 3);
    outcome = run_with_input(two_by_two, {"convert", "-", "-", "--to", "edges"});
    REQUIRE(outcome.exit_code == 0);
    CHECK(outcome.out == "# Nodes: 2 Edges: 3\n0\t0\t2\n0\t1\t3\n1\t1\t5\n");
    outcome = run_with_input(two_by_two, {"mxm", "-", a, "--type", "int64", "-o", "-"});
    CHECK(outcome.out == integer_head + "2 2 3\n1 1 4\n1 2 21\n2 2 25\n");
    outcome = run_with_input(two_by_two, {"bfs", "-", "-o", "-"});
    CHECK(outcome.out == integer_head + "1 2 2\n1 1 0\n1 2 1\n");
    outcome = run({"generate", "poisson2d5:n=1", "-o", "-"});
    CHECK(outcome.out == "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 4\n");
    CHECK(outcome.err.find("entries") != std::string::npos);
    outcome = run_with_input(two_by_two, {"semiring", "-", "--add", "plus", "--mul", "times", "-o", "-",
                                          "--backend", "suitesparse", "--type", "int64"});
    CHECK(outcome.out == integer_head + "2 2 3\n1 1 4\n1 2 21\n2 2 25\n");

    outcome = run_with_input(two_by_two, {"mxm", "-", "-"});
    CHECK(outcome.exit_code == 2);
    CHECK(outcome.err.find("only once") != std::string::npos);
    outcome = run_with_input("", {"tc", "-", "--from", "mtx"});
    CHECK(outcome.exit_code == 1);
    CHECK(outcome.err.find("standard input:1: ") != std::string::npos);
    CHECK_FALSE(fs::exists("-"));
    Surroundings closed;
    closed.close_standard_output = true;
    outcome = run_in(closed, {"generate", "poisson2d5:n=1", "-o", "-"});
    CHECK(outcome.exit_code == 1);
    CHECK(outcome.err.starts_with("mergus: IO_ERROR: cannot write 'standard output'"));
}

TEST_CASE("cli: devices and pipes are written to by users who may not write to their directory") {
    const Folder folder;
    fs::create_directory(folder / "d");
    fs::create_symlink("/dev/null", folder / "d/null");
    REQUIRE(mkfifo((folder / "d/pipe").c_str(), 0600) == 0);
    fs::permissions(folder / "d", fs::perms::owner_read | fs::perms::owner_exec);
    Surroundings ordinary;
    ordinary.ordinary_user = true;
    const auto write_to = [&](const std::string& target) {
        return run_in(ordinary, {"generate", "poisson2d5:n=1", "-o", target});
    };
    Outcome outcome = write_to(folder / "d/file.mtx"); // precondition of the test
    CHECK(outcome.exit_code == 1);
    CHECK(outcome.err.find("Permission denied") != std::string::npos);
    outcome = write_to(folder / "d/null");
    CHECK(outcome.err.empty());
    CHECK(outcome.exit_code == 0);
    CHECK(write_to("/dev/null").exit_code == 0);
    std::string text;
    std::thread reader([&] { text = content(folder / "d/pipe"); });
    outcome = write_to(folder / "d/pipe");
    if (outcome.exit_code != 0) // unblocks the reader
        std::ofstream(folder / "d/pipe") << "nothing came";
    reader.join();
    CHECK(outcome.exit_code == 0);
    CHECK(text.ends_with("1 1 1\n1 1 4\n"));
    fs::permissions(folder / "d", fs::perms::owner_all);
}

TEST_CASE("cli: a write-protected file is not replaced") {
    const Folder folder;
    const std::string file = folder.write("kept.mtx", "kept");
    fs::permissions(file, fs::perms::owner_read);
    Surroundings ordinary;
    ordinary.ordinary_user = true;
    const Outcome outcome = run_in(ordinary, {"generate", "poisson2d5:n=1", "-o", file});
    CHECK(outcome.exit_code == 1);
    CHECK(outcome.err.find("kept.mtx: Permission denied") != std::string::npos);
    CHECK(content(file) == "kept");
}

TEST_CASE("cli: a few entries in billions of rows take the memory of a few entries") {
    const Folder folder;
    const std::string file =
        folder.write("large.mtx", pattern_head + "8000000000 8000000000 2\n1 2\n2 8000000000\n");
    const std::string output = folder / "out.mtx";
    Surroundings limited;
    limited.address_space = std::uint64_t{3} << 30;
    const auto result = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.end(), {"--json", "--backend", "suitesparse"});
        const Outcome outcome = run_in(limited, arguments);
        CHECK(outcome.err.empty());
        REQUIRE(outcome.exit_code == 0);
        return Json::parse(outcome.out);
    };
    CHECK(result({"transpose", file, "-o", output}).at("rows") == 8000000000);
    CHECK(entries(output) == "8000000000 8000000000 2\n2 1\n8000000000 2\n");
    CHECK(result({"mxm", file, file, "-o", output}).at("entries") == 1);
    CHECK(entries(output) == "8000000000 8000000000 1\n1 8000000000 1\n");
    CHECK(result({"bfs", file, "--source", "0"}).at("reached") == 3);
    const Json highest = result({"bfs", file, "--sources", "3"});
    CHECK(highest.at("searches").at(2).at("source") == 2); // the first one without edges
    CHECK(result({"tc", file}).at("triangles") == 0);
    // Operations that need an array with one element per row report it before allocating.
    const Outcome refused = run_in(limited, {"convert", file, output, "--symmetrize"});
    CHECK(refused.exit_code == 1);
    CHECK(refused.err.starts_with(
        "mergus: OUT_OF_MEMORY: to_csr: 8000000000 rows with 4 entries need 59.6 GiB"));
}

TEST_CASE("cli: an output is stored before it gets its name, and the name before the program ends") {
    const Folder folder;
    const std::string a = folder.write("a.mtx", two_by_two), out = folder / "r.mtx";
    for (const std::string what : {"a new file", "a file that is replaced"}) {
        CAPTURE(what);
        Surroundings surroundings;
        surroundings.storage_log = folder / what;
        CHECK(run_in(surroundings, {"transpose", a, "-o", out}).exit_code == 0);
        std::istringstream lines(content(surroundings.storage_log));
        std::vector<std::string> steps;
        for (std::string line; std::getline(lines, line);) steps.push_back(line);
        REQUIRE(steps.size() >= 3);
        CHECK(steps.front() == "store file");
        CHECK(steps.back() == "store directory");
        for (std::size_t s = 1; s + 1 < steps.size(); ++s) CHECK(steps[s] == "name");
    }
}
