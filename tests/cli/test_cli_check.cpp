/// \file test_cli_check.cpp
/// `mergus check` on right, wrong and incomplete backends, the fallback to the CPU, and `mergus cache`.
#include "cli_files.hpp"
#include "testing/scratch.hpp"

#include <sstream>

namespace {

using namespace cli;
using mergus::cuda::testing::Variable;

} // namespace

TEST_CASE("cli: check runs cases, replays one, and ends on Ctrl-C") {
    const auto with = [](std::vector<std::string> more) {
        more.insert(more.begin(), {"check", "--backend", "suitesparse", "--size", "smoke"});
        return more;
    };
    const Json covering = run_json(with({"--operation", "build"}));
    CHECK(covering.at("passed") == true);
    CHECK(covering.at("complete") == true);
    CHECK(covering.at("cases") > 0);
    CHECK(covering.at("failures").empty());
    const Outcome text = run(with({"--operation", "build"}));
    CHECK(text.exit_code == 0);
    CHECK(text.out.find("build") != std::string::npos);
    const Json one = run_json(with({"--case", "op=mxm algebra=plus_times type=int32 seed=5"}));
    CHECK(one.at("cases") == 1);
    // Without --operation, those without an algebra do not run.
    const Outcome restricted =
        run(with({"--where", "algebra=plus", "--where", "type=fp64", "--comparisons", "60"}));
    CHECK(restricted.exit_code == 0);
    CHECK(restricted.out.find("ewise_add") != std::string::npos);
    CHECK(restricted.out.find("transpose") == std::string::npos);
    CHECK(restricted.out.find("extract") == std::string::npos);
    check_failure(with({"--operation", "transpose", "--where", "algebra=plus"}), 2, "USAGE", "no operation");
    check_failure(with({"--case", "op=transpose algebra=plus type=fp64"}), 2, "USAGE", "no such axis");
    check_failure(with({"--operation", "frobnicate"}), 2, "USAGE", "transpose");
    check_failure(with({"--case", "op=mxm algebra=no_such"}), 2, "USAGE", "no_such");

    // The time begins with the first case: preparing them may take longer than it.
    const Outcome short_run =
        run({"check", "--backend", "suitesparse", "--size", "smoke", "--seconds", "0.001", "--json"});
    CHECK(short_run.exit_code == 0);
    CHECK(Json::parse(short_run.out).at("cases") > 0);

    // An endless run of random cases. A signal that arrives before the handler is installed ends the program,
    // so the next attempt waits longer.
    Outcome interrupted;
    for (int wait = 1000; interrupted.exit_code < 0 && wait <= 16000; wait *= 2)
        interrupted = run(with({"--operation", "build", "--seconds", "0", "--json"}), "",
                          std::chrono::milliseconds(wait));
    REQUIRE(interrupted.exit_code >= 0);
    const Json summary = Json::parse(interrupted.out);
    CHECK(summary.at("cases") > 0);
    CHECK(interrupted.exit_code == (summary.at("passed") == true ? 0 : 1));
}

namespace {

/// `mergus check` on a backend of examples/backend, with more options.
Outcome check_example(const std::string& backend, std::vector<std::string> more) {
    const Variable path("MERGUS_BACKEND_PATH", MERGUS_EXAMPLE_BACKENDS);
    more.insert(more.begin(), {"check", "--backend", backend, "--size", "smoke", "--json"});
    return run(more);
}
const std::vector<std::string> supported = {"--operation", "mxm",         "--where", "algebra=plus_times",
                                            "--where",     "type=fp64",   "--where", "a_type=same",
                                            "--where",     "b_type=same", "--where", "c_type=same",
                                            "--where",     "mask=none",   "--where", "accum=none",
                                            "--where",     "tran_a=no",   "--where", "tran_b=no"};

} // namespace

