/// \file test_cli_messages.cpp
/// Messages for wrong command lines, and failures when results cannot be written.
#include "cli_child.hpp"
#include "testing/scratch.hpp"

#include "../../tools/table.hpp"

namespace {

using namespace cli;
using mergus::cuda::testing::Variable;

} // namespace

TEST_CASE("cli: an unknown command or option is named, with the nearest that is known") {
    check_failure({"bogus"}, 2, "USAGE", "unknown command 'bogus'; known: info, tc");
    check_failure({"inof"}, 2, "USAGE", "unknown command 'inof'; did you mean 'info'?");
    check_failure({"cache", "lits"}, 2, "USAGE", "unknown command 'lits'; did you mean 'list'?");
    check_failure({"cache"}, 2, "USAGE",
                  "a command is missing; known: list, clear (see mergus cache --help)");
    check_failure({"tc", "rmat:scale=4", "--treads", "2"}, 2, "USAGE",
                  "unknown option '--treads'; did you mean '--threads'? (see mergus tc --help)");
    check_failure({"tc", "--treads", "2"}, 2, "USAGE",
                  "unknown option '--treads'; did you mean '--threads'?");
    check_failure({"tc", "rmat:scale=4", "--treads=2"}, 2, "USAGE",
                  "unknown option '--treads'; did you mean");
    check_failure({"tc", "rmat:scale=4", "--zzzzzzzz"}, 2, "USAGE", "unknown option '--zzzzzzzz' (see");
    check_failure({"tc", "rmat:scale=4", "more"}, 2, "USAGE", "unexpected argument 'more'");
    check_failure({"--jsn", "info"}, 2, "USAGE", "unknown option '--jsn'");
}

TEST_CASE("cli: numbers are finite and in their range") {
    for (const char* wrong : {"nan", "inf", "-1", "1e10", "1s", "", "-nan"}) {
        check_failure({"check", "--seconds", wrong}, 2, "USAGE", "not a number from 0 to");
        check_failure({"semiring", "rmat:scale=4", "--add", "plus", "--mul", "times", "--time-limit", wrong},
                      2, "USAGE", "not a number from 0 to");
    }
    for (const char* wrong : {"nan", "0", "-1", "65537", "1.5", "0x2", "", "+1"})
        check_failure({"tc", "rmat:scale=4", "--threads", wrong}, 2, "USAGE",
                      "not a whole number from 1 to 65536");
    for (const char* wrong : {"nan", "-1", "18446744073709551616"})
        check_failure({"check", "--seed", wrong}, 2, "USAGE", "not a whole number from 0 up");
}

TEST_CASE("cli: results, help and version that cannot be written are a failure") {
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"--version"},
          {"--help"},
          {"info"},
          {"info", "--json"},
          {"tc", "--help"},
          {"tc", "rmat:scale=4"},
          {"cache", "list"},
          {"semiring", "--list"},
          {"generate", "rmat:scale=4", "-o", "-"},
          {"check", "--size", "smoke", "--backend", "suitesparse", "--operation", "transpose"}}) {
        CAPTURE(command.front());
        Surroundings full;
        full.standard_output = "/dev/full";
        const Outcome outcome = run_in(full, command);
        CHECK(outcome.exit_code == 1);
        CHECK(outcome.err.find("mergus: IO_ERROR: cannot write") != std::string::npos);
        CHECK(outcome.err.find("No space left on device") != std::string::npos);
    }
    Surroundings closed;
    closed.close_standard_output = true;
    const Folder folder;
    Outcome outcome = run_in(closed, {"generate", "poisson2d5:n=1", "-o", folder / "a.mtx"});
    CHECK(outcome.exit_code == 1);
    CHECK(outcome.err.starts_with("mergus: IO_ERROR: cannot write standard output"));
    // The results are not in the file that reused the closed descriptor's number.
    CHECK(content(folder / "a.mtx") == "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 4\n");
    closed.close_standard_output = false;
    closed.close_standard_error = true;
    CHECK(run_in(closed, {"bogus"}).exit_code == 2);
    CHECK(run_in(closed, {"tc", folder / "missing"}).exit_code == 1);
    CHECK(run_in(closed, {"tc", "rmat:scale=4", "--explain"}).exit_code == 0);
}

