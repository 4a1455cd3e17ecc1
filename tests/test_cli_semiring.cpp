/// \file test_cli_semiring.cpp
/// mergus semiring: expressions and definitions from the command line, their faults and their time.
#include "cli_process.hpp"

namespace {

using namespace cli;

constexpr const char* grid = "poisson2d5:n=4";

std::vector<std::string> with(std::vector<std::string> more, const std::string& matrix = grid) {
    more.insert(more.begin(), {"semiring", matrix});
    return more;
}

} // namespace

TEST_CASE("cli: semiring computes what the built-in one does, on every backend") {
    const Folder folder;
    const std::string own = folder / "own.mtx", built_in = folder / "built_in.mtx";
    const Json result =
        run_json(with({"--add", "fmin(x, y)", "--mul", "x + y", "--identity", "INFINITY", "--terminal",
                       "-INFINITY", "--backend", "suitesparse", "--backend", "cuda-emulated", "-o", own}));
    CHECK(result.at("agree") == true);
    CHECK(result.at("broken_laws").empty());
    REQUIRE(result.at("backends").size() == 2);
    CHECK(result.at("backends").at(0).at("agrees") == "reference");
    CHECK(result.at("backends").at(1).at("agrees") == "exactly");
    for (const Json& row : result.at("backends")) {
        CHECK(row.at("entries") == result.at("entries"));
        CHECK(row.at("mxm_seconds") > 0);
    }
    run_json({"mxm", grid, grid, "--semiring", "min_plus", "-o", built_in});
    CHECK(content(own) == content(built_in));

    // Names of built-in operators, a second matrix, and whole definitions of which one uses indices.
    run_json(with({"rmat:scale=4", "--add", "min", "--mul", "plus", "--type", "int64", "-o", own},
                  "rmat:scale=4"));
    run_json(
        {"mxm", "rmat:scale=4", "rmat:scale=4", "--semiring", "min_plus", "--type", "int64", "-o", built_in});
    CHECK(content(own) == content(built_in));
    run_json(with({"--add",
                   "static int64_t less(int64_t a, int64_t b) { return a < b ? a : b; }\n"
                   "void least(int64_t *z, const int64_t *x, const int64_t *y) { *z = less(*x, *y); }",
                   "--identity", "INT64_MAX", "--mul", "k", "--type", "int64", "-o", own}));
    run_json({"mxm", grid, grid, "--semiring", "min_firstj", "--type", "int64", "-o", built_in});
    CHECK(content(own) == content(built_in));
    const Json indices =
        run_json(with({"--add", "plus", "--mul", "10 * i + j", "--type", "fp32", "--result-type", "int64"}));
    CHECK(indices.at("result_type") == "int64");

    const Outcome list = run({"semiring", "--list"});
    CHECK(list.exit_code == 0);
    CHECK(list.out.find("min_plus") != std::string::npos);
}

TEST_CASE("cli: semiring warns about broken laws") {
    const Outcome outcome =
        run(with({"--add", "x - y", "--mul", "x * y", "--identity", "0", "--backend", "suitesparse"}));
    CHECK(outcome.exit_code == 0);
    CHECK(outcome.err.find("warning: --add is not associative: add(add(") != std::string::npos);
    CHECK(outcome.err.find("warning: --add is not commutative") != std::string::npos);
    CHECK(outcome.err.find("warning: the identity of --add is not one") != std::string::npos);
    const Json json =
        run_json(with({"--add", "x + y", "--mul", "x * y", "--identity", "1", "--backend", "suitesparse"}));
    REQUIRE(json.at("broken_laws").size() == 1);
    CHECK(json.at("broken_laws").at(0).at("law") == "identity");
    // Backends that answer differently are a failure: one adds the identity, the other does not.
    const Outcome different = run(with({"--add", "x + y", "--mul", "x * y", "--identity", "1", "--type",
                                        "int64", "--backend", "suitesparse", "--backend", "cuda-emulated"}));
    CHECK(different.exit_code == 1);
    CHECK(different.err.find("mergus: DISAGREEMENT") != std::string::npos);
    CHECK(different.out.find("no: the values at (0, 0) differ") != std::string::npos);
}