TEST_CASE("cli: check on the example backend passes what it supports and counts what it does not") {
    const Outcome inside = check_example("plus_times", supported);
    INFO(inside.err);
    REQUIRE(inside.exit_code == 0);
    const Json all = Json::parse(inside.out);
    CHECK(all.at("complete") == true);
    CHECK(all.at("cases") >= 30);
    CHECK(all.at("unsupported") == 0);
    CHECK(all.at("oracle_refused") == 0);

    // Accumulators are not supported: cases with one are counted as unsupported, and are not failures.
    std::vector<std::string> wider = supported;
    wider.insert(wider.end(), {"--where", "accum=plus"});
    const Outcome outside = check_example("plus_times", wider);
    REQUIRE(outside.exit_code == 0);
    const Json some = Json::parse(outside.out);
    CHECK(some.at("failures").empty());
    CHECK(some.at("cases") > 0);
    CHECK(some.at("unsupported") > 0);
    bool named = false;
    for (const Json& line : some.at("unsupported_words"))
        named = named || line.get<std::string>().starts_with("mxm: accum=plus (all ");
    CHECK(named);
    REQUIRE(some.at("refusals").size() == 1);
    CHECK(some.at("refusals").at(0).at("reason") == "mxm: masks and accumulators (backend plus_times)");
    CHECK(some.at("refusals").at(0).at("count") == some.at("unsupported"));

    // An operation that the backend lacks has no cases: the check does not pass.
    const Outcome none = check_example("plus_times", {"--operation", "transpose", "--where", "mask=none"});
    CHECK(none.exit_code == 1);
    const Json nothing = Json::parse(none.out);
    CHECK(nothing.at("passed") == false);
    CHECK(nothing.at("cases") == 0);
    CHECK(nothing.at("unsupported") > 0);
    CHECK(nothing.at("failures").empty());
    const Variable path("MERGUS_BACKEND_PATH", MERGUS_EXAMPLE_BACKENDS);
    const Outcome text = run({"check", "--backend", "plus_times", "--size", "smoke", "--operation",
                              "transpose", "--where", "mask=none"});
    CHECK(text.exit_code == 1);
    CHECK(text.out.find("nothing was checked: the backend supports none of the cases\n") !=
          std::string::npos);

    CHECK(check_example("plus_times", {"--where", "colour=red"}).exit_code == 2);
    CHECK(check_example("plus_times", {"--where", "mask=red"}).exit_code == 2);
    CHECK(check_example("plus_times", {"--operation", "mxm", "--where", "algebra=bnot"}).exit_code == 2);
}

TEST_CASE(
    "cli: operations that a backend rejects at run time run on the CPU with --fallback, and fail without") {
    const Variable path("MERGUS_BACKEND_PATH", MERGUS_EXAMPLE_BACKENDS);
    const Folder folder;
    const std::string a = folder.write("a.mtx", two_by_two);
    const std::string c = folder / "c.mtx";
    const std::vector<std::string> product{"mxm", a, a, "--type", "fp64", "--backend", "plus_times", "-o", c};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), product.begin(), product.end());
        return more;
    };
    run_json(product);
    CHECK(entries(c) == "2 2 3\n1 1 4\n1 2 21\n2 2 25\n");
    check_failure(with({"--into", a, "--accum", "plus"}), 1, "NOT_IMPLEMENTED", "masks and accumulators");
    const Json accumulated = run_json(with({"--into", a, "--accum", "plus", "--fallback", "--explain"}));
    CHECK(entries(c) == "2 2 3\n1 1 6\n1 2 24\n2 2 30\n");
    bool fell_back = false;
    for (const Json& operation : accumulated.at("operations"))
        fell_back = fell_back ||
                    (operation.at("operation") == "mxm" && operation.at("fallback") == true &&
                     operation.at("backend") == "suitesparse" &&
                     operation.at("fallback_reason") == "mxm: masks and accumulators (backend plus_times)");
    CHECK(fell_back);
}

TEST_CASE("cli: check catches a backend that drops an entry, and its reproducer replays") {
    const Folder folder;
    const std::string list = folder / "failures.txt";
    std::vector<std::string> arguments = supported;
    arguments.insert(arguments.end(), {"--reproducers", list});
    const Outcome outcome = check_example("plus_times_wrong", arguments);
    REQUIRE(outcome.exit_code == 1);
    const Json result = Json::parse(outcome.out);
    CHECK(result.at("passed") == false);
    REQUIRE(result.at("failures").size() > 0);
    const Json& failure = result.at("failures").at(0);
    const auto message = failure.at("message").get<std::string>();
    CHECK(message.find("plus_times_wrong disagrees with the reference") != std::string::npos);
    CHECK(message.find("suitesparse (oracle) agrees") != std::string::npos);
    const auto line = failure.at("case").get<std::string>();
    CHECK(content(list).starts_with(line + "\n"));

    // The file has every failure, in order, and each line reproduces its failure.
    std::istringstream file(content(list));
    std::size_t lines = 0;
    for (std::string text; std::getline(file, text); ++lines) {
        CAPTURE(text);
        REQUIRE(lines < result.at("failures").size());
        const Json& written = result.at("failures").at(lines);
        CHECK(text == written.at("case").get<std::string>());
        const Outcome again = check_example("plus_times_wrong", {"--case", text});
        CHECK(again.exit_code == 1);
        const Json replayed = Json::parse(again.out);
        REQUIRE(replayed.at("failures").size() == 1);
        const auto difference = [](const Json& of) {
            const auto all = of.at("message").get<std::string>();
            return all.substr(0, all.find("\n    before shrinking"));
        };
        CHECK(difference(replayed.at("failures").at(0)) == difference(written));
        CHECK(check_example("plus_times", {"--case", text}).exit_code == 0);
    }
    CHECK(lines == result.at("failures").size());
    // Another run appends.
    const std::string before = content(list);
    CHECK(check_example("plus_times_wrong", {"--case", line, "--reproducers", list}).exit_code == 1);
    CHECK(content(list) == before + line + "\n");
}

