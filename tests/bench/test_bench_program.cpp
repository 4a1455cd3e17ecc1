/// \file test_bench_program.cpp
/// mergus_bench as a process: every operation on tiny matrices, its exit status and its files.
#include "testing/cli_process.hpp"

#include <map>
#include <set>

namespace {

/// The rows of a CSV file by column; no field of these runs contains a newline.
std::vector<std::map<std::string, std::string>> read_csv(const std::string& text) {
    std::vector<std::vector<std::string>> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        std::vector<std::string> fields = {""};
        bool quoted = false;
        for (const char c : line) {
            if (c == '"')
                quoted = !quoted;
            else if (c == ',' && !quoted)
                fields.emplace_back();
            else
                fields.back() += c;
        }
        lines.push_back(fields);
    }
    std::vector<std::map<std::string, std::string>> rows;
    for (std::size_t l = 1; l < lines.size(); ++l) {
        REQUIRE(lines[l].size() == lines[0].size());
        auto& row = rows.emplace_back();
        for (std::size_t f = 0; f < lines[0].size(); ++f) row[lines[0][f]] = lines[l][f];
    }
    return rows;
}

} // namespace

TEST_SUITE("bench_smoke") {

    TEST_CASE("the report of the data movement") {
        const cli::Folder folder;
        const cli::Outcome outcome =
            cli::run({"--report", "data-movement", "--cache", "65536", "banded:n=2000,half=4",
                      "dense-row:n=50", "powerlaw:rows=30,cols=20,degree=3", "--csv", folder / "d.csv"});
        CHECK(outcome.exit_code == 0);
        CHECK(outcome.err.find("needs a square matrix") != std::string::npos);
        const auto rows = read_csv(cli::content(folder / "d.csv"));
        REQUIRE(rows.size() >= 4);
        CHECK(rows[0].at("matrix") == "banded:n=2000,half=4");
        CHECK(rows[0].at("order") == "given");
        CHECK(rows[0].at("bandwidth") == "4");
        CHECK(rows[1].at("order") == "random");
        CHECK(std::stod(rows[1].at("kernels_bytes")) > 2 * std::stod(rows[0].at("kernels_bytes")));
        CHECK(cli::run({"--report", "anything", "p5_256"}).exit_code == 2);
    }

    TEST_CASE("every operation on SuiteSparse") {
        const cli::Folder folder;
        std::vector<std::string> arguments = {"er:rows=50,degree=3",
                                              "poisson2d5:n=6",
                                              "dense-row:n=20",
                                              "--backend",
                                              "suitesparse",
                                              "--repeat",
                                              "3",
                                              "--warmup",
                                              "1",
                                              "--csv",
                                              folder / "b.csv",
                                              "--json",
                                              folder / "b.json",
                                              "--markdown",
                                              folder / "b.md"};
        const std::set<std::string> ops = {"mxm",           "mxm-masked",
                                           "transpose",     "tc",
                                           "bfs",           "bfs64",
                                           "bfs-algebra",   "rap",
                                           "pagerank",      "components",
                                           "sssp",          "betweenness",
                                           "truss",         "clustering",
                                           "cores",         "scc",
                                           "leiden",        "mst",
                                           "mis",           "jaccard",
                                           "mcl",           "betweenness-all",
                                           "truss-numbers", "motifs",
                                           "graphlets",     "cliques",
                                           "partition",     "cover",
                                           "dominating",    "a-star",
                                           "walks",         "lfr"};
        for (const std::string& op : ops) arguments.insert(arguments.end(), {"--op", op});
        const cli::Outcome outcome = cli::run(arguments);
        INFO(outcome.err);
        REQUIRE(outcome.exit_code == 0);
        const auto rows = read_csv(cli::content(folder / "b.csv"));
        CHECK(rows.size() == 3 * (ops.size() + 1)); // rap has two orders
        for (const auto& row : rows) {
            CAPTURE(row.at("op"));
            CAPTURE(row.at("matrix"));
            CHECK(row.at("failure").empty());
            CHECK(row.at("correct") != "no");
            CHECK(std::stod(row.at("median_ms")) >= std::stod(row.at("min_ms")));
            CHECK(row.at("repeats") == "3");
            if (row.at("op") == "mxm" || row.at("op") == "bfs64") CHECK(row.at("correct") == "yes");
            CHECK(row.at("speedup").empty());
        }
        const cli::Json json = cli::Json::parse(cli::content(folder / "b.json"));
        CHECK(json["rows"].size() == rows.size());
        CHECK(cli::content(folder / "b.md").find("## Rows") != std::string::npos);
    }

    TEST_CASE("generated graphs of few vertices") {
        const cli::Folder folder;
        const cli::Outcome outcome =
            cli::run({"er:rows=3,degree=1", "er:rows=14,degree=2", "poisson2d5:n=3", "--backend",
                      "suitesparse", "--op", "lfr", "--repeat", "3", "--csv", folder / "b.csv"});
        INFO(outcome.err);
        REQUIRE(outcome.exit_code == 0);
        const auto rows = read_csv(cli::content(folder / "b.csv"));
        REQUIRE(rows.size() == 3);
        for (const auto& row : rows) CHECK(row.at("failure").empty());
    }

    TEST_CASE("the emulated device is checked against SuiteSparse and counts") {
        const cli::Folder folder;
        const cli::Outcome outcome = cli::run({"er:rows=30,degree=2", "--backend", "cuda-emulated",
                                               "--repeat", "3", "--csv", folder / "b.csv"});
        INFO(outcome.err);
        REQUIRE(outcome.exit_code == 0);
        const auto rows = read_csv(cli::content(folder / "b.csv"));
        REQUIRE(rows.size() == 1);
        CHECK(rows[0].at("correct") == "yes");
        CHECK(rows[0].at("check") == "as suitesparse");
        CHECK(std::stod(rows[0].at("launches")) > 0);
        CHECK(std::stod(rows[0].at("peak_bytes")) > 0);
    }

    TEST_CASE("a backend without each of its methods, where that changes the call") {
        const cli::Folder folder;
        const cli::Outcome outcome =
            cli::run({"er:rows=300,degree=3", "all-lengths:n=1000", "--backend", "cuda-emulated", "--backend",
                      "suitesparse", "--repeat", "3", "--warmup", "1", "--without", "two_launch", "--without",
                      "hash", "--without", "esc", "--csv", folder / "b.csv"});
        INFO(outcome.err);
        REQUIRE(outcome.exit_code == 0);
        std::vector<std::string> found;
        for (const auto& row : read_csv(cli::content(folder / "b.csv"))) {
            CHECK(row.at("correct") == "yes");
            found.push_back(row.at("matrix").substr(0, 2) + " " + row.at("backend"));
        }
        CHECK(found == std::vector<std::string>{"er suitesparse", "er cuda-emulated",
                                                "er cuda-emulated-two_launch", "er cuda-emulated-nothing",
                                                "al suitesparse", "al cuda-emulated", "al cuda-emulated-esc",
                                                "al cuda-emulated-nothing"});
        for (const char* name : {"nothing", "binned"}) {
            const cli::Outcome wrong = cli::run({"r12_8", "--backend", "cuda-emulated", "--without", name});
            CHECK(wrong.exit_code == 2);
            CHECK(wrong.err.find("known: all, diagonal, masked_dot") != std::string::npos);
        }
        CHECK(cli::run({"r12_8", "--backend", "suitesparse", "--without", "hash"}).exit_code == 2);
    }

    TEST_CASE("--without adds rows of products, and none of the set operations") {
        const cli::Folder folder;
        const cli::Outcome outcome = cli::run({"er:rows=300,degree=3", "--op", "mxm", "--op", "mxv",
                                               "--backend", "cuda-emulated", "--repeat", "3", "--warmup", "1",
                                               "--without", "two_launch", "--csv", folder / "b.csv"});
        INFO(outcome.err);
        REQUIRE(outcome.exit_code == 0);
        std::vector<std::string> found;
        for (const auto& row : read_csv(cli::content(folder / "b.csv"))) {
            CHECK(row.at("correct") == "yes");
            found.push_back(row.at("op") + " " + row.at("backend"));
        }
        CHECK(found == std::vector<std::string>{"mxv cuda-emulated", "mxm cuda-emulated",
                                                "mxm cuda-emulated-two_launch", "mxm cuda-emulated-nothing"});
    }

    TEST_CASE("operations on the same entries in 2^60 rows") {
        const cli::Outcome outcome = cli::run({"--report", "hypersparse", "er:rows=300,degree=2", "--backend",
                                               "suitesparse", "--warmup", "1", "--repeat", "3"});
        INFO(outcome.err);
        CHECK(outcome.exit_code == 0);
        CHECK(outcome.out.find("300 rows, ") != std::string::npos);
        CHECK(outcome.out.find("\n| transpose | ") != std::string::npos);
        CHECK(outcome.out.find("WRONG") == std::string::npos);
        CHECK(cli::run({"--report", "hypersparse", "nowhere.mtx"}).exit_code == 1);
    }

    TEST_CASE("the methods and accumulators of products, and their counts") {
        const cli::Folder folder;
        const cli::Outcome outcome =
            cli::run({"--report", "methods", "er:rows=300,degree=3", "all-lengths:n=1000", "--backend",
                      "cuda-emulated", "--backend", "suitesparse", "--csv", folder / "m.csv"});
        INFO(outcome.err);
        REQUIRE(outcome.exit_code == 0);
        const auto rows = read_csv(cli::content(folder / "m.csv"));
        REQUIRE(rows.size() == 2); // suitesparse lists no methods
        CHECK(rows[0].at("method") == "two_launch");
        CHECK(rows[0].at("numeric").empty());
        CHECK(rows[1].at("method") == "binned");
        CHECK(rows[1].at("symbolic").find("esc:0") != std::string::npos);
        CHECK(rows[1].at("numeric").find("esc:0") != std::string::npos);
        CHECK(outcome.out.find("methods: binned 1, two_launch 1\n") != std::string::npos);
        CHECK(outcome.out.find("never: diagonal, masked_dot") != std::string::npos);
        CHECK(cli::run({"--report", "methods", "nowhere.mtx"}).exit_code == 1);
        CHECK(cli::run({"--report", "methods", "er:rows=300,degree=3", "vector:n=50,fill=1", "--op", "mxm",
                        "--op", "vector-reduce", "--backend", "cuda-emulated"})
                  .exit_code == 0); // the vector is skipped
    }

    TEST_CASE("algorithms on two backends: SuiteSparse first, then the speed-up over it") {
        const cli::Folder folder;
        const cli::Outcome outcome =
            cli::run({"poisson2d5:n=4", "--backend", "cuda-emulated", "--backend", "suitesparse", "--op",
                      "bfs", "--op", "cores", "--repeat", "3", "--csv", folder / "b.csv"});
        INFO(outcome.err);
        REQUIRE(outcome.exit_code == 0);
        const auto rows = read_csv(cli::content(folder / "b.csv"));
        REQUIRE(rows.size() == 4);
        for (std::size_t r = 0; r < rows.size(); ++r) {
            CAPTURE(r);
            const bool oracle = r % 2 == 0;
            CHECK(rows[r].at("backend") == (oracle ? "suitesparse" : "cuda-emulated"));
            CHECK(rows[r].at("speedup").empty() == oracle);
            CHECK(rows[r].at("correct") == (r == 2 ? "unchecked" : "yes"));
        }
        CHECK(rows[1].at("check") == "as plain code");
        CHECK(rows[3].at("check") == "as suitesparse");
    }

    TEST_CASE("a matrix that cannot be loaded gives a row, and the run continues") {
        const cli::Folder folder;
        const cli::Outcome outcome = cli::run({"nowhere.mtx", "er:rows=20,degree=2", "--backend",
                                               "suitesparse", "--repeat", "3", "--csv", folder / "b.csv"});
        CHECK(outcome.exit_code == 1);
        const auto rows = read_csv(cli::content(folder / "b.csv"));
        REQUIRE(rows.size() == 2);
        CHECK(rows[0].at("failure").find("nowhere.mtx") != std::string::npos);
        CHECK(rows[1].at("correct") == "yes");
    }

    TEST_CASE("rows of the set operations by name, of matrices and vectors") {
        const cli::Folder folder;
        const cli::Outcome outcome = cli::run(
            {"er:rows=50,degree=3", "vector:n=50,fill=1", "--op", "ewise-add", "--op", "vector-reduce",
             "--op", "transpose", "--backend", "suitesparse", "--repeat", "3", "--csv", folder / "b.csv"});
        INFO(outcome.err);
        REQUIRE(outcome.exit_code == 0);
        const auto rows = read_csv(cli::content(folder / "b.csv"));
        REQUIRE(rows.size() == 3); // a vector has no transpose
        CHECK(rows[0].at("op") == "ewise-add");
        CHECK(rows[0].at("type") == "fp64");
        CHECK(std::stod(rows[0].at("output_bytes")) > 0);
        CHECK(rows[1].at("op") == "transpose");
        CHECK(rows[2].at("op") == "vector-reduce");
        CHECK(rows[2].at("matrix") == "vector:n=50,fill=1");
        CHECK(cli::run({"vector:n=50", "--op", "vector-reduce"}).exit_code == 1);
        CHECK(cli::run({"vector:n=50,fill=1", "--op", "mxm", "--backend", "suitesparse"}).exit_code == 1);
    }

    TEST_CASE("wrong usage") {
        for (const std::vector<std::string>& arguments :
             {std::vector<std::string>{},
              {"--set", "nothing"},
              {"r12_8", "--op", "nothing"},
              {"r12_8", "--backend", "nothing"},
              {"r12_8", "--repeat", "1"},
              {"r12_8", "--op", "mxv", "--report", "methods"},
              {"r12_8", "--op", "mxv", "--backend", "cuda-emulated", "--without", "hash"},
              {"r12_8", "--budget", "nan"},
              {"r12_8", "--bandwidth", "inf"}}) {
            const cli::Outcome outcome = cli::run(arguments);
            CHECK(outcome.exit_code == 2);
            CHECK(outcome.err.starts_with("mergus_bench: "));
        }
    }

} // TEST_SUITE