TEST_CASE(
    "cli: semiring takes the terms in order where --add is declared not to be associative or commutative") {
    const Folder folder;
    const std::string own = folder / "own.mtx", built_in = folder / "built_in.mtx";
    const std::vector<std::string> both{"--backend", "suitesparse", "--backend", "cuda-emulated"};
    const auto declared = [&](std::vector<std::string> more) {
        more.insert(more.end(), both.begin(), both.end());
        const Json result = run_json(with(std::move(more)));
        CHECK(result.at("agree") == true);
        CHECK(result.at("backends").at(0).at("agrees") == "reference");
        CHECK(result.at("backends").at(1).at("agrees") == "exactly");
        std::string laws;
        for (const Json& law : result.at("broken_laws")) laws += law.at("law").get<std::string>() + " ";
        return laws;
    };
    // Of values that are first to last the least to the greatest k, the first is known, and all of them as
    // digits.
    CHECK(declared({"--add", "x", "--identity", "0", "--mul", "k", "--type", "int64", "--not-commutative",
                    "-o", own}) == "identity ");
    run_json({"mxm", grid, grid, "--semiring", "min_firstj", "--type", "int64", "-o", built_in});
    CHECK(content(own) == content(built_in));
    const std::vector<std::string> digits{"--add", "10 * x + y", "--identity", "0",  "--mul",
                                          "k",     "--type",     "int64",      "-o", own};
    const auto with_flags = [&](std::vector<std::string> flags) {
        flags.insert(flags.begin(), digits.begin(), digits.end());
        return declared(flags);
    };
    CHECK(with_flags({"--not-associative", "--not-commutative"}) == "identity ");
    // (5, 5) of the grid's square: by way of 1, 4, 5, 6 and 9.
    CHECK(content(own).find("\n6 6 14569\n") != std::string::npos);
    CHECK(with_flags({"--not-associative"}) == "commutative identity ");
    CHECK(content(own).find("\n6 6 14569\n") != std::string::npos);
    CHECK(with_flags({"--not-commutative"}) == "associative identity ");
    CHECK(content(own).find("\n6 6 14569\n") != std::string::npos);

    // A built-in operator keeps its identity.
    CHECK(declared({"--add", "plus", "--mul", "times", "--not-associative", "-o", own}).empty());
    run_json({"mxm", grid, grid, "-o", built_in});
    CHECK(content(own) == content(built_in));

    const Outcome outcome =
        run(with({"--add", "x - y", "--mul", "x * y", "--identity", "0", "--not-commutative"}));
    CHECK(outcome.err.find("--add is not associative") != std::string::npos);
    CHECK(outcome.err.find("--add is not commutative") == std::string::npos);
}

TEST_CASE("cli: semiring survives its operators") {
    const std::string fault = "OPERATOR_FAULT";
    check_failure(
        with({"--add", "plus", "--mul", "x / (y - 4)", "--type", "int64", "--backend", "suitesparse"}), 3,
        fault, "SIGFPE");
    check_failure(with({"--add", "plus", "--mul", "*(const volatile double*)8", "--backend", "suitesparse"}),
                  3, fault, "SIGSEGV");
    const auto start = std::chrono::steady_clock::now();
    check_failure(with({"--add", "plus", "--mul",
                        "void spin(double *z, const double *x, const double *y) { volatile int go = 1; while "
                        "(go) { } *z = *x; }",
                        "--time-limit", "1"}),
                  3, fault, "time limit of 1 s");
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(30));
}

TEST_CASE("cli: semiring says what is wrong") {
    const Folder folder;
    const std::string output = folder / "c.mtx";
    const auto wrong = [&](std::vector<std::string> more, int exit_code, const std::string& code,
                           const std::string& text) {
        more.insert(more.end(), {"-o", output});
        check_failure(with(more), exit_code, code, text);
        CHECK_FALSE(fs::exists(output));
    };
    wrong({"--add", "x + z", "--mul", "times", "--identity", "0"}, 1, "COMPILE_ERROR", "add, line 1: 'z'");
    wrong({"--add", "plus", "--mul", "x *"}, 1, "COMPILE_ERROR", "'mul'");
    wrong({"--add", "plus", "--mul", "x * y; y"}, 1, "COMPILE_ERROR", "'mul'");
    wrong({"--add", "x + y", "--mul", "times", "--identity", "zero"}, 1, "COMPILE_ERROR", "zero");
    wrong({"--add", "x + y", "--mul", "times"}, 2, "USAGE", "--identity");
    wrong({"--add", "minus", "--mul", "times"}, 2, "USAGE", "--identity");
    wrong({"--add", "plus"}, 2, "USAGE", "--mul");
    wrong({"--add", "plus", "--mul", "times", "--type", "fp16"}, 2, "USAGE", "fp16");
    wrong({"--add", "plus", "--mul", "times", "--backend", "no-such"}, 1, "NO_BACKEND", "no-such");
    wrong({"--add", "plus", "--mul", "times", "--time-limit", "-1"}, 2, "USAGE", "time-limit");
    const std::string touched = folder / "touched";
    for (const std::string& text :
         {"$(touch " + touched + ")", "`touch " + touched + "`", "x; system(\"touch " + touched + "\")"})
        wrong({"--add", "plus", "--mul", text}, 1, "COMPILE_ERROR", "'mul'");
    CHECK_FALSE(fs::exists(touched));
    check_failure({"semiring"}, 2, "USAGE");
    check_failure(with({"--add", "plus", "--mul", "times"}, folder / "missing.mtx"), 1, "IO_ERROR",
                  "missing.mtx");
}