TEST_CASE("cli: check runs many comparisons on each set of kernels, in shards") {
    const std::vector<std::string> base{"check",   "--backend",   "suitesparse",   "--size",
                                        "smoke",   "--operation", "transpose",     "--json",
                                        "--where", "type=fp64",   "--comparisons", "2000"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), base.begin(), base.end());
        return run_json(more);
    };
    const Json all = with({});
    CHECK(all.at("passed") == true);
    CHECK(all.at("complete") == true);
    CHECK(all.at("cases") == 2000);
    CHECK(all.at("cases_per_second") > 0);
    const auto sets = all.at("kernel_sets").get<std::uint64_t>();
    CHECK(sets * 5 < 2000);

    std::uint64_t cases = 0, kernel_sets = 0;
    for (const char* shard : {"1/3", "2/3", "3/3"}) {
        const Json part = with({"--shard", shard});
        CHECK(part.at("passed") == true);
        cases += part.at("cases").get<std::uint64_t>();
        kernel_sets += part.at("kernel_sets").get<std::uint64_t>();
    }
    CHECK(cases == 2000);
    CHECK(kernel_sets >= sets);
    for (const char* wrong : {"0/3", "4/3", "3", "1/", "/3", "1/3x", "-1/3", ""})
        check_failure({"check", "--backend", "suitesparse", "--shard", wrong}, 2, "USAGE", "--shard");
}

TEST_CASE("cli: cache lists what was compiled, and clears it") {
    const Folder folder;
    const std::string directory = folder / "cache";
    const Variable own("MERGUS_CACHE_DIR", directory.c_str());
    const Variable bound("MERGUS_CACHE_BYTES", "123456789");
    const Json none = run_json({"cache", "list"});
    CHECK(none.at("enabled") == true);
    CHECK(none.at("directory") == directory);
    CHECK(none.at("bound_bytes") == 123456789);
    CHECK(none.at("total_bytes") == 0);
    CHECK(run_json({"cache", "list", "--all"}).at("entries").empty());
    CHECK(run_json({"cache", "clear"}).at("removed") == 0);

    // An operation whose kernels are compiled.
    const std::string wide = folder.write("wide.mtx", integer_head + "2 3 2\n1 2 -7\n2 1 9\n");
    run_json({"transpose", wide, "--backend", "cuda-emulated", "-o", folder / "t.mtx"});
    const Json some = run_json({"cache", "list", "--all"});
    REQUIRE(some.at("count") > 0);
    CHECK(some.at("entries").size() == some.at("count"));
    std::uint64_t total = 0;
    for (const Json& entry : some.at("entries")) {
        const auto key = entry.at("key").get<std::string>();
        CHECK(fs::file_size(fs::path(directory) / (key + ".kernel")) == entry.at("bytes"));
        CHECK(entry.at("last_used").get<std::string>().size() == std::string("2000-01-01T00:00:00Z").size());
        total += entry.at("bytes").get<std::uint64_t>();
    }
    CHECK(some.at("total_bytes") == total);
    const Outcome text = run({"cache", "list", "--all"});
    CHECK(text.exit_code == 0);
    CHECK(text.out.find(some.at("entries").at(0).at("key").get<std::string>()) != std::string::npos);
    CHECK(text.out.find(directory) != std::string::npos);

    std::ofstream(fs::path(directory) / "notes.txt") << "not the cache's";
    CHECK(run_json({"cache", "clear"}).at("removed") == some.at("count"));
    CHECK(run_json({"cache", "list"}).at("count") == 0);
    CHECK(fs::exists(fs::path(directory) / "notes.txt"));

    // A folder with the name of an entry is not an entry.
    fs::create_directory(fs::path(directory) / (std::string(32, 'a') + ".kernel"));
    CHECK(run_json({"cache", "list"}).at("count") == 0);
    const Variable off("MERGUS_CACHE_DIR", "off");
    CHECK(run_json({"cache", "list"}).at("enabled") == false);
    CHECK(run_json({"cache", "clear"}).at("removed") == 0);
    check_failure({"cache"}, 2, "USAGE");
    check_failure({"cache", "frobnicate"}, 2, "USAGE");
}