TEST_CASE("cli: a file for reproducers that cannot be written is refused before the cases run") {
    const Folder folder;
    check_failure({"check", "--reproducers", folder / "no/such", "--backend", "suitesparse"}, 1, "IO_ERROR",
                  "--reproducers: cannot write");
}

TEST_CASE("cli: info fits 80 columns, but for words that are longer") {
    std::istringstream lines(run({"info"}).out);
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
        CAPTURE(line);
        const std::size_t last_word = line.find_last_of(' ') + 1;
        const bool one_word = line.find_first_not_of(' ', 20) >= last_word;
        CHECK((line.size() <= 80 || one_word));
    }
    CHECK(count > 10);
}

TEST_CASE("cli: tables that are too wide are wrapped in their last column, or printed row by row") {
    using mergus::tools::table_text;
    const std::string words = "one two three four five six seven eight";
    CHECK(table_text({{"name", false, {"a", "bcdef"}}, {"n", true, {"1", "22"}}}, 80) ==
          "  name    n\n  a       1\n  bcdef  22\n");
    CHECK(table_text({{"n", true, {"1"}}, {"text", false, {words}}}, 30) ==
          "  n  text\n  1  one two three four five\n     six seven eight\n");
    CHECK(table_text({{"name", false, {"a-long-name", "b"}},
                      {"score", true, {"1", "20"}},
                      {"text", false, {words, "x"}}},
                     40) == "  a-long-name\n    score  1\n    text   one two three four five six\n"
                            "           seven eight\n  b\n    score  20\n    text   x\n");
    const std::string path(60, 'p');
    CHECK(table_text({{"name", false, {"a"}}, {"file", false, {path}}}, 40).find(path) != std::string::npos);
}

TEST_CASE("cli: cache list is a summary, and with --all the entries, newest first") {
    const Folder folder;
    const Variable directory("MERGUS_CACHE_DIR", (folder / "cache").c_str());
    const std::vector<std::string> one = {"semiring", "poisson2d5:n=3", "--mul",       "x + y", "--identity",
                                          "0",        "--backend",      "suitesparse", "--add"};
    for (const char* add : {"x + y", "y + x", "(x) + y"}) {
        std::vector<std::string> command = one;
        command.emplace_back(add);
        CHECK(run(command).exit_code == 0);
    }
    const Json summary = run_json({"cache", "list"});
    REQUIRE(summary.at("count") >= 4);
    CHECK_FALSE(summary.contains("entries"));
    CHECK(summary.at("total_bytes") > 0);
    const std::string text = run({"cache", "list"}).out;
    CHECK(text.find("total size") != std::string::npos);
    CHECK(text.find("KiB") != std::string::npos);
    CHECK(text.find("\nentries") == std::string::npos);
    const Json all = run_json({"cache", "list", "--all"});
    REQUIRE(all.at("entries").size() == all.at("count"));
    std::uint64_t total = 0;
    std::string before = "9999";
    for (const Json& entry : all.at("entries")) {
        total += entry.at("bytes").get<std::uint64_t>();
        CHECK(entry.at("last_used").get<std::string>() <= before);
        before = entry.at("last_used").get<std::string>();
    }
    CHECK(total == all.at("total_bytes"));
    CHECK(all.at("newest_use") == all.at("entries").at(0).at("last_used"));
    CHECK(all.at("oldest_use") == before);
}

TEST_CASE("cli: semiring claims no agreement where one backend ran, and names a broken law once") {
    const std::vector<std::string> one = {"semiring", "poisson2d5:n=3", "--add", "x - y",     "--mul",
                                          "x * y",    "--identity",     "0",     "--backend", "suitesparse"};
    const Json alone = run_json(one);
    CHECK(alone.at("agree").is_null());
    CHECK(alone.at("backends").at(0).at("agrees") == "nothing to compare with");
    Outcome outcome = run(one);
    CHECK(outcome.out.find("true") == std::string::npos);
    CHECK(outcome.out.find("exactly") == std::string::npos);
    const std::string both = outcome.out + outcome.err;
    const std::size_t first = both.find("associative");
    REQUIRE(first != std::string::npos);
    CHECK(both.find("associative", first + 1) == std::string::npos);
}
